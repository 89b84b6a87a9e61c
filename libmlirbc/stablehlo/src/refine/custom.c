/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls that belong to dynamic shapes, and those whose results have the shapes of their operands. */
#include "refine/refine.h"

#include <bytecursor/braces.h>
#include <mlirbc/rewrite.h>
#include <stdio.h>
#include <string.h>

static struct mlirbc_value *operand(const struct mlirbc_op *op, size_t index)
{
	return mlirbc_op_operands(op)[index].value;
}

/* ---- shape_assertion */

/* The value of an operand behind the condition. */
static void put_number(const void *ctx, size_t index, char *out, size_t room)
{
	struct shlo__dims value;
	if (shlo__ints(ctx, index + 1, &value) && value.count == 1)
		snprintf(out, room, "%lld", (long long)value.at[0]);
	else
		snprintf(out, room, "?");
}

static bool settle_assertion(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	struct mlirbc_op *op = *inout_op;
	const struct mlirbc_attr *text = mlirbc_op_attr(op, "error_message");
	struct shlo__dims holds;
	char message[1000] = "the module has no message for it";
	if (op->operand_count == 0 || op->result_count || !shlo__ints(op, 0, &holds) || holds.count != 1)
		return true;
	if (text && text->kind == MLIRBC_ATTR_STRING)
		bytecursor_fill_braces(message, sizeof message, text->u.string->data, text->u.string->size, op->operand_count - 1u,
			put_number, op);
	if (!holds.at[0])
		return shlo__pass_fail(&refining->pass, MLIRBC_E_ARG, op, "shape assertion failed: %s", message);
	refining->assertions++;
	*inout_op = NULL;
	return shlo__pass_replace(&refining->pass, op, NULL);
}

/* ---- operations with their shapes as operands. `count`: operands without those that only hold result shapes. */

static bool settle_wrapper(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	struct mlirbc_op *op = *inout_op;
	struct mlirbc_value *value = operand(op, 0);
	if (op->result_count != 1)
		return true;
	refining->replaced++;
	*inout_op = NULL;
	return shlo__narrow(refining, op, mlirbc_op_results(op), value->type) &&
	       shlo__pass_replace(&refining->pass, op, &value);
}

static bool settle_random(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	struct mlirbc_op *op = *inout_op;
	const struct mlirbc_attr *algorithm = mlirbc_op_attr(op, "rng_algorithm");
	struct mlirbc_value *state = operand(op, 0);
	struct shlo__form form = { .name = "stablehlo.rng_bit_generator", .operands = &state, .operand_count = 1 };
	struct shlo__dims shape;
	if (op->result_count != 2 || !algorithm || !shlo__ints(op, 1, &shape))
		return true;
	shlo__form_attr(refining, &form, "rng_algorithm", algorithm);
	return shlo__narrow_dims(refining, op, 1, &shape) && shlo__become(refining, inout_op, &form);
}

/* The attribute of an i64. */
static const struct mlirbc_attr *i64_attr(struct mlirbc_context *context, int64_t value)
{
	const struct mlirbc_type *type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	return type ? mlirbc_attr_integer(context, type, (uint64_t)value) : NULL;
}

static bool settle_top_k(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	struct mlirbc_value *value = operand(*inout_op, 0);
	struct shlo__form form = { .name = "chlo.top_k", .operands = &value, .operand_count = 1 };
	struct shlo__dims k;
	if ((*inout_op)->result_count != 2 || !shlo__ints(*inout_op, 1, &k) || k.count != 1)
		return true;
	shlo__form_attr(refining, &form, "k", i64_attr(refining->pass.context, k.at[0]));
	return shlo__become(refining, inout_op, &form);
}

/* The number of results is the last operand, and becomes an entry of backend_config. */
static bool settle_approx_top_k(struct shlo__refining *refining, struct mlirbc_op **inout_op, size_t count)
{
	struct mlirbc_op *op = *inout_op;
	struct shlo__pass *pass = &refining->pass;
	const char *name = mlirbc_op_attr(op, "mhlo.backend_config") ? "mhlo.backend_config" : "backend_config";
	const struct mlirbc_attr *config = mlirbc_op_attr(op, name);
	struct mlirbc_named_attr entries[16];
	struct mlirbc_value *values[SHLO__MOST_DIMS];
	struct shlo__form form = { .name = "stablehlo.custom_call",
		.operands = values,
		.operand_count = count - 1,
		.attributes = mlirbc_op_attributes(op),
		.keep = true };
	struct shlo__dims k;
	size_t entry_count = 0;
	if (!shlo__ints(op, count - 1, &k) || k.count != 1 || count > SHLO__MOST_DIMS || !config ||
		config->kind != MLIRBC_ATTR_DICTIONARY ||
		config->u.dictionary.count >= sizeof entries / sizeof *entries)
		return true;
	for (size_t i = 0; i + 1 < count; i++)
		values[i] = operand(op, i);
	for (size_t i = 0; i < config->u.dictionary.count; i++) {
		if (!shlo__name_is(config->u.dictionary.data[i].name, "top_k"))
			entries[entry_count++] = config->u.dictionary.data[i];
	}
	entries[entry_count].name = mlirbc_string_get(pass->context, "top_k", 5);
	entries[entry_count].value = i64_attr(pass->context, k.at[0]);
	config = entries[entry_count].name && entries[entry_count].value
			 ? mlirbc_attr_dictionary(pass->context, entries, entry_count + 1)
			 : NULL;
	if (!config)
		return shlo__pass_no_memory(pass);
	shlo__form_attr(refining, &form, "call_target_name", mlirbc_attr_string(pass->context, "ApproxTopK", 10));
	if (!shlo__become(refining, inout_op, &form) ||
		!shlo__pass_ok(pass, mlirbc_op_set_attr(*inout_op, name, config)))
		return false;
	return !mlirbc_op_attr(*inout_op, "indices_of_shape_operands") ||
	       shlo__pass_ok(pass, mlirbc_op_remove_attr(*inout_op, "indices_of_shape_operands"));
}

