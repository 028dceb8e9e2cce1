"""Tasks of the environments: what is observed, rewarded, and the end of an episode."""

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import denoc  # noqa: E402
from denoc.gym import MechanismEnv, QuadrupedWalk, State  # noqa: E402


def test_a_pendulum_is_swung_up() -> None:
    # oracle: pumping energy until it suffices, then a spring with damping, brings the rod up; the best reward is zero
    env = MechanismEnv("pendulum")
    env.reset(seed=1, options={"q": [0.05], "v": [0.0]})
    for _ in range(200):
        q, v = env.state.q[0, 0], env.state.v[0, 0]
        away = np.remainder(q, 2 * np.pi) - np.pi
        lack = 4.905 - (v**2 / 6 - 4.905 * np.cos(q))
        action = np.sign(v) * 2 * lack if abs(away) > 0.25 else -4.5 * away - 1.5 * v
        observation, reward, _, _, _ = env.step([action])
    np.testing.assert_allclose(observation, [1.0, 0.0, 0.0], atol=1e-3)
    assert -1e-6 < reward <= 0.0


@pytest.mark.parametrize(("q", "ended"), [([2.39, 0.0], True), ([-2.39, 0.0], False), ([0.0, 0.2], True)])
def test_a_cart_must_stay_on_its_rail_and_the_pole_up(q: list[float], ended: bool) -> None:
    # oracle: 20 ms at 1 m/s and 1 rad/s lead beyond 2.4 m or 12 degrees, or away from them
    env = MechanismEnv("cart_pole")
    env.reset(seed=1, options={"q": q, "v": [1.0, 1.0]})
    observation, _, terminated, _, _ = env.step([0.0])
    assert terminated == ended
    np.testing.assert_allclose(observation, np.hstack([env.state.q[0], env.state.v[0]]), rtol=1e-6)


def test_an_arm_sees_the_way_to_its_target() -> None:
    # oracle: place of the tool plus the way is the target
    env = MechanismEnv("arm_reach")
    observation, _ = env.reset(seed=3)
    tool = env.scene.model.pose(env.state.q[0], "tool")[:3, 3]
    np.testing.assert_allclose(tool + observation[-3:], observation[-6:-3], atol=1e-6)
    np.testing.assert_allclose(observation[:12], np.hstack([np.cos(env.state.q[0]), np.sin(env.state.q[0])]), atol=1e-6)
    _, reward, _, _, _ = env.step(np.zeros(6))
    way = env.state.goal[0] - env.scene.model.pose(env.state.q[0], "tool")[:3, 3]
    assert reward == pytest.approx(-np.linalg.norm(way))


def test_a_quadruped_is_paid_for_speed_along_x() -> None:
    # oracle: a trunk turned to the left by 90 degrees moves along x when it moves to its right
    model = denoc.load("quadruped")
    rest = model.configurations["ready"]
    task = QuadrupedWalk(model, rest)
    q, v, nothing = rest.copy(), np.zeros(model.nv), np.zeros((1, 12))
    q[3:7] = [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]
    v[3:6] = [0.3, -0.7, 0.2]
    state = State(q, v)
    assert task.reward(state, nothing, state)[0] == pytest.approx(0.7 + 0.5)
    assert task.reward(state, nothing + 1.0, state)[0] == pytest.approx(0.7 + 0.5 - 0.05)
    # lying on its side, up is to its left
    q[3:7] = [-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]
    fallen = State(q, v)
    np.testing.assert_allclose(task.observe(fallen)[0, 1:4], model.pose(q, "trunk")[2, :3], atol=1e-12)
    assert task.terminated(fallen)[0] and not task.terminated(state)[0]
