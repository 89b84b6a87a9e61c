/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.loop_fusion against the single kernels: random expressions over views of operands have the same bits. */
#include "arrays.h"
#include "core/op.h"
#include "expr/dtypes.h"

/* ---- values: arrays that single kernels have computed */

enum kind { SCALAR, ROW, FULL };

static struct {
	uint32_t rank, row_rank, column_rank;
	int64_t dims[KERNELS_MAX_RANK], kept[KERNELS_MAX_RANK]; /* kept: of row values */
	int64_t outer, inner, columns, total;
	struct array operands[24], values[64]; /* values: of arguments, then steps, in the shape of their kind */
	enum kind kinds[64];
	uint32_t operand_count, value_count;
	int64_t maps[24 * (KERNELS_MAX_RANK + 1)];
	char body[4000];
	size_t used;
	uint32_t halves, dimension; /* two arguments that are the parts of an array along a dimension; 0: none */
	int64_t at;
} loop;

static uint32_t kind_rank(enum kind kind)
{
	return kind == SCALAR ? 0 : kind == ROW ? loop.rank - loop.row_rank : loop.rank;
}

static const int64_t *kind_dims(enum kind kind) { return kind == ROW ? loop.kept : loop.dims; }

static bool is_reduced(uint32_t dimension)
{
	return dimension < loop.rank - loop.column_rank && dimension >= loop.rank - loop.column_rank - loop.row_rank;
}

/* The dimension of row values that is dimension i of the space. */
static uint32_t kept_dimension(uint32_t i) { return i < loop.rank - loop.column_rank ? i : i - loop.row_rank; }

static void text(const char *format, ...) KERNELS_PRINTF(1, 2);
static void text(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	loop.used += (size_t)vsnprintf(loop.body + loop.used, sizeof loop.body - loop.used, format, list);
	va_end(list);
}

/* The result of a call, which must not fail. */
static struct array taken(void)
{
	const char *error = calls_run();
	if (error) {
		check_report(__FILE__, __LINE__, "unexpected error: %s", error);
		return array_make(KERNELS_F32, 0, NULL);
	}
	const struct array *from = calls_output(0);
	struct array copy = array_make(from->dtype, from->shape.rank, from->shape.dims);
	memcpy(copy.bytes, from->bytes, (size_t)from->elements * kernels_dtype_size(from->dtype));
	return copy;
}

static uint32_t add_value(struct array array, enum kind kind)
{
	loop.values[loop.value_count] = array;
	loop.kinds[loop.value_count] = kind;
	return loop.value_count++;
}

/* `from` in the shape of `kind`: repeated. */
static struct array repeated(uint32_t value, enum kind kind)
{
	int64_t all[KERNELS_MAX_RANK];
	const bool expands = loop.kinds[value] == ROW && kind == FULL;
	for (uint32_t i = 0, k = 0; i < loop.rank; i++)
		if (!expands || !is_reduced(i))
			all[k++] = i;
	calls_begin("hlo.broadcast_in_dim");
	calls_operand(&loop.values[value]);
	calls_ints("broadcast_dimensions", loop.values[value].shape.rank, all);
	calls_result(loop.values[value].dtype, kind_rank(kind), kind_dims(kind));
	return taken();
}

/* ---- operands: views of arrays by slice, reverse, transpose and broadcast_in_dim */

static struct array tame_array(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array array = any_array_of(dtype, rank, dims);
	for (int64_t i = 0; i < array.elements; i++) {
		double value = (double)random_from(-400, 400) / 64;
		if (dtype == KERNELS_F32)
			((float *)array.bytes)[i] = (float)value;
		else if (dtype == KERNELS_F64)
			((double *)array.bytes)[i] = value;
		else if (dtype == KERNELS_BF16)
			((uint16_t *)array.bytes)[i] &= 0xBFFF;
		else if (dtype == KERNELS_I1)
			((uint8_t *)array.bytes)[i] &= 1;
	}
	return array;
}

