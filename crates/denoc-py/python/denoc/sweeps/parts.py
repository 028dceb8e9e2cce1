"""Parts of a data set: Parquet files, written atomically."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .columns import Columns
from ..extras import needs
from .outcome import Floats


def table(columns: Columns, parameters: Mapping[str, Floats], units: Mapping[str, str]) -> Any:
    """An Arrow table: point, parameters, metrics, error. Units are in the field metadata."""
    arrow = needs("pyarrow", "sweep")
    numbers = {**parameters, **columns.metrics}
    known = [{"unit": units[name]} if name in units else None for name in numbers]
    fields = [
        arrow.field("point", arrow.int64()),
        *(arrow.field(name, arrow.float64(), metadata=unit) for name, unit in zip(numbers, known)),
        arrow.field("error", arrow.string()),
    ]
    values = [columns.points, *numbers.values(), columns.errors]
    arrays = [arrow.array(column, field.type) for column, field in zip(values, fields)]
    return arrow.Table.from_arrays(arrays, schema=arrow.schema(fields))


def write(path: Path, made: Any) -> None:
    """Writes the table of a part to a temporary file, then renames it."""
    parquet = needs("pyarrow.parquet", "sweep")
    aside = path.with_suffix(".parquet.new")
    with open(aside, "wb") as file:
        parquet.write_table(made, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, path)


def read(path: Path, parameters: list[str]) -> Columns | None:
    """Rows of a part, or None if the file is missing or incomplete."""
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
