"""A closed loop in ten lines: drive the crank of a four-bar linkage; compute the motor torque and the pin forces.

Closed loops need no special set-up: give the crank angle, and the other joints follow.

    python examples/python/closed_loop_in_ten_lines.py
"""

import numpy as np
import denoc

linkage = denoc.load("fourbar")
print(linkage.mobility())
start = linkage.assemble(crank_pivot="0 deg")
turn = {"profile": "quintic", "to": {"crank_pivot": "360 deg"}, "duration": 0.5}
run = linkage.simulate(0.5, q=start.q, motion=turn, controller={"law": "computed-torque", "kp": 400, "kd": 40})
forces = np.linalg.norm(linkage.reactions(run.q, run.v, run.a)[:, :, 3:], axis=2).max(axis=0)
print(f"crank turned by {np.ptp(run.q[:, 0]):.4f} rad, torque up to {abs(run.tau).max():.3f} N m, audit passed: {run.passed}")
print("forces up to", ", ".join(f"{force:.1f} N at {name}" for name, force in zip(linkage.reaction_names, forces)))
