# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of PyTorch, which torchax makes functions of JAX."""
import jax
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from functions import floats


def import_torchax():
    """torchax 0.0.13 names overloads of operations that PyTorch 2.13 no longer has: they become names that no program uses."""
    packet = torch._ops.OpOverloadPacket
    find = packet.__getattr__

    def find_any(self, name):
        try:
            return find(self, name)
        except AttributeError:
            if name.startswith("_"):
                raise
            return name

    packet.__getattr__ = find_any
    try:
        from torchax.export import exported_program_to_jax
    finally:
        packet.__getattr__ = find
    return exported_program_to_jax


class Function(nn.Module):
    """A module with submodules by name and a forward function that gets them."""

    def __init__(self, forward, **modules):
        super().__init__()
        self.function = forward
        for name, module in modules.items():
            setattr(self, name, module)

    def forward(self, *arguments):
        return self.function(self, *arguments)


def with_statistics(module):
    """Running means and variances that are not those of a new module."""
    for part in module.modules():
        if isinstance(part, (nn.BatchNorm1d, nn.BatchNorm2d)):
            part.running_mean.normal_()
            part.running_var.uniform_(0.5, 2)
    return module


def residual(m, x):
    y = F.relu(m.norm1(m.conv1(x)))
    return F.relu(x + m.norm2(m.conv2(y)))


def recurrent(m, x):
    h = c = x.new_zeros(x.shape[0], 6)
    steps = []
    for i in range(x.shape[1]):
        h, c = m.cell(x[:, i], (h, c))
        steps.append(h)
    return torch.stack(steps, 1), c


def gated(m, x):
    h = x.new_zeros(x.shape[0], 6)
    for i in range(x.shape[1]):
        h = m.cell(x[:, i], h)
    return h


def attention(m, x):
    q, k, v = (part.reshape(2, 5, 2, 4).transpose(1, 2) for part in m.qkv(x).chunk(3, -1))
    mask = torch.tril(torch.ones(5, 5, dtype=torch.bool))
    weights = torch.softmax((q @ k.transpose(-1, -2) / 2.0).masked_fill(~mask, float("-inf")), -1)
    return m.out((weights @ v).transpose(1, 2).reshape(2, 5, 8))


def language_model(m, tokens):
    x = m.tokens(tokens) + m.positions(torch.arange(tokens.shape[1]))
    return torch.log_softmax(m.norm(attention(m, x) + x) @ m.tokens.weight.T, -1)


def autoencoder(m, x):
    mean, scale = m.encoder(x).chunk(2, -1)
    return torch.sigmoid(m.decoder(mean + 0.5 * torch.exp(scale)))


def unet(m, x):
    down = F.relu(m.down(x))
    low = F.relu(m.low(F.max_pool2d(down, 2)))
    return m.up(torch.cat([down, F.interpolate(low, scale_factor=2, mode="nearest")], 1))


def convolutional():
    image, line = floats(2, 3, 8, 8), floats(2, 3, 16)
    yield "convolutional", nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(36, 3)), image
    yield "norms", nn.Sequential(nn.BatchNorm2d(3), nn.GroupNorm(3, 3)), image
    yield "batch_norm", nn.Sequential(nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.SiLU(), nn.AvgPool2d(2)), image
    yield "residual", Function(residual, conv1=nn.Conv2d(3, 3, 3, padding=1), norm1=nn.BatchNorm2d(3), conv2=nn.Conv2d(3, 3, 3, padding=1),
                               norm2=nn.BatchNorm2d(3)), image
    yield "depthwise", nn.Sequential(nn.Conv2d(3, 6, 3, stride=2, groups=3), nn.Hardswish(), nn.Conv2d(6, 4, 1)), image
    yield "dilated", nn.Conv2d(3, 4, 3, dilation=2, padding=2), image
    yield "line", nn.Sequential(nn.Conv1d(3, 5, 4, stride=2), nn.BatchNorm1d(5), nn.LeakyReLU(0.1), nn.Flatten(), nn.Linear(35, 2)), line
    yield "pooled", nn.Sequential(nn.Conv2d(3, 4, 3), nn.ELU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()), image
    yield "unet", Function(unet, down=nn.Conv2d(3, 4, 3, padding=1), low=nn.Conv2d(4, 4, 3, padding=1), up=nn.Conv2d(8, 2, 1)), image
    yield "transposed", nn.ConvTranspose2d(3, 4, 3, stride=2), image
    yield "bilinear", nn.Upsample(scale_factor=2, mode="bilinear"), image
    yield "pixel_shuffle", nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.PixelShuffle(2)), image


