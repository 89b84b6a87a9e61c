/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recorded events: one ring buffer per thread. */
#ifndef ASYNC_SRC_TRACE_RING_H
#define ASYNC_SRC_TRACE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <async/allocator.h>

struct async__trace_event {
	const char *name;
	uint64_t begun;  /* nanoseconds */
	uint64_t ended;  /* 0: a counter */
	uint64_t queued; /* when the task of the span was queued, 0: not queued; or the value of a counter */
};

/* Owned by one thread at a time; read by the thread that exports. All members are atomic except those that never
 * change. */
struct async__trace_ring {
	struct async__trace_ring *next; /* never changes: rings are kept, and reused after their thread has ended */
	const struct async_allocator *allocator; /* never changes */
	size_t capacity;                /* power of two; never changes */
	uint32_t taken;                 /* a thread owns it */
	uint32_t number;                /* system id of the thread */
	uint64_t name[2];               /* of the thread; 16 bytes */
	uint64_t first;                 /* events before this one are of an earlier trace, or of an earlier thread */
	uint64_t written;               /* events so far; written by the owner */
	struct async__trace_event events[];
};

/* The current allocator for tracing. */
const struct async_allocator *async__trace_allocator(void);

/* All rings, newest first; NULL: none. */
struct async__trace_ring *async__trace_rings(void);

/* Copies event `at`. @return false when it has been overwritten. */
bool async__trace_ring_read(struct async__trace_ring *ring, uint64_t at, struct async__trace_event *out_event);

#endif
