/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions for running kernels: errors, results, attributes; also when out of memory. */
#include "runner.h"

static struct runner r;
static struct async_value *results[3];
static const struct kernels_attr attributes[] = { ATTR(int32_t, 7), ATTR_TEXT("seven"), ATTR_ARRAY(int64_t, 2, 1, 2) };
static struct kernels_site site = { .attributes = attributes, .result_count = 3, .attribute_count = 3 };
static struct kernels_frame frame;

static const struct async_location_source source; /* only its address matters */

static void open(void)
{
	runner_open(&r, 0);
	site.location = (struct async_location){ &source, 42 };
	memset(results, 0, sizeof results);
	frame = (struct kernels_frame){ NULL, results, &site, r.request, false, NULL };
}

static void close(void)
{
	for (int i = 0; i < 3; i++)
		async_value_release(results[i]);
	runner_close(&r);
}

static const char *message(const struct async_value *value)
{
	return value && async_value_is_error(value) ? async_error_message(async_value_error(value)) : "";
}

static void a_call_fails(void)
{
	open();
	struct kernels_call call = { .site = &site, .request = r.request };
	kernels_call_fail(&call, "%d is %s", 13, "odd");
	CHECK_OR_RETURN(call.error);
	CHECK_STR(async_error_message(call.error), "13 is odd");
	CHECK_INT(async_error_code(call.error), ASYNC_CODE_INTERNAL);
	CHECK(async_error_location(call.error).source == &source);
	CHECK_INT(async_error_location(call.error).handle, 42);
	CHECK_INT(r.reports, 1);
	CHECK_STR(reported(&r), "13 is odd");
	kernels_call_fail(&call, "again");
	CHECK_STR(async_error_message(call.error), "13 is odd"); /* the first error is kept */
	async_error_release(call.error);
	close();
}

/* Every error names the kernel. */
static void errors_name_the_kernel(void)
{
	static const struct kernels_kernel kernel = { .name = "demo.odd" };
	static const struct kernels_entry entry = { .kernel = &kernel };
	open();
	struct kernels_site named = site;
	named.entry = &entry;
	struct kernels_call call = { .site = &named, .request = r.request };
	kernels_call_scalar(&call, 9, KERNELS_I32, &(int32_t){ 0 });
	CHECK_OR_RETURN(call.error);
	CHECK_STR(async_error_origin(call.error), "demo.odd");
	CHECK_STR(async_error_message(call.error), "attribute 9 is not a value of type i32");
	async_error_release(call.error);
	struct async_error *late = kernels_site_error(&named, r.request, ASYNC_CODE_UNAVAILABLE, "late");
	CHECK_STR(async_error_origin(late), "demo.odd");
	async_error_release(late);
	frame.site = &named;
	kernels_frame_fail(&frame, "no more");
	CHECK_STR(async_error_origin(async_value_error(results[0])), "demo.odd");
	close();
}

static void a_frame_fails_in_part(void)
{
	open();
	int32_t one = 1;
	kernels_frame_return(&frame, 1, kernels_types()->i32, &one);
	kernels_frame_fail(&frame, "no %s", "more");
	CHECK_STR(message(results[0]), "no more");
	CHECK_STR(message(results[2]), "no more");
	CHECK(!async_value_is_error(results[1]));
	CHECK_INT(*(int32_t *)async_value_payload(results[1]), 1);
	CHECK(async_value_error(results[0]) == async_value_error(results[2]));
	CHECK_INT(r.reports, 1);
	close();
}

static void errors_that_are_passed_on_are_not_reported(void)
{
	open();
	kernels_frame_fail_with(&frame, async_error_create(NULL, ASYNC_CODE_CANCELLED, site.location, "stop"));
	CHECK_STR(message(results[0]), "stop");
	CHECK_INT(async_error_code(async_value_error(results[1])), ASYNC_CODE_CANCELLED);
	CHECK_INT(r.reports, 0);
	struct async_error *late = kernels_site_error(&site, r.request, ASYNC_CODE_UNAVAILABLE, "late");
	CHECK_INT(async_error_code(late), ASYNC_CODE_UNAVAILABLE);
	CHECK_STR(reported(&r), "late");
	async_error_release(late);
	close();
}

