/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of element-wise operations through calls: shapes, scalars, memory that is reused, attributes, quantization.
 * primitive_test.c has the values of the operations. */
#include "arrays.h"
#include <math.h>

static struct array any_floats(uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(KERNELS_F32, rank, dims);
	for (int64_t i = 0; i < array.elements; i++)
		((float *)array.bytes)[i] = (float)random_from(-40, 40) / 4;
	return array;
}

static const float *floats(const struct array *array) { return array->bytes; }

static struct array any_bools(uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(KERNELS_I1, rank, dims);
	for (int64_t i = 0; i < array.elements; i++)
		((uint8_t *)array.bytes)[i] = (uint8_t)random_below(2);
	return array;
}

static void adds(void)
{
	for (int round = 0; round < 200; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		struct array a = any_floats(rank, dims), b = any_floats(rank, dims), sum = array_make(KERNELS_F32, rank, dims);
		for (int64_t i = 0; i < sum.elements; i++)
			((float *)sum.bytes)[i] = floats(&a)[i] + floats(&b)[i];
		calls_begin("hlo.add");
		operand(a);
		operand(b);
		if (rank > 0 && random_below(3) == 0)
			calls_unknown(0, 0);
		result(&sum, round % 2);
		bool keep = random_below(2);
		if (keep)
			calls_keep(0);
		expect(&sum);
		if (!calls_mutating && dims[0] > 0)
			CHECK(!keep || !calls_reused(0));
	}
}

static void reuses(void)
{
	struct array a = any_floats(1, (int64_t[]){ 3 });
	for (int kept = 0; kept < 2; kept++) {
		calls_begin("hlo.add");
		calls_operand(&a);
		calls_operand(&a);
		if (kept)
			calls_keep(0);
		else
			calls_give(0);
		calls_result(KERNELS_F32, 1, (int64_t[]){ 3 });
		const char *error = calls_run();
		CHECK_STR(error ? error : "", "");
		CHECK_INT(calls_reused(0), !kept);
		if (kept)
			CHECK_BYTES(calls_kept(), 12, a.bytes, 12);
	}
	array_free(&a);
}

/* Any operand that the caller gave away is overwritten, wherever it stands. */
static void reuses_any_operand(void)
{
	static const int64_t three = 3;
	static const float expected[] = { 3, 3, 3 };
	for (uint32_t test = 0; test < 4; test++) {
		calls_begin(test < 2 ? "hlo.clamp" : "hlo.fused");
		for (int k = 0; k < 3; k++) {
			struct array a = array_make(KERNELS_F32, 1, &three);
			for (int i = 0; i < 3; i++)
				((float *)a.bytes)[i] = (float[]){ 1, 3, 5 }[k];
			calls_operand(&a);
			array_free(&a);
		}
		calls_result(KERNELS_F32, 1, &three);
		if (test >= 2)
			calls_text("body", "f32 f32 f32; clamp 0 1 2 f32; return 3");
		calls_give(test % 2);
		const char *error = calls_run();
		CHECK_STR(error ? error : "", "");
		CHECK(error || (calls_reused(test % 2) && memcmp(calls_output(0)->bytes, expected, sizeof expected) == 0));
	}
}

static void selects(void)
{
	for (int round = 0; round < 200; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		enum kernels_dtype dtype = any_dtype();
		bool scalar_pred = random_below(2);
		struct array pred = any_bools(scalar_pred ? 0 : rank, dims);
		struct array a = any_array_of(dtype, rank, dims), b = any_array_of(dtype, rank, dims);
		struct array expected = array_make(dtype, rank, dims);
		for (int64_t i = 0; i < expected.elements; i++)
			copy_element(&expected, i, ((uint8_t *)pred.bytes)[pred.shape.rank ? i : 0] ? &a : &b, i);
		calls_begin("hlo.select");
		operand(pred);
		operand(a);
		operand(b);
		result(&expected, false);
		expect(&expected);
	}
}

static void clamps(void)
{
	for (int round = 0; round < 200; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		struct array low = any_floats(random_below(2) ? rank : 0, dims), high = any_floats(random_below(2) ? rank : 0, dims);
		struct array x = any_floats(rank, dims), expected = array_make(KERNELS_F32, rank, dims);
		for (int64_t i = 0; i < expected.elements; i++) {
			float least = floats(&low)[low.shape.rank ? i : 0], most = floats(&high)[high.shape.rank ? i : 0];
			float value = floats(&x)[i] < least ? least : floats(&x)[i];
			((float *)expected.bytes)[i] = value > most ? most : value;
		}
		calls_begin("hlo.clamp");
		operand(low);
		operand(x);
		operand(high);
		result(&expected, true);
		expect(&expected);
	}
}

