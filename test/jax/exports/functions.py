# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports of JAX's own functions: numpy, linalg, signal, special, random, sparse and dtypes. A group yields name, function, arguments and,
where it needs them, options for write.py. Results are determined: of a decomposition, its product or what has no free signs."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

X64 = {"x64": True}


def floats(*shape, seed=0, low=-1.0, high=1.0, dtype=np.float32):
    return np.random.default_rng(seed).uniform(low, high, shape).astype(dtype)


def well_conditioned(n, seed=0, dtype=np.float32):
    return (floats(n, n, seed=seed) + 3 * np.eye(n)).astype(dtype)


def positive(n, dtype=np.float32):
    a = floats(n, n)
    return (a @ a.T + np.eye(n)).astype(dtype)


def numpy():
    x, y, v = floats(4, 6), floats(4, 6, seed=1), floats(12, low=-5, high=5)
    integers = np.arange(24, dtype=np.int32).reshape(4, 6) % 7
    yield "einsum", lambda a, b: jnp.einsum("ij,kj->ik", a, b), (x, y)
    yield "tensordot", lambda a, b: jnp.tensordot(a, b, axes=((1,), (1,))), (x, y)
    yield "batched_matmul", jnp.matmul, (floats(3, 4, 5), floats(3, 5, 2, seed=1))
    yield "sort", lambda a: jnp.sort(a, axis=1), (x,)
    yield "argsort", jnp.argsort, (v,)
    yield "lexsort", lambda a, b: jnp.lexsort((a, b)), (integers[0], integers[1])
    yield "median_quantile", lambda a: (jnp.median(a), jnp.quantile(a, 0.3, axis=0), jnp.percentile(a, 70)), (x,)
    yield "cumulative", lambda a: (jnp.cumsum(a, 1), jnp.cumprod(a, 0), lax.cummax(a, 1), lax.cumlogsumexp(a)), (x,)
    yield "moments", lambda a: (a.mean(0), a.std(1), a.var(), jnp.cov(a), jnp.corrcoef(a)), (x,)
    yield "extremes", lambda a: (a.max(0), a.argmin(1), jnp.nanmax(a), jnp.ptp(a)), (x,)
    yield "histogram", lambda a: jnp.histogram(a, bins=5, range=(-5, 5)), (v,)
    yield "interp", lambda a: jnp.interp(a, jnp.arange(4.0), jnp.array([1.0, 3.0, 2.0, 5.0])), (v,)
    yield "searchsorted", lambda a: jnp.searchsorted(jnp.array([-3.0, 0.0, 2.0]), a), (v,)
    yield "take_along_axis", lambda a, i: jnp.take_along_axis(a, i, axis=1), (x, integers % 6)
    yield "index_update", lambda a, i: a.at[i[0], i[1]].add(2.0).at[1:3].mul(3.0).at[0].set(0.5), (x, integers[:2] % 4)
    yield "gather_negative", lambda a, i: a[-i], (v, integers[0])
    yield "boolean_where", lambda a: jnp.where(a > 0, a, -2 * a), (x,)
    yield "nonzero_sized", lambda a: jnp.nonzero(a > 0, size=8, fill_value=-1), (v,)
    yield "unique_sized", lambda a: jnp.unique(a, size=8, fill_value=-1, return_counts=True), (integers,)
    yield "segment_sum", lambda a, i: jax.ops.segment_sum(a, i, num_segments=7), (v, np.arange(12, dtype=np.int32) % 7)
    yield "bincount", lambda i: jnp.bincount(i.ravel(), length=7), (integers,)
    yield "pad_modes", lambda a: [jnp.pad(a, 2, mode=mode) for mode in ("constant", "edge", "reflect", "wrap", "symmetric")], (x,)
    yield "roll_flip_rot90", lambda a: (jnp.roll(a, 2, 1), jnp.flip(a, 0), jnp.rot90(a)), (x,)
    yield "concatenate_split", lambda a, b: jnp.split(jnp.concatenate([a, b], 1), 4, axis=1), (x, y)
    yield "meshgrid_stack", lambda a, b: jnp.stack(jnp.meshgrid(a, b)), (v[:3], v[3:8])
    yield "bitwise", lambda a: (a & 3, a | 8, a ^ 5, ~a, a << 2, a >> 1, lax.population_count(a), lax.clz(a)), (integers,)
    yield "division", lambda a: (a // 3, a % 3, jnp.divmod(-a, 4), lax.rem(-a, 4)), (integers,)
    yield "rounding", lambda a: (jnp.round(a), jnp.floor(a), jnp.ceil(a), jnp.trunc(a), jnp.rint(a * 2)), (v,)
    yield "polynomial", lambda a: (jnp.polyval(jnp.array([1.0, -2.0, 3.0]), a), jnp.convolve(a, a)), (v[:5],)
    yield "convolution", lambda a, k: lax.conv_general_dilated(a, k, (2, 1), "SAME", rhs_dilation=(1, 2)), (
        floats(2, 3, 8, 8), floats(4, 3, 3, 3, seed=1))
    yield "reduce_window", lambda a: (lax.reduce_window(a, -np.inf, lax.max, (1, 2), (1, 2), "VALID"),
                                      lax.reduce_window(a, 0.0, lax.add, (2, 3), (1, 1), "SAME")), (x,)
    yield "top_k", lambda a: lax.top_k(a, 3), (x,)
    yield "image_resize", lambda a: [jax.image.resize(a, (7, 9), method) for method in ("nearest", "linear", "cubic", "lanczos3")], (x,)
    yield "grad", jax.grad(lambda a, b: jnp.sum(jnp.tanh(a @ b.T) ** 2), argnums=(0, 1)), (x, y)
    yield "hessian", jax.hessian(lambda a: jnp.sum(jnp.sin(a) * jnp.roll(a, 1))), (v[:5],)
    yield "unused_argument", lambda a, b, c: a + c, (x, y, v[0])


def linalg():
    import jax.scipy.linalg as sl
    a, b, s = well_conditioned(5), floats(5, 3, seed=2), positive(5)
    d = well_conditioned(4, dtype=np.float64)
    c = (well_conditioned(4) + 1j * floats(4, 4, seed=3)).astype(np.complex64)
    h = (c @ c.conj().T).astype(np.complex64)
    yield "cholesky", jnp.linalg.cholesky, (s,)
    yield "cholesky_f64", jnp.linalg.cholesky, (positive(4, np.float64),), X64
    yield "cholesky_complex", jnp.linalg.cholesky, (h,)
    yield "cho_solve", lambda m, r: sl.cho_solve(sl.cho_factor(m), r), (s, b)
    yield "qr_product", lambda m: functools.partial(jnp.matmul, precision="highest")(*jnp.linalg.qr(m)), (b,)
    yield "qr_complete", lambda m: jnp.abs(jnp.linalg.qr(m, mode="r")), (b,)
    yield "lu", sl.lu, (a,)
    yield "lu_solve_f64", lambda m, r: sl.lu_solve(sl.lu_factor(m), r), (d, floats(4, 2, dtype=np.float64)), X64
    yield "solve", jnp.linalg.solve, (a, b)
    yield "solve_complex", jnp.linalg.solve, (c, c[:, :2])
    yield "solve_batched", jnp.linalg.solve, (np.stack([a, a.T]), np.stack([b, b + 1]))
    yield "inv_det", lambda m: (jnp.linalg.inv(m), jnp.linalg.det(m), *jnp.linalg.slogdet(m)), (a,)
    yield "triangular", lambda m, r: [sl.solve_triangular(m, r, trans=t, lower=w) for t in (0, 1) for w in (False, True)], (a, b)
    yield "eigvalsh", jnp.linalg.eigvalsh, (s,)
    yield "eigvalsh_complex", jnp.linalg.eigvalsh, (h,)
    yield "eigh_product", lambda m: (lambda w, v: (v * w) @ v.T)(*jnp.linalg.eigh(m)), (s,)
    yield "eigvals_real_parts", lambda m: jnp.sort(jnp.linalg.eigvals(m).real), (a,)
    yield "eig_product_f64", lambda m: (lambda w, v: (v * w) @ jnp.linalg.inv(v))(*jnp.linalg.eig(m)), (d,), X64
    yield "svdvals", lambda m: jnp.linalg.svd(m, compute_uv=False), (b,)
    yield "svd_product", lambda m: (lambda u, w, v: (u * w) @ v)(*jnp.linalg.svd(m, full_matrices=False)), (b,)
    yield "svd_f64", lambda m: jnp.linalg.svd(m, compute_uv=False), (d,), X64
    yield "pinv_rank_cond", lambda m: (jnp.linalg.pinv(m), jnp.linalg.matrix_rank(m), jnp.linalg.cond(m)), (a,)
    yield "lstsq", lambda m, r: jnp.linalg.lstsq(m, r)[0], (floats(6, 3), floats(6, 2, seed=1))
    yield "norms", lambda m: [jnp.linalg.norm(m, n) for n in (None, 1, -1, 2, np.inf, "nuc")], (a,)
    yield "matrix_power", lambda m: jnp.linalg.matrix_power(m / 4, 5), (a,)
    yield "expm", lambda m: sl.expm(m / 3), (a,)
    yield "sqrtm_of_square", lambda m: sl.sqrtm(m).real, (s,)
    yield "schur_product", lambda m: (lambda t, z: z @ t @ z.T)(*sl.schur(m)), (a,)
    yield "hessenberg_eigvals", lambda m: jnp.sort(jnp.linalg.eigvals(sl.hessenberg(m)).real), (a,)
    yield "polar", lambda m: sl.polar(m, method="svd"), (a,)
    yield "block_diag_toeplitz", lambda m: (sl.block_diag(m, m[:2]), sl.toeplitz(m[0])), (a,)
    yield "tridiagonal_solve", lambda m, r: lax.linalg.tridiagonal_solve(m[0], m[1] + 4, m[2], r), (floats(3, 5), b)
    yield "eigh_tridiagonal", lambda m: sl.eigh_tridiagonal(m[0], m[1, :4], eigvals_only=True), (floats(2, 5),)
    yield "qdwh", lambda m: lax.linalg.qdwh(m)[0], (a,)
    yield "grad_logdet", jax.grad(lambda m: jnp.linalg.slogdet(m)[1]), (a,)
    yield "grad_cholesky", jax.grad(lambda m: jnp.sum(jnp.linalg.cholesky(m))), (s,)
    yield "symmetric_product", lambda m, r: lax.linalg.symmetric_product(m, r @ r.T, alpha=2.0, beta=0.5), (a, b)
    yield "cholesky_update", lambda m, r: lax.linalg.cholesky_update(jnp.linalg.cholesky(m).T, r[:, 0]), (s, b)
    yield "householder", lambda m, t: lax.linalg.householder_product(m, t), (floats(5, 3), floats(3, low=0.1))


def signal():
    import jax.scipy.signal as ss
    x, y, c = floats(4, 16), floats(16, seed=1), (floats(4, 12) + 1j * floats(4, 12, seed=1)).astype(np.complex64)
    for name in ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "hfft"):
        yield name, getattr(jnp.fft, name), (c,)
    for name in ("rfft", "rfft2", "rfftn", "ihfft"):
        yield name, getattr(jnp.fft, name), (x,)
    yield "irfft", lambda a: (jnp.fft.irfft(a), jnp.fft.irfft(a, n=15)), (c,)
    yield "irfft2", jnp.fft.irfft2, (c,)
    yield "fft_prime", jnp.fft.fft, (c[:, :11],)
    yield "fft_f64", jnp.fft.fft, (c.astype(np.complex128),), X64
    yield "rfft_f64", lambda a: jnp.fft.irfft(jnp.fft.rfft(a) * 2), (x.astype(np.float64),), X64
    yield "fftshift", lambda a: (jnp.fft.fftshift(a), jnp.fft.ifftshift(a), jnp.fft.fftfreq(8)), (x,)
    yield "grad_fft", jax.grad(lambda a: jnp.sum(jnp.abs(jnp.fft.rfft(a)) ** 2)), (y,)
    yield "dct", lambda a: (jax.scipy.fft.dct(a), jax.scipy.fft.idct(a), jax.scipy.fft.dctn(a)), (x,)
    yield "convolve", lambda a, b: [ss.convolve(a, b, mode) for mode in ("full", "same", "valid")], (y, y[:5])
    yield "convolve2d", lambda a, b: ss.convolve2d(a, b, mode="same"), (x, x[:3, :3])
    yield "fftconvolve", ss.fftconvolve, (y, y[:5])
    yield "correlate", ss.correlate, (y, y[:5])
    yield "detrend", ss.detrend, (x,)
    yield "stft", lambda a: ss.stft(a, nperseg=8)[2], (y,)
    yield "istft", lambda a: ss.istft(ss.stft(a, nperseg=8)[2], nperseg=8)[1], (y,)
    yield "welch", lambda a: ss.welch(a, nperseg=8), (y,)
    yield "csd", lambda a: ss.csd(a, a * 2 + 1, nperseg=8)[1], (y,)


