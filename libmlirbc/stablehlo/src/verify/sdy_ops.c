/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardy's operations, and its attributes on other operations. */
#include "verify/sdy_shardings.h"

#include <string.h>

enum { MOST_FACTORS = 512 };

static bool is_sdy(const struct mlirbc_string *name) { return name->size > 4 && memcmp(name->data, "sdy.", 4) == 0; }

static bool has_names(const struct mlirbc_attr *dictionary)
{
	for (size_t i = 0; dictionary && dictionary->kind == MLIRBC_ATTR_DICTIONARY && i < dictionary->u.dictionary.count; i++) {
		if (is_sdy(dictionary->u.dictionary.data[i].name))
			return true;
	}
	return false;
}

bool shlo__has_sdy(const struct mlirbc_op *op)
{
	return is_sdy(op->name) || (mlirbc_op_has_attrs(op) && (has_names(mlirbc_op_attributes(op)) || mlirbc_op_is(op, "func.func")));
}

static const struct mlirbc_type *operand_type(const struct shlo__check *check, size_t at)
{
	return check->operands[at].value ? check->operands[at].value->type : NULL;
}

static bool is_static(const struct mlirbc_type *type) { return type && type->kind == MLIRBC_TYPE_TENSOR && shlo__static(type); }

/* ---- rules: factors of dimensions */

struct rule {
	struct shlo__sdy *sdy;
	size_t factors;
	const struct mlirbc_attr *sizes;
	uint8_t used[MOST_FACTORS];   /* by any value */
	uint8_t result[MOST_FACTORS]; /* by a result */
	uint8_t kind[MOST_FACTORS];   /* 1 to 3: reduction, need_replication, permutation */
};

static bool check_factor(struct rule *rule, int64_t factor, bool alone, uint8_t *seen, const char *what, size_t at)
{
	struct shlo__check *check = rule->sdy->check;
	if (factor < 0 || (uint64_t)factor >= rule->factors)
		return shlo__fail(check, "sharding_rule: factor %lld of %s %zu is out of range; there are %zu factors", (long long)factor,
			what, at, rule->factors);
	if (seen[factor])
		return shlo__fail(check, "sharding_rule: cannot reuse factor %lld for %s %zu", (long long)factor, what, at);
	if (!alone && shlo__sdy_number(rule->sizes->u.array.data[factor], 0) == 1)
		return shlo__fail(check, "sharding_rule: dimension of %s %zu has more than one factor, of which factor %lld is 1", what, at,
			(long long)factor);
	seen[factor] = rule->used[factor] = 1;
	return true;
}

/* The factors of one operand's or result's dimensions. */
static bool check_mapping(struct rule *rule, const struct mlirbc_attr *mapping, const struct mlirbc_type *type, const char *what, size_t at)
{
	struct shlo__check *check = rule->sdy->check;
	const struct mlirbc_attr *dims = shlo__sdy_field(mapping, "tensor_mapping", 0);
	uint8_t seen[MOST_FACTORS] = { 0 };
	if (!is_static(type))
		return shlo__fail(check, "sharding_rule: %s %zu is not a tensor of static shape", what, at);
	if (shlo__sdy_length(dims) != shlo__rank(type))
		return shlo__fail(check, "sharding_rule: mapping of %s %zu has rank %zu, but its type has %zu", what, at,
			shlo__sdy_length(dims), shlo__rank(type));
	for (size_t i = 0; i < shlo__sdy_length(dims); i++) {
		const struct mlirbc_attr *factors = shlo__sdy_field(dims->u.array.data[i], "dim_mapping", 0);
		if (shlo__sdy_length(factors) == 0)
			return shlo__fail(check, "sharding_rule: dimension %zu of %s %zu has no factor", i, what, at);
		for (size_t k = 0; k < shlo__sdy_length(factors); k++) {
			if (!check_factor(rule, shlo__sdy_number(factors->u.array.data[k], -1), shlo__sdy_length(factors) == 1, seen, what, at))
				return false;
		}
	}
	for (size_t i = 0; *what == 'r' && i < rule->factors; i++)
		rule->result[i] |= seen[i];
	return true;
}

