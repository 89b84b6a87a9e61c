/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dot_general against loops over index vectors, on random types and attributes. Elements are small
 * integers, so that every sum is exact in its type and the results have to be equal byte by byte. */
#include "arrays.h"
#include "numbers.h"

/* ---- dot_general */

/* Dimensions of an operand and their numbers in it. */
struct side {
	uint32_t rank, batch[4], contracting[4], free[4], free_count;
	int64_t dims[12];
};

static struct side make_side(uint32_t batch_count, const int64_t *batch, uint32_t contracting_count,
	const int64_t *contracting)
{
	struct side s = { .free_count = (uint32_t)random_below(3) };
	int64_t place[12];
	s.rank = batch_count + contracting_count + s.free_count;
	for (uint32_t i = 0; i < s.rank; i++)
		place[i] = i;
	shuffle(s.rank, place);
	for (uint32_t i = 0; i < batch_count; i++)
		s.dims[s.batch[i] = (uint32_t)place[i]] = batch[i];
	for (uint32_t i = 0; i < contracting_count; i++)
		s.dims[s.contracting[i] = (uint32_t)place[batch_count + i]] = contracting[i];
	uint32_t used = 0;
	for (uint32_t d = 0; d < s.rank; d++) {
		bool is_free = true;
		for (uint32_t i = 0; i < batch_count + contracting_count; i++)
			is_free = is_free && place[i] != d;
		if (is_free) {
			s.free[used++] = d;
			s.dims[d] = random_below(12) ? random_from(1, 4) : 0;
		}
	}
	return s;
}

static void side_attributes(const char *batch, const char *contracting, const struct side *s, uint32_t batch_count,
	uint32_t contracting_count)
{
	int64_t values[4];
	for (uint32_t i = 0; i < batch_count; i++)
		values[i] = s->batch[i];
	calls_ints(batch, batch_count, values);
	for (uint32_t i = 0; i < contracting_count; i++)
		values[i] = s->contracting[i];
	calls_ints(contracting, contracting_count, values);
}

static void one_dot(void)
{
	const uint32_t batch_count = (uint32_t)random_below(3), contracting_count = (uint32_t)random_below(3);
	int64_t batch[2], contracting[2], dims[8];
	uint32_t rank = 0;
	for (uint32_t i = 0; i < 2; i++) {
		batch[i] = random_below(12) ? random_from(1, 3) : 0;
		contracting[i] = random_below(12) ? random_from(1, 2) : 0;
	}
	struct side l = make_side(batch_count, batch, contracting_count, contracting);
	struct side r = make_side(batch_count, batch, contracting_count, contracting);
	const enum kernels_dtype to = any_number_type();
	const bool mixed = numbers_mixed = random_below(2);
	struct array lhs = number_array(mixed ? any_number_type() : to, l.rank, l.dims);
	struct array rhs = number_array(mixed ? any_number_type() : to, r.rank, r.dims);
	for (uint32_t i = 0; i < batch_count; i++)
		dims[rank++] = batch[i];
	for (uint32_t i = 0; i < l.free_count; i++)
		dims[rank++] = l.dims[l.free[i]];
	for (uint32_t i = 0; i < r.free_count; i++)
		dims[rank++] = r.dims[r.free[i]];
	struct array expected = array_make(to, rank, dims);
	const struct kernels_shape depth = { contracting_count, { contracting[0], contracting[1] } };
	const bool empty = (contracting_count > 0 && contracting[0] == 0) || (contracting_count > 1 && contracting[1] == 0);
	if (expected.elements > 0)
		EACH(&expected.shape, index)
		{
			struct number sum = { 0 };
			int64_t at[2][KERNELS_MAX_RANK] = { { 0 } };
			for (uint32_t i = 0; i < batch_count; i++)
				at[0][l.batch[i]] = at[1][r.batch[i]] = index[i];
			for (uint32_t i = 0; i < l.free_count; i++)
				at[0][l.free[i]] = index[batch_count + i];
			for (uint32_t i = 0; i < r.free_count; i++)
				at[1][r.free[i]] = index[batch_count + l.free_count + i];
			if (!empty)
				EACH(&depth, k)
				{
					for (uint32_t i = 0; i < contracting_count; i++)
						at[0][l.contracting[i]] = at[1][r.contracting[i]] = k[i];
					number_add(to, &sum, number_get(&lhs, array_at(&lhs.shape, at[0])),
						number_get(&rhs, array_at(&rhs.shape, at[1])));
				}
			number_set(&expected, array_at(&expected.shape, index), sum);
		}
	calls_begin("hlo.dot_general");
	operand(lhs);
	operand(rhs);
	result(&expected, random_below(2));
	side_attributes("lhs_batching_dimensions", "lhs_contracting_dimensions", &l, batch_count, contracting_count);
	side_attributes("rhs_batching_dimensions", "rhs_contracting_dimensions", &r, batch_count, contracting_count);
	calls_no_algorithm();
	expect(&expected);
	numbers_mixed = false;
}

