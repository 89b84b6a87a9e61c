/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hooks that run when a request is cancelled. */
#include "support.h"
#include <pthread.h>

struct hooked {
	struct async_cancel_hook hook;
	struct async_request *request;
	uint32_t calls; /* atomic */
	bool remove_inside, removed;
};

static void on_cancel(struct async_cancel_hook *hook, struct async_error *error)
{
	struct hooked *hooked = (struct hooked *)(void *)hook;
	CHECK_INT(async_error_code(error), ASYNC_CODE_CANCELLED);
	if (hooked->remove_inside)
		hooked->removed = async_request_off_cancel(hooked->request, hook);
	__atomic_fetch_add(&hooked->calls, 1, __ATOMIC_RELAXED);
}

static void hooks_run_once(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	struct async_request *request = async_request_create(&host, NULL);
	struct hooked hooked[4];
	for (int i = 0; i < 4; i++)
		hooked[i] = (struct hooked){ .hook.run = on_cancel, .request = request, .remove_inside = i == 3 };
	async_request_on_cancel(request, &hooked[0].hook);
	async_request_on_cancel(request, &hooked[1].hook);
	async_request_on_cancel(request, &hooked[3].hook);
	CHECK(async_request_off_cancel(request, &hooked[1].hook));
	CHECK(!async_request_off_cancel(request, &hooked[1].hook));
	async_request_cancel(request);
	async_request_cancel(request);
	async_request_on_cancel(request, &hooked[2].hook); /* already cancelled: runs at once */
	CHECK_INT(hooked[0].calls, 1);
	CHECK_INT(hooked[1].calls, 0);
	CHECK_INT(hooked[2].calls, 1);
	CHECK_INT(hooked[3].calls, 1);
	CHECK(!hooked[3].removed);
	CHECK(!async_request_off_cancel(request, &hooked[0].hook));
	async_request_release(request);
	request = async_request_create(&host, NULL);
	async_request_on_cancel(request, &hooked[0].hook); /* dropped with the request */
	async_request_release(request);
	CHECK_INT(hooked[0].calls, 1);
	memory_end(memory);
}

static void *cancel_it(void *request)
{
	async_request_cancel(request);
	return NULL;
}

/* After off_cancel() the memory of the hook may go, whether or not another thread cancels meanwhile. */
static void removed_hooks_may_be_freed(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = memory;
	for (int round = 0; round < TIMES(2000, 300, 3); round++) {
		struct async_request *request = async_request_create(&host, NULL);
		struct hooked *hooked = calloc(1, sizeof *hooked);
		pthread_t canceller;
		if (!request || !hooked || pthread_create(&canceller, NULL, cancel_it, request) != 0)
			abort();
		hooked->hook.run = on_cancel;
		async_request_on_cancel(request, &hooked->hook);
		bool removed = async_request_off_cancel(request, &hooked->hook);
		CHECK_INT(__atomic_load_n(&hooked->calls, __ATOMIC_RELAXED), removed ? 0 : 1);
		free(hooked);
		pthread_join(canceller, NULL);
		async_request_release(request);
	}
	memory_end(memory);
}

/* ---- the end of the request in a hook */

/* Work that waits for something else, and its end, which destroys all that the request used. */
struct ending {
	struct async_cancel_hook hook;
	struct async_waiter waiter;
	struct async_request *request;
	struct async_host *host;
	const struct async_allocator *memory;
	struct async_value *destroyed;
};

static void end_work_in_hook(struct async_cancel_hook *hook, struct async_error *error)
{
	CHECK(error);
	async_request_end_work(((struct ending *)(void *)hook)->request);
}

static void destroy_all(struct async_waiter *waiter)
{
	struct ending *ending = (struct ending *)(void *)((char *)waiter - offsetof(struct ending, waiter));
	struct async_value *destroyed = ending->destroyed;
	async_request_release(ending->request);
	memory_end(ending->memory);
	free(ending->host);
	free(ending);
	async_value_set_available(destroyed);
}

/* A request with one unit of work that ends when it is cancelled, or some milliseconds later if there are timers; then
 * everything goes at once. */
static struct async_request *request_that_ends(struct async_timers *timers, struct async_value **out_destroyed)
{
	struct ending *ending = calloc(1, sizeof *ending);
	struct async_host *host = malloc(sizeof *host);
	if (!ending || !host)
		abort();
	*host = (struct async_host)ASYNC_HOST_INIT;
	ending->memory = host->allocator = memory_begin();
	ending->host = host;
	ending->request = async_request_create(host, NULL);
	ending->hook.run = end_work_in_hook;
	ending->waiter.run = destroy_all;
	ending->destroyed = async_chain_create(NULL);
	*out_destroyed = async_value_retain(ending->destroyed);
	async_request_begin_work(ending->request);
	struct async_value *idle = async_request_idle(ending->request);
	struct async_request *request = ending->request;
	if (timers)
		CHECK_INT(async_request_set_deadline(request, timers, async_now_ns() + 5000000), ASYNC_OK);
	async_request_on_cancel(request, &ending->hook);
	async_value_and_then(idle, &ending->waiter);
	async_value_release(idle);
	return request;
}

static void await_and_release(struct async_queue *queue, struct async_value *destroyed)
{
	async_queue_await(queue, &destroyed, 1);
	async_queue_quiesce(queue);
	async_value_release(destroyed); /* that of the caller, then that of destroy_all() */
	async_value_release(destroyed);
}

static void requests_may_end_in_a_hook(void)
{
	struct async_queue *queue = async_queue_create_single(NULL);
	struct async_timers *timers = async_timers_create(NULL);
	struct async_value *destroyed;
	async_request_cancel(request_that_ends(NULL, &destroyed));
	await_and_release(queue, destroyed);
	(void)request_that_ends(timers, &destroyed);
	await_and_release(queue, destroyed); /* in the thread of the timers */
	async_timers_destroy(timers);
	async_queue_destroy(queue);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(hooks_run_once),
		CHECK_CASE(removed_hooks_may_be_freed),
		CHECK_CASE(requests_may_end_in_a_hook),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
