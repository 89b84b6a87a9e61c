# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions with random shardings of values between, for random_programs.py. A case says the shapes of its arguments."""
import jax
import jax.numpy as jnp
import programs
from jax import lax
from jax.sharding import PartitionSpec as P
from programs import attention, layer_norm, train
from random_choice import NAMES, Choice, case, divided


@case((16, 8), [16, 8, 5])
def embed(t, i):
    return divided(jnp.take(divided(t), i, 0))


@case((16, 8), [40, 8, 5])
def embed_clip(t, i):
    return t[divided(i) - 20], jnp.take(t, i - 20, 0, mode="fill"), t.at[i - 20].get(mode="clip")


@case((16, 8), [16, 8, 4], (8, 4, 8))
def embed_grad(t, i, g):
    return jax.grad(lambda t: jnp.sum(divided(jnp.take(t, i, 0)) * g))(t)


@case((16, 8), [8, 16])
def gather_cols(t, i):
    return jnp.take_along_axis(t, divided(i)[:, None], 1), jnp.take(t, i, 1)


@case((8, 16), [16, 8, 4])
def along(t, i):
    return jnp.take_along_axis(divided(t), i, 1)


@case((8, 4, 16), [8, 4, 4], [4, 4, 4])
def gather2(t, i, j):
    return t[i, j], t[i[0], :, 3], t[:, j]


@case((16, 8))
def sorts(a):
    return jnp.sort(divided(a), 0), jnp.argsort(a, 1), jnp.sort(a, 1, descending=True), divided(jnp.argsort(-a, 0))


@case((16, 8), [5, 16, 8])
def sort_two(a, k):
    return lax.sort((divided(k), a), dimension=0, num_keys=2)


@case((8, 16))
def topk(a):
    return (*lax.top_k(divided(a), 3), *lax.top_k(a.T, 5))


@case((16, 8))
def cums(a):
    return (
        jnp.cumsum(divided(a), 0),
        jnp.cumprod(a, 1),
        lax.cummax(a, 0),
        lax.cumsum(a, 1, reverse=True),
        divided(lax.cumlogsumexp(a, 0)),
        lax.associative_scan(jnp.maximum, a, axis=0),
    )


@case((16, 8))
def windows(a):
    return (
        lax.reduce_window(divided(a), 0.0, lax.add, (3, 1), (1, 1), "SAME"),
        lax.reduce_window(a, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID"),
        lax.reduce_window(a, 0.0, lax.add, (5, 3), (2, 1), ((4, 0), (1, 1))),
        lax.reduce_window(a, jnp.inf, lax.min, (3, 3), (1, 1), "VALID", window_dilation=(2, 1)),
        lax.reduce_window(a, 0.0, lax.add, (3, 1), (3, 1), "SAME"),
        lax.reduce_window(a, 1.0, lax.mul, (2, 1), (1, 1), "SAME", base_dilation=(2, 1)),
    )


@case((16, 8))
def pool_grad(a):
    return jax.grad(lambda a: jnp.sum(lax.reduce_window(divided(a), -jnp.inf, lax.max, (3, 1), (2, 1), "SAME") ** 2))(a)


@case((4, 16, 8, 4), (3, 3, 4, 8))
def conv(x, k):
    d = ("NHWC", "HWIO", "NHWC")
    y = lax.conv_general_dilated(divided(x), k, (1, 1), "SAME", dimension_numbers=d)
    return (
        divided(y),
        lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=d),
        lax.conv_general_dilated(x, k, (1, 1), "VALID", rhs_dilation=(2, 1), dimension_numbers=d),
    )


@case((4, 16, 8, 4), (4, 3, 4, 8))
def conv2(x, k):
    d = ("NHWC", "HWIO", "NHWC")
    return (
        lax.conv_transpose(divided(x), k, (2, 2), "SAME", dimension_numbers=d),
        lax.conv_general_dilated(x, k, (4, 1), ((0, 0), (1, 1)), dimension_numbers=d),
        lax.conv_general_dilated(x, k, (1, 1), ((3, 0), (2, 3)), dimension_numbers=d),
    )


@case((4, 16, 8, 4), (3, 3, 4, 8))
def conv_grad(x, k):
    d = ("NHWC", "HWIO", "NHWC")
    return jax.grad(lambda x, k: jnp.sum(divided(lax.conv_general_dilated(divided(x), k, (1, 1), "SAME", dimension_numbers=d)) ** 2), (0, 1))(x, k)


