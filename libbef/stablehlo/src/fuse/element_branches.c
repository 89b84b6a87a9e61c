/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* if and case: all branches and `select`, if they are short; else blocks that set variables. */
#include "fuse/elements.h"

enum {
	MOST_BRANCHES = 16,
	MOST_SELECTED = 40 /* elements of all branches: about what a branch that is predicted wrongly takes, and what is saved before it */
};

struct branches {
	const struct mlirbc_op *op;
	const struct mlirbc_block *blocks[MOST_BRANCHES];
	uint32_t count;
	const uint32_t **numbers; /* what branches return, for select: of branch i, result k at i * results + k */
	uint32_t *variables;      /* of the elements of the results, one after the other */
	uint32_t *arrays;         /* of each result that is an array: which one, and how many branches said so */
	uint32_t *newest, *changed;
};

static const struct mlirbc_value *returned(const struct branches *b, uint32_t branch, uint32_t result)
{
	return mlirbc_op_operands(b->blocks[branch]->last)[result].value;
}

static const struct mlirbc_value *result(const struct branches *b, uint32_t i) { return &mlirbc_op_results(b->op)[i]; }

static bool find_branches(struct bef_hlo__elements *e, const struct mlirbc_op *op, struct branches *out)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(e->text.lower, op);
	if ((code != MLIRBC_STABLEHLO_if && code != MLIRBC_STABLEHLO_case) || op->operand_count != 1 || op->region_count == 0 ||
		op->region_count > MOST_BRANCHES || (code == MLIRBC_STABLEHLO_if && op->region_count != 2))
		return false;
	*out = (struct branches){ .op = op, .count = op->region_count };
	for (uint32_t i = 0; i < out->count; i++) {
		const struct mlirbc_region *region = &mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)[i];
		out->blocks[i] = region->block_count == 1 ? region->first : NULL;
		if (!out->blocks[i] || !out->blocks[i]->last || out->blocks[i]->argument_count ||
			out->blocks[i]->last->operand_count != op->result_count)
			return false;
		for (uint32_t k = 0; k < op->result_count; k++) {
			if (returned(out, i, k)->type != result(out, k)->type)
				return false;
		}
	}
	return true;
}

/* ---- the condition of branch i, if none before it is chosen */

static uint32_t condition_of(struct bef_hlo__elements *e, const struct branches *b, uint32_t i)
{
	const struct mlirbc_value *which = mlirbc_op_operands(b->op)[0].value;
	const uint32_t *number = bef_hlo__elements_of(e, which);
	if (!number || bef_hlo__is(e->text.lower, b->op, MLIRBC_STABLEHLO_if))
		return number ? *number : 0;
	const struct mlirbc_type *i1 = bef_hlo__elements_i1(e);
	const uint32_t operands[2] = { *number, bef_hlo__elements_number(e, i, which->type) };
	return e->fits ? bef_hlo__elements_step(e, "compare.EQ.SIGNED", operands, 2, i1) : 0;
}

/* ---- all of them */

/* Elements that the block computes; many if it has functions, or anything but element-wise operations, moves and constants. */
static uint32_t length_of(struct bef_hlo__elements *e, const struct mlirbc_block *block)
{
	uint32_t count = 0;
	for (const struct mlirbc_op *op = block->first; op->next && count <= MOST_SELECTED; op = op->next) {
		const struct hlo_step *step = bef_hlo__step(e->text.lower, op);
		if (bef_hlo__is(e->text.lower, op, MLIRBC_STABLEHLO_constant))
			continue;
		if (op->region_count || op->result_count != 1 || !step || (step->flags & HLO_FUNCTION) || bef_hlo__small_count(mlirbc_op_results(op)) == 0)
			count = MOST_SELECTED + 1;
		else
			count += bef_hlo__small_count(mlirbc_op_results(op));
	}
	return count;
}