/* A view of some dimensions of the space; sets the strides and the kind. */
static void add_operand(enum kernels_dtype dtype)
{
	uint32_t order[KERNELS_MAX_RANK], rank = 0, style = (uint32_t)random_below(5);
	int64_t dims[KERNELS_MAX_RANK], start[KERNELS_MAX_RANK], step[KERNELS_MAX_RANK], limit[KERNELS_MAX_RANK];
	int64_t reversed[KERNELS_MAX_RANK], shape[KERNELS_MAX_RANK], permutation[KERNELS_MAX_RANK], strides[KERNELS_MAX_RANK];
	int64_t *map = loop.maps + loop.operand_count * (loop.rank + 1);
	uint32_t reversed_count = 0;
	/* styles: all dimensions in order; those of rows; of one row; any; none */
	for (uint32_t i = 0; i < loop.rank; i++) {
		bool in_row = is_reduced(i);
		if (style == 0 || (style == 1 && !in_row) || (style == 2 && in_row) || (style == 3 && random_below(2)))
			order[rank++] = i;
	}
	for (uint32_t i = rank; style == 3 && i > 1; i--) {
		uint32_t other = (uint32_t)random_below(i), swapped = order[i - 1];
		order[i - 1] = order[other];
		order[other] = swapped;
	}
	for (uint32_t i = 0; i < rank; i++) { /* dimension i of the operand is order[i] of the space */
		bool plain = style < 2 || random_below(2);
		start[i] = plain ? 0 : random_below(3);
		step[i] = plain ? 1 : random_from(1, 2);
		shape[i] = loop.dims[order[i]];
		limit[i] = start[i] + (shape[i] ? (shape[i] - 1) * step[i] + 1 : 0);
		dims[i] = limit[i] + (plain ? 0 : random_below(2));
		if (!plain && random_below(3) == 0)
			reversed[reversed_count++] = i;
	}
	struct array base = tame_array(dtype, rank, dims);
	kernels_hlo__strides(&(struct hlo_type){ .elements = -1, .shape = { base.shape.rank, base.shape.dims } }, strides);
	memset(map, 0, (loop.rank + 1) * sizeof *map);
	for (uint32_t i = 0; i < rank; i++) {
		map[0] += start[i] * strides[i];
		map[1 + order[i]] = step[i] * strides[i];
	}
	for (uint32_t i = 0; i < reversed_count; i++) {
		uint32_t d = (uint32_t)reversed[i];
		map[0] += (shape[d] - 1) * map[1 + order[d]];
		map[1 + order[d]] = -map[1 + order[d]];
	}
	loop.operands[loop.operand_count++] = base;
	text("%s ", kernels_hlo__dtype_name(dtype));
	/* the kind that the kernel infers */
	enum kind kind = SCALAR;
	for (uint32_t i = 0; i < loop.rank; i++)
		if (map[1 + i] != 0 && loop.dims[i] != 1)
			kind = loop.row_rank && !is_reduced(i) && kind != FULL ? ROW : FULL;
	/* slice, reverse, transpose, broadcast */
	calls_begin("hlo.slice");
	calls_operand(&base);
	calls_ints("start_indices", rank, start);
	calls_ints("limit_indices", rank, limit);
	calls_ints("strides", rank, step);
	calls_result(dtype, rank, shape);
	struct array view = taken();
	calls_begin("hlo.reverse");
	operand(view);
	calls_ints("dimensions", reversed_count, reversed);
	calls_result(dtype, rank, shape);
	view = taken();
	int64_t sorted[KERNELS_MAX_RANK], transposed[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < rank; i++)
		sorted[i] = order[i];
	for (uint32_t i = 1; i < rank; i++)
		for (uint32_t k = i; k > 0 && sorted[k - 1] > sorted[k]; k--) {
			int64_t swapped = sorted[k];
			sorted[k] = sorted[k - 1];
			sorted[k - 1] = swapped;
		}
	for (uint32_t i = 0; i < rank; i++)
		for (uint32_t k = 0; k < rank; k++)
			if (order[k] == sorted[i]) {
				permutation[i] = k;
				transposed[i] = shape[k];
			}
	calls_begin("hlo.transpose");
	operand(view);
	calls_ints("permutation", rank, permutation);
	calls_result(dtype, rank, transposed);
	view = taken();
	/* to the shape of its kind, which has the dimensions of the view and perhaps others */
	if (kind != FULL) {
		/* dimensions of one element are left out */
		int64_t kept[KERNELS_MAX_RANK], kept_dims[KERNELS_MAX_RANK];
		uint32_t count = 0;
		for (uint32_t i = 0; i < rank; i++)
			if (kind == ROW && !is_reduced((uint32_t)sorted[i])) {
				kept[count] = kept_dimension((uint32_t)sorted[i]);
				kept_dims[count++] = transposed[i];
			}
		calls_begin("hlo.reshape");
		operand(view);
		calls_result(dtype, count, kept_dims);
		view = taken();
		calls_begin("hlo.broadcast_in_dim");
		operand(view);
		calls_ints("broadcast_dimensions", count, kept);
	} else {
		calls_begin("hlo.broadcast_in_dim");
		operand(view);
		calls_ints("broadcast_dimensions", rank, sorted);
	}
	calls_result(dtype, kind_rank(kind), kind_dims(kind));
	add_value(taken(), kind);
}

