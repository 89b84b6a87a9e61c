# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs over several devices, as users of JAX write them. Each is (name, mesh shape, function, arguments, specs of arguments, specs of
results); a spec of None leaves the sharding open."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

MESHES = {"2": (2,), "4": (4,), "8": (8,), "2x2": (2, 2), "2x4": (2, 4)}
NAMES = ("x", "y")
rng = np.random.default_rng(7)


def f32(*shape):
    return (rng.integers(-12, 13, shape) / 8).astype(np.float32)


def i32(most, *shape):
    return rng.integers(0, most, shape).astype(np.int32)


def constrain(value, *spec):
    return lax.with_sharding_constraint(value, P(*spec))


# ---- for every mesh: x is its first axis, l its last one

def layer_norm(x, g):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * g


def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), -1)
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


def loss(params, x, y):
    w1, b1, w2 = params
    logits = jax.nn.gelu(x @ w1 + b1) @ w2
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * jax.nn.one_hot(y, w2.shape[1]), -1))


def train(w1, b1, w2, x, y):
    value, grads = jax.value_and_grad(loss)((w1, b1, w2), x, y)
    return (*(p - 0.1 * g for p, g in zip((w1, b1, w2), grads)), value)


def train_steps(w1, b1, w2, x, y):
    def step(params, _):
        *params, value = train(*params, x, y)
        return tuple(params), value
    params, values = lax.scan(step, (w1, b1, w2), None, length=3)
    return (*params, values)


def conv_net(x, k1, k2):
    dims = ("NHWC", "HWIO", "NHWC")
    x = jax.nn.relu(lax.conv_general_dilated(x, k1, (1, 1), "SAME", dimension_numbers=dims))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = lax.conv_general_dilated(x, k2, (2, 2), "SAME", dimension_numbers=dims)
    return x.mean((1, 2))


def conv_grads(x, k1, k2):
    return jax.grad(lambda *a: jnp.sum(conv_net(*a) ** 2), (0, 1, 2))(x, k1, k2)


def scatter_add(x, i, u):
    return x.at[i].add(u)


def while_loop(x):
    return lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, jnp.sin(c[1]) + c[1].mean(0)), (0, x))[1]


def switch(x, i):
    return lax.switch(i % 3, [lambda v: v + 1, lambda v: v.sum(0) + v, jnp.cos], x)


