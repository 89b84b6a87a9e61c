/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: what the command line asks for. */
#ifndef BEF_APP_RUN_H
#define BEF_APP_RUN_H

#include "machine/ranks.h"
#include "program/limits.h"

struct async_resources;
struct async_timers;
struct bound;
struct bef_file;
struct call;
struct model;
struct programs;
struct record;

struct run {
	struct machine machine;
	const char *ranks_text, *input_lines;
	struct results_options results; /* of all ranks: see ranks.results */
	struct ranks ranks;             /* with the inputs and outputs of each */
	const char *functions;          /* to run without arguments, comma-separated; NULL: all */
	const char *init;               /* runs first, if it exists */
	struct limits limits;           /* `bytes`: of each call of a model */
	const char *trace;              /* file for the record; NULL: none */
	bool stats, stats_ops;          /* print statistics of the record */
	bool print_error_code;
	struct record *record;

	/* for host programs */
	const char *call_lines;
	struct async_timers *timers; /* of the deadline; NULL: none */
	struct bef_file *file;       /* this and the next two: of host_run() */
	struct call *calls;          /* of the first rank, then of the next */
	size_t call_count;           /* of all ranks */

	/* for models */
	struct model *model;
	struct programs *programs; /* that the model opens, while it is recorded */
	const char *function; /* called with arguments; NULL: main, if there are inputs */
	const char *random, *shapes, *repeat, *device;
	const char *semantics; /* NULL: those of XLA */
	const char *platform;  /* of an export of JAX; NULL: cpu */
	const char *weights;   /* a file with tensors for arguments, or the constants of a model; NULL: none */
	const char *map;       /* a file with names of arguments and tensors; NULL: none */
	const struct bound *bound; /* the file of tensors for arguments, while it is open; NULL: none */
	const char *probes;    /* folder for the tensors of probes; NULL: none */
	struct async_resources *resources; /* with the probes: of model_run() */
	uint64_t seed, repetitions; /* calls of each function, at least 1 */
	bool first_call;            /* of a function of a model, which may be compiled */
	bool no_fusing;
	bool json; /* objects of an open array instead of text; results are not printed */
};

#endif
