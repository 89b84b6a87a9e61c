/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "products/epilogue.h"
#include <shared/share.h>
#include <string.h>

enum {
	LHS_AND_RHS = 2,
	SHARED = 4096,      /* elements that a thread takes at a time */
	CHUNK_BYTES = 16384 /* converted at a time: stays in the first-level cache */
};

/* ---- plans */

/* Reads the element type of the product. */
static bool begin(struct hlo_op *op, struct hlo_ending *out)
{
	struct kernels_string body;
	size_t length = 0;
	if (!kernels_hlo__text(op, "epilogue", &body))
		return false;
	while (length < body.size && body.data[length] != ' ' && body.data[length] != ';')
		length++;
	out->type = (struct hlo_type){ .dtype = KERNELS_DTYPE_INVALID, .elements = -1, .shape = { 0, out->dims } };
	memset(out->dims, -1, sizeof out->dims);
	if (!hlo_find_element_type(body.data, length, &out->type.dtype) || out->type.dtype == KERNELS_DTYPE_INVALID)
		return kernels_hlo__refuse(op, "epilogue begins with \"%.*s\", expected the element type of the product",
			(int)(length < 40 ? length : 40), body.data);
	return true;
}

bool kernels_hlo__ending_plan(
	struct hlo_op *op, void *plan, bool (*plan_product)(struct hlo_op *product, void *plan))
{
	struct hlo_ending *ending = plan;
	struct hlo_op product = *op;
	if (!begin(op, ending))
		return false;
	product.results = &ending->type;
	product.result_count = 1;
	if (!plan_product(&product, plan))
		return false;
	op->operations = product.operations;
	op->nanoseconds = product.nanoseconds;
	struct hlo_loop_space space = {
		.rank = ending->type.shape.rank, .computed = ending->type.dtype, .first_operand = LHS_AND_RHS
	};
	memcpy(space.dims, ending->dims, sizeof space.dims);
	ending->loop = kernels_hlo__loop_plan(op, "epilogue", "epilogue_maps", &space);
	ending->in_place = ending->loop && kernels_hlo__loop_in_place(ending->loop, 0, 0);
	return ending->loop != NULL;
}

void kernels_hlo__ending_finish(const struct async_allocator *allocator, void *plan)
{
	(void)allocator; /* that of the loop */
	kernels_hlo__loop_destroy(((struct hlo_ending *)plan)->loop);
}

/* ---- calls */

/* Takes a workspace, or makes one; NULL: out of memory. */
static void *take_workspace(struct hlo_epilogue *e)
{
	const struct hlo_loop *loop = e->ending->loop;
	for (int i = 0; i < HLO_MOST_SHARERS; i++) {
		/* relaxed: a hint. acquire: pairs with the release in give_workspace() */
		if (!atomic_load_explicit(&e->workspaces[i], memory_order_relaxed))
			continue;
		void *workspace = atomic_exchange_explicit(&e->workspaces[i], NULL, memory_order_acquire);
		if (workspace)
			return workspace;
	}
	const size_t size = CHUNK_BYTES + (loop ? kernels_hlo__loop_workspace(loop) : 0);
	char *workspace = async_alloc(e->run->allocator, size, 64);
	if (workspace && loop)
		kernels_hlo__loop_begin(loop, e->inputs, e->run->outputs, workspace + CHUNK_BYTES);
	return workspace;
}

static void free_workspace(struct hlo_epilogue *e, void *workspace)
{
	const struct hlo_loop *loop = e->ending->loop;
	async_free(e->run->allocator, workspace, CHUNK_BYTES + (loop ? kernels_hlo__loop_workspace(loop) : 0), 64);
}

static void give_workspace(struct hlo_epilogue *e, void *workspace)
{
	for (int i = 0; i < HLO_MOST_SHARERS; i++) {
		void *empty = NULL;
		if (atomic_compare_exchange_strong_explicit(
			    &e->workspaces[i], &empty, workspace, memory_order_release, memory_order_relaxed))
			return;
	}
	free_workspace(e, workspace);
}

