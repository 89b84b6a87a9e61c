/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tokens of MLIR text. The lexer runs over the caller's buffer and allocates nothing. */
#ifndef MLIRBC_SRC_LEXER_H
#define MLIRBC_SRC_LEXER_H

#include "support/chars.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mlirbc__token_kind {
	/* a punctuation byte is its own kind: '(' , ':' ... */
	TOKEN_END = 256,
	TOKEN_ERROR,   /* the lexer's message has the reason */
	TOKEN_WORD,    /* [A-Za-z_][A-Za-z0-9_$.]* */
	TOKEN_INTEGER, /* 12, 0x1F */
	TOKEN_FLOAT,   /* 1.5e+3 */
	TOKEN_STRING,  /* with its quotes */
	TOKEN_SYMBOL,  /* @name, @"name" */
	TOKEN_VALUE,   /* %name */
	TOKEN_BLOCK,   /* ^name */
	TOKEN_HASH,    /* #name, #0 */
	TOKEN_BANG,    /* !name */
	TOKEN_ARROW,
	TOKEN_DOUBLE_COLON,
	TOKEN_ELLIPSIS,
	TOKEN_RESOURCES_BEGIN, /* {-# */
	TOKEN_RESOURCES_END    /* #-} */
};

struct mlirbc__token {
	int kind;
	uint32_t line, column; /* from 1; columns count bytes */
	const char *start, *end;
};

struct mlirbc__lexer {
	const char *at, *end;
	const char *line_start;
	uint32_t line;
	const char *message; /* of TOKEN_ERROR; the token is then at the position of the error */
};

void mlirbc__lexer_init(struct mlirbc__lexer *lexer, const char *text, size_t size);
void mlirbc__lexer_next(struct mlirbc__lexer *lexer, struct mlirbc__token *token);
/* Reads the body of a dialect attribute or type, from its '<' (at lexer->at) to the matching '>'. `stack` has room
 * for `depth` open brackets. False when the body does not end: with a message, or without one when there are more
 * brackets than `depth`. */
bool mlirbc__lexer_body(struct mlirbc__lexer *lexer, char *stack, size_t depth);

#endif
