/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels did, written down while a program runs, and what `bef run` makes of it: --trace and --stats. */
#ifndef BEF_APP_RECORD_H
#define BEF_APP_RECORD_H

#include "bef.h"

#include <bef/exec.h>
#include <pthread.h>

struct recorded {
	struct bef_event event;
	unsigned thread; /* from 0, in the order in which threads had their first kernel */
};

struct record {
	struct bef_observer observer; /* to be given to bef_file_open() */
	pthread_mutex_t lock;
	struct recorded *list; /* in the order in which kernels ended */
	size_t count, capacity;
	uint64_t lost; /* for want of memory */
};

void record_init(struct record *record);
void record_finish(struct record *record);

/* What a recorded kernel waited for. */
struct record_link {
	const struct recorded *producer; /* whose result came last, or that called the function; NULL: none */
	uint64_t result; /* when the last result of this kernel came that another one waited for; its end if none */
};
/* Makes one for each element of record->list, for the caller to free. False: out of memory. */
bool record_link(const struct record *record, struct record_link **out_links);

/* Writes a trace in Chrome's format, which Perfetto and chrome://tracing open. @return exit code, after a message if
 * bad */
int record_write_trace(const struct record *record, const char *path);

/* Totals per kernel, and the critical path of each function that the host called; to stderr. */
int record_print_stats(const struct record *record);

#endif