static void dots(void)
{
	for (int round = 0; round < 3000; round++)
		one_dot();
}

/* A plain product with sizes beyond those of the blocks. `transposed`: rhs is [columns, depth]. */
static void large_dot(enum kernels_dtype dtype, int64_t rows, int64_t columns, int64_t depth, bool transposed)
{
	struct array lhs = number_array(dtype, 2, (int64_t[]){ rows, depth });
	struct array rhs = number_array(dtype, 2, (int64_t[]){ transposed ? columns : depth, transposed ? depth : columns });
	struct array expected = array_make(dtype, 2, (int64_t[]){ rows, columns });
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < columns; j++) {
			struct number sum = { 0 };
			for (int64_t k = 0; k < depth; k++)
				number_add(dtype, &sum, number_get(&lhs, i * depth + k),
					number_get(&rhs, transposed ? j * depth + k : k * columns + j));
			number_set(&expected, i * columns + j, sum);
		}
	calls_begin("hlo.dot_general");
	operand(lhs);
	operand(rhs);
	result(&expected, true);
	calls_ints("lhs_batching_dimensions", 0, NULL);
	calls_ints("rhs_batching_dimensions", 0, NULL);
	calls_ints("lhs_contracting_dimensions", 1, (int64_t[]){ 1 });
	calls_ints("rhs_contracting_dimensions", 1, (int64_t[]){ transposed ? 1 : 0 });
	calls_no_algorithm();
	expect(&expected);
}

static void large_dots(void)
{
	static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_I32, KERNELS_UI64, KERNELS_I8,
		KERNELS_UI16, KERNELS_COMPLEX64, KERNELS_COMPLEX128, KERNELS_I1 };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		large_dot(types[i], 1, 70, 1100, false);
		large_dot(types[i], 37, 41, 1030, true);
		large_dot(types[i], 230, 35, 70, false);
		large_dot(types[i], 3, 300, 9, false);
	}
	for (int64_t columns = 1; columns < 290; columns += 3) { /* vectors of a single row, and what is left */
		large_dot(KERNELS_F32, 1, columns, 21, false);
		large_dot(KERNELS_F64, 5, columns, 9, false);
	}
	large_dot(KERNELS_F32, 33, 31808, 3, true); /* of more than 4 MB: stores may bypass the caches */
	large_dot(KERNELS_F32, 70, 1060, 40, false);
	large_dot(KERNELS_F64, 33, 20, 600, false);
	for (int64_t rows = 2; rows < 135; rows = rows * 2 + 3) /* few rows times the lines of a table */
		large_dot(KERNELS_F32, rows, 4 * rows + 57, 40 + rows % 7, true);
}

/* Dimensions batch, rows (or columns), depth of an operand in memory: each order. */
static const int64_t orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 2, 0, 1 }, { 1, 2, 0 }, { 2, 1, 0 } };

static void set_small(struct array *array, int64_t at, int64_t value)
{
	if (array->dtype == KERNELS_F32 || array->dtype == KERNELS_F64 || array->dtype == KERNELS_BF16)
		float_set(array, at, (double)value);
	else
		array_set(array, at, value);
}

/* The operand with these sizes and element (b, i, k) = f(b, i, k), in an order of its dimensions. */
static struct array in_order(enum kernels_dtype dtype, const int64_t *order, const int64_t *sizes, int64_t (*f)(const int64_t *))
{
	int64_t dims[3], index[3], at[3];
	for (int d = 0; d < 3; d++)
		dims[order[d]] = sizes[d];
	struct array array = array_make(dtype, 3, dims);
	for (int64_t i = 0; i < array.elements; i++) {
		at[0] = i / (dims[1] * dims[2]), at[1] = i / dims[2] % dims[1], at[2] = i % dims[2];
		for (int d = 0; d < 3; d++)
			index[d] = at[order[d]];
		set_small(&array, i, f(index));
	}
	return array;
}

