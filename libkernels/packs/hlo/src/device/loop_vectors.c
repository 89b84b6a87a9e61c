/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops on CPUs, whose compilers do not make vectors of work-items that call functions or branch: values of elements are vectors. Each
 * group is one work-item, which computes a block: a part of the elements, some rows, or some columns of one item each.
 *
 * A run is the innermost dimension of the space, joined with those around it as far as all arguments and iotas allow: along a run, an argument
 * has one stride. Vectors lie in runs. The last one of a run ends with the run, and so it has elements of the one before again: their results
 * are stored twice, but reductions take them once. Values of rows are scalars, those of columns vectors of neighbouring columns. */
#include "device/loop_text.h"
#include <inttypes.h>
#include <stdio.h>

#define MOST_LANES 16u
#define BLOCK_LEAST 1024   /* elements of a work-item */
#define BLOCK_MOST 16384
#define MANY_BLOCKS 32     /* enough for the threads of a device */

struct vectors {
	const struct hlo_device_loop *loop;
	struct hlo_source *source;
	bool columns;        /* vectors lie in neighbouring columns; else in rows */
	uint32_t lanes;
	int64_t run, runs;   /* elements of a run; runs of a row, or of all columns of an item */
	uint32_t first, end; /* dimensions of the run */
	int64_t block, blocks; /* of a run; the last block has the rest too */
};

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- runs and blocks */

/* The distance of neighbours in a run. An iota is an argument that counts. */
static int64_t run_stride(const struct vectors *vectors, uint32_t v, uint32_t dimension)
{
	const struct hlo_expr_step *step = hlo_loop_step(vectors->loop, v);
	return step ? step->opcode == HLO_STEP_IOTA && step->dimension == dimension : kernels_hlo__loop_stride(vectors->loop, v, dimension);
}

/* Whether all arguments and iotas have one stride in the run and this dimension around it. */
static bool joins(const struct vectors *vectors, uint32_t dimension)
{
	const struct hlo_device_loop *loop = vectors->loop;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = hlo_loop_step(loop, v);
		if (step && step->opcode != HLO_STEP_IOTA)
			continue;
		if (run_stride(vectors, v, dimension) != run_stride(vectors, v, vectors->end - 1) * vectors->run)
			return false;
	}
	return true;
}

static void find_run(struct vectors *vectors)
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

static void find_lanes(struct vectors *vectors, uint32_t vector_bytes)
{
	const uint32_t most = vector_bytes / sizeof(float);
	vectors->lanes = 1;
	while (2 * vectors->lanes <= most && 2 * vectors->lanes <= MOST_LANES && 2 * vectors->lanes <= vectors->run)
		vectors->lanes *= 2;
}

/* Blocks of a run that have at least this many elements. */
static void divide_run(struct vectors *vectors, int64_t least)
{
	const int64_t lanes = vectors->lanes, block = (least + lanes - 1) / lanes * lanes;
	vectors->block = block < vectors->run ? block : vectors->run;
	vectors->blocks = vectors->run / vectors->block;
}

/* ---- values */

/* Lanes of the variable of a value. */
static uint32_t lanes_of(const struct vectors *vectors, uint32_t v)
{
	return vectors->loop->values[v].full || vectors->columns ? vectors->lanes : 1;
}

static void put_type(const struct vectors *vectors, const char *type)
{
	kernels_hlo__source_put(vectors->source, "%s%s", type, kernels_hlo__source_lanes(vectors->source));
}

/* The elements of an argument for the lanes, of which the first is at the position `at`. */
static void put_elements(const struct vectors *vectors, uint32_t v, const char *at)
{
	struct hlo_source *source = vectors->source;
	const uint32_t lanes = lanes_of(vectors, v);
	const int64_t stride = lanes > 1 ? run_stride(vectors, v, vectors->end - 1) : 0;
	if (stride == 1) {
		kernels_hlo__source_put(source, "vload%u(0, a%u + (%s))", lanes, v + 1, at);
		return;
	}
	if (lanes > 1) {
		kernels_hlo__source_put(source, "(");
		put_type(vectors, kernels_hlo__source_type(hlo_loop_dtype(vectors->loop, v)));
		kernels_hlo__source_put(source, ")(");
	}
	for (uint32_t i = 0; i < (stride ? lanes : 1); i++)
		kernels_hlo__source_put(source, "%sa%u[%s + (%" PRId64 ")]", i > 0 ? ", " : "", v + 1, at, (int64_t)i * stride);
	kernels_hlo__source_put(source, lanes > 1 ? ")" : "");
}

