/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops and reductions: every index once, for every queue, every size of parts, and every failure. */
#include "support.h"

enum { COUNT = TIMES(100003, 100003, 1003) };
static const struct async_allocator *memory;
static unsigned char marks[COUNT];

static struct async_queue *open_queue(int kind)
{
	struct async_threads_options options = { .size = sizeof options, .threads = (unsigned)kind, .blocking_threads = 1 };
	struct async_queue *queue = kind ? async_queue_create_threads(memory, &options)
					 : async_queue_create_single(memory);
	if (!queue)
		abort();
	return queue;
}

static struct async_error *mark_all(void *ctx, size_t begin, size_t end)
{
	(void)ctx;
	for (size_t i = begin; i < end; i++)
		marks[i]++; /* not atomic: no other part has this index */
	return NULL;
}

static void check_loop(int kind, size_t count, size_t block)
{
	struct async_queue *queue = open_queue(kind);
	size_t wrong = 0;
	memset(marks, 0, sizeof marks);
	struct async_value *done = async_parallel_for(queue, memory, count, block, mark_all, NULL);
	async_queue_await(queue, &done, 1);
	CHECK(!async_value_is_error(done));
	CHECK_INT(async_value_type(done), ASYNC_TYPE_CHAIN);
	for (size_t i = 0; i < COUNT; i++)
		wrong += marks[i] != (i < count);
	CHECK_INT(wrong, 0);
	async_value_release(done);
	async_queue_destroy(queue);
}

static void every_index_once(void)
{
	static const size_t counts[] = { 0, 1, 2, 7, 1000, COUNT }, blocks[] = { 0, 1, 3, 1000, COUNT + 1 };
	memory = memory_begin();
	for (int kind = 0; kind <= 3; kind++) {
		for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
			for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
				check_loop(kind, counts[i], blocks[k]);
		}
	}
	memory_end(memory);
}

static struct async_error *fail_at_500(void *ctx, size_t begin, size_t end)
{
	__atomic_fetch_add((size_t *)ctx, end - begin, __ATOMIC_RELAXED);
	if (begin <= 500 && 500 < end)
		return async_error_create(memory, ASYNC_CODE_OUT_OF_RANGE, nowhere, "at 500");
	return NULL;
}

static void first_error_stops_the_loop(void)
{
	memory = memory_begin();
	for (int kind = 0; kind <= 2; kind++) {
		struct async_queue *queue = open_queue(kind);
		size_t visited = 0;
		struct async_value *done = async_parallel_for(queue, memory, 10000000, 10, fail_at_500, &visited);
		async_queue_await(queue, &done, 1);
		CHECK(async_value_is_error(done));
		CHECK_STR(async_error_message(async_value_error(done)), "at 500");
		CHECK(visited < 10000000);
		async_value_release(done);
		async_queue_destroy(queue);
	}
	memory_end(memory);
}

/* Other tasks are not starved: a loop of a million parts does not occupy the only worker. */
static int loop_at; /* how far it was when the other task ran */
static struct async_error *step_on(void *ctx, size_t begin, size_t end)
{
	(void)begin;
	(void)end;
	++*(int *)ctx;
	return NULL;
}
static int steps;
static void look_at_loop(void *ctx) { loop_at = *(int *)ctx; }

static void other_tasks_have_their_turn(void)
{
	memory = memory_begin();
	for (int kind = 0; kind <= 1; kind++) {
		struct async_queue *queue = open_queue(kind);
		steps = 0;
		loop_at = -1;
		struct async_value *done = async_parallel_for(queue, memory, 1000000, 1, step_on, &steps);
		async_queue_add(queue, look_at_loop, &steps);
		async_queue_await(queue, &done, 1);
		async_queue_quiesce(queue);
		CHECK_INT(steps, 1000000);
		CHECK(loop_at >= 0);
		if (kind == 0)
			CHECK(loop_at < 1000000); /* first in, first out: after one part */
		async_value_release(done);
		async_queue_destroy(queue);
	}
	memory_end(memory);
}

/* A queue that runs everything at once, as one without memory does: the loop must not nest. */
static void run_at_once(struct async_queue *self, struct async_task task)
{
	(void)self;
	task.run(task.ctx);
}
static unsigned parallelism_2(struct async_queue *self)
{
	(void)self;
	return 2;
}