@case((4, 16, 8), (5, 1, 8))
def conv_depth(x, k):
    return lax.conv_general_dilated(divided(x), k, (1,), ((4, 0),), dimension_numbers=("NHC", "HIO", "NHC"), feature_group_count=8)


@case((16, 8))
def stencil(a):
    n = jnp.roll(divided(a), 1, 0) + jnp.roll(a, -1, 0) - 2 * a
    m = jnp.pad(a, ((1, 1), (1, 1)))
    return (
        divided(n),
        m[2:, 1:-1] + m[:-2, 1:-1] + m[1:-1, 2:] - 4 * a,
        a[1:-1] + a[2:] - a[:-2],
        jnp.diff(a, axis=0),
        jnp.roll(a, 3, 1),
        jnp.roll(a, 5, 0),
    )


@case((16, 8))
def stencil_loop(a):
    return lax.fori_loop(0, 5, lambda i, a: divided(a) + 0.1 * (jnp.roll(a, 1, 0) + jnp.roll(a, -1, 0) - 2 * a), a)


@case((16, 8))
def slices(a):
    return a[::2], a[3:11], a[:, 1:7:3], a[::-1], a[4:8], a[8:], a[2:14:4, ::4], divided(a)[:8], a[-2:]


@case((16, 8), [12, 2])
def dyn(a, i):
    return (
        lax.dynamic_slice(divided(a), (i[0], i[1]), (4, 3)),
        lax.dynamic_slice(a, (i[0], 0), (4, 8)),
        lax.dynamic_index_in_dim(a, i[0], 0),
        lax.dynamic_slice(a, (i[0], 0), (1, 8)),
    )


@case((16, 8), (4, 8), (16, 1), [12, 2])
def dynup(a, u, c, i):
    return (
        lax.dynamic_update_slice(divided(a), u, (i[0], 0)),
        lax.dynamic_update_slice(a, c, (0, i[1])),
        a.at[3].set(0.5),
        lax.dynamic_update_slice(a, divided(u)[:, :2], (i[0], i[1])),
        a.at[i[0]].set(u[0]),
    )


@case((16, 8), [20, 16], (16, 8))
def scat(x, i, u):
    return divided(x).at[i].add(u), x.at[i].max(u), x.at[i].set(2.0), x.at[i, 3].add(1.0), x.at[i].mul(u), x.at[i % 16].set(x[0])


@case((16, 8), [8, 16], [16, 16])
def scat2(x, i, j):
    return (
        divided(x).at[j, i].add(1.5),
        jnp.zeros((16, 8)).at[j, i].add(x[:, 0]),
        x.at[:, i].add(1.0),
        jnp.zeros((8, 16)).at[i, :].add(x.sum(1)[None]),
        jnp.bincount(j, length=16),
        jnp.zeros(16).at[j].min(x[:, 1]),
    )


@case([16, 64], (64, 8))
def segment(i, v):
    return jax.ops.segment_sum(divided(v), i, 16), jax.ops.segment_max(v, i, 16)


@case((8, 16, 8), (8, 8))
def scans(a, w):
    return lax.scan(lambda c, v: (jnp.tanh(divided(c @ (w * 0.2)) + v), divided(c).sum(1)), jnp.zeros((16, 8)), a)


@case((16, 8))
def scan_sharded(a):
    return lax.scan(lambda c, v: (c + v, c * v), jnp.zeros(8), divided(a)), lax.scan(
        lambda c, v: (c + v, divided(c * v)), jnp.zeros(16), a.T, reverse=True
    )


@case((16, 8))
def whiles(a):
    return lax.while_loop(lambda c: (c[1].sum() < 1e3) & (c[0] < 7), lambda c: (c[0] + 1, divided(jnp.abs(c[1]) * 2 + c[1].mean(0))), (0, a))


@case((16, 8), [3])
def conds(a, i):
    return lax.cond(i > 1, lambda a: divided(a) + 1, lambda a: divided(a).T.reshape(16, 8), a), lax.switch(
        i, [lambda a: jnp.sort(a, 0), lambda a: divided(a * 2), lambda a: a[::-1]], divided(a)
    )


@case(None, (16, 8))
def prng(k, a):
    k1, k2, k3 = jax.random.split(k, 3)
    return (
        divided(jax.random.normal(k1, (16, 8))) * a,
        jax.random.bernoulli(k2, 0.3, (16, 8)),
        jax.random.permutation(k3, a),
        jax.random.categorical(k1, divided(a), axis=0),
        jax.random.choice(k2, a, (4,), replace=False),
        jax.random.gumbel(k3, (8,)),
    )


