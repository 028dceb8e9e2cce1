"""Sweeps of functions: designs, results, failing points, error messages."""

from __future__ import annotations

import functools
import itertools
import math
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import denoc
from denoc.sweeps.fingerprint import fingerprint

SHIFT = 2.0


def helper(x: float) -> float:
    return x + SHIFT


def shape(x: float, y: float) -> dict[str, float]:
    if x == 3.0:
        raise ValueError("three is refused")
    return {"sum": x + y, "product": x * y}


def test_grid_is_the_product_of_the_values() -> None:
    # oracle: itertools.product
    table = denoc.sweep(shape, {"x": [1, 2, 4], "y": denoc.Range(0, 1, count=5)}, workers=1)
    expected = np.array(list(itertools.product([1, 2, 4], np.linspace(0, 1, 5))))
    assert table["point"].tolist() == list(range(15)) and table["point"].dtype == np.int64
    np.testing.assert_array_equal(np.stack([table["x"], table["y"]], 1), expected)
    np.testing.assert_array_equal(table["sum"], expected.sum(1))
    np.testing.assert_array_equal(table["product"], expected.prod(1))
    assert table.columns == ["point", "x", "y", "sum", "product", "error"]
    assert len(table) == table.total == 15 and table.complete


def test_range_with_equal_ratios() -> None:
    # oracle: numpy
    table = denoc.sweep(lambda x: math.log10(x), {"x": denoc.Range(0.01, 100, count=9, spacing="log")}, workers=1)
    np.testing.assert_allclose(table["x"], np.geomspace(0.01, 100, 9), rtol=1e-15)
    np.testing.assert_allclose(table["value"], np.linspace(-2, 2, 9), atol=1e-14)


