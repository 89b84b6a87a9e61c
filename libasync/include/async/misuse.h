/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Detected programming errors: calls that break a rule of a header, such as completing a value twice or waiting for a
 * queue inside one of its own tasks. The library detects those listed here in every build. It reports them to a
 * process-wide handler, undoes the call as its kind describes, and continues.
 *
 * The handler is process-wide because a value has no host. Without a handler, the contract mode decides: with it the
 * library prints the message to standard error and aborts, without it the library reports nothing. Every program should
 * set a handler when it starts; programs with an async_host call async_host_report_misuse().
 *
 * The contract mode is on in a library built without NDEBUG, and off in one built with it, unless the environment
 * variable ASYNC_CONTRACT is 1 or 0 when the mode is first read (ignored in set-uid programs), or
 * async_contract_set() is called. In this mode destroyed values, errors and requests of async_allocator_system(),
 * _cached() and _pooled() stay in memory, marked as destroyed, until 1024 other objects were destroyed, so that an
 * extra release is detected instead of damaging the heap. An object is not kept if it is larger than 64 KiB, or if
 * another thread destroys an object at the same moment. Objects of other allocators (of the host, or made by
 * async_allocator_create_...()) are freed at once, because these allocators may count or limit blocks, or end; an
 * extra release of such an object is not detected. AddressSanitizer detects it for all allocators. Under
 * AddressSanitizer and ThreadSanitizer, no object is kept. */
#ifndef ASYNC_MISUSE_H
#define ASYNC_MISUSE_H

#include <async/export.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum async_misuse_kind {
	/* A value was completed (emplace, set_available, fail, forward) a second time, later or at the same time.
	 * The first result stays. The payload, error or target of the second call is released. `object`: the value.
	 * Not reported by the functions async_value_try_...(). */
	ASYNC_MISUSE_COMPLETED_TWICE = 1,
	/* A task awaits on, steps or quiesces its own queue, or destroys it. The call returns at once without having
	 * waited or destroyed anything. `object`: the queue. */
	ASYNC_MISUSE_WAIT_IN_TASK = 2,
	/* async_external_complete() or _abandon() of an operation that is not outstanding: it was completed before.
	 * The call does nothing. Detected as long as the memory of the operation is valid and has not been reused.
	 * `object`: the operation. */
	ASYNC_MISUSE_ENDED_TWICE = 3,
	/* async_timer_start() of a timer that is pending. The timer keeps its time; the call returns ASYNC_E_STATE.
	 * `object`: the timer. */
	ASYNC_MISUSE_STARTED_TWICE = 4,
	/* More references were released than exist. The call does nothing. `object`: the released object. Objects
	 * that were already destroyed are detected in the contract mode only. */
	ASYNC_MISUSE_RELEASED_TOO_OFTEN = 5,
	/* An argument or option is out of the range that its header states: the `size` of a struct of options is not
	 * set (0, or one that no release has), or there are more than 4096 workers. The call fails. `object`: the
	 * options, or NULL. */
	ASYNC_MISUSE_BAD_ARGUMENT = 6,
	/* A task ended the thread of the queue that ran it: pthread_exit(), or the thread was cancelled. The task
	 * counts as finished; what it would have completed stays incomplete. The queue goes on, if necessary with
	 * another thread. `object`: the queue, or a part of it. Detected in threads of create_threads() and in
	 * async_queue_donated_work(). In other threads of the host, which await, quiesce, step or belong to its pool,
	 * a task must not end the thread. */
	ASYNC_MISUSE_THREAD_ENDED = 7,
	/* In the child of fork(): a queue with threads that the parent had created is used. add() runs the task in the
	 * caller; the other calls return at once without having waited or destroyed anything. Or a task that called
	 * fork() returned in the child: its thread, the only one there, ends. `object`: the queue. */
	ASYNC_MISUSE_FORKED = 8
};

struct async_misuse {
	size_t size; /* sizeof(struct async_misuse) in the library */
	enum async_misuse_kind kind;
	const char *function; /* the public function that detected it; static text */
	const char *message;  /* what was found and what the library did; static text */
	const void *object;   /* for identification only: it may be freed by another thread at any time */
};

/* Sets the handler; NULL restores the default. The handler is called in the thread of the misuse, without locks
 * held, possibly in several threads at once. It may abort, or return to continue. `misuse` is valid during the call.
 * A call of the previous handler may still be running when this function returns. Thread class: safe. */
ASYNC_API void async_set_misuse_handler(void (*handler)(void *ctx, const struct async_misuse *misuse), void *ctx);

/* Reports a misuse as the functions of this library do: to the handler, or as the contract mode decides. For
 * libraries and kernels on top of this one whose functions return no message. `function` and `message` are static.
 * Returns unless the handler or the contract mode ends the process. Thread class: safe; the caller holds no lock. */
ASYNC_API void async_misuse_report(enum async_misuse_kind kind, const char *function, const void *object,
	const char *message);

/* Switches the contract mode on or off, for the whole process. Thread class: safe. */
ASYNC_API void async_contract_set(bool on);
ASYNC_API bool async_contract_is_on(void);

#ifdef __cplusplus
}
#endif

#endif