/* ---- steps */

static uint32_t value_of(enum kernels_dtype dtype, bool below_full)
{
	uint32_t found = UINT32_MAX;
	int seen = 0;
	for (uint32_t i = 0; i < loop.value_count; i++)
		if (loop.values[i].dtype == dtype && (!below_full || loop.kinds[i] != FULL) && random_below(++seen) == 0)
			found = i;
	return found;
}

static void add_step(const char *name, const char *suffix, uint32_t count, const uint32_t *operands, enum kernels_dtype dtype)
{
	enum kind kind = SCALAR;
	char kernel[40];
	struct array arrays[3];
	for (uint32_t i = 0; i < count; i++)
		kind = loop.kinds[operands[i]] > kind ? loop.kinds[operands[i]] : kind;
	for (uint32_t i = 0; i < count; i++)
		arrays[i] = repeated(operands[i], kind);
	snprintf(kernel, sizeof kernel, "hlo.%s", name);
	text("; %s%s", name, suffix);
	calls_begin(kernel);
	for (uint32_t i = 0; i < count; i++) {
		text(" %u", operands[i]);
		operand(arrays[i]);
	}
	text(" %s", kernels_hlo__dtype_name(dtype));
	if (*suffix) {
		calls_text("comparison_direction", "LT");
		calls_text("compare_type", "NOTYPE");
	}
	calls_result(dtype, kind_rank(kind), kind_dims(kind));
	add_value(taken(), kind);
}

static void add_iota(enum kernels_dtype dtype)
{
	uint32_t dimension = (uint32_t)random_below(loop.rank);
	enum kind kind = loop.row_rank && dimension < loop.rank - loop.row_rank ? ROW : FULL;
	text("; iota %u %s", dimension, kernels_hlo__dtype_name(dtype));
	calls_begin("hlo.iota");
	calls_int("iota_dimension", dimension);
	calls_result(dtype, kind_rank(kind), loop.dims);
	add_value(taken(), kind);
}

