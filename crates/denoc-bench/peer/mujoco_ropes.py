"""Simulates a rope with MuJoCo: a JSON object on standard input (see ropes/mujoco.rs), one on standard output.

Bodies with ball joints, whose springs and dampers resist bending and twisting alike; the second end is tied by `connect`. Of the
steps that are offered the first one counts with which the motion stays finite and energy is kept to a tenth of what is exchanged.
Only mj_step is timed. A run ends early when it has taken `patience` seconds.
"""

import json
import sys
import time

import mujoco
import numpy as np

# solimp of the tie: as stiff as possible, with the shortest stable time constant, two steps
STIFF = [0.9999, 0.9999, 0.001, 0.5, 2.0]


def build(rope):
    spec = mujoco.MjSpec()
    spec.option.gravity = rope["gravity"]
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    disable = mujoco.mjtDisableBit
    spec.option.disableflags = disable.mjDSBL_CONTACT | disable.mjDSBL_AUTORESET
    body, length = spec.worldbody, rope["length"]
    for i in range(rope["links"]):
        first = i == 0
        body = body.add_body(
            name=f"body{i}",
            pos=[0, 0, 0 if first else length],
            quat=rope["first"] if first else [1, 0, 0, 0],
        )
        body.explicitinertial = True
        body.mass, body.ipos, body.inertia = rope["mass"], [0, 0, length / 2], rope["inertia"]
        joint = body.add_joint(name=f"joint{i}", type=mujoco.mjtJoint.mjJNT_BALL)
        if not first:
            joint.stiffness = like(joint.stiffness, rope["stiffness"])
            joint.damping = like(joint.damping, rope["damping"])
        if i == rope["links"] // 2:
            body.add_site(name="middle", pos=[0, 0, rope["middle"]])
    body.add_site(name="end", pos=[0, 0, length])
    if rope["to"] is not None:
        spec.worldbody.add_site(name="to", pos=rope["to"])
        tie = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, objtype=mujoco.mjtObj.mjOBJ_SITE)
        tie.name1, tie.name2, tie.solimp = "end", "to", STIFF
    return spec.compile()


def like(field, value):
    """A number, or the coefficients of a polynomial where this version has them."""
    return value if np.ndim(field) == 0 else [value] + [0] * (len(field) - 1)


def energies(model, data):
    mujoco.mj_forward(model, data)
    mujoco.mj_energyPos(model, data)
    mujoco.mj_energyVel(model, data)
    return data.energy.copy()


def run(model, rope, step):
    model.opt.timestep = step
    model.eq_solref[:] = [2 * step, 1]
    data = mujoco.MjData(model)
    data.qpos[:] = rope["q"]
    start = energies(model, data)
    damping = np.asarray(model.dof_damping).reshape(model.nv)
    power = lambda: float(damping @ (data.qvel * data.qvel))
    wall, lost, gap, before = 0, 0.0, 0.0, 0.0
    end = data.site("end").xpos
    for _ in range(round(rope["seconds"] / step)):
        clock = time.perf_counter_ns()
        mujoco.mj_step(model, data)
        wall += time.perf_counter_ns() - clock
        if not (np.abs(data.qvel) < 1e6).all():
            return None
        now = power()
        lost, before = lost + 0.5 * step * (before + now), now
        if rope["to"] is not None:
            gap = max(gap, float(np.linalg.norm(end - rope["to"])))
        if wall > 1e9 * rope["patience"]:
            break
    last = energies(model, data)
    unexplained = float(last.sum() - start.sum() + lost)
    # the energy error of a first-order method in the first steps of a fall is not an instability
    part = 0.1 + step / data.time
    if not abs(unexplained) < part * (last[1] + abs(last[0] - start[0]) + lost):
        return None
    return {
        "step": step,
        "reached": data.time,
        "wall": wall * 1e-9,
        "unexplained": unexplained,
        "gap": gap if rope["to"] is not None else None,
        "points": [data.site(name).xpos.tolist() for name in ("middle", "end")],
    }


def main():
    rope = json.load(sys.stdin)
    model = build(rope)
    for step in rope["steps"]:
        found = run(model, rope, step)
        if found is not None:
            print(json.dumps(found))
            return
    sys.exit(f"unstable with all steps: {rope['steps']}")


main()
