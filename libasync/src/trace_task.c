/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks that are traced, observed or counted: they record when they were added. */
#include "allocator_private.h"
#include "tally.h"
#include "trace_ring.h"
#include <async/queue.h>
#include <async/timer.h>
#include <async/trace.h>

struct traced {
	struct async_task task;
	const struct async_allocator *allocator;
	struct async_queue *queue;
	const char *name;
	uint64_t queued;
	uint32_t bits; /* what to do */
};

static void count(const struct traced *traced, uint64_t waited, uint64_t ran)
{
	const struct async_queue_vtable *vtable = traced->queue->vtable;
	if (vtable->size >= offsetof(struct async_queue_vtable, ran) + sizeof vtable->ran && vtable->ran)
		vtable->ran(traced->queue, waited, ran);
}

/* The queue exists until this returns: it is a task of the queue. */
static void run_traced(void *ctx)
{
	struct traced traced = *(struct traced *)ctx;
	async_free(traced.allocator, ctx, sizeof traced, _Alignof(struct traced));
	const struct async_task_observer *observer = NULL;
	if (traced.bits & ASYNC__OBSERVED)
		observer = async__load_acquire(&async__observer); /* acquire: pairs with async_observe_tasks() */
	struct async_task_info info = { .size = sizeof info, .name = traced.name, .queue = traced.queue,
		.queued = traced.queued, .begun = async_now_ns() };
	async__trace_began(info.begun);
	if (observer && observer->begin)
		observer->begin(observer->ctx, &info);
	traced.task.run(traced.task.ctx);
	info.ended = async_now_ns();
	if (traced.bits & ASYNC__TRACED)
		async_trace_span_(traced.name, info.begun, traced.queued);
	if (traced.bits & ASYNC__COUNTED)
		count(&traced, info.begun > info.queued ? info.begun - info.queued : 0, info.ended - info.begun);
	if (observer && observer->end)
		observer->end(observer->ctx, &info);
}

/* Returns the task to add in place of `task`; `task` itself when out of memory. */
static struct async_task trace(struct async_queue *queue, struct async_task task, const char *name)
{
	const struct async_allocator *allocator = async__trace_allocator();
	struct traced *traced = async_alloc(allocator, sizeof *traced, _Alignof(struct traced));
	if (!traced)
		return task;
	*traced = (struct traced){ task, allocator, queue, name, async_now_ns(), async__load_relaxed(&async_trace_on_) };
	async__trace_added();
	return (struct async_task){ run_traced, traced };
}

void async_queue_add_traced_(struct async_queue *q, const char *name, struct async_task task)
{
	q->vtable->add(q, trace(q, task, name));
}

void async_queue_add_all(struct async_queue *q, const char *name, const struct async_task *tasks, size_t count)
{
	const struct async_queue_vtable *vtable = q->vtable;
	bool traced = async_trace_is_on();
	bool has_add_all = vtable->size >= offsetof(struct async_queue_vtable, add_all) + sizeof vtable->add_all;
	if (!traced && has_add_all && vtable->add_all) {
		vtable->add_all(q, tasks, count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		vtable->add(q, traced ? trace(q, tasks[i], name ? name : "task") : tasks[i]);
}

bool async_queue_add_blocking_traced_(
	struct async_queue *q, const char *name, struct async_task task, bool allow_queuing)
{
	struct async_task traced = trace(q, task, name);
	bool taken = q->vtable->add_blocking(q, traced, allow_queuing);
	if (!taken && traced.run == run_traced) {
		const struct async_allocator *allocator = ((struct traced *)traced.ctx)->allocator;
		async__trace_refused();
		async_free(allocator, traced.ctx, sizeof(struct traced), _Alignof(struct traced));
	}
	return taken;
}
