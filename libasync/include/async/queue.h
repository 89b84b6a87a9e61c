/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work queues: an interface for running tasks, with four implementations. A host can provide its own.
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
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs once, on some thread of the queue (or in the caller when the queue is full). `ctx` must stay valid until then.
 * Thread class: immutable. */
struct async_task {
	void (*run)(void *ctx);
	void *ctx;
};

/* Thread class: safe; immutable while in use. All members must be set, except those marked optional. A queue
 * implementation of the host embeds struct async_queue as its first member.
 *
 * A task must not wait for its own queue: await, quiesce and destroy in a task of the same queue, nested awaits on
 * other queues included, return at once and are reported as ASYNC_MISUSE_WAIT_IN_TASK (<async/misuse.h>). The awaited
 * values may then be unavailable. Only a blocking task that runs in a dedicated thread (create_threads, create_adapter)
 * may await; it may not quiesce or destroy. A task may await on another queue; a single-threaded or donated queue then
 * runs its tasks in this thread.
 *
 * Queues are fair: they are first in, first out, or (create_threads) take the oldest task regularly, so a task that
 * adds itself again and again does not starve others. */
struct async_queue;

/* A task in the caller's memory, which must stay valid until the task runs. `next` belongs to the queue meanwhile. */
struct async_posted {
	struct async_task task;
	struct async_posted *next;
};
struct async_poller;      /* <async/external.h> */
struct async_queue_stats; /* <async/observe.h> */

struct async_queue_vtable {
	size_t size; /* sizeof(struct async_queue_vtable) of the implementer */
	const char *(*name)(struct async_queue *self); /* for messages: "single-threaded" */
	/* Takes the task. Never fails: a full queue runs it in the caller. The queue may be destroyed once the task has
	 * run, even before this call returns. */
	void (*add)(struct async_queue *self, struct async_task task);
	/* Takes a task that may block. With allow_queuing false the task must start at once, so that tasks that wait
	 * for each other cannot starve: returns false, without taking the task, when no thread is free and none can be
	 * created. */
	bool (*add_blocking)(struct async_queue *self, struct async_task task, bool allow_queuing);
	/* Blocks the caller until all values are available. The caller must not be a task of the queue. The queue
	 * may be destroyed as soon as this returns, even if the calls that completed the values have not returned
	 * yet. */
	void (*await)(struct async_queue *self, struct async_value *const *values, size_t count);
	/* Blocks the caller until no task is queued or running. The caller must not be a task of the queue. */
	void (*quiesce)(struct async_queue *self);
	/* The number of non-blocking tasks that can run at once, >= 1. */
	unsigned (*parallelism)(struct async_queue *self);
	/* True in a thread of the queue that runs non-blocking tasks, also while such a task awaits on another queue
	 * and runs tasks of that one. */
	bool (*is_worker)(struct async_queue *self);
	/* Quiesces, joins the threads, frees. Not called by a task, nor while another thread awaits or quiesces. */
	void (*destroy)(struct async_queue *self);
	/* Optional: add() for each task, with fewer wake-ups. If it is NULL, or `size` excludes it, add() is called. */
	void (*add_all)(struct async_queue *self, const struct async_task *tasks, size_t count);
	/* Optional, likewise: runs one queued task in the caller, which is a task of this queue. Used by a task that
	 * waits for a group (<async/group.h>). @return false when no task is queued. */
	bool (*run_one)(struct async_queue *self);
	/* Optional, all three or none: work outside of the queue (<async/external.h>), from any thread. Between
	 * hold() and unhold() the queue is not quiescent. `polled`: the pollers must be called meanwhile. unhold()
	 * may be followed by the destruction of the queue before it returns. post() adds a task without allocation
	 * and without running it in the caller; the caller holds the queue. */
	void (*hold)(struct async_queue *self, bool polled);
	void (*unhold)(struct async_queue *self, bool polled);
	void (*post)(struct async_queue *self, struct async_posted *posted);
	/* Optional, both or none, and only with hold(): while a hold is polled, idle threads of the queue call
	 * poller->poll(poller->ctx), one thread at a time. remove_poller() returns when no thread is in poll(). Without
	 * these members a thread of the library calls it. */
	void (*add_poller)(struct async_queue *self, struct async_poller *poller);
	void (*remove_poller)(struct async_queue *self, struct async_poller *poller);
	/* Optional: as await(), and runs tasks of the queue meanwhile, in the caller. */
	void (*await_helping)(struct async_queue *self, struct async_value *const *values, size_t count);
	/* Optional: as quiesce(), until `when`, in the time of async_now_ns(). @return true when no task is queued or
	 * running. */
	bool (*quiesce_until)(struct async_queue *self, uint64_t when);
	/* Optional, a hint that may be out of date: do tasks of other threads wait that no worker has taken yet? */
	bool (*has_waiting)(struct async_queue *self);
	/* Optional, both: see <async/observe.h>. stats() fills in what it knows; the members are 0 before. ran() is
	 * told of each task that has ended while tasks were counted. */
	void (*stats)(struct async_queue *self, struct async_queue_stats *out_stats);
	void (*ran)(struct async_queue *self, uint64_t waited_ns, uint64_t ran_ns);
	/* Optional: see async_queue_allocator(). */
	const struct async_allocator *(*allocator)(struct async_queue *self);
};
struct async_queue {
	const struct async_queue_vtable *vtable;
};

