/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops on CPUs, whose compilers do not make vectors of work-items that call functions or branch: values of elements are vectors. Each
 * group is one work-item, which computes a block: a part of the elements, some rows, or some columns of one item each.
 *
 * A run is the innermost dimension of the space, joined with those around it as far as all arguments and iotas allow: along a run, an argument
 * has a constant stride. A vector lies in a run. The last vector of a run ends with the run, so it repeats elements of the vector before: their
 * results are stored twice, but reductions take them once. Values of rows are scalars, those of columns vectors of neighbouring columns. */
#include "device/vectors.h"
#include <inttypes.h>
#include <stdio.h>

#define MOST_LANES 16u
#define BLOCK_LEAST 1024   /* elements of a work-item */
#define BLOCK_MOST 16384
#define MANY_BLOCKS 32     /* enough for the threads of a device */

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- runs and blocks */

/* Whether all arguments and iotas have one stride in the run and this dimension around it. */
static bool joins(const struct hlo_vectors *vectors, uint32_t dimension)
{
	const struct hlo_device_loop *loop = vectors->loop;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = hlo_loop_step(loop, v);
		if (step && step->opcode != HLO_STEP_IOTA)
			continue;
		if (kernels_hlo__vectors_stride(vectors, v, dimension) !=
			kernels_hlo__vectors_stride(vectors, v, vectors->end - 1) * vectors->run)
			return false;
	}
	return true;
}

static void find_run(struct hlo_vectors *vectors)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const enum hlo_loop_role role = vectors->columns ? HLO_LOOP_COLUMN : HLO_LOOP_ROW;
	uint32_t d = loop->space.rank;
	while (d > 0 && (kernels_hlo__loop_role(loop, d - 1) > role ||
				(kernels_hlo__loop_role(loop, d - 1) == role && loop->space.dims[d - 1] == 1)))
		d--;
	vectors->end = vectors->first = d;
	vectors->run = 1;
	for (; d > 0 && kernels_hlo__loop_role(loop, d - 1) == role; d--) {
		if (loop->space.dims[d - 1] == 1)
			continue;
		if (vectors->run > 1 && !joins(vectors, d - 1))
			break;
		vectors->run *= loop->space.dims[d - 1];
		vectors->first = d - 1;
	}
	vectors->runs = vectors->run == 0 ? 0 : (vectors->columns ? loop->columns : loop->inner) / vectors->run;
}

static void find_lanes(struct hlo_vectors *vectors, uint32_t vector_bytes)
{
	const uint32_t most = vector_bytes / sizeof(float);
	vectors->lanes = 1;
	while (2 * vectors->lanes <= most && 2 * vectors->lanes <= MOST_LANES && 2 * vectors->lanes <= vectors->run)
		vectors->lanes *= 2;
}

/* Blocks of a run that have at least this many elements. */
static void divide_run(struct hlo_vectors *vectors, int64_t least)
{
	const int64_t lanes = vectors->lanes, block = (least + lanes - 1) / lanes * lanes;
	vectors->block = block < vectors->run ? block : vectors->run;
	vectors->blocks = vectors->run / vectors->block;
}

/* ---- passes */

static void store(const struct hlo_vectors *vectors, uint32_t pass, bool full)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const uint32_t lanes = full || vectors->columns ? vectors->lanes : 1;
	for (uint32_t i = 0; i < loop->body->result_count; i++) {
		const uint32_t v = loop->body->results[i];
		char name[40];
		if (kernels_hlo__loop_full_result(loop, i) != full || (full && loop->values[v].level != pass))
			continue;
		kernels_hlo__vectors_name(vectors, v, lanes, name);
		if (lanes > 1)
			kernels_hlo__source_put(
				vectors->source, "vstore%u(%s, 0, r%u + %s);\n", lanes, name, i, full ? "e" : "item");
		else
			kernels_hlo__source_put(vectors->source, "r%u[%s] = %s;\n", i, full ? "e" : "item", name);
	}
}

