/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that move elements of one type: the expected result lists the positions of its elements in the operand. */
#ifndef HLO_TEST_CROSS_MOVES_H
#define HLO_TEST_CROSS_MOVES_H

#include "bodies.h"
#include "values.h"

#define DIMS(...) ((int64_t[]){ __VA_ARGS__ })
#define COUNT(...) ((uint32_t)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)))
#define INTS(name, ...) calls_ints(name, COUNT(__VA_ARGS__), DIMS(__VA_ARGS__))
#define INDEX(...) operand_ints(KERNELS_I64, COUNT(__VA_ARGS__), DIMS(__VA_ARGS__))

/* The source of moves: elements [0, 6) are of x, which is the first operand; PAD + i stands for element i of another array. */
enum { PAD = 100 };

static struct array moved_from, moved_other;

static void begin_move(enum kernels_dtype t, uint32_t rank, const int64_t *dims, bool other)
{
	moved_from = any_values(t, rank, dims);
	moved_other = any_values(t, 0, NULL);
	calls_operand(&moved_from);
	if (other)
		calls_operand(&moved_other);
}

static void expect_move(uint32_t rank, const int64_t *dims, const int64_t *positions)
{
	struct array expected = array_make(moved_from.dtype, rank, dims);
	for (int64_t i = 0; i < expected.elements; i++) {
		const bool other = positions[i] >= PAD;
		copy_element(&expected, i, other ? &moved_other : &moved_from, other ? positions[i] - PAD : positions[i]);
	}
	calls_result(moved_from.dtype, rank, dims);
	expect(&expected);
	array_free(&moved_from);
	array_free(&moved_other);
}
#define EXPECT_MOVE(rank, dims, ...) expect_move(rank, dims, DIMS(__VA_ARGS__))

static void cross_broadcast(const char *name, enum kernels_dtype t)
{
	begin_move(t, 1, DIMS(3), false);
	if (strcmp(name, "dynamic_broadcast_in_dim") == 0)
		INDEX(2, 3);
	INTS("broadcast_dimensions", 1);
	EXPECT_MOVE(2, DIMS(2, 3), 0, 1, 2, 0, 1, 2);
}

static void cross_concatenate(const char *name, enum kernels_dtype t)
{
	(void)name;
	begin_move(t, 2, DIMS(2, 2), false);
	array_free(&moved_other);
	moved_other = any_values(t, 2, DIMS(2, 1));
	calls_operand(&moved_other);
	calls_int("dimension", 1);
	EXPECT_MOVE(2, DIMS(2, 3), 0, 1, PAD, 2, 3, PAD + 1);
}

static void cross_reshape(const char *name, enum kernels_dtype t)
{
	begin_move(t, 2, DIMS(2, 3), false);
	if (strcmp(name, "dynamic_reshape") == 0)
		INDEX(3, 2);
	EXPECT_MOVE(2, DIMS(3, 2), 0, 1, 2, 3, 4, 5);
}

static void cross_reverse(const char *name, enum kernels_dtype t)
{
	(void)name;
	begin_move(t, 2, DIMS(2, 3), false);
	INTS("dimensions", 1);
	EXPECT_MOVE(2, DIMS(2, 3), 2, 1, 0, 5, 4, 3);
}

static void cross_transpose(const char *name, enum kernels_dtype t)
{
	(void)name;
	begin_move(t, 2, DIMS(2, 3), false);
	INTS("permutation", 1, 0);
	EXPECT_MOVE(2, DIMS(3, 2), 0, 3, 1, 4, 2, 5);
}

static void cross_slice(const char *name, enum kernels_dtype t)
{
	begin_move(t, 2, DIMS(2, 3), false);
	if (strcmp(name, "slice") == 0) {
		INTS("start_indices", 1, 0);
		INTS("limit_indices", 2, 3);
		INTS("strides", 1, 2);
	} else {
		INDEX(1, 0);
		INDEX(2, 3);
		INDEX(1, 2);
	}
	EXPECT_MOVE(2, DIMS(1, 2), 3, 5);
}

static void cross_pad(const char *name, enum kernels_dtype t)
{
	begin_move(t, 1, DIMS(3), true);
	if (strcmp(name, "pad") == 0) {
		INTS("edge_padding_low", 1);
		INTS("edge_padding_high", -1);
		INTS("interior_padding", 1);
	} else {
		INDEX(1);
		INDEX(-1);
		INDEX(1);
	}
	EXPECT_MOVE(1, DIMS(5), PAD, 0, PAD, 1, PAD);
}

/* The second start is clamped to 1. */
static void cross_dynamic_slice(const char *name, enum kernels_dtype t)
{
	(void)name;
	begin_move(t, 2, DIMS(2, 3), false);
	operand(scalar(KERNELS_I32, 1));
	operand(scalar(KERNELS_I32, 7));
	INTS("slice_sizes", 1, 2);
	EXPECT_MOVE(2, DIMS(1, 2), 4, 5);
}

