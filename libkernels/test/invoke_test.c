/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eager calls: results, errors as in an executor, arguments that become available later, attributes of every kind. */
#include "runner.h"
#include <kernels/invoke.h>

static struct runner r;

static struct async_value *results[4];

/* Takes over the arguments; results are in results[]. */
static void invoke(const char *name, struct kernels_attributes *attributes, uint32_t result_count,
	struct async_value *const *arguments, uint32_t argument_count)
{
	memset(results, 0, sizeof results);
	kernels_invoke(r.registry, name, r.request, arguments, argument_count, attributes, results, result_count);
	for (uint32_t i = 0; i < argument_count; i++)
		async_value_release(arguments[i]);
	for (uint32_t i = 0; i < result_count; i++)
		CHECK(results[i]);
}

#define INVOKE(name, attributes, result_count, ...) \
	invoke(name, attributes, result_count, (struct async_value *[]){ __VA_ARGS__ }, \
		sizeof((struct async_value *[]){ __VA_ARGS__ }) / sizeof(struct async_value *))
#define INVOKE_0(name, attributes, result_count) invoke(name, attributes, result_count, NULL, 0)

/* The value of result 0, which is awaited and released. */
static int32_t number(void)
{
	async_queue_await(r.host.queue, results, 1);
	int32_t value = -1;
	if (CHECK(!async_value_is_error(results[0])) && CHECK_INT(async_value_type(results[0]), kernels_types()->i32))
		value = *(const int32_t *)async_value_payload(results[0]);
	async_value_release(results[0]);
	return value;
}

/* The value of result `index`, which is awaited and released. */
static const char *failure(uint32_t index)
{
	static char message[300];
	async_queue_await(r.host.queue, &results[index], 1);
	const struct async_error *error =
		async_value_is_error(results[index]) ? async_value_error(results[index]) : NULL;
	snprintf(message, sizeof message, "%s", error ? async_error_message(error) : "no error");
	async_value_release(results[index]);
	return message;
}

static struct async_value *later(void)
{
	return async_value_create(r.host.allocator, kernels_types()->i32);
}

static void give(struct async_value *value, int32_t n)
{
	async_value_emplace(value, &n);
	async_value_release(value);
}

static void payload_and_frame_kernels(void)
{
	runner_open(&r, 0);
	INVOKE("tfrt.add.i32", NULL, 1, i32(&r, 40), i32(&r, 2));
	CHECK_INT(number(), 42);
	INVOKE("tfrt.div.i32", NULL, 2, i32(&r, 17), i32(&r, 5));
	CHECK_INT(*(const int32_t *)async_value_payload(results[1]), 2);
	async_value_release(results[1]);
	CHECK_INT(number(), 3);
	INVOKE("tfrt_test.share_to_two", NULL, 2, i32(&r, 5));
	async_value_release(results[1]);
	CHECK_INT(number(), 5);
	INVOKE("tfrt_test.sum", NULL, 1, i32(&r, 1), i32(&r, 2), i32(&r, 3));
	CHECK_INT(number(), 6);
	INVOKE_0("tfrt.new.chain", NULL, 1);
	CHECK(results[0] == async_chain());
	/* late parts: kernels_frame_later() */
	INVOKE("tfrt_test.async_add.i32", NULL, 1, i32(&r, 4), i32(&r, 5));
	CHECK_INT(number(), 9);
	/* chains after its listed arguments */
	INVOKE("tfrt.add.i32", NULL, 1, i32(&r, 1), i32(&r, 2), async_chain(), async_chain());
	CHECK_INT(number(), 3);
	INVOKE("tfrt_test.async_add.i32", NULL, 1, i32(&r, 4), i32(&r, 5), async_chain());
	CHECK_INT(number(), 9);
	runner_close(&r);
}

