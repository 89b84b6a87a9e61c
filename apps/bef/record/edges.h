/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which kernels of a function use results of which others. */
#ifndef BEF_APP_EDGES_H
#define BEF_APP_EDGES_H

#include "program/program.h"

#include <bef/exec.h>

struct edges {
	struct edges_function {
		const struct kernels_function *function; /* of the opened file */
		/* The producers of the operands of kernel n, each once, as numbers from 1:
		 * producers[starts[n - 1]..starts[n]). NULL for native functions */
		uint32_t *starts, *producers;
	} * functions; /* sorted by address */
	size_t count;
};

/* Reads the edges of a program that was opened as `file`. @return CLI_GOOD, or the exit code after a message; then there
 * is nothing to finish */
int edges_read(const struct program *program, const struct bef_file *file, struct edges *out_edges);
void edges_finish(struct edges *edges);
/* Adds the edges of another program, which are taken over. @return CLI_GOOD, or the exit code after a message */
int edges_merge(struct edges *edges, struct edges *added);

/* Returns the producers of the operands of a kernel. */
const uint32_t *edges_producers(
	const struct edges *edges, const struct kernels_function *function, uint32_t kernel, uint32_t *out_count);

#endif
