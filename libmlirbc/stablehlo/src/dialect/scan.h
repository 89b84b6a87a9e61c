/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A cursor over the text of an attribute or type. Each function skips blanks first; after a failure nothing matches. */
#ifndef MLIRBC_STABLEHLO_SCAN_H
#define MLIRBC_STABLEHLO_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shlo__scan {
	const char *at, *end;
};

static inline struct shlo__scan shlo__scan(const char *text, size_t size)
{
	return (struct shlo__scan){ text, size ? text + size : text }; /* an empty text may be NULL */
}
/* Consumes the text if it is next. A word ("true") must end there. */
bool shlo__scan_take(struct shlo__scan *scan, const char *text);
/* Consumes one character, whatever follows it: the 'x' of "]x[". */
bool shlo__scan_take_char(struct shlo__scan *scan, char c);
/* The next identifier; false: there is none. */
bool shlo__scan_word(struct shlo__scan *scan, const char **out, size_t *out_size);
bool shlo__scan_int(struct shlo__scan *scan, int64_t *out); /* decimal, of 64 bits, with optional '-' */
bool shlo__scan_double(struct shlo__scan *scan, double *out);
/* Everything up to one of the characters at depth 0 of brackets, without it. */
bool shlo__scan_until(struct shlo__scan *scan, const char *stops, const char **out, size_t *out_size);
bool shlo__scan_done(struct shlo__scan *scan);

#endif