static void misuse_is_an_error_value(void)
{
	runner_open(&r, 0);
	INVOKE("tfrt.ad.i32", NULL, 2, i32(&r, 1), i32(&r, 2));
	CHECK_INT(async_error_code(async_value_error(results[0])), ASYNC_CODE_NOT_FOUND);
	CHECK_STR(failure(0), "unknown kernel name 'tfrt.ad.i32'; did you mean 'tfrt.add.i32'?");
	CHECK_STR(failure(1), "unknown kernel name 'tfrt.ad.i32'; did you mean 'tfrt.add.i32'?");
	CHECK_INT(r.reports, 1);
	INVOKE_0("demo.nowhere", NULL, 0);
	CHECK_INT(r.reports, 2);
	INVOKE("tfrt.add.i32", NULL, 1, i32(&r, 1));
	CHECK_INT(async_error_code(async_value_error(results[0])), ASYNC_CODE_INVALID_ARGUMENT);
	CHECK_STR(failure(0), "tfrt.add.i32: found 1 argument, expected 2: (i32, i32) -> i32");
	INVOKE("tfrt.add.i32", NULL, 2, i32(&r, 1), i32(&r, 1));
	CHECK(strstr(failure(0), "found 2 results, expected 1"));
	failure(1);
	INVOKE("tfrt.add.i32", NULL, 1, i32(&r, 1), i64(&r, 1));
	CHECK_STR(failure(0), "tfrt.add.i32: argument 1 is of type i64, expected i32");
	INVOKE("tfrt.add.i32", NULL, 1, i32(&r, 1), i32(&r, 1), i32(&r, 1));
	CHECK_STR(failure(0), "tfrt.add.i32: argument 2 is of type i32, expected !tfrt.chain");
	INVOKE_0("tfrt.constant.i32", NULL, 1);
	CHECK(strstr(failure(0), "found 0 attributes, expected 1"));
	INVOKE("tfrt_test.identity", NULL, 2, async_chain(), i32(&r, 1));
	CHECK(strstr(failure(0), "found 2 results, expected 1"));
	failure(1);
	runner_close(&r);
}

static void errors_pass_and_cancellation_stops(void)
{
	runner_open(&r, 0);
	INVOKE("tfrt.add.i32", NULL, 1, error(&r, "first"), error(&r, "last"));
	CHECK_STR(failure(0), "last");
	INVOKE("tfrt.add.i32", NULL, 1, error(&r, "first"), i64(&r, 1));
	CHECK_STR(failure(0), "first");
	INVOKE("tfrt.div.i32", NULL, 2, i32(&r, 1), i32(&r, 0));
	CHECK(strstr(failure(0), "zero"));
	CHECK(strstr(failure(1), "zero"));
	INVOKE("tfrt_test.report_error_concrete_async", NULL, 1, i32(&r, 1));
	CHECK_STR(failure(0), "something bad happened asynchronously");
	struct async_value *value = later();
	INVOKE("tfrt.add.i32", NULL, 1, async_value_retain(value), i32(&r, 1));
	async_request_cancel(r.request);
	give(value, 1);
	CHECK_STR(failure(0), "Cancelled");
	INVOKE("tfrt_test.async_add.i32", NULL, 1, i32(&r, 1), i32(&r, 1));
	CHECK_STR(failure(0), "Cancelled");
	INVOKE("tfrt.add.i32", NULL, 1, i32(&r, 1), error(&r, "the error goes first"));
	CHECK_STR(failure(0), "the error goes first");
	runner_close(&r);
}

static void arguments_that_come_later(void)
{
	runner_open(&r, 0);
	struct async_value *a = later(), *b = later();
	INVOKE("tfrt.add.i32", NULL, 1, async_value_retain(a), async_value_retain(b));
	CHECK(!async_value_is_available(results[0]));
	struct async_value *idle = async_request_idle(r.request);
	CHECK(!async_value_is_available(idle));
	give(b, 2);
	CHECK(!async_value_is_available(results[0]));
	give(a, 1);
	CHECK(async_value_is_available(results[0]));
	CHECK(async_value_is_available(idle));
	async_value_release(idle);
	CHECK_INT(number(), 3);
	/* of the wrong type, and an error */
	a = async_value_create(r.host.allocator, kernels_types()->i64);
	INVOKE("tfrt_test.async_add.i32", NULL, 1, async_value_retain(a), i32(&r, 1));
	int64_t wide = 1;
	async_value_emplace(a, &wide);
	async_value_release(a);
	CHECK_STR(failure(0), "tfrt_test.async_add.i32: argument 0 is of type i64, expected i32");
	runner_close(&r);
}

