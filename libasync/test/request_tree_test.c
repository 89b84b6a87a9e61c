/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests that form trees: cancellation and deadlines reach all descendants, work counts in all ancestors. */
#include "support.h"
#include <pthread.h>

static struct async_host host_of(const struct async_allocator *memory)
{
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	return host;
}

static enum async_code code_of(const struct async_request *request)
{
	struct async_error *error = async_request_cancelled(request);
	return error ? async_error_code(error) : ASYNC_CODE_OK;
}

static void cancellation_goes_down(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = host_of(memory);
	struct async_request *root = async_request_create(&host, NULL);
	async_request_set_priority(root, ASYNC_PRIORITY_HIGH);
	struct async_request *left = async_request_create_child(root), *right = async_request_create_child(root);
	struct async_request *leaf = async_request_create_child(left);
	CHECK_INT(async_request_priority(leaf), ASYNC_PRIORITY_HIGH);
	CHECK(async_request_host(leaf) == &host);
	CHECK(async_request_resources(leaf) == async_request_resources(root));
	async_request_cancel_with(left, async_error_make(ASYNC_CODE_ABORTED, "left"));
	CHECK_INT(code_of(leaf), ASYNC_CODE_ABORTED);
	CHECK_INT(code_of(root), ASYNC_CODE_OK);
	CHECK_INT(code_of(right), ASYNC_CODE_OK);
	async_request_cancel(root);
	CHECK_INT(code_of(right), ASYNC_CODE_CANCELLED);
	CHECK_INT(code_of(leaf), ASYNC_CODE_ABORTED); /* the first reason stays */
	struct async_request *late = async_request_create_child(root);
	CHECK_INT(code_of(late), ASYNC_CODE_CANCELLED);
	async_request_release(root);
	async_request_release(left);
	async_request_release(right);
	async_request_release(late);
	async_request_release(leaf);
	memory_end(memory);
}

/* The root of a host and a value that fails: all requests end, earlier and later ones. */
static void a_value_ends_all_of_a_host(void)
{
	COUNTS_ALLOCATIONS();
	const struct async_allocator *memory = memory_begin();
	struct async_host host = host_of(memory);
	struct async_request *root = async_request_create(&host, NULL);
	host.root = root;
	struct async_value *stop = async_value_create(memory, type_i32());
	CHECK_INT(async_request_cancel_on(root, stop), ASYNC_OK);
	struct async_request *first = async_request_create(&host, NULL), *child = async_request_create_child(first);
	CHECK(async_request_resources(first) != async_request_resources(root));
	async_request_begin_work(first);
	CHECK(async_request_is_unused(first) == false); /* it has a child */
	async_request_release(async_request_create(&host, NULL)); /* has ended before */
	CHECK(code_of(first) == ASYNC_CODE_OK && code_of(child) == ASYNC_CODE_OK);
	async_value_fail(stop, async_error_make(ASYNC_CODE_UNAVAILABLE, "shutting down"));
	CHECK_INT(code_of(root), ASYNC_CODE_UNAVAILABLE);
	CHECK_INT(code_of(first), ASYNC_CODE_UNAVAILABLE);
	CHECK_INT(code_of(child), ASYNC_CODE_UNAVAILABLE);
	struct async_request *late = async_request_create(&host, NULL);
	CHECK_INT(code_of(late), ASYNC_CODE_UNAVAILABLE);
	async_request_end_work(first);
	async_request_release(child);
	async_request_release(first);
	async_request_release(late);
	async_value_release(stop);
	async_request_release(root);
	memory_end(memory);
}

