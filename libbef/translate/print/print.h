/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints a module in the assembly of TFRT's dialects. */
#ifndef BEF_TRANSLATE_PRINT_H
#define BEF_TRANSLATE_PRINT_H

#include "state/convert.h"
#include <bef/dump.h>
#include <string.h>

/* Prints a module made by bef_disassemble(). @return BEF_OK · BEF_E_IO `write` stopped · BEF_E_NOMEM */
enum bef_status bef_mlir__print(struct mlirbc_module *module, const struct bef_allocator *allocator, bool locations,
	bef_write_fn write, void *ctx);

/* The printed name of a value: %7, %7#1, %arg3. */
struct bef_mlir__value_name {
	uint32_t number;
	uint32_t result; /* BEF_MLIR__NONE for an argument or the only result of an op */
	bool argument;
};

struct bef_mlir__printer {
	struct bef_mlir__convert fit; /* state for the verifier, which tests whether an op fits its row of the tables */
	const struct bef_allocator *allocator;
	bef_write_fn write;
	void *ctx;
	bool locations;
	bool compiled;          /* in a compiled module */
	enum bef_status status;                 /* the first failure; nothing is written after it */
	struct bef_mlir__value_name *arguments; /* of blocks, indexed by value->number */
	size_t argument_count, argument_capacity;
	struct bef_mlir__level *levels; /* regions being printed, the innermost last */
	size_t level_count, level_capacity;
	bool untyped; /* omit the type: print an attribute only up to " : " */
	size_t used;
	char buffer[16384];
};

void bef_mlir__put_long(struct bef_mlir__printer *printer, const char *data, size_t size);
static inline void bef_mlir__put(struct bef_mlir__printer *printer, const char *data, size_t size)
{
	if (size > sizeof printer->buffer - printer->used) {
		bef_mlir__put_long(printer, data, size);
		return;
	}
	memcpy(printer->buffer + printer->used, data, size);
	printer->used += size;
}
/* The compiler knows the size of a literal. */
static inline void bef_mlir__put_text(struct bef_mlir__printer *printer, const char *text)
{
	bef_mlir__put(printer, text, strlen(text));
}
void bef_mlir__put_number(struct bef_mlir__printer *printer, uint64_t number);
void bef_mlir__put_attr(struct bef_mlir__printer *printer, const struct mlirbc_attr *attr);
void bef_mlir__put_type(struct bef_mlir__printer *printer, const struct mlirbc_type *type);
struct bef_mlir__value_name bef_mlir__value_name(
	const struct bef_mlir__printer *printer, const struct mlirbc_value *value);
void bef_mlir__put_value(struct bef_mlir__printer *printer, const struct mlirbc_value *value);
/* name, or name = value */
void bef_mlir__put_entry(struct bef_mlir__printer *printer, const struct mlirbc_named_attr *entry);
/* T or (T, U); with `always` always in parentheses. */
void bef_mlir__put_results(struct bef_mlir__printer *printer, const struct mlirbc_op *op, bool always);

/* {name = value} with the given prefix and suffix; nothing for an empty or absent dictionary. */
void bef_mlir__put_dictionary(
	struct bef_mlir__printer *printer, const struct mlirbc_attr *dictionary, const char *before, const char *after);
void bef_mlir__put_location(struct bef_mlir__printer *printer, const struct mlirbc_attr *location);
void bef_mlir__put_indent(struct bef_mlir__printer *printer, uint32_t depth);
/* Prints the ops of a function's region and the closing brace. Each region has one block. */
void bef_mlir__put_region(struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t indent);

/* ---- modules and functions (print_module.c) */

void bef_mlir__put_module(struct bef_mlir__printer *printer, const struct mlirbc_op *module);
/* Prints func.return and func.call in custom form, after their results. Returns false if the op needs generic form. */
bool bef_mlir__put_func_op(struct bef_mlir__printer *printer, const struct mlirbc_op *op);

/* ---- custom forms (print_form.c) */

/* Returns the custom form of the op, or NULL if only generic form is complete. Valid as long as the printer. */
const char *bef_mlir__form(
	struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__op_def **out_def);
/* Prints everything after the op's name, up to its first region. */
void bef_mlir__put_form(struct bef_mlir__printer *printer, const struct mlirbc_op *op,
	const struct bef_mlir__op_def *def, const char *form);
/* Returns the operand whose name argument `index` of the op's regions has. */
uint32_t bef_mlir__shadowed(const struct bef_mlir__op_def *def, uint32_t index);

#endif
