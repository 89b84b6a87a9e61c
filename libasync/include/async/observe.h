/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Observation of queues while they work: callbacks at the begin and end of tasks, the number of waiting tasks, and how
 * long tasks waited. Traces (<async/trace.h>) have the same as events. While nothing is observed, a task costs nothing
 * more than without this header. */
#ifndef ASYNC_OBSERVE_H
#define ASYNC_OBSERVE_H

#include <async/export.h>
#include <async/queue.h>
#include <async/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A task that begins or ends. Valid during the call. Thread class: immutable. */
struct async_task_info {
	size_t size; /* sizeof(struct async_task_info) in the library */
	const char *name; /* as in traces: static text */
	const struct async_queue *queue; /* only to be compared: at the end it may be about to be destroyed */
	/* Times of async_now_ns(): when the task was added, when it began, and when it ended (0 in begin()). */
	uint64_t queued, begun, ended;
};

/* Thread class: immutable while it is in use. */
struct async_task_observer {
	size_t size; /* sizeof(struct async_task_observer) */
	/* Called in the thread that runs the task, just before and just after it; calls of a thread nest if its tasks
	 * do. Either may be NULL. They must not wait, and what they do counts as part of the queue's work. */
	void (*begin)(void *ctx, const struct async_task_info *task);
	void (*end)(void *ctx, const struct async_task_info *task);
	void *ctx;
};

/* Sets the observer of all queues of the process; NULL: none. Concerns tasks that are added afterwards by the
 * functions of <async/queue.h>; continuations of values, groups, loops and kernels are such tasks. `observer` is
 * borrowed until the tasks that were added meanwhile have run. A task that finds no memory for its record runs
 * unobserved. Thread class: safe.
 * @return ASYNC_OK · ASYNC_E_ARG: observer->size is not set, also reported as ASYNC_MISUSE_BAD_ARGUMENT; nothing
 *         changes */
ASYNC_API ASYNC_NODISCARD enum async_status async_observe_tasks(const struct async_task_observer *observer);

/* Switches counting on or off, for tasks of all queues that are added afterwards: see the last members of
 * async_queue_stats. Thread class: safe. */
ASYNC_API void async_count_tasks(bool on);

/* The state of a queue at about one moment; each number by itself was right at some time during the call. */
struct async_queue_stats {
	size_t size; /* sizeof(struct async_queue_stats); set by the caller */
	/* Non-blocking tasks that have not begun: the depth of the queue. Without those that the thread of a
	 * single-threaded queue has taken, unless that thread asks. */
	uint64_t waiting;
	uint64_t blocking_waiting; /* likewise, blocking ones that wait for a thread */
	unsigned workers;          /* threads that run non-blocking tasks: create_threads() only, else 0 */
	unsigned idle_workers;     /* of them: that sleep or are about to */
	unsigned blocking_threads; /* that exist */
	unsigned idle_blocking_threads; /* of them: without a task */
	/* While counting was on (async_count_tasks()): tasks that have ended; the sum of the times that they waited,
	 * and the longest; the sum of the times that they ran. Nanoseconds. */
	uint64_t tasks, waited_ns, longest_wait_ns, ran_ns;
};

/* Reads them. Thread class: safe.
 * @return ASYNC_OK · ASYNC_E_ARG: out_stats->size is not set, also reported as ASYNC_MISUSE_BAD_ARGUMENT ·
 *         ASYNC_E_UNSUPPORTED: a queue of the host without `stats` in its vtable */
ASYNC_API ASYNC_NODISCARD enum async_status async_queue_stats(
	struct async_queue *queue, struct async_queue_stats *out_stats);

#ifdef __cplusplus
}
#endif

#endif
