/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Async values as arguments and results of calls: chains of calls without waiting, donation, errors, cancellation. */
#include "models.h"

#include <stdlib.h>

enum { WIDTH = 1024 };
static const char programs[] =
	"func.func @count(%n: tensor<i64>) -> tensor<i64> {\n" COUNT_TO_N "  return %r : tensor<i64>\n}\n"
	"func.func @plus(%x: tensor<i64>, %y: tensor<i64>) -> (tensor<i64>, tensor<i64>) {\n"
	"  %0 = stablehlo.add %x, %y : tensor<i64>\n  return %0, %y : tensor<i64>, tensor<i64>\n}\n"
	"func.func @step(%w: tensor<1024xf32>, %x: tensor<4xf32>, %i: tensor<i32>) -> tensor<1024xf32> {\n"
	"  %0 = stablehlo.dynamic_update_slice %w, %x, %i : (tensor<1024xf32>, tensor<4xf32>, tensor<i32>) -> tensor<1024xf32>\n"
	"  return %0 : tensor<1024xf32>\n}\n"
	"func.func @mixed(%x: tensor<2xi32>, %t: !stablehlo.token) -> (tensor<2xi32>, !stablehlo.token, tensor<2xi32>, tensor<2xi32>) {\n"
	"  %0 = stablehlo.negate %x : tensor<2xi32>\n  %c = stablehlo.constant dense<[7, 8]> : tensor<2xi32>\n"
	"  return %x, %t, %c, %0 : tensor<2xi32>, !stablehlo.token, tensor<2xi32>, tensor<2xi32>\n}\n"
	"func.func @checked(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {\n"
	"  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n  check.expect_eq %x, %c : tensor<2xi32>\n"
	"  %0 = stablehlo.negate %x : tensor<2xi32>\n  return %0, %0 : tensor<2xi32>, tensor<2xi32>\n}\n";

static struct async_value *make(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, const void *data)
{
	struct kernels_shape shape = { .rank = rank };
	struct kernels_tensor tensor;
	size_t size = kernels_dtype_size(dtype);
	for (uint32_t i = 0; i < rank; i++) {
		shape.dims[i] = dims[i];
		size *= (size_t)dims[i];
	}
	if (!CHECK(kernels_tensor_init(&tensor, NULL, dtype, &shape)))
		return NULL;
	memcpy(kernels_tensor_data(&tensor), data, size);
	return async_value_create_available(NULL, kernels_tensor_types()->tensor, &tensor);
}

static struct async_value *make_number(int64_t number) { return make(KERNELS_I64, 0, NULL, &number); }

/* Of an available value without an error. */
static const void *bytes(struct async_value *value)
{
	static const int64_t nothing[WIDTH];
	if (!CHECK(value && async_value_is_available(value)))
		return nothing;
	if (async_value_is_error(value)) {
		check_report(__FILE__, __LINE__, "%s", async_error_message(async_value_error(value)));
		return nothing;
	}
	return kernels_tensor_bytes(async_value_payload(value));
}

static int64_t number(struct async_value *value) { return *(const int64_t *)bytes(value); }

static bool fails_with(struct async_value *value, const char *text)
{
	if (!value || !async_value_is_error(value))
		return check_report(__FILE__, __LINE__, "the value is not an error");
	const char *message = async_error_message(async_value_error(value));
	return strstr(message, text) || check_report(__FILE__, __LINE__, "\"%s\" lacks \"%s\"", message, text);
}

static struct bef_model_call *start(struct bef_model *model, const char *function, struct async_value *const *arguments,
	struct async_value **results, const bool *donated)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call = NULL;
	const struct bef_stablehlo_function *found = bef_model_find(model, function);
	const struct bef_model_tensor unused[4] = { { .data = NULL } };
	const struct bef_model_call_options options = { .size = sizeof options, .argument_values = arguments, .result_values = results,
		.donated = donated };
	good(bef_model_start(model, found, unused, found->argument_count, NULL, found->result_count, &options, &call, &diag), &diag);
	return call;
}

static void finish(struct bef_model_call *call)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	if (call)
		good(bef_model_call_finish(call, &diag), &diag);
}

static void release_all(struct async_value **values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		async_value_release(values[i]);
}

/* ---- chains */

enum { LENGTH = 20 };

