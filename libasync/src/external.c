/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work outside of a queue. Queues of the host may lack each of the optional members. */
#include "misuse_private.h"
#include "polling.h"
#include <assert.h>
#include <async/trace.h>
#include <stddef.h>

/* Does the queue have an optional member? */
#define HAS(queue, member) \
	((queue)->vtable->size >= offsetof(struct async_queue_vtable, member) + sizeof (queue)->vtable->member && \
		(queue)->vtable->member != NULL)

static bool hold(struct async_queue *queue, bool polled)
{
	if (!HAS(queue, hold))
		return false;
	queue->vtable->hold(queue, polled);
	return true;
}

static void unhold(struct async_queue *queue, bool polled)
{
	if (HAS(queue, unhold))
		queue->vtable->unhold(queue, polled);
}

bool async_queue_hold(struct async_queue *q) { return hold(q, false); }
void async_queue_unhold(struct async_queue *q) { unhold(q, false); }

/* ---- operations */

static void run_external(void *ctx)
{
	/* copied: run() may free the operation */
	struct async_external external = *(struct async_external *)ctx;
	uint64_t begun = external.completed ? async_trace_begin() : 0;
	external.run(external.ctx);
	if (begun)
		async_trace_span_(external.name, begun, external.completed);
}

void async_external_begin(struct async_external *external, struct async_queue *queue, const char *name,
	void (*run)(void *ctx), void *ctx)
{
	*external = (struct async_external){ .posted = { { run_external, external }, NULL }, .queue = queue,
		.name = name ? name : "external", .run = run, .ctx = ctx };
	hold(queue, false);
}

/* Takes the queue of an operation that is outstanding, once. NULL: it has ended. */
static struct async_queue *end(struct async_external *external, const char *function)
{
	/* acq_rel: two threads may report the end of one operation */
	struct async_queue *queue = async__exchange_acq_rel(&external->queue, NULL);
	if (ASYNC__UNLIKELY(!queue))
		async__misuse(ASYNC_MISUSE_ENDED_TWICE, function, external,
			"the operation has ended before; the call does nothing");
	return queue;
}

void async_external_complete(struct async_external *external)
{
	struct async_queue *queue = end(external, "async_external_complete");
	if (ASYNC__UNLIKELY(!queue))
		return;
	external->completed = async_trace_begin();
	/* The task may run, and free the operation, before these calls return; the hold keeps the queue until the last. */
	if (HAS(queue, post))
		queue->vtable->post(queue, &external->posted);
	else
		queue->vtable->add(queue, external->posted.task);
	unhold(queue, false);
}

void async_external_abandon(struct async_external *external)
{
	struct async_queue *queue = end(external, "async_external_abandon");
	if (ASYNC__LIKELY(queue != NULL))
		unhold(queue, false);
}

/* ---- pollers */

enum async_status async_poller_add(struct async_poller *poller, struct async_queue *queue)
{
	poller->queue = queue;
	poller->outstanding = 0;
	poller->thread = NULL;
	if (HAS(queue, add_poller) && HAS(queue, hold)) {
		queue->vtable->add_poller(queue, poller);
		return ASYNC_OK;
	}
	poller->thread = async__poll_thread_start(poller);
	return poller->thread ? ASYNC_OK : ASYNC_E_NOMEM;
}

void async_poller_remove(struct async_poller *poller)
{
	assert(async__load_relaxed(&poller->outstanding) == 0);
	if (poller->thread)
		async__poll_thread_stop(poller->thread);
	else
		poller->queue->vtable->remove_poller(poller->queue, poller);
}

void async_poller_begin(struct async_poller *poller)
{
	async__add_relaxed(&poller->outstanding, 1u); /* relaxed: hold(), or the thread, publishes it */
	hold(poller->queue, !poller->thread);
	if (poller->thread)
		async__poll_thread_begin(poller->thread);
}

void async_poller_end(struct async_poller *poller)
{
	struct async_queue *queue = poller->queue;
	bool polled = !poller->thread;
	if (!polled)
		async__poll_thread_end(poller->thread);
	async__sub_relaxed(&poller->outstanding, 1u); /* relaxed: unhold() publishes it */
	unhold(queue, polled);
}
