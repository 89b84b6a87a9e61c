/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changes of the source before and after it is simplified. */
#ifndef BEF_STABLEHLO_REWRITE_H
#define BEF_STABLEHLO_REWRITE_H

#include "state/lower.h"

/* Tells the host what the program ignores. */
void bef_hlo__note_placements(struct bef_hlo__lower *lower);
/* Refines public functions of static arguments, if the module has dynamic operations: those become static ones. */
bool bef_hlo__refine_static(struct bef_hlo__lower *lower);
/* Futures become tuples. The operations in an async_start take its place and get the attribute BEF_HLO__ASYNC; async_done becomes
 * get_tuple_element. All values of a program are asynchronous, so nothing waits that did not wait before. */
bool bef_hlo__rewrite_async(struct bef_hlo__lower *lower);
/* Before the passes: Threefry that is spelled out becomes the call of its kernel. */
bool bef_hlo__rewrite_threefry(struct bef_hlo__lower *lower);
/* After the passes: a stable descending sort with the positions, of which only the first k are used, becomes chlo.top_k. */
bool bef_hlo__rewrite_top_k(struct bef_hlo__lower *lower);
/* Before fusing: a reduction to the index of the smallest or largest element of a row becomes operations that are parts of groups. */
bool bef_hlo__rewrite_argmax(struct bef_hlo__lower *lower);
/* After the passes: transpositions of the rows and columns of products become products with exchanged operands. */
bool bef_hlo__rewrite_transposed_products(struct bef_hlo__lower *lower);
/* After the passes: products of transposed operands become products of the operands themselves, if the kernel reads these in place. */
bool bef_hlo__rewrite_transposed_operands(struct bef_hlo__lower *lower);
/* After the passes: reductions of trailing and of leading dimensions, with others in between, become two. */
bool bef_hlo__rewrite_split_reductions(struct bef_hlo__lower *lower);
/* wide_sums.c: sums and products of many narrow floats; in the semantics of XLA */
bool bef_hlo__rewrite_sums(struct bef_hlo__lower *lower);
/* integer_products.c: products of floats with integer results, of complex numbers with real ones; in the semantics of XLA */
bool bef_hlo__rewrite_integer_products(struct bef_hlo__lower *lower);
/* Powers by 2, -1 and multiples of a half. */
bool bef_hlo__rewrite_powers(struct bef_hlo__lower *lower);
/* quotients.c: by powers of two; complex products with 1 */
bool bef_hlo__rewrite_quotients(struct bef_hlo__lower *lower);

/* ---- rewrite.c */

/* Whether a rewrite applies to the operation; it then replaces it, unless `builder` is NULL. The builder is in front of the operation and has
 * its location. False from a call with a builder: a failure. */
typedef bool bef_hlo__rewriter(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder);
/* Replaces all operations of the source that the rewrite applies to. */
bool bef_hlo__rewrite(struct bef_hlo__lower *lower, bef_hlo__rewriter *rewriter);

/* The number of all elements of a constant of f32 or f64, or of one that is repeated. */
bool bef_hlo__float_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, bool is_f64, double *out);
/* The same of integers of 32 or 64 bits, as unsigned numbers. */
bool bef_hlo__unsigned_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, uint64_t *out);
/* All elements of the complex value are 1 + 0i. */
bool bef_hlo__is_complex_one(const struct bef_hlo__lower *lower, const struct mlirbc_value *value);
/* The value, of i32 or i64, counts the elements along the dimension. */
bool bef_hlo__is_index(struct bef_hlo__lower *lower, const struct mlirbc_value *value, size_t dimension);

#endif
