"""Finished points as tables."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._denoc import _write_file
from ..extras import needs
from .columns import Columns
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


def write(path: Path, table: Any) -> None:
    """Writes an Arrow table as a Parquet file, atomically."""
    parquet = needs("pyarrow.parquet", "sweep")
    content = io.BytesIO()
    parquet.write_table(table, content)
    _write_file(path, content.getvalue())


def columns(rows: Sequence[Sequence[float]], names: Sequence[str]) -> dict[str, Floats]:
    """Rows as named columns."""
    values = np.array(rows, dtype=np.float64).reshape(-1, len(names))
    return dict(zip(names, np.ascontiguousarray(values.T)))
