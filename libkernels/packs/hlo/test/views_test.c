/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of room views against references that look at single bits. */
#include "arrays.h"

/* ---- element types as bits */

static unsigned bits_of(enum kernels_dtype dtype)
{
	static const struct {
		enum kernels_dtype dtype;
		unsigned bits;
	} narrow[] = { { KERNELS_I1, 1 }, { KERNELS_I2, 2 }, { KERNELS_UI2, 2 }, { KERNELS_I4, 4 }, { KERNELS_UI4, 4 },
		{ KERNELS_F4E2M1FN, 4 }, { KERNELS_F6E2M3FN, 6 }, { KERNELS_F6E3M2FN, 6 } };
	for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
		if (narrow[i].dtype == dtype)
			return narrow[i].bits;
	return (unsigned)kernels_dtype_size(dtype) * 8;
}

static unsigned get_bit(const struct array *array, int64_t bit)
{
	unsigned bits = bits_of(array->dtype);
	const uint8_t *element = (const uint8_t *)array->bytes + (size_t)(bit / bits) * kernels_dtype_size(array->dtype);
	return element[bit % bits / 8] >> bit % bits % 8 & 1;
}

static void set_bit(struct array *array, int64_t bit, unsigned value)
{
	unsigned bits = bits_of(array->dtype), at = (unsigned)(bit % bits);
	uint8_t *element = (uint8_t *)array->bytes + (size_t)(bit / bits) * kernels_dtype_size(array->dtype);
	element[at / 8] |= (uint8_t)(value << at % 8);
	bool is_signed = array->dtype == KERNELS_I2 || array->dtype == KERNELS_I4;
	if (is_signed && at == bits - 1 && value)
		element[0] |= (uint8_t)(0xFF << bits);
}

static const enum kernels_dtype all[] = { KERNELS_I1, KERNELS_I2, KERNELS_UI2, KERNELS_I4, KERNELS_UI4, KERNELS_F4E2M1FN,
	KERNELS_F6E2M3FN, KERNELS_F6E3M2FN, KERNELS_I8, KERNELS_UI8, KERNELS_F8E5M2, KERNELS_I16, KERNELS_BF16, KERNELS_F16,
	KERNELS_I32, KERNELS_F32, KERNELS_I64, KERNELS_UI64, KERNELS_F64, KERNELS_COMPLEX64, KERNELS_COMPLEX128 };

static enum kernels_dtype one_of_all(void) { return all[random_below(sizeof all / sizeof *all)]; }

/* Random bits, in the form that elements have in memory. */
static struct array any_bits(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(dtype, rank, dims);
	for (int64_t bit = 0; bit < array.elements * (int64_t)bits_of(dtype); bit++)
		set_bit(&array, bit, (unsigned)calls_random() & 1);
	return array;
}

static bool is_complex(enum kernels_dtype dtype) { return dtype == KERNELS_COMPLEX64 || dtype == KERNELS_COMPLEX128; }

static void bitcasts(void)
{
	for (int round = 0; round < 2000; round++) {
		enum kernels_dtype from = one_of_all(), to = one_of_all();
		unsigned a = bits_of(from), b = bits_of(to);
		int64_t dims[KERNELS_MAX_RANK] = { random_below(4), random_below(5) }, result_dims[KERNELS_MAX_RANK];
		uint32_t rank = (uint32_t)random_below(3), result_rank = rank;
		if ((a < b ? b % a : a % b) || is_complex(from) != is_complex(to))
			continue;
		if (a < b)
			dims[rank++] = b / a;
		memcpy(result_dims, dims, sizeof dims);
		if (a > b)
			result_dims[result_rank++] = a / b;
		struct array operands = any_bits(from, rank, dims), expected = array_make(to, result_rank, result_dims);
		for (int64_t bit = 0; bit < expected.elements * (int64_t)b; bit++)
			set_bit(&expected, bit, get_bit(&operands, bit));
		calls_begin("hlo.bitcast_convert");
		operand(operands);
		result(&expected, false);
		expect(&expected);
	}
}

