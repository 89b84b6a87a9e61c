/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The general path for reading an op, including all error reports. load_fast.c and load_plain.c read the common
   cases. */
#include "bytecode/read/load_ir.h"

/* ---- values */

void mlirbc__define_awaited(struct mlirbc__ir *ir, struct mlirbc_value *value, struct mlirbc_operand *uses)
{
	value->first_use = uses;
	for (; uses; uses = mlirbc_operand_next(uses))
		uses->value = value;
	ir->awaited--;
}

bool mlirbc__define(struct mlirbc__ir *ir, struct mlirbc_value *values, size_t count)
{
	struct mlirbc__open_op *frame = mlirbc__top(ir);
	if (!frame->op)
		return true;
	if (count > frame->end_value - frame->next_value)
		return mlirbc__bad(&ir->r, ir->r.c.pos, "%zu more values, but the region declared only %zu more", count,
			frame->end_value - frame->next_value);
	for (size_t i = 0; i < count; i++)
		mlirbc__define_slot(ir, &ir->values[frame->next_value++], &values[i]);
	return true;
}

/* ---- the parts of an op */

bool mlirbc__read_location(struct mlirbc__ir *ir, uint32_t *out)
{
	struct mlirbc__load *load = ir->load;
	size_t at = ir->r.c.pos, index;
	if (!mlirbc__index(&ir->r, "location index", load->attr_count, &index))
		return false;
	*out = load->first_ref + (uint32_t)index;
	return load->lazy_attributes || mlirbc__check_location(&ir->r, at, index);
}

/* Parts of an op that are read before it is allocated. */
struct gathered {
	struct mlirbc__op_record record; /* state after the parts that were read */
	const struct mlirbc__op_name *name;
	uint32_t location, attributes, properties;
	const struct mlirbc_attr
		*all; /* before version 5: the dictionary, its inherent entries, and its discardable ones */
	const struct mlirbc_attr *own, *others;
	const struct mlirbc_type **types;
	size_t *operands;
	struct mlirbc_block **successors;
	size_t result_count, operand_count, successor_count;
};

static bool read_attributes(struct mlirbc__ir *ir, struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t at = ir->r.c.pos, index;
	if (!mlirbc__index(&ir->r, "attribute index", load->attr_count, &index))
		return false;
	g->attributes = load->first_ref + (uint32_t)index;
	if (load->version >= MLIRBC__V_PROPERTIES && load->lazy_attributes)
		return true;
	g->all = mlirbc__attr(load, index);
	if (g->all && g->all->kind != MLIRBC_ATTR_DICTIONARY)
		return mlirbc__bad(&ir->r, at, "attribute %zu is of another kind, expected a dictionary", index);
	if (g->all && g->all->u.dictionary.count == 0)
		g->attributes = 0;
	return g->all != NULL;
}

/* Before version 5: an op without a dictionary gets defaults as well. */
static bool split_attributes(struct mlirbc__ir *ir, struct gathered *g)
{
	if (ir->load->version >= MLIRBC__V_PROPERTIES)
		return true;
	if (!mlirbc__split_attributes(ir->load, g->name, g->all, &g->own, &g->others))
		return false;
	if (g->others != g->all)
		g->attributes = 0;
	else
		g->others = NULL;
	return true;
}

static bool read_properties(struct mlirbc__ir *ir, struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t index;
	if (!mlirbc__index(&ir->r, "properties index", load->blob_count, &index))
		return false;
	g->properties = mlirbc__properties_ref(load, g->name, index);
	return g->properties && (load->lazy_attributes || mlirbc__properties_make(load, g->properties, g->name, index));
}

static bool read_result(struct mlirbc__ir *ir, struct gathered *g)
{
	size_t type;
	if (!mlirbc__index(&ir->r, "type index", ir->load->type_count, &type))
		return false;
	return (g->types[g->record.index] = mlirbc__type(ir->load, type)) != NULL;
}

static bool read_successor(struct mlirbc__ir *ir, struct gathered *g)
{
	const struct mlirbc__open_op *frame = mlirbc__top(ir);
	size_t number;
	if (!mlirbc__index(&ir->r, "block index", frame->block_count, &number))
		return false;
	g->successors[g->record.index] = &frame->blocks[number];
	return true;
}

