/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rules by group, and what several groups use. */
#ifndef MLIRBC_STABLEHLO_RULES_H
#define MLIRBC_STABLEHLO_RULES_H

#include "infer/check.h"

/* ---- shared pieces. Each returns false after a failure. */

/* The most specific of the operands from `first` to before `end`; they must be compatible. Emits it. */
/* The first `count` operands, at least one, have compatible shapes. */
bool shlo__same_inputs(struct shlo__check *check, size_t count);
bool shlo__emit_merged(struct shlo__check *check, size_t first, size_t end);
bool shlo__elements_compatible(struct shlo__check *check, size_t first, size_t end);
bool shlo__unique(struct shlo__check *check, const char *name, const struct shlo__dims *list);
bool shlo__sorted(struct shlo__check *check, const char *name, const struct shlo__dims *list);
/* Each entry is in [0, end). */
bool shlo__in_range(
	struct shlo__check *check, const char *name, const struct shlo__dims *list, size_t end, const char *of);
/* No entry is in both lists. */
bool shlo__disjoint(struct shlo__check *check, const char *name, const struct shlo__dims *list, const char *other_name,
	const struct shlo__dims *other);
bool shlo__has(const struct shlo__dims *list, int64_t value);
bool shlo__precision_fits(struct shlo__check *check);
/* A constant shape operand agrees with the type of result 0. */
bool shlo__shape_operand_fits(struct shlo__check *check, size_t operand);

/* The padded size of a dimension; false: it is out of range. */
bool shlo__padded(int64_t size, int64_t low, int64_t high, int64_t interior, int64_t *out);

/* Windows that move over dimensions. Lists of count 0 are defaults. */
struct shlo__window {
	struct shlo__dims size, stride, base_dilation, dilation, reversal;
	struct shlo__dims padding; /* low, high per dimension */
};
/* `size` is given, the others are read from the attributes; each must have as many entries, and be positive. */
bool shlo__read_window(struct shlo__check *check, struct shlo__window *window, const char *strides,
	const char *base_dilation, const char *dilation, const char *padding);
/* Number of positions of the window along dimension `index`; SHLO__DYNAMIC if `dim` is. False after an overflow. */
bool shlo__positions(
	struct shlo__check *check, const struct shlo__window *window, size_t index, int64_t dim, int64_t *out);

/* The body of a reduction: constraints of `inputs` tensors of these types and initial values. `dims`: the dimensions that arguments may
 * have. */
struct shlo__reducer {
	size_t region, count;
	size_t offset; /* added to the index that input() and init() get */
	const struct mlirbc_type *(*input)(struct shlo__check *check, size_t index);
	const struct mlirbc_type *(*init)(struct shlo__check *check, size_t index);
	const int64_t *dims;
	size_t rank;
	bool scalar_init; /* initial values are scalars of the element type of init() */
};
bool shlo__check_reducer(struct shlo__check *check, const struct shlo__reducer *reducer);

/* Groups of replicas. `size`: what each group must have; 0: any. */
bool shlo__check_groups(struct shlo__check *check, bool uniform, bool global_ids, int64_t size);
bool shlo__check_pairs(struct shlo__check *check);

/* Quantization. */
bool shlo__same_quantization(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b);
bool shlo__quant_add(struct shlo__check *check);
bool shlo__quant_product(struct shlo__check *check, const struct mlirbc_type *lhs, const struct mlirbc_type *rhs,
	const struct mlirbc_type *result);
bool shlo__quant_reshape(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to);
bool shlo__quant_transpose(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to,
	const struct shlo__dims *permutation);
bool shlo__quant_broadcast(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to,
	const struct shlo__dims *dims);
bool shlo__rhs_zero_points(struct shlo__check *check, const struct mlirbc_type *rhs);

/* ---- rules */

/* elementwise.c */
bool shlo__rule_same(struct shlo__check *check);
bool shlo__rule_accurate(struct shlo__check *check);
bool shlo__rule_add(struct shlo__check *check);
bool shlo__rule_abs(struct shlo__check *check);
bool shlo__rule_to_bool(struct shlo__check *check);
bool shlo__rule_part(struct shlo__check *check);
bool shlo__rule_convert(struct shlo__check *check);
bool shlo__rule_quantize(struct shlo__check *check);
bool shlo__rule_dequantize(struct shlo__check *check);
bool shlo__rule_complex(struct shlo__check *check);
bool shlo__rule_compare(struct shlo__check *check);
bool shlo__rule_select(struct shlo__check *check);
bool shlo__rule_clamp(struct shlo__check *check);
bool shlo__rule_bitcast(struct shlo__check *check);
bool shlo__rule_operands_agree(struct shlo__check *check);
bool shlo__rule_constant(struct shlo__check *check);
bool shlo__rule_iota(struct shlo__check *check);
bool shlo__rule_token(struct shlo__check *check);
bool shlo__rule_id(struct shlo__check *check);
bool shlo__rule_tuple(struct shlo__check *check);
bool shlo__rule_get_tuple_element(struct shlo__check *check);
bool shlo__rule_barrier(struct shlo__check *check);
/* `size`: members that a group must have; 0: any number. mesh_axes.c */
bool shlo__check_mesh_axes(struct shlo__check *check, const struct mlirbc_attr *attr, int64_t size);
bool shlo__rule_einsum(struct shlo__check *check); /* einsum.c */
bool shlo__rule_declared(struct shlo__check *check);

