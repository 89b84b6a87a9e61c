/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Single calls: results, wrong arguments, failures. */
#include "models.h"

#include <stdlib.h>

/* ---- results */

static void owned_results_outlive_model_and_arguments(void)
{
	struct bef_model *model = open_text(source, NULL);
	int32_t *x = malloc(4 * sizeof *x);
	struct bef_model_tensor results[3] = { { .data = NULL } };
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .memory = 1000000 };
	CHECK_OR_RETURN(model);
	for (int i = 0; i < 4; i++)
		x[i] = 10 + i;
	const struct bef_model_tensor argument = vector(KERNELS_I32, x, 4);
	const bool ran = good(
		bef_model_run(model, bef_model_find(model, "views"), &argument, 1, results, 3, &options, &diag), &diag);
	memset(x, 0, 4 * sizeof *x);
	free(x);
	bef_model_close(model);
	for (int i = 0; ran && i < 4; i++) {
		CHECK_INT(((const int32_t *)results[0].data)[i], 10 + i);
		CHECK_INT(((const int32_t *)results[1].data)[i], 10 + i);
	}
	if (ran) {
		CHECK_INT(((const int64_t *)results[2].data)[1], 8);
		CHECK_INT(results[2].size, 16);
		CHECK_INT(results[0].rank, 2);
	}
	for (int i = 0; i < 3; i++) {
		bef_model_tensor_release(&results[i]);
		CHECK(!results[i].data && !results[i].owner);
		bef_model_tensor_release(&results[i]);
	}
}

static void empty_tensors_and_tokens(void)
{
	struct bef_model *model = open_text(source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_OR_RETURN(model);
	const struct bef_model_tensor arguments[2] = { floats(NULL, 0, 3), { .data = NULL } };
	struct bef_model_tensor results[2] = { { .data = NULL } };
	if (good(bef_model_run(model, bef_model_find(model, "empty"), arguments, 2, results, 2, NULL, &diag), &diag))
		CHECK(results[0].size == 0 && results[0].dims[1] == 3 && results[1].dtype == KERNELS_DTYPE_INVALID);
	bef_model_tensor_release(&results[0]);
	bef_model_close(model);
}

/* ---- wrong calls */

static void call_wrongly(struct bef_model *model, const struct bef_model_tensor *arguments, size_t argument_count,
	struct bef_model_tensor *results, size_t result_count, const char *message)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	CHECK_INT(bef_model_start(model, bef_model_find(model, "add"), arguments, argument_count, results, result_count,
			  NULL, &call, &diag),
		BEF_E_ARG);
	CHECK(!call);
	CHECK_STR(diag.message, message);
}

static void refuses_wrong_arguments(void)
{
	struct bef_model *model = open_text(source, NULL);
	float data[16] = { 0 };
	const struct bef_model_tensor right = floats(data, 2, 3);
	struct bef_model_tensor arguments[2] = { right, right };
	struct bef_model_tensor result = { .data = data, .size = sizeof data };
	CHECK_OR_RETURN(model);
	call_wrongly(model, arguments, 1, &result, 1, "1 arguments and 1 results, expected 2 and 1");
	call_wrongly(model, arguments, 2, &result, 0, "2 arguments and 0 results, expected 2 and 1");
	arguments[0] = floats(data, 3, 2);
	call_wrongly(model, arguments, 2, &result, 1, "argument 0 (left) is f32[3, 2], expected f32[2, 3]");
	arguments[0] = right;
	arguments[1].rank = 1;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (y) is f32[2], expected f32[2, 3]");
	arguments[1].rank = 17;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 has rank 17, expected at most 16");
	arguments[1] = right;
	arguments[1].dtype = KERNELS_I32;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (y) is i32[2, 3], expected f32[2, 3]");
	arguments[1] = right;
	arguments[1].size = 23;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (y) has 23 bytes of data, expected 24");
	arguments[1] = right;
	arguments[1].data = NULL;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (y) has 0 bytes of data, expected 24");
	arguments[1].data = (char *)data + 1;
	call_wrongly(model, arguments, 2, &result, 1, "the data of argument 1 is not aligned to its elements");
	arguments[1] = right;
	result.size = 23;
	call_wrongly(
		model, arguments, 2, &result, 1, "the buffer for result 0 (sum) has 23 bytes, expected at least 24");
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, NULL, arguments, 2, &result, 1, NULL, &diag), BEF_E_ARG);
	bef_model_close(model);
}

