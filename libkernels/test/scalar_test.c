/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on numbers: results at the limits of each type, printed texts, errors. */
#include "runner.h"
#include <float.h>
#include <math.h>

static struct runner r;

#define ATTRS(...) .attributes = { __VA_ARGS__ }
#define ARGS(...) .arguments = { __VA_ARGS__ }

static int32_t on_i32(const char *name, int32_t a, int32_t b)
{
	RUN(&r, name, ARGS(i32(&r, a), i32(&r, b)));
	return r.results[0] && async_value_type(r.results[0]) == kernels_types()->i1 ? i1_at(&r, 0) : i32_at(&r, 0);
}

static int64_t on_i64(const char *name, int64_t a, int64_t b)
{
	RUN(&r, name, ARGS(i64(&r, a), i64(&r, b)));
	return r.results[0] && async_value_type(r.results[0]) == kernels_types()->i1 ? i1_at(&r, 0) : i64_at(&r, 0);
}

static void booleans(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt.constant.i1", ATTRS(ATTR(uint8_t, 1)));
	CHECK_INT(i1_at(&r, 0), 1);
	RUN(&r, "tfrt.constant.i1", ATTRS(ATTR(uint8_t, 0)));
	CHECK_INT(i1_at(&r, 0), 0);
	for (int a = 0; a < 2; a++) {
		for (int b = 0; b < 2; b++) {
			RUN(&r, "tfrt.and.i1", ARGS(i1(&r, a), i1(&r, b)));
			CHECK_INT(i1_at(&r, 0), a && b);
		}
	}
	runner_close(&r);
}

static void constants(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt.constant.i32", ATTRS(ATTR(int32_t, INT32_MIN)));
	CHECK_INT(i32_at(&r, 0), INT32_MIN);
	RUN(&r, "tfrt.constant.i64", ATTRS(ATTR(int64_t, INT64_MIN)));
	CHECK(i64_at(&r, 0) == INT64_MIN);
	RUN(&r, "tfrt.constant.ui32", ATTRS(ATTR(uint32_t, UINT32_MAX)));
	CHECK_INT(async_value_type(r.results[0]), kernels_types()->ui32);
	CHECK(*(uint32_t *)async_value_payload(r.results[0]) == UINT32_MAX);
	RUN(&r, "tfrt.constant.ui64", ATTRS(ATTR(uint64_t, UINT64_MAX)));
	CHECK_INT(async_value_type(r.results[0]), kernels_types()->ui64);
	CHECK(*(uint64_t *)async_value_payload(r.results[0]) == UINT64_MAX);
	RUN(&r, "tfrt.constant.f32", ATTRS(ATTR(float, 1.5f)));
	CHECK(f32_at(&r, 0) == 1.5);
	RUN(&r, "tfrt.constant.f64", ATTRS(ATTR(double, 1e300)));
	CHECK(f64_at(&r, 0) == 1e300);
	RUN(&r, "tfrt.constant.f16", ATTRS(ATTR(uint16_t, 0xC000)));
	CHECK_INT(async_value_type(r.results[0]), kernels_types()->f16);
	CHECK_INT(*(uint16_t *)async_value_payload(r.results[0]), 0xC000);
	RUN(&r, "tfrt.constant.bf16", ATTRS(ATTR(uint16_t, 0x4049)));
	CHECK_INT(async_value_type(r.results[0]), kernels_types()->bf16);
	CHECK_INT(*(uint16_t *)async_value_payload(r.results[0]), 0x4049);
	RUN(&r, "tfrt.constant.complex64", ATTRS(ATTR(float, -2.0f), ATTR(float, 1.5f)));
	const float *c = async_value_payload(r.results[0]);
	CHECK(c[0] == 1.5f && c[1] == -2.0f);
	RUN(&r, "tfrt.constant.complex128", ATTRS(ATTR(double, 1024), ATTR(double, 0.125)));
	const double *d = async_value_payload(r.results[0]);
	CHECK(d[0] == 0.125 && d[1] == 1024);
	runner_close(&r);
}

