"""Environments: Gymnasium's own checks, the same bits from one state and from many, errors."""

import importlib
import sys
import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import denoc  # noqa: E402
import denoc.gym  # noqa: E402
from denoc.gym import EffortDrive, Hold, MechanismEnv, MechanismVectorEnv, RateDrive, Scene  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

NAMES = ["Pendulum", "CartPole", "ArmReach", "Quadruped"]


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_the_environment(name: str) -> None:
    # oracle: Gymnasium's environment checkers, without a single warning
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"denoc/{name}-v0", render_mode="rgb_array")
        check_env(env.unwrapped)
        env.reset(seed=1)
        for _ in range(3):
            env.step(env.action_space.sample())
        env.render()
        env.close()


@pytest.mark.parametrize(("name", "limit"), [("puma", 100.0), ("fourbar", 5.0), ("hexapod", None)])
def test_gymnasium_accepts_any_model(name: str, limit: float | None) -> None:
    # oracle: Gymnasium's environment checker: an arm, a loop, a floating base
    model = denoc.load(name)
    check_env(MechanismEnv(Scene(model, drive=EffortDrive(model, limit=limit))), skip_render_check=True)


@pytest.mark.parametrize(("name", "steps"), [("Pendulum", 60), ("CartPole", 120), ("ArmReach", 45), ("Quadruped", 30)])
def test_many_states_go_the_way_of_single_ones(name: str, steps: int) -> None:
    # oracle: Gymnasium's SyncVectorEnv over single environments: bit by bit, with ends, cuts and new episodes
    make: dict[str, Any] = {"num_envs": 5, "max_episode_steps": 20}
    ours = gymnasium.make_vec(f"denoc/{name}-v0", vectorization_mode="vector_entry_point", **make)
    theirs = gymnasium.make_vec(f"denoc/{name}-v0", vectorization_mode="sync", **make)
    assert isinstance(ours, MechanismVectorEnv)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    ours.action_space.seed(3)
    seen = {"terminated": False, "truncated": False}
    np.testing.assert_array_equal(ours.reset(seed=7)[0], theirs.reset(seed=7)[0])
    for _ in range(steps):
        # all the way to one side, so that some poles fall before the cut
        actions = np.ones((5, 1)) if name == "CartPole" else np.sign(ours.action_space.sample())
        actions = actions * np.array([0.05, 0.1, 0.2, 0.5, 1.0])[:, None]
        results: list[tuple[Any, Any]] = list(zip(ours.step(actions)[:4], theirs.step(actions)[:4], strict=True))
        for found, expected in results:
            np.testing.assert_array_equal(found, expected)
        seen["terminated"] |= bool(results[2][0].any())
        seen["truncated"] |= bool(results[3][0].any())
    assert seen["truncated"]
    assert seen["terminated"] or name != "CartPole"


def test_the_same_seeds_and_actions_give_the_same_bits() -> None:
    # oracle: a second run; a list of seeds in another order
    first, second = (MechanismVectorEnv("cart_pole", num_envs=3) for _ in range(2))
    begun, _ = first.reset(seed=[5, 6, 7])
    again, _ = second.reset(seed=[7, 6, 5])
    np.testing.assert_array_equal(begun, again[::-1])
    for k in range(50):
        actions = np.full((3, 1), np.sin(0.3 * k))
        np.testing.assert_array_equal(first.step(actions)[0], second.step(actions)[0][::-1])
    # without a seed generators go on: another start
    assert not np.array_equal(first.reset()[0], begun)


def test_the_first_step_after_an_end_begins_an_episode() -> None:
    # oracle: the definition of AutoresetMode.NEXT_STEP
    envs = MechanismVectorEnv("cart_pole", num_envs=2)
    envs.reset(seed=1, options={"q": [0.0, 0.2], "v": [0.0, 1.0]})
    _, rewards, terminated, truncated, _ = envs.step(np.zeros((2, 1)))
    assert terminated.all() and not truncated.any() and (rewards == 1.0).all()
    observations, rewards, terminated, _, _ = envs.step(np.ones((2, 1)))
    assert not terminated.any() and (rewards == 0.0).all()
    assert (np.abs(observations) <= 0.05).all()


