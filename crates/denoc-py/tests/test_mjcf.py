"""Oracle: MuJoCo itself, on small models with one feature each and on the models of other packages.

Every model is compared, or refused with a reason; what is left out is noted (``mjcf_peer.py`` takes it out of MuJoCo's model too).
"""

from __future__ import annotations

import json
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from conftest import REPOSITORY

mujoco = pytest.importorskip("mujoco", reason="needs pip install mujoco")

from mjcf_peer import Comparison, compare, compare_variant  # noqa: E402

VARIANTS: list[dict[str, Any]] = json.loads(
    (REPOSITORY / "crates/denoc-formats/tests/data/mjcf_variants.json").read_text()
)["variants"]

BOUND = 1e-9
#: MuJoCo diagonalises the inertia of meshes to about 5e-8 of its size only; mass, mass centre and moments are exact.
MESH_BOUND = 1e-7

#: Packages with models, and at least how many of them both programs read.
PACKAGES = {"gymnasium": 14, "dm_control": 30, "mujoco": 0}

#: Why denoc refuses a model.
REASONS = [
    "has no joint: add at least one joint",
    "the mesh is not closed",
    "the mass of this geom cannot be computed",
]


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """MuJoCo warns about old attributes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant["name"])
def test_features(variant: dict[str, Any]) -> None:
    found = compare_variant(variant)
    assert found.verdict == "compared", found.notes
    assert found.error <= variant["bound"], found
    assert variant["note"] is None or any(variant["note"] in note for note in found.notes), found.notes


def models(package: str) -> list[Path]:
    """The XML files of an installed package."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        warnings.warn(f"THE MODELS OF {package} ARE NOT COMPARED: pip install {package}", stacklevel=1)
        pytest.skip(f"needs pip install {package}")
    return sorted(Path(next(iter(spec.submodule_search_locations))).rglob("*.xml"))


@pytest.mark.parametrize("package", PACKAGES)
def test_models_of_other_packages(package: str) -> None:
    found: dict[Path, Comparison] = {file: compare(file) for file in models(package)}
    wrong = []
    for file, comparison in found.items():
        match comparison.verdict:
            case "compared":
                bound = MESH_BOUND if "<mesh" in file.read_text() else BOUND
                if comparison.error > bound:
                    wrong.append(f"{file}: {comparison.error:.1e}: {comparison.notes}")
            case "refused" if not any(reason in comparison.notes[0] for reason in REASONS):
                wrong.append(f"{file}: {comparison.notes[0]}")
    assert not wrong, "\n".join(wrong)
    compared = [file for file, comparison in found.items() if comparison.verdict == "compared"]
    assert len(compared) >= PACKAGES[package], f"only {len(compared)} models were compared"