@case(None)
def prng_rbg(k):
    kk = jax.random.wrap_key_data(jnp.concatenate([k, k]), impl="rbg")
    return jax.random.uniform(kk, (16, 8))


@case((8, 6, 8, 4), (8, 6, 8, 4), (8, 6, 8, 4))
def attn(q, k, v):
    return divided(attention(divided(q), k, divided(v)))


@case((8, 16, 4, 4), (8, 16, 4, 4), (8, 16, 4, 4))
def attn_grad(q, k, v):
    return jax.grad(lambda *a: jnp.sum(attention(divided(a[0]), *a[1:]) ** 2), (0, 1, 2))(q, k, v)


@case((8, 16), (16,), (16, 4), (16, 8), [4, 16])
def fsdp(w1, b1, w2, x, y):
    return train(divided(w1), b1, divided(w2), x, y)


@case((8, 16), (16,), (16, 4), (16, 8), [4, 16])
def zero_redundancy(w1, b1, w2, x, y):
    params = (w1, b1, w2)
    memory = jax.tree.map(jnp.zeros_like, params)
    for _ in range(2):
        value, grads = jax.value_and_grad(programs.loss)(params, x, y)
        memory = jax.tree.map(lambda m, g: 0.9 * m + divided(g) ** 2, memory, grads)
        params = jax.tree.map(lambda w, m, g: w - 0.1 * g / jnp.sqrt(m + 1e-3), params, memory, grads)
    return (*params, value)


@case([32, 4, 8], (32, 16), (2, 16, 48), (2, 16, 16), (2, 16, 32), (2, 32, 16), (16,))
def transformer(t, e, wqkv, wo, w1, w2, g):  # pylint: disable=too-many-arguments
    def layer(x, w):
        wqkv, wo, w1, w2 = w
        h = layer_norm(x, g)
        q, k, v = jnp.split(divided(h @ wqkv), 3, -1)
        s = lambda a: a.reshape(4, 8, 4, 4)
        x = x + divided(attention(s(q), s(k), s(v)).reshape(4, 8, 16) @ wo)
        return x + divided(jax.nn.gelu(divided(layer_norm(x, g) @ w1)) @ w2), None

    def loss(e, *w):
        x = divided(e[t])
        x, _ = lax.scan(layer, x, w)
        lg = divided(x @ e.T)
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(lg), jnp.roll(t, -1, 1)[..., None], -1))

    return jax.value_and_grad(loss, (0, 1, 2, 3, 4))(e, wqkv, wo, w1, w2)


@case((16, 8), (8, 4), (4, 8, 16), (4, 16, 8))
def moe(x, g, w1, w2):
    p = jax.nn.softmax(divided(x @ g))
    top, ix = lax.top_k(p, 2)
    oh = jax.nn.one_hot(ix, 4)
    pos = (jnp.cumsum(oh.reshape(-1, 4), 0) * oh.reshape(-1, 4)).reshape(16, 2, 4)
    disp = (pos[..., None] == jnp.arange(1, 9)) * oh[..., None]
    d = divided(disp.sum(1))
    c = (disp * top[..., None, None]).sum(1)
    h = divided(jnp.einsum("nd,nec->ecd", x, d))
    h = divided(jax.nn.relu(jnp.einsum("ecd,edf->ecf", h, w1)))
    return jnp.einsum("ecf,efd,nec->nd", h, w2, c)


@case((16, 8), (16, 8))
def joins(a, b):
    return (
        jnp.concatenate([divided(a), b], 0),
        jnp.concatenate([a, b], 1),
        jnp.stack([a, divided(b)], 1),
        jnp.pad(a, ((1, 2), (0, 3))),
        jnp.pad(a, ((0, 0), (2, 2)), mode="reflect"),
        jnp.tile(a, (2, 1)),
        jnp.repeat(a, 2, 0),
        lax.pad(a, 0.0, ((-1, 2, 1), (0, 0, 0))),
        jnp.pad(a, ((3, 3), (0, 0)), mode="wrap"),
    )


@case((16, 8))
def reshs(a):
    return (
        a.reshape(-1),
        a.reshape(8, 2, 2, 4).transpose(2, 0, 1, 3),
        divided(a).reshape(4, 32),
        a.T.reshape(2, 64),
        divided(a.reshape(4, 4, 8)),
        a.reshape(128).reshape(8, 16),
        a.reshape(2, 8, 8).reshape(16, 8),
        a.reshape(16, 2, 4).reshape(32, 4),
    )


