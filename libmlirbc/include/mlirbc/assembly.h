/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom assembly of a dialect's ops: hooks into the parser, and the pieces that a hook is built from.
 *
 * When a hook is called, the parser is after the op's name; it reads the op's own syntax into *op and returns. Every
 * mlirbc_parser_… function returns false after it has reported an error; a hook then returns false at once. The
 * source may omit result types, so the hook provides them.
 *
 * Thread class: one-at-a-time per context; hooks run on the thread of mlirbc_parse(). */
#ifndef MLIRBC_ASSEMBLY_H
#define MLIRBC_ASSEMBLY_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_parser;

/* An operand as written: %name or %name#3. Turned into a value when its type is known. */
struct mlirbc_unresolved {
	struct mlirbc_string name; /* without '%', in the source text */
	uint32_t result;           /* number after '#'; 0 if there is none */
	uint32_t line, column;
	uint64_t offset;
};

/* The op being read; private, filled by the mlirbc_parser_add_… functions. */
struct mlirbc_op_state;

/* Of several structures for one dialect, the first that has anything but checks reads its ops, the first that has
 * check_attr checks its attributes, and the first that has check_type its types. */
struct mlirbc_assembly {
	const char *dialect; /* "tfrt": ops called tfrt.… are offered to this hook */
	/* Reads the custom form of op `name` (whole: "tfrt.add.i32").
	 * @return 1 read, 0 this op has no custom form here (the parser's own is used; if it has none, it reports
	 *         "custom
	 * op '…' is unknown"), -1 error reported */
	int (*parse_op)(
		struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op, void *ctx);
	/* Optional. Checks, or replaces, an attribute #dialect.text; NULL after reporting an error. */
	const struct mlirbc_attr *(*check_attr)(
		struct mlirbc_parser *parser, const struct mlirbc_attr *attr, void *ctx);
	/* Optional. Called for each op of the dialect once it and its regions are complete, in custom or generic
	 * form; false after reporting an error. */
	bool (*verify_op)(struct mlirbc_parser *parser, struct mlirbc_op *op, void *ctx);
	/* Optional. True: regions of this op see no values from outside (trait IsolatedFromAbove). */
	bool (*is_isolated)(const struct mlirbc_string *name, void *ctx);
	void *ctx;
	/* Optional. True: this attribute, written in { }, is inherent to the op (becomes one of its properties).
	 * Without it, the tables of MLIR's releases decide; all that is written in the { } of other ops stays
	 * discardable. */
	bool (*is_inherent)(const struct mlirbc_string *name, const struct mlirbc_string *attribute, void *ctx);
	/* Optional. Writes the name of an op that was probably meant by an unknown one, NUL-terminated, to `out` and
	 * returns true; false if there is none. For the error message. */
	bool (*suggest)(const struct mlirbc_string *name, char *out, size_t room, void *ctx);
	/* Optional. Checks, or replaces, a type !dialect.text; NULL after reporting an error. */
	const struct mlirbc_type *(*check_type)(
		struct mlirbc_parser *parser, const struct mlirbc_type *type, void *ctx);
	/* Optional. Called once with the builtin.module when all of the text has been read; false after reporting an
	 * error with mlirbc_parser_error_op(). Ops that the caller of the parser took are not in it. */
	bool (*verify_module)(struct mlirbc_parser *parser, struct mlirbc_op *module, void *ctx);
};

MLIRBC_API struct mlirbc_context *mlirbc_parser_context(struct mlirbc_parser *parser);

/* ---- errors: at the current token, at an operand, or at an op. Always return false. The first error of a parse is
   kept. */
MLIRBC_API bool mlirbc_parser_error(struct mlirbc_parser *parser, const char *format, ...) MLIRBC_PRINTF(2, 3);
MLIRBC_API bool mlirbc_parser_error_at(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *at, const char *format, ...) MLIRBC_PRINTF(3, 4);
MLIRBC_API bool mlirbc_parser_error_op(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const char *format, ...) MLIRBC_PRINTF(3, 4);
/* A position for mlirbc_parser_error_at(): that of the current token or, if `op` is not NULL, that of the op's name.
 * The members `name` and `result` are empty. */
