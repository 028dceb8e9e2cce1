"""MuJoCo: fixed steps, all of them in one call. Trees by RK4; loops, whose closures are springs and dampers as stiff as the step
allows, by RK4 and by implicitfast."""

import mujoco

# runs that are unstable raise an error instead; without this they write a file of warnings, too
mujoco.set_mju_user_warning(lambda text: None)

#: Impedance of closures: the remaining part is by how much they give way.
IMPEDANCE = 0.9999


def real_first(quaternion):
    return np.array([quaternion[3], *quaternion[:3]])


def real_last(quaternion):
    return np.array([*quaternion[1:], quaternion[0]])


class Mujoco:
    @staticmethod
    def version():
        return f"MuJoCo {mujoco.__version__}"

    def __init__(self, machine):
        self.machine = machine
        self.rough = bool(machine.closures)
        self.spec = build(machine)
        self.model = self.spec.compile()
        self.data = mujoco.MjData(self.model)
        names = ["rk4", "implicitfast"] if self.rough else ["rk4"]
        self.methods = [method(name, "steps", steps(20 if self.rough else 8, 4e5), 1000) for name in names]

    def start(self):
        q, v = self.data.qpos, self.data.qvel
        mujoco.mj_resetData(self.model, self.data)
        at, to = 0, 0
        given, speeds = self.machine.q, self.machine.v
        for kind, first, last, start in self.machine.joints:
            if kind == "free":
                q[at : at + 7] = [*given[first : first + 3], *real_first(start)]
                v[to : to + 6] = [*speeds[first : first + 3], *speeds[last - 3 : last][::-1]]
                at, to = at + 7, to + 6
            elif kind == "ball":
                q[at : at + 4] = [1, 0, 0, 0]
                v[to : to + 3] = speeds[first:last][::-1]
                at, to = at + 4, to + 3
            else:
                count = last - first
                q[at : at + count], v[to : to + count] = given[first:last], speeds[first:last]
                at, to = at + count, to + count
        self.data.qfrc_applied[:] = self.machine.tau

    def accelerations(self):
        self.model.opt.timestep = self.machine.duration / 1e4
        self.stiffen(2 * self.model.opt.timestep)
        self.start()
        mujoco.mj_forward(self.model, self.data)
        return self.machine.accelerations(self.data.qacc)

    def stiffen(self, time):
        if self.rough:
            self.model.eq_solref[:] = [time, 1.0]
            self.model.eq_solimp[:] = [IMPEDANCE, IMPEDANCE, 0.001, 0.5, 2.0]

    def prepare(self, name, count):
        count = int(count)
        kinds = {"rk4": mujoco.mjtIntegrator.mjINT_RK4, "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST}
        self.model.opt.integrator = kinds[name]
        self.model.opt.timestep = self.machine.duration / count
        self.stiffen(2 * self.model.opt.timestep)
        self.start()
        model, data = self.model, self.data

        def run():
            mujoco.mj_step(model, data, count)
            # a warning resets the data: an unstable motion would look finished
            if any(data.warning[kind].number for kind in (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC)):
                raise ArithmeticError("unstable")

        return run

    def end(self, _):
        q, at, found = self.data.qpos, 0, []
        for kind, first, last, start in self.machine.joints:
            if kind == "free":
                found += [*q[at : at + 3], *real_last(q[at + 3 : at + 7])]
                at += 7
            elif kind == "ball":
                found += [*product(start, real_last(q[at : at + 4]))]
                at += 4
            else:
                found += [*q[at : at + last - first]]
                at += last - first
        return [float(x) for x in found]


def build(machine):
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    # exact inertias, even of thin rods
    spec.compiler.balanceinertia = False
    spec.option.gravity = machine.gravity
    spec.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT
    spec.option.tolerance = 1e-12
    bodies = {-1: spec.worldbody}
    for kind, first, last, start in machine.joints:
        step, final = machine.steps[first], machine.steps[last - 1]
        quaternion = np.empty(4)
        # the body's frame at the start of a ball joint contains its orientation; MuJoCo's free joint has it in its coordinates
        rotation = machine.steps[last - 3].rotation if kind == "ball" else step.rotation
        mujoco.mju_mat2Quat(quaternion, rotation.flatten())
        body = bodies[step.parent].add_body(name=f"body{first}", pos=step.position, quat=quaternion)
        body.explicitinertial = True
        body.mass, body.ipos = final.mass, final.center
        # in planar motion one moment counts, and MuJoCo refuses bodies that have no other
        i = final.inertia[2, 2] * np.eye(3) if machine.planar else final.inertia
        body.fullinertia = [i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]]
        if kind in ("ball", "free"):
            shape = {"ball": mujoco.mjtJoint.mjJNT_BALL, "free": mujoco.mjtJoint.mjJNT_FREE}[kind]
            body.add_joint(name=f"joint{first}", type=shape)
        else:
            shapes = {"turn": mujoco.mjtJoint.mjJNT_HINGE, "slide": mujoco.mjtJoint.mjJNT_SLIDE}
            for k in range(first, last):
                body.add_joint(name=f"joint{k}", type=shapes[machine.steps[k].kind], axis=machine.steps[k].axis)
        bodies.update({k: body for k in range(first, last)})
    for i, pair in enumerate(machine.closures):
        for side, (step, point) in zip("ab", pair):
            bodies[step].add_site(name=f"{side}{i}", pos=point)
        equality = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, objtype=mujoco.mjtObj.mjOBJ_SITE)
        equality.name1, equality.name2 = f"a{i}", f"b{i}"
    for i, spring in enumerate(machine.springs):
        tendon = spec.add_tendon(name=f"spring{i}", stiffness=spring["stiffness"], springlength=[spring["rest"]] * 2)
        for k, (step, point) in enumerate(machine.point(end) for end in spring["ends"]):
            bodies[step].add_site(name=f"spring{i}_{k}", pos=point)
            tendon.wrap_site(f"spring{i}_{k}")
    return spec


serve(Mujoco)
