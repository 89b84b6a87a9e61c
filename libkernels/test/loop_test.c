/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt.repeat and tfrt.while: number of iterations, arguments, concurrency, and termination. */
#include "runner.h"
#include <async/queue.h>

#define ARGS(...) .arguments = { __VA_ARGS__ }
#define ATTRS(...) .attributes = { __VA_ARGS__ }

static struct runner r;

static int32_t value_of(struct async_value *value)
{
	return *(const int32_t *)async_value_payload(value);
}

/* ---- bodies */

/* The first value plus one; the others as they are. */
static void count(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)request;
	results[0] = i32(&r, value_of(arguments[0]) + 1);
	for (uint32_t i = 1; i < self->base.result_count; i++)
		results[i] = async_value_retain(arguments[i]);
}

/* (a, b) -> (b, a + b) */
static void fibonacci(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request;
	results[0] = async_value_retain(arguments[1]);
	results[1] = i32(&r, value_of(arguments[0]) + value_of(arguments[1]));
}

/* Counts like `count`, but in a task when the argument is available, as an executor runs an asynchronous kernel. */
struct step {
	struct async_waiter waiter;
	struct async_queue *queue;
	struct async_value *from, *to;
};

static void step_task(void *ctx)
{
	struct step *step = ctx;
	int32_t next = value_of(step->from) + 1;
	async_value_emplace(step->to, &next);
	async_value_release(step->to);
	async_value_release(step->from);
	free(step);
}

static void step_ready(struct async_waiter *waiter)
{
	struct step *step = (struct step *)(void *)waiter;
	async_queue_add(step->queue, step_task, step);
}

static void count_later(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	struct step *step = malloc(sizeof *step);
	(void)self;
	if (!step)
		exit(99);
	results[0] = async_value_create(kernels_host(request)->allocator, kernels_types()->i32);
	*step = (struct step){ { .run = step_ready }, kernels_host(request)->queue, async_value_retain(arguments[0]),
		async_value_retain(results[0]) };
	async_value_and_then(step->from, &step->waiter);
}

static void nothing(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request, (void)arguments, (void)results;
}

/* Cancels the request in call number *data. */
static void cancel_at(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	if (self->calls == *(int *)self->data)
		async_request_cancel(request);
	count(self, request, arguments, results);
}

static void fail_body(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request;
	results[0] = async_value_is_error(arguments[0]) ? async_value_retain(arguments[0]) : error(&r, "body failed");
}

/* ---- repeat */

static void repeat(struct fake *body, int32_t times)
{
	RUN(&r, "tfrt.repeat.i32", .functions = { as_function(body) }, ARGS(i32(&r, times), i32(&r, 0)),
		.result_count = 1);
}

static void repeats(void)
{
	static const int32_t counts[] = { 0, -1, INT32_MIN, 1, 2, 31, 32, 33, 100, 1000000 };
	runner_open(&r, 0);
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct fake body = fake_function("", 1, 1, count);
		repeat(&body, counts[i]);
		CHECK_INT(i32_at(&r, 0), counts[i] > 0 ? counts[i] : 0);
		CHECK_INT(body.calls, counts[i] > 0 ? counts[i] : 0);
	}
	runner_close(&r);
}

static void repeats_with_two_values(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 2, 2, fibonacci);
	RUN(&r, "tfrt.repeat.i32", .functions = { as_function(&body) }, ARGS(i32(&r, 20), i32(&r, 0), i32(&r, 1)),
		.result_count = 2);
	CHECK_INT(i32_at(&r, 0), 6765);
	CHECK_INT(i32_at(&r, 1), 10946);
	runner_close(&r);
}

static void repeats_with_no_values(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 0, 0, nothing);
	RUN(&r, "tfrt.repeat.i32", .functions = { as_function(&body) }, ARGS(i32(&r, 100)));
	CHECK_INT(body.calls, 100);
	runner_close(&r);
}

