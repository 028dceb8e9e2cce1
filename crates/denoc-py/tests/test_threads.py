"""One model used by many Python threads at once. Oracle: the same calls one after the other, bit by bit."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import denoc
from conftest import random_states


@pytest.mark.parametrize("name", ["panda_like", "quadruped", "fourbar"])
def test_many_threads_on_one_model(name: str) -> None:
    model = denoc.load(name)
    if model.is_closed:
        q = np.tile(model.assemble().q, (24, 1))
        v = a = tau = np.zeros((24, model.nv))
    else:
        q, v, a, tau = random_states(model, 24)

    def work(i: int) -> list[np.ndarray]:
        part = slice(i % 8, None, 3)
        return [
            model.inverse_dynamics(q[i], v[i], a[i]),
            model.forward_dynamics(q[part], v[part], tau[part]),
            model.gim(q[i]),
            model.pose(q[part], model.link_names[-1]),
            model.inverse_dynamics_derivatives(q[i], v[i], a[i])[0] if not model.is_closed else model.gravity(q[i]),
            model.inverse_dynamics(q[part], v[part], a[part], joint_forces=True),
        ]

    alone = [work(i) for i in range(24)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(work, list(range(24)) * 20))
    for i, results in enumerate(together):
        assert all(np.array_equal(x, y) for x, y in zip(results, alone[i % 24]))


def test_the_interpreter_is_free_during_a_batch() -> None:
    """Another thread gets on while a batch is computed on one thread."""
    model = denoc.load("chain_20")
    q, v, a, _ = random_states(model, 20_000)
    ticks, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            ticks[0] += 1
            stop.wait(1e-4)

    counter = threading.Thread(target=count)
    counter.start()
    while ticks[0] == 0:
        stop.wait(1e-3)
    seen = ticks[0]
    for _ in range(200):
        model.forward_dynamics_derivatives(q[:2000], v[:2000], a[:2000], threads=1)
        if ticks[0] > seen + 2:
            break
    stop.set()
    counter.join()
    assert ticks[0] > seen + 2


def test_pickled_models_compute_the_same() -> None:
    for name, base in [("panda_like", "fixed"), ("quadruped", "fixed"), ("puma", "floating")]:
        model = denoc.load(name, base=base)
        again = pickle.loads(pickle.dumps(model))
        q, v, a, _ = random_states(model, 3)
        assert again.joint_names == model.joint_names
        assert np.array_equal(again.inverse_dynamics(q, v, a), model.inverse_dynamics(q, v, a))
