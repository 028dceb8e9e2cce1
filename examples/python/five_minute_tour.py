"""A tour of denoc: load a robot, compute its dynamics, simulate it, and check the result.

Everything here works for any mechanism, from the catalogue (`denoc.models()`) or from a file (`denoc.load("robot.urdf")`).

    python examples/python/five_minute_tour.py [tour.png]     # optional: file for the plot
"""

import sys
import time

import numpy as np

import denoc

# Load a model and print its joints with their indices in the coordinate vector q.
arm = denoc.load("panda_like")
print(arm, "\n")

# Define a configuration by joint name. Numbers are in SI units and radians; strings may carry a unit.
q = arm.configuration("ready", joint4=-1.5, joint5="30 deg")
v = np.full(arm.nv, 0.5)
a = np.ones(arm.nv)

# Inverse dynamics (rnea): joint forces for a motion. Forward dynamics (aba): accelerations for joint forces.
tau = arm.inverse_dynamics(q, v, a)
print("torques for this motion [N m]:", tau.round(3))
print(f"forward dynamics returns the accelerations, error {np.abs(arm.forward_dynamics(q, v, tau) - a).max():.0e} rad/s²")

# A batch: rows are states. No Python loop; all cores are used.
states = arm.random(1, n=100_000)
begun = time.perf_counter()
torques = arm.inverse_dynamics(states, np.zeros(arm.nv), np.zeros(arm.nv))
spent = time.perf_counter() - begun
print(f"{len(states):,} poses in {1e3 * spent:.0f} ms; the shoulder holds at most {np.abs(torques[:, 1]).max():.1f} N m")

# The same in matrix form: inertia matrix (crba), velocity and gravity terms. Their sum is the torques.
parts = arm.gim(q) @ a + arm.mci(q, v) @ v + arm.gravity(q)
print(f"matrices and recursion agree to {np.abs(parts - tau).max():.0e} N m")

# Position and velocity of the tool. Jacobians: world axes, angular rows first.
speed = arm.jacobian(q, "tool") @ v
print("tool at [m]", arm.pose(q, "tool")[:3, 3].round(3), "moves with [m/s]", speed[3:].round(3))

# Inverse kinematics: joint coordinates for that tool pose.
found = arm.inverse_kinematics("tool", arm.pose(q, "tool"), seed=arm.configuration("ready"))
error = np.abs(arm.pose(found.q, "tool") - arm.pose(q, "tool")).max()
print(f"inverse kinematics: reached = {found.reached}, error {error:.0e}")

# Simulate one second of free fall. The audit of the simulation checks energy conservation; stops at joint limits would take energy.
fall = arm.simulate(1.0, q=q, limits="ignore")
start, end = (sum(arm.energy(fall.q[i], fall.v[i])) for i in (0, -1))
print(f"fell for {fall.t[-1]:g} s: energy {start:.6f} J before, {end:.6f} J after")
for row in fall.audit:
    if row.verdict != "unjudged":
        print(f"  audit: {row.name}: {row.value:.1e} {row.unit} ({row.verdict})")

# Move to the home configuration under computed-torque control. Every column of the result has a name and a unit.
law = {"law": "computed-torque", "kp": 100, "kd": 20}
home = {"profile": "quintic", "to_configuration": "home", "duration": 1.5}
run = arm.simulate(2.0, q=q, controller=law, motion=home)
miss, most = np.abs(run.q[-1] - arm.configuration("home")).max(), np.abs(run.tau).max()
print(f"went home: error {miss:.0e} rad, largest torque {most:.1f} N m")
print("table:", run.to_pandas().shape, "rows and columns, such as", run.columns[1], "and", run.columns[-1])

if len(sys.argv) > 1:
    run.plot("q", "tau", "energy").savefig(sys.argv[1], dpi=120, bbox_inches="tight")
# run.show() opens a page with an animation, plots and tables; run.save("run.csv") saves the data.
