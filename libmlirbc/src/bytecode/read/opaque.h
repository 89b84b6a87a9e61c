/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes in an encoding that the library does not know: the table entries of their file that they may name. */
#ifndef MLIRBC_SRC_OPAQUE_H
#define MLIRBC_SRC_OPAQUE_H

#include <mlirbc/load.h>

enum mlirbc__named {
	MLIRBC__NAMED_ATTR,
	MLIRBC__NAMED_OPTIONAL_ATTR, /* with a flag in the lowest bit */
	MLIRBC__NAMED_TYPE,
	MLIRBC__NAMED_STRING,
	MLIRBC__NAMED_RESOURCE,
	MLIRBC__NAMED_COUNT
};

struct mlirbc__opaque {
	struct mlirbc_file *file; /* NULL: the bytes name nothing */
	const struct mlirbc_string *dialect;
	const uint8_t *data;
	size_t size;
};

/* A dialect may read a number at any byte. Stores the entry of each table that the number at `at` may name;
 * MLIRBC_NO_INDEX: none. */
void mlirbc__opaque_named(const struct mlirbc__opaque *bytes, size_t at, size_t out[MLIRBC__NAMED_COUNT]);
/* True if a number at some byte may name an entry. */
bool mlirbc__opaque_names_any(const struct mlirbc__opaque *bytes);
/* True if the dialect's reader decodes both in the same way: equal producers, versions of bytecode, dialects and their
 * versions. */
bool mlirbc__opaque_alike(const struct mlirbc__opaque *a, const struct mlirbc__opaque *b);
/* The entries. NULL if broken, which is not recorded as a failure of the file: they may be unused. */
const struct mlirbc_attr *mlirbc__opaque_attr(struct mlirbc_file *file, size_t index);
const struct mlirbc_type *mlirbc__opaque_type(struct mlirbc_file *file, size_t index);
const struct mlirbc_string *mlirbc__opaque_resource(const struct mlirbc_file *file, size_t index); /* its key */

#endif
