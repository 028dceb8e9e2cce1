"""Drake's MultibodyPlant. Trees: continuous, by its Runge-Kutta integrators with error control. Loops, which it closes in discrete
time only: ball constraints with fixed steps of first order."""

from importlib.metadata import version as installed

from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import (
    BallRpyJoint,
    FixedOffsetFrame,
    LinearSpringDamper,
    PrismaticJoint,
    QuaternionFloatingJoint,
    RevoluteJoint,
    SpatialInertia,
    UnitInertia,
    UniversalJoint,
)
from pydrake.systems.analysis import ApplySimulatorConfig, Simulator, SimulatorConfig

INTEGRATORS = {"rk5": "runge_kutta5", "rk3": "runge_kutta3"}


class Drake:
    @staticmethod
    def version():
        return f"Drake {installed('drake')}"

    def __init__(self, machine):
        self.machine = machine
        self.rough = bool(machine.closures)
        if self.rough:
            self.methods = [method("discrete", "steps", steps(50, 4e5), 2000)]
            self.discrete = (None, None, None)
            return
        self.methods = [method("rk5", "tolerance", tolerances(14), 1e-8), method("rk3", "tolerance", tolerances(11), 1e-8)]
        self.plant, self.joints = build(machine, 0.0)

    def begin(self, plant, joints):
        """A context at the start."""
        context = plant.CreateDefaultContext()
        q, v = np.zeros(plant.num_positions()), np.zeros(plant.num_velocities())
        for (kind, first, last, start), joint in zip(self.machine.joints, joints):
            at, to = joint.position_start(), joint.velocity_start()
            given, speeds = self.machine.q[first:last], self.machine.v[first:last]
            if kind == "free":
                turn = rotation_of(start)
                q[at : at + 7] = [start[3], *start[:3], *given[:3]]
                v[to : to + 6] = [*(turn @ speeds[:2:-1]), *speeds[:3]]
            elif kind == "ball":
                # roll, pitch and yaw are zero; angular velocity in the axes of the parent's frame, which coincide with the body's
                v[to : to + 3] = speeds[::-1]
            else:
                q[at : at + last - first] = given
                if kind == "universal" and speeds.any():
                    raise ValueError("speeds of a universal joint")
                v[to : to + last - first] = speeds
        plant.SetPositions(context, q)
        plant.SetVelocities(context, v)
        if plant.num_actuators():
            plant.get_actuation_input_port().FixValue(context, self.forces)
        return context

    @property
    def forces(self):
        return self.machine.tau[self.machine.tau != 0.0]

    def accelerations(self):
        if not self.rough:
            context = self.begin(self.plant, self.joints)
            rates = self.plant.get_generalized_acceleration_output_port().Eval(context)
            return self.pick(rates, self.joints)
        # over several steps: closures give way in the first ones
        step = self.machine.duration * 1e-6
        plant, joints = build(self.machine, step)
        context = self.begin(plant, joints)
        before = plant.GetVelocities(context).copy()
        Simulator(plant, context).AdvanceTo(100 * step)
        return self.pick((plant.GetVelocities(context) - before) / (100 * step), joints)

    def pick(self, a, joints):
        """Accelerations in the order of steps."""
        found = np.zeros(len(self.machine.steps))
        for (_, first, last, _), joint in zip(self.machine.joints, joints):
            found[first:last] = a[joint.velocity_start() : joint.velocity_start() + last - first]
        return self.machine.accelerations(found)

    def prepare(self, name, setting):
        if self.rough:
            if self.discrete[0] != setting:
                self.discrete = (setting, *build(self.machine, self.machine.duration / setting))
            _, plant, joints = self.discrete
        else:
            plant, joints = self.plant, self.joints
        context = self.begin(plant, joints)
        simulator = Simulator(plant, context)
        if not self.rough:
            config = SimulatorConfig(integration_scheme=INTEGRATORS[name], max_step_size=self.machine.duration, accuracy=setting, use_error_control=True)
            ApplySimulatorConfig(config, simulator)
            simulator.get_mutable_integrator().set_throw_on_minimum_step_size_violation(False)
        end = self.machine.duration

        def run():
            simulator.Initialize()
            simulator.AdvanceTo(end)
            return plant.GetPositions(context), joints

        return run

    def end(self, result):
        q, joints = result
        found = []
        for (kind, first, last, start), joint in zip(self.machine.joints, joints):
            at = joint.position_start()
            if kind == "free":
                found += [*q[at + 4 : at + 7], *q[at + 1 : at + 4], q[at]]
            elif kind == "ball":
                roll, pitch, yaw = q[at : at + 3]
                found += [*product(start, quaternion_of_angles(yaw, pitch, roll))]
            else:
                found += [*q[at : at + last - first]]
        return [float(x) for x in found]


def build(machine, time_step):
    """The plant, and its joints in the order of the machine's."""
    plant = MultibodyPlant(time_step)
    bodies, joints = {-1: plant.world_body()}, []
    for kind, first, last, start in machine.joints:
        step, final = machine.steps[first], machine.steps[last - 1]
        about_origin = final.inertia / final.mass + np.dot(final.center, final.center) * np.eye(3) - np.outer(final.center, final.center)
        i = about_origin
        unit = UnitInertia(i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2])
        # thin planar links of the literature have no moments of inertia in their plane
        inertia = SpatialInertia(final.mass, final.center, unit, skip_validity_check=True)
        body = plant.AddRigidBody(f"body{first}", inertia)

        def frame(on, rotation, position, name):
            pose = RigidTransform(RotationMatrix(rotation), position)
            return plant.AddFrame(FixedOffsetFrame(f"{name}{first}", on.body_frame(), pose))

        axes = np.eye(3)
        if kind == "universal":
            # Drake's universal joint turns about x of its first and y of its second frame
            one, two = step.axis, machine.steps[first + 1].axis
            axes = np.column_stack((one, two, np.cross(one, two)))
        parent = frame(bodies[step.parent], step.rotation @ axes, step.position, "parent")
        child = frame(body, axes, np.zeros(3), "child")
        name = f"joint{first}"
        if kind == "free":
            joint = QuaternionFloatingJoint(name, parent, child)
        elif kind == "ball":
            joint = BallRpyJoint(name, parent, child)
        elif kind == "universal":
            joint = UniversalJoint(name, parent, child)
        elif step.kind == "turn":
            joint = RevoluteJoint(name, parent, child, step.axis)
        else:
            joint = PrismaticJoint(name, parent, child, step.axis)
        joints.append(plant.AddJoint(joint))
        if machine.tau[first]:
            plant.AddJointActuator(f"motor{first}", joints[-1])
        bodies.update({k: body for k in range(first, last)})
    for pair in machine.closures:
        (a, p), (b, q) = pair
        plant.AddBallConstraint(body_A=bodies[a], p_AP=p, body_B=bodies[b], p_BQ=q)
    for spring in machine.springs:
        (a, p), (b, q) = (machine.point(end) for end in spring["ends"])
        plant.AddForceElement(LinearSpringDamper(bodies[a], p, bodies[b], q, spring["rest"], spring["stiffness"], 0.0))
    plant.mutable_gravity_field().set_gravity_vector(machine.gravity)
    plant.Finalize()
    return plant, joints


serve(Drake)
