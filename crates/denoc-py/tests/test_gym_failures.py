"""Steps that cannot be computed end their own episode only. Oracle: the same rows beside one that does not fail."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import denoc
import denoc.gym

ROWS, BAD = 6, 2


def started(scene: str, steps: int | None = None) -> denoc.gym.MechanismVectorEnv:
    envs = denoc.gym.MechanismVectorEnv(scene, num_envs=ROWS, max_episode_steps=steps)
    envs.reset(seed=3)
    return envs


# a drive with constant forces, one that reads the state in each substep, loops of contact forces
@pytest.mark.parametrize(
    ("scene", "speed"),
    [("pendulum", np.inf), ("cart_pole", 1e300), ("cart_pole", np.inf), ("arm_reach", 1e300), ("quadruped", 1e300)],
)
def test_a_diverging_row_ends_alone(scene: str, speed: float) -> None:
    sound, envs = started(scene), started(scene)
    others = np.arange(ROWS) != BAD
    actions = np.random.default_rng(5).uniform(-1.0, 1.0, (4, *envs.action_space.shape))
    envs.state.v[BAD] = speed
    before = envs.state.q[BAD].copy()
    for k, action in enumerate(actions):
        expected = sound.step(action)
        seen, rewards, terminated, truncated, infos = envs.step(action)
        for found, oracle in zip((seen, rewards, terminated, truncated), expected):
            assert np.array_equal(found[others], np.asarray(oracle)[others])
        assert np.array_equal(envs.state.q[others], sound.state.q[others])
        assert np.array_equal(envs.state.v[others], sound.state.v[others])
        assert np.isfinite(seen).all() and np.isfinite(rewards).all()
        if k == 0:
            assert truncated[BAD] and not terminated[BAD] and rewards[BAD] == 0.0
            assert infos["_failure"].tolist() == (~others).tolist()
            assert "overflow" in infos["failure"][BAD] or "finite" in infos["failure"][BAD]
            assert np.array_equal(envs.state.q[BAD], before)
        else:
            # the row starts anew in the step that follows, as after any episode
            assert "failure" not in infos and not truncated[BAD]
            assert np.isfinite(envs.state.q[BAD]).all() and (np.abs(envs.state.v[BAD]) < 1e3).all()


def test_all_rows_may_diverge() -> None:
    envs = started("pendulum", steps=10)
    envs.state.v[:] = np.inf
    _, rewards, terminated, truncated, infos = envs.step(np.zeros(envs.action_space.shape))
    assert truncated.all() and not terminated.any() and not rewards.any() and infos["_failure"].all()
    _, _, _, truncated, infos = envs.step(np.zeros(envs.action_space.shape))
    assert not truncated.any() and not infos


def test_the_single_environment_ends_its_episode() -> None:
    env = denoc.gym.MechanismEnv("quadruped")
    env.reset(seed=1)
    env.state.v[:] = 1e300
    seen, reward, terminated, truncated, info = env.step(np.zeros(env.action_space.shape))
    assert truncated and not terminated and reward == 0.0 and info["failure"]
    assert np.isfinite(seen).all()
    env.reset()
    *_, truncated, info = env.step(np.zeros(env.action_space.shape))
    assert not truncated and info == {}
