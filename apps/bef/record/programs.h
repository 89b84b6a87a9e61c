/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The programs that a model opens while it is recorded. Events refer to them, so they stay open. */
#ifndef BEF_APP_PROGRAMS_H
#define BEF_APP_PROGRAMS_H

#include "record/edges.h"

struct programs {
	struct bef_file **files;
	size_t count;
	struct edges edges; /* of all */
};

/* For bef_model_options; ctx is a struct programs. A program that memory does not suffice for is left out, with a message. */
void programs_opened(void *ctx, struct bef_file *file, const void *data, size_t size);
void programs_finish(struct programs *programs);

#endif
