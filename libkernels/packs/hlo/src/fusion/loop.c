/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks attributes and types of a loop, and chooses what a row is. */
#include "fusion/coded.h"
#include "fusion/join.h"
#include <string.h>

#define MOST_ELEMENTS (INT64_C(1) << 48) /* of a space: what is larger does not end */

bool kernels_hlo__loop_grow(
	const struct async_allocator *allocator, void *array, uint32_t count, uint32_t *limit, size_t size)
{
	return count < *limit || kernels_hlo__loop_resize(allocator, array, *limit ? *limit * 2 : 32, limit, size);
}

bool kernels_hlo__loop_resize(
	const struct async_allocator *allocator, void *array, uint32_t count, uint32_t *limit, size_t size)
{
	void *old = *(void **)array;
	count += count == 0;
	void *block = old ? async_resize(allocator, old, *limit * size, count * size, 16) : async_alloc(allocator, count * size, 16);
	if (!block)
		return false;
	*(void **)array = block;
	*limit = count;
	return true;
}

/* Bytes of the arguments and of the dimensions of their accesses, which have the rank of the loop at most. */
static size_t arguments_size(const struct hlo_loop *loop, size_t arguments)
{
	const size_t dims = loop->rank ? loop->rank : 1;
	return (arguments + 1) * sizeof *loop->arguments + arguments * 2 * dims * sizeof(int64_t);
}

static bool make_arguments(struct hlo_loop *loop, size_t arguments)
{
	const size_t dims = loop->rank ? loop->rank : 1;
	loop->arguments = async_alloc(loop->allocator, arguments_size(loop, arguments), 16);
	int64_t *memory = loop->arguments ? (int64_t *)(void *)(loop->arguments + arguments + 1) : NULL;
	for (size_t i = 0; memory && i < arguments; i++, memory += 2 * dims) {
		loop->arguments[i].access.count = memory;
		loop->arguments[i].access.stride = memory + dims;
	}
	return memory != NULL;
}

void kernels_hlo__loop_destroy(struct hlo_loop *loop)
{
	if (!loop)
		return;
	const struct async_allocator *a = loop->allocator;
	uint32_t arguments = loop->body ? loop->body->argument_count : 0;
	if (loop->arguments)
		async_free(a, loop->arguments, arguments_size(loop, arguments), 16);
	if (loop->folds)
		async_free(a, loop->folds, (loop->fold_count + 1) * sizeof *loop->folds, 16);
	if (loop->places)
		async_free(a, loop->places, loop->place_limit * sizeof *loop->places, 16);
	if (loop->instructions)
		async_free(a, loop->instructions, loop->instruction_limit * sizeof *loop->instructions, 16);
	if (loop->segments)
		async_free(a, loop->segments, loop->segment_limit * sizeof *loop->segments, 16);
	if (loop->addressed)
		async_free(a, loop->addressed, loop->addressed_room * sizeof *loop->addressed, _Alignof(uint32_t));
	kernels_hlo__joins_destroy(loop);
	kernels_hlo__loop_destroy_codes(loop);
	kernels_hlo__expr_destroy(loop->body);
	async_free(a, loop, sizeof *loop, 16);
}

/* ---- the space */

static bool product(const int64_t *dims, uint32_t count, int64_t *out)
{
	*out = 1;
	for (uint32_t i = 0; i < count; i++)
		if (__builtin_mul_overflow(*out, dims[i], out) || *out > MOST_ELEMENTS)
			return false;
	return true;
}

static bool read_space(struct hlo_loop *loop, struct hlo_op *op, const struct hlo_loop_space *space)
{
	for (uint32_t i = 0; i < space->rank; i++)
		if (space->dims[i] < 0)
			return kernels_hlo__refuse(op, "dimension %u of the loop is %lld", i, (long long)space->dims[i]);
	const uint32_t outer = space->row_rank ? space->rank - space->row_rank - space->column_rank : space->rank;
	int64_t columns;
	loop->rank = loop->map_rank = space->rank;
	loop->row_rank = space->row_rank;
	loop->width = loop->blocks = 1;
	memcpy(loop->dims, space->dims, sizeof loop->dims);
	for (uint32_t i = 0; i < space->rank; i++)
		loop->order[i] = (struct loop_dim){ i, 1 };
	if (!product(loop->dims, outer, &loop->outer) || !product(loop->dims + outer, loop->rank - outer, &loop->inner) ||
		!product(loop->dims + (loop->rank - space->column_rank), space->column_rank, &columns) ||
		__builtin_mul_overflow(loop->outer, loop->inner, &loop->total) || loop->total > MOST_ELEMENTS ||
		__builtin_mul_overflow(loop->outer, columns, &columns) || columns > MOST_ELEMENTS)
		return kernels_hlo__refuse(op, "the loop has too many elements");
	if (space->column_rank)
		kernels_hlo__loop_columns(loop, space->column_rank);
	return true;
}