static bool are_short(struct bef_hlo__elements *e, const struct branches *b)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < b->count && count <= MOST_SELECTED; i++)
		count += length_of(e, b->blocks[i]);
	for (uint32_t k = 0; k < b->op->result_count; k++) {
		count += bef_hlo__small_count(result(b, k));
		if (bef_hlo__small_count(result(b, k)) == 0)
			return false;
	}
	return count <= MOST_SELECTED;
}

/* The value of element k of result i: that of the last branch, unless one before is chosen. */
static uint32_t select(struct bef_hlo__elements *e, const struct branches *b, const uint32_t *conditions, uint32_t i, uint32_t k)
{
	uint32_t value = 0;
	for (uint32_t n = b->count; n-- > 0;) {
		const uint32_t *numbers = bef_hlo__elements_of(e, returned(b, n, i));
		if (!numbers)
			return 0;
		value = n == b->count - 1 ? numbers[k] : bef_hlo__elements_choose(e, result(b, i)->type, conditions[n], numbers[k], value);
	}
	return value;
}

static void write_selects(struct bef_hlo__elements *e, const struct branches *b)
{
	uint32_t conditions[MOST_BRANCHES] = { 0 };
	for (uint32_t i = 0; i < b->count && e->fits; i++) {
		bef_hlo__elements_block(e, b->blocks[i]);
		conditions[i] = i + 1 < b->count ? condition_of(e, b, i) : 0;
	}
	for (uint32_t i = 0; i < b->op->result_count && e->fits; i++) {
		uint32_t *out = bef_hlo__elements_define(e, result(b, i));
		for (uint32_t k = 0; out && k < bef_hlo__small_count(result(b, i)); k++) {
			const uint32_t value = select(e, b, conditions, i, k);
			out[k] = value;
		}
	}
}

/* ---- one of them */

static uint32_t zero(struct bef_hlo__elements *e, const struct mlirbc_type *type)
{
	static const uint8_t bytes[16];
	return bef_hlo__elements_constant(e, bytes, type);
}

/* The value that a branch returns, if it is known before; else NULL. */
static const uint32_t *known_before(struct bef_hlo__elements *e, const struct branches *b, uint32_t i)
{
	for (uint32_t n = b->count; n-- > 0;) {
		const struct mlirbc_value *value = returned(b, n, i);
		const struct mlirbc_op *from = mlirbc_value_op(value);
		if (bef_hlo__expression_defines(&e->text, value) && (!from || from->parent != b->blocks[n]))
			return bef_hlo__elements_of(e, value);
	}
	return NULL;
}

/* Variables begin with a value that a branch returns: the branch need not set it then. */
static bool make_variables(struct bef_hlo__elements *e, struct branches *b)
{
	uint32_t total = 0, at = 0;
	for (uint32_t i = 0; i < b->op->result_count; i++)
		total += bef_hlo__small_count(result(b, i));
	b->variables = bef_hlo__room(e->text.lower, 2 * (size_t)total + 1, sizeof *b->variables);
	e->fits = e->fits && b->variables;
	for (uint32_t i = 0; i < b->op->result_count && e->fits; i++) {
		const struct mlirbc_type *type = result(b, i)->type;
		const uint32_t *numbers = known_before(e, b, i), none = numbers ? 0 : zero(e, type);
		for (uint32_t k = 0; k < bef_hlo__small_count(result(b, i)); k++, at++) {
			b->variables[total + at] = numbers ? numbers[k] : none;
			b->variables[at] = bef_hlo__elements_variable(e, b->variables[total + at], type);
		}
	}
	return e->fits;
}