/* Each call waits for the previous one; the stack does not grow. */
static void a_long_chain_of_calls(void)
{
	enum { LENGTH = 100000 };
	const struct kernels_entry *add = NULL;
	runner_open(&r, 2);
	add = kernels_registry_find(r.registry, "tfrt.add.i32", 12);
	struct async_value *first = later(), *last = async_value_retain(first), *one = i32(&r, 1);
	for (int i = 0; i < LENGTH; i++) {
		struct async_value *const arguments[] = { last, one };
		kernels_invoke_entry(add, r.request, arguments, 2, NULL, results, 1);
		async_value_release(last);
		last = results[0];
	}
	async_value_release(one);
	give(first, 0);
	CHECK_INT(number(), LENGTH);
	runner_close(&r);
}

static void functions(void)
{
	struct fake body = fake_function("body", 1, 1, NULL);
	runner_open(&r, 0);
	struct kernels_attributes *attributes = kernels_attributes_create(NULL);
	CHECK_INT(kernels_attributes_function(attributes, as_function(&body)), KERNELS_OK);
	INVOKE("tfrt.call", attributes, 1, i32(&r, 1), i32(&r, 2));
	CHECK(strstr(failure(0), "tfrt.call: callee: function 'body' is"));
	kernels_attributes_release(attributes);
	runner_close(&r);
}

static void attributes_of_every_kind(void)
{
	static const int64_t dims[] = { 2, -1 }, two[] = { 2, 1 };
	static const int32_t numbers[] = { 5, 7 };
	struct kernels_attributes *a = kernels_attributes_create(NULL);
	int32_t seven = 7;
	CHECK_INT(kernels_attributes_string(a, "number", "0", 1), KERNELS_OK);
	CHECK_INT(kernels_attributes_array(a, "values", KERNELS_I32, numbers, 2), KERNELS_OK);
	CHECK_INT(kernels_attributes_array(a, "values", KERNELS_I32, numbers, 2), KERNELS_E_EXISTS);
	CHECK_INT(kernels_attributes_array(a, "x", KERNELS_STRING, numbers, 2), KERNELS_E_ARG);
	CHECK_INT(kernels_attributes_scalar(a, "x", KERNELS_RESOURCE, &seven), KERNELS_E_ARG);
	CHECK_INT(kernels_attributes_type(a, "x", KERNELS_DTYPE_INVALID), KERNELS_E_ARG);
	CHECK_INT(kernels_attributes_dense(a, "x", KERNELS_I32, dims, 2, numbers), KERNELS_E_ARG);
	runner_open(&r, 0);
	INVOKE_0("tfrt_test.sum_array_attr.i32", a, 1);
	CHECK_INT(number(), 12);
	INVOKE_0("tfrt_test.sum_array_attr.i32", a, 1);
	CHECK_INT(number(), 12);
	INVOKE_0("tfrt_test.sum_array_attr.i64", a, 1);
	CHECK(strstr(failure(0), "attribute 'values' is of type i32[], expected i64[]"));
	kernels_attributes_release(a);

	a = kernels_attributes_create(NULL);
	CHECK_INT(kernels_attributes_scalar(a, "value", KERNELS_I32, &seven), KERNELS_OK);
	INVOKE_0("tfrt.constant.i32", a, 1);
	CHECK_INT(number(), 7);
	INVOKE_0("tfrt_test.async_constant.i32", a, 1);
	kernels_attributes_release(a); /* the call holds a reference */
	CHECK_INT(number(), 7);

	a = kernels_attributes_create(NULL);
	CHECK_INT(kernels_attributes_scalar(a, "values", KERNELS_I32, &seven), KERNELS_OK);
	INVOKE_0("tfrt.constant.i32", a, 1);
	CHECK(strstr(failure(0), "attribute 0 is called 'values', expected 'value'"));
	kernels_attributes_release(a);

	a = kernels_attributes_create(NULL);
	CHECK_INT(kernels_attributes_dense(a, "value", KERNELS_I32, two, 2, numbers), KERNELS_OK);
	INVOKE_0("tfrt_test.const_dense_attr", a, 1);
	CHECK(!async_value_is_error(results[0]));
	const struct kernels_tensor *tensor = async_value_payload(results[0]);
	CHECK_INT(((const int32_t *)kernels_tensor_bytes(tensor))[1], 7);
	async_value_release(results[0]);
	kernels_attributes_release(a);
	runner_close(&r);
}