static void chain(const struct async_host *host)
{
	const struct bef_model_options options = { .size = sizeof options, .host = host };
	struct bef_model *model = open_text(programs, &options);
	struct bef_model_call *calls[LENGTH + 1];
	struct async_value *values[2 * LENGTH + 3];
	CHECK_OR_RETURN(model);
	values[0] = make_number(20000);
	calls[0] = start(model, "count", values, values + 1, NULL);
	values[2] = make_number(7);
	for (int i = 0; i < LENGTH; i++) /* the sum so far, and 7 */
		calls[i + 1] = start(model, "plus", values + 1 + 2 * i, values + 3 + 2 * i, NULL);
	for (int i = LENGTH; i >= 0; i--) /* the last one waits for all */
		finish(calls[i]);
	CHECK_INT(number(values[1]), 20000);
	for (int i = 1; i <= LENGTH; i++) {
		CHECK_INT(number(values[1 + 2 * i]), 20000 + 7 * i);
		CHECK_INT(number(values[2 + 2 * i]), 7);
	}
	bef_model_close(model); /* values outlive the model */
	CHECK_INT(number(values[2 * LENGTH + 1]), 20000 + 7 * LENGTH);
	release_all(values, 2 * LENGTH + 3);
}

static void calls_form_chains(void)
{
	chain(NULL);
	struct async_queue *queue = async_queue_create_threads(NULL, &(struct async_threads_options){ .size = sizeof(struct async_threads_options), .threads = 1 });
	struct async_host host = ASYNC_HOST_INIT;
	CHECK_OR_RETURN(queue);
	host.queue = queue;
	chain(&host);
	async_queue_destroy(queue);
}

/* A value that the host completes, after the calls that need it have started. */
static void values_come_later(void)
{
	struct bef_model *model = open_text(programs, NULL);
	struct async_value *promised = async_value_create_indirect(NULL, ASYNC_TYPE_NONE), *results[2], *more[2];
	CHECK_OR_RETURN(model && promised);
	struct bef_model_call *first = start(model, "plus", (struct async_value *[]){ promised, promised }, results, NULL);
	struct bef_model_call *second = start(model, "plus", (struct async_value *[]){ results[0], results[1] }, more, NULL);
	CHECK(!async_value_is_available(results[0]) && !async_value_is_available(bef_model_call_done(second)));
	async_value_forward(promised, make_number(21));
	finish(second);
	finish(first);
	CHECK_INT(number(more[0]), 63);
	CHECK_INT(number(more[1]), 21);
	release_all(results, 2);
	release_all(more, 2);
	async_value_release(promised);
	bef_model_close(model);
}

/* ---- memory */

/* Each step writes where the one before wrote, unless the host keeps its value. */
static void donated_values_are_overwritten(void)
{
	static const float zeros[WIDTH], x[4] = { 1, 2, 3, 4 };
	struct bef_model *model = open_text(programs, NULL);
	CHECK_OR_RETURN(model);
	for (int keeps = 0; keeps < 2; keeps++) {
		struct async_value *w = make(KERNELS_F32, 1, (int64_t[]){ WIDTH }, zeros), *all[6];
		struct async_value *four = make(KERNELS_F32, 1, (int64_t[]){ 4 }, x);
		struct bef_model_call *calls[5];
		const void *before = bytes(w);
		for (int32_t i = 0; i < 5; i++) {
			struct async_value *at = make(KERNELS_I32, 0, NULL, &(int32_t){ 4 * i }), *next;
			all[i] = keeps ? async_value_retain(w) : NULL;
			calls[i] = start(model, "step", (struct async_value *[]){ w, four, at }, &next, (bool[]){ true, false, true });
			w = next;
		}
		for (int i = 0; i < 5; i++)
			finish(calls[i]);
		CHECK((bytes(w) == before) == !keeps);
		for (int i = 0; i < WIDTH; i++) {
			CHECK(((const float *)bytes(w))[i] == (i < 20 ? x[i % 4] : 0));
			for (int k = 0; keeps && k < 5; k++)
				CHECK(((const float *)bytes(all[k]))[i] == (i < 4 * k ? x[i % 4] : 0));
		}
		release_all(all, keeps ? 5 : 0);
		async_value_release(w);
		async_value_release(four);
	}
	bef_model_close(model);
}

