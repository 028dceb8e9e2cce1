"""Program and package evaluate a mechanism alike, to the last bit: over the whole catalogue, with and without listed motors,
whichever state comes first. Oracle: the command line program."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import denoc
from conftest import REPOSITORY, random_states
from test_rust_parity import program, rows

#: States of each mechanism.
COUNT = 3
#: Speeds from which one state of a mechanism with loops is enough, because it takes long to assemble.
SLOW = 60


def without_motors(folder: Path, name: str) -> Path | None:
    """A copy of a catalogue file without its motors; None if it has none."""
    text = (REPOSITORY / "models" / f"{name}.toml").read_text(encoding="utf-8")
    stripped = re.sub(r"^\[\[actuator\]\]\n(?:[^\[\n][^\n]*\n)*", "", text, flags=re.MULTILINE)
    if stripped == text:
        return None
    file = folder / f"{name}.toml"
    file.write_text(stripped, encoding="utf-8")
    return file


def states(model: denoc.Model) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Random states that satisfy the closures."""
    if not model.is_closed:
        q, v, a, _ = random_states(model, COUNT)
        return q, v, a
    rng = np.random.default_rng(5)
    count = COUNT if model.nv < SLOW else 1
    q = wander(model, rng, count)
    v = np.array([model.project_velocity(row, rng.uniform(-0.5, 0.5, model.nv)) for row in q])
    a = np.array([model.project_acceleration(*row, rng.uniform(-1.0, 1.0, model.nv)) for row in zip(q, v)])
    return q, v, a


def wander(model: denoc.Model, rng: np.random.Generator, count: int) -> np.ndarray:
    """Closed configurations along a random motion from the start, which may be singular itself."""
    q, rows = model.assemble().q, []
    for _ in range(count):
        step = model.project_velocity(q, rng.uniform(-0.3, 0.3, model.nv))
        q = model.assemble(model.integrate(q, step), limits=False).q
        rows.append(q)
    return np.array(rows)


def check(cli: Path, source: str) -> None:
    model = denoc.load(source)
    q, v, a = states(model)
    for order in (slice(None), slice(None, None, -1)):
        printed = program(cli, "inverse", source, "--joint-forces", state=rows(q=q[order], v=v[order], a=a[order]))
        q1, v1, a1 = (np.array(printed[name]).reshape(len(q), -1) for name in "qva")
        # a package that has seen no state yet, and one that has
        for package in (denoc.load(source), model):
            found = package.inverse_dynamics(q1, v1, a1, joint_forces=True)
            assert np.array_equal(found, printed["tau"]), "inverse dynamics"
        # in trees whose joints follow others, as in other trees, the forces of all joints are computed
        if model.is_closed and Path(source).stem != "gear_train":
            driven = [label for label, driven in zip(model.v_labels, model.actuated) if driven]
            assert driven == printed["motors"]
        tau = np.array(printed["tau"])
        if Path(source).stem == "kuka_kr5":
            # its last link has no inertia about its axis: both refuse
            with pytest.raises(denoc.SingularError):
                model.forward_dynamics(q1, v1, tau)
            continue
        printed = program(cli, "forward", source, state=rows(q=q1, v=v1, tau=tau))
        q2, v2 = (np.array(printed[name]).reshape(len(q), -1) for name in "qv")
        assert np.array_equal(model.forward_dynamics(q2, v2, tau), printed["a"]), "forward dynamics"


@pytest.mark.parametrize("name", denoc.models())
def test_every_mechanism(cli: Path, name: str) -> None:
    check(cli, name)


@pytest.mark.parametrize("name", denoc.models())
def test_every_mechanism_without_motors(cli: Path, name: str, tmp_path: Path) -> None:
    file = without_motors(tmp_path, name)
    if file is None:
        pytest.skip("the model lists no motors")
    check(cli, str(file))