/* A list of factors of one kind: sorted, in range; kinds 1 to 3 are disjoint. */
static bool check_kind(struct rule *rule, const struct mlirbc_attr *list, uint8_t kind, const char *what)
{
	struct shlo__check *check = rule->sdy->check;
	int64_t last = -1;
	for (size_t i = 0; i < shlo__sdy_length(list); i++) {
		const int64_t factor = shlo__sdy_number(list->u.array.data[i], -1);
		if (factor < 0 || (uint64_t)factor >= rule->factors)
			return shlo__fail(check, "sharding_rule: index of %s must be in range [0, %zu), got: %lld", what, rule->factors,
				(long long)factor);
		if (factor <= last)
			return shlo__fail(check, "sharding_rule: indices of %s must be sorted and distinct", what);
		if (kind && rule->kind[factor])
			return shlo__fail(check, "sharding_rule: factor %lld can only be in one of the factor sets of reduction, "
						 "need_replication and permutation", (long long)factor);
		if (kind == 1 && rule->result[factor])
			return shlo__fail(check, "sharding_rule: reduction factor %lld is used by a result", (long long)factor);
		rule->kind[factor] = kind ? kind : rule->kind[factor];
		last = factor;
	}
	return true;
}

static bool check_rule(struct shlo__sdy *sdy, const struct mlirbc_attr *attr)
{
	static const char *const kinds[] = { "reduction factors", "need_replication factors", "permutation factors",
		"blocked_propagation factors" };
	struct shlo__check *check = sdy->check;
	const struct mlirbc_attr *operands = shlo__sdy_field(attr, "op_sharding_rule", 1);
	const struct mlirbc_attr *results = shlo__sdy_field(attr, "op_sharding_rule", 2);
	struct rule rule = { .sdy = sdy, .sizes = shlo__sdy_field(attr, "op_sharding_rule", 0) };
	rule.factors = shlo__sdy_length(rule.sizes);
	if (shlo__sdy_is_text(attr))
		return true;
	if (!operands || !results)
		return shlo__sdy_fail_kind(sdy, "sdy.sharding_rule", "op_sharding_rule");
	if (rule.factors > MOST_FACTORS)
		return shlo__fail(check, "sharding_rule: %zu factors; expected at most %d", rule.factors, (int)MOST_FACTORS);
	if (shlo__sdy_length(operands) != check->operand_count || shlo__sdy_length(results) != check->result_count)
		return shlo__fail(check, "sharding_rule: number of operands and mappings must match: %zu != %zu, results: %zu != %zu",
			check->operand_count, shlo__sdy_length(operands), check->result_count, shlo__sdy_length(results));
	if (check->operand_count == 0 || check->result_count == 0)
		return shlo__fail(check, "sharding_rule: an operation without operands or without results");
	for (size_t i = 0; i < check->operand_count; i++) {
		if (!check_mapping(&rule, operands->u.array.data[i], operand_type(check, i), "operand", i))
			return false;
	}
	for (size_t i = 0; i < check->result_count; i++) {
		if (!check_mapping(&rule, results->u.array.data[i], check->results[i].type, "result", i))
			return false;
	}
	for (size_t i = 0; i < rule.factors; i++) {
		if (!rule.used[i])
			return shlo__fail(check, "sharding_rule: factor %zu is in no mapping", i);
	}
	for (uint8_t i = 0; i < 4; i++) {
		if (!check_kind(&rule, shlo__sdy_field(attr, "op_sharding_rule", 3 + (size_t)i), i < 3 ? i + 1 : 0, kinds[i]))
			return false;
	}
	return true;
}

/* ---- attributes on any operation */

static const struct mlirbc_attr *items_of(const struct mlirbc_attr *attr)
{
	return shlo__sdy_field(attr, "sharding_per_value", 0);
}