/* The attribute is truncated or missing. */
static void constants_of_nothing(void)
{
	static const struct { const char *name, *message; } all[] = {
		{ "tfrt.constant.i1", "attribute 0 is not a value of type i1" },
		{ "tfrt.constant.i32", "attribute 0 is not a value of type i32" },
		{ "tfrt.constant.i64", "attribute 0 is not a value of type i64" },
		{ "tfrt.constant.ui32", "attribute 0 is not a value of type u32" },
		{ "tfrt.constant.ui64", "attribute 0 is not a value of type u64" },
		{ "tfrt.constant.f16", "attribute 0 is not a value of type f16" },
		{ "tfrt.constant.bf16", "attribute 0 is not a value of type bf16" },
		{ "tfrt.constant.f32", "attribute 0 is not a value of type f32" },
		{ "tfrt.constant.f64", "attribute 0 is not a value of type f64" },
		{ "tfrt.constant.complex64", "attribute 0 is not a value of type f32" },
		{ "tfrt.constant.complex128", "attribute 0 is not a value of type f64" },
	};
	runner_open(&r, 0);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		RUN(&r, all[i].name, .result_count = 1);
		CHECK_STR(error_at(&r, 0), all[i].message);
		CHECK_STR(reported(&r), all[i].message);
	}
	RUN(&r, "tfrt.constant.complex64", ATTRS(ATTR(float, -2.0f)));
	CHECK_STR(error_at(&r, 0), "attribute 1 is not a value of type f32");
	runner_close(&r);
}

static void i32_arithmetic(void)
{
	runner_open(&r, 0);
	CHECK_INT(on_i32("tfrt.add.i32", -17, 5), -12);
	CHECK_INT(on_i32("tfrt.add.i32", INT32_MAX, 1), INT32_MIN);
	CHECK_INT(on_i32("tfrt.minus.i32", -17, 5), -22);
	CHECK_INT(on_i32("tfrt.minus.i32", INT32_MIN, 1), INT32_MAX);
	CHECK_INT(on_i32("tfrt.mul.i32", -17, 5), -85);
	CHECK_INT(on_i32("tfrt.mul.i32", 65536, 65537), 65536);
	CHECK_INT(on_i32("tfrt.mul.i32", INT32_MIN, -1), INT32_MIN);
	CHECK_INT(on_i32("tfrt.equal.i32", 4, 4), 1);
	CHECK_INT(on_i32("tfrt.equal.i32", 4, 5), 0);
	CHECK_INT(on_i32("tfrt.lessequal.i32", 4, 4), 1);
	CHECK_INT(on_i32("tfrt.lessequal.i32", INT32_MIN, INT32_MAX), 1);
	CHECK_INT(on_i32("tfrt.lessequal.i32", 5, 4), 0);
	CHECK_INT(on_i32("tfrt.div.i32", -17, 5), -3);
	CHECK_INT(i32_at(&r, 1), -2);
	CHECK_INT(on_i32("tfrt.div.i32", INT32_MIN, -1), INT32_MIN);
	CHECK_INT(i32_at(&r, 1), 0);
	CHECK_INT(on_i32("tfrt.div.i32", 7, -1), -7);
	CHECK_INT(i32_at(&r, 1), 0);
	runner_close(&r);
}

static void i64_arithmetic(void)
{
	runner_open(&r, 0);
	CHECK(on_i64("tfrt.add.i64", INT64_MAX, 1) == INT64_MIN);
	CHECK_INT(on_i64("tfrt.add.i64", 1000000007, -3), 1000000004);
	CHECK(on_i64("tfrt.minus.i64", INT64_MIN, 1) == INT64_MAX);
	CHECK(on_i64("tfrt.mul.i64", 1000000007, 1000000007) == 1000000014000000049);
	CHECK(on_i64("tfrt.mul.i64", INT64_MIN, -1) == INT64_MIN);
	CHECK_INT(on_i64("tfrt.equal.i64", (int64_t)1 << 32, 0), 0);
	CHECK_INT(on_i64("tfrt.equal.i64", -9, -9), 1);
	CHECK_INT(on_i64("tfrt.lessequal.i64", -3, 1000000007), 1);
	CHECK_INT(on_i64("tfrt.lessequal.i64", (int64_t)1 << 32, 1), 0);
	CHECK_INT(on_i64("tfrt.div.i64", 1000000007, -3), -333333335);
	CHECK_INT(i64_at(&r, 1), 2);
	CHECK(on_i64("tfrt.div.i64", INT64_MIN, -1) == INT64_MIN);
	CHECK_INT(i64_at(&r, 1), 0);
	runner_close(&r);
}

