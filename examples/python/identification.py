"""Identify an arm: which masses, mass centres and inertias explain the torques that were measured?

Torques are linear in ten parameters of each link: mass m, moment m·c, inertia about the origin of the link. So torques = Y φ,
and a column of Y is how torques change with one parameter: the difference of two calls of inverse dynamics, exactly. Torques
do not show every parameter; the rank of Y tells how many combinations they do show, the base parameters.

    python examples/python/identification.py
"""

import numpy as np
import numpy.typing as npt

import denoc

Floats = npt.NDArray[np.float64]
States = tuple[Floats, Floats, Floats]  # coordinates, speeds, accelerations: one row per instant
NOISE = 0.05  # of the measured torques, N m

# A round body with its mass centre at the origin, and steps of its parameters. The inertia about the origin is even in the
# centre: between +c and -c only the moment m·c changes.
BODY = {"mass": 5.0, "inertia.xx": 1.0, "inertia.yy": 1.0, "inertia.zz": 1.0}
STEPS = {
    "mass": 1.0,
    **{f"center.{axis}": 0.1 for axis in "xyz"},
    **{f"inertia.{axes}": 0.2 for axes in ("xx", "yy", "zz", "xy", "xz", "yz")},
}


def regressor(model: denoc.Model, states: States) -> Floats:
    """Y at all states: a row per torque, a column per parameter (mass, moment, inertia, link by link)."""
    columns = []
    for link in model.link_names:
        body = {f"links.{link}.{name}": BODY.get(name, 0.0) for name in STEPS}
        for name, step in STEPS.items():
            path = f"links.{link}.{name}"
            less, more = (
                model.with_parameters({**body, path: body[path] + change}).inverse_dynamics(*states)
                for change in (-step, step)
            )
            unit = BODY["mass"] * step if name.startswith("center") else step
            columns.append((more - less).ravel() / (2 * unit))
    return np.array(columns).T


def motion(model: denoc.Model, seed: int) -> States:
    """A rich motion, 1000 instants: at every joint five harmonics of random size and phase."""
    rng = np.random.default_rng(seed)
    t, pulse = np.linspace(0.0, 4 * np.pi, 1000)[:, None, None], 0.5 * np.arange(1, 6)[:, None]
    size, phase = rng.uniform(0.1, 0.6, (5, model.nv)), rng.uniform(0.0, 2 * np.pi, (5, model.nv))
    waves = [size * pulse**k * np.sin(pulse * t + phase + k * np.pi / 2) for k in range(3)]  # and derivatives
    q, v, a = (wave.sum(axis=1) for wave in waves)
    return model.configuration("ready") + q, v, a


def main() -> None:
    """Measure the real arm (here another model, plus noise), identify, and predict a motion that was not used."""
    drawn = denoc.load("panda_like")  # what the drawings say
    real = drawn.with_parameters({"links.link4.mass": 3.1, "links.link6.center.x": 0.05, "links.link7.mass": 2.2})
    states = motion(drawn, seed=1)
    missing = (real.inverse_dynamics(*states) - drawn.inverse_dynamics(*states)).ravel()  # torques drawings do not explain
    measured = missing + np.random.default_rng(1).normal(0.0, NOISE, missing.shape)

    Y = regressor(drawn, states)
    U, size, Vt = np.linalg.svd(Y, full_matrices=False)
    rank = int((size > 1e-9 * size[0]).sum())
    U, size, Vt = U[:, :rank], size[:rank], Vt[:rank]
    print(f"{len(Y)} torques, {Y.shape[1]} parameters, {rank} base parameters, condition number {size[0] / size[-1]:.0f}")
    print(f"without noise, Y explains all but {np.abs(missing - U @ (U.T @ missing)).max():.0e} N m")
    change = Vt.T @ ((U.T @ measured) / size)  # least squares

    fresh = motion(drawn, seed=2)
    truth, before = real.inverse_dynamics(*fresh), drawn.inverse_dynamics(*fresh)
    after = before + (regressor(drawn, fresh) @ change).reshape(before.shape)
    errors = [np.sqrt(np.mean((torques - truth) ** 2)) for torques in (before, after)]
    print(f"error in a new motion: {errors[0]:.4f} N m by the drawings, {errors[1]:.4f} N m identified; noise {NOISE} N m")


if __name__ == "__main__":
    main()
