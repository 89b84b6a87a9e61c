/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of single operations that MLIR has as code: shapes, positions and attributes that depend on each other. They run
 * after the checks of the row, so operands, results and required attributes are there and satisfy their constraints.
 *
 * What MLIR refuses only for types that libmlirbc keeps as text is not checked. */
#ifndef MLIRBC_UPSTREAM_VERIFY_OWN_H
#define MLIRBC_UPSTREAM_VERIFY_OWN_H

#include "verify.h"

#include <mlirbc/print.h>
#include <string.h>

/* Returns false after reporting an error. */
typedef bool up__check_fn(struct mlirbc_parser *parser, const struct mlirbc_op *op);

struct up__check {
	const char *name;
	up__check_fn *run;
	bool after; /* the contents of its regions */
};

/* verify_own.c: the check of an operation, NULL: none. */
const struct up__check *up__check_find(const struct mlirbc_string *name);

/* ---- parts of checks */

/* The text of a type for a message. */
struct up__text {
	char data[200];
};
struct up__text up__text_of(const struct mlirbc_type *type);
#define UP__TEXT(type) (up__text_of(type).data)

/* The type of an operand or result; the operation has it. */
const struct mlirbc_type *up__operand_type(const struct mlirbc_op *op, uint32_t index);
const struct mlirbc_type *up__result_type(const struct mlirbc_op *op, uint32_t index);

/* Of a shaped type with a rank. */
static inline size_t up__rank(const struct mlirbc_type *type) { return type->u.shaped.rank; }
static inline int64_t up__dim(const struct mlirbc_type *type, size_t index) { return type->u.shaped.dims[index]; }

/* A list of integers: array<i64: ...> or [1, 2]. */
struct up__ints {
	const struct mlirbc_attr *attr;
	size_t count;
};
/* False: the attribute is absent or is no such list. */
bool up__ints_of(const struct mlirbc_op *op, const char *name, struct up__ints *out);
bool up__ints_in(const struct mlirbc_attr *attr, struct up__ints *out);
int64_t up__int_at(const struct up__ints *ints, size_t index);
/* An integer attribute of at most 64 bits; `otherwise` if it is absent. */
int64_t up__int_of(const struct mlirbc_op *op, const char *name, int64_t otherwise);
/* Whether the numbers are 0 to count - 1 in any order. */
bool up__is_permutation(const struct up__ints *ints);
/* The number of results of an affine map; SIZE_MAX: it is no map, or has more than UP__MOST_LOOPS. */
size_t up__map_results(const struct mlirbc_attr *attr);
/* The dimensions of a map or set; SIZE_MAX: it is none. verify_memory.c */
size_t up__map_dims(const struct mlirbc_attr *attr);
/* The loop that goes over each dimension of an operand; -1: its index is computed from several. */
enum { UP__MOST_LOOPS = 32 };
struct up__loops {
	int of[UP__MOST_LOOPS];
	size_t count;
};
/* The results of an affine map that are single dimensions: affine_map<(d0, d1) -> (d0, d1 + 1)>. False: not understood. */
bool up__loops_of(const struct mlirbc_attr *map, struct up__loops *out);
/* Both sizes are static and differ. */
bool up__dims_differ(int64_t a, int64_t b);
/* Dimensions that are known on both sides are equal; true without ranks. */
bool up__shapes_match(const struct mlirbc_type *a, const struct mlirbc_type *b);
uint32_t up__dynamic_dims(const struct mlirbc_type *type);
bool up__is_scalable(const struct mlirbc_type *vector);

up__check_fn up__check_width_cast, up__check_arith_bitcast, up__check_index_cast, up__check_tensor_cast, up__check_memref_cast,
	up__check_llvm_extension, up__check_spirv_width, up__check_spirv_bitcast, up__check_complex_bitcast;
up__check_fn up__check_vector_extract, up__check_vector_insert, up__check_vector_broadcast, up__check_vector_shape_cast,
	up__check_vector_transpose, up__check_vector_shuffle, up__check_vector_reduction, up__check_vector_extract_slice,
	up__check_vector_insert_slice, up__check_vector_bitcast, up__check_vector_access, up__check_create_mask, up__check_constant_mask,
	up__check_multi_reduction, up__check_outer_product,
	up__check_from_elements, up__check_interleave, up__check_type_cast;
