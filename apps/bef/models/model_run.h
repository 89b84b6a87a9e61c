/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: calls of a model's functions. */
#ifndef BEF_APP_MODEL_RUN_H
#define BEF_APP_MODEL_RUN_H

#include "models/arguments.h"
#include "machine/machine.h"
#include "models/model.h"
#include "machine/ranks.h"
#include "record/record.h"

struct model_run {
	struct machine *machine;
	struct model *model;
	const char *function;  /* called with arguments; NULL: main, if there are inputs */
	const char *functions; /* without arguments, comma-separated; NULL: all */
	const char *init;      /* runs first, if it exists */
	struct arguments_options arguments;
	struct ranks *ranks; /* with the inputs and outputs of each */
	uint64_t repeat;   /* calls of each function, at least 1 */
	uint64_t deadline; /* 0: none */
	const char *timeout; /* its text, for the message */
	uint64_t memory;   /* limit of each call; 0: none */
	const char *probes; /* directory for the tensors of probes; NULL: none */
	struct async_resources *resources; /* with the probes. Private */
	bool print_error_code;
	bool json; /* objects of an open array instead of text; results are not printed */
	struct record *record; /* NULL: nothing is recorded */
};

/* Runs the requested functions; prints and writes their results. @return the exit code, after a message on failure */
int model_run(struct model_run *run);

#endif
