/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records the kernels of a run. `bef run` uses the record for --trace and --stats. */
#ifndef BEF_APP_RECORD_H
#define BEF_APP_RECORD_H

#include "edges.h"

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
	struct bef_work *works; /* in no order */
	size_t work_count, work_capacity;
	struct bef_late_result *late; /* in no order */
	size_t late_count, late_capacity;
	uint64_t lost; /* because memory was short */
	/* The number of an execution is unique within a file. `base` is added to it; `highest` is the highest sum. */
	uint64_t base, highest;
};

void record_init(struct record *record);
void record_finish(struct record *record);
/* Makes executions of the next call distinct from those of earlier ones, which may be of other files. Nothing runs. */
void record_next_call(struct record *record);

/* A recorded kernel and when its last result became available. */
struct record_kernel {
	const struct recorded *recorded;
	uint64_t result;
};
/* Creates one per element of record->list, sorted by execution and kernel; the caller frees the array. NULL: out of
 * memory. */
struct record_kernel *record_kernels(const struct record *record);
/* Finds a kernel of an execution in the array; NULL if it was not recorded. */
struct record_kernel *record_find(struct record_kernel *kernels, size_t count, uint64_t execution, uint32_t kernel);

/* Writes a trace in Chrome's format for Perfetto and chrome://tracing, with an arrow for each pair of a kernel and the
 * producer of an operand. @return exit code, after a message on failure */
int record_write_trace(const struct record *record, const struct edges *edges, const char *path);

/* Prints totals per kernel, or per operation, and the critical path of each function that the host called, to stderr. */
int record_print_stats(const struct record *record, bool operations);

#endif