static void failed_checks_are_errors(void)
{
	struct bef_model *model = open_text(source, NULL);
	int32_t x[] = { 1, 3 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	CHECK_OR_RETURN(model);
	const struct bef_model_tensor argument = vector(KERNELS_I32, x, 2);
	struct bef_model_tensor result = { .data = NULL };
	const struct bef_stablehlo_function *function = bef_model_find(model, "checked");
	CHECK(function->effects);
	if (good(bef_model_start(model, function, &argument, 1, &result, 1, NULL, &call, &diag), &diag)) {
		struct async_value *done = bef_model_call_done(call);
		async_queue_await(bef_model_queue(model), &done, 1);
		CHECK(bef_model_call_error(call) != NULL);
		CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_ARG);
		CHECK(!result.data && diag.line == 12 && strlen(diag.message) > 0);
	}
	x[1] = 2;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK(good(bef_model_run(model, function, &argument, 1, &result, 1, NULL, &diag), &diag));
	bef_model_tensor_release(&result);
	bef_model_close(model);
}

/* ---- memory that runs out */

static enum bef_status open_and_call(const char *text, const char *name, const struct async_host *host)
{
	const struct bef_model_options options = { .size = sizeof options, .host = host, .max_programs = 1 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	float x[6] = { 1, 2, 3, 4, 5, 6 };
	const struct bef_model_tensor arguments[2] = { floats(x, 2, 3), floats(x, 2, 3) };
	struct bef_model_tensor result = { .data = NULL };
	enum bef_status status = bef_model_open(text, strlen(text), "test.mlir", registry, &options, &model, &diag);
	if (status == BEF_OK) {
		const struct bef_stablehlo_function *function = bef_model_find(model, name);
		status = bef_model_run(model, function, arguments, function->argument_count, &result, 1, NULL, &diag);
	}
	if (status == BEF_OK)
		CHECK(((const float *)result.data)[5] == 12 && diag.status == BEF_OK && !diag.message[0]);
	else if (!CHECK(!result.data && diag.status == status && diag.message[0]))
		check_report(name, 0, "%s: %s: %s", bef_status_name(status), bef_status_name(diag.status), diag.message);
	bef_model_tensor_release(&result);
	if (status != BEF_OK && status != BEF_E_NOMEM)
		check_report(name, 0, "%s %s", diag.rule, diag.message);
	async_queue_quiesce(host->queue);
	bef_model_close(model);
	return status;
}

static void fail_each_allocation(const char *text, const char *name)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	const struct async_allocator *failing = async_allocator_create_failing(counting, 0);
	const uint64_t before = async_allocator_stats(counting).live_blocks;
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = failing;
	host.queue = async_queue_create_single(NULL);
	CHECK_INT(open_and_call(text, name, &host), BEF_OK);
	const uint64_t needed = async_allocator_calls(failing);
	CHECK_INT(async_allocator_stats(counting).live_blocks, before);
	for (uint64_t nth = 1; nth <= needed; nth++) {
		async_allocator_fail_nth(failing, nth);
		const enum bef_status status = open_and_call(text, name, &host);
		/* some blocks only make a later step faster */
		if (status != BEF_E_NOMEM && status != BEF_OK)
			check_report(__FILE__, __LINE__, "allocation %llu: %s", (unsigned long long)nth,
				bef_status_name(status));
		if (async_allocator_stats(counting).live_blocks != before) {
			check_report(__FILE__, __LINE__, "allocation %llu leaves a block", (unsigned long long)nth);
			break;
		}
	}
	async_queue_destroy(host.queue);
	async_allocator_destroy(failing);
	async_allocator_destroy(counting);
}

static void survives_failing_allocations(void)
{
	fail_each_allocation(source, "add");
	fail_each_allocation(dynamic_source, "twice");
}

/* ---- observation */

struct observed {
	unsigned events, programs; /* the first is atomic */
	const struct bef_file *last;
};

static void count_event(void *ctx, const struct bef_event *event)
{
	struct observed *observed = ctx;
	CHECK(event->function && event->ended >= event->begun);
	__atomic_fetch_add(&observed->events, 1, __ATOMIC_RELAXED); /* only a counter, read after the calls */
}

static void count_program(void *ctx, struct bef_file *file, const void *data, size_t size)
{
	struct observed *observed = ctx;
	observed->programs++;
	observed->last = file;
	CHECK(size > 2 && memcmp(data, "\x0B\xEF", 2) == 0);
}

