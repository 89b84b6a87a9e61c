/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Traced tasks, which record when they were added. */
#include "allocator_private.h"
#include "trace_ring.h"
#include <async/queue.h>
#include <async/trace.h>

struct traced {
	struct async_task task;
	const struct async_allocator *allocator;
	const char *name;
	uint64_t queued;
};

static void run_traced(void *ctx)
{
	struct traced traced = *(struct traced *)ctx;
	async_free(traced.allocator, ctx, sizeof traced, _Alignof(struct traced));
	uint64_t begun = async_trace_now_();
	traced.task.run(traced.task.ctx);
	async_trace_span_(traced.name, begun, traced.queued);
}

/* Returns the task to add in place of `task`; `task` itself when out of memory. */
static struct async_task trace(struct async_task task, const char *name)
{
	const struct async_allocator *allocator = async__trace_allocator();
	struct traced *traced = async_alloc(allocator, sizeof *traced, _Alignof(struct traced));
	if (!traced)
		return task;
	*traced = (struct traced){ task, allocator, name, async_trace_now_() };
	return (struct async_task){ run_traced, traced };
}

void async_queue_add_traced_(struct async_queue *q, const char *name, struct async_task task)
{
	q->vtable->add(q, trace(task, name));
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
		vtable->add(q, traced ? trace(tasks[i], name ? name : "task") : tasks[i]);
}

bool async_queue_add_blocking_traced_(
	struct async_queue *q, const char *name, struct async_task task, bool allow_queuing)
{
	struct async_task traced = trace(task, name);
	bool taken = q->vtable->add_blocking(q, traced, allow_queuing);
	if (!taken && traced.run == run_traced) {
		const struct async_allocator *allocator = ((struct traced *)traced.ctx)->allocator;
		async_free(allocator, traced.ctx, sizeof(struct traced), _Alignof(struct traced));
	}
	return taken;
}
