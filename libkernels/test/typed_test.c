/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernels/typed.h: generated signatures, and calls of kernels of every form. */
#include <kernels/kernels.h>

static int32_t scale(int32_t number, int32_t by) { return number * by; }
KERNELS_TYPED(scale, (IN(i32)), (ATTR(i32, by)), (RETURN(i32)))

static void nothing(void) {}
KERNELS_TYPED(nothing, (NONE), (NONE), (CHAIN))

static int64_t answer(void) { return 42; }
KERNELS_TYPED(answer, (NONE), (NONE), (RETURN(i64)))

static void divide(int32_t a, int32_t b, int32_t *quotient, int32_t *rest, struct kernels_call *call)
{
	if (b == 0) {
		kernels_call_fail(call, "%d cannot be divided by 0", (int)a);
		return;
	}
	*quotient = a / b;
	*rest = a % b;
}
KERNELS_TYPED_CALL(divide, (IN(i32), IN(i32)), (NONE), (OUT(i32), OUT(i32)))

static int32_t half(int32_t number, int32_t *lost, struct kernels_call *call)
{
	*lost = number % 2;
	if (number < 0)
		kernels_call_fail(call, "%d is negative", (int)number);
	return number / 2;
}
KERNELS_TYPED_CALL(half, (IN(i32)), (NONE), (RETURN(i32), OUT(i32)))

static int64_t total(struct kernels_more numbers)
{
	int64_t sum = 0;
	for (uint32_t i = 0; i < numbers.count; i++)
		sum += *(const int32_t *)numbers.payloads[i];
	return sum;
}
KERNELS_TYPED(total, (MORE(i32)), (NONE), (RETURN(i64)))

/* One attribute of each kind with a value, sorted by name. */
static void describe(const struct kernels_text *text, struct kernels_chain chain, struct kernels_array array,
	float number, enum kernels_dtype dtype, struct kernels_string word, int64_t *size, double *sum,
	struct kernels_chain *done)
{
	int32_t first = 0;
	(void)chain;
	(void)done;
	if (array.count > 0)
		kernels_elements_load(&first, array.elements, KERNELS_I32, 1);
	*size = (int64_t)(text->size + word.size + kernels_dtype_size(dtype));
	*sum = (double)number + first;
}
KERNELS_TYPED(describe, (REF(string), IN(chain)), (ARRAY(i32, array), ATTR(f32, number), TYPE(type), STRING(word)),
	(OUT(i64), OUT(f64), OUT(chain)))

/* The maximum: eight elements in a list. */
static int32_t eight(int8_t a, int16_t b, int32_t c, int64_t d, uint8_t e, uint16_t f, uint32_t g, uint64_t h)
{
	return (int32_t)(a + b + c + d + e + f + (int64_t)g + (int64_t)h);
}
KERNELS_TYPED(eight, (IN(i8), IN(i16), IN(i32), IN(i64), IN(ui8), IN(ui16), IN(ui32), IN(ui64)), (NONE), (RETURN(i32)))

static struct async_value *waiting;

static void later(int32_t number, int64_t by, struct async_value *result, struct kernels_frame *frame)
{
	(void)frame;
	if (by == 0) {
		waiting = result;
		return;
	}
	int64_t product = number * by;
	kernels_later_return(result, &product);
}
KERNELS_TYPED_FRAME(later, (IN(i32)), (ATTR(i64, by)), (LATER(i64)))

static void kept(struct async_value *text, struct async_value *result, struct kernels_frame *frame)
{
	int64_t size = (int64_t)((const struct kernels_text *)async_value_payload(text))->size;
	if (size == 0)
		kernels_later_fail(result, frame->site, frame->request, "empty text");
	else
		kernels_later_return(result, &size);
}
KERNELS_TYPED_FRAME(kept, (VALUE(string)), (NONE), (LATER(i64)))

static void twice(const struct kernels_function *body, struct async_value *result, struct kernels_frame *frame)
{
	int64_t count = 0;
	for (int i = 0; i < 2 && kernels_frame_accepts(frame, body, 0, 1); i++) {
		struct async_value *value = NULL;
		kernels_function_execute(body, frame->request, NULL, &value);
		async_value_release(value);
		count++;
	}
	kernels_later_return(result, &count);
}
KERNELS_TYPED_FRAME(twice, (NONE), (FN(body)), (LATER(i64)))

