#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch_models.py MODEL THREADS MS: times a model of compare.py in PyTorch for about MS milliseconds. Shapes are those of the model, weights
and data are random. Prints load ms (from import to the first call), first ms, least ms of a call, peak MB; nothing for a model that
it does not have.

Inference is traced and frozen by torch.jit, the step of training is the usual loop of eager PyTorch with autograd and torch.optim.SGD."""
import os
import sys
import time

if len(sys.argv) > 2:  # torch.set_num_threads() does not limit the threads of OpenBLAS
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = sys.argv[2]
START = time.perf_counter()
import torch  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional as F  # noqa: E402


def mnist():
    return nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 10)), torch.randn(100, 784)


class Bottleneck(nn.Module):
    def __init__(self, channels, width, stride):
        super().__init__()

        def part(inside, outside, size, stride):
            return nn.Sequential(nn.Conv2d(inside, outside, size, stride, size // 2, bias=False), nn.BatchNorm2d(outside))
        self.body = nn.Sequential(part(channels, width, 1, stride), nn.ReLU(), part(width, width, 3, 1), nn.ReLU(),
                                  part(width, 4 * width, 1, 1))
        self.shortcut = part(channels, 4 * width, 1, stride) if channels != 4 * width else nn.Identity()

    def forward(self, x):
        return F.relu(self.body(x) + self.shortcut(x))


def resnet50():
    layers, channels = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)], 64
    for stage, count in enumerate((3, 4, 6, 3)):
        for i in range(count):
            layers.append(Bottleneck(channels, 64 << stage, 2 if i == 0 and stage > 0 else 1))
            channels = 256 << stage
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2048, 1000)), torch.randn(1, 3, 224, 224)


class Layer(nn.Module):
    """As a user writes it: attention by products, gelu by tanh."""

    def __init__(self, width=256, heads=8, hidden=1024):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.inside, self.outside = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x):
        count, width = x.shape
        q, k, v = self.inside(self.norms[0](x)).reshape(count, 3, self.heads, width // self.heads).permute(1, 2, 0, 3)
        weights = torch.softmax(q @ k.transpose(1, 2) * (width // self.heads) ** -0.5, -1)
        x = x + self.outside((weights @ v).permute(1, 0, 2).reshape(count, width))
        return x + self.down(F.gelu(self.up(self.norms[1](x)), approximate="tanh"))


def transformer():
    return nn.Sequential(*[Layer() for _ in range(4)], nn.LayerNorm(256)), torch.randn(128, 256)


class Pointwise(nn.Module):
    def forward(self, x):
        y = x
        for i in range(5):
            y = torch.tanh(y * (0.5 + i) + 0.1)
            z = torch.exp(y)
            y = torch.where(z > 1.0, z, y)
        return y


def pointwise():
    return Pointwise(), torch.randn(1 << 20)


class Rnn(nn.Module):
    def __init__(self, width=128):
        super().__init__()
        self.inside, self.step = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        state = torch.zeros_like(x)
        for _ in range(100):
            state = torch.relu(self.inside(x) + self.step(state))
        return state


def rnn_while():
    return Rnn(), torch.randn(1, 128)


def lstm_while():
    return nn.LSTM(128, 128), torch.randn(100, 1, 128)


def small_cnn_bf16():
    """In f32, which is faster."""
    def part(inside, outside):
        return [nn.Conv2d(inside, outside, 3, padding=1), nn.ReLU()]
    return nn.Sequential(*part(3, 32), *part(32, 64), nn.MaxPool2d(2), *part(64, 64), nn.MaxPool2d(2), nn.Flatten(),
                         nn.Linear(4096, 128), nn.ReLU(), nn.Linear(128, 10)), torch.randn(32, 3, 32, 32)


class Embedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.layer = nn.Parameter(torch.randn(32000, 256)), nn.Linear(256, 256)

    def forward(self, ids):
        return torch.softmax(self.layer(self.table[ids]) @ self.table.t(), -1)


def gather_embedding():
    return Embedding(), torch.randint(0, 32000, (64,))


class Sort(nn.Module):
    def forward(self, x):
        values, indices = torch.topk(x, 100)
        return torch.sort(x, stable=True)[0], values, indices


def sort_topk():
    return Sort(), torch.randn(1 << 20)


# ---- training: 784-512-10, batch 100, softmax cross entropy, stochastic gradient descent

def training_step():
    """A function that makes a step with the next batch."""
    network, _ = mnist()
    pictures, labels = torch.randn(100, 784), torch.randint(0, 10, (100,))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(network(pictures), labels)
        loss.backward()
        optimizer.step()
        return loss
    return step


def training_loop():
    step = training_step()

    def loop():
        for _ in range(100):
            step()
    return loop


TRAINING = {"mnist_training": training_step, "mnist_training_loop": training_loop}
INFERENCE = {f.__name__: f for f in (mnist, resnet50, transformer, pointwise, rnn_while, lstm_while, small_cnn_bf16, gather_embedding,
                                     sort_topk)}


def callable_of(name):
    if name in TRAINING:
        return TRAINING[name]()
    network, data = INFERENCE[name]()
    with torch.no_grad():
        network = torch.jit.freeze(torch.jit.trace(network.eval(), data))
        for _ in range(3):  # the first calls optimize the graph
            network(data)

    def call():
        with torch.no_grad():
            return network(data)
    return call


def peak_mb():
    with open("/proc/self/status", encoding="utf-8") as status:
        return next(float(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024


def main():
    name, threads, spent = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]) / 1000
    if name not in TRAINING and name not in INFERENCE:
        return
    torch.set_num_threads(threads)
    torch.set_num_interop_threads(1)
    call = callable_of(name)
    times, begun = [], time.perf_counter()
    loaded = begun - START
    while len(times) < 4 or time.perf_counter() - begun < spent:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    print(f"{loaded * 1e3:.1f} {times[0] * 1e3:.4f} {min(times[1:]) * 1e3:.4f} {peak_mb():.1f}")


if __name__ == "__main__":
    main()
