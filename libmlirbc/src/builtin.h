/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decoding attributes and types of the builtin dialect.
 *
 * A decoder reads all of an entry's fields. A part (another entry) that is not made yet gives NULL and sets
 * `blocked`; the decoder goes on, so that every part gets into the queue, returns NULL, and is called again once the
 * parts are there. */
#ifndef MLIRBC_SRC_BUILTIN_H
#define MLIRBC_SRC_BUILTIN_H

#include "load_state.h"

struct mlirbc__decode {
	struct mlirbc__reader r; /* covers the entry */
	bool blocked;
	bool opaque; /* set by a decoder that needs to know more than the file says: the bytes are kept as they are */
};

/* Sets of kinds, for parts that must be of some kind. */
#define MLIRBC__KIND(kind) (UINT32_C(1) << (kind))
#define MLIRBC__KINDS_OPAQUE (MLIRBC__KIND(MLIRBC_ATTR_DIALECT) | MLIRBC__KIND(MLIRBC_ATTR_BYTES))
#define MLIRBC__KINDS_LOCATION                                                                                         \
	(MLIRBC__KIND(MLIRBC_LOC_UNKNOWN) | MLIRBC__KIND(MLIRBC_LOC_FILE) | MLIRBC__KIND(MLIRBC_LOC_NAME) |            \
		MLIRBC__KIND(MLIRBC_LOC_CALLSITE) | MLIRBC__KIND(MLIRBC_LOC_FUSED) | MLIRBC__KINDS_OPAQUE)
#define MLIRBC__KINDS_ANY UINT32_MAX

/* ---- load_attr.c: reading fields */
/* An attribute of one of these kinds, which `what` names. NULL: failed, or blocked. */
const struct mlirbc_attr *mlirbc__part_attr(struct mlirbc__decode *d, uint32_t kinds, const char *what);
const struct mlirbc_type *mlirbc__part_type(struct mlirbc__decode *d);
/* A list into the part buffer, or any other; the entries may be NULL when blocked. */
bool mlirbc__part_attrs(struct mlirbc__decode *d, uint32_t kinds, const char *what, size_t *out_count);
bool mlirbc__part_types(struct mlirbc__decode *d, struct mlirbc__buffer *buffer, size_t *out_count);
const struct mlirbc_string *mlirbc__part_string(struct mlirbc__decode *d);
/* All fields are read: true when nothing failed, nothing is missing and nothing is left over. */
bool mlirbc__ready(struct mlirbc__decode *d);

/* ---- builtin_*.c. NULL: failed, blocked, or opaque. */
const struct mlirbc_attr *mlirbc__builtin_attr(struct mlirbc__decode *d);
const struct mlirbc_attr *mlirbc__builtin_dense(struct mlirbc__decode *d, uint64_t code);
const struct mlirbc_attr *mlirbc__builtin_location(struct mlirbc__decode *d, uint64_t code);
const struct mlirbc_type *mlirbc__builtin_type(struct mlirbc__decode *d);

/* ---- load_quant.c, likewise */
const struct mlirbc_type *mlirbc__quant_type(struct mlirbc__decode *d);

enum mlirbc__attr_code {
	MLIRBC__CODE_ARRAY,
	MLIRBC__CODE_DICTIONARY,
	MLIRBC__CODE_STRING,
	MLIRBC__CODE_TYPED_STRING,
	MLIRBC__CODE_FLAT_SYMBOL,
	MLIRBC__CODE_SYMBOL,
	MLIRBC__CODE_TYPE,
	MLIRBC__CODE_UNIT,
	MLIRBC__CODE_INTEGER,
	MLIRBC__CODE_FLOAT,
	MLIRBC__CODE_CALLSITE,
	MLIRBC__CODE_FILE,
	MLIRBC__CODE_FUSED,
	MLIRBC__CODE_FUSED_METADATA,
	MLIRBC__CODE_NAME,
	MLIRBC__CODE_UNKNOWN,
	MLIRBC__CODE_RESOURCE,
	MLIRBC__CODE_DENSE_ARRAY,
	MLIRBC__CODE_DENSE,
	MLIRBC__CODE_DENSE_STRINGS,
	MLIRBC__CODE_SPARSE,
	MLIRBC__CODE_DISTINCT,
	MLIRBC__CODE_FILE_RANGE
};

enum mlirbc__type_code {
	MLIRBC__CODE_INTEGER_TYPE,
	MLIRBC__CODE_INDEX,
	MLIRBC__CODE_FUNCTION,
	MLIRBC__CODE_BF16,
	MLIRBC__CODE_F16,
	MLIRBC__CODE_F32,
	MLIRBC__CODE_F64,
	MLIRBC__CODE_F80,
	MLIRBC__CODE_F128,
	MLIRBC__CODE_COMPLEX,
	MLIRBC__CODE_MEMREF,
	MLIRBC__CODE_MEMREF_SPACE,
	MLIRBC__CODE_NONE,
	MLIRBC__CODE_TENSOR,
	MLIRBC__CODE_TENSOR_ENCODING,
	MLIRBC__CODE_TUPLE,
	MLIRBC__CODE_UNRANKED_MEMREF,
	MLIRBC__CODE_UNRANKED_MEMREF_SPACE,
	MLIRBC__CODE_UNRANKED_TENSOR,
	MLIRBC__CODE_VECTOR,
	MLIRBC__CODE_SCALABLE_VECTOR
};

#endif
