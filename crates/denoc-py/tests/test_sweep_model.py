"""Sweeps of models: parameters by path, metrics as strings and as functions, scenario files, kills."""

from __future__ import annotations

import math
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc
from test_sweep_folder import results, started, wait_for

SIMULATE = {"duration": 0.05, "v": {"crank_pivot": 5.0}, "output_step": 0.01}
METRICS = {"top": "absmax v[crank_pivot]", "end": "final q[crank_pivot]", "late": "duration"}

AXES = {
    "links.crank.length": denoc.Range("30 mm", "40 mm", count=40),
    "start.v.crank_pivot": denoc.Range(1, 10, count=50),
}
#: 2,000 points of a four-bar.
FOURBAR = """
import sys
from test_sweep_model import AXES, METRICS, SIMULATE, denoc
denoc.sweep("fourbar", AXES, simulate=SIMULATE, metrics=METRICS, out=sys.argv[1], part_rows=150, workers=2)
"""


def test_points_are_simulations_of_changed_models() -> None:
    # oracle: the same simulations one by one, with metrics by NumPy
    lengths, speeds = [0.03, 0.038], [2.0, 6.0]
    table = denoc.sweep(
        "fourbar", {"links.crank.length": lengths, "start.v.crank_pivot": speeds}, simulate=SIMULATE, metrics=METRICS
    )
    assert table.columns == ["point", "links.crank.length", "start.v.crank_pivot", "top", "end", "late", "error"]
    model = denoc.load("fourbar")
    for row, (length, speed) in enumerate((length, speed) for length in lengths for speed in speeds):
        changed = model.with_parameters({"links.crank.length": length})
        run = changed.simulate(0.05, v={"crank_pivot": speed}, output_step=0.01)
        assert table["top"][row] == np.abs(run.column("v[crank_pivot]")).max()
        assert table["end"][row] == run.column("q[crank_pivot]")[-1]
        assert table["late"][row] == run.t[-1]


def test_metrics_may_be_functions() -> None:
    # oracle: the metrics as strings, and the trajectory of the unchanged model; one process and two
    model = denoc.load("fourbar")
    limit = 1e9

    def calls() -> dict[str, object]:
        return {
            "python": lambda run: min(limit, float(np.abs(run.column("v[crank_pivot]")).max())),
            "text": "absmax v[crank_pivot]",
            "rows": len,
        }

    axis: dict[str, list[float | str]] = {"start.v.crank_pivot": [4.0, 5.0, "6 rad/s"]}
    one, two = (
        denoc.sweep(model, axis, simulate=SIMULATE, metrics=calls(), workers=workers)  # type: ignore[arg-type]
        for workers in (1, 2)
    )
    assert one.metrics == ["python", "text", "rows"]
    assert one["start.v.crank_pivot"].tolist() == [4.0, 5.0, 6.0]
    np.testing.assert_array_equal(one["python"], one["text"])
    assert one["rows"].tolist() == [6.0] * 3
    assert one.to_arrow().equals(two.to_arrow())
    alone = denoc.sweep(model, axis, simulate=SIMULATE, metrics={"rows": len}, workers=1)
    assert alone.columns == ["point", "start.v.crank_pivot", "rows", "error"]


def test_a_mechanism_that_cannot_be_assembled_fails_alone() -> None:
    # oracle: no four-bar has a crank longer than its other bars together
    table = denoc.sweep("fourbar", {"links.crank.length": [0.038, 0.9]}, simulate=SIMULATE, metrics=METRICS)
    assert table["error"][0] is None
    assert table["error"][1].startswith('the loops of "fourbar" cannot be closed') and math.isnan(table["top"][1])


