/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Common subexpressions. Operations are visited in pre-order; the table has the newest one of each kind. When the visit has left a
 * block, no later operation is inside it, so an older operation that is not visible can be replaced in the table. */
#include "passes/pass.h"

struct table {
	struct mlirbc_op **slots;
	size_t room, count;
};

static uint64_t mix(uint64_t hash, const void *pointer)
{
	hash = (hash ^ (uint64_t)(uintptr_t)pointer) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 29;
}

/* The attribute that is one for all equal ones. */
static const struct mlirbc_attr *unique(struct shlo__pass *pass, const struct mlirbc_attr *attr)
{
	return attr ? mlirbc_attr_unique(pass->context, attr) : NULL;
}

static uint64_t hash_of(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	uint64_t hash = mix(0, op->name);
	for (uint32_t i = 0; i < op->operand_count; i++)
		hash = mix(hash, mlirbc_op_operands(op)[i].value);
	for (uint32_t i = 0; i < op->result_count; i++)
		hash = mix(hash, mlirbc_op_results(op)[i].type);
	return mix(hash, unique(pass, mlirbc_op_properties(op)));
}

static bool equal(struct shlo__pass *pass, const struct mlirbc_op *a, const struct mlirbc_op *b)
{
	if (a->name != b->name || a->operand_count != b->operand_count || a->result_count != b->result_count ||
		unique(pass, mlirbc_op_properties(a)) != unique(pass, mlirbc_op_properties(b)) ||
		unique(pass, mlirbc_op_attributes(a)) != unique(pass, mlirbc_op_attributes(b)))
		return false;
	for (uint32_t i = 0; i < a->operand_count; i++) {
		if (mlirbc_op_operands(a)[i].value != mlirbc_op_operands(b)[i].value)
			return false;
	}
	for (uint32_t i = 0; i < a->result_count; i++) {
		if (mlirbc_op_results(a)[i].type != mlirbc_op_results(b)[i].type)
			return false;
	}
	return true;
}

/* Whether an operation that was visited earlier is visible at `op`: its block encloses `op`, and no isolated operation is between. */
static bool is_visible(struct shlo__pass *pass, const struct mlirbc_op *earlier, struct mlirbc_op *op)
{
	for (struct mlirbc_op *at = op; at; at = mlirbc_op_parent(at)) {
		if (at->parent == earlier->parent)
			return true;
		struct mlirbc_op *outer = mlirbc_op_parent(at);
		if (!outer || outer->isolated || mlirbc_op_is(outer, "func.func") ||
			(shlo__ops[shlo__pass_code(pass, outer)].traits & MLIRBC_STABLEHLO_ISOLATED))
			return false;
	}
	return false;
}

static bool grow(struct shlo__pass *pass, struct table *table)
{
	struct table larger = { .room = table->room ? 2 * table->room : 256 };
	larger.slots = shlo__take(shlo__pass_allocator(pass), larger.room * sizeof *larger.slots);
	if (!larger.slots)
		return shlo__pass_no_memory(pass);
	for (size_t i = 0; i < table->room; i++) {
		if (!table->slots[i])
			continue;
		size_t at = (size_t)hash_of(pass, table->slots[i]) & (larger.room - 1);
		while (larger.slots[at])
			at = (at + 1) & (larger.room - 1);
		larger.slots[at] = table->slots[i];
	}
	larger.count = table->count;
	shlo__give(shlo__pass_allocator(pass), table->slots, table->room * sizeof *table->slots);
	*table = larger;
	return true;
}

/* The visible equal operation; otherwise stores `op` and returns NULL. */
static struct mlirbc_op *find_or_add(struct shlo__pass *pass, struct table *table, struct mlirbc_op *op)
{
	size_t at = (size_t)hash_of(pass, op) & (table->room - 1);
	while (table->slots[at] && !equal(pass, table->slots[at], op))
		at = (at + 1) & (table->room - 1);
	if (table->slots[at] && is_visible(pass, table->slots[at], op))
		return table->slots[at];
	table->count += !table->slots[at];
	table->slots[at] = op;
	return NULL;
}

static bool merge(struct shlo__pass *pass, struct shlo__row *merged, struct mlirbc_op *op, struct mlirbc_op *same)
{
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], &mlirbc_op_results(same)[i]);
	pass->report.merged++;
	return shlo__pass_push(pass, merged, op);
}

/* Inside a region with several blocks, an earlier operation need not dominate a later one. */
static bool is_candidate(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	const unsigned traits = shlo__ops[shlo__pass_code(pass, op)].traits;
	return (traits & (MLIRBC_STABLEHLO_PURE | MLIRBC_STABLEHLO_TERMINATOR)) == MLIRBC_STABLEHLO_PURE &&
	       op->region_count == 0 && op->result_count != 0 && op->parent->parent && op->parent->parent->block_count == 1;
}

bool shlo__pass_cse(struct shlo__pass *pass)
{
	struct table table = { 0 };
	struct shlo__row merged = { 0 };
	bool ok = true;
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; ok && op; op = next) {
		next = shlo__pass_next(pass, op);
		ok = shlo__pass_goes_on(pass);
		if (!is_candidate(pass, op))
			continue;
		ok = ok && (2 * table.count < table.room || grow(pass, &table));
		struct mlirbc_op *same = ok ? find_or_add(pass, &table, op) : NULL;
		ok = ok && (!same || merge(pass, &merged, op, same));
	}
	ok = shlo__pass_erase(pass, &merged) && ok;
	shlo__pass_free(pass, &merged);
	shlo__give(shlo__pass_allocator(pass), table.slots, table.room * sizeof *table.slots);
	return ok;
}
