"""The robot of the comparison, in both libraries, and its states."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

import denoc
from cpp_peer import REPOSITORY, prefix

PANDA = "share/example-robot-data/robots/panda_description/urdf/panda.urdf"


def load(name: str) -> tuple[str, denoc.Model, Any]:
    """A robot by name: what it is, in denoc, in Pinocchio.

    ``panda`` is the arm of example-robot-data with its two fingers fixed; other names are URDF files or models of the
    catalogue, which the command line program writes as URDF.
    """
    with tempfile.TemporaryDirectory() as folder:
        if name == "panda":
            file = Path(folder) / "panda.urdf"
            source = prefix(Path(pin.__file__)) / PANDA
            if not source.is_file():
                raise SystemExit("the panda arm is in another package: pip install example-robot-data")
            fingers = r'(<joint name="panda_finger_joint\d" type=)"prismatic"'
            file.write_text(re.sub(fingers, r'\1"fixed"', source.read_text()))
            said = "panda.urdf of example-robot-data, fingers fixed"
        elif Path(name).suffix == ".urdf":
            file, said = Path(name), name
        else:
            file, said = Path(folder) / f"{name}.urdf", f"{name} of the catalogue, written as URDF"
            program = REPOSITORY / "target/release/denoc"
            subprocess.run([program, "convert", name, file], check=True, capture_output=True)
        return said, denoc.load(str(file), mimic="free"), pin.buildModelFromUrdf(str(file))


def states(model: denoc.Model, count: int) -> dict[str, np.ndarray]:
    """Random q, v, a and t (joint forces) in denoc's order."""
    rng = np.random.default_rng(1)
    v, a, tau = rng.uniform(-2.0, 2.0, (3, count, model.nv))
    return {"q": model.random(1, n=count), "v": v, "a": a, "t": 10.0 * tau}
