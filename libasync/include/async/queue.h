/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work queues: where tasks run. An interface with four implementations here; a host can bring its own.
 *
 * Corresponds to ConcurrentWorkQueue of the TFRT host runtime design. Non-blocking tasks must not wait for anything; a
 * task that may sleep or do I/O goes to add_blocking. */
#ifndef ASYNC_QUEUE_H
#define ASYNC_QUEUE_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/trace.h>
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

/* Thread class: safe. All members are set, except those said to be optional. A host's own queue embeds struct
 * async_queue as its first member. */
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
	/* Optional: as add() for each, with fewer wake-ups. NULL, or not in a table of a smaller size: add() is
	 * called. */
	void (*add_all)(struct async_queue *self, const struct async_task *tasks, size_t count);
};
struct async_queue {
	const struct async_queue_vtable *vtable;
};

ASYNC_API void async_queue_add_traced_(struct async_queue *q, const char *name, struct async_task task); /* private */
ASYNC_API bool async_queue_add_blocking_traced_(struct async_queue *q, const char *name, struct async_task task,
	bool allow_queuing); /* private */

/* Adds a task that is called `name` (static text) in traces. While tracing is off that costs one relaxed load. */
static inline void async_queue_add_named(struct async_queue *q, const char *name, void (*run)(void *ctx), void *ctx)
{
	struct async_task task = { run, ctx };
	if (async_trace_is_on())
		async_queue_add_traced_(q, name, task);
	else
		q->vtable->add(q, task);
}

static inline void async_queue_add(struct async_queue *q, void (*run)(void *ctx), void *ctx)
{
	async_queue_add_named(q, "task", run, ctx);
}

/* Adds several tasks, copied, in one go: sleeping workers are woken together. `name` as above; NULL: "task". */
ASYNC_API void async_queue_add_all(
	struct async_queue *q, const char *name, const struct async_task *tasks, size_t count);

static inline bool async_queue_add_blocking_named(
	struct async_queue *q, const char *name, void (*run)(void *ctx), void *ctx, bool allow_queuing)
{
	struct async_task task = { run, ctx };
	if (async_trace_is_on())
		return async_queue_add_blocking_traced_(q, name, task, allow_queuing);
	return q->vtable->add_blocking(q, task, allow_queuing);
}

static inline bool async_queue_add_blocking(
	struct async_queue *q, void (*run)(void *ctx), void *ctx, bool allow_queuing)
{
	return async_queue_add_blocking_named(q, "blocking task", run, ctx, allow_queuing);
}

static inline void async_queue_await(struct async_queue *q, struct async_value *const *values, size_t count)
{
	q->vtable->await(q, values, count);
}

static inline void async_queue_quiesce(struct async_queue *q) { q->vtable->quiesce(q); }
static inline unsigned async_queue_parallelism(struct async_queue *q) { return q->vtable->parallelism(q); }
ASYNC_API void async_queue_destroy(struct async_queue *q); /* NULL is ignored */

/* ---- what tasks of one function do once for many of them */

/* For tasks that each would change something that all threads share, such as the count of references to one object.
 * Immutable, and valid until settle() has been called for the last of them: usually static. */
struct async_settlement {
	void (*settle)(void);     /* does it, for those that this thread has run since */
	void (*tasks)(void *ctx); /* their function */
};

/* In a task of that function: settle() is called in this thread, once, as soon as the thread does not go straight on
 * with another of them: before a task of another function, before it sleeps or ends, and before await(), quiesce() or
 * single_step() return in it. Safe.
 * @return false: not in a thread of create_threads() that runs non-blocking tasks, nor in one that runs tasks of
 * create_single(); then nothing will be called, and the task does it itself. */
ASYNC_API bool async_task_settle_later(const struct async_settlement *settlement);

/* ---- waiters through a queue: what shall run when a value is there becomes a non-blocking task, instead of running in
 * the thread that completes the value. The queue must still take tasks then. */

/* In the caller's memory. Set queue and task; both stay until the task runs, which may free them. */
struct async_task_waiter {
	struct async_waiter waiter; /* private */
	struct async_queue *queue;
	struct async_task task;
};

/* Adds waiter->task to waiter->queue when the value is available or failed; at once if it is already. */
ASYNC_API void async_value_and_then_task(struct async_value *value, struct async_task_waiter *waiter);
/* As above with a waiter taken from the value's allocator.
 * @return ASYNC_OK · ASYNC_E_NOMEM: fn will not be called. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_and_then_on(
	struct async_value *value, struct async_queue *queue, void (*fn)(void *ctx), void *ctx);
/* As async_values_when_ready(), with fn as a task. */
ASYNC_API ASYNC_NODISCARD enum async_status async_values_when_ready_on(const struct async_allocator *allocator,
	struct async_value *const *values, size_t count, struct async_queue *queue, void (*fn)(void *ctx), void *ctx);

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

/* ---- threads of the host's own */

/* No thread of ours: tasks run in threads that the host lends, first in first out, as many side by side as there are.
 * Who awaits or quiesces lends itself; a blocking task that must not queue runs in the caller. `parallelism` (0: 1) is
 * what the queue answers when asked. `allocator` NULL: system. NULL when out of memory. */
ASYNC_API struct async_queue *async_queue_create_donated(const struct async_allocator *allocator, unsigned parallelism);
/* Donated queue only, from any threads. Runs the oldest task. @return false when there was none. */
ASYNC_API bool async_queue_donated_step(struct async_queue *donated);
/* Lends this thread: runs tasks, and sleeps when there are none, until somebody says stop. */
ASYNC_API void async_queue_donated_work(struct async_queue *donated);
/* With true all work() return, after the task at hand; with false they may be called again. Before the queue is
 * destroyed all must have returned. */
ASYNC_API void async_queue_donated_stop(struct async_queue *donated, bool stop);

/* A thread pool of the host's, as little as a queue needs of it. */
struct async_pool {
	size_t size;      /* sizeof(struct async_pool) */
	const char *name; /* borrowed; NULL: "adapter" */
	unsigned parallelism; /* how many can run at once; 0: 1 */
	void *ctx;            /* first argument of: */
	/* Runs run(arg) once, some time, in a thread of the pool. @return false, without having taken it, when it is
	 * full. */
	bool (*submit)(void *ctx, void (*run)(void *arg), void *arg);
	/* The same for what may block; without allow_queuing it starts at once or is refused. NULL: blocking tasks run
	 * in the caller. */
	bool (*submit_blocking)(void *ctx, void (*run)(void *arg), void *arg, bool allow_queuing);
};

/* A queue whose tasks run in `host`, which is copied; what it points to must outlive the queue. No thread of ours.
 * `allocator` NULL: system. NULL when out of memory. */
ASYNC_API struct async_queue *async_queue_create_adapter(const struct async_allocator *allocator,
	const struct async_pool *host);

#ifdef __cplusplus
}
#endif

#endif