static void call_observed(struct bef_model *model, const char *function, size_t rows, struct observed *observed,
	unsigned programs, unsigned events)
{
	float data[12] = { 1 };
	struct bef_diag diag = BEF_DIAG_INIT;
	const bool binary = strcmp(function, "add") == 0;
	const struct bef_model_tensor arguments[2] = { floats(data, (int64_t)rows, 3), floats(data, (int64_t)rows, 3) };
	struct bef_model_tensor result = { .data = NULL };
	observed->events = 0;
	(void)good(bef_model_run(model, bef_model_find(model, function), arguments, binary ? 2 : 1, &result, 1, NULL, &diag), &diag);
	bef_model_tensor_release(&result);
	CHECK_INT(observed->programs, programs);
	CHECK_INT(observed->events, events);
}

static void observes_operations_and_programs(void)
{
	struct observed observed = { 0, 0, NULL };
	const struct bef_observer observer = { .size = sizeof observer, .ran = count_event, .ctx = &observed };
	const struct bef_model_options options = { .size = sizeof options,
		.observer = &observer,
		.opened = count_program,
		.opened_ctx = &observed };
	struct bef_model *model = open_text(source, &options);
	CHECK_OR_RETURN(model);
	CHECK_INT(observed.programs, 1);
	call_observed(model, "add", 2, &observed, 1, 1);
	bef_model_close(model);
	observed.programs = 0;
	model = open_text(dynamic_source, &options);
	CHECK_OR_RETURN(model);
	CHECK_INT(observed.programs, 0);
	call_observed(model, "twice", 2, &observed, 1, 1);
	call_observed(model, "twice", 4, &observed, 2, 1);
	call_observed(model, "twice", 2, &observed, 2, 1);
	bef_model_close(model);
}

/* ---- calls that leave their request to the next one */

/* Runs "add" on 2x3 floats. `room`: of the result. Returns the number of allocations, or -1: it failed. */
static int64_t run_add(struct bef_model *model, const struct async_allocator *counting, float first, size_t room, uint64_t deadline)
{
	float x[6] = { first, 1, 2, 3, 4, 5 }, sum[6] = { 0 };
	const struct bef_model_tensor arguments[2] = { floats(x, 2, 3), floats(x, 2, 3) };
	struct bef_model_tensor result = { .data = sum, .size = room };
	const struct bef_model_call_options options = { .size = sizeof options, .deadline = deadline };
	const uint64_t before = async_allocator_stats(counting).total_blocks;
	if (bef_model_run(model, bef_model_find(model, "add"), arguments, 2, &result, 1, &options, NULL) != BEF_OK)
		return -1;
	CHECK(sum[0] == 2 * first && sum[5] == 10);
	return (int64_t)(async_allocator_stats(counting).total_blocks - before);
}

static void run_checked(struct bef_model *model, int32_t second, enum bef_status expected)
{
	int32_t x[2] = { 1, second }, same[2] = { 0 };
	const struct bef_model_tensor argument = vector(KERNELS_I32, x, 2);
	struct bef_model_tensor result = { .data = same, .size = sizeof same };
	CHECK_INT(bef_model_run(model, bef_model_find(model, "checked"), &argument, 1, &result, 1, NULL, NULL), expected);
	CHECK_INT(same[1], expected == BEF_OK ? 2 : 0);
}

static void calls_use_the_request_of_earlier_ones(void)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = counting;
	const struct bef_model_options options = { .size = sizeof options, .host = &host };
	struct bef_model *model = open_text(source, &options);
	CHECK_OR_RETURN(model);
	const int64_t first = run_add(model, counting, 1, 24, 0);
	CHECK(first > 0 && run_add(model, counting, 2, 24, 0) < first && run_add(model, counting, 3, 24, 0) < first);
	CHECK_INT(run_add(model, counting, 3, 23, 0), -1); /* refused when it has the request */
	CHECK_INT(run_add(model, counting, 4, 24, 0), first);
	CHECK(run_add(model, counting, 5, 24, 0) < first);
	run_checked(model, 2, BEF_OK); /* of another function */
	run_checked(model, 3, BEF_E_ARG);
	run_checked(model, 2, BEF_OK);
	CHECK_INT(run_add(model, counting, 6, 24, 1), -1); /* past its deadline */
	CHECK(run_add(model, counting, 7, 24, 0) > 0);
	CHECK(run_add(model, counting, 8, 24, 0) < first);
	bef_model_close(model);
	CHECK_INT(async_allocator_stats(counting).live_bytes, 0);
	async_allocator_destroy(counting);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(owned_results_outlive_model_and_arguments),
		CHECK_CASE(empty_tensors_and_tokens),
		CHECK_CASE(refuses_wrong_arguments),
		CHECK_CASE(observes_operations_and_programs),
		CHECK_CASE(failed_checks_are_errors),
		CHECK_CASE(survives_failing_allocations),
		CHECK_CASE(calls_use_the_request_of_earlier_ones),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