static void results_for_later(void)
{
	open();
	struct async_value *value = kernels_frame_result(&frame, 2, kernels_types()->i64);
	CHECK_OR_RETURN(value);
	CHECK(value == results[2]);
	CHECK_INT(async_value_state(value), ASYNC_UNCONSTRUCTED);
	int64_t payload = -5;
	async_value_emplace(value, &payload);
	CHECK_INT(*(int64_t *)async_value_payload(results[2]), -5);
	close();
}

static void results_without_memory(void)
{
	open();
	async_allocator_fail_nth(r.failing, 1);
	CHECK(!kernels_frame_result(&frame, 1, kernels_types()->i64));
	for (int i = 0; i < 3; i++) {
		CHECK_STR(message(results[i]), "out of memory");
		CHECK_INT(async_error_code(async_value_error(results[i])), ASYNC_CODE_RESOURCE_EXHAUSTED);
	}
	close();
}

static void payloads_are_destroyed_when_they_cannot_be_kept(void)
{
	open();
	struct kernels_text text;
	CHECK(kernels_text_init(&text, r.counting, "lost", 4));
	async_allocator_fail_nth(r.failing, 1);
	kernels_frame_return(&frame, 0, kernels_types()->string, &text);
	CHECK_STR(message(results[0]), "out of memory");
	CHECK(!results[1] && !results[2]);
	close(); /* the text is no longer valid */
}

static void no_memory_at_all(void)
{
	const struct async_allocator *none = async_allocator_create_fixed(NULL, 1);
	open();
	struct async_host host = r.host;
	struct async_request *request;
	host.allocator = NULL;
	request = async_request_create(&host, NULL);
	host.allocator = none; /* from here on */
	frame.request = request;
	kernels_frame_fail(&frame, "however long this message may be, it cannot be kept");
	for (int i = 0; i < 3; i++) {
		CHECK_OR_RETURN(results[i] && async_value_is_error(results[i]));
		CHECK_INT(async_error_code(async_value_error(results[i])), ASYNC_CODE_RESOURCE_EXHAUSTED);
	}
	host.allocator = NULL;
	async_request_release(request);
	async_allocator_destroy(none);
	close();
}

static void attributes_of_a_site(void)
{
	open();
	int32_t number = 0;
	struct kernels_string string;
	struct kernels_array array;
	CHECK(kernels_site_scalar(&site, 0, KERNELS_I32, &number));
	CHECK_INT(number, 7);
	CHECK(kernels_site_string(&site, 1, &string));
	CHECK_BYTES(string.data, string.size, "seven", 5);
	CHECK(kernels_site_array(&site, 2, KERNELS_I64, &array));
	CHECK_INT(array.count, 2);
	CHECK(!kernels_site_scalar(&site, 3, KERNELS_I32, &number));
	CHECK(!kernels_site_string(&site, 3, &string));
	CHECK(!kernels_site_array(&site, 3, KERNELS_I64, &array));
	CHECK(!kernels_site_scalar(&site, 0, KERNELS_I64, &number));
	CHECK_INT(r.reports, 0);
	close();
}

static void attributes_that_are_not_there(void)
{
	open();
	struct kernels_call call = { .site = &site, .request = r.request };
	int64_t number;
	struct kernels_string string;
	struct kernels_array array;
	CHECK(!kernels_call_scalar(&call, 0, KERNELS_I64, &number));
	CHECK_STR(reported(&r), "attribute 0 is not a value of type i64");
	CHECK(!kernels_call_string(&call, 9, &string));
	CHECK_STR(reported(&r), "attribute 9 is not a string");
	CHECK(!kernels_call_array(&call, 0, KERNELS_F32, &array));
	CHECK_STR(reported(&r), "attribute 0 is not an array of f32");
	CHECK_STR(async_error_message(call.error), "attribute 0 is not a value of type i64");
	async_error_release(call.error);
	CHECK(!kernels_frame_scalar(&frame, 5, KERNELS_UI8, &number));
	CHECK_STR(reported(&r), "attribute 5 is not a value of type u8");
	CHECK_STR(message(results[0]), "attribute 5 is not a value of type u8");
	CHECK(!kernels_frame_string(&frame, 5, &string));
	CHECK_STR(reported(&r), "attribute 5 is not a string");
	close();
}

