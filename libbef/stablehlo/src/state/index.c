/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What operations of the source are. The walk over the source before it is lowered: numbers of values, functions, side effects. */
#include "state/lower.h"

#include <stdlib.h>
#include <string.h>

void bef_hlo__learn(struct bef_hlo__known *out, const struct mlirbc_string *name)
{
	static const struct mlirbc_stablehlo_facts none;
	const enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(name);
	const struct mlirbc_stablehlo_facts *facts = mlirbc_stablehlo_facts(code);
	*out = (struct bef_hlo__known){ name, code, facts ? facts : &none };
}

static bool custom_call_has_effect(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *effect = mlirbc_op_attr(op, "has_side_effect");
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
	if (effect && effect->kind == MLIRBC_ATTR_INTEGER && effect->u.number.words[0] & 1)
		return true;
	return target && target->kind == MLIRBC_ATTR_STRING && target->u.string->size > 6 &&
	       memcmp(target->u.string->data, "check.", 6) == 0;
}

bool bef_hlo__is_exchange(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const unsigned op_class = bef_hlo__facts(lower, op)->op_class;
	return op_class == MLIRBC_STABLEHLO_CLASS_COLLECTIVE || op_class == MLIRBC_STABLEHLO_CLASS_TRANSFER;
}

bool bef_hlo__has_effect(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__facts(lower, op)->op_class == MLIRBC_STABLEHLO_CLASS_CHECK || bef_hlo__is_exchange(lower, op) ||
	       (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_custom_call) && custom_call_has_effect(op));
}

/* ---- counting and numbering */

enum { MOST_ROUNDS = 8 };

struct counts {
	uint64_t values;
	uint32_t abouts, functions;
};

static uint64_t defined(const struct mlirbc_op *op, bool number, uint32_t first)
{
	uint64_t count = op->result_count;
	for (uint32_t i = 0; number && i < op->result_count; i++)
		mlirbc_op_results(op)[i].number = first + i;
	for (uint32_t r = 0; r < op->region_count; r++) {
		for (struct mlirbc_block *b = mlirbc_op_regions(op)[r].first; b; b = b->next) {
			for (uint32_t i = 0; number && i < b->argument_count; i++)
				b->arguments[i].number = first + (uint32_t)count + i;
			count += b->argument_count;
		}
	}
	return count;
}

static struct counts count_all(struct mlirbc_op *root)
{
	struct counts counts = { 0, 2, 0 };
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		counts.values += defined(op, false, 0);
		counts.abouts += op->region_count != 0;
		counts.functions += mlirbc_op_is(op, "func.func");
	}
	return counts;
}

/* Numbers values and operations. Values of a region follow those of its operation at once, so they are a range. */
static void number_all(struct bef_hlo__lower *lower, struct mlirbc_op *root)
{
	uint32_t next = 0;
	lower->about_count = 2;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		op->number = op->region_count ? lower->about_count++ : bef_hlo__has_effect(lower, op);
		if (op->region_count) {
			lower->abouts[op->number].first = next + op->result_count;
			lower->abouts[op->number].effects = bef_hlo__has_effect(lower, op);
		}
		next += (uint32_t)defined(op, true, next);
		if (mlirbc_op_is(op, "func.func"))
			lower->functions[lower->function_count++].op = op;
	}
	lower->value_count = next;
}

/* The end of the range of an operation is the begin of the next operation's values that is not inside it. In post-order the last
 * number that was seen is the largest. */
static void close_ranges(struct bef_hlo__lower *lower, struct mlirbc_op *root)
{
	uint32_t last = 0;
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op; op = mlirbc_op_next_post(root, op)) {
		uint32_t end = op->result_count ? mlirbc_op_results(op)[op->result_count - 1].number + 1 : 0;
		for (uint32_t r = 0; r < op->region_count; r++) {
			for (struct mlirbc_block *b = mlirbc_op_regions(op)[r].first; b; b = b->next) {
				if (b->argument_count)
					end = b->arguments[b->argument_count - 1].number + 1;
			}
		}
		last = end > last ? end : last;
		if (op->region_count)
			lower->abouts[op->number].last = last;
		if (op == root)
			break;
	}
}

/* ---- effects */

static const struct mlirbc_attr *callee(const struct mlirbc_op *op)
{
	return mlirbc_op_is(op, "func.call") ? mlirbc_op_attr(op, "callee") : NULL;
}

