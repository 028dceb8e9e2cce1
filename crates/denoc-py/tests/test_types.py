"""The package is typed: stubs agree with the compiled module, type checkers find nothing, and results are as annotated."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
import typing
from dataclasses import fields, is_dataclass
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc import results

PACKAGE = Path(__file__).resolve().parents[1]
PASSES = {"name": "passes", "joint": "joint1", "value": "-10 deg", "stop": True}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A tool of this environment, in the folder of the package."""
    command = [sys.executable, "-m", *arguments]
    # pyright looks for packages where the first python of the path does
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    return subprocess.run(command, cwd=PACKAGE, env=environment, capture_output=True, text=True, check=False)


def test_stubs_describe_the_compiled_module() -> None:
    # oracle: stubtest, which compares names and signatures with the module at run time
    pytest.importorskip("mypy")
    found = run("mypy.stubtest", "denoc._denoc")
    assert found.returncode == 0, found.stdout + found.stderr


def test_pyright_is_clean() -> None:
    # oracle: basedpyright with the standard rules of pyright, for the package and the examples
    pytest.importorskip("basedpyright")
    found = run("basedpyright")
    assert found.returncode == 0, found.stdout + found.stderr


def test_every_public_name_has_a_type() -> None:
    # oracle: pyright's measure of completeness
    pytest.importorskip("basedpyright")
    found = run("basedpyright", "--verifytypes", "denoc", "--ignoreexternal", "--outputjson")
    report = json.loads(found.stdout)["typeCompleteness"]
    public = [symbol for symbol in report["symbols"] if symbol["isExported"]]
    assert [s["name"] for s in public if s["isTypeAmbiguous"] or not s["isTypeKnown"]] == []
    assert len(public) > 500


