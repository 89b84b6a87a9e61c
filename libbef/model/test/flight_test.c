/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls in flight: several at once, of several threads; cancelled, too late, or beyond their memory. */
#include "models.h"

#include <time.h>

/* ---- several calls at once */

enum { ROUNDS = 40, IN_FLIGHT = 5 };

static unsigned ended; /* atomic */

static void count_end(void *ctx, struct bef_model_call *call)
{
	(void)call;
	__atomic_fetch_add((unsigned *)ctx, 1, __ATOMIC_RELAXED);
}

static void *call_often(void *ctx)
{
	struct caller *caller = ctx;
	const struct bef_stablehlo_function *function = bef_model_find(caller->model, "add");
	for (int round = 0; round < ROUNDS; round++) {
		const struct bef_model_call_options options = {
			.size = sizeof options, .done = count_end, .done_ctx = &ended, .helping = round % 2 };
		float x[IN_FLIGHT][6], z[IN_FLIGHT][6];
		struct bef_model_tensor arguments[IN_FLIGHT][2], results[IN_FLIGHT];
		struct bef_model_call *calls[IN_FLIGHT];
		for (int c = 0; c < IN_FLIGHT; c++) {
			for (int i = 0; i < 6; i++)
				x[c][i] = (float)(round * 100 + c * 10 + i);
			arguments[c][0] = arguments[c][1] = floats(x[c], 2, 3);
			results[c] = (struct bef_model_tensor){ .data = z[c], .size = sizeof z[c] };
			caller->failures += bef_model_start(caller->model, function, arguments[c], 2, &results[c], 1,
						    &options, &calls[c], NULL) != BEF_OK;
		}
		for (int c = 0; c < IN_FLIGHT; c++) {
			caller->failures += !calls[c] || bef_model_call_finish(calls[c], NULL) != BEF_OK;
			for (int i = 0; i < 6; i++)
				caller->failures += z[c][i] != 2 * x[c][i];
		}
	}
	return NULL;
}

static void several_threads_call(void)
{
	struct bef_model *model = open_text(source, NULL);
	ended = 0;
	CHECK_OR_RETURN(model);
	in_threads(model, call_often);
	CHECK_INT(ended, THREADS * ROUNDS * IN_FLIGHT);
}

/* A waiter of the value may finish the call. */
struct finisher {
	struct async_waiter waiter;
	struct bef_model_call *call;
	struct async_value *finished;
	enum bef_status status;
};

static void finish_in_waiter(struct async_waiter *waiter)
{
	struct finisher *finisher = (struct finisher *)(void *)waiter;
	struct async_value *finished = finisher->finished;
	finisher->status = bef_model_call_finish(finisher->call, NULL);
	async_value_set_available(finished);
}

static void waiters_finish_calls(void)
{
	struct bef_model *model = open_text(source, NULL);
	int64_t n = 1000, r = 0;
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_tensor argument = { .dtype = KERNELS_I64, .data = &n, .size = sizeof n };
	struct bef_model_tensor result = { .data = &r, .size = sizeof r };
	struct finisher finisher = { .waiter = { .run = finish_in_waiter }, .finished = async_chain_create(NULL) };
	CHECK_OR_RETURN(model);
	if (good(bef_model_start(
			 model, bef_model_find(model, "long"), &argument, 1, &result, 1, NULL, &finisher.call, &diag),
		    &diag)) {
		async_value_and_then(bef_model_call_done(finisher.call), &finisher.waiter);
		async_queue_await(bef_model_queue(model), &finisher.finished, 1);
		CHECK_INT(finisher.status, BEF_OK);
		CHECK_INT(r, 1000);
	}
	async_value_release(finisher.finished);
	async_queue_quiesce(bef_model_queue(model));
	bef_model_close(model);
}

/* ---- calls that are stopped */

