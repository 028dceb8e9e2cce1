"""The examples for newcomers run, as scripts and as notebooks, and say what they should."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import denoc
from conftest import REPOSITORY, assert_close, random_states

SCRIPTS = sorted((REPOSITORY / "examples/python").glob("*.py"))
NOTEBOOKS = sorted((REPOSITORY / "examples/notebooks").glob("*.ipynb"))
#: What an example needs beside NumPy.
NEEDS = {
    "five_minute_tour": ["pandas", "matplotlib"],
    "closed_loop_in_ten_lines": [],
    "identification": [],
    "sweep": ["pandas", "pyarrow", "cloudpickle", "matplotlib"],
    "controller_design": ["matplotlib"],
    "gym_training": ["gymnasium"],
}


def output(name: str, folder: Path, *arguments: str) -> str:
    """What a script prints. It must end well."""
    for package in NEEDS[name]:
        pytest.importorskip(package)
    script = REPOSITORY / "examples/python" / f"{name}.py"
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        cwd=folder,
        env={**os.environ, "MPLBACKEND": "Agg", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr, done.stderr
    return done.stdout


def numbers(pattern: str, text: str) -> list[float]:
    """The numbers that stand where a pattern has ``#``."""
    parts = [re.escape(part) for part in pattern.split("#")]
    found = re.search(r"(-?\d[\d.,]*(?:e[-+]?\d+)?)".join(parts), text)
    assert found, f"there is no {pattern!r} in:\n{text}"
    return [float(number.replace(",", "")) for number in found.groups()]


def test_every_example_is_a_script_and_a_notebook() -> None:
    # oracle: none needed
    assert {script.stem for script in SCRIPTS} == {notebook.stem for notebook in NOTEBOOKS} == set(NEEDS)


def test_five_minute_tour(tmp_path: Path) -> None:
    # oracle: forward undoes inverse dynamics, matrices add up to torques, energy is kept, the goal is reached
    text = output("five_minute_tour", tmp_path, "tour.png")
    assert numbers("returns the accelerations, error # rad/s²", text)[0] < 1e-10
    assert numbers("matrices and recursion agree to # N m", text)[0] < 1e-10
    assert numbers("reached = True, error #", text)[0] < 1e-8
    before, after = numbers("energy # J before, # J after", text)
    assert before == pytest.approx(after, abs=1e-6)
    assert numbers("went home: error # rad", text)[0] < 1e-6
    assert "passed" in text and "missed" not in text
    assert (tmp_path / "tour.png").stat().st_size > 10_000


def test_closed_loop_in_ten_lines(tmp_path: Path) -> None:
    # oracle: one turn is 2 pi; the linkage is a crank-rocker with one freedom, which Grübler's formula says for the plane
    text = output("closed_loop_in_ten_lines", tmp_path)
    assert "fourbar: 1 degree of freedom" in text and "crank-rocker" in text
    assert numbers("crank turned by # rad", text)[0] == pytest.approx(6.2832)
    assert "audit passed: True" in text
    assert numbers("forces up to # N at crank_pivot, # N at coupler_pin, # N at output_pivot, # N at output_pin", text)


def test_the_ten_lines_are_ten() -> None:
    # oracle: the title
    source = (REPOSITORY / "examples/python/closed_loop_in_ten_lines.py").read_text(encoding="utf-8")
    assert sum(bool(line.strip()) for line in source.split('"""')[2].splitlines()) == 10


def test_identification(tmp_path: Path) -> None:
    # oracle: the formula of Mayeda, Yoshida and Osuka (1990) for n revolute joints, each across the next, the first one
    # vertical: 7 n - 4 - 2 base parameters; least squares of 7000 torques average the noise away
    text = output("identification", tmp_path)
    torques, parameters, base, condition = numbers(
        "# torques, # parameters, # base parameters, condition number #", text
    )
    assert (torques, parameters, base) == (7000, 70, 43) and condition < 100
    assert numbers("explains all but # N m", text)[0] < 1e-10
    before, after, noise = numbers(
        "error in a new motion: # N m nominal, # N m identified; noise # N m", text
    )
    assert before > 1.0 and after < noise / 5


def test_the_regressor_is_exact() -> None:
    # oracle: inverse dynamics, with parameters of each link moved to its origin (parallel axes)
    example = runpy.run_path(str(REPOSITORY / "examples/python/identification.py"))
    arm = denoc.load("kuka_kr5")
    values, phi = arm.parameters(), []
    for link in arm.link_names:
        mass, x, y, z = (values[f"links.{link}.{name}"] for name in ("mass", "center.x", "center.y", "center.z"))
        moved = mass * np.array([y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z])
        inertia = [values[f"links.{link}.inertia.{axes}"] for axes in ("xx", "yy", "zz", "xy", "xz", "yz")]
        phi += [mass, mass * x, mass * y, mass * z, *(moved + inertia)]
    states = random_states(arm, 50)[:3]
    torques = arm.inverse_dynamics(*states)
    assert_close((example["regressor"](arm, states) @ phi).reshape(torques.shape), torques, 1e-11)


def test_sweep(tmp_path: Path) -> None:
    # oracle: at crank angle zero three lengths close a triangle, or do not: 60 + 150 mm, 70 + 90 mm and 70 + 150 mm do not
    text = output("sweep", tmp_path, "map.png")
    assert "20 of 20 points" in text and "failed: 3 of 20" in text
    assert "cannot be closed" in text and "with the same table: True" in text
    # law of cosines, ground minus crank opposite to the angle
    assert numbers("best transmission: # deg", text)[0] == pytest.approx(30.7, abs=0.1)
    assert (tmp_path / "map.png").stat().st_size > 5_000


def test_controller_design(tmp_path: Path) -> None:
    # oracle: the pole stands; the gain on the cart is the root of Q over R, sqrt(1 / 0.1); both controllers are one law
    text = output("controller_design", tmp_path, "balance.png")
    assert numbers("residual #", text)[0] < 1e-9
    assert numbers("[ # ", text)[0] == pytest.approx(-3.16)
    assert abs(numbers("hinge at # rad after 10 s", text)[0]) < 1e-4
    assert numbers("their motions differ by #", text)[0] < 1e-6
    assert (tmp_path / "balance.png").stat().st_size > 10_000


def test_gym_training(tmp_path: Path) -> None:
    # oracle: the threshold of the task
    assert output("gym_training", tmp_path).rstrip().endswith("solved")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(notebook: Path) -> None:
    # oracle: none needed
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    # oracle: no cell fails (they check their own results), and a mechanism is shown
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for package in ["ipykernel", "matplotlib", *NEEDS[notebook.stem]]:
        pytest.importorskip(package)
    book = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", ())]
    shown = [output["data"] for output in outputs if "data" in output]
    assert any("<iframe" in data.get("text/html", "") for data in shown)
    assert any("image/png" in data for data in shown)
    # nothing is complained of, and no picture comes twice
    assert not [output["text"] for output in outputs if output.get("name") == "stderr" and "Warning" in output["text"]]
    pictures = [[o for o in cell.get("outputs", ()) if "image/png" in o.get("data", {})] for cell in book.cells]
    assert all(len(images) <= 1 for images in pictures)
