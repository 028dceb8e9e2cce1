"""Sweeps on a local Ray give what they give without it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc
from test_sweep_folder import results, started
from test_sweep_model import AXES, FOURBAR, METRICS, SIMULATE

ray: Any = pytest.importorskip("ray")
pytest.importorskip("pyarrow")


@pytest.fixture(scope="module", autouse=True)
def local_ray() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()


def test_2000_points_of_a_fourbar(tmp_path: Path) -> None:
    # oracle: the local engine; files are compared byte by byte
    child = started(FOURBAR, tmp_path / "local")
    _, output = child.communicate(timeout=300)
    assert child.returncode == 0, output.decode()
    keywords = {"simulate": SIMULATE, "metrics": METRICS, "part_rows": 150}
    table = denoc.sweep("fourbar", AXES, engine="ray", out=tmp_path / "ray", **keywords)  # type: ignore[arg-type]
    assert len(table) == 2000 and not len(table.failed)
    expected = results(tmp_path / "local")
    assert expected and results(tmp_path / "ray") == expected
    # what one engine began the other may end
    for name in (*expected, "parts/part-000003.csv"):
        (tmp_path / "ray" / name).unlink()
    child = started(FOURBAR, tmp_path / "ray")
    _, output = child.communicate(timeout=300)
    assert child.returncode == 0, output.decode()
    assert results(tmp_path / "ray") == expected


def test_functions_and_failing_points() -> None:
    # oracle: the local engine
    factor = 2.5

    def fragile(x: float) -> dict[str, float]:
        if x == 7:
            os._exit(3)
        if x == 9:
            raise ValueError("nine is refused")
        return {"scaled": factor * x}

    there, here = (denoc.sweep(fragile, {"x": range(20)}, engine=engine, workers=2) for engine in ("ray", "local"))
    np.testing.assert_array_equal(there["scaled"], here["scaled"])
    assert there["error"].tolist() == here["error"].tolist()
    assert there.failed["x"].tolist() == [7.0, 9.0]


def test_metrics_may_be_functions() -> None:
    # oracle: the local engine
    there, here = (
        denoc.sweep(
            "fourbar",
            {"start.v.crank_pivot": [1.0, 2.0]},
            simulate={"duration": 0.05},
            metrics={"rows": len, "last": lambda run: run.t[-1]},
            engine=engine,
            workers=2,
        )
        for engine in ("ray", "local")
    )
    assert there.to_arrow().equals(here.to_arrow()) and there["last"].tolist() == [0.05, 0.05]
