"""Files that Python fills are written completely or not at all. Oracle: the files in the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import denoc
from denoc._denoc import _write_file


def test_a_file_is_replaced_and_nothing_is_left_over(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    _write_file(target, b"old")
    _write_file(target, b"new")
    assert target.read_bytes() == b"new"
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


def test_a_failed_write_keeps_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.mkdir()
    (target / "inside").write_text("kept")
    with pytest.raises(denoc.Error, match="page.html"):
        _write_file(target, b"new")
    with pytest.raises(denoc.Error, match="nowhere"):
        _write_file(tmp_path / "nowhere" / "page.html", b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"] and (target / "inside").read_text() == "kept"


def test_reports_and_tables_go_through_the_same_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fall = denoc.load("one_r").simulate(0.1)
    written = []
    monkeypatch.setattr("denoc.trajectory._write_file", lambda path, content: written.append((Path(path).name, len(content))))
    fall.save(tmp_path / "fall.html")
    pytest.importorskip("pyarrow")
    fall.save(tmp_path / "fall.parquet")
    assert [name for name, _ in written] == ["fall.html", "fall.parquet"] and all(size > 1000 for _, size in written)
    assert not list(tmp_path.iterdir())
