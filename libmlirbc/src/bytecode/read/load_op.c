/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading one op, whatever it has and whatever is wrong with it. load_fast.c and load_plain.c read the common ones. */
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
	struct mlirbc__frame *frame = mlirbc__top(ir);
	if (!frame->op)
		return true;
	if (count > frame->end_value - frame->next_value)
		return mlirbc__bad(&ir->r, ir->r.c.pos, "%zu more values, but the region announced only %zu more",
			count, frame->end_value - frame->next_value);
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

/* What was read of an op before there is room for it. */
struct gathered {
	const struct mlirbc__op_name *name;
	uint8_t mask;
	uint32_t location, attributes, properties;
	const struct mlirbc_attr *own; /* before version 5: what the dictionary has of the op's own, and the others */
	const struct mlirbc_attr *others;
	const struct mlirbc_type **types;
	size_t *operands;
	struct mlirbc_block **successors;
	size_t result_count, operand_count, successor_count;
};

static bool read_attributes(struct mlirbc__ir *ir, struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t at = ir->r.c.pos, index = 0;
	const struct mlirbc_attr *all = NULL;
	bool there = g->mask & MLIRBC__HAS_ATTRIBUTES, split = load->version < MLIRBC__V_PROPERTIES;
	if (there && !mlirbc__index(&ir->r, "attribute index", load->attr_count, &index))
		return false;
	if (there)
		g->attributes = load->first_ref + (uint32_t)index;
	if (there && (split || !load->lazy_attributes)) {
		all = mlirbc__attr(load, index);
		if (all && all->kind != MLIRBC_ATTR_DICTIONARY)
			return mlirbc__bad(
				&ir->r, at, "attribute %zu is of another kind, expected a dictionary", index);
		if (!all)
			return false;
		if (all->u.dictionary.count == 0)
			g->attributes = 0;
	}
	if (!split || !mlirbc__split_attributes(load, g->name, all, &g->own, &g->others))
		return !split;
	if (g->others != all)
		g->attributes = 0;
	else
		g->others = NULL;
	return true;
}

static bool read_properties(struct mlirbc__ir *ir, struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t index;
	if (!(g->mask & MLIRBC__HAS_PROPERTIES))
		return true;
	if (!mlirbc__index(&ir->r, "properties index", load->blob_count, &index))
		return false;
	g->properties = mlirbc__properties_ref(load, g->name, index);
	return g->properties && (load->lazy_attributes || mlirbc__properties_make(load, g->properties, g->name, index));
}

static bool read_results(struct mlirbc__ir *ir, struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t type;
	if (!(g->mask & MLIRBC__HAS_RESULTS))
		return true;
	if (!mlirbc__count(&ir->r, "number of results", &g->result_count))
		return false;
	g->types = mlirbc__reserve(load, &ir->result_buffer, g->result_count, sizeof *g->types);
	for (size_t i = 0; g->types && i < g->result_count; i++) {
		if (!mlirbc__index(&ir->r, "type index", load->type_count, &type))
			return false;
		g->types[i] = mlirbc__type(load, type);
		if (!g->types[i])
			return false;
	}
	return g->types != NULL;
}

static bool read_operands(struct mlirbc__ir *ir, struct gathered *g)
{
	if (!(g->mask & MLIRBC__HAS_OPERANDS))
		return true;
	if (!mlirbc__count(&ir->r, "number of operands", &g->operand_count))
		return false;
	g->operands = mlirbc__reserve(ir->load, &ir->operand_buffer, g->operand_count, sizeof *g->operands);
	for (size_t i = 0; g->operands && i < g->operand_count; i++) {
		if (!mlirbc__index(&ir->r, "value index", ir->value_count - ir->scope, &g->operands[i]))
			return false;
	}
	return g->operands != NULL;
}

static bool read_successors(struct mlirbc__ir *ir, struct gathered *g)
{
	const struct mlirbc__frame *frame = mlirbc__top(ir);
	size_t number;
	if (!(g->mask & MLIRBC__HAS_SUCCESSORS))
		return true;
	if (!mlirbc__count(&ir->r, "number of successors", &g->successor_count))
		return false;
	g->successors = mlirbc__reserve(ir->load, &ir->successor_buffer, g->successor_count, sizeof *g->successors);
	for (size_t i = 0; g->successors && i < g->successor_count; i++) {
		if (!mlirbc__index(&ir->r, "block index", frame->block_count, &number))
			return false;
		g->successors[i] = &frame->blocks[number];
	}
	return g->successors != NULL;
}

static bool stay_in_file(const struct mlirbc__ir *ir, uint64_t head)
{
	return (head & 1) && ir->lazy && ir->frame_count > 1;
}

