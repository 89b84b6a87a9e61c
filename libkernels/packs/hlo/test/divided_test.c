/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Long element-wise operations, which several threads compute in blocks: results, unknown dimensions, scalars,
 * several results, and every allocation that can fail. */
#include "arrays.h"

#define MANY 100000

static struct array numbers(int64_t offset)
{
	struct array array = array_make(KERNELS_F32, 1, (int64_t[]){ MANY });
	for (int64_t i = 0; i < MANY; i++)
		((float *)array.bytes)[i] = (float)((i + offset) % 1000) / 8;
	return array;
}

static float at(const struct array *array, int64_t i) { return ((const float *)array->bytes)[i]; }

static void check_result(uint32_t index, float (*expected)(int64_t i))
{
	int64_t wrong = 0;
	for (int64_t i = 0; i < MANY; i++)
		wrong += at(calls_output(index), i) != expected(i);
	CHECK_INT(wrong, 0);
}

static float sum_at(int64_t i) { return (float)(i % 1000) / 8 + (float)((i + 3) % 1000) / 8; }
static float clamped_at(int64_t i) { return (float)(i % 1000) / 8 > 100 ? 100 : (float)(i % 1000) / 8; }
static float same_at(int64_t i) { return (float)(i % 1000) / 8; }

static void prepare_add(void)
{
	calls_begin("hlo.add");
	operand(numbers(0));
	operand(numbers(3));
	calls_result(KERNELS_F32, 1, (int64_t[]){ MANY });
}

static void adds(void)
{
	prepare_add();
	const char *error = calls_run();
	CHECK_STR(error ? error : "", "");
	check_result(0, sum_at);
}

static void unknown_dimension(void)
{
	calls_begin("hlo.add");
	operand(numbers(0));
	operand(numbers(3));
	calls_unknown(0, 0);
	calls_result(KERNELS_F32, 1, (int64_t[]){ -1 });
	const char *error = calls_run();
	CHECK_STR(error ? error : "", "");
	check_result(0, sum_at);
}

static void clamps(void)
{
	struct array least = array_make(KERNELS_F32, 0, NULL), most = array_make(KERNELS_F32, 0, NULL);
	*(float *)most.bytes = 100;
	calls_begin("hlo.clamp");
	operand(least);
	operand(numbers(0));
	operand(most);
	calls_result(KERNELS_F32, 1, (int64_t[]){ MANY });
	const char *error = calls_run();
	CHECK_STR(error ? error : "", "");
	check_result(0, clamped_at);
}

static void prepare_fused(void)
{
	struct array scale = array_make(KERNELS_F32, 0, NULL);
	*(float *)scale.bytes = 2;
	calls_begin("hlo.fused");
	operand(numbers(0));
	operand(scale);
	operand(numbers(3));
	calls_text("body", "f32 f32 f32; multiply 0 1 f32; divide 3 1 f32; add 4 2 f32; return 5 4");
	calls_result(KERNELS_F32, 1, (int64_t[]){ MANY });
	calls_result(KERNELS_F32, 1, (int64_t[]){ MANY });
}

static void fuses(void)
{
	prepare_fused();
	const char *error = calls_run();
	CHECK_STR(error ? error : "", "");
	check_result(0, sum_at);
	check_result(1, same_at);
}

/* A call succeeds with the right result, or fails for lack of memory. */
static void failing_allocations(void)
{
	for (unsigned n = 1; n < 60; n++) {
		if (n % 2)
			prepare_fused();
		else
			prepare_add();
		calls_fail_allocation(n / 2);
		const char *error = calls_run();
		if (!error)
			check_result(0, sum_at);
		else if (!strstr(error, "out of memory"))
			check_report(__FILE__, __LINE__, "allocation %u: %s", n, error);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(adds), CHECK_CASE(unknown_dimension), CHECK_CASE(clamps),
		CHECK_CASE(fuses), CHECK_CASE(failing_allocations) };
	calls_open(3);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
