"""What all tests share: real robots, random states, and how numbers are compared."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import denoc

#: The folder of the repository, for its command line program.
REPOSITORY = Path(__file__).resolve().parents[3]


class States(NamedTuple):
    """Random states of a model: coordinates within limits; speeds, accelerations and forces of order one."""

    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    tau: np.ndarray


def random_states(model: denoc.Model, count: int, seed: int = 1) -> States:
    """The same states for the same seed."""
    rng = np.random.default_rng(seed)
    v, a, tau = rng.uniform(-2.0, 2.0, (3, count, model.nv))
    return States(model.random(seed, n=count), v, a, 10.0 * tau)


def distance(found: np.ndarray, expected: np.ndarray, scale: float = 1e-300) -> float:
    """Largest error of all states, each relative to the largest number of its state or to ``scale`` if that is larger."""
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    assert found.shape == expected.shape, f"shape {found.shape}, expected {expected.shape}"
    rows = (len(expected), -1) if expected.ndim else (1, -1)
    error = np.abs(found - expected).reshape(rows).max(axis=1, initial=0.0)
    size = np.abs(expected).reshape(rows).max(axis=1, initial=scale)
    return float((error / size).max(initial=0.0)) if np.isfinite(error).all() else np.inf


def assert_close(
    found: np.ndarray, expected: np.ndarray, bound: float, what: str = "", *, scale: float = 1e-300
) -> None:
    """Every state within the bound, relative to its largest number or to ``scale`` if that is larger."""
    worst = distance(found, expected, scale)
    assert worst <= bound, f"{what}: relative error {worst:.2e} exceeds {bound:.0e}"


def rare_joints(folder: Path, *kinds: str) -> Path:
    """A chain of links joined by joints of these URDF types, written to a file."""
    links = [
        f'<link name="link{i}"><inertial><origin xyz="0.1 0.02 {0.03 * i}"/><mass value="{1.0 + i}"/>'
        f'<inertia ixx="0.02" ixy="0.001" ixz="-0.002" iyy="0.03" iyz="0.003" izz="0.025"/></inertial></link>'
        for i in range(len(kinds) + 1)
    ]
    joints = [
        f'<joint name="{kind}{i}" type="{kind}"><parent link="link{i}"/><child link="link{i + 1}"/>'
        f'<origin xyz="0.2 -0.1 0.3" rpy="0.{i} 0.2 -0.3"/><axis xyz="0 0 1"/>'
        f'<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
        for i, kind in enumerate(kinds)
    ]
    file = folder / "rare_joints.urdf"
    file.write_text(f'<robot name="rare">{"".join(links + joints)}</robot>')
    return file


def robots() -> Path:
    """The folder of example-robot-data; tests that need it are skipped without it."""
    pinocchio = pytest.importorskip("pinocchio", reason="needs pip install pin example-robot-data")
    folder = next(
        (up / "share/example-robot-data/robots" for up in Path(pinocchio.__file__).parents if (up / "share").is_dir()),
        None,
    )
    if folder is None or not folder.is_dir():
        pytest.skip("needs pip install example-robot-data")
    return folder


@pytest.fixture(scope="session")
def cli() -> Path:
    """The command line program: DENOC_CLI, else the release build of this repository, else the one on the path."""
    named = os.environ.get("DENOC_CLI")
    built = REPOSITORY / "target/release/denoc"
    found = named or (str(built) if built.is_file() else shutil.which("denoc"))
    if found is None:
        pytest.skip("no program denoc: cargo build --release -p denoc-cli, or set DENOC_CLI")
    return Path(found)