static bool check_list(struct shlo__sdy *sdy, const struct mlirbc_attr *attr, const char *name, const struct mlirbc_op *op, bool operands)
{
	const struct mlirbc_attr *items = items_of(attr);
	const size_t count = operands ? op->operand_count : op->result_count;
	if (shlo__sdy_is_text(attr))
		return true;
	if (!items)
		return shlo__sdy_fail_kind(sdy, name, "sharding_per_value");
	if (shlo__sdy_length(items) != count)
		return shlo__fail(sdy->check, "%s shardings don't match number of values: %zu shardings vs %zu values", name,
			shlo__sdy_length(items), count);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_type *type = operands ? operand_type(sdy->check, i) : sdy->check->results[i].type;
		if (type && !shlo__sdy_sharding(sdy, items->u.array.data[i], name, type))
			return false;
	}
	return true;
}

/* Operations without results may have one sharding, of a maximal mesh: the device that does the work. */
static bool check_annotation(struct shlo__sdy *sdy, const struct mlirbc_attr *attr)
{
	const struct mlirbc_attr *items = items_of(attr);
	if (sdy->check->result_count || shlo__sdy_length(items) != 1)
		return check_list(sdy, attr, "sdy.sharding", sdy->check->op, false);
	const struct mlirbc_attr *mesh = shlo__sdy_field(items->u.array.data[0], "sharding", 0);
	return (mesh && shlo__sdy_mesh(sdy, mesh) &&
		       shlo__sdy_length(shlo__sdy_field(items->u.array.data[0], "sharding", 1)) == 0) ||
	       (sdy->check->status == MLIRBC_OK && shlo__fail(sdy->check, "the sharding of an operation without results must be maximal"));
}

/* Arguments or results of a function. */
static bool check_signature(struct shlo__sdy *sdy, const char *name, const struct mlirbc_types *types)
{
	const struct mlirbc_attr *list = shlo__attr(sdy->check, name);
	for (size_t i = 0; i < shlo__sdy_length(list) && i < types->count; i++) {
		const struct mlirbc_attr *values = list->u.array.data[i];
		if (!has_names(values))
			continue;
		for (size_t k = 0; k < values->u.dictionary.count; k++) {
			static const struct mlirbc_string sharding = { "sdy.sharding", 12 };
			const struct mlirbc_named_attr *entry = &values->u.dictionary.data[k];
			if (shlo__sdy_same(entry->name, &sharding) &&
				!shlo__sdy_sharding(sdy, entry->value, "sdy.sharding", types->data[i]))
				return false;
		}
	}
	return true;
}

static bool check_function(struct shlo__sdy *sdy)
{
	const struct mlirbc_attr *type = shlo__attr(sdy->check, "function_type");
	return !type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION ||
	       (check_signature(sdy, "arg_attrs", &type->u.type_value->u.function.inputs) &&
		       check_signature(sdy, "res_attrs", &type->u.type_value->u.function.results));
}

/* ---- operations with bodies */

/* `local` is the part of `type` that one device has: only manual axes cut it. */
static bool check_local(struct shlo__sdy *sdy, const struct mlirbc_attr *sharding, const struct mlirbc_attr *manual,
	const struct mlirbc_type *type, const struct mlirbc_type *local, const char *what, size_t at)
{
	const struct mlirbc_attr *dims = shlo__sdy_field(sharding, "sharding", 1);
	struct shlo__spelled a, b;
	if (type->kind != MLIRBC_TYPE_TENSOR || sdy->maximal)
		return true;
	bool same = local->kind == MLIRBC_TYPE_TENSOR && local->u.shaped.element == type->u.shaped.element &&
		    local->u.shaped.rank == type->u.shaped.rank;
	for (size_t i = 0; same && i < shlo__sdy_length(dims); i++) {
		const struct mlirbc_attr *axes = shlo__sdy_field(dims->u.array.data[i], "dimension_sharding", 0);
		int64_t parts = 1, size = shlo__dim(type, i);
		bool free_before = false;
		for (size_t k = 0; k < shlo__sdy_length(axes); k++) {
			struct shlo__axis_ref ref;
			if (!shlo__sdy_axis(sdy, axes->u.array.data[k], &ref))
				return false;
			bool is_manual = false;
			for (size_t m = 0; m < shlo__sdy_length(manual); m++) {
				const struct mlirbc_attr *name = manual->u.array.data[m];
				is_manual = is_manual || (name->kind == MLIRBC_ATTR_STRING &&
								 shlo__sdy_same(name->u.string, sdy->axes[ref.axis].name));
			}
			if (is_manual && free_before)
				return shlo__fail(sdy->check, "%s %zu: dimension %zu has a free axis before a manual one", what, at, i);
			free_before = free_before || !is_manual;
			parts *= is_manual ? ref.size : 1; /* a divisor of the product of the mesh's axes, which fits */
		}
		if (size != SHLO__DYNAMIC && size % parts)
			return shlo__fail(sdy->check, "%s %zu: dimension %zu of size %lld is not divisible by its manual axes: %lld", what,
				at, i, (long long)size, (long long)parts);
		same = shlo__dim(local, i) == (size == SHLO__DYNAMIC ? size : size / parts);
	}
	return same || shlo__fail(sdy->check, "%s %zu: '%s' inside is not the part on one device of '%s'", what, at,
			       shlo__spell(local, &a), shlo__spell(type, &b));
}

