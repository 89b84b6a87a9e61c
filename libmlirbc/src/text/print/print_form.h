/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions shared by the files that print custom forms. Text, types and attributes go through the functions here:
 * in the dry run that collects aliases they print nothing, and visit. */
#ifndef MLIRBC_SRC_PRINT_FORM_H
#define MLIRBC_SRC_PRINT_FORM_H

#include "dialects/forms.h"
#include "text/print/printer.h"

/* Prints one step of an operation: up to its next region, which *out describes (true), or up to its end (false). */
typedef bool (*mlirbc__print_form_fn)(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);

/* Properties of operations of one name; looked up once per printing. */
struct mlirbc__form_kind {
	const struct mlirbc_string *name;
	struct mlirbc__form form;
	mlirbc__print_form_fn print;              /* NULL: the format is interpreted */
	bool (*fits)(const struct mlirbc_op *op); /* with `print` */
	const struct mlirbc_printing *hooks;      /* NULL: none; else the members above are not used */
	const void *data;                         /* of the hooks */
};

/* ---- print_form.c */
/* What is known about operations of this name; NULL when memory is short. */
const struct mlirbc__form_kind *mlirbc__form_kind(struct mlirbc_printer *printer, const struct mlirbc_string *name);
/* The custom form of the operation; NULL: it has none, or does not satisfy it, and is printed in generic form. */
const struct mlirbc__form_kind *mlirbc__form_of(struct mlirbc_printer *printer, const struct mlirbc_op *op);
/* A step of any custom form, without the results and the name. */
bool mlirbc__print_form(struct mlirbc_printer *printer, const struct mlirbc__form_kind *kind,
	const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);
/* Without the dialect that is the default one (NULL: none). */
void mlirbc__print_op_name(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *dialect);

/* Parts of forms, besides those that hooks use (mlirbc/printing.h). */

/* " -> type" or " -> (types)" unless there are no results; `always`: in parentheses also a single one. */
void mlirbc__emit_arrow(struct mlirbc_printer *printer, const struct mlirbc_op *op, bool always);
/* [1, %x]: constants of the array attribute, and the operands from `from` on. `brackets`: "[]" */
void mlirbc__emit_indices(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *brackets,
	const struct mlirbc_attr *constants, uint32_t from);
/* ^block(%x : type): the successor with `count` operands from `from` on. */
void mlirbc__emit_successor(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t successor, uint32_t from, uint32_t count);

/* An attribute among the properties, or NULL. */
const struct mlirbc_attr *mlirbc__property(const struct mlirbc_op *op, const char *name, size_t size);
#define MLIRBC__PROPERTY(op, literal) mlirbc__property((op), literal, sizeof(literal) - 1)
/* The elements of an array attribute of integers. */
int64_t mlirbc__element(const struct mlirbc_attr *attr, size_t index);
bool mlirbc__is_array_of(const struct mlirbc_attr *attr, uint32_t width);
/* Where the groups of operands begin, and last where they end, as the attribute operandSegmentSizes has it. */
bool mlirbc__segments(const struct mlirbc_op *op, uint32_t *begins, size_t count);
/* True when the entry block is empty and others follow it: without its label, the text begins with the second block. */
bool mlirbc__loses_entry(const struct mlirbc_region *region);
/* The region has a block that ends as `terminator` (up to a blank; "": anything), which is left out (`hidden`) or not. */
bool mlirbc__region_fits(
	const struct mlirbc_op *op, uint32_t region, const char *terminator, bool hidden, bool arguments);

/* ---- print_func.c, print_scf.c */
extern const struct mlirbc__own_form {
	const char *name;
	mlirbc__print_form_fn print;
	bool (*fits)(const struct mlirbc_op *op);
} mlirbc__func_forms[], mlirbc__scf_forms[]; /* name NULL at the end */

#endif