/* Loops that the kernels run in different ways: scalars only; tensors; and one loop inside of another. */
static const char loops_source[] =
	"func.func @scalars(%n: tensor<i64>) -> tensor<i64> {\n" COUNT_TO_N "  return %r : tensor<i64>\n"
	"}\n"
	"func.func @tensors(%n: tensor<i64>) -> tensor<i64> {\n"
	"  %one = stablehlo.constant dense<1> : tensor<i64>\n"
	"  %zero = stablehlo.constant dense<0> : tensor<i64>\n"
	"  %x = stablehlo.iota dim = 0 : tensor<100xi64>\n"
	"  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i64>, tensor<100xi64>\n"
	"    cond {\n"
	"      %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
	"      stablehlo.return %p : tensor<i1>\n"
	"    } do {\n"
	"      %next = stablehlo.add %i, %one : tensor<i64>\n"
	"      %w = stablehlo.add %v, %v : tensor<100xi64>\n"
	"      stablehlo.return %next, %w : tensor<i64>, tensor<100xi64>\n"
	"    }\n"
	"  return %r#0 : tensor<i64>\n"
	"}\n"
	"func.func @nested(%n: tensor<i64>) -> tensor<i64> {\n"
	"  %start = stablehlo.constant dense<0> : tensor<i64>\n"
	"  %x = stablehlo.iota dim = 0 : tensor<100xi64>\n"
	"  %s:2 = stablehlo.while(%j = %start, %v = %x) : tensor<i64>, tensor<100xi64>\n"
	"    cond {\n"
	"      %p = stablehlo.compare LT, %j, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
	"      stablehlo.return %p : tensor<i1>\n"
	"    } do {\n" COUNT_TO_N "      %w = stablehlo.add %v, %v : tensor<100xi64>\n"
	"      stablehlo.return %r, %w : tensor<i64>, tensor<100xi64>\n"
	"    }\n"
	"  return %s#0 : tensor<i64>\n"
	"}\n";

struct looping {
	int64_t n, r;
	struct bef_model_tensor argument, result;
	struct bef_model_call *call;
};

static bool start_loop(
	struct bef_model *model, const char *function, int64_t n, uint64_t deadline, struct looping *looping)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .deadline = deadline };
	*looping = (struct looping){ .n = n,
		.r = -1,
		.argument = { .dtype = KERNELS_I64, .data = &looping->n, .size = sizeof looping->n },
		.result = { .data = &looping->r, .size = sizeof looping->r } };
	return good(bef_model_start(model, bef_model_find(model, function), &looping->argument, 1, &looping->result, 1,
			    &options, &looping->call, &diag),
		&diag);
}

static void stop(struct bef_model *model, const char *function, uint64_t deadline, const char *rule)
{
	struct looping looping;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (!start_loop(model, function, INT64_MAX, deadline, &looping))
		return;
	if (!deadline)
		bef_model_call_cancel(looping.call);
	CHECK_INT(bef_model_call_finish(looping.call, &diag), BEF_E_STATE);
	CHECK_STR(diag.rule, rule);
	CHECK_INT(looping.r, -1);
}

static void *cancel_later(void *ctx)
{
	const struct timespec time = { .tv_nsec = 3000000 };
	nanosleep(&time, NULL);
	bef_model_call_cancel(ctx);
	return NULL;
}

/* A thread awaits the end of the call, which another thread cancels, and then finishes it. */
static void stop_from_thread(struct bef_model *model, const char *function)
{
	struct looping looping;
	struct bef_diag diag = BEF_DIAG_INIT;
	pthread_t thread;
	if (!start_loop(model, function, INT64_MAX, 0, &looping) ||
		!CHECK(pthread_create(&thread, NULL, cancel_later, looping.call) == 0))
		return;
	struct async_value *done = bef_model_call_done(looping.call);
	async_queue_await(bef_model_queue(model), &done, 1);
	CHECK(bef_model_call_error(looping.call));
	pthread_join(thread, NULL);
	CHECK_INT(bef_model_call_finish(looping.call, &diag), BEF_E_STATE);
	CHECK_STR(diag.rule, "CANCELLED");
}