static void division_by_zero(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt.div.i32", ARGS(i32(&r, 5), i32(&r, 0)));
	CHECK_STR(error_at(&r, 0), "Divide by zero");
	CHECK_STR(error_at(&r, 1), "Divide by zero");
	CHECK_INT(r.reports, 1);
	RUN(&r, "tfrt.div.i64", ARGS(i64(&r, 5), i64(&r, 0)));
	CHECK_STR(error_at(&r, 1), "Divide by zero");
	RUN(&r, "tfrt.div.f32", ARGS(f32(&r, 5), f32(&r, 0)));
	CHECK_STR(error_at(&r, 0), "Divide by zero");
	RUN(&r, "tfrt.div.f64", ARGS(f64(&r, 5), f64(&r, -0.0)));
	CHECK_STR(error_at(&r, 0), "Divide by zero");
	runner_close(&r);
}

static double on_f32(const char *name, float a, float b)
{
	RUN(&r, name, ARGS(f32(&r, a), f32(&r, b)));
	return f32_at(&r, 0);
}

static double on_f64(const char *name, double a, double b)
{
	RUN(&r, name, ARGS(f64(&r, a), f64(&r, b)));
	return f64_at(&r, 0);
}

static void float_arithmetic(void)
{
	runner_open(&r, 0);
	CHECK(on_f32("tfrt.add.f32", 1.5f, -0.25f) == 1.25);
	CHECK(on_f32("tfrt.multiply.f32", 1.5f, -0.25f) == -0.375);
	CHECK(on_f32("tfrt.minimum.f32", 1.5f, -0.25f) == -0.25);
	CHECK(on_f32("tfrt.minimum.f32", -0.25f, 1.5f) == -0.25);
	CHECK(on_f32("tfrt.div.f32", 1.5f, -0.25f) == -6);
	CHECK(isinf(on_f32("tfrt.multiply.f32", FLT_MAX, 2)));
	CHECK(on_f32("tfrt.minimum.f32", 3, NAN) == 3); /* the first, as std::min */
	CHECK(isnan(on_f32("tfrt.minimum.f32", NAN, 3)));
	CHECK(on_f64("tfrt.add.f64", 0.1, 0.2) == 0.1 + 0.2);
	CHECK(on_f64("tfrt.multiply.f64", 1e200, 1e-100) == 1e200 * 1e-100);
	CHECK(on_f64("tfrt.minimum.f64", 2, 1) == 1);
	CHECK(on_f64("tfrt.minimum.f64", 1, 2) == 1);
	CHECK(on_f64("tfrt.div.f64", 1, 3) == 1.0 / 3);
	CHECK(isnan(on_f64("tfrt.div.f64", 1, NAN)));
	runner_close(&r);
}

static int64_t cast_f32(float v)
{
	RUN(&r, "tfrt.cast.f32_to_i64", ARGS(f32(&r, v)));
	return i64_at(&r, 0);
}

static int64_t cast_f64(double v)
{
	RUN(&r, "tfrt.cast.f64_to_i64", ARGS(f64(&r, v)));
	return i64_at(&r, 0);
}

