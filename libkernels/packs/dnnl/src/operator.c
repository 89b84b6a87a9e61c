/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of oneDNN. Each has a stream and a scratchpad, so that it may run in another thread than the one that created it. */
#include "onednn.h"
#include <stdlib.h>

#define dnnl kernels_dnnl__onednn

enum { SRC, WEIGHTS, DST, SCRATCH, MEMORIES };

struct kernels_dnnl__operator {
	dnnl_primitive_t primitive;
	dnnl_stream_t stream;
	dnnl_memory_t memories[MEMORIES];
	dnnl_memory_desc_t given_weights, own_weights;
	void *packed;  /* NULL: weights are read where they are */
	void *scratch; /* NULL: none is needed */
};

struct kernels_shared__operators kernels_dnnl__operators = { .lock = PTHREAD_MUTEX_INITIALIZER,
	.destroy = kernels_dnnl__operator_destroy };

/* Memory for a layout: at least one byte, in whole cache lines. */
static void *allocate(const dnnl_memory_desc_t *layout)
{
	return aligned_alloc(64, (dnnl.memory_desc_get_size(layout) + 64) / 64 * 64);
}

static bool create_memory(dnnl_memory_t *out, const dnnl_memory_desc_t *layout, void *bytes)
{
	return dnnl.memory_create(out, layout, dnnl.engine, bytes) == dnnl_success;
}

/* Fills in the members that the primitive descriptor determines. */
static bool create_parts(struct kernels_dnnl__operator *op, const_dnnl_primitive_desc_t pd)
{
	const dnnl_memory_desc_t *src = dnnl.primitive_desc_query_md(pd, dnnl_query_src_md, 0);
	const dnnl_memory_desc_t *weights = dnnl.primitive_desc_query_md(pd, dnnl_query_weights_md, 0);
	const dnnl_memory_desc_t *dst = dnnl.primitive_desc_query_md(pd, dnnl_query_dst_md, 0);
	const dnnl_memory_desc_t *scratch = dnnl.primitive_desc_query_md(pd, dnnl_query_scratchpad_md, 0);
	if (!src || !weights || !dst || !scratch)
		return false;
	op->own_weights = *weights;
	if (dnnl.memory_desc_get_size(scratch) > 0 && !(op->scratch = allocate(scratch)))
		return false;
	return dnnl.primitive_create(&op->primitive, pd) == dnnl_success &&
	       dnnl.stream_create(&op->stream, dnnl.engine, dnnl_stream_default_flags) == dnnl_success &&
	       create_memory(&op->memories[SRC], src, DNNL_MEMORY_NONE) &&
	       create_memory(&op->memories[WEIGHTS], weights, DNNL_MEMORY_NONE) &&
	       create_memory(&op->memories[DST], dst, DNNL_MEMORY_NONE) &&
	       (!op->scratch || create_memory(&op->memories[SCRATCH], scratch, op->scratch));
}

struct kernels_dnnl__operator *kernels_dnnl__operator_create(
	const_dnnl_op_desc_t desc, const dnnl_memory_desc_t *weights)
{
	struct kernels_dnnl__operator *op = calloc(1, sizeof *op);
	dnnl_primitive_desc_t pd = NULL;
	if (!op)
		return NULL;
	op->given_weights = *weights;
	const bool created = dnnl.primitive_desc_create(&pd, desc, dnnl.attributes, dnnl.engine, NULL) == dnnl_success &&
		create_parts(op, pd);
	if (pd)
		dnnl.primitive_desc_destroy(pd);
	if (created)
		return op;
	kernels_dnnl__operator_destroy(op);
	return NULL;
}

void kernels_dnnl__operator_destroy(void *op)
{
	struct kernels_dnnl__operator *o = op;
	for (int i = 0; i < MEMORIES; i++) {
		if (o->memories[i])
			dnnl.memory_destroy(o->memories[i]);
	}
	if (o->stream)
		dnnl.stream_destroy(o->stream);
	if (o->primitive)
		dnnl.primitive_destroy(o->primitive);
	free(o->packed);
	free(o->scratch);
	free(o);
}

/* ---- weights */

/* Runs the reorder from one memory to another. */
static bool reorder(const struct kernels_dnnl__operator *op, const_dnnl_primitive_desc_t pd, dnnl_memory_t from, dnnl_memory_t to)
{
	const dnnl_memory_desc_t *layout = dnnl.primitive_desc_query_md(pd, dnnl_query_scratchpad_md, 0);
	dnnl_primitive_t primitive = NULL;
	dnnl_memory_t scratch = NULL;
	void *bytes = layout ? allocate(layout) : NULL;
	bool done = bytes && create_memory(&scratch, layout, bytes) && dnnl.primitive_create(&primitive, pd) == dnnl_success;
	if (done) {
		const dnnl_exec_arg_t arguments[] = { { DNNL_ARG_FROM, from }, { DNNL_ARG_TO, to },
			{ DNNL_ARG_SCRATCHPAD, scratch } };
		done = dnnl.primitive_execute(primitive, op->stream, 3, arguments) == dnnl_success;
	}
	if (primitive)
		dnnl.primitive_destroy(primitive);
	if (scratch)
		dnnl.memory_destroy(scratch);
	free(bytes);
	return done;
}

bool kernels_dnnl__operator_pack(struct kernels_dnnl__operator *op, const void *weights)
{
	dnnl_primitive_desc_t pd = NULL;
	dnnl_memory_t from = NULL;
	if (dnnl.memory_desc_equal(&op->given_weights, &op->own_weights))
		return true;
	if (!op->packed && !(op->packed = allocate(&op->own_weights)))
		return false;
	const bool done = dnnl.memory_set_data_handle(op->memories[WEIGHTS], op->packed) == dnnl_success &&
		create_memory(&from, &op->given_weights, (void *)(uintptr_t)weights) &&
		dnnl.reorder_primitive_desc_create(&pd, &op->given_weights, dnnl.engine, &op->own_weights, dnnl.engine,
			dnnl.attributes) == dnnl_success &&
		reorder(op, pd, from, op->memories[WEIGHTS]);
	if (pd)
		dnnl.primitive_desc_destroy(pd);
	if (from)
		dnnl.memory_destroy(from);
	return done;
}

bool kernels_dnnl__operator_run(struct kernels_dnnl__operator *op, const void *src, const void *weights, void *dst)
{
	const dnnl_exec_arg_t arguments[] = { { DNNL_ARG_SRC, op->memories[SRC] }, { DNNL_ARG_WEIGHTS, op->memories[WEIGHTS] },
		{ DNNL_ARG_DST, op->memories[DST] }, { DNNL_ARG_SCRATCHPAD, op->memories[SCRATCH] } };
	/* the interface has no pointers to const, but operands are only read */
	return dnnl.memory_set_data_handle(op->memories[SRC], (void *)(uintptr_t)src) == dnnl_success &&
	       (op->packed ||
		       dnnl.memory_set_data_handle(op->memories[WEIGHTS], (void *)(uintptr_t)weights) == dnnl_success) &&
	       dnnl.memory_set_data_handle(op->memories[DST], dst) == dnnl_success &&
	       dnnl.primitive_execute(op->primitive, op->stream, op->scratch ? 4 : 3, arguments) == dnnl_success;
}
