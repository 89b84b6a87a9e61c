/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads traces: events and their durations. */
#ifndef BEF_APP_TRACE_H
#define BEF_APP_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_TEXT 512 /* longer names are truncated */

/* A complete event (in Chrome's format "ph": "X"). Missing texts have size 0. */
struct trace_event {
	/* NUL-terminated; the last two from "args" */
	char name[TRACE_TEXT], location[TRACE_TEXT], function[TRACE_TEXT];
	uint64_t kernel;     /* "kernel" of "args": number in the function, from 1; 0: missing */
	double microseconds; /* "dur" */
	double inside;       /* "inside" of "args": microseconds of nested events; default 0 */
};

/* Reads a trace in Chrome's format, or the page of 'bef run --trace FILE.html'. Calls `event` for each event.
 * @return NULL, or an error message for offset *out_offset */
const char *trace_read(const char *text, size_t size, void (*event)(void *ctx, const struct trace_event *event),
	void *ctx, size_t *out_offset);

/* trace_read() for a page. */
bool trace_is_page(const char *text, size_t size);
const char *trace_read_page(const char *text, size_t size, void (*event)(void *ctx, const struct trace_event *event),
	void *ctx, size_t *out_offset);

#endif
