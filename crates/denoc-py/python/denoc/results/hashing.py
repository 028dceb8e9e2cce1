"""Hashes of results whose fields are lists."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def hash_of(result: DataclassInstance) -> int:
    """Hash of a data class with lists, equal for equal results."""
    values = (getattr(result, field.name) for field in fields(result))
    return hash(tuple(tuple(value) if isinstance(value, list) else value for value in values))
