"""Oracle: mechanics itself. Power, kinetic energy and rates must not depend on the convention."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import denoc
from conftest import assert_close, random_states, rare_joints
from denoc.interop import Order

MODELS = ["quadruped", "space_3link", "puma"]


def moving_joints(model: denoc.Model) -> list[str]:
    return [name for name in model.joint_names if model.v_index(name).stop > model.v_index(name).start]


def order_of(library: str, model: denoc.Model) -> Order:
    names = moving_joints(model)
    # another order: the first (a floating base, where there is one) stays
    return getattr(denoc.interop, library)(model, joint_names=names[:1] + names[:0:-1])


@pytest.fixture(params=["pinocchio", "mujoco", "drake"])
def library(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", [*MODELS, "rare joints"])
def test_power_energy_and_rates_are_the_same(name: str, library: str, tmp_path: Path) -> None:
    joints = "planar", "spherical", "revolute", "floating"
    model = denoc.load(rare_joints(tmp_path, *joints) if name == "rare joints" else name)
    order = order_of(library, model)
    q, v, a, tau = random_states(model, 20)
    pq, pv = order.q_to(q), order.v_to(q, v)
    assert_close(np.sum(order.tau_to(q, tau) * pv, axis=1), np.sum(tau * v, axis=1), 1e-11, "power")
    gim = model.gim(q)
    kinetic = np.einsum("ni,nij,nj->n", v, gim, v)
    assert_close(np.einsum("ni,nij,nj->n", pv, order.matrix_to(q, gim), pv), kinetic, 1e-12, "kinetic energy")
    # the rate of their speeds, by differences along the motion
    step = 1e-4
    later, before = (
        order.v_to(model.integrate(q, sign * step * v + 0.5 * step**2 * a), v + sign * step * a) for sign in (1.0, -1.0)
    )
    assert_close(order.a_to(q, v, a), (later - before) / (2.0 * step), 1e-6, "acceleration")
    # a quaternion may come back with the other sign
    assert np.abs(model.difference(q, order.q_from(pq))).max() < 1e-13
    assert_close(order.a_from(pq, pv, order.a_to(q, v, a)), a, 1e-13)
    assert_close(order.matrix_from(pq, order.matrix_to(q, gim)), gim, 1e-13)


# oracle: the documented layout, by hand
def test_floating_bases_by_hand() -> None:
    model = denoc.load("quadruped")
    q, v = model.neutral(), np.zeros(model.nv)
    # a quarter turn about z, at (1, 2, 3); turning about its x, moving along its y
    q[:7] = [1.0, 2.0, 3.0, 0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]
    v[:6] = [4.0, 0.0, 0.0, 0.0, 5.0, 0.0]
    h = np.sqrt(0.5)
    expected = {
        "pinocchio": ([1, 2, 3, 0, 0, h, h], [0, 5, 0, 4, 0, 0]),
        "mujoco": ([1, 2, 3, h, 0, 0, h], [-5, 0, 0, 4, 0, 0]),
        "drake": ([h, 0, 0, h, 1, 2, 3], [0, 4, 0, -5, 0, 0]),
    }
    for library, (coordinates, speeds) in expected.items():
        order = order_of(library, model)
        np.testing.assert_allclose(order.q_to(q)[:7], coordinates, atol=1e-15)
        np.testing.assert_allclose(order.v_to(q, v)[:6], speeds, atol=1e-14)


def test_float32_and_shapes_are_kept() -> None:
    model = denoc.load("quadruped")
    order = order_of("drake", model)
    states = random_states(model, 3)
    q, v = states.q.astype(np.float32), states.v.astype(np.float32)
    assert order.v_to(q, v).dtype == np.float32
    assert order.v_to(q[0], v).shape == v.shape
    assert order.v_to(q[0], v[0]).shape == (model.nv,)
    with pytest.raises(denoc.InputError, match=rf"q has shape \(2,\); expected \({model.nq},\)"):
        order.q_to([0.0, 0.0])


def test_joints_without_a_partner_are_named() -> None:
    arm = denoc.load("planar_3r")
    with pytest.raises(denoc.InputError, match='only Pinocchio has elbow; only model "planar_3r" has joint2, joint3'):
        denoc.interop.pinocchio(arm, joint_names=["joint1", "elbow"])
    with pytest.raises(denoc.InputError, match="named twice: joint1"):
        denoc.interop.mujoco(arm, joint_names=["joint1", "joint1", "joint2", "joint3"])
    with pytest.raises(denoc.InputError, match="give a mujoco.MjModel or joint_names"):
        denoc.interop.mujoco(arm)


def test_continuous_joints_by_name() -> None:
    arm = denoc.load("planar_3r")
    order = denoc.interop.pinocchio(arm, joint_names=["joint1", "joint2", "joint3"], continuous=["joint2"])
    np.testing.assert_allclose(order.q_to([0.1, 0.2, 0.3]), [0.1, np.cos(0.2), np.sin(0.2), 0.3])
    np.testing.assert_allclose(order.q_from(order.q_to([0.1, 0.2, 0.3])), [0.1, 0.2, 0.3])
