/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom assembly of a dialect's ops: hooks into the printer, and the pieces that a hook is built from. The counterpart
 * of mlirbc/assembly.h; struct mlirbc_print_options takes the hooks. test/hooks_test.c has a small complete example.
 *
 * Printing visits an op three times: it names results, then finds aliases in a dry run, then prints. Hooks therefore
 * return the same results for the same op each time and write only with the functions below, which write nothing in the
 * dry run. Regions are not printed by hooks: a hook prints one step up to the next region, so nesting uses no stack.
 *
 * Thread class: one-at-a-time per context; hooks run on the thread of mlirbc_print(). */
#ifndef MLIRBC_PRINTING_H
#define MLIRBC_PRINTING_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_printer;

/* How the next region of an op is printed: "{", its blocks, and "}". */
struct mlirbc_region_form {
	uint32_t index;
	bool arguments;  /* with the label and arguments of its entry block */
	bool terminator; /* with the terminator of its entry block */
	bool empty;      /* the label also of an entry block without operations */
	uint32_t indent; /* of the region, more than that of the op */
};

struct mlirbc_printing {
	const char *dialect; /* "tfrt": ops called tfrt.… are offered to these hooks */
	/* Returns data about ops of this name, which the other hooks get as `form`; NULL if the dialect has no hooks
	 * for them. Called once for each name in a printing. */
	const void *(*find)(const struct mlirbc_string *name, void *ctx);
	/* True if the custom form expresses everything about the op. Otherwise the op is printed in generic form. Not
	 * called for ops with unset operands or with properties that are not a dictionary. */
	bool (*fits)(const struct mlirbc_op *op, const void *form, void *ctx);
	/* Prints one step, after the results and the op's name: step 0 up to the first region, step 1 from there to the
	 * second one, and so on. Returns true if a region follows, and describes it in *out (zeroed before the call);
	 * false at the end of the op. */
	bool (*print)(struct mlirbc_printer *printer, const struct mlirbc_op *op, const void *form, uint32_t step,
		struct mlirbc_region_form *out, void *ctx);
	/* Optional; the result's name without '%', valid until this hook is called for another op. NULL for result 0:
	 * the results are numbered; NULL for another one: it belongs to the group of the result before it. Called also
	 * for ops that are printed in generic form. Names that are taken get a suffix. */
	const char *(*result_name)(const struct mlirbc_op *op, const void *form, uint32_t result, void *ctx);
	/* Optional; the name of an argument of the entry block of a region, or NULL. "%3": that of operand 3, which it
	 * hides in the region. */
	const char *(*argument_name)(
		const struct mlirbc_op *op, const void *form, uint32_t region, uint32_t argument, void *ctx);
	void *ctx;
};

/* The context of the module being printed. */
MLIRBC_API struct mlirbc_context *mlirbc_printer_context(struct mlirbc_printer *printer);

/* ---- text; a blank is written only where it is part of the text */
MLIRBC_API void mlirbc_printer_text(struct mlirbc_printer *printer, const char *text);
MLIRBC_API void mlirbc_printer_bytes(struct mlirbc_printer *printer, const char *data, size_t size);
MLIRBC_API void mlirbc_printer_integer(struct mlirbc_printer *printer, int64_t value);
/* @name, in quotes if necessary. */
MLIRBC_API void mlirbc_printer_symbol(struct mlirbc_printer *printer, const struct mlirbc_string *name);
/* A new line with the indentation of the op. */
MLIRBC_API void mlirbc_printer_line(struct mlirbc_printer *printer);

/* ---- types and attributes, or their aliases */
MLIRBC_API void mlirbc_printer_type(struct mlirbc_printer *printer, const struct mlirbc_type *type);
MLIRBC_API void mlirbc_printer_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
/* What follows the mnemonic of an attribute #dialect.mnemonic, or its alias. Nothing if it is not MLIRBC_ATTR_CODED or
 * MLIRBC_ATTR_DIALECT and has no alias. */
MLIRBC_API void mlirbc_printer_attr_body(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
/* Without ": type" at its end. */
MLIRBC_API void mlirbc_printer_attr_untyped(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
/* " {name = value, ...}", or with `keyword` " attributes {...}": inherent and discardable attributes in one list sorted
 * by name, without those in `elided`, names with a blank after each ("value "): inherent ones, and discardable ones if
 * no inherent one has their name. Nothing if none remains. */
MLIRBC_API void mlirbc_printer_attr_dict(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *elided, bool keyword);

/* True for the value that MLIR 22 gives an inherent attribute of that op when the source omits it. */
MLIRBC_API bool mlirbc_attr_is_default(
	const struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value);
/* "<{name = value, ...}>": the inherent attributes without those in `elided`; nothing if none remains. */
MLIRBC_API void mlirbc_printer_properties(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *elided);

/* ---- values */
MLIRBC_API void mlirbc_printer_value(struct mlirbc_printer *printer, const struct mlirbc_value *value);
/* `count` operands from `from` on, separated by commas; their types; the types of results. */
MLIRBC_API void mlirbc_printer_operands(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count);
MLIRBC_API void mlirbc_printer_operand_types(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count);
MLIRBC_API void mlirbc_printer_result_types(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t count);
/* ^bb1 */
MLIRBC_API void mlirbc_printer_successor(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t successor);
/* "(T, U) -> V" or "(T, U) -> (V, W)" of all operands and results. */
MLIRBC_API void mlirbc_printer_function_type(struct mlirbc_printer *printer, const struct mlirbc_op *op);
/* " -> T" or " -> (T, U)" of all results, nothing without results; `always`: in parentheses also a single one. */
MLIRBC_API void mlirbc_printer_arrow_types(struct mlirbc_printer *printer, const struct mlirbc_op *op, bool always);
/* "^bb1", or "^bb1(%x, %y : T, U)" with `count` operands from `from` on. */
MLIRBC_API void mlirbc_printer_successor_operands(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t successor, uint32_t from, uint32_t count);
/* Another op in any form, without its results and location, in the same line: for forms that contain the op of a
 * region in braces. Only an op without regions is printed. */
MLIRBC_API void mlirbc_printer_op(struct mlirbc_printer *printer, const struct mlirbc_op *op);
/* " loc(...)" of a block argument if locations are printed. */
MLIRBC_API void mlirbc_printer_argument_location(struct mlirbc_printer *printer, const struct mlirbc_value *argument);

#ifdef __cplusplus
}
#endif

#endif