static bool settle_reduce_window(struct shlo__refining *refining, struct mlirbc_op **inout_op, size_t count)
{
	static const char *const names[] = { "window_dimensions", "window_strides", "base_dilations",
		"window_dilations" };
	struct mlirbc_op *op = *inout_op;
	const struct shlo__function *body =
		shlo__pass_called(&refining->pass, op, refining->current->origin);
	struct mlirbc_value *values[SHLO__MOST_DIMS];
	struct shlo__form form = { .name = "stablehlo.reduce_window",
		.operands = values,
		.operand_count = 2 * (size_t)op->result_count,
		.region_count = 1 };
	struct shlo__dims list;
	if (!body || body->op->region_count != 1 || !op->result_count || count != form.operand_count + 5 ||
		count > SHLO__MOST_DIMS)
		return true;
	for (size_t i = 0; i < 5; i++) {
		if (!shlo__ints(op, form.operand_count + i, &list))
			return true;
		if (i < 4)
			shlo__form_list(refining, &form, names[i], &list);
		else
			shlo__form_attr(refining, &form, "padding", shlo__pairs_attr(refining->pass.context, &list));
	}
	for (size_t i = 0; i < form.operand_count; i++)
		values[i] = operand(op, i);
	return shlo__become(refining, inout_op, &form) && shlo__pass_fill_region(&refining->pass, *inout_op, body);
}

/* ---- results that follow operands */

static bool narrow_results(struct shlo__refining *refining, struct mlirbc_op *op, const struct mlirbc_string *target)
{
	struct shlo__dims indices, dims;
	const struct mlirbc_attr *list = mlirbc_op_attr(op, "indices_of_shape_operands");
	for (size_t i = 0; list && shlo__i64s_of(list, &indices) && i < indices.count && i < op->result_count; i++) {
		if (indices.at[i] >= 0 && indices.at[i] < (int64_t)op->operand_count &&
			shlo__ints(op, (size_t)indices.at[i], &dims) && !shlo__narrow_dims(refining, op, i, &dims))
			return false;
	}
	struct mlirbc_value *result = op->result_count ? mlirbc_op_results(op) : NULL;
	if (!result || op->operand_count == 0)
		return true;
	const struct mlirbc_stablehlo_target known = mlirbc_stablehlo_target(target->data, target->size);
	const struct mlirbc_type *from = operand(op, 0)->type;
	if (shlo__name_is(target, "mhlo.topk") || shlo__name_is(target, "TopK")) {
		bool ok = shlo__ranked(from);
		for (uint32_t i = 0; ok && i < op->result_count; i++)
			ok = shlo__narrow_like(refining, op, i, from, shlo__rank(from) - 1);
		return refining->pass.status == MLIRBC_OK;
	}
	bool follows = known.kind == MLIRBC_STABLEHLO_TARGET_IDENTITY
			       ? strncmp(target->data, "SPMD", 4) != 0
			       : known.kind == MLIRBC_STABLEHLO_TARGET_OPERATION && target->size > 5 &&
					 memcmp(target->data, "mhlo.", 5) == 0;
	return !follows || op->result_count != 1 || !shlo__compatible_shapes(result->type, from) ||
	       shlo__narrow_like(refining, op, 0, from, SIZE_MAX);
}

/* Operands before the first that only holds the shape of a result. */
static size_t own_operands(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *list = mlirbc_op_attr(op, "indices_of_shape_operands");
	struct shlo__dims indices;
	size_t count = op->operand_count;
	for (size_t i = 0; list && shlo__i64s_of(list, &indices) && i < indices.count; i++) {
		if (indices.at[i] >= 0 && (uint64_t)indices.at[i] < count)
			count = (size_t)indices.at[i];
	}
	return count;
}

bool shlo__settle_custom_call(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	struct mlirbc_op *op = *inout_op;
	const struct mlirbc_string *target = mlirbc_op_attr(op, "call_target_name")->u.string;
	size_t count = own_operands(op);
	if (!narrow_results(refining, op, target))
		return false;
	if (shlo__name_is(target, "shape_assertion"))
		return settle_assertion(refining, inout_op);
	if (shlo__name_is(target, "stablehlo.shape_refinement_operand_wrapper") && op->operand_count)
		return settle_wrapper(refining, inout_op);
	if (shlo__name_is(target, "stablehlo.dynamic_reduce_window"))
		return settle_reduce_window(refining, inout_op, count);
	if (op->operand_count < 2 || count == 0)
		return true;
	if (shlo__name_is(target, "stablehlo.dynamic_rng_bit_generator"))
		return settle_random(refining, inout_op);
	if (shlo__name_is(target, "stablehlo.dynamic_top_k"))
		return settle_top_k(refining, inout_op);
	if (shlo__name_is(target, "stablehlo.dynamic_approx_top_k"))
		return settle_approx_top_k(refining, inout_op, count);
	return true;
}
