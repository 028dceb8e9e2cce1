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
from denoc.sweeps.lock import lock
from denoc.sweeps.tasks import FunctionTask

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
    # the workers write to the same place; it ends when they have
    assert child.communicate()[1] == b""
    before = denoc.sweeps.read(folder)
    assert 100 <= len(before) < 400 and not before.complete
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

    def refused(words: str, what: Callable[[float], float], parameters: object, **keywords: object) -> None:
        with pytest.raises(denoc.InputError, match=words):
            denoc.sweep(what, parameters, out=tmp_path, workers=1, **keywords)  # type: ignore[arg-type]

    refused("another sweep: the function is cube there and .*<lambda> here. Use another folder", lambda x: x, AXIS)
    refused("parameters.x.values is .* there and .* here", cube, {"x": [1]})
    refused("method is \"grid\" there and \"list\" here", cube, AXIS, method="list")
    refused("parameters.x.low is nothing there and 0.0 here", cube, {"x": denoc.Range(0, 1, count=25)})
    refused("metrics is nothing there and .*value.* here", cube, AXIS, metrics=["value"])
    with pytest.raises(denoc.InputError, match="the function cube is swept there and the model fourbar here"):
        axis = {"start.v.crank_pivot": [1.0]}
        denoc.sweep("fourbar", axis, simulate={"duration": 1}, metrics={"end": "duration"}, out=tmp_path)
    assert parts(tmp_path) == before


def test_a_function_that_has_changed_is_refused(tmp_path: Path) -> None:
    # oracle: what a person would say
    def function(text: str) -> Callable[[float], float]:
        space: dict[str, Any] = {"__name__": "own"}
        exec(f"def f(x): return {text}", space)
        return cast(Callable[[float], float], space["f"])

    denoc.sweep(function("x + 1"), AXIS, out=tmp_path, workers=1)
    denoc.sweep(function("x + 1"), AXIS, out=tmp_path, workers=1)
    words = r"the function f has changed since \(its code, .*\). Use another folder, or remove this one"
    with pytest.raises(denoc.InputError, match=words) as found:
        denoc.sweep(function("x + 2"), AXIS, out=tmp_path, workers=1)
    assert "fingerprint" not in str(found.value)
    header = tmp_path / "sweep.json"
    made = json.loads(header.read_text())
    made["what"]["python"] = "3.1"
    header.write_text(json.dumps(made))
    with pytest.raises(denoc.InputError, match="the function f ran with Python 3.1 there and 3"):
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


def test_folders_of_the_command_are_read(tmp_path: Path) -> None:
    # oracle: files as the command writes them, by hand
    sweep = {"parameter": [{"path": "links.a.length"}, {"path": "b, c"}], "metrics": {"n": "events", "m": "duration"}}
    manifest = {"program": "denoc", "scenario": {"sweep": sweep}, "model_sum": "0", "file_sums": {}, "points": 4}
    (tmp_path / "sweep.json").write_text(json.dumps(manifest))
    (tmp_path / "parts").mkdir()
    head = 'point,links.a.length [m],"b, c",m [s],n,error\n'
    last = '2,0.5,1e-300,NaN,NaN,"link ""a"": no, no"\n'
    assert len(denoc.sweeps.read(tmp_path)) == 0
    (tmp_path / "parts" / "part-000000.csv").write_text(head + last + "0,0.1,-1,2,3,\n")
    (tmp_path / "parts" / "part-000001.csv").write_text(head + "1,0.25,7,8,9,\n3,0.7,8,1")
    table = denoc.sweeps.read(tmp_path)
    assert table.columns == ["point", "links.a.length", "b, c", "m", "n", "error"]
    assert table["point"].tolist() == [0, 1, 2] and table.total == 4 and not table.complete
    assert table["b, c"].tolist() == [-1, 7, 1e-300] and table["m"].tolist()[:2] == [2, 8]
    assert table["error"].tolist() == [None, None, 'link "a": no, no']
    assert table.units == {"links.a.length": "m", "m": "s"}
    (tmp_path / "results.csv").write_text(head + last)
    assert denoc.sweeps.read(tmp_path)["point"].tolist() == [2]
    for text in ("", head.replace(",n", ""), head.replace("links.a", "links.b"), head + "1;2;3\n", head + "1,2,3\n"):
        (tmp_path / "results.csv").write_text(text)
        with pytest.raises(denoc.InputError, match="not what the command wrote.*pandas.read_csv"):
            denoc.sweeps.read(tmp_path)
    with pytest.raises(denoc.InputError, match="belongs to a sweep of the command line.*denoc.sweeps.read reads"):
        denoc.sweep(cube, AXIS, out=tmp_path, workers=1)


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
