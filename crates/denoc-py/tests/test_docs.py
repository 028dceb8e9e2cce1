"""Examples in docstrings run, and every public thing has one text."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import denoc

MODULES = [name for _, name, _ in pkgutil.walk_packages(denoc.__path__, "denoc.")]


@pytest.mark.parametrize("name", ["denoc", *MODULES])
def test_examples_of_a_module(name: str) -> None:
    # oracle: what the docstrings say
    if name.startswith("denoc.gym"):
        pytest.importorskip("gymnasium")
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.failed == 0


@pytest.mark.parametrize("name", ["denoc", "denoc.errors", "denoc.gym", "denoc.interop", "denoc.results", "denoc.sweeps"])
def test_public_classes_and_functions_have_an_example(name: str) -> None:
    # oracle: none needed
    if name == "denoc.gym":
        pytest.importorskip("gymnasium")
    module = importlib.import_module(name)
    public = {each: getattr(module, each) for each in getattr(module, "__all__", dir(module)) if not each.startswith("_")}
    described = {each: part for each, part in public.items() if inspect.isclass(part) or inspect.isroutine(part)}
    assert [each for each, part in described.items() if ">>>" not in (part.__doc__ or "")] == []


def test_methods_of_a_model_have_an_example() -> None:
    # oracle: none needed
    public = [name for name in dir(denoc.Model) if not name.startswith("_") and callable(getattr(denoc.Model, name))]
    assert [name for name in public if ">>>" not in getattr(denoc.Model, name).__doc__] == []


def test_everything_public_is_described() -> None:
    # oracle: none needed
    bare = [name for name in dir(denoc.Model) if not name.startswith("_") and not getattr(denoc.Model, name).__doc__]
    assert bare == []


@pytest.mark.parametrize("word", ["rnea", "aba", "crba", "mass_matrix", "coriolis_matrix", "nonlinear_effects"])
def test_words_of_others_are_found(word: str) -> None:
    # oracle: terms that people search for
    assert word in (denoc.__doc__ or "")
