"""Simulates machines that denoc hands over, by one library: what all libraries share.

The script of a library follows this one in the same process and ends with ``serve(LIBRARY)``. Questions and answers are lines of
JSON on standard input and output:

    {"ask": "version"}                                   -> {"version": TEXT}
    {"ask": "load", "machine": MACHINE}                  -> {"accelerations": [...], "methods": [...], "rough": BOOL}
    {"ask": "run", "method", "setting", "repeat"}        -> {"cpu": SECONDS, "q": [...]}
    {"ask": "quit"}

Models are built by "load"; the time of a run is the CPU time of the process from a built model to coordinates at the end.

Every joint becomes a sequence of single motions, each one coordinate: universal joints two rotations, ball joints rotations about z,
y and x, free joints three translations and a ball joint. The orientation of a ball joint at the start becomes part of its placement,
so that the three angles start at zero, far from gimbal lock, and speeds are the rates of coordinates.
"""

import json
import os
import sys
import time
from dataclasses import dataclass, field

import numpy as np

X, Y, Z = np.eye(3)


@dataclass
class Step:
    """A single motion: a rotation or translation about a coordinate axis, and the body after it (massless between motions)."""

    parent: int
    rotation: np.ndarray
    position: np.ndarray
    kind: str
    axis: np.ndarray
    mass: float = 0.0
    center: np.ndarray = field(default_factory=lambda: np.zeros(3))
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))


def rotation_of(quaternion):
    """Of a unit quaternion x, y, z, w."""
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def product(p, q):
    """Of two quaternions x, y, z, w."""
    (a, b, c, d), (e, f, g, h) = p, q
    return np.array([d * e + a * h + b * g - c * f, d * f - a * g + b * h + c * e, d * g + a * f - b * e + c * h, d * h - a * e - b * f - c * g])


def quaternion_of_angles(about_z, about_y, about_x):
    """Of rotations about z, then y, then x, each in the axes moved by those before it."""
    half = lambda axis, angle: np.array([*(np.sin(angle / 2) * axis), np.cos(angle / 2)])
    return product(product(half(Z, about_z), half(Y, about_y)), half(X, about_x))


class Machine:
    """The machine as single motions, with its start, and the way back to the coordinates of denoc."""

    def __init__(self, given):
        self.given = given
        self.gravity = np.array(given["gravity"])
        self.duration = given["duration"]
        self.planar = given["planar"]
        self.springs = given["springs"]
        self.steps, self.q, self.v, self.tau = [], [], [], []
        #: Of every body of denoc, the last of its steps.
        self.last = []
        #: Every joint of denoc: kind (single, universal, ball, free), first step and the one after the last, orientation at the start.
        self.joints = []
        q, v, tau = iter(given["q"]), iter(given["v"]), iter(given["tau"])
        take = lambda numbers, count: np.array([next(numbers) for _ in range(count)])
        for body in given["bodies"]:
            rotation = np.array(body["placement"]["rotation"])
            position = np.array(body["placement"]["position"])
            parent = self.last[body["parent"]] if body["parent"] >= 0 else -1
            first, start = len(self.steps), None
            for motion in body["motions"]:
                kind = motion["kind"]
                if kind in ("turn", "slide"):
                    parent = self.add(parent, rotation, position, kind, np.array(motion["axis"]), next(q), next(v), next(tau))
                else:
                    place, start = (take(q, 3) if kind == "free" else np.zeros(3)), take(q, 4)
                    spin, forces = take(v, 3), take(tau, 6 if kind == "free" else 3)
                    if forces.any():
                        raise ValueError("forces at a ball or free joint")
                    if kind == "free":
                        velocity = rotation_of(start) @ take(v, 3)
                        for axis, x, rate in zip((X, Y, Z), place, velocity):
                            parent = self.add(parent, rotation, position, "slide", axis, x, rate, 0.0)
                            rotation, position = np.eye(3), np.zeros(3)
                    rotation = rotation @ rotation_of(start)
                    for axis, rate in zip((Z, Y, X), spin[::-1]):
                        parent = self.add(parent, rotation, position, "turn", axis, 0.0, rate, 0.0)
                        rotation, position = np.eye(3), np.zeros(3)
                rotation, position = np.eye(3), np.zeros(3)
            kinds = {("ball",): "ball", ("free",): "free", ("turn", "turn"): "universal", ("turn",): "single", ("slide",): "single"}
            kind = kinds[tuple(motion["kind"] for motion in body["motions"])]
            self.joints.append((kind, first, len(self.steps), start))
            last = self.steps[parent]
            xx, xy, xz, yy, yz, zz = body["inertia"]
            last.mass, last.center = body["mass"], np.array(body["center"])
            last.inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            self.last.append(parent)
        self.q, self.v, self.tau = np.array(self.q), np.array(self.v), np.array(self.tau)
        self.closures = [[self.point(end) for end in pair] for pair in given["closures"]]

    def add(self, parent, rotation, position, kind, axis, q, v, tau):
        self.steps.append(Step(parent, rotation, position, kind, axis))
        self.q.append(q)
        self.v.append(v)
        self.tau.append(tau)
        return len(self.steps) - 1

    def point(self, end):
        """Step and point of a point of a body of denoc; -1 is the ground."""
        return (self.last[end["body"]] if end["body"] >= 0 else -1), np.array(end["point"])

    def coordinates(self, q):
        """Those of denoc, from single coordinates."""
        found = []
        for kind, first, last, start in self.joints:
            if kind in ("ball", "free"):
                found += [*q[first : last - 3], *product(start, quaternion_of_angles(*q[last - 3 : last]))]
            else:
                found += [*q[first:last]]
        return [float(x) for x in found]

    def accelerations(self, a):
        """Those of denoc where speeds are rates of coordinates, from single ones; None for others."""
        found = []
        for kind, first, last, _ in self.joints:
            found += [None] * (last - first) if kind in ("ball", "free") else [float(x) for x in a[first:last]]
        return found


def method(name, kind, settings, check):
    return {"name": name, "kind": kind, "settings": [float(x) for x in settings], "check": float(check)}


def tolerances(finest):
    """From 1e-2 in half decades."""
    return 10.0 ** -np.arange(2, finest + 0.1, 0.5)


def steps(fewest, most, factor=1.5):
    """Numbers of steps."""
    count, found = float(fewest), []
    while count <= most:
        found.append(round(count))
        count *= factor
    return found


def serve(library):
    """Answers questions until told to quit. ``library`` makes a simulator of a machine: ``methods``; ``accelerations()`` at the
    start, ``rough`` if they come from differences or soft closures; ``prepare(method, setting)``, which returns a function to be
    timed; ``end(result)``, coordinates of denoc."""
    # libraries print to standard output; answers go elsewhere
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    simulator = None
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if question["ask"] == "quit":
                return
            if question["ask"] == "version":
                answer = {"version": library.version()}
            elif question["ask"] == "load":
                machine = Machine(question["machine"])
                simulator = library(machine)
                answer = {"accelerations": simulator.accelerations(), "methods": simulator.methods, "rough": simulator.rough}
            else:
                cpu = 0.0
                for _ in range(question["repeat"]):
                    run = simulator.prepare(question["method"], question["setting"])
                    start = time.process_time()
                    result = run()
                    cpu += time.process_time() - start
                q = simulator.end(result)
                if not np.all(np.isfinite(q)):
                    raise FloatingPointError("coordinates are not finite")
                answer = {"cpu": cpu / question["repeat"], "q": q}
        except Exception as error:  # a run that fails is a result, too
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)