MLIRBC_API struct mlirbc_unresolved mlirbc_parser_place(
	const struct mlirbc_parser *parser, const struct mlirbc_op_state *op);
/* Reports that a function that makes types, attributes or strings has returned NULL. The parse returns
 * MLIRBC_E_NOMEM or MLIRBC_E_LIMIT. */
MLIRBC_API bool mlirbc_parser_no_memory(struct mlirbc_parser *parser);
/* Makes the position of the current token, instead of that of the op's name, the op's location, unless the source gives
 * a location. */
MLIRBC_API bool mlirbc_parser_locate(struct mlirbc_parser *parser, struct mlirbc_op_state *op);

/* Memory for a hook's lists, valid until the op has been read; NULL after reporting an error. */
MLIRBC_API void *mlirbc_parser_scratch(struct mlirbc_parser *parser, size_t bytes);

/* A slot in which a hook caches data about ops of this name: NULL for the first of them, then the pointer that the
 * hook stored. For parse_op only; valid until the parse ends. */
MLIRBC_API const void **mlirbc_parser_kept(struct mlirbc_op_state *op);

/* ---- tokens. `text` is punctuation ("(", "->", ":", ",", "{") or a bare word ("to", "else",
 * "parallel_iterations"). */
MLIRBC_API bool mlirbc_parser_at(struct mlirbc_parser *parser, const char *text);     /* only looks ahead, never
                                                                                         reports an error */
MLIRBC_API bool mlirbc_parser_try(struct mlirbc_parser *parser, const char *text);    /* consumes it if it is present */
MLIRBC_API bool mlirbc_parser_expect(struct mlirbc_parser *parser, const char *text); /* consumes it; an error if it
                                                                                         is absent */
/* Consumes a bare word ("LT", "e8m10", "stablehlo.add"); an error if there is none. *out is in the source text. */
MLIRBC_API bool mlirbc_parser_word(struct mlirbc_parser *parser, struct mlirbc_string *out);
MLIRBC_API bool mlirbc_parser_at_word(struct mlirbc_parser *parser);    /* a bare word comes next */
MLIRBC_API bool mlirbc_parser_at_integer(struct mlirbc_parser *parser); /* an integer or '-' comes next */
/* Consumes a decimal or hexadecimal integer with optional '-'; an error if there is none or it exceeds 64 bits. */
MLIRBC_API bool mlirbc_parser_int64(struct mlirbc_parser *parser, int64_t *out);
MLIRBC_API bool mlirbc_parser_at_operand(struct mlirbc_parser *parser);               /* a '%' name comes next */
MLIRBC_API bool mlirbc_parser_at_symbol(struct mlirbc_parser *parser);                /* an '@' name comes next */
MLIRBC_API bool mlirbc_parser_at_string(struct mlirbc_parser *parser);                /* a string comes next */
MLIRBC_API bool mlirbc_parser_at_successor(struct mlirbc_parser *parser);             /* a '^' name comes next */
MLIRBC_API bool mlirbc_parser_at_type(struct mlirbc_parser *parser);                  /* a type may come next */
MLIRBC_API bool mlirbc_parser_at_attr(struct mlirbc_parser *parser); /* an attribute may come next: '[' and '{' begin
                                                                        one */
/* The current token as written, "" at the end of the source; it is not consumed. */
MLIRBC_API struct mlirbc_string mlirbc_parser_token(struct mlirbc_parser *parser);
/* Consumes the current token, of any kind. False after an error, which the end of the source is. */
MLIRBC_API bool mlirbc_parser_skip(struct mlirbc_parser *parser);
/* Consumes a part of the current token: the rest of it, which is read again, is the next token ("x16" of 4x16: the
 * token 4, then a word). */
