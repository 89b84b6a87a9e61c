/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Futures in several threads; trying again; waiting with a limit. */
#include "support.h"
#include <async/future.h>
#include <async/misuse.h>
#include <async/external.h>
#include <pthread.h>
#include <sched.h>

static enum async_code code_of(struct async_value *value)
{
	return async_value_is_error(value) ? async_error_code(async_value_error(value)) : ASYNC_CODE_OK;
}

/* ---- trying again */

struct attempts {
	const struct async_allocator *memory;
	unsigned started, good; /* the attempt that succeeds */
	enum async_code code;   /* of the others */
	int released;
	struct async_request *cancels; /* by the attempt; NULL: none */
};

static struct async_value *attempt(void *ctx, unsigned number)
{
	struct attempts *attempts = ctx;
	CHECK_INT(number, ++attempts->started);
	if (attempts->cancels)
		async_request_cancel(attempts->cancels);
	if (number >= attempts->good)
		return make_i32(attempts->memory, (int32_t)number);
	return async_value_create_error(attempts->memory, async_error_make(attempts->code, "attempt %u", number));
}

static void released(void *ctx) { ((struct attempts *)ctx)->released++; }

static bool never_again(void *ctx, unsigned number, const struct async_error *error)
{
	(void)ctx;
	CHECK_INT(number, 1);
	CHECK_INT(async_error_code(error), ASYNC_CODE_UNAVAILABLE);
	return false;
}

/* `end`: 'C' the request is cancelled in the first delay, 'c' by the first attempt; 'T' the deadline comes in the delay,
 * 't' has passed before; 'D' the timers are destroyed. */
static const struct retry_case {
	unsigned limit, good;
	enum async_code code;
	char end;
	bool asks;
	enum async_code expect;
	unsigned started;
} retry_cases[] = {
	{ 5, 3, ASYNC_CODE_UNAVAILABLE, 0, false, ASYNC_CODE_OK, 3 },
	{ 5, 1, ASYNC_CODE_UNAVAILABLE, 0, false, ASYNC_CODE_OK, 1 },
	{ 0, 9, ASYNC_CODE_ABORTED, 0, false, ASYNC_CODE_OK, 9 },
	{ 4, 9, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, false, ASYNC_CODE_RESOURCE_EXHAUSTED, 4 },
	{ 4, 9, ASYNC_CODE_DATA_LOSS, 0, false, ASYNC_CODE_DATA_LOSS, 1 },
	{ 4, 9, ASYNC_CODE_UNAVAILABLE, 0, true, ASYNC_CODE_UNAVAILABLE, 1 },
	{ 4, 9, ASYNC_CODE_UNAVAILABLE, 'C', false, ASYNC_CODE_CANCELLED, 1 },
	{ 4, 9, ASYNC_CODE_UNAVAILABLE, 'T', false, ASYNC_CODE_DEADLINE_EXCEEDED, 1 },
	{ 4, 9, ASYNC_CODE_UNAVAILABLE, 'c', false, ASYNC_CODE_CANCELLED, 1 },
	{ 1, 9, ASYNC_CODE_UNAVAILABLE, 'c', false, ASYNC_CODE_UNAVAILABLE, 1 },
	{ 4, 1, ASYNC_CODE_UNAVAILABLE, 'c', false, ASYNC_CODE_OK, 1 },
	{ 4, 9, ASYNC_CODE_UNAVAILABLE, 't', false, ASYNC_CODE_DEADLINE_EXCEEDED, 1 },
	{ 4, 9, ASYNC_CODE_UNAVAILABLE, 'D', false, ASYNC_CODE_CANCELLED, 1 },
};

static void end_retry(const struct retry_case *test, struct async_request *request, struct async_timers *timers,
	struct async_queue *queue)
{
	if (queue)
		async_queue_quiesce(queue);
	if (test->end == 'C')
		async_request_cancel(request);
	for (int i = 0; i < 12 && test->end != 'D'; i++) {
		async_timers_step(timers, ASYNC_NEVER - 1);
		if (queue)
			async_queue_quiesce(queue);
	}
}

