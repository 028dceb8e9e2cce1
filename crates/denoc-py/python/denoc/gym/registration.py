"""Registration of the environments with Gymnasium."""

import gymnasium

# name, scene, steps per episode, and the return that counts as solved
_NAMES = [
    ("denoc/Pendulum-v0", "pendulum", 200, None),
    ("denoc/CartPole-v0", "cart_pole", 500, 475.0),
    ("denoc/ArmReach-v0", "arm_reach", 100, None),
    ("denoc/Quadruped-v0", "quadruped", 500, None),
]


def register() -> None:
    """Register the environments with Gymnasium; repeated calls have no effect."""
    for name, scene, steps, threshold in _NAMES:
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="denoc.gym:MechanismEnv",
                vector_entry_point="denoc.gym:MechanismVectorEnv",
                max_episode_steps=steps,
                reward_threshold=threshold,
                kwargs={"scene": scene},
            )
