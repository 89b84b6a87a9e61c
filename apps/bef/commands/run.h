/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: its options. */
#ifndef BEF_APP_RUN_H
#define BEF_APP_RUN_H

#include "host/call.h"
#include "machine/machine.h"
#if BEF_APP_STABLEHLO
#include "models/model_run.h"
#endif
#include "record/programs.h"
#include "machine/ranks.h"
#include "tensors/results.h"

#include <async/timer.h>

struct run {
	struct machine machine;
	struct bef_file *file;
	const char *functions; /* comma-separated names; NULL: all */
	const char *init;
	const char *call_lines, *input_lines, *timeout, *trace;
	const char *function, *random, *shapes, *repeat, *memory, *probes, *device; /* of a model */
	struct call *calls; /* of the first rank, then of the next */
	size_t call_count;  /* of all ranks */
	const char *ranks_text;
	struct ranks ranks;
	struct results_options results; /* of all ranks: see ranks.results */
	struct async_timers *timers; /* NULL: no deadline */
	uint64_t deadline;
	uint64_t seed, repetitions, memory_bytes;
	bool print_error_code, stats, stats_ops;
	bool no_fusing, json; /* of a model */
	const char *semantics; /* of a model; NULL: those of XLA */
	struct record record;
	struct programs programs; /* of a model */
#if BEF_APP_STABLEHLO
	struct model model;
	struct model_run model_run;
#endif
};

/* Runs the requested functions of a host program. @return the exit code, after a message on failure */
int host_run(struct run *run, const struct program *program);

#endif
