/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops of scalars, and groups of operations on single elements. */
#include "calls.h"
#include <stdio.h>
#include <string.h>

static void operand(enum kernels_dtype dtype, uint32_t rank, const void *element)
{
	const int64_t ones[] = { 1, 1, 1 };
	struct array array = array_make(dtype, rank, ones);
	memcpy(array.bytes, element, kernels_dtype_size(dtype));
	calls_operand(&array);
	array_free(&array);
}

static void begin_loop(uint32_t captures, const char *condition, const char *body)
{
	calls_begin("hlo.while_scalars");
	calls_int("captures", captures);
	calls_text("condition", condition);
	calls_text("body", body);
}

static int64_t i64_output(uint32_t index)
{
	int64_t value;
	memcpy(&value, calls_output(index)->bytes, sizeof value);
	return value;
}

/* Euclid: (a, b) becomes (b, a mod b) until b is 0; the results of the body are arguments in another order. */
static void exchanges(void)
{
	const int64_t pairs[][3] = { { 1071, 462, 21 }, { 17, 5, 1 }, { 5, 0, 5 }, { 0, 7, 7 }, { INT64_MIN, 6, 2 } };
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		begin_loop(0, "i64 i64; constant 0x0 i64; compare.NE.SIGNED 1 2 i1; return 3",
			"i64 i64; remainder 0 1 i64; return 1 2");
		operand(KERNELS_I64, 0, &pairs[i][0]);
		operand(KERNELS_I64, 0, &pairs[i][1]);
		calls_result(KERNELS_I64, 0, NULL);
		calls_result(KERNELS_I64, 0, NULL);
		CHECK_OR_RETURN(calls_run() == NULL);
		int64_t found = i64_output(0);
		CHECK_INT(found < 0 ? -found : found, pairs[i][2]);
		CHECK_INT(i64_output(1), 0);
	}
}

/* Values of several types, one captured, one of rank 2; more iterations than between two tests for cancellation. */
static void mixes(void)
{
	const int32_t zero = 0, limit = 5000;
	const float half = 0.5f;
	const uint8_t no = 0;
	begin_loop(1, "i32 f32 i1 i32; compare.LT.SIGNED 0 3 i1; return 4",
		"i32 f32 i1 i32; constant 0x1 i32; add 0 4 i32; constant 0x3F800000 f32; add 1 6 f32; not 2 i1; return 5 7 8");
	operand(KERNELS_I32, 0, &zero);
	operand(KERNELS_F32, 2, &half);
	operand(KERNELS_I1, 1, &no);
	operand(KERNELS_I32, 0, &limit);
	calls_result(KERNELS_I32, 0, NULL);
	calls_result(KERNELS_F32, 2, (int64_t[]){ 1, -1 });
	calls_result(KERNELS_I1, 1, (int64_t[]){ 1 });
	CHECK_OR_RETURN(calls_run() == NULL);
	CHECK_INT(*(const int32_t *)calls_output(0)->bytes, 5000);
	CHECK(*(const float *)calls_output(1)->bytes == 5000.5f);
	CHECK_INT(calls_output(1)->shape.rank, 2);
	CHECK_INT(*(const uint8_t *)calls_output(2)->bytes, 0);
}

static void never(void)
{
	const int64_t three = 3;
	begin_loop(0, "i64; constant 0x0 i1; return 1", "i64; negate 0 i64; return 1");
	operand(KERNELS_I64, 0, &three);
	calls_result(KERNELS_I64, 0, NULL);
	CHECK_OR_RETURN(calls_run() == NULL);
	CHECK_INT(i64_output(0), 3);
}

