/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over scalars and small arrays: condition, or condition and body, are expressions that the kernel evaluates without calls. */
#include "fuse/elements.h"
#include "fuse/fuse.h"
#include "ops/ops.h"

enum { MOST_STEPS = 1000, MOST_VALUES = 500 }; /* below the limits of expressions */

/* Writes a block of scalar operations with these values as arguments. */
static bool write(struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct bef_hlo__row *arguments,
	const char *name, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__expression body;
	const struct mlirbc_op *op = block->first;
	bool ok = true;
	bef_hlo__expression_begin(lower, true, &body);
	for (size_t i = 0; i < arguments->count && ok; i++)
		ok = bef_hlo__expression_argument(&body, arguments->items[i]);
	bef_hlo__expression_end_arguments(&body);
	for (; op->next && ok; op = op->next)
		ok = bef_hlo__expression_step(&body, op);
	bef_hlo__expression_begin_return(&body);
	for (uint32_t i = 0; i < op->operand_count && ok; i++)
		ok = bef_hlo__expression_return(&body, mlirbc_op_operands(op)[i].value);
	bef_hlo__expression_attr(&body, name, attrs);
	return ok;
}

static struct mlirbc_block *only_block(struct mlirbc_op *op, uint32_t region)
{
	struct mlirbc_region *r = region < op->region_count ? &mlirbc_op_regions(op)[region] : NULL;
	return r && r->block_count == 1 && r->first->first ? r->first : NULL;
}

/* ---- the whole loop */

/* Arrays that are not small are taken element by element, if condition and body fit. */
static bool have_elements(const struct mlirbc_op *op, const struct bef_hlo__row *captures)
{
	for (size_t i = 0; i < op->operand_count + captures->count; i++) {
		const struct mlirbc_value *value =
			i < op->operand_count ? mlirbc_op_operands(op)[i].value : captures->items[i - op->operand_count];
		if (!bef_hlo__is_small(value->type) && !bef_hlo__is_array(value->type))
			return false;
	}
	return op->operand_count > 0;
}

/* Whether carried value or capture i is not split: it is large, or the loop only takes slices of it and replaces them. */
static bool is_whole(const struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__row *captures, uint32_t i)
{
	const struct mlirbc_block *condition = only_block(op, 0), *body = only_block(op, 1);
	if (i >= op->operand_count) {
		const struct mlirbc_value *capture = captures->items[i - op->operand_count];
		return !bef_hlo__is_small(capture->type) || (bef_hlo__is_only_sliced(lower, body, capture, BEF_HLO__NONE) &&
								bef_hlo__is_only_sliced(lower, condition, capture, BEF_HLO__NONE));
	}
	return !bef_hlo__is_small(body->arguments[i].type) || (bef_hlo__is_only_sliced(lower, body, &body->arguments[i], i) &&
								  bef_hlo__is_only_sliced(lower, condition, &condition->arguments[i], BEF_HLO__NONE));
}

/* One region with the arguments of its block and the captures, of which `whole` are not split. Returns false if it has no such form. */
static bool write_region(struct bef_hlo__lower *lower, struct mlirbc_op *op, uint32_t region,
	const struct bef_hlo__row *captures, const bool *whole, struct bef_hlo__elements *out)
{
	const struct mlirbc_block *block = only_block(op, region);
	bef_hlo__elements_begin(lower, out);
	for (uint32_t i = 0; i < block->argument_count; i++)
		bef_hlo__elements_argument(out, &block->arguments[i], whole[i]);
	for (uint32_t i = 0; i < captures->count; i++)
		bef_hlo__elements_argument(out, captures->items[i], whole[op->operand_count + i]);
	bef_hlo__elements_end_arguments(out);
	bef_hlo__elements_block(out, block);
	bef_hlo__elements_begin_return(out);
	for (uint32_t i = 0; i < block->last->operand_count; i++)
		bef_hlo__elements_return(
			out, mlirbc_op_operands(block->last)[i].value, region == 1 && i < block->argument_count ? &block->arguments[i] : NULL);
	bef_hlo__elements_order(out);
	return out->fits;
}

