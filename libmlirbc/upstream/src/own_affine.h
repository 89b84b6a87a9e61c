/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Affine expressions over SSA values: %i + symbol(%n) * 2. */
#ifndef MLIRBC_UPSTREAM_OWN_AFFINE_H
#define MLIRBC_UPSTREAM_OWN_AFFINE_H

#include "own.h"
#include "own_parts.h"

#include <mlirbc/affine.h>

/* Expressions that share their operands; each distinct value is one dimension or symbol, in the order of first uses. */
struct up__subscripts {
	struct up__names dims, symbols;
	size_t dim_capacity, symbol_capacity;
	const struct mlirbc_affine **exprs;
	size_t count, capacity;
};

/* One more expression. */
bool up__read_subscript(struct mlirbc_parser *parser, struct up__subscripts *list);
/* [e, f], in any brackets. */
bool up__read_subscripts(
	struct mlirbc_parser *parser, const char *open, struct up__subscripts *list, const char *close);
/* The map as an inherent attribute. */
bool up__add_map(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct up__subscripts *list);
/* Dimensions, then symbols, as operands of type index. */
bool up__add_subscripts(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__subscripts *list);

/* A map or set as text. */
struct up__map {
	uint32_t dims, symbols, count; /* of results */
	const char *results;           /* behind "(" */
	size_t size;                   /* up to ")" */
};

/* False: not an affine map (`set`: or set). */
bool up__view_map(const struct mlirbc_attr *attr, bool set, struct up__map *out);
/* Result `index` alone, as text. */
struct mlirbc_string up__map_result(const struct up__map *map, uint32_t index);
/* A result with the operands from `from` on instead of d0, ...: symbols as symbol(%x). */
void up__print_subscript(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_string *result,
	const struct up__map *map, uint32_t from);
/* All results, separated by commas. */
void up__print_subscripts(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_attr *map,
	uint32_t from);

/* ---- own_affine.c */
/* (%d, ...)[%s, ...] behind a map or set; [] may be absent. */
bool up__read_map_operands(struct mlirbc_parser *parser, struct up__names *dims, struct up__names *symbols);
/* They are as many as the map has. */
bool up__check_map_operands(struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct up__map *map,
	const struct up__names *dims, const struct up__names *symbols);
bool up__add_map_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__names *dims,
	const struct up__names *symbols);
void up__print_map_operands(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct up__map *map, uint32_t from);
/* ", read, locality<3>, data" as attributes of the op; memref.prefetch has the same. */
bool up__read_prefetch(struct mlirbc_parser *parser, struct mlirbc_op_state *op);
bool up__prefetch_fits(const struct mlirbc_op *op);
void up__print_prefetch(struct mlirbc_printer *printer, const struct mlirbc_op *op);

/* ---- affine_loops.c */
bool up__parse_affine_for(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op);
bool up__affine_for_fits(const struct mlirbc_op *op);
bool up__print_affine_for(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);
bool up__parse_affine_if(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op);
bool up__affine_if_fits(const struct mlirbc_op *op);
bool up__print_affine_if(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);
bool up__parse_affine_parallel(
	struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op);
bool up__affine_parallel_fits(const struct mlirbc_op *op);
bool up__print_affine_parallel(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);

#endif
