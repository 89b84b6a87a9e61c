/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gather and scatter against the definition, one element at a time, with random dimension numbers. */
#include "arrays.h"

#define MOST 8

/* Random dimension numbers, and the shapes that fit. The third array is the result of gather, or the updates. */
struct problem {
	uint32_t operand_rank, indices_rank, other_rank, depth;
	int64_t operand_dims[MOST], sizes[MOST], indices_dims[MOST], other_dims[MOST];
	int64_t window[MOST], collapsed[MOST], batching[MOST], indices_batching[MOST], map[MOST];
	uint32_t window_count, collapsed_count, batching_count;
	int64_t vector_dim;
	int64_t window_of[MOST];   /* of each dimension of the third array: dimension of the operand, or -1 */
	int64_t indices_of[MOST];  /* ... of the indices, or -1 */
	struct array indices;
};

/* Divides the dimensions of the operand. */
static void make_operand(struct problem *p)
{
	p->operand_rank = (uint32_t)random_from(0, 4);
	for (uint32_t i = 0; i < p->operand_rank; i++) {
		int64_t kind = random_below(5);
		p->operand_dims[i] = random_from(1, 5);
		p->sizes[i] = 1;
		if (kind == 0)
			p->batching[p->batching_count++] = i;
		else if (kind < 3)
			p->collapsed[p->collapsed_count++] = i;
		else {
			p->window[p->window_count++] = i;
			p->sizes[i] = random_from(random_below(20) > 0, p->operand_dims[i]);
		}
		if (kind > 0 && random_below(4))
			p->map[p->depth++] = i;
	}
	shuffle(p->depth, p->map);
}

static void make_indices(struct problem *p)
{
	int64_t batch[MOST], sizes[MOST];
	uint32_t count = p->batching_count + (uint32_t)random_below(3), at = 0;
	for (uint32_t i = 0; i < count; i++)
		batch[i] = i;
	shuffle(count, batch);
	bool omitted = p->depth == 1 && random_below(2);
	p->indices_rank = count + !omitted;
	p->vector_dim = omitted ? count : (uint32_t)random_below(count + 1);
	for (uint32_t i = 0; i < count; i++)
		sizes[i] = random_from(random_below(20) > 0, 4);
	for (uint32_t i = 0; i < p->batching_count; i++) {
		sizes[batch[i]] = p->operand_dims[p->batching[i]];
		p->indices_batching[i] = batch[i] + (!omitted && batch[i] >= p->vector_dim);
	}
	for (uint32_t i = 0; i < p->indices_rank; i++)
		p->indices_dims[i] = i == p->vector_dim ? p->depth : sizes[at++];
	p->other_rank = count + p->window_count;
	at = 0;
	for (uint32_t i = 0, w = 0; i < p->other_rank; i++) {
		bool is_window = at == count || (w < p->window_count && random_below(2));
		p->window_of[i] = is_window ? p->window[w] : -1;
		p->indices_of[i] = is_window ? -1 : (int64_t)at + (!omitted && at >= p->vector_dim);
		p->other_dims[i] = is_window ? p->sizes[p->window[w]] : sizes[at];
		if (is_window)
			p->window[w++] = i; /* from now on the dimension of the third array */
		else
			at++;
	}
	static const enum kernels_dtype dtypes_of_indices[] = { KERNELS_I8, KERNELS_I32, KERNELS_I64, KERNELS_I16, KERNELS_UI32 };
	p->indices = array_make(dtypes_of_indices[random_below(5)], p->indices_rank, p->indices_dims);
	for (int64_t i = 0; i < p->indices.elements; i++)
		array_set(&p->indices, i,
			random_below(30)  ? random_from(-2, 6)
			: random_below(2) ? INT64_MIN
					  : INT64_MAX);
}

static struct problem make_problem(void)
{
	struct problem p = { 0 };
	make_operand(&p);
	make_indices(&p);
	return p;
}

enum outside { CLAMPED, DROPPED, PARTIAL }; /* a window outside moves, is left out, or has the elements that are inside */