static void add_reduce(enum kernels_dtype dtype)
{
	static const char *const names[] = { "add", "maximum", "multiply", "minimum" };
	const char *name = names[random_below(4)], *type = kernels_hlo__dtype_name(dtype);
	uint32_t value = value_of(dtype, false), init = value_of(dtype, true);
	int64_t reduced[KERNELS_MAX_RANK];
	char body[100];
	if (init == UINT32_MAX)
		return;
	for (uint32_t i = 0; i < loop.row_rank; i++)
		reduced[i] = loop.rank - loop.row_rank + i;
	text("; reduce.%s %u %u %s", name, value, init, type);
	/* with initial values that differ from row to row, the rows are reduced one at a time */
	struct array full = repeated(value, FULL), inits = repeated(init, ROW);
	struct array out = array_make(dtype, kind_rank(ROW), kind_dims(ROW));
	size_t size = kernels_dtype_size(dtype);
	snprintf(body, sizeof body, "%s %s; %s 0 1 %s; return 2", type, type, name, type);
	for (int64_t r = 0; r < loop.outer; r++) {
		struct array one = array_make(dtype, loop.row_rank, loop.dims + (loop.rank - loop.row_rank - loop.column_rank));
		struct array first = array_make(dtype, 0, NULL);
		for (int64_t i = 0; i < loop.inner; i++)
			memcpy((char *)one.bytes + (size_t)i * size,
				(char *)full.bytes + (size_t)((r / loop.columns * loop.inner + i) * loop.columns + r % loop.columns) * size,
				size);
		memcpy(first.bytes, (char *)inits.bytes + (size_t)r * size, size);
		calls_begin("hlo.reduce");
		operand(one);
		operand(first);
		calls_text("body", body);
		calls_int("captures", 0);
		for (uint32_t i = 0; i < loop.row_rank; i++)
			reduced[i] = i;
		calls_ints("dimensions", loop.row_rank, reduced);
		calls_result(dtype, 0, NULL);
		struct array row = taken();
		memcpy((char *)out.bytes + (size_t)r * size, row.bytes, size);
		array_free(&row);
	}
	array_free(&full);
	array_free(&inits);
	add_value(out, ROW);
}

/* ---- joins */

/* Two arrays as one: along `dimension` of the arrays of this kind, the elements of a and b that are there. */
static struct array concatenated(struct array a, struct array b, uint32_t dimension, enum kind kind)
{
	calls_begin("hlo.concatenate");
	operand(a);
	operand(b);
	calls_int("dimension", dimension);
	calls_result(a.dtype, kind_rank(kind), kind_dims(kind));
	return taken();
}

static struct array part(struct array from, enum kind kind, uint32_t dimension, int64_t begin, int64_t end)
{
	int64_t start[KERNELS_MAX_RANK] = { 0 }, limit[KERNELS_MAX_RANK], step[KERNELS_MAX_RANK], dims[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < kind_rank(kind); i++) {
		dims[i] = limit[i] = kind_dims(kind)[i];
		step[i] = 1;
	}
	start[dimension] = begin;
	limit[dimension] = end;
	dims[dimension] = end - begin;
	calls_begin("hlo.slice");
	calls_operand(&from);
	calls_ints("start_indices", kind_rank(kind), start);
	calls_ints("limit_indices", kind_rank(kind), limit);
	calls_ints("strides", kind_rank(kind), step);
	calls_result(from.dtype, kind_rank(kind), dims);
	return taken();
}

/* Anywhere, or near an end. */
static int64_t any_cut(int64_t dim)
{
	const int64_t near = random_from(0, dim < 3 ? dim : 3), style = random_below(3);
	return style == 0 ? random_from(0, dim) : style == 1 ? near : dim - near;
}

/* Arguments whose maps lead outside of them, but for the elements that joins need. */
static void add_halves(enum kernels_dtype dtype)
{
	loop.dimension = (uint32_t)random_below(loop.rank);
	loop.at = any_cut(loop.dims[loop.dimension]);
	loop.halves = loop.value_count;
	for (int half = 0; half < 2; half++) {
		int64_t dims[KERNELS_MAX_RANK], strides[KERNELS_MAX_RANK], *map = loop.maps + loop.operand_count * (loop.rank + 1);
		memcpy(dims, loop.dims, sizeof dims);
		dims[loop.dimension] = half ? dims[loop.dimension] - loop.at : loop.at;
		struct array array = tame_array(dtype, loop.rank, dims);
		kernels_hlo__strides(&(struct hlo_type){ .elements = -1, .shape = { loop.rank, dims } }, strides);
		memcpy(map + 1, strides, loop.rank * sizeof *map);
		map[0] = half ? -loop.at * strides[loop.dimension] : 0;
		loop.operands[loop.operand_count++] = array;
		text("%s ", kernels_hlo__dtype_name(dtype));
		add_value((struct array){ .dtype = KERNELS_DTYPE_INVALID }, FULL); /* no step uses it */
	}
}