def special():
    import jax.scipy.special as sp
    import jax.scipy.stats as st
    x, u, p = floats(12, low=-3, high=3), floats(12, low=0.05, high=0.95), floats(12, low=0.2, high=6)
    for name in ("digamma", "erf", "erfc", "entr", "expit", "exprel", "gammaln", "i0", "i0e", "i1", "i1e", "log1p", "log_softmax", "ndtr",
                 "log_ndtr", "softmax", "logsumexp", "sinc", "xlogy", "spence", "expi", "exp1", "loggamma", "gammasgn"):
        function = getattr(sp, name, None)
        if function:
            positive_only = name in ("digamma", "gammaln", "spence", "exp1", "loggamma", "entr", "xlogy", "log1p")
            yield name, (lambda a, f=function: f(a, a)) if name == "xlogy" else function, (p if positive_only else x,)
    for name in ("erfinv", "logit", "ndtri"):
        yield name, getattr(sp, name), (u,)
    yield "polygamma", lambda a: sp.polygamma(2, a), (p,)
    yield "zeta", lambda a: sp.zeta(a + 1.5, 1.0), (p,)
    yield "betaln_betainc", lambda a, b, z: (sp.betaln(a, b), sp.betainc(a, b, z)), (p, p[::-1].copy(), u)
    yield "gammainc", lambda a, z: (sp.gammainc(a, z), sp.gammaincc(a, z)), (p, p[::-1].copy())
    yield "multigammaln", lambda a: sp.multigammaln(a + 2, 3), (p,)
    yield "bernoulli_factorial", lambda a: (sp.bernoulli(6), sp.factorial(jnp.round(a))), (p,)
    yield "hyp1f1", lambda a: sp.hyp1f1(a, a + 1, -a), (p,)
    yield "gamma_poch_beta", lambda a: (sp.gamma(a), sp.poch(a, 2.0), sp.beta(a, a + 1)), (p,)
    yield "rel_entr_kl_div", lambda a, b: (sp.rel_entr(a, b), sp.kl_div(a, b)), (u, u[::-1].copy())
    yield "bessel_grad", jax.vmap(jax.grad(sp.i1)), (x,)
    yield "special_f64", lambda a: (sp.erf(a), sp.digamma(a), sp.gammaln(a), sp.i0e(a)), (p.astype(np.float64),), X64
    yield "hyperbolic", lambda a: (jnp.sinh(a), jnp.cosh(a), jnp.asinh(a), jnp.acosh(a + 4), jnp.atanh(a / 4)), (x,)
    yield "trigonometric", lambda a: (jnp.sin(a), jnp.tan(a), jnp.arcsin(a / 4), jnp.arccos(a / 4), jnp.arctan2(a, 2.0)), (x,)
    yield "powers", lambda a: (jnp.cbrt(a), jnp.exp2(a), jnp.expm1(a), jnp.float_power(a, 1.5), jnp.hypot(a, 2.0), a ** 3), (p,)
    yield "complex_functions", lambda a: (jnp.log(a), jnp.sqrt(a), jnp.tanh(a), jnp.arcsin(a), jnp.arctan(a), jnp.exp(a)), (
        (x + 1j * p).astype(np.complex64),)
    for name in ("norm", "cauchy", "laplace", "logistic", "t", "gumbel_r"):
        module, extra = getattr(st, name), (3.0,) if name == "t" else ()
        yield f"stats_{name}", (lambda a, m=module, e=extra: [getattr(m, f)(a, *e) for f in ("pdf", "logpdf", "cdf", "sf")
                                                             if hasattr(m, f)]), (x,)
    yield "stats_gamma_beta", lambda a, b: (st.gamma.logpdf(a, 2.0), st.beta.logpdf(b, 2.0, 3.0), st.expon.pdf(a), st.chi2.pdf(a, 3)), (p, u)
    yield "stats_discrete", lambda k: (st.poisson.pmf(k, 2.5), st.bernoulli.logpmf(k % 2, 0.3), st.binom.pmf(k, 8, 0.4)), (np.arange(8),)
    yield "stats_normal_f64", lambda a: (st.norm.ppf(a), st.truncnorm.logpdf(a, -1, 2)), (u.astype(np.float64),), X64
    yield "stats_multivariate", lambda a: st.multivariate_normal.logpdf(a, jnp.zeros(4), jnp.eye(4) * 2), (floats(3, 4),)