static void try_one(const struct async_allocator *memory, const struct retry_case *test, struct async_queue *queue)
{
	struct attempts attempts = { memory, 0, test->good, test->code, 0, NULL };
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	struct async_request *request = async_request_create(&host, NULL);
	struct async_timers *timers = async_timers_create_stepped(memory);
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	struct async_retry_options retry = { sizeof retry, test->limit, UINT64_C(3600000000000), 0, 0, 50, NULL };
	options.request = request;
	options.timers = timers;
	options.queue = queue;
	options.release = released;
	if (test->end == 'T')
		options.when = async_now_ns() + UINT64_C(1000000000); /* before the delay of 30 to 60 minutes ends */
	if (test->end == 't')
		options.when = 1;
	if (test->end == 'c')
		attempts.cancels = request;
	if (test->asks)
		retry.again = never_again;
	struct async_value *result = async_future_retry(attempt, &attempts, &retry, &options);
	end_retry(test, request, timers, queue);
	async_timers_destroy(timers);
	CHECK(async_value_is_available(result));
	CHECK_INT(code_of(result), test->expect);
	CHECK_INT(attempts.started, test->started);
	CHECK(attempts.released >= 1);
	async_value_release(result);
	async_request_release(request);
}

static void attempts_are_repeated(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_single(memory);
	CHECK_OR_RETURN(queue);
	for (size_t i = 0; i < sizeof retry_cases / sizeof *retry_cases; i++) {
		try_one(memory, &retry_cases[i], NULL);
		try_one(memory, &retry_cases[i], queue);
		if (check_failures)
			printf("# in case %zu\n", i);
	}
	async_queue_destroy(queue);
	memory_end(memory);
}

static void delays_grow_to_a_limit(void)
{
	const struct async_allocator *memory = memory_begin();
	struct attempts attempts = { memory, 0, 5, ASYNC_CODE_UNAVAILABLE, 0, NULL };
	struct async_timers *timers = async_timers_create_stepped(memory);
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	struct async_retry_options retry = { sizeof retry, 0, 1000000000000, 5000000000000, 300, 0, NULL };
	static const uint64_t seconds[] = { 1000, 3000, 5000, 5000 };
	options.allocator = memory;
	options.timers = timers;
	struct async_value *result = async_future_retry(attempt, &attempts, &retry, &options);
	for (int i = 0; i < 4; i++) {
		uint64_t next = async_timers_step(timers, 0), now = async_now_ns();
		CHECK(next <= now + seconds[i] * 1000000000 && next > now + (seconds[i] - 900) * 1000000000);
		CHECK(!async_value_is_available(result));
		async_timers_step(timers, next);
	}
	CHECK(async_value_is_available(result) && code_of(result) == ASYNC_CODE_OK && get_i32(result) == 5);
	async_value_release(result);
	async_timers_destroy(timers);
	memory_end(memory);
}

static void ignore_misuse(void *ctx, const struct async_misuse *misuse) { (void)ctx, (void)misuse; }

static void wrong_options_are_refused(void)
{
	const struct async_allocator *memory = memory_begin();
	struct attempts attempts = { memory, 0, 1, ASYNC_CODE_UNAVAILABLE, 0, NULL };
	struct async_timers *timers = async_timers_create_stepped(memory);
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	struct async_retry_options retry = { sizeof retry, 2, 0, 0, 0, 101, NULL };
	options.allocator = memory;
	options.release = released;
	struct async_value *without = async_future_retry(attempt, &attempts, NULL, &options);
	options.timers = timers;
	struct async_value *jitter = async_future_retry(attempt, &attempts, &retry, &options);
	retry.size = 0;
	async_set_misuse_handler(ignore_misuse, NULL);
	struct async_value *size = async_future_retry(attempt, &attempts, &retry, &options);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(code_of(without), ASYNC_CODE_INVALID_ARGUMENT);
	CHECK_INT(code_of(jitter), ASYNC_CODE_INVALID_ARGUMENT);
	CHECK_INT(code_of(size), ASYNC_CODE_INVALID_ARGUMENT);
	CHECK_INT(attempts.started, 0);
	CHECK(attempts.released >= 3);
	async_value_release(size);
	async_value_release(without);
	async_value_release(jitter);
	async_timers_destroy(timers);
	memory_end(memory);
}

/* ---- several threads: values, the time, and the request at the same moment */

#define THREADS 3
static struct {
	struct async_value *values[THREADS];
	struct async_request *request;
	pthread_barrier_t together;
} shared;

static void *complete_one(void *ctx)
{
	intptr_t number = (intptr_t)ctx;
	int32_t payload = (int32_t)number;
	pthread_barrier_wait(&shared.together);
	if (number == THREADS)
		async_request_cancel(shared.request);
	else if (number % 2)
		async_value_fail(shared.values[number], async_error_make(ASYNC_CODE_DATA_LOSS, "odd"));
	else
		async_value_emplace(shared.values[number], &payload);
	if (number < THREADS)
		async_value_release(shared.values[number]);
	return NULL;
}