static bool write_regions(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__row *captures, const bool *whole,
	struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__elements e;
	if (!write_region(lower, op, 1, captures, whole, &e) || !bef_hlo__elements_are_quicker(lower, only_block(op, 1), bef_hlo__elements_time(&e)))
		return false;
	bef_hlo__expression_attr(&e.text, "body", attrs);
	bef_hlo__attr_int(lower, attrs, "captures", (int64_t)captures->count);
	if (!write_region(lower, op, 0, captures, whole, &e) || e.stores > 0)
		return false;
	bef_hlo__expression_attr(&e.text, "condition", attrs);
	return true;
}

bool bef_hlo__write_scalar_loop(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__row *captures,
	struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_block *condition = only_block(op, 0), *body = only_block(op, 1);
	const struct bef_hlo__attrs before = *attrs;
	bool *whole, again = false;
	if (lower->options.no_fusing || !condition || !body || !have_elements(op, captures))
		return false;
	whole = bef_hlo__room(lower, op->operand_count + captures->count, sizeof *whole);
	for (uint32_t i = 0; whole && i < op->operand_count + captures->count; i++)
		whole[i] = is_whole(lower, op, captures, i);
	if (whole && write_regions(lower, op, captures, whole, attrs))
		return true;
	for (uint32_t i = 0; whole && i < op->operand_count + captures->count; i++) { /* a slice from before an update */
		const struct mlirbc_value *value = i < op->operand_count ? &body->arguments[i] : captures->items[i - op->operand_count];
		again = again || (whole[i] && bef_hlo__is_small(value->type));
		whole[i] = whole[i] && !bef_hlo__is_small(value->type);
	}
	*attrs = before;
	if (again && write_regions(lower, op, captures, whole, attrs))
		return true;
	*attrs = before;
	return false;
}

/* ---- the condition */

/* All types of the loop's values are known when the program is opened, which the kernel needs. */
static bool all_static(const struct mlirbc_op *op, const struct bef_hlo__row *captures)
{
	for (size_t i = 0; i < op->operand_count + captures->count; i++) {
		const struct mlirbc_value *value =
			i < op->operand_count ? mlirbc_op_operands(op)[i].value : captures->items[i - op->operand_count];
		if (!bef_hlo__is_token(value->type) && !bef_hlo__is_static(value->type))
			return false;
	}
	return true;
}

/* What the block uses and does not compute, each once: arguments of the block, captures. Returns false after a failure. */
static bool find_used(struct bef_hlo__lower *lower, struct mlirbc_block *block, struct bef_hlo__row *out)
{
	lower->generation++;
	for (struct mlirbc_op *op = block->first; op; op = op->next) {
		for (uint32_t i = 0; i < op->operand_count; i++) {
			struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
			const struct mlirbc_op *from = mlirbc_value_op(value);
			if ((!from || from->parent != block) && !bef_hlo__push_once(lower, out, value))
				return false;
		}
	}
	return true;
}

/* The position of a used value among the operands of the kernel, where captures begin at `first`. */
static int64_t operand_of(
	const struct mlirbc_block *block, const struct bef_hlo__row *captures, size_t first, const struct mlirbc_value *value)
{
	if (mlirbc_value_block(value) == block)
		return value->index;
	for (size_t i = 0; i < captures->count; i++) {
		if (captures->items[i] == value)
			return (int64_t)(first + i);
	}
	return -1;
}

static bool are_scalars(const struct bef_hlo__row *values)
{
	for (size_t i = 0; i < values->count; i++) {
		if (!bef_hlo__is_scalar(((struct mlirbc_value *)values->items[i])->type))
			return false;
	}
	return values->count <= MOST_VALUES;
}

bool bef_hlo__write_condition(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__row *captures,
	size_t first_capture, struct bef_hlo__attrs *attrs, bool *out_written)
{
	struct mlirbc_block *block = only_block(op, 0);
	struct bef_hlo__row used = { NULL, 0, 0 };
	int64_t which[MOST_VALUES];
	*out_written = false;
	if (lower->options.no_fusing || !block || !bef_hlo__is_scalar_block(lower, block, MOST_STEPS) || !all_static(op, captures))
		return true;
	if (!find_used(lower, block, &used))
		return false;
	if (!are_scalars(&used))
		return true;
	for (size_t i = 0; i < used.count; i++)
		which[i] = operand_of(block, captures, first_capture, used.items[i]);
	if (!write(lower, block, &used, "condition", attrs))
		return false;
	bef_hlo__attr_ints(lower, attrs, "condition_operands", which, used.count);
	*out_written = true;
	return true;
}