/* Reads attributes with the functions of attr.h. */
static const struct kernels_entry *shapes;
static void look_at_shapes(struct kernels_call *call)
{
	struct kernels_shape_view ranked, unranked;
	enum kernels_dtype dtype = KERNELS_DTYPE_INVALID;
	CHECK_INT(call->site->attribute_count, 3);
	CHECK(kernels_attr_shape(call->site->attributes[0], &ranked) && ranked.ranked);
	CHECK_INT(ranked.rank, 2);
	CHECK_INT(kernels_load_i64(ranked.dims + 8), -1);
	CHECK(kernels_attr_dtype(call->site->attributes[1], &dtype));
	CHECK_INT(dtype, KERNELS_F64);
	CHECK(kernels_attr_shape(call->site->attributes[2], &unranked) && !unranked.ranked);
}

static void shapes_and_types(void)
{
	static const struct kernels_kernel kernels[] = {
		KERNELS_ROW("t.shapes", "() {a: shape, t: type, u: shape} -> ()", look_at_shapes, 0)
	};
	static const struct kernels_pack pack = KERNELS_PACK_INIT("t", kernels, NULL, 0, NULL);
	static const int64_t dims[] = { 2, -1 };
	struct kernels_attributes *a = kernels_attributes_create(NULL);
	runner_open(&r, 0);
	CHECK_INT(kernels_registry_add(r.registry, &pack, NULL), KERNELS_OK);
	shapes = kernels_registry_find(r.registry, "t.shapes", 8);
	CHECK_INT(kernels_attributes_type(a, "t", KERNELS_F64), KERNELS_OK);
	CHECK_INT(kernels_attributes_shape(a, "u", NULL, 0), KERNELS_OK);
	CHECK_INT(kernels_attributes_shape(a, "a", dims, 2), KERNELS_OK);
	kernels_invoke_entry(shapes, r.request, NULL, 0, a, NULL, 0);
	CHECK_INT(r.reports, 0);
	kernels_attributes_release(a);
	runner_close(&r);
}

/* Adds "text", then an aggregate of an aggregate, three numbers and an empty aggregate. */
static enum kernels_status add_nested(struct kernels_attributes *a)
{
	static const int16_t numbers[] = { 1, -2, 3 };
	enum kernels_status status = kernels_attributes_begin_aggregate(a, "list");
	if (status == KERNELS_OK)
		status = kernels_attributes_string(a, NULL, "text", 4);
	if (status == KERNELS_OK)
		status = kernels_attributes_begin_aggregate(a, NULL);
	if (status == KERNELS_OK)
		status = kernels_attributes_array(a, NULL, KERNELS_I16, numbers, 3);
	if (status == KERNELS_OK)
		status = kernels_attributes_begin_aggregate(a, NULL);
	if (status == KERNELS_OK)
		status = kernels_attributes_end_aggregate(a);
	if (status == KERNELS_OK)
		status = kernels_attributes_end_aggregate(a);
	return status == KERNELS_OK ? kernels_attributes_end_aggregate(a) : status;
}

