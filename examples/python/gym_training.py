"""Learn to balance a cart-pole: the cross-entropy method with a linear policy, in NumPy only.

Every generation samples policies from a normal distribution, evaluates each in a few episodes, and fits the
distribution to the best. All episodes of a generation run in parallel in one vectorised environment.

    python examples/python/gym_training.py
"""

import time

import gymnasium
import numpy as np
import numpy.typing as npt

import denoc.gym  # registers the environments

POLICIES, EPISODES, BEST = 64, 4, 8
Floats = npt.NDArray[np.float64]


def returns(envs: gymnasium.vector.VectorEnv, policies: Floats, seed: int) -> Floats:
    """The return of one episode per row of policies: action = tanh(policy · observation)."""
    observations, _ = envs.reset(seed=seed)
    total, alive = np.zeros(envs.num_envs), np.ones(envs.num_envs, dtype=bool)
    while alive.any():
        actions = np.tanh((observations * policies).sum(axis=1, keepdims=True))
        observations, rewards, terminated, truncated, _ = envs.step(actions)
        total += rewards * alive
        alive &= ~(terminated | truncated)
    return total


def main() -> None:
    """Train, then test the mean policy on unseen episodes."""
    rng = np.random.default_rng(1)
    envs = gymnasium.make_vec("denoc/CartPole-v0", num_envs=POLICIES * EPISODES)
    size = len(envs.single_observation_space.sample())
    mean, spread = np.zeros(size), np.full(size, 5.0)
    begun = time.perf_counter()
    for generation in range(30):
        policies = rng.normal(mean, spread, (POLICIES, size))
        scores = returns(envs, np.repeat(policies, EPISODES, axis=0), seed=1000 * generation)
        scores = scores.reshape(POLICIES, EPISODES).mean(axis=1)
        best = policies[np.argsort(scores)[-BEST:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        print(f"generation {generation:2}: mean return {scores.mean():5.1f}, best {scores.max():5.1f}")
        if scores.mean() > 450.0:
            break
    trained = time.perf_counter() - begun

    test = gymnasium.make_vec("denoc/CartPole-v0", num_envs=100)
    score = returns(test, np.tile(mean, (100, 1)), seed=123_456).mean()
    threshold = gymnasium.spec("denoc/CartPole-v0").reward_threshold
    print(f"policy {np.round(mean, 2)} after {trained:.1f} s: mean return {score:.1f} in 100 new episodes")
    if threshold is None or score < threshold:
        raise SystemExit(f"not solved: the task asks for {threshold}")
    print("solved")


if __name__ == "__main__":
    main()
