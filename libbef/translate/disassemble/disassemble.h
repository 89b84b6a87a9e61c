/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of the way back, BEF to MLIR, and its parts:
 *
 *	disassemble.c           tables of the file; functions, whole modules
 *	disassemble_body.c      a body: kernels become ops
 *	disassemble_attr.c      encodings become attributes
 *	disassemble_location.c  records become locations
 *
 * Works on verified files only, so that what the reader gives needs no second look. */
#ifndef BEF_TRANSLATE_DISASSEMBLE_H
#define BEF_TRANSLATE_DISASSEMBLE_H

#include "state/convert.h"

#include <bef/reader.h>

struct bef_mlir__source_function {
	struct bef_function function;
	struct bef_numbers names, types; /* its lists in AttributeNames and RegisterTypes */
	bool placed;                             /* a region that an op has already */
};

/* A region without a block, and the function that goes there. */
struct bef_mlir__to_fill {
	struct mlirbc_region *region;
	uint32_t function;
};

struct bef_mlir__back {
	struct bef_reader reader;
	struct mlirbc_context *context;
	struct mlirbc_block *top; /* of the module: functions go here */
	const struct bef_allocator *allocator;
	struct bef_diag *diag;
	uint32_t function; /* at hand, for messages */

	struct bef_mlir__arena tables; /* lives as long as this */
	struct bef_mlir__arena arena;  /* of the body at hand */
	const struct mlirbc_type **types;
	const struct mlirbc_string **kernels;
	struct bef_mlir__op *ops; /* what the op tables know about each kernel */
	struct bef_mlir__source_function *functions;
	uint32_t *attr_offsets, *attr_types; /* ascending offsets */
	const struct mlirbc_attr **attrs;    /* NULL: not decoded yet */
	size_t attr_count;
	struct bef_section nonstrict; /* data NULL: the file has none */
	const struct mlirbc_type *none;
	bool locations;            /* wanted; else all are unknown */
	uint64_t location_records; /* that may still be decoded: locations may share their ends */

	/* What was made already: names of attributes, locations, compiled modules. */
	struct bef_mlir__map numbers;
	const void **found;
	size_t found_count, found_capacity;

	struct bef_mlir__to_fill *to_fill; /* the next one last */
	size_t to_fill_count, to_fill_capacity;
};

enum bef_status bef_mlir__back_fail(struct bef_mlir__back *back, enum bef_status status, const char *format, ...)
	BEF_PRINTF(3, 4);
enum bef_status bef_mlir__back_nomem(struct bef_mlir__back *back);

/* What was remembered for a place in the file (compiled modules: for their name), or NULL. */
enum { BEF_MLIR__LOCATION, BEF_MLIR__NAME, BEF_MLIR__COMPILED };
const void *bef_mlir__remembered(const struct bef_mlir__back *back, const uint8_t *place, uint32_t kind);
enum bef_status bef_mlir__remember(struct bef_mlir__back *back, const uint8_t *place, uint32_t kind, const void *what);

/* The string at an offset of Strings; each is measured once. */
enum bef_status bef_mlir__back_string(
	struct bef_mlir__back *back, uint64_t offset, const struct mlirbc_string **out_string);
/* The attribute at an offset of Attributes. */
enum bef_status bef_mlir__back_attr(struct bef_mlir__back *back, uint32_t offset, const struct mlirbc_attr **out_attr);
/* The location at an offset of Locations. */
enum bef_status bef_mlir__back_location(
	struct bef_mlir__back *back, uint64_t offset, const struct mlirbc_attr **out_location);
/* Fills a region. */
enum bef_status bef_mlir__back_body(struct bef_mlir__back *back, const struct bef_mlir__to_fill *to_fill);
/* A region to be filled later. */
enum bef_status bef_mlir__back_later(struct bef_mlir__back *back, struct mlirbc_region *region, uint32_t function);

#endif
