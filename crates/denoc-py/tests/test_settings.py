"""Keywords of `Model.simulate` and `denoc.sweep` against the registry of settings of the compiled module."""

from __future__ import annotations

import inspect
import json
from typing import Any

import denoc
import pytest
from denoc import _denoc
from denoc.scenario import OTHERS, RENAMED, SIMULATE, START


def registry(section: str) -> dict[str, dict[str, Any]]:
    return {entry["key"]: entry for entry in _denoc.settings() if entry["section"] == section}


# oracle: the registry
def test_keywords_are_the_keys_of_scenarios() -> None:
    assert set(SIMULATE) == set(registry("simulate"))
    assert set(START) == set(registry("start"))
    top = registry("")
    assert set(OTHERS.values()) <= set(top)
    keywords = set(inspect.signature(denoc.Model.simulate).parameters) - {"self", "watch"}
    assert keywords == {*SIMULATE, *START, *OTHERS}


# oracle: the registry
def test_defaults_are_those_of_scenarios() -> None:
    parameters = inspect.signature(denoc.Model.simulate).parameters
    for key, entry in registry("simulate").items():
        if entry["required"]:
            assert parameters[key].default is inspect.Parameter.empty
        else:
            expected = None if entry["default"] is None else json.loads(entry["default"])
            assert parameters[key].default == expected, key


# oracle: the registry
def test_the_docstring_lists_every_choice() -> None:
    text = denoc.Model.simulate.__doc__ or ""
    for key in ("integrator", "algorithm"):
        for choice in registry("simulate")[key]["choices"]:
            assert f"``{choice}``" in text, f"{key}: {choice}"
    sweep = denoc.sweep.__doc__ or ""
    assert all(f"``{choice}``" in sweep for choice in registry("sweep")["sampling"]["choices"])


def test_older_keywords_are_refused_with_the_present_ones() -> None:
    older = {word: key for key, entry in registry("simulate").items() for word in entry["replaces"]}
    assert older == RENAMED
    arm: Any = denoc.load("one_r")
    for word, key in RENAMED.items():
        with pytest.raises(TypeError, match=f"'{word}' is now called '{key}'"):
            arm.simulate(1.0, **{word: "rk4"})
    sweep: Any = denoc.sweep
    with pytest.raises(TypeError, match="'method' is now called 'sampling'"):
        sweep(lambda x: x, {"x": [1]}, method="grid")


def test_a_prescribed_base_has_coordinates_and_a_wrench() -> None:
    # oracle: the same arm on a floating base
    prescribed, floating = denoc.load("puma", base="prescribed"), denoc.load("puma", base="floating")
    q, rest = floating.neutral(), [0.0] * floating.nv
    assert (prescribed.inverse_dynamics(q, rest, rest) == floating.inverse_dynamics(q, rest, rest)).all()
    for task in (lambda: prescribed.forward_dynamics(q, rest, rest), lambda: prescribed.step(q, rest, rest, 0.1)):
        with pytest.raises(denoc.InputError, match="does not support base=\"prescribed\"; use inverse_dynamics"):
            task()
    with pytest.raises(denoc.InputError, match="a simulation does not support the base \"prescribed\""):
        prescribed.simulate(1.0)