static void look_at_nested(struct kernels_call *call)
{
	struct kernels_aggregate outer, inner, empty;
	struct kernels_attr element;
	struct kernels_string text;
	struct kernels_array array;
	uint8_t kind = 0;
	CHECK(kernels_attr_aggregate(call->site->attributes[0], &outer));
	CHECK_INT(outer.count, 2);
	CHECK(kernels_aggregate_element(&outer, 0, &element, &kind));
	CHECK_INT(kind, KERNELS_STRING);
	CHECK(kernels_attr_string(element, &text) && text.size == 4 && memcmp(text.data, "text", 4) == 0);
	CHECK(kernels_aggregate_element(&outer, 1, &element, &kind));
	CHECK_INT(kind, KERNELS_KIND_AGGREGATE);
	CHECK(kernels_attr_aggregate(element, &inner));
	CHECK_INT(inner.count, 2);
	CHECK(kernels_aggregate_element(&inner, 0, &element, &kind));
	CHECK_INT(kind, KERNELS_I16 | KERNELS_KIND_ARRAY);
	CHECK(kernels_attr_array(element, KERNELS_I16, &array) && array.count == 3);
	CHECK_INT((int16_t)(array.elements[2] | array.elements[3] << 8), -2);
	CHECK(kernels_aggregate_element(&inner, 1, &element, &kind));
	CHECK(kernels_attr_aggregate(element, &empty));
	CHECK_INT(empty.count, 0);
	*(int32_t *)call->results[0] = 1;
}

static const struct kernels_kernel nested_kernels[] = { KERNELS_ROW(
	"t.nested", "() {list: aggregate} -> i32", look_at_nested, 0) };
static const struct kernels_pack nested_pack = KERNELS_PACK_INIT("t", nested_kernels, NULL, 0, NULL);

static void aggregates(void)
{
	struct kernels_attributes *a = kernels_attributes_create(NULL);
	int32_t seven = 7;
	runner_open(&r, 0);
	CHECK_INT(kernels_registry_add(r.registry, &nested_pack, NULL), KERNELS_OK);
	CHECK_INT(add_nested(a), KERNELS_OK);
	INVOKE_0("t.nested", a, 1);
	CHECK_INT(number(), 1);
	CHECK_INT(kernels_attributes_begin_aggregate(a, "list"), KERNELS_E_EXISTS);
	CHECK_INT(kernels_attributes_begin_aggregate(a, NULL), KERNELS_E_ARG);
	CHECK_INT(kernels_attributes_end_aggregate(a), KERNELS_E_ARG);
	CHECK_INT(kernels_attributes_scalar(a, NULL, KERNELS_I32, &seven), KERNELS_E_ARG);
	CHECK_INT(kernels_attributes_begin_aggregate(a, "other"), KERNELS_OK);
	CHECK_INT(kernels_attributes_scalar(a, "x", KERNELS_I32, &seven), KERNELS_E_ARG);
	for (int depth = 1; depth < 64; depth++)
		CHECK_INT(kernels_attributes_begin_aggregate(a, NULL), KERNELS_OK);
	CHECK_INT(kernels_attributes_begin_aggregate(a, NULL), KERNELS_E_ARG);
	INVOKE_0("t.nested", a, 1); /* open aggregates are not visible */
	CHECK_INT(number(), 1);
	kernels_attributes_release(a);
	runner_close(&r);
}

enum { MANY = 1000 };

static void look_at_many(struct kernels_call *call)
{
	struct kernels_aggregate list;
	struct kernels_attr element;
	struct kernels_string string;
	char text[16];
	uint8_t kind;
	int32_t found = 0;
	CHECK(kernels_attr_aggregate(call->site->attributes[0], &list) && list.count == MANY);
	for (uint32_t i = 0; i < list.count; i++) {
		size_t size = (size_t)sprintf(text, "%u", (unsigned)i);
		found += kernels_aggregate_element(&list, i, &element, &kind) && kind == KERNELS_STRING &&
			 kernels_attr_string(element, &string) && string.size == size &&
			 memcmp(string.data, text, size) == 0;
	}
	*(int32_t *)call->results[0] = found;
}

