/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Task groups: tasks of a queue that are waited for together, from any thread and from inside a task (fork and join).
 *
 * The function that creates a group waits for it and destroys it. Under this rule groups may nest to any depth, on any
 * number of threads, without deadlock: a thread whose stack is half full lets a new thread, with a new stack, run
 * the tasks that it waits for; if no thread can be created, it runs them itself. A task must not wait for a group
 * that it belongs to: that is reported as ASYNC_MISUSE_WAIT_IN_TASK (<async/misuse.h>). */
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

/* Thread class: safe, except that only the owner may call async_group_wait() and async_group_destroy(). */
struct async_group;

/* A task of a group. Called exactly once for each async_group_add(), so it can own what `ctx` points to. `cancelled` is
 * NULL, or the error because of which the task should only release what it owns: the first error of the group, or that
 * of its request. Borrowed.
 * @return NULL, or an error, whose reference goes to the group: the first one becomes the result of the group, later
 *         ones are released. */
typedef struct async_error *(*async_group_fn)(void *ctx, struct async_error *cancelled);

/* Creates an empty group. `allocator` NULL: system. Queue and allocator must outlive the group, and also the tasks of
 * the group that remain when it is destroyed. @return NULL when out of memory. */
ASYNC_API ASYNC_NODISCARD struct async_group *async_group_create(
	struct async_queue *queue, const struct async_allocator *allocator);
/* Creates a group with the queue and allocator of the request's host. The group is a unit of work of the request until
 * it has been destroyed and its last task has run. Once the request is cancelled or its deadline has passed, tasks that
 * have not begun are called with the request's error, which becomes the result. */
ASYNC_API ASYNC_NODISCARD struct async_group *async_group_create_for(struct async_request *request);

/* Adds a task. A task of the group may add further tasks. If out of memory, the task runs in the caller. */
ASYNC_API void async_group_add(struct async_group *group, async_group_fn fn, void *ctx);

/* Sets the result of the group to `error`, unless the group already has one. Takes over the caller's reference to
 * `error`; NULL: a CANCELLED error. Tasks that have not begun are called with it. */
ASYNC_API void async_group_cancel(struct async_group *group, struct async_error *error);

/* For long-running tasks: returns the error of the group so far, after checking its request as async_request_check()
 * does. @return one reference, owned by the caller; NULL: no error, continue. */
ASYNC_API ASYNC_NODISCARD struct async_error *async_group_check(struct async_group *group);

/* Blocks until all tasks of the group have run. A thread that runs no task of the queue waits as in
 * async_queue_await(). A task of the queue meanwhile runs tasks of the group, then other tasks of the queue, and sleeps
 * when there are none; on queues without run_one() it runs only tasks of the group. While it sleeps, a task that is
 * added to the group wakes it; a task that is added to the queue does not, and is run by another thread. Afterwards the
 * group is empty, has no result and can be reused.
 * @return the first error, one reference owned by the caller; NULL: none. */
ASYNC_API ASYNC_NODISCARD struct async_error *async_group_wait(struct async_group *group);

/* Ends the owner's use of the group; NULL is ignored. Remaining tasks still run. */
ASYNC_API void async_group_destroy(struct async_group *group);

#ifdef __cplusplus
}
#endif

#endif