/* The place in the operand of an element of the third array; false if it is outside. */
static bool place(const struct problem *p, const int64_t *index, enum outside outside, int64_t *out)
{
	int64_t at[KERNELS_MAX_RANK] = { 0 }, vector[KERNELS_MAX_RANK] = { 0 };
	for (uint32_t i = 0; i < p->other_rank; i++)
		if (p->indices_of[i] >= 0)
			vector[p->indices_of[i]] = index[i];
	for (uint32_t k = 0; k < p->depth; k++) {
		if (p->vector_dim < p->indices_rank)
			vector[p->vector_dim] = k;
		int64_t start = array_get(&p->indices, array_at(&p->indices.shape, vector));
		start = p->indices.dtype == KERNELS_UI32 ? (uint32_t)start : start;
		int64_t last = p->operand_dims[p->map[k]] - p->sizes[p->map[k]];
		if (outside == DROPPED && (start < 0 || start > last))
			return false;
		if (outside == CLAMPED)
			start = start < 0 ? 0 : start > last ? last : start;
		else if (start < -1000 || start > 1000)
			return false;
		at[p->map[k]] += start;
	}
	for (uint32_t k = 0; k < p->batching_count; k++)
		at[p->batching[k]] += vector[p->indices_batching[k]];
	for (uint32_t i = 0; i < p->other_rank; i++)
		if (p->window_of[i] >= 0)
			at[p->window_of[i]] += index[i];
	*out = 0;
	for (uint32_t i = 0; i < p->operand_rank; i++) {
		if (at[i] < 0 || at[i] >= p->operand_dims[i])
			return false;
		*out = *out * p->operand_dims[i] + at[i];
	}
	return true;
}

static void gathers(void)
{
	for (int round = 0; round < 2500; round++) {
		struct problem p = make_problem();
		struct array from = any_array_of(any_dtype(), p.operand_rank, p.operand_dims);
		struct array expected = array_make(from.dtype, p.other_rank, p.other_dims);
		if (expected.elements > 0)
			EACH(&expected.shape, index)
			{
				int64_t at = 0;
				if (CHECK(place(&p, index, CLAMPED, &at)))
					copy_element(&expected, array_at(&expected.shape, index), &from, at);
			}
		bool dynamic = random_below(3) == 0;
		calls_begin(dynamic ? "hlo.dynamic_gather" : "hlo.gather");
		operand(from);
		operand(p.indices);
		if (dynamic)
			operand_ints(KERNELS_I32, p.operand_rank, p.sizes);
		else
			calls_ints("slice_sizes", p.operand_rank, p.sizes);
		calls_ints("offset_dims", p.window_count, p.window);
		calls_ints("collapsed_slice_dims", p.collapsed_count, p.collapsed);
		calls_ints("operand_batching_dims", p.batching_count, p.batching);
		calls_ints("start_indices_batching_dims", p.batching_count, p.indices_batching);
		calls_ints("start_index_map", p.depth, p.map);
		calls_int("index_vector_dim", p.vector_dim);
		result(&expected, false);
		expect(&expected);
	}
}

/* ---- scatter */

static int64_t second(int64_t a, int64_t b, int64_t c)
{
	(void)a;
	(void)c;
	return b;
}
static int64_t first(int64_t a, int64_t b, int64_t c)
{
	(void)b;
	(void)c;
	return a;
}
static int64_t sum(int64_t a, int64_t b, int64_t c)
{
	(void)c;
	return a + b;
}
static int64_t largest(int64_t a, int64_t b, int64_t c)
{
	(void)c;
	return a > b ? a : b;
}
static int64_t smallest(int64_t a, int64_t b, int64_t c)
{
	(void)c;
	return a < b ? a : b;
}
static int64_t product(int64_t a, int64_t b, int64_t c)
{
	(void)c;
	return (int32_t)((uint32_t)a * (uint32_t)b);
}
static int64_t mixed(int64_t a, int64_t b, int64_t c) { return a * c - b; }

static const struct {
	const char *body;
	int64_t (*combine)(int64_t current, int64_t update, int64_t captured);
} bodies[] = {
	{ "i32 i32 i32; return 1", second },
	{ "i32 i32 i32; return 0", first },
	{ "i32 i32 i32; add 0 1 i32; return 3", sum },
	{ "i32 i32 i32; multiply 0 2 i32; subtract 3 1 i32; return 4", mixed },
	/* without the captured value */
	{ "i32 i32; return 1", second },
	{ "i32 i32; add 0 1 i32; return 2", sum },
	{ "i32 i32; maximum 0 1 i32; return 2", largest },
	{ "i32 i32; minimum 0 1 i32; return 2", smallest },
	{ "i32 i32; multiply 0 1 i32; return 2", product },
};
#define CAPTURING 4 /* the first ones */