/* Begins the loop over the vectors of a block, of which `from` is the first element. */
static void begin_block(const struct hlo_vectors *vectors, const char *name, const char *from)
{
	const char *index = vectors->loop->index;
	kernels_hlo__source_put(vectors->source,
		"for (%s next_%s = %s; next_%s < end; next_%s += %u) {\nconst %s %s = min(next_%s, (%s)%" PRId64 ");\n", index, name, from, name,
		name, vectors->lanes, index, name, name, index, vectors->run - vectors->lanes);
}

static bool declare_needed(const struct hlo_vectors *vectors)
{
	const struct hlo_device_loop *loop = vectors->loop;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		if (loop->values[v].needed && loop->values[v].full && !kernels_hlo__vectors_declare(vectors, v))
			return false;
	}
	return true;
}

/* The elements of the pass: of some runs of a row, or of some columns in one row after the other. */
static bool put_elements_of_pass(const struct hlo_vectors *vectors, uint32_t pass)
{
	struct hlo_source *source = vectors->source;
	const struct hlo_device_loop *loop = vectors->loop;
	if (vectors->columns) {
		kernels_hlo__source_put(source, "for (%s k = 0; k < %" PRId64 "; k++) {\nconst %s e = (outer * %" PRId64 " + k) * %" PRId64 " + column;\n",
			loop->index, loop->inner, loop->index, loop->inner, loop->columns);
	} else {
		kernels_hlo__source_put(source, "for (%s run = first_run; run < end_run; run++) {\nconst %s start = item * %" PRId64 " + run * %" PRId64 ";\n",
			loop->index, loop->index, loop->inner, vectors->run);
		for (uint32_t v = 0; v < loop->body->argument_count; v++) {
			if (!loop->values[v].needed || !loop->values[v].full)
				continue;
			kernels_hlo__source_put(source, "const %s p%u = ", loop->index, v);
			kernels_hlo__loop_position(loop, v, true, "start");
			kernels_hlo__source_put(source, ";\n");
		}
		begin_block(vectors, "j", "begin");
		kernels_hlo__source_put(source, "const %s e = start + j;\n", loop->index);
		if (hlo_vectors_overlap(vectors) && loop->passes > 1) {
			source->lanes = vectors->lanes;
			kernels_hlo__source_put(source, "const int%u fresh = (int%u)(0", vectors->lanes, vectors->lanes);
			for (uint32_t i = 1; i < vectors->lanes; i++)
				kernels_hlo__source_put(source, ", %u", i);
			kernels_hlo__source_put(source, ") >= (int%u)((int)(next_j - j));\n", vectors->lanes);
		}
	}
	if (!declare_needed(vectors))
		return false;
	kernels_hlo__vectors_reduce(vectors, pass);
	store(vectors, pass, true);
	kernels_hlo__source_put(source, vectors->columns ? "}\n" : "}\n}\n");
	return true;
}

static bool put_passes(const struct hlo_vectors *vectors)
{
	const struct hlo_device_loop *loop = vectors->loop;
	for (uint32_t pass = 0; pass < loop->passes; pass++) {
		for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
			const struct hlo_device_value *value = &loop->values[v];
			if (!value->full && value->level == pass && !hlo_loop_is_reduction(loop, v) && !kernels_hlo__vectors_declare(vectors, v))
				return false;
		}
		if (!kernels_hlo__loop_find_needed(loop, pass))
			continue;
		kernels_hlo__vectors_begin_reductions(vectors, pass);
		if (loop->inner > 0 && !put_elements_of_pass(vectors, pass))
			return false;
		kernels_hlo__vectors_end_reductions(vectors, pass);
	}
	store(vectors, 0, false);
	return true;
}

/* ---- kernels, and how they are divided */

/* The end of a block. The last block of a run also has the rest. */
static void put_end(const struct hlo_vectors *vectors)
{
	kernels_hlo__source_put(vectors->source, "const %s end = block == %" PRId64 " ? %" PRId64 " : (block + 1) * %" PRId64 ";\n",
		vectors->loop->index, vectors->blocks - 1, vectors->run, vectors->block);
}

