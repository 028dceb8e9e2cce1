"""Speed of denoc in Python beside Pinocchio: its Python package in a Python loop, and a C++ loop on one thread.

    python benchmarks/compare_pinocchio.py [--model panda|NAME|FILE.urdf] [--states 100000] [--only NAME ...] [--quick | --check] [--json]

Needs ``pip install pin example-robot-data`` and a C++ compiler. All use the same robot and the same states; results are
compared first, and no speeds are printed if they differ. With ``--check`` there is one round on a few states, to see that all
runs and agrees; the C++ program then takes part only if it has been built before.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

import denoc
import robots
from cases import Case, cases
from cpp_peer import FLAGS, Peer, build, built
from rounds import batch, calls, fastest, loop

#: Largest difference of results, relative to the largest number of a state.
AGREEMENT = 1e-9
#: Functions that take no array for their result write at most this many numbers, or we would time the system's memory.
LARGEST_NEW_RESULT = 2**20
#: The C++ loop goes over the first of the states again and again: they stay in its caches, which favours it.
PEER_STATES = 1000
#: With ``--check``.
CHECKED_STATES = 200
CONTENDERS = ["denoc call", "denoc batch, 1 thread", "denoc batch", "pin call", "pin loop", "Pinocchio in C++"]


class Comparison:
    """A robot, its states, and all contenders."""

    def __init__(self, name: str, count: int, rounds: int, program: Path | None) -> None:
        self.robot, self.model, self.peer = robots.load(name)
        self.order = denoc.interop.pinocchio(self.model, self.peer)
        self.states = robots.states(self.model, count)
        q, v = self.states["q"], self.states["v"]
        peer_states = (
            self.order.q_to(q),
            self.order.v_to(q, v),
            self.order.a_to(q, v, self.states["a"]),
            self.order.tau_to(q, self.states["t"]),
        )
        self.peer_states = dict(zip("qvat", peer_states))
        self.cpp = Peer(program) if program else None
        if self.cpp:
            self.cpp.load(self.peer, tuple(x[:PEER_STATES] for x in peer_states))
        self.rounds, self.seconds, self.looped = rounds, 0.005, 500

    def cases(self) -> list[Case]:
        return cases(self.model, self.order, self.peer, self.peer.createData())

    def difference(self, case: Case) -> float:
        """Largest difference of a batch to single calls, to pin and to C++, relative to the largest number of a state."""
        count, worst = self.count(case), 0.0
        inputs = self.batch(case, count)
        result = case.ours(*inputs)
        for i in {*range(100), *np.linspace(0, count - 1, 200, dtype=int).tolist()} & {*range(count)}:
            ours = case.numbers(tuple(x[i] for x in result) if isinstance(result, tuple) else result[i])
            others = [
                case.numbers(case.ours(*(x[i] for x in inputs))),
                case.their_numbers(case.theirs(*(self.peer_states[letter][i] for letter in case.inputs))),
            ]
            if self.cpp and i < PEER_STATES:
                # forward kinematics gives all joints, the last of them last
                others += [self.cpp.evaluate(name, i)[-ours.size :] for name in case.cpp]
            for other in others:
                # keeps a NaN, which max() of Python may lose
                worst = float(np.maximum(worst, np.abs(ours - other).max() / max(np.abs(other).max(), 1e-300)))
        return worst

    def time(self, case: Case) -> dict[str, float]:
        """Seconds per state of each contender."""
        count, cpp = self.count(case), self.cpp
        in_cpp = {name: lambda name=name: cpp.time(name, self.seconds) for name in case.cpp} if cpp else {}
        inputs = self.batch(case, count)
        some = [x[: self.looped] for x in inputs]
        theirs = [self.peer_states[letter][: self.looped] for letter in case.inputs]
        how = {"out": np.empty_like(case.ours(*inputs))} if case.takes_out else {}
        best = fastest(
            {
                "denoc call": calls(case.ours, list(zip(*some))),
                "denoc batch, 1 thread": batch(lambda: case.ours(*inputs, threads=1, **how), count),
                "denoc batch": batch(lambda: case.ours(*inputs, **how), count),
                "pin call": calls(case.theirs, list(zip(*theirs))),
                "pin loop": loop(case.theirs, theirs),
            }
            | in_cpp,
            self.rounds,
        )
        best["Pinocchio in C++"] = min((best[name] for name in in_cpp), default=float("nan"))
        return {name: best[name] for name in CONTENDERS}

    def overhead(self) -> dict[str, float]:
        """Seconds that a call from Python adds to the kernel, for one state."""
        added = {}
        for name, third in (("inverse_dynamics", "a"), ("forward_dynamics", "t")):
            q, v, x = (self.states[letter][0].copy() for letter in ("q", "v", third))
            call = calls(getattr(self.model, name), [(q, v, x)] * 1000)
            kernel = lambda: self.model._kernel_ns(q, v, x, forward=third == "t") * 1e-9  # noqa: E731
            best = fastest({"call": call, "kernel": kernel}, self.rounds)
            added[name] = best["call"] - best["kernel"]
            added[f"{name} kernel"] = best["kernel"]
        return added

    def count(self, case: Case) -> int:
        states = len(self.states["q"])
        return states if case.takes_out else min(states, LARGEST_NEW_RESULT // case.width)

    def batch(self, case: Case, count: int) -> list[np.ndarray]:
        return [self.states[letter][:count] for letter in case.inputs]


def table(rows: list[dict[str, Any]]) -> str:
    """Nanoseconds per state, and how many times as fast denoc is."""
    columns = ["call", "batch(1)", "batch", "pin call", "pin loop", "C++", "states"]
    ratios = ["call/pin call", "batch/pin loop", "call/C++", "batch(1)/C++", "batch/C++"]
    lines = [
        f"{'':28}{'ns per state':^72}{'times as fast':^72}",
        f"{'':28}" + "".join(f"{word:>10}" for word in columns) + "".join(f"{word:>16}" for word in ratios),
    ]
    for row in rows:
        call, one, many, pin_call, pin_loop, cpp = times = [row["seconds"][name] for name in CONTENDERS]
        numbers = "".join(f"{1e9 * x:10.1f}" for x in times) + f"{row['states']:10}"
        quotients = pin_call / call, pin_loop / many, cpp / call, cpp / one, cpp / many
        lines.append(f"{row['algorithm']:28}{numbers}" + "".join(f"{x:16.2f}" for x in quotients))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="panda", help="panda, a model of the catalogue, or a URDF file (fixed base)")
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--only", nargs="*", help="names of algorithms")
    parser.add_argument("--quick", action="store_true", help="shorter, less exact")
    parser.add_argument("--check", action="store_true", help="one round on a few states; nothing is compiled")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()

    states = min(asked.states, CHECKED_STATES) if asked.check else asked.states
    rounds = 1 if asked.check else 5 if asked.quick else 40
    comparison = Comparison(asked.model, states, rounds, built() if asked.check else build())
    chosen = [case for case in comparison.cases() if not asked.only or case.name in asked.only]
    differences = {case.name: comparison.difference(case) for case in chosen}
    wrong = {name: difference for name, difference in differences.items() if not difference <= AGREEMENT}
    if wrong:
        sys.exit(f"results differ, so speeds mean nothing: {wrong}")
    if comparison.cpp is None:
        print("!!! SKIPPED: Pinocchio in C++, which is not built here; Pinocchio in Python agrees", file=sys.stderr)
    rows = []
    for case in chosen:
        print(f"timing {case.name}", file=sys.stderr)
        rows.append({"algorithm": case.name, "states": comparison.count(case), "seconds": comparison.time(case)})
    overhead = comparison.overhead()
    about = {
        "robot": comparison.robot,
        "degrees of freedom": comparison.model.nv,
        "states": states,
        "cores": os.cpu_count(),
        "denoc": denoc.__version__,
        "pinocchio": pin.__version__,
        "C++ compiler": f"{comparison.cpp.compiler} {' '.join(FLAGS)}" if comparison.cpp else "none",
        "largest difference": max(differences.values()),
    }
    if comparison.cpp:
        comparison.cpp.close()
    if asked.json:
        print(json.dumps(about | {"algorithms": rows, "overhead": overhead}, indent=1))
        return
    print("\n".join(f"{key}: {value}" for key, value in about.items()), end="\n\n")
    print(table(rows), end="\n\n")
    print("call: one state; batch: all states, on one or all threads; pin loop: over the rows of arrays, storing results;")
    print("C++: a loop on one thread, results forgotten", end="\n\n")
    for name in ("inverse_dynamics", "forward_dynamics"):
        kernel = overhead[f"{name} kernel"]
        print(f"a single call of {name} adds {1e9 * overhead[name]:.0f} ns to the kernel's {1e9 * kernel:.0f} ns")


if __name__ == "__main__":
    main()
