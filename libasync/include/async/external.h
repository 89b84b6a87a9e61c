/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work outside of a queue: commands of a device, messages of another process.
 *
 * A queue knows its tasks only. An operation that runs elsewhere holds the queue, so that quiesce() and destroy() wait
 * for it. Its completion arrives in one of two ways:
 * - the driver calls a function in one of its threads: async_external_complete() turns the call into one task of the
 *   queue, so that no waiter runs in that thread;
 * - the driver must be polled: idle threads call a poller. */
#ifndef ASYNC_EXTERNAL_H
#define ASYNC_EXTERNAL_H

#include <async/export.h>
#include <async/queue.h>
#include <async/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Holds the queue: until async_queue_unhold(), async_queue_quiesce() and async_queue_destroy() do not return, and a
 * single-threaded or donated queue without tasks sleeps in them. Calls nest. Called in a task of the queue, or by a
 * thread that knows that no other thread destroys the queue meanwhile. Thread class: safe.
 * @return false for a queue of the host that has no hold(): then the host must end its operations before it
 *         quiesces. */
ASYNC_API bool async_queue_hold(struct async_queue *q);
/* Releases one hold, from any thread. The queue may be destroyed before this call returns. */
ASYNC_API void async_queue_unhold(struct async_queue *q);

/* ---- operations whose end a foreign thread reports */

/* One operation, in the caller's memory. All members are private. The memory stays valid from begin() until run() is
 * called or abandon() returns; run() may free or reuse it. Thread class: owner. */
struct async_external {
	struct async_posted posted;
	struct async_queue *queue;
	const char *name;
	void (*run)(void *ctx);
	void *ctx;
	uint64_t completed;
};

/* Prepares an operation and holds the queue until its task runs. Call this before the driver learns of the operation.
 * `name`: static text for traces; NULL: "external". The task calls run(ctx). */
ASYNC_API void async_external_begin(struct async_external *external, struct async_queue *queue, const char *name,
	void (*run)(void *ctx), void *ctx);
/* Reports the end of the operation. Called exactly once (a second call is reported as ASYNC_MISUSE_ENDED_TWICE as long
 * as the memory is valid and not reused), from any thread, also from a callback that runs before the call that
 * registered the callback has returned. Posts one task to the queue: allocates nothing, runs no waiter, and takes only
 * locks of the queue, which no thread holds while it calls a driver.
 *
 * The task may run in the caller in two cases only: the pool behind an adapter refuses it, and none of its threads
 * is about to take another task; or a queue of the host has no post() and is full. */
ASYNC_API void async_external_complete(struct async_external *external);
/* Ends an operation that the driver has not accepted: releases the hold; run() is not called. */
ASYNC_API void async_external_abandon(struct async_external *external);

/* ---- engines that must be polled */

/* An engine that reports nothing by itself, in the caller's memory. Set poll and ctx.
 *
 * While operations are outstanding (begin(), end()), resting workers and threads that wait for the queue call
 * poll(ctx), one thread at a time. They ask continuously for 50 microseconds and then sleep between two calls, for
 * 20 microseconds at first and about a millisecond in the end. A worker that is never idle calls it between tasks.
 * For an adapter, and for a queue of the host without add_poller(), one thread of the library calls it. When nothing
 * is outstanding, nothing calls it. Thread class: safe. */
struct async_poller {
	/* Asks the engine; returns true if an operation has ended. Must return soon and must not wait for tasks,
	 * values or queues. It should hand completions over with async_external_complete() or async_queue_add(): the
	 * caller may be a thread that awaits. May call begin() and end(), but neither add() nor remove(). */
	bool (*poll)(void *ctx);
	void *ctx;
	/* private: */
	struct async_queue *queue;
	struct async_poller *next;
	struct async__poll_thread *thread;
	uint32_t outstanding;
};

/* Registers the poller; the memory must stay valid until remove().
 * @return ASYNC_OK · ASYNC_E_NOMEM: the thread for a queue without pollers could not be started. */
ASYNC_API ASYNC_NODISCARD enum async_status async_poller_add(struct async_poller *poller, struct async_queue *queue);
/* Unregisters it before the queue is destroyed, when no operation is outstanding and every end() has returned, as is
 * the case after quiesce(). poll() is not running when this returns. */
ASYNC_API void async_poller_remove(struct async_poller *poller);
/* begin(): an operation was started; holds the queue, and poll() is called until end(). end(): the operation has
 * ended; the queue may be destroyed. From any thread. */
ASYNC_API void async_poller_begin(struct async_poller *poller);
ASYNC_API void async_poller_end(struct async_poller *poller);

#ifdef __cplusplus
}
#endif

#endif