/* One row: a work-item has a block of a run, or some runs. */
static bool put_elements_kernel(struct hlo_vectors *vectors, int64_t least, struct hlo_device *device)
{
	divide_run(vectors, least);
	const int64_t together = vectors->block < least ? smaller((least + vectors->run - 1) / vectors->run, vectors->runs) : 1;
	const char *index = vectors->loop->index;
	device->launch.global[0] = (size_t)vectors->blocks;
	device->launch.global[1] = (size_t)((vectors->runs + together - 1) / together);
	kernels_hlo__source_put(vectors->source,
		"const %s item = 0, block = get_global_id(0), begin = block * %" PRId64 ", first_run = get_global_id(1) * %" PRId64
		", end_run = min(first_run + %" PRId64 ", (%s)%" PRId64 ");\n",
		index, vectors->block, together, together, index, vectors->runs);
	put_end(vectors);
	const bool good = put_passes(vectors);
	kernels_hlo__source_put(vectors->source, "}\n");
	return good;
}

/* A work-item has some rows. */
static bool put_rows_kernel(struct hlo_vectors *vectors, int64_t least, struct hlo_device *device)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const int64_t together = loop->inner >= least ? 1 : smaller((least + loop->inner) / (loop->inner + 1), loop->items);
	device->launch.global[0] = (size_t)((loop->items + together - 1) / together);
	device->launch.global[1] = 1;
	kernels_hlo__source_put(vectors->source,
		"const %s first_item = get_global_id(0) * %" PRId64 ", end_item = min(first_item + %" PRId64 ", (%s)%" PRId64
		"), begin = 0, end = %" PRId64 ", first_run = 0, end_run = %" PRId64 ";\n"
		"for (%s item = first_item; item < end_item; item++) {\n",
		loop->index, together, together, loop->index, loop->items, vectors->run, vectors->runs, loop->index);
	const bool good = put_passes(vectors);
	kernels_hlo__source_put(vectors->source, "}\n}\n");
	return good;
}

/* A work-item has some columns in all rows. */
static bool put_columns_kernel(struct hlo_vectors *vectors, int64_t least, struct hlo_device *device)
{
	const struct hlo_device_loop *loop = vectors->loop;
	divide_run(vectors, least / (loop->inner + 1) + 1);
	device->launch.global[0] = (size_t)vectors->blocks;
	device->launch.global[1] = (size_t)(loop->outer * vectors->runs);
	kernels_hlo__source_put(vectors->source,
		"const %s block = get_global_id(0), outer = get_global_id(1) / %" PRId64 ", run = get_global_id(1) %% %" PRId64 ";\n", loop->index,
		vectors->runs, vectors->runs);
	put_end(vectors);
	char from[40];
	snprintf(from, sizeof from, "block * (%s)%" PRId64, loop->index, vectors->block);
	begin_block(vectors, "j", from);
	kernels_hlo__source_put(vectors->source, "const %s column = run * %" PRId64 " + j, item = outer * %" PRId64 " + column;\n", loop->index,
		vectors->run, loop->columns);
	const bool good = put_passes(vectors);
	kernels_hlo__source_put(vectors->source, "}\n}\n");
	return good;
}

bool kernels_hlo__loop_vectors(struct hlo_device_loop *loop, struct hlo_device *device, bool scalars)
{
	struct hlo_vectors vectors = { .loop = loop, .source = loop->source, .columns = loop->columns > 1 };
	const int64_t part = loop->items * (loop->inner > 0 ? loop->inner : 1) / MANY_BLOCKS;
	const int64_t least = part < BLOCK_LEAST ? BLOCK_LEAST : part > BLOCK_MOST ? BLOCK_MOST : part;
	find_run(&vectors);
	find_lanes(&vectors, scalars ? 0 : device->vector_bytes);
	kernels_hlo__source_prelude(loop->source, device->f64, vectors.lanes);
	kernels_hlo__device_begin_kernel(loop->op, device, loop->source);
	device->launch.dimensions = 2;
	device->launch.group[0] = device->launch.group[1] = 1;
	if (vectors.columns)
		return put_columns_kernel(&vectors, least, device);
	if (loop->space.row_rank == 0)
		return put_elements_kernel(&vectors, least, device);
	return put_rows_kernel(&vectors, least, device);
}
