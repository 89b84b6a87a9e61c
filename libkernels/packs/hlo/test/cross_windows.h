/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions, windows, scatter, sorting and products of one type. Sums are rounded after each addition, in the order of the elements. */
#ifndef HLO_TEST_CROSS_WINDOWS_H
#define HLO_TEST_CROSS_WINDOWS_H

#include "cross_elementwise.h"
#include "cross_moves.h"

static struct value sum_of(enum kernels_dtype t, struct value x, struct value y) { return rounded(t, apply("add", t, x, y)); }

static void cross_reduce(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 2, DIMS(2, 5)), init = any_values(t, 0, NULL), expected = array_make(t, 1, DIMS(2));
	for (int64_t row = 0; row < 2; row++) {
		struct value sum = value_get(&init, 0);
		for (int64_t i = 0; i < 5; i++)
			sum = sum_of(t, sum, value_get(&x, row * 5 + i));
		value_set(&expected, row, sum);
	}
	operand(x);
	operand(init);
	body_of("body", "@ @; add 0 1 @; return 2", t);
	calls_int("captures", 0);
	INTS("dimensions", 1);
	calls_result(t, 1, DIMS(2));
	expect_values(__LINE__, &expected, 0);
}

static void windows(int64_t size, int64_t stride, int64_t low)
{
	calls_int("captures", 0);
	INTS("padding", low, 0);
	INTS("window_dimensions", size);
	INTS("window_strides", stride);
}

static void cross_reduce_window(const char *name, enum kernels_dtype t)
{
	const bool padding = strcmp(name, "reduce_window") != 0;
	struct array x = any_values(t, 1, DIMS(5)), init = any_values(t, 0, NULL), expected = array_make(t, 1, DIMS(5));
	for (int64_t i = 0; i < 5; i++) { /* elements i - 1, i; before the first one is padding */
		struct value most = value_get(&init, 0);
		if (i > 0 || padding)
			most = apply("add", t, most, i ? value_get(&x, i - 1) : value_get(&init, 0));
		value_set(&expected, i, rounded(t, apply("add", t, rounded(t, most), value_get(&x, i))));
	}
	operand(x);
	operand(init);
	body_of("body", "@ @; add 0 1 @; return 2", t);
	windows(2, 1, 1);
	INTS("base_dilations", 1);
	INTS("window_dilations", 1);
	calls_result(t, 1, DIMS(5));
	expect_values(__LINE__, &expected, 0);
}

/* Complex numbers have no order: the first of a window is selected. */
static void cross_select_and_scatter(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 1, DIMS(6)), source = any_values(t, 1, DIMS(3)), init = any_values(t, 0, NULL);
	struct array expected = array_make(t, 1, DIMS(6));
	for (int64_t i = 0; i < 3; i++) {
		const bool second = !is_complex_type(t) && less(t, value_get(&x, 2 * i), value_get(&x, 2 * i + 1));
		value_set(&expected, 2 * i + !second, value_get(&init, 0));
		value_set(&expected, 2 * i + second, sum_of(t, value_get(&init, 0), value_get(&source, i)));
	}
	operand(x);
	operand(source);
	operand(init);
	body_of("select", is_complex_type(t) ? "@ @; constant 0x1 i1; return 2" : "@ @; compare.GE.NOTYPE 0 1 i1; return 2", t);
	body_of("scatter", "@ @; add 0 1 @; return 2", t);
	windows(2, 2, 0);
	calls_result(t, 1, DIMS(6));
	expect_values(__LINE__, &expected, 0);
}

/* Two updates of one element; one that is outside. */
static void cross_scatter(const char *name, enum kernels_dtype t)
{
	(void)name;
	static const int64_t at[] = { 2, 0, 2, 9 };
	struct array x = any_values(t, 1, DIMS(4)), updates = any_values(t, 1, DIMS(4)), expected = array_make(t, 1, DIMS(4));
	for (int64_t i = 0; i < 4; i++)
		copy_element(&expected, i, &x, i);
	for (int64_t i = 0; i < 3; i++)
		value_set(&expected, at[i], sum_of(t, value_get(&expected, at[i]), value_get(&updates, i)));
	operand(x);
	operand_ints(KERNELS_I32, 4, at);
	operand(updates);
	body_of("body", "@ @; add 0 1 @; return 2", t);
	calls_int("captures", 0);
	calls_int("index_vector_dim", 1);
	calls_ints("input_batching_dims", 0, NULL);
	INTS("inserted_window_dims", 0);
	INTS("scatter_dims_to_operand_dims", 0);
	calls_ints("scatter_indices_batching_dims", 0, NULL);
	calls_ints("update_window_dims", 0, NULL);
	calls_result(t, 1, DIMS(4));
	expect_values(__LINE__, &expected, 0);
}

/* Stable insertion of positions; complex numbers by their real parts. */
static void sort_positions(const struct array *x, bool descending, int64_t *positions)
{
	for (int64_t i = 0; i < x->elements; i++) {
		int64_t at = i;
		for (; at > 0; at--) {
			const struct value before = value_get(x, positions[at - 1]), here = value_get(x, i);
			if (!(descending ? less(x->dtype, before, here) : less(x->dtype, here, before)))
				break;
			positions[at] = positions[at - 1];
		}
		positions[at] = i;
	}
}

