"""Type checkers find misspelt names in scripts of users."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RIGHT = """\
import denoc
import numpy as np
from numpy.typing import NDArray

arm: denoc.Model = denoc.load("planar_3r")
q: NDArray[np.float64] = arm.random(1, n=10)
tau = arm.inverse_dynamics(q, 0 * q, 0 * q)
twist, _ = arm.twist(q, 0 * q, "link3", reference="local", on_failure="nan")
print(arm.nv, tau.shape, twist.shape, arm == denoc.load("planar_3r"))
"""

TYPOS = [
    ("arm.inverse_dynamics(", "arm.inverse_dynamic("),
    ("arm.nv", "arm.n_v"),
    ('reference="local"', 'reference="locl"'),
    ("random(1, n=10)", "random(1, m=10)"),
]


def check(tool: str, script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The verdict of a type checker on a script."""
    file = folder / "script.py"
    file.write_text(script)
    arguments = {
        "mypy": ["mypy", "--strict", "--cache-dir", str(folder / "cache")],
        "basedpyright": ["basedpyright", "--level", "error", "--pythonpath", sys.executable],
    }[tool]
    # pyright looks for packages where the first python of the path does
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    command = [sys.executable, "-m", *arguments, str(file)]
    environment = {**os.environ, "PATH": path}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("tool", ["mypy", "basedpyright"])
def test_type_checkers_find_typos(tool: str, tmp_path: Path) -> None:
    # oracle: the same script without the typos
    pytest.importorskip(tool)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    right = check(tool, RIGHT, tmp_path)
    assert right.returncode == 0, right.stdout + right.stderr
    script = RIGHT
    for good, bad in TYPOS:
        assert good in script
        script = script.replace(good, bad, 1)
    wrong = check(tool, script, tmp_path)
    assert wrong.returncode == 1, wrong.stdout + wrong.stderr
    for _, bad in TYPOS:
        number = next(i for i, line in enumerate(script.splitlines(), 1) if bad in line)
        assert f"script.py:{number}:" in wrong.stdout, f"{bad}: {wrong.stdout}"