up__check_fn up__check_reassociation, up__check_extract_slice, up__check_insert_slice, up__check_concat,
	up__check_gather, up__check_reshape, up__check_splat, up__check_memref_transpose, up__check_reinterpret_cast,
	up__check_segment_sizes;
up__check_fn up__check_linalg_transpose, up__check_linalg_broadcast, up__check_linalg_reduce, up__check_linalg_index,
	up__check_affine_access, up__check_affine_apply, up__check_affine_min, up__check_affine_vector, up__check_tosa_axis,
	up__check_tosa_transpose, up__check_tosa_clamp;
up__check_fn up__check_atomic_rmw, up__check_alignment, up__check_if, up__check_switch, up__check_while, up__check_complex_constant,
	up__check_llvm_constant, up__check_fence, up__check_gpu_copy, up__check_all_reduce, up__check_launch, up__check_emitc_call,
	up__check_emitc_constant, up__check_spirv_construct, up__check_spirv_shuffle, up__check_spirv_extract, up__check_const_shape,
	up__check_shfl;
up__check_fn up__check_acc_bounds, up__check_acc_data, up__check_acc_loop, up__check_atomic_access,
	up__check_cmpxchg, up__check_contract, up__check_delinearize, up__check_emitc_apply, up__check_emitc_literal, up__check_forall, up__check_generate, up__check_llvm_rmw,
	up__check_loop_nest, up__check_loop_wrapper, up__check_masked_access, up__check_materialize,
	up__check_omp_atomic, up__check_pack, up__check_pad, up__check_parallel, up__check_quant_cast,
	up__check_reduction_kind, up__check_scan, up__check_simd, up__check_softmax, up__check_sparse_convert,
	up__check_target_data, up__check_transfer;
up__check_fn up__check_comdat, up__check_invoke, up__check_landingpad, up__check_llvm_alias,
	up__check_llvm_bitcast, up__check_llvm_func, up__check_llvm_global, up__check_llvm_return,
	up__check_llvm_structors, up__check_llvm_weights, up__check_omp_access, up__check_omp_cancel,
	up__check_omp_enter, up__check_omp_exit, up__check_omp_ordered, up__check_omp_private, up__check_omp_read,
	up__check_omp_reduction, up__check_omp_sections, up__check_omp_taskloop, up__check_omp_teams,
	up__check_omp_update, up__check_pdl_binding, up__check_pdl_rewrite, up__check_scalable_part,
	up__check_spirv_composite, up__check_spirv_global, up__check_spirv_merge, up__check_spirv_module,
	up__check_spirv_return, up__check_spirv_scope, up__check_spirv_unreachable, up__check_spirv_variable;
up__check_fn up__check_assuming, up__check_atomic_yield, up__check_execute, up__check_generic_rmw,
	up__check_linearize, up__check_ml_global, up__check_named_sequence, up__check_quantifier, up__check_realloc,
	up__check_reduce_return, up__check_sequence, up__check_shape_reduce, up__check_verbatim, up__check_view;
up__check_fn up__check_irdl_base, up__check_irdl_dialect, up__check_irdl_names, up__check_shape_errors, up__check_spec_constant,
	up__check_spirv_select,
	up__check_tosa_pool, up__check_tosa_shape, up__check_tosa_shapes;
up__check_fn up__check_copy_size, up__check_gep, up__check_gpu_func,
	up__check_intrinsic, up__check_max_register, up__check_nvvm_barrier,
	up__check_shared_memory, up__check_warp;
up__check_fn up__check_affine_for, up__check_affine_if, up__check_affine_parallel, up__check_arith_constant, up__check_dealloc, up__check_for, up__check_in_parallel,
	up__check_mask, up__check_module, up__check_reduce, up__check_subview, up__check_vector_elements;
up__check_fn up__check_acc_wait, up__check_alternatives, up__check_async_copy, up__check_async_func,
	up__check_bv_extract, up__check_emitc_add, up__check_emitc_assign, up__check_emitc_cast,
	up__check_emitc_expression, up__check_emitc_subscript, up__check_emitc_variable, up__check_emitc_yield,
	up__check_llvm_call, up__check_spirv_func, up__check_spirv_insert, up__check_tile_access;

#endif
