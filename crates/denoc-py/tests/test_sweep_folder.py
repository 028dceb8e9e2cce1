"""Sweeps in folders: kills, cut files, interruptions, other sweeps."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import denoc
from denoc.sweeps.engines.process import START, payload
from denoc.sweeps.tasks import FunctionTask

pytest.importorskip("pyarrow")
pytest.importorskip("cloudpickle")


def results(folder: Path) -> dict[str, bytes]:
    """The results: names and bytes of their files."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("results.*"))}


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


def test_results_do_not_depend_on_workers(tmp_path: Path) -> None:
    # oracle: the same sweep with one worker, and the numbers in memory
    for name, workers in (("one", 1), ("three", 3)):
        table = denoc.sweep(cube, AXIS, out=tmp_path / name, part_rows=10, workers=workers)
        assert table["value"].tolist() == [x**3 for x in range(25)]
    assert results(tmp_path / "one") == results(tmp_path / "three")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == ["parts", "results.csv", "results.parquet", "sweep.json"]
    assert sorted(path.name for path in (tmp_path / "one" / "parts").iterdir()) == [f"part-00000{k}.csv" for k in range(3)]
    assert (tmp_path / "one" / "results.csv").read_text().startswith("point,x,value,error\n0,0,0,\n1,1,1,\n2,2,8,\n")
    assert denoc.sweeps.read(tmp_path / "one").to_arrow().equals(table.to_arrow())


def test_metrics_that_appear_late_have_a_column(tmp_path: Path) -> None:
    # oracle: by hand
    parquet = pytest.importorskip("pyarrow.parquet")

    def late(x: float) -> dict[str, float]:
        if x < 10:
            raise RuntimeError("too early")
        return {"late": x} if x < 20 else {"late": x, "more": -x}

    table = denoc.sweep(late, AXIS, out=tmp_path, part_rows=10, workers=1)
    assert table.columns == denoc.sweeps.read(tmp_path).columns == ["point", "x", "late", "more", "error"]
    assert parquet.read_schema(tmp_path / "results.parquet").names == table.columns
    again = denoc.sweeps.read(tmp_path)
    assert len(again.failed) == 10 and again["error"][3] == "RuntimeError: too early"
    np.testing.assert_array_equal(again["more"][20:], -again["x"][20:])
    assert np.isnan(again["more"][:20]).all() and again["error"].tolist() == table["error"].tolist()
    np.testing.assert_array_equal(again["late"], table["late"])


def test_lost_rows_are_made_again(tmp_path: Path) -> None:
    # oracle: the results before the loss, and which points are called
    called: list[float] = []

    def noted(x: float) -> float:
        called.append(x)
        return x**3

    denoc.sweep(cube, AXIS, out=tmp_path / "whole", part_rows=10, workers=1)
    whole = results(tmp_path / "whole")
    header = tmp_path / "cut" / "sweep.json"
    denoc.sweep(noted, AXIS, out=tmp_path / "cut", part_rows=10, workers=1)
    (tmp_path / "cut" / "results.csv").unlink()
    part = tmp_path / "cut" / "parts" / "part-000001.csv"
    part.write_bytes(part.read_bytes()[:70])
    # the list is captured, and is part of what the sweep is: as if it had been empty
    before = json.loads(header.read_text())
    called.clear()
    kept = len(denoc.sweeps.read(tmp_path / "cut"))
    denoc.sweep(noted, AXIS, out=tmp_path / "cut", part_rows=10, workers=1)
    assert 15 < kept < 25 and called == [float(x) for x in range(kept - 5, 20)]
    assert results(tmp_path / "cut") == whole and json.loads(header.read_text()) == before


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
    # the workers write to the same place; it ends when they have
    assert child.communicate()[1] == b""
    before = denoc.sweeps.read(folder)
    assert 100 <= len(before) < 400 and not before.complete
    calls = Counter(log.read_text().split())
    child = started(script, folder, log)
    _, output = child.communicate(timeout=60)
    assert child.returncode == 0, output.decode()
    again = Counter(log.read_text().split()) - calls
    assert not {int(x) for x in again} & set(before["point"].tolist())
    assert len(again) == 400 - len(before)
    child = started(script, tmp_path / "whole", log)
    child.communicate()
    assert results(folder) == results(tmp_path / "whole") and len(results(folder)) == 2


def test_lines_cut_short_do_not_count(tmp_path: Path) -> None:
    # oracle: by hand
    denoc.sweep(cube, AXIS, out=tmp_path, part_rows=10, workers=1)
    whole = results(tmp_path)
    (tmp_path / "results.csv").unlink()
    part = tmp_path / "parts" / "part-000002.csv"
    part.write_text("point,x,value,error\n20,20,8000,\n21,21,92")
    assert len(denoc.sweeps.read(tmp_path)) == 21
    denoc.sweep(cube, AXIS, out=tmp_path, part_rows=10, workers=1)
    assert results(tmp_path) == whole and (tmp_path / "parts" / "part-000003.csv").exists()


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
    _, output = child.communicate(timeout=30)
    assert output.decode().strip().endswith("KeyboardInterrupt"), output.decode()
    table = denoc.sweeps.read(tmp_path)
    assert 20 <= len(table) < 300
    np.testing.assert_array_equal(table["value"], table["x"] ** 3)


