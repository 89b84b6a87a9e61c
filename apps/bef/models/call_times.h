/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times of any number of calls, in bounded memory: the first, least and greatest of all, and some for their median. */
#ifndef BEF_APP_CALL_TIMES_H
#define BEF_APP_CALL_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CALL_TIMES_MOST ((size_t)1 << 20)

/* Begins zeroed. */
struct call_times {
	uint64_t calls, first, least, most; /* nanoseconds */
	uint64_t *kept;                     /* of calls 0, step, 2 * step, ...; all as long as there are CALL_TIMES_MOST */
	uint64_t *sorted;
	size_t count, capacity;
	uint64_t step;
};

/* False when out of memory. */
bool call_times_reserve(struct call_times *times);
/* After call_times_reserve(). */
void call_times_add(struct call_times *times, uint64_t ns);
/* Of kept times [begin, end), which are not none. */
double call_times_median(struct call_times *times, size_t begin, size_t end);
void call_times_finish(struct call_times *times);

#endif
