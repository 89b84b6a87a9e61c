/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each allocation of a scenario fails in turn: the library must neither crash nor leak nor lose a callback. */
#include "support.h"
#include <pthread.h>

static const struct async_allocator *memory; /* fails when told to, counts */
static int called;                           /* atomic */

static void call(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&called, 1, __ATOMIC_RELAXED);
}

static struct async_error *make_error(const char *what)
{
	/* long enough to be formatted into its own memory */
	struct async_error *error = async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "%s: %300d", what, 1);
	if (!error)
		abort();
	return error;
}

/* ---- scenarios; each returns whether everything worked out */

static bool values(void)
{
	struct async_value *value = async_value_create(memory, type_owner());
	struct async_value *indirect = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	struct async_value *chain = async_chain_create(memory);
	struct async_value *error = async_value_create_error(memory, make_error("made as an error"));
	bool good = value && indirect && chain && error;
	int expected = 0;
	if (indirect) {
		expected += async_value_and_then_call(indirect, call, NULL) == ASYNC_OK;
		struct async_value *both[2] = { indirect, chain };
		expected += async_values_when_ready(memory, both, chain ? 2 : 1, call, NULL) == ASYNC_OK;
	}
	if (chain)
		async_value_set_available(chain);
	if (indirect && value)
		async_value_forward(indirect, async_value_retain(value));
	else if (indirect)
		async_value_fail(indirect, make_error("no target"));
	if (value) {
		struct owner owner;
		owner_init(&owner, 1);
		async_value_emplace(value, &owner);
	}
	good = good && expected == 2;
	CHECK_INT(called, expected); /* exactly the accepted callbacks have run */
	async_value_release(value);
	async_value_release(indirect);
	async_value_release(chain);
	async_value_release(error);
	return good;
}

static void see_cancelled(void *ctx)
{
	struct async_value **value = ctx;
	enum async_code code = async_error_code(async_value_error(*value));
	/* without memory for the error it is the immortal one */
	CHECK(code == ASYNC_CODE_CANCELLED || code == ASYNC_CODE_RESOURCE_EXHAUSTED);
}

static bool dropped(void)
{
	struct async_value *value = async_value_create(memory, type_owner());
	struct async_value *indirect = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	bool good = value && indirect;
	if (value)
		good = async_value_and_then_call(value, see_cancelled, &value) == ASYNC_OK && good;
	if (indirect)
		good = async_value_and_then_call(indirect, see_cancelled, &indirect) == ASYNC_OK && good;
	if (indirect && value)
		async_value_forward(indirect, value);
	else
		async_value_release(value);
	async_value_release(indirect);
	return good;
}

static bool use_queue(struct async_queue *queue)
{
	if (!queue)
		return false;
	struct async_value *done = async_value_create(memory, type_i32());
	int tasks = 0;
	for (int i = 0; i < 200; i++) { /* enough for the queue to grow */
		async_queue_add(queue, call, NULL);
		tasks++;
	}
	for (int i = 0; i < 100; i++)
		tasks += async_queue_add_blocking(queue, call, NULL, true);
	async_queue_quiesce(queue); /* so that a thread is free */
	tasks += async_queue_add_blocking(queue, call, NULL, false);
	if (done) {
		async_value_fail(done, make_error("done"));
		async_queue_await(queue, &done, 1);
		async_value_release(done);
	}
	async_queue_quiesce(queue);
	CHECK_INT(called, tasks); /* also without memory for it, a task that was taken runs */
	async_queue_destroy(queue);
	return done && tasks == 301;
}

static bool single_queue(void) { return use_queue(async_queue_create_single(memory)); }

static bool threads_queue(void)
{
	struct async_threads_options options = { .size = sizeof options, .threads = 2, .blocking_threads = 2 };
	return use_queue(async_queue_create_threads(memory, &options));
}

/* From a worker, so that a full deque spills into the injector, which grows. */
static void add_much(void *ctx)
{
	for (int i = 0; i < 5000; i++)
		async_queue_add(ctx, call, NULL);
}