static void full_queues_do_not_nest(void)
{
	struct async_queue_vtable vtable = { .size = sizeof vtable, .add = run_at_once, .parallelism = parallelism_2 };
	struct async_queue queue = { &vtable };
	memory = memory_begin();
	steps = 0;
	struct async_value *done = async_parallel_for(&queue, memory, 3000000, 1, step_on, &steps);
	CHECK(async_value_is_available(done));
	CHECK_INT(steps, 3000000);
	async_value_release(done);
	memory_end(memory);
}

static void without_memory_in_the_caller(void)
{
	const struct async_allocator *none = async_allocator_create_budget(NULL, 0);
	memory = memory_begin();
	struct async_queue *queue = open_queue(1);
	size_t visited = 0;
	memset(marks, 0, sizeof marks);
	struct async_value *done = async_parallel_for(queue, none, COUNT, 10, mark_all, NULL);
	CHECK(done == async_chain());
	CHECK_INT(marks[COUNT - 1], 1);
	done = async_parallel_for(queue, none, 1000, 10, fail_at_500, &visited);
	CHECK(async_value_is_error(done));
	async_value_release(done);
	async_queue_destroy(queue);
	async_allocator_destroy(none);
	memory_end(memory);
}

/* ---- reductions */

static async_type_id type_f64(void)
{
	static const struct async_type type = { "f64", 8, 8, NULL, NULL, NULL };
	return async_type_register(&type);
}

static void zero(void *ctx, void *accumulator)
{
	(void)ctx;
	*(double *)accumulator = 0;
}

static struct async_error *add_inverses(void *ctx, void *accumulator, size_t begin, size_t end)
{
	double sum = 0;
	(void)ctx;
	for (size_t i = begin; i < end; i++)
		sum += 1.0 / (double)(i + 1);
	*(double *)accumulator += sum;
	return NULL;
}

static void add_up(void *ctx, void *into, void *from)
{
	(void)ctx;
	*(double *)into += *(double *)from;
}

static double sum_of_inverses(int kind, size_t count, size_t block)
{
	struct async_reduction reduction = { type_f64(), zero, add_inverses, add_up };
	struct async_queue *queue = open_queue(kind);
	struct async_value *sum = async_parallel_reduce(queue, memory, count, block, &reduction, NULL);
	async_queue_await(queue, &sum, 1);
	double result = *(double *)async_value_payload(sum);
	async_value_release(sum);
	async_queue_destroy(queue);
	return result;
}

/* Sums of floating-point numbers depend on their order: with a block size it is always the same. */
static void reduction_is_repeatable(void)
{
	memory = memory_begin();
	double expected = sum_of_inverses(0, COUNT, 100);
	double harmonic = TIMES(12.0902, 12.0902, 7.4885); /* of COUNT */
	CHECK(expected > harmonic - 1e-3 && expected < harmonic + 1e-3);
	for (int i = 0; i < 20; i++) {
		double sum = sum_of_inverses(1 + i % 4, COUNT, 100);
		CHECK(memcmp(&sum, &expected, sizeof sum) == 0);
	}
	for (int kind = 0; kind <= 4; kind++) {
		double difference = sum_of_inverses(kind, COUNT, 0) - expected;
		CHECK(difference < 1e-9 && difference > -1e-9);
	}
	CHECK(!(sum_of_inverses(2, 0, 0) > 0));
	CHECK(!(sum_of_inverses(2, 0, 7) > 0));
	memory_end(memory);
}

static void init_owner(void *ctx, void *accumulator)
{
	(void)ctx;
	owner_init(accumulator, 0);
}

static struct async_error *add_to_owner(void *ctx, void *accumulator, size_t begin, size_t end)
{
	((struct owner *)accumulator)->number += (int)(end - begin);
	return ctx && end > 5000 ? async_error_create(memory, ASYNC_CODE_ABORTED, nowhere, "enough") : NULL;
}

static void add_owners(void *ctx, void *into, void *from)
{
	(void)ctx;
	((struct owner *)into)->number += ((struct owner *)from)->number;
}

