/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the author of a model wrote for an operation that cannot run elsewhere: the table of refusals. */
#include "passes/pass.h"

#include <mlirbc/ir.h>
#include <mlirbc/stablehlo_origin.h>
#include <string.h>

#define HOST MLIRBC_STABLEHLO_TARGET_HOST
#define PLATFORM MLIRBC_STABLEHLO_TARGET_PLATFORM
#define UNKNOWN MLIRBC_STABLEHLO_TARGET_UNKNOWN

/* Targets, or with '*' at the end their beginnings. `wrote`: where the location has no name of the table `primitives`. */
static const struct refusal {
	const char *target;
	enum mlirbc_stablehlo_target_kind kind;
	const char *wrote, *is, *advice;
} refusals[] = {
	{ "CustomSPMDPartitioning", HOST, "jax.experimental.custom_partitioning", "a call of Python while XLA compiles",
		"export the model without it" },
	{ "__cublas$*", PLATFORM, NULL, "a call of cuBLAS for GPUs", "export for the platform cpu" },
	{ "__cudnn$*", PLATFORM, NULL, "a call of cuDNN for GPUs", "export for the platform cpu" },
	{ "__op$*", PLATFORM, NULL, "an operation of XLA for GPUs", "export for the platform cpu" },
	{ "__gpu$xla.gpu.triton", PLATFORM, "pallas_call", "a Triton kernel for GPUs",
		"export for the platform cpu with interpret=True" },
	{ "mosaic_gpu*", PLATFORM, "pallas_call", "a Mosaic kernel for GPUs", "export for the platform cpu with interpret=True" },
	{ "tf.call_tf_function", HOST, "jax2tf.call_tf", "a call of TensorFlow", "export the model without it" },
	{ "tpu_custom_call", PLATFORM, "pallas_call", "a Mosaic kernel for TPUs",
		"export for the platform cpu with interpret=True" },
	{ "triton_kernel_call", PLATFORM, "jax_triton.triton_call", "a Triton kernel for GPUs",
		"export for the platform cpu without it" },
	{ "xla_buffer_python_*", HOST, "jax.experimental.buffer_callback", "a call of Python", "export the model without it" },
	{ "xla_ffi_partitioned_python_*", HOST, NULL, "a call of Python", "export the model without it" },
	{ "xla_ffi_python_*", HOST, NULL, "a call of Python", "export the model without it" },
	{ "xla_python_*", HOST, NULL, "a call of Python", "export the model without it" },
};

/* Names of JAX's primitives in locations. `is`: for a transfer to the host, which callbacks on TPUs are. */
static const struct primitive {
	const char *name, *wrote, *is;
} primitives[] = {
	{ "buffer_callback", "jax.experimental.buffer_callback", "a call of Python" },
	{ "call_tf", "jax2tf.call_tf", NULL },
	{ "custom_partitioning", "jax.experimental.custom_partitioning", NULL },
	{ "debug_callback", "jax.debug.callback or jax.debug.print", "a call of Python" },
	{ "debug_print", "jax.debug.print", "a call of Python" },
	{ "ffi_call", "jax.ffi.ffi_call", NULL },
	{ "io_callback", "jax.experimental.io_callback", "a call of Python" },
	{ "outside_call", "jax.experimental.host_callback", "a call of Python" },
	{ "pallas_call", "pallas_call", NULL },
	{ "pure_callback", "jax.pure_callback", "a call of Python" },
};

static bool matches(const struct mlirbc_string *target, const char *name)
{
	const size_t size = strlen(name);
	if (size && name[size - 1] == '*')
		return target->size >= size - 1 && memcmp(target->data, name, size - 1) == 0;
	return target->size == size && memcmp(target->data, name, size) == 0;
}

static const struct refusal *find_refusal(const struct mlirbc_string *target)
{
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
		if (matches(target, refusals[i].target))
			return &refusals[i];
	}
	return NULL;
}

enum mlirbc_stablehlo_target_kind shlo__refused_target(const struct mlirbc_string *target)
{
	const struct refusal *found = find_refusal(target);
	return found ? found->kind : UNKNOWN;
}