static int64_t left_element(const int64_t *i) { return (i[0] * 5 + i[1] * 3 + i[2] * 7) % 11 - 5; }
static int64_t left_unsigned(const int64_t *i) { return left_element(i) + 250; }
static int64_t right_element(const int64_t *i) { return (i[0] * 2 + i[1] * 5 + i[2] * 3) % 7 - 3; }

/* Products that read their operands where they are, whatever the order of the dimensions. */
static void orders_of(enum kernels_dtype left, enum kernels_dtype right, enum kernels_dtype dtype, int64_t batches, int64_t rows, int64_t columns, int64_t depth)
{
	int64_t (*f)(const int64_t *) = left == KERNELS_UI8 ? left_unsigned : left_element;
	struct array expected = array_make(dtype, 3, (int64_t[]){ batches, rows, columns });
	for (int64_t n = 0; n < expected.elements; n++) {
		int64_t sum = 0;
		for (int64_t k = 0; k < depth; k++)
			sum += f((int64_t[]){ n / (rows * columns), n / columns % rows, k }) *
			       right_element((int64_t[]){ n / (rows * columns), n % columns, k });
		set_small(&expected, n, sum);
	}
	for (int i = 0; i < 36; i++) {
		const int64_t *l = orders[i / 6], *r = orders[i % 6];
		struct array lhs = in_order(left, l, (int64_t[]){ batches, rows, depth }, f);
		struct array rhs = in_order(right, r, (int64_t[]){ batches, columns, depth }, right_element);
		struct array copy = array_make(dtype, 3, expected.shape.dims);
		memcpy(copy.bytes, expected.bytes, (size_t)expected.elements * kernels_dtype_size(dtype));
		calls_begin("hlo.dot_general");
		operand(lhs);
		operand(rhs);
		result(&copy, true);
		calls_ints("lhs_batching_dimensions", 1, &l[0]);
		calls_ints("rhs_batching_dimensions", 1, &r[0]);
		calls_ints("lhs_contracting_dimensions", 1, &l[2]);
		calls_ints("rhs_contracting_dimensions", 1, &r[2]);
		calls_no_algorithm();
		expect(&copy);
	}
	array_free(&expected);
}

static void orders_of_dimensions(void)
{
	static const enum kernels_dtype types[][3] = { { KERNELS_F32, KERNELS_F32, KERNELS_F32 },
		{ KERNELS_F64, KERNELS_F64, KERNELS_F64 }, { KERNELS_I32, KERNELS_I32, KERNELS_I32 },
		{ KERNELS_I8, KERNELS_I8, KERNELS_I32 }, { KERNELS_UI8, KERNELS_I8, KERNELS_I32 },
		{ KERNELS_BF16, KERNELS_BF16, KERNELS_F32 }, { KERNELS_I8, KERNELS_I8, KERNELS_I8 } };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		const enum kernels_dtype *t = types[i];
		orders_of(t[0], t[1], t[2], 3, 17, 33, 21);
		orders_of(t[0], t[1], t[2], 2, 1, 40, 600);
		orders_of(t[0], t[1], t[2], 1, 40, 1, 1100);
		orders_of(t[0], t[1], t[2], 2, 90, 180, 1);
	}
	orders_of(KERNELS_F32, KERNELS_F32, KERNELS_F32, 1, 60, 70, 1030);
	orders_of(KERNELS_I8, KERNELS_I8, KERNELS_I32, 1, 60, 70, 64);
	/* many matrices of a few elements */
	orders_of(KERNELS_F32, KERNELS_F32, KERNELS_F32, 700, 4, 4, 4);
	orders_of(KERNELS_F32, KERNELS_F32, KERNELS_F32, 300, 3, 15, 5);
	orders_of(KERNELS_F64, KERNELS_F64, KERNELS_F64, 300, 5, 7, 6);
	for (int64_t square = 2; square < 9; square++)
		for (int64_t rows = square; rows < square + 2; rows++) {
			orders_of(KERNELS_F32, KERNELS_F32, KERNELS_F32, 67, rows, square, square);
			orders_of(KERNELS_F64, KERNELS_F64, KERNELS_F64, 67, rows, square, square);
		}
}

/* ---- precision */