/* shaping.c */
bool shlo__rule_broadcast(struct shlo__check *check);
bool shlo__rule_broadcast_in_dim(struct shlo__check *check);
bool shlo__rule_concatenate(struct shlo__check *check);
bool shlo__rule_slice(struct shlo__check *check);
bool shlo__rule_pad(struct shlo__check *check);
bool shlo__rule_transpose(struct shlo__check *check);
bool shlo__rule_reverse(struct shlo__check *check);
bool shlo__rule_reshape(struct shlo__check *check);
bool shlo__rule_dynamic_slice(struct shlo__check *check);
bool shlo__rule_dynamic_update_slice(struct shlo__check *check);
bool shlo__rule_get_dimension_size(struct shlo__check *check);
bool shlo__rule_set_dimension_size(struct shlo__check *check);
bool shlo__rule_torch_index_select(struct shlo__check *check);

/* dynamic.c */
bool shlo__rule_dynamic_broadcast_in_dim(struct shlo__check *check);
bool shlo__rule_dynamic_iota(struct shlo__check *check);
bool shlo__rule_dynamic_pad(struct shlo__check *check);
bool shlo__rule_dynamic_reshape(struct shlo__check *check);
bool shlo__rule_real_dynamic_slice(struct shlo__check *check);
bool shlo__rule_rng(struct shlo__check *check);

/* gather.c */
bool shlo__rule_gather(struct shlo__check *check);
bool shlo__rule_scatter_enter(struct shlo__check *check);
bool shlo__rule_scatter_leave(struct shlo__check *check);

/* product.c */
bool shlo__rule_dot(struct shlo__check *check);
bool shlo__rule_dot_general(struct shlo__check *check);
bool shlo__rule_ragged_dot(struct shlo__check *check);

/* window.c */
bool shlo__rule_convolution(struct shlo__check *check);
bool shlo__rule_reduce_window_enter(struct shlo__check *check);
bool shlo__rule_reduce_window_leave(struct shlo__check *check);
bool shlo__rule_select_and_scatter_enter(struct shlo__check *check);
bool shlo__rule_select_and_scatter_leave(struct shlo__check *check);

/* region.c */
bool shlo__rule_reduce_enter(struct shlo__check *check);
bool shlo__rule_reduce_leave(struct shlo__check *check);
bool shlo__rule_map_enter(struct shlo__check *check);
bool shlo__rule_map_leave(struct shlo__check *check);
bool shlo__rule_sort_enter(struct shlo__check *check);
bool shlo__rule_sort_leave(struct shlo__check *check);
bool shlo__rule_branches_enter(struct shlo__check *check);
bool shlo__rule_branches_leave(struct shlo__check *check);
bool shlo__rule_while_enter(struct shlo__check *check);
bool shlo__rule_while_leave(struct shlo__check *check);
bool shlo__rule_scan_enter(struct shlo__check *check);
bool shlo__rule_scan_leave(struct shlo__check *check);

/* collective.c */
bool shlo__rule_all_gather(struct shlo__check *check);
bool shlo__rule_all_reduce_enter(struct shlo__check *check);
bool shlo__rule_all_reduce_leave(struct shlo__check *check);
bool shlo__rule_reduce_scatter(struct shlo__check *check);
bool shlo__rule_all_to_all(struct shlo__check *check);
bool shlo__rule_collective_permute(struct shlo__check *check);
bool shlo__rule_collective_broadcast(struct shlo__check *check);
bool shlo__rule_cross_replica_sum(struct shlo__check *check);

/* effects.c */
bool shlo__rule_infeed(struct shlo__check *check);
bool shlo__rule_outfeed(struct shlo__check *check);
bool shlo__rule_send(struct shlo__check *check);
bool shlo__rule_recv(struct shlo__check *check);
bool shlo__rule_custom_call(struct shlo__check *check);
bool shlo__rule_composite(struct shlo__check *check);
bool shlo__rule_async_start(struct shlo__check *check);
bool shlo__rule_async_done(struct shlo__check *check);

/* linear.c */
bool shlo__rule_batch_norm(struct shlo__check *check);
bool shlo__rule_cholesky(struct shlo__check *check);
bool shlo__rule_triangular_solve(struct shlo__check *check);
bool shlo__rule_fft(struct shlo__check *check);
bool shlo__rule_rng_bit_generator(struct shlo__check *check);

/* chlo.c */
bool shlo__rule_chlo_broadcast(struct shlo__check *check);
bool shlo__rule_chlo_select(struct shlo__check *check);
bool shlo__rule_constant_like(struct shlo__check *check);
bool shlo__rule_top_k(struct shlo__check *check);

#endif
