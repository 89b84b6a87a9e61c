/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building a module: lets a compiler's frontend convert its own tree to bytecode or text.
 *
 * A builder holds an insertion point and the first failure. The caller need not check each call: after a failure the
 * builder's functions do nothing and return NULL, and they accept NULL arguments, so a program checks `status` once,
 * at the end. The context owns everything that is made, like everything of mlirbc/ir.h; the functions of that header
 * may be called in between.
 *
 * The attributes of an op are given in one list. Those that are inherent for ops of that name in the module's
 * release of MLIR (`producer` of struct mlirbc_module; MLIR 22 for a new module) become its properties, all others
 * are discardable. The builder does not check the rules of dialects; mlir-opt does. mlirbc_module_verify() checks
 * the module: SSA, blocks, and properties that known ops require; mlirbc_write() refuses IR that bytecode cannot
 * represent.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_BUILD_H
#define MLIRBC_BUILD_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/mapping.h>
#include <mlirbc/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Initialised by mlirbc_builder_init(); needs no cleanup. `location` may be set at any time. */
struct mlirbc_builder {
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct mlirbc_block *block;         /* insertion point for new ops: mlirbc_builder_enter() */
	struct mlirbc_op *before;           /* before this op, or NULL: at the end of the block */
	const struct mlirbc_attr *location; /* location of the ops made from now on; NULL: unknown */
	enum mlirbc_status status;          /* of the first failure */
	char message[160];                  /* its description */
};

/* Creates a module with one builtin.module and sets the insertion point to its body.
 * @return MLIRBC_OK · MLIRBC_E_NOMEM · MLIRBC_E_LIMIT, which stay in `status` */
MLIRBC_API enum mlirbc_status mlirbc_builder_init(struct mlirbc_builder *builder, struct mlirbc_context *context);
/* Uses an existing module: the insertion point is the end of mlirbc_module_symbols(module). */
MLIRBC_API void mlirbc_builder_init_module(struct mlirbc_builder *builder, struct mlirbc_module *module);
/* Sets the insertion point to the end of the block. */
MLIRBC_API void mlirbc_builder_enter(struct mlirbc_builder *builder, struct mlirbc_block *block);
/* Sets the insertion point before the op; new ops keep the order in which they are made. Fails with MLIRBC_E_ARG
 * when the op is in no block; making an op fails likewise when the op has left its block since. */
MLIRBC_API void mlirbc_builder_enter_before(struct mlirbc_builder *builder, struct mlirbc_op *op);

/* ---- ops */

struct mlirbc_build_attr {
	const char *name; /* "value" */
	const struct mlirbc_attr *value;
};

/* The description of a new op. An array whose count is 0 may be NULL; the builder copies everything. */
struct mlirbc_build_op {
	const char *name; /* "arith.addi" */
	struct mlirbc_value *const *operands;
	size_t operand_count;
	const struct mlirbc_type *const *results;
	size_t result_count;
	const struct mlirbc_build_attr *attrs; /* in any order, each name once */
	size_t attr_count;
	struct mlirbc_block *const *successors; /* blocks of the region that contains the op */
	size_t successor_count;
	size_t region_count; /* regions start empty: mlirbc_builder_block() */
};

/* Makes an op. Fails with MLIRBC_E_ARG when an operand, type, attribute or successor is NULL, an operand belongs to
 * another context, or two attributes have one name. */
MLIRBC_API struct mlirbc_op *mlirbc_builder_op(struct mlirbc_builder *builder, const struct mlirbc_build_op *spec);
/* Makes an op like mlirbc_builder_op() and returns its first result. */
MLIRBC_API struct mlirbc_value *mlirbc_builder_value(
	struct mlirbc_builder *builder, const struct mlirbc_build_op *spec);
/* Appends a block to the op's region with that number; its arguments are block->arguments. The insertion point does
 * not change. */
MLIRBC_API struct mlirbc_block *mlirbc_builder_block(struct mlirbc_builder *builder, struct mlirbc_op *op,
	uint32_t region, const struct mlirbc_type *const *types, size_t count);
/* Makes a func.func at the end of the module, with an entry block that has an argument for each input; the insertion
 * point moves to that block. `type` is a function type. */
MLIRBC_API struct mlirbc_block *mlirbc_builder_function(
	struct mlirbc_builder *builder, const char *name, const struct mlirbc_type *type);
/* The attribute dense_resource<key> of a tensor, vector or memref type, whose data is added to the module. The data
 * is not copied: it must stay valid and unchanged as long as the context (mlirbc/mapping.h for that of a
 * file). `alignment`: a power of two that readers keep in memory, usually that of the element type. Fails with
 * MLIRBC_E_ARG when the module already has the key. */