static void accumulators_are_destroyed(void)
{
	struct async_reduction reduction = { type_owner(), init_owner, add_to_owner, add_owners };
	memory = memory_begin();
	for (int round = 0; round < 4; round++) {
		struct async_queue *queue = open_queue(2);
		struct async_value *sum = async_parallel_reduce(
			queue, memory, 10000, round % 2 ? 10 : 0, &reduction, round < 2 ? NULL : queue);
		async_queue_await(queue, &sum, 1);
		if (round < 2)
			CHECK_INT(((struct owner *)async_value_payload(sum))->number, 10000);
		else
			CHECK_STR(async_error_message(async_value_error(sum)), "enough");
		async_value_release(sum);
		async_queue_destroy(queue);
	}
	memory_end(memory);
}

/* The request is cancelled, or its deadline passes, in the first part: the others are left out. */
struct stopped {
	struct async_request *request;
	bool by_deadline;
	size_t visited; /* atomic */
};

static struct async_error *stop_at_once(void *ctx, size_t begin, size_t end)
{
	struct stopped *stopped = ctx;
	__atomic_fetch_add(&stopped->visited, end - begin, __ATOMIC_RELAXED);
	if (begin > 0)
		return NULL;
	if (stopped->by_deadline)
		CHECK_INT(async_request_set_deadline(stopped->request, NULL, 1), ASYNC_OK);
	else
		async_request_cancel(stopped->request);
	return NULL;
}

static void add_nothing(void *ctx, void *accumulator)
{
	(void)ctx;
	*(int32_t *)accumulator = 0;
}

static struct async_error *add_and_stop(void *ctx, void *accumulator, size_t begin, size_t end)
{
	(void)accumulator;
	return stop_at_once(ctx, begin, end);
}

static void combine_nothing(void *ctx, void *into, void *from)
{
	(void)ctx;
	(void)into;
	(void)from;
}

static void cancelling_stops_the_loop(void)
{
	memory = memory_begin();
	for (int variant = 0; variant < 12; variant++) {
		struct async_reduction reduction = { type_i32(), add_nothing, add_and_stop, combine_nothing };
		struct async_host host = ASYNC_HOST_INIT;
		enum { ALL = 100000 };
		host.allocator = memory;
		host.queue = open_queue(variant % 3);
		struct stopped stopped = { async_request_create(&host, NULL), variant / 3 % 2 == 1, 0 };
		struct async_value *done = variant < 6 ? async_parallel_for_request(
								 stopped.request, ALL, 10, stop_at_once, &stopped)
						       : async_parallel_reduce_request(
								 stopped.request, ALL, 10, &reduction, &stopped);
		struct async_value *idle = async_request_idle(stopped.request);
		async_request_release(stopped.request);
		async_queue_await(host.queue, &idle, 1);
		CHECK(async_value_is_available(done));
		/* On threads all other parts may have begun before the first one cancels the request. */
		bool too_late = variant % 3 != 0 && stopped.visited == ALL;
		if (!is_without_memory() && !too_late && CHECK(async_value_is_error(done))) {
			CHECK_INT(async_error_code(async_value_error(done)),
				stopped.by_deadline ? ASYNC_CODE_DEADLINE_EXCEEDED : ASYNC_CODE_CANCELLED);
			CHECK(stopped.visited < ALL);
		}
		async_value_release(done);
		async_value_release(idle);
		async_queue_destroy(host.queue);
	}
	memory_end(memory);
}

static void a_cancelled_request_starts_no_loop(void)
{
	memory = memory_begin();
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	host.queue = open_queue(0);
	struct stopped stopped = { async_request_create(&host, NULL), false, 0 };
	async_request_cancel(stopped.request);
	struct async_value *done = async_parallel_for_request(stopped.request, 1000, 10, stop_at_once, &stopped);
	async_queue_await(host.queue, &done, 1);
	CHECK(async_value_is_error(done));
	CHECK_INT(stopped.visited, 0);
	async_value_release(done);
	async_request_release(stopped.request);
	async_queue_destroy(host.queue);
	memory_end(memory);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(every_index_once),
		CHECK_CASE(first_error_stops_the_loop),
		CHECK_CASE(cancelling_stops_the_loop),
		CHECK_CASE(a_cancelled_request_starts_no_loop),
		CHECK_CASE(other_tasks_have_their_turn),
		CHECK_CASE(full_queues_do_not_nest),
		CHECK_CASE(without_memory_in_the_caller),
		CHECK_CASE(reduction_is_repeatable),
		CHECK_CASE(accumulators_are_destroyed),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