static void compares(void)
{
	static const char *const directions[] = { "EQ", "NE", "LT", "LE", "GT", "GE" };
	for (int round = 0; round < 200; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		int direction = (int)random_below(6);
		struct array a = any_floats(rank, dims), b = any_floats(rank, dims), expected = array_make(KERNELS_I1, rank, dims);
		for (int64_t i = 0; i < expected.elements; i++) {
			float x = floats(&a)[i], y = floats(&b)[i];
			const bool results[] = { x == y, x != y, x < y, x <= y, x > y, x >= y };
			((uint8_t *)expected.bytes)[i] = results[direction];
		}
		calls_begin("hlo.compare");
		operand(a);
		operand(b);
		calls_text("comparison_direction", directions[direction]);
		calls_text("compare_type", round % 2 ? "FLOAT" : "NOTYPE");
		result(&expected, true);
		expect(&expected);
	}
}

/* A body with two results, one of them wider, over arrays and scalars in any position. */
static void fuses(void)
{
	for (int round = 0; round < 200; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		struct array a = any_floats(rank, dims), b = any_floats(random_below(2) ? rank : 0, dims);
		struct array sum = array_make(KERNELS_F32, rank, dims), wide = array_make(KERNELS_F64, rank, dims);
		for (int64_t i = 0; i < sum.elements; i++) {
			((float *)sum.bytes)[i] = floats(&a)[i] + floats(&b)[b.shape.rank ? i : 0];
			((double *)wide.bytes)[i] = 2.0 * (double)((float *)sum.bytes)[i];
		}
		calls_begin("hlo.fused");
		operand(a);
		operand(b);
		calls_text("body", "f32 f32; add 0 1 f32; convert 2 f64; constant 0x4000000000000000 f64; multiply 3 4 f64; return 2 5");
		result(&sum, true);
		result(&wide, true);
		const char *error = calls_run();
		if (!calls_mutating && CHECK(!error)) {
			CHECK_BYTES(calls_output(0)->bytes, 4 * (size_t)sum.elements, sum.bytes, 4 * (size_t)sum.elements);
			CHECK_BYTES(calls_output(1)->bytes, 8 * (size_t)sum.elements, wide.bytes, 8 * (size_t)sum.elements);
		}
		array_free(&sum);
		array_free(&wide);
	}
}

