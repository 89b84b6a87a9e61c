/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of a job. */
#include "ir/job.h"

#include <stdarg.h>
#include <stdio.h>

bool mlirbc__job_fail(struct mlirbc__job *job, enum mlirbc_status status, const char *format, ...)
{
	char what[sizeof job->diag->message];
	va_list arguments;
	if (job->status != MLIRBC_OK)
		return false;
	job->status = status;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	mlirbc__fail(job->diag, status, MLIRBC_NO_OFFSET, "%s", what);
	return false;
}

bool mlirbc__job_memory(struct mlirbc__job *job)
{
	enum mlirbc_status status = mlirbc__memory_status(job->context);
	return mlirbc__job_fail(job, status, "%s", mlirbc__memory_text(job->context));
}