static void casts(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt.cast.i64_to_f32", ARGS(i64(&r, -7)));
	CHECK(f32_at(&r, 0) == -7);
	RUN(&r, "tfrt.cast.i64_to_f32", ARGS(i64(&r, 16777217)));
	CHECK(f32_at(&r, 0) == 16777216);
	RUN(&r, "tfrt.cast.i64_to_f64", ARGS(i64(&r, 16777217)));
	CHECK(f64_at(&r, 0) == 16777217);
	CHECK_INT(cast_f32(9.99f), 9);
	CHECK_INT(cast_f64(-9.99), -9);
	CHECK_INT(cast_f64(-0.5), 0);
	/* Values out of range become the smallest number. */
	CHECK(cast_f32(-0x1p63f) == INT64_MIN);
	CHECK(cast_f32(0x1p63f) == INT64_MIN);
	CHECK(cast_f32(NAN) == INT64_MIN);
	CHECK(cast_f64(0x1p63 - 1024) == INT64_MAX - 1023);
	CHECK(cast_f64(1e300) == INT64_MIN);
	CHECK(cast_f64(-INFINITY) == INT64_MIN);
	runner_close(&r);
}

static struct async_value *of(async_type_id type, void *payload)
{
	return async_value_create_available(async_allocator_system(), type, payload);
}

static void prints(void)
{
	const struct kernels_type_ids *t = kernels_types();
	runner_open(&r, 0);
	RUN(&r, "tfrt.print.i1", ARGS(i1(&r, true), async_chain()));
	CHECK(is_chain(&r, 0));
	CHECK_STR(printed(&r), "int1 = 1\n");
	RUN(&r, "tfrt.print.i32", ARGS(i32(&r, INT32_MIN), async_chain()));
	CHECK_STR(printed(&r), "int32 = -2147483648\n");
	RUN(&r, "tfrt.print.i64", ARGS(i64(&r, INT64_MIN), async_chain()));
	CHECK_STR(printed(&r), "int64 = -9223372036854775808\n");
	RUN(&r, "tfrt.print.f32", ARGS(f32(&r, 12345.678f), async_chain()));
	CHECK_STR(printed(&r), "f32 = 12345.677734\n");
	RUN(&r, "tfrt.print.f64", ARGS(f64(&r, -0.0000012)));
	CHECK_STR(printed(&r), "f64 = -0.000001\n");
	RUN(&r, "tfrt.print.f16", ARGS(of(t->f16, &(uint16_t){ 0xC000 }), async_chain()));
	CHECK_STR(printed(&r), "f16 = 49152\n");
	RUN(&r, "tfrt.print.complex64", ARGS(of(t->complex64, (float[]){ 1.5f, -2.0f }), async_chain()));
	CHECK_STR(printed(&r), "complex64 = 1.500000+-2.000000i\n");
	RUN(&r, "tfrt.print.complex128", ARGS(of(t->complex128, (double[]){ 0.125, 1024 }), async_chain()));
	CHECK_STR(printed(&r), "complex128 = 0.125000+1024.000000i\n");
	r.host.print = NULL; /* a host without output */
	RUN(&r, "tfrt.print.i32", ARGS(i32(&r, 1)));
	CHECK(is_chain(&r, 0));
	runner_close(&r);
}

static void errors_pass_by(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt.print.i32", ARGS(error(&r, "before"), async_chain()));
	CHECK_STR(error_at(&r, 0), "before");
	CHECK_STR(printed(&r), "");
	runner_close(&r);
}

static void test_pack_numbers(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.sum", .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 0);
	RUN(&r, "tfrt_test.sum", ARGS(i32(&r, 1), i32(&r, 20), i32(&r, -300)));
	CHECK_INT(i32_at(&r, 0), -279);
	RUN(&r, "tfrt_test.count3.i32", ARGS(i32(&r, INT32_MAX - 1)));
	CHECK_INT(i32_at(&r, 0), INT32_MAX);
	CHECK_INT(i32_at(&r, 1), INT32_MIN);
	CHECK_INT(i32_at(&r, 2), INT32_MIN + 1);
	RUN(&r, "tfrt_test.count3.i64", ARGS(i64(&r, 1)));
	CHECK_INT(i64_at(&r, 0) * 100 + i64_at(&r, 1) * 10 + i64_at(&r, 2), 234);
	RUN(&r, "tfrt_test.print_bool", ARGS(async_chain(), i1(&r, false)));
	CHECK_STR(printed(&r), "false\n");
	RUN(&r, "tfrt_test.print_bool", ARGS(async_chain(), i1(&r, true)));
	CHECK_STR(printed(&r), "true\n");
	RUN(&r, "tfrt_test.test_cost", ATTRS(ATTR(int64_t, 12345678901)), ARGS(i32(&r, 1), i32(&r, 2)));
	CHECK_INT(i32_at(&r, 0), 0);
	CHECK_STR(printed(&r), "id: 12345678901\n");
	runner_close(&r);
}

