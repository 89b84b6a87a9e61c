/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Status codes of libkernels. Errors of a running kernel are error values (async/error.h) instead. Thread class:
 * safe. */
#ifndef KERNELS_STATUS_H
#define KERNELS_STATUS_H

#include <kernels/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum kernels_status {
	KERNELS_OK = 0,
	KERNELS_E_ARG = 1, /* the caller must change the program */
	KERNELS_E_STATE = 2,
	KERNELS_E_NOMEM = 10, /* the environment must change */
	KERNELS_E_LIMIT = 11,
	KERNELS_E_VERSION = 21,     /* the pack needs a newer library */
	KERNELS_E_UNSUPPORTED = 22, /* the pack is for another build (sanitizer), or a dependency is missing */
	KERNELS_E_CORRUPT = 24,     /* the pack is inconsistent */
	KERNELS_E_EXISTS = 31,      /* the name is taken */
	KERNELS_E_NOT_FOUND = 30    /* an answer, not a failure */
};

/* "KERNELS_E_NOMEM"; "?" for an unknown number. Static text. */
KERNELS_API const char *kernels_status_name(enum kernels_status status);

#define KERNELS_NO_OFFSET UINT64_MAX

/* The first failure of a call, or of several calls that were given the same diagnostic: later failures leave it
 * unchanged. Plain data in the caller's memory; every `diag` parameter may be NULL. The libraries of befkit share the
 * first seven members. */
struct kernels_diag {
	size_t size; /* sizeof(struct kernels_diag), set by the caller; nothing is stored beyond it */
	enum kernels_status status;
	const char *rule;      /* name of the violated rule, otherwise of the status. Static; NULL: no failure */
	uint64_t offset;       /* byte in the outermost input; KERNELS_NO_OFFSET if no byte is at fault */
	uint32_t line, column; /* of text input, from 1; 0 if unknown */
	/* NUL-terminated, truncated if too long; '?' replaces control characters and bytes that are not UTF-8 */
	char message[232];
};
#define KERNELS_DIAG_INIT                                                                                              \
	{                                                                                                              \
		sizeof(struct kernels_diag), KERNELS_OK, NULL, KERNELS_NO_OFFSET, 0, 0, { 0 }                          \
	}

#ifdef __cplusplus
}
#endif

#endif
