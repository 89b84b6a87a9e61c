/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a host hands to everything that runs: memory, a queue, where to report and where to print. */
#ifndef ASYNC_HOST_H
#define ASYNC_HOST_H

#include <async/allocator.h>
#include <async/error.h>
#include <async/export.h>
#include <async/queue.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thread class: immutable while in use; the callbacks are called from any thread, possibly at once.
 * Plain data: fill it in and keep it, with all it points to, until nothing runs any more. */
struct async_host {
	size_t size; /* sizeof(struct async_host) */
	const struct async_allocator *allocator;
	struct async_queue *queue;
	/* Told about every error where it arises (not again where it spreads to). NULL: silence. */
	void (*report)(void *ctx, const struct async_error *error);
	void *report_ctx;
	/* Text that a program prints. NULL: silence. Each call is one whole piece that must not be torn apart. */
	void (*print)(void *ctx, const char *text, size_t size);
	void *print_ctx;
};

#define ASYNC_HOST_INIT { sizeof(struct async_host), NULL, NULL, NULL, NULL, NULL, NULL }

/* Formats and passes on to host->print in one call. */
ASYNC_API void async_host_print(const struct async_host *host, const char *format, ...) ASYNC_PRINTF(2, 3);

/* Creates an error, reports it, and returns the reference. Same rules as async_error_create(). */
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
