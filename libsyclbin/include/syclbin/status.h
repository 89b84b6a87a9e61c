/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Status codes, diagnostics, and the small types that all headers use.
 * Thread class: safe. */
#ifndef SYCLBIN_STATUS_H
#define SYCLBIN_STATUS_H

#include <stddef.h>
#include <stdint.h>
#include <syclbin/export.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_status {
	SYCLBIN_OK = 0,
	SYCLBIN_E_ARG = 1, /* the caller must change the program */
	SYCLBIN_E_STATE = 2,
	SYCLBIN_E_NOMEM = 10, /* the environment must change */
	SYCLBIN_E_LIMIT = 11,
	SYCLBIN_E_IO = 12,
	SYCLBIN_E_MAGIC = 20, /* possibly valid, but not for this library */
	SYCLBIN_E_VERSION = 21,
	SYCLBIN_E_UNSUPPORTED = 22,
	SYCLBIN_E_TRUNCATED = 23, /* the input must change */
	SYCLBIN_E_CORRUPT = 24,
	SYCLBIN_E_SYNTAX = 25,
	SYCLBIN_E_NOT_FOUND = 30 /* an answer, not a failure */
};

/* "SYCLBIN_E_CORRUPT"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_status_name(enum syclbin_status status);

#define SYCLBIN_NO_OFFSET UINT64_MAX

/* The first failure of a call, or of several calls that were given the same diagnostic: later failures leave it
 * unchanged. Plain data in the caller's memory; every `diag` parameter may be NULL. The libraries of befkit share the
 * first seven members. */
struct syclbin_diag {
	size_t size; /* sizeof(struct syclbin_diag), set by the caller; nothing is stored beyond it */
	enum syclbin_status status;
	const char *rule;      /* name of the violated rule, otherwise of the status. Static; NULL: no failure */
	uint64_t offset;       /* byte in the outermost input; SYCLBIN_NO_OFFSET if no byte is at fault */
	uint32_t line, column; /* of text input, from 1; 0 if unknown */
	/* NUL-terminated, truncated if too long; '?' replaces control characters and bytes that are not UTF-8 */
	char message[232];
	uint32_t code;         /* enum syclbin_code of codes.h; `rule` is its name. 0 where there is none */
};
#define SYCLBIN_DIAG_INIT                                                                                              \
	{                                                                                                              \
		sizeof(struct syclbin_diag), SYCLBIN_OK, NULL, SYCLBIN_NO_OFFSET, 0, 0, { 0 }, 0                       \
	}

/* Host memory; the same interface as in the other libraries of befkit. `resize` may be NULL. */
struct syclbin_allocator {
	void *(*alloc)(void *ctx, size_t size, size_t align);
	void *(*resize)(void *ctx, void *p, size_t old_size, size_t size, size_t align);
	void (*free)(void *ctx, void *p, size_t size, size_t align);
	void *ctx;
};

/* Borrowed text; not NUL-terminated. */
struct syclbin_string {
	const char *data;
	size_t size;
};

/* Borrowed bytes with their offset in the outermost input, on which the offsets of diagnostics are based. */
struct syclbin_span {
	const uint8_t *data; /* not NULL, even if size is 0 */
	size_t size;
	uint64_t offset;
};

/* A span for a whole input, at offset 0. */
static inline struct syclbin_span syclbin_span(const void *data, size_t size)
{
	struct syclbin_span span;
	span.data = data ? (const uint8_t *)data : (const uint8_t *)"";
	span.size = data ? size : 0;
	span.offset = 0;
	return span;
}

#ifdef __cplusplus
}
#endif

#endif