def random():
    key = jax.random.key_data(jax.random.key(42))
    rbg = jax.random.key_data(jax.random.key(42, impl="rbg"))

    def of(function, impl="threefry2x32"):
        return lambda words: function(jax.random.wrap_key_data(words, impl=impl))

    r = jax.random
    sampled = {"uniform": lambda k: r.uniform(k, (4, 5)), "normal": lambda k: r.normal(k, (7,)), "bits": lambda k: r.bits(k, (9,)),
               "bits_u8": lambda k: r.bits(k, (9,), np.uint8), "randint": lambda k: r.randint(k, (6,), -5, 99),
               "split": lambda k: r.key_data(r.split(k, 3)), "fold_in": lambda k: r.key_data(r.fold_in(k, 7)),
               "permutation": lambda k: r.permutation(k, 10), "choice": lambda k: r.choice(k, 8, (5,), replace=False),
               "categorical": lambda k: r.categorical(k, jnp.arange(5.0), shape=(6,)), "bernoulli": lambda k: r.bernoulli(k, 0.3, (9,)),
               "exponential": lambda k: r.exponential(k, (6,)), "gumbel": lambda k: r.gumbel(k, (6,)),
               "laplace": lambda k: r.laplace(k, (6,)), "logistic": lambda k: r.logistic(k, (6,)), "cauchy": lambda k: r.cauchy(k, (6,)),
               "truncated_normal": lambda k: r.truncated_normal(k, -1, 2, (6,)), "gamma": lambda k: r.gamma(k, 2.5, (6,)),
               "beta": lambda k: r.beta(k, 2.0, 3.0, (5,)), "dirichlet": lambda k: r.dirichlet(k, jnp.ones(4), (3,)),
               "poisson": lambda k: r.poisson(k, 4.0, (6,)), "binomial": lambda k: r.binomial(k, 10, 0.4, (6,)),
               "geometric": lambda k: r.geometric(k, 0.3, (6,)), "t": lambda k: r.t(k, 3.0, (6,)), "chisquare": lambda k: r.chisquare(k, 3.0, shape=(6,)),
               "rademacher": lambda k: r.rademacher(k, (7,)), "maxwell": lambda k: r.maxwell(k, (5,)), "pareto": lambda k: r.pareto(k, 2.0, (5,)),
               "weibull": lambda k: r.weibull_min(k, 1.0, 2.0, (5,)), "ball": lambda k: r.ball(k, 3, shape=(4,)),
               "multivariate_normal": lambda k: r.multivariate_normal(k, jnp.zeros(3), jnp.eye(3) + 0.5, (4,)),
               "normal_bf16": lambda k: r.normal(k, (7,), jnp.bfloat16), "uniform_f16": lambda k: r.uniform(k, (7,), jnp.float16),
               "complex_normal": lambda k: r.normal(k, (5,), jnp.complex64)}
    for name, function in sampled.items():
        yield name, of(function), (key,)
    yield "normal_f64", of(lambda k: r.normal(k, (6,), jnp.float64)), (key,), X64
    yield "rbg_normal", of(lambda k: r.normal(k, (6,)), "rbg"), (rbg,)
    yield "rbg_split", of(lambda k: r.key_data(r.split(k)), "rbg"), (rbg,)
    yield "unsafe_rbg_bits", of(lambda k: r.bits(k, (6,)), "unsafe_rbg"), (rbg,)
    yield "dropout_mask", of(lambda k: jax.vmap(lambda q: r.bernoulli(q, 0.5, (4,)))(r.split(k, 3))), (key,)


