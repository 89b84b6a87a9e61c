/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of StableHLO operations as plain values, for programs that execute, analyse or translate operations.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_STABLEHLO_ATTRS_API_H
#define MLIRBC_STABLEHLO_ATTRS_API_H

#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

enum mlirbc_stablehlo_attr_kind {
	MLIRBC_STABLEHLO_INTS,  /* ints, count: dimensions; padding and other matrices row-major; booleans as 0 and 1 */
	MLIRBC_STABLEHLO_INT,   /* number */
	MLIRBC_STABLEHLO_BOOL,  /* number: 0 or 1 */
	MLIRBC_STABLEHLO_TEXT,  /* text: strings, symbols, enumerators ("LT") */
	MLIRBC_STABLEHLO_TYPE,  /* type */
	MLIRBC_STABLEHLO_OTHER  /* attr: any attribute that has no plain value */
};

struct mlirbc_stablehlo_attr {
	const char *name; /* "offset_dims". Static */
	enum mlirbc_stablehlo_attr_kind kind;
	bool given; /* false: the default of an attribute that the operation does not have */
	int64_t number;
	const int64_t *ints;
	size_t count;
	const struct mlirbc_string *text;
	const struct mlirbc_type *type;
	const struct mlirbc_attr *attr; /* the attribute of the operation; NULL: not given */
};

/* The attributes that the specification has for an operation of stablehlo, chlo, check or interpreter, in no particular
 * order. Groups are returned as their fields (those of #stablehlo.gather<>: offset_dims, collapsed_slice_dims, ...),
 * except channel_handle and result_accuracy. Attributes that the operation does not have are returned with their
 * defaults, if the specification has defaults; an optional group (algorithm of dot_general) is omitted. The operation
 * should satisfy mlirbc_stablehlo_verify().
 * @param out_attrs  an array of *out_count in the context's memory
 * @return MLIRBC_OK · MLIRBC_E_NOT_FOUND not an operation of these dialects · MLIRBC_E_CORRUPT an attribute is
 *         missing or malformed; diag describes it · MLIRBC_E_NOMEM */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_attrs(struct mlirbc_context *context,
	const struct mlirbc_op *op, const struct mlirbc_stablehlo_attr **out_attrs, size_t *out_count,
	struct mlirbc_diag *diag);

/* The attribute replica_groups of an operation as a matrix of i64 with a row for each group: a dense attribute is
 * returned unchanged; the axes of a mesh (#stablehlo.replica_group_mesh_axes<>) are expanded to groups, in the order of
 * the devices. The name of a mesh refers to an operation sdy.mesh of a module around the operation.
 * @param out_groups  a dense attribute of type tensor<GxMxi64>
 * @return MLIRBC_OK · MLIRBC_E_NOT_FOUND there is no such attribute, or no mesh of that name · MLIRBC_E_CORRUPT the
 *         mesh does not have these axes; diag describes it · MLIRBC_E_LIMIT the mesh has more than 1,048,576 devices
 *         · MLIRBC_E_NOMEM */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_replica_groups(struct mlirbc_context *context,
	const struct mlirbc_op *op, const struct mlirbc_attr **out_groups, struct mlirbc_diag *diag);

/* A quantized element type: an element is (storage - zero point) * scale. */
struct mlirbc_stablehlo_quantized {
	const struct mlirbc_type *storage, *expressed;
	int64_t storage_min, storage_max;
	int64_t axis; /* the dimension that has its own scales and zero points; -1: one for all */
	const double *scales;        /* `count` of them, in the context's memory */
	const int64_t *zero_points;
	size_t count;
};
/* @return MLIRBC_OK · MLIRBC_E_NOT_FOUND not !quant.uniform<...> · MLIRBC_E_NOMEM */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_quantized(struct mlirbc_context *context,
	const struct mlirbc_type *element, struct mlirbc_stablehlo_quantized *out);

#ifdef __cplusplus
}
#endif

#endif