static void cancels_and_observes_deadlines(void)
{
	static const char *const functions[] = { "scalars", "tensors", "nested" };
	struct bef_model *model = open_text(loops_source, NULL);
	struct looping looping;
	CHECK_OR_RETURN(model);
	for (int i = 0; i < 3; i++) {
		stop(model, functions[i], 0, "CANCELLED");
		stop(model, functions[i], async_now_ns() + 20000000, "DEADLINE_EXCEEDED");
		stop(model, functions[i], 1, "DEADLINE_EXCEEDED");
		stop_from_thread(model, functions[i]);
		if (start_loop(model, functions[i], 9000, 0, &looping)) { /* other calls go on */
			CHECK_INT(bef_model_call_finish(looping.call, NULL), BEF_OK);
			CHECK_INT(looping.r, 9000);
		}
	}
	bef_model_close(model);
}

/* On one thread an endless loop runs in bef_model_run(): only what begun() hands out can end it. */
static void cancel_begun(void *ctx, struct bef_model_call *call)
{
	++*(unsigned *)ctx;
	bef_model_call_cancel(call);
}

static void cancels_what_has_begun(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	host.queue = async_queue_create_single(NULL);
	const struct bef_model_options model_options = { .size = sizeof model_options, .host = &host };
	struct bef_model *model = open_text(source, &model_options);
	int64_t n = INT64_MAX, r = -1;
	unsigned begun = 0;
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .begun = cancel_begun, .begun_ctx = &begun };
	const struct bef_model_tensor argument = { .dtype = KERNELS_I64, .data = &n, .size = sizeof n };
	struct bef_model_tensor result = { .data = &r, .size = sizeof r };
	CHECK_OR_RETURN(model);
	CHECK_INT(bef_model_run(model, bef_model_find(model, "long"), &argument, 1, &result, 1, &options, &diag), BEF_E_STATE);
	CHECK_STR(diag.rule, "CANCELLED");
	CHECK_INT(begun, 1);
	CHECK_INT(bef_model_run(model, bef_model_find(model, "long"), &argument, 0, &result, 1, &options, NULL), BEF_E_ARG);
	CHECK_INT(begun, 1);
	bef_model_close(model);
	async_queue_destroy(host.queue);
}

/* ---- calls that wait for the host */

static const char fed_source[] =
	"func.func @main(%t: !stablehlo.token) -> tensor<2xf32> {\n"
	"  %f:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)\n"
	"  %r = stablehlo.add %f#0, %f#0 : tensor<2xf32>\n"
	"  return %r : tensor<2xf32>\n"
	"}\n";

/* Promises a value to each call that asks. */
struct feeder {
	struct kernels_process process;
	struct async_value *promised;
	bool now; /* the value is there when the call asks */
};

static void feed(struct async_value *value)
{
	const struct kernels_shape shape = { .rank = 1, .dims = { 2 } };
	struct kernels_tensor tensor;
	const float numbers[] = { 3, 4 };
	if (!CHECK(kernels_tensor_init(&tensor, async_allocator_system(), KERNELS_F32, &shape)))
		return;
	memcpy(kernels_tensor_data(&tensor), numbers, sizeof numbers);
	async_value_emplace(value, &tensor);
}

static bool promise(void *ctx, const struct kernels_process *process, uint32_t count, struct async_value **results)
{
	struct feeder *feeder = ctx;
	(void)process;
	if (count != 1)
		return false;
	results[0] = async_value_create(async_allocator_system(), kernels_tensor_types()->tensor);
	if (feeder->now)
		feed(results[0]);
	else
		feeder->promised = async_value_retain(results[0]);
	return results[0] != NULL;
}

static bool start_fed(struct bef_model *model, struct feeder *feeder, float *data, struct bef_model_tensor *result,
	uint64_t deadline, struct bef_model_call **out_call)
{
	static const struct kernels_engine engine = { .size = sizeof engine, .infeed = promise };
	static const struct bef_model_tensor token = { .data = NULL };
	struct bef_diag diag = BEF_DIAG_INIT;
	feeder->process = (struct kernels_process){
		.size = sizeof feeder->process, .replicas = 1, .partitions = 1, .engine = &engine, .engine_ctx = feeder
	};
	*result = (struct bef_model_tensor){ .data = data, .size = 2 * sizeof *data };
	const struct bef_model_call_options options = {
		.size = sizeof options, .deadline = deadline, .memory = 1 << 20, .process = &feeder->process
	};
	return good(
		bef_model_start(model, bef_model_find(model, "main"), &token, 1, result, 1, &options, out_call, &diag),
		&diag);
}