MLIRBC_API bool mlirbc_parser_skip_part(struct mlirbc_parser *parser, size_t bytes);

/* ---- operands */
MLIRBC_API bool mlirbc_parser_operand(struct mlirbc_parser *parser, struct mlirbc_unresolved *out);
/* Zero or more, separated by commas. *out is valid until the op has been read. */
MLIRBC_API bool mlirbc_parser_operands(struct mlirbc_parser *parser, struct mlirbc_unresolved **out, size_t *out_count);
/* Same as mlirbc_parser_operands(), but consumes a comma that no operand follows, and reports it in *out_comma: for
 * forms with other parts after the operands. */
MLIRBC_API bool mlirbc_parser_operands_and_comma(
	struct mlirbc_parser *parser, struct mlirbc_unresolved **out, size_t *out_count, bool *out_comma);
/* Uses the operand with this type, as the next operand of the op. A name that is not defined yet may be defined
 * later, but not in a region of this op: reading the op then fails. */
MLIRBC_API bool mlirbc_parser_add_operand(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *operand, const struct mlirbc_type *type);
/* Adds all of them; the number of types must be equal, else the error is "N operands present, but expected M" at the
   current token. */
MLIRBC_API bool mlirbc_parser_add_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *operands, size_t count, const struct mlirbc_type *const *types,
	size_t type_count);

/* ---- types */
MLIRBC_API bool mlirbc_parser_type(struct mlirbc_parser *parser, const struct mlirbc_type **out);
/* Same as mlirbc_parser_type(), for a type at the end of an op: one that is repeated in other ops is read once. */
MLIRBC_API bool mlirbc_parser_last_type(struct mlirbc_parser *parser, const struct mlirbc_type **out);
/* One or more, separated by commas, without parentheses. *out is valid until the op has been read. */
MLIRBC_API bool mlirbc_parser_types(
	struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count);
/* (T, U) -> V or (T) -> (V, W) */
MLIRBC_API bool mlirbc_parser_function_type(struct mlirbc_parser *parser, const struct mlirbc_type **out);
/* What follows the mnemonic of a type !dialect.mnemonic<...>: the angle brackets and what is in them. `mnemonic` NULL:
 * the type is !dialect<...>. */
MLIRBC_API bool mlirbc_parser_type_body(struct mlirbc_parser *parser, const char *dialect, const char *mnemonic,
	const struct mlirbc_type **out);
/* Optional "-> type" or "-> (types)". *out_count is 0 if it is absent. *out is valid until the op has been read. */
MLIRBC_API bool mlirbc_parser_arrow_types(
	struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count);
/* `type` NULL counts as out of memory, so that the caller need not check the result of a function that makes a type. */
MLIRBC_API bool mlirbc_parser_add_result(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_type *type);
MLIRBC_API bool mlirbc_parser_add_results(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_type *const *types, size_t count);

/* ---- attributes */
/* Any attribute; `type` not NULL: a number without ": type" gets this type, and a literal that does not fit is an
 * error. */
MLIRBC_API bool mlirbc_parser_attr(
	struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out);
/* What follows the mnemonic of an attribute #dialect.mnemonic; for other dialects than "sdy", the angle brackets and
 * what is in them. */
MLIRBC_API bool mlirbc_parser_attr_body(struct mlirbc_parser *parser, const char *dialect, const char *mnemonic,
	const struct mlirbc_attr **out);