def for_mesh(l):  # pylint: disable=invalid-name
    x = "x"
    yield "elementwise", lambda a, b: (jnp.tanh(a) * b + 1, a > b), (f32(8, 16), f32(8, 16)), (P(x, l if l != x else None), P(x)), (P(x), P(None, x))
    yield "reshard", lambda a: constrain(constrain(a * 2, None, x), x) + 1, (f32(8, 16),), (P(x),), (P(None, x),)
    yield "columns", jnp.matmul, (f32(8, 16), f32(16, 24)), (P(), P(None, x)), (P(None, x),)
    yield "rows", jnp.matmul, (f32(8, 16), f32(16, 24)), (P(None, x), P(x)), (P(),)
    yield "summa", jnp.matmul, (f32(8, 16), f32(16, 24)), (P(x, None), P(None, l)), (P(x, l if l != x else None),)
    yield "bias_softmax", lambda a, b: jax.nn.softmax(a + b, -1), (f32(8, 16), f32(16)), (P(None, x), P(x)), (P(None, x),)
    yield "layer_norm", layer_norm, (f32(8, 16), f32(16)), (P(x, l if l != x else None), P()), (P(x),)
    yield "attention", attention, (f32(8, 6, 8, 4), f32(8, 6, 8, 4), f32(8, 6, 8, 4)), (P(None, None, x),) * 3, (P(None, None, x),)
    yield "attention_batch", attention, (f32(8, 6, 4, 4), f32(8, 6, 4, 4), f32(8, 6, 4, 4)), (P(x),) * 3, (P(x),)
    yield "embedding", lambda t, i: jnp.take(t, i, 0), (f32(32, 8), i32(32, 8, 5)), (P(None, x), P(l if l != x else None)), (P(None, None, x),)
    yield "embedding_rows", lambda t, i: jnp.take(t, i, 0), (f32(32, 8), i32(32, 8, 5)), (P(x), P()), (P(),)
    yield "reductions", lambda a: (a.sum(), a.max(0), a.min(1), jnp.argmax(a, 0), a.std()), (f32(16, 8),), (P(x, l if l != x else None),), (P(), P(), P(x), P(), P())
    yield "products", lambda a: (jnp.prod(a, 0), jnp.any(a > 0, 1), jnp.all(a > -2, 0)), (f32(16, 8),), (P(x),), (P(), P(x), P())
    yield "sort", lambda a: (jnp.sort(a, 0), jnp.argsort(a, 1)), (f32(16, 8),), (P(x),), (P(x), P(x))
    yield "scatter", scatter_add, (f32(16, 8), i32(16, 10), f32(10, 8)), (P(None, x), P(), P(None, x)), (P(None, x),)
    yield "scatter_rows", scatter_add, (f32(16, 8), i32(16, 16), f32(16, 8)), (P(x), P(x), P(x)), (P(x),)
    yield "cumsum", lambda a: (jnp.cumsum(a, 0), jnp.cumsum(a, 1)), (f32(8, 8),), (P(x),), (P(x), P(x))
    yield "random", lambda k: (jax.random.normal(k, (16, 8)), jax.random.randint(k, (8,), 0, 99)), (np.array([3, 5], np.uint32),), (P(),), (P(x), P(x))
    yield "dropout", lambda k, a: jnp.where(jax.random.bernoulli(k, 0.5, a.shape), a, 0), (np.array([3, 5], np.uint32), f32(16, 8)), (P(), P(x)), (P(x),)
    yield "while", while_loop, (f32(8, 16),), (P(x),), (P(x),)
    yield "scan", lambda a, w: lax.scan(lambda c, v: (jnp.tanh(c @ w + v), c.sum(1)), jnp.zeros((8, 8)), a), (f32(5, 8, 8), f32(8, 8)), (P(None, x), P(None, l if l != x else None)), (P(x), P())
    yield "switch", switch, (f32(8, 16), i32(9)), (P(x), P()), (P(x),)
    yield "conv_batch", conv_net, (f32(8, 8, 8, 4), f32(3, 3, 4, 8), f32(3, 3, 8, 8)), (P(x), P(), P()), (P(x),)
    yield "conv_features", conv_net, (f32(4, 8, 8, 4), f32(3, 3, 4, 8), f32(3, 3, 8, 8)), (P(), P(None, None, None, x), P(None, None, x)), (P(None, x),)
    yield "conv_spatial", conv_net, (f32(2, 16, 8, 4), f32(3, 3, 4, 8), f32(3, 3, 8, 8)), (P(None, x), P(), P()), (P(),)
    yield "conv_train", conv_grads, (f32(8, 8, 8, 4), f32(3, 3, 4, 8), f32(3, 3, 8, 8)), (P(x), P(), P()), (P(x), P(), P())
    yield "fft", lambda a: jnp.abs(jnp.fft.rfft(a)), (f32(8, 16),), (P(x),), (P(x),)
    yield "cholesky", lambda a: jnp.linalg.cholesky(a @ jnp.swapaxes(a, 1, 2) + 4 * jnp.eye(4)), (f32(8, 4, 4),), (P(x),), (P(x),)
    yield "slices", lambda a: (a[:, 2:7], a[3:11], lax.dynamic_slice(a, (1, 2), (4, 8)), a[::-1], jnp.roll(a, 1, 0)), (f32(16, 8),), (P(x),), (P(x), P(), P(), P(x), P(x))
    yield "join", lambda a, b: (jnp.concatenate([a, b], 0), jnp.stack([a, b], 1), jnp.pad(a, ((1, 1), (0, 0)))), (f32(8, 8), f32(8, 8)), (P(x), P(None, x)), (P(x), P(x), P(None, x))
    yield "reshapes", lambda a: (a.reshape(-1), a.reshape(8, 2, 2, 4).transpose(2, 0, 1, 3), a.reshape(4, 32)), (f32(16, 8),), (P(x),), (P(x), P(), P())
    yield "top_k", lambda a: tuple(lax.top_k(a, 3)), (f32(8, 16),), (P(x),), (P(x), P(x))
    yield "data_parallel", train, (f32(8, 16), f32(16), f32(16, 4), f32(16, 8), i32(4, 16)), (P(), P(), P(), P(x), P(x)), (P(), P(), P(), P())
    yield "tensor_parallel", train, (f32(8, 16), f32(16), f32(16, 4), f32(16, 8), i32(4, 16)), (P(None, x), P(x), P(x), P(), P()), (P(None, x), P(x), P(x), P())
    yield "train_steps", train_steps, (f32(8, 16), f32(16), f32(16, 4), f32(16, 8), i32(4, 16)), (P(None, l), P(l), P(l), P(x) if l != x else P(), P(x) if l != x else P()), (P(None, l), P(l), P(l), P())
    yield "open_results", lambda a, b: (a @ b, (a * 2).T), (f32(8, 16), f32(16, 8)), (P(x), P(None, l if l != x else None)), (None, None)
    yield "uneven", lambda a: constrain(jnp.concatenate([a, a[:1]], 0) * 3, x).sum(1), (f32(8, 6),), (P(x),), (P(),)
    yield "integers", lambda a: (a * 3 % 7, a.sum(), jnp.bincount(a.reshape(-1), length=9)), (i32(9, 16, 8),), (P(x),), (P(x), P(), P())