/* The number of dimensions outside of a row. */
static uint32_t split(const struct hlo_loop *loop) { return loop->row_rank ? loop->rank - loop->row_rank : loop->rank; }

/* ---- maps */

static bool all_zero(const int64_t *strides, uint32_t begin, uint32_t end)
{
	for (uint32_t i = begin; i < end; i++)
		if (strides[i] != 0)
			return false;
	return true;
}

/* Strides of dimensions of one element do not matter. */
static enum loop_kind kind_of_map(const struct hlo_loop *loop, const int64_t *strides)
{
	if (all_zero(strides, 0, loop->rank))
		return LOOP_SCALAR;
	return loop->row_rank && all_zero(strides, split(loop), loop->rank - loop->width_rank) ? LOOP_ROW : LOOP_FULL;
}

/* The dimensions of row values: without those that are reduced. */
static uint32_t row_dims(const struct hlo_loop *loop, const int64_t *strides, int64_t *out_dims, int64_t *out_strides)
{
	uint32_t rank = 0;
	for (uint32_t i = 0; i < loop->rank; i++)
		if (i < split(loop) || i >= loop->rank - loop->width_rank) {
			out_dims[rank] = loop->dims[i];
			out_strides[rank++] = strides[i];
		}
	return rank;
}

static bool check_map(struct hlo_op *op, const struct hlo_loop *loop, uint32_t operand, const int64_t *map)
{
	enum loop_kind kind = kind_of_map(loop, map + 1);
	/* scalars and row values are read even if rows are empty */
	bool empty = kind == LOOP_FULL ? loop->total == 0 : loop->outer == 0;
	bool fits = empty;
	if (!empty && kind == LOOP_FULL) {
		fits = kernels_hlo__access_fits(map[0], loop->rank, loop->dims, map + 1, op->operands[operand].elements);
	} else if (!empty) {
		int64_t dims[KERNELS_MAX_RANK], strides[KERNELS_MAX_RANK];
		const uint32_t rank = row_dims(loop, map + 1, dims, strides);
		fits = kernels_hlo__access_fits(map[0], rank, dims, strides, op->operands[operand].elements);
	}
	char text[HLO_TYPE_TEXT];
	return fits || kernels_hlo__refuse(op, "the map of operand %u leads outside of %s", operand,
			       kernels_hlo__type_text(&op->operands[operand], text));
}

void kernels_hlo__loop_map(const struct hlo_loop *loop, const struct kernels_array *maps, uint32_t i, int64_t *out)
{
	const size_t words = loop->map_rank + 1u;
	const unsigned char *map = maps->elements + 8 * i * words;
	out[0] = kernels_load_i64(map);
	for (uint32_t k = 0; k < loop->rank; k++) {
		const int64_t stride = kernels_load_i64(map + 8 * (loop->order[k].from + 1));
		/* a stride that is too large is one that leads outside */
		if (loop->dims[k] == 1)
			out[k + 1] = 0;
		else if (__builtin_mul_overflow(stride, loop->order[k].scale, &out[k + 1]))
			out[k + 1] = INT64_MAX;
	}
}