static bool full_queue(void)
{
	struct async_threads_options options = { .size = sizeof options, .threads = 1, .blocking_threads = 1 };
	struct async_queue *queue = async_queue_create_threads(memory, &options);
	if (!queue)
		return false;
	async_queue_add(queue, add_much, queue);
	async_queue_destroy(queue);
	CHECK_INT(called, 5000);
	return true;
}

static void *make_object(void *ctx) { return ctx; }
static void count_object(void *object) { ++*(int *)object; }

static bool requests(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	struct async_resources *store = async_resources_create(memory);
	struct async_request *request = store ? async_request_create(&host, store) : NULL;
	struct async_request *other = async_request_create(&host, NULL);
	int made = 0, gone = 0;
	bool good = store && request && other;
	if (store)
		made = async_resources_get(store, "object", make_object, &gone, count_object) == &gone;
	if (request)
		async_request_cancel(request);
	if (other)
		async_request_cancel_with(other, make_error("why"));
	CHECK(!request || async_request_cancelled(request));
	CHECK(!other || async_request_cancelled(other));
	async_request_release(request);
	async_request_release(other);
	async_resources_release(store);
	CHECK_INT(gone, made);
	return good && made;
}

static bool allocators(void)
{
	const struct async_allocator *fixed = async_allocator_create_fixed(memory, 1000);
	const struct async_allocator *counting = async_allocator_create_counting(fixed ? fixed : memory);
	void *p = counting ? async_alloc(counting, 100, 8) : NULL;
	void *q = p ? async_resize(counting, p, 100, 300, 8) : NULL;
	if (p)
		async_free(counting, q ? q : p, q ? 300 : 100, 8);
	async_allocator_destroy(counting);
	async_allocator_destroy(fixed);
	return fixed && counting && q;
}

/* ---- further scenarios */

static bool payloads(void)
{
	struct async_value *value = make_i32(memory, 1), *copy = NULL;
	bool good = value && async_value_copy(memory, value, &copy) == ASYNC_OK;
	CHECK(good || !copy);
	async_value_release(value);
	async_value_release(copy);
	struct async_error *error = async_error_create_from(
		memory, make_error("cause"), ASYNC_CODE_ABORTED, nowhere, "effect");
	enum async_code code = async_error_code(error);
	CHECK(code == ASYNC_CODE_ABORTED || code == ASYNC_CODE_RESOURCE_EXHAUSTED); /* the error reports it */
	async_error_release(error);
	return good && code == ASYNC_CODE_ABORTED;
}

static bool waiters_on_queues(void)
{
	struct async_queue *queue = async_queue_create_single(memory);
	struct async_value *chain = async_chain_create(memory);
	int expected = 0;
	if (queue && chain) {
		expected += async_value_and_then_on(chain, queue, call, NULL) == ASYNC_OK;
		expected += async_values_when_ready_on(memory, &chain, 1, queue, call, NULL) == ASYNC_OK;
		async_value_set_available(chain);
		async_queue_quiesce(queue);
	}
	CHECK_INT(called, expected);
	async_value_release(chain);
	async_queue_destroy(queue);
	return expected == 2;
}

static bool host_submit_at_once(void *ctx, void (*run)(void *arg), void *arg)
{
	(void)ctx;
	run(arg);
	return true;
}
static bool host_submit_blocking_at_once(void *ctx, void (*run)(void *arg), void *arg, bool allow_queuing)
{
	(void)allow_queuing;
	return host_submit_at_once(ctx, run, arg);
}

static bool donated_queue(void) { return use_queue(async_queue_create_donated(memory, 1)); }

static bool adapter_queue(void)
{
	struct async_pool host = { sizeof host, NULL, 1, NULL, host_submit_at_once, host_submit_blocking_at_once };
	struct async_queue *queue = async_queue_create_adapter(memory, &host);
	if (!queue)
		return false;
	int expected = 200;
	for (int i = 0; i < 200; i++)
		async_queue_add(queue, call, NULL);
	bool urgent = async_queue_add_blocking(queue, call, NULL, false);
	expected += urgent + async_queue_add_blocking(queue, call, NULL, true);
	async_queue_destroy(queue);
	CHECK_INT(called, expected);
	return urgent;
}

