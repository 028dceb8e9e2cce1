"""Oracle: the command line program, which is the same library without Python between."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc
from conftest import assert_close, random_states

TREES = ["panda_like", "puma", "stanford", "quadruped", "chain_20", "dual_arm"]
LOOPS = ["fourbar", "slider_crank", "delta", "stewart", "spatial_fourbar"]


def program(cli: Path, *arguments: str, state: Any = None) -> dict[str, Any]:
    """What the program prints as JSON."""
    text = None if state is None else json.dumps(state)
    given = [] if state is None else ["--state", "-"]
    done = subprocess.run([str(cli), *arguments, "--json", *given], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def rows(**columns: np.ndarray) -> list[dict[str, list[float]]]:
    return [{name: list(row) for name, row in zip(columns, values)} for values in zip(*columns.values())]


@pytest.mark.parametrize("name", TREES)
def test_dynamics_of_trees_have_the_same_bits(cli: Path, name: str) -> None:
    model = denoc.load(name)
    q, v, a, tau = random_states(model, 5)
    inverse = program(cli, "inverse", name, state=rows(q=q, v=v, a=a))
    forward = program(cli, "forward", name, state=rows(q=q, v=v, tau=tau))
    matrices = program(cli, "matrices", name, state=rows(q=q, v=v))
    # the program evaluates many states as a batch
    assert np.array_equal(model.inverse_dynamics(q, v, a), inverse["tau"])
    assert np.array_equal(model.forward_dynamics(q, v, tau), forward["a"])
    assert_close(model.gim(q), np.array(matrices["gim"]), 1e-14, "gim")
    assert_close(model.mci(q, v), np.array(matrices["mci"]), 1e-13, "mci")
    assert_close(model.vci(q, v), np.array(matrices["vci"]), 1e-13, "vci")
    assert_close(model.gravity(q), np.array(matrices["gravity"]), 1e-13, "gravity")
    u, d = model.udut(q)
    assert_close(u, np.array(matrices["u"]), 1e-12, "u")
    assert_close(d, np.array(matrices["d"]), 1e-12, "d")


@pytest.mark.parametrize("name", LOOPS)
def test_dynamics_of_loops(cli: Path, name: str) -> None:
    model = denoc.load(name)
    rng = np.random.default_rng(4)
    q = model.random(3)
    v = model.project_velocity(q, rng.uniform(-1.0, 1.0, model.nv))
    a = model.project_acceleration(q, v, rng.uniform(-1.0, 1.0, model.nv))
    inverse = program(cli, "inverse", name, state={"q": list(q), "v": list(v), "a": list(a)})
    # the program closes the loops once more
    assert_close(q, np.array(inverse["q"]), 1e-9, "q")
    assert_close(a, np.array(inverse["a"]), 1e-6, "a")
    printed = model.inverse_dynamics(*(np.array(inverse[x]) for x in "qva"))
    assert_close(printed, np.array(inverse["tau"]), 1e-12, "tau")
    tau = np.where(model.actuated, rng.uniform(-1.0, 1.0, model.nv), 0.0)
    forward = program(cli, "forward", name, state={"q": list(q), "v": list(v), "tau": list(tau)})
    found = model.forward_dynamics(*(np.array(forward[x]) for x in ("q", "v", "tau")))
    assert_close(found, np.array(forward["a"]), 1e-12, "a")
    # the loops stay closed
    assert_close(model.project_acceleration(q, v, found), found, 1e-9)


@pytest.mark.parametrize("name", ["puma", "quadruped", "fourbar"])
def test_poses_and_jacobians(cli: Path, name: str) -> None:
    model = denoc.load(name)
    q = model.random(3) if not model.is_closed else np.array(program(cli, "fk", name)["q"])
    printed = program(cli, "fk", name, state={"q": list(q)})
    for link in printed["links"]:
        assert_close(model.pose(q, link["pose"]["name"]), np.array(link["to_base"]), 1e-13)
    jacobian = printed["jacobian"]
    assert_close(model.jacobian(q, jacobian["frame"]), np.array(jacobian["rows"]), 1e-13)


@pytest.mark.parametrize("name", LOOPS)
def test_mobility(cli: Path, name: str) -> None:
    printed, found = program(cli, "mobility", name), denoc.load(name).mobility()
    assert (found.degrees_of_freedom, found.redundant) == (printed["degrees_of_freedom"], printed["redundant"])