/* Buffers of the caller may end with the call, and the allocator of a call with a limit does. */
static void results_do_not_end_with_the_call(void)
{
	struct bef_model *model = open_text(programs, NULL);
	CHECK_OR_RETURN(model);
	for (size_t limit = 0; limit <= 1 << 20; limit += 1 << 20) {
		int32_t data[] = { 1, 2 };
		struct bef_diag diag = BEF_DIAG_INIT;
		struct async_value *results[4];
		const struct bef_model_tensor arguments[2] = { vector(KERNELS_I32, data, 2), { .data = NULL } };
		const struct bef_model_call_options options = { .size = sizeof options, .result_values = results, .memory = limit };
		CHECK(good(bef_model_run(model, bef_model_find(model, "mixed"), arguments, 2, NULL, 4, &options, &diag), &diag));
		data[0] = data[1] = 9;
		CHECK_BYTES(bytes(results[0]), 8, ((int32_t[]){ 1, 2 }), 8);
		CHECK(async_value_is_available(results[1]) && !async_value_is_error(results[1]));
		CHECK_BYTES(bytes(results[2]), 8, ((int32_t[]){ 7, 8 }), 8);
		CHECK_BYTES(bytes(results[3]), 8, ((int32_t[]){ -1, -2 }), 8);
		/* a token may be a value too */
		struct async_value *pending = async_chain_create(NULL), *more[4];
		struct bef_model_call *call = start(model, "mixed", (struct async_value *[]){ results[3], pending }, more, NULL);
		async_value_set_available(pending);
		finish(call);
		CHECK_BYTES(bytes(more[3]), 8, ((int32_t[]){ 1, 2 }), 8);
		release_all(results, 4);
		release_all(more, 4);
		async_value_release(pending);
	}
	bef_model_close(model);
}

/* The kinds of results and arguments may change from call to call of a function. */
static void kinds_alternate(void)
{
	struct bef_model *model = open_text(programs, NULL);
	CHECK_OR_RETURN(model);
	for (int i = 0; i < 6; i++) {
		int64_t x = i, y = 10, sums[2] = { 0, 0 };
		struct bef_diag diag = BEF_DIAG_INIT;
		struct async_value *values[2], *seven = make_number(7);
		const struct bef_model_tensor arguments[2] = { { .dtype = KERNELS_I64, .data = &x, .size = 8 },
			{ .dtype = KERNELS_I64, .data = &y, .size = 8 } };
		struct bef_model_tensor results[2] = { { .data = &sums[0], .size = 8 }, { .data = &sums[1], .size = 8 } };
		const struct bef_model_call_options options = { .size = sizeof options, .result_values = i & 1 ? values : NULL,
			.argument_values = i & 2 ? (struct async_value *[]){ NULL, seven } : NULL };
		CHECK(good(bef_model_run(model, bef_model_find(model, "plus"), arguments, 2, results, 2, &options, &diag), &diag));
		const int64_t second = i & 2 ? 7 : 10;
		CHECK_INT(i & 1 ? number(values[0]) : sums[0], i + second);
		CHECK_INT(i & 1 ? number(values[1]) : sums[1], second);
		CHECK(!(i & 1) || (sums[0] == 0 && sums[1] == 0));
		release_all(values, i & 1 ? 2 : 0);
		async_value_release(seven);
	}
	bef_model_close(model);
}

/* ---- failures */

static void errors_follow_the_chain(void)
{
	struct bef_model *model = open_text(programs, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_value *results[2], *more[2], *last;
	CHECK_OR_RETURN(model);
	/* a failure of the call: its values are errors, or were available before */
	struct async_value *wrong = make(KERNELS_I32, 1, (int64_t[]){ 2 }, (int32_t[]){ 1, 3 });
	struct bef_model_call *call = start(model, "checked", &wrong, results, NULL);
	CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_ARG);
	CHECK(async_value_is_available(results[0]) && async_value_is_available(results[1]));
	release_all(results, 2);
	/* an error of the host, and another type or shape: known when the value comes */
	struct async_value *promised = async_value_create_indirect(NULL, ASYNC_TYPE_NONE), *seven = make_number(7);
	call = start(model, "plus", (struct async_value *[]){ seven, promised }, results, NULL);
	struct bef_model_call *next = start(model, "plus", results, more, NULL), *third = start(model, "count", more, &last, NULL);
	async_value_fail(promised, async_error_create(NULL, ASYNC_CODE_ABORTED, (struct async_location){ NULL, 0 }, "no number today"));
	struct bef_model_call *const calls[] = { third, next, call };
	for (int i = 0; i < 3; i++) {
		diag = (struct bef_diag)BEF_DIAG_INIT;
		CHECK_INT(bef_model_call_finish(calls[i], &diag), BEF_E_ARG);
		CHECK(strstr(diag.message, "no number today") != NULL);
	}
	CHECK(fails_with(last, "no number today") && fails_with(results[0], "no number today"));
	release_all(results, 2);
	release_all(more, 2);
	async_value_release(last);
	async_value_release(promised);
	promised = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	call = start(model, "plus", (struct async_value *[]){ seven, promised }, results, NULL);
	async_value_forward(promised, async_value_retain(wrong));
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, "is i32[2], expected i64[]") != NULL || check_report(__FILE__, __LINE__, "%s", diag.message));
	CHECK(fails_with(results[0], "expected i64[]"));
	release_all(results, 2);
	call = start(model, "plus", (struct async_value *[]){ seven, async_chain() }, results, NULL);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, "is not a dense tensor") != NULL);
	release_all(results, 2);
	async_value_release(promised);
	async_value_release(seven);
	async_value_release(wrong);
	bef_model_close(model);
}