def sequences():
    sequence, tokens = floats(2, 5, 8), np.arange(10, dtype=np.int32).reshape(2, 5) % 7
    qkv, out = nn.Linear(8, 24), nn.Linear(8, 8)
    yield "layer_norm", nn.LayerNorm(8), sequence
    yield "rms_norm", nn.RMSNorm(8), sequence
    yield "encoder", nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0), sequence
    yield "encoder_norm_first", nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=True, activation="gelu"), sequence
    yield "multihead", Function(lambda m, x: m.attention(x, x, x), attention=nn.MultiheadAttention(8, 4, batch_first=True)), sequence
    yield "attention", Function(attention, qkv=qkv, out=out), sequence
    yield "scaled_attention", Function(lambda m, x: F.scaled_dot_product_attention(x, x, x)), floats(2, 2, 5, 4)
    yield "lstm_cells", Function(recurrent, cell=nn.LSTMCell(8, 6)), sequence
    yield "gru_cells", Function(gated, cell=nn.GRUCell(8, 6)), sequence
    yield "embedding", nn.Sequential(nn.Embedding(7, 4), nn.Flatten(), nn.Linear(20, 3), nn.Softmax(-1)), tokens
    yield "lstm", nn.LSTM(8, 6, batch_first=True), sequence
    yield "language_model", Function(language_model, tokens=nn.Embedding(7, 8), positions=nn.Embedding(5, 8), norm=nn.LayerNorm(8), qkv=qkv,
                                     out=out), tokens


def functions():
    x, y, tokens = floats(4, 6), floats(4, 6) * 2, np.arange(4, dtype=np.int32)
    yield "perceptron", nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.Linear(8, 3)), x
    yield "softmax", nn.Softmax(-1), x
    yield "autoencoder", Function(autoencoder, encoder=nn.Linear(6, 4), decoder=nn.Linear(2, 6)), x
    yield "activations", Function(lambda m, a: torch.stack([F.softplus(a), F.mish(a), F.selu(a), F.hardsigmoid(a), F.gelu(a, approximate="tanh"),
                                                            F.logsigmoid(a), torch.tanh(a), F.relu6(a)])), x
    yield "selections", Function(lambda m, a: (torch.topk(a, 3)[0], torch.sort(a, 1)[0], torch.argmax(a, 1), torch.cumsum(a, 1))), x
    yield "indices", Function(lambda m, a, i: (torch.index_select(a, 0, i), torch.gather(a, 1, (i[:, None] % 2).long()), a[:, i % 3])), x, tokens
    yield "reductions", Function(lambda m, a: (torch.logsumexp(a, 1), a.mean(0), torch.var(a, 1), torch.amax(a, 0), (a > 0).all(1))), x
    yield "losses", Function(lambda m, a, b: (F.mse_loss(a, b), F.smooth_l1_loss(a, b), F.binary_cross_entropy_with_logits(a, torch.sigmoid(b)))
                             ), x, y
    yield "products", Function(lambda m, a, b: (torch.einsum("ij,kj->ik", a, b), torch.bmm(a[None], b.T[None]), torch.outer(a[0], b[0]))), x, y
    yield "moves", Function(lambda m, a: (torch.roll(a, 1, 0), torch.flip(a, [1]), F.pad(a, (1, 2)), a.repeat(2, 1), a.unfold(1, 2, 2))), x
    yield "choices", Function(lambda m, a, b: torch.where(a > b, torch.sqrt(a.abs()), torch.clamp(b, -0.5, 0.5)) ** 2), x, y


def exported(to_jax, module, values):
    """Weights, and the function of them and of a tuple of arguments."""
    weights, function = to_jax(torch.export.export(with_statistics(module).eval(), tuple(torch.tensor(value) for value in values)))
    return jax.tree.map(np.asarray, weights), function


def torchax():
    to_jax = import_torchax()
    torch.manual_seed(0)
    for kind in (convolutional, sequences, functions):
        for name, module, *values in kind():
            try:
                weights, function = exported(to_jax, module, values)
            except (AssertionError, AttributeError, NotImplementedError, RuntimeError) as error:  # of operations that torchax has not
                print(f"torchax/{name} is not exported: {type(error).__name__}: {str(error).strip().splitlines()[:1]}", flush=True)
                continue
            yield name, function, (weights, tuple(values))
