/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: functions of a host program. */
#ifndef BEF_APP_HOST_RUN_H
#define BEF_APP_HOST_RUN_H

#include "host/call.h"
#include "machine/machine.h"
#include "machine/ranks.h"
#include "program/program.h"
#include "record/record.h"

#include <async/timer.h>

struct host_run {
	struct machine *machine;
	struct ranks *ranks;        /* with the inputs and outputs of each */
	const char *functions;      /* without arguments, comma-separated; NULL: all */
	const char *init;           /* runs first, if it exists */
	const char *call_lines;     /* of --call */
	const char *timeout;        /* text of the deadline, for the message; NULL: none */
	struct async_timers *timers; /* NULL: no deadline */
	uint64_t deadline;
	struct record *record;
	const char *trace;          /* file for the record; NULL: none */
	bool stats, stats_ops;      /* print statistics of the record */
	bool print_error_code;
	/* Private. */
	struct bef_file *file;
	struct call *calls; /* of the first rank, then of the next */
	size_t call_count;  /* of all ranks */
};

/* Runs the requested functions. @return the exit code, after a message on failure */
int host_run(struct host_run *run, const struct program *program);

#endif
