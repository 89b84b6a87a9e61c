/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types and attributes in both directions, and small attributes of VHLO. Each is converted once in a job. */
#ifndef MLIRBC_STABLEHLO_VALUES_H
#define MLIRBC_STABLEHLO_VALUES_H

#include "dialect/attrs.h"
#include "vhlo/vhlo_forms.h"

/* ---- vhlo_types.c: in the direction of the job. Types of other dialects and builtin ones in VHLO stay as they are. */
const struct mlirbc_type *shlo__convert_type(struct shlo__job *job, const struct mlirbc_type *type);

/* ---- vhlo_quant.c */
const struct mlirbc_type *shlo__quant_from(struct shlo__job *job, const struct mlirbc_coded *coded);
const struct mlirbc_type *shlo__quant_to(struct shlo__job *job, const struct mlirbc_type *type);

/* ---- attrs_from.c: an attribute of VHLO as StableHLO has it in general. Others stay as they are. */
const struct mlirbc_attr *shlo__attr_from(struct shlo__job *job, const struct mlirbc_attr *attr);

/* ---- attrs_to.c: the VHLO form; NULL without a failure: it has none. */
const struct mlirbc_attr *shlo__attr_to(struct shlo__job *job, const struct mlirbc_attr *attr);
/* Of a dialect whose attributes or types artifacts do not have; also an array or dictionary with such a value, or nested too deep. */
bool shlo__is_foreign(struct shlo__job *job, const struct mlirbc_attr *attr);

/* ---- mesh.c: replica groups by the axes of a mesh. As shlo__attr_from() and shlo__attr_to(). */
bool shlo__is_mesh_mnemonic(const struct mlirbc_string *mnemonic);
const struct mlirbc_attr *shlo__mesh_from(struct shlo__job *job, const struct mlirbc_coded *coded);
const struct mlirbc_attr *shlo__mesh_to(struct shlo__job *job, const struct mlirbc_attr *attr);

/* ---- coded.c: parts of coded attributes and types. They may have been made by hand: nothing is sure. */
/* True for an attribute or type vhlo.MNEMONIC with that many fields. */
bool shlo__is_coded(const struct mlirbc_coded *coded, const char *mnemonic, size_t fields);
/* The coded attribute #vhlo.MNEMONIC; NULL: it is something else. */
const struct mlirbc_coded *shlo__vhlo_attr(const struct mlirbc_attr *attr, const char *mnemonic, size_t fields);
const struct mlirbc_type *shlo__field_type(const struct mlirbc_coded *coded, size_t field); /* NULL: it is not a type */
bool shlo__field_int(const struct mlirbc_coded *coded, size_t field, int64_t *out);
bool shlo__field_double(const struct mlirbc_coded *coded, size_t field, double *out);
const struct mlirbc_attrs *shlo__field_list(const struct mlirbc_coded *coded, size_t field); /* NULL: no list */
/* A list of integers; false: something else, or more than SHLO__MOST_DIMS. */
bool shlo__field_ints(const struct mlirbc_coded *coded, size_t field, struct shlo__dims *out);

/* The attribute, of which NULL is a failure. */
const struct mlirbc_attr *shlo__made(struct shlo__job *job, const struct mlirbc_attr *attr);
/* Room for a list; NULL after a failure. */
const struct mlirbc_attr **shlo__room(struct shlo__job *job, size_t count);
/* Attributes and types of VHLO; NULL after shlo__job_memory(), or when a part is NULL. */
const struct mlirbc_attr *shlo__make_attr(
	struct shlo__job *job, const char *mnemonic, const struct mlirbc_attr *const *values, size_t count);
/* Values may be NULL: fields that are absent. */
const struct mlirbc_attr *shlo__make_open_attr(
	struct shlo__job *job, const char *mnemonic, const struct mlirbc_attr *const *values, size_t count);
const struct mlirbc_type *shlo__make_type(
	struct shlo__job *job, const char *mnemonic, const struct mlirbc_attr *const *values, size_t count);
const struct mlirbc_attr *shlo__make_bool(struct shlo__job *job, bool value);                   /* bool_v1 */
const struct mlirbc_attr *shlo__make_int(struct shlo__job *job, uint32_t width, int64_t value); /* integer_v1 */
const struct mlirbc_attr *shlo__make_string(struct shlo__job *job, const struct mlirbc_string *text);
const struct mlirbc_attr *shlo__make_array(struct shlo__job *job, const struct mlirbc_attr *const *items, size_t count);
const struct mlirbc_attr *shlo__make_enum(struct shlo__job *job, enum shlo__enum which, int value);
const struct mlirbc_attr *shlo__make_type_attr(struct shlo__job *job, const struct mlirbc_type *type); /* type_v1 */
/* tensor_v1 of rank 1 or 2 with these elements; `width` 64 or 1. */
const struct mlirbc_attr *shlo__make_tensor(struct shlo__job *job, uint32_t width, const struct shlo__dims *values);
/* tensor_v1 of i64 or i1 elements that are all equal, of this shape. */
const struct mlirbc_attr *shlo__make_splat(
	struct shlo__job *job, uint32_t width, const int64_t *dims, size_t rank, int64_t value);
/* tensor_v1 of a builtin dense attribute. */
const struct mlirbc_attr *shlo__make_dense(struct shlo__job *job, const struct mlirbc_attr *dense);
/* A list of plain i64 attributes, as fields of coded attributes have them. */
const struct mlirbc_attr *shlo__plain_ints(struct shlo__job *job, const int64_t *values, size_t count);
const struct mlirbc_attr *shlo__plain_int(struct shlo__job *job, int64_t value);

#endif
