"""Optional dependencies."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needs(module: str, extra: str) -> Any:
    """Imports a package, or raises an error with installation instructions."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        message = f"this needs {package}, which is not installed: pip install {package} (it is in the extra denoc[{extra}])"
        raise ImportError(message) from error