static void *feed_later(void *ctx)
{
	const struct timespec time = { .tv_nsec = 2000000 };
	nanosleep(&time, NULL);
	feed(ctx);
	return NULL;
}

static void calls_are_fed(void)
{
	struct bef_model *model = open_text(fed_source, NULL);
	static const struct bef_model_tensor token = { .data = NULL };
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_OR_RETURN(model);
	for (int later = 0; later < 2; later++) {
		struct feeder feeder = { .now = !later };
		struct bef_model_tensor result;
		struct bef_model_call *call;
		float data[2] = { 0 };
		pthread_t thread;
		if (!start_fed(model, &feeder, data, &result, 0, &call))
			continue;
		if (later && !CHECK(feeder.promised && pthread_create(&thread, NULL, feed_later, feeder.promised) == 0))
			return;
		CHECK(good(bef_model_call_finish(call, &diag), &diag) && data[0] == 6 && data[1] == 8);
		if (later)
			pthread_join(thread, NULL);
		async_value_release(feeder.promised);
	}
	struct bef_model_tensor result = { .data = NULL };
	CHECK_INT(bef_model_run(model, bef_model_find(model, "main"), &token, 1, &result, 1, NULL, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, "no host"));
	bef_model_close(model);
}

/* The call ends although the value does not come; it may come later. */
static void calls_that_wait_are_stopped(void)
{
	for (int too_late = 0; too_late < 2; too_late++) {
		struct bef_model *model = open_text(fed_source, NULL);
		struct feeder feeder = { .now = false };
		struct bef_model_tensor result;
		struct bef_model_call *call;
		struct bef_diag diag = BEF_DIAG_INIT;
		float data[2] = { -1, -1 };
		CHECK_OR_RETURN(model);
		if (start_fed(model, &feeder, data, &result, too_late ? async_now_ns() + 5000000 : 0, &call)) {
			if (!too_late)
				bef_model_call_cancel(call);
			CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_STATE);
			CHECK_STR(diag.rule, too_late ? "DEADLINE_EXCEEDED" : "CANCELLED");
			CHECK(data[0] == -1);
		}
		bef_model_close(model);
		if (CHECK(feeder.promised))
			feed(feeder.promised);
		async_value_release(feeder.promised);
	}
}

/* A waiter may finish the call inside of the function that cancels it, or in the thread of the deadline. */
static void stopped_calls_are_finished_by_waiters(void)
{
	for (int too_late = 0; too_late < 2; too_late++) {
		struct bef_model *model = open_text(fed_source, NULL);
		struct feeder feeder = { .now = false };
		struct finisher finisher = { .waiter = { .run = finish_in_waiter },
			.finished = async_chain_create(NULL) };
		struct bef_model_tensor result;
		float data[2];
		CHECK_OR_RETURN(model);
		if (start_fed(model, &feeder, data, &result, too_late ? async_now_ns() + 5000000 : 0, &finisher.call)) {
			struct bef_model_call *call = finisher.call;
			async_value_and_then(bef_model_call_done(call), &finisher.waiter);
			if (!too_late)
				bef_model_call_cancel(call);
			async_queue_await(bef_model_queue(model), &finisher.finished, 1);
			CHECK_INT(finisher.status, BEF_E_STATE);
		}
		async_value_release(finisher.finished);
		bef_model_close(model);
		feed(feeder.promised);
		async_value_release(feeder.promised);
	}
}

