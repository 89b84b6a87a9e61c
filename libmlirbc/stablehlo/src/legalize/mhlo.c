/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mhlo: the dialect from which StableHLO was made. Operations that StableHLO or CHLO has too get its name; their attributes are those of
 * StableHLO but for the name of the dialect in them, and lists of dimensions as dense elements. */
#include "chlo/lower.h"
#include "dialect/struct_attr.h"
#include "legalize/legalize.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <string.h>

static bool is_mhlo(const struct mlirbc_string *name) { return name->size > 5 && memcmp(name->data, "mhlo.", 5) == 0; }

/* ---- types: !mhlo.token */

static const struct mlirbc_type *twin_type(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	const bool token = type->kind == MLIRBC_TYPE_DIALECT && type->u.dialect.dialect && type->u.dialect.text &&
			   shlo__name_is(type->u.dialect.dialect, "mhlo") && shlo__name_is(type->u.dialect.text, "token");
	return token ? shlo__token_type(context) : type;
}

static const struct mlirbc_attr *twin_function(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	const struct mlirbc_types *lists[] = { &type->u.function.inputs, &type->u.function.results };
	const struct mlirbc_type **types[2];
	for (size_t k = 0; k < 2; k++) {
		types[k] = mlirbc_context_alloc(context, (lists[k]->count + 1) * sizeof **types, _Alignof(void *));
		for (size_t i = 0; types[k] && i < lists[k]->count; i++) {
			if (!(types[k][i] = twin_type(context, lists[k]->data[i])))
				return NULL;
		}
		if (!types[k])
			return NULL;
	}
	type = mlirbc_type_function(context, types[0], lists[0]->count, types[1], lists[1]->count);
	return type ? mlirbc_attr_type(context, type) : NULL;
}

static bool retype_value(struct shlo__pass *pass, struct mlirbc_value *value)
{
	const struct mlirbc_type *type = twin_type(pass->context, value->type);
	value->type = type ? type : value->type;
	return type || shlo__pass_no_memory(pass);
}

/* Tokens of values and of the type of a function. */
static bool retype(struct shlo__pass *pass, struct mlirbc_op *op)
{
	bool ok = true;
	for (uint32_t i = 0; ok && i < op->result_count; i++)
		ok = retype_value(pass, &mlirbc_op_results(op)[i]);
	for (uint32_t r = 0; r < op->region_count; r++) {
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[r].first; block; block = block->next) {
			for (uint32_t i = 0; ok && i < block->argument_count; i++)
				ok = retype_value(pass, &block->arguments[i]);
		}
	}
	const struct mlirbc_attr *old = mlirbc_op_is(op, "func.func") ? mlirbc_op_attr(op, "function_type") : NULL;
	if (!ok || !old || old->kind != MLIRBC_ATTR_TYPE || old->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return ok;
	const struct mlirbc_attr *type = twin_function(pass->context, old->u.type_value);
	if (!type)
		return shlo__pass_no_memory(pass);
	return type == old || shlo__pass_ok(pass, mlirbc_op_set_attr(op, "function_type", type));
}

/* ---- attributes */

/* dense<[1, 2]> : tensor<2xi64> as array<i64: 1, 2>, of i1 as array<i1>. */
static const struct mlirbc_attr *twin_list(struct mlirbc_context *context, const struct mlirbc_attr *attr, char kind)
{
	struct shlo__dims list;
	if (attr->kind != MLIRBC_ATTR_DENSE || !attr->type || !shlo__is_tensor(attr->type) || attr->type->u.shaped.rank > 1)
		return attr;
	const uint64_t count = attr->type->u.shaped.rank ? (uint64_t)attr->type->u.shaped.dims[0] : 1;
	const size_t width = kind == 'Z' ? 1 : 8;
	const bool fits = kind == 'Z' ? shlo__is_bool(shlo__element(attr->type))
				      : shlo__is_int(shlo__element(attr->type)) && mlirbc_type_width(shlo__element(attr->type)) == 64;
	if (!fits || count > SHLO__MOST_DIMS || (count && attr->u.dense.size < (attr->u.dense.splat ? width : width * count)))
		return attr;
	list.count = (size_t)count;
	for (size_t i = 0; i < list.count; i++) {
		const uint8_t *at = (const uint8_t *)attr->u.dense.data + (attr->u.dense.splat ? 0 : i * width);
		uint64_t value = 0;
		for (size_t k = 0; k < width; k++)
			value |= (uint64_t)at[k] << (8 * k);
		list.at[i] = kind == 'Z' ? (value & 1) != 0 : (int64_t)value;
	}
	return kind == 'Z' ? shlo__bools_attr(context, list.at, list.count) : shlo__i64s_attr(context, list.at, list.count);
}