static void join_halves(void)
{
	const struct array *halves = &loop.operands[loop.halves];
	struct array copies[2];
	for (int half = 0; half < 2; half++) {
		copies[half] = array_make(halves[half].dtype, loop.rank, halves[half].shape.dims);
		memcpy(copies[half].bytes, halves[half].bytes, (size_t)halves[half].elements * kernels_dtype_size(halves[half].dtype));
	}
	text("; join %u %lld %u %u %s", loop.dimension, (long long)loop.at, loop.halves, loop.halves + 1,
		kernels_hlo__dtype_name(halves->dtype));
	add_value(concatenated(copies[0], copies[1], loop.dimension, FULL), FULL);
}

static void add_join(enum kernels_dtype dtype)
{
	const uint32_t a = value_of(dtype, false), b = value_of(dtype, false), dimension = (uint32_t)random_below(loop.rank);
	const bool row = loop.row_rank && !is_reduced(dimension) && loop.kinds[a] != FULL && loop.kinds[b] != FULL;
	const int64_t dim = loop.dims[dimension], at = random_below(10) ? any_cut(dim) : dim + 1, cut = at < dim ? at : dim;
	const enum kind kind = row ? ROW : FULL;
	struct array left = repeated(a, kind), right = repeated(b, kind);
	text("; join %u %lld %u %u %s", dimension, (long long)at, a, b, kernels_hlo__dtype_name(dtype));
	add_value(concatenated(part(left, kind, dimension, 0, cut), part(right, kind, dimension, cut, dim), dimension, kind), kind);
	array_free(&left);
	array_free(&right);
}

static void any_step(enum kernels_dtype dtype)
{
	static const char *const binary[] = { "add", "subtract", "multiply", "maximum", "minimum" };
	uint32_t operands[3] = { value_of(dtype, false), value_of(dtype, false), value_of(dtype, false) };
	uint32_t bit = value_of(KERNELS_I1, false);
	switch (random_below(12)) {
	case 10:
		if (loop.rank > 0 && loop.column_rank == 0)
			add_join(dtype);
		break;
	case 11:
		if (loop.halves)
			join_halves();
		break;
	case 0:
		add_step("negate", "", 1, operands, dtype);
		break;
	case 1:
		if (hlo_is_float(dtype))
			add_step("tanh", "", 1, operands, dtype);
		break;
	case 2:
		text("; constant 0x%x %s", (unsigned)(dtype == KERNELS_F32 ? 0x3FC00000 : dtype == KERNELS_BF16 ? 0x3FC0 : 3),
			kernels_hlo__dtype_name(dtype));
		struct array constant = array_make(dtype, 0, NULL);
		array_set(&constant, 0, dtype == KERNELS_F32 ? 0x3FC00000 : dtype == KERNELS_BF16 ? 0x3FC0 : 3);
		add_value(constant, SCALAR);
		break;
	case 3:
		add_step("compare", hlo_is_float(dtype) ? ".LT.FLOAT" : ".LT.SIGNED", 2, operands, KERNELS_I1);
		break;
	case 4:
		if (bit != UINT32_MAX)
			add_step("select", "", 3, (uint32_t[]){ bit, operands[1], operands[2] }, dtype);
		break;
	case 5:
		if (loop.rank > 0 && loop.column_rank == 0)
			add_iota(dtype);
		break;
	case 6:
	case 7:
		if (loop.row_rank > 0) {
			add_reduce(dtype);
			break;
		}
		/* fall through */
	default:
		add_step(binary[random_below(5)], "", 2, operands, dtype);
	}
}

/* ---- a loop */

static void set_space(uint32_t rank, uint32_t row_rank, uint32_t column_rank, const int64_t *dims)
{
	memset(&loop, 0, sizeof loop);
	loop.rank = rank;
	loop.row_rank = row_rank;
	loop.column_rank = column_rank;
	loop.outer = loop.inner = loop.columns = 1;
	for (uint32_t i = 0, kept = 0; i < rank; i++) {
		loop.dims[i] = dims[i];
		*(is_reduced(i) ? &loop.inner : &loop.outer) *= dims[i];
		loop.columns *= i >= rank - column_rank ? dims[i] : 1;
		if (!is_reduced(i))
			loop.kept[kept++] = dims[i];
	}
	loop.total = loop.outer * loop.inner;
}