static void refuses(void)
{
	static const struct { uint32_t captures; const char *condition, *body, *message; } cases[] = {
		{ 0, "i64; constant 0x0 i1; return 1", "i64; negate 0 i64; return 1 1", "body has 2 results, expected 1" },
		{ 0, "i64; constant 0x0 i1; return 1", "i64; convert 0 i32; return 1", "result 0 of body is i32, expected i64" },
		{ 0, "i64; constant 0x0 i1; return 1", "i32; negate 0 i32; return 1",
			"argument 0 of body is i32, expected i64" },
		{ 0, "i64; return 0", "i64; negate 0 i64; return 1", "condition does not return one i1" },
		{ 0, "i64 i64; constant 0x0 i1; return 2", "i64; negate 0 i64; return 1", "condition has 2 arguments, expected 1" },
		{ 0, "i64; constant 0x0 i1; return 1", "i64; negate 0 i64; return 9",
			"attribute body: expression, character 27: \"9\" where one of the 2 values before is expected" },
		{ 1, "i64; constant 0x0 i1; return 1", "i64; negate 0 i64; return 1", "1 operands and 1 results do not have 1 captures" },
	};
	const int64_t three = 3;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		begin_loop(cases[i].captures, cases[i].condition, cases[i].body);
		operand(KERNELS_I64, 0, &three);
		calls_result(KERNELS_I64, 0, NULL);
		CHECK_STR(calls_run(), cases[i].message);
	}
	struct array none = array_make(KERNELS_I64, 1, (int64_t[]){ 0 });
	begin_loop(0, "i64; constant 0x0 i1; return 1", "i64; negate 0 i64; return 1");
	calls_operand(&none);
	calls_result(KERNELS_I64, 1, (int64_t[]){ 0 });
	CHECK_STR(calls_run(), "operand 0 has the type i64[0], expected an array, or at most 1024 elements");
	array_free(&none);
}

/* Fibonacci numbers: an array of two elements, a captured one of three. */
static void takes_arrays(void)
{
	const int64_t numbers[] = { 0, 1 }, captured[] = { 90, 5, 7 };
	struct array pair = array_make(KERNELS_I64, 1, (int64_t[]){ 2 }), three = array_make(KERNELS_I64, 2, (int64_t[]){ 3, 1 });
	memcpy(pair.bytes, numbers, sizeof numbers);
	memcpy(three.bytes, captured, sizeof captured);
	begin_loop(1, "i64 i64 i64 i64 i64; compare.LT.SIGNED 1 2 i1; return 5", "i64 i64 i64 i64 i64; add 0 1 i64; return 1 5");
	calls_operand(&pair);
	calls_operand(&three);
	calls_result(KERNELS_I64, 1, (int64_t[]){ 2 });
	if (CHECK(calls_run() == NULL)) {
		const int64_t *found = (const int64_t *)(const void *)calls_output(0)->bytes;
		CHECK_INT(found[0], 89);
		CHECK_INT(found[1], 144);
	}
	array_free(&pair);
	array_free(&three);
}

/* Sums of a captured array, to a carried one; indices beyond are clamped. The caller's array is not changed. */
static void changes_arrays(void)
{
	const int64_t zero = 0, numbers[] = { 5, 7, 11 };
	struct array from = array_make(KERNELS_I64, 1, (int64_t[]){ 3 }), to = array_make(KERNELS_I64, 2, (int64_t[]){ 2, 2 });
	memcpy(from.bytes, numbers, sizeof numbers);
	memset(to.bytes, 0xFF, 4 * sizeof(int64_t));
	begin_loop(1, "i64 i64[] i64[]; constant 0x9 i64; compare.LT.SIGNED 0 3 i1; return 4",
		"i64 i64[] i64[]; load 2 0 i64; load 1 0 i64; add 3 4 i64; store 1 0 5 i64; constant 0x1 i64; add 0 7 i64; return 8 1");
	operand(KERNELS_I64, 0, &zero);
	calls_operand(&to);
	calls_operand(&from);
	calls_result(KERNELS_I64, 0, NULL);
	calls_result(KERNELS_I64, 2, (int64_t[]){ 2, 2 });
	if (CHECK(calls_run() == NULL)) {
		const int64_t *found = (const int64_t *)(const void *)calls_output(1)->bytes;
		CHECK_INT(i64_output(0), 9);
		CHECK_INT(found[0], 4);
		CHECK_INT(found[1], 6);
		CHECK_INT(found[2], 10);
		CHECK_INT(found[3], 65); /* -1, and 11 six times */
	}
	CHECK_INT(*(const int64_t *)(const void *)to.bytes, -1);
	array_free(&from);
	array_free(&to);
}