/* #mhlo<...> as #stablehlo<...>, in arrays too; NULL when memory is short. */
static const struct mlirbc_attr *twin_attr(struct mlirbc_context *context, const struct mlirbc_attr *attr, unsigned depth)
{
	enum { MOST_DEPTH = 4, MOST_ITEMS = 64 };
	const char *why = NULL;
	if (attr->kind == MLIRBC_ATTR_DIALECT && attr->u.dialect.dialect && shlo__name_is(attr->u.dialect.dialect, "mhlo")) {
		struct mlirbc_attr renamed = *attr;
		renamed.u.dialect.dialect = mlirbc_string_get(context, "stablehlo", 9);
		const struct mlirbc_attr *made = renamed.u.dialect.dialect ? mlirbc_attr_get(context, &renamed) : NULL;
		const struct mlirbc_attr *canonical = made ? shlo__canonical_attr(context, made, &why) : NULL;
		return canonical ? canonical : why ? made : NULL;
	}
	if (attr->kind != MLIRBC_ATTR_ARRAY || depth == MOST_DEPTH || attr->u.array.count > MOST_ITEMS)
		return attr;
	const struct mlirbc_attr *items[MOST_ITEMS];
	for (size_t i = 0; i < attr->u.array.count; i++) {
		if (!(items[i] = twin_attr(context, attr->u.array.data[i], depth + 1)))
			return NULL;
	}
	return mlirbc_attr_array(context, items, attr->u.array.count);
}

struct attrs {
	struct mlirbc_named_attr inherent[40], other[40];
	size_t inherent_count, other_count;
};

/* Divides the entries of a dictionary. False: memory was short, or there are too many. */
static bool divide(
	struct shlo__pass *pass, enum mlirbc_stablehlo_code code, const struct mlirbc_attr *dictionary, struct attrs *out)
{
	for (size_t i = 0; dictionary && dictionary->kind == MLIRBC_ATTR_DICTIONARY && i < dictionary->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &dictionary->u.dictionary.data[i];
		struct mlirbc_stablehlo_attr_spec spec;
		const struct mlirbc_attr *value = twin_attr(pass->context, entry->value, 0);
		if (!value)
			return shlo__pass_no_memory(pass);
		if (out->inherent_count == 40 || out->other_count == 40)
			return false;
		if (!shlo__attr_find(code, entry->name->data, entry->name->size, &spec)) {
			/* what only schedulers read has no other meaning */
			if (!shlo__name_is(entry->name, "custom_call_schedule"))
				out->other[out->other_count++] = (struct mlirbc_named_attr){ entry->name, value };
			continue;
		}
		if (spec.kind == 'A' || spec.kind == 'Z')
			value = twin_list(pass->context, value, spec.kind);
		if (!value)
			return shlo__pass_no_memory(pass);
		out->inherent[out->inherent_count++] = (struct mlirbc_named_attr){ entry->name, value };
	}
	return true;
}

/* ---- operations */

