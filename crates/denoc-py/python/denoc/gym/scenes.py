"""Built-in scenes with models of the catalogue."""

from collections.abc import Callable

from .._denoc import _did_you_mean
from ..errors import InputError
from ..model import Model, load
from .drawing import View
from .drive import EffortDrive, PositionDrive, RateDrive
from .ground import SoftGround
from .scene import Scene
from .tasks import ArmReach, CartPoleBalance, PendulumSwingUp, QuadrupedWalk


def pendulum() -> Scene:
    """Swing up a rod with a motor too weak to lift it (2 N m; gravity requires up to 4.9 N m)."""
    model = load("one_r")
    drive = EffortDrive(model, limit=2.0)
    return Scene(model, PendulumSwingUp(), drive=drive, dt=0.05, substeps=5, view=View((0.0, 0.0, 1.0), width=2.6))


def cart_pole() -> Scene:
    """Balance a pole by pushing its cart."""
    model = load("cart_pole")
    return Scene(model, CartPoleBalance(), dt=0.02, substeps=2, view=View((0.0, -1.0, 0.0), width=5.4))


def arm_reach() -> Scene:
    """Move the tool of a six-axis robot to a random target."""
    model = load("ur5_like")
    task = ArmReach(model, "tool", model.configurations["ready"], spread=[3.0, 0.5, 0.7, 0.7, 0.7, 0.7])
    drive = RateDrive(model, speed=0.5 * model.velocity_limit)
    return Scene(model, task, drive=drive, dt=0.04, substeps=4, view=View(width=2.2))


def quadruped() -> Scene:
    """Walk forward on compliant ground, on four legs under position control."""
    model = load("quadruped")
    rest = model.configurations["ready"]
    drive = PositionDrive(model, rest, reach=0.5, stiffness=150.0, damping=3.0)
    return Scene(
        model,
        QuadrupedWalk(model, rest),
        drive=drive,
        ground=SoftGround(model),
        dt=0.02,
        substeps=16,
        view=View((0.4, -1.0, 0.3), width=1.2, follow=True),
    )


SCENES: dict[str, Callable[[], Scene]] = {
    make.__name__: make for make in (pendulum, cart_pole, arm_reach, quadruped)
}


def scene_of(scene: Scene | Model | str) -> Scene:
    """The given scene, a default scene of the given model, or the built-in scene of this name."""
    if isinstance(scene, Scene):
        return scene
    if isinstance(scene, Model):
        return Scene(scene)
    if not isinstance(scene, str):
        raise InputError(
            f"scene is {scene!r}; it must be a Scene, a denoc.Model, or one of {', '.join(SCENES)}", "gym.unknown-scene"
        )
    if scene not in SCENES:
        near = _did_you_mean(scene, list(SCENES))
        raise InputError(
            f"there is no scene {scene!r}; {near}there are {', '.join(SCENES)}, and any model is one: denoc.load(...)",
            "gym.unknown-scene",
        )
    return SCENES[scene]()