def test_bad_input_is_refused() -> None:
    # oracle: the texts of the messages
    env, envs = MechanismEnv("arm_reach"), MechanismVectorEnv("arm_reach", num_envs=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(6))
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros((2, 6)))
    env.reset(seed=1)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"expected actions of shape \(6,\), found \(5,\)"):
        env.step(np.zeros(5))
    with pytest.raises(ValueError, match=r"expected actions of shape \(2, 6\), found \(6,\)"):
        envs.step(np.zeros(6))
    with pytest.raises(ValueError, match=r"the action at \(1, 2\) is nan"):
        envs.step([[0.0] * 6, [0.0, 0.0, np.nan, 0.0, 0.0, 0.0]])
    with pytest.raises(ValueError, match="no reset option 'x'"):
        env.reset(options={"x": 1})
    with pytest.raises(ValueError, match=r"options\['q'\] must have 6 finite numbers; found shape \(2,\)"):
        env.reset(options={"q": [0.0, 0.0]})
    with pytest.raises(ValueError, match="expected 2 seeds, one per state, found 3"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="no scene 'pendulm'; did you mean \"pendulum\"\\? there are pendulum, cart_pole"):
        MechanismEnv("pendulm")
    with pytest.raises(ValueError, match="render_mode is 'human'"):
        MechanismEnv("pendulum", render_mode="human")


def test_bad_scenes_are_refused() -> None:
    # oracle: the texts of the messages
    one_r, cart = denoc.load("one_r"), denoc.load("cart_pole")
    with pytest.raises(ValueError, match="joint joint1 of one_r has the effort_limit inf; .* finite"):
        Scene(one_r)
    with pytest.raises(ValueError, match="dt is 0"):
        Scene(cart, dt=0.0)
    with pytest.raises(ValueError, match="substeps is 0"):
        Scene(cart, substeps=0)
    with pytest.raises(ValueError, match="cart_pole has joints without a motor"):
        RateDrive(cart)
    with pytest.raises(ValueError, match=r"expected one bound or 1 .* found shape \(2,\)"):
        EffortDrive(cart, limit=[1.0, 2.0])
    with pytest.raises(ValueError, match="cart_pole has no contact points"):
        denoc.gym.SoftGround(cart)


def test_a_state_that_blows_up_ends_its_episode() -> None:
    # oracle: steps far beyond the limit of stability
    scene = Scene(denoc.load("cart_pole"), Hold(denoc.load("cart_pole")), dt=50.0, substeps=1)
    env = MechanismEnv(scene)
    env.reset(seed=1, options={"q": [0.0, 1.0], "v": [0.0, 1e6]})
    for _ in range(200):
        *_, truncated, info = env.step([1.0])
        if truncated:
            break
    assert truncated and info["failure"]


def test_pictures_show_the_state() -> None:
    # oracle: the rod of 1 m (width 2.6 m for 400 points) hangs below the middle, then lies to a side of it
    env = MechanismEnv("pendulum", render_mode="rgb_array")

    def ink(q: float) -> Any:
        env.reset(seed=1, options={"q": [q], "v": [0.0]})
        picture = env.render()
        assert picture is not None and picture.shape == (400, 400, 3) and picture.dtype == np.uint8
        return np.argwhere(picture.min(axis=2) < 200)

    hanging, upright, lying = ink(0.0), ink(np.pi), ink(np.pi / 2)
    assert hanging[:, 0].min() > 190 and abs(hanging[:, 0].max() - (200 + 400 / 2.6)) < 8
    assert upright[:, 0].max() < 210
    assert np.ptp(lying[:, 0]) < 20 and np.ptp(lying[:, 1]) > 140
    envs = MechanismVectorEnv("arm_reach", num_envs=2, render_mode="rgb_array")
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None and len(pictures) == 2 and not np.array_equal(*pictures)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # oracle: the texts of the messages
    env = MechanismEnv("pendulum", render_mode="rgb_array")
    env.reset(seed=1)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"denoc\[plot\]"):
        env.render()
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ImportError, match=r"denoc\[gym\]"):
        importlib.reload(denoc.gym)
