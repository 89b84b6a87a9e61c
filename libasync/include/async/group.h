/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Task groups: tasks of a queue that are waited for together, from any thread and from inside a task (fork and join).
 *
 * The function that creates a group waits for it and destroys it. Under this rule groups may nest to any depth, on any
 * number of threads, without deadlock. A task must not wait for a group that it belongs to: that is reported as
 * ASYNC_MISUSE_WAIT_IN_TASK (<async/misuse.h>). */
#ifndef ASYNC_GROUP_H
#define ASYNC_GROUP_H

#include <async/allocator.h>
#include <async/error.h>
#include <async/export.h>
#include <async/queue.h>
#include <async/request.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thread class: safe, but for async_group_wait() and async_group_destroy(), which are the owner's. */
struct async_group;

/* A task of a group. Called exactly once for each async_group_add(), so it can own what `ctx` points to. `cancelled` is
 * NULL, or the error because of which the task should only release what it owns: the first error of the group, or that
 * of its request. Borrowed.
 * @return NULL, or an error, whose reference goes to the group: the first one becomes the result of the group, later
 *         ones are released. */
typedef struct async_error *(*async_group_fn)(void *ctx, struct async_error *cancelled);

/* Creates an empty group. `allocator` NULL: system. Queue and allocator must outlive the group, and the queue's tasks
 * that are left when the group is destroyed. @return NULL when out of memory. */
ASYNC_API ASYNC_NODISCARD struct async_group *async_group_create(
	struct async_queue *queue, const struct async_allocator *allocator);
/* Creates a group on queue and memory of the request's host. The group is a unit of work of the request until it has
 * been destroyed and its last task has run. Once the request is cancelled or its deadline has passed, tasks that have
 * not begun are called with the request's error, which becomes the result. */
ASYNC_API ASYNC_NODISCARD struct async_group *async_group_create_for(struct async_request *request);

/* Adds a task. Tasks of the group may do so too. Without memory the task runs in the caller. */
ASYNC_API void async_group_add(struct async_group *group, async_group_fn fn, void *ctx);

/* Gives the group a result, unless it has one. Takes over the caller's reference to `error`; NULL: a CANCELLED error.
 * Tasks that have not begun are called with it. */
ASYNC_API void async_group_cancel(struct async_group *group, struct async_error *error);

/* The result so far, for tasks that run for long; looks at the request too.
 * @return one reference, the caller's; NULL: go on. */
ASYNC_API ASYNC_NODISCARD struct async_error *async_group_check(struct async_group *group);

/* Blocks until no task of the group is left. A thread outside of the queue waits as in async_queue_await(). A task of
 * the queue runs tasks of the group meanwhile, then other tasks of the queue, and sleeps when there are none; queues of
 * the host's own run only tasks of the group. Afterwards the group is empty and without a result: it can be used again.
 * @return the first error, one reference, the caller's; NULL: none. */
ASYNC_API ASYNC_NODISCARD struct async_error *async_group_wait(struct async_group *group);

/* Ends the owner's use of the group; NULL is ignored. Tasks that are left still run. */
ASYNC_API void async_group_destroy(struct async_group *group);

#ifdef __cplusplus
}
#endif

#endif
