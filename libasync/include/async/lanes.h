/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Priorities: three lanes in front of a queue. The threads of the queue take tasks of higher lanes first, but every
 * lane has a share, so none starves. A task that has begun is not interrupted: a lane waits at most for the tasks
 * that run.
 *
 *   task by task    async_queue_add(async_lanes_queue(lanes, ASYNC_PRIORITY_HIGH), run, ctx)
 *   per request     a host whose queue is that of a lane, see async_request_priority()
 *   by deadline     async_lanes_add_due() */
#ifndef ASYNC_LANES_H
#define ASYNC_LANES_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/queue.h>
#include <async/request.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* While all lanes have tasks, of ASYNC_LANES_TURNS tasks that begin this many are of the normal and of the low lane. */
#define ASYNC_LANES_TURNS 16u
#define ASYNC_LANES_NORMAL 4u
#define ASYNC_LANES_LOW 1u

/* Thread class: safe. */
struct async_lanes;

/* `queue` and `allocator` (NULL: system) must outlive the lanes. The queue may also be used directly; its own tasks
 * and those of the lanes together are in the order of the queue. @return NULL when out of memory. */
ASYNC_API ASYNC_NODISCARD struct async_lanes *async_lanes_create(
	struct async_queue *queue, const struct async_allocator *allocator);
/* Waits as async_queue_quiesce() of the queue until all tasks of the lanes have run. Not called by a task of the
 * queue, where it is refused and reported as ASYNC_MISUSE_WAIT_IN_TASK (<async/misuse.h>), nor while another thread
 * adds. NULL is ignored. */
ASYNC_API void async_lanes_destroy(struct async_lanes *lanes);

/* The queue whose tasks are in the lane of this priority. Borrowed from the lanes; destroying it does nothing but
 * report ASYNC_MISUSE_BAD_ARGUMENT. Tasks, and those of external operations, are in the lane; everything else is that
 * of the queue behind: await, quiesce, blocking tasks, which have no priority. Tasks of one lane begin in the order in
 * which they were added. If out of memory, a task goes to the queue directly. */
ASYNC_API struct async_queue *async_lanes_queue(struct async_lanes *lanes, enum async_priority priority);

/* Adds a task that begins before the other tasks of its lane: earliest deadline first. `when` only orders; the task
 * also runs when it is past. If out of memory: as without a deadline. */
ASYNC_API void async_lanes_add_due(struct async_lanes *lanes, enum async_priority priority, uint64_t when,
	void (*run)(void *ctx), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