static void set_argument(struct hlo_loop *loop, uint32_t argument, const int64_t *map, bool unchecked)
{
	struct loop_argument *a = &loop->arguments[argument];
	const int64_t *strides = map + 1;
	uint32_t outer = split(loop);
	a->size = (uint8_t)kernels_dtype_size(loop->body->dtypes[argument]);
	a->kind = (uint8_t)kind_of_map(loop, strides);
	a->same_rows = loop->row_rank && a->kind == LOOP_FULL && all_zero(strides, 0, outer) && !(loop->columns && loop->outer == 1);
	if (unchecked || (a->kind == LOOP_FULL ? loop->total == 0 : loop->outer == 0))
		kernels_hlo__access_init(&a->access, 0, 0, NULL, NULL); /* is not read by this; its strides were not checked */
	else if (a->same_rows)
		kernels_hlo__access_init(&a->access, map[0], loop->row_rank, loop->dims + outer, strides + outer);
	else if (a->kind == LOOP_FULL)
		kernels_hlo__access_init(&a->access, map[0], loop->rank, loop->dims, strides);
	else {
		int64_t dims[KERNELS_MAX_RANK], kept[KERNELS_MAX_RANK];
		const uint32_t rank = row_dims(loop, strides, dims, kept);
		kernels_hlo__access_init(&a->access, map[0], rank, dims, kept);
	}
}

/* ---- a row where the program has none: repeated operands are then row values, or equal in all rows */

static void count_zeros(const struct hlo_loop *loop, const int64_t *strides, uint32_t *leading, uint32_t *trailing)
{
	uint32_t rank = loop->rank;
	*leading = *trailing = 0;
	while (*leading < rank && (strides[*leading] == 0 || loop->dims[*leading] == 1))
		++*leading;
	while (*trailing < rank && (strides[rank - 1 - *trailing] == 0 || loop->dims[rank - 1 - *trailing] == 1))
		++*trailing;
}

static bool try_rows(struct hlo_loop *loop, uint32_t row_rank)
{
	int64_t inner = 1, outer = 1;
	for (uint32_t i = 0; i < loop->rank; i++)
		*(i + row_rank < loop->rank ? &outer : &inner) *= loop->dims[i];
	if (row_rank == 0 || row_rank >= loop->rank || inner < 8 || outer < 64)
		return false;
	loop->row_rank = row_rank;
	loop->outer = outer;
	loop->inner = inner;
	return true;
}

/* Returns whether the loop has other rows now. */
static bool choose_rows(struct hlo_loop *loop, const struct kernels_array *maps, uint32_t operands)
{
	int64_t map[KERNELS_MAX_RANK + 1];
	if (loop->row_rank || loop->computed || loop->total == 0)
		return false;
	const bool joins = kernels_hlo__has_joins(loop->body);
	for (uint32_t i = 0; i < operands; i++) {
		uint32_t leading, trailing;
		if (joins && kernels_hlo__only_joins_use(loop->body, i))
			continue; /* few elements, as a rule */
		kernels_hlo__loop_map(loop, maps, i, map);
		count_zeros(loop, map + 1, &leading, &trailing);
		if (leading < loop->rank && ((trailing && try_rows(loop, trailing)) || (leading && try_rows(loop, loop->rank - leading))))
			return true;
	}
	return false;
}

/* ---- arguments and results */

static bool check_arguments(
	struct hlo_op *op, const struct hlo_loop *loop, const struct kernels_array *maps, enum kernels_dtype computed)
{
	const struct hlo_expr *body = loop->body;
	uint32_t operands = op->operand_count - loop->first_operand, words = loop->map_rank + 1;
	if (body->argument_count != operands + loop->computed || body->result_count != op->result_count)
		return kernels_hlo__refuse(op, "the body has %u arguments and %u results, expected %u and %u",
			body->argument_count, body->result_count, operands + loop->computed, op->result_count);
	if (maps->count != (size_t)operands * words)
		return kernels_hlo__refuse(op, "the maps have %zu elements, expected %u for each of %u operands", maps->count,
			words, operands);
	if (loop->computed && body->dtypes[0] != computed)
		return kernels_hlo__refuse(op, "argument 0 of the body is %s, expected %s", kernels_dtype_name(body->dtypes[0]),
			kernels_dtype_name(computed));
	const bool joins = kernels_hlo__has_joins(body);
	for (uint32_t i = 0; i < operands; i++) {
		int64_t map[KERNELS_MAX_RANK + 1];
		uint32_t operand = loop->first_operand + i;
		enum kernels_dtype dtype = body->dtypes[i + loop->computed];
		if (dtype != op->operands[operand].dtype)
			return kernels_hlo__refuse(op, "argument %u of the body is %s, but operand %u %s", i + loop->computed,
				kernels_dtype_name(dtype), operand, kernels_dtype_name(op->operands[operand].dtype));
		kernels_hlo__loop_map(loop, maps, i, map);
		if (!(joins && kernels_hlo__only_joins_use(body, i + loop->computed)) && !check_map(op, loop, operand, map))
			return false;
	}
	return true;
}