bool mlirbc__make_regions(struct mlirbc__ir *ir, struct mlirbc_op *op)
{
	size_t at = ir->r.c.pos;
	uint64_t head = mlirbc__varint(&ir->r.c), count = head >> 1;
	if (!mlirbc__cut(&ir->r, "the number of regions"))
		return false;
	if (!bytecursor_fits(&ir->r.c, count, 1) || count > MLIRBC__MOST_PARTS)
		return mlirbc__bad(&ir->r, at, "number of regions is %llu, but only %zu bytes follow",
			(unsigned long long)count, bytecursor_left(&ir->r.c));
	struct mlirbc_region *regions = mlirbc_op_regions(op);
	for (size_t i = 0; i < count; i++)
		regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = count & MLIRBC__MOST_PARTS;
	op->isolated = head & 1;
	op->unread = stay_in_file(ir, head);
	return true;
}

static void skip_order(struct bytecursor *c)
{
	for (uint64_t left = mlirbc__varint(c) >> 1; left && bytecursor_ok(c); left--)
		(void)mlirbc__varint(c);
}

/* Bytes for the regions of an op whose orders of uses come next: what mlirbc__make_regions() is going to fill. What is
 * wrong with the orders or the number is found by those who read them. */
static size_t room_for_regions(const struct mlirbc__ir *ir, const struct gathered *g)
{
	struct bytecursor c = ir->r.c;
	if (!(g->mask & MLIRBC__HAS_REGIONS))
		return 0;
	if ((g->mask & MLIRBC__HAS_USE_LISTS) && ir->load->version >= MLIRBC__V_USE_LISTS) {
		uint64_t orders = g->result_count != 1 ? mlirbc__varint(&c) : 1;
		for (; orders && bytecursor_ok(&c); orders--) {
			if (g->result_count != 1)
				(void)mlirbc__varint(&c);
			skip_order(&c);
		}
	}
	uint64_t head = mlirbc__varint(&c), count = head >> 1;
	if (!bytecursor_fits(&c, count, 1) || count > MLIRBC__MOST_PARTS)
		return 0;
	return (size_t)count * sizeof(struct mlirbc_region) +
	       (stay_in_file(ir, head) ? sizeof(struct mlirbc__unread) : 0);
}

/* ---- */

static bool read_name(struct mlirbc__ir *ir, struct gathered *g)
{
	struct mlirbc__load *load = ir->load;
	size_t name_index;
	if (!mlirbc__index(&ir->r, "op name index", load->op_name_count, &name_index))
		return false;
	g->name = mlirbc__op_name(load, name_index);
	size_t mask_at = ir->r.c.pos;
	g->mask = bytecursor_u8(&ir->r.c);
	if (!g->name || !mlirbc__cut(&ir->r, "the mask of an op"))
		return false;
	uint8_t unused = load->version >= MLIRBC__V_PROPERTIES ? MLIRBC__MASK_UNUSED
							       : MLIRBC__MASK_UNUSED | MLIRBC__HAS_PROPERTIES;
	if (g->mask & unused)
		return mlirbc__bad(&ir->r, mask_at, "mask is 0x%02x, expected bits below 0x%02x only", g->mask,
			unused == MLIRBC__MASK_UNUSED ? MLIRBC__MASK_UNUSED : MLIRBC__HAS_PROPERTIES);
	return true;
}

static bool gather(struct mlirbc__ir *ir, struct gathered *g)
{
	return read_name(ir, g) && mlirbc__read_location(ir, &g->location) && read_attributes(ir, g) &&
	       read_properties(ir, g) && read_results(ir, g) && read_operands(ir, g) && read_successors(ir, g);
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
		results[i] = (struct mlirbc_value){ .type = g->types[i], .owner = op, .index = i & MLIRBC__MOST_PARTS };
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
	size_t most = MLIRBC__MOST_PARTS, operands = g->operand_count * sizeof(struct mlirbc_operand),
	       size = operands + sizeof(struct mlirbc_op) + g->result_count * sizeof(struct mlirbc_value) +
		      (g->successor_count + (g->successor_count != 0)) * sizeof(struct mlirbc_block *) +
		      room_for_regions(ir, g);
	unsigned char *room = NULL; /* the counts are below 2^32, and there are as many bytes of file */
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
	if ((g.mask & MLIRBC__HAS_USE_LISTS) && ir->load->version >= MLIRBC__V_USE_LISTS &&
		!mlirbc__read_orders(ir, mlirbc_op_results(op), op->result_count))
		return NULL;
	ir->has_regions = g.mask & MLIRBC__HAS_REGIONS;
	if (ir->has_regions && !mlirbc__make_regions(ir, op))
		return NULL;
	mlirbc_op_append(op, block);
	return mlirbc__define(ir, mlirbc_op_results(op), op->result_count) ? op : NULL;
}
