# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The first tutorial of optax (optax.readthedocs.io, "Getting started"): fits a network to the lowest bit of a byte."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

BATCH_SIZE = 5
NUM_TRAIN_STEPS = 1_000
RAW_TRAINING_DATA = np.random.RandomState(0).randint(255, size=(NUM_TRAIN_STEPS, BATCH_SIZE, 1))
TRAINING_DATA = np.unpackbits(RAW_TRAINING_DATA.astype(np.uint8), axis=-1)
LABELS = jax.nn.one_hot(RAW_TRAINING_DATA % 2, 2).astype(jnp.float32).reshape(NUM_TRAIN_STEPS, BATCH_SIZE, 2)

initial_params = {
    "hidden": jax.random.normal(shape=[8, 32], key=jax.random.PRNGKey(0)),
    "output": jax.random.normal(shape=[32, 2], key=jax.random.PRNGKey(1)),
}


def net(x: jnp.ndarray, params: optax.Params) -> jnp.ndarray:
    x = jnp.dot(x, params["hidden"])
    x = jax.nn.relu(x)
    x = jnp.dot(x, params["output"])
    return x


def loss(params: optax.Params, batch: jnp.ndarray, labels: jnp.ndarray) -> jnp.ndarray:
    y_hat = net(batch, params)
    loss_value = optax.sigmoid_binary_cross_entropy(y_hat, labels).sum(axis=-1)
    return loss_value.mean()


def fit(params: optax.Params, optimizer: optax.GradientTransformation) -> optax.Params:
    opt_state = optimizer.init(params)

    @jax.jit
    def step(params, opt_state, batch, labels):
        loss_value, grads = jax.value_and_grad(loss)(params, batch, labels)
        updates, opt_state = optimizer.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
        return params, opt_state, loss_value

    for i, (batch, labels) in enumerate(zip(TRAINING_DATA, LABELS)):
        params, opt_state, loss_value = step(params, opt_state, batch, labels)
        losses.append(float(loss_value))
        if i % 100 == 0:
            print(f"step {i}, loss: {loss_value}")
    return params


losses = []
schedule = optax.warmup_cosine_decay_schedule(init_value=0.0, peak_value=1.0, warmup_steps=50, decay_steps=1_000, end_value=0.0)
optimizer = optax.chain(optax.clip(1.0), optax.adamw(learning_rate=schedule))
params = fit(initial_params, optimizer)

# The learning rate is so high that rounding decides the course after some steps: the first ones and the last loss are compared.
RESULTS = {"first": np.array(losses[:20]), "learned": np.array(losses[-1] < 1e-3)}