/* The kinds of all values for the rows of the loop; `steps` too. Returns false after kernels_hlo__refuse(). */
static bool find_kinds(struct hlo_op *op, const struct hlo_loop *loop, enum loop_kind *kinds)
{
	const struct hlo_expr *body = loop->body;
	uint32_t first = body->argument_count;
	for (uint32_t i = 0; i < first; i++)
		kinds[i] = loop->arguments[i].kind;
	for (uint32_t i = 0; i < body->step_count; i++) {
		const struct hlo_expr_step *step = &body->steps[i];
		enum loop_kind kind = LOOP_SCALAR;
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
			kind = kinds[step->operands[k]] > kind ? kinds[step->operands[k]] : kind;
		if (step->opcode == HLO_STEP_IOTA) {
			if (loop->columns)
				return kernels_hlo__refuse(op, "iota in a loop with columns");
			if (step->dimension >= loop->rank)
				return kernels_hlo__refuse(
					op, "iota of dimension %u in a loop of rank %u", step->dimension, loop->rank);
			kind = loop->row_rank && step->dimension < split(loop) ? LOOP_ROW : LOOP_FULL;
		}
		if (step->opcode == HLO_STEP_JOIN) {
			if (loop->columns)
				return kernels_hlo__refuse(op, "join in a loop with columns");
			if (step->dimension >= loop->rank)
				return kernels_hlo__refuse(
					op, "join along dimension %u in a loop of rank %u", step->dimension, loop->rank);
			kind = kind < LOOP_FULL && loop->row_rank && step->dimension < split(loop) ? LOOP_ROW : LOOP_FULL;
		}
		if (step->opcode == HLO_STEP_REDUCE) {
			if (loop->row_rank == 0)
				return kernels_hlo__refuse(op, "reduce in a loop without rows");
			if (kinds[step->operands[1]] == LOOP_FULL)
				return kernels_hlo__refuse(op, "the initial value of reduce differs in a row");
			kind = LOOP_ROW;
		}
		kinds[first + i] = kind;
	}
	return true;
}

/* Each result has an element for each of the space, or, of a row value or a scalar, for each row. */
static bool check_results(struct hlo_op *op, const struct hlo_loop *loop, const enum loop_kind *kinds, enum loop_kind *wanted)
{
	const int64_t row_values = loop->outer * loop->width;
	for (uint32_t i = 0; i < op->result_count; i++) {
		struct hlo_type *result = &op->results[i];
		enum loop_kind kind = kinds[loop->body->results[i]];
		enum kernels_dtype dtype = hlo_expr_result(loop->body, i);
		if (dtype != result->dtype)
			return kernels_hlo__refuse(op, "result %u of the body is %s, but the result %s", i, kernels_dtype_name(dtype),
				kernels_dtype_name(result->dtype));
		bool rows = loop->row_rank && kind != LOOP_FULL && result->elements == row_values;
		if (!rows && result->elements != loop->total) {
			char text[HLO_TYPE_TEXT];
			return kernels_hlo__refuse(op, "result %u has the type %s, expected %lld elements", i,
				kernels_hlo__type_text(result, text),
				(long long)(kind == LOOP_FULL || !loop->row_rank ? loop->total : row_values));
		}
		wanted[i] = rows ? LOOP_ROW : LOOP_FULL;
	}
	return true;
}

static void set_arguments(struct hlo_loop *loop, const struct kernels_array *maps)
{
	int64_t map[KERNELS_MAX_RANK + 1];
	const bool joins = kernels_hlo__has_joins(loop->body);
	if (loop->computed) {
		struct loop_argument *a = &loop->arguments[0];
		a->kind = LOOP_FULL;
		a->same_rows = false;
		a->size = (uint8_t)kernels_dtype_size(loop->body->dtypes[0]);
		a->access.offset = 0;
		a->access.rank = 1;
		a->access.count[0] = loop->total;
		a->access.stride[0] = 1;
	}
	for (uint32_t i = loop->computed; i < loop->body->argument_count; i++) {
		kernels_hlo__loop_map(loop, maps, i - loop->computed, map);
		set_argument(loop, i, map, joins && kernels_hlo__only_joins_use(loop->body, i));
	}
}

