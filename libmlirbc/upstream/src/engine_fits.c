/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether an operation is what its row describes, so that its form shows all of it. */
#include "engine.h"

#include <string.h>

/* ---- groups of operands and results */

static const struct mlirbc_attr *sizes_of(const struct mlirbc_op *op, const char *name, size_t groups, uint64_t total)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	const struct mlirbc_attr *sizes = properties ? mlirbc_dictionary_find(properties, name) : NULL;
	if (!sizes || sizes->kind != MLIRBC_ATTR_DENSE_ARRAY || sizes->u.dense.count != groups ||
		sizes->type->kind != MLIRBC_TYPE_INTEGER || sizes->type->u.integer.width != 32 ||
		sizes->type->u.integer.signedness != MLIRBC_SIGNLESS)
		return NULL;
	uint64_t sum = 0;
	for (size_t i = 0; i < groups; i++) {
		const int64_t size = mlirbc_upstream__element(sizes, i);
		if (size < 0)
			return NULL;
		sum += (uint64_t)size;
	}
	return sum == total ? sizes : NULL;
}

static bool is_allowed(uint8_t kind, uint32_t count)
{
	return kind == SLOT_ONE ? count == 1 : kind == SLOT_OPTIONAL ? count <= 1 : true;
}

/* The group `index` of `groups` with these slots, of `total` values, whose sizes an attribute has. */
static bool group_by_attr(const struct mlirbc_op *op, const struct mlirbc_upstream__slot *slots, const char *name,
	uint8_t groups, uint8_t index, uint32_t total, struct mlirbc_upstream__group *out)
{
	const struct mlirbc_attr *sizes = sizes_of(op, name, groups, total);
	if (!sizes)
		return false;
	out->from = 0;
	for (uint8_t i = 0; i < index; i++)
		out->from += (uint32_t)mlirbc_upstream__element(sizes, i);
	out->count = (uint32_t)mlirbc_upstream__element(sizes, index);
	return is_allowed(slots[index].kind, out->count);
}

/* The same without attribute: the lists have equal sizes. */
static bool group_by_count(const struct mlirbc_upstream__slot *slots, uint8_t groups, uint8_t index, uint32_t total,
	struct mlirbc_upstream__group *out)
{
	uint32_t lists = 0;
	for (uint8_t i = 0; i < groups; i++)
		lists += slots[i].kind != SLOT_ONE;
	if (total + lists < groups || (lists == 0 ? total != groups : (total + lists - groups) % lists != 0))
		return false;
	const uint32_t rest = lists ? (total + lists - groups) / lists : 1;
	out->from = 0;
	for (uint8_t i = 0; i < index; i++)
		out->from += slots[i].kind == SLOT_ONE ? 1 : rest;
	out->count = slots[index].kind == SLOT_ONE ? 1 : rest;
	return is_allowed(slots[index].kind, out->count);
}

bool mlirbc_upstream__group(
	const struct mlirbc_upstream__printing *printing, uint8_t slot, struct mlirbc_upstream__group *out)
{
	const struct mlirbc_upstream__row *row = printing->row;
	const struct mlirbc_op *op = printing->op;
	const struct mlirbc_upstream__slot *slots = &mlirbc_upstream__slots[row->slots];
	out->result = slot >= row->operand_count;
	if (out->result) {
		slots += row->operand_count;
		slot = (uint8_t)(slot - row->operand_count);
		return row->flags & ROW_SIZED_RESULTS
			       ? group_by_attr(op, slots, "resultSegmentSizes", row->result_count, slot, op->result_count, out)
			       : group_by_count(slots, row->result_count, slot, op->result_count, out);
	}
	return row->flags & ROW_SIZED
		       ? group_by_attr(op, slots, "operandSegmentSizes", row->operand_count, slot, op->operand_count, out)
		       : group_by_count(slots, row->operand_count, slot, op->operand_count, out);
}

const struct mlirbc_type *mlirbc_upstream__group_type(const struct mlirbc_upstream__printing *printing,
	const struct mlirbc_upstream__group *group, uint32_t index)
{
	const uint32_t at = group->from + index;
	return group->result ? mlirbc_op_results(printing->op)[at].type : mlirbc_op_operands(printing->op)[at].value->type;
}

/* ---- presence */

static bool is_present(const struct mlirbc_upstream__printing *printing, uint8_t kind, uint8_t index)
{
	const struct mlirbc_op *op = printing->op;
	struct mlirbc_upstream__group group;
	switch (kind & (uint8_t)~MLIRBC_UPSTREAM__REF) {
	case MLIRBC_UPSTREAM__NAMES:
	case MLIRBC_UPSTREAM__TYPES: return mlirbc_upstream__group(printing, index, &group) && group.count > 0;
	case MLIRBC_UPSTREAM__ATTR: return mlirbc_upstream__attr_shown(printing, index);
	case MLIRBC_UPSTREAM__REGION: return index < op->region_count && mlirbc_op_regions(op)[index].first;
	case MLIRBC_UPSTREAM__SUCCESSOR: return index < mlirbc_op_successor_count(op);
	case MLIRBC_UPSTREAM__WHOLE_LIST:
		return index == 'O' ? op->operand_count > 0 : index == 'R' ? op->region_count > 0 : op->has_successors;
	default: return false;
	}
}