static void many_elements(void)
{
	static const struct kernels_kernel kernels[] = { KERNELS_ROW(
		"t.many", "() {list: aggregate} -> i32", look_at_many, 0) };
	static const struct kernels_pack pack = KERNELS_PACK_INIT("t", kernels, NULL, 0, NULL);
	struct kernels_attributes *a = kernels_attributes_create(NULL);
	char text[16];
	runner_open(&r, 0);
	CHECK_INT(kernels_registry_add(r.registry, &pack, NULL), KERNELS_OK);
	CHECK_INT(kernels_attributes_begin_aggregate(a, "list"), KERNELS_OK);
	for (int i = 0; i < MANY; i++)
		CHECK_INT(kernels_attributes_string(a, NULL, text, (size_t)sprintf(text, "%d", i)), KERNELS_OK);
	CHECK_INT(kernels_attributes_end_aggregate(a), KERNELS_OK);
	INVOKE_0("t.many", a, 1);
	CHECK_INT(number(), MANY);
	kernels_attributes_release(a);
	runner_close(&r);
}

/* Each allocation fails once; nothing leaks, and existing attributes stay usable. */
static void aggregates_without_memory(void)
{
	enum kernels_status status = KERNELS_E_NOMEM;
	for (size_t bytes = 0; bytes < 4096 && status == KERNELS_E_NOMEM; bytes += 8) {
		const struct async_allocator *budget = async_allocator_create_budget(NULL, bytes);
		struct kernels_attributes *a = kernels_attributes_create(budget);
		if (a) {
			status = add_nested(a);
			CHECK(status == KERNELS_OK || status == KERNELS_E_NOMEM);
		}
		kernels_attributes_release(a);
		CHECK_INT(async_allocator_budget_left(budget), bytes);
		async_allocator_destroy(budget);
	}
	CHECK_INT(status, KERNELS_OK);
}

/* The first argument starts it; the unavailable second one is passed on. */
static void take_second(struct kernels_frame *frame)
{
	frame->results[0] = async_value_retain(frame->arguments[1]);
}

static void nonstrict_kernels(void)
{
	static const struct kernels_kernel kernels[] = {
		KERNELS_ROW("t.second", "(i32, any) -> any", take_second, KERNELS_NONSTRICT)
	};
	static const struct kernels_pack pack = KERNELS_PACK_INIT("t", kernels, NULL, 0, NULL);
	runner_open(&r, 0);
	CHECK_INT(kernels_registry_add(r.registry, &pack, NULL), KERNELS_OK);
	struct async_value *value = later();
	INVOKE("t.second", NULL, 1, i32(&r, 1), async_value_retain(value));
	CHECK(results[0] == value);
	async_value_release(results[0]);
	struct async_value *start = later();
	INVOKE("t.second", NULL, 1, async_value_retain(start), async_value_retain(value));
	CHECK(!async_value_is_available(results[0]));
	give(start, 1);
	CHECK(!async_value_is_available(results[0]));
	give(value, 8);
	CHECK_INT(number(), 8);
	runner_close(&r);
}

static int prepared, unprepared; /* atomic */

static enum kernels_status prepare_shift(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag)
{
	int32_t by = 0;
	if (!kernels_site_scalar(site, 0, KERNELS_I32, &by) || by > 31)
		return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "cannot shift by %d", by);
	int32_t *state = async_alloc(allocator, sizeof *state, _Alignof(int32_t));
	if (!state)
		return KERNELS_E_NOMEM;
	*state = 1 << by;
	*out_state = state;
	__atomic_add_fetch(&prepared, 1, __ATOMIC_RELAXED);
	return KERNELS_OK;
}

static void unprepare_shift(void *state, const struct async_allocator *allocator)
{
	async_free(allocator, state, sizeof(int32_t), _Alignof(int32_t));
	__atomic_add_fetch(&unprepared, 1, __ATOMIC_RELAXED);
}

static void shift(struct kernels_call *call)
{
	*(int32_t *)call->results[0] = *(const int32_t *)call->arguments[0] * *(const int32_t *)call->site->state;
}

static void shift_late(struct kernels_frame *frame)
{
	int32_t v = *(const int32_t *)async_value_payload(frame->arguments[0]) * *(const int32_t *)frame->site->state;
	kernels_frame_return(frame, 0, kernels_types()->i32, &v);
}

static void shift_task(struct kernels_frame *frame)
{
	kernels_frame_later(frame, shift_late, false);
}