/* Results of full and row values; a shape with the same number of elements. */
static void run_loop(uint32_t results, const uint32_t *values, bool give)
{
	calls_begin("hlo.loop_fusion");
	for (uint32_t i = 0; i < loop.operand_count; i++)
		calls_operand(&loop.operands[i]);
	calls_ints("dims", loop.rank, loop.dims);
	calls_int("row_rank", loop.row_rank);
	calls_int("column_rank", loop.column_rank);
	calls_ints("maps", loop.operand_count * (loop.rank + 1), loop.maps);
	calls_text("body", loop.body);
	for (uint32_t i = 0; i < results; i++) {
		const struct array *value = &loop.values[values[i]];
		if (i % 2)
			calls_result(value->dtype, 1, &value->elements);
		else
			calls_result(value->dtype, value->shape.rank, value->shape.dims);
	}
	if (give && loop.operand_count > 1)
		calls_give((uint32_t)random_below(loop.operand_count - 1));
	const char *error = calls_run();
	if (calls_mutating)
		return;
	if (error) {
		check_report(__FILE__, __LINE__, "unexpected error: %s: %s", error, loop.body);
		return;
	}
	for (uint32_t i = 0; i < results; i++) {
		const struct array *value = &loop.values[values[i]];
		size_t size = (size_t)value->elements * kernels_dtype_size(value->dtype);
		if (!CHECK_BYTES(calls_output(i)->bytes, size, value->bytes, size))
			printf("# result %u of %s, rows of %lld, %lld rows\n", i, loop.body, (long long)loop.inner,
				(long long)loop.outer);
	}
}

static void free_loop(void)
{
	for (uint32_t i = 0; i < loop.operand_count; i++)
		array_free(&loop.operands[i]);
	for (uint32_t i = 0; i < loop.value_count; i++)
		array_free(&loop.values[i]);
}

static void one_loop_of(uint32_t rank, uint32_t row_rank, uint32_t column_rank, const int64_t *dims, uint32_t most_steps)
{
	static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_I32, KERNELS_F32, KERNELS_BF16, KERNELS_F32, KERNELS_I8 };
	enum kernels_dtype dtype = types[random_below(6)];
	bool mutating = calls_mutating;
	uint32_t results[8], count = 0;
	calls_mutating = false;
	set_space(rank, row_rank, column_rank, dims);
	for (int64_t i = random_from(1, 4); i > 0; i--)
		add_operand(random_below(6) ? dtype : KERNELS_I1);
	if (value_of(dtype, false) == UINT32_MAX)
		add_operand(dtype);
	if (rank > 0 && column_rank == 0 && random_below(2))
		add_halves(dtype);
	if (loop.halves)
		join_halves(); /* without a join their maps lead outside */
	for (int64_t i = random_from(1, most_steps); i > 0; i--)
		any_step(dtype);
	text("; return");
	for (uint32_t i = loop.value_count; i-- > 0 && count < 4;)
		if (loop.kinds[i] != SCALAR && loop.values[i].dtype != KERNELS_DTYPE_INVALID && (count == 0 || random_below(3) == 0)) {
			results[count++] = i;
			text(" %u", i);
		}
	calls_mutating = mutating;
	if (count > 0)
		run_loop(count, results, random_below(2));
	free_loop();
}

static void one_loop(uint32_t rank, uint32_t row_rank, const int64_t *dims, uint32_t most_steps)
{
	one_loop_of(rank, row_rank, 0, dims, most_steps);
}

static void random_loops(void)
{
	for (int round = 0; round < 500; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		one_loop(rank, (uint32_t)random_below(rank + 1), dims, 12);
	}
}

/* Short rows in blocks, one row at a time, and rows in passes. */
static void rows_of_all_lengths(void)
{
	static const int64_t lengths[] = { 1, 10, 31, 32, 33, 128, 500, 513, 1000, 2048, 2049, 5000 };
	for (int round = 0; round < 60; round++) {
		int64_t inner = lengths[random_below(12)], outer = random_from(1, inner > 600 ? 3 : 70);
		one_loop(2, 1, (int64_t[]){ outer, inner }, 10);
	}
}

