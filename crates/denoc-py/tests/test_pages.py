"""The Python code of README.md and docs/*.md runs, block after block, and prints or asserts nothing that is wrong."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import denoc
from conftest import REPOSITORY

PAGES = sorted([REPOSITORY / "README.md", *(REPOSITORY / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
#: What a block takes for granted, by a word of it.
GIVEN = {
    "denoc.interop.pinocchio(model, pin_model)": """
        import denoc
        import numpy as np
        import pinocchio as pin
        from conftest import rare_joints
        from pathlib import Path
        file = rare_joints(Path("."), "revolute", "prismatic", "revolute")
        model, pin_model = denoc.load(file), pin.buildModelFromUrdf(str(file))
        data = pin_model.createData()
        q, v, a = model.random(seed=1), np.ones(model.nv), np.ones(model.nv)
    """,
}
#: What a block must leave behind, by a word of it.
THEN = {
    "denoc.interop.pinocchio(model, pin_model)": """
        theirs = order.tau_from(q, pin.rnea(pin_model, data, order.q_to(q), order.v_to(q, v), order.a_to(q, v, a)))
        assert np.allclose(theirs, model.inverse_dynamics(q, v, a), rtol=1e-12)
    """,
    'table.units                # {': """
        import ast
        shown = next(line for line in SOURCE.splitlines() if line.startswith("table.units"))
        assert table.units == ast.literal_eval(shown.split("#")[1].strip()), table.units
        assert len(table.failed) == 0
    """,
}
#: Packages that a block needs beside NumPy, by a word of it.
NEEDS = {"to_pandas": "pandas", ".plot()": "matplotlib", "denoc.sweep(": "cloudpickle", "gym": "gymnasium", "pin_model": "pinocchio"}


def blocks() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in BLOCK.finditer(text):
            line = text.count("\n", 0, found.start()) + 2
            yield f"{page.relative_to(REPOSITORY).as_posix()}:{line}", found[1]


BLOCKS = dict(blocks())


def test_the_pages_have_python() -> None:
    # oracle: none needed; a page that moved would leave nothing to test
    assert {place.split(":")[0] for place in BLOCKS} >= {"README.md", "docs/python.md"}
    for word in [*GIVEN, *THEN]:
        assert any(word in block for block in BLOCKS.values()), f"no page has {word!r} any more: remove it from this file"


@pytest.mark.parametrize("place", BLOCKS)
def test_python_of_a_page_runs(place: str, tmp_path: Path) -> None:
    # oracle: the block itself, what its comments say about units, and Pinocchio
    block = BLOCKS[place]
    for word, package in NEEDS.items():
        if word in block:
            pytest.importorskip(package)
    parts = [dedent(text) for word, text in GIVEN.items() if word in block]
    parts += [block, f"SOURCE = {block!r}"]
    parts += [dedent(text) for word, text in THEN.items() if word in block]
    script = tmp_path / "block.py"
    script.write_text("\n".join(parts), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={
            **os.environ,
            "MPLBACKEND": "Agg",
            "PYTHONUTF8": "1",
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]),
            # `show` opens a page; nobody looks at it here
            "BROWSER": "true",
        },
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, f"{place}\n{done.stderr}"
    assert "Warning" not in done.stderr, f"{place}\n{done.stderr}"


def dedent(text: str) -> str:
    return "\n".join(line.removeprefix("        ") for line in text.splitlines())


def test_names_for_newcomers_exist() -> None:
    # oracle: the package itself
    page = (REPOSITORY / "docs/coming-from.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`(denoc(?:\.\w+)+|(?:Model|Trajectory)(?:\.\w+)+)", page))
    theirs = {"Model.lowerPositionLimit", "Model.getJointId", "Model.getFrameId"}
    assert len(names) > 30 and theirs <= names
    for name in sorted(names - theirs):
        found: object = denoc
        for part in name.removeprefix("denoc.").split("."):
            assert hasattr(found, part), f"there is no {name}"
            found = getattr(found, part)


@pytest.mark.parametrize("library", ["pinocchio", "mujoco"])
def test_names_of_other_libraries_exist(library: str) -> None:
    # oracle: the libraries
    module = pytest.importorskip(library)
    if library == "pinocchio":
        importlib.import_module("pinocchio.visualize")
    else:
        importlib.import_module("mujoco.rollout")
    page = (REPOSITORY / "docs/coming-from.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.split("\n## RoboAnalyzer")[0].splitlines() if line.startswith("| ")]
    names = [name for row in rows[1:] for name in re.findall(r"`([\w.]+)`", row[2 if library == "pinocchio" else 3])]
    assert len(names) > 25
    for name in names:
        found: object = module
        for part in name.split("."):
            assert hasattr(found, part), f"{library} has no {name}"
            found = getattr(found, part)