def test_designs_are_those_of_scenario_files(tmp_path: Path) -> None:
    # oracle: the scenario file with the same design
    text = """
model = "fourbar"
[start]
v = { crank_pivot = 5 }
[simulate]
duration = 0.05
output_step = 0.01
[sweep]
sampling = "latin-hypercube"
samples = 6
[[sweep.parameter]]
path = "links.crank.length"
from = "30 mm"
to = "40 mm"
[sweep.metrics]
end = "final q[crank_pivot]"
"""
    file = tmp_path / "sweep.toml"
    file.write_text(text)
    from_file = denoc.sweep(file)
    here = denoc.sweep(
        "fourbar",
        {"links.crank.length": ("30 mm", "40 mm")},
        sampling="latin-hypercube",
        samples=6,
        simulate=SIMULATE,
        metrics={"end": "final q[crank_pivot]"},
    )
    assert len(here) == 6 and from_file.to_arrow().equals(here.to_arrow())
    measured = denoc.sweep(file, metrics={"end": lambda run: run.column("q[crank_pivot]")[-1]}, workers=1)
    assert measured.to_arrow().equals(here.to_arrow())
    other = denoc.sweep(file, {"start.v.crank_pivot": [5.0]}, out=tmp_path / "out")
    assert other.columns == ["point", "start.v.crank_pivot", "end", "error"]
    file.write_text(text.replace("duration = 0.05", "duration = 0.2"))
    with pytest.raises(denoc.InputError, match="scenario.simulate.duration: 0.05 there, 0.2 here"):
        denoc.sweep(file, {"start.v.crank_pivot": [5.0]}, out=tmp_path / "out")


def test_another_model_is_refused(tmp_path: Path) -> None:
    model = denoc.load("fourbar")
    axis = {"start.v.crank_pivot": [1.0]}
    denoc.sweep(model, axis, simulate=SIMULATE, metrics=METRICS, out=tmp_path)
    heavy = model.with_parameters({"links.crank.mass": 2.0})
    with pytest.raises(denoc.InputError, match=r"the model fourbar has changed since \(its numbers\)"):
        denoc.sweep(heavy, axis, simulate=SIMULATE, metrics=METRICS, out=tmp_path)
    with pytest.raises(denoc.InputError, match="sweep.metrics.top: .* there, nothing here"):
        denoc.sweep(model, axis, simulate=SIMULATE, metrics={"end": METRICS["end"]}, out=tmp_path)


def test_changed_metrics_and_files_are_refused(tmp_path: Path) -> None:
    # oracle: what a person would say
    axis = {"start.v.crank_pivot": [1.0]}
    for name, first, second, message in (
        ("a", lambda run: run.t[-1], lambda run: run.t[0], "the function .*<lambda> of the metric m has changed since"),
        ("b", len, "duration", 'sweep.metrics.m: the function len there, "duration" here'),
    ):
        denoc.sweep("fourbar", axis, simulate=SIMULATE, metrics={"m": first}, out=tmp_path / name, workers=1)
        with pytest.raises(denoc.InputError, match=message):
            denoc.sweep("fourbar", axis, simulate=SIMULATE, metrics={"m": second}, out=tmp_path / name, workers=1)
    scenario = tmp_path / "scenario.toml"
    scenario.write_text(
        'model = "one_r"\n[controller]\nlaw = "table"\nfile = "forces.csv"\n[simulate]\nduration = 0.01\n'
    )
    for force in (1, 1, 2):
        (tmp_path / "forces.csv").write_text(f"t [s],tau[joint1] [N m]\n0,{force}\n1,0\n")
        calls = {"parameters": {"start.v.joint1": [1.0]}, "metrics": {"m": "duration"}, "out": tmp_path / "c"}
        if force == 1:
            denoc.sweep(scenario, **calls)
            continue
        with pytest.raises(denoc.InputError, match="the file forces.csv has changed since"):
            denoc.sweep(scenario, **calls)


def test_units_are_those_of_the_command(tmp_path: Path) -> None:
    # oracle: SI units of lengths, speeds and energies; plain numbers have none
    axes = {"links.crank.length": [0.03], "start.v.crank_pivot": [5.0]}
    metrics: dict[str, Any] = {"top": "absmax v[crank_pivot]", "e": "max kinetic energy", "n": "events"}
    known = {"links.crank.length": "m", "start.v.crank_pivot": "rad/s", "top": "rad/s", "e": "J"}
    table = denoc.sweep("fourbar", axes, simulate=SIMULATE, metrics=metrics, out=tmp_path / "texts")
    mixed = denoc.sweep("fourbar", axes, simulate=SIMULATE, metrics={**metrics, "rows": len}, workers=1)
    assert table.units == mixed.units == table.failed.units == denoc.sweeps.read(tmp_path / "texts").units == known
    functions = denoc.sweep("fourbar", axes, simulate=SIMULATE, metrics={"duration": len}, workers=1)
    assert functions.units == {"links.crank.length": "m", "start.v.crank_pivot": "rad/s"}
    parquet = pytest.importorskip("pyarrow.parquet")
    for schema in (parquet.read_schema(tmp_path / "texts" / "results.parquet"), table.to_arrow().schema):
        found = {field.name: field.metadata[b"unit"].decode() for field in schema if field.metadata}
        assert found == known


