/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading one op. Its arrays come from the arena one by one, in the order of the file, which is also their order in
 * memory. */
#include "load_ir.h"

enum {
	HAS_ATTRIBUTES = 0x01,
	HAS_RESULTS = 0x02,
	HAS_OPERANDS = 0x04,
	HAS_SUCCESSORS = 0x08,
	HAS_REGIONS = 0x10,
	HAS_USE_LISTS = 0x20,
	HAS_PROPERTIES = 0x40,
	UNUSED = 0x80
};

/* ---- values */

bool mlirbc__define(struct mlirbc__ir *ir, struct mlirbc_value *values, size_t count)
{
	struct mlirbc__frame *frame = mlirbc__top(ir);
	if (!frame->op)
		return true;
	if (count > frame->end_value - frame->next_value)
		return mlirbc__bad(&ir->r, ir->r.c.pos, "%zu more values, but the region announced only %zu more",
			count, frame->end_value - frame->next_value);
	for (size_t i = 0; i < count; i++) {
		uintptr_t *slot = &ir->values[frame->next_value++];
		struct mlirbc_operand *use = *slot ? (struct mlirbc_operand *)(*slot - 1) : NULL;
		values[i].first_use = use;
		for (; use; use = use->next_use)
			use->value = &values[i];
		*slot = (uintptr_t)&values[i];
	}
	return true;
}

static void use_value(struct mlirbc__ir *ir, size_t number, struct mlirbc_operand *operand)
{
	uintptr_t *slot = &ir->values[ir->scope + number];
	if (*slot && !(*slot & 1)) {
		operand->value = (struct mlirbc_value *)*slot;
		operand->next_use = operand->value->first_use;
		operand->value->first_use = operand;
	} else { /* defined later */
		operand->value = NULL;
		operand->next_use = *slot ? (struct mlirbc_operand *)(*slot - 1) : NULL;
		*slot = (uintptr_t)operand | 1;
	}
}

/* ---- the parts of an op */

const struct mlirbc_attr *mlirbc__location(struct mlirbc__reader *r, size_t at, size_t index)
{
	const struct mlirbc_attr *attr = mlirbc__attr(r->load, index);
	if (attr && !mlirbc__is_location(attr)) {
		mlirbc__bad(r, at, "attribute %zu is of another kind, expected a location", index);
		return NULL;
	}
	return attr;
}

static bool read_location(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	size_t at = ir->r.c.pos, index;
	if (!mlirbc__index(&ir->r, "location index", ir->load->attr_count, &index))
		return false;
	op->location = mlirbc__location(&ir->r, at, index);
	return op->location != NULL;
}

static bool read_attributes(struct mlirbc__ir *ir, const struct mlirbc_attr **out)
{
	size_t at = ir->r.c.pos, index;
	if (!mlirbc__index(&ir->r, "attribute index", ir->load->attr_count, &index))
		return false;
	*out = mlirbc__attr(ir->load, index);
	if (*out && (*out)->kind != MLIRBC_ATTR_DICTIONARY)
		return mlirbc__bad(&ir->r, at, "attribute %zu is of another kind, expected a dictionary", index);
	return *out != NULL;
}

static bool set_attributes(
	struct mlirbc__ir *ir, const struct mlirbc__op_name *name, struct mlirbc_op *op, const struct mlirbc_attr *all)
{
	if (ir->load->version < MLIRBC__V_PROPERTIES &&
		!mlirbc__split_attributes(ir->load, name, all, &op->properties, &all))
		return false;
	mlirbc_op_set_attributes(op, all);
	return true;
}

static bool read_properties(struct mlirbc__ir *ir, const struct mlirbc__op_name *name, struct mlirbc_op *op)
{
	size_t index;
	return mlirbc__index(&ir->r, "properties index", ir->load->blob_count, &index) &&
	       mlirbc__properties(ir->load, name, index, &op->properties);
}

static bool read_results(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	struct mlirbc__load *load = ir->load;
	size_t count, type;
	if (!mlirbc__count(&ir->r, "number of results", &count))
		return false;
	op->results = MLIRBC__NEW_ARRAY(load->context, struct mlirbc_value, count);
	if (!op->results)
		return mlirbc__load_memory(load);
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc__index(&ir->r, "type index", load->type_count, &type))
			return false;
		op->results[i] = (struct mlirbc_value){
			.type = mlirbc__type(load, type), .op = op, .index = (uint32_t)i
		};
		if (!op->results[i].type)
			return false;
	}
	op->result_count = (uint32_t)count;
	return true;
}

