/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fast path that reads an op part by part: the first ones of a name, and those that differ from the previous one. */
#include "bytecode/read/load_fast.h"

/* ---- attributes other than the previous one's */

bool mlirbc__is_good_location(struct mlirbc__ir *ir, const uint8_t *at, uint64_t left, size_t index)
{
	const struct mlirbc__tables *t = &ir->tables;
	uint64_t slot = t->slots[index];
	if (slot && (slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR &&
		((const struct mlirbc_attr *)(uintptr_t)slot)->kind >= MLIRBC_LOC_UNKNOWN)
		return true;
	ir->r.number = ir->op_count + (mlirbc__top(ir)->ops_left - left);
	return mlirbc__check_location(&ir->r, (size_t)(at - t->data), index);
}

bool mlirbc__make_attributes(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc_attr *all = mlirbc__attr(load, index);
	return all && all->kind == MLIRBC_ATTR_DICTIONARY && all->u.dictionary.count != 0;
}

bool mlirbc__find_properties(struct mlirbc__load *load, uint64_t index, struct mlirbc__op_name *name)
{
	if (index >= load->blob_count)
		return false;
	uint32_t ref = mlirbc__properties_ref(load, name, (size_t)index);
	if (!ref || (!load->lazy_attributes && !mlirbc__properties_make(load, ref, name, (size_t)index)))
		return false;
	name->last_blob = (uint32_t)index;
	name->last_attrs = ref << 2 | MLIRBC__HAS_INHERENT;
	return true;
}

/* ---- operands and regions */

void mlirbc__unlink_operands(struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count)
{
	size_t numbers[MOST_OPERANDS];
	for (size_t i = 0; i < count; i++)
		numbers[i] = (size_t)mlirbc__varint_at(&at);
	while (count--) {
		struct mlirbc_operand *next = mlirbc_operand_next(&operands[count]);
		if (operands[count].value) {
			operands[count].value->first_use = next;
		} else {
			ir->values[ir->scope + numbers[count]] = (uintptr_t)next | MLIRBC__UNDEFINED;
			ir->awaited -= !next;
		}
	}
}

const uint8_t *mlirbc__read_operands(
	struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count)
{
	const uint8_t *begin = at;
	size_t value_count = ir->value_count - ir->scope;
	for (size_t i = 0; i < count; i++) {
		uint64_t index = mlirbc__varint_at(&at);
		if (index >= value_count) {
			mlirbc__unlink_operands(ir, begin, operands, i);
			return NULL;
		}
		mlirbc__use_slot(ir, &ir->values[ir->scope + index], &operands[i], mlirbc__operand_mark(count - i));
	}
	return at;
}

void *mlirbc__op_regions_make(const struct mlirbc__ir *ir, struct mlirbc_op *op, uint64_t head)
{
	struct mlirbc_region *regions = (struct mlirbc_region *)(void *)(mlirbc_op_results(op) + op->result_count);
	uint32_t count = (uint32_t)(head >> 1);
	for (uint32_t i = 0; i < count; i++)
		regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = count & MLIRBC_MOST_PARTS;
	op->isolated = head & 1;
	op->unread = op->isolated && ir->lazy && ir->frame_count > 1;
	return (struct mlirbc__unread *)(void *)(regions + count) + op->unread;
}

/* ---- ops */

/* What the parts of a record stand for. */
struct head {
	struct mlirbc__op_name *name;
	uint32_t attrs;
	const struct mlirbc_type *types[MOST_RESULTS];
};

/* False: some types do not exist yet, or an entry is not what it should be. `begin`: the record. */
static MLIRBC__WITHIN bool find_parts(
	struct mlirbc__ir *ir, struct mlirbc__run *s, const uint8_t *begin, const struct mlirbc__plain *op, struct head *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	const bool eager = t->slots != NULL;
	out->name = &t->op_names[op->name];
	out->attrs = 0;
	(void)mlirbc__varint_at(&begin);
	if (!out->name->whole || !use_location(ir, s, begin + 1, eager, op->location))
		return false;
	if ((op->mask & MLIRBC__HAS_ATTRIBUTES) && !use_dictionary(ir, s, op->attributes, eager, &out->attrs))
		return false;
	if ((op->mask & MLIRBC__HAS_PROPERTIES) && !use_properties(ir, s, op->properties, false, out->name, &out->attrs))
		return false;
	for (size_t i = 0; i < op->result_count; i++) {
		if (!(out->types[i] = t->types[op->types[i]]))
			return false;
	}
	return true;
}

/* The numbers of a record with a dictionary or properties, not both, and without successors. */
static MLIRBC__WITHIN bool read_head(
	struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc__plain *op, struct head *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	const struct mlirbc__plain_limits limits = { t->op_name_count, t->attr_count, ir->load->blob_count, t->type_count,
		MLIRBC__HAS_SUCCESSORS | MLIRBC__HAS_USE_LISTS | MLIRBC__MASK_UNUSED };
	const uint8_t both = MLIRBC__HAS_ATTRIBUTES | MLIRBC__HAS_PROPERTIES, *begin = s->at;
	return mlirbc__op_read_plain(&s->at, &limits, op) && (op->mask & both) != both && find_parts(ir, s, begin, op, out);
}

/* Records the form that the next op of the name must have for read_alike(), after one with these parts. */
static void note_form(struct mlirbc__op_name *name, const struct mlirbc__plain *op, uint64_t operands)
{
	bool has_results = op->mask & MLIRBC__HAS_RESULTS, has_operands = op->mask & MLIRBC__HAS_OPERANDS;
	unsigned size = 0;
	uint64_t rest = 0, mask = 0;
	if (op->name >= MLIRBC__SHORT_INDICES || operands > MLIRBC_NEAR_OPERANDS || op->result_count != has_results)
		return;
	if (has_results) { /* one, of any type with a one-byte index */
		rest = 1 << 1 | 1 | 1 << 8;
		mask = 0x01FF;
		size = 2;
	}
	if (has_operands) {
		rest |= (operands << 1 | 1) << 8 * size;
		mask |= UINT64_C(0xFF) << 8 * size;
		size++;
	}
	for (uint64_t i = 0; i < operands; i++, size++) {
		rest |= UINT64_C(1) << 8 * size;
		mask |= UINT64_C(1) << 8 * size;
	}
	name->form = (uint16_t)(op->name << 1 | 1 | (unsigned)op->mask << 8);
	name->rest = rest;
	name->rest_mask = mask;
	name->rest_size = (uint8_t)size;
	name->operand_count = (uint8_t)operands;
}

struct mlirbc_op *mlirbc__read_plain(struct mlirbc__ir *ir, struct mlirbc__run *s, struct mlirbc_block *block)
{
	const struct mlirbc__tables *t = &ir->tables;
	struct mlirbc__plain plain;
	struct head head;
	uint64_t count = 0, regions = 0;
	if (s->at > t->last || !read_head(ir, s, &plain, &head) ||
		plain.result_count > (size_t)(s->last_define - s->define))
		return NULL;
	give_room(ir, s);
	struct mlirbc_operand *operands = mlirbc__arena_room(&ir->load->context->arena, LARGEST_OP, MLIRBC__OP_ALIGN);
	take_room(ir, s);
	if (!operands)
		return NULL;
	if (plain.mask & MLIRBC__HAS_OPERANDS)
		count = mlirbc__varint_at(&s->at);
	const uint8_t *numbers = s->at;
	if (count > MOST_OPERANDS || !(s->at = mlirbc__read_operands(ir, numbers, operands, (size_t)count)))
		return NULL;
	bool good = s->at <= s->end;
	if (plain.mask & MLIRBC__HAS_REGIONS)
		good = good && (regions = read_regions(s, &s->at)) != 0;
	if (!good) {
		mlirbc__unlink_operands(ir, numbers, operands, (size_t)count);
		return NULL;
	}
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + count);
	fill(s, op, block, head.name, (uint32_t)count);
	op->location = t->first_ref + (uint32_t)plain.location;
	op->attrs = head.attrs;
	op->result_count = (uint32_t)plain.result_count;
	for (uint32_t i = 0; i < plain.result_count; i++) {
		mlirbc_op_results(op)[i].type = head.types[i];
		add_result(ir, s, op, &mlirbc_op_results(op)[i], i);
	}
	s->room = regions ? mlirbc__op_regions_make(ir, op, regions)
			  : (void *)(mlirbc_op_results(op) + plain.result_count);
	note_form(head.name, &plain, count);
	return op;
}