static void cross_update(const char *name, enum kernels_dtype t)
{
	(void)name;
	begin_move(t, 1, DIMS(4), false);
	array_free(&moved_other);
	moved_other = any_values(t, 1, DIMS(2));
	calls_operand(&moved_other);
	operand(scalar(KERNELS_I64, 1));
	EXPECT_MOVE(1, DIMS(4), 0, PAD, PAD + 1, 3);
}

/* Rows of two columns; the last start is clamped. */
static void cross_gather(const char *name, enum kernels_dtype t)
{
	begin_move(t, 2, DIMS(3, 2), false);
	operand_ints(KERNELS_I32, 3, DIMS(1, 0, 9));
	if (strcmp(name, "gather") == 0)
		INTS("slice_sizes", 1, 2);
	else
		INDEX(1, 2);
	INTS("collapsed_slice_dims", 0);
	calls_int("index_vector_dim", 1);
	INTS("offset_dims", 1);
	calls_ints("operand_batching_dims", 0, NULL);
	INTS("start_index_map", 0);
	calls_ints("start_indices_batching_dims", 0, NULL);
	EXPECT_MOVE(2, DIMS(3, 2), 2, 3, 0, 1, 4, 5);
}

static void cross_set_size(const char *name, enum kernels_dtype t)
{
	(void)name;
	begin_move(t, 2, DIMS(2, 3), false);
	operand(scalar(KERNELS_I32, 3));
	calls_int("dimension", 1);
	EXPECT_MOVE(2, DIMS(2, 3), 0, 1, 2, 3, 4, 5);
}

static void cross_get_size(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array expected = scalar(KERNELS_I32, 3);
	operand(any_values(t, 2, DIMS(2, 3)));
	calls_int("dimension", 1);
	calls_result(KERNELS_I32, 0, NULL);
	expect(&expected);
}

static void cross_iota(const char *name, enum kernels_dtype t)
{
	struct array expected = array_make(t, 2, DIMS(2, 3));
	for (int64_t i = 0; i < 6; i++)
		value_set(&expected, i, value_of(t, i % 3));
	if (strcmp(name, "dynamic_iota") == 0)
		INDEX(2, 3);
	calls_int("iota_dimension", 1);
	calls_result(t, 2, DIMS(2, 3));
	expect_values(__LINE__, &expected, 0);
}

/* To the unsigned type of as many bits; f6 to the other f6, complex types to themselves, i1 too. */
static void cross_bitcast(const char *name, enum kernels_dtype t)
{
	(void)name;
	enum kernels_dtype to = t == KERNELS_F6E2M3FN ? KERNELS_F6E3M2FN : t == KERNELS_F6E3M2FN ? KERNELS_F6E2M3FN : t;
	const unsigned bits = t == KERNELS_F4E2M1FN ? 4 : is_whole(t) ? whole_bits(t) : (unsigned)(8 * kernels_dtype_size(t));
	if (to == t && t != KERNELS_I1 && !is_complex_type(t))
		to = bits == 2 ? KERNELS_UI2 : bits == 4 ? KERNELS_UI4 : bits == 8 ? KERNELS_UI8 : bits == 16 ? KERNELS_UI16 :
			bits == 32 ? KERNELS_UI32 : KERNELS_UI64;
	struct array x = any_values(t, 1, DIMS(8)), expected = array_make(to, 1, DIMS(8));
	for (int64_t i = 0; i < 8; i++) {
		if (is_whole(to))
			value_set(&expected, i, (struct value){ array_get(&x, i), 0 });
		else
			copy_element(&expected, i, &x, i);
	}
	operand(x);
	calls_result(to, 1, DIMS(8));
	expect(&expected);
}

/* ---- processes: a group of one */

static void cross_collective(const char *name, enum kernels_dtype t)
{
	begin_move(t, 2, DIMS(2, 2), false);
	calls_token();
	calls_int("channel_id", 0);
	const bool to_root = strcmp(name, "collective_reduce") == 0;
	const bool reduces = to_root || strcmp(name, "all_reduce") == 0 || strcmp(name, "reduce_scatter") == 0;
	if (strcmp(name, "collective_permute") == 0) {
		INTS("source_target_pairs", 0, 0);
	} else {
		calls_int("group_size", 1);
		INTS("replica_groups", 0);
	}
	if (reduces)
		body_of("body", "@ @; add 0 1 @; return 2", t);
	if (reduces || strcmp(name, "all_gather") == 0)
		calls_bool("use_global_device_ids", false);
	if (strcmp(name, "all_gather") == 0)
		calls_int("all_gather_dim", 0);
	if (strcmp(name, "reduce_scatter") == 0)
		calls_int("scatter_dimension", 0);
	if (to_root || strcmp(name, "collective_broadcast") == 0)
		calls_bool("has_dynamic_root", false);
	if (strcmp(name, "all_to_all") == 0) {
		calls_int("concat_dimension", 0);
		calls_int("split_dimension", 1);
	}
	struct array expected = array_make(t, 2, DIMS(2, 2));
	for (int64_t i = 0; i < 4; i++)
		copy_element(&expected, i, &moved_from, i);
	calls_result(t, 2, DIMS(2, 2));
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	expect(&expected);
	array_free(&moved_from);
	array_free(&moved_other);
}

