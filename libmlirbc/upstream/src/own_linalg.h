/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bodies of linalg's named operations, which their text leaves out. */
#ifndef MLIRBC_UPSTREAM_OWN_LINALG_H
#define MLIRBC_UPSTREAM_OWN_LINALG_H

#include "own.h"
#include "own_parts.h"

/* What a named operation computes. */
struct up__linalg {
	const char *name; /* without "linalg." */
	/* The body in postfix notation: a digit is an input, 'o' the output, the others are operations (linalg_body.c). */
	const char *body;
	/* The indexing maps that MLIR's verifier attaches; NULL: none. "3:02;21;01": three dimensions, then the results of
	 * each map; (14) is the sum of two dimensions with a stride and a dilation. */
	const char *maps;
};

/* NULL: not a named operation. */
const struct up__linalg *up__linalg_find(const struct mlirbc_string *name);
/* Adds the region: arguments of the elements of the types, the body, and linalg.yield. `is_unsigned`: how integers are
 * cast. */
bool up__linalg_add_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *body,
	const struct up__types *inputs, const struct up__types *outputs, bool is_unsigned);
/* The body of linalg.elementwise for a kind ("exp", "max_signed"); NULL: unknown. */
const char *up__linalg_elementwise(const struct mlirbc_string *kind);
/* array of affine maps, from the notation above; `strides` and `dilations` may be NULL (1). NULL: no memory. */
const struct mlirbc_attr *up__linalg_maps(struct mlirbc_context *context, const char *maps,
	const struct mlirbc_attr *strides, const struct mlirbc_attr *dilations);

/* ---- own_linalg.c */
const struct mlirbc_upstream__own *up__find_linalg(const struct mlirbc_string *name);
/* Errors are at `place`. */
typedef const struct mlirbc_attr *up__iterators_fn(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *place, const struct mlirbc_attr *strings);
/* The entries of the dictionary of linalg.generic or vector.contract as attributes of the op; `iterators` converts
 * ["parallel", ...]. */
bool up__add_trait(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_attr *trait,
	const struct mlirbc_unresolved *place, up__iterators_fn *iterators);
/* iterator_types = ["parallel", ...] from attributes whose text is `open`, the word, '>'. */
bool up__is_iterators(const struct mlirbc_attr *attr, const char *open);
void up__print_iterators(struct mlirbc_printer *printer, const struct mlirbc_attr *iterators, const char *open);
/* ["parallel", ...] as #dialect.iterator_type<parallel>; NULL: no memory, or an error was reported. */
const struct mlirbc_attr *up__iterators_of(struct mlirbc_parser *parser, const char *dialect,
	const struct mlirbc_unresolved *place, const struct mlirbc_attr *strings);

#endif
