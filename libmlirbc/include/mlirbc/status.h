/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Status codes, diagnostics and the allocator.
 *
 * Thread class: mlirbc_status_name() is safe. */
#ifndef MLIRBC_STATUS_H
#define MLIRBC_STATUS_H

#include <mlirbc/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum mlirbc_status {
	MLIRBC_OK = 0,
	MLIRBC_E_ARG = 1, /* misuse by the caller: change the program */
	MLIRBC_E_STATE = 2,
	MLIRBC_E_NOMEM = 10, /* environment: memory, I/O */
	MLIRBC_E_LIMIT = 11,
	MLIRBC_E_IO = 12,
	MLIRBC_E_MAGIC = 20, /* possibly valid, but not supported */
	MLIRBC_E_VERSION = 21,
	MLIRBC_E_UNSUPPORTED = 22,
	MLIRBC_E_TRUNCATED = 23, /* broken input */
	MLIRBC_E_CORRUPT = 24,
	MLIRBC_E_SYNTAX = 25,
	MLIRBC_E_NOT_FOUND = 30 /* an answer, not a failure */
};

/* "MLIRBC_E_CORRUPT"; "?" for an unknown number. Static text. */
MLIRBC_API const char *mlirbc_status_name(enum mlirbc_status status);

#define MLIRBC_NO_OFFSET UINT64_MAX

/* The first failure of a call, or of several calls that were given the same diagnostic: later failures leave it
 * unchanged. Plain data in the caller's memory; every `diag` parameter may be NULL. The libraries of befkit share the
 * first seven members. */
struct mlirbc_diag {
	size_t size; /* sizeof(struct mlirbc_diag), set by the caller; nothing is stored beyond it */
	enum mlirbc_status status;
	const char *rule;      /* name of the violated rule; if there is none, that of the status. Static; NULL: no
	                          failure */
	uint64_t offset;       /* byte in the outermost input; MLIRBC_NO_OFFSET if the failure has no position */
	uint32_t line, column; /* of text input, from 1; 0 if unknown */
	/* NUL-terminated, truncated if too long; '?' replaces control characters and bytes that are not UTF-8 */
	char message[232];
};
#define MLIRBC_DIAG_INIT                                                                                               \
	{                                                                                                              \
		sizeof(struct mlirbc_diag), MLIRBC_OK, NULL, MLIRBC_NO_OFFSET, 0, 0, { 0 }                             \
	}

/* Host memory functions, as in all of befkit: sized, aligned, with a context. `resize` may be NULL. */
struct mlirbc_allocator {
	void *(*alloc)(void *ctx, size_t size, size_t align);
	void *(*resize)(void *ctx, void *p, size_t old_size, size_t size, size_t align);
	void (*free)(void *ctx, void *p, size_t size, size_t align);
	void *ctx;
};

/* Borrowed bytes; not NUL-terminated. */
struct mlirbc_string {
	const char *data;
	size_t size;
};

#ifdef __cplusplus
}
#endif

#endif
