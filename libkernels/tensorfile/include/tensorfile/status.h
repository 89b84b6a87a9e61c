/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Status codes and diagnostics.
 * Thread class: safe. */
#ifndef TENSORFILE_STATUS_H
#define TENSORFILE_STATUS_H

#include <stddef.h>
#include <stdint.h>
#include <tensorfile/export.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tensorfile_status {
	TENSORFILE_OK = 0,
	TENSORFILE_E_ARG = 1, /* the caller must change the program */
	TENSORFILE_E_STATE = 2,
	TENSORFILE_E_NOMEM = 10, /* the environment must change */
	TENSORFILE_E_LIMIT = 11,
	TENSORFILE_E_IO = 12,
	TENSORFILE_E_MAGIC = 20, /* possibly valid, but not for this library */
	TENSORFILE_E_VERSION = 21,
	TENSORFILE_E_UNSUPPORTED = 22,
	TENSORFILE_E_TRUNCATED = 23, /* the input must change */
	TENSORFILE_E_CORRUPT = 24,
	TENSORFILE_E_SYNTAX = 25,
	TENSORFILE_E_NOT_FOUND = 30 /* an answer, not a failure */
};

/* "TENSORFILE_E_CORRUPT"; "?" for an unknown number. Static text. */
TENSORFILE_API const char *tensorfile_status_name(enum tensorfile_status status);

#define TENSORFILE_NO_OFFSET UINT64_MAX

/* The first failure of a call, or of several calls that were given the same diagnostic: later failures leave it
 * unchanged. Plain data in the caller's memory; every `diag` parameter may be NULL. The libraries of befkit share the
 * first seven members. */
struct tensorfile_diag {
	size_t size; /* sizeof(struct tensorfile_diag), set by the caller; nothing is stored beyond it */
	enum tensorfile_status status;
	const char *rule;      /* name of the status. Static; NULL: no failure */
	uint64_t offset;       /* byte in the file; TENSORFILE_NO_OFFSET if no byte is at fault */
	uint32_t line, column; /* 0 */
	/* NUL-terminated, truncated if too long; '?' replaces control characters and bytes that are not UTF-8 */
	char message[232];
};
#define TENSORFILE_DIAG_INIT                                                                                           \
	{                                                                                                              \
		sizeof(struct tensorfile_diag), TENSORFILE_OK, NULL, TENSORFILE_NO_OFFSET, 0, 0, { 0 }                 \
	}

#ifdef __cplusplus
}
#endif

#endif