/* Longer than a block of a sum. */
static void very_long_rows(void)
{
	for (int round = 0; round < 4; round++)
		one_loop(2, 1, (int64_t[]){ 2, random_from(65530, 65600) * random_from(1, 3) }, 4);
}

static void long_loops(void)
{
	for (int round = 0; round < 12; round++)
		one_loop(3, 0, (int64_t[]){ random_from(1, 70), random_from(1, 40), random_from(1, 40) }, 8);
}

/* Rows whose ends are computed apart. */
static void long_rows_with_ends(void)
{
	for (int round = 0; round < 60; round++) {
		const int64_t length = random_from(48, 160), rows = random_from(8, 30);
		if (round % 2)
			one_loop(2, 0, (int64_t[]){ rows, length }, 8);
		else
			one_loop(3, 0, (int64_t[]){ random_from(1, 5), rows, length }, 8);
	}
}

/* Reductions that keep the last dimensions: in one block of columns, in several, and of numbers that have no divisors. */
static void random_columns(void)
{
	for (int round = 0; round < 250; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		const uint32_t rank = any_dims(dims), rows = rank > 1 ? (uint32_t)random_from(1, rank - 1) : 0;
		one_loop_of(rank, rows, rows ? (uint32_t)random_from(1, rank - rows) : 0, dims, 12);
	}
}

static void columns_of_all_numbers(void)
{
	static const int64_t columns[] = { 1, 2, 31, 64, 127, 128, 131, 192, 256, 320 };
	for (int round = 0; round < 20; round++) {
		const int64_t count = columns[random_below(10)], split = count % 2 ? 1 : 2;
		one_loop_of(4, 1, 2, (int64_t[]){ random_from(1, 3), random_from(0, 80), split, count / split }, 6);
	}
	one_loop_of(2, 1, 1, (int64_t[]){ 66000, 3 }, 4); /* longer than a block of a sum */
}

/* Several blocks of columns, also of a number that has no divisors. */
static void many_columns(void)
{
	static const int64_t columns[] = { 2560, 4096, 4099, 2 * 4111 };
	for (int round = 0; round < 12; round++)
		one_loop_of(3, 1, 1, (int64_t[]){ random_from(1, 2), random_from(1, 12), columns[round % 4] }, 5);
	for (int round = 0; round < 6; round++)
		one_loop_of(3, 1, 2, (int64_t[]){ random_from(2, 20), 3, 1280 }, 5);
}

static void threads(void)
{
	with_threads(long_loops);
	with_threads(long_rows_with_ends);
	with_threads(rows_of_all_lengths);
	with_threads(columns_of_all_numbers);
}

/* A result has the memory of the first operand that is not read after it is written, and that neither another result nor the caller
 * has. */
static void reuses(void)
{
	static const struct {
		const char *body;
		bool reused[2]; /* operands, by result 0 */
		float results[2];
	} rows[] = { { "add 0 1 f32; multiply 3 1 f32; return 3 4", { true, false }, { 5, 15 } },
		{ "add 0 1 f32; multiply 3 0 f32; return 3 4", { false, true }, { 5, 10 } },
		{ "add 0 1 f32; multiply 3 0 f32; multiply 4 1 f32; return 3 5", { false, false }, { 5, 30 } },
		{ "add 0 1 f32; multiply 3 1 f32; return 4 3", { true, true }, { 15, 5 } },
		{ "add 0 1 f32; negate 3 f32; return 3 4", { true, true }, { 5, -5 } } };
	static const int64_t dims[] = { 4, 5 }, maps[] = { 0, 5, 1, 0, 5, 1, 0, 5, 1 };
	for (size_t test = 0; test < 2 * (sizeof rows / sizeof *rows); test++) {
		const size_t row = test / 2;
		struct array operands[3];
		char body[200];
		calls_begin("hlo.loop_fusion");
		for (int k = 0; k < 3; k++) {
			operands[k] = array_make(KERNELS_F32, 2, dims);
			for (int i = 0; i < 20; i++)
				((float *)operands[k].bytes)[i] = (float)(2 + k);
			calls_operand(&operands[k]);
		}
		snprintf(body, sizeof body, "f32 f32 f32; %s", rows[row].body);
		calls_ints("dims", 2, dims);
		calls_int("row_rank", 0);
		calls_int("column_rank", 0);
		calls_ints("maps", 9, maps);
		calls_text("body", body);
		calls_result(KERNELS_F32, 2, dims);
		calls_result(KERNELS_F32, 2, dims);
		calls_give((uint32_t)test % 2);
		const char *error = calls_run();
		CHECK_STR(error ? error : "none", "none");
		if (!error)
			CHECK_INT(calls_reused((uint32_t)test % 2), rows[row].reused[test % 2]);
		for (int i = 0; i < 40 && !error; i++)
			CHECK(((const float *)calls_output((uint32_t)i % 2)->bytes)[i / 2] == rows[row].results[i % 2]);
		for (int k = 0; k < 3; k++)
			array_free(&operands[k]);
	}
}

