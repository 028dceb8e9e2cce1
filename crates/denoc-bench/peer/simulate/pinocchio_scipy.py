"""Pinocchio's forward dynamics in the integrators of SciPy.

Trees: ``aba``. Loops: ``constraintDynamics`` with point constraints, with and without Baumgarte stabilization. Integrators: the
compiled ones of SciPy, which call Python for the derivative only, and Radau.
"""

import math

import pinocchio as pin
import scipy
from scipy.integrate import Radau, ode, odeint

#: Rate of Baumgarte's method, 1/s, relative to the duration.
BAUMGARTE = 10.0


class PinocchioSciPy:
    rough = False

    @staticmethod
    def version():
        return f"Pinocchio {pin.__version__} with SciPy {scipy.__version__}"

    def __init__(self, machine):
        self.machine = machine
        self.model, self.joints = build(machine)
        self.data = self.model.createData()
        self.derivatives = {"": self.derivative(0.0)}
        if machine.closures:
            self.derivatives[" + Baumgarte"] = self.derivative(BAUMGARTE / machine.duration)
        self.methods = [
            method(name + closing, "tolerance", tolerances(finest), 1e-8)
            for name, finest in (("dop853", 13.5), ("lsoda", 12.0), ("radau", 8.0))
            for closing in self.derivatives
            if not (name == "radau" and closing)
        ]

    def derivative(self, rate):
        """The function of t and y = (q, v)."""
        machine, model, data, n = self.machine, self.model, self.data, self.model.nv
        aba, concatenate, tau = pin.aba, np.concatenate, machine.tau.copy()
        force = self.spring()
        if not machine.closures:

            def tree(t, y):
                v = y[n:]
                return concatenate((v, aba(model, data, y[:n], v, tau)))

            return tree

        constraints = [self.constraint(pair, rate) for pair in machine.closures]
        parts = [constraint.createData() for constraint in constraints]
        settings = pin.ProximalSettings(1e-12, 1e-10, 10)
        pin.initConstraintDynamics(model, data, constraints, parts)
        dynamics = pin.constraintDynamics

        def loops(t, y):
            v = y[n:]
            if force:
                force(y, tau)
            return concatenate((v, dynamics(model, data, y[:n], v, tau, constraints, parts, settings)))

        return loops

    def constraint(self, pair, rate):
        places = []
        for step, point in pair:
            places += [self.joints[step], pin.SE3(np.eye(3), point)]
        constraint = pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, self.model, *places, pin.LOCAL)
        gains = constraint.m_baumgarte_parameters
        gains.Kp, gains.Kd = rate * rate, 2 * rate
        constraint.setBaumgarteCorrectorParameters(gains)
        return constraint

    def spring(self):
        """Adds the moment of a spring between the ground and a body that turns about z of the ground: in closed form, which spares
        the kinematics."""
        if not self.machine.springs:
            return None
        (spring,) = self.machine.springs
        ends = sorted((self.machine.point(end) for end in spring["ends"]), key=lambda end: end[0])
        (ground, (cx, cy, _)), (i, (px, py, _)) = ends
        step = self.machine.steps[i]
        assert ground == step.parent == -1 and self.machine.planar
        ox, oy, _ = step.position
        turned = math.atan2(step.rotation[1, 0], step.rotation[0, 0])
        given, stiffness, rest = float(self.machine.tau[i]), spring["stiffness"], spring["rest"]

        def force(y, tau):
            angle = y[i] + turned
            c, s = math.cos(angle), math.sin(angle)
            rx, ry = c * px - s * py, s * px + c * py
            dx, dy = cx - ox - rx, cy - oy - ry
            length = math.sqrt(dx * dx + dy * dy)
            tau[i] = given + stiffness * (1.0 - rest / length) * (rx * dy - ry * dx)

        return force

    def accelerations(self):
        rates = self.derivatives[""](0.0, np.concatenate((self.machine.q, self.machine.v)))
        return self.machine.accelerations(rates[self.model.nv :])

    def prepare(self, name, tolerance):
        name, closing = name.split()[0], name[len(name.split()[0]) :]
        f, y, end = self.derivatives[closing], np.concatenate((self.machine.q, self.machine.v)), self.machine.duration

        def dop853():
            solver = ode(f).set_integrator("dop853", rtol=tolerance, atol=tolerance, nsteps=100_000)
            solver.set_initial_value(y, 0.0)
            result = solver.integrate(end)
            if not solver.successful():
                raise ArithmeticError("dop853 failed")
            return result

        def lsoda():
            rows, said = odeint(f, y, (0.0, end), rtol=tolerance, atol=tolerance, tfirst=True, mxstep=100_000, full_output=True)
            if said["message"] != "Integration successful.":
                raise ArithmeticError(said["message"])
            return rows[-1]

        def radau():
            solver = Radau(f, 0.0, y, end, rtol=tolerance, atol=tolerance)
            while solver.status == "running":
                solver.step()
            return solver.y

        return {"dop853": dop853, "lsoda": lsoda, "radau": radau}[name]

    def end(self, y):
        return self.machine.coordinates(y[: self.model.nv])


def build(machine):
    """The model, and the joint that moves each step's body."""
    model = pin.Model()
    model.gravity.linear = machine.gravity
    moved = {-1: 0}

    def add(joint, first, last):
        step = machine.steps[first]
        number = model.addJoint(moved[step.parent], joint, pin.SE3(step.rotation, step.position), f"joint{first}")
        moved.update({i: number for i in range(first, last)})

    for kind, first, last, _ in machine.joints:
        steps = machine.steps[first:last]
        if kind == "free":
            add(pin.JointModelTranslation(), first, first + 3)
        if kind in ("ball", "free"):
            add(pin.JointModelSphericalZYX(), last - 3, last)
        elif kind == "universal":
            add(pin.JointModelUniversal(steps[0].axis, steps[1].axis), first, last)
        else:
            letter, axis = {"turn": "R", "slide": "P"}[steps[0].kind], steps[0].axis
            name = {tuple(X): "X", tuple(Y): "Y", tuple(Z): "Z"}.get(tuple(axis))
            long = {"turn": pin.JointModelRevoluteUnaligned, "slide": pin.JointModelPrismaticUnaligned}
            add(getattr(pin, f"JointModel{letter}{name}")() if name else long[steps[0].kind](axis), first, last)
        body = steps[-1]
        model.appendBodyToJoint(moved[last - 1], pin.Inertia(body.mass, body.center, body.inertia), pin.SE3.Identity())
    return model, moved


serve(PinocchioSciPy)
