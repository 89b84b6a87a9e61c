# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments and expected results of mnist_training.mlir, computed with NumPy in 64 bits."""
import os

import numpy as np

BATCH, INPUTS, HIDDEN, OUTPUTS, BATCHES, STEPS, RATE = 100, 784, 512, 10, 10, 100, 0.1
# Results differ from those in 64 bits by the rounding of f32, which steps amplify: some 4e-7 after one, 4e-6 after 100.
TOLERANCES = {"mnist_training": (2e-5, 2e-6), "mnist_training_loop": (2e-4, 2e-5)}


def step(weights, x, labels):
    """The weights after a step, and the loss before it."""
    b1, w1, b2, w2 = weights
    before = x @ w1 + b1
    hidden = np.maximum(before, 0)
    logits = hidden @ w2 + b2
    shifted = logits - logits.max(axis=1, keepdims=True)
    exponentials = np.exp(shifted)
    sums = exponentials.sum(axis=1, keepdims=True)
    wanted = np.eye(OUTPUTS)[labels]
    loss = -np.sum(wanted * (shifted - np.log(sums))) / BATCH
    d_logits = (exponentials / sums - wanted) / BATCH
    d_before = (d_logits @ w2.T) * (before > 0)
    gradients = d_before.sum(axis=0), x.T @ d_before, d_logits.sum(axis=0), hidden.T @ d_logits
    return [w - np.float32(RATE) * g for w, g in zip(weights, gradients)], loss


def save(folder, prefix, arrays):
    os.makedirs(folder)
    for i, array in enumerate(arrays):
        np.save(os.path.join(folder, f"{prefix}{i}.npy"), array)


def make(folder):
    """Writes MODEL.args and MODEL.expect for both functions. Pictures are like those of MNIST: most points are 0."""
    random = np.random.default_rng(1)
    x = np.maximum(random.random((BATCHES, BATCH, INPUTS)) * 2 - 1, 0).astype(np.float32)
    labels = random.integers(0, OUTPUTS, (BATCHES, BATCH)).astype(np.int32)
    weights = [np.zeros(HIDDEN, np.float32), (random.standard_normal((INPUTS, HIDDEN)) / 28).astype(np.float32),
               np.zeros(OUTPUTS, np.float32), (random.standard_normal((HIDDEN, OUTPUTS)) / 23).astype(np.float32)]
    exact, loss = step([w.astype(np.float64) for w in weights], x[0].astype(np.float64), labels[0])
    save(os.path.join(folder, "mnist_training.args"), "arg", [*weights, x[0], labels[0]])
    save(os.path.join(folder, "mnist_training.expect"), "result", [np.float32(a) for a in [*exact, loss]])
    exact = [w.astype(np.float64) for w in weights]
    for i in range(STEPS):
        exact, loss = step(exact, x[i % BATCHES].astype(np.float64), labels[i % BATCHES])
    save(os.path.join(folder, "mnist_training_loop.args"), "arg", [*weights, x, labels, np.int32(STEPS)])
    save(os.path.join(folder, "mnist_training_loop.expect"), "result", [np.float32(a) for a in [*exact, loss]])
