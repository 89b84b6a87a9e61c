# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The MNIST tutorial of flax (flax.readthedocs.io, "MNIST tutorial"), with the handwritten digits of scikit-learn, which need no download."""
from functools import partial

import numpy as np
import optax
from flax import nnx
from sklearn.datasets import load_digits

train_steps, eval_every, batch_size = 50, 10, 32


def read_digits():
    """Images of 28 x 28 x 1, as MNIST's, and their numbers."""
    digits = load_digits()
    images = np.float32(digits.images / 16).repeat(3, 1).repeat(3, 2)
    return np.pad(images, ((0, 0), (2, 2), (2, 2)))[..., None], np.int32(digits.target)


def batches(images, labels):
    for at in range(0, len(labels), batch_size):
        yield {"image": images[at:at + batch_size], "label": labels[at:at + batch_size]}


class CNN(nnx.Module):
    """A simple CNN model."""

    def __init__(self, *, rngs: nnx.Rngs):
        self.conv1 = nnx.Conv(1, 32, kernel_size=(3, 3), rngs=rngs)
        self.batch_norm1 = nnx.BatchNorm(32, rngs=rngs)
        self.dropout1 = nnx.Dropout(rate=0.025)
        self.conv2 = nnx.Conv(32, 64, kernel_size=(3, 3), rngs=rngs)
        self.batch_norm2 = nnx.BatchNorm(64, rngs=rngs)
        self.avg_pool = partial(nnx.avg_pool, window_shape=(2, 2), strides=(2, 2))
        self.linear1 = nnx.Linear(3136, 256, rngs=rngs)
        self.dropout2 = nnx.Dropout(rate=0.025)
        self.linear2 = nnx.Linear(256, 10, rngs=rngs)

    def __call__(self, x, rngs: nnx.Rngs | None = None):
        x = self.avg_pool(nnx.relu(self.batch_norm1(self.dropout1(self.conv1(x), rngs=rngs))))
        x = self.avg_pool(nnx.relu(self.batch_norm2(self.conv2(x))))
        x = x.reshape(x.shape[0], -1)  # flatten
        x = nnx.relu(self.dropout2(self.linear1(x), rngs=rngs))
        return self.linear2(x)


def loss_fn(model: CNN, rngs: nnx.Rngs, batch):
    logits = model(batch["image"], rngs)
    loss = optax.softmax_cross_entropy_with_integer_labels(logits=logits, labels=batch["label"]).mean()
    return loss, logits


@nnx.jit
def train_step(model: CNN, optimizer: nnx.Optimizer, metrics: nnx.MultiMetric, rngs: nnx.Rngs, batch):
    """Train for a single step."""
    grad_fn = nnx.value_and_grad(loss_fn, has_aux=True)
    (loss, logits), grads = grad_fn(model, rngs, batch)
    metrics.update(loss=loss, logits=logits, labels=batch["label"])  # In-place updates.
    optimizer.update(model, grads)  # In-place updates.


@nnx.jit
def eval_step(model: CNN, metrics: nnx.MultiMetric, rngs: nnx.Rngs, batch):
    loss, logits = loss_fn(model, rngs, batch)
    metrics.update(loss=loss, logits=logits, labels=batch["label"])  # In-place updates.


model = CNN(rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adamw(0.005, 0.9), wrt=nnx.Param)
metrics = nnx.MultiMetric(accuracy=nnx.metrics.Accuracy(), loss=nnx.metrics.Average("loss"))
metrics_history = {"train_loss": [], "train_accuracy": [], "test_loss": [], "test_accuracy": []}
rngs = nnx.Rngs(0)
images, labels = read_digits()
train_count = train_steps * batch_size
test_images, test_labels = images[train_count:], labels[train_count:]

for step, batch in enumerate(batches(images[:train_count], labels[:train_count])):
    model.train()
    train_step(model, optimizer, metrics, rngs, batch)
    if step == 2 or (step > 0 and (step % eval_every == 0 or step == train_steps - 1)):  # One training epoch has passed.
        for metric, value in metrics.compute().items():
            metrics_history[f"train_{metric}"].append(value)
        metrics.reset()
        model.eval()
        for test_batch in batches(test_images, test_labels):
            eval_step(model, metrics, rngs, test_batch)
        for metric, value in metrics.compute().items():
            metrics_history[f"test_{metric}"].append(value)
        metrics.reset()
        print(step, {name: float(values[-1]) for name, values in metrics_history.items()})

# Adam makes rounding errors of gradients that should be zero as large as others: losses are compared after three steps.
RESULTS = {"first": np.array(metrics_history["train_loss"][0]), "learned": np.array(metrics_history["test_accuracy"][-1] > 0.7)}
