/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random loops over small arrays, each of whose elements is a value: a part of code_test.c. */

enum { MOST_WIDTH = 20, MOST_VECTORS = 60 };

static struct vector {
	enum kernels_dtype dtype;
	uint32_t numbers[MOST_WIDTH];
} vectors[MOST_VECTORS];
static uint32_t vector_count, width;
static unsigned with_packs;

/* NULL: there is none. */
static const struct vector *find_vector(enum kernels_dtype dtype)
{
	for (unsigned i = 0; i < 30; i++) {
		const struct vector *vector = &vectors[any(vector_count)];
		if (vector->dtype == dtype)
			return vector;
	}
	return NULL;
}

/* Operands are arrays, or now and then one element. */
static bool add_vector_step(void)
{
	struct choice c;
	struct vector operands[3], out;
	if (!choose(&c, types, 7))
		return false;
	for (unsigned i = 0; i < c.step->operands; i++) {
		const struct vector *found = any(6) ? find_vector(c.operands[i]) : NULL;
		const uint32_t one = found ? 0 : find_value(c.operands[i]);
		if (one == UINT32_MAX)
			return false;
		for (uint32_t k = 0; k < width; k++)
			operands[i].numbers[k] = found ? found->numbers[k] : one;
	}
	out.dtype = c.result;
	for (uint32_t k = 0; k < width; k++) {
		const uint32_t values[3] = { operands[0].numbers[k], operands[1].numbers[k], operands[2].numbers[k] };
		out.numbers[k] = program.count;
		put_step(&c, values);
	}
	vectors[vector_count++] = out;
	return true;
}

/* Rolled, padded with one element, reversed, or of the parts of two. */
static void add_vector_move(void)
{
	const struct vector *from = &vectors[any(vector_count)], *other = find_vector(from->dtype);
	const uint32_t shift = any(width), one = find_value(from->dtype), how = any(5);
	struct vector out = { .dtype = from->dtype };
	for (uint32_t k = 0; k < width; k++) {
		const uint32_t at = (k + shift) % width;
		const bool wraps = k + shift >= width;
		out.numbers[k] = how == 0 ? from->numbers[width - 1 - k] : how == 1 && wraps ? one
							 : how == 2 && wraps && other        ? other->numbers[at]
											     : from->numbers[at];
	}
	if (one != UINT32_MAX)
		vectors[vector_count++] = out;
}

static void add_vector_sum(void)
{
	static const char *const names[] = { "add", "multiply", "maximum" };
	const struct vector *from = &vectors[any(vector_count)];
	const char *name = names[any(3)];
	uint32_t sum = from->numbers[0];
	for (uint32_t k = 1; k < width; k++) {
		put(" %s %u %u %s;", name, sum, from->numbers[k], name_of(from->dtype));
		sum = program.count;
		add_value(from->dtype);
	}
}

/* The index of an element of a run, from a number of the loop, which is small, or from any. */
static uint32_t add_index(uint32_t base, uint32_t k)
{
	if (k == 0)
		return base;
	put(" constant 0x%X i64; add %u %u i64;", k, base, program.count);
	add_value(KERNELS_I64);
	add_value(KERNELS_I64);
	return program.count - 1;
}

static void add_vector_access(void)
{
	const uint32_t array = any(program.arguments);
	const bool stores = array < program.carried && any(2);
	const struct vector *from = find_vector(program.dtypes[array]);
	uint32_t base = any(3) ? UINT32_MAX : find_value(KERNELS_I64);
	struct vector out = { .dtype = program.dtypes[array] };
	if (!program.arrays[array] || (stores && !from))
		return;
	if (base == UINT32_MAX) {
		put(" convert 0 i64;");
		base = program.count;
		add_value(KERNELS_I64);
	}
	for (uint32_t k = 0; k < width; k++) {
		const uint32_t index = add_index(base, k);
		out.numbers[k] = program.count;
		if (stores)
			put(" store %u %u %u %s;", array, index, from->numbers[k], name_of(out.dtype));
		else
			put(" load %u %u %s;", array, index, name_of(out.dtype));
		add_value(out.dtype);
	}
	if (!stores)
		vectors[vector_count++] = out;
}

static struct hlo_expr *make_vector_body(uint32_t arrays)
{
	begin(true);
	vector_count = 0;
	for (uint32_t i = 1 + arrays; i < program.arguments; i += width) {
		vectors[vector_count].dtype = program.dtypes[i];
		for (uint32_t k = 0; k < width; k++)
			vectors[vector_count].numbers[k] = i + k;
		vector_count++;
	}
	put(" constant 0x1 i32; add 0 %u i32;", program.count);
	add_value(KERNELS_I32);
	add_value(KERNELS_I32);
	const uint32_t counter = program.count - 1;
	for (uint32_t i = 3 + any(25); i > 0 && vector_count + 2 < MOST_VECTORS && program.count + 4 * width < MOST_VALUES; i--) {
		const uint32_t what = any(12);
		if (what == 0)
			add_vector_sum();
		else if (what < 3)
			add_vector_move();
		else if (what < 5)
			add_vector_access();
		for (unsigned k = 0; what >= 5 && k < 60 && !add_vector_step(); k++)
			;
	}
	put(" return %u", counter);
	for (uint32_t i = 1; i < program.carried; i++) {
		static const struct vector *result;
		if (i > arrays && (i - 1 - arrays) % width == 0)
			result = find_vector(program.dtypes[i]);
		put(" %u", i <= arrays ? i : result ? result->numbers[(i - 1 - arrays) % width] : i);
	}
	return parse();
}

static void random_vectors(void)
{
	const uint32_t arrays = any(4), count = 1 + any(5);
	program.plain = program.blocks = false;
	width = any(3) ? 8 + any(2) * 8 : 4 + any(MOST_WIDTH - 3);
	program.arguments = 1 + arrays + count * width;
	program.carried = any(3) ? program.arguments : 1 + any(program.arguments);
	program.dtypes[0] = KERNELS_I32;
	memset(program.arrays, 0, sizeof program.arrays);
	for (uint32_t i = 1; i < program.arguments; i++) {
		program.arrays[i] = i <= arrays;
		program.dtypes[i] = i <= arrays || (i - 1 - arrays) % width == 0 ? types[any(7)] : program.dtypes[i - 1];
	}
	struct hlo_expr *condition = make_condition(), *body = condition ? make_vector_body(arrays) : NULL;
	with_packs += compare_code(condition, body);
	kernels_hlo__expr_destroy(condition);
	kernels_hlo__expr_destroy(body);
}