static bool stay_in_file(const struct mlirbc__ir *ir, uint64_t head)
{
	return (head & 1) && ir->lazy && ir->frame_count > 1;
}

/* Reads the number of regions, for which the op has room at its end, and makes empty regions. */
static bool make_regions(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	size_t at = ir->r.c.pos;
	uint64_t head = mlirbc__varint(&ir->r.c), count = head >> 1;
	if (!mlirbc__cut(&ir->r, "the number of regions"))
		return false;
	if (!bytecursor_fits(&ir->r.c, count, 1) || count > MLIRBC_MOST_PARTS)
		return mlirbc__bad(&ir->r, at, "number of regions is %llu, but only %zu bytes follow",
			(unsigned long long)count, bytecursor_left(&ir->r.c));
	struct mlirbc_region *regions = mlirbc_op_regions(op);
	for (size_t i = 0; i < count; i++)
		regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = count & MLIRBC_MOST_PARTS;
	op->isolated = head & 1;
	op->unread = stay_in_file(ir, head);
	return true;
}

/* Bytes for the regions of an op whose use-list orders come next; make_regions() fills them. Errors in the
 * orders or the number are found when they are read. */
static size_t room_for_regions(const struct mlirbc__ir *ir, const struct gathered *g)
{
	struct bytecursor c = ir->r.c;
	struct mlirbc__op_record record = g->record;
	while (record.part < MLIRBC__OP_REGIONS && bytecursor_ok(&c))
		mlirbc__op_next(&record, mlirbc__varint(&c));
	if (record.part != MLIRBC__OP_REGIONS)
		return 0;
	uint64_t head = mlirbc__varint(&c), count = head >> 1;
	if (!bytecursor_fits(&c, count, 1) || count > MLIRBC_MOST_PARTS)
		return 0;
	return (size_t)count * sizeof(struct mlirbc_region) +
	       (stay_in_file(ir, head) ? sizeof(struct mlirbc__unread) : 0);
}

/* ---- */

static bool read_name(struct mlirbc__ir *ir, struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t name_index;
	return mlirbc__index(&ir->r, "op name index", load->op_name_count, &name_index) &&
	       (g->name = mlirbc__op_name(load, name_index)) != NULL;
}

static bool read_mask(struct mlirbc__ir *ir, size_t *out)
{
	size_t at = ir->r.c.pos;
	unsigned limit = mlirbc__op_mask_limit(ir->load->version);
	*out = bytecursor_u8(&ir->r.c);
	if (!mlirbc__cut(&ir->r, "the mask of an op"))
		return false;
	if (*out >= limit)
		return mlirbc__bad(
			&ir->r, at, "mask is 0x%02x, expected bits below 0x%02x only", (unsigned)*out, limit);
	return true;
}

static bool gather_part(struct mlirbc__ir *ir, struct gathered *g, size_t *number)
{
	struct mlirbc__load *load = ir->load;
	struct mlirbc__reader *r = &ir->r;
	switch (g->record.part) {
	case MLIRBC__OP_NAME: return read_name(ir, g);
	case MLIRBC__OP_MASK: return read_mask(ir, number);
	case MLIRBC__OP_LOCATION: return mlirbc__read_location(ir, &g->location);
	case MLIRBC__OP_ATTRIBUTES: return read_attributes(ir, g);
	case MLIRBC__OP_PROPERTIES: return read_properties(ir, g);
	case MLIRBC__OP_RESULT_COUNT:
		if (!mlirbc__count(r, "number of results", number))
			return false;
		g->result_count = *number;
		return (g->types = mlirbc__reserve(load, &ir->result_buffer, *number, sizeof *g->types)) != NULL;
	case MLIRBC__OP_RESULT: return read_result(ir, g);
	case MLIRBC__OP_OPERAND_COUNT:
		if (!mlirbc__count(r, "number of operands", number))
			return false;
		g->operand_count = *number;
		return (g->operands = mlirbc__reserve(load, &ir->operand_buffer, *number, sizeof *g->operands)) != NULL;
	case MLIRBC__OP_OPERAND:
		return mlirbc__index(r, "value index", ir->value_count - ir->scope, &g->operands[g->record.index]);
	case MLIRBC__OP_SUCCESSOR_COUNT:
		if (!mlirbc__count(r, "number of successors", number))
			return false;
		g->successor_count = *number;
		return (g->successors = mlirbc__reserve(load, &ir->successor_buffer, *number, sizeof *g->successors)) !=
		       NULL;
	default: return read_successor(ir, g);
	}
}