static void reshapes(void)
{
	for (int round = 0; round < 600; round++) {
		struct array from = any_array();
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = from.shape.rank;
		memcpy(dims, from.shape.dims, sizeof dims);
		shuffle(rank, dims);
		if (rank < KERNELS_MAX_RANK)
			dims[rank++] = 1;
		struct array expected = array_make(from.dtype, rank, dims);
		memcpy(expected.bytes, from.bytes, (size_t)from.elements * kernels_dtype_size(from.dtype));
		int64_t declared[KERNELS_MAX_RANK];
		memcpy(declared, dims, sizeof declared);
		if (rank > 0 && expected.elements > 0 && random_below(2))
			declared[random_below(rank)] = -1;
		calls_begin("hlo.reshape");
		operand(from);
		if (from.shape.rank > 0 && random_below(4) == 0)
			calls_unknown(0, (uint32_t)random_below(from.shape.rank));
		calls_result(expected.dtype, rank, declared);
		expect(&expected);
	}
}

static void dimension_sizes(void)
{
	for (int round = 0; round < 600; round++) {
		struct array from = any_array();
		if (from.shape.rank == 0) {
			array_free(&from);
			continue;
		}
		uint32_t dimension = (uint32_t)random_below(from.shape.rank);
		int64_t dims[KERNELS_MAX_RANK];
		memcpy(dims, from.shape.dims, sizeof dims);
		dims[dimension] = random_from(0, dims[dimension]);
		struct array expected = array_make(from.dtype, from.shape.rank, dims), size = scalar(KERNELS_I32, dims[dimension]);
		if (expected.elements > 0)
			EACH(&expected.shape, index)
			{
				copy_element(&expected, array_at(&expected.shape, index), &from, array_at(&from.shape, index));
			}
		calls_begin("hlo.set_dimension_size");
		operand(from);
		operand(size);
		calls_int("dimension", dimension);
		result(&expected, false);
		expect(&expected);
		from = any_array_of(KERNELS_I8, expected.shape.rank, dims);
		calls_begin("hlo.get_dimension_size");
		operand(from);
		if (random_below(2))
			calls_unknown(0, dimension);
		calls_int("dimension", dimension);
		expected = scalar(KERNELS_I32, dims[dimension]);
		calls_result(KERNELS_I32, 0, NULL);
		expect(&expected);
	}
}

static void constants(void)
{
	for (int round = 0; round < 600; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		struct array expected = any_bits(one_of_all(), rank, dims);
		size_t size = kernels_dtype_size(expected.dtype);
		bool splat = random_below(2) && expected.elements > 0;
		for (int64_t i = 1; splat && i < expected.elements; i++)
			memcpy((char *)expected.bytes + (size_t)i * size, expected.bytes, size);
		calls_begin("hlo.constant");
		if (calls_mutating && random_below(4) == 0)
			((uint8_t *)expected.bytes)[0] = (uint8_t)calls_random();
		calls_dense("value", expected.dtype, splat ? 0 : rank, splat ? NULL : dims, expected.bytes);
		calls_result(expected.dtype, rank, dims);
		expect(&expected);
	}
}

static void large_splats(void)
{
	static const int64_t dims[] = { 1000, 1234 };
	struct array expected = array_make(KERNELS_I16, 2, dims);
	for (int64_t i = 0; i < expected.elements; i++)
		array_set(&expected, i, -77);
	calls_begin("hlo.constant");
	calls_dense("value", KERNELS_I16, 0, NULL, &(int16_t){ -77 });
	calls_result(KERNELS_I16, 2, dims);
	expect(&expected);
	calls_begin("hlo.constant"); /* opens, but cannot run: the memory is only needed then */
	calls_dense("value", KERNELS_I16, 0, NULL, &(int16_t){ 1 });
	calls_result(KERNELS_I16, 2, (int64_t[]){ 1 << 20, 1 << 20 });
	REFUSED(sizeof(size_t) > 4 ? "out of memory allocating 2199023255552 bytes"
				   : "attribute types has a type with too many elements");
}

