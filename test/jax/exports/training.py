# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports of training steps by optax and of differential equations by diffrax."""
import os

import jax
import jax.numpy as jnp
import numpy as np

from functions import floats


def loss(weights, x):
    return jnp.mean((jnp.tanh(x @ weights["w"]) + weights["b"] - 0.3) ** 2)


def optax():
    import optax as ox
    weights, x = {"w": floats(4, 3), "b": floats(3, seed=1)}, floats(5, 4, seed=2)
    schedule = ox.warmup_cosine_decay_schedule(0.0, 0.1, 2, 10)
    optimizers = {"sgd": ox.sgd(0.1), "momentum": ox.sgd(0.1, momentum=0.9, nesterov=True), "adam": ox.adam(0.01), "adamw": ox.adamw(0.01),
                  "adamax": ox.adamax(0.01), "nadam": ox.nadam(0.01), "radam": ox.radam(0.01), "amsgrad": ox.amsgrad(0.01),
                  "adabelief": ox.adabelief(0.01), "adafactor": ox.adafactor(0.01), "adagrad": ox.adagrad(0.1), "adadelta": ox.adadelta(0.1),
                  "rmsprop": ox.rmsprop(0.01), "lamb": ox.lamb(0.01), "lars": ox.lars(0.1), "lion": ox.lion(0.01), "sm3": ox.sm3(0.1),
                  "yogi": ox.yogi(0.01), "rprop": ox.rprop(0.01), "sign_sgd": ox.sign_sgd(0.1), "novograd": ox.novograd(0.01),
                  "schedule": ox.adam(schedule), "clipped": ox.chain(ox.clip_by_global_norm(0.5), ox.clip(0.1), ox.adam(0.01)),
                  "decayed": ox.chain(ox.add_decayed_weights(0.01), ox.trace(0.9), ox.scale(-0.1)),
                  "accumulated": ox.MultiSteps(ox.sgd(0.1), every_k_schedule=2), "centralized": ox.chain(ox.centralize(), ox.sgd(0.1)),
                  "masked": ox.masked(ox.adam(0.01), {"w": True, "b": False}), "noisy": ox.noisy_sgd(0.1, key=jax.random.key(5))}
    for name, optimizer in optimizers.items():
        state = optimizer.init(weights)
        leaves, tree = jax.tree.flatten(state)
        leaves = [jax.random.key_data(v) if jax.dtypes.issubdtype(jax.dtypes.result_type(v), jax.dtypes.extended) else v for v in leaves]
        keys = [jax.dtypes.issubdtype(jax.dtypes.result_type(v), jax.dtypes.extended) for v in jax.tree.leaves(state)]

        def step(weights, leaves, x, optimizer=optimizer, tree=tree, keys=keys):
            leaves = [jax.random.wrap_key_data(v) if key else v for v, key in zip(leaves, keys)]
            value, gradients = jax.value_and_grad(loss)(weights, x)
            updates, state = optimizer.update(gradients, jax.tree.unflatten(tree, leaves), weights)
            return ox.apply_updates(weights, updates), value, [
                jax.random.key_data(v) if jax.dtypes.issubdtype(v.dtype, jax.dtypes.extended) else v for v in jax.tree.leaves(state)]

        yield name, step, (weights, leaves, x)
    labels, logits = np.array([1, 0, 2], np.int32), floats(3, 4)
    yield "losses", lambda a, i: (ox.softmax_cross_entropy_with_integer_labels(a, i), ox.huber_loss(a), ox.sigmoid_binary_cross_entropy(
        a, jax.nn.one_hot(i, 4)), ox.l2_loss(a), ox.hinge_loss(a, jnp.sign(a)), ox.cosine_similarity(a, a + 1), ox.log_cosh(a, a * 2)), (logits, labels)
    yield "ctc_loss", lambda a: ox.ctc_loss(a, jnp.zeros(a.shape[:2]), jnp.array([[1, 2], [2, 0]]), jnp.array([[0.0, 0.0], [0.0, 1.0]])), (
        floats(2, 6, 4),)
    yield "many_steps", lambda weights, x: jax.lax.fori_loop(0, 5, lambda i, w: jax.tree.map(
        lambda a, g: a - 0.1 * g, w, jax.grad(loss)(w, x)), weights), (weights, x)


def diffrax():
    os.environ["EQX_ON_ERROR"] = "nan"  # otherwise checks call Python
    import diffrax as dx
    start = np.array([1.0, 0.5], np.float32)

    def oscillator(t, y, args):
        return jnp.stack([y[1], -args * y[0]])

    def solve(solver, **options):
        def run(y, args):
            options.setdefault("dt0", 0.1)
            return dx.diffeqsolve(dx.ODETerm(oscillator), solver, 0.0, 1.0, y0=y, args=args, throw=False, **options).ys
        return run

    for name in ("Euler", "Heun", "Midpoint", "Ralston", "Bosh3", "Tsit5", "Dopri5"):
        yield name.lower(), solve(getattr(dx, name)()), (start, np.float32(2))
    yield "adaptive", solve(dx.Tsit5(), stepsize_controller=dx.PIDController(rtol=1e-3, atol=1e-4)), (start, np.float32(2))
    yield "saved", solve(dx.Dopri5(), saveat=dx.SaveAt(ts=jnp.linspace(0, 1, 5))), (start, np.float32(2))
    yield "implicit", solve(dx.Kvaerno3(), stepsize_controller=dx.PIDController(rtol=1e-3, atol=1e-4)), (start, np.float32(2))
    yield "gradient", jax.grad(lambda y, args: jnp.sum(solve(dx.Heun())(y, args) ** 2)), (start, np.float32(2))
    yield "batch", jax.vmap(solve(dx.Tsit5()), in_axes=(0, None)), (np.stack([start, start * 2]), np.float32(2))

    def noisy(words, y):
        path = dx.VirtualBrownianTree(0.0, 1.0, tol=0.05, shape=(), key=jax.random.wrap_key_data(words))
        terms = dx.MultiTerm(dx.ODETerm(lambda t, y, args: -y), dx.ControlTerm(lambda t, y, args: 0.1 * y, path))
        return dx.diffeqsolve(terms, dx.Euler(), 0.0, 1.0, dt0=0.1, y0=y, throw=False).ys

    yield "stochastic", noisy, (jax.random.key_data(jax.random.key(3)), np.float32(1.5))