/* Returns whether the new operation is in the place of the old one. */
static bool become(struct shlo__pass *pass, struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	struct attrs attrs = { .inherent_count = 0 };
	struct mlirbc_context *context = pass->context;
	if (!divide(pass, code, mlirbc_op_properties(op), &attrs) || !divide(pass, code, mlirbc_op_attributes(op), &attrs))
		return false;
	const struct mlirbc_type **types = mlirbc_context_alloc(context, (op->result_count + 1u) * sizeof *types, _Alignof(void *));
	struct mlirbc_value **values = mlirbc_context_alloc(
		context, (op->operand_count + op->result_count + 1u) * sizeof *values, _Alignof(void *));
	const struct mlirbc_attr *properties = mlirbc_attr_dictionary(context, attrs.inherent, attrs.inherent_count);
	const struct mlirbc_attr *attributes = mlirbc_attr_dictionary(context, attrs.other, attrs.other_count);
	if (!types || !values || !properties || !attributes)
		return shlo__pass_no_memory(pass);
	for (uint32_t i = 0; i < op->operand_count; i++)
		values[i] = mlirbc_op_operands(op)[i].value;
	for (uint32_t i = 0; i < op->result_count; i++)
		types[i] = mlirbc_op_results(op)[i].type;
	const char *name = shlo__op_name(code);
	struct mlirbc_op *made = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = name, .name_size = strlen(name), .properties = properties, .attributes = attributes,
			.result_types = types, .result_count = op->result_count, .operands = values, .operand_count = op->operand_count,
			.region_count = op->region_count },
		op);
	if (!made)
		return false;
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!shlo__pass_ok(pass, mlirbc_region_take(&mlirbc_op_regions(made)[i], &mlirbc_op_regions(op)[i])))
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		values[i] = &mlirbc_op_results(made)[i];
	if (shlo__lower_is_valid(pass, made, made->next))
		return shlo__pass_replace(pass, op, values);
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!shlo__pass_ok(pass, mlirbc_region_take(&mlirbc_op_regions(op)[i], &mlirbc_op_regions(made)[i])))
			return false;
	}
	return shlo__pass_ok(pass, mlirbc_op_erase(made)) && false;
}

/* Operations that return their first operand. */
static bool is_same(const struct mlirbc_op *op)
{
	static const char *const names[] = { "mhlo.copy", "mhlo.add_dependency", "mhlo.domain" };
	const struct mlirbc_value *value = op->operand_count ? mlirbc_op_operands(op)->value : NULL;
	bool found = false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		found = found || shlo__name_is(op->name, names[i]);
	return found && value && op->result_count == 1 && value->type == mlirbc_op_results(op)->type;
}

/* mhlo.topk of the smallest elements is a sort. */
static bool lower_top_k(struct shlo__pass *pass, struct mlirbc_op *op)
{
	const struct mlirbc_attr *largest = mlirbc_op_attr(op, "largest");
	struct shlo__emit emit = { pass, op };
	struct mlirbc_value *values[2] = { NULL, NULL };
	struct mlirbc_op *before = op->prev;
	int64_t flag, k;
	const bool all = !largest || (shlo__int_of(largest, &flag) && flag);
	if (op->operand_count != 1 || op->result_count != 2 || !shlo__int_of(mlirbc_op_attr(op, "k"), &k) || k < 0)
		return false;
	shlo__lower_selection(&emit, k, all, values);
	bool complete = pass->status == MLIRBC_OK;
	for (uint32_t i = 0; complete && i < 2; i++)
		complete = values[i] && values[i]->type == mlirbc_op_results(op)[i].type;
	return shlo__lower_settle(pass, before, op, complete) && shlo__pass_replace(pass, op, values);
}

static bool replace(struct shlo__pass *pass, struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = shlo__mhlo_twin(op->name);
	if (is_same(op)) {
		struct mlirbc_value *value = mlirbc_op_operands(op)->value;
		return shlo__pass_replace(pass, op, &value);
	}
	if (shlo__name_is(op->name, "mhlo.topk"))
		return lower_top_k(pass, op);
	return code != MLIRBC_STABLEHLO_NONE && become(pass, op, code);
}

/* From the inside out: the rules of an operation look at its regions. */
bool shlo__legal_mhlo(struct shlo__pass *pass)
{
	struct mlirbc_op *root = pass->module->body->first, *op = shlo__pass_next(pass, NULL);
	while (op && !is_mhlo(op->name))
		op = shlo__pass_next(pass, op);
	if (!op)
		return true;
	op = NULL;
	while ((op = shlo__pass_next(pass, op)) != NULL) {
		if (!retype(pass, op))
			return false;
	}
	for (op = mlirbc_op_next_post(root, NULL); op && op != root;) {
		struct mlirbc_op *next = mlirbc_op_next_post(root, op);
		if (is_mhlo(op->name) && !shlo__legal_is_former(op)) {
			const bool done = replace(pass, op);
			if (pass->status != MLIRBC_OK)
				return false;
			pass->report.dialects += done;
			pass->report.dialects_left += !done;
		}
		op = next;
	}
	return true;
}