static void write_branch(struct bef_hlo__elements *e, const struct branches *b, uint32_t branch)
{
	uint32_t at = 0, total = 0;
	for (uint32_t i = 0; i < b->op->result_count; i++)
		total += bef_hlo__small_count(result(b, i));
	bef_hlo__elements_block(e, b->blocks[branch]);
	for (uint32_t i = 0; i < b->op->result_count && e->fits; i++) {
		const struct mlirbc_value *value = returned(b, branch, i);
		if (bef_hlo__small_count(value) == 0) {
			const uint32_t array = bef_hlo__elements_array_of(e, value);
			e->fits = e->fits && (branch == 0 || array == b->arrays[i]);
			b->arrays[i] = array;
			continue;
		}
		const uint32_t *numbers = bef_hlo__elements_of(e, value);
		for (uint32_t k = 0; numbers && k < bef_hlo__small_count(value); k++, at++) {
			if (numbers[k] != b->variables[total + at])
				bef_hlo__elements_set(e, b->variables[at], numbers[k], value->type);
		}
	}
	if (e->fits)
		bef_hlo__elements_set_newest(e, b->newest, b->changed);
}

static void write_blocks(struct bef_hlo__elements *e, struct branches *b)
{
	uint32_t first[MOST_BRANCHES] = { 0 };
	b->newest = bef_hlo__elements_newest(e);
	b->changed = bef_hlo__room(e->text.lower, e->array_count + 1u, sizeof *b->changed);
	b->arrays = bef_hlo__room(e->text.lower, b->op->result_count + 1u, sizeof *b->arrays);
	e->fits = e->fits && b->changed && b->arrays;
	if (!e->fits || !make_variables(e, b))
		return;
	for (uint32_t i = 0; i < b->count && e->fits; i++) {
		if (i + 1 < b->count) {
			const uint32_t condition = condition_of(e, b, i);
			first[i] = bef_hlo__elements_open(e, "if", &condition);
		}
		write_branch(e, b, i);
		if (i + 1 < b->count)
			first[i] = bef_hlo__elements_else(e, first[i]);
	}
	for (uint32_t i = b->count - 1; i-- > 0;)
		bef_hlo__elements_close(e, first[i]);
	if (e->fits)
		bef_hlo__elements_renew(e, b->changed);
}

static void name_results(struct bef_hlo__elements *e, const struct branches *b)
{
	for (uint32_t i = 0, at = 0; i < b->op->result_count && e->fits; i++) {
		if (bef_hlo__small_count(result(b, i)) == 0) {
			bef_hlo__elements_alias(e, result(b, i), bef_hlo__elements_newest_of(e, b->arrays[i]));
			continue;
		}
		uint32_t *out = bef_hlo__elements_define(e, result(b, i));
		for (uint32_t k = 0; out && k < bef_hlo__small_count(result(b, i)); k++)
			out[k] = b->variables[at++];
	}
}

/* Whether the branch is known, as it is in an iteration of a loop that is written iteration by iteration. */
static bool is_known(struct bef_hlo__elements *e, const struct branches *b, uint32_t *out)
{
	uint64_t bits;
	const uint32_t *number = bef_hlo__elements_of(e, mlirbc_op_operands(b->op)[0].value);
	if (!number || !bef_hlo__elements_constant_of(e, *number, &bits))
		return false;
	*out = bef_hlo__is(e->text.lower, b->op, MLIRBC_STABLEHLO_if) ? !bits : bits < b->count ? (uint32_t)bits : b->count - 1;
	return true;
}

static void write_known(struct bef_hlo__elements *e, const struct branches *b, uint32_t branch)
{
	bef_hlo__elements_block(e, b->blocks[branch]);
	for (uint32_t i = 0; i < b->op->result_count && e->fits; i++) {
		const struct mlirbc_value *value = returned(b, branch, i);
		e->fits = bef_hlo__expression_defines(&e->text, value);
		if (e->fits)
			bef_hlo__elements_alias(e, result(b, i), bef_hlo__expression_number(&e->text, value));
	}
}

bool bef_hlo__elements_branch(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct branches b;
	uint32_t branch;
	if (!e->fits || !find_branches(e, op, &b))
		return false;
	if (is_known(e, &b, &branch)) {
		write_known(e, &b, branch);
		return true;
	}
	if (are_short(e, &b)) {
		write_selects(e, &b);
	} else {
		write_blocks(e, &b);
		name_results(e, &b);
	}
	return true;
}
