/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changing IR: moving, erasing and cloning operations, and attributes by name. mlirbc/build.h creates operations.
 *
 * A function that returns a status other than MLIRBC_OK has changed nothing, except the scratch numbers of ops. All IR
 * of a call belongs to one context; otherwise the functions return MLIRBC_E_ARG where they can detect it. They cannot
 * detect the context of a type or attribute: the caller passes only those of the right context.
 *
 * IR of a bytecode file that is read on demand can be changed like other IR. Regions that are still in the file
 * (`unread`) move with their op and are erased with it without being read; cloning reads them.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_REWRITE_H
#define MLIRBC_REWRITE_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- position of an op */

/* Inserts `op` before or after another op, or at the start or end of a block. An op that is in a block is removed
 * from it first: these functions move ops, also between blocks, regions and modules. Uses of its results stay as
 * they are; mlirbc_write() reports those that are not visible at the new position.
 * @return MLIRBC_OK · MLIRBC_E_ARG the other op is in no block, the new position is inside `op`, or of another
 *         context */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_insert_before(struct mlirbc_op *op, struct mlirbc_op *next);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_insert_after(struct mlirbc_op *op, struct mlirbc_op *prev);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_insert_at_start(
	struct mlirbc_op *op, struct mlirbc_block *block);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_insert_at_end(
	struct mlirbc_op *op, struct mlirbc_block *block);

/* Takes the op out of its block and removes its uses of values and those of the ops inside it. The op must not be
 * used again; its memory stays in the arena of the context. Takes time in proportion to the op and its contents;
 * each use of a value from outside is searched in the use list of that value (mlirbc_operand_set()).
 * @return MLIRBC_OK · MLIRBC_E_STATE an op outside of it uses one of its results or a value of its regions: replace
 *         these uses first (mlirbc_value_replace()) */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_erase(struct mlirbc_op *op);

/* Moves all blocks of `from` to the end of `into`; `from` is empty then.
 * @return MLIRBC_OK · MLIRBC_E_ARG `into` is inside `from`, or of another context · MLIRBC_E_STATE the blocks of one of
 *         them are still in a file: mlirbc_op_load() */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_region_take(
	struct mlirbc_region *into, struct mlirbc_region *from);

/* ---- attributes by name
 *
 * Inherent attributes are in the dictionary of mlirbc_op_properties(), discardable ones in that of
 * mlirbc_op_attributes(). These functions find out which: an attribute that the op has stays where it is, the inherent
 * one first; a new one is inherent if ops of that name have such a property in the release of MLIR that the module is
 * of (`producer` of struct mlirbc_module; MLIR 22 for a detached op). mlirbc_op_attr() gets an attribute in the same
 * way.
 *
 * @return MLIRBC_OK · MLIRBC_E_ARG the name is empty or the value NULL · MLIRBC_E_NOT_FOUND there is none to remove ·
 *         MLIRBC_E_UNSUPPORTED the properties of the op are bytes of an unknown layout, which may hold the attribute ·
 *         MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · what mlirbc_load() returns, for attributes that are read now and are broken.
 * An op that lacks a property that its dialect requires is refused by mlirbc_write(). */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_set_attr(
	struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_remove_attr(struct mlirbc_op *op, const char *name);
/* The same functions with an explanation of a failure: the name of the op and of the attribute, and the reason. `value`
 * NULL removes the attribute. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_change_attr(
	struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value, struct mlirbc_diag *diag);

/* ---- cloning */

/* Values and blocks, and their replacements in clones (MLIR's IRMapping). One mapping can serve many calls: later
 * calls use the clones of earlier ones. Values that are moved by mlirbc_block_add_arguments() must be set again. */
struct mlirbc_ir_mapping;

/* NULL when memory is short. Must be destroyed before the context. */
MLIRBC_API MLIRBC_NODISCARD struct mlirbc_ir_mapping *mlirbc_ir_mapping_create(struct mlirbc_context *context);
MLIRBC_API void mlirbc_ir_mapping_destroy(struct mlirbc_ir_mapping *mapping); /* NULL is ignored */
/* Maps `from` to `to`; overwrites an earlier entry of `from`.
 * @return MLIRBC_OK · MLIRBC_E_ARG a value or block is NULL or of another context · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_ir_mapping_set_value(
	struct mlirbc_ir_mapping *mapping, const struct mlirbc_value *from, struct mlirbc_value *to);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_ir_mapping_set_block(
	struct mlirbc_ir_mapping *mapping, const struct mlirbc_block *from, struct mlirbc_block *to);
/* Returns the replacement; NULL if there is none. */
MLIRBC_API struct mlirbc_value *mlirbc_ir_mapping_value(
	const struct mlirbc_ir_mapping *mapping, const struct mlirbc_value *from);
MLIRBC_API struct mlirbc_block *mlirbc_ir_mapping_block(
	const struct mlirbc_ir_mapping *mapping, const struct mlirbc_block *from);

/* Makes a detached copy of the op with everything inside it: attributes, location, regions, blocks, arguments.
 * Operands and successors are replaced according to `mapping`; those without an entry stay the original's. Afterwards
 * the mapping contains the results of the op and all values and blocks inside it. Lazy attributes are not materialized.
 * Use lists of values inside the clone have the order of the original; the clone's uses of other values come before
 * existing uses. Works without recursion, at any depth.
 * @param mapping may be NULL
 * @return MLIRBC_OK · MLIRBC_E_ARG `mapping` is of another context · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · the errors of
 *         mlirbc_op_load(), for regions that are read now and are broken. After a failure *out_clone is NULL, and
 *         the mapping must be destroyed. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_clone(struct mlirbc_op *op, struct mlirbc_ir_mapping *mapping,
	struct mlirbc_op **out_clone, struct mlirbc_diag *diag);
/* Appends copies of the blocks of `from` to `into`, which may be the same region. Block arguments of `from` itself
 * that have an entry in `mapping` are not made: their uses become uses of the mapped value, as inlining requires.
 * Otherwise like mlirbc_op_clone().
 * @return as mlirbc_op_clone() · MLIRBC_E_STATE the blocks of `into` are still in a file: mlirbc_op_load() */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_region_clone(struct mlirbc_region *from,
	struct mlirbc_region *into, struct mlirbc_ir_mapping *mapping, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