/* A sum of bf16 products is rounded once: to half a unit of the last place. */
static void round_once(int64_t rows)
{
	enum { COLUMNS = 9, DEPTH = 300 };
	struct array lhs = float_array(KERNELS_BF16, 2, (int64_t[]){ rows, DEPTH });
	struct array rhs = float_array(KERNELS_BF16, 2, (int64_t[]){ DEPTH, COLUMNS });
	calls_begin("hlo.dot_general");
	calls_operand(&lhs);
	calls_operand(&rhs);
	calls_result(KERNELS_BF16, 2, (int64_t[]){ rows, COLUMNS });
	calls_ints("lhs_batching_dimensions", 0, NULL);
	calls_ints("rhs_batching_dimensions", 0, NULL);
	calls_ints("lhs_contracting_dimensions", 1, (int64_t[]){ 1 });
	calls_ints("rhs_contracting_dimensions", 1, (int64_t[]){ 0 });
	calls_no_algorithm();
	const char *error = calls_run();
	if (CHECK_STR(error ? error : "", ""))
		for (int64_t i = 0; i < rows * COLUMNS; i++) {
			double sum = 0;
			for (int64_t k = 0; k < DEPTH; k++)
				sum += float_get(&lhs, i / COLUMNS * DEPTH + k) * float_get(&rhs, k * COLUMNS + i % COLUMNS);
			CHECK(fabs(float_get(calls_output(0), i) - sum) <= fabs(sum) / 256 + 1e-4);
		}
	array_free(&lhs);
	array_free(&rhs);
}

static void small_floats_are_rounded_once(void)
{
	round_once(7);
	round_once(40); /* another product */
}

/* Small products round each multiplication and each addition, in order, on every processor. */
/* `turned`: the left operand has the depth first. */
static void round_each(enum kernels_dtype dtype, int64_t rows, int64_t columns, int64_t depth, bool turned)
{
	struct array lhs = float_array(dtype, 2, turned ? (int64_t[]){ depth, rows } : (int64_t[]){ rows, depth });
	struct array rhs = float_array(dtype, 2, (int64_t[]){ depth, columns });
	calls_begin("hlo.dot_general");
	calls_operand(&lhs);
	calls_operand(&rhs);
	calls_result(dtype, 2, (int64_t[]){ rows, columns });
	calls_ints("lhs_batching_dimensions", 0, NULL);
	calls_ints("rhs_batching_dimensions", 0, NULL);
	calls_ints("lhs_contracting_dimensions", 1, (int64_t[]){ !turned });
	calls_ints("rhs_contracting_dimensions", 1, (int64_t[]){ 0 });
	calls_no_algorithm();
	const char *error = calls_run();
	if (CHECK_STR(error ? error : "", ""))
		for (int64_t i = 0; i < rows * columns; i++) {
			volatile double sum = 0, product; /* volatile: nothing is contracted */
			for (int64_t k = 0; k < depth; k++) {
				product = float_get(&lhs, turned ? k * rows + i / columns : i / columns * depth + k) * float_get(&rhs, k * columns + i % columns);
				if (dtype == KERNELS_F32)
					product = (float)product;
				sum = sum + product;
				if (dtype == KERNELS_F32)
					sum = (float)sum;
			}
			CHECK(float_get(calls_output(0), i) == sum);
		}
	array_free(&lhs);
	array_free(&rhs);
}

static void small_products_round_each_step(void)
{
	static const int64_t columns[] = { 1, 3, 4, 7, 8, 16, 21, 37, 64, 128, 150, 159 };
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
		for (int64_t rows = 1; rows < 8; rows += 1 + rows / 4) {
			round_each(KERNELS_F32, rows, columns[i], 19, false);
			round_each(KERNELS_F64, rows, columns[i], 19, false);
		}
		round_each(KERNELS_F32, columns[i], 1, 19, true);
		round_each(KERNELS_F64, columns[i], 1, 19, true);
		round_each(KERNELS_F32, columns[i], 2, 19, true);
	}
}

/* [1 + 2^-10] * [1] with an algorithm: the small part is lost where a type on the way has fewer bits. */
static double through(const char *precision, const char *accumulation, int64_t products)
{
	struct array a = array_make(KERNELS_F32, 1, (int64_t[]){ 1 });
	float_set(&a, 0, 1 + 1.0 / 1024);
	calls_begin("hlo.dot_general");
	calls_operand(&a);
	float_set(&a, 0, 1);
	operand(a);
	calls_result(KERNELS_F32, 0, NULL);
	calls_ints("lhs_batching_dimensions", 0, NULL);
	calls_ints("rhs_batching_dimensions", 0, NULL);
	calls_ints("lhs_contracting_dimensions", 1, (int64_t[]){ 0 });
	calls_ints("rhs_contracting_dimensions", 1, (int64_t[]){ 0 });
	calls_text("accumulation_type", accumulation);
	calls_text("lhs_precision_type", precision);
	calls_text("rhs_precision_type", precision);
	calls_int("lhs_component_count", 1);
	calls_int("rhs_component_count", 1);
	calls_int("num_primitive_operations", products);
	calls_bool("allow_imprecise_accumulation", true);
	return calls_run() ? -1 : float_get(calls_output(0), 0);
}

