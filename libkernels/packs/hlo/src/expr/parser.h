/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of the parser of expressions, which its files share: parse.c, parse_memory.c. */
#ifndef KERNELS_HLO_EXPR_PARSER_H
#define KERNELS_HLO_EXPR_PARSER_H

#include "expr/dtypes.h"
#include "expr/expr.h"

struct hlo_token {
	const char *text;
	size_t size, at; /* size 0: the end of the statement */
};

/* Most words for types and operations are those of the statement before. */
struct hlo_parse_known {
	struct hlo_token type_word, operation_word; /* size 0: none yet */
	enum kernels_dtype type;
	enum hlo_opcode opcode;
	struct hlo_opcode_detail detail;
	const struct hlo_expr_operation *operation; /* that of the last step with this word; NULL: none */
};

struct hlo_parser {
	struct kernels_string text;
	size_t at;
	char *message;
	size_t message_size;
	bool loop;   /* iota, join and reduce are steps too */
	bool memory; /* so are load, store, variables and blocks */
	struct hlo_expr *expr;
	/* the writable members of expr */
	enum kernels_dtype *dtypes;
	struct hlo_expr_step *steps;
	uint32_t *results, *argument_slots;
	bool *arrays;
	struct hlo_parse_known known;
};

/* Of a token, for "%.*s". */
static inline int hlo_shown(struct hlo_token token) { return token.size > 40 ? 40 : (int)token.size; }
#define HLO_SHOWN(token) hlo_shown(token), (token).text

static inline bool hlo_parse_is_array(const struct hlo_parser *p, uint32_t value)
{
	return value < p->expr->argument_count && p->arrays[value];
}

bool kernels_hlo__parse_fail(struct hlo_parser *p, size_t at, const char *format, ...) KERNELS_PRINTF(3, 4); /* false */
bool kernels_hlo__parse_dtype(struct hlo_parser *p, enum kernels_dtype *out);
/* The number of a value before `limit`. */
bool kernels_hlo__parse_value(struct hlo_parser *p, uint32_t limit, uint32_t *out);
/* The rest of a step of loops over elements, whose word was read; *out_known: it is one. */
bool kernels_hlo__parse_memory_step(struct hlo_parser *p, struct hlo_token token, uint32_t value, bool *out_known);

#endif