static bool late_chains(void)
{
	struct async_timers *timers = async_timers_create_stepped(memory);
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	struct async_request *request = async_request_create(&host, NULL);
	bool good = timers && request;
	if (timers) {
		struct async_value *chain = async_timers_chain(timers, memory, 10),
				   *never = async_timers_chain(timers, memory, 99);
		good = good && !async_value_is_error(chain) && !async_value_is_error(never);
		async_timers_step(timers, 10);
		CHECK(async_value_is_available(chain)); /* or an error from the beginning */
		async_value_release(chain);
		async_timers_destroy(timers);
		CHECK(async_value_is_error(never));
		async_value_release(never);
	}
	if (request) {
		good = async_request_data(request) && good;
		CHECK_INT(async_request_set_deadline(request, NULL, 1), ASYNC_OK);
		CHECK(async_request_cancelled(request));
		async_request_release(request);
	}
	return good;
}

static struct async_error *visit(void *ctx, size_t begin, size_t end)
{
	*(size_t *)ctx += end - begin;
	return NULL;
}
static void init_zero(void *ctx, void *accumulator)
{
	(void)ctx;
	*(int32_t *)accumulator = 0;
}
static struct async_error *add_sizes(void *ctx, void *accumulator, size_t begin, size_t end)
{
	(void)ctx;
	*(int32_t *)accumulator += (int32_t)(end - begin);
	return NULL;
}
static void add_both(void *ctx, void *into, void *from)
{
	(void)ctx;
	*(int32_t *)into += *(int32_t *)from;
}

static bool loops(void)
{
	struct async_reduction reduction = { type_i32(), init_zero, add_sizes, add_both };
	struct async_queue *queue = async_queue_create_single(memory);
	size_t visited = 0;
	if (!queue)
		return false;
	struct async_value *values[2] = { async_parallel_for(queue, memory, 1000, 10, visit, &visited),
		async_parallel_reduce(queue, memory, 1000, 10, &reduction, NULL) };
	async_queue_await(queue, values, 2);
	CHECK_INT(visited, 1000); /* in the caller if need be */
	bool good = !async_value_is_error(values[1]);
	if (good)
		CHECK_INT(get_i32(values[1]), 1000);
	else
		CHECK_INT(async_error_code(async_value_error(values[1])), ASYNC_CODE_RESOURCE_EXHAUSTED);
	async_value_release(values[0]);
	async_value_release(values[1]);
	async_queue_destroy(queue);
	return good;
}

/* ---- the harness */

static void each_fails_in_turn(bool (*scenario)(void))
{
	const struct async_allocator *counting = memory_begin();
	uint64_t nth = 0;
	type_owner();
	for (bool good = false, reached = true; reached; nth++) {
		memory = async_allocator_create_failing(counting, nth);
		if (!memory)
			abort();
		called = 0;
		good = scenario();
		reached = nth == 0 || async_allocator_calls(memory) >= nth;
		if (nth == 0 || !reached)
			CHECK(good); /* nothing failed */
		async_allocator_destroy(memory);
		CHECK_OR_RETURN(async_allocator_stats(counting).live_blocks == 0);
		CHECK_OR_RETURN(nth < 1000);
	}
	CHECK(nth > 2); /* something can fail at all */
	memory_end(counting);
}

#define SCENARIO(function) \
	static void function##_survive(void) { each_fails_in_turn(function); }
SCENARIO(values)
SCENARIO(dropped)
SCENARIO(single_queue)
SCENARIO(threads_queue)
SCENARIO(full_queue)
SCENARIO(requests)
SCENARIO(allocators)
SCENARIO(payloads)
SCENARIO(waiters_on_queues)
SCENARIO(donated_queue)
SCENARIO(adapter_queue)
SCENARIO(late_chains)
SCENARIO(loops)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(values_survive),
		CHECK_CASE(dropped_survive),
		CHECK_CASE(single_queue_survive),
		CHECK_CASE(threads_queue_survive),
		CHECK_CASE(full_queue_survive),
		CHECK_CASE(requests_survive),
		CHECK_CASE(allocators_survive),
		CHECK_CASE(payloads_survive),
		CHECK_CASE(waiters_on_queues_survive),
		CHECK_CASE(donated_queue_survive),
		CHECK_CASE(adapter_queue_survive),
		CHECK_CASE(late_chains_survive),
		CHECK_CASE(loops_survive),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
