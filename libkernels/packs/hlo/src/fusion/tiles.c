/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Execution of a loop, tile by tile. */
#include "expr/convert.h"
#include "fusion/edges.h"
#include "fusion/join.h"
#include "fusion/tile.h"
#include "layout/copy.h"
#include "layout/pick.h"
#include <kernels/stop.h>
#include <string.h>

/* ---- addresses */

static uint64_t index_of(const struct loop_tile *t, const struct loop_place *place)
{
	switch (place->step) {
	case LOOP_BY_ROW: return t->row * (uint64_t)t->loop->width;
	case LOOP_BY_ELEMENT: return t->first;
	case LOOP_IN_ROW: return t->first - t->row * (uint64_t)t->loop->inner;
	default: return 0;
	}
}

/* Addresses of the places that move. `computed`: of argument 0 at this tile; NULL: in the inputs. */
static void move(const struct loop_tile *t, const void *computed)
{
	for (uint32_t k = 0; k < t->loop->moving_count; k++) {
		const uint32_t i = t->loop->addressed[k];
		const struct loop_place *place = &t->loop->places[i];
		int64_t index = (int64_t)index_of(t, place);
		if (place->base == LOOP_INPUT && place->index == 0 && computed)
			t->at[i] = (void *)(uintptr_t)computed;
		else if (place->base == LOOP_INPUT)
			t->at[i] = (char *)(uintptr_t)t->inputs[place->index] + (place->offset + index) * (int64_t)place->size;
		else if (place->base == LOOP_OUTPUT)
			t->at[i] = (char *)t->outputs[place->index] + index * (int64_t)place->size;
		else
			t->at[i] = t->workspace + place->offset + index * (int64_t)place->size;
	}
}

static void place_still(const struct loop_tile *t)
{
	for (uint32_t k = t->loop->moving_count; k < t->loop->addressed_count; k++) {
		const uint32_t i = t->loop->addressed[k];
		const struct loop_place *place = &t->loop->places[i];
		if (place->base == LOOP_SLOT)
			t->at[i] = t->workspace + place->offset;
		else if (place->base == LOOP_FIXED)
			t->at[i] = (void *)(uintptr_t)t->loop->body->steps[place->index].constant;
		else if (place->base == LOOP_INPUT && place->step == LOOP_STILL)
			t->at[i] = (char *)(uintptr_t)t->inputs[place->index] + place->offset * (int64_t)place->size;
	}
}

/* ---- instructions */

/* Of a tile at the ends of rows. */
static void read_edges(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct loop_argument *a = &t->loop->arguments[in->index];
	char *copy = t->workspace + t->loop->places[in->out].offset;
	for (size_t i = 0; i < t->n; i++, copy += a->size) {
		const uint64_t at = t->first + i * (uint64_t)t->loop->edge_row;
		const void *from = kernels_hlo__access_read(&a->access, t->inputs[in->index], a->size, at, 1, copy);
		if (from != copy)
			memcpy(copy, from, a->size);
	}
	t->at[in->out] = t->workspace + t->loop->places[in->out].offset;
}

static void read(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct loop_argument *a = &t->loop->arguments[in->index];
	const struct hlo_loop *loop = t->loop;
	char *copy = t->workspace + loop->places[in->out].offset;
	const void *operand = t->inputs[in->index];
	if (a->same_rows && loop->several) { /* hoisted: the row of every block */
		const size_t row = (size_t)loop->inner * a->size;
		const void *from = kernels_hlo__access_read(&a->access, operand, a->size, 0, (size_t)loop->inner, copy);
		for (size_t r = from == copy; r < loop->rows; r++)
			memcpy(copy + r * row, from, row);
		return;
	}
	const uint64_t in_row = t->first - t->row * (uint64_t)loop->inner;
	uint64_t first = in->kind == LOOP_ROW ? t->row * (uint64_t)loop->width : a->same_rows ? in_row : t->first;
	t->at[in->out] = (void *)(uintptr_t)kernels_hlo__access_read(
		&a->access, operand, a->size, first, loop_count_of(t, in->kind), copy);
}