static void no_iterations_forward_the_arguments(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 1, count);
	struct async_value *value = i32(&r, 5);
	RUN(&r, "tfrt.repeat.i32", .functions = { as_function(&body) }, ARGS(i32(&r, 0), async_value_retain(value)),
		.result_count = 1);
	CHECK(r.results[0] == value);
	async_value_release(value);
	runner_close(&r);
}

static void thirty_two_at_a_time(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 1, count_later);
	repeat(&body, 100);
	CHECK_INT(body.calls, 32);
	CHECK(!async_value_is_available(r.results[0]));
	CHECK_INT(r.results[0]->kind, ASYNC_INDIRECT);
	CHECK_INT(i32_at(&r, 0), 100);
	CHECK_INT(body.calls, 100);
	runner_close(&r);
}

static void memory_does_not_grow_with_the_count(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 1, count_later);
	repeat(&body, 200000);
	CHECK_INT(i32_at(&r, 0), 200000);
	CHECK(async_allocator_stats(r.counting).peak_blocks < 200);
	runner_close(&r);
}

static void repeats_on_threads(void)
{
	runner_open(&r, 3);
	struct fake body = fake_function("", 1, 1, count_later);
	repeat(&body, 20000);
	CHECK_INT(i32_at(&r, 0), 20000);
	CHECK_INT(body.calls, 20000);
	runner_close(&r);
}

static void cancelled_while_repeating(void)
{
	int third = 3;
	runner_open(&r, 0);
	struct fake body = fake_function("", 2, 2, cancel_at);
	body.data = &third;
	RUN(&r, "tfrt.repeat.i32", .functions = { as_function(&body) }, ARGS(i32(&r, 10), i32(&r, 0), i32(&r, 1)),
		.result_count = 2);
	CHECK_STR(error_at(&r, 0), "Cancelled");
	CHECK_STR(error_at(&r, 1), "Cancelled");
	CHECK_INT(async_error_code(async_value_error(r.results[0])), ASYNC_CODE_CANCELLED);
	CHECK_INT(body.calls, 3);
	runner_close(&r);
}

static void cancelled_while_waiting(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 1, count_later);
	repeat(&body, 1000000);
	async_request_cancel(r.request);
	CHECK_STR(error_at(&r, 0), "Cancelled");
	CHECK_INT(body.calls, 32);
	runner_close(&r);
}

static void errors_go_round(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 1, fail_body);
	repeat(&body, 40);
	CHECK_STR(error_at(&r, 0), "body failed");
	CHECK_INT(body.calls, 40);
	runner_close(&r);
}

static void repeat_misused(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("body", 1, 2, count);
	repeat(&body, 3);
	CHECK_STR(error_at(&r, 0), "function 'body' takes 1 arguments and gives 2 results, but is called with 1 for 1");
	RUN(&r, "tfrt.repeat.i32", .functions = { as_function(&body) }, ARGS(i32(&r, 0), i32(&r, 0)),
		.result_count = 2);
	CHECK_STR(error_at(&r, 1), "1 values enter the loop and 2 leave it");
	CHECK_INT(body.calls, 0);
	runner_close(&r);
}

static void repeat_without_memory(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 1, count_later);
	for (uint64_t nth = 1; nth <= 34; nth += 33) { /* the loop; its result, after 32 values of the body */
		async_allocator_fail_nth(r.failing, nth);
		repeat(&body, 100);
		CHECK_STR(error_at(&r, 0), "out of memory");
		async_queue_quiesce(r.host.queue);
	}
	CHECK_INT(body.calls, 32);
	runner_close(&r);
}

/* ---- while */

/* (v, steps) -> (v / 2, steps + 1, v / 2 >= 2) */
static void halve(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	int32_t half = value_of(arguments[0]) / 2;
	(void)self, (void)request;
	results[0] = i32(&r, half);
	results[1] = i32(&r, value_of(arguments[1]) + 1);
	results[2] = i1(&r, half >= 2);
}

