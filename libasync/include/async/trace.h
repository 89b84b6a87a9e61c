/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tracing: what ran when, in which thread, and how long it waited for its turn. Compiled in, off until the program turns
 * it on.
 *
 * Each thread writes to a ring of its own, without locks; what does not fit any more pushes out the oldest. While off,
 * a span or a counter costs one relaxed load. Names and categories are static text. Thread class of all functions:
 * safe, but for async_trace_forget(). */
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

/* Starts anew: what was recorded before is forgotten.
 * @param events  each thread keeps at least this many; 0: 16384. For threads that trace for the first time */
ASYNC_API void async_trace_start(size_t events);
ASYNC_API void async_trace_stop(void);

/* Where rings, and notes on tasks that wait, come from from now on; NULL: malloc. It must stay until
 * async_trace_forget() has returned and no task that was added while tracing is left. A thread without memory for a
 * ring records nothing. */
ASYNC_API void async_trace_use(const struct async_allocator *allocator);
/* Stops, forgets what was recorded, and gives back all memory. Nobody may record or write meanwhile: queues are idle,
 * and threads that trace have ended or do nothing that is traced. */
ASYNC_API void async_trace_forget(void);

/* Writes what is recorded as JSON of Chrome's trace event format, which Perfetto and chrome://tracing open: spans as
 * complete events, with what they waited as "wait_us"; waiting itself as spans of category "wait"; counters; the names
 * of the threads. May be called while others trace: what they overwrite meanwhile is left out. `write` gets the text
 * piece by piece. */
ASYNC_API void async_trace_write(void (*write)(void *ctx, const char *text, size_t size), void *ctx);

/* Writes the same to an open file, or to an open descriptor, neither of which is closed.
 * @return ASYNC_OK · ASYNC_E_IO: not everything was written; errno has the reason */
ASYNC_API ASYNC_NODISCARD enum async_status async_trace_write_file(FILE *file);
ASYNC_API ASYNC_NODISCARD enum async_status async_trace_write_fd(int descriptor);

ASYNC_API extern uint32_t async_trace_on_; /* private, as what follows */
ASYNC_API uint64_t async_trace_now_(void);
ASYNC_API void async_trace_span_(const char *name, uint64_t begun, uint64_t queued);
ASYNC_API void async_trace_counter_(const char *name, int64_t value);

static inline bool async_trace_is_on(void)
{
	ASYNC_POINT_();
	return __atomic_load_n(&async_trace_on_, __ATOMIC_RELAXED) != 0; /* relaxed: publishes nothing */
}

/* Begins a span. @return what async_trace_end() wants: 0 while off. */
static inline uint64_t async_trace_begin(void)
{
	return async_trace_is_on() ? async_trace_now_() : 0;
}

/* Ends it in the same thread. Spans of one thread nest. */
static inline void async_trace_end(const char *name, uint64_t begun)
{
	if (begun)
		async_trace_span_(name, begun, 0);
}

/* The counter called `name` has this value from now on. */
static inline void async_trace_counter(const char *name, int64_t value)
{
	if (async_trace_is_on())
		async_trace_counter_(name, value);
}

#ifdef __cplusplus
}
#endif

#endif