def test_another_sweep_is_refused(tmp_path: Path) -> None:
    denoc.sweep(cube, AXIS, out=tmp_path, workers=1)
    before = results(tmp_path)

    def refused(message: str, target: Callable[[float], float], parameters: object, **keywords: object) -> None:
        with pytest.raises(denoc.InputError, match=message):
            denoc.sweep(target, parameters, out=tmp_path, workers=1, **keywords)  # type: ignore[arg-type]

    refused("another sweep:\n  function.name: \"cube\" there, .*<lambda>.* here", lambda x: x, AXIS)
    refused("sweep.parameter.x.values: .* there, .* here\nuse another folder", cube, {"x": [1]})
    refused("sweep.sampling: \"grid\" there, \"list\" here", cube, AXIS, sampling="list")
    refused("sweep.parameter.x.from: nothing there, 0 here", cube, {"x": denoc.Range(0, 1, count=25)})
    refused("sweep.metrics: nothing there, .*value.* here", cube, AXIS, metrics=["value"])
    with pytest.raises(denoc.InputError, match="the folder sweeps the function cube, not the model fourbar"):
        axis = {"start.v.crank_pivot": [1.0]}
        denoc.sweep("fourbar", axis, simulate={"duration": 1}, metrics={"end": "duration"}, out=tmp_path)
    assert results(tmp_path) == before


def test_a_function_that_has_changed_is_refused(tmp_path: Path) -> None:
    # oracle: what a person would say
    def function(text: str) -> Callable[[float], float]:
        space: dict[str, Any] = {"__name__": "script"}
        exec(f"def f(x): return {text}", space)
        return cast(Callable[[float], float], space["f"])

    denoc.sweep(function("x + 1"), AXIS, out=tmp_path, workers=1)
    denoc.sweep(function("x + 1"), AXIS, out=tmp_path, workers=1)
    message = r"the function f has changed since \(its code, .*\)\nuse another folder, or remove this one"
    with pytest.raises(denoc.InputError, match=message) as found:
        denoc.sweep(function("x + 2"), AXIS, out=tmp_path, workers=1)
    assert "sha256" not in str(found.value)
    header = tmp_path / "sweep.json"
    made = json.loads(header.read_text())
    made["subject"]["function"]["python"] = "3.1"
    header.write_text(json.dumps(made))
    with pytest.raises(denoc.InputError, match="the function f ran with Python 3.1 there, 3"):
        denoc.sweep(function("x + 1"), AXIS, out=tmp_path, workers=1)


def test_workers_left_alone_end_in_silence() -> None:
    # oracle: what a worker says when the one that started it goes, at any place of what it sends
    sent = pickle.dumps(sys.path) + pickle.dumps(payload(FunctionTask(cube, ("x",), None)))
    for end in (0, 5, len(sent) - 5, len(sent)):
        worker = subprocess.Popen([sys.executable, "-c", START], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        assert worker.communicate(sent[:end], timeout=60)[1] == b"", end
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    worker = subprocess.Popen([sys.executable, "-c", START], **pipes)
    assert worker.stdin and worker.stdout and worker.stderr
    worker.stdout.close()  # nobody takes the answer
    worker.stdin.write(sent + pickle.dumps(np.ones((3, 1))))
    worker.stdin.close()
    assert worker.stderr.read() == b"" and worker.wait(60) == 0
    worker.stderr.close()


def test_two_sweeps_at_once_are_refused(tmp_path: Path) -> None:
    def inside(x: float) -> float:
        with pytest.raises(denoc.InputError, match="another process is writing this sweep"):
            denoc.sweep(cube, AXIS, out=tmp_path, workers=1)
        return x

    assert not len(denoc.sweep(inside, {"x": [1.0]}, out=tmp_path, workers=1).failed)


def test_folders_of_something_else_are_refused(tmp_path: Path) -> None:
    with pytest.raises(denoc.InputError, match="this is not the folder of a sweep"):
        denoc.sweeps.read(tmp_path)
    (tmp_path / "letter.txt").write_text("")
    with pytest.raises(denoc.InputError, match="the folder is not empty and contains no sweep"):
        denoc.sweep(cube, AXIS, out=tmp_path, workers=1)
    # what earlier versions wrote is refused with what to do
    for text, message in (
        ("{", "not the manifest of a sweep"),
        ("[]", "names no format and version"),
        ('{"format": "denoc sweep 1", "parameters": {}}', "an earlier version of denoc .* run the sweep again in another folder"),
        ('{"program": "denoc", "model_sum": "0"}', "its CSV and Parquet files can still be read"),
        ('{"format": "denoc sweep", "version": 9}', "format version 9, and this program reads version 4"),
    ):
        (tmp_path / "sweep.json").write_text(text)
        for call in (lambda: denoc.sweep(cube, AXIS, out=tmp_path, workers=1), lambda: denoc.sweeps.read(tmp_path)):
            with pytest.raises(denoc.InputError, match=message):
                call()
