/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions of vectors: of rows as a vector, which is combined at the end; of columns beside each other. */
#include "device/vectors.h"
#include <stdio.h>

/* The element that changes no other when the reduction combines them. */
static uint64_t neutral_bits(enum hlo_opcode reducer, enum kernels_dtype t)
{
	const unsigned bits = 8 * (unsigned)kernels_dtype_size(t);
	const uint64_t sign = UINT64_C(1) << (bits - 1), all = UINT64_MAX >> (64 - bits);
	const unsigned fraction = t == KERNELS_F64 ? 52 : t == KERNELS_F32 ? 23 : t == KERNELS_F16 ? 10 : 7;
	const uint64_t infinity = (sign - 1) >> fraction << fraction;
	const uint64_t one = hlo_is_float(t) ? (infinity >> 1 >> fraction) << fraction : 1;
	switch (reducer) {
	case HLO_OP_add: return hlo_is_float(t) ? sign : 0; /* 0 + -0 is 0 */
	case HLO_OP_multiply: return one;
	case HLO_OP_minimum: return t == KERNELS_I1 ? 1 : hlo_is_float(t) ? infinity : hlo_is_signed(t) ? sign - 1 : all;
	case HLO_OP_maximum: return hlo_is_float(t) ? sign | infinity : hlo_is_signed(t) ? sign : 0;
	case HLO_OP_and: return t == KERNELS_I1 ? 1 : all;
	default: return 0;
	}
}

static void put_neutral(const struct hlo_vectors *vectors, uint32_t v)
{
	const enum kernels_dtype t = hlo_loop_dtype(vectors->loop, v);
	const struct hlo_expr_step constant = { .opcode = HLO_OP_constant,
		.constant = { neutral_bits(hlo_loop_step(vectors->loop, v)->of->opcode, t) } };
	(void)kernels_hlo__source_step(vectors->source, HLO_OP_constant, &constant, t, t, NULL);
}

void kernels_hlo__vectors_begin_reductions(const struct hlo_vectors *vectors, uint32_t pass)
{
	const struct hlo_device_loop *loop = vectors->loop;
	vectors->source->lanes = vectors->lanes;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = kernels_hlo__loop_reduction(loop, v, pass);
		if (!step)
			continue;
		kernels_hlo__vectors_put_type(vectors, kernels_hlo__source_type(hlo_loop_dtype(loop, v)));
		kernels_hlo__source_put(vectors->source, " sum%u = ", v);
		if (vectors->columns)
			kernels_hlo__source_put(vectors->source, "v%u", step->operands[1]);
		else
			put_neutral(vectors, v);
		kernels_hlo__source_put(vectors->source, ";\n");
	}
}

/* In the last vector of a run, elements of the one before become neutral. */
static void put_fresh(const struct hlo_vectors *vectors, uint32_t v, const char *element)
{
	struct hlo_source *source = vectors->source;
	const enum kernels_dtype t = hlo_loop_dtype(vectors->loop, v);
	static const char *const types[] = { "char", "short", "int", "long" };
	const size_t bytes = kernels_dtype_size(t);
	kernels_hlo__source_put(source, "const ");
	kernels_hlo__vectors_put_type(vectors, kernels_hlo__source_type(t));
	kernels_hlo__source_put(source, " fresh%u = CONVERT_v(fresh, ", v);
	kernels_hlo__vectors_put_type(vectors, types[bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3]);
	kernels_hlo__source_put(source, ") ? %s : ", element);
	put_neutral(vectors, v);
	kernels_hlo__source_put(source, ";\n");
}

void kernels_hlo__vectors_reduce(const struct hlo_vectors *vectors, uint32_t pass)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const bool overlap = hlo_vectors_overlap(vectors) && !vectors->columns;
	char sum[16], element[40];
	vectors->source->lanes = vectors->lanes;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = kernels_hlo__loop_reduction(loop, v, pass);
		if (!step)
			continue;
		snprintf(sum, sizeof sum, "sum%u", v);
		kernels_hlo__vectors_name(vectors, step->operands[0], vectors->lanes, element);
		if (overlap) {
			put_fresh(vectors, v, element);
			snprintf(element, sizeof element, "fresh%u", v);
		}
		kernels_hlo__source_put(vectors->source, "%s = ", sum);
		kernels_hlo__loop_combined(loop, v, sum, element);
		kernels_hlo__source_put(vectors->source, ";\n");
	}
}

/* Combines the lanes of a row, each half with the other, then with the initial value. */
static void end_reduction_of_row(const struct hlo_vectors *vectors, uint32_t v)
{
	struct hlo_source *source = vectors->source;
	const char *type = kernels_hlo__source_type(hlo_loop_dtype(vectors->loop, v));
	char names[3][40];
	source->lanes = 1;
	snprintf(names[0], sizeof names[0], "v%u", hlo_loop_step(vectors->loop, v)->operands[1]);
	snprintf(names[1], sizeof names[1], "sum%u", v);
	if (vectors->lanes > 1) {
		snprintf(names[1], sizeof names[1], "lanes%u[i]", v);
		snprintf(names[2], sizeof names[2], "lanes%u[i + s]", v);
		kernels_hlo__source_put(source, "%s lanes%u[%u];\nvstore%u(sum%u, 0, lanes%u);\n"
			"for (int s = %u; s > 0; s /= 2)\nfor (int i = 0; i < s; i++)\n%s = ",
			type, v, vectors->lanes, vectors->lanes, v, v, vectors->lanes / 2, names[1]);
		kernels_hlo__loop_combined(vectors->loop, v, names[1], names[2]);
		kernels_hlo__source_put(source, ";\n");
		snprintf(names[1], sizeof names[1], "lanes%u[0]", v);
	}
	kernels_hlo__source_put(source, "const %s v%u = ", type, v);
	kernels_hlo__loop_combined(vectors->loop, v, names[0], names[1]);
	kernels_hlo__source_put(source, ";\n");
}

void kernels_hlo__vectors_end_reductions(const struct hlo_vectors *vectors, uint32_t pass)
{
	const struct hlo_device_loop *loop = vectors->loop;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		if (!kernels_hlo__loop_reduction(loop, v, pass))
			continue;
		if (!vectors->columns) {
			end_reduction_of_row(vectors, v);
			continue;
		}
		vectors->source->lanes = vectors->lanes;
		kernels_hlo__source_put(vectors->source, "const ");
		kernels_hlo__vectors_put_type(vectors, kernels_hlo__source_type(hlo_loop_dtype(loop, v)));
		kernels_hlo__source_put(vectors->source, " v%u = sum%u;\n", v, v);
	}
}
