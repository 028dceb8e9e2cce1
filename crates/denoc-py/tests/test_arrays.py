"""Arrays in and out. Oracles: single evaluations, and the bounds that the tests of the library state."""

from __future__ import annotations

import numpy as np
import pytest

import denoc
from conftest import assert_close, random_states

#: With a floating base and limbs, which single evaluations pack into lanes; and without.
MODELS = ["quadruped", "panda_like"]
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1000]


@pytest.fixture(scope="module", params=MODELS)
def model(request: pytest.FixtureRequest) -> denoc.Model:
    return denoc.load(request.param)


def calls(model: denoc.Model) -> dict:  # type: ignore[type-arg]
    """Every function of arrays, with the arguments that it takes."""
    frame = model.link_names[-1]
    return {
        "inverse_dynamics": ("qva", model.inverse_dynamics),
        "forward_dynamics": ("qvt", model.forward_dynamics),
        "gim": ("q", model.gim),
        "mci": ("qv", model.mci),
        "vci": ("qv", model.vci),
        "gravity": ("q", model.gravity),
        "bias": ("qv", model.bias),
        "udut": ("q", model.udut),
        "jacobian": ("q", lambda q, **k: model.jacobian(q, frame, **k)),
        "jacobian_rate": ("qv", lambda q, v, **k: model.jacobian_rate(q, v, frame, **k)),
        "pose": ("q", lambda q, **k: model.pose(q, frame, **k)),
        "twist": ("qv", lambda q, v, **k: model.twist(q, v, frame, **k)),
        "energy": ("qv", model.energy),
        "momentum": ("qv", model.momentum),
        "center_of_mass": ("q", model.center_of_mass),
        "reactions": ("qva", model.reactions),
        "inverse_dynamics_derivatives": ("qva", model.inverse_dynamics_derivatives),
        "forward_dynamics_derivatives": ("qvt", model.forward_dynamics_derivatives),
        "integrate": ("qv", model.integrate),
        "com_velocity": ("qv", model.com_velocity),
        "com_acceleration": ("qva", model.com_acceleration),
        "com_jacobian": ("q", model.com_jacobian),
        "centroidal_momentum": ("qv", model.centroidal_momentum),
        "centroidal_momentum_matrix": ("q", model.centroidal_momentum_matrix),
        "centroidal_momentum_rate": ("qva", model.centroidal_momentum_rate),
        "centroidal_momentum_bias": ("qv", model.centroidal_momentum_bias),
        "frame_poses": ("q", model.frame_poses),
        "frame_acceleration": ("qva", lambda q, v, a, **k: model.frame_acceleration(q, v, a, frame, **k)),
        "kinematic_hessian": ("q", lambda q, **k: model.kinematic_hessian(q, frame, **k)),
        "regressor": ("qva", model.regressor),
    }


NAMES = list(calls(denoc.load("two_r")))


def arguments(model: denoc.Model, letters: str, count: int) -> list[np.ndarray]:
    states = dict(zip("qvat", random_states(model, count)))
    return [states[letter] for letter in letters]


def as_tuple(result: object) -> tuple[np.ndarray, ...]:
    return result if isinstance(result, tuple) else (np.asarray(result),)


@pytest.mark.parametrize("name", NAMES)
def test_batches_equal_single_evaluations(model: denoc.Model, name: str) -> None:
    letters, call = calls(model)[name]
    states = arguments(model, letters, 7)
    singles = [as_tuple(call(*row)) for row in zip(*states)]
    # packed limbs differ by rounding: 1e-14 for forces, 1e-11 for accelerations (denoc-dynamics, compiled/tests.rs)
    bound = 1e-11 if name == "forward_dynamics" else 1e-14
    for i, batch in enumerate(as_tuple(call(*states))):
        assert batch.shape[0] == 7
        assert_close(batch, np.array([single[i] for single in singles]), bound)


