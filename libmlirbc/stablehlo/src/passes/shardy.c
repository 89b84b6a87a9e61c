/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardy: a program whose values have their global shapes computes the same without its annotations. They go, and a manual computation
 * whose axes have one device in all becomes its body. Meshes stay: groups of replicas may name them. */
#include "dialect/sdy_fields.h"
#include "passes/pass.h"

#include <mlirbc/rewrite.h>
#include <string.h>

/* ---- meshes */

/* The mesh of the first of these shardings; NULL: there is none. */
static const struct mlirbc_attr *mesh_of(struct mlirbc_op *op, const char *shardings)
{
	const struct mlirbc_attr *list = shlo__sdy_field(mlirbc_op_attr(op, shardings), "sharding_per_value", 0);
	struct mlirbc_op *module = mlirbc_op_parent(op);
	while (module && !mlirbc_op_is(module, "builtin.module"))
		module = mlirbc_op_parent(module);
	return shlo__sdy_length(list) ? shlo__sdy_sharding_mesh(list->u.array.data[0],
						module && module->region_count ? mlirbc_op_regions(module)[0].first : NULL)
				      : NULL;
}

/* Whether the manual axes have one device in all: the local shapes are the global ones. */
static bool is_on_one_device(struct mlirbc_op *op)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(mlirbc_op_attr(op, "manual_axes"), "manual_axes", 0);
	const struct mlirbc_attr *mesh = mesh_of(op, "in_shardings");
	if (!mesh)
		mesh = mesh_of(op, "out_shardings");
	for (size_t i = 0; i < shlo__sdy_length(axes); i++) {
		if (shlo__sdy_axis_size(mesh, axes->u.array.data[i]) != 1)
			return false;
	}
	return axes != NULL;
}

/* ---- operations */

static bool has_body(const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = op->region_count == 1 ? mlirbc_op_regions(op)[0].first : NULL;
	const struct mlirbc_op *end = block && !block->next ? block->last : NULL;
	if (!end || !mlirbc_op_is(end, "sdy.return") || end->operand_count != op->result_count || block->argument_count != op->operand_count)
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_operands(end)[i].value->type != mlirbc_op_results(op)[i].type)
			return false;
	}
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (block->arguments[i].type != mlirbc_op_operands(op)[i].value->type)
			return false;
	}
	return true;
}

/* Moves the body before the operation, which goes. */
static bool unwrap(struct shlo__pass *pass, struct mlirbc_op *op)
{
	struct mlirbc_block *block = mlirbc_op_regions(op)[0].first;
	struct mlirbc_op *end = block->last;
	for (uint32_t i = 0; i < op->operand_count; i++)
		mlirbc_value_replace(&block->arguments[i], mlirbc_op_operands(op)[i].value);
	while (block->first != end) {
		if (!shlo__pass_ok(pass, mlirbc_op_insert_before(block->first, op)))
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], mlirbc_op_operands(end)[i].value);
	return shlo__pass_replace(pass, op, NULL);
}

static bool make_constant(struct shlo__pass *pass, struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	struct mlirbc_value *made = value ? shlo__pass_constant(pass, mlirbc_op_results(op)[0].type, value, op) : NULL;
	return made && shlo__pass_replace(pass, op, &made);
}

/* Calls of the form that older exports have, which other passes do not know: they return nothing, or all their operands. */
static bool lower_call(struct shlo__pass *pass, struct mlirbc_op *op, bool *out_done)
{
	static const char ignored[] = "InspectSharding\0xla.sdy.ShardingGroup\0";
	static const char same[] = "xla.sdy.GlobalToLocalShape\0xla.sdy.LocalToGlobalShape\0";
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
	*out_done = false;
	if (!target || target->kind != MLIRBC_ATTR_STRING)
		return true;
	*out_done = op->result_count == 0 && shlo__is_one_of(target->u.string, ignored);
	if (*out_done)
		return shlo__pass_replace(pass, op, NULL);
	if (!shlo__is_one_of(target->u.string, same) || op->operand_count != op->result_count)
		return true;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_operands(op)[i].value->type != mlirbc_op_results(op)[i].type)
			return true;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], mlirbc_op_operands(op)[i].value);
	*out_done = true;
	return shlo__pass_replace(pass, op, NULL);
}

/* *out_done: it is gone. */
static bool lower(struct shlo__pass *pass, struct mlirbc_op *op, const struct mlirbc_string *name, bool *out_done)
{
	static const char same[] = "sharding_constraint\0reshard\0propagation_barrier\0data_flow_edge\0func_data_flow_edge\0"
				   "all_gather\0all_slice\0all_to_all\0collective_permute\0all_reduce\0reduce_scatter\0"
				   "sharded_to_unreduced\0replicated_to_unreduced\0";
	struct mlirbc_value *value = op->operand_count == 1 ? mlirbc_op_operands(op)[0].value : NULL;
	*out_done = true;
	if (shlo__is_one_of(name, same) && value && op->result_count == 1 && value->type == mlirbc_op_results(op)[0].type)
		return shlo__pass_replace(pass, op, &value);
	if (shlo__is_one_of(name, "sharding_group\0") && op->result_count == 0)
		return shlo__pass_replace(pass, op, NULL);
	if (shlo__is_one_of(name, "constant\0") && op->result_count == 1 && op->operand_count == 0)
		return make_constant(pass, op);
	const bool manual = shlo__is_one_of(name, "manual_computation\0");
	if ((manual ? is_on_one_device(op) : shlo__is_one_of(name, "named_computation\0")) && has_body(op))
		return unwrap(pass, op);
	*out_done = false;
	return true;
}

bool shlo__pass_shardy(struct shlo__pass *pass)
{
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; op; op = next) {
		struct mlirbc_string name;
		struct mlirbc_op *before = op->prev;
		struct mlirbc_block *block = op->parent;
		bool done;
		next = shlo__pass_next(pass, op);
		const bool call = shlo__pass_code(pass, op) == MLIRBC_STABLEHLO_custom_call;
		if (!call && (!shlo__sdy_name(op, &name) || shlo__is_one_of(&name, "mesh\0return\0")))
			continue;
		if (!(call ? lower_call(pass, op, &done) : lower(pass, op, &name, &done)))
			return false;
		if (done) /* go on with what was inside */
			next = before ? shlo__pass_after(pass, before) : block->first;
		pass->report.shardy += done;
		pass->report.shardy_left += !done && !call;
	}
	return true;
}
