"""Sweeps in folders: kills, cut files, interruptions, other sweeps."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc.sweeps.lock import lock

pytest.importorskip("pyarrow")
pytest.importorskip("cloudpickle")


def parts(folder: Path) -> dict[str, bytes]:
    """The data set: names and bytes of its parts."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("part-*"))}


def finished(folder: Path) -> int:
    """Points in the folder, while somebody else writes it."""
    return len(denoc.sweeps.read(folder)) if (folder / "sweep.json").exists() else 0


def started(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    path = os.pathsep.join(entry for entry in sys.path if entry)
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE)


def wait_for(folder: Path, points: int, child: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while finished(folder) < points and child.poll() is None and time.monotonic() < end:
        time.sleep(0.005)


def cube(x: float) -> float:
    return x**3


AXIS = {"x": [float(x) for x in range(25)]}


def test_parts_do_not_depend_on_workers(tmp_path: Path) -> None:
    # oracle: the same sweep with one worker, and the numbers in memory
    for name, workers in (("one", 1), ("three", 3)):
        table = denoc.sweep(cube, AXIS, out=tmp_path / name, part_rows=10, workers=workers)
        assert table["value"].tolist() == [x**3 for x in range(25)]
    assert parts(tmp_path / "one") == parts(tmp_path / "three")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == [*(f"part-00000{k}.parquet" for k in range(3)), "sweep.json", "sweep.lock"]
    assert denoc.sweeps.read(tmp_path / "one").to_arrow().equals(table.to_arrow())


def test_all_parts_have_the_same_columns_in_the_end(tmp_path: Path) -> None:
    # oracle: pyarrow reads all parts with one schema
    parquet = pytest.importorskip("pyarrow.parquet")

    def late(x: float) -> dict[str, float]:
        if x < 10:
            raise RuntimeError("too early")
        return {"late": x}

    denoc.sweep(late, AXIS, out=tmp_path, part_rows=10, workers=1)
    schemas = {str(parquet.read_schema(path)) for path in tmp_path.glob("part-*")}
    assert len(schemas) == 1
    assert len(denoc.sweeps.read(tmp_path).failed) == 10


def test_a_part_cut_short_is_made_again(tmp_path: Path) -> None:
    # oracle: the data set before the cut, and which points are called
    called: list[float] = []

    def noted(x: float) -> float:
        called.append(x)
        return x**3

    denoc.sweep(cube, AXIS, out=tmp_path / "whole", part_rows=10, workers=1)
    whole = parts(tmp_path / "whole")
    header = tmp_path / "cut" / "sweep.json"
    denoc.sweep(noted, AXIS, out=tmp_path / "cut", part_rows=10, workers=1)
    part = tmp_path / "cut" / "part-000001.parquet"
    part.write_bytes(part.read_bytes()[:100])
    # the list is captured, and is part of what the sweep is: as if it had been empty
    before = json.loads(header.read_text())
    called.clear()
    denoc.sweep(noted, AXIS, out=tmp_path / "cut", part_rows=10, workers=1)
    assert called == [float(x) for x in range(10, 20)]
    assert parts(tmp_path / "cut") == whole and json.loads(header.read_text()) == before


def test_finished_points_are_not_run_again_after_a_kill(tmp_path: Path) -> None:
    # oracle: the function notes every call in a file; the data set of a sweep that nobody killed
    script = """
import sys, time, denoc
def noted(x, log=sys.argv[2]):
    with open(log, "a") as file:
        file.write(f"{int(x)}\\n")
    time.sleep(0.005)
    return x ** 3
denoc.sweep(noted, {"x": list(range(400))}, out=sys.argv[1], part_rows=30, workers=2)
"""
    folder, log = tmp_path / "killed", tmp_path / "log"
    child = started(script, folder, log)
    wait_for(folder, 100, child)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    before = denoc.sweeps.read(folder)
    assert 100 <= len(before) < 400 and not before.complete
    time.sleep(1.0)  # workers notice that they are alone
    calls = Counter(log.read_text().split())
    child = started(script, folder, log)
    _, words = child.communicate(timeout=60)
    assert child.returncode == 0, words.decode()
    again = Counter(log.read_text().split()) - calls
    assert not {int(x) for x in again} & set(before["point"].tolist())
    assert len(again) == 400 - len(before)
    child = started(script, tmp_path / "whole", log)
    child.communicate()
    assert parts(folder) == parts(tmp_path / "whole") and len(parts(folder)) == 14


def test_lines_cut_short_do_not_count(tmp_path: Path) -> None:
    # oracle: by hand
    denoc.sweep(cube, AXIS, out=tmp_path, part_rows=10, workers=1)
    whole = parts(tmp_path)
    (tmp_path / "part-000002.parquet").unlink()
    (tmp_path / "pending-000001.jsonl").write_text('\n[10, {"value": 1.0}, null]')
    (tmp_path / "pending-000002.jsonl").write_text('\n[20, {"value": 8000.0}, null]\n[21, {"value": 92')
    assert len(denoc.sweeps.read(tmp_path)) == 21
    denoc.sweep(cube, AXIS, out=tmp_path, part_rows=10, workers=1)
    assert parts(tmp_path) == whole and not list(tmp_path.glob("pending-*"))


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    # oracle: the exception that Python ends with, and a folder that can be gone on with
    script = """
import sys, time, denoc
def slow(x):
    time.sleep(0.01)
    return x ** 3
denoc.sweep(slow, {"x": list(range(300))}, out=sys.argv[1], workers=2)
"""
    child = started(script, tmp_path)
    wait_for(tmp_path, 20, child)
    child.send_signal(signal.SIGINT)
    _, words = child.communicate(timeout=30)
    assert words.decode().strip().endswith("KeyboardInterrupt"), words.decode()
    table = denoc.sweeps.read(tmp_path)
    assert 20 <= len(table) < 300
    np.testing.assert_array_equal(table["value"], table["x"] ** 3)


def test_another_sweep_is_refused(tmp_path: Path) -> None:
    denoc.sweep(cube, AXIS, out=tmp_path, workers=1)
    before = parts(tmp_path)
    with pytest.raises(denoc.InputError, match="another sweep: what.function is .*cube.* what.fingerprint differs"):
        denoc.sweep(lambda x: x, AXIS, out=tmp_path, workers=1)
    with pytest.raises(denoc.InputError, match="parameters.x.values is .* points.count is 25 there and 1 here"):
        denoc.sweep(cube, {"x": [1]}, out=tmp_path, workers=1)
    assert parts(tmp_path) == before


def test_two_sweeps_at_once_are_refused(tmp_path: Path) -> None:
    with lock(tmp_path), pytest.raises(denoc.InputError, match="another sweep is at work in this folder"):
        denoc.sweep(cube, AXIS, out=tmp_path, workers=1)
    assert len(denoc.sweep(cube, AXIS, out=tmp_path, workers=1)) == 25


def test_folders_of_something_else_are_refused(tmp_path: Path) -> None:
    with pytest.raises(denoc.InputError, match="there is no sweep.json"):
        denoc.sweeps.read(tmp_path)
    (tmp_path / "part-000000.csv").write_text("")
    with pytest.raises(denoc.InputError, match="parts of a data set and no manifest"):
        denoc.sweep(cube, AXIS, out=tmp_path, workers=1)
    (tmp_path / "sweep.json").write_text("[]")
    with pytest.raises(denoc.InputError, match="not the manifest of a sweep"):
        denoc.sweep(cube, AXIS, out=tmp_path, workers=1)