/* Of rows, the position is that of the begin of the run, and a number in the run. */
static void put_argument(const struct vectors *vectors, uint32_t v)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const bool full = loop->values[v].full;
	char at[80];
	if (full && !vectors->columns) {
		snprintf(at, sizeof at, "p%u + j * (%s)(%" PRId64 ")", v, loop->index, run_stride(vectors, v, vectors->end - 1));
		put_elements(vectors, v, at);
		return;
	}
	snprintf(at, sizeof at, "q%u", v);
	put_elements(vectors, v, at);
}

/* The numbers of an iota: those of the first lane and the next ones, or equal ones. */
static void put_iota(const struct vectors *vectors, uint32_t v)
{
	struct hlo_source *source = vectors->source;
	const struct hlo_device_loop *loop = vectors->loop;
	const enum kernels_dtype dtype = hlo_loop_dtype(loop, v);
	const char *narrow = kernels_hlo__source_narrow(dtype), *end = lanes_of(vectors, v) > 1 ? "_v" : "";
	kernels_hlo__source_put(source, "%s%s(CONVERT%s((", narrow, narrow[0] ? end : "", end);
	put_type(vectors, loop->index);
	kernels_hlo__source_put(source, ")(");
	kernels_hlo__loop_iota(loop, v, loop->values[v].full ? "e" : "item");
	kernels_hlo__source_put(source, ")");
	if (lanes_of(vectors, v) > 1 && run_stride(vectors, v, vectors->end - 1) == 1) {
		kernels_hlo__source_put(source, " + (");
		put_type(vectors, loop->index);
		for (uint32_t i = 0; i < vectors->lanes; i++)
			kernels_hlo__source_put(source, "%s%u", i > 0 ? ", " : ")(", i);
		kernels_hlo__source_put(source, ")");
	}
	kernels_hlo__source_put(source, ", ");
	put_type(vectors, kernels_hlo__source_work(dtype));
	kernels_hlo__source_put(source, "))");
}

/* The text of a value for an operation on `lanes`: scalars are repeated. */
static void name_value(const struct vectors *vectors, uint32_t v, uint32_t lanes, char out[40])
{
	if (lanes > 1 && lanes_of(vectors, v) == 1)
		snprintf(out, 40, "(%s%u)(v%u)", kernels_hlo__source_type(hlo_loop_dtype(vectors->loop, v)), lanes, v);
	else
		snprintf(out, 40, "v%u", v);
}

/* Where the first lane of an argument of an item, or of a column of elements, is. */
static void put_position(const struct vectors *vectors, uint32_t v)
{
	const bool full = vectors->loop->values[v].full;
	if (hlo_loop_step(vectors->loop, v) || (full && !vectors->columns))
		return;
	kernels_hlo__source_put(vectors->source, "const %s q%u = ", vectors->loop->index, v);
	kernels_hlo__loop_position(vectors->loop, v, full, full ? "e" : "item");
	kernels_hlo__source_put(vectors->source, ";\n");
}

/* Declares the variable of a value that is no reduction. Returns false if devices have no such step. */
static bool declare(const struct vectors *vectors, uint32_t v)
{
	struct hlo_source *source = vectors->source;
	const struct hlo_expr_step *step = hlo_loop_step(vectors->loop, v);
	const enum kernels_dtype dtype = hlo_loop_dtype(vectors->loop, v);
	char names[3][40];
	const char *operands[3] = { names[0], names[1], names[2] };
	bool good = true;
	if (!kernels_hlo__source_has(dtype))
		return false;
	put_position(vectors, v);
	source->lanes = lanes_of(vectors, v);
	kernels_hlo__source_put(source, "const ");
	put_type(vectors, kernels_hlo__source_type(dtype));
	kernels_hlo__source_put(source, " v%u = ", v);
	if (!step) {
		put_argument(vectors, v);
	} else if (step->opcode == HLO_STEP_IOTA) {
		put_iota(vectors, v);
	} else {
		for (uint32_t k = 0; k < kernels_hlo__opcode_operands(step->opcode); k++)
			name_value(vectors, step->operands[k], source->lanes, names[k]);
		good = kernels_hlo__loop_step(vectors->loop, v, operands);
	}
	kernels_hlo__source_put(source, ";\n");
	return good;
}