def test_latin_hypercube_has_one_point_in_every_layer() -> None:
    # oracle: the definition
    def points(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        table = denoc.sweep(
            shape, {"x": (5.0, 6.0), "y": (-1.0, 1.0)}, sampling="latin-hypercube", samples=50, seed=seed, workers=1
        )
        return np.stack([table["x"] - 5, (table["y"] + 1) / 2], 1)

    first = points(1)
    np.testing.assert_array_equal(np.sort(np.floor(first * 50), axis=0), np.arange(50)[:, None] * [1, 1])
    np.testing.assert_array_equal(first, points(1))
    assert (first != points(2)).all()


def test_sobol_points() -> None:
    # oracle: the sequence in two dimensions, by hand, as a set: halves, then quarters in both directions
    table = denoc.sweep(shape, {"x": (0, 1), "y": (0, 1)}, sampling="sobol", samples=16, workers=1)
    for parts in (2, 4, 16):
        cells = np.floor(table["x"] * parts).astype(int).tolist()
        assert sorted(cells) == sorted(list(range(parts)) * (16 // parts))
    boxes = set(zip(np.floor(table["x"] * 4).tolist(), np.floor(table["y"] * 4).tolist()))
    assert len(boxes) == 16


def test_listed_points_in_three_ways() -> None:
    # oracle: the list itself
    dicts = denoc.sweep(shape, [{"x": 1, "y": 2}, {"y": 5, "x": 4}], workers=1)
    rows = denoc.sweep(shape, ["x", "y"], samples=np.array([[1, 2], [4, 5]]), workers=1)
    columns = denoc.sweep(shape, {"x": [1, 4], "y": [2, 5]}, sampling="list", workers=1)
    for table in (dicts, rows, columns):
        assert table["sum"].tolist() == [3.0, 9.0]


def test_failing_points_are_recorded_and_do_not_stop_the_rest() -> None:
    # oracle: which points the function refuses
    table = denoc.sweep(shape, {"x": range(5), "y": [1, 2]}, workers=1)
    assert table["error"].tolist() == [None] * 6 + ["ValueError: three is refused"] * 2 + [None] * 2
    assert np.isnan(table["sum"]).tolist() == [False] * 6 + [True] * 2 + [False] * 2
    assert table.failed["point"].tolist() == [6, 7] and table.failed["y"].tolist() == [1, 2]
    message = denoc.sweep(lambda x: "text", {"x": [1]}, workers=1)["error"][0]
    assert message == "TypeError: the result is a str: a number, or a dict of numbers, is needed"
    clash = denoc.sweep(lambda x: {"x": 1.0}, {"x": [1]}, workers=1)["error"][0]
    assert "the metric 'x' has the name of another column" in clash
    absent = denoc.sweep(lambda x: {"a": 1.0}, {"x": [1]}, metrics=["b"], workers=1)["error"][0]
    assert "did not return the metric 'b'; it returned a" in absent


def test_metrics_may_differ_from_point_to_point() -> None:
    # oracle: by hand
    table = denoc.sweep(lambda x: {"even": x} if x % 2 == 0 else {"odd": x}, {"x": range(4)}, workers=1)
    assert table.metrics == ["even", "odd"]
    np.testing.assert_array_equal(table["odd"], [np.nan, 1, np.nan, 3])


def test_processes_give_what_one_process_gives() -> None:
    # oracle: the same sweep in this process; lambdas and captured values travel
    factor = 3.5

    def both(x: float) -> dict[str, float]:
        return {"a": math.sin(factor * x), "b": helper(x)}

    one, two = (denoc.sweep(both, {"x": np.linspace(0, 1, 300)}, workers=workers) for workers in (1, 2))
    assert one.to_arrow().equals(two.to_arrow())


def test_a_point_that_ends_its_process_fails_alone() -> None:
    # oracle: which point does it
    def fragile(x: float) -> float:
        if x == 7:
            os._exit(3)
        print("what is printed does not disturb")
        return 2 * x

    table = denoc.sweep(fragile, {"x": range(20)}, workers=2)
    assert table.failed["x"].tolist() == [7.0]
    assert table.failed["error"][0].startswith("WorkerDied: the process ended 3 times at this point")
    assert np.delete(table["value"], 7).tolist() == [2.0 * x for x in range(20) if x != 7]


def test_tables_of_others() -> None:
    # oracle: the columns of the result
    table = denoc.sweep(shape, {"x": [1, 3], "y": [2]}, workers=1)
    arrow = table.to_arrow()
    assert [str(field.type) for field in arrow.schema] == ["int64", "double", "double", "double", "double", "string"]
    assert arrow["error"].to_pylist() == [None, "ValueError: three is refused"]
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame["product"][0] == 2.0
    assert frame["error"].isna().tolist() == [True, False]
    other = table.to_polars()
    assert isinstance(other, polars.DataFrame) and other["error"].to_list() == [None, "ValueError: three is refused"]
    with pytest.raises(denoc.InputError, match=r"no column 'sun': did you mean \"sum\"\? it has point, x, y, sum, product, error"):
        table["sun"]


def test_errors_name_argument_and_remedy() -> None:
    def refused(message: str, *arguments: object, **keywords: object) -> None:
        with pytest.raises(denoc.InputError, match=message):
            denoc.sweep(*arguments, **keywords)  # type: ignore[arg-type]

    refused("cannot be called with the parameters x, z: .*'y'", shape, {"x": [1], "z": [1]})
    refused("there is no engine 'spark': use one of local, ray", shape, {"x": [1], "y": [1]}, engine="spark")
    refused("workers = 0", shape, {"x": [1], "y": [1]}, workers=0)
    refused("there is no sampling 'random': use one of grid", shape, {"x": [1], "y": [1]}, sampling="random")
    refused("parameter y: nan is not a finite number", shape, {"x": [1], "y": [math.nan]})
    refused("parameter y: None is not a finite number", shape, {"x": [1], "y": [None]})
    refused("2 parameters are named, and samples has shape", shape, ["x", "y"], samples=np.zeros(3))
    refused("point 1 has the parameters", shape, [{"x": 1, "y": 2}, {"x": 1}])
    refused("a sweep needs parameters", shape)
    refused("at least one parameter", shape, {})
    refused("metrics of a function are a list of names", shape, {"x": [1], "y": [1]}, metrics="sum")
    refused("a int cannot be swept", 3, {"x": [1]})
    refused("simulate is for models", shape, {"x": [1], "y": [1]}, simulate={"duration": 1})


def test_errors_of_designs_name_the_keywords_of_the_call() -> None:
    # oracle: keywords and classes of Python, not keys of scenario files
    def refused(message: str, parameters: object, **keywords: object) -> None:
        with pytest.raises(denoc.InputError, match=message) as found:
            denoc.sweep(shape, parameters, workers=1, **keywords)  # type: ignore[arg-type]
        assert not any(key in str(found.value) for key in ("give from", "values = [", "[[sweep", "say from"))

    ends: dict[str, object] = {"x": (0, 1), "y": (0, 1)}
    mixed = {"x": [1, 2], "y": (0, 1)}
    remedy = r"Range\(0.0, 1.0, count=5\), or \[0.0, 1.0\] for these two"
    refused(f"parameter y: the sampling 'grid' needs the number of values .*: {remedy}", mixed)
    refused(f"parameter y: the sampling 'list' needs the number of values .*: {remedy}", mixed, sampling="list")
    for sampling in ("sobol", "latin-hypercube"):
        message = rf"parameter x: the sampling '{sampling}' draws samples between two ends.*\(low, high\)"
        refused(message, mixed, sampling=sampling, samples=4)
        counted = {**ends, "y": denoc.Range(1, 2, count=3, spacing="log")}
        message = r"parameter y: count has no meaning .*: Range\(1.0, 2.0, spacing='log'\)"
        refused(message, counted, sampling=sampling, samples=4)
        refused(f"'{sampling}' needs the number of points: samples=64", ends, sampling=sampling)
    refused("samples is for the samplings latin-hypercube and sobol", {"x": [1], "y": [1]}, samples=3)
    refused("samples = 0.5 is not a number of points", ends, sampling="sobol", samples=0.5)
    refused("seed is for the sampling 'latin-hypercube'", ends, sampling="sobol", samples=4, seed=1)
    refused("seed = -1 is not an integer", ends, sampling="latin-hypercube", samples=4, seed=-1)
    refused("parameter x: its list of values is empty", {"x": [], "y": [1]})
    half = denoc.Range(0, 1, count=2.5)  # type: ignore[arg-type]
    refused("count=2.5 is not an integer of at least 2", {"x": half, "y": [1]})
    refused("count=1 is not an integer of at least 2", {"x": denoc.Range(0, 1, count=1), "y": [1]})
    refused("there is no spacing 'even'", {"x": denoc.Range(0, 1, 3, "even"), "y": [1]})  # type: ignore[arg-type]
    refused(r"1.0 and 1.0 are not a range: .* \[1.0\]", {"x": denoc.Range(1, 1, count=3), "y": [1]})
    refused("parameter x: a dict is not a list of values", {"x": {"low": 1}, "y": [1]})
    refused("parameters are a dict of values by name", "x")
    refused("parameters are a dict of values by name", [])
    refused("a list of points has dicts", [1, 2])
    refused("samples is not an array of numbers", ["x", "y"], samples=[["a", "b"]])
    refused("a parameter is named twice: x, x", ["x", "x"], samples=[[1, 2]])


def test_the_example_of_the_docs() -> None:
    # oracle: by hand
    table = denoc.sweep(lambda x, y: x + y, {"x": [1, 2], "y": denoc.Range(0, 1, count=5)}, workers=1)
    assert table["value"].tolist() == [1, 1.25, 1.5, 1.75, 2, 2, 2.25, 2.5, 2.75, 3]
    assert table.units == {} and repr(table.failed).startswith("0 of 10 points")


def test_functions_that_cannot_be_pickled_are_refused() -> None:
    lock = threading.Lock()
    with pytest.raises(denoc.InputError, match="cannot be sent to other processes .*: use workers=1"):
        denoc.sweep(lambda x: lock.locked() + x, {"x": [1, 2]}, workers=2)


def test_fingerprints_see_what_matters() -> None:
    # oracle: which of these functions compute the same
    def make(factor: float):  # type: ignore[no-untyped-def]
        return lambda x: factor * x

    assert fingerprint(make(2.0)) == fingerprint(make(2.0)) != fingerprint(make(3.0))
    assert fingerprint(lambda x: x + 1) != fingerprint(lambda x: x + 2)
    assert fingerprint(functools.partial(shape, x=1)) != fingerprint(functools.partial(shape, x=2))

    space: dict[str, object] = {"__name__": "script"}
    text = "def inner(x): return x + K\ndef outer(x): return inner(x)\nK = {}"
    exec(text.format(1), space)
    before = fingerprint(space["outer"])
    exec(text.format(1), space)
    assert fingerprint(space["outer"]) == before
    exec(text.format(2), space)
    assert fingerprint(space["outer"]) != before


def test_programs_that_a_function_starts_do_not_disturb() -> None:
    # oracle: what the program prints is known
    def asks(x: float) -> float:
        child = subprocess.run([sys.executable, "-c", "import sys; print(len(sys.stdin.read()))"], capture_output=True)
        return x + int(child.stdout)

    table = denoc.sweep(asks, {"x": range(4)}, workers=2)
    assert table["value"].tolist() == [0.0, 1.0, 2.0, 3.0]