def sparse():
    from jax.experimental import sparse as js
    dense = np.where(floats(5, 6) > 0.2, floats(5, 6, seed=4), 0).astype(np.float32)
    bcoo = js.BCOO.fromdense(dense)
    parts, v, m = (bcoo.data, bcoo.indices), floats(6), floats(6, 3)

    def matrix(data, indices):
        return js.BCOO((data, indices), shape=(5, 6))

    yield "matvec", lambda d, i, r: matrix(d, i) @ r, (*parts, v)
    yield "matmat", lambda d, i, r: matrix(d, i) @ r, (*parts, m)
    yield "transpose_matmat", lambda d, i, r: matrix(d, i).T @ r, (*parts, floats(5, 2))
    yield "todense", lambda d, i: matrix(d, i).todense(), parts
    yield "sparse_sparse", lambda d, i: (matrix(d, i) @ matrix(d, i).T).todense(), parts
    yield "reduce_sum", lambda d, i: matrix(d, i).sum(0).todense(), parts
    yield "fromdense", lambda a: js.BCOO.fromdense(a, nse=12).data, (dense,)
    yield "sparsify", lambda d, i, r: js.sparsify(lambda a, b: 2 * (a @ b))(matrix(d, i), r), (*parts, v)
    yield "bcsr_todense", lambda a: js.BCSR.fromdense(a, nse=20).todense(), (dense,)
    rows = js.BCSR.from_bcoo(bcoo)
    compressed, product = (rows.data, rows.indices, rows.indptr), {"calls": ("cpu_csr_sparse_dense_ffi",)}
    yield "bcsr_matvec", lambda d, i, p, r: js.BCSR((d, i, p), shape=(5, 6)) @ r, (*compressed, v), product
    yield "bcsr_matmat", lambda d, i, p, r: js.BCSR((d, i, p), shape=(5, 6)) @ r, (*compressed, m), product
    yield "csr_matvec", lambda d, i, p, r: js.CSR((d, i, p), shape=(5, 6)) @ r, (*compressed, v)
    yield "grad_sparse", lambda d, i, r: jax.grad(lambda q: jnp.sum((matrix(q, i) @ r) ** 2))(d), (*parts, v)


