/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tracing: records which task ran when, in which thread, and how long it was queued. Always compiled in; off until the
 * program turns it on.
 *
 * Each thread writes to its own ring buffer, without locks; new events overwrite the oldest. While tracing is off, a
 * span or a counter costs one relaxed load. Names and categories are static text. Thread class of all functions: safe,
 * except async_trace_forget(). */
#ifndef ASYNC_TRACE_H
#define ASYNC_TRACE_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Starts tracing and discards earlier events.
 * @param events  minimum number of events kept per thread; 0: 16384. Applies to threads that have not traced before */
ASYNC_API void async_trace_start(size_t events);
ASYNC_API void async_trace_stop(void);

/* Sets the allocator for ring buffers and for records of queued tasks; NULL: malloc. It must stay valid until
 * async_trace_forget() has returned and all tasks added while tracing have run. A thread that cannot allocate its ring
 * records nothing. */
ASYNC_API void async_trace_use(const struct async_allocator *allocator);
/* Stops tracing, discards all events and frees all memory. No thread may record or write a trace meanwhile: queues must
 * be idle, and threads that trace must have ended or execute nothing that is traced. */
ASYNC_API void async_trace_forget(void);

/* Writes the recorded events as JSON in Chrome's trace event format, which Perfetto and chrome://tracing open: spans
 * as complete events, with their time in the queue as "wait_us"; the time in the queue as spans of category "wait";
 * counters, among them "tasks waiting", the tasks of all queues that have not begun; the names of the threads. May be
 * called while other threads trace: events overwritten meanwhile are omitted. `write` receives the text in pieces. */
ASYNC_API void async_trace_write(void (*write)(void *ctx, const char *text, size_t size), void *ctx);

/* As async_trace_write(), to an open file or an open descriptor, which is not closed.
 * @return ASYNC_OK · ASYNC_E_IO: not everything was written; errno has the reason */
ASYNC_API ASYNC_NODISCARD enum async_status async_trace_write_file(FILE *file);
ASYNC_API ASYNC_NODISCARD enum async_status async_trace_write_fd(int descriptor);

ASYNC_API extern uint32_t async_trace_on_; /* private, like the next three functions */
ASYNC_API uint64_t async_trace_now_(void);
ASYNC_API void async_trace_span_(const char *name, uint64_t begun, uint64_t queued);
ASYNC_API void async_trace_counter_(const char *name, int64_t value);

static inline bool async_trace_is_on(void)
{
	ASYNC_POINT_();
	return __atomic_load_n(&async_trace_on_, __ATOMIC_RELAXED) != 0; /* relaxed: publishes nothing */
}

/* Begins a span. @return the argument for async_trace_end(); 0 while tracing is off. */
static inline uint64_t async_trace_begin(void)
{
	return async_trace_is_on() ? async_trace_now_() : 0;
}

/* Ends a span in the thread that began it. Spans of one thread nest. */
static inline void async_trace_end(const char *name, uint64_t begun)
{
	if (begun)
		async_trace_span_(name, begun, 0);
}

/* Records a new value of the counter `name`. */
static inline void async_trace_counter(const char *name, int64_t value)
{
	if (async_trace_is_on())
		async_trace_counter_(name, value);
}

#ifdef __cplusplus
}
#endif

#endif
