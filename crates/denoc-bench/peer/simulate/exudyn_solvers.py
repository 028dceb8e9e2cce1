"""Exudyn: one kinematic tree of single motions. Trees: explicit Runge-Kutta methods, DOPRI5 with and RK67 without error control.
Loops: spherical joints between points of the tree, by generalized-alpha and the trapezoidal rule (index 2), the methods it has for
constraints."""

from importlib.metadata import version as installed

import exudyn as exu
import exudyn.itemInterface as items

#: Kind of solver and whether settings are tolerances.
SOLVERS = {
    "dopri5": (exu.DynamicSolverType.DOPRI5, True),
    "rk67": (exu.DynamicSolverType.RK67, False),
    "generalized-alpha": (exu.DynamicSolverType.GeneralizedAlpha, False),
    "trapezoidal": (exu.DynamicSolverType.TrapezoidalIndex2, False),
}


class Exudyn:
    @staticmethod
    def version():
        return f"Exudyn {installed('exudyn')}"

    def __init__(self, machine):
        self.machine = machine
        self.rough = bool(machine.closures)
        self.system = exu.SystemContainer()
        self.mbs = self.system.AddSystem()
        build(self.mbs, machine)
        self.mbs.Assemble()
        if machine.closures:
            names, most = ("generalized-alpha", "trapezoidal"), 4e5
        else:
            names, most = ("dopri5", "rk67"), 1e5
        self.methods = [
            method(name, "tolerance", tolerances(13), 1e-8) if SOLVERS[name][1] else method(name, "steps", steps(20, most), 1000)
            for name in names
        ]

    def settings(self, name, setting):
        settings = exu.SimulationSettings()
        settings.solution.file.write = settings.solution.sensors.active = False
        settings.timeIntegration.explicit.computeEndOfStepAccelerations = False
        time = settings.timeIntegration
        time.endTime = self.machine.duration
        if SOLVERS[name][1]:
            time.numberOfSteps = 1
            time.automaticStepSize = True
            time.relativeTolerance = time.absoluteTolerance = setting
            time.initialStepSize = 1e-3 * self.machine.duration
            time.minimumStepSize = 1e-9 * self.machine.duration
        else:
            time.numberOfSteps = int(setting)
            time.automaticStepSize = False
        if self.machine.closures:
            time.newton.useModifiedNewton = True
            time.newton.relativeTolerance = 1e-10
            time.newton.absoluteTolerance = 1e-12
            time.generalizedAlpha.spectralRadius = 0.9
            time.generalizedAlpha.computeInitialAccelerations = True
        return settings

    def accelerations(self):
        """Of a tree, after one very short step; with closures, from speeds after a short one."""
        name = "trapezoidal" if self.rough else "rk67"
        step = (1e-4 if self.rough else 1e-11) * self.machine.duration
        settings = self.settings(name, 1)
        settings.timeIntegration.explicit.computeEndOfStepAccelerations = True
        settings.timeIntegration.endTime = step
        self.mbs.SolveDynamic(settings, solverType=SOLVERS[name][0], updateInitialValues=False)
        if self.rough:
            return self.machine.accelerations((self.mbs.systemData.GetODE2Coordinates_t() - self.machine.v) / step)
        return self.machine.accelerations(self.mbs.systemData.GetODE2Coordinates_tt())

    def prepare(self, name, setting):
        settings, kind, mbs = self.settings(name, setting), SOLVERS[name][0], self.mbs

        def run():
            if not mbs.SolveDynamic(settings, solverType=kind, updateInitialValues=False):
                raise ArithmeticError("the solver failed")
            return mbs.systemData.GetODE2Coordinates()

        return run

    def end(self, q):
        return self.machine.coordinates(q)


def build(mbs, machine):
    letters = {tuple(X): "X", tuple(Y): "Y", tuple(Z): "Z"}
    kind = lambda step: getattr(exu.JointType, {"turn": "Revolute", "slide": "Prismatic"}[step.kind] + letters[tuple(step.axis)])
    steps = machine.steps
    node = mbs.AddNode(
        items.NodeGenericODE2(
            numberOfODE2Coordinates=len(steps),
            referenceCoordinates=np.zeros(len(steps)),
            initialCoordinates=machine.q,
            initialCoordinates_t=machine.v,
        )
    )
    tree = mbs.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=[kind(step) for step in steps],
            linkParents=[step.parent for step in steps],
            jointTransformations=exu.Matrix3DList([step.rotation for step in steps]),
            jointOffsets=exu.Vector3DList([step.position for step in steps]),
            linkInertiasCOM=exu.Matrix3DList([step.inertia for step in steps]),
            linkCOMs=exu.Vector3DList([step.center for step in steps]),
            linkMasses=[step.mass for step in steps],
            baseOffset=[0, 0, 0],
            gravity=machine.gravity,
        )
    )
    ground = mbs.AddObject(items.ObjectGround())

    def marker(step, point):
        if step < 0:
            return mbs.AddMarker(items.MarkerBodyRigid(bodyNumber=ground, localPosition=point))
        return mbs.AddMarker(items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=step, localPosition=point))

    for pair in machine.closures:
        axes = [1, 1, 0] if machine.planar else [1, 1, 1]
        markers = [marker(*end) for end in pair]
        mbs.AddObject(items.SphericalJoint(markerNumbers=markers, constrainedAxes=axes))
    for spring in machine.springs:
        markers = [marker(*machine.point(end)) for end in spring["ends"]]
        mbs.AddObject(items.SpringDamper(markerNumbers=markers, stiffness=spring["stiffness"], referenceLength=spring["rest"]))
    for i in np.flatnonzero(machine.tau):
        at = mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=int(i)))
        mbs.AddLoad(items.LoadCoordinate(markerNumber=at, load=float(machine.tau[i])))


serve(Exudyn)
