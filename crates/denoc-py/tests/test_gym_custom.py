"""Tasks and models of one's own: what the documentation shows runs, and mistakes are named."""

import doctest
import importlib
import pkgutil
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import denoc  # noqa: E402
import denoc.gym  # noqa: E402
from conftest import REPOSITORY  # noqa: E402
from denoc.gym import EffortDrive, MechanismEnv, MechanismVectorEnv, Scene, State, Task  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

MODULES = [name for _, name, _ in pkgutil.walk_packages(denoc.gym.__path__, "denoc.gym.")]


class Still(Task):
    """Two joints, four observations, no goal."""

    observation_limit: Any = np.array([1.0, 1.0, 2.0, 2.0])

    def start(self, rng: np.random.Generator) -> State:
        return State(rng.uniform(-0.1, 0.1, 2), [0.0, 0.0], None)

    def observe(self, state: State) -> Any:
        return np.hstack([state.q, state.v])

    def reward(self, before: State, action: Any, after: State) -> Any:
        return -(after.q**2).sum(axis=1)


def still(**changed: Any) -> Scene:
    """A scene of the task above, some of it replaced."""
    model = denoc.load("two_r")
    return Scene(model, type("Mine", (Still,), changed)(), drive=EffortDrive(model, limit=5.0))


def one(scene: Scene) -> Any:
    """A reset and a step of one state."""
    env = MechanismEnv(scene)
    env.reset(seed=1)
    return env.step(np.zeros(scene.drive.size))


def many(scene: Scene) -> Any:
    """A reset and a step of three states."""
    envs = MechanismVectorEnv(scene, num_envs=3)
    envs.reset(seed=1)
    return envs.step(np.zeros((3, scene.drive.size)))


@pytest.mark.parametrize("name", ["denoc.gym", *MODULES])
def test_examples_of_a_module(name: str) -> None:
    # oracle: what the docstrings say
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_task_of_the_documentation_runs() -> None:
    # oracle: Gymnasium's environment checker; states alone and among others go the same way
    text = (REPOSITORY / "docs/python.md").read_text(encoding="utf-8")
    (example,) = [code for code in re.findall(r"```python\n(.*?)```", text, re.S) if "(Task)" in code]
    names: dict[str, Any] = {}
    exec(example, names)
    env, envs = names["env"], names["envs"]
    check_env(env, skip_render_check=True)
    alone, _ = env.reset(seed=5)
    together, _ = envs.reset(seed=5)
    assert alone.shape == (4,) and together.shape == (envs.num_envs, 4)
    np.testing.assert_array_equal(together[0], alone)
    assert env.state.goal.shape == (1, 2) and envs.state.goal.shape == (envs.num_envs, 2)


@pytest.mark.parametrize("goal", [None, (), np.zeros((1, 0))])
@pytest.mark.parametrize("run", [one, many])
def test_a_task_needs_no_goal(run: Callable[[Scene], Any], goal: Any) -> None:
    # oracle: no columns; rewards of the task
    _, reward, *_ = run(still(start=lambda self, rng: State([0.3, 0.4], [0.0, 0.0], goal)))
    np.testing.assert_allclose(reward, -0.25, rtol=0.05)
    assert State([0.0], [0.0]).goal.shape == (1, 0)
    assert State(np.zeros((3, 2)), np.zeros((3, 2))).goal.shape == (3, 0)


