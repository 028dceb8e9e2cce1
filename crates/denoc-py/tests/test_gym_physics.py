"""Environments: they move as mechanics says, and their tasks can be solved."""

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("gymnasium")

import denoc  # noqa: E402
from denoc.gym import EffortDrive, MechanismEnv, Scene  # noqa: E402


def test_a_pendulum_left_alone_keeps_its_energy() -> None:
    # oracle: conservation; steps of fourth order, 10 ms long, err by less than 1e-6 of the swing's 10 J in 50 s
    env = MechanismEnv("pendulum")
    model = env.scene.model
    env.reset(seed=1, options={"q": [2.5], "v": [0.3]})
    begun = sum(model.energy(env.state.q[0], env.state.v[0]))
    speeds = []
    for _ in range(1000):
        env.step([0.0])
        speeds.append(env.state.v[0, 0])
    assert abs(sum(model.energy(env.state.q[0], env.state.v[0])) - begun) < 1e-5
    assert max(speeds) > 3.0


def test_a_step_is_a_simulation() -> None:
    # oracle: the adaptive integrator of simulate
    model = denoc.load("two_r")
    env = MechanismEnv(Scene(model, drive=EffortDrive(model, limit=[8.0, 3.0]), dt=0.1, substeps=20))
    q, v, action = [0.3, -0.7], [0.5, 1.0], [0.5, -1.0]
    env.reset(seed=1, options={"q": q, "v": v})
    env.step(action)
    expected = model.simulate(0.1, q, v, controller=lambda t, q, v: np.array([4.0, -3.0]))
    np.testing.assert_allclose(env.state.q[0], expected.q[-1], rtol=0, atol=1e-6)
    np.testing.assert_allclose(env.state.v[0], expected.v[-1], rtol=0, atol=1e-6)


def test_the_cart_pole_has_the_accelerations_of_the_textbook() -> None:
    # oracle: Barto, Sutton and Anderson (1983), with the inertia of the rod about its end in place of 4/3 m l²
    model = denoc.load("cart_pole")
    rng = np.random.default_rng(1)
    cart, pole, half, gravity = 1.0, 0.1, 0.5, 9.81
    about_end = 0.008335833333333333 + pole * half**2
    for _ in range(20):
        x, angle, rate, force = rng.uniform(-2, 2, 4)
        pull = (force + pole * half * rate**2 * np.sin(angle)) / (cart + pole)
        turn = (gravity * np.sin(angle) - np.cos(angle) * pull) / (
            about_end / (pole * half) - pole * half * np.cos(angle) ** 2 / (cart + pole)
        )
        slide = pull - pole * half * turn * np.cos(angle) / (cart + pole)
        found = model.forward_dynamics([x, angle], [0.4, rate], [force, 0.0])
        np.testing.assert_allclose(found, [slide, turn], rtol=1e-12, atol=1e-12)


def test_a_pole_left_alone_falls() -> None:
    # oracle: the linear motion near the upright position, angle = start · cosh(t · growth)
    env = MechanismEnv("cart_pole")
    env.reset(seed=1, options={"q": [0.0, 1e-5], "v": [0.0, 0.0]})
    for _ in range(50):
        env.step([0.0])
    about_end, all_mass, moment = 0.008335833333333333 + 0.025, 1.1, 0.05
    growth = np.sqrt(moment * 9.81 * all_mass / (about_end * all_mass - moment**2))
    assert env.state.q[0, 1] == pytest.approx(1e-5 * np.cosh(growth), rel=1e-6)
    terminated = False
    for _ in range(150):
        terminated = terminated or env.step([0.0])[2]
    assert terminated


def test_an_arm_reaches_its_target() -> None:
    # oracle: the Jacobian shows the way; joints follow the speeds asked for
    env = MechanismEnv("arm_reach")
    model = env.scene.model
    for seed in range(3):
        env.reset(seed=seed)
        for _ in range(80):
            q, goal = env.state.q[0], env.state.goal[0]
            way = goal - model.pose(q, "tool")[:3, 3]
            jacobian = model.jacobian(q, "tool")[3:]
            rates = jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + 1e-3 * np.eye(3), 4.0 * way)
            _, reward, terminated, _, _ = env.step(rates / (0.5 * model.velocity_limit))
        assert reward > 0.99 and not terminated


def test_an_arm_stops_at_its_limits() -> None:
    # oracle: the limits of the model; forces are bounded, and held for 10 ms, so joints err a little
    env = MechanismEnv("arm_reach")
    model = env.scene.model
    env.reset(seed=1)
    fastest = 0.0
    for _ in range(200):
        env.step(np.ones(6))
        fastest = max(fastest, float(np.abs(env.state.v[0]).max()))
        assert (env.state.q[0] <= model.upper + 0.01).all()
    assert fastest == pytest.approx(0.5 * model.velocity_limit.max(), rel=0.1)
    np.testing.assert_allclose(env.state.q[0], model.upper, atol=0.01)


def test_a_quadruped_stands() -> None:
    # oracle: the ground carries the weight; the posture is kept
    env = MechanismEnv("quadruped")
    model, ground = env.scene.model, env.scene.ground
    assert ground is not None
    ready = model.configurations["ready"]
    env.reset(seed=1, options={"q": ready, "v": np.zeros(model.nv)})
    for _ in range(100):
        terminated = env.step(np.zeros(12))[2]
        assert not terminated
        assert np.abs(env.state.q[0, :3] - ready[:3]).max() < 0.025
    forces = ground.forces(env.state.q, env.state.v)[0]
    assert (forces[:, 2] > 0.1 * 9.81 * model.mass).all()
    np.testing.assert_allclose(forces.sum(axis=0), [0.0, 0.0, 9.81 * model.mass], atol=0.02 * 9.81 * model.mass)


def trot(k: int) -> npt.NDArray[np.float64]:
    """An open-loop trot: diagonal legs swing together, 1.5 times a second."""
    action = np.zeros((4, 3))
    phase = 2 * np.pi * 1.5 * 0.02 * k + np.array([0.0, np.pi, np.pi, 0.0])
    lift = np.maximum(np.cos(phase), 0.0)
    action[:, 1] = -0.6 * np.sin(phase) + 0.3 * lift
    action[:, 2] = -0.6 * lift
    return action.ravel()


def test_a_quadruped_can_walk() -> None:
    # oracle: feet that move back while they carry push the trunk forward
    env = MechanismEnv("quadruped")
    env.reset(seed=1)
    for k in range(150):
        terminated = env.step(trot(k))[2]
        assert not terminated
    assert env.state.q[0, 0] > 0.5


def test_friction_of_a_sliding_foot_is_that_of_coulomb() -> None:
    # oracle: friction against the motion, 0.8 of the normal force of 25 kN/m; no force in the air
    env = MechanismEnv("quadruped")
    model, ground = env.scene.model, env.scene.ground
    assert ground is not None
    q, v = model.configurations["ready"].copy(), np.zeros(model.nv)
    q[2] -= 0.002
    v[3:5] = [3.0, 4.0]
    forces = ground.forces(q, v)[0]
    # the configuration of the file is rounded to 1e-6 m
    np.testing.assert_allclose(forces[:, 2], 50.0, atol=0.05)
    np.testing.assert_allclose(forces[:, :2], forces[:, 2:] * [-0.8 * 0.6, -0.8 * 0.8], rtol=1e-5)
    q[2] += 0.01
    assert not ground.forces(q, v).any()