/* ---- reductions: of rows as a vector, which is combined at the end; of columns beside each other */

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

static void put_neutral(const struct vectors *vectors, uint32_t v)
{
	const enum kernels_dtype t = hlo_loop_dtype(vectors->loop, v);
	const struct hlo_expr_step constant = { .opcode = HLO_OP_constant,
		.constant = { neutral_bits(hlo_loop_step(vectors->loop, v)->reducer, t) } };
	(void)kernels_hlo__source_step(vectors->source, HLO_OP_constant, &constant, t, t, NULL);
}

static void begin_reductions(const struct vectors *vectors, uint32_t pass)
{
	const struct hlo_device_loop *loop = vectors->loop;
	vectors->source->lanes = vectors->lanes;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = kernels_hlo__loop_reduction(loop, v, pass);
		if (!step)
			continue;
		put_type(vectors, kernels_hlo__source_type(hlo_loop_dtype(loop, v)));
		kernels_hlo__source_put(vectors->source, " sum%u = ", v);
		if (vectors->columns)
			kernels_hlo__source_put(vectors->source, "v%u", step->operands[1]);
		else
			put_neutral(vectors, v);
		kernels_hlo__source_put(vectors->source, ";\n");
	}
}

/* Whether the last vector of a run has elements of the one before. */
static bool has_overlap(const struct vectors *vectors) { return vectors->lanes > 1 && vectors->run % vectors->lanes != 0; }

/* In the last vector of a run, elements of the one before become neutral. */
static void put_fresh(const struct vectors *vectors, uint32_t v, const char *element)
{
	struct hlo_source *source = vectors->source;
	const enum kernels_dtype t = hlo_loop_dtype(vectors->loop, v);
	static const char *const types[] = { "char", "short", "int", "long" };
	const size_t bytes = kernels_dtype_size(t);
	kernels_hlo__source_put(source, "const ");
	put_type(vectors, kernels_hlo__source_type(t));
	kernels_hlo__source_put(source, " fresh%u = CONVERT_v(fresh, ", v);
	put_type(vectors, types[bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3]);
	kernels_hlo__source_put(source, ") ? %s : ", element);
	put_neutral(vectors, v);
	kernels_hlo__source_put(source, ";\n");
}

static void add_elements(const struct vectors *vectors, uint32_t pass)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const bool overlap = has_overlap(vectors) && !vectors->columns;
	char sum[16], element[40];
	vectors->source->lanes = vectors->lanes;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = kernels_hlo__loop_reduction(loop, v, pass);
		if (!step)
			continue;
		snprintf(sum, sizeof sum, "sum%u", v);
		name_value(vectors, step->operands[0], vectors->lanes, element);
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
static void end_reduction_of_row(const struct vectors *vectors, uint32_t v)
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

static void end_reductions(const struct vectors *vectors, uint32_t pass)
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
		put_type(vectors, kernels_hlo__source_type(hlo_loop_dtype(loop, v)));
		kernels_hlo__source_put(vectors->source, " v%u = sum%u;\n", v, v);
	}
}

/* ---- passes */

static void store(const struct vectors *vectors, uint32_t pass, bool full)
{
	const struct hlo_device_loop *loop = vectors->loop;
	const uint32_t lanes = full || vectors->columns ? vectors->lanes : 1;
	for (uint32_t i = 0; i < loop->body->result_count; i++) {
		const uint32_t v = loop->body->results[i];
		char name[40];
		if (kernels_hlo__loop_full_result(loop, i) != full || (full && loop->values[v].level != pass))
			continue;
		name_value(vectors, v, lanes, name);
		if (lanes > 1)
			kernels_hlo__source_put(
				vectors->source, "vstore%u(%s, 0, r%u + %s);\n", lanes, name, i, full ? "e" : "item");
		else
			kernels_hlo__source_put(vectors->source, "r%u[%s] = %s;\n", i, full ? "e" : "item", name);
	}
}