/* A value that becomes available, or is dropped, releases the request; a dropped one also cancels it. */
static void values_that_end_otherwise(void)
{
	COUNTS_ALLOCATIONS();
	for (int dropped = 0; dropped < 2; dropped++) {
		const struct async_allocator *memory = memory_begin();
		struct async_host host = host_of(memory);
		struct async_request *request = async_request_create(&host, NULL);
		struct async_value *value = async_value_create(memory, type_i32());
		int32_t payload = 1;
		CHECK_INT(async_request_cancel_on(request, value), ASYNC_OK);
		if (!dropped)
			async_value_emplace(value, &payload);
		async_value_release(value);
		CHECK_INT(code_of(request), dropped ? ASYNC_CODE_CANCELLED : ASYNC_CODE_OK);
		async_request_begin_work(request);
		CHECK(async_request_is_unused(request) == !dropped);
		async_request_end_work(request);
		async_request_release(request);
		memory_end(memory);
	}
}

static void deadlines_go_down(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = host_of(memory);
	struct async_timers *timers = async_timers_create_stepped(memory);
	for (int timed = 0; timed < 2; timed++) {
		struct async_request *root = async_request_create(&host, NULL);
		struct async_request *child = async_request_create_child(root), *leaf = async_request_create_child(child);
		uint64_t when = async_now_ns() + 100000;
		CHECK_INT(async_request_set_deadline(root, timed ? timers : NULL, when), ASYNC_OK);
		CHECK(async_request_deadline(leaf) == ASYNC_NEVER);
		if (timed)
			async_timers_step(timers, when);
		while (!timed && !async_request_check(leaf))
			;
		CHECK_INT(code_of(leaf), ASYNC_CODE_DEADLINE_EXCEEDED);
		CHECK_INT(code_of(root), ASYNC_CODE_DEADLINE_EXCEEDED);
		async_request_release(leaf);
		async_request_release(child);
		async_request_release(root);
	}
	async_timers_destroy(timers);
	memory_end(memory);
}

/* The root is idle when the last descendant has ended. */
static void work_goes_up(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = host_of(memory);
	struct async_request *root = async_request_create(&host, NULL);
	struct async_request *child = async_request_create_child(root), *leaf = async_request_create_child(child);
	async_request_begin_work(leaf);
	struct async_value *idle = async_request_idle(root);
	async_request_release(root);
	async_request_release(child);
	async_request_release(leaf);
	CHECK(!async_value_is_available(idle));
	async_request_end_work(leaf);
	CHECK(async_value_is_available(idle));
	async_value_release(idle);
	memory_end(memory);
}

/* Neither cancelling nor ending a deep tree takes stack. */
static void trees_may_be_deep(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = host_of(memory);
	struct async_request *root = async_request_create(&host, NULL), *leaf = async_request_retain(root);
	for (int i = 0; i < TIMES(100000, 10000, 3); i++) {
		struct async_request *child = async_request_create_child(leaf);
		async_request_release(leaf);
		leaf = child;
	}
	async_request_cancel(root);
	CHECK_INT(code_of(leaf), ASYNC_CODE_CANCELLED);
	async_request_release(root);
	async_request_release(leaf);
	memory_end(memory);
}

static pthread_barrier_t together;
static void *cancel_it(void *request)
{
	pthread_barrier_wait(&together);
	async_request_cancel(request);
	async_request_release(request);
	return NULL;
}

static void children_may_end_meanwhile(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = host_of(memory);
	for (int round = 0; round < TIMES(1000, 200, 2); round++) {
		struct async_request *root = async_request_create(&host, NULL), *children[3];
		pthread_t thread;
		for (int i = 0; i < 3; i++)
			children[i] = async_request_create_child(root);
		pthread_barrier_init(&together, NULL, 2);
		if (pthread_create(&thread, NULL, cancel_it, root) != 0)
			abort();
		pthread_barrier_wait(&together);
		for (int i = 0; i < 3; i++)
			async_request_release(children[i]);
		pthread_join(thread, NULL);
		pthread_barrier_destroy(&together);
	}
	memory_end(memory);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(cancellation_goes_down),
		CHECK_CASE(a_value_ends_all_of_a_host), CHECK_CASE(values_that_end_otherwise), CHECK_CASE(deadlines_go_down),
		CHECK_CASE(work_goes_up), CHECK_CASE(trees_may_be_deep), CHECK_CASE(children_may_end_meanwhile) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
