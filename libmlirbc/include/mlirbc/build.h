/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building a module: what a compiler's frontend needs to get from its own tree to bytecode or text.
 *
 * A builder is a place in a block and what went wrong first. Nothing needs to be checked on the way: after a failure
 * its functions do nothing and return NULL, and they take NULL, so a program looks at `status` once, at the end. All
 * that is made belongs to the context, as everything of mlirbc/ir.h, whose functions may be used in between.
 *
 * Attributes of an op are given together, in one list. Those that are inherent for ops of that name in the release of MLIR
 * that the module is of (`producer` of struct mlirbc_module; MLIR 22 for a new module) become its properties, all others
 * are discardable. The builder does not check the rules of dialects; mlir-opt does, and mlirbc_write() refuses what
 * bytecode cannot hold.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_BUILD_H
#define MLIRBC_BUILD_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Initialised by mlirbc_builder_init(); there is nothing to give back. `location` may be set at any time. */
struct mlirbc_builder {
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct mlirbc_block *block;         /* new ops go there: mlirbc_builder_enter() */
	struct mlirbc_op *before;           /* in front of this op, or NULL: at the end of the block */
	const struct mlirbc_attr *location; /* of what is made from now on; NULL: unknown */
	enum mlirbc_status status;          /* of the first failure */
	char message[160];                  /* what it was */
};

/* A new module with one builtin.module, in whose body ops go now.
 * @return MLIRBC_OK · MLIRBC_E_NOMEM · MLIRBC_E_LIMIT, which stay in `status` */
MLIRBC_API enum mlirbc_status mlirbc_builder_init(struct mlirbc_builder *builder, struct mlirbc_context *context);
/* For an existing module: ops go to the end of mlirbc_module_symbols(module). */
MLIRBC_API void mlirbc_builder_init_module(struct mlirbc_builder *builder, struct mlirbc_module *module);
/* Ops go to the end of that block from now on. */
MLIRBC_API void mlirbc_builder_enter(struct mlirbc_builder *builder, struct mlirbc_block *block);
/* Ops go in front of that op from now on, in the order in which they are made. Fails with MLIRBC_E_ARG when the op is in no
 * block; making an op fails so when the op has left its block since. */
MLIRBC_API void mlirbc_builder_enter_before(struct mlirbc_builder *builder, struct mlirbc_op *op);

/* ---- ops */

struct mlirbc_build_attr {
	const char *name; /* "value" */
	const struct mlirbc_attr *value;
};

/* An op to be made. Counts that are 0 need no array; nothing of it is kept. */
struct mlirbc_build_op {
	const char *name; /* "arith.addi" */
	struct mlirbc_value *const *operands;
	size_t operand_count;
	const struct mlirbc_type *const *results;
	size_t result_count;
	const struct mlirbc_build_attr *attrs; /* in any order, each name once */
	size_t attr_count;
	struct mlirbc_block *const *successors; /* of the region that the op is in */
	size_t successor_count;
	size_t region_count; /* empty: mlirbc_builder_block() */
};

/* Makes an op. Fails with MLIRBC_E_ARG when an operand, type, attribute or successor is NULL, an operand belongs to
 * another context, or a name comes twice. */
MLIRBC_API struct mlirbc_op *mlirbc_builder_op(struct mlirbc_builder *builder, const struct mlirbc_build_op *spec);
/* The same for an op with results: the first. */
MLIRBC_API struct mlirbc_value *mlirbc_builder_value(
	struct mlirbc_builder *builder, const struct mlirbc_build_op *spec);
/* A block of the op's region with that number, behind those it has; its arguments are block->arguments. Ops go where
 * they went before. */
MLIRBC_API struct mlirbc_block *mlirbc_builder_block(struct mlirbc_builder *builder, struct mlirbc_op *op,
	uint32_t region, const struct mlirbc_type *const *types, size_t count);
/* A func.func at the end of the module, with its first block, which has an argument for each input; ops go there now.
 * `type` is a function type. */
MLIRBC_API struct mlirbc_block *mlirbc_builder_function(
	struct mlirbc_builder *builder, const char *name, const struct mlirbc_type *type);
/* The attribute dense_resource<key> of a tensor, vector or memref type, whose data is added to the module. The data is
 * not copied: it must stay valid and unchanged as long as the context (see struct mlirbc_mapping for that of a file).
 * `alignment`: a power of two that readers keep in memory, as of the element type. Fails with MLIRBC_E_ARG when the
 * module has the key already. */
MLIRBC_API const struct mlirbc_attr *mlirbc_builder_resource(struct mlirbc_builder *builder, const char *key,
	const struct mlirbc_type *type, const void *data, size_t size, uint32_t alignment);