static void make_round(const struct async_allocator *memory, const struct async_host *host, struct async_timers *timers,
	struct async_value **out_results)
{
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	options.request = shared.request = async_request_create(host, NULL);
	options.timers = timers;
	options.when = async_now_ns() + 20000;
	for (int i = 0; i < THREADS; i++)
		shared.values[i] = async_value_create(memory, type_i32());
	out_results[0] = async_future_race(shared.values, THREADS, &options);
	out_results[1] = async_future_any(shared.values, THREADS, &options);
	out_results[2] = async_future_all(shared.values, THREADS, &options);
	out_results[3] = async_future_all_settled(shared.values, THREADS, &options);
}

static void events_may_coincide(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_single(memory);
	struct async_timers *timers = async_timers_create(memory);
	struct async_host host = ASYNC_HOST_INIT;
	CHECK_OR_RETURN(queue && timers);
	host.allocator = memory;
	host.queue = queue;
	for (int round = 0; round < TIMES(300, 60, 2); round++) {
		struct async_value *results[4];
		pthread_t threads[THREADS + 1];
		make_round(memory, &host, timers, results);
		pthread_barrier_init(&shared.together, NULL, THREADS + 1);
		for (intptr_t i = 0; i <= THREADS; i++) {
			if (pthread_create(&threads[i], NULL, complete_one, (void *)i) != 0)
				abort();
		}
		async_queue_await(queue, results, 4);
		for (int i = 0; i < 4; i++)
			async_value_release(results[i]);
		for (int i = 0; i <= THREADS; i++)
			pthread_join(threads[i], NULL);
		struct async_value *idle = async_request_idle(shared.request);
		async_request_release(shared.request);
		async_queue_await(queue, &idle, 1);
		async_value_release(idle);
		pthread_barrier_destroy(&shared.together);
	}
	async_timers_destroy(timers);
	async_queue_destroy(queue);
	memory_end(memory);
}

/* ---- waiting with a limit */

static int gate; /* atomic */
static void until_open(void *ctx)
{
	(void)ctx;
	while (!__atomic_load_n(&gate, __ATOMIC_ACQUIRE))
		sched_yield();
}

/* With a thread of its own, the queue is busy; without one, holding it has the same effect. */
static void quiesce_on(struct async_queue *queue, bool has_threads)
{
	uint64_t when = async_now_ns() + 1000000;
	gate = 0;
	if (has_threads)
		async_queue_add(queue, until_open, NULL);
	else
		async_queue_hold(queue);
	CHECK_INT(async_queue_quiesce_until(queue, when), ASYNC_E_STATE);
	CHECK(async_now_ns() >= when);
	if (has_threads) { /* the only worker begins the task */
		while (async_queue_has_waiting(queue))
			sched_yield();
		async_queue_add(queue, until_open, NULL);
		CHECK(async_queue_has_waiting(queue));
	}
	__atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
	if (!has_threads)
		async_queue_unhold(queue);
	CHECK_INT(async_queue_quiesce_until(queue, ASYNC_NEVER), ASYNC_OK);
	CHECK_INT(async_queue_quiesce_until(queue, async_now_ns() + 1000000000), ASYNC_OK);
}

static void wait_on(const struct async_allocator *memory, struct async_queue *queue, struct async_timers *timers)
{
	struct async_value *values[2] = { make_i32(memory, 1), async_value_create(memory, type_i32()) };
	uint64_t when = async_now_ns() + 2000000;
	CHECK_INT(async_queue_await_until(queue, timers, values, 1, 0), ASYNC_OK);
	CHECK_INT(async_queue_await_until(queue, timers, values, 2, when), ASYNC_E_STATE);
	CHECK(async_now_ns() >= when || is_without_memory());
	int32_t two = 2;
	async_value_emplace(values[1], &two);
	CHECK_INT(async_queue_await_until(queue, timers, values, 2, ASYNC_NEVER), ASYNC_OK);
	async_value_release(values[0]);
	async_value_release(values[1]);
}

static void waiting_has_a_limit(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_threads_options options = { .size = sizeof options, .threads = 1, .blocking_threads = 1 };
	struct async_queue *queues[] = { async_queue_create_single(memory),
		async_queue_create_threads(memory, &options), async_queue_create_donated(memory, 1) };
	struct async_timers *timers = async_timers_create(memory);
	for (size_t i = 0; i < sizeof queues / sizeof *queues; i++) {
		CHECK_OR_RETURN(queues[i]);
		wait_on(memory, queues[i], timers);
		wait_on(memory, queues[i], NULL);
		quiesce_on(queues[i], i == 1);
		async_queue_destroy(queues[i]);
	}
	async_timers_destroy(timers);
	memory_end(memory);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(attempts_are_repeated), CHECK_CASE(delays_grow_to_a_limit),
		CHECK_CASE(wrong_options_are_refused), CHECK_CASE(events_may_coincide), CHECK_CASE(waiting_has_a_limit) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
