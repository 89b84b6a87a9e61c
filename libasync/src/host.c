/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Printing and reporting through a host. */
#include "allocator_private.h"
#include <async/host.h>
#include <async/misuse.h>
#include <stdint.h>
#include <stdio.h>

void async_host_print(const struct async_host *host, const char *format, ...)
{
	char buffer[512];
	va_list arguments;
	if (!host->print)
		return;
	va_start(arguments, format);
	int length = vsnprintf(buffer, sizeof buffer, format, arguments);
	va_end(arguments);
	if (length <= 0)
		return;
	size_t size = (size_t)length;
	if (size < sizeof buffer) {
		host->print(host->print_ctx, buffer, size);
		return;
	}
	const struct async_allocator *allocator = async__or_system(host->allocator);
	char *text = async_alloc(allocator, size + 1, 1);
	if (!text) { /* print the part that fits, still in one call */
		host->print(host->print_ctx, buffer, sizeof buffer - 1);
		return;
	}
	va_start(arguments, format);
	vsnprintf(text, size + 1, format, arguments);
	va_end(arguments);
	host->print(host->print_ctx, text, size);
	async_free(allocator, text, size + 1, 1);
}

struct async_error *async_host_error(
	const struct async_host *host, enum async_code code, struct async_location location, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct async_error *error = async_error_create_v(host->allocator, code, location, format, arguments);
	va_end(arguments);
	if (host->report)
		host->report(host->report_ctx, error);
	return error;
}

static void report_misuse(void *ctx, const struct async_misuse *misuse)
{
	struct async_location nowhere = { NULL, 0 };
	async_error_release(
		async_host_error(ctx, ASYNC_CODE_INTERNAL, nowhere, "%s: %s", misuse->function, misuse->message));
}

void async_host_report_misuse(const struct async_host *host)
{
	async_set_misuse_handler(host ? report_misuse : NULL, (void *)(uintptr_t)host);
}
