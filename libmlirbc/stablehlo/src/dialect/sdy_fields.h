/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of Shardy: mlirbc decodes them into fields in the order of their bytecode. */
#ifndef MLIRBC_STABLEHLO_SDY_H
#define MLIRBC_STABLEHLO_SDY_H

#include <mlirbc/ir.h>
#include <stdbool.h>
#include <string.h>

/* Field `at` of #sdy.mnemonic; NULL: it is another attribute, or has no such field. */
const struct mlirbc_attr *shlo__sdy_field(const struct mlirbc_attr *attr, const char *mnemonic, size_t at);
/* Items of an array; 0: it is none. */
static inline size_t shlo__sdy_length(const struct mlirbc_attr *list)
{
	return list && list->kind == MLIRBC_ATTR_ARRAY ? list->u.array.count : 0;
}
/* The integer of a field; `fallback`: it is none. */
int64_t shlo__sdy_number(const struct mlirbc_attr *attr, int64_t fallback);
static inline bool shlo__sdy_same(const struct mlirbc_string *a, const struct mlirbc_string *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}
/* The contents of the mesh of a #sdy.sharding, which a symbol among `symbols` may name; NULL: there is none. */
const struct mlirbc_attr *shlo__sdy_sharding_mesh(const struct mlirbc_attr *sharding, const struct mlirbc_block *symbols);
/* The size of an axis; 0: the mesh has no such axis. */
int64_t shlo__sdy_axis_size(const struct mlirbc_attr *mesh, const struct mlirbc_attr *name);
/* The name of the operation without "sdy."; false: it is of another dialect. */
bool shlo__sdy_name(const struct mlirbc_op *op, struct mlirbc_string *out);
/* Whether it is one of the names, of which each ends with a NUL and the last with two. */
bool shlo__is_one_of(const struct mlirbc_string *name, const char *names);

#endif