# ---- shard_map

def pipeline(w, a, count):
    """Each device has a layer; inputs go from one to the next."""
    def stage(w, a):
        number = lax.axis_index("x")
        perm = [(i, (i + 1) % count) for i in range(count)]
        out = jnp.zeros_like(a)
        state = jnp.zeros_like(a[0])
        out, state = lax.pcast((out, state), "x", to="varying")
        for step in range(a.shape[0] + count - 1):
            state = jnp.where(number == 0, a[min(step, a.shape[0] - 1)], state)
            state = jnp.tanh(state @ w[0])
            out = out.at[max(step - count + 1, 0)].set(jnp.where(number == count - 1, state, out[max(step - count + 1, 0)]))
            state = lax.ppermute(state, "x", perm)
        return lax.psum(jnp.where(number == count - 1, out, 0), "x")
    return jax.shard_map(stage, in_specs=(P("x"), P()), out_specs=P())(w, a)


def experts(a, gate, w):
    """A token goes to the expert that its gate prefers, each on a device of its own."""
    def body(a, gate, w):
        count, size = gate.shape[1], a.shape[0]
        choice = jnp.argmax(a @ gate, -1)
        sent = jnp.where((choice[None, :] == jnp.arange(count)[:, None])[..., None], a[None], 0)
        got = lax.all_to_all(sent, "x", 0, 0)
        back = lax.all_to_all(jax.nn.relu(got.reshape(-1, a.shape[1]) @ w[0]).reshape(count, size, -1), "x", 0, 0)
        return back.sum(0)
    return jax.shard_map(body, in_specs=(P("x"), P(), P("x")), out_specs=P("x"))(a, gate, w)


def mapped(function, ins, outs, **more):
    return jax.shard_map(function, in_specs=ins, out_specs=outs, **more)


