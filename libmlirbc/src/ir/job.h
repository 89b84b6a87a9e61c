/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One call of the library that may fail in many places: its context, and its first failure. */
#ifndef MLIRBC_SRC_JOB_H
#define MLIRBC_SRC_JOB_H

#include "ir/context.h"

struct mlirbc__job {
	struct mlirbc_context *context; /* source of memory */
	const struct mlirbc_module *module;
	struct mlirbc_diag *diag;  /* may be NULL */
	enum mlirbc_status status; /* of the first failure */
};

/* Records a failure, unless one was recorded before. Both return false. */
bool mlirbc__job_fail(struct mlirbc__job *job, enum mlirbc_status status, const char *format, ...) MLIRBC_PRINTF(3, 4);
bool mlirbc__job_memory(struct mlirbc__job *job); /* memory is short, or the limit of the context is reached */

#endif
