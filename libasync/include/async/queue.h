/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work queues: where tasks run. An interface with two implementations here; a host can bring its own.
 *
 * Corresponds to ConcurrentWorkQueue of the TFRT host runtime design. Non-blocking tasks must not wait for anything; a
 * task that may sleep or do I/O goes to add_blocking. */
#ifndef ASYNC_QUEUE_H
#define ASYNC_QUEUE_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/value.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs once, on some thread of the queue (or in the caller when the queue is full). Whoever adds a task keeps ctx
 * valid until then. */
struct async_task {
	void (*run)(void *ctx);
	void *ctx;
};

/* Thread class: safe. All members are set, except those said to be optional. A host's own queue embeds struct async_queue as
 * its first member. */
struct async_queue;
struct async_queue_vtable {
	size_t size; /* sizeof(struct async_queue_vtable) of the implementer */
	const char *(*name)(struct async_queue *self); /* for people: "single-threaded" */
	/* Takes the task. Never fails: a full queue runs it in the caller. */
	void (*add)(struct async_queue *self, struct async_task task);
	/* Takes a task that may block. With allow_queuing false it must start at once, so that tasks that wait for each
	 * other cannot starve: returns false, without having taken it, when no thread is free and none can be made. */
	bool (*add_blocking)(struct async_queue *self, struct async_task task, bool allow_queuing);
	/* Blocks the caller until all values are available. The caller must not be a task of the queue. */
	void (*await)(struct async_queue *self, struct async_value *const *values, size_t count);
	/* Blocks the caller until no task is left, neither queued nor running. Same rule. */
	void (*quiesce)(struct async_queue *self);
	/* How many non-blocking tasks can run at once, >= 1. */
	unsigned (*parallelism)(struct async_queue *self);
	/* True in a thread of the queue that runs non-blocking tasks. */
	bool (*is_worker)(struct async_queue *self);
	/* Quiesces, joins the threads, frees. Not called by a task. */
	void (*destroy)(struct async_queue *self);
};
struct async_queue {
	const struct async_queue_vtable *vtable;
};

static inline void async_queue_add(struct async_queue *q, void (*run)(void *ctx), void *ctx)
{
	struct async_task task = { run, ctx };
	q->vtable->add(q, task);
}

static inline bool async_queue_add_blocking(struct async_queue *q, void (*run)(void *ctx), void *ctx, bool allow_queuing)
{
	struct async_task task = { run, ctx };
	return q->vtable->add_blocking(q, task, allow_queuing);
}

static inline void async_queue_await(struct async_queue *q, struct async_value *const *values, size_t count)
{
	q->vtable->await(q, values, count);
}

static inline void async_queue_quiesce(struct async_queue *q) { q->vtable->quiesce(q); }
static inline unsigned async_queue_parallelism(struct async_queue *q) { return q->vtable->parallelism(q); }
ASYNC_API void async_queue_destroy(struct async_queue *q); /* NULL is ignored */

/* First in, first out, deterministic; starts no thread except as said. Non-blocking tasks run inside await() and
 * quiesce() of the thread that calls them, and blocking tasks with them; only a blocking task that was added with
 * allow_queuing false runs at once, in the caller. `allocator` NULL: system. NULL when out of memory. */
ASYNC_API struct async_queue *async_queue_create_single(const struct async_allocator *allocator);

/* Single-threaded queue only: runs the oldest task, for hosts that drive it from a loop of their own.
 * @return false when there was none. */
ASYNC_API bool async_queue_single_step(struct async_queue *single);

struct async_threads_options {
	size_t size;               /* sizeof(struct async_threads_options) */
	unsigned threads;          /* non-blocking workers; 0: as many as CPUs the process may use */
	unsigned blocking_threads; /* most threads for blocking tasks; 0: 256. Made on demand, ended after idle_ms */
	unsigned idle_ms;          /* 0: 1000 */
	const char *name;          /* prefix of the thread names; NULL: "async" */
};

/* Work stealing between fixed workers, and a separate pool for blocking tasks. Workers inherit the CPU affinity of the
 * caller and sleep when idle. `allocator` NULL: system. `options` NULL: defaults.
 * @return NULL when out of memory or threads; no thread is left over then. */
ASYNC_API struct async_queue *async_queue_create_threads(const struct async_allocator *allocator,
	const struct async_threads_options *options);

#ifdef __cplusplus
}
#endif

#endif