MLIRBC_API const struct mlirbc_attr *mlirbc_builder_resource(struct mlirbc_builder *builder, const char *key,
	const struct mlirbc_type *type, const void *data, size_t size, uint32_t alignment);

#ifndef __cplusplus
/* Shorthand for ops: MLIRBC_VALUE(&builder, "arith.addi", MLIRBC_OPERANDS(a, b), MLIRBC_RESULTS(i32)) */
#define MLIRBC_OP(builder, ...) mlirbc_builder_op((builder), &(const struct mlirbc_build_op){ .name = __VA_ARGS__ })
#define MLIRBC_VALUE(builder, ...)                                                                                     \
	mlirbc_builder_value((builder), &(const struct mlirbc_build_op){ .name = __VA_ARGS__ })
#define MLIRBC_COUNTED(list, count, type, ...)                                                                         \
	.list = (type[]){ __VA_ARGS__ }, .count = sizeof((type[]){ __VA_ARGS__ }) / sizeof(type)
#define MLIRBC_OPERANDS(...) MLIRBC_COUNTED(operands, operand_count, struct mlirbc_value *, __VA_ARGS__)
#define MLIRBC_RESULTS(...) MLIRBC_COUNTED(results, result_count, const struct mlirbc_type *, __VA_ARGS__)
#define MLIRBC_SUCCESSORS(...) MLIRBC_COUNTED(successors, successor_count, struct mlirbc_block *, __VA_ARGS__)
/* Each name and attribute in braces. */
#define MLIRBC_ATTRS(...) MLIRBC_COUNTED(attrs, attr_count, struct mlirbc_build_attr, __VA_ARGS__)
#endif

/* ---- shorthand for types and attributes; see mlirbc/ir.h for the others. NULL when memory is short, or an argument
 * is NULL. */

MLIRBC_API const struct mlirbc_type *mlirbc_type_function(struct mlirbc_context *context,
	const struct mlirbc_type *const *inputs, size_t input_count, const struct mlirbc_type *const *results,
	size_t result_count);
/* MLIRBC_TYPE_VECTOR, MLIRBC_TYPE_TENSOR or MLIRBC_TYPE_MEMREF with only a shape and an element type. */
MLIRBC_API const struct mlirbc_type *mlirbc_type_shaped(struct mlirbc_context *context, enum mlirbc_type_kind kind,
	const int64_t *dims, size_t rank, const struct mlirbc_type *element);
/* f32 and f64: rounds the value to the type; NULL for another type. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_float(
	struct mlirbc_context *context, const struct mlirbc_type *type, double value);
/* array<i32: ...>, the form of segment sizes. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_i32_array(
	struct mlirbc_context *context, const int32_t *values, size_t count);
/* dense<...> of a shaped type with static shape: little-endian elements as in struct mlirbc_attr, all of them or one
 * (a splat), copied. NULL also when the size does not match. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_dense(
	struct mlirbc_context *context, const struct mlirbc_type *type, const void *data, size_t size);
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_name(
	struct mlirbc_context *context, const char *name, const struct mlirbc_attr *child);
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_callsite(
	struct mlirbc_context *context, const struct mlirbc_attr *callee, const struct mlirbc_attr *caller);
/* `metadata` may be NULL. */
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_fused(struct mlirbc_context *context,
	const struct mlirbc_attr *const *parts, size_t count, const struct mlirbc_attr *metadata);

/* Makes an attribute or type of `vhlo` (StableHLO's portable artifacts) or `llvm` that has a bytecode encoding. The
 * arguments are the mnemonic ("string_v1", "tensor_v1", "di_file") and the values of the fields in the order in
 * which a loaded file has them (struct mlirbc_coded): numbers as integer attributes, types as type attributes,
 * enumerators as strings, lists as arrays; a field that is left out is NULL. A number or tensor of vhlo has the
 * builtin attribute, then its type. NULL when no encoding has that mnemonic and number of fields; mlirbc_write()
 * reports values of the wrong kind. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_coded(struct mlirbc_context *context, const char *dialect,
	const char *mnemonic, const struct mlirbc_attr *const *values, size_t count);
MLIRBC_API const struct mlirbc_type *mlirbc_type_coded(struct mlirbc_context *context, const char *dialect,
	const char *mnemonic, const struct mlirbc_attr *const *values, size_t count);

#ifdef __cplusplus
}
#endif

#endif