ASYNC_API void async_queue_add_traced_(struct async_queue *q, const char *name, struct async_task task); /* private */
ASYNC_API bool async_queue_add_blocking_traced_(struct async_queue *q, const char *name, struct async_task task,
	bool allow_queuing); /* private */

/* Adds a task that traces show as `name` (static text). While tracing is off the name costs one relaxed load. */
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

/* Adds several tasks, which are copied, as a batch: sleeping workers are woken together. `name` as above; NULL: "task".
 * The queue must not be destroyed before the last of them has begun to run. */
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

/* ---- waiting. Which waits run tasks in the thread that waits:
 *
 *   async_queue_await(), async_queue_quiesce(), and these with a limit of time (<async/future.h>): on single-threaded
 *     and donated queues any task of the queue, elsewhere none
 *   async_queue_await_helping(): any task of the queue
 *   async_group_wait(): in a task, tasks of the group and then any of the queue; elsewhere as async_queue_await()
 *   async_group_wait_with(): as the caller chooses
 *   async_limit_add(), async_timer_cancel(), async_request_off_cancel(): none
 *
 * Adding a task to a full queue runs that task; in a lane (<async/lanes.h>) perhaps another one of the lanes. */

static inline void async_queue_await(struct async_queue *q, struct async_value *const *values, size_t count)
{
	q->vtable->await(q, values, count);
}

/* As async_queue_await(). On create_threads(), this thread first runs tasks of the queue, also unrelated ones, for
 * about a millisecond, and sleeps when it finds none for some microseconds. So the first task of a short computation
 * does not wait until a worker wakes up. The caller must not hold a lock that a task takes, and may return late,
 * after a task that it has begun. Queues without await_helping(): as async_queue_await(). */
static inline void async_queue_await_helping(struct async_queue *q, struct async_value *const *values, size_t count)
{
	if (q->vtable->size > offsetof(struct async_queue_vtable, await_helping) && q->vtable->await_helping)
		q->vtable->await_helping(q, values, count);
	else
		q->vtable->await(q, values, count);
}

/* For tasks that take long and can be divided: should one let others have a turn? It then hands its rest over with
 * async_external_complete(), behind those that wait, because the worker would take a task that it adds at once. A hint
 * that costs a few nanoseconds; false on queues without has_waiting(). Thread class: safe. */
static inline bool async_queue_has_waiting(struct async_queue *q)
{
	return q->vtable->size > offsetof(struct async_queue_vtable, has_waiting) && q->vtable->has_waiting &&
	       q->vtable->has_waiting(q);
}