static void cross_sort(const char *name, enum kernels_dtype t)
{
	(void)name;
	static const int64_t count[] = { 20 };
	struct array x = any_values(t, 1, count), places = array_make(KERNELS_I32, 1, count);
	struct array expected = array_make(t, 1, count), expected_places = array_make(KERNELS_I32, 1, count);
	int64_t positions[20];
	sort_positions(&x, false, positions);
	for (int64_t i = 0; i < 20; i++) {
		array_set(&places, i, i);
		copy_element(&expected, i, &x, positions[i]);
		array_set(&expected_places, i, positions[i]);
	}
	operand(x);
	operand(places);
	body_of("comparator", !is_complex_type(t) ? "@ @ i32 i32; compare.LT.NOTYPE 0 1 i1; return 4" :
		t == KERNELS_COMPLEX64 ? "@ @ i32 i32; real 0 f32; real 1 f32; compare.LT.FLOAT 4 5 i1; return 6" :
					 "@ @ i32 i32; real 0 f64; real 1 f64; compare.LT.FLOAT 4 5 i1; return 6", t);
	calls_int("captures", 0);
	calls_int("dimension", 0);
	calls_bool("is_stable", true);
	calls_result(t, 1, count);
	calls_result(KERNELS_I32, 1, count);
	if (ran(__LINE__)) {
		expect_result(__LINE__, 0, &expected, 0);
		expect_result(__LINE__, 1, &expected_places, 0);
	}
}

static void cross_top_k(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 1, DIMS(9)), expected = array_make(t, 1, DIMS(4)), places = array_make(KERNELS_I32, 1, DIMS(4));
	int64_t positions[9];
	sort_positions(&x, true, positions);
	for (int64_t i = 0; i < 4; i++) {
		copy_element(&expected, i, &x, positions[i]);
		array_set(&places, i, positions[i]);
	}
	operand(x);
	calls_int("k", 4);
	calls_result(t, 1, DIMS(4));
	calls_result(KERNELS_I32, 1, DIMS(4));
	if (ran(__LINE__)) {
		expect_result(__LINE__, 0, &expected, 0);
		expect_result(__LINE__, 1, &places, 0);
	}
}

/* ---- products: sums are exact, and rounded once */

static struct value add_product(enum kernels_dtype t, struct value sum, struct value x, struct value y)
{
	if (t == KERNELS_I1)
		return (struct value){ sum.whole | (x.whole & y.whole), 0 };
	sum.whole = wrapped(t == KERNELS_I1 || !is_whole(t) ? KERNELS_I64 : t,
		(wide)((unsigned_wide)sum.whole + (unsigned_wide)x.whole * (unsigned_wide)y.whole));
	sum.z += x.z * y.z;
	return sum;
}

/* An epilogue that takes the maximum of each element and one of an array. */
static void cross_epilogue(enum kernels_dtype t, struct array *expected)
{
	struct array bound = any_values(t, expected->shape.rank, expected->shape.dims);
	int64_t map[1 + KERNELS_MAX_RANK] = { 0 }, step = 1;
	for (uint32_t i = expected->shape.rank; i-- > 0; step *= expected->shape.dims[i])
		map[1 + i] = step;
	for (int64_t i = 0; i < expected->elements; i++)
		value_set(expected, i, apply("maximum", t, value_get(expected, i), value_get(&bound, i)));
	operand(bound);
	body_of("epilogue", "@ @; maximum 0 1 @; return 2", t);
	calls_ints("epilogue_maps", 1 + expected->shape.rank, map);
}

static void cross_dot_general(const char *name, enum kernels_dtype t)
{
	struct array x = any_values(t, 2, DIMS(2, 3)), y = any_values(t, 2, DIMS(3, 2)), expected = array_make(t, 2, DIMS(2, 2));
	for (int64_t i = 0; i < 4; i++) {
		struct value sum = { 0, 0 };
		for (int64_t k = 0; k < 3; k++)
			sum = add_product(t, sum, value_get(&x, i / 2 * 3 + k), value_get(&y, k * 2 + i % 2));
		value_set(&expected, i, sum);
	}
	operand(x);
	operand(y);
	if (strcmp(name, "dot_general_fused") == 0)
		cross_epilogue(t, &expected);
	calls_dot(0, 1, 0);
	calls_result(t, 2, DIMS(2, 2));
	expect_values(__LINE__, &expected, 0);
}

/* Four elements, a window of two, one element of padding before them. */
static void cross_convolution(const char *name, enum kernels_dtype t)
{
	struct array x = any_values(t, 3, DIMS(1, 4, 1)), k = any_values(t, 3, DIMS(2, 1, 1));
	struct array expected = array_make(t, 3, DIMS(1, 4, 1));
	for (int64_t i = 0; i < 4; i++) {
		struct value sum = { 0, 0 };
		if (i > 0)
			sum = add_product(t, sum, value_get(&x, i - 1), value_get(&k, 0));
		value_set(&expected, i, add_product(t, sum, value_get(&x, i), value_get(&k, 1)));
	}
	operand(x);
	operand(k);
	if (strcmp(name, "dynamic_conv") == 0) {
		struct array padding = array_make(KERNELS_I64, 2, DIMS(1, 2));
		array_set(&padding, 0, 1);
		operand(padding);
	} else {
		INTS("padding", 1, 0);
	}
	if (strcmp(name, "convolution_fused") == 0)
		cross_epilogue(t, &expected);
	calls_int("batch_group_count", 1);
	calls_int("feature_group_count", 1);
	calls_int("input_batch_dimension", 0);
	calls_int("input_feature_dimension", 2);
	INTS("input_spatial_dimensions", 1);
	calls_int("kernel_input_feature_dimension", 1);
	calls_int("kernel_output_feature_dimension", 2);
	INTS("kernel_spatial_dimensions", 0);
	calls_int("output_batch_dimension", 0);
	calls_int("output_feature_dimension", 2);
	INTS("output_spatial_dimensions", 1);
	INTS("lhs_dilation", 1);
	INTS("rhs_dilation", 1);
	INTS("window_reversal", 0);
	INTS("window_strides", 1);
	calls_result(t, 3, DIMS(1, 4, 1));
	expect_values(__LINE__, &expected, 0);
}

#endif