bool kernels_hlo__epilogue_begin(struct hlo_epilogue *e, const struct hlo_run *run, const struct hlo_ending *ending,
	const struct hlo_chain *chain, bool whole)
{
	const bool copies = kernels_hlo__chain_is_copy(chain);
	*e = (struct hlo_epilogue){ .run = run, .ending = ending, .chain = chain, .size = kernels_dtype_size(chain->from),
		.works = !copies || ending->loop };
	for (int i = 0; i < HLO_MOST_SHARERS; i++)
		atomic_init(&e->workspaces[i], NULL);
	atomic_init(&e->failed, false);
	if (ending->loop) {
		const size_t operands = run->op->operand_count;
		e->inputs = async_alloc(run->allocator, operands * sizeof *e->inputs, _Alignof(void *));
		if (!e->inputs)
			return false;
		e->inputs[0] = NULL;
		for (size_t i = LHS_AND_RHS; i < operands; i++)
			e->inputs[i - 1] = run->inputs[i];
	}
	if (copies && (!ending->loop || ending->in_place)) {
		e->sums = run->outputs[0];
	} else if (whole) {
		e->block_size = (size_t)ending->type.elements * e->size;
		e->sums = e->block = async_alloc(run->allocator, e->block_size, 64);
		return e->block != NULL;
	}
	return true;
}

bool kernels_hlo__epilogue_end(struct hlo_epilogue *e)
{
	for (int i = 0; i < HLO_MOST_SHARERS; i++) {
		/* acquire: pairs with the release in give_workspace() */
		void *workspace = atomic_load_explicit(&e->workspaces[i], memory_order_acquire);
		if (workspace)
			free_workspace(e, workspace);
	}
	if (e->block)
		async_free(e->run->allocator, e->block, e->block_size, 64);
	if (e->inputs)
		async_free(e->run->allocator, e->inputs, e->run->op->operand_count * sizeof *e->inputs, _Alignof(void *));
	return !atomic_load_explicit(&e->failed, memory_order_relaxed);
}

static void convert_and_loop(struct hlo_epilogue *e, size_t first, size_t count, const char *sums, char *workspace)
{
	const size_t size = kernels_dtype_size(e->chain->to), most = CHUNK_BYTES / size;
	for (size_t done = 0; done < count; done += most) {
		const size_t some = count - done < most ? count - done : most;
		kernels_hlo__chain_run(e->chain, sums + done * e->size, some, workspace);
		kernels_hlo__loop_run(e->ending->loop, workspace + CHUNK_BYTES, first + done, first + done + some, workspace);
	}
}

/* Without a loop, `workspace` is NULL. */
static void run_elements(struct hlo_epilogue *e, char *workspace, size_t first, size_t count, const void *sums)
{
	const struct hlo_loop *loop = e->ending->loop;
	if (!loop)
		kernels_hlo__chain_run(
			e->chain, sums, count, (char *)e->run->outputs[0] + first * kernels_dtype_size(e->chain->to));
	else if (kernels_hlo__chain_is_copy(e->chain))
		kernels_hlo__loop_run(loop, workspace + CHUNK_BYTES, first, first + count, sums);
	else
		convert_and_loop(e, first, count, sums, workspace);
}

/* `rows` of `columns` elements, each `stride` elements after the one before. */
static void run_rows(struct hlo_epilogue *e, size_t first, size_t rows, size_t columns, size_t stride, const char *sums)
{
	char *workspace = e->ending->loop ? take_workspace(e) : NULL;
	if (e->ending->loop && !workspace) {
		atomic_store_explicit(&e->failed, true, memory_order_relaxed);
		return;
	}
	for (size_t i = 0; i < rows; i++)
		run_elements(e, workspace, first + i * stride, columns, sums + i * stride * e->size);
	if (workspace)
		give_workspace(e, workspace);
}

void kernels_hlo__epilogue_run(struct hlo_epilogue *e, size_t first, size_t count, const void *sums)
{
	run_rows(e, first, 1, count, 0, sums);
}

void kernels_hlo__epilogue_rows(struct hlo_epilogue *e, const void *first, size_t rows, size_t columns, size_t stride)
{
	if (!e || !e->works || rows == 0)
		return;
	const char *sums = first;
	const size_t at = (size_t)(sums - (const char *)e->sums) / e->size;
	if (columns == stride)
		run_rows(e, at, 1, rows * columns, 0, sums);
	else
		run_rows(e, at, rows, columns, stride, sums);
}

static void run_blocks(const void *data, size_t begin, size_t end)
{
	struct hlo_epilogue *const *e = data;
	const size_t elements = (size_t)(*e)->ending->type.elements, first = begin * SHARED;
	const size_t last = end * SHARED < elements ? end * SHARED : elements;
	kernels_hlo__epilogue_run(*e, first, last - first, (const char *)(*e)->sums + first * (*e)->size);
}

void kernels_hlo__epilogue_all(struct hlo_epilogue *e)
{
	const size_t elements = (size_t)e->ending->type.elements;
	const uint64_t time = e->ending->loop ? kernels_hlo__loop_nanoseconds(e->ending->loop) : elements;
	if (e->works)
		kernels_shared__share(
			kernels_host(e->run->request)->queue, run_blocks, &e, (elements + SHARED - 1) / SHARED, time);
}
