/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Event loops of a host, such as epoll, libuv or GLib: tasks that run in the thread of the loop, and values that
 * become available when a file descriptor is ready. Linux only: elsewhere the functions report that they are not
 * supported. */
#ifndef ASYNC_LOOP_H
#define ASYNC_LOOP_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/queue.h>
#include <async/status.h>
#include <async/value.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a queue in the thread of a loop: async_queue_create_donated(), whose tasks the loop runs */

/* The descriptor of a donated queue, made by the first call: readable while tasks wait that no thread was told about.
 * The loop watches it, level-triggered or edge-triggered, and calls async_queue_donated_drain() when it is readable.
 * It belongs to the queue, which closes it at the end; do not read, write or close it. Thread class: safe.
 * @return the descriptor · -1: the system has none, or it is another queue; errno says why (EINVAL, ENOSYS, EMFILE
 *         ...) */
ASYNC_API int async_queue_donated_fd(struct async_queue *donated);
/* Runs the tasks that wait at this moment, at most `most` (0: all of them). Those that they add stay for the next turn
 * of the loop: the descriptor is readable again. Without tasks, calls the pollers of the queue once. Thread class: as
 * async_queue_donated_step().
 * @return the number of tasks that were run */
ASYNC_API size_t async_queue_donated_drain(struct async_queue *donated, size_t most);

/* ---- descriptors that become ready */

enum async_fd_events {
	ASYNC_FD_READ = 1,  /* read() does not block: data, the end of the data, or a connection to accept */
	ASYNC_FD_WRITE = 2, /* write() does not block */
	ASYNC_FD_HANGUP = 4 /* the other side has closed, or there was an error; only in results, ends every wait */
};

/* Descriptors that are watched together. Thread class: safe. */
struct async_fds;

/* Watches in a thread, which is created by the first wait and sleeps while nothing is ready. NULL when out of memory
 * or descriptors. */
ASYNC_API struct async_fds *async_fds_create(const struct async_allocator *allocator);
/* Without a thread: the loop watches async_fds_fd() and calls async_fds_step() when it is readable. NULL as above. */
ASYNC_API struct async_fds *async_fds_create_stepped(const struct async_allocator *allocator);
/* Values that are not available fail with CANCELLED; a wait that one of their waiters begins fails likewise. Joins the
 * thread. Not called by a waiter of one of the values. NULL is ignored. */
ASYNC_API void async_fds_destroy(struct async_fds *fds);

/* Stepped only: the descriptor that is readable while one of the watched is ready; it belongs to `fds`. */
ASYNC_API int async_fds_fd(const struct async_fds *fds);
/* Stepped only: completes the values of what is ready, without waiting. @return their number */
ASYNC_API size_t async_fds_step(struct async_fds *fds);

/* Waits once until a descriptor is ready. The value is completed in the thread of `fds`, or the one that steps;
 * waiters that take time belong on a queue (async_value_and_then_on()). Several waits for one descriptor are
 * independent. Regular files are always ready.
 * @param events  ASYNC_FD_READ, ASYNC_FD_WRITE, or both: one of them is enough
 * @return a value "i32" of the events that have come; one reference, owned by the caller. It fails with
 *         INVALID_ARGUMENT if `fd` is no open descriptor or `events` is wrong, with RESOURCE_EXHAUSTED if the system
 *         has no room, and with CANCELLED (below). Never NULL */
ASYNC_API struct async_value *async_fds_ready(
	struct async_fds *fds, const struct async_allocator *allocator, int fd, unsigned events);
/* Ends all waits for a descriptor: their values fail with CANCELLED. Must be called before the descriptor is closed if
 * any are left. */
ASYNC_API void async_fds_forget(struct async_fds *fds, int fd);

#ifdef __cplusplus
}
#endif

#endif