/* The numbers first, first + 1, ... of integers that take 4 bytes, or i64; a constant number at a time, for vectors. */
#define COUNT_UP(T) \
	for (; n - k >= AT_ONCE; k += AT_ONCE) \
		for (size_t j = 0; j < AT_ONCE; j++) \
			((T *)numbers)[k + j] = (T)(first + k) + (T)j; \
	for (; k < n; k++) \
		((T *)numbers)[k] = (T)(first + k);
static void count_up(void *numbers, bool four, uint64_t first, size_t n)
{
	enum { AT_ONCE = 16 };
	size_t k = 0;
	if (four) {
		COUNT_UP(uint32_t)
	} else {
		COUNT_UP(uint64_t)
	}
}

/* As iota(), of integers that count_up() knows. */
static void iota_runs(char *out, size_t size, size_t n, uint64_t count, uint64_t repeat, uint64_t number, uint64_t left)
{
	const char *end = out + n * size;
	for (size_t some; out < end; out += some * size) {
		const size_t rest = (size_t)(end - out) / size;
		const uint32_t narrow = (uint32_t)number;
		some = repeat == 1 ? (size_t)(count - number < rest ? count - number : rest) : (size_t)(left < rest ? left : rest);
		if (repeat == 1) {
			count_up(out, size == 4, number, some);
			number = 0;
			continue;
		}
		kernels_hlo__fill(out, size == 4 ? (const void *)&narrow : &number, size, (int64_t)some);
		number = number + 1 < count ? number + 1 : 0;
		left = repeat;
	}
}

/* Numbers of a dimension that repeats after `count`, each `repeat` times. */
static void iota(void *out, enum kernels_dtype dtype, uint64_t first, size_t n, uint64_t count, uint64_t repeat)
{
	enum { BLOCK = 256 };
	int64_t numbers[BLOCK];
	size_t size = kernels_dtype_size(dtype);
	uint64_t number = first / repeat % count, left = repeat - first % repeat;
	if (hlo_is_integer(dtype) && (size == 4 || size == 8)) {
		iota_runs(out, size, n, count, repeat, number, left);
		return;
	}
	for (size_t i = 0; i < n; i += BLOCK) {
		size_t some = n - i < BLOCK ? n - i : BLOCK;
		if (repeat == 1 && count - number > some) {
			count_up(numbers, false, number, some);
			number += some;
		} else
			for (size_t k = 0; k < some; k++) {
				numbers[k] = (int64_t)number;
				if (--left == 0) {
					left = repeat;
					number = number + 1 < count ? number + 1 : 0;
				}
			}
		kernels_hlo__convert(dtype, (char *)out + i * size, KERNELS_I64, numbers, some);
	}
}

static void run_iota(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct hlo_loop *loop = t->loop;
	uint32_t dimension = loop->body->steps[in->index].dimension;
	uint32_t end = in->kind == LOOP_ROW ? loop->rank - loop->row_rank : loop->rank;
	uint64_t repeat = 1;
	size_t n = loop_count_of(t, in->kind);
	for (uint32_t d = dimension + 1; n > 0 && d < end; d++)
		repeat *= (uint64_t)loop->dims[d];
	if (n > 0)
		iota(t->at[in->out], loop->body->dtypes[loop->body->argument_count + in->index],
			in->kind == LOOP_ROW ? t->row : t->first, n, (uint64_t)loop->dims[dimension], repeat);
}

static void expand(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct hlo_loop *loop = t->loop;
	if (loop->columns) {
		const size_t run = loop->places[in->out].size * (size_t)loop->width;
		for (size_t at = 0; at < loop->tile; at += (size_t)loop->width)
			memcpy((char *)t->at[in->out] + at / (size_t)loop->width * run, t->at[in->in[0]], run);
		return;
	}
	size_t size = t->loop->places[in->out].size, inner = t->loop->several ? (size_t)t->loop->inner : t->loop->tile;
	kernels_hlo__fill_runs(t->at[in->out], t->at[in->in[0]], (int64_t)size, size, inner, t->rows);
}