static void barriers_and_tokens(void)
{
	struct array one = scalar(KERNELS_I32, 41), two = any_array_of(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	calls_begin("hlo.optimization_barrier");
	calls_operand(&one);
	calls_operand(&two);
	calls_result(KERNELS_I32, 0, NULL);
	calls_result(KERNELS_F32, 2, (int64_t[]){ -1, 3 });
	CHECK(!calls_run());
	CHECK_INT(array_get(calls_output(0), 0), 41);
	CHECK_BYTES(calls_output(1)->bytes, 24, two.bytes, 24);
	calls_begin("hlo.optimization_barrier");
	calls_operand(&one);
	calls_result(KERNELS_F32, 0, NULL);
	REFUSED("result 0 has the type f32[], expected i32[]");
	array_free(&one);
	array_free(&two);
	calls_begin("hlo.create_token");
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	CHECK(!calls_run());
	calls_begin("hlo.after_all");
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	CHECK(!calls_run());
	calls_begin("hlo.after_all");
	calls_result(KERNELS_I32, 0, NULL);
	REFUSED("result 0 has the type i32[], expected a token");
}

static void refusals(void)
{
	struct array from = any_bits(KERNELS_F32, 1, (int64_t[]){ 6 });
	calls_begin("hlo.reshape");
	calls_operand(&from);
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, 4 });
	REFUSED("cannot reshape f32[6] to f32[2, 4]");
	calls_begin("hlo.reshape");
	calls_operand(&from);
	calls_result(KERNELS_F32, 2, (int64_t[]){ -1, 4 });
	REFUSED("the dimensions of result 0 do not follow from those of operand 0");
	calls_begin("hlo.bitcast_convert");
	calls_operand(&from);
	calls_result(KERNELS_I64, 1, (int64_t[]){ 3 });
	REFUSED("cannot convert the bits of f32[6] to i64[3]");
	calls_begin("hlo.bitcast_convert");
	calls_operand(&from);
	calls_result(KERNELS_COMPLEX64, 1, (int64_t[]){ 3 });
	REFUSED("operand 0 or result 0 has a wrong element type");
	calls_begin("hlo.get_dimension_size");
	calls_operand(&from);
	calls_int("dimension", 1);
	calls_result(KERNELS_I32, 0, NULL);
	REFUSED("attribute dimension is 1, expected 0 to 0");
	calls_begin("hlo.set_dimension_size");
	calls_operand(&from);
	operand(scalar(KERNELS_I32, 7));
	calls_int("dimension", 0);
	calls_result(KERNELS_F32, 1, (int64_t[]){ -1 });
	REFUSED("cannot set dimension 0 to 7: its size is 6");
	array_free(&from);
	calls_begin("hlo.constant");
	calls_dense("value", KERNELS_I4, 1, (int64_t[]){ 2 }, (uint8_t[]){ 1, 8 });
	calls_result(KERNELS_I4, 1, (int64_t[]){ 2 });
	REFUSED("attribute value has an element with more bits than i4");
	calls_begin("hlo.constant");
	calls_dense("value", KERNELS_I8, 1, (int64_t[]){ 2 }, (uint8_t[]){ 1, 8 });
	calls_result(KERNELS_I8, 1, (int64_t[]){ 3 });
	REFUSED("attribute value has 2 elements of type i8, but result 0 is i8[3]");
	calls_begin("hlo.constant");
	calls_dense("value", KERNELS_I8, 1, (int64_t[]){ 2 }, (uint8_t[]){ 1, 8 });
	calls_result(KERNELS_UI8, 1, (int64_t[]){ 2 });
	REFUSED("attribute value has 2 elements of type i8, but result 0 is u8[2]");
}

static const struct check_case random_cases[] = { CHECK_CASE(bitcasts), CHECK_CASE(reshapes), CHECK_CASE(dimension_sizes),
	CHECK_CASE(constants) };

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = { CHECK_CASE(bitcasts), CHECK_CASE(reshapes), CHECK_CASE(dimension_sizes),
	CHECK_CASE(constants), CHECK_CASE(large_splats), CHECK_CASE(barriers_and_tokens), CHECK_CASE(refusals),
	CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