static bool read_operands(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	size_t count, number;
	if (!mlirbc__count(&ir->r, "number of operands", &count))
		return false;
	op->operands = MLIRBC__NEW_ARRAY(ir->load->context, struct mlirbc_operand, count);
	if (!op->operands)
		return mlirbc__load_memory(ir->load);
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc__index(&ir->r, "value index", ir->value_count - ir->scope, &number))
			return false;
		op->operands[i].owner = op;
		use_value(ir, number, &op->operands[i]);
	}
	op->operand_count = (uint32_t)count;
	return true;
}

static bool read_successors(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	const struct mlirbc__frame *frame = mlirbc__top(ir);
	size_t count, number;
	if (!mlirbc__count(&ir->r, "number of successors", &count))
		return false;
	op->successors = MLIRBC__NEW_ARRAY(ir->load->context, struct mlirbc_block *, count);
	if (!op->successors)
		return mlirbc__load_memory(ir->load);
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc__index(&ir->r, "block index", frame->block_count, &number))
			return false;
		op->successors[i] = &frame->blocks[number];
	}
	op->successor_count = (uint32_t)count;
	return true;
}

static bool make_regions(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	size_t at = ir->r.c.pos;
	uint64_t head = mlirbc__varint(&ir->r.c), count = head >> 1;
	if (!mlirbc__cut(&ir->r, "the number of regions"))
		return false;
	if (!bytecursor_fits(&ir->r.c, count, 1) || count > UINT32_MAX)
		return mlirbc__bad(&ir->r, at, "number of regions is %llu, but only %zu bytes follow",
			(unsigned long long)count, bytecursor_left(&ir->r.c));
	op->regions = MLIRBC__NEW_ARRAY(ir->load->context, struct mlirbc_region, (size_t)count);
	if (!op->regions)
		return mlirbc__load_memory(ir->load);
	for (size_t i = 0; i < count; i++)
		op->regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = (uint32_t)count;
	op->isolated = head & 1;
	return true;
}

/* ---- */

static bool read_parts(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	struct mlirbc__load *load = ir->load;
	size_t name_index;
	if (!mlirbc__index(&ir->r, "op name index", load->op_name_count, &name_index))
		return false;
	const struct mlirbc__op_name *name = mlirbc__op_name(load, name_index);
	size_t mask_at = ir->r.c.pos;
	uint8_t mask = bytecursor_u8(&ir->r.c);
	if (!name || !mlirbc__cut(&ir->r, "the mask of an op"))
		return false;
	uint8_t unused = load->version >= MLIRBC__V_PROPERTIES ? UNUSED : UNUSED | HAS_PROPERTIES;
	if (mask & unused)
		return mlirbc__bad(&ir->r, mask_at, "mask is 0x%02x, expected bits below 0x%02x only", mask,
			unused == UNUSED ? UNUSED : HAS_PROPERTIES);
	op->name = name->whole;
	const struct mlirbc_attr *attributes = NULL;
	return read_location(ir, op) && (!(mask & HAS_ATTRIBUTES) || read_attributes(ir, &attributes)) &&
	       set_attributes(ir, name, op, attributes) &&
	       (!(mask & HAS_PROPERTIES) || read_properties(ir, name, op)) &&
	       (!(mask & HAS_RESULTS) || read_results(ir, op)) && (!(mask & HAS_OPERANDS) || read_operands(ir, op)) &&
	       (!(mask & HAS_SUCCESSORS) || read_successors(ir, op)) &&
	       (!(mask & HAS_USE_LISTS) || load->version < MLIRBC__V_USE_LISTS ||
		       mlirbc__read_orders(ir, op->results, op->result_count)) &&
	       (!(mask & HAS_REGIONS) || make_regions(ir, op));
}

struct mlirbc_op *mlirbc__read_op(struct mlirbc__ir *ir, struct mlirbc_block *block)
{
	struct mlirbc_op *op = MLIRBC__NEW(ir->load->context, struct mlirbc_op);
	ir->r.number = ir->op_count++;
	if (!op) {
		mlirbc__load_memory(ir->load);
		return NULL;
	}
	*op = (struct mlirbc_op){ .name = NULL };
	if (!read_parts(ir, op))
		return NULL;
	mlirbc_op_append(op, block);
	return mlirbc__define(ir, op->results, op->result_count) ? op : NULL;
}