/* Returns the allocator for memory of tasks that may run after everything else of their host has ended: it outlives the
 * queue. That of the creation; async_allocator_system() for queues of the host without allocator(). Borrowed. Thread
 * class: safe. */
static inline const struct async_allocator *async_queue_allocator(struct async_queue *q)
{
	return q->vtable->size > offsetof(struct async_queue_vtable, allocator) && q->vtable->allocator
		       ? q->vtable->allocator(q)
		       : async_allocator_system();
}

static inline void async_queue_quiesce(struct async_queue *q) { q->vtable->quiesce(q); }
static inline unsigned async_queue_parallelism(struct async_queue *q) { return q->vtable->parallelism(q); }
ASYNC_API void async_queue_destroy(struct async_queue *q); /* NULL is ignored */

/* ---- work deferred until a batch of tasks of one function has run */

/* Batches updates of shared data, such as the reference count of one object, that each task would otherwise do by
 * itself. Immutable, and valid until settle() has been called for the last task: usually static. */
struct async_settlement {
	void (*settle)(void);     /* does the deferred work of the tasks that this thread has run since the last call */
	void (*tasks)(void *ctx); /* the function of the tasks */
};

/* Called in a task of settlement->tasks. The thread calls settle() once, when it runs something other than a task of
 * that function: before a task of another function, before it sleeps or ends, when it awaits or quiesces any queue, and
 * before await(), quiesce() or single_step() return in it. Thread class: safe.
 * @return false when this thread does not run non-blocking tasks of create_threads() or create_single(): settle() will
 * not be called for this task, which must do the work itself. */
ASYNC_API bool async_task_settle_later(const struct async_settlement *settlement);

/* ---- waiters through a queue: the continuation of a value runs as a non-blocking task, not in the thread that
 * completes the value. The queue must exist from the completion of the value until the task has run. */

/* A continuation in the caller's memory. Set queue and task; both must stay valid until the task runs, which may free
 * them. Thread class: owner. */
struct async_task_waiter {
	struct async_waiter waiter; /* private */
	struct async_queue *queue;
	struct async_task task;
};

/* Adds waiter->task to waiter->queue when the value is available or failed; at once if it already is. */
ASYNC_API void async_value_and_then_task(struct async_value *value, struct async_task_waiter *waiter);
/* As above, with a waiter allocated from the value's allocator.
 * @return ASYNC_OK · ASYNC_E_NOMEM: fn will not be called. */
ASYNC_API ASYNC_NODISCARD enum async_status async_value_and_then_on(
	struct async_value *value, struct async_queue *queue, void (*fn)(void *ctx), void *ctx);
/* As async_values_when_ready(), with fn as a task. */
ASYNC_API ASYNC_NODISCARD enum async_status async_values_when_ready_on(const struct async_allocator *allocator,
	struct async_value *const *values, size_t count, struct async_queue *queue, void (*fn)(void *ctx), void *ctx);

/* Creates a single-threaded queue: first in, first out, deterministic; starts no thread. Tasks, blocking ones included,
 * run in a thread that calls await() or quiesce(); a blocking task added with allow_queuing false runs at once, in the
 * caller. `allocator` NULL: system. NULL when out of memory. */
ASYNC_API struct async_queue *async_queue_create_single(const struct async_allocator *allocator);

/* Single-threaded queue only: runs the oldest task, for hosts that drive the queue from their own event loop.
 * @return false when no task was queued. */
ASYNC_API bool async_queue_single_step(struct async_queue *single);

enum async_thread_kind {
	ASYNC_THREAD_WORKER = 0,  /* runs non-blocking tasks */
	ASYNC_THREAD_BLOCKING = 1 /* runs blocking tasks */
};