/* The value comes while the call is cancelled: one of both wins. */
static void values_race_with_cancellation(void)
{
	struct bef_model *model = open_text(fed_source, NULL);
	CHECK_OR_RETURN(model);
	for (int round = 0; round < 100; round++) {
		struct feeder feeder = { .now = false };
		struct bef_model_tensor result;
		struct bef_model_call *call;
		float data[2] = { -1, -1 };
		pthread_t thread;
		if (!start_fed(model, &feeder, data, &result, 0, &call) ||
			!CHECK(pthread_create(&thread, NULL, feed_later, feeder.promised) == 0))
			break;
		const struct timespec time = { .tv_nsec = 1900000 + 2000 * round };
		nanosleep(&time, NULL);
		bef_model_call_cancel(call);
		const enum bef_status status = bef_model_call_finish(call, NULL);
		CHECK(status == BEF_OK ? data[0] == 6 : status == BEF_E_STATE && data[0] == -1);
		pthread_join(thread, NULL);
		async_value_release(feeder.promised);
	}
	bef_model_close(model);
}

/* ---- limits of memory */

static void limits_memory(void)
{
	struct bef_model *model = open_text(source, NULL);
	float x = 1.5f;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call_options options = { .size = sizeof options, .memory = 3 << 20 };
	const struct bef_model_tensor argument = { .dtype = KERNELS_F32, .data = &x, .size = sizeof x };
	struct bef_model_tensor result = { .data = NULL };
	CHECK_OR_RETURN(model);
	const struct bef_stablehlo_function *function = bef_model_find(model, "large");
	CHECK_INT(bef_model_run(model, function, &argument, 1, &result, 1, &options, &diag), BEF_E_NOMEM);
	CHECK(!result.data && strlen(diag.message) > 0);
	options.memory = 100;
	CHECK_INT(bef_model_run(model, function, &argument, 1, &result, 1, &options, NULL), BEF_E_NOMEM);
	options.memory = 16 << 20;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	if (good(bef_model_run(model, function, &argument, 1, &result, 1, &options, &diag), &diag)) {
		CHECK_INT(result.size, 4 << 20);
		CHECK(((const float *)result.data)[(1 << 20) - 1] == 3.0f);
	}
	bef_model_close(model);
	bef_model_tensor_release(&result);
}

/* One call has too little memory, others of the same model at the same time do not notice. */
static void limits_are_of_single_calls(void)
{
	enum { CALLS = 6 };
	struct bef_model *model = open_text(source, NULL);
	float x = 1.5f;
	const struct bef_model_tensor argument = { .dtype = KERNELS_F32, .data = &x, .size = sizeof x };
	struct bef_model_tensor results[CALLS];
	struct bef_model_call *calls[CALLS];
	CHECK_OR_RETURN(model);
	for (int i = 0; i < CALLS; i++) {
		struct bef_diag diag = BEF_DIAG_INIT;
		const struct bef_model_call_options options = { .size = sizeof options,
			.memory = i % 2 ? (4 << 20) + 4 : 16 << 20 }; /* enough for the sum and the result alone, so the call starts */
		results[i] = (struct bef_model_tensor){ .data = NULL };
		(void)good(bef_model_start(model, bef_model_find(model, "large"), &argument, 1, &results[i], 1,
				   &options, &calls[i], &diag),
			&diag);
	}
	for (int i = 0; i < CALLS; i++) {
		if (calls[i])
			CHECK_INT(bef_model_call_finish(calls[i], NULL), i % 2 ? BEF_E_NOMEM : BEF_OK);
		CHECK(i % 2 ? !results[i].data : results[i].size == 4 << 20 && *(const float *)results[i].data == 3.0f);
	}
	bef_model_close(model);
	for (int i = 0; i < CALLS; i++)
		bef_model_tensor_release(&results[i]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(several_threads_call),
		CHECK_CASE(waiters_finish_calls),
		CHECK_CASE(cancels_and_observes_deadlines),
		CHECK_CASE(cancels_what_has_begun),
		CHECK_CASE(calls_are_fed),
		CHECK_CASE(calls_that_wait_are_stopped),
		CHECK_CASE(stopped_calls_are_finished_by_waiters),
		CHECK_CASE(values_race_with_cancellation),
		CHECK_CASE(limits_memory),
		CHECK_CASE(limits_are_of_single_calls),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
