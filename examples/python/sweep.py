"""Sweep a design: torque and transmission angle of a four-bar linkage as functions of crank and coupler length.

Any number in the model file is a parameter, identified by its path. Points run on all cores (`engine="ray"`: on a cluster). If a
linkage cannot be assembled, its point fails with the reason in the table, and the others continue. With an output folder, an
interrupted sweep resumes without repeating finished points.

    python examples/python/sweep.py [map.png]     # optional: file for a map of the torques
"""

import sys
import tempfile
import time

import numpy as np

import denoc

LENGTHS = {
    "links.crank.length": denoc.Range("30 mm", "70 mm", count=5),
    "links.coupler.length": denoc.Range("90 mm", "150 mm", count=4),
}
# One turn of the crank in half a second, under computed-torque control.
TURN = {
    "duration": 0.5,
    "output_step": 0.005,
    "tolerance": 1e-6,
    "q": {"crank_pivot": 0.0},
    "motion": {"profile": "quintic", "to": {"crank_pivot": "360 deg"}, "duration": 0.5},
    "controller": {"law": "computed-torque", "kp": 400, "kd": 40},
}


def transmission(run: denoc.Trajectory) -> float:
    """Minimum angle between coupler and output link, in degrees; 90 is ideal."""
    angle = run["q[crank_pivot]"] + run["q[coupler_pin]"] - run["q[output_pivot]"]
    return float(np.degrees(np.arcsin(np.abs(np.sin(angle)))).min())


def swept(folder: str) -> tuple[denoc.SweepResult, float]:
    """The sweep and its run time in seconds. Metrics are strings (fast) or functions of the trajectory."""
    begun = time.perf_counter()
    table = denoc.sweep(
        "fourbar",
        LENGTHS,
        simulate=TURN,
        metrics={"torque": "absmax tau[crank_pivot]", "transmission": transmission},
        out=folder,
    )
    return table, time.perf_counter() - begun


def main() -> None:
    """Run it twice: the second call finds all points finished."""
    with tempfile.TemporaryDirectory() as folder:
        table, first = swept(folder)
        again, second = swept(folder)
    print(table)
    frame = table.to_pandas()
    print(frame.pivot(index="links.crank.length", columns="links.coupler.length", values="torque").round(2), "N m")
    best = frame.loc[frame["transmission"].idxmax()]
    lengths = " and ".join(f"{1e3 * best[path]:.0f} mm" for path in LENGTHS)
    print(f"best transmission: {best['transmission']:.1f} deg with crank and coupler of {lengths}, {best['torque']:.2f} N m")
    print("failed:", len(table.failed), "of", len(table), "such as", table.failed["error"][0].partition(";")[0])
    same = np.array_equal(table["torque"], again["torque"], equal_nan=True)
    print(f"first call {first:.2f} s, same call again {second:.2f} s with the same table: {same}")
    if len(sys.argv) > 1:
        from matplotlib import pyplot

        crank, coupler = (1e3 * np.unique(table[path]) for path in LENGTHS)
        figure, axes = pyplot.subplots()
        mesh = axes.pcolormesh(coupler, crank, table["torque"].reshape(len(crank), -1), norm="log", shading="nearest")
        figure.colorbar(mesh, label="largest torque [N m]")
        axes.set(xlabel="coupler [mm]", ylabel="crank [mm]", title="white: cannot be assembled")
        figure.savefig(sys.argv[1], dpi=120, bbox_inches="tight")


if __name__ == "__main__":
    main()
