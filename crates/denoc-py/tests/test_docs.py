"""Examples in docstrings run, and every public thing has one text."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import denoc

# modules that need no other package to be imported
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(denoc.__path__, "denoc.")
    if not name.startswith(("denoc.gym", "denoc.sweeps.engines.ray")) and "__main__" not in name
]


@pytest.mark.parametrize("name", ["denoc", *MODULES])
def test_examples_of_a_module(name: str) -> None:
    # oracle: what the docstrings say
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.failed == 0


def test_everything_public_is_described() -> None:
    # oracle: none needed
    bare = [name for name in dir(denoc.Model) if not name.startswith("_") and not getattr(denoc.Model, name).__doc__]
    assert bare == []


@pytest.mark.parametrize("word", ["rnea", "aba", "crba", "mass_matrix", "coriolis_matrix", "nonlinear_effects"])
def test_words_of_others_are_found(word: str) -> None:
    # oracle: words that people search for
    assert word in (denoc.__doc__ or "")