/* map with one operand and a captured scalar. */
static void maps(void)
{
	for (int round = 0; round < 200; round++) {
		int64_t dims[KERNELS_MAX_RANK], all[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		struct array a = any_floats(rank, dims), b = any_floats(0, dims), expected = array_make(KERNELS_F32, rank, dims);
		for (uint32_t i = 0; i < rank; i++)
			all[i] = i;
		for (int64_t i = 0; i < expected.elements; i++)
			((float *)expected.bytes)[i] = floats(&a)[i] * floats(&b)[0];
		calls_begin("hlo.map");
		operand(a);
		operand(b);
		calls_text("body", "f32 f32; multiply 0 1 f32; return 2");
		calls_int("captures", 1);
		calls_ints("dimensions", rank, all);
		result(&expected, true);
		expect(&expected);
	}
}

/* ---- quantization */

static void quantization(uint32_t rank, const int64_t *dims, int64_t dimension, double *scales, int64_t *zeros)
{
	int64_t count = dimension < 0 ? 1 : dims[dimension];
	(void)rank;
	for (int64_t i = 0; i < count; i++) {
		scales[i] = (double)random_from(1, 16) / 8;
		zeros[i] = random_from(-20, 20);
	}
	calls_int("quantization_dimension", dimension);
	calls_int("storage_min", -100);
	calls_int("storage_max", 127);
	calls_doubles("scales", (uint32_t)count, scales);
	calls_ints("zero_points", (uint32_t)count, zeros);
}

static int64_t channel_of(const struct array *array, const int64_t *index, int64_t dimension)
{
	(void)array;
	return dimension < 0 ? 0 : index[dimension];
}

static void quantizes(void)
{
	for (int round = 0; round < 300; round++) {
		int64_t dims[KERNELS_MAX_RANK], zeros[200];
		double scales[200];
		uint32_t rank = any_dims(dims);
		if (rank == 2 && random_below(2))
			dims[1] = 150; /* long runs */
		int64_t dimension = random_from(-1, (int64_t)rank - 1);
		struct array floats_in = any_floats(rank, dims), integers = array_make(KERNELS_I8, rank, dims);
		bool back = random_below(2);
		calls_begin(back ? "hlo.uniform_dequantize" : "hlo.uniform_quantize");
		quantization(rank, dims, dimension, scales, zeros);
		if (floats_in.elements > 0)
			EACH(&integers.shape, index) {
				int64_t at = array_at(&integers.shape, index), channel = channel_of(&integers, index, dimension);
				double x = (double)floats(&floats_in)[at];
				if (back) {
					((int8_t *)integers.bytes)[at] = (int8_t)random_from(-100, 127);
					x = ((double)((int8_t *)integers.bytes)[at] - (double)zeros[channel]) * scales[channel];
					((float *)floats_in.bytes)[at] = (float)x;
				} else {
					x = (double)((float)x / (float)scales[channel] + (float)zeros[channel]);
					x = nearbyint(x < -100 ? -100 : x > 127 ? 127 : x);
					((int8_t *)integers.bytes)[at] = (int8_t)x;
				}
			}
		calls_operand(back ? &integers : &floats_in);
		result(back ? &floats_in : &integers, true);
		expect(back ? &floats_in : &integers);
		array_free(back ? &integers : &floats_in);
	}
}

/* ---- refusals */

static void refuses_types(void)
{
	struct array a = any_floats(1, (int64_t[]){ 3 }), b = array_make(KERNELS_I32, 1, (int64_t[]){ 3 });
	calls_begin("hlo.add");
	calls_operand(&a);
	calls_operand(&b);
	calls_result(KERNELS_F32, 1, (int64_t[]){ 3 });
	REFUSED("add is not defined for f32[3], i32[3] -> f32[3]");
	calls_begin("hlo.add");
	calls_operand(&a);
	operand(any_floats(0, NULL));
	calls_result(KERNELS_F32, 1, (int64_t[]){ 3 });
	REFUSED("operand 1 has the type f32[], but operand 0 f32[3]");
	calls_begin("hlo.add");
	calls_operand(&a);
	calls_operand(&a);
	calls_result(KERNELS_F32, 1, (int64_t[]){ 4 });
	REFUSED("result 0 has the type f32[4], expected f32[3]");
	calls_begin("hlo.popcnt");
	calls_operand(&a);
	calls_result(KERNELS_F32, 1, (int64_t[]){ 3 });
	REFUSED("popcnt is not defined for f32[3] -> f32[3]");
	calls_begin("hlo.compare");
	calls_operand(&b);
	calls_operand(&b);
	calls_text("comparison_direction", "LT");
	calls_text("compare_type", "FLOAT");
	calls_result(KERNELS_I1, 1, (int64_t[]){ 3 });
	REFUSED("compare is not defined for i32[3], i32[3] -> i1[3]");
	array_free(&a);
	array_free(&b);
}

static void refuses_attributes(void)
{
	struct array a = any_floats(1, (int64_t[]){ 3 });
	calls_begin("hlo.compare");
	calls_operand(&a);
	calls_operand(&a);
	calls_text("comparison_direction", "LESS");
	calls_text("compare_type", "FLOAT");
	calls_result(KERNELS_I1, 1, (int64_t[]){ 3 });
	REFUSED("attribute comparison_direction is none of EQ, NE, LT, LE, GT, GE");
	calls_begin("hlo.reduce_precision");
	calls_operand(&a);
	calls_int("exponent_bits", 0);
	calls_int("mantissa_bits", 3);
	calls_result(KERNELS_F32, 1, (int64_t[]){ 3 });
	REFUSED("exponent_bits is 0, mantissa_bits 3; expected at least 1 and 0");
	calls_begin("hlo.map");
	calls_operand(&a);
	calls_text("body", "f32; negate 0 f64; return 1");
	calls_int("captures", 0);
	calls_ints("dimensions", 1, (int64_t[]){ 0 });
	calls_result(KERNELS_F32, 1, (int64_t[]){ 3 });
	REFUSED("attribute body: expression, character 6: negate is not defined for f32 -> f64");
	calls_begin("hlo.fused");
	calls_operand(&a);
	calls_text("body", "f32; convert 0 f64; return 1");
	calls_result(KERNELS_F32, 1, (int64_t[]){ 3 });
	REFUSED("result 0 of body is f64, but the result f32");
	array_free(&a);
}

static const struct check_case random_cases[] = { CHECK_CASE(adds), CHECK_CASE(selects), CHECK_CASE(clamps),
	CHECK_CASE(compares), CHECK_CASE(fuses), CHECK_CASE(maps), CHECK_CASE(quantizes) };

static void mutants(void) { run_mutants(random_cases, sizeof random_cases / sizeof *random_cases); }

static const struct check_case cases[] = { CHECK_CASE(adds), CHECK_CASE(reuses), CHECK_CASE(reuses_any_operand), CHECK_CASE(selects), CHECK_CASE(clamps),
	CHECK_CASE(compares), CHECK_CASE(fuses), CHECK_CASE(maps), CHECK_CASE(quantizes), CHECK_CASE(refuses_types),
	CHECK_CASE(refuses_attributes), CHECK_CASE(mutants) };

int main(int argc, char **argv)
{
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
