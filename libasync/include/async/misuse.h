/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Detected programming errors: calls that break a rule of a header, such as completing a value twice or waiting for a
 * queue inside one of its own tasks. The library detects those listed here in every build. It reports them to a
 * process-wide handler, undoes the call as its kind describes, and continues.
 *
 * The handler is process-wide because a value has no host. Without a handler, a library built without NDEBUG prints the
 * message to standard error and aborts; a library built with NDEBUG reports nothing. Every program should set a handler
 * when it starts; programs with an async_host call async_host_report_misuse(). */
#ifndef ASYNC_MISUSE_H
#define ASYNC_MISUSE_H

#include <async/export.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum async_misuse_kind {
	/* A value was completed (emplace, set_available, fail, forward) a second time, later or at the same time. The first
	 * result stays. The payload, error or target of the second call is released. `object`: the value. Not reported by
	 * the functions async_value_try_...(). */
	ASYNC_MISUSE_COMPLETED_TWICE = 1,
	/* A task awaits on, steps or quiesces its own queue, or destroys it. The call returns at once without having
	 * waited or destroyed anything. `object`: the queue. */
	ASYNC_MISUSE_WAIT_IN_TASK = 2
};

struct async_misuse {
	size_t size; /* sizeof(struct async_misuse) in the library */
	enum async_misuse_kind kind;
	const char *function; /* the public function that detected it; static text */
	const char *message;  /* what was found and what the library did; static text */
	const void *object;   /* for identification only: it may be freed by another thread at any time */
};

/* Sets the handler; NULL restores the default. The handler is called in the thread of the misuse, without locks
 * held, possibly in several threads at once. It may abort, or return to continue. `misuse` is valid during the call. A call
 * of the previous handler may still be running when this function returns. Thread class: safe. */
ASYNC_API void async_set_misuse_handler(void (*handler)(void *ctx, const struct async_misuse *misuse), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
