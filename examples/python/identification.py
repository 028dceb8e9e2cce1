"""Identify an arm: estimate masses, mass centres and inertias from measured torques.

Torques are linear in ten parameters of each link: mass m, first moment m·c, and inertia about the link origin. So torques = Y φ,
and each column of Y is the exact difference of two evaluations of inverse dynamics. Not every parameter is identifiable: the
rank of Y is the number of identifiable combinations, the base parameters.

    python examples/python/identification.py
"""

import numpy as np
import numpy.typing as npt

import denoc

Floats = npt.NDArray[np.float64]
States = tuple[Floats, Floats, Floats]  # coordinates, speeds, accelerations: one row per sample
NOISE = 0.05  # of the measured torques, N m

# A symmetric body with its mass centre at the origin, and parameter steps. The inertia about the origin is an even function of
# the mass centre, so only the first moment m·c differs between +c and -c.
BODY = {"mass": 5.0, "inertia.xx": 1.0, "inertia.yy": 1.0, "inertia.zz": 1.0}
STEPS = {
    "mass": 1.0,
    **{f"center.{axis}": 0.1 for axis in "xyz"},
    **{f"inertia.{axes}": 0.2 for axes in ("xx", "yy", "zz", "xy", "xz", "yz")},
}


def regressor(model: denoc.Model, states: States) -> Floats:
    """Y at all states: one row per torque, one column per parameter (mass, first moment, inertia, link by link)."""
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
    """An exciting trajectory of 1000 samples: five harmonics of random amplitude and phase at every joint."""
    rng = np.random.default_rng(seed)
    t, pulse = np.linspace(0.0, 4 * np.pi, 1000)[:, None, None], 0.5 * np.arange(1, 6)[:, None]
    size, phase = rng.uniform(0.1, 0.6, (5, model.nv)), rng.uniform(0.0, 2 * np.pi, (5, model.nv))
    waves = [size * pulse**k * np.sin(pulse * t + phase + k * np.pi / 2) for k in range(3)]  # and derivatives
    q, v, a = (wave.sum(axis=1) for wave in waves)
    return model.configuration("ready") + q, v, a


def main() -> None:
    """Measure the real arm (here another model plus noise), identify it, and predict an unseen trajectory."""
    nominal = denoc.load("panda_like")
    real = nominal.with_parameters({"links.link4.mass": 3.1, "links.link6.center.x": 0.05, "links.link7.mass": 2.2})
    states = motion(nominal, seed=1)
    missing = (real.inverse_dynamics(*states) - nominal.inverse_dynamics(*states)).ravel()  # torques not explained by the nominal model
    measured = missing + np.random.default_rng(1).normal(0.0, NOISE, missing.shape)

    Y = regressor(nominal, states)
    U, size, Vt = np.linalg.svd(Y, full_matrices=False)
    rank = int((size > 1e-9 * size[0]).sum())
    U, size, Vt = U[:, :rank], size[:rank], Vt[:rank]
    print(f"{len(Y)} torques, {Y.shape[1]} parameters, {rank} base parameters, condition number {size[0] / size[-1]:.0f}")
    print(f"without noise, Y explains all but {np.abs(missing - U @ (U.T @ missing)).max():.0e} N m")
    change = Vt.T @ ((U.T @ measured) / size)  # least squares

    fresh = motion(nominal, seed=2)
    truth, before = real.inverse_dynamics(*fresh), nominal.inverse_dynamics(*fresh)
    after = before + (regressor(nominal, fresh) @ change).reshape(before.shape)
    errors = [np.sqrt(np.mean((torques - truth) ** 2)) for torques in (before, after)]
    print(f"error in a new motion: {errors[0]:.4f} N m nominal, {errors[1]:.4f} N m identified; noise {NOISE} N m")


if __name__ == "__main__":
    main()