static void functions_that_do_not_fit(void)
{
	open();
	struct fake fake = fake_function("f", 2, 3, NULL);
	CHECK(kernels_frame_accepts(&frame, as_function(&fake), 2, 3));
	CHECK_INT(r.reports, 0);
	CHECK(!kernels_frame_accepts(&frame, as_function(&fake), 2, 1));
	CHECK_STR(
		message(results[0]), "function 'f' takes 2 arguments and gives 3 results, but is called with 2 for 1");
	close();
}

/* Adds its arguments to the first letter of the name. */
static void add(struct fake *self, struct async_request *request, struct async_value *const *arguments, struct async_value **places)
{
	const struct kernels_function *function = as_function(self);
	int32_t sum = function->name[0];
	(void)request;
	for (uint32_t i = 0; i < function->argument_count; i++)
		sum += *(const int32_t *)async_value_payload(arguments[i]);
	places[0] = async_value_create_available(NULL, kernels_types()->i32, &sum);
}

static void kernels_that_only_call(void)
{
	open();
	struct fake first = fake_function("a", 2, 1, add), second = fake_function("b", 1, 1, add), third = fake_function("c", 1, 1, add);
	const struct kernels_function *functions[] = { as_function(&second), as_function(&third), as_function(&first) };
	int32_t one = 1, two = 2;
	uint8_t condition = 1;
	struct async_value *numbers[] = { async_value_create_available(NULL, kernels_types()->i32, &one),
		async_value_create_available(NULL, kernels_types()->i32, &two) };
	struct async_value *values[] = { async_value_create_available(NULL, kernels_types()->i1, &condition), numbers[1] }, *result[1] = { NULL };
	struct kernels_site called = { .functions = functions + 2, .argument_count = 2, .result_count = 1, .function_count = 1 };
	struct kernels_site branched = { .functions = functions, .argument_count = 2, .result_count = 1, .function_count = 2 };
	struct kernels_frame call = { numbers, result, &called, frame.request, false, NULL }, branch = { values, result, &branched, frame.request, false, NULL };
	kernels_frame_call(&call);
	CHECK_INT(*(int32_t *)async_value_payload(result[0]), 'a' + 3);
	async_value_release(result[0]);
	kernels_frame_branch(&branch);
	CHECK_INT(*(int32_t *)async_value_payload(result[0]), 'b' + 2);
	async_value_release(result[0]);
	*(uint8_t *)async_value_payload(values[0]) = 0;
	kernels_frame_branch(&branch);
	CHECK_INT(*(int32_t *)async_value_payload(result[0]), 'c' + 2);
	async_value_release(result[0]);
	result[0] = NULL;
	kernels_frame_execute(&branch, as_function(&first), 1);
	CHECK_STR(message(result[0]), "function 'a' takes 2 arguments and gives 1 results, but is called with 1 for 1");
	async_value_release(result[0]);
	async_value_release(numbers[0]);
	async_value_release(numbers[1]);
	async_value_release(values[0]);
	close();
}