static void algorithms(void)
{
	const double all = 1 + 1.0 / 1024;
	CHECK(through("", "", 1) == all);
	CHECK(through("f32", "f32", 1) == all);
	CHECK(through("f64", "f64", 1) == all);
	CHECK(through("tf32", "f32", 1) == all && through("tf32", "f32", 3) == all);
	CHECK(through("f16", "f16", 1) == all && through("f16", "f32", 1) == all);
	CHECK(through("bf16", "bf16", 1) == 1 && through("bf16", "f32", 1) == 1);
	CHECK(through("bf16", "f32", 6) == all);
	CHECK(through("f8E5M2", "f32", 1) == 1);
	CHECK(through("bf16", "f16", 1) == -1 && through("f64", "f32", 1) == -1 && through("i8", "i32", 1) == -1);
	CHECK(through("f32", "f32", 2) == -1 && through("f16", "f32", 3) == -1 && through("", "f32", 1) == -1);
}

/* ---- threads */

static void compute(struct array *out, enum kernels_dtype dtype, const struct array *lhs, const struct array *rhs)
{
	calls_begin("hlo.dot_general");
	calls_operand(lhs);
	calls_operand(rhs);
	calls_result(dtype, 2, (int64_t[]){ lhs->shape.dims[0], rhs->shape.dims[1] });
	calls_ints("lhs_batching_dimensions", 0, NULL);
	calls_ints("rhs_batching_dimensions", 0, NULL);
	calls_ints("lhs_contracting_dimensions", 1, (int64_t[]){ 1 });
	calls_ints("rhs_contracting_dimensions", 1, (int64_t[]){ 0 });
	calls_no_algorithm();
	take_output(out, dtype);
}

static void the_same_bits_with_threads(void)
{
	static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_COMPLEX64, KERNELS_BF16 };
	static const int64_t sizes[][3] = { { 300, 200, 700 }, { 1, 900, 1500 }, { 65, 1300, 520 } };
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			struct array lhs = float_array(types[t], 2, (int64_t[]){ sizes[s][0], sizes[s][2] });
			struct array rhs = float_array(types[t], 2, (int64_t[]){ sizes[s][2], sizes[s][1] });
			same_bits_with_threads(compute, types[t], &lhs, &rhs);
			array_free(&lhs);
			array_free(&rhs);
		}
}

/* ---- what is refused */

static void small_dot(const int64_t *lhs_contracting, uint32_t count, int64_t columns)
{
	struct array lhs = number_array(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	calls_begin("hlo.dot_general");
	calls_operand(&lhs);
	operand(lhs);
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, columns });
	calls_ints("lhs_batching_dimensions", 0, NULL);
	calls_ints("rhs_batching_dimensions", 0, NULL);
	calls_ints("lhs_contracting_dimensions", count, lhs_contracting);
	calls_ints("rhs_contracting_dimensions", 1, (int64_t[]){ 1 });
	calls_no_algorithm();
}

static void wrong_ops(void)
{
	small_dot((int64_t[]){ 0 }, 1, 2);
	refused_with("contracting dimension 0 of lhs has size 2, dimension 1 of rhs has size 3");
	small_dot((int64_t[]){ 1, 0 }, 2, 2);
	refused_with("lhs has 2 contracting dimensions, rhs has 1");
	small_dot((int64_t[]){ 1 }, 1, 3);
	refused_with("result 0 has the type f32[2, 3], expected f32[2, 2]");
	small_dot((int64_t[]){ 2 }, 1, 2);
	refused_with("attribute lhs_contracting_dimensions has the dimension 2, expected 0 to 1");
}

static const struct check_case random_cases[] = { CHECK_CASE(dots) };

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = { CHECK_CASE(dots), CHECK_CASE(large_dots), CHECK_CASE(orders_of_dimensions),
	CHECK_CASE(small_products_round_each_step), CHECK_CASE(small_floats_are_rounded_once), CHECK_CASE(algorithms), CHECK_CASE(the_same_bits_with_threads), CHECK_CASE(wrong_ops), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