#if defined(__SSE2__)
#include <xmmintrin.h>

/* x * x + y of n equal elements, to the memory of x. */
static float sum_of_products(int64_t n, float x, float y)
{
	struct array operands[2];
	calls_begin("hlo.loop_fusion");
	for (int k = 0; k < 2; k++) {
		operands[k] = array_make(KERNELS_F32, 1, &n);
		for (int64_t i = 0; i < n; i++)
			((float *)operands[k].bytes)[i] = k ? y : x;
		calls_operand(&operands[k]);
	}
	calls_ints("dims", 1, &n);
	calls_int("row_rank", 0);
	calls_int("column_rank", 0);
	calls_ints("maps", 4, (const int64_t[]){ 0, 1, 0, 1 });
	calls_text("body", "f32 f32; multiply 0 0 f32; add 2 1 f32; return 3");
	calls_result(KERNELS_F32, 1, &n);
	calls_give(0);
	const char *error = calls_run();
	CHECK_STR(error ? error : "none", "none");
	const float result = error ? 0 : ((const float *)calls_output(0)->bytes)[n - 1];
	for (int k = 0; k < 2; k++)
		array_free(&operands[k]);
	return result;
}

/* Lanes behind the last element do not compute with what an earlier loop left in the workspace: subnormal numbers are slow. */
static void no_subnormal_lanes(void)
{
	enum { SUBNORMAL_OPERAND = 2 };
	for (int64_t n = 65; n < 90; n++) {
		_mm_setcsr(_mm_getcsr() & ~(unsigned)SUBNORMAL_OPERAND);
		CHECK(sum_of_products(71, 1e-40f, 1e-41f) == 1e-41f);
		CHECK(_mm_getcsr() & SUBNORMAL_OPERAND);
		_mm_setcsr(_mm_getcsr() & ~(unsigned)SUBNORMAL_OPERAND);
		CHECK(sum_of_products(n, 2, 3) == 7);
		CHECK(!(_mm_getcsr() & SUBNORMAL_OPERAND));
	}
}
#else
static void no_subnormal_lanes(void) {}
#endif

static const struct check_case all[] = { CHECK_CASE(random_loops), CHECK_CASE(rows_of_all_lengths), CHECK_CASE(very_long_rows),
	CHECK_CASE(long_loops), CHECK_CASE(long_rows_with_ends), CHECK_CASE(random_columns), CHECK_CASE(columns_of_all_numbers),
	CHECK_CASE(many_columns), CHECK_CASE(reuses), CHECK_CASE(no_subnormal_lanes) };

static void mutants(void) { run_mutants(all, 2); }

int main(int argc, char **argv)
{
	struct check_case cases[sizeof all / sizeof *all + 2];
	memcpy(cases, all, sizeof all);
	cases[sizeof all / sizeof *all] = (struct check_case)CHECK_CASE(threads);
	cases[sizeof all / sizeof *all + 1] = (struct check_case)CHECK_CASE(mutants);
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
