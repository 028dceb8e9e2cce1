"""Pinocchio in C++: a program of its own that is asked over pipes.

Its source and its protocol are in ``crates/denoc-bench/peer/pinocchio.cpp``. It is built into ``target/peers``, where
``cargo xtask bench --peers`` builds it too, from the headers of the ``pin`` package; its libraries are not used, because
they are built for old processors.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

REPOSITORY = Path(__file__).resolve().parents[1]
SOURCE = REPOSITORY / "crates/denoc-bench/peer/pinocchio.cpp"
FLAGS = ["-O3", "-march=native", "-DNDEBUG", "-std=c++17"]
HOME = REPOSITORY / "target/peers" / f"pinocchio-{pin.__version__}"
#: Not a part of ``pin``.
EIGEN = "cmeel-eigen==3.4.1"

KINDS = {
    "JointModelRevoluteUnaligned": "RU",
    "JointModelPrismaticUnaligned": "PU",
    "JointModelSpherical": "SP",
    "JointModelFreeFlyer": "FF",
} | {f"JointModel{kind}{axis}": f"{kind}{axis}" for kind in "RP" for axis in "XYZ"}


class Peer:
    """The program, with a model and states."""

    def __init__(self, program: Path) -> None:
        self._child = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.compiler = self._ask("compiler")

    def load(self, model: Any, states: tuple[np.ndarray, ...]) -> None:
        """Hands over a ``pinocchio.Model`` and its states q, v, a, tau."""
        self._hand_over("load", model_text(model))
        rows = np.hstack(states)
        head = f"{len(rows)} {model.nq} {model.nv}\n"
        self._hand_over("states", head + "\n".join(" ".join(map(repr, row)) for row in rows.tolist()))

    def evaluate(self, algorithm: str, state: int) -> np.ndarray:
        """The numbers of one state."""
        return np.array(self._ask(f"eval {algorithm} {state}").split(), dtype=float)

    def time(self, algorithm: str, seconds: float) -> float:
        """Seconds per state, in a loop over the states that takes about so long."""
        return float(self._ask(f"time {algorithm} {seconds * 1e9}").split()[0]) * 1e-9

    def close(self) -> None:
        """Ends the program."""
        self._child.communicate("quit\n")

    def _ask(self, request: str) -> str:
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(request + "\n")
        self._child.stdin.flush()
        answer = self._child.stdout.readline().strip()
        if not answer or answer.startswith("error "):
            raise SystemExit(f"the Pinocchio program: {answer.removeprefix('error ') or 'it has gone'}")
        return answer

    def _hand_over(self, request: str, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "numbers.txt"
            file.write_text(text)
            self._ask(f"{request} {file}")


def model_text(model: Any) -> str:
    """The model as the program reads it."""
    lines = [numbers(model.gravity.linear), str(model.njoints - 1)]
    for i in range(1, model.njoints):
        joint, placement, inertia = model.joints[i], model.jointPlacements[i], model.inertias[i]
        kind = KINDS.get(joint.shortname())
        if kind is None:
            raise SystemExit(f'joint "{model.names[i]}" is a {joint.shortname()}, which the C++ program does not know')
        axis = joint.extract().axis if kind in ("RU", "PU") else np.array([0.0, 0.0, 1.0])
        tensor = inertia.inertia[np.triu_indices(3)]
        rest = [axis, placement.rotation.ravel(), placement.translation, [inertia.mass], inertia.lever, tensor]
        lines.append(f"{model.parents[i] - 1} {kind} {' '.join(numbers(part) for part in rest)}")
    return "\n".join(lines)


def numbers(values: Any) -> str:
    return " ".join(repr(float(value)) for value in values)


def built() -> Path | None:
    """The program, if it is there and newer than its source."""
    program = HOME / "pinocchio_peer"
    fresh = program.is_file() and program.stat().st_mtime > SOURCE.stat().st_mtime
    return program if fresh else None


def build() -> Path:
    """The program, compiled where it is missing or older than its source."""
    home, program = HOME, built()
    if program is not None:
        return program
    home.mkdir(parents=True, exist_ok=True)
    include = prefix(Path(pin.__file__)) / "include"
    compiler = newest_compiler()
    print(f"compiling the C++ program with {compiler} (about two minutes)", file=sys.stderr)
    unfinished = home / f"pinocchio_peer.{os.getpid()}"
    folders = [word for folder in (include, eigen(include, home)) for word in ("-isystem", str(folder))]
    done = subprocess.run([compiler, *FLAGS, *folders, "-o", str(unfinished), str(SOURCE)], check=False)
    if done.returncode:
        raise SystemExit(f"{compiler} cannot compile {SOURCE}")
    return unfinished.rename(home / "pinocchio_peer")


def prefix(file: Path) -> Path:
    """The folder where wheels of robotics libraries put what is not Python."""
    found = next((folder for folder in file.parents if folder.name == "cmeel.prefix"), None)
    if found is None:
        raise SystemExit("Pinocchio was not installed by pip install pin: its headers are not where they should be")
    return found


def eigen(include: Path, home: Path) -> Path:
    """The folder of Eigen's headers, fetched if there is none."""
    places = [include / "eigen3", home / "headers/cmeel.prefix/include/eigen3"]
    if not any(place.is_dir() for place in places):
        target = ["--quiet", "--no-deps", "--target", str(home / "headers")]
        subprocess.run([sys.executable, "-m", "pip", "install", *target, EIGEN], check=True)
    return next(place for place in places if place.is_dir())


def newest_compiler() -> str:
    """clang++ of the highest version, which makes Pinocchio about 1.5 times faster than g++ does; else g++."""
    found = []
    for command in ["clang++", *(f"clang++-{major}" for major in range(11, 40))]:
        if shutil.which(command):
            version = subprocess.run([command, "-dumpversion"], capture_output=True, text=True, check=True).stdout
            found.append((int(re.match(r"\d+", version)[0]), command))  # type: ignore[index]
    if found:
        return max(found)[1]
    if shutil.which("g++"):
        return "g++"
    raise SystemExit("no C++ compiler: install clang (preferred) or g++")
