/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text output: a buffer before the caller's write function. */
#ifndef MLIRBC_SRC_TEXT_SINK_H
#define MLIRBC_SRC_TEXT_SINK_H

#include "support/compiler.h"

#include <mlirbc/output.h>
#include <mlirbc/status.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct mlirbc__writer {
	mlirbc_write_fn write;
	void *ctx;
	bool failed;   /* write failed, or the limit is reached; nothing more is written */
	bool limited;  /* it was the limit */
	uint64_t left; /* bytes that may still be written */
	size_t used;
	char buffer[4096];
};

void mlirbc__writer_init(struct mlirbc__writer *writer, mlirbc_write_fn write, void *ctx);
void mlirbc__writer_flush(struct mlirbc__writer *writer);
void mlirbc__put_slow(struct mlirbc__writer *writer, const char *text, size_t size);
void mlirbc__put_unsigned(struct mlirbc__writer *writer, uint64_t number);
void mlirbc__put_signed(struct mlirbc__writer *writer, int64_t number);
/* In quotes, with escapes. */
void mlirbc__put_quoted(struct mlirbc__writer *writer, const struct mlirbc_string *text);
/* Unquoted if it is a valid bare name, else in quotes. */
void mlirbc__put_name(struct mlirbc__writer *writer, const struct mlirbc_string *text);
void mlirbc__put_hex(struct mlirbc__writer *writer, const uint8_t *data, size_t size);

static inline void mlirbc__put(struct mlirbc__writer *writer, const char *text, size_t size)
{
	if (size > sizeof writer->buffer - writer->used) {
		mlirbc__put_slow(writer, text, size);
		return;
	}
	if (size)
		memcpy(writer->buffer + writer->used, text, size);
	writer->used += size;
}

/* The last byte that was written; 0: none yet. */
static inline char mlirbc__last_put(const struct mlirbc__writer *writer)
{
	return writer->used ? writer->buffer[writer->used - 1] : '\0';
}

static inline void mlirbc__put_char(struct mlirbc__writer *writer, char c) { mlirbc__put(writer, &c, 1); }
/* Inline, so that the length of a literal is known. */
static MLIRBC__WITHIN void mlirbc__put_text(struct mlirbc__writer *writer, const char *text)
{
	mlirbc__put(writer, text, strlen(text));
}

#endif
