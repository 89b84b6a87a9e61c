/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tables of the ops that TFRT's dialects declare: operands, results, attributes and custom forms. */
#ifndef BEF_TRANSLATE_OPS_H
#define BEF_TRANSLATE_OPS_H

#include <mlirbc/assembly.h>
#include <mlirbc/ir.h>

struct bef_mlir__op_def;

/* What the parser keeps of the ops of one name. */
struct bef_mlir__kept {
	const struct mlirbc_type *type; /* the last that was requested, and its letter */
	char letter;
	bool variadic;         /* the last operands are, */
	unsigned char leading; /* behind so many with declared types */
	bool carries;          /* results are the operands behind the leading ones, unless the form has a signature */
};

/* An op looked up by name: its table entry and the suffixes of the name. */
struct bef_mlir__op {
	const struct bef_mlir__op_def *def;
	char dtype; /* type letter of the suffix ".i32", or 0 */
	char rank;  /* digit of the suffix ".2", or 0 */
	struct bef_mlir__kept *kept; /* set for ops that the parser looks up, else NULL */
};

/* Parses the custom form after the name of the op. Returns false after reporting an error. */
typedef bool (*bef_mlir__parse_fn)(struct mlirbc_parser *parser, const struct bef_mlir__op *op,
	struct mlirbc_op_state *state);

/* A required inherent attribute. `kind`: a type letter (a number of that type), or
 * '"' string, '[' array, '#' array of i64, '@' symbol, 'e' dense elements, '?' anything. */
struct bef_mlir__attr_def {
	const char *name;
	char kind;
};

#define BEF_MLIR__MAX_ATTRS 4   /* per op */
#define BEF_MLIR__MAX_LETTERS 4 /* for the operands, or for the results */

/* Constraints beyond the number and types of operands, results and attributes. */
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

/* A custom form is the text after the op's name, for the parser and the printer, with codes for parts:
 *
 *	%o  the next operand              %a  the other operands, with commas
 *	%A  like %a, after a space        %C  like %a, after a comma; nothing if there are none
 *	%b  operands with their types     %0 to %3  an inherent attribute, a number without its type
 *	%i  like %1, an integer           %d  the other attributes
 *	%k  like %d, after `attributes`
 *	%t  types of operands             %T  like %t, after " : "; nothing if there are none
 *	%f  (types) -> results            %p  like %f, always with parentheses around the results
 *	%e  attributes of executeop
 *
 * Types leave out operands whose type the table declares. Only functions parse %b and %e. Regions follow the form. */
#define BEF_MLIR__FORM_PLAIN "%A%d"
#define BEF_MLIR__FORM_VALUE "%A %0%d"
#define BEF_MLIR__FORM_TYPED " %a%d : %t"

/* Operands and results are strings of type letters (types.c). A '*' after a letter stands for any number of values,
 * '.' for any type. */
struct bef_mlir__op_def {
	const char *name;   /* without dialect and suffixes */
	const char *dtypes; /* letters of the allowed type suffixes; NULL: none */
	const char *operands, *results;
	const char *form; /* the custom form; NULL: there is none */
	bef_mlir__parse_fn parse; /* NULL: the form describes the text completely */
	struct bef_mlir__attr_def attrs[BEF_MLIR__MAX_ATTRS];
	unsigned char ranks;   /* the suffixes .0 to .(ranks - 1) are allowed; 0: none */
	unsigned char regions;
	unsigned char check;   /* enum bef_mlir__check */
	unsigned char cost_one; /* stream assignment uses cost 1 for it */
};

/* Rows for ops without attributes, and for ops with some. */
#define BEF_MLIR__PLAIN(op_name, op_dtypes, op_operands, op_results) \
	{ \
		.name = op_name, .dtypes = op_dtypes, .operands = op_operands, .results = op_results, \
		.form = BEF_MLIR__FORM_PLAIN \
	}
#define BEF_MLIR__WITH(op_name, op_dtypes, op_operands, op_results, op_form, ...) \
	{ \
		.name = op_name, .dtypes = op_dtypes, .operands = op_operands, .results = op_results, \
		.form = op_form, .attrs = { __VA_ARGS__ } \
	}

struct bef_mlir__dialect {
	const char *name;
	const struct bef_mlir__op_def *ops; /* sorted by name */
	size_t count;
};

extern const struct bef_mlir__dialect bef_mlir__tfrt, bef_mlir__tfrt_test, bef_mlir__tfrt_dht, bef_mlir__tfrt_dht_sync,
	bef_mlir__ts, bef_mlir__ts_sync, bef_mlir__coo, bef_mlir__corert, bef_mlir__corert_sync;

/* All dialects; NULL at the end. */
extern const struct bef_mlir__dialect *const bef_mlir__dialects[];

/* Returns false if no table has an op of that name. */
bool bef_mlir__find_op(const struct mlirbc_string *name, struct bef_mlir__op *out_op);

/* ---- custom forms (forms.c) */

/* Sets what depends on the row. */
void bef_mlir__keep(const struct bef_mlir__op_def *def, struct bef_mlir__kept *out);
bool bef_mlir__parse_form(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state);
/* Reports an error unless the attribute is a well-formed #corert.shape<...>. */
const struct mlirbc_attr *bef_mlir__check_corert_attr(
	struct mlirbc_parser *parser, const struct mlirbc_attr *attr, void *ctx);

/* Adds the results that the table declares. */
bool bef_mlir__add_fixed_results(struct mlirbc_parser *parser, const struct bef_mlir__op *op,
	struct mlirbc_op_state *state);
/* Reports an error if `pointer`, the result of a function that creates IR, is NULL. */
bool bef_mlir__made(struct mlirbc_parser *parser, const void *pointer);

/* ---- types by letter (types.c) */

/* Returns NULL if memory is short. 'X' is the type of the op's suffix. */
const struct mlirbc_type *bef_mlir__letter_type(
	struct mlirbc_context *context, char letter, const struct bef_mlir__op *op);
/* Returns the type's name in MLIR's messages: "32-bit signless integer", "!tfrt.chain type". The string is static. */
const char *bef_mlir__letter_text(char letter, const struct bef_mlir__op *op);
/* Returns the letter of a dtype suffix, or 0 if the text is not a dtype suffix. */
char bef_mlir__suffix_letter(const char *text, size_t size);
/* Returns the dtype suffix of a letter, not NUL-terminated; NULL if it has none. */
const char *bef_mlir__letter_suffix(char letter, size_t *out_size);

/* ---- element types (types.c) */

/* BEF_DTYPE_INVALID: a type without a number in BEF. */
unsigned bef_mlir__type_dtype(const struct mlirbc_type *type);
/* NULL: the number is not that of a type, or out of memory. */
const struct mlirbc_type *bef_mlir__dtype_type(struct mlirbc_context *context, unsigned dtype);

#endif