/* With a body of one input, the second argument is the update. */
static void one_scatter(int which, bool partial)
{
	struct problem p = make_problem();
	struct array input = array_make(KERNELS_I32, p.operand_rank, p.operand_dims);
	struct array update = array_make(KERNELS_I32, p.other_rank, p.other_dims);
	struct array expected = array_make(KERNELS_I32, p.operand_rank, p.operand_dims);
	for (int64_t i = 0; i < input.elements; i++)
		array_set(&input, i, random_from(-9, 9));
	for (int64_t i = 0; i < update.elements; i++)
		array_set(&update, i, random_from(-9, 9));
	memcpy(expected.bytes, input.bytes, (size_t)input.elements * 4);
	if (update.elements > 0)
		EACH(&update.shape, index)
		{
			int64_t at;
			if (place(&p, index, partial ? PARTIAL : DROPPED, &at))
				array_set(&expected, at, (int32_t)bodies[which].combine(array_get(&expected, at),
					array_get(&update, array_at(&update.shape, index)), 3));
		}
	calls_begin(partial ? "hlo.scatter_spec" : "hlo.scatter");
	operand(input);
	operand(p.indices);
	operand(update);
	if (which < CAPTURING)
		operand(scalar(KERNELS_I32, 3));
	calls_ints("update_window_dims", p.window_count, p.window);
	calls_ints("inserted_window_dims", p.collapsed_count, p.collapsed);
	calls_ints("input_batching_dims", p.batching_count, p.batching);
	calls_ints("scatter_indices_batching_dims", p.batching_count, p.indices_batching);
	calls_ints("scatter_dims_to_operand_dims", p.depth, p.map);
	calls_int("index_vector_dim", p.vector_dim);
	calls_text("body", bodies[which].body);
	calls_int("captures", which < CAPTURING);
	if (random_below(2))
		calls_give(0);
	result(&expected, false);
	expect(&expected);
}

static void scatters(void)
{
	const int count = sizeof bodies / sizeof *bodies;
	for (int round = 0; round < 5000; round++)
		one_scatter(round % count, round / count % 2);
}

/* Two inputs of different element types; one of them is wider in the result. */
static void scatters_of_two(void)
{
	struct array a = array_make(KERNELS_I32, 1, (int64_t[]){ 5 }), b = array_make(KERNELS_I8, 1, (int64_t[]){ 5 });
	struct array at = array_make(KERNELS_I64, 2, (int64_t[]){ 3, 1 });
	struct array u = array_make(KERNELS_I32, 1, (int64_t[]){ 3 }), v = array_make(KERNELS_I8, 1, (int64_t[]){ 3 });
	for (int64_t i = 0; i < 5; i++) {
		array_set(&a, i, i);
		array_set(&b, i, -i);
	}
	for (int64_t i = 0; i < 3; i++) {
		array_set(&at, i, (int64_t[]){ 4, 1, 4 }[i]);
		array_set(&u, i, 10 + i);
		array_set(&v, i, 100);
	}
	calls_begin("hlo.scatter");
	operand(a);
	operand(b);
	operand(at);
	operand(u);
	operand(v);
	calls_ints("update_window_dims", 0, NULL);
	calls_ints("inserted_window_dims", 1, (int64_t[]){ 0 });
	calls_ints("input_batching_dims", 0, NULL);
	calls_ints("scatter_indices_batching_dims", 0, NULL);
	calls_ints("scatter_dims_to_operand_dims", 1, (int64_t[]){ 0 });
	calls_int("index_vector_dim", 1);
	/* the new first value is the old second one plus the first update */
	calls_text("body", "i32 i16 i32 i16; convert 1 i32; add 4 2 i32; add 1 3 i16; return 5 6");
	calls_int("captures", 0);
	calls_result(KERNELS_I32, 1, (int64_t[]){ 5 });
	calls_result(KERNELS_I16, 1, (int64_t[]){ 5 });
	const char *error = calls_run();
	if (calls_mutating)
		return;
	CHECK_STR(error ? error : "none", "none");
	for (int64_t i = 0; i < 5 && !error; i++) {
		CHECK_INT(array_get(calls_output(0), i), ((int64_t[]){ 0, 10, 2, 3, 108 }[i]));
		CHECK_INT(array_get(calls_output(1), i), ((int64_t[]){ 0, 99, -2, -3, 196 }[i]));
	}
}

#define COMBINE(T) \
	{ \
		T *a = (T *)(void *)element; \
		const T b = *(const T *)(const void *)other; \
		*a = operation[0] == 'a' ? *a + b : *a > b ? *a : b; \
	}

/* Rows of each type that has rows, more of them than are combined together, some outside, many at one place: elements are combined in
 * the order of the rows. */
static struct array numbers_of(enum kernels_dtype dtype, int64_t rows, int64_t width)
{
	struct array array = any_array_of(dtype, 2, (int64_t[]){ rows, width });
	for (int64_t i = 0; i < array.elements && (dtype == KERNELS_F32 || dtype == KERNELS_F64); i++) {
		const double value = (double)random_from(-1000000, 1000000) / 7; /* a sum depends on the order */
		if (dtype == KERNELS_F32)
			((float *)array.bytes)[i] = (float)value;
		else
			((double *)array.bytes)[i] = value;
	}
	return array;
}