# oracle: the batch of 1000 states on one thread, bit by bit
@pytest.mark.parametrize("name", NAMES)
def test_bits_do_not_depend_on_batch_size_or_threads(model: denoc.Model, name: str) -> None:
    letters, call = calls(model)[name]
    states = arguments(model, letters, 1000)
    all_states = as_tuple(call(*states, threads=1))
    for threads in (None, 1, 2, 3):
        for size in SIZES:
            some = as_tuple(call(*(x[:size] for x in states), threads=threads))
            for part, whole in zip(some, all_states):
                assert np.array_equal(part, whole[:size]), f"{size} states on {threads} threads"


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_batch_gives_an_empty_batch(model: denoc.Model, name: str) -> None:
    letters, call = calls(model)[name]
    states = arguments(model, letters, 1)
    for empty, one in zip(as_tuple(call(*(x[:0] for x in states))), as_tuple(call(*states))):
        assert empty.shape == (0, *one.shape[1:])


@pytest.mark.parametrize("name", NAMES)
def test_one_state_beside_a_batch_is_repeated(model: denoc.Model, name: str) -> None:
    letters, call = calls(model)[name]
    states = arguments(model, letters, 5)
    for alone in range(len(states) if len(states) > 1 else 0):
        mixed = [x[2] if i == alone else x for i, x in enumerate(states)]
        full = [np.tile(x[2], (5, 1)) if i == alone else x for i, x in enumerate(states)]
        for found, expected in zip(as_tuple(call(*mixed)), as_tuple(call(*full))):
            assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", NAMES)
def test_lists_strides_and_integers_are_taken(model: denoc.Model, name: str) -> None:
    letters, call = calls(model)[name]
    states = arguments(model, letters, 4)
    expected = as_tuple(call(*states))
    fortran = [np.asfortranarray(x) for x in states]
    strided = [np.repeat(x, 2, axis=0)[::2] for x in states]
    backwards = [x[::-1].copy()[::-1] for x in states]
    for others in (fortran, strided, backwards, [x.tolist() for x in states]):
        for found, own in zip(as_tuple(call(*others)), expected):
            assert np.array_equal(found, own)


def test_integers_and_float32_beside_float64() -> None:
    arm = denoc.load("planar_3r")
    whole = arm.inverse_dynamics([1, 0, 2], np.array([1, 2, 3]), np.zeros(3, np.float32))
    assert whole.dtype == np.float64
    assert np.array_equal(whole, arm.inverse_dynamics([1.0, 0.0, 2.0], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0]))


# oracle: double precision of the rounded states
@pytest.mark.parametrize("name", NAMES)
def test_float32_in_gives_float32_out(model: denoc.Model, name: str) -> None:
    letters, call = calls(model)[name]
    states = [x.astype(np.float32) for x in arguments(model, letters, 9)]
    # 1e-5 for forces and 1e-3 for accelerations is what the tests of the library state
    bound = 2e-3 if name.startswith("forward") else 2e-5
    for found, expected in zip(as_tuple(call(*states)), as_tuple(call(*(x.astype(float) for x in states)))):
        assert found.dtype == np.float32
        assert_close(found, expected, bound)
    for part in as_tuple(call(*(x[0] for x in states))):
        # energies of one state are plain numbers of Python
        assert isinstance(part, float) or part.dtype == np.float32


OUT = [
    *("inverse_dynamics", "forward_dynamics", "gim", "vci", "gravity", "bias", "momentum", "center_of_mass"),
    *("com_acceleration", "com_jacobian", "centroidal_momentum_matrix", "centroidal_momentum_rate"),
    *("frame_poses", "frame_acceleration", "kinematic_hessian", "regressor"),
]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("count", [None, 1, 6])
@pytest.mark.parametrize("name", OUT)
def test_out_is_filled_and_returned(model: denoc.Model, name: str, count: int | None, dtype: type) -> None:
    letters, call = calls(model)[name]
    states = [x.astype(dtype) for x in arguments(model, letters, count or 1)]
    if count is None:
        states = [x[0] for x in states]
    expected = call(*states)
    out = np.full_like(expected, np.nan)
    assert call(*states, out=out) is out
    assert np.array_equal(out, expected)


