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
#include <async/timer.h>
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

/* Creates an empty group. `allocator` NULL: system. Queue and allocator must outlive the group and its memory, which
 * the queue may free after async_group_destroy(): destroy the queue, or quiesce it, before the allocator.
 * @return NULL when out of memory. */
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

/* Which tasks a thread runs while it waits. A queue whose thread would otherwise be idle is used best with ALL; a
 * thread that holds a lock, or that must answer soon, should not run tasks of strangers. */
enum async_help {
	ASYNC_HELP_ALL = 0,   /* as async_group_wait() */
	/* Only tasks of the group, also in a thread that runs no task of the queue. Waits inside these tasks likewise
	 * run only tasks of their own groups. On a single-threaded queue these tasks run beside those of a thread
	 * that drives the queue. */
	ASYNC_HELP_GROUP = 1,
	/* None: the thread sleeps. Another thread must run the tasks. In a task of a queue of parallelism 1 the call
	 * is refused, as ASYNC_MISUSE_WAIT_IN_TASK. On a single-threaded or donated queue, nothing runs unless
	 * another thread drives it. */
	ASYNC_HELP_NONE = 2
};

/* How to wait. Thread class: immutable; read during the call. */
struct async_group_wait_options {
	size_t size; /* sizeof(struct async_group_wait_options) */
	enum async_help help;
	/* Until when, in the time of async_now_ns(). A task that has begun is not interrupted. `timers` wake a thread
	 * outside of the queue that waits with ALL; NULL: timers for this call only, which start a thread. */
	struct async_timers *timers;
	uint64_t when;
};
#define ASYNC_GROUP_WAIT_INIT { sizeof(struct async_group_wait_options), ASYNC_HELP_ALL, NULL, ASYNC_NEVER }

/* As async_group_wait().
 * @param out_error  the result, one reference owned by the caller; NULL: none, also unless ASYNC_OK is returned
 * @return ASYNC_OK: the group is empty · ASYNC_E_STATE: the time has passed, or the wait was refused; the group keeps
 *         its tasks and its result · ASYNC_E_NOMEM: not waited · ASYNC_E_ARG: size is not set, reported as
 *         ASYNC_MISUSE_BAD_ARGUMENT. */
ASYNC_API ASYNC_NODISCARD enum async_status async_group_wait_with(
	struct async_group *group, const struct async_group_wait_options *how, struct async_error **out_error);

/* Ends the owner's use of the group; NULL is ignored. Remaining tasks still run. */
ASYNC_API void async_group_destroy(struct async_group *group);

#ifdef __cplusplus
}
#endif

#endif