@case((16, 8))
def reds(a):
    return (
        divided(a).sum(),
        a.max(0),
        jnp.argmin(a, 0),
        a.std(1),
        jax.nn.logsumexp(a, 0),
        jnp.median(a, 0),
        a.prod(0),
        jnp.any(a > 1),
        jnp.linalg.norm(a),
        jnp.var(a, 0),
    )


@case((9, 6), (6, 10))
def uneven(a, b):
    return (
        divided(divided(a, True) @ b, True),
        divided(a, True).sum(0),
        divided(jnp.tanh(a), True)[:8],
        divided(jnp.concatenate([a, a[:2]], 0), True).sum(1),
        jnp.sort(divided(a, True), 0),
    )


@case((9, 6), (6, 10), (10,), [5, 9])
def uneven_train(x, w, b, y):
    def loss(w, b):
        logits = divided(jax.nn.gelu(divided(divided(x, True) @ divided(w, True), True) + b), True)
        return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * jax.nn.one_hot(y, 10), -1))
    return jax.value_and_grad(loss, (0, 1))(w, b)


@case((3, 7, 6, 4), (3, 7, 6, 4), (3, 7, 6, 4))
def uneven_heads(q, k, v):
    return divided(attention(divided(q, True), divided(k, True), divided(v, True)), True)


@case((11, 5), [11, 7, 3], (7, 3, 5))
def uneven_table(t, i, g):
    def look_up(t):
        return jnp.sum(divided(jnp.take(divided(t, True), divided(i, True), 0), True) * g)
    return look_up(t), jax.grad(look_up)(t), divided(t, True).at[i[0]].add(g[0]), divided(t, True)[::-1], jnp.roll(divided(t, True), 2, 0)