def shard_maps(n):
    row, whole = P("x"), P()
    yield "psum", mapped(lambda a: lax.psum(a * 2, "x"), row, whole), (f32(8, 4),), (row,), (whole,)
    yield "pmax", mapped(lambda a: (lax.pmax(a, "x"), lax.pmin(a, "x"), lax.pmean(a, "x")), row, whole), (f32(8, 4),), (row,), (whole,) * 3
    yield "all_gather", mapped(lambda a: lax.all_gather(a, "x", axis=1, tiled=True) * 2, P(None, "x"), P(None, None, "x") if n < 0 else P(None), check_vma=False), (f32(4, 8),), (P(None, "x"),), (whole,)
    yield "ppermute", mapped(lambda a: lax.ppermute(a, "x", [(i, (i + 1) % n) for i in range(n)]), row, row), (f32(8, 4),), (row,), (row,)
    yield "all_to_all", mapped(lambda a: lax.all_to_all(a, "x", 1, 0, tiled=True), row, P(None, "x")), (f32(8, 8),), (row,), (P(None, "x"),)
    yield "psum_scatter", mapped(lambda a: lax.psum_scatter(a, "x", scatter_dimension=1, tiled=True), row, P(None, "x")), (f32(8, 8),), (row,), (P(None, "x"),)
    yield "axis_index", mapped(lambda a: a + lax.axis_index("x"), row, row), (f32(8, 4),), (row,), (row,)
    yield "matmul", mapped(lambda a, b: lax.psum(a @ b, "x"), (P(None, "x"), row), whole), (f32(4, 8), f32(8, 4)), (P(None, "x"), row), (whole,)
    yield "grad", jax.grad(lambda a: mapped(lambda v: lax.psum(jnp.sin(v) ** 2, "x"), row, whole)(a).sum()), (f32(8, 4),), (row,), (row,)
    yield "pipeline", lambda w, a: pipeline(w, a, n), (f32(n, 4, 4), f32(5, 2, 4)), (row, whole), (whole,)
    yield "experts", experts, (f32(16, 4), f32(4, n), f32(n, 4, 4)), (row, whole, row), (row,)
    yield "loop", mapped(lambda a: lax.fori_loop(0, 4, lambda i, v: v + lax.pmean(v, "x") * 0.5, a), row, row, check_vma=False), (f32(8, 4),), (row,), (row,)
    yield "within", lambda a: mapped(lambda v: lax.psum(v, "x"), row, whole)(a + 1).sum(0) + a, (f32(8, 4),), (row,), (row,)


def shard_maps_2d():
    both, row = P("x", "y"), P("x")
    yield "psum_y", mapped(lambda a: lax.psum(a, "y"), both, row), (f32(8, 8),), (both,), (row,)
    yield "psum_xy", mapped(lambda a: lax.psum(a, ("x", "y")), both, P()), (f32(8, 8),), (both,), (P(),)
    yield "both_axes", mapped(lambda a: a * lax.axis_index(("x", "y")), P(("x", "y")), P(("x", "y"))), (f32(8, 4),), (P(("x", "y")),), (P(("x", "y")),)
    yield "some_axes", jax.shard_map(lambda a: lax.psum(a, "x") @ jnp.ones((8, 8)), in_specs=row, out_specs=P(), axis_names={"x"}), (f32(8, 8),), (both,), (P(None, "y"),)
    yield "swapped", lambda a: jnp.sin(a), (f32(8, 8),), (P("y", "x"),), (P("x", "y"),)
    yield "over_both", lambda a, b: a @ b, (f32(8, 16), f32(16, 8)), (P(("x", "y")), P(None, None)), (P(None, ("y", "x")),)


def programs():
    for mesh, shape in MESHES.items():
        count = len(shape)
        for made in for_mesh("y" if count == 2 else "x"):
            yield (f"{made[0]}-{mesh}", shape, *made[1:])
        for made in shard_maps(shape[0]) if mesh != "2x4" else ():
            yield (f"map_{made[0]}-{mesh}", shape, *made[1:])
        for made in shard_maps_2d() if count == 2 else ():
            yield (f"grid_{made[0]}-{mesh}", shape, *made[1:])
