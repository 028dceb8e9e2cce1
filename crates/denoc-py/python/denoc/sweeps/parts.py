"""Parts of a data set: Parquet files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .columns import Columns
from ..extras import needs
from .outcome import Floats


def table(columns: Columns, parameters: dict[str, Floats]) -> Any:
    """An Arrow table: point, parameters, metrics, error."""
    arrow = needs("pyarrow", "sweep")
    return arrow.table(
        {
            "point": arrow.array(columns.points, arrow.int64()),
            **{name: arrow.array(values, arrow.float64()) for name, values in parameters.items()},
            **{name: arrow.array(values, arrow.float64()) for name, values in columns.metrics.items()},
            "error": arrow.array(columns.errors, arrow.string()),
        }
    )


def write(path: Path, columns: Columns, parameters: dict[str, Floats]) -> None:
    """Writes a part aside, then puts it in its place."""
    parquet = needs("pyarrow.parquet", "sweep")
    aside = path.with_suffix(".parquet.new")
    with open(aside, "wb") as file:
        parquet.write_table(table(columns, parameters), file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, path)


def read(path: Path, parameters: list[str]) -> Columns | None:
    """Rows of a part, or nothing if the file cannot be read: it was cut short."""
    arrow = needs("pyarrow", "sweep")
    parquet = needs("pyarrow.parquet", "sweep")
    try:
        found = parquet.ParquetFile(path).read()
    except (arrow.ArrowException, OSError):
        return None
    names = found.column_names
    if not {"point", "error", *parameters} <= set(names):
        return None
    metrics = [name for name in names if name not in {"point", "error", *parameters}]
    return Columns(
        found["point"].to_numpy(),
        {name: found[name].to_numpy() for name in metrics},
        found["error"].to_pylist(),
    )