/* ---- locations */

/* The last part of a name stack: "pure_callback" of "jit(f)/while/body/pure_callback", of "jit(f)/pure_callback[effect=...]" and of
 * "pure_callback:". */
static struct mlirbc_string last_part(const struct mlirbc_string *stack)
{
	const char *bracket = memchr(stack->data, '[', stack->size);
	struct mlirbc_string part = { stack->data, bracket ? (size_t)(bracket - stack->data) : stack->size };
	for (size_t i = part.size; i > 0; i--) {
		if (part.data[i - 1] == '/') {
			part.data += i;
			part.size -= i;
			break;
		}
	}
	part.size -= part.size && part.data[part.size - 1] == ':';
	return part;
}

static const struct primitive *primitive_of(const struct mlirbc_string *stack)
{
	const struct mlirbc_string part = last_part(stack);
	for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
		if (matches(&part, primitives[i].name))
			return &primitives[i];
	}
	return NULL;
}

/* The first name of a primitive on the way that mlirbc_loc_place() goes. */
static const struct primitive *find_primitive(const struct mlirbc_attr *location)
{
	enum { MOST_NESTED = 512 };
	for (unsigned depth = 0; location && depth < MOST_NESTED; depth++) {
		const struct primitive *found = location->kind == MLIRBC_LOC_NAME ? primitive_of(location->u.name.name) : NULL;
		if (found)
			return found;
		switch ((int)location->kind) {
		case MLIRBC_LOC_NAME: location = location->u.name.child; break;
		case MLIRBC_LOC_CALLSITE: location = location->u.callsite.callee; break;
		case MLIRBC_LOC_FUSED: location = location->u.fused.parts.count ? location->u.fused.parts.data[0] : NULL; break;
		default: return NULL;
		}
	}
	return NULL;
}

/* ---- */

/* Models without locations: JAX's callbacks differ in results and side effects. */
static const char *python_call(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *effect = mlirbc_op_attr(op, "has_side_effect");
	const bool effects = effect && effect->kind == MLIRBC_ATTR_INTEGER && effect->u.number.words[0];
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results(op)[i].type->kind == MLIRBC_TYPE_TENSOR)
			return effects ? "jax.experimental.io_callback" : "jax.pure_callback";
	}
	return "jax.debug.print, jax.debug.callback or jax.experimental.io_callback";
}

static bool has_token(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_type *type = value ? value->type : NULL;
		if (type && type->kind == MLIRBC_TYPE_DIALECT && matches(type->u.dialect.text, "token"))
			return true;
	}
	return false;
}

struct mlirbc_stablehlo_origin mlirbc_stablehlo_origin(const struct mlirbc_op *op)
{
	struct mlirbc_stablehlo_origin out = { UNKNOWN, false, NULL, NULL, NULL };
	const bool transfer = mlirbc_op_is(op, "stablehlo.send") || mlirbc_op_is(op, "stablehlo.recv");
	if (!transfer && !mlirbc_op_is(op, "stablehlo.custom_call"))
		return out;
	const struct mlirbc_attr *target = transfer ? NULL : mlirbc_op_attr(op, "call_target_name");
	const struct refusal *refusal = target && target->kind == MLIRBC_ATTR_STRING ? find_refusal(target->u.string) : NULL;
	const struct primitive *primitive = find_primitive(mlirbc_op_location(op));
	if (!refusal && (!primitive || (transfer && !primitive->is)))
		return out;
	out.ordered = !transfer && has_token(op);
	out.wrote = primitive ? primitive->wrote : refusal->wrote;
	if (!out.wrote && refusal && refusal->kind == HOST)
		out.wrote = python_call(op);
	if (refusal) {
		out.kind = refusal->kind;
		out.is = refusal->is;
		out.advice = refusal->advice;
	} else if (transfer) {
		out.kind = HOST;
		out.is = primitive->is;
		out.advice = "export the model without it";
	}
	return out;
}