static void cancelled_calls_do_not_wait(void)
{
	struct bef_model *model = open_text(programs, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_value *promised = async_value_create_indirect(NULL, ASYNC_TYPE_NONE), *results[2];
	CHECK_OR_RETURN(model);
	struct bef_model_call *call = start(model, "plus", (struct async_value *[]){ promised, promised }, results, NULL);
	bef_model_call_cancel(call);
	CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_STATE);
	CHECK(async_value_is_error(results[0]) && async_value_is_error(results[1]));
	release_all(results, 2);
	/* a deadline, too */
	const struct bef_model_call_options options = { .size = sizeof options, .deadline = async_now_ns() + 5000000, .result_values = results,
		.argument_values = (struct async_value *[]){ promised, promised } };
	const struct bef_model_tensor unused[2] = { { .data = NULL } };
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, bef_model_find(model, "plus"), unused, 2, NULL, 2, &options, &diag), BEF_E_STATE);
	release_all(results, 2);
	bef_model_close(model);
	async_value_forward(promised, make_number(1)); /* after all */
	async_value_release(promised);
}

/* Nothing is taken over, and nothing promised. */
static void starts_that_fail_change_nothing(void)
{
	struct bef_model *model = open_text(programs, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	struct async_value *promised = async_value_create_indirect(NULL, ASYNC_TYPE_NONE), *results[2] = { promised, promised };
	const struct bef_model_tensor wrong[2] = { { .data = NULL }, { .data = NULL } };
	CHECK_OR_RETURN(model);
	const struct bef_model_call_options options = { .size = sizeof options, .argument_values = (struct async_value *[]){ promised, NULL },
		.result_values = results, .donated = (bool[]){ true, false } };
	CHECK_INT(bef_model_start(model, bef_model_find(model, "plus"), wrong, 2, NULL, 2, &options, &call, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, "argument 1") != NULL);
	CHECK(!results[0] && !results[1] && async_value_is_unique(promised) == false && promised->refs == 1);
	async_value_release(promised);
	bef_model_close(model);
}

static size_t left; /* allocations that succeed */

static void *limited_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (left == 0)
		return NULL;
	left--;
	return async_alloc(async_allocator_system(), size, align);
}

static void limited_free(void *ctx, void *data, size_t size, size_t align)
{
	(void)ctx;
	async_free(async_allocator_system(), data, size, align);
}

static void memory_runs_out(void)
{
	const struct async_allocator allocator = { .alloc = limited_alloc, .free = limited_free };
	struct async_queue *queue = async_queue_create_threads(NULL, &(struct async_threads_options){ .size = sizeof(struct async_threads_options), .threads = 2 });
	struct async_host host = ASYNC_HOST_INIT;
	host.queue = queue;
	host.allocator = &allocator;
	left = SIZE_MAX;
	struct bef_model *model = open_text(programs, &(struct bef_model_options){ .size = sizeof(struct bef_model_options), .host = &host });
	CHECK_OR_RETURN(model);
	bool ended = false;
	for (size_t n = 0; n < 100 && !ended; n++) {
		struct bef_diag diag = BEF_DIAG_INIT;
		struct async_value *promised = async_value_create_indirect(NULL, ASYNC_TYPE_NONE), *seven = make_number(7), *results[2];
		const struct bef_model_call_options options = { .size = sizeof options, .result_values = results,
			.argument_values = (struct async_value *[]){ promised, seven } };
		const struct bef_model_tensor unused[2] = { { .data = NULL } };
		struct bef_model_call *call;
		left = n;
		enum bef_status status = bef_model_start(model, bef_model_find(model, "plus"), unused, 2, NULL, 2, &options, &call, &diag);
		async_value_forward(promised, make_number(2));
		if (status == BEF_OK) {
			status = bef_model_call_finish(call, &diag);
			ended = status == BEF_OK;
			CHECK(async_value_is_available(results[0]) && async_value_is_available(results[1]));
			if (ended)
				CHECK_INT(number(results[0]), 9);
		}
		CHECK(status == BEF_OK || status == BEF_E_NOMEM);
		left = SIZE_MAX;
		release_all(results, 2);
		async_value_release(promised);
		async_value_release(seven);
	}
	CHECK(ended);
	bef_model_close(model);
	async_queue_destroy(queue);
}