static void one_of_rows(enum kernels_dtype dtype, const char *operation, int64_t width, int64_t count)
{
	struct array input = numbers_of(dtype, 40, width), update = numbers_of(dtype, count, width);
	struct array at = array_make(KERNELS_I64, 2, (int64_t[]){ count, 1 });
	struct array expected = array_make(dtype, 2, (int64_t[]){ 40, width });
	const size_t size = kernels_dtype_size(dtype);
	memcpy(expected.bytes, input.bytes, (size_t)(40 * width) * size);
	for (int64_t i = 0; i < count; i++) {
		const int64_t row = random_from(-1, 40);
		array_set(&at, i, row);
		for (int64_t j = 0; row >= 0 && row < 40 && j < width; j++) {
			char *element = (char *)expected.bytes + (size_t)(row * width + j) * size;
			const char *other = (const char *)update.bytes + (size_t)(i * width + j) * size;
			if (strcmp(operation, "second") == 0)
				memcpy(element, other, size);
			else if (dtype == KERNELS_F32)
				COMBINE(float)
			else
				COMBINE(double)
		}
	}
	calls_begin("hlo.scatter");
	operand(input);
	operand(at);
	operand(update);
	calls_ints("update_window_dims", 1, (int64_t[]){ 1 });
	calls_ints("inserted_window_dims", 1, (int64_t[]){ 0 });
	calls_ints("input_batching_dims", 0, NULL);
	calls_ints("scatter_indices_batching_dims", 0, NULL);
	calls_ints("scatter_dims_to_operand_dims", 1, (int64_t[]){ 0 });
	calls_int("index_vector_dim", 1);
	char body[96];
	const char *name = kernels_dtype_name(dtype);
	if (strcmp(operation, "second") == 0)
		snprintf(body, sizeof body, "%s %s; return 1", name, name);
	else
		snprintf(body, sizeof body, "%s %s; %s 0 1 %s; return 2", name, name, operation, name);
	calls_text("body", body);
	calls_int("captures", 0);
	result(&expected, false);
	expect(&expected);
}

static void rows(void)
{
	for (int64_t width = 1; width <= 37; width += 4)
		for (int64_t count = 255; count <= 513; count += 129) {
			one_of_rows(KERNELS_F32, "add", width, count);
			one_of_rows(KERNELS_F64, "add", width, count);
			one_of_rows(KERNELS_F32, "maximum", width, count);
			one_of_rows(KERNELS_F64, "maximum", width, count);
			one_of_rows(KERNELS_I8, "second", width, count);
			one_of_rows(KERNELS_BF16, "second", width, count);
			one_of_rows(KERNELS_F32, "second", width, count);
			one_of_rows(KERNELS_I64, "second", width, count);
		}
}

static void large(void)
{
	const int64_t rows = 900, columns = 50, count = 20000;
	struct array from = any_array_of(KERNELS_F32, 2, (int64_t[]){ rows, columns });
	struct array at = array_make(KERNELS_I32, 2, (int64_t[]){ count, 1 });
	struct array expected = array_make(KERNELS_F32, 2, (int64_t[]){ count, columns });
	for (int64_t i = 0; i < count; i++) {
		array_set(&at, i, random_below(rows));
		memcpy((float *)expected.bytes + i * columns, (float *)from.bytes + array_get(&at, i) * columns,
			(size_t)columns * 4);
	}
	calls_begin("hlo.gather");
	operand(from);
	operand(at);
	calls_ints("slice_sizes", 2, (int64_t[]){ 1, columns });
	calls_ints("offset_dims", 1, (int64_t[]){ 1 });
	calls_ints("collapsed_slice_dims", 1, (int64_t[]){ 0 });
	calls_ints("operand_batching_dims", 0, NULL);
	calls_ints("start_indices_batching_dims", 0, NULL);
	calls_ints("start_index_map", 1, (int64_t[]){ 0 });
	calls_int("index_vector_dim", 1);
	result(&expected, true);
	expect(&expected);
}

static void threads(void) { with_threads(large); }

static const struct check_case random_cases[] = { CHECK_CASE(gathers), CHECK_CASE(scatters),
	CHECK_CASE(scatters_of_two) };

static void mutants(void)
{
	for (int i = 0; i < 5; i++)
		run_mutants(random_cases, sizeof random_cases / sizeof *random_cases);
}

static const struct check_case cases[] = { CHECK_CASE(gathers), CHECK_CASE(scatters), CHECK_CASE(scatters_of_two), CHECK_CASE(rows),
	CHECK_CASE(threads), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
