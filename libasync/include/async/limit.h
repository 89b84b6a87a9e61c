/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Limits: at most so many tasks run at once and so many wait; further ones are refused, or their caller waits for
 * room. A task that waits can be removed. Limits share queues: each has its own counts. */
#ifndef ASYNC_LIMIT_H
#define ASYNC_LIMIT_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/queue.h>
#include <async/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thread class: immutable; read during the call. */
struct async_limit_options {
	size_t size;      /* sizeof(struct async_limit_options) */
	uint32_t running; /* tasks that have begun and are not over; 0: no limit but that of the queue */
	size_t waiting;   /* tasks beyond that. One of the two limits must not be 0 */
};

/* A task in the caller's memory. Set run and ctx. It belongs to the limit from a successful add until run() is
 * called, which may free it, or until it is removed. Thread class: owner. */
struct async_limited {
	/* Called once, as a task of the queue. @return true: the work is over; false: it continues elsewhere, and
	 * async_limit_end() will be called once. */
	bool (*run)(void *ctx);
	void *ctx;
	/* private: */
	struct async_limited *next, *previous;
	bool waits;
};

/* Thread class: safe. */
struct async_limit;

/* `queue` and `allocator` (NULL: system) must outlive the limit and its tasks.
 * @return NULL when out of memory; also NULL, reported as ASYNC_MISUSE_BAD_ARGUMENT (<async/misuse.h>), if the size
 *         of the options is not set or both limits are 0. */
ASYNC_API ASYNC_NODISCARD struct async_limit *async_limit_create(struct async_queue *queue,
	const struct async_allocator *allocator, const struct async_limit_options *options);
/* Ends the owner's use; NULL is ignored. Tasks that were added still run. No other thread may be in
 * async_limit_add(). */
ASYNC_API void async_limit_destroy(struct async_limit *limit);

/* Adds a task; first in, first out. Allocates nothing. @return ASYNC_OK · ASYNC_E_LIMIT: refused, because as many
 * tasks as permitted run and wait; the task stays the caller's. */
ASYNC_API ASYNC_NODISCARD enum async_status async_limit_try_add(struct async_limit *limit, struct async_limited *task);
/* As above, but waits for room until `when` (see async_now_ns(); ASYNC_NEVER: without end), and runs no tasks
 * meanwhile.
 * @return ASYNC_OK · ASYNC_E_LIMIT: no room until then · ASYNC_E_STATE: the caller is a task of the queue and there
 *         is no room at once: it must not wait, reported as ASYNC_MISUSE_WAIT_IN_TASK. */
ASYNC_API ASYNC_NODISCARD enum async_status async_limit_add(
	struct async_limit *limit, struct async_limited *task, uint64_t when);

/* Removes a task that was added. @return true: it had not begun, will not run, and is the caller's again; false: it
 * has begun, or is over. Its memory must be valid, hence run() must not have freed it. */
ASYNC_API bool async_limit_remove(struct async_limit *limit, struct async_limited *task);

/* Ends the work of a task whose run() returned, or is about to return, false. From any thread; the limit may be freed
 * afterwards. */
ASYNC_API void async_limit_end(struct async_limit *limit);

struct async_limit_counts {
	size_t waiting, running;   /* now */
	uint64_t refused, removed; /* since the creation */
};
ASYNC_API struct async_limit_counts async_limit_counts(struct async_limit *limit);

#ifdef __cplusplus
}
#endif

#endif
