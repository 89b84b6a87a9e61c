/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waiters that add a task to a queue. */
#include "allocator_private.h"
#include <async/queue.h>

static void hand_over(struct async_waiter *waiter)
{
	/* copied: the task may free the waiter before add() returns */
	struct async_task_waiter self = *(struct async_task_waiter *)waiter;
	async_queue_add(self.queue, self.task.run, self.task.ctx);
}

void async_value_and_then_task(struct async_value *value, struct async_task_waiter *waiter)
{
	waiter->waiter = (struct async_waiter){ NULL, hand_over };
	async_value_and_then(value, &waiter->waiter);
}

struct call {
	struct async_task_waiter waiter;
	const struct async_allocator *allocator;
	void (*fn)(void *ctx);
	void *ctx;
};

static void run_call(void *ctx)
{
	struct call call = *(struct call *)ctx;
	async_free(call.allocator, ctx, sizeof call, _Alignof(struct call));
	call.fn(call.ctx);
}

static struct call *make_call(const struct async_allocator *allocator, struct async_queue *queue, void (*fn)(void *ctx),
	void *ctx)
{
	allocator = async__or_system(allocator);
	struct call *call = async_alloc(allocator, sizeof *call, _Alignof(struct call));
	if (call)
		*call = (struct call){ { { NULL, NULL }, queue, { run_call, call } }, allocator, fn, ctx };
	return call;
}

enum async_status async_value_and_then_on(struct async_value *value, struct async_queue *queue, void (*fn)(void *ctx),
	void *ctx)
{
	if (async_value_is_available(value)) {
		async_queue_add(queue, fn, ctx);
		return ASYNC_OK;
	}
	struct call *call = make_call(value->allocator, queue, fn, ctx);
	if (!call)
		return ASYNC_E_NOMEM;
	async_value_and_then_task(value, &call->waiter);
	return ASYNC_OK;
}

static void all_ready(void *ctx)
{
	struct call *call = ctx;
	hand_over(&call->waiter.waiter);
}

enum async_status async_values_when_ready_on(const struct async_allocator *allocator, struct async_value *const *values,
	size_t count, struct async_queue *queue, void (*fn)(void *ctx), void *ctx)
{
	struct call *call = make_call(allocator, queue, fn, ctx);
	if (!call)
		return ASYNC_E_NOMEM;
	enum async_status status = async_values_when_ready(allocator, values, count, all_ready, call);
	if (status != ASYNC_OK)
		async_free(call->allocator, call, sizeof *call, _Alignof(struct call));
	return status;
}