def test_states_are_copies_of_vectors_or_rows() -> None:
    # oracle: the shapes (N, nq), (N, nv), (N, g)
    q = np.array([1.0, 2.0])
    state = State(q, q, [7, 8, 9])
    assert state.q.shape == state.v.shape == (1, 2) and state.goal.shape == (1, 3)
    q[:] = 0.0
    assert state.q.tolist() == [[1.0, 2.0]]
    with pytest.raises(denoc.InputError, match=r"q has 1 rows and v has 2, found shapes \(1, 2\) and \(2, 2\)"):
        State(q, np.zeros((2, 2)))
    with pytest.raises(denoc.InputError, match="q must be numbers, one row per state; found 'a'"):
        State("a", q)
    with pytest.raises(denoc.InputError, match=r"v must have one row per state; found shape \(1, 1, 2\)"):
        State(q, np.zeros((1, 1, 2)))


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"start": lambda self, rng: ([0.0], [0.0])}, r"Mine.start must return a State, as by State\(q, v\); found a tuple"),
    ({"start": lambda self, rng: State([0.0], [0.0, 0.0])}, r"start: q of two_r has the shape \(1, 2\).*found \(1, 1\)"),
    ({"start": lambda self, rng: State([0.0, 0.0], [np.nan, 0.0])}, "start: v must be finite; found"),
    ({"observe": lambda self, state: state.q}, r"observe must return .* \([13], 4\).*found shape \([13], 2\)"),
    ({"observe": lambda self, state: None}, r"observe must return .*; found None \(is a return missing"),
    ({"observe": lambda self, state: np.full((len(state.q), 4), np.nan)}, r"observe returned nan at \(0, 0\)"),
    ({"reward": lambda self, before, action, after: 1.0}, r"reward must .* \([13],\).*single float64 1.0"),
    ({"reward": lambda self, before, action, after: after.q}, r"reward must return .*found shape \([13], 2\)"),
    ({"reward": lambda self, before, action, after: "good"}, "reward must return .*found a str"),
    ({"terminated": lambda self, state: False}, r"terminated must return .* \([13],\).*single bool False"),
    ({"terminated": lambda self, state: np.zeros(len(state.q))}, r"terminated must .*found shape \([13],\) of float64"),
    ({"observation_limit": 3.0}, "observation_limit must hold one positive number per observation; found the single"),
    ({"observation_limit": [1.0, -1.0, 2.0, 2.0]}, r"observation_limit must hold one positive number"),
]


@pytest.mark.parametrize("run", [one, many])
@pytest.mark.parametrize(("changed", "message"), MISTAKES)
def test_wrong_answers_of_a_task_are_named(run: Callable[[Scene], Any], changed: dict[str, Any], message: str) -> None:
    # oracle: the texts of the messages
    with pytest.raises(denoc.InputError, match=message):
        run(still(**changed))


def test_goals_have_as_many_numbers_in_every_episode() -> None:
    # oracle: the texts of the messages
    sizes = iter([1, 1, 2, 2, 2, 3, 3])
    scene = still(
        start=lambda self, rng: State([0.0, 0.0], [0.0, 0.0], np.zeros(next(sizes))),
        terminated=lambda self, state: np.ones(len(state.q), dtype=bool),
    )
    with pytest.raises(denoc.InputError, match="goals of 1 and 2 numbers"):
        many(scene)
    envs = MechanismVectorEnv(scene, num_envs=2)
    envs.reset(seed=1)
    envs.step(np.zeros((2, 2)))
    with pytest.raises(denoc.InputError, match="a goal of 3 numbers, before 2"):
        envs.step(np.zeros((2, 2)))


def test_a_scene_says_what_it_needs() -> None:
    # oracle: the texts of the messages
    model = denoc.load("two_r")
    drive = EffortDrive(model, limit=5.0)
    bare: Any = type("Bare", (Task,), {"start": Still.start, "observe": Still.observe, "reward": Still.reward})
    wrong: Any = "two_r"
    with pytest.raises(denoc.InputError, match="Bare.observation_limit is missing"):
        Scene(model, bare(), drive=drive)
    with pytest.raises(denoc.InputError, match=r"must be a denoc.gym.Task: give an object, Bare\(...\)"):
        Scene(model, bare, drive=drive)
    with pytest.raises(denoc.InputError, match=r"model is 'two_r'; it must be a denoc.Model, as by denoc.load"):
        Scene(wrong)


@pytest.mark.parametrize("make", [MechanismEnv, MechanismVectorEnv])
def test_a_model_is_a_scene(make: Callable[[Any], Any]) -> None:
    # oracle: the scene of the model, with the default task and drive
    env = make(denoc.load("cart_pole"))
    assert isinstance(env.scene.task, denoc.gym.Hold) and isinstance(env.scene.drive, EffortDrive)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    with pytest.raises(denoc.InputError, match=r"effort_limit inf; .*EffortDrive\(model, limit=...\)"):
        make(denoc.load("two_r"))
    with pytest.raises(denoc.InputError, match="no scene 'two_r'; .* any model is one: denoc.load"):
        make("two_r")
    with pytest.raises(denoc.InputError, match="scene is None; it must be a Scene, a denoc.Model, or one of pendulum"):
        make(None)
