/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stack use does not depend on the input: everything here nests many thousands deep, on a small stack. */
#include "support.h"
#include <pthread.h>

#define SMALL_STACK ((size_t)(SLOW ? 512 : 128) << 10)

/* Runs a case in a thread with a small stack. */
static void on_small_stack(void *(*body)(void *arg))
{
	pthread_attr_t attributes;
	pthread_t thread;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, SMALL_STACK);
	CHECK(pthread_create(&thread, &attributes, body, NULL) == 0);
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
}

/* ---- groups */

enum { GROUPS = TIMES(50000, 5000, 20) };
static struct async_queue *queue;
static int leaves;

static struct async_error *nest(void *ctx, struct async_error *cancelled)
{
	intptr_t levels = (intptr_t)ctx;
	(void)cancelled;
	if (levels == 0) {
		__atomic_fetch_add(&leaves, 1, __ATOMIC_RELAXED);
		return NULL;
	}
	struct async_group *group = async_group_create(queue, NULL);
	if (!group)
		return async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "no group");
	async_group_add(group, nest, (void *)(levels - 1));
	struct async_error *error = async_group_wait(group);
	async_group_destroy(group);
	return error;
}

static void *nest_groups(void *arg)
{
	struct async_group *group = async_group_create(queue, NULL);
	leaves = 0;
	if (!group)
		abort();
	async_group_add(group, nest, (void *)(intptr_t)GROUPS);
	struct async_error *error = async_group_wait(group);
	CHECK(!error);
	async_error_release(error);
	async_group_destroy(group);
	async_queue_quiesce(queue);
	CHECK_INT(leaves, 1);
	return arg;
}

static void groups_nest(void)
{
	struct async_threads_options one = { .size = sizeof one, .threads = 1, .name = "test" };
	COUNTS_ALLOCATIONS();
	queue = async_queue_create_threads(NULL, &one);
	CHECK_OR_RETURN(queue);
	on_small_stack(nest_groups);
	async_queue_destroy(queue);
	queue = async_queue_create_donated(NULL, 1); /* the tasks run on the small stack */
	CHECK_OR_RETURN(queue);
	on_small_stack(nest_groups);
	async_queue_destroy(queue);
	queue = async_queue_create_single(NULL);
	CHECK_OR_RETURN(queue);
	on_small_stack(nest_groups);
	async_queue_destroy(queue);
}

/* ---- hooks */

enum { REQUESTS = TIMES(100000, 100000, 100) };
struct link {
	struct async_cancel_hook hook;
	struct async_request *request, *next; /* it is in `request`, and cancels `next` */
};
static int hooks_run;

static void cancel_next(struct async_cancel_hook *hook, struct async_error *error)
{
	struct link *link = (struct link *)(void *)hook;
	CHECK(error != NULL);
	hooks_run++;
	if (link->next)
		async_request_cancel(link->next);
}

static void *cancel_requests(void *arg)
{
	static struct async_host host = ASYNC_HOST_INIT;
	host.allocator = async_allocator_cached();
	struct link *links = calloc(REQUESTS, sizeof *links);
	struct async_resources *resources = async_resources_create(NULL);
	if (!links || !resources)
		abort();
	for (int i = 0; i < REQUESTS; i++) {
		links[i].hook.run = cancel_next;
		links[i].request = async_request_create(&host, resources);
		if (!links[i].request)
			abort();
		if (i)
			links[i - 1].next = links[i].request;
		async_request_on_cancel(links[i].request, &links[i].hook);
	}
	hooks_run = 0;
	async_request_cancel(links[0].request);
	CHECK_INT(hooks_run, REQUESTS);
	for (int i = 0; i < REQUESTS; i++) {
		CHECK(!async_request_off_cancel(links[i].request, &links[i].hook));
		async_request_release(links[i].request);
	}
	async_resources_release(resources);
	free(links);
	return arg;
}

static void hooks_cancel_other_requests(void)
{
	COUNTS_ALLOCATIONS();
	on_small_stack(cancel_requests);
}

/* A hook that is added to a cancelled request runs at once, and adds the next one. */
static struct async_request *cancelled_request;