static void types_have_numbers(void)
{
	const struct kernels_type_ids *t = kernels_types();
	const struct {
		async_type_id id;
		const char *name;
		size_t size;
	} all[] = {
		{ t->i1, "i1", 1 },
		{ t->i8, "i8", 1 },
		{ t->i16, "i16", 2 },
		{ t->i32, "i32", 4 },
		{ t->i64, "i64", 8 },
		{ t->ui8, "ui8", 1 },
		{ t->ui16, "ui16", 2 },
		{ t->ui32, "ui32", 4 },
		{ t->ui64, "ui64", 8 },
		{ t->f16, "f16", 2 },
		{ t->bf16, "bf16", 2 },
		{ t->f32, "f32", 4 },
		{ t->f64, "f64", 8 },
		{ t->complex64, "complex<f32>", 8 },
		{ t->complex128, "complex<f64>", 16 },
		{ t->string, "!tfrt.string", sizeof(struct kernels_text) },
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		CHECK(all[i].id != ASYNC_TYPE_NONE);
		CHECK_INT(async_type_find(all[i].name, strlen(all[i].name)), all[i].id);
		CHECK_INT(async_type_get(all[i].id)->size, all[i].size);
	}
	CHECK(kernels_types() == t);
}

static void texts(void)
{
	open();
	const struct async_type *type = async_type_get(kernels_types()->string);
	struct kernels_text a, b;
	CHECK(kernels_text_init(&a, r.failing, "a\0b", 3));
	CHECK_BYTES(a.data, a.size + 1, "a\0b", 4);
	CHECK_INT(type->copy(&b, &a), 0);
	CHECK(b.data != a.data);
	CHECK_BYTES(b.data, b.size, "a\0b", 3);
	type->destroy(&b);
	async_allocator_fail_nth(r.failing, 1);
	CHECK(type->copy(&b, &a) != 0);
	CHECK(!b.data);
	CHECK_INT(b.size, 0);
	type->destroy(&b);
	type->destroy(&a);
	CHECK(kernels_text_init(&a, r.failing, NULL, 0));
	CHECK_STR(a.data, "");
	type->destroy(&a);
	CHECK(!kernels_text_init(&a, r.failing, "", SIZE_MAX));
	close();
}

static void threads_compute_for_a_request(void)
{
	struct kernels_stop outer, inner;
	uint32_t did = 0;
	open();
	CHECK(!kernels_stop_request() && !kernels_stopped());
	kernels_stop_begin(&outer, r.request);
	CHECK(kernels_stop_request() == r.request && !kernels_stopped());
	async_request_cancel(r.request);
	CHECK(kernels_stopped());
	/* nothing is asked before so many steps */
	CHECK(!kernels_stops(&did, KERNELS_STOP_STEPS - 1));
	CHECK(kernels_stops(&did, 1));
	CHECK(!kernels_stops(&did, 1) && kernels_stops(&did, UINT64_MAX));
	kernels_stop_begin(&inner, NULL);
	CHECK(!kernels_stopped());
	CHECK(!kernels_stop_end(&inner));
	CHECK(kernels_stop_end(&outer));
	CHECK(!kernels_stop_request());
	close();
}

/* A request without timers learns of its deadline when it is asked. */
static void a_deadline_stops(void)
{
	struct kernels_stop stop;
	open();
	kernels_stop_begin(&stop, r.request);
	CHECK_INT(async_request_set_deadline(r.request, NULL, async_now_ns() + 1000000), ASYNC_OK);
	while (!kernels_stopped())
		;
	CHECK(kernels_stop_end(&stop));
	CHECK_INT(async_error_code(async_request_cancelled(r.request)), ASYNC_CODE_DEADLINE_EXCEEDED);
	close();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(a_call_fails),
		CHECK_CASE(errors_name_the_kernel), CHECK_CASE(a_frame_fails_in_part),
		CHECK_CASE(errors_that_are_passed_on_are_not_reported),
		CHECK_CASE(results_for_later),
		CHECK_CASE(results_without_memory),
		CHECK_CASE(payloads_are_destroyed_when_they_cannot_be_kept),
		CHECK_CASE(no_memory_at_all),
		CHECK_CASE(attributes_of_a_site),
		CHECK_CASE(attributes_that_are_not_there),
		CHECK_CASE(functions_that_do_not_fit), CHECK_CASE(kernels_that_only_call),
		CHECK_CASE(types_have_numbers),
		CHECK_CASE(texts),
		CHECK_CASE(threads_compute_for_a_request),
		CHECK_CASE(a_deadline_stops),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