static const struct kernels_prepared_kernel shifts[] = {
	KERNELS_PREPARED_ROW("t.shift", "(i32) {by: i32} -> i32", shift, 0, prepare_shift, unprepare_shift),
	KERNELS_PREPARED_ROW("t.shift_task", "(i32) {by: i32} -> i32", shift_task, 0, prepare_shift, unprepare_shift),
};
static const struct kernels_pack shift_pack = KERNELS_PREPARED_PACK_INIT("t", shifts, NULL);

/* Once per attributes and kernel, whoever calls; released with the attributes. */
static void prepared_kernels(void)
{
	prepared = unprepared = 0;
	runner_open(&r, 2);
	CHECK_INT(kernels_registry_add(r.registry, &shift_pack, NULL), KERNELS_OK);
	struct kernels_attributes *a = kernels_attributes_create(NULL);
	CHECK_INT(kernels_attributes_scalar(a, "by", KERNELS_I32, &(int32_t){ 4 }), KERNELS_OK);
	for (int i = 0; i < 5; i++) {
		INVOKE("t.shift", a, 1, i32(&r, i));
		CHECK_INT(number(), 16 * i);
		INVOKE("t.shift_task", a, 1, i32(&r, i));
		CHECK_INT(number(), 16 * i);
		struct async_value *value = later();
		INVOKE("t.shift", a, 1, async_value_retain(value));
		give(value, i);
		CHECK_INT(number(), 16 * i);
	}
	CHECK_INT(prepared, 2);
	kernels_attributes_release(a);
	a = kernels_attributes_create(NULL);
	CHECK_INT(kernels_attributes_scalar(a, "by", KERNELS_I32, &(int32_t){ 40 }), KERNELS_OK);
	INVOKE("t.shift", a, 1, i32(&r, 1));
	CHECK_STR(failure(0), "t.shift: cannot shift by 40");
	kernels_attributes_release(a);
	runner_close(&r);
	CHECK_INT(unprepared, 2);
}

struct caller {
	pthread_t thread;
	struct kernels_attributes *attributes;
	int wrong;
};

static void *call_shifts(void *ctx)
{
	struct caller *caller = ctx;
	for (int32_t i = 0; i < 1000; i++) {
		struct async_value *argument = i32(&r, i), *result;
		kernels_invoke(r.registry, "t.shift", r.request, &argument, 1, caller->attributes, &result, 1);
		caller->wrong += *(const int32_t *)async_value_payload(result) != 8 * i;
		async_value_release(argument);
		async_value_release(result);
	}
	return NULL;
}

static void threads_share_what_is_prepared(void)
{
	struct caller callers[4] = { { .wrong = 0 } };
	prepared = unprepared = 0;
	runner_open(&r, 0);
	CHECK_INT(kernels_registry_add(r.registry, &shift_pack, NULL), KERNELS_OK);
	struct kernels_attributes *a = kernels_attributes_create(NULL);
	CHECK_INT(kernels_attributes_scalar(a, "by", KERNELS_I32, &(int32_t){ 3 }), KERNELS_OK);
	for (int i = 0; i < 4; i++) {
		callers[i].attributes = a;
		CHECK_INT(pthread_create(&callers[i].thread, NULL, call_shifts, &callers[i]), 0);
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(callers[i].thread, NULL);
		CHECK_INT(callers[i].wrong, 0);
	}
	CHECK_INT(prepared - unprepared, 1);
	kernels_attributes_release(a);
	CHECK_INT(prepared, unprepared);
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(payload_and_frame_kernels),
		CHECK_CASE(misuse_is_an_error_value),
		CHECK_CASE(errors_pass_and_cancellation_stops),
		CHECK_CASE(arguments_that_come_later),
		CHECK_CASE(a_long_chain_of_calls),
		CHECK_CASE(functions),
		CHECK_CASE(attributes_of_every_kind),
		CHECK_CASE(shapes_and_types),
		CHECK_CASE(aggregates),
		CHECK_CASE(aggregates_without_memory),
		CHECK_CASE(many_elements),
		CHECK_CASE(nonstrict_kernels),
		CHECK_CASE(prepared_kernels),
		CHECK_CASE(threads_share_what_is_prepared),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
