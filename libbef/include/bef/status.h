/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Result codes and diagnostics of libbef-format, libbef and libbef-mlir. Thread class: safe. */
#ifndef BEF_STATUS_H
#define BEF_STATUS_H

#include <bef/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum bef_status {
	BEF_OK = 0,
	BEF_E_ARG = 1, /* the caller must change the program */
	BEF_E_STATE = 2,
	BEF_E_NOMEM = 10, /* the environment must change */
	BEF_E_LIMIT = 11,
	BEF_E_IO = 12,
	BEF_E_MAGIC = 20, /* possibly valid, but not for this library */
	BEF_E_VERSION = 21,
	BEF_E_UNSUPPORTED = 22,
	BEF_E_TRUNCATED = 23, /* the input must change */
	BEF_E_CORRUPT = 24,
	BEF_E_SYNTAX = 25,
	BEF_E_NOT_FOUND = 30 /* a result, not a failure */
};

/* Returns the name, such as "BEF_E_CORRUPT"; "?" for an unknown number. Static text. */
BEF_API const char *bef_status_name(enum bef_status status);

#define BEF_NO_OFFSET UINT64_MAX

/* The first failure of a call, or of several calls that were given the same diagnostic: later failures leave it
 * unchanged. Plain data in the caller's memory; every `diag` parameter may be NULL. The libraries of befkit share the
 * first seven members. */
struct bef_diag {
	size_t size; /* sizeof(struct bef_diag), set by the caller; nothing is stored beyond it */
	enum bef_status status;
	const char *rule;      /* name of the violated rule, otherwise of the status. Static; NULL: no failure */
	uint64_t offset;       /* byte in the outermost input; BEF_NO_OFFSET if no byte is at fault */
	uint32_t line, column; /* of text input, from 1; 0 if unknown */
	/* NUL-terminated, truncated if too long; '?' replaces control characters and bytes that are not UTF-8 */
	char message[232];
};
#define BEF_DIAG_INIT                                                                                                  \
	{                                                                                                              \
		sizeof(struct bef_diag), BEF_OK, NULL, BEF_NO_OFFSET, 0, 0, { 0 }                                      \
	}

/* Host memory; the same interface as in the other libraries of befkit. `resize` may be NULL. */
struct bef_allocator {
	void *(*alloc)(void *ctx, size_t size, size_t align);
	void *(*resize)(void *ctx, void *p, size_t old_size, size_t size, size_t align);
	void (*free)(void *ctx, void *p, size_t size, size_t align);
	void *ctx;
};

/* Borrowed bytes; not NUL-terminated. */
struct bef_string {
	const char *data;
	size_t size;
};

#ifdef __cplusplus
}
#endif

#endif
