"""make.py FOLDER: the source of the exports of this folder (JAX 0.12). Tests read the files only."""
import collections
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax._src import core, effects
from jax._src.lib.mlir.dialects import hlo
from jax._src.export import _export  # noqa: F401: registers OrderedDict
from jax._src.interpreters import mlir

jax.config.update("jax_traceback_in_locations_limit", 0)
Point = collections.namedtuple("Point", "u v")
export.register_namedtuple_serialization(Point, serialized_name="Point")


def f32(*dims):
    return jax.ShapeDtypeStruct(dims, jnp.float32)


def save(name, function, *args, platforms=("cpu",), vjp_order=0, calls=(), **kwargs):
    allowed = [export.DisabledSafetyCheck.custom_call(target) for target in calls]
    exported = export.export(jax.jit(function), platforms=list(platforms), disabled_checks=allowed)(*args, **kwargs)
    with open(f"{sys.argv[1]}/{name}.jax", "wb") as out:
        out.write(exported.serialize(vjp_order=vjp_order))


# An ordered effect: main takes a token and returns one.
class Ordered(effects.Effect):
    __str__ = lambda self: "Ordered"


for types in effects.lowerable_effects, effects.ordered_effects, effects.control_flow_allowed_effects:
    types.add_type(Ordered)
ordered_p = core.Primitive("ordered")
ordered_p.def_effectful_abstract_eval(lambda x: (x, {Ordered()}))


def lower_ordered(ctx, x):
    ctx.set_tokens_out(mlir.TokenSet({e: ctx.tokens_in.get(e) for e in ctx.tokens_in.effects()}))
    return [hlo.add(x, x)]


mlir.register_lowering(ordered_p, lower_ordered)
Ordered.__eq__ = lambda self, other: isinstance(other, Ordered)
Ordered.__hash__ = lambda self: 0

# `unused` is no argument of the artifact; the platform and a token are.
save("platforms", lambda unused, x, *, scale: jax.lax.platform_dependent(ordered_p.bind(x), cpu=lambda v: v * scale, default=lambda v: v - scale),
     f32(3), f32(2), scale=f32(), platforms=("cuda", "cpu"))
save("tree", lambda p, n, l, o: {"y": p["w"] @ l[0] + p["b"], "z": (n.u + 1, [o["q"] - o["p"]], None)},
     {"w": f32(2, 3), "b": f32(2)}, Point(f32(), f32(1)), [f32(3), None], collections.OrderedDict(q=f32(2), p=f32(2)))
b, c = export.symbolic_shape("b, c", constraints=["b >= 2"])
save("symbolic", lambda x, w: jnp.tanh(x.reshape(-1, 2) @ w), f32(b, 2 * c), f32(2, 3), vjp_order=1)
save("gradient", lambda x, i: jnp.sin(x) * i, f32(2), jax.ShapeDtypeStruct((), jnp.int32), vjp_order=2)
save("key", lambda k: jax.random.bits(k, (2,)), jax.eval_shape(lambda: jax.random.key(0)))
save("unordered", lambda: (np.arange(3, dtype=np.int8), jnp.bfloat16(2), np.complex64(1j)))

# The gradient calls what only its author has.
scale = jax.custom_vjp(lambda x: x * 2)
scale.defvjp(lambda x: (x * 2, x), lambda x, g: (jax.ffi.ffi_call("private_gradient", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, g),))
save("private_gradient", scale, f32(2), vjp_order=1, calls=("private_gradient",))