/* The block, with as many arguments as operands and as many returned values as results. */
static const struct mlirbc_block *find_body(struct shlo__check *check)
{
	const struct mlirbc_block *block = check->region_count == 1 ? check->regions[0].first : NULL;
	const struct mlirbc_op *end = block ? block->last : NULL;
	if (!block || block->next || !end || !mlirbc_op_is(end, "sdy.return"))
		(void)shlo__fail(check, "expects a region of one block that ends with sdy.return");
	else if (block->argument_count != check->operand_count || end->operand_count != check->result_count)
		(void)shlo__fail(check, "has %zu operands and %zu results, but its body has %u arguments and returns %u values",
			check->operand_count, check->result_count, block->argument_count, end->operand_count);
	else
		return block;
	return NULL;
}

static bool check_named(struct shlo__sdy *sdy)
{
	struct shlo__check *check = sdy->check;
	const struct mlirbc_block *block = find_body(check);
	const struct mlirbc_attr *in = shlo__attr(check, "in_shardings"), *out = shlo__attr(check, "out_shardings");
	if (!block)
		return false;
	for (size_t i = 0; i < check->operand_count; i++) {
		if (operand_type(check, i) != block->arguments[i].type)
			return shlo__fail(check, "type of operand %zu doesn't match the block argument", i);
	}
	for (size_t i = 0; i < check->result_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(block->last)[i].value;
		if (!value || value->type != check->results[i].type)
			return shlo__fail(check, "type of result %zu doesn't match the returned value", i);
	}
	return (!in || check_list(sdy, in, "in_shardings", check->op, true)) &&
	       (!out || check_list(sdy, out, "out_shardings", check->op, false));
}

static bool check_manual_side(struct shlo__sdy *sdy, const struct mlirbc_block *block, const struct mlirbc_attr *manual, bool in)
{
	struct shlo__check *check = sdy->check;
	const char *name = in ? "in_shardings" : "out_shardings";
	const struct mlirbc_attr *attr = shlo__attr(check, name), *items = items_of(attr);
	if (!check_list(sdy, attr, name, check->op, in))
		return false;
	for (size_t i = 0; i < shlo__sdy_length(items); i++) {
		const struct mlirbc_attr *mesh = shlo__sdy_field(items->u.array.data[i], "sharding", 0);
		const struct mlirbc_type *type = in ? operand_type(check, i) : check->results[i].type;
		const struct mlirbc_value *inside = in ? &block->arguments[i] : mlirbc_op_operands(block->last)[i].value;
		struct shlo__axis_ref ref;
		if (!mesh || !type || !inside)
			continue; /* text of a newer Shardy, or a value that was not defined */
		if (!shlo__sdy_mesh(sdy, mesh))
			return false;
		for (size_t k = 0; sdy->axis_count && k < shlo__sdy_length(manual); k++) {
			if (!shlo__sdy_axis(sdy, manual->u.array.data[k], &ref))
				return false;
		}
		if (!check_local(sdy, items->u.array.data[i], manual, type, inside->type, in ? "operand" : "result", i))
			return false;
	}
	return true;
}