/* One round over all operations, callees as they are known; returns whether something changed. */
static bool spread_effects(struct bef_hlo__lower *lower, struct mlirbc_op *root)
{
	bool changed = false;
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op; op = mlirbc_op_next_post(root, op)) {
		const struct mlirbc_attr *symbol = callee(op);
		struct bef_hlo__function *called = symbol ? bef_hlo__function(lower, op, symbol) : NULL;
		if (called && called->effects && op->number == 0) {
			op->number = 1;
			changed = true;
		}
		struct mlirbc_op *parent = mlirbc_op_parent(op);
		if (parent && !mlirbc_op_is(op, "func.func") && bef_hlo__about(lower, op)->effects &&
			!lower->abouts[parent->number].effects) {
			lower->abouts[parent->number].effects = true;
			changed = true;
		}
		if (op == root)
			break;
	}
	for (size_t i = 0; i < lower->function_count; i++) {
		struct bef_hlo__function *function = &lower->functions[i];
		function->effects = function->effects || bef_hlo__about(lower, function->op)->effects;
	}
	return changed;
}

const struct bef_hlo__about *bef_hlo__about(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return &lower->abouts[op->number < lower->about_count ? op->number : 0];
}

/* ---- functions */

static int compare_keys(const void *module, const struct mlirbc_string *name, const struct bef_hlo__function *function)
{
	const uintptr_t key = (uintptr_t)module, other = (uintptr_t)(const void *)mlirbc_op_parent(function->op);
	if (key != other)
		return key < other ? -1 : 1;
	return ((uintptr_t)name > (uintptr_t)function->source) - ((uintptr_t)name < (uintptr_t)function->source);
}

static int compare_functions(const void *a, const void *b)
{
	const struct bef_hlo__function *const *x = a, *const *y = b;
	return compare_keys(mlirbc_op_parent((*x)->op), (*x)->source, *y);
}

struct key {
	const struct mlirbc_op *module;
	const struct mlirbc_string *name;
};

static int compare_key(const void *key, const void *entry)
{
	const struct key *wanted = key;
	const struct bef_hlo__function *const *function = entry;
	return compare_keys(wanted->module, wanted->name, *function);
}

struct bef_hlo__function *bef_hlo__function(
	const struct bef_hlo__lower *lower, const struct mlirbc_op *from, const struct mlirbc_attr *symbol)
{
	if (symbol->kind != MLIRBC_ATTR_SYMBOL || symbol->u.symbol.count)
		return NULL;
	const struct mlirbc_op *module = from;
	while (module && !mlirbc_op_is(module, "builtin.module"))
		module = mlirbc_op_parent(module);
	const struct key key = { module, symbol->u.symbol.root };
	struct bef_hlo__function *const *found =
		bsearch(&key, lower->by_name, lower->function_count, sizeof *lower->by_name, compare_key);
	return found ? *found : NULL;
}

static bool name_functions(struct bef_hlo__lower *lower)
{
	for (size_t i = 0; i < lower->function_count; i++) {
		const struct mlirbc_attr *name = mlirbc_op_attr(lower->functions[i].op, "sym_name");
		if (!name || name->kind != MLIRBC_ATTR_STRING)
			return bef_hlo__fail(lower, BEF_E_CORRUPT, lower->functions[i].op, "the function has no name");
		lower->functions[i].source = name->u.string;
		lower->by_name[i] = &lower->functions[i];
		lower->functions[i].name = bef_hlo__unique_name(lower, name->u.string->data, name->u.string->size);
		if (!lower->functions[i].name)
			return false;
	}
	qsort(lower->by_name, lower->function_count, sizeof *lower->by_name, compare_functions);
	return true;
}

bool bef_hlo__index(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	struct counts counts = count_all(root);
	if (counts.values > UINT32_MAX / 2)
		return bef_hlo__fail(lower, BEF_E_LIMIT, NULL, "too many values");
	lower->values = bef_hlo__room(lower, counts.values, sizeof *lower->values);
	lower->steps = bef_hlo__room(lower, counts.values, sizeof *lower->steps);
	lower->places = bef_hlo__room(lower, counts.values, sizeof *lower->places);
	lower->abouts = bef_hlo__room(lower, counts.abouts, sizeof *lower->abouts);
	lower->functions = bef_hlo__room(lower, counts.functions, sizeof *lower->functions);
	lower->by_name = bef_hlo__room(lower, counts.functions, sizeof *lower->by_name);
	if (!lower->values || !lower->steps || !lower->places || !lower->abouts || !lower->functions || !lower->by_name)
		return false;
	lower->abouts[1].effects = true;
	number_all(lower, root);
	close_ranges(lower, root);
	if (!name_functions(lower))
		return false;
	/* Calls that are left are recursive. Where effects pass through many of them, all functions count as having effects. */
	for (unsigned round = 0; spread_effects(lower, root); round++) {
		for (size_t i = 0; round >= MOST_ROUNDS && i < lower->function_count; i++)
			lower->functions[i].effects = true;
	}
	return true;
}