/* Begins the loop over the vectors of a block, of which `from` is the first element. */
static void begin_block(const struct vectors *vectors, const char *name, const char *from)
{
	const char *index = vectors->loop->index;
	kernels_hlo__source_put(vectors->source,
		"for (%s next_%s = %s; next_%s < end; next_%s += %u) {\nconst %s %s = min(next_%s, (%s)%" PRId64 ");\n", index, name, from, name,
		name, vectors->lanes, index, name, name, index, vectors->run - vectors->lanes);
}

static bool declare_needed(const struct vectors *vectors)
{
	const struct hlo_device_loop *loop = vectors->loop;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		if (loop->values[v].needed && loop->values[v].full && !declare(vectors, v))
			return false;
	}
	return true;
}

/* The elements of the pass: of some runs of a row, or of some columns in one row after the other. */
static bool put_elements_of_pass(const struct vectors *vectors, uint32_t pass)
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
		if (has_overlap(vectors) && loop->passes > 1) {
			source->lanes = vectors->lanes;
			kernels_hlo__source_put(source, "const int%u fresh = (int%u)(0", vectors->lanes, vectors->lanes);
			for (uint32_t i = 1; i < vectors->lanes; i++)
				kernels_hlo__source_put(source, ", %u", i);
			kernels_hlo__source_put(source, ") >= (int%u)((int)(next_j - j));\n", vectors->lanes);
		}
	}
	if (!declare_needed(vectors))
		return false;
	add_elements(vectors, pass);
	store(vectors, pass, true);
	kernels_hlo__source_put(source, vectors->columns ? "}\n" : "}\n}\n");
	return true;
}

static bool put_passes(const struct vectors *vectors)
{
	const struct hlo_device_loop *loop = vectors->loop;
	for (uint32_t pass = 0; pass < loop->passes; pass++) {
		for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
			const struct hlo_device_value *value = &loop->values[v];
			if (!value->full && value->level == pass && !hlo_loop_is_reduction(loop, v) && !declare(vectors, v))
				return false;
		}
		if (!kernels_hlo__loop_find_needed(loop, pass))
			continue;
		begin_reductions(vectors, pass);
		if (loop->inner > 0 && !put_elements_of_pass(vectors, pass))
			return false;
		end_reductions(vectors, pass);
	}
	store(vectors, 0, false);
	return true;
}

/* ---- kernels, and how they are divided */

/* The end of a block: the last one of a run has the rest too. */
static void put_end(const struct vectors *vectors)
{
	kernels_hlo__source_put(vectors->source, "const %s end = block == %" PRId64 " ? %" PRId64 " : (block + 1) * %" PRId64 ";\n",
		vectors->loop->index, vectors->blocks - 1, vectors->run, vectors->block);
}

/* One row: a work-item has a block of a run, or some runs. */
static bool put_elements_kernel(struct vectors *vectors, int64_t least, struct hlo_device *device)
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
static bool put_rows_kernel(struct vectors *vectors, int64_t least, struct hlo_device *device)
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
static bool put_columns_kernel(struct vectors *vectors, int64_t least, struct hlo_device *device)
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
	struct vectors vectors = { .loop = loop, .source = loop->source, .columns = loop->columns > 1 };
	const int64_t part = loop->items * (loop->inner > 0 ? loop->inner : 1) / MANY_BLOCKS;
	const int64_t least = part < BLOCK_LEAST ? BLOCK_LEAST : part > BLOCK_MOST ? BLOCK_MOST : part;
	find_run(&vectors);
	find_lanes(&vectors, scalars ? 0 : device->vector_bytes);
	kernels_hlo__source_prelude(loop->source, device->f64, vectors.lanes);
	kernels_hlo__device_begin_kernel(loop->op, loop->source);
	device->launch.dimensions = 2;
	device->launch.group[0] = device->launch.group[1] = 1;
	if (vectors.columns)
		return put_columns_kernel(&vectors, least, device);
	if (loop->space.row_rank == 0)
		return put_elements_kernel(&vectors, least, device);
	return put_rows_kernel(&vectors, least, device);
}