static bool check_manual(struct shlo__sdy *sdy)
{
	const struct mlirbc_attr *attr = shlo__attr(sdy->check, "manual_axes"), *manual = shlo__sdy_field(attr, "manual_axes", 0);
	const struct mlirbc_block *block = find_body(sdy->check);
	if (!block || shlo__sdy_is_text(attr))
		return block != NULL;
	if (!manual)
		return shlo__sdy_fail_kind(sdy, "manual_axes", "manual_axes");
	if (shlo__sdy_length(manual) > SHLO__MOST_AXES)
		return shlo__fail(sdy->check, "has more than %d manual axes", (int)SHLO__MOST_AXES);
	return check_manual_side(sdy, block, manual, true) && check_manual_side(sdy, block, manual, false);
}

/* ---- other operations */

static bool has_one_value(struct shlo__check *check, bool result)
{
	if (check->operand_count != 1 || check->result_count != result)
		return shlo__fail(check, "has %zu operands and %zu results; expected 1 and %d", check->operand_count, check->result_count,
			(int)result);
	return !result || operand_type(check, 0) == check->results[0].type ||
	       shlo__fail(check, "requires the same type for its operand and result");
}

static bool check_operation(struct shlo__sdy *sdy, const struct mlirbc_string *name)
{
	static const char constraints[] = "sharding_constraint\0reshard\0", edges[] = "data_flow_edge\0func_data_flow_edge\0";
	static const char collectives[] = "all_gather\0all_slice\0all_to_all\0collective_permute\0all_reduce\0reduce_scatter\0"
					  "sharded_to_unreduced\0replicated_to_unreduced\0";
	struct shlo__check *check = sdy->check;
	if (shlo__is_one_of(name, constraints))
		return has_one_value(check, true) &&
		       shlo__sdy_sharding(sdy, shlo__attr(check, "sharding"), "sharding", check->results[0].type);
	if (shlo__is_one_of(name, collectives))
		return has_one_value(check, true) &&
		       shlo__sdy_sharding(sdy, shlo__attr(check, "out_sharding"), "out_sharding", check->results[0].type);
	if (shlo__is_one_of(name, edges))
		return has_one_value(check, true) &&
		       (is_static(check->results[0].type) || shlo__fail(check, "expects a tensor of static shape"));
	if (shlo__is_one_of(name, "propagation_barrier\0"))
		return has_one_value(check, true) && (shlo__int(check, "allowed_direction", 0) != 3 ||
							     shlo__fail(check, "cannot specify `BOTH` as the direction"));
	if (shlo__is_one_of(name, "sharding_group\0"))
		return has_one_value(check, false);
	return true;
}

static bool check_op(struct shlo__sdy *sdy, const struct mlirbc_string *name)
{
	if (shlo__is_one_of(name, "mesh\0"))
		return shlo__sdy_mesh_op(sdy);
	if (shlo__is_one_of(name, "manual_computation\0"))
		return check_manual(sdy);
	if (shlo__is_one_of(name, "named_computation\0"))
		return check_named(sdy);
	const struct mlirbc_op *parent = shlo__is_one_of(name, "return\0") ? mlirbc_op_parent(sdy->check->op) : NULL;
	if (parent && !mlirbc_op_is(parent, "sdy.manual_computation") && !mlirbc_op_is(parent, "sdy.named_computation"))
		return shlo__fail(sdy->check, "expects parent op 'sdy.manual_computation' or 'sdy.named_computation'");
	return check_operation(sdy, name);
}

bool shlo__check_sdy(struct shlo__check *check, const struct shlo__symbols *symbols)
{
	struct shlo__sdy sdy = { .check = check, .symbols = symbols };
	struct mlirbc_string name;
	const struct mlirbc_attr *annotation = shlo__attr(check, "sdy.sharding"), *rule = shlo__attr(check, "sdy.sharding_rule");
	if (shlo__sdy_name(check->op, &name) && !check_op(&sdy, &name))
		return false;
	if (mlirbc_op_is(check->op, "func.func"))
		return check_function(&sdy);
	return (!annotation || check_annotation(&sdy, annotation)) && (!rule || check_rule(&sdy, rule));
}
