/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/call_times.h"
#include "../cli/cli.h"

#include <stdlib.h>
#include <string.h>

bool call_times_reserve(struct call_times *times)
{
	size_t room = times->capacity;
	return CLI_RESERVE(times->kept, times->count + 1, room) && CLI_RESERVE(times->sorted, times->count + 1, times->capacity);
}

/* Drops every second one. */
static void thin_out(struct call_times *times)
{
	times->count /= 2;
	times->step *= 2;
	for (size_t i = 1; i < times->count; i++)
		times->kept[i] = times->kept[2 * i];
}

void call_times_add(struct call_times *times, uint64_t ns)
{
	const uint64_t call = times->calls++;
	if (call == 0) {
		times->first = times->least = ns;
		times->step = 1;
	}
	times->least = ns < times->least ? ns : times->least;
	times->most = ns > times->most ? ns : times->most;
	if (times->count == CALL_TIMES_MOST && call % times->step == 0)
		thin_out(times);
	if (call % times->step == 0)
		times->kept[times->count++] = ns;
}

static int by_time(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

double call_times_median(struct call_times *times, size_t begin, size_t end)
{
	const size_t count = end - begin;
	uint64_t *sorted = times->sorted;
	memcpy(sorted, times->kept + begin, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, by_time);
	return ((double)sorted[(count - 1) / 2] + (double)sorted[count / 2]) / 2;
}

void call_times_finish(struct call_times *times)
{
	free(times->kept);
	free(times->sorted);
}
