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

/* Runs once, on some thread of the queue (or in the caller when the queue is full). `ctx` must stay valid until then.
 * Thread class: immutable. */
struct async_task {
	void (*run)(void *ctx);
	void *ctx;
};

/* Thread class: safe; immutable while in use. All members are set, except those said to be optional. A host's own queue
 * embeds struct async_queue as its first member.
 *
 * A task must not wait for its own queue: await, quiesce and destroy in a task of the same queue, nested awaits on other
 * queues included, return at once and are reported as ASYNC_MISUSE_WAIT_IN_TASK (<async/misuse.h>). What await was to
 * wait for may then be unavailable. Only a blocking task that has a thread of its own (create_threads, create_adapter)
 * may await, though not quiesce or destroy. A task may await on another queue; a single-threaded or donated one runs its
 * tasks in this thread meanwhile.
 *
 * No task waits for ever behind others: queues are first in, first out, or, in create_threads(), take the oldest task
 * regularly, so that a task that adds itself again and again does not keep others from running. */
struct async_queue;
struct async_queue_vtable {
	size_t size; /* sizeof(struct async_queue_vtable) of the implementer */
	const char *(*name)(struct async_queue *self); /* for messages: "single-threaded" */
	/* Takes the task. Never fails: a full queue runs it in the caller. The queue may be destroyed once the task has
	 * run, although this call has not returned yet. */
	void (*add)(struct async_queue *self, struct async_task task);
	/* Takes a task that may block. With allow_queuing false it must start at once, so that tasks that wait for each
	 * other cannot starve: returns false, without having taken it, when no thread is free and none can be made. */
	bool (*add_blocking)(struct async_queue *self, struct async_task task, bool allow_queuing);
	/* Blocks the caller until all values are available. The caller must not be a task of the queue. The queue may be
	 * destroyed as soon as this returns, although the calls that led to the values have not returned yet. */
	void (*await)(struct async_queue *self, struct async_value *const *values, size_t count);
	/* Blocks the caller until no task is left, neither queued nor running. Same rule. */
	void (*quiesce)(struct async_queue *self);
	/* The number of non-blocking tasks that can run at once, >= 1. */
	unsigned (*parallelism)(struct async_queue *self);
	/* True in a thread of the queue that runs non-blocking tasks, also while such a task awaits on another queue and
	 * runs tasks of that one. */
	bool (*is_worker)(struct async_queue *self);
	/* Quiesces, joins the threads, frees. Not called by a task, nor while another thread awaits or quiesces. */
	void (*destroy)(struct async_queue *self);
	/* Optional: as add() for each, with fewer wake-ups. NULL, or not in a table of a smaller size: add() is
	 * called. */
	void (*add_all)(struct async_queue *self, const struct async_task *tasks, size_t count);
	/* Optional, likewise: runs one waiting task in the caller, which is a task of this queue. For a task that waits
	 * for a group (<async/group.h>). @return false when there is none. */
	bool (*run_one)(struct async_queue *self);
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

/* Adds several tasks, copied, in one go: sleeping workers are woken together. `name` as above; NULL: "task". The queue
 * must stay until the last of them has begun to run. */
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

/* ---- work deferred until a batch of tasks of one function has run */

/* For tasks that each would change data that all threads share, such as the reference count of one object. Immutable, and
 * valid until settle() has been called for the last of them: usually static. */
struct async_settlement {
	void (*settle)(void);     /* does the deferred work of the tasks that this thread has run since the last call */
	void (*tasks)(void *ctx); /* the function of the tasks */
};

/* Called in a task of settlement->tasks. The thread calls settle() once, when it runs something other than a task of that
 * function: before a task of another function, before it sleeps or ends, when it awaits or quiesces any queue, and before
 * await(), quiesce() or single_step() return in it. Thread class: safe.
 * @return false: this thread does not run non-blocking tasks of create_threads() or create_single(); settle() will not be
 * called for this task, which does the work itself. */
ASYNC_API bool async_task_settle_later(const struct async_settlement *settlement);

/* ---- waiters through a queue: a function that waits for a value runs as a non-blocking task, not in the thread that
 * completes the value. The queue must exist when the value becomes available, until the task has run. */

/* In the caller's memory. Set queue and task; both stay until the task runs, which may free them. Thread class: owner. */
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

/* Thread class: immutable; read during the call. */
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
 * A thread that awaits or quiesces lends itself; a blocking task that must not queue runs in the caller. `parallelism` (0: 1) is
 * what the queue answers when asked. `allocator` NULL: system. NULL when out of memory. */
ASYNC_API struct async_queue *async_queue_create_donated(const struct async_allocator *allocator, unsigned parallelism);
/* Donated queue only, from any threads. Runs the oldest task. @return false when there was none. */
ASYNC_API bool async_queue_donated_step(struct async_queue *donated);
/* Lends this thread: runs tasks, and sleeps when there are none, until async_queue_donated_stop(). */
ASYNC_API void async_queue_donated_work(struct async_queue *donated);
/* With true all work() return, after the task at hand; with false they may be called again. Before the queue is
 * destroyed all must have returned. */
ASYNC_API void async_queue_donated_stop(struct async_queue *donated, bool stop);

/* A thread pool of the host's, as little as a queue needs of it. Thread class: its functions are safe. */
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
