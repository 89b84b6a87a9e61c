/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef bench: measures executions of host programs and calls of models. */
#ifndef BEF_APP_BENCH_H
#define BEF_APP_BENCH_H

#include "tensors/inputs.h"
#include "machine/machine.h"
#include "program/program.h"
#include "tensors/results.h"
#if BEF_APP_STABLEHLO
#include "models/model.h"
#endif

struct bench {
	struct machine machine;
	const char *path;     /* as the user named it */
	const char *function; /* NULL: not named */
	const char *queue;    /* for the output */
	const char *allocator; /* NULL: not named */
	uint64_t load_begun;  /* when the file began to be read */
	/* of host programs */
	uint64_t batch_ns;
	/* of models */
	struct inputs inputs;
	const char *random, *shapes;
	const char *weights, *map; /* NULL: none */
	uint64_t seed;
	uint64_t carried; /* results of a call that are the first arguments of the next */
	uint64_t repeat; /* 0: as many calls as a stable median needs */
	struct results_options results;
	const char *device; /* NULL: the host */
	bool no_fusing;
	const char *semantics; /* of a model; NULL: those of XLA */
	const char *platform;  /* of an export of JAX; NULL: cpu */
	bool json; /* else a table for a person */
#if BEF_APP_STABLEHLO
	struct model model;
#endif
};

/* What is measured of every program, in nanoseconds. */
struct bench_figures {
	uint64_t load, first;
	double median, least, most;
	uint64_t executions;
};
/* Begins the JSON object with the members that all programs have. */
void bench_begin_json(const struct bench *bench, const char *file, const char *function, size_t function_size,
	const struct bench_figures *figures);

/* The same as a table; `kernels`: those that a call of a host program runs, 0: not known. */
void bench_print_table(const struct bench *bench, const char *file, const char *function, size_t function_size,
	const struct bench_figures *figures, uint64_t kernels);

/* Measure, and print the object or the table. @return CLI_GOOD, or the exit code after a message */
int bench_host_program(struct bench *bench, const struct program *program);
#if BEF_APP_STABLEHLO
int bench_model(struct bench *bench);
#endif

int bench_compare(const void *a, const void *b); /* of double, for qsort() */

#endif