static struct hlo_fold_state *state_of(const struct loop_tile *t, uint32_t fold)
{
	return (struct hlo_fold_state *)(void *)(t->workspace + t->loop->states_at + fold * t->loop->state_size);
}

static void fold(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct hlo_fold *f = &t->loop->folds[in->index];
	const size_t width = (size_t)t->loop->width;
	switch (in->action) {
	case LOOP_FOLD:
		kernels_hlo__fold_rows(f, t->at[in->out], t->at[in->in[0]], t->rows, (size_t)t->loop->inner, t->at[in->in[1]],
			in->in[2] != 0);
		break;
	case LOOP_FOLD_BEGIN:
		kernels_hlo__fold_begin(f, state_of(t, in->index), (uint64_t)t->loop->inner / width, width, t->at[in->in[1]]);
		break;
	case LOOP_FOLD_ADD:
		kernels_hlo__fold_add(f, state_of(t, in->index), t->at[in->in[0]], t->n / width);
		break;
	default:
		kernels_hlo__fold_end(f, state_of(t, in->index), t->at[in->out], t->at[in->in[1]]);
	}
}

static void scatter(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct hlo_loop *loop = t->loop;
	const uint64_t width = (uint64_t)loop->width, first = (t->first - t->row * (uint64_t)loop->inner) / width;
	const size_t size = loop->places[in->out].size;
	const char *from = t->at[in->in[0]];
	for (uint64_t i = 0; i < t->n / width; i++, from += width * size)
		memcpy((char *)t->outputs[in->index] + kernels_hlo__loop_run_start(loop, t->row, first + i) * size, from, width * size);
}

static void join(const struct loop_tile *t, const struct loop_instruction *in)
{
	const struct hlo_loop *loop = t->loop;
	const struct loop_place *place = &loop->places[in->out];
	void *copy = place->base == LOOP_SLOT ? t->workspace + place->offset : t->at[in->out];
	const uint64_t first = in->kind == LOOP_ROW ? t->row : t->first;
	const size_t n = loop_count_of(t, in->kind);
	const struct loop_join *pieces = &loop->joins[in->index];
	const void *from = NULL;
	if (t->edges) {
		kernels_hlo__edges_gather(loop, pieces, t->at, t->inputs, first, n, place->size, copy);
		from = copy;
	} else if (loop->edge_row)
		from = kernels_hlo__edges_read(loop, pieces, t->at, t->inputs, first, n, place->size);
	if (!from)
		from = kernels_hlo__join_read(loop, pieces, t->at, t->inputs, first, n, place->size, copy);
	if (place->base == LOOP_SLOT && loop->joins[in->index].carried == LOOP_NONE)
		t->at[in->out] = (void *)(uintptr_t)from;
	else if (from != copy)
		memcpy(copy, from, n * place->size);
}

static void run_rows(const struct loop_tile *t, const struct loop_instruction *in)
{
	const size_t inner = (size_t)t->loop->inner, size = t->loop->places[in->out].size;
	const char *at[3];
	size_t step[3];
	for (uint32_t k = 0; k < 3; k++) {
		const struct loop_place *place = &t->loop->places[in->in[k]];
		at[k] = t->at[in->in[k]];
		step[k] = k == in->index ? place->size : place->size * inner;
	}
	for (size_t r = 0; r < t->rows; r++) {
		const void *operands[3] = { at[0] + r * step[0], at[1] + r * step[1], at[2] + r * step[2] };
		in->run((char *)t->at[in->out] + r * inner * size, operands, inner, in->primitive);
	}
}

