/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How long each kernel of a program took, from a trace. */
#ifndef BEF_APP_TIMES_H
#define BEF_APP_TIMES_H

#include "view.h"

struct times_kernel {
	double microseconds; /* without what ran inside */
	uint64_t runs;
};

/* Numbers of a kernel are those of view->functions[].kernels. */
struct times {
	struct times_kernel **kernels; /* per function */
	double most;
	size_t matched, unmatched; /* events */
	struct times_place *places; /* sorted: which kernel has which name and place */
	size_t place_count;
	const struct view *view;
};

/* @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int times_read(const char *path, const struct view *view, struct times *out_times);
void times_finish(struct times *times);

#endif