/* The result of a function becomes that of the kernel, at any time and of any type. */
static void applied(struct async_value *argument, const struct kernels_function *body, struct async_value *result,
	struct kernels_frame *frame)
{
	struct async_value *given = NULL;
	if (body->argument_count != 1 || body->result_count != 1) {
		kernels_later_fail(result, frame->site, frame->request, "%u for %u", (unsigned)body->argument_count,
			(unsigned)body->result_count);
		return;
	}
	kernels_function_execute(body, frame->request, &argument, &given);
	kernels_later_forward(result, given);
}
KERNELS_TYPED_FRAME(applied, (VALUE(any)), (FN(body)), (INDIRECT(any)))

static uint16_t after(uint16_t bits) { return (uint16_t)(bits + 1); }
KERNELS_TYPED(after, (IN(bf16), CHAINS), (NONE), (RETURN(f16)))

static double _Complex turned(float _Complex number) { return -(double _Complex)number; }
KERNELS_TYPED(turned, (IN(complex64)), (NONE), (RETURN(complex128)))

static void ordered(void) {}
KERNELS_TYPED(ordered, (CHAINS), (NONE), (CHAIN))

static const struct kernels_kernel kernels[] = {
	KERNELS_TYPED_ROW("typed.after", after, 0),
	KERNELS_TYPED_ROW("typed.answer", answer, KERNELS_SYNC),
	KERNELS_TYPED_FRAME_ROW("typed.applied", applied),
	KERNELS_TYPED_ROW("typed.describe", describe, 0),
	KERNELS_TYPED_ROW("typed.divide", divide, KERNELS_SYNC),
	KERNELS_TYPED_ROW("typed.eight", eight, 0),
	KERNELS_TYPED_ROW("typed.half", half, 0),
	KERNELS_TYPED_FRAME_ROW("typed.kept", kept),
	KERNELS_TYPED_FRAME_ROW("typed.later", later),
	KERNELS_TYPED_ROW("typed.nothing", nothing, 0),
	KERNELS_TYPED_ROW("typed.ordered", ordered, 0),
	KERNELS_TYPED_ROW("typed.scale", scale, KERNELS_SYNC),
	KERNELS_TYPED_ROW("typed.total", total, 0),
	KERNELS_TYPED_ROW("typed.turned", turned, 0),
	KERNELS_TYPED_FRAME_ROW("typed.twice", twice),
};
static const struct kernels_pack pack = KERNELS_PACK_INIT("typed", kernels, NULL, 0, NULL);

/* Its ATTR() is another macro: the kernels are listed above. */
#include "runner.h"

#define ARGS(...) .arguments = { __VA_ARGS__ }
#define ATTRS(...) .attributes = { __VA_ARGS__ }

static struct runner r;

static void open_runner(void)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	runner_open(&r, 0);
	if (!CHECK_INT(kernels_registry_add(r.registry, &pack, &diag), KERNELS_OK))
		printf("# %s\n", diag.message);
}

static void signatures(void)
{
	static const char *const expected[] = { "(bf16, !tfrt.chain...) -> (f16)", "() -> (i64)",
		"(any) {body: fn} -> (any)",
		"(!tfrt.string, !tfrt.chain) {array: i32[], number: f32, type: type, word: string} -> (i64, f64, !tfrt.chain)",
		"(i32, i32) -> (i32, i32)", "(i8, i16, i32, i64, ui8, ui16, ui32, ui64) -> (i32)",
		"(i32) -> (i32, i32)", "(!tfrt.string) -> (i64)", "(i32) {by: i64} -> (i64)", "() -> (!tfrt.chain)",
		"(!tfrt.chain...) -> (!tfrt.chain)", "(i32) {by: i32} -> (i32)", "(i32...) -> (i64)",
		"(complex<f32>) -> (complex<f64>)", "() {body: fn} -> (i64)" };
	for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
		CHECK_STR(kernels[i].signature, expected[i]);
}

static void values(void)
{
	open_runner();
	RUN(&r, "typed.answer", .result_count = 0);
	CHECK_INT(i64_at(&r, 0), 42);
	RUN(&r, "typed.scale", ARGS(i32(&r, 7)), ATTRS(ATTR(int32_t, 6)));
	CHECK_INT(i32_at(&r, 0), 42);
	RUN(&r, "typed.nothing", .result_count = 0);
	CHECK(is_chain(&r, 0));
	RUN(&r, "typed.total", ARGS(i32(&r, 1), i32(&r, 20), i32(&r, 300)));
	CHECK_INT(i64_at(&r, 0), 321);
	RUN(&r, "typed.total", .result_count = 0);
	CHECK_INT(i64_at(&r, 0), 0);
	RUN(&r, "typed.ordered", ARGS(async_chain(), async_chain()));
	CHECK(is_chain(&r, 0));
	RUN(&r, "typed.ordered", .result_count = 0);
	CHECK(is_chain(&r, 0));
	uint16_t bits = 41;
	RUN(&r, "typed.after", ARGS(async_value_create_available(NULL, kernels_types()->bf16, &bits), async_chain()));
	CHECK_INT(*(const uint16_t *)async_value_payload(r.results[0]), 42);
	float number[2] = { 1, -2 };
	RUN(&r, "typed.turned", ARGS(async_value_create_available(NULL, kernels_types()->complex64, number)));
	CHECK(((const double *)async_value_payload(r.results[0]))[0] == -1);
	CHECK(((const double *)async_value_payload(r.results[0]))[1] == 2);
	runner_close(&r);
}

