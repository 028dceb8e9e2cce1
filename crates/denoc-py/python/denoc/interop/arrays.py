"""Arrays of the conversions."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError

Array: TypeAlias = NDArray[np.floating[Any]]


def numbers(name: str, value: ArrayLike, size: int) -> Array:
    """An array of ``size`` numbers per state; float32 is kept, everything else becomes float64."""
    array = np.asarray(value)
    if array.dtype != np.float32:
        array = array.astype(np.float64, copy=False)
    if array.ndim == 0 or array.shape[-1] != size:
        raise InputError(f"{name} has shape {array.shape}; expected ({size},) or (N, {size})", "state.length")
    return array


def empty(size: int, *likes: Array) -> Array:
    """An output array of ``size`` numbers per state of the broadcast inputs."""
    states = np.broadcast_shapes(*(like.shape[:-1] for like in likes))
    return np.empty((*states, size), dtype=np.result_type(*likes))