static void find_last_reads(struct hlo_loop *loop)
{
	for (uint32_t i = 0; i < loop->body->argument_count; i++)
		loop->arguments[i].last_read = 0;
	for (uint32_t i = 0; i < loop->instruction_count; i++) {
		const struct loop_instruction *in = &loop->instructions[i];
		for (uint32_t k = 0; k < loop_operands(in); k++) {
			const struct loop_place *place = &loop->places[in->in[k]];
			if (place->base == LOOP_INPUT)
				loop->arguments[place->index].last_read = i;
		}
	}
	for (uint32_t i = 0; i < loop->piece_count; i++) /* instructions after the join may read the elements in place */
		if (loop->pieces[i].value < loop->body->argument_count)
			loop->arguments[loop->pieces[i].value].last_read = LOOP_NONE;
}

static bool plan_values(struct hlo_loop *loop, struct hlo_op *op, const struct kernels_array *maps, uint8_t *scratch)
{
	uint32_t values = loop->body->argument_count + loop->body->step_count;
	enum loop_kind *kinds = (enum loop_kind *)(void *)scratch, *wanted = kinds + values;
	set_arguments(loop, maps);
	if (!find_kinds(op, loop, kinds) || !check_results(op, loop, kinds, wanted))
		return false;
	if (choose_rows(loop, maps, op->operand_count - loop->first_operand)) {
		set_arguments(loop, maps);
		if (!find_kinds(op, loop, kinds))
			return false;
	}
	loop->by_row = loop->row_rank > 0;
	loop->passes = loop->columns || (loop->by_row && loop->inner > LOOP_LONG_ROW);
	loop->several = !loop->by_row || (!loop->columns && loop->inner <= LOOP_SHORT_ROW);
	if (!kernels_hlo__joins_plan(loop, op, maps, kinds) || !kernels_hlo__loop_emit(loop, op, kinds, wanted))
		return false;
	kernels_hlo__loop_compile(loop);
	if (!kernels_hlo__loop_layout(loop) || !kernels_hlo__loop_find_addresses(loop))
		return kernels_hlo__refuse(op, "out of memory");
	find_last_reads(loop);
	return true;
}

static bool plan_all(struct hlo_loop *loop, struct hlo_op *op, const char *body_name, const char *maps_name,
	const struct hlo_loop_space *space)
{
	struct kernels_string text;
	struct kernels_array maps;
	char message[300];
	if (!read_space(loop, op, space) || !kernels_hlo__text(op, body_name, &text) ||
		!kernels_hlo__array(op, maps_name, KERNELS_I64, &maps))
		return false;
	loop->body = kernels_hlo__expr_parse_loop(text, op->allocator, message, sizeof message);
	if (!loop->body)
		return kernels_hlo__refuse(op, "attribute %s: %s", body_name, message);
	if (!check_arguments(op, loop, &maps, space->computed))
		return false;
	size_t arguments = loop->body->argument_count, values = arguments + loop->body->step_count;
	size_t scratch_size = (values + loop->body->result_count + 1) * sizeof(enum loop_kind);
	uint8_t *scratch = async_alloc(op->allocator, scratch_size, 16);
	bool good = (make_arguments(loop, arguments) && scratch) || kernels_hlo__refuse(op, "out of memory");
	good = good && plan_values(loop, op, &maps, scratch);
	if (scratch)
		async_free(op->allocator, scratch, scratch_size, 16);
	return good;
}

struct hlo_loop *kernels_hlo__loop_plan(
	struct hlo_op *op, const char *body, const char *maps, const struct hlo_loop_space *space)
{
	struct hlo_loop *loop = async_alloc(op->allocator, sizeof *loop, 16);
	if (!loop) {
		kernels_hlo__refuse(op, "out of memory");
		return NULL;
	}
	*loop = (struct hlo_loop){ .allocator = op->allocator, .first_operand = space->first_operand,
		.computed = space->computed != KERNELS_DTYPE_INVALID };
	if (plan_all(loop, op, body, maps, space) )
		return loop;
	kernels_hlo__loop_destroy(loop);
	return NULL;
}