def matches(value: object, annotation: object) -> bool:
    """Whether a value is of an annotated type."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is None or annotation is type(None):
        return value is None
    if origin is typing.Literal:
        return value in arguments
    if origin in (types.UnionType, typing.Union):
        return any(matches(value, argument) for argument in arguments)
    if origin is np.ndarray:
        return isinstance(value, np.ndarray) and value.dtype == np.float64
    if origin is list:
        return isinstance(value, list) and all(matches(entry, arguments[0]) for entry in value)
    if origin is tuple:
        return (
            isinstance(value, tuple)
            and len(value) == len(arguments)
            and all(matches(entry, argument) for entry, argument in zip(value, arguments, strict=True))
        )
    assert isinstance(annotation, type), annotation
    if is_dataclass(annotation) or issubclass(annotation, tuple):
        return type(value) is annotation and not mismatches(value)
    return type(value) is annotation


def mismatches(result: object) -> list[str]:
    """Fields of a result whose values are not of the annotated types."""
    hints = typing.get_type_hints(type(result))
    return [f"{type(result).__name__}.{name}" for name, hint in hints.items() if not matches(getattr(result, name), hint)]


def produced() -> list[object]:
    """Results of many kinds: reached and unreached targets, loops with and without motors, wheels, contacts, events."""
    arm = denoc.load("puma")
    target = arm.pose(arm.configuration("ready"), "link6")
    made: list[object] = [arm.inverse_kinematics("link6", target), arm.inverse_kinematics("link6", [9.0, 0.0, 0.0])]
    for name in ("fourbar", "delta_rods", "puma", "robot_3rrr", "slider_crank", "wheeled_robot", "cam_pump"):
        made.append(denoc.load(name).mobility())
    made.append(denoc.load("fourbar").assemble(crank_pivot="60 deg"))
    made.extend(denoc.load("quadruped").contacts)
    swing = denoc.load("one_r").simulate(2.0, q={"joint1": "60 deg"}, events=[PASSES])
    made.extend([*swing.audit, *swing.events])
    return made


def test_values_of_fields_are_as_annotated() -> None:
    # oracle: the annotations
    made = produced()
    assert [wrong for result in made for wrong in mismatches(result)] == []
    seen = {type(result).__name__ for result in made}
    assert {"Solutions", "Mobility", "Assembled", "ContactPoint", "AuditRow", "Event"} <= seen


@pytest.mark.parametrize("name", results.__all__)
def test_every_field_has_a_text(name: str) -> None:
    # oracle: none needed; the texts are read from the source, as editors do
    import ast
    import inspect

    result_class = getattr(results, name)
    (tree,) = ast.parse(inspect.getsource(result_class)).body
    assert isinstance(tree, ast.ClassDef)
    for field, text in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign):
            assert isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant), ast.unparse(field)


def test_results_are_frozen_and_picklable() -> None:
    # oracle: what frozen data classes promise
    import pickle

    found = denoc.load("fourbar").mobility()
    with pytest.raises(AttributeError):
        found.rank = 2  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(found))
    assert again.four_bars == found.four_bars and np.array_equal(again.q, found.q)
    assert all(field.name in dir(again) for field in fields(again))


def test_wrong_settings_are_named() -> None:
    # oracle: the keys that are wrong
    arm = denoc.load("planar_3r")
    with pytest.raises(denoc.InputError, match="simulate: tolerance: invalid type: string"):
        arm.simulate(1.0, tolerance="small")  # type: ignore[arg-type]
    with pytest.raises(denoc.InputError, match=r"simulate: load\[1\]: unknown field `lnk`"):
        arm.simulate(1.0, loads=[{"link": "link3", "force": [0, 0, 1]}, {"lnk": "link3"}])
    with pytest.raises(denoc.InputError, match="simulate: controller.kp: invalid type: boolean"):
        arm.simulate(1.0, controller={"law": "pd", "kp": True})
    six = {"link": "link3", "force": [0, 0, 0, 0, 0, -10]}
    with pytest.raises(denoc.InputError, match=r"load\[0\].force: 3 entries are needed here, not 6"):
        arm.simulate(1.0, loads=[six])
    with pytest.raises(denoc.InputError, match=r"load\[0\]: a dictionary is needed here"):
        arm.simulate(1.0, loads=[("link3", [0, 0, -10])])  # type: ignore[list-item]
    with pytest.raises(denoc.InputError, match="one key is needed here, not 2"):
        denoc.load("fourbar").simulate(1.0, closure={"baumgarte": 20, "rate": 5})
    profile = {"sinusoid": {"frequency": 2, "phase": 0, "amplitude": 5}}
    with pytest.raises(denoc.InputError, match="unknown field `amplitude`"):
        arm.simulate(1.0, loads=[{"link": "link3", "force": [0, 0, 1], "profile": profile}])
    with pytest.raises(denoc.InputError, match="q is not one state"):
        arm.simulate(1.0, q=[[1.0], [1.0, 2.0]])
    with pytest.raises(denoc.InputError, match="q: joint1: .*set"):
        arm.configuration(joint1={1.0})  # type: ignore[arg-type]


@pytest.mark.parametrize("old, new", [("allowed_velocity", "project_velocity"), ("allowed_acceleration", "project_acceleration")])
def test_old_names_are_refused_with_the_new_one(old: str, new: str) -> None:
    # oracle: the table of the changelog
    with pytest.raises(AttributeError, match=f"called {new} here"):
        getattr(denoc.load("fourbar"), old)


def test_numbers_of_every_kind_are_taken() -> None:
    # oracle: the same numbers as floats
    arm = denoc.load("planar_3r")
    plain = arm.simulate(0.1, q=[0.1, 0.2, 0.3], controller={"law": "pd", "kp": 1e2, "kd": 1.0}).q
    for q in (np.array([0.1, 0.2, 0.3], np.longdouble), pytest.importorskip("pandas").Series([0.1, 0.2, 0.3])):
        again = arm.simulate(np.array(0.1), q=q, controller={"law": "pd", "kp": 100, "kd": np.float32(1)}).q
        assert np.array_equal(plain, again)
    push = {"link": "link3", "force": [0, 0, 1]}
    for until in (1e20, 10**20):
        assert np.array_equal(arm.simulate(0.1, loads=[push]).q, arm.simulate(0.1, loads=[{**push, "until": until}]).q)
