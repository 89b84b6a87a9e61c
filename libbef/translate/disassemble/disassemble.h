/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of the conversion from BEF to MLIR. Its files:
 *
 *	disassemble.c           tables of the file; functions, whole modules
 *	disassemble_body.c      a body: kernels become ops
 *	disassemble_attr.c      encodings become attributes
 *	disassemble_location.c  records become locations
 *
 * Only verified files are converted, so results of the reader are not checked again. */
#ifndef BEF_TRANSLATE_DISASSEMBLE_H
#define BEF_TRANSLATE_DISASSEMBLE_H

#include "state/convert.h"

#include <bef/reader.h>

struct bef_mlir__source_function {
	struct bef_function function;
	struct bef_numbers names, types; /* its entries in AttributeNames and RegisterTypes */
	bool placed;                             /* a region that already belongs to an op */
};

/* A region without a block, and the function that provides its body. */
struct bef_mlir__to_fill {
	struct mlirbc_region *region;
	uint32_t function;
};

struct bef_mlir__back {
	struct bef_reader reader;
	struct mlirbc_context *context;
	struct mlirbc_op *last_module; /* compiled; NULL: none yet. They are the first ops of `top` */
	struct mlirbc_block *top; /* block of the module; functions are added here */
	const struct bef_allocator *allocator;
	struct bef_diag *diag;
	uint32_t function; /* current function, for messages */

	struct bef_mlir__arena tables; /* lives as long as this struct */
	struct bef_mlir__arena arena;  /* for the current body */
	const struct mlirbc_type **types;
	const struct mlirbc_string **kernels;
	struct bef_mlir__op *ops; /* per kernel name: its entry in the op tables */
	struct bef_mlir__source_function *functions;
	uint32_t *attr_offsets, *attr_types; /* in ascending order */
	const struct mlirbc_attr **attrs;    /* NULL: not decoded yet */
	size_t attr_count;
	struct bef_section nonstrict; /* data is NULL if the file has none */
	const struct mlirbc_type *none;
	bool locations;            /* false: all locations become unknown */
	uint64_t location_records; /* remaining budget of records, because locations may share parts */

	/* Cache of created objects: attribute names, locations, compiled modules. */
	struct bef_mlir__map numbers;
	const void **found;
	size_t found_count, found_capacity;

	struct bef_mlir__to_fill *to_fill; /* stack: the next one is last */
	size_t to_fill_count, to_fill_capacity;
};

enum bef_status bef_mlir__back_fail(struct bef_mlir__back *back, enum bef_status status, const char *format, ...)
	BEF_PRINTF(3, 4);
enum bef_status bef_mlir__back_nomem(struct bef_mlir__back *back);

/* Returns the object cached for a place in the file (for compiled modules: for their name), or NULL. */
enum { BEF_MLIR__LOCATION, BEF_MLIR__NAME, BEF_MLIR__COMPILED };
const void *bef_mlir__remembered(const struct bef_mlir__back *back, const uint8_t *place, uint32_t kind);
enum bef_status bef_mlir__remember(struct bef_mlir__back *back, const uint8_t *place, uint32_t kind, const void *what);

/* Returns the string at an offset of Strings. The length of each string is computed once. */
enum bef_status bef_mlir__back_string(
	struct bef_mlir__back *back, uint64_t offset, const struct mlirbc_string **out_string);
/* Returns the attribute at an offset of Attributes. */
enum bef_status bef_mlir__back_attr(struct bef_mlir__back *back, uint32_t offset, const struct mlirbc_attr **out_attr);
/* Returns the location at an offset of Locations. */
enum bef_status bef_mlir__back_location(
	struct bef_mlir__back *back, uint64_t offset, const struct mlirbc_attr **out_location);
/* Fills a region. */
enum bef_status bef_mlir__back_body(struct bef_mlir__back *back, const struct bef_mlir__to_fill *to_fill);
/* Adds a region to the list of regions to fill. */
enum bef_status bef_mlir__back_later(struct bef_mlir__back *back, struct mlirbc_region *region, uint32_t function);

#endif