static void loop_while(struct fake *body, int64_t parallel, int32_t start)
{
	RUN(&r, "tfrt.while", .functions = { as_function(body) }, ATTRS(ATTR(int64_t, parallel)),
		ARGS(i1(&r, true), i32(&r, start), i32(&r, 0)), .result_count = 2);
}

static void halves(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("halve", 2, 3, halve);
	loop_while(&body, 1, 1000);
	CHECK_INT(body.calls, 9);
	CHECK_INT(i32_at(&r, 0), 1);
	CHECK_INT(i32_at(&r, 1), 9);
	RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, 1)),
		ARGS(i1(&r, false), i32(&r, 5), i32(&r, 6)), .result_count = 2);
	CHECK_INT(i32_at(&r, 0), 5);
	CHECK_INT(i32_at(&r, 1), 6);
	CHECK_INT(body.calls, 9);
	runner_close(&r);
}

static void bodies_as_tasks(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		runner_open(&r, threads);
		struct fake body = fake_function("halve", 2, 3, halve);
		loop_while(&body, 4, 4096);
		if (threads == 0)
			CHECK_INT(body.calls, 0);
		CHECK_INT(i32_at(&r, 0), 1);
		CHECK_INT(i32_at(&r, 1), 12);
		CHECK_INT(body.calls, 12);
		runner_close(&r);
	}
}

/* (v) -> (v + 1, v + 1 < limit); the condition becomes available later */
static void condition_task(void *ctx)
{
	struct step *step = ctx;
	uint8_t go = value_of(step->from) < 50000;
	async_value_emplace(step->to, &go);
	async_value_release(step->to);
	async_value_release(step->from);
	free(step);
}

static void condition_later(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	struct step *step = malloc(sizeof *step);
	(void)self;
	if (!step)
		exit(99);
	results[0] = i32(&r, value_of(arguments[0]) + 1);
	results[1] = async_value_create(kernels_host(request)->allocator, kernels_types()->i1);
	*step = (struct step){ { NULL, NULL }, NULL, async_value_retain(results[0]), async_value_retain(results[1]) };
	async_queue_add(kernels_host(request)->queue, condition_task, step);
}

static void waits_for_the_condition(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		for (int64_t parallel = 1; parallel <= 2; parallel++) {
			runner_open(&r, threads);
			struct fake body = fake_function("", 1, 2, condition_later);
			RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, parallel)),
				ARGS(i1(&r, true), i32(&r, 0)), .result_count = 1);
			CHECK_INT(i32_at(&r, 0), 50000);
			CHECK(async_allocator_stats(r.counting).peak_blocks < 50);
			runner_close(&r);
		}
	}
}

/* (v) -> (v + 1, v + 1 < *data) */
static void below(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)request;
	results[0] = i32(&r, value_of(arguments[0]) + 1);
	results[1] = i1(&r, value_of(arguments[0]) + 1 < *(int32_t *)self->data);
}

/* A queue that is always full: every task runs at once in the caller. */
static void run_at_once(struct async_queue *self, struct async_task task)
{
	(void)self;
	task.run(task.ctx);
}

static void neither_stack_nor_memory_grows(void)
{
	static const struct async_queue_vtable vtable = { .size = sizeof vtable, .add = run_at_once };
	struct async_queue full = { &vtable }, *usual;
	int32_t million = 1000000;
	runner_open(&r, 0);
	usual = r.host.queue;
	r.host.queue = &full;
	for (int64_t parallel = 1; parallel <= 2; parallel++) {
		struct fake body = fake_function("", 1, 2, below);
		body.data = &million;
		RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, parallel)),
			ARGS(i1(&r, true), i32(&r, 0)), .result_count = 1);
		CHECK_INT(i32_at(&r, 0), million);
	}
	CHECK(async_allocator_stats(r.counting).peak_blocks < 20);
	r.host.queue = usual;
	runner_close(&r);
}

