"""Times MuJoCo's mj_forward on a mechanism with loops: MODEL STATES, in the formats of pinocchio.cpp.

Prints nanoseconds per call, smallest of several rounds, then the accelerations of the first state. The loop over states is in
Python: some 0.2 µs of each call are the binding's, and the state is copied outside the timing.

MuJoCo's constraints are springs and dampers; here as stiff as they get, without friction or contacts. Its accelerations differ
from those of rigid loops by 1e-5 to 1e-3.
"""

import sys
import time

import mujoco
import numpy as np


def numbers(path):
    with open(path) as file:
        return iter(file.read().split())


def quaternion(rows):
    q = np.empty(4)
    mujoco.mju_mat2Quat(q, np.array(rows))
    return q


def read_model(path):
    words = numbers(path)
    take = lambda n: [float(next(words)) for _ in range(n)]
    spec = mujoco.MjSpec()
    spec.option.gravity = take(3)
    spec.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT
    spec.option.tolerance = 1e-12
    bodies = []
    for i in range(int(next(words))):
        parent, kind = int(next(words)), next(words)
        axis, rotation, position = take(3), take(9), take(3)
        mass, centre, inertia = take(1)[0], take(3), take(6)
        if not kind.startswith("R"):
            sys.exit(f"joint kind {kind}")
        above = spec.worldbody if parent < 0 else bodies[parent]
        body = above.add_body(name=f"body{i}", pos=position, quat=quaternion(rotation))
        body.explicitinertial = True
        body.mass, body.ipos = mass, centre
        xx, xy, xz, yy, yz, zz = inertia
        body.fullinertia = [xx, yy, zz, xy, xz, yz]
        if kind != "RU":
            axis = {"RX": [1, 0, 0], "RY": [0, 1, 0], "RZ": [0, 0, 1]}[kind]
        body.add_joint(name=f"joint{i}", type=mujoco.mjtJoint.mjJNT_HINGE, axis=axis)
        bodies.append(body)
    for i in range(int(next(words))):
        for side in "ab":
            link, frame = int(next(words)), take(12)
            (spec.worldbody if link < 0 else bodies[link]).add_site(name=f"{side}{i}", pos=frame[9:])
        # between sites: between bodies, MuJoCo would use the points that coincide with all coordinates at zero
        equality = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, objtype=mujoco.mjtObj.mjOBJ_SITE)
        equality.name1, equality.name2 = f"a{i}", f"b{i}"
        equality.solref = [0.002, 1.0]
        equality.solimp = [0.9999, 0.9999, 0.001, 0.5, 2.0]
    return spec.compile()


def read_states(path):
    words = numbers(path)
    count, nq, nv = (int(next(words)) for _ in range(3))
    take = lambda n: np.array([float(next(words)) for _ in range(n)])
    return [(take(nq), take(nv), take(nv), take(nv)) for _ in range(count)]


def main():
    model, states = read_model(sys.argv[1]), read_states(sys.argv[2])
    data, best, first = mujoco.MjData(model), np.inf, None

    def place(state):
        q, v, _, tau = state
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, v, tau
        data.qacc_warmstart[:] = 0

    place(states[0])
    mujoco.mj_forward(model, data)
    first = data.qacc.copy()
    forward, clock = mujoco.mj_forward, time.perf_counter_ns
    for _ in range(7):
        total, calls = 0, 0
        while total < 3e7:
            for state in states:
                place(state)
                start = clock()
                forward(model, data)
                total += clock() - start
                calls += 1
        best = min(best, total / calls)
    print(repr(float(best)), *(repr(float(x)) for x in first))


main()