static void refuses_arrays(void)
{
	static const struct { const char *condition, *body, *message; } cases[] = {
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[] i64[]; return 0 2", "result 1 of body is not argument 2, an array" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[] i64[]; return 0 0", "result 1 of body is not argument 1, an array" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[] i64[]; store 2 0 0 i64; return 0 1", "body changes argument 2" },
		{ "i64 i64[] i64[]; store 1 0 0 i64; constant 0x0 i1; return 4", "i64 i64[] i64[]; return 0 1", "condition changes argument 1" },
		{ "i64 i64[] i64 i64; constant 0x0 i1; return 4", "i64 i64[] i64[]; return 0 1", "condition has 4 arguments, expected 3" },
		{ "i64 i64[] i64; constant 0x0 i1; return 3", "i64 i64[] i64[]; return 0 1", "argument 2 of condition is not that of body" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 f64[] i64[]; return 0 1", "argument 1 of body is f64, expected i64" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[]; return 0 1", "body has other arguments than the elements of operand 2, i64[2]" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[] i64[] i64; return 0 1", "body has 4 arguments, but the operands 3" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[] i64[]; add 0 1 i64; return 0 1",
			"attribute body: expression, character 18: add is not defined for i64, ? -> i64" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[] i64[]; load 0 0 i64; return 0 1",
			"attribute body: expression, character 18: load is not defined for these values, expected an array of i64, an index of i64" },
		{ "i64 i64[] i64[]; constant 0x0 i1; return 3", "i64 i64[] i64[]; store 1 0 2 i64; return 0 1",
			"attribute body: expression, character 18: store is not defined for these values, expected an array of i64, an index of i64, an "
			"element" },
	};
	const int64_t zero = 0;
	struct array two = array_make(KERNELS_I64, 1, (int64_t[]){ 2 });
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		begin_loop(1, cases[i].condition, cases[i].body);
		operand(KERNELS_I64, 0, &zero);
		calls_operand(&two);
		calls_operand(&two);
		calls_result(KERNELS_I64, 0, NULL);
		calls_result(KERNELS_I64, 1, (int64_t[]){ 2 });
		CHECK_STR(calls_run(), cases[i].message);
	}
	array_free(&two);
}

/* Collatz: how many steps to 1, for each number below a limit, and the longest: a loop with a branch in a loop. */
static void has_blocks(void)
{
	const int64_t one = 1, zero = 0, limit = 100;
	begin_loop(1, "i64 i64 i64; compare.LT.SIGNED 0 2 i1; return 3",
		"i64 i64 i64; constant 0x0 i64; constant 0x1 i64; variable 0 i64; variable 3 i64; loop; compare.GT.SIGNED 5 4 i1; while 8; "
		"and 5 4 i64; compare.EQ.SIGNED 10 3 i1; if 11; shift_right_logical 5 4 i64; set 5 13 i64; else; constant 0x3 i64; "
		"multiply 5 16 i64; add 17 4 i64; set 5 18 i64; end; add 6 4 i64; set 6 21 i64; end; maximum 1 6 i64; add 0 4 i64; return 25 24");
	operand(KERNELS_I64, 0, &one);
	operand(KERNELS_I64, 0, &zero);
	operand(KERNELS_I64, 0, &limit);
	calls_result(KERNELS_I64, 0, NULL);
	calls_result(KERNELS_I64, 0, NULL);
	CHECK_OR_RETURN(calls_run() == NULL);
	CHECK_INT(i64_output(0), 100);
	CHECK_INT(i64_output(1), 118);
}