/* (v) -> (v, true), forever, unless it is cancelled in call number *data */
static void for_ever(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	if (self->calls == *(int *)self->data)
		async_request_cancel(request);
	results[0] = async_value_retain(arguments[0]);
	results[1] = i1(&r, true);
}

static void cancelled_while_looping(void)
{
	for (int64_t parallel = 1; parallel <= 2; parallel++) {
		int fifth = 5;
		runner_open(&r, 0);
		struct fake body = fake_function("", 1, 2, for_ever);
		body.data = &fifth;
		RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, parallel)),
			ARGS(i1(&r, true), i32(&r, 0)), .result_count = 1);
		CHECK_STR(error_at(&r, 0), "Cancelled");
		CHECK_INT(body.calls, 5);
		runner_close(&r);
	}
}

/* The next iteration is a task of the queue when the request is cancelled. */
static void cancelled_while_an_iteration_is_queued(void)
{
	int never = -1;
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 2, for_ever);
	body.data = &never;
	RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, 2)), ARGS(i1(&r, true), i32(&r, 0)),
		.result_count = 1);
	int before = body.calls;
	CHECK(!async_value_is_available(r.results[0]));
	async_request_cancel(r.request);
	CHECK_STR(error_at(&r, 0), "Cancelled");
	CHECK_INT(body.calls, before);
	runner_close(&r);
}

/* (v) -> (v, error) */
static void condition_fails(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request;
	results[0] = async_value_retain(arguments[0]);
	results[1] = error(&r, "no condition");
}

/* (v) -> (v, v) */
static void condition_is_a_number(struct fake *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	(void)self, (void)request;
	results[0] = async_value_retain(arguments[0]);
	results[1] = async_value_retain(arguments[0]);
}

static void conditions_that_are_none(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 1, 2, condition_fails);
	RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, 1)),
		ARGS(i1(&r, true), i32(&r, 0)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "no condition");
	CHECK_INT(body.calls, 1);
	body = fake_function("", 1, 2, condition_is_a_number);
	RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, 3)),
		ARGS(i1(&r, true), i32(&r, 1)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "the last result of the loop body is not an i1");
	CHECK_STR(reported(&r), "the last result of the loop body is not an i1");
	CHECK_INT(body.calls, 1);
	runner_close(&r);
}

static void while_misused(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("b", 1, 1, count);
	RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, 1)),
		ARGS(i1(&r, true), i32(&r, 0)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "function 'b' takes 1 arguments and gives 1 results, but is called with 1 for 2");
	RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int64_t, 1)),
		ARGS(i1(&r, true), i32(&r, 0)), .result_count = 3);
	CHECK_STR(error_at(&r, 2), "1 values enter the loop and 3 leave it");
	RUN(&r, "tfrt.while", .functions = { as_function(&body) }, ATTRS(ATTR(int32_t, 1)),
		ARGS(i1(&r, true), i32(&r, 0)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a value of type i64");
	CHECK_INT(body.calls, 0);
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(repeats),
		CHECK_CASE(repeats_with_two_values),
		CHECK_CASE(repeats_with_no_values),
		CHECK_CASE(no_iterations_forward_the_arguments),
		CHECK_CASE(thirty_two_at_a_time),
		CHECK_CASE(memory_does_not_grow_with_the_count),
		CHECK_CASE(repeats_on_threads),
		CHECK_CASE(cancelled_while_repeating),
		CHECK_CASE(cancelled_while_waiting),
		CHECK_CASE(errors_go_round),
		CHECK_CASE(repeat_misused),
		CHECK_CASE(repeat_without_memory),
		CHECK_CASE(halves),
		CHECK_CASE(bodies_as_tasks),
		CHECK_CASE(waits_for_the_condition),
		CHECK_CASE(neither_stack_nor_memory_grows),
		CHECK_CASE(cancelled_while_looping),
		CHECK_CASE(cancelled_while_an_iteration_is_queued),
		CHECK_CASE(conditions_that_are_none),
		CHECK_CASE(while_misused),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
