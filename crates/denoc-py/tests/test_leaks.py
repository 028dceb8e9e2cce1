"""No memory is lost over 100,000 calls. Oracles: the operating system's count of pages, and reference counts."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import denoc
from conftest import random_states

CALLS = 100_000


def resident() -> int:
    """Bytes of memory that the process holds."""
    pages = Path("/proc/self/statm")
    if not pages.is_file():
        pytest.skip("needs /proc/self/statm")
    return int(pages.read_text().split()[1]) * 4096


def growth(call: object, calls: int) -> int:
    """Growth in bytes over so many calls, after a warm-up."""
    for _ in range(calls // 10):
        call()  # type: ignore[operator]
    before = resident()
    for _ in range(calls):
        call()  # type: ignore[operator]
    return resident() - before


def test_no_leak_over_many_calls() -> None:
    arm = denoc.load("panda_like")
    q, v, a, tau = (x[0] for x in random_states(arm, 1))
    batch = random_states(arm, 4)
    out = np.empty(7)

    def refused() -> None:
        try:
            arm.inverse_dynamics(q[:3], v, a)
        except denoc.InputError:
            pass

    calls = {
        "inverse": lambda: arm.inverse_dynamics(q, v, a),
        "inverse into out": lambda: arm.inverse_dynamics(q, v, a, out=out),
        "forward": lambda: arm.forward_dynamics(q, v, tau),
        "gim": lambda: arm.gim(q),
        "batch": lambda: arm.inverse_dynamics(*batch[:3]),
        "lists": lambda: arm.gravity([0.0] * 7),
        "pose": lambda: arm.pose(q, "link7"),
        "external": lambda: arm.inverse_dynamics(q, v, a, {"link7": [0.0] * 6}),
        "refused": refused,
    }
    for name, call in calls.items():
        lost = growth(call, CALLS)
        # one lost array of 7 numbers per call would be more than 10 MB
        assert lost < 3_000_000, f"{name}: {lost} bytes in {CALLS} calls"


def test_no_leak_over_models_and_simulations() -> None:
    arm = denoc.load("planar_3r")
    assert growth(lambda: denoc.load("planar_3r"), 2_000) < 3_000_000
    assert growth(lambda: arm.simulate(0.01), 500) < 3_000_000


def test_references_are_given_back() -> None:
    arm = denoc.load("panda_like")
    q, v, a, _ = random_states(arm, 3)
    out = np.empty_like(v)
    before = [sys.getrefcount(x) for x in (q, v, a, out, arm)]
    for _ in range(1000):
        arm.inverse_dynamics(q, v, a, out=out)
        arm.inverse_dynamics(q[0], v[0], a[0])
        arm.energy(q, v)
    assert [sys.getrefcount(x) for x in (q, v, a, out, arm)] == before
    with pytest.raises(denoc.InputError):
        arm.inverse_dynamics(q, v[:2], a)
    assert [sys.getrefcount(x) for x in (q, v, a, out, arm)] == before


def test_results_do_not_share_memory() -> None:
    arm = denoc.load("panda_like")
    q, v, a, _ = (x[0] for x in random_states(arm, 1))
    first = arm.inverse_dynamics(q, v, a)
    kept = first.copy()
    second = arm.inverse_dynamics(q, v, 2.0 * a)
    assert not np.shares_memory(first, second)
    assert np.array_equal(first, kept)
