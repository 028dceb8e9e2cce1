"""One folder for sweeps of the program and of Python: begun by one, ended and read by the other."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

import denoc
from test_sweep_folder import started, wait_for

#: 1,000 points of a four-bar; the last 20 cannot be assembled.
LENGTHS = [round(0.03 + 0.0002 * k, 4) for k in range(49)] + [0.4]
SWEEP = f"""
model = "fourbar"
[start]
v = {{ crank_pivot = "60 rpm" }}
[simulate]
duration = 0.05
output_step = 0.005
[sweep]
sampling = "grid"
[[sweep.parameter]]
path = "links.crank.length"
values = {LENGTHS}
[[sweep.parameter]]
path = "links.coupler.mass"
from = "1 kg"
to = "10 kg"
count = 20
[sweep.metrics]
top = "absmax v[crank_pivot]"
end = "final q[crank_pivot]"
"""

PYTHON = """
import sys, denoc
denoc.sweep(sys.argv[1], out=sys.argv[2], workers=2, part_rows=40)
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """The scenario file."""
    file = tmp_path / "bars.toml"
    file.write_text(SWEEP)
    return file


def program(cli: Path, scenario: Path, folder: Path) -> list[str]:
    return [str(cli), "sweep", str(scenario), "--out", str(folder), "--threads", "2", "--part-rows", "40"]


@pytest.fixture(scope="module")
def uninterrupted(cli: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Results of the program, not interrupted."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    (folder / "bars.toml").write_text(SWEEP)
    subprocess.run(program(cli, folder / "bars.toml", folder / "sweep"), check=True, capture_output=True)
    return (folder / "sweep" / "results.csv").read_bytes()


def test_python_ends_what_the_program_began(cli: Path, scenario: Path, uninterrupted: bytes, tmp_path: Path) -> None:
    # oracle: the program alone, byte by byte
    folder = tmp_path / "shared"
    child = subprocess.Popen(program(cli, scenario, folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_for(folder, 20, child)
    child.kill()
    child.communicate()
    half = denoc.sweeps.read(folder)
    assert 20 <= len(half) < 1000 and half.total == 1000, "the sweep ended before it was killed: make it longer"
    table = denoc.sweep(scenario, out=folder)
    assert (folder / "results.csv").read_bytes() == uninterrupted and len(table.failed) == 20
    for row, point in enumerate(half["point"]):
        assert half["end"][row] == table["end"][point] or half["error"][row] == table["error"][point]


def test_the_program_ends_what_python_began(cli: Path, scenario: Path, uninterrupted: bytes, tmp_path: Path) -> None:
    # oracle: the program alone, byte by byte
    folder = tmp_path / "shared"
    child = started(PYTHON, scenario, folder)
    wait_for(folder, 20, child)
    child.kill()
    child.communicate()
    half = denoc.sweeps.read(folder)
    assert 20 <= len(half) < 1000, "the sweep ended before it was killed: make it longer"
    done = subprocess.run(program(cli, scenario, folder), capture_output=True, text=True, check=True)
    assert f"{len(half)} points finished before" in done.stderr
    assert (folder / "results.csv").read_bytes() == uninterrupted
    # nothing is left to do for Python either
    start = time.monotonic()
    assert len(denoc.sweep(scenario, out=folder)) == 1000 and time.monotonic() - start < 10


def test_the_program_does_not_write_beside_python(cli: Path, scenario: Path, tmp_path: Path) -> None:
    # oracle: what the program says while a point of Python is being computed
    messages: list[str] = []

    def inside(x: float) -> float:
        command = program(cli, scenario, tmp_path / "shared")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        messages.append(done.stderr)
        return float(done.returncode)

    table = denoc.sweep(inside, {"x": [1.0]}, out=tmp_path / "shared", workers=1)
    assert table["value"][0] != 0.0 and "another process is writing this sweep" in messages[0], messages


def test_another_sweep_of_the_other_is_refused(cli: Path, scenario: Path, tmp_path: Path) -> None:
    # oracle: what a person would say
    folder = tmp_path / "shared"
    scenario.write_text(SWEEP.replace("count = 20", "count = 2"))
    subprocess.run(program(cli, scenario, folder), check=True, capture_output=True)
    with pytest.raises(denoc.InputError, match="sweep.metrics.top: .* there, nothing here"):
        denoc.sweep(scenario, metrics={"end": "final q[crank_pivot]"}, out=folder)
    with pytest.raises(denoc.InputError, match="the folder sweeps the model fourbar, not the function .*<lambda>"):
        denoc.sweep(lambda x: x, {"x": [1.0]}, out=folder, workers=1)
