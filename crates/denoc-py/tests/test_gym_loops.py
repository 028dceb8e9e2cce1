"""Environments of mechanisms with loops: episodes begin closed, motors where they are wanted."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import denoc  # noqa: E402
from denoc.gym import EffortDrive, Hold, MechanismEnv, MechanismVectorEnv, Scene, State, Task  # noqa: E402

FIVEBAR = """
[model]
name = "five-bar"
gravity = [0, -9.81, 0]
"""
LINK = """
[[link]]
name = "{link}"
mass = 1.0
center = [{half}, 0, 0]
inertia = {{ xx = 0.001, yy = 0.005, zz = 0.005 }}
[[joint]]
name = "{joint}"
type = "revolute"
axis = [0, 0, 1]
parent = "{parent}"
origin = {{ xyz = [{at}, 0, 0] }}
child = "{link}"
"""
TIP = """
[[joint]]
name = "tip"
type = "revolute"
axis = [0, 0, 1]
parent = "left rod"
origin = { xyz = [0.3, 0, 0] }
child = "right rod"
child_origin = { xyz = [0.3, 0, 0] }
"""


def fivebar(folder: Path, *motors: str) -> denoc.Model:
    """Two cranks of 0.2 m, 0.2 m apart, and two rods of 0.3 m; all joints at zero it is open by 0.2 m."""
    text = FIVEBAR
    for side, at in (("left", 0.0), ("right", 0.2)):
        text += LINK.format(link=f"{side} crank", joint=f"{side} motor", parent="ground", at=at, half=0.1)
        text += LINK.format(link=f"{side} rod", joint=f"{side} elbow", parent=f"{side} crank", at=0.2, half=0.15)
    text += TIP + "".join(f'[[actuator]]\nname = "{name}"\njoint = "{name}"\n' for name in motors)
    file = folder / "fivebar.toml"
    file.write_text(text)
    return denoc.load(file)


def gap(model: denoc.Model, q: Any) -> float:
    """How far the ends of both rods are apart."""
    ends = [model.pose(q, f"{side} rod") @ [0.3, 0.0, 0.0, 1.0] for side in ("left", "right")]
    return float(np.linalg.norm(ends[0] - ends[1]))


@pytest.mark.parametrize("motors", [("left motor", "right motor"), ()])
def test_an_open_drawing_is_closed(tmp_path: Path, motors: tuple[str, ...]) -> None:
    # oracle: poses of the rods' ends, before and after steps; with motors listed, and with all joints driven
    model = fivebar(tmp_path, *motors)
    assert gap(model, model.neutral()) > 0.1
    scene = Scene(model, drive=EffortDrive(model, limit=2.0))
    env, envs = MechanismEnv(scene), MechanismVectorEnv(scene, num_envs=2)
    env.reset(seed=1)
    envs.reset(seed=1)
    assert gap(model, env.state.q[0]) < 1e-9
    np.testing.assert_array_equal(envs.state.q[1], env.state.q[0])
    env.step(np.ones(scene.drive.size))
    envs.step(np.ones((2, scene.drive.size)))
    assert gap(model, env.state.q[0]) < 1e-6
    np.testing.assert_array_equal(envs.state.q[1], env.state.q[0])


def test_motors_begin_as_given(tmp_path: Path) -> None:
    # oracle: what is given; the ends of the rods stay together, in place and in speed
    model = fivebar(tmp_path, "left motor", "right motor")
    env = MechanismEnv(Scene(model, drive=EffortDrive(model, limit=2.0)))
    env.reset(seed=1, options={"q": [2.0, -1.0, 1.0, 1.0], "v": [0.5, 0.0, -0.25, 0.0]})
    q, v = env.state.q[0], env.state.v[0]
    np.testing.assert_allclose(q[[0, 2]], [2.0, 1.0], atol=1e-12)
    np.testing.assert_allclose(v[[0, 2]], [0.5, -0.25], atol=1e-12)
    assert gap(model, q) < 1e-9 and gap(model, model.integrate(q, 1e-5 * v)) < 1e-9
    env.step([0.0, 0.0])


def test_a_closed_start_is_kept(tmp_path: Path) -> None:
    # oracle: bit by bit what is given; speeds up to rounding
    model = fivebar(tmp_path, "left motor", "right motor")
    q = model.assemble([2.0, -1.0, 1.0, 1.0]).q
    v = model.project_velocity(q, [0.5, 0.3, -0.25, 0.1])
    env = MechanismEnv(Scene(model, Hold(model, q), drive=EffortDrive(model, limit=2.0)))
    observation, _ = env.reset(seed=1, options={"q": q, "v": v})
    np.testing.assert_array_equal(env.state.q[0], q)
    np.testing.assert_allclose(env.state.v[0], v, atol=1e-12)
    assert not observation[:4].any()


def test_a_crank_stays_where_it_is_given() -> None:
    # oracle: the four-bar of the catalogue turns all around, so every angle of its crank can be kept
    model = denoc.load("fourbar")
    env = MechanismEnv(Scene(model, drive=EffortDrive(model, limit=2.0)))
    for angle in np.linspace(-3.0, 3.0, 7):
        env.reset(seed=1, options={"q": [angle, 0.0, 0.0]})
        assert env.state.q[0, 0] == pytest.approx(angle, abs=1e-12)
        env.step([1.0])


def test_what_cannot_be_closed_is_refused_at_reset(tmp_path: Path) -> None:
    # oracle: cranks 0.3 m apart that point away from each other have ends 0.7 m apart, too far for rods of 2 · 0.3 m
    model = fivebar(tmp_path, "left motor", "right motor")
    wide = Scene(model.with_parameters({"joints.right motor.origin.x": 0.3}), drive=EffortDrive(model, limit=2.0))
    for env in (MechanismEnv(wide), MechanismVectorEnv(wide, num_envs=2)):
        with pytest.raises(denoc.InputError, match=r"options\['q'\]: no pose closes .* five-bar .*nearest pose"):
            env.reset(seed=1, options={"q": [np.pi, 0.0, 0.0, 0.0]})
    with pytest.raises(denoc.InputError, match="Hold: target: no pose closes"):
        Hold(wide.model, np.array([np.pi, 0.0, 0.0, 0.0]))


def test_too_many_motors_must_agree(tmp_path: Path) -> None:
    # oracle: two motors of the five-bar decide where the third is; numbers rounded to four digits will do
    model = fivebar(tmp_path, "left motor", "right motor", "left elbow")
    env = MechanismEnv(Scene(model, drive=EffortDrive(model, limit=2.0)))
    q = model.assemble([2.0, -1.0, 1.0, 1.0]).q
    v = model.project_velocity(q, [0.5, 0.3, -0.25, 0.1])
    env.reset(seed=1, options={"q": q.round(4), "v": v.round(4)})
    np.testing.assert_allclose(env.state.q[0], q, atol=2e-4)
    np.testing.assert_allclose(env.state.v[0], v, atol=5e-4)
    env.step([0.0, 0.0, 0.0])
    with pytest.raises(denoc.InputError, match=r"options\['q'\]: no pose closes"):
        env.reset(seed=1, options={"q": q + [0.0, 0.1, 0.0, 0.0]})
    with pytest.raises(denoc.InputError, match=r"options\['v'\]: the loops of five-bar do not allow the speeds given"):
        env.reset(seed=1, options={"q": q, "v": v + [0.0, 0.5, 0.0, 0.0]})


class Anywhere(Task):
    """Begins in an open pose, at speeds that the loops do not allow."""

    observation_limit = np.ones(2)

    def start(self, rng: np.random.Generator) -> State:
        return State(rng.uniform(-3.0, 3.0, 3), rng.uniform(-1.0, 1.0, 3))

    def observe(self, state: State) -> Any:
        return np.stack([np.cos(state.q[:, 0]), np.sin(state.q[:, 0])], axis=1)

    def reward(self, before: State, action: Any, after: State) -> Any:
        return after.v[:, 0]


def test_starts_of_tasks_are_closed() -> None:
    # oracle: speeds and poses of the crank are those of the same generator of chance; steps go on
    model = denoc.load("fourbar")
    envs = MechanismVectorEnv(
        Scene(model, Anywhere(), drive=EffortDrive(model, limit=0.1), dt=0.001), num_envs=5, max_episode_steps=2
    )
    envs.reset(seed=3)
    expected = [Anywhere().start(np.random.Generator(np.random.PCG64(3 + i))) for i in range(5)]
    np.testing.assert_allclose(envs.state.q[:, 0], [state.q[0, 0] for state in expected], atol=1e-12)
    np.testing.assert_allclose(envs.state.v[:, 0], [state.v[0, 0] for state in expected], atol=1e-12)
    for _ in range(6):
        envs.step(np.zeros((5, 1)))