/* ---- print and probe */

static void cross_probe(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 2, DIMS(2, 3));
	calls_operand(&x);
	calls_token();
	calls_text("probe_id", "p");
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	if (ran(__LINE__) && CHECK(kernels_shape_equal(&calls_probed()->shape, &x.shape) && calls_probed()->dtype == t)) {
		const size_t size = 6 * kernels_dtype_size(t);
		CHECK_BYTES(calls_probed()->bytes, size, x.bytes, size);
	}
	array_free(&x);
}

/* The next number of a text, with blanks and brackets before it. */
static struct value read_value(enum kernels_dtype t, const char **text)
{
	char *end;
	*text += strspn(*text, " ,[]()");
	if (t == KERNELS_I1) {
		const bool yes = strncmp(*text, "true", 4) == 0;
		*text += strcspn(*text, " ,]");
		return (struct value){ yes, 0 };
	}
	if (is_whole(t)) {
		const bool is_signed = is_signed_whole(t);
		const wide whole = is_signed ? (wide)strtoll(*text, &end, 10) : (wide)strtoull(*text, &end, 10);
		*text = end;
		return (struct value){ whole, 0 };
	}
	const real x = strtold(*text, &end);
	real y = 0;
	if (is_complex_type(t))
		y = strtold(end + strspn(end, ", "), &end);
	*text = end;
	return value_pair(x, y);
}

static void cross_print(const char *name, enum kernels_dtype t)
{
	(void)name;
	char type[60];
	struct array x = any_values(t, 2, DIMS(2, 3)), found = array_make(t, 2, DIMS(2, 3));
	calls_operand(&x);
	calls_token();
	calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
	snprintf(type, sizeof type, "tensor<2x3x%s> [[", kernels_hlo__dtype_name(t));
	if (ran(__LINE__) && CHECK(strncmp(calls_printed(), type, strlen(type)) == 0)) {
		const char *text = calls_printed() + strlen(type);
		for (int64_t i = 0; i < 6; i++)
			value_set(&found, i, read_value(t, &text));
		CHECK_STR(text + strspn(text, ")"), "]]\n");
		CHECK_BYTES(found.bytes, 6 * kernels_dtype_size(t), x.bytes, 6 * kernels_dtype_size(t));
	}
	array_free(&found);
	array_free(&x);
}

/* ---- checks: equal arrays pass; one element that differs fails */

static void cross_assertion(const char *name, enum kernels_dtype t)
{
	(void)name;
	for (int wrong = 0; wrong < 2; wrong++) {
		struct array x = array_make(t, 0, NULL), y = any_values(t, 0, NULL);
		value_set(&x, 0, value_of(t, !wrong));
		calls_begin("hlo.check_assertion");
		operand(x);
		operand(y);
		calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
		calls_text("error_message", "not {0}");
		const char *error = calls_run();
		CHECK((error != NULL) == wrong && (!error || strstr(error, "shape assertion failed: not ")));
	}
}

static void cross_check(const char *name, enum kernels_dtype t)
{
	for (int wrong = 0; wrong < 2; wrong++) {
		struct array x = any_values(t, 1, DIMS(5)), y = array_make(t, 1, DIMS(5));
		char full[40];
		for (int64_t i = 0; i < 5; i++)
			copy_element(&y, i, &x, i);
		value_set(&x, 3, value_of(t, 1));
		value_set(&y, 3, value_of(t, wrong && !is_whole(t) ? 4 : wrong ? 0 : 1));
		snprintf(full, sizeof full, "hlo.%s", name);
		calls_begin(full);
		operand(x);
		operand(y);
		calls_result(KERNELS_DTYPE_INVALID, 0, NULL);
		if (strcmp(name, "check_almost_eq") == 0)
			calls_double("tolerance", 0.5);
		if (strcmp(name, "check_close") == 0) {
			calls_int("max_ulp_difference", 0);
			calls_int("min_ulp_difference", 0);
		}
		const char *error = calls_run();
		CHECK((error != NULL) == wrong && (!error || strstr(error, "element [3] is ")));
	}
}

#endif
