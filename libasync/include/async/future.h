/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Futures: values that are made from other values, with cancellation and deadlines.
 *
 * A future is an ordinary value (<async/value.h>). No function of this header blocks, except the one that says so, and
 * none returns NULL: when out of memory the result is async_value_out_of_memory(). The values given are retained until
 * they are available or the result is determined: then the losers are released, before the result becomes
 * available. A loser that nobody else refers to is thereby dropped, and its waiters get a CANCELLED error. A loser that
 * others refer to keeps one block of `allocator` until it is available. Since a future retains its values, a producer
 * that may give up ends with async_promise_release().
 *
 * The result may also be completed by its consumer, with async_value_try_fail(): the first completion wins. Dropping
 * the result ends nothing; cancel the request for that. All functions are of thread class safe. */
#ifndef ASYNC_FUTURE_H
#define ASYNC_FUTURE_H

#include <async/allocator.h>
#include <async/error.h>
#include <async/export.h>
#include <async/queue.h>
#include <async/request.h>
#include <async/timer.h>
#include <async/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of all futures, copied. NULL stands for ASYNC_FUTURE_OPTIONS_INIT. Thread class: immutable. */
struct async_future_options {
	size_t size; /* sizeof(struct async_future_options) */
	/* Of the result and of memory that the library needs. Must outlive the result and the completion of the values.
	 * NULL: that of the request's host, else system. */
	const struct async_allocator *allocator;
	/* NULL: none. Once it is cancelled, a result that is not determined yet fails with the request's error, and
	 * functions that have not begun are not called. The future is a unit of work of the request until the values
	 * are available too. */
	struct async_request *request;
	/* Both or neither: at `when` (see async_now_ns()) a result that is not determined fails with DEADLINE_EXCEEDED.
	 * A value that is available already wins. If the timers are destroyed before, it fails with CANCELLED; their
	 * allocator must live until then. Without timers the time must be ASYNC_NEVER or 0: another one, which would
	 * never come, makes the result an INVALID_ARGUMENT error. */
	struct async_timers *timers;
	uint64_t when;
	/* Functions run as tasks of this queue; NULL: in the thread that makes the value available. */
	struct async_queue *queue;
	/* NULL, or called with the ctx of the call exactly once: after the function was called for the last time, or
	 * instead of it, and before the result is available. It is also called when memory runs out. Futures of several
	 * values, until and sleep have no ctx and do not call it. */
	void (*release)(void *ctx);
};
#define ASYNC_FUTURE_OPTIONS_INIT { sizeof(struct async_future_options), NULL, NULL, NULL, ASYNC_NEVER, NULL, NULL }

/* ---- several values. The array is copied. The result is one reference, owned by the caller; `options` may be NULL.
 * If options->size is not set, the result is an INVALID_ARGUMENT error, reported as ASYNC_MISUSE_BAD_ARGUMENT, and
 * release() is not called. */

/* The first value that becomes available, also with an error. Of no values: an INVALID_ARGUMENT error. */
ASYNC_API struct async_value *async_future_race(
	struct async_value *const *values, size_t count, const struct async_future_options *options);
/* The first value that becomes available without an error. If all fail: the first error. Of no values: an
 * INVALID_ARGUMENT error. */
ASYNC_API struct async_value *async_future_any(
	struct async_value *const *values, size_t count, const struct async_future_options *options);
/* A chain that becomes available when all values are, or fails with the first error, without waiting for the rest. */
ASYNC_API struct async_value *async_future_all(
	struct async_value *const *values, size_t count, const struct async_future_options *options);
/* A chain that becomes available when all values are, with or without errors. */
ASYNC_API struct async_value *async_future_all_settled(
	struct async_value *const *values, size_t count, const struct async_future_options *options);

/* The value, or the error of the request or of the deadline, whichever comes first. */
ASYNC_API struct async_value *async_future_until(
	struct async_value *value, const struct async_future_options *options);
/* A chain that becomes available at options->when, or fails when the request is cancelled. */
ASYNC_API struct async_value *async_future_sleep(const struct async_future_options *options);

