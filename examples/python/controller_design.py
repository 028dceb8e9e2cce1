"""Design a controller: linearise a cart-pole about the upright configuration, compute the optimal gains, and test them.

The exact derivatives of forward dynamics give the linear system; the gains are those of the linear quadratic regulator
(LQR). Controllers may be Python functions or built-in laws, which run at full speed.

    python examples/python/controller_design.py [balance.png]     # optional: file for the plot
"""

import sys
import time

import numpy as np
import numpy.typing as npt

import denoc

Floats = npt.NDArray[np.float64]


def linearised(model: denoc.Model, q: Floats) -> tuple[Floats, Floats]:
    """A and B of x' = A x + B u at rest, with x = (q, v) and motor forces u."""
    n, rest = model.nv, np.zeros(model.nv)
    by_q, by_v, by_tau = model.forward_dynamics_derivatives(q, rest, rest)
    A = np.block([[np.zeros((n, n)), np.eye(n)], [by_q, by_v]])
    return A, np.vstack([np.zeros((n, n)), by_tau])[:, model.actuated]


def lqr(A: Floats, B: Floats, Q: Floats, R: Floats) -> Floats:
    """Gains K of u = -K x that minimise x'Qx + u'Ru, from the stable modes of the Hamiltonian matrix."""
    n = len(A)
    values, vectors = np.linalg.eig(np.block([[A, -B @ np.linalg.solve(R, B.T)], [-Q, -A.T]]))
    stable = vectors[:, np.real(values) < 0]
    P = np.real(stable[n:] @ np.linalg.inv(stable[:n]))
    residual = np.abs(A.T @ P + P @ A - P @ B @ np.linalg.solve(R, B.T @ P) + Q).max()
    print(f"Riccati equation solved, residual {residual:.0e}")
    gains: Floats = np.linalg.solve(R, B.T @ P).astype(np.float64)
    return gains


def timed(model: denoc.Model, duration: float, **keywords: object) -> tuple[denoc.Trajectory, float]:
    """A simulation and its run time in seconds."""
    begun = time.perf_counter()
    run = model.simulate(duration, **keywords)  # type: ignore[arg-type]
    return run, time.perf_counter() - begun


def main() -> None:
    """Balance the pole, then compare the speed of a Python controller with that of a built-in law."""
    cart = denoc.load("cart_pole")
    A, B = linearised(cart, cart.configuration("home"))
    print("poles as it is:  ", np.sort(np.linalg.eigvals(A).real).round(2), "1/s: it falls")
    K = lqr(A, B, Q=np.diag([1.0, 10.0, 1.0, 1.0]), R=np.diag([0.1]))
    print("gains:           ", K[0].round(2), "for slide [m], hinge [rad] and their speeds")
    print("poles under LQR: ", np.sort(np.linalg.eigvals(A - B @ K).real).round(2), "1/s: it stands")

    limit = cart.effort_limit[0]

    def balance(t: float, q: Floats, v: Floats) -> Floats:
        force = np.clip(-K[0] @ np.concatenate([q, v]), -limit, limit)
        return np.array([force, 0.0])  # no motor at the hinge

    run, _ = timed(cart, 10.0, q={"hinge": "20 deg"}, controller=balance)
    far, force = np.abs(run.q[:, 0]).max(), np.abs(run.tau[:, 0]).max()
    print(f"from 20 deg: hinge at {run.q[-1, 1]:.1e} rad after {run.t[-1]:g} s; cart went {far:.2f} m, force {force:.1f} N")
    if len(sys.argv) > 1:
        run.plot("q", "tau").savefig(sys.argv[1], dpi=120, bbox_inches="tight")

    # the same law in both forms: move the cart to the centre while the pole hangs and swings
    start = {"slide": 1.0, "hinge": "150 deg"}
    mine, slow = timed(cart, 20.0, q=start, controller=lambda t, q, v: [-5.0 * q[0] - 2.0 * v[0], 0.0])
    law = {"law": "pd", "kp": {"slide": 5.0}, "kd": {"slide": 2.0}, "hold": {"slide": 0.0}}
    built_in, fast = timed(cart, 20.0, q=start, controller=law)
    print(f"Python function {1e3 * slow:.0f} ms, built-in law {1e3 * fast:.0f} ms: {slow / fast:.1f} times faster")
    print(f"their motions differ by {np.abs(mine.q - built_in.q).max():.0e}")


if __name__ == "__main__":
    main()
