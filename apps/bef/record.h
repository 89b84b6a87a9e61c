/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records the kernels of a run. `bef run` uses the record for --trace and --stats. */
#ifndef BEF_APP_RECORD_H
#define BEF_APP_RECORD_H

#include "bef.h"

#include <bef/exec.h>
#include <pthread.h>

struct recorded {
	struct bef_event event;
	unsigned thread; /* from 0, in the order of the threads' first kernels */
};

struct record {
	struct bef_observer observer; /* to pass to bef_file_open() */
	pthread_mutex_t lock;
	struct recorded *list; /* in the order of the kernels' ends */
	size_t count, capacity;
	uint64_t lost; /* because memory was short */
};

void record_init(struct record *record);
void record_finish(struct record *record);

/* The dependencies of a recorded kernel. */
struct record_link {
	const struct recorded *producer; /* whose result came last, or the caller; NULL: none */
	uint64_t result; /* time of the last result of this kernel that another one waited for; its end if none */
};
/* Creates one per element of record->list; the caller frees the array. False: out of memory. */
bool record_link(const struct record *record, struct record_link **out_links);

/* Writes a trace in Chrome's format for Perfetto and chrome://tracing. @return exit code, after a message on failure */
int record_write_trace(const struct record *record, const char *path);

/* Prints totals per kernel, and the critical path of each function that the host called, to stderr. */
int record_print_stats(const struct record *record);

#endif
