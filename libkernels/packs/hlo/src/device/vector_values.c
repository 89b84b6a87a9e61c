/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables of values as vectors: arguments, iotas, steps. */
#include "device/vectors.h"
#include <inttypes.h>
#include <stdio.h>

int64_t kernels_hlo__vectors_stride(const struct hlo_vectors *vectors, uint32_t v, uint32_t dimension)
{
	const struct hlo_expr_step *step = hlo_loop_step(vectors->loop, v);
	return step ? step->opcode == HLO_STEP_IOTA && step->dimension == dimension : kernels_hlo__loop_stride(vectors->loop, v, dimension);
}

uint32_t kernels_hlo__vectors_lanes(const struct hlo_vectors *vectors, uint32_t v)
{
	return vectors->loop->values[v].full || vectors->columns ? vectors->lanes : 1;
}

void kernels_hlo__vectors_put_type(const struct hlo_vectors *vectors, const char *type)
{
	kernels_hlo__source_put(vectors->source, "%s%s", type, kernels_hlo__source_lanes(vectors->source));
}

/* The elements of an argument for the lanes, of which the first is at the position `at`. */
static void put_elements(const struct hlo_vectors *vectors, uint32_t v, const char *at)
{
	struct hlo_source *source = vectors->source;
	const uint32_t lanes = kernels_hlo__vectors_lanes(vectors, v);
	const int64_t stride = lanes > 1 ? kernels_hlo__vectors_stride(vectors, v, vectors->end - 1) : 0;
	if (stride == 1) {
		kernels_hlo__source_put(source, "vload%u(0, a%u + (%s))", lanes, v + 1, at);
		return;
	}
	if (lanes > 1) {
		kernels_hlo__source_put(source, "(");
		kernels_hlo__vectors_put_type(vectors, kernels_hlo__source_type(hlo_loop_dtype(vectors->loop, v)));
		kernels_hlo__source_put(source, ")(");
	}
	for (uint32_t i = 0; i < (stride ? lanes : 1); i++)
		kernels_hlo__source_put(source, "%sa%u[%s + (%" PRId64 ")]", i > 0 ? ", " : "", v + 1, at, (int64_t)i * stride);
	kernels_hlo__source_put(source, lanes > 1 ? ")" : "");
}

/* Of rows, the position is that of the begin of the run, and a number in the run. */
static void put_argument(const struct hlo_vectors *vectors, uint32_t v)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const bool full = loop->values[v].full;
	char at[80];
	if (full && !vectors->columns) {
		snprintf(at, sizeof at, "p%u + j * (%s)(%" PRId64 ")", v, loop->index, kernels_hlo__vectors_stride(vectors, v, vectors->end - 1));
		put_elements(vectors, v, at);
		return;
	}
	snprintf(at, sizeof at, "q%u", v);
	put_elements(vectors, v, at);
}

/* The numbers of an iota: those of the first lane and the next ones, or equal ones. */
static void put_iota(const struct hlo_vectors *vectors, uint32_t v)
{
	struct hlo_source *source = vectors->source;
	const struct hlo_device_loop *loop = vectors->loop;
	const enum kernels_dtype dtype = hlo_loop_dtype(loop, v);
	const char *narrow = kernels_hlo__source_narrow(dtype), *end = kernels_hlo__vectors_lanes(vectors, v) > 1 ? "_v" : "";
	kernels_hlo__source_put(source, "%s%s(CONVERT%s((", narrow, narrow[0] ? end : "", end);
	kernels_hlo__vectors_put_type(vectors, loop->index);
	kernels_hlo__source_put(source, ")(");
	kernels_hlo__loop_iota(loop, v, loop->values[v].full ? "e" : "item");
	kernels_hlo__source_put(source, ")");
	if (kernels_hlo__vectors_lanes(vectors, v) > 1 && kernels_hlo__vectors_stride(vectors, v, vectors->end - 1) == 1) {
		kernels_hlo__source_put(source, " + (");
		kernels_hlo__vectors_put_type(vectors, loop->index);
		for (uint32_t i = 0; i < vectors->lanes; i++)
			kernels_hlo__source_put(source, "%s%u", i > 0 ? ", " : ")(", i);
		kernels_hlo__source_put(source, ")");
	}
	kernels_hlo__source_put(source, ", ");
	kernels_hlo__vectors_put_type(vectors, kernels_hlo__source_work(dtype));
	kernels_hlo__source_put(source, "))");
}

void kernels_hlo__vectors_name(const struct hlo_vectors *vectors, uint32_t v, uint32_t lanes, char out[40])
{
	if (lanes > 1 && kernels_hlo__vectors_lanes(vectors, v) == 1)
		snprintf(out, 40, "(%s%u)(v%u)", kernels_hlo__source_type(hlo_loop_dtype(vectors->loop, v)), lanes, v);
	else
		snprintf(out, 40, "v%u", v);
}

/* Where the first lane of an argument of an item, or of a column of elements, is. */
static void put_position(const struct hlo_vectors *vectors, uint32_t v)
{
	const bool full = vectors->loop->values[v].full;
	if (hlo_loop_step(vectors->loop, v) || (full && !vectors->columns))
		return;
	kernels_hlo__source_put(vectors->source, "const %s q%u = ", vectors->loop->index, v);
	kernels_hlo__loop_position(vectors->loop, v, full, full ? "e" : "item");
	kernels_hlo__source_put(vectors->source, ";\n");
}

bool kernels_hlo__vectors_declare(const struct hlo_vectors *vectors, uint32_t v)
{
	struct hlo_source *source = vectors->source;
	const struct hlo_expr_step *step = hlo_loop_step(vectors->loop, v);
	const enum kernels_dtype dtype = hlo_loop_dtype(vectors->loop, v);
	char names[3][40];
	const char *operands[3] = { names[0], names[1], names[2] };
	bool good = true;
	put_position(vectors, v);
	source->lanes = kernels_hlo__vectors_lanes(vectors, v);
	kernels_hlo__source_put(source, "const ");
	kernels_hlo__vectors_put_type(vectors, kernels_hlo__source_type(dtype));
	kernels_hlo__source_put(source, " v%u = ", v);
	if (!step) {
		put_argument(vectors, v);
	} else if (step->opcode == HLO_STEP_IOTA) {
		put_iota(vectors, v);
	} else {
		for (uint32_t k = 0; k < hlo_step(step->opcode)->operands; k++)
			kernels_hlo__vectors_name(vectors, step->operands[k], source->lanes, names[k]);
		good = kernels_hlo__loop_step(vectors->loop, v, operands);
	}
	kernels_hlo__source_put(source, ";\n");
	return good;
}
