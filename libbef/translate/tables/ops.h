/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ops that TFRT's dialects declare, as tables: what they take, what they give, how they are written. */
#ifndef BEF_TRANSLATE_OPS_H
#define BEF_TRANSLATE_OPS_H

#include <mlirbc/assembly.h>
#include <mlirbc/ir.h>

struct bef_mlir__op_def;

struct bef_mlir__last_type {
	const struct mlirbc_type *type;
	char letter;
};

/* An op by its name: which entry of the table, and what the name says behind the entry's name. */
struct bef_mlir__op {
	const struct bef_mlir__op_def *def;
	char dtype; /* type letter of the suffix ".i32", or 0 */
	char rank;  /* digit of the suffix ".2", or 0 */
	struct bef_mlir__last_type *last; /* of those that the parser asks for; elsewhere NULL */
};

/* Reads what stands behind the name of the op; false after reporting an error. */
typedef bool (*bef_mlir__parse_fn)(struct mlirbc_parser *parser, const struct bef_mlir__op *op,
	struct mlirbc_op_state *state);

/* An inherent attribute that must be there. `kind`: a type letter (a number of that type), or
 * '"' string, '[' array, '#' array of i64, '@' symbol, 'e' dense elements, '?' anything. */
struct bef_mlir__attr_def {
	const char *name;
	char kind;
};

#define BEF_MLIR__MAX_ATTRS 4   /* of one op */
#define BEF_MLIR__MAX_LETTERS 4 /* of its operands, or results */

/* What has to hold beyond operands, results and attributes. */
enum bef_mlir__check {
	BEF_MLIR__CHECK_NONE,
	BEF_MLIR__CHECK_BENCHMARK,
	BEF_MLIR__CHECK_CALL,
	BEF_MLIR__CHECK_COND,
	BEF_MLIR__CHECK_DO_ASYNC,
	BEF_MLIR__CHECK_EXECUTE,
	BEF_MLIR__CHECK_IF,
	BEF_MLIR__CHECK_PARALLEL_CALL,
	BEF_MLIR__CHECK_PARALLEL_FOR,
	BEF_MLIR__CHECK_REPEAT,
	BEF_MLIR__CHECK_RETURN,
	BEF_MLIR__CHECK_COST
};

/* Operands and results are strings of type letters (types.c); a letter with '*' behind it stands for any number, '.'
 * for any type. */
struct bef_mlir__op_def {
	const char *name;   /* without dialect and suffixes */
	const char *dtypes; /* letters of the suffixes it comes with; NULL: none */
	const char *operands, *results;
	bef_mlir__parse_fn parse; /* NULL: there is no custom form */
	const char *print; /* the custom form (print_form.c); NULL: that of the shared parsing functions */
	struct bef_mlir__attr_def attrs[BEF_MLIR__MAX_ATTRS];
	unsigned char ranks;   /* comes with the suffixes .0 to .(ranks - 1); 0: none */
	unsigned char regions;
	unsigned char check;   /* enum bef_mlir__check */
	unsigned char cost_one; /* stream assignment takes its cost as 1 */
};

/* Rows for the plain case, and for the plain case with a form of its own and attributes. */
#define BEF_MLIR__PLAIN(op_name, op_dtypes, op_operands, op_results) \
	{ \
		.name = op_name, .dtypes = op_dtypes, .operands = op_operands, .results = op_results, \
		.parse = bef_mlir__parse_plain \
	}
#define BEF_MLIR__WITH(op_name, op_dtypes, op_operands, op_results, op_parse, ...) \
	{ \
		.name = op_name, .dtypes = op_dtypes, .operands = op_operands, .results = op_results, \
		.parse = op_parse, .attrs = { __VA_ARGS__ } \
	}

struct bef_mlir__dialect {
	const char *name;
	const struct bef_mlir__op_def *ops; /* sorted by name */
	size_t count;
};

extern const struct bef_mlir__dialect bef_mlir__tfrt, bef_mlir__tfrt_test, bef_mlir__tfrt_dht, bef_mlir__tfrt_dht_sync,
	bef_mlir__ts, bef_mlir__ts_sync, bef_mlir__coo, bef_mlir__corert, bef_mlir__corert_sync;

/* All of them; NULL at the end. */
extern const struct bef_mlir__dialect *const bef_mlir__dialects[];

/* False: no table has an op of that name. */
bool bef_mlir__find_op(const struct mlirbc_string *name, struct bef_mlir__op *out_op);

/* ---- forms that many ops share */

/* Operands, attributes: %a, %b {k = v} */
bool bef_mlir__parse_plain(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state);
/* Operands, the first inherent attribute, more attributes: %a 5 {k = v} */
bool bef_mlir__parse_value(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state);
/* Operands of any type, attributes, types: %a, %b {k = v} : i32, i32 */
bool bef_mlir__parse_typed(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state);

/* Refuses what is not a well formed #corert.shape<...>. */
const struct mlirbc_attr *bef_mlir__check_corert_attr(
	struct mlirbc_parser *parser, const struct mlirbc_attr *attr, void *ctx);

/* Operands from ':' on, for the custom forms: a function type of which the inputs belong to `operands`. */
bool bef_mlir__parse_signature(struct mlirbc_parser *parser, struct mlirbc_op_state *state,
	const struct mlirbc_unresolved *operands, size_t count, const struct mlirbc_type **out_type);
/* The results of the table. */
bool bef_mlir__add_fixed_results(struct mlirbc_parser *parser, const struct bef_mlir__op *op,
	struct mlirbc_op_state *state);
/* Reports an error unless `pointer` is not NULL: results of the functions that make IR. */
bool bef_mlir__made(struct mlirbc_parser *parser, const void *pointer);

/* ---- types by letter (types.c) */

/* NULL when memory is short. 'X' is the type of the op's suffix. */
const struct mlirbc_type *bef_mlir__letter_type(
	struct mlirbc_context *context, char letter, const struct bef_mlir__op *op);
/* "32-bit signless integer", "!tfrt.chain type": how MLIR's messages call it. Static. */
const char *bef_mlir__letter_text(char letter, const struct bef_mlir__op *op);
/* The letter of a dtype suffix, 0 for text that is none. */
char bef_mlir__suffix_letter(const char *text, size_t size);

#endif