bool mlirbc_upstream__present(const struct mlirbc_upstream__printing *printing, const uint8_t *anchors, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (is_present(printing, anchors[2 * i], anchors[2 * i + 1]))
			return true;
	}
	return false;
}

/* ---- elements */

static bool custom_fits(struct mlirbc_upstream__printing *printing, const uint8_t *numbers)
{
	const struct mlirbc_upstream__directive *directive = mlirbc_upstream__directive_find(numbers[0]);
	struct mlirbc_upstream__argument arguments[MLIRBC_UPSTREAM__MOST_ARGUMENTS];
	if (!directive || !directive->print || numbers[1] > MLIRBC_UPSTREAM__MOST_ARGUMENTS)
		return false;
	for (uint8_t i = 0; i < numbers[1]; i++)
		arguments[i] = (struct mlirbc_upstream__argument){
			numbers[2 + 2 * i] & (uint8_t)~MLIRBC_UPSTREAM__REF, numbers[3 + 2 * i], numbers[2 + 2 * i] >= MLIRBC_UPSTREAM__REF };
	return !directive->fits || directive->fits(printing, arguments, numbers[1]);
}

static bool elements_fit(struct mlirbc_upstream__printing *printing, const uint8_t *at, const uint8_t *end);

static bool element_fits(struct mlirbc_upstream__printing *printing, enum mlirbc_upstream__code code, const uint8_t *numbers)
{
	struct mlirbc_upstream__group group;
	switch (code) {
	case FORM_OPERAND:
	case FORM_TYPE:
	case FORM_TYPE_BODY: return mlirbc_upstream__group(printing, numbers[0], &group);
	case FORM_ATTR: return mlirbc_upstream__attr_fits(printing, numbers[0], false);
	case FORM_ATTR_WHOLE: return mlirbc_upstream__attr_fits(printing, numbers[0], true);
	case FORM_REGION: return numbers[0] < printing->op->region_count;
	case FORM_CUSTOM: return custom_fits(printing, numbers);
	default: return true;
	}
}

static bool elements_fit(struct mlirbc_upstream__printing *printing, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *numbers;
	while (at != end && *at != FORM_END) {
		const enum mlirbc_upstream__code code = mlirbc_upstream__next(&at, &numbers);
		if (code == FORM_OPTIONAL) {
			const uint8_t *other = at + mlirbc_upstream__number(numbers), *next = other + mlirbc_upstream__number(numbers + 2);
			const bool there = mlirbc_upstream__present(printing, numbers + 5, numbers[4]);
			if (!(there ? elements_fit(printing, at, other) : elements_fit(printing, other, next)))
				return false;
			at = next;
		} else if (code == FORM_ANY_ORDER) {
			for (uint8_t i = 0; i < numbers[0]; i++) {
				const uint8_t *elements = at + 3 + 2 * at[2], *next = elements + mlirbc_upstream__number(at);
				if (mlirbc_upstream__present(printing, at + 3, at[2]) && !elements_fit(printing, elements, next))
					return false;
				at = next;
			}
		} else if (!element_fits(printing, code, numbers)) {
			return false;
		}
	}
	return true;
}

static bool lists_fit(const struct mlirbc_upstream__printing *printing)
{
	struct mlirbc_upstream__group group;
	const uint8_t slots = (uint8_t)(printing->row->operand_count + printing->row->result_count);
	for (uint8_t i = 0; i < slots; i++) {
		if (!mlirbc_upstream__group(printing, i, &group))
			return false;
	}
	return (printing->row->operand_count || printing->op->operand_count == 0) &&
	       (printing->row->result_count || printing->op->result_count == 0);
}

static bool is_declared(const struct mlirbc_upstream__row *row, const struct mlirbc_string *name)
{
	static const char *const sizes[] = { "operandSegmentSizes", "resultSegmentSizes" };
	for (unsigned i = 0; i < 2u + row->attr_count + row->operand_count; i++) {
		const char *known = i < 2 ? sizes[i]
				    : i < 2u + row->attr_count
					    ? mlirbc_upstream__string(mlirbc_upstream__attr_of(row, (uint8_t)(i - 2))->name)
					    : mlirbc_upstream__string(
						      mlirbc_upstream__slot_of(row, (uint8_t)(i - 2 - row->attr_count))->sizes);
		if (strlen(known) == name->size && memcmp(known, name->data, name->size) == 0)
			return true;
	}
	return false;
}

/* No other properties than the row has: they would be read as discardable attributes. */
static bool properties_fit(const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	for (size_t i = 0; properties && i < properties->u.dictionary.count; i++) {
		if (!is_declared(row, properties->u.dictionary.data[i].name))
			return false;
	}
	return true;
}

bool mlirbc_upstream__fits(const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	struct mlirbc_upstream__printing printing = { .op = op, .row = row };
	const uint32_t successors = mlirbc_op_successor_count(op);
	const bool regions = row->flags & ROW_REGION_LIST ? op->region_count + 1 >= row->region_count
							  : op->region_count == row->region_count;
	const bool targets = row->flags & ROW_SUCCESSOR_LIST ? successors + 1 >= row->successor_count
							     : successors == row->successor_count;
	return regions && targets && properties_fit(op, row) && lists_fit(&printing) &&
	       elements_fit(&printing, &mlirbc_upstream__forms[row->form], NULL) && mlirbc_upstream__types_follow(&printing);
}