MLIRBC_API bool mlirbc_parser_symbol(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
MLIRBC_API bool mlirbc_parser_string(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
/* A decimal or hexadecimal integer with optional sign, as the bits of an integer attribute of the type. */
MLIRBC_API bool mlirbc_parser_integer(
	struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out);
/* { ... } if present; its entries become attributes of the op: inherent if is_inherent returns true, else
 * discardable. With `keyword`: `attributes { ... }`. */
MLIRBC_API bool mlirbc_parser_attr_dict(struct mlirbc_parser *parser, struct mlirbc_op_state *op, bool keyword);
/* <{ ... }> if present: the inherent attributes of the op. */
MLIRBC_API bool mlirbc_parser_properties(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* An inherent attribute of the op (one of its properties); a name given twice is an error. `value` NULL: out of
 * memory. */
MLIRBC_API bool mlirbc_parser_add_attr(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct mlirbc_attr *value);

/* An attribute of the op as if it were written in { }: inherent or discardable, as is_inherent tells. */
MLIRBC_API bool mlirbc_parser_add_named(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_string *name, const struct mlirbc_attr *value);
/* The inherent attribute `name` as array<i32: ...>: "operandSegmentSizes" and the like. */
MLIRBC_API bool mlirbc_parser_add_segments(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name,
	const int32_t *sizes, size_t count);

/* ---- successors */
/* ^name, as the next successor of the op. */
MLIRBC_API bool mlirbc_parser_add_successor(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* The successor that was added last becomes the first one, for forms that have it behind the others. */
MLIRBC_API void mlirbc_parser_first_successor(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* ^block, or ^block(%x, %y : types), as the next successor of the op. The names and types are valid until the op has
 * been read; both counts are 0 without parentheses. */
MLIRBC_API bool mlirbc_parser_successor_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	struct mlirbc_unresolved **out, size_t *out_count, const struct mlirbc_type *const **out_types,
	size_t *out_type_count);

/* ---- regions */
/* { ... } as the next region of the op. The entry block gets these arguments under these names; when `isolated`, no
 * outer name is visible inside. */
MLIRBC_API bool mlirbc_parser_add_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *names, const struct mlirbc_type *const *types, size_t count, bool isolated);
/* An argument of a region as written: %name : type loc(...). The location may be absent. */
struct mlirbc_unresolved_argument {
	struct mlirbc_unresolved name;
	const struct mlirbc_type *type;
	const struct mlirbc_attr *location; /* private, as is the next member */
	uint32_t deferred_location;
};
MLIRBC_API bool mlirbc_parser_argument(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *out);
/* Optional loc(...) of an argument whose name and type the hook has read, for forms with something between the type and
 * the location. */
MLIRBC_API bool mlirbc_parser_argument_location(
	struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *argument);
/* Same as mlirbc_parser_add_region() with arguments that may have locations. */
MLIRBC_API bool mlirbc_parser_add_region_of(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved_argument *arguments, size_t count, bool isolated);
/* Adds a region that the source does not contain: one block with arguments of these types, to which the hook appends
 * ops with mlirbc_op_create(). Ops and arguments without location get that of the op. NULL after an error. */
MLIRBC_API struct mlirbc_block *mlirbc_parser_add_block(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_type *const *types, size_t count);
/* Ends the blocks of the region that was added last: an op of that name without operands is appended to a region's
 * only block unless it ends with a terminator; a region without blocks gets one. The op gets the location of `op`.
 * `terminator` NULL: only a block is added if there is none. */
MLIRBC_API bool mlirbc_parser_terminate(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *terminator);
/* The region of the op that was added last, for a hook that completes it. Ops that the hook appends get the location of
 * the op. NULL: none was added. */
MLIRBC_API struct mlirbc_region *mlirbc_parser_last_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
/* Appends an op that the source does not contain to a block of a region of this op. spec->attributes is a dictionary of
 * all its attributes: they are divided into inherent and others, and missing ones with defaults are added, as if it had
 * been read. spec->region_count is 0. NULL after reporting an error. */
MLIRBC_API struct mlirbc_op *mlirbc_parser_make_op(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_op_spec *spec, struct mlirbc_block *block);
/* Adds a region without blocks as the next region of the op. */
MLIRBC_API bool mlirbc_parser_add_empty_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op);

#ifdef __cplusplus
}
#endif

#endif
