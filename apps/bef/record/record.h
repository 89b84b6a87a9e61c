/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records the kernels of a run. `bef run` uses the record for --trace and --stats. */
#ifndef BEF_APP_RECORD_H
#define BEF_APP_RECORD_H

#include <bef/exec.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recorded {
	struct bef_event event;
	unsigned thread; /* from 0, in the order of the threads' first kernels or works */
	uint64_t bytes;  /* in use at the end, of record->memory */
};

struct recorded_work {
	struct bef_work work;
	unsigned thread; /* as in struct recorded */
};

/* A command of a device. */
struct recorded_span {
	char *device, *name; /* owned */
	uint64_t stream, begun, ended;
};

struct record {
	struct bef_observer observer; /* to pass to bef_file_open() */
	pthread_mutex_t lock;
	struct recorded *list; /* in the order of the kernels' ends */
	size_t count, capacity;
	struct recorded_work *works; /* in no order */
	size_t work_count, work_capacity;
	struct bef_late_result *late; /* in no order */
	size_t late_count, late_capacity;
	struct recorded_span *spans; /* in the order of their ends, nearly */
	size_t span_count, span_capacity;
	uint64_t lost; /* because memory was short */
	/* The number of an execution is unique within a file. `base` is added to it; `highest` is the highest sum. */
	uint64_t base, highest;
	const char *input; /* name of the program's file, for the title of a page; NULL: unknown */
	const struct async_allocator *memory; /* counting, of the program; NULL: memory is not recorded */
};

void record_init(struct record *record);
void record_finish(struct record *record);
/* Also records commands of devices, until record_finish(); of one record at a time. */
void record_devices(struct record *record);
/* Makes executions of the next call distinct from those of earlier ones, which may be of other files. Nothing runs. */
void record_next_call(struct record *record);

/* Sorts the commands of devices by stream, then by their ends, and moves the start of each to the end of the one before, because the
 * commands of a stream run one after the other; none starts before `start`. @return the number of streams */
unsigned record_arrange_streams(const struct record *record, uint64_t start);

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

/* The chain of kernels that an execution waited for, with the executions that it called. */
struct record_path {
	const struct bef_event *const *events; /* of record->list, the last kernel first */
	size_t length;                         /* at least 1 */
	uint64_t kernels;              /* that ran in these executions */
	/* nanoseconds: the sum, running, waiting for a worker (in queues), waiting for results */
	uint64_t all, run, wait, late;
};
typedef bool (*record_path_fn)(void *ctx, const struct record_path *path);
struct edges;
/* Calls `path` for the first `most` executions that the host started; *out_executions is the number of all of these. With
 * the edges of their programs, a constant that a busy worker ran late is not on a path: what it waited for a worker counts, and the path goes
 * on with another operand.
 * @return false: out of memory, or `path` returned false */
bool record_paths(const struct record *record, const struct edges *edges, uint64_t most, record_path_fn path, void *ctx,
	uint64_t *out_executions);

/* Prints totals per kernel, or per operation, and the critical path of each function that the host called, to stderr; with `json` as
 * members of the object that is open on stdout. */
int record_print_stats(const struct record *record, const struct edges *edges, bool operations, bool json);

#endif
