/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "record/programs.h"

#include <stdlib.h>

void programs_opened(void *ctx, struct bef_file *file, const void *data, size_t size)
{
	struct programs *programs = ctx;
	const struct program program = { .bef = data, .bef_size = size };
	struct edges edges;
	struct bef_file **files = realloc(programs->files, (programs->count + 1) * sizeof(struct bef_file *));
	if (!files) {
		cli_error("out of memory");
		return;
	}
	programs->files = files;
	files[programs->count++] = bef_file_retain(file);
	if (edges_read(&program, file, &edges) == CLI_GOOD)
		(void)edges_merge(&programs->edges, &edges);
}

void programs_finish(struct programs *programs)
{
	edges_finish(&programs->edges);
	while (programs->count > 0)
		bef_file_release(programs->files[--programs->count]);
	free(programs->files);
	programs->files = NULL;
}
