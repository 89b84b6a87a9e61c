/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The types and attributes that a type or attribute contains.
 *
 *	struct mlirbc_parts parts = mlirbc_attr_parts(attr);
 *	struct mlirbc_part part;
 *	while (mlirbc_parts_next(&parts, &part))
 *		...
 *
 * Only immediate parts are visited. A caller that visits parts recursively should remember those already visited:
 * parts are shared, and can be nested deeply. Names and symbols are strings and not parts. Types and attributes
 * inside kept text (MLIRBC_ATTR_DIALECT, MLIRBC_ATTR_AFFINE, MLIRBC_TYPE_DIALECT) and unknown encodings
 * (MLIRBC_ATTR_BYTES, MLIRBC_TYPE_BYTES) are not parts either.
 *
 * Thread class: safe as long as the context lives; nothing is allocated or changed. */
#ifndef MLIRBC_PARTS_H
#define MLIRBC_PARTS_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exactly one member is not NULL. */
struct mlirbc_part {
	const struct mlirbc_type *type;
	const struct mlirbc_attr *attr;
};

/* The position of a visit; private. Refers to the arrays of the visited object. */
struct mlirbc_parts {
	struct mlirbc_part single[3]; /* visited first; may be empty */
	struct {
		const void *items;
		size_t count;
	} lists[2];
	uint8_t item_kind, at, end; /* of `at`: single parts, then lists */
};

/* Starts a visit. Order of the parts: of an attribute its type, then the elements of arrays, the values of
 * dictionaries and coded fields in their order, indices and values of a sparse attribute; of a location the callee,
 * then the caller; the metadata, then the fused locations; of a function type inputs, then results; of a shaped type
 * the element type, the encoding or layout, the memory space. */
MLIRBC_API struct mlirbc_parts mlirbc_attr_parts(const struct mlirbc_attr *attr);
MLIRBC_API struct mlirbc_parts mlirbc_type_parts(const struct mlirbc_type *type);
/* Returns the next part; false at the end. Absent parts (a tensor without encoding) are skipped. */
MLIRBC_API bool mlirbc_parts_next(struct mlirbc_parts *parts, struct mlirbc_part *out_part);

#ifdef __cplusplus
}
#endif

#endif
