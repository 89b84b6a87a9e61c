/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Measurements of a benchmark of one file: time and memory. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdio.h>
#include <time.h>

/* Nanoseconds since some moment. */
static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Anonymous memory of the process. */
static size_t anonymous_kib(void)
{
	char line[256];
	size_t kib = 0;
	FILE *status = fopen("/proc/self/status", "r");
	while (status && fgets(line, sizeof line, status))
		if (sscanf(line, "RssAnon: %zu", &kib) == 1)
			break;
	if (status)
		fclose(status);
	return kib;
}

#endif