static void refuses_blocks(void)
{
	static const struct { const char *body, *message; } cases[] = {
		{ "loop; end; return 0", "step 1, 'end', ends no block, or a loop without 'while'" },
		{ "end; return 0", "step 0, 'end', ends no block, or a loop without 'while'" },
		{ "constant 0x1 i1; while 1; return 0", "step 1, 'while', is not in a loop, or the second one" },
		{ "constant 0x1 i1; loop; while 1; while 1; end; return 0", "step 3, 'while', is not in a loop, or the second one" },
		{ "constant 0x1 i1; loop; if 1; while 1; end; end; return 0", "step 3, 'while', is not in a loop, or the second one" },
		{ "else; return 0", "step 0, 'else', is not in an 'if'" },
		{ "constant 0x1 i1; if 1; else; else; end; return 0", "step 3, 'else', is not in an 'if'" },
		{ "constant 0x1 i1; if 1; return 0", "1 blocks have no 'end'" },
		{ "constant 0x1 i1; if 1; negate 0 i64; end; return 3", "result 0 is value 3, which belongs to a block or has no value" },
		{ "constant 0x1 i1; if 1; negate 0 i64; else; negate 3 i64; end; return 0",
			"step 4 uses value 3, which belongs to a block or has no value" },
		{ "constant 0x1 i1; if 1; end; not 2 i1; return 0", "step 3 uses value 2, which belongs to a block or has no value" },
		{ "variable 0 i64; set 1 0 i64; return 2", "result 0 is value 2, which belongs to a block or has no value" },
		{ "negate 0 i64; set 1 0 i64; return 1", "step 1 sets value 1, which is not a variable" },
		{ "set 0 0 i64; return 0", "step 0 sets value 0, which is not a variable" },
		{ "variable 0 i32; return 0", "variable is not defined for these values, expected i32" },
		{ "constant 0x1 i1; variable 1 i1; set 2 0 i1; return 0", "set is not defined for these values, expected i1" },
		{ "if 0; end; return 0", "the condition of 'if' is not i1" },
	};
	const int64_t three = 3;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char body[200];
		snprintf(body, sizeof body, "i64; %s", cases[i].body);
		begin_loop(0, "i64; constant 0x0 i1; return 1", body);
		operand(KERNELS_I64, 0, &three);
		calls_result(KERNELS_I64, 0, NULL);
		const char *message = calls_run();
		if (!message || !strstr(message, cases[i].message))
			check_report(__FILE__, __LINE__, "%s for %s, expected %s", message ? message : "no message", body, cases[i].message);
	}
	/* more blocks inside of each other than are allowed */
	char deep[1000] = "i64; constant 0x1 i1;";
	for (unsigned i = 0; i < 65; i++)
		strcat(deep, " if 1;");
	for (unsigned i = 0; i < 65; i++)
		strcat(deep, " end;");
	strcat(deep, " return 0");
	begin_loop(0, "i64; constant 0x0 i1; return 1", deep);
	operand(KERNELS_I64, 0, &three);
	calls_result(KERNELS_I64, 0, NULL);
	const char *message = calls_run();
	CHECK(message && strstr(message, "more than 64 blocks inside of each other"));
}

/* One element in each value, with other ranks: several results, one of them an argument. */
static void fuses_elements(void)
{
	const int32_t seven = 7;
	const float quarter = 0.25f;
	calls_begin("hlo.fused");
	calls_text("body", "i32 f32; convert 0 f32; multiply 2 1 f32; compare.LT.FLOAT 3 2 i1; return 3 4 0");
	operand(KERNELS_I32, 0, &seven);
	operand(KERNELS_F32, 1, &quarter);
	calls_result(KERNELS_F32, 1, (int64_t[]){ 1 });
	calls_result(KERNELS_I1, 0, NULL);
	calls_result(KERNELS_I32, 2, (int64_t[]){ 1, 1 });
	CHECK_OR_RETURN(calls_run() == NULL);
	CHECK(*(const float *)calls_output(0)->bytes == 1.75f);
	CHECK_INT(*(const uint8_t *)calls_output(1)->bytes, 1);
	CHECK_INT(*(const int32_t *)calls_output(2)->bytes, 7);
	CHECK_INT(calls_output(2)->shape.rank, 2);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(exchanges), CHECK_CASE(mixes), CHECK_CASE(never),
		CHECK_CASE(refuses), CHECK_CASE(takes_arrays), CHECK_CASE(changes_arrays), CHECK_CASE(refuses_arrays), CHECK_CASE(has_blocks),
		CHECK_CASE(refuses_blocks), CHECK_CASE(fuses_elements) };
	calls_open(0);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