/* Up to the use-list orders, which need the op. */
static bool gather(struct mlirbc__ir *ir, struct gathered *g)
{
	size_t number = 0;
	bool split = false;
	mlirbc__op_begin(&g->record, ir->load->version);
	for (; g->record.part < MLIRBC__OP_ORDER_COUNT; mlirbc__op_next(&g->record, number)) {
		if (g->record.part > MLIRBC__OP_ATTRIBUTES && !split) {
			split = true;
			if (!split_attributes(ir, g))
				return false;
		}
		if (!gather_part(ir, g, &number))
			return false;
	}
	return split || split_attributes(ir, g);
}

static void fill(struct mlirbc__ir *ir, struct mlirbc_op *op, const struct gathered *g)
{
	*op = (struct mlirbc_op){ .name = g->name->whole,
		.location = g->location,
		.result_count = (uint32_t)g->result_count,
		.operand_count = (uint32_t)g->operand_count,
		.has_successors = g->successor_count != 0 };
	struct mlirbc_value *results = mlirbc_op_results(op);
	struct mlirbc_operand *operands = mlirbc_op_operands(op);
	for (size_t i = 0; i < g->result_count; i++)
		results[i] = (struct mlirbc_value){ .type = g->types[i], .owner = op, .index = i & MLIRBC_MOST_PARTS };
	for (size_t i = 0; i < g->operand_count; i++)
		mlirbc__use_slot(ir, &ir->values[ir->scope + g->operands[i]], &operands[i],
			mlirbc__operand_mark(g->operand_count - i));
	if (g->successor_count)
		*(uintptr_t *)(void *)(results + g->result_count) = g->successor_count;
	for (size_t i = 0; i < g->successor_count; i++)
		mlirbc_op_successors(op)[i] = g->successors[i];
}

static struct mlirbc_op *make_op(struct mlirbc__ir *ir, const struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t most = MLIRBC_MOST_PARTS, operands = g->operand_count * sizeof(struct mlirbc_operand),
	       size = operands + sizeof(struct mlirbc_op) + g->result_count * sizeof(struct mlirbc_value) +
		      (g->successor_count + (g->successor_count != 0)) * sizeof(struct mlirbc_block *) +
		      room_for_regions(ir, g);
	unsigned char *room = NULL; /* the counts are below 2^32, and the file has at least that many bytes */
	if (g->result_count <= most && g->operand_count <= most && g->successor_count <= most)
		room = mlirbc__alloc(load->context, size, MLIRBC__OP_ALIGN);
	struct mlirbc_op *op = room ? (struct mlirbc_op *)(void *)(room + operands) : NULL;
	if (!op) {
		mlirbc__load_memory(load);
		return NULL;
	}
	fill(ir, op, g);
	if (!mlirbc__set_attrs(load->context, op, g->properties, g->attributes) ||
		(g->own && !mlirbc_op_set_properties(op, g->own)) ||
		(g->others && !mlirbc_op_set_attributes(op, g->others))) {
		mlirbc__load_memory(load);
		return NULL;
	}
	return op;
}

struct mlirbc_op *mlirbc__read_op(struct mlirbc__ir *ir, struct mlirbc_block *block)
{
	struct gathered g = { .name = NULL };
	ir->r.number = ir->op_count++;
	struct mlirbc_op *op = gather(ir, &g) ? make_op(ir, &g) : NULL;
	if (!op)
		return NULL;
	if (!mlirbc__read_orders(ir, &g.record, mlirbc_op_results(op)))
		return NULL;
	ir->has_regions = g.record.part == MLIRBC__OP_REGIONS;
	if (ir->has_regions && !make_regions(ir, op))
		return NULL;
	mlirbc_op_append(op, block);
	return mlirbc__define(ir, mlirbc_op_results(op), op->result_count) ? op : NULL;
}