static void attributes(void)
{
	open_runner();
	RUN(&r, "typed.describe", ARGS(text(&r, "four"), async_chain()),
		ATTRS(ATTR_ARRAY(int32_t, 2, 40, 2), ATTR(float, 2.5f), ATTR(uint8_t, KERNELS_F64), ATTR_TEXT("abc")));
	CHECK_INT(i64_at(&r, 0), 4 + 3 + 8);
	CHECK(f64_at(&r, 1) == 42.5);
	CHECK(is_chain(&r, 2));
	RUN(&r, "typed.scale", ARGS(i32(&r, 7)), ATTRS({ (const uint8_t *)"x", 1 }));
	CHECK_STR(error_at(&r, 0), "attribute 'by' is not of type i32");
	runner_close(&r);
}

static void failures(void)
{
	open_runner();
	RUN(&r, "typed.divide", ARGS(i32(&r, 17), i32(&r, 5)));
	CHECK_INT(i32_at(&r, 0), 3);
	CHECK_INT(i32_at(&r, 1), 2);
	RUN(&r, "typed.divide", ARGS(i32(&r, 17), i32(&r, 0)));
	CHECK_STR(error_at(&r, 0), "17 cannot be divided by 0");
	CHECK_STR(error_at(&r, 1), "17 cannot be divided by 0");
	RUN(&r, "typed.half", ARGS(i32(&r, 9)));
	CHECK_INT(i32_at(&r, 0), 4);
	CHECK_INT(i32_at(&r, 1), 1);
	RUN(&r, "typed.half", ARGS(i32(&r, -1)));
	CHECK_STR(error_at(&r, 0), "-1 is negative");
	runner_close(&r);
}

static void results_that_come_later(void)
{
	open_runner();
	RUN(&r, "typed.later", ARGS(i32(&r, 6)), ATTRS(ATTR(int64_t, 7)));
	CHECK_INT(i64_at(&r, 0), 42);
	RUN(&r, "typed.later", ARGS(i32(&r, 6)), ATTRS(ATTR(int64_t, 0)));
	struct async_value *result = take(&r, 0);
	CHECK(!async_value_is_available(result));
	int64_t seven = 7;
	async_value_emplace(waiting, &seven);
	async_value_release(waiting);
	CHECK_INT(*(const int64_t *)async_value_payload(result), 7);
	async_value_release(result);
	RUN(&r, "typed.kept", ARGS(text(&r, "three")));
	CHECK_INT(i64_at(&r, 0), 5);
	RUN(&r, "typed.kept", ARGS(text(&r, "")));
	CHECK_STR(error_at(&r, 0), "empty text");
	runner_close(&r);
}

static void give_chain(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request, (void)arguments;
	results[0] = async_chain();
}

static void functions(void)
{
	open_runner();
	struct fake body = fake_function("body", 0, 1, give_chain);
	RUN(&r, "typed.twice", .functions = { as_function(&body) });
	CHECK_INT(i64_at(&r, 0), 2);
	CHECK_INT(body.calls, 2);
	struct fake chain = fake_function("chain", 1, 1, give_chain), pair = fake_function("pair", 2, 1, give_chain);
	RUN(&r, "typed.applied", ARGS(i32(&r, 1)), .functions = { as_function(&chain) });
	CHECK(is_chain(&r, 0));
	RUN(&r, "typed.applied", ARGS(i32(&r, 1)), .functions = { as_function(&pair) });
	CHECK_STR(error_at(&r, 0), "2 for 1");
	CHECK_STR(reported(&r), "2 for 1");
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(signatures),
		CHECK_CASE(values),
		CHECK_CASE(attributes),
		CHECK_CASE(failures),
		CHECK_CASE(results_that_come_later),
		CHECK_CASE(functions),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