#ifndef __cplusplus
/* Ops in few words: MLIRBC_VALUE(&builder, "arith.addi", MLIRBC_OPERANDS(a, b), MLIRBC_RESULTS(i32)) */
#define MLIRBC_OP(builder, ...) mlirbc_builder_op((builder), &(const struct mlirbc_build_op){ .name = __VA_ARGS__ })
#define MLIRBC_VALUE(builder, ...)                                                                                     \
	mlirbc_builder_value((builder), &(const struct mlirbc_build_op){ .name = __VA_ARGS__ })
#define MLIRBC_COUNTED(list, count, type, ...)                                                                         \
	.list = (type[]){ __VA_ARGS__ }, .count = sizeof((type[]){ __VA_ARGS__ }) / sizeof(type)
#define MLIRBC_OPERANDS(...) MLIRBC_COUNTED(operands, operand_count, struct mlirbc_value *, __VA_ARGS__)
#define MLIRBC_RESULTS(...) MLIRBC_COUNTED(results, result_count, const struct mlirbc_type *, __VA_ARGS__)
#define MLIRBC_SUCCESSORS(...) MLIRBC_COUNTED(successors, successor_count, struct mlirbc_block *, __VA_ARGS__)
/* Name and attribute in braces each. */
#define MLIRBC_ATTRS(...) MLIRBC_COUNTED(attrs, attr_count, struct mlirbc_build_attr, __VA_ARGS__)
#endif

/* ---- types and attributes in few words; see mlirbc/ir.h for the others. NULL when memory is short, or an argument is
 * NULL. */

MLIRBC_API const struct mlirbc_type *mlirbc_type_function(struct mlirbc_context *context,
	const struct mlirbc_type *const *inputs, size_t input_count, const struct mlirbc_type *const *results,
	size_t result_count);
/* MLIRBC_TYPE_VECTOR, MLIRBC_TYPE_TENSOR or MLIRBC_TYPE_MEMREF with no more than shape and element type. */
MLIRBC_API const struct mlirbc_type *mlirbc_type_shaped(struct mlirbc_context *context, enum mlirbc_type_kind kind,
	const int64_t *dims, size_t rank, const struct mlirbc_type *element);
/* f32 and f64, the value rounded to the type; NULL for another type. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_float(
	struct mlirbc_context *context, const struct mlirbc_type *type, double value);
/* array<i32: ...>, as segment sizes are. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_i32_array(
	struct mlirbc_context *context, const int32_t *values, size_t count);
/* dense<...> of a shaped type with static shape: little-endian elements as in struct mlirbc_attr, all of them or (a
 * splat) one, copied. NULL also when the size is another one. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_dense(
	struct mlirbc_context *context, const struct mlirbc_type *type, const void *data, size_t size);
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_name(
	struct mlirbc_context *context, const char *name, const struct mlirbc_attr *child);
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_callsite(
	struct mlirbc_context *context, const struct mlirbc_attr *callee, const struct mlirbc_attr *caller);
/* `metadata` may be NULL. */
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_fused(struct mlirbc_context *context,
	const struct mlirbc_attr *const *parts, size_t count, const struct mlirbc_attr *metadata);

/* Attributes and types of `vhlo` (StableHLO's portable artifacts) and `llvm`, in the encoding that bytecode has for
 * them: by mnemonic ("string_v1", "tensor_v1", "di_file") and the values of the fields in the order in which a loaded
 * file has them (struct mlirbc_coded): numbers as integer attributes, types as type attributes, enumerators as strings,
 * lists as arrays; a field that is left out is NULL. A number or tensor of vhlo has the builtin attribute, then its
 * type. NULL when there is no such encoding with so many fields; values of a kind that does not fit are found by
 * mlirbc_write(). */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_coded(struct mlirbc_context *context, const char *dialect,
	const char *mnemonic, const struct mlirbc_attr *const *values, size_t count);
MLIRBC_API const struct mlirbc_type *mlirbc_type_coded(struct mlirbc_context *context, const char *dialect,
	const char *mnemonic, const struct mlirbc_attr *const *values, size_t count);

/* ---- a file as memory */

/* The bytes of a file, mapped: read when they are used, not before. */
struct mlirbc_mapping {
	const void *data; /* NULL when it is empty */
	size_t size;
};

/* @return MLIRBC_OK · MLIRBC_E_IO, errno says why; *out_mapping is empty then. Ownership: give it back with
 * mlirbc_mapping_close(), when no context refers to it any more. Another program that makes the file shorter meanwhile
 * makes the bytes unreadable. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_mapping_open(const char *path,
	struct mlirbc_mapping *out_mapping);
MLIRBC_API void mlirbc_mapping_close(struct mlirbc_mapping *mapping);

#ifdef __cplusplus
}
#endif

#endif