/* ---- functions of a value. If the value fails, the result has its error, and the function is not called. */

/* Computes the payload of the result, of type `type`, in the raw memory `out_payload`. `value` is available; borrowed.
 * @return NULL, or an error, whose reference goes to the result; then there is no payload. */
typedef struct async_error *(*async_map_fn)(void *ctx, struct async_value *value, void *out_payload);
ASYNC_API struct async_value *async_future_map(struct async_value *value, async_type_id type, async_map_fn fn,
	void *ctx, const struct async_future_options *options);

/* Returns the value that the result forwards to, one reference; it may be unavailable. NULL: out of memory. */
typedef struct async_value *(*async_then_fn)(void *ctx, struct async_value *value);
/* Flat map. */
ASYNC_API struct async_value *async_future_then(
	struct async_value *value, async_then_fn fn, void *ctx, const struct async_future_options *options);
/* The reverse: fn is called with a value that has failed, and the result forwards to what it returns; another value is
 * the result itself. The error of the request and DEADLINE_EXCEEDED of the options are not passed to fn. */
ASYNC_API struct async_value *async_future_recover(
	struct async_value *value, async_then_fn fn, void *ctx, const struct async_future_options *options);

/* ---- trying again. Thread class of the options: immutable; copied. */
struct async_retry_options {
	size_t size;       /* sizeof(struct async_retry_options) */
	unsigned attempts; /* at most this many; 0: no limit, so that only a success, `again`, or the request ends it */
	uint64_t delay_ns; /* before the second attempt */
	uint64_t most_ns;  /* of a delay; 0: no limit */
	unsigned percent;  /* of a delay, the next one; 0: 200 */
	unsigned jitter;   /* 0 to 100: each delay is shortened at random by up to so many percent */
	/* Is the error temporary? NULL: UNAVAILABLE, RESOURCE_EXHAUSTED and ABORTED are. */
	bool (*again)(void *ctx, unsigned attempt, const struct async_error *error);
};

/* Starts an attempt, numbered from 1. @return its value, one reference; NULL: out of memory. */
typedef struct async_value *(*async_attempt_fn)(void *ctx, unsigned attempt);
/* Calls start() until a value is available without an error, or no further attempt is permitted: then the result has
 * the error of the last attempt. Where a further attempt is permitted, but the request is cancelled or the deadline has
 * passed, the result has that error. The first attempt starts in the caller, or in options->queue; later ones in the
 * queue, or in the thread of options->timers, which are required (an INVALID_ARGUMENT error otherwise).
 * `retry` NULL: 3 attempts, 10 ms, doubled. */
ASYNC_API struct async_value *async_future_retry(async_attempt_fn start, void *ctx,
	const struct async_retry_options *retry, const struct async_future_options *options);

/* ---- promises: the reference of the one that completes a value */

/* As async_value_release(), for the producer of the value: if the value has no result yet, it fails with ABORTED,
 * "broken promise", so that nobody waits for it in vain. A value that was forwarded keeps its target. NULL is
 * ignored. */
ASYNC_API void async_promise_release(struct async_value *promise);

/* ---- blocking */

/* As async_queue_await(), at most until `when`. `timers` wake the thread; NULL: timers for this call only, which start
 * a thread. Values that are not available then are not referred to any more.
 * @return ASYNC_OK: all values are available · ASYNC_E_STATE: some are not · ASYNC_E_NOMEM: not waited. */
ASYNC_API ASYNC_NODISCARD enum async_status async_queue_await_until(struct async_queue *queue,
	struct async_timers *timers, struct async_value *const *values, size_t count, uint64_t when);

/* As async_queue_quiesce(), at most until `when`; a task that runs in this thread is not interrupted.
 * @return ASYNC_OK: no task was queued or running · ASYNC_E_STATE: some were, or the wait was refused ·
 *         ASYNC_E_UNSUPPORTED: a queue of the host without quiesce_until(); not waited. */
ASYNC_API ASYNC_NODISCARD enum async_status async_queue_quiesce_until(struct async_queue *queue, uint64_t when);

#ifdef __cplusplus
}
#endif

#endif