# oracle: new arrays
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("count", [None, 1, 6])
@pytest.mark.parametrize("name", ["inverse_dynamics_derivatives", "forward_dynamics_derivatives"])
def test_three_results_fill_three_arrays(model: denoc.Model, name: str, count: int | None, dtype: type) -> None:
    letters, call = calls(model)[name]
    states = [x.astype(dtype) for x in arguments(model, letters, count or 1)]
    if count is None:
        states = [x[0] for x in states]
    expected = call(*states)
    out = tuple(np.full_like(x, np.nan) for x in expected)
    for found, given, own in zip(call(*states, out=out), out, expected):
        assert found is given and np.array_equal(given, own)
    for bad, message in [
        (out[:2], "a tuple of three arrays"),
        (out[0], "a tuple of three arrays"),
        ((out[0], out[0], out[2]), "shares memory"),
        ((out[0], out[1], out[2][..., 1:]), "out must be a C-contiguous"),
    ]:
        with pytest.raises(denoc.InputError, match=message):
            call(*states, out=bad)


def test_out_that_does_not_fit_is_refused() -> None:
    arm = denoc.load("panda_like")
    q, v, a, _ = random_states(arm, 4)

    def refused(out: object, message: str) -> None:
        with pytest.raises((denoc.InputError, TypeError), match=message):
            arm.inverse_dynamics(q, v, a, out=out)

    refused(np.empty((3, 7)), r"shape \(4, 7\).*\(3, 7\)")
    refused(np.empty(7), r"shape \(4, 7\).*\(7,\)")
    refused(np.empty((4, 7), np.float32), "float64.*float32")
    refused(np.empty((4, 14))[:, ::2], "contiguous")
    refused(np.asfortranarray(np.empty((4, 7))), "contiguous")
    refused([0.0], "float64.*list")
    frozen = np.empty((4, 7))
    frozen.flags.writeable = False
    refused(frozen, "cannot be written")


def test_out_may_not_share_memory_with_an_input() -> None:
    arm = denoc.load("panda_like")
    q, v, a, _ = random_states(arm, 4)
    before = a.copy()
    with pytest.raises(denoc.InputError, match="shares memory"):
        arm.inverse_dynamics(q, v, a, out=a)
    assert np.array_equal(a, before)
    arm.inverse_dynamics(q, v, a.copy(), out=a)
    assert np.array_equal(a, arm.inverse_dynamics(q, v, before))


def test_inputs_are_not_changed(model: denoc.Model) -> None:
    for letters, call in calls(model).values():
        states = arguments(model, letters, 3)
        frozen = [x.copy() for x in states]
        for x in frozen:
            x.flags.writeable = False
        call(*frozen)
        assert all(np.array_equal(x, y) for x, y in zip(states, frozen))


def test_batches_of_external_wrenches() -> None:
    """Oracle: tau_with = tau_without - Jᵀ w."""
    robot = denoc.load("quadruped")
    q, v, a, tau = random_states(robot, 6)
    frame = robot.link_names[-1]
    wrench = np.random.default_rng(2).normal(size=(6, 6))
    without = robot.inverse_dynamics(q, v, a)
    expected = without - np.einsum("nij,ni->nj", robot.jacobian(q, frame), wrench)
    assert_close(robot.inverse_dynamics(q, v, a, {frame: wrench}), expected, 1e-12)
    all_links = np.zeros((6, len(robot.link_names), 6))
    all_links[:, -1] = wrench
    assert_close(robot.inverse_dynamics(q, v, a, all_links), expected, 1e-12)
    assert_close(robot.inverse_dynamics(q[0], v[0], a[0], {frame: wrench})[0], expected[0], 1e-12)
    acceleration = robot.forward_dynamics(q, v, tau, {frame: wrench[0]})
    assert_close(robot.inverse_dynamics(q, v, acceleration, {frame: wrench[0]}), tau, 1e-10)


def test_numbers_that_are_not_aligned() -> None:
    # oracle: the same numbers in an array of their own
    model = denoc.load("puma")
    states = random_states(model, 5)
    raw = np.zeros(8 * states.q.size + 8, np.uint8)
    packed = raw[1 : 1 + 8 * states.q.size].view(np.float64).reshape(states.q.shape)
    packed[:] = states.q
    assert not packed.flags.aligned
    expected = model.inverse_dynamics(states.q, states.v, states.a)
    assert np.array_equal(model.inverse_dynamics(packed, states.v, states.a), expected)
    assert np.array_equal(model.gim(packed[0]), model.gim(states.q[0]))
    with pytest.raises(denoc.InputError, match="aligned"):
        model.inverse_dynamics(states.q, states.v, states.a, out=packed)