def test_errors_name_argument_and_remedy(tmp_path: Path) -> None:
    def refused(message: str, target: object, parameters: object, **keywords: object) -> None:
        with pytest.raises(denoc.InputError, match=message):
            keywords = {"simulate": SIMULATE, "metrics": METRICS, **keywords}
            denoc.sweep(target, parameters, **keywords)  # type: ignore[arg-type]

    axis = {"start.v.crank_pivot": [1.0]}
    refused("links.crank.lenght: .* did you mean \"length\"", "fourbar", {"links.crank.lenght": [0.03]})
    refused("start.v.crank_pivt.*crank_pivot", "fourbar", {"start.v.crank_pivt": [0.03]})
    refused("did you mean \"v\\[crank_pivot\\]\"", "fourbar", axis, metrics={"top": "max v[crank_pivt]"})
    refused("the metric 'error' has the name of another column", "fourbar", axis, metrics={"error": "duration"})
    refused("the metric 'top' is neither a string nor a function", "fourbar", axis, metrics={"top": 3})
    refused("metrics of a simulation are a dict by name", "fourbar", axis, metrics=["top"])
    refused("needs metrics by name", "fourbar", axis, metrics=None)
    refused("simulate has no keyword 'durration'", "fourbar", axis, simulate={"durration": 1})
    refused("simulate needs a duration", "fourbar", axis, simulate={})
    refused("controller is a Python function", "fourbar", axis, simulate={"duration": 1, "controller": lambda *_: 0})
    refused("fourbar is not a scenario file", "fourbar", axis, simulate=None)
    refused("needs the keywords of Model.simulate", denoc.load("fourbar"), axis, simulate=None)
    with pytest.raises(denoc.NotFoundError):
        denoc.sweep(tmp_path / "none.toml")
    (tmp_path / "plain.toml").write_text('model = "fourbar"\n[simulate]\nduration = 1\n')
    refused("has no table \\[sweep\\]", tmp_path / "plain.toml", None, simulate=None, metrics=None)


def test_ctrl_c_ends_simulations_under_way(tmp_path: Path) -> None:
    # oracle: the simulations would take hours
    script = """
import sys, denoc
axis = {"simulate.duration": [0.01, 1e6, 1e6]}
denoc.sweep("fourbar", axis, simulate={"duration": 1}, metrics={"end": "duration"}, out=sys.argv[1])
"""
    child = started(script, tmp_path)
    wait_for(tmp_path, 1, child)
    child.send_signal(signal.SIGINT)
    _, output = child.communicate(timeout=60)
    assert output.decode().strip().endswith("KeyboardInterrupt"), output.decode()
    assert denoc.sweeps.read(tmp_path)["end"].tolist() == [0.01]


def test_2000_points_of_a_fourbar_killed_half_way(tmp_path: Path) -> None:
    # oracle: the same sweep, not killed; here and there, files are compared byte by byte
    child = started(FOURBAR, tmp_path / "whole")
    _, output = child.communicate(timeout=300)
    assert child.returncode == 0, output.decode()
    whole = denoc.sweeps.read(tmp_path / "whole")
    assert len(whole) == 2000 and not len(whole.failed)

    child = started(FOURBAR, tmp_path / "killed")
    wait_for(tmp_path / "killed", 1000, child)
    child.kill()
    child.communicate()
    half = denoc.sweeps.read(tmp_path / "killed")
    assert 1000 <= len(half) < 2000
    child = started(FOURBAR, tmp_path / "killed")
    _, output = child.communicate(timeout=300)
    assert child.returncode == 0, output.decode()
    assert results(tmp_path / "killed") == results(tmp_path / "whole")
    assert (tmp_path / "killed" / "sweep.json").read_bytes() == (tmp_path / "whole" / "sweep.json").read_bytes()
