/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times of the kernels of a program, from a trace. */
#ifndef BEF_APP_TIMES_H
#define BEF_APP_TIMES_H

#include "program/view.h"

struct times_kernel {
	double microseconds; /* excluding nested events */
	uint64_t runs;
};

/* Kernel numbers are indexes in view->functions[].kernels. */
struct times {
	struct times_kernel **kernels; /* per function */
	double most;
	size_t matched, unmatched; /* events */
	struct times_place *places; /* sorted: maps name and location to kernels */
	size_t place_count;
	const struct view *view;
};

/* @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int times_read(const char *path, const struct view *view, struct times *out_times);
void times_finish(struct times *times);

/* A command that shows a program with the times in the file that the option *trace names; NULL: none. @return the exit code */
int times_command(const struct cli_command *self, const struct cli_option *options, size_t count, int argc, char **argv,
	const char *const *trace, int (*show)(void *ctx, const struct view *view, const struct times *times), void *ctx);

#endif
