/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Classes of characters of MLIR text: the lexer, the printer and readers of kept text agree on them. */
#ifndef MLIRBC_SRC_CHARS_H
#define MLIRBC_SRC_CHARS_H

#include <stdbool.h>
#include <stdint.h>

/* Character classes of a byte. */
enum {
	CHAR_WORD_START = 1,
	CHAR_WORD = 2,
	CHAR_DIGIT = 4,
	CHAR_HEX = 8,
	CHAR_SUFFIX = 16,
	CHAR_SUFFIX_START = 32,
	CHAR_ALONE = 64 /* a token by itself */
};
extern const uint8_t mlirbc__chars[256];
static inline bool mlirbc__char_is(char c, int set) { return (mlirbc__chars[(unsigned char)c] & set) != 0; }

#endif