/* Thread class: immutable; read during the call. */
struct async_threads_options {
	size_t size;               /* sizeof(struct async_threads_options) */
	unsigned threads;          /* non-blocking workers; 0: the number of CPUs the process may use */
	unsigned blocking_threads; /* limit for blocking threads; 0: 256. Created on demand, ended after idle_ms */
	unsigned idle_ms;          /* 0: 1000 */
	const char *name;          /* prefix of the thread names; NULL: "async" */
	/* Most workers that async_queue_threads_resize() (<async/threads.h>) may set, at most 4096; less than
	 * `threads`: as many as those. Each takes 17 KiB. */
	unsigned threads_limit;
	size_t stack_size;         /* bytes, rounded up to what the system needs; 0: the system's default */
	const unsigned *cpus;      /* CPUs that the threads may use; copied; numbers below 65536 */
	size_t cpu_count;          /* 0: those that the caller may use. A list that the system refuses is ignored */
	bool cpu_each;             /* worker n uses only cpus[n % cpu_count] */
	/* Called in each thread before its first task and after its last one; NULL: not called. Numbers count from 0
	 * per kind, and are used again. They must not call functions of the queue. */
	void (*on_start)(void *ctx, enum async_thread_kind kind, unsigned number);
	void (*on_stop)(void *ctx, enum async_thread_kind kind, unsigned number);
	void *hook_ctx;
};

/* Creates a multi-threaded queue: work stealing between workers, and a separate pool for blocking tasks. Workers
 * inherit the CPU affinity of the caller and sleep when idle. `allocator` NULL: system. `options` NULL: defaults.
 * @return NULL when out of memory or threads; threads already started have then been joined. Also NULL, and reported
 *         as ASYNC_MISUSE_BAD_ARGUMENT (<async/misuse.h>), when options->size is not set, there are more than 4096
 *         threads, or `cpus` is not as described. */
ASYNC_API struct async_queue *async_queue_create_threads(const struct async_allocator *allocator,
	const struct async_threads_options *options);

/* ---- queues that run in threads of the host */

/* Creates a donated queue, which starts no threads: tasks run in threads that the host lends, first in, first out, one
 * task per thread concurrently. A thread that awaits or quiesces runs tasks meanwhile; a blocking task that must not
 * queue runs in the caller. `parallelism` (0: 1) is the result of async_queue_parallelism(). `allocator` NULL: system.
 * NULL when out of memory. */
ASYNC_API struct async_queue *async_queue_create_donated(const struct async_allocator *allocator, unsigned parallelism);
/* Donated queue only, from any thread: runs the oldest task. @return false when no task was queued. */
ASYNC_API bool async_queue_donated_step(struct async_queue *donated);
/* Lends this thread: runs tasks, and sleeps when there are none, until async_queue_donated_stop(). */
ASYNC_API void async_queue_donated_work(struct async_queue *donated);
/* stop true: every async_queue_donated_work() returns after its current task; false: it may be called again. All calls
 * must have returned before the queue is destroyed. */
ASYNC_API void async_queue_donated_stop(struct async_queue *donated, bool stop);

/* The interface to a thread pool of the host. Thread class: its functions are safe. */
struct async_pool {
	size_t size;      /* sizeof(struct async_pool) */
	const char *name; /* borrowed; NULL: "adapter" */
	unsigned parallelism; /* number of tasks that can run concurrently; 0: 1 */
	void *ctx;            /* first argument of: */
	/* Schedules one call of run(arg) in a thread of the pool. @return false, without scheduling it, when the pool
	 * is full. */
	bool (*submit)(void *ctx, void (*run)(void *arg), void *arg);
	/* As submit() for a function that may block; without allow_queuing it must start at once or be refused. NULL:
	 * blocking tasks run in the caller. */
	bool (*submit_blocking)(void *ctx, void (*run)(void *arg), void *arg, bool allow_queuing);
};

/* Creates a queue whose tasks run in the pool `host`, which is copied; the objects it points to must outlive the queue.
 * Starts no threads. `allocator` NULL: system. NULL when out of memory. */
ASYNC_API struct async_queue *async_queue_create_adapter(const struct async_allocator *allocator,
	const struct async_pool *host);

#ifdef __cplusplus
}
#endif

#endif