static void add_again(struct async_cancel_hook *hook, struct async_error *error)
{
	(void)error;
	if (++hooks_run < 20000)
		async_request_on_cancel(cancelled_request, hook);
}

static void *add_hooks(void *arg)
{
	static struct async_host host = ASYNC_HOST_INIT;
	struct async_cancel_hook hook = { add_again, NULL, NULL };
	cancelled_request = async_request_create(&host, NULL);
	if (!cancelled_request)
		abort();
	async_request_cancel(cancelled_request);
	hooks_run = 0;
	async_request_on_cancel(cancelled_request, &hook);
	CHECK_INT(hooks_run, 20000);
	async_request_release(cancelled_request);
	return arg;
}

static void hooks_add_hooks(void)
{
	COUNTS_ALLOCATIONS();
	on_small_stack(add_hooks);
}

/* ---- payloads that own the next value */

enum { OWNED = TIMES(300000, 300000, 300) };
struct node {
	struct async_value *next;
};
static int nodes_destroyed;

static void node_destroy(void *payload)
{
	nodes_destroyed++;
	async_value_release(((struct node *)payload)->next);
}

static void *drop_list(void *arg)
{
	static const struct async_type type = { "!test.node", sizeof(struct node), _Alignof(struct node), node_destroy,
		NULL, NULL };
	const struct async_allocator *memory = arg ? async_allocator_cached() : async_allocator_create_counting(NULL);
	struct node node = { NULL };
	for (int i = 0; i < OWNED; i++) {
		struct async_value *value = async_value_create_available(memory, async_type_register(&type), &node);
		if (!value)
			abort();
		node.next = value;
		if (i % 3 == 1) { /* through an indirect value */
			node.next = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
			async_value_forward(node.next, value);
		}
	}
	nodes_destroyed = 0;
	async_value_release(node.next);
	CHECK_INT(nodes_destroyed, OWNED);
	if (!arg) {
		CHECK_INT(async_allocator_stats(memory).live_blocks, 0);
		async_allocator_destroy(memory);
	}
	return NULL;
}

static void payloads_own_values(void)
{
	COUNTS_ALLOCATIONS();
	on_small_stack(drop_list);
}

/* ---- waiters of available values */

enum { STEPS = TIMES(20000, 20000, 200) };
static int steps;
static struct async_value *ready;

static void step_again(struct async_waiter *waiter)
{
	if (++steps < STEPS)
		async_value_and_then(ready, waiter);
}

static void call_again(void *ctx)
{
	if (++steps < STEPS)
		CHECK(async_value_and_then_call(ready, call_again, ctx) == ASYNC_OK);
}

static void gather_again(void *ctx)
{
	if (++steps < STEPS)
		CHECK(async_values_when_ready(NULL, &ready, (size_t)steps % 2, gather_again, ctx) == ASYNC_OK);
}

static void *loop(void *arg)
{
	struct async_waiter waiter = { NULL, step_again };
	ready = async_chain();
	steps = 0;
	async_value_and_then(ready, &waiter);
	CHECK_INT(steps, STEPS);
	steps = 0;
	CHECK(async_value_and_then_call(ready, call_again, NULL) == ASYNC_OK);
	CHECK_INT(steps, STEPS);
	steps = 0;
	CHECK(async_values_when_ready(NULL, &ready, 1, gather_again, NULL) == ASYNC_OK);
	CHECK_INT(steps, STEPS);
	ready = async_value_create_error(NULL, async_error_make(ASYNC_CODE_ABORTED, "x"));
	steps = 0;
	async_value_and_then_new(ready, &waiter);
	CHECK_INT(steps, STEPS);
	async_value_release(ready);
	return arg;
}

static void loops_on_available_values(void)
{
	COUNTS_ALLOCATIONS();
	on_small_stack(loop);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(groups_nest),
		CHECK_CASE(hooks_cancel_other_requests),
		CHECK_CASE(hooks_add_hooks),
		CHECK_CASE(payloads_own_values),
		CHECK_CASE(loops_on_available_values),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
