"""Differences between runs. Oracles: numbers by hand; the results of ``denoc diff`` in Rust are tested with the command."""

from __future__ import annotations

from pathlib import Path

import denoc
import pytest


def swing(v: float, **settings: object) -> denoc.Trajectory:
    return denoc.load("one_r").simulate(0.1, v={"joint1": v}, **settings)  # type: ignore[arg-type]


def test_trajectories_are_compared() -> None:
    slow, fast = swing(1.0), swing(2.0)
    found = denoc.diff(slow, fast, columns=["v[*]"])
    assert not found.equal and [column.name for column in found.columns] == ["v[joint1]"]
    worst = found.columns[0]
    # oracle: the arrays themselves
    apart = abs(slow["v[joint1]"] - fast["v[joint1]"])
    largest = max(abs(slow["v[joint1]"]).max(), abs(fast["v[joint1]"]).max())
    assert worst.max_abs == apart.max() and worst.max_rel == apart.max() / largest
    assert worst.at == slow.t[apart.argmax()]
    assert str(found).startswith("different: 1 of 1 column differs") and found.inputs is None
    assert denoc.diff(slow, fast, tolerance=worst.max_rel, columns="v[*]").equal
    same = denoc.diff(slow, swing(1.0), tolerance=0.0, absolute=0.0)
    assert same.equal and all(column.max_abs == 0.0 and column.at is None for column in same.columns)


def test_files_are_compared(tmp_path: Path) -> None:
    run = swing(1.0)
    run.save(tmp_path / "run.csv")
    run.save(tmp_path / "run.npz")
    assert denoc.diff(str(tmp_path / "run.csv"), tmp_path / "run.npz", tolerance=0.0, absolute=0.0).equal
    assert denoc.diff(run, tmp_path / "run.csv", tolerance=0.0, absolute=0.0).equal
    (tmp_path / "other.csv").write_text("t [s],q[joint1] [rad]\n0,1\n0.1,2\n")
    found = denoc.diff(run, tmp_path / "other.csv")
    assert "v[joint1]" in found.only_in_a and found.only_in_b == []
    with pytest.raises(denoc.Error, match="there is no such folder or file"):
        denoc.diff(run, tmp_path / "nowhere")
    with pytest.raises(denoc.InputError, match="there is no column"):
        denoc.diff(run, run, columns=["q[joint2]"])
    with pytest.raises(denoc.InputError, match="the tolerance is -1"):
        denoc.diff(run, run, tolerance=-1.0)
