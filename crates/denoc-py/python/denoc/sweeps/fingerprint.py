"""Fingerprints of functions and models, so that a sweep is not resumed with something else by mistake."""

from __future__ import annotations

import functools
import hashlib
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np


def fingerprint(value: object) -> str:
    """A hash of a function.

    It covers the bytecode, default and captured values, and the functions and data used from the same module. It does
    not cover other modules or files that the function reads.

    >>> from denoc.sweeps.fingerprint import fingerprint
    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 2)
    False
    """
    return _Hasher().of(value)


def name_of(function: Callable[..., Any]) -> str:
    """A readable name."""
    return getattr(function, "__qualname__", type(function).__qualname__)


class _Hasher:
    """Hashes values by content, not by identity."""

    def __init__(self) -> None:
        # keeps the objects alive, so their ids are not reused
        self._known: dict[int, tuple[object, str]] = {}

    def of(self, value: object) -> str:
        """The hash of a value."""
        if isinstance(value, (bool, int, float, complex, str, bytes, type(None), type(...))):
            return _hash(type(value).__name__, repr(value))
        if id(value) not in self._known:
            # self-reference, such as a recursive function
            self._known[id(value)] = (value, "itself")
            self._known[id(value)] = (value, _hash(*self._parts(value)))
        return self._known[id(value)][1]

    def _all(self, values: Iterable[object]) -> list[str]:
        return [self.of(value) for value in values]

    def _parts(self, value: object) -> list[str]:
        if isinstance(value, types.FunctionType):
            return ["function", *self._function(value)]
        if isinstance(value, types.CodeType):
            # without line numbers and file names, so moving a function does not change it
            return ["code", value.co_code.hex(), *self._all([value.co_names, value.co_varnames, value.co_consts])]
        if isinstance(value, functools.partial):
            return ["partial", *self._all([value.func, value.args, value.keywords])]
        if isinstance(value, types.MethodType):
            return ["method", *self._all([value.__func__, value.__self__])]
        if isinstance(value, dict):
            return ["dict", *self._all(part for item in value.items() for part in item)]
        if isinstance(value, (list, tuple)):
            return [type(value).__name__, *self._all(value)]
        if isinstance(value, (set, frozenset)):
            return ["set", *sorted(self._all(value))]
        if isinstance(value, (np.ndarray, np.generic)) and value.dtype != object:
            return [str(value.dtype), str(value.shape), hashlib.sha256(value.tobytes()).hexdigest()]
        if isinstance(value, (types.ModuleType, types.BuiltinFunctionType)):
            return [value.__name__]
        if isinstance(value, type):
            methods = [part for part in vars(value).values() if isinstance(part, types.FunctionType)]
            return [value.__module__, value.__qualname__, *self._all(methods)]
        return self._object(value)

    def _function(self, value: types.FunctionType) -> list[str]:
        cells = [_content(cell) for cell in value.__closure__ or ()]
        used = [value.__globals__[name] for name in _names(value.__code__) if name in value.__globals__]
        local = [part for part in used if _is_local(part, value.__module__)]
        return self._all([value.__code__, value.__defaults__, value.__kwdefaults__, cells, local])

    def _object(self, value: object) -> list[str]:
        kind = type(value)
        call = getattr(kind, "__call__", None)
        parts = [kind.__module__, kind.__qualname__, *self._all([call] if isinstance(call, types.FunctionType) else [])]
        try:
            reduced = value.__reduce_ex__(4)
        except Exception:  # no picklable state
            return parts
        if isinstance(reduced, str):
            return [*parts, reduced]
        return parts + self._all(list(part) if isinstance(part, Iterator) else part for part in reduced[1:])


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _names(code: types.CodeType) -> list[str]:
    nested = [name for constant in code.co_consts if isinstance(constant, types.CodeType) for name in _names(constant)]
    return [*code.co_names, *nested]


def _is_local(value: object, module: str | None) -> bool:
    """Data, and functions and classes of the same module; imported ones are not tracked."""
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, type)):
        return value.__module__ == module
    return not isinstance(value, types.ModuleType)
