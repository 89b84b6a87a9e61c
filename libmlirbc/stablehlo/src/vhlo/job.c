/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of a conversion. */
#include "vhlo/job.h"

#include <mlirbc/print.h>
#include <bytecursor/diag.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The operation's name and " at file:3:4", which a location without a file lacks. */
static void put_op(const struct mlirbc_op *op, struct bytecursor_diag *diag)
{
	const struct mlirbc_attr *location = mlirbc_loc_place(mlirbc_op_location(op));
	bytecursor_diag_add(diag, "\"%.*s\"", op->name->size < 48 ? (int)op->name->size : 48, op->name->data);
	if (!location)
		return;
	const struct mlirbc_string *file = location->u.file.file;
	size_t cut = file->size < 60 ? file->size : 60; /* the end of a path says more */
	bytecursor_diag_add(diag, " at %.*s:%u:%u", (int)cut, file->data + (file->size - cut), location->u.file.line,
		location->u.file.column);
}

/* "; the artifact is of version 1.22.0", behind what a later version may have changed. */
static void put_version(const struct shlo__job *job, struct bytecursor_diag *diag)
{
	struct mlirbc_stablehlo_version version;
	if (job->is_newer && (diag->status == MLIRBC_E_UNSUPPORTED || diag->status == MLIRBC_E_CORRUPT) &&
		mlirbc_stablehlo_artifact_version(job->module, &version))
		bytecursor_diag_add(
			diag, "; the artifact is of version %u.%u.%u", version.major, version.minor, version.patch);
}

/* "OPERATION at file:3:4: TEXT" */
__attribute__((format(printf, 3, 0))) static void put_message(
	const struct shlo__job *job, struct bytecursor_diag *diag, const char *format, va_list arguments)
{
	if (job->op) {
		put_op(job->op, diag);
		bytecursor_diag_add(diag, ": ");
	}
	bytecursor_diag_add_v(diag, format, arguments);
}

bool shlo__job_fail(struct shlo__job *job, enum mlirbc_status status, const char *format, ...)
{
	if (job->status != MLIRBC_OK)
		return false;
	job->status = status;
	if (!BYTECURSOR_DIAG_IS_OPEN(job->diag))
		return false;
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, mlirbc_status_name(status), MLIRBC_NO_OFFSET);
	va_list arguments;
	va_start(arguments, format);
	put_message(job, &full, format, arguments);
	va_end(arguments);
	put_version(job, &full);
	BYTECURSOR_DIAG_STORE(job->diag, &full);
	return false;
}

void shlo__job_note(struct shlo__job *job, const char *format, ...)
{
	struct bytecursor_diag full = BYTECURSOR_DIAG(MLIRBC_OK, "note", MLIRBC_NO_OFFSET);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!job->note)
		return;
	va_list arguments;
	va_start(arguments, format);
	put_message(job, &full, format, arguments);
	va_end(arguments);
	BYTECURSOR_DIAG_STORE(&diag, &full);
	job->note(job->note_ctx, job->op, &diag);
}

bool shlo__job_memory(struct shlo__job *job)
{
	job->op = NULL; /* nothing is made for the message */
	const char *text;
	const enum mlirbc_status status = mlirbc_context_shortage(job->context, &text);
	return shlo__job_fail(job, status, "%s", text);
}

/* "1.13.0" into `out`. Returns `out`. */
static const char *version_text(uint32_t version, char out[24])
{
	snprintf(out, 24, "%u.%u.0", version >> 16, version & 0xFFFF);
	return out;
}

bool shlo__job_needs(struct shlo__job *job, uint32_t since, const char *what, const char *name)
{
	char wanted[24], target[24];
	return job->target >= since ||
	       shlo__job_fail(job, MLIRBC_E_UNSUPPORTED, "%s%s needs VHLO %s; the target is %s", what, name,
		       version_text(since, wanted), version_text(job->target, target));
}

bool shlo__job_enter(struct shlo__job *job)
{
	return ++job->depth <= SHLO__MOST_NESTED ||
	       shlo__job_fail(
		       job, MLIRBC_E_LIMIT, "a type or attribute is nested deeper than %d levels", SHLO__MOST_NESTED);
}