static void *give(void *ctx) { return ctx; }

static void numbers_of_the_host(void)
{
	static int32_t data = 100, val = 1000;
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.get_request_context_data.i32", .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 0);
	RUN(&r, "tfrt_test.sum_array_attr.i32", ATTRS(ATTR_TEXT("-7"), ATTR_ARRAY(int32_t, 3, 1, 2, -10)));
	CHECK_INT(i32_at(&r, 0), -14);
	runner_new_request(&r);
	async_resources_get(async_request_resources(r.request), "tfrt_test.request_data", give, &data, NULL);
	async_resources_get(async_request_resources(r.request), "val", give, &val, NULL);
	RUN(&r, "tfrt_test.get_request_context_data.i32", .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 100);
	RUN(&r, "tfrt_test.sum_array_attr.i32", ATTRS(ATTR_TEXT("7"), ATTR_ARRAY(int32_t, 2, 20, 30)));
	CHECK_INT(i32_at(&r, 0), 1157);
	RUN(&r, "tfrt_test.sum_array_attr.i64", ATTRS(ATTR_TEXT("4000000000"), ATTR_ARRAY(int64_t, 1, 1)));
	CHECK_INT(i64_at(&r, 0), 4000001101);
	const struct kernels_attr bad[] = { ATTR_TEXT(""), ATTR_TEXT("seven"), ATTR_TEXT("7 "), ATTR_TEXT("1\0" "2"),
		ATTR_TEXT("99999999999999999999"), ATTR_TEXT("1234567890123456789012345678901234567890") };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct op op = { .attributes = { bad[i], ATTR_ARRAY(int32_t, 1, 1) } };
		runner_run(&r, "tfrt_test.sum_array_attr.i32", &op);
		CHECK_STR(error_at(&r, 0), "attribute 0 is not a number in decimal");
	}
	RUN(&r, "tfrt_test.sum_array_attr.i32", ATTRS(ATTR_TEXT("1"), ATTR(uint32_t, 5)));
	CHECK_STR(error_at(&r, 0), "attribute 1 is not an array of i32");
	runner_close(&r);
}

static void failures(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.fail", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "something bad happened");
	CHECK_STR(reported(&r), "something bad happened");
	RUN(&r, "tfrt_test.partial_fail", .result_count = 3);
	CHECK_INT(i32_at(&r, 0), 1);
	CHECK_STR(error_at(&r, 1), "something bad happened");
	CHECK_STR(error_at(&r, 2), "something bad happened");
	CHECK_INT(r.reports, 1);
	RUN(&r, "tfrt_test.error_chain", ARGS(async_chain()));
	CHECK_STR(error_at(&r, 0), "error chain");
	RUN(&r, "tfrt_test.cancel", ARGS(async_chain()));
	CHECK_INT(i32_at(&r, 0), 0);
	CHECK(is_chain(&r, 1));
	CHECK(async_request_cancelled(r.request) != NULL);
	RUN(&r, "tfrt.constant.i32", ATTRS(ATTR(int32_t, 1)));
	CHECK_STR(error_at(&r, 0), "Cancelled");
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(booleans),
		CHECK_CASE(constants),
		CHECK_CASE(constants_of_nothing),
		CHECK_CASE(i32_arithmetic),
		CHECK_CASE(i64_arithmetic),
		CHECK_CASE(division_by_zero),
		CHECK_CASE(float_arithmetic),
		CHECK_CASE(casts),
		CHECK_CASE(prints),
		CHECK_CASE(errors_pass_by),
		CHECK_CASE(test_pack_numbers),
		CHECK_CASE(numbers_of_the_host),
		CHECK_CASE(failures),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