/* ---- dynamic shapes */

static void open_shapes_come_from_the_tensors(void)
{
	struct bef_model *model = open_text(dynamic_source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	struct async_value *result, *x = make(KERNELS_F32, 2, (int64_t[]){ 1, 3 }, (float[]){ 1, 2, 3 });
	struct async_value *promised = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	struct bef_model_tensor shape = { .rank = 2, .dims = { 1, 3 } };
	struct bef_model_call_options options = { .size = sizeof options, .argument_values = &promised, .result_values = &result };
	CHECK_OR_RETURN(model);
	const struct bef_stablehlo_function *twice = bef_model_find(model, "twice");
	CHECK_OR_RETURN(good(bef_model_start(model, twice, &shape, 1, NULL, 1, &options, &call, &diag), &diag));
	async_value_forward(promised, async_value_retain(x));
	finish(call);
	CHECK_BYTES(bytes(result), 12, ((float[]){ 2, 4, 6 }), 12);
	async_value_release(result);
	/* the value has another shape than its tensor, or the tensor none of the function */
	shape.dims[0] = 2;
	CHECK_OR_RETURN(good(bef_model_start(model, twice, &shape, 1, NULL, 1, &options, &call, &diag), &diag));
	CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, "is f32[1, 3], expected f32[2, 3]") != NULL);
	async_value_release(result);
	for (int i = 0; i < 3; i++) {
		shape.rank = i == 0 ? 1 : 2;
		shape.dims[0] = i == 1 ? -1 : 2;
		shape.dims[1] = i == 2 ? 4 : 3;
		diag = (struct bef_diag)BEF_DIAG_INIT;
		CHECK_INT(bef_model_start(model, twice, &shape, 1, NULL, 1, &options, &call, &diag), BEF_E_ARG);
		CHECK(strstr(diag.message, "the value of argument 0 (") != NULL || check_report(__FILE__, __LINE__, "%s", diag.message));
	}
	/* a size must be there */
	struct async_value *size = make(KERNELS_I32, 0, NULL, &(int32_t){ 2 }), *later = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	struct async_value *y = make(KERNELS_F32, 1, (int64_t[]){ 2 }, (float[]){ 1, 2 });
	const struct bef_model_tensor both[2] = { { .data = NULL }, { .rank = 1, .dims = { 2 } } };
	const struct bef_stablehlo_function *count = bef_model_find(model, "count");
	options.argument_values = (struct async_value *[]){ later, y };
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_start(model, count, both, 2, NULL, 1, &options, &call, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, "is not available: a scalar integer") != NULL);
	options.argument_values = (struct async_value *[]){ size, y };
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_OR_RETURN(good(bef_model_run(model, count, both, 2, NULL, 1, &options, &diag), &diag));
	CHECK_BYTES(bytes(result), 8, ((int32_t[]){ 0, 1 }), 8);
	struct async_value *all[] = { result, x, promised, size, later, y };
	release_all(all, 6);
	bef_model_close(model);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(calls_form_chains),
		CHECK_CASE(values_come_later),
		CHECK_CASE(donated_values_are_overwritten),
		CHECK_CASE(results_do_not_end_with_the_call),
		CHECK_CASE(kinds_alternate),
		CHECK_CASE(errors_follow_the_chain),
		CHECK_CASE(cancelled_calls_do_not_wait),
		CHECK_CASE(starts_that_fail_change_nothing),
		CHECK_CASE(memory_runs_out),
		CHECK_CASE(open_shapes_come_from_the_tensors),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