static void run_instructions(const struct loop_tile *t, uint32_t begin, uint32_t end)
{
	const struct loop_instruction *in = t->loop->instructions + begin;
	for (uint32_t i = begin; i < end; i++, in++) {
		void *out = t->at[in->out];
		switch (in->action) {
		case LOOP_RUN: {
			const void *operands[3] = { t->at[in->in[0]], t->at[in->in[1]], t->at[in->in[2]] };
			in->run(out, operands, loop_count_of(t, in->kind), in->primitive);
			break;
		}
		case LOOP_RUN_ROWS:
			run_rows(t, in);
			break;
		case LOOP_READ:
			(t->edges ? read_edges : read)(t, in);
			break;
		case LOOP_IOTA:
			run_iota(t, in);
			break;
		case LOOP_FILL:
			kernels_hlo__fill(out, t->at[in->in[0]], t->loop->places[in->out].size,
				(int64_t)(in->kind == LOOP_FULL ? t->loop->tile : t->loop->rows * (size_t)t->loop->width));
			break;
		case LOOP_EXPAND:
			expand(t, in);
			break;
		case LOOP_CODE:
			kernels_hlo__tile_code(t, in);
			i += t->loop->codes[in->index].steps;
			in += t->loop->codes[in->index].steps;
			break;
		case LOOP_COPY:
			if (out != t->at[in->in[0]])
				memcpy(out, t->at[in->in[0]], loop_count_of(t, in->kind) * t->loop->places[in->out].size);
			break;
		case LOOP_SCATTER:
			scatter(t, in);
			break;
		case LOOP_JOIN:
			join(t, in);
			break;
		default:
			fold(t, in);
		}
	}
}

/* ---- ranges */

static struct loop_tile tile_of(void *workspace)
{
	const struct loop_head *head = workspace;
	return (struct loop_tile){ .loop = head->loop, .workspace = workspace,
		.at = (void **)(void *)((char *)workspace + head->loop->places_at), .inputs = head->inputs, .outputs = head->outputs };
}

void kernels_hlo__loop_begin(
	const struct hlo_loop *loop, const void *const *inputs, void *const *outputs, void *workspace)
{
	*(struct loop_head *)workspace = (struct loop_head){ loop, inputs, outputs };
	struct loop_tile t = tile_of(workspace);
	t.rows = loop->rows;
	t.n = loop->tile;
	place_still(&t);
	if (loop->outer > 0)
		run_instructions(&t, 0, loop->hoisted);
}

/* One row in passes over its tiles. */
static void run_long_row(struct loop_tile *t, uint64_t row)
{
	const struct hlo_loop *loop = t->loop;
	uint64_t begin = row * (uint64_t)loop->inner, end = begin + (uint64_t)loop->inner;
	uint32_t did = 0;
	t->row = row;
	t->rows = 1;
	for (uint32_t i = 0; i < loop->segment_count; i++) {
		const struct loop_segment *segment = &loop->segments[i];
		t->first = begin;
		do {
			t->n = end - t->first < loop->tile ? (size_t)(end - t->first) : loop->tile;
			if (segment->tiles && t->n == 0)
				break;
			move(t, NULL);
			run_instructions(t, segment->begin, segment->end);
			if (kernels_stops(&did, t->n * (segment->end - segment->begin)))
				return;
			t->first += t->n;
		} while (segment->tiles && t->first < end);
	}
}

/* The arguments and results in order are tiles of the workspace, read from memory before the instructions or written behind them. */
static void move_edges(const struct loop_tile *t, enum loop_base base)
{
	const struct hlo_loop *loop = t->loop;
	char *tile = t->workspace + loop->edges_at;
	for (uint32_t i = 0; i < loop->place_count; i++) {
		const struct loop_place *place = &loop->places[i];
		if (!loop_place_moves(place))
			continue;
		t->at[i] = tile;
		if (place->base == base && base == LOOP_INPUT) {
			const char *from = (const char *)t->inputs[place->index] + (place->offset + (int64_t)t->first) * (int64_t)place->size;
			kernels_hlo__copy_elements(tile, 1, from, loop->edge_row, place->size, t->n);
		} else if (place->base == base) {
			char *to = (char *)t->outputs[place->index] + t->first * place->size;
			kernels_hlo__copy_elements(to, loop->edge_row, tile, 1, place->size, t->n);
		}
		tile += loop_edge_size(loop, place);
	}
}

