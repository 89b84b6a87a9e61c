/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a program in all its forms, on queues of one thread and of two workers, and compares what the runs compute bit by bit. */
#ifndef FORMS_H
#define FORMS_H

#include "run_model.h"

struct forms {
	struct runner single, workers;
	char path[256]; /* the BEF file of the program that runs */
};
/* Exits on failure. */
void forms_init(struct forms *forms);
void forms_finish(struct forms *forms);

struct program {
	const char *name;
	const char *text;
	const void *artifact; /* NULL: made from the text */
	size_t text_size, artifact_size;
	bool (*run)(struct runner *runner, struct model *model, size_t *out_count); /* NULL: model_run_all() */
	bool formulas; /* `artifact` has formulas of CHLO for functions that the text computes by kernels: other bits */
};
struct outcome {
	bool ok;              /* the verdict of all runs: no function returned an error */
	size_t count;         /* functions that were called in a run */
	char why[320];        /* !ok: of the first failure */
	char difference[900]; /* the first between two runs or forms; empty: none */
};
/* The text is lowered without folding, with and without fusing; the artifact with both. Its BEF file is also written to disk and
 * opened from there. */
void forms_run(struct forms *forms, const struct program *program, struct outcome *out);

#endif