@case((3, 13, 9, 2), (3, 3, 2, 5))
def uneven_images(x, k):
    def net(x, k):
        y = lax.conv_general_dilated(divided(x, True), k, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        y = lax.reduce_window(divided(y, True), -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        return jnp.sum(divided(y, True) ** 2)
    return jax.value_and_grad(net, (0, 1))(x, k)


@case((2, 16, 6), [6, 2, 16])
def next_tokens(logits, tokens):
    logits = divided(logits)
    picked = jnp.take_along_axis(jax.nn.log_softmax(logits[:, :-1]), divided(tokens)[:, 1:, None], -1)
    return -picked.mean(), divided(logits[:, 1:] - logits[:, :-1], True), jnp.cumsum(divided(logits[:, 3:], True), 1)


@case((4, 16, 12, 2))
def pools(x):
    def pool(x, window, strides, padding):
        return jnp.sum(lax.reduce_window(divided(x), -jnp.inf, lax.max, window, strides, padding) ** 2)
    return (
        jax.grad(pool)(x, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
        jax.grad(pool)(x, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"),
        jax.grad(pool)(x, (1, 3, 3, 1), (1, 1, 1, 1), "SAME"),
        divided(jax.grad(pool)(x, (1, 3, 3, 1), (1, 2, 2, 1), ((0, 0), (1, 1), (1, 1), (0, 0)))),
    )


@case((2, 8, 8, 4), (3, 3, 2, 4), (4, 4, 4, 2))
def transposed(x, k, l):
    d = ("NHWC", "HWIO", "NHWC")

    def net(x):
        return jnp.sum(divided(lax.conv_general_dilated(divided(x), l, (2, 2), "SAME", dimension_numbers=d)) ** 2)
    return (
        divided(lax.conv_transpose(divided(x), jnp.swapaxes(k, 2, 3), (2, 2), "SAME", dimension_numbers=d)),
        jax.grad(net)(x),
        lax.pad(divided(x), 0.5, ((0, 0, 0), (1, 0, 1), (0, 1, 2), (0, 0, 0))),
    )


@case((8, 6, 6))
def linalg(a):
    m = a @ jnp.swapaxes(a, 1, 2) + 4 * jnp.eye(6)
    return jnp.linalg.cholesky(divided(m)), jnp.linalg.inv(m), jnp.linalg.eigvalsh(m), jnp.linalg.det(m), jnp.abs(jnp.linalg.qr(m)[1])


@case((8, 16))
def ffts(a):
    return jnp.abs(jnp.fft.fft(divided(a))), jnp.fft.rfft(a, axis=0).real, jnp.fft.irfft(jnp.fft.rfft(a)), jnp.abs(jnp.fft.fft2(a))


@case((16, 8), (8,))
def misc(a, b):
    return (
        jnp.searchsorted(jnp.sort(b), divided(a)),
        jnp.where(a > 0, a, 0).nonzero(size=20)[0],
        jnp.unique(jnp.round(a).astype(int), size=10),
        jnp.histogram(a, 5)[0],
        jnp.interp(divided(a), jnp.arange(8.0), b),
        jnp.digitize(a, jnp.sort(b)),
        jnp.outer(a[:, 0], b),
        jnp.einsum("ij,kj->ik", a, a),
        jnp.triu(a),
        jnp.convolve(a[:, 0], b[:3]),
    )


@case((16, 8))
def mesh_map(a):
    axis = Choice.draw.choice(NAMES[: len(Choice.mesh)])
    size = Choice.mesh[NAMES.index(axis)]
    body = Choice.draw.choice(
        [
            lambda v: v + lax.axis_index(axis),
            lambda v: lax.ppermute(v, axis, [(i, (i + 1) % size) for i in range(size)]),
            lambda v: lax.all_gather(v, axis, tiled=True),
            lambda v: lax.all_to_all(v, axis, 1, 0, tiled=True),
            lambda v: jnp.sort(v, 0),
            lambda v: v @ v.T,
        ]
    )
    names = {axis} if Choice.draw.random() < 0.6 else set(NAMES[: len(Choice.mesh)])
    return jax.shard_map(body, in_specs=P(axis), out_specs=P(axis), axis_names=names, check_vma=False)(divided(a) * 2) + 1


@case((16, 8), (8, 8))
def partly(a, w):
    ax = Choice.draw.choice(NAMES[: len(Choice.mesh)])

    def body(v, w):
        h = jnp.tanh(v @ w)
        s = lax.psum(h.sum(0), ax)
        r = lax.fori_loop(0, 2, lambda i, h: h + lax.pmean(h, ax), h)
        return r + s, lax.psum(v @ w @ w.T, ax), lax.all_gather(v.sum(1), ax, tiled=True)

    return jax.shard_map(body, in_specs=(P(ax), P()), out_specs=(P(ax), P(), P()), axis_names={ax}, check_vma=False)(divided(a), divided(w))


@case([9, 16, 8])
def ints(a):
    return (
        divided(a) * 3 % 7,
        a.sum(),
        jnp.bincount(a.reshape(-1), length=9),
        jnp.sort(a, 0).astype(jnp.int8),
        (a > 3).sum(0),
        jnp.cumsum(a, 0),
        lax.population_count(a),
        a.astype(jnp.uint8) << 2,
        jax.nn.one_hot(a, 8).sum(0),
    )


@case((16, 8))
def halfs(a):
    h = divided(a).astype(jnp.bfloat16)
    return (h * 3).astype(jnp.float32), h.max(0).astype(jnp.float32), h.astype(jnp.float16).max(1)


@case((16, 8))
def cplx(a):
    c = divided(a + 1j * a[::-1])
    return jnp.abs(c @ c.T), c.sum(0).imag, c[3:7].real


@case((4, 8, 8), (4, 8, 2))
def solves(a, b):
    l = jnp.tril(a) + 4 * jnp.eye(8)
    return jax.scipy.linalg.solve_triangular(divided(l), b, lower=True), jnp.linalg.solve(l, b)


@case((16, 8), (8, 8))
def remat(a, w):
    return jax.grad(lambda w: jnp.sum(jax.checkpoint(lambda w: jnp.tanh(divided(a @ w)) @ w)(w)))(w)


@case((16, 8))
def vmaps(a):
    return (
        jax.vmap(lambda r: jnp.sort(r)[:3] + r.sum())(divided(a)),
        jax.vmap(lambda r, i: r[i], (0, 0))(a, jnp.arange(16) % 8),
        jax.vmap(lambda r, i: lax.dynamic_slice(r, (i,), (3,)))(a, jnp.arange(16) % 5),
        jax.vmap(lambda r, i: lax.dynamic_update_slice(r, jnp.ones(3), (i,)))(a, jnp.arange(16) % 5),
    )


@case((8, 16, 8), (8, 8))
def cache(kv, q):
    def step(c, i):
        kv = c
        kv = lax.dynamic_update_slice(kv, q[:, None], (0, i, 0))
        w = jax.nn.softmax(jnp.where(jnp.arange(16) <= i, jnp.einsum("bsd,bd->bs", divided(kv), q), -1e9))
        return kv, jnp.einsum("bs,bsd->bd", w, kv)

    return lax.scan(step, kv, jnp.arange(4))
