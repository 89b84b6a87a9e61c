/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifier and type inference of StableHLO, CHLO, `check` and `interpreter`.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_STABLEHLO_VERIFY_H
#define MLIRBC_STABLEHLO_VERIFY_H

#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_stablehlo_verify_options {
	size_t size; /* sizeof(struct mlirbc_stablehlo_verify_options) */
	/* Optional. Called for each failure with the op and a diagnostic that is valid during the call; must not
	 * change the IR. */
	void (*report)(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag);
	void *report_ctx;
	size_t max_failures; /* verification stops after this number of failures; 0: 1 */
	/* Also refuses ops of dialects other than those of StableHLO, and builtin, func, arith, cf, math, quant,
	 * scf, sdy, shape, sparse_tensor, tensor and vhlo. */
	bool known_dialects_only;
	const struct mlirbc_allocator
		*allocator; /* for tables of symbols, freed before the call returns; NULL: malloc */
};

/* Checks an op and the ops inside it: those of the four dialects, and func.func, func.call and func.return. Other ops
 * are not checked, but their regions are visited. Structure is checked for these and for modules: a module has one
 * region with at most one block; a function has one region, whose blocks, if any, are not empty; func.return,
 * stablehlo.return, the branches of cf, and every operation with successors are the last operation of their block; the
 * last operation of a function's block is a terminator, or of a dialect that is not checked; func.return and
 * stablehlo.return in a function return its result types. mlirbc_verify(), which reads bytecode, checks whether values
 * are visible where they are used. The order is that of MLIR's verifier: an op, the ops of its regions, then
 * constraints between the op and its regions; functions after the other ops of a module; uses of symbols at the end of
 * a module.
 * @param op a module's op, a function, or any other op; `options` NULL: defaults
 * @return MLIRBC_OK · MLIRBC_E_CORRUPT a constraint is violated; diag describes the first failure, its line and column
 *         are those of the op's location · MLIRBC_E_NOMEM · the errors of mlirbc_op_load() for regions that are read
 *         now
 * Types that are compared may be made in `context`. Changes only the scratch numbers of the IR. Work is bounded by
 * the size of the IR, not by the number of elements of tensors. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_verify(struct mlirbc_context *context,
	struct mlirbc_op *op, const struct mlirbc_stablehlo_verify_options *options, struct mlirbc_diag *diag);
/* Checks all ops of a module. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_verify_module(
	struct mlirbc_module *module, const struct mlirbc_stablehlo_verify_options *options, struct mlirbc_diag *diag);
/* Checks one op without the ops in its regions. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_verify_op(
	struct mlirbc_context *context, const struct mlirbc_op *op, struct mlirbc_diag *diag);

/* An op that does not exist yet. */
struct mlirbc_stablehlo_description {
	size_t size;      /* sizeof(struct mlirbc_stablehlo_description) */
	const char *name; /* "stablehlo.add" */
	size_t name_size;
	const struct mlirbc_type *const *operand_types;
	/* Optional, instead of operand_types: the values. Some rules use the constants among them. */
	struct mlirbc_value *const *operands;
	size_t operand_count;
	/* Dictionaries or NULL; an attribute is looked up in both. */
	const struct mlirbc_attr *attributes, *properties;
	const struct mlirbc_region *regions;
	size_t region_count;
	/* Optional: the result types, or as much of them as is known. Needed by ops whose operands do not determine
	 * them: convert, bitcast_convert, iota, reshape, broadcast_in_dim, the dynamic forms, the element types of
	 * products, uniform_quantize, custom_call, composite, infeed, recv and others. They are verified. */
	const struct mlirbc_type *const *result_types;
	size_t result_count;
};

/* Checks the description as the verifier checks an op, and infers its result types.
 * @param out_types an array in the context's memory; where result types were given and inference knows less, the given
 *                  ones
 * @return MLIRBC_OK · MLIRBC_E_CORRUPT a constraint is violated, or a result type is needed and was not given ·
 *         MLIRBC_E_NOT_FOUND the name is not an op of the four dialects · MLIRBC_E_ARG · MLIRBC_E_NOMEM */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_infer(struct mlirbc_context *context,
	const struct mlirbc_stablehlo_description *description, const struct mlirbc_type *const **out_types,
	size_t *out_count, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