def dtypes():
    import ml_dtypes
    x = floats(4, 5, low=-4, high=4)
    names = ["float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz",
             "float8_e4m3", "float8_e3m4", "float8_e8m0fnu", "float4_e2m1fn", "int4", "uint4", "int2", "uint2", "int8", "uint8", "int16",
             "uint16", "uint32"]
    for name in names:
        kind = getattr(ml_dtypes, name, None) or np.dtype(name)
        yield f"cast_{name}", lambda a, k=kind: (a.astype(k).astype(jnp.float32), a.astype(k)), (np.abs(x) if name.startswith("u") else x,)
        yield f"argument_{name}", lambda a: a.astype(jnp.float32) * 2, (np.abs(x).astype(kind),)
    yield "add_f16", lambda a: (a + a * a, a.sum(), jnp.exp(a)), (x.astype(np.float16),)
    yield "dot_bf16", lambda a: jnp.dot(a, a.T, preferred_element_type=jnp.float32), (x.astype(ml_dtypes.bfloat16),)
    yield "dot_int8", lambda a: jnp.dot(a, a.T, preferred_element_type=jnp.int32), (x.astype(np.int8),)
    yield "dot_f8", lambda a: jnp.dot(a, a.T, preferred_element_type=jnp.float32), (x.astype(ml_dtypes.float8_e4m3fn),)
    yield "int64", lambda a: (a * a, a // 7, a.sum()), (np.arange(6) * 10 ** 9,), X64
    yield "uint64", lambda a: (a * 3, a >> 5), (np.arange(6, dtype=np.uint64) * 10 ** 18,), X64
    yield "complex128", lambda a: (a * a, jnp.abs(a), jnp.angle(a)), ((x + 1j).astype(np.complex128),), X64
    yield "booleans", lambda a, b: (a & b, a | ~b, a ^ b, jnp.any(a), jnp.all(b, 0)), (x > 0, x > 1)
    yield "bitcast", lambda a: (lax.bitcast_convert_type(a, jnp.int32), lax.bitcast_convert_type(a, jnp.uint16)), (x,)
    yield "empty", lambda a: (a * 2, a.sum(), jnp.asinh(a)), (np.zeros((0, 4), np.float32),)
    yield "scalar", lambda a: a * 2 + 1, (np.float32(3),)
