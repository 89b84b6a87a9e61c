/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The environment of an execution, provided by the host program: allocator, queue, error reporting and printing. */
#ifndef ASYNC_HOST_H
#define ASYNC_HOST_H

#include <async/allocator.h>
#include <async/error.h>
#include <async/export.h>
#include <async/queue.h>

#ifdef __cplusplus
extern "C" {
#endif

struct async_request; /* <async/request.h> */
struct async_resources;

/* Thread class: immutable while in use; the callbacks are called from any thread, possibly concurrently.
 * Plain data: fill it in; it and everything it points to must outlive all executions that use it. */
struct async_host {
	size_t size; /* sizeof(struct async_host) */
	const struct async_allocator *allocator; /* NULL: system */
	struct async_queue *queue;
	/* Called once for every error, where the error originates (not where it propagates). NULL: not reported. */
	void (*report)(void *ctx, const struct async_error *error);
	void *report_ctx;
	/* Prints text of a running program. NULL: discarded. The text of one call must not be interleaved with
	 * that of other calls. The text may contain arbitrary bytes from the program and its data, for example
	 * escape sequences: a callback that writes to a terminal must escape control characters. */
	void (*print)(void *ctx, const char *text, size_t size);
	void *print_ctx;
	/* Long kernels run in the calling thread. False: they become tasks, so that the caller of a function
	 * continues. For hosts whose queue has one thread and whose callers wait anyway: results are computed in
	 * order, and fewer of them exist at one time. */
	bool run_at_once;
	/* Every request of this host is a child of this one (async_request_create_child()), whose cancellation ends all
	 * of them: the cancel value of TFRT's HostContext. async_request_cancel_on() ties it to a value. Made with the
	 * same allocator, while this member is NULL; borrowed, and released after all of them. NULL: none. */
	struct async_request *root;
	/* Named objects of all requests, such as handlers of devices (<kernels/handler.h>): the shared context of
	 * TFRT's HostContext. Borrowed; released after all requests. NULL: each request has only its own store. */
	struct async_resources *resources;
};

static inline bool async_host_runs_at_once(const struct async_host *host)
{
	return host->size > offsetof(struct async_host, run_at_once) && host->run_at_once;
}

static inline struct async_resources *async_host_resources(const struct async_host *host)
{
	return host->size >= offsetof(struct async_host, resources) + sizeof host->resources ? host->resources : NULL;
}

#define ASYNC_HOST_INIT { sizeof(struct async_host), NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, NULL }

/* Formats the text and passes it to host->print in one call. */
ASYNC_API void async_host_print(const struct async_host *host, const char *format, ...) ASYNC_PRINTF(2, 3);

/* Creates an error as async_error_create() does, reports it through host->report, and returns the reference. */
ASYNC_API struct async_error *async_host_error(const struct async_host *host, enum async_code code,
	struct async_location location, const char *format, ...) ASYNC_PRINTF(4, 5);

/* Reports misuse (<async/misuse.h>) of the whole process through host->report, as errors with code INTERNAL and without
 * a location, for example "async_value_emplace: the value already has a result; dropped the second one". Replaces
 * the misuse handler. `host` is borrowed until the handler is replaced; NULL restores the default handler. */
ASYNC_API void async_host_report_misuse(const struct async_host *host);

#ifdef __cplusplus
}
#endif

#endif