/* The elements of one column in [begin, end). */
static void run_column(struct loop_tile *t, uint64_t column, uint64_t begin, uint64_t end)
{
	const struct hlo_loop *loop = t->loop;
	const uint64_t row = (uint64_t)loop->edge_row;
	uint64_t at = begin <= column ? column : column + (begin - column + row - 1) / row * row;
	for (; at < end && !kernels_stopped(); at += t->n * row) {
		const uint64_t left = (end - at + row - 1) / row;
		t->first = at;
		t->n = t->rows = left < loop->tile ? (size_t)left : loop->tile;
		move_edges(t, LOOP_INPUT);
		for (uint32_t i = 0; i < loop->segment_count; i++)
			run_instructions(t, loop->segments[i].begin, loop->segments[i].end);
		move_edges(t, LOOP_OUTPUT);
	}
}

/* The elements [begin, end): in order, then the ends of rows. */
static void run_rows_with_edges(struct loop_tile *t, uint64_t begin, uint64_t end)
{
	const struct hlo_loop *loop = t->loop;
	uint32_t did = 0;
	for (uint64_t at = begin; at < end; at += t->n) {
		t->n = end - at < loop->tile ? (size_t)(end - at) : loop->tile;
		t->n = t->rows = kernels_hlo__edges_run(loop, at, t->n);
		t->row = t->first = at;
		move(t, NULL);
		for (uint32_t i = 0; i < loop->segment_count; i++)
			run_instructions(t, loop->segments[i].begin, loop->segments[i].end);
		if (kernels_stops(&did, t->n * loop->instruction_count))
			return;
	}
	t->edges = true;
	for (int64_t c = 0; c < loop->edge_low; c++)
		run_column(t, (uint64_t)c, begin, end);
	for (int64_t c = loop->edge_row - loop->edge_high; c < loop->edge_row; c++)
		run_column(t, (uint64_t)c, begin, end);
	t->edges = false;
}

void kernels_hlo__loop_run(
	const struct hlo_loop *loop, void *workspace, size_t begin, size_t end, const void *computed)
{
	struct loop_tile t = tile_of(workspace);
	const size_t inner = loop->by_row ? (size_t)loop->inner : 1;
	uint32_t did = 0;
	if (loop->passes) {
		for (size_t row = begin; row < end; row++) {
			run_long_row(&t, row);
			if (kernels_stops(&did, inner * loop->instruction_count))
				return;
		}
		return;
	}
	if (loop->edge_row) {
		run_rows_with_edges(&t, begin, end);
		return;
	}
	for (size_t row = begin; row < end; row += t.rows) {
		const size_t left = loop->run ? loop->run - row % loop->run : loop->rows;
		t.rows = left < loop->rows ? left : loop->rows;
		t.rows = end - row < t.rows ? end - row : t.rows;
		t.row = row;
		t.first = row * inner;
		t.n = t.rows * inner;
		move(&t, computed);
		for (uint32_t i = 0; i < loop->segment_count; i++)
			run_instructions(&t, loop->segments[i].begin, loop->segments[i].end);
		if (kernels_stops(&did, t.n * loop->instruction_count))
			return;
		if (computed)
			computed = (const char *)computed + t.n * loop->arguments[0].size;
	}
}

/* ---- figures */

size_t kernels_hlo__loop_units(const struct hlo_loop *loop) { return (size_t)(loop->by_row ? loop->outer : loop->total); }
size_t kernels_hlo__loop_block(const struct hlo_loop *loop) { return loop->rows; }
uint64_t kernels_hlo__loop_nanoseconds(const struct hlo_loop *loop) { return loop->nanoseconds; }
size_t kernels_hlo__loop_workspace(const struct hlo_loop *loop) { return loop->workspace; }
