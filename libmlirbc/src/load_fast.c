/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading the ops that nearly all are: no successors, no orders of uses, few of everything, types that were met before,
 * all in range. What is different, or wrong, is left to load_op.c, which starts the op again and finds the words for it.
 *
 * Ops of the same name mostly have the same parts and as many operands: read_alike() compares the bytes that say so with those
 * of the last one all at once. The others are read part by part by read_plain().
 *
 * Nothing here looks for the end of the data: the longest op that is read fits before it. */
#include "load_ir.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize") /* gathers what is stored in twice the time of storing it */
#endif

enum { MOST_OPERANDS = 16, MOST_RESULTS = 4, MOST_REGIONS = 8 };
/* Name, location, attributes, properties and four counts; and the mask. */
enum { LONGEST_OP = (8 + MOST_OPERANDS + MOST_RESULTS) * MLIRBC__LONGEST_NUMBER + 1 };
enum {
	LARGEST_OP = sizeof(struct mlirbc_op) + MOST_OPERANDS * sizeof(struct mlirbc_operand) +
		     MOST_RESULTS * sizeof(struct mlirbc_value) + MOST_REGIONS * sizeof(struct mlirbc_region) +
		     sizeof(struct mlirbc__unread)
};

/* How far it is. Only functions that are inlined get to see the one in use, so that it is kept in registers. */
struct state {
	const uint8_t *at, *end;
	uintptr_t *values;               /* of the scope */
	uintptr_t *define, *last_define; /* where the next result has its number, and where the region's numbers end */
	struct mlirbc_op *last;          /* of the block; one that is not in it when it is empty */
	uint64_t left;                   /* ops of the block, with the one being read */
	unsigned char *room;             /* of the arena: where the next op lies */
	uintptr_t last_room;             /* the last place where the largest op can lie */
};

/* The arena is only up to date where others use it. */
static MLIRBC__WITHIN void give_room(struct mlirbc__ir *ir, const struct state *s)
{
	mlirbc__arena_used(&ir->load->context->arena, s->room);
}

static MLIRBC__WITHIN void take_room(struct mlirbc__ir *ir, struct state *s)
{
	struct mlirbc__arena *arena = &ir->load->context->arena;
	size_t pad = (0 - (uintptr_t)arena->at) & (MLIRBC__OP_ALIGN - 1);
	s->room = arena->at + (pad <= (size_t)(arena->end - arena->at) ? pad : 0);
	s->last_room = (uintptr_t)arena->end - LARGEST_OP;
}

/* What precedes the results. */
struct head {
	struct mlirbc__op_name *name;
	uint32_t location, attrs;
	uint8_t mask;
};

/* ---- attributes; these functions are for those that were not met just before */

static MLIRBC__APART bool is_good_location(struct mlirbc__ir *ir, const uint8_t *at, uint64_t left, size_t index)
{
	const struct mlirbc__tables *t = &ir->tables;
	uint64_t slot = t->slots[index];
	if (slot && (slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR &&
		((const struct mlirbc_attr *)(uintptr_t)slot)->kind >= MLIRBC_LOC_UNKNOWN)
		return true;
	ir->r.number = ir->op_count + (mlirbc__top(ir)->ops_left - left);
	return mlirbc__check_location(&ir->r, (size_t)(at - t->data), index);
}

static MLIRBC__APART bool make_attributes(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc_attr *all = mlirbc__attr(load, index);
	return all && all->kind == MLIRBC_ATTR_DICTIONARY && all->u.dictionary.count != 0;
}

static MLIRBC__APART bool find_properties(struct mlirbc__load *load, uint64_t index, struct mlirbc__op_name *name)
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

/* The next three read the parts that precede the results. False: not as expected here. */

/* The number of the entry. `eager`: attributes are made. */
static MLIRBC__WITHIN bool read_location(
	struct mlirbc__ir *ir, struct state *s, const uint8_t **at, bool eager, uint32_t *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	const uint8_t *begin = *at;
	uint64_t word = mlirbc__load64(begin), index;
	if (MLIRBC__LIKELY((word & 7) == 4)) { /* of three bytes: there are hundreds of thousands where time matters */
		index = (word & 0xFFFFFF) >> 3;
		*at = begin + 3;
	} else {
		index = mlirbc__number(at);
	}
	if (index >= t->attr_count)
		return false;
	*out = (uint32_t)index;
	if (!eager || MLIRBC__LIKELY(t->slots[index] & t->location))
		return true;
	give_room(ir, s);
	bool good = is_good_location(ir, begin, s->left, (size_t)index);
	take_room(ir, s);
	return good;
}

static MLIRBC__WITHIN bool read_dictionary(
	struct mlirbc__ir *ir, struct state *s, const uint8_t **at, bool eager, uint32_t *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	uint64_t index = mlirbc__number(at);
	if (index >= t->attr_count)
		return false;
	*out = (t->first_ref + (uint32_t)index) << 2 | MLIRBC__HAS_DISCARDABLE;
	if (!eager)
		return true;
	uint64_t slot = t->slots[index];
	const struct mlirbc_attr *made = (const struct mlirbc_attr *)(uintptr_t)slot;
	if (slot && (slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR && made->kind == MLIRBC_ATTR_DICTIONARY &&
		made->u.dictionary.count)
		return true;
	give_room(ir, s);
	bool good = make_attributes(ir->load, (size_t)index);
	take_room(ir, s);
	return good;
}

/* `alike`: an op of that name had some before. */
static MLIRBC__WITHIN bool read_properties(struct mlirbc__ir *ir, struct state *s, const uint8_t **at,
	bool alike, struct mlirbc__op_name *name, uint32_t *out)
{
	uint64_t index = mlirbc__number(at);
	if (MLIRBC__LIKELY(name->last_blob == index && (alike || name->last_attrs))) {
		*out = name->last_attrs;
		return true;
	}
	give_room(ir, s);
	bool good = find_properties(ir->load, index, name);
	*out = name->last_attrs;
	take_room(ir, s);
	return good;
}

/* ---- operands and results */

/* Takes the uses back of operands whose numbers are at `at`: the latest of their values. */
static MLIRBC__APART void unlink_operands(
	struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count)
{
	size_t numbers[MOST_OPERANDS];
	for (size_t i = 0; i < count; i++)
		numbers[i] = (size_t)mlirbc__number(&at);
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

/* Reads and links operands, of which there are at most MOST_OPERANDS. At one that is not good those before it are taken
 * back, and the result is NULL. */
static MLIRBC__APART const uint8_t *read_operands(
	struct mlirbc__ir *ir, const uint8_t *at, struct mlirbc_operand *operands, size_t count)
{
	const uint8_t *begin = at;
	size_t value_count = ir->value_count - ir->scope;
	for (size_t i = 0; i < count; i++) {
		uint64_t index = mlirbc__number(&at);
		if (index >= value_count) {
			unlink_operands(ir, begin, operands, i);
			return NULL;
		}
		mlirbc__use_slot(ir, &ir->values[ir->scope + index], &operands[i], mlirbc__operand_mark(count - i));
	}
	return at;
}

/* A value that is not defined yet, or none. */
static MLIRBC__APART bool use_later(
	struct mlirbc__ir *ir, size_t index, struct mlirbc_operand *operand, unsigned distance)
{
	if (index >= ir->value_count - ir->scope)
		return false;
	mlirbc__use_slot(ir, &ir->values[ir->scope + index], operand, distance);
	return true;
}

/* Links the operand so far from the op, whose number is so far before `at` and takes one byte. */
static MLIRBC__WITHIN bool use_near(
	struct mlirbc__ir *ir, const struct state *s, struct mlirbc_op *op, const uint8_t *at, unsigned distance)
{
	struct mlirbc_operand *operand = (struct mlirbc_operand *)(void *)op - distance;
	/* Twice the number, and 1. There are so many slots, and those that are in no region are undefined. */
	size_t doubled = *(at - distance);
	uintptr_t held = *(uintptr_t *)(void *)((unsigned char *)s->values + (doubled - 1) * (sizeof *s->values / 2));
	if (!MLIRBC__LIKELY(!(held & MLIRBC__UNDEFINED)))
		return use_later(ir, doubled >> 1, operand, distance);
	struct mlirbc_value *value = (struct mlirbc_value *)held;
	operand->value = value;
	operand->link = (uintptr_t)value->first_use | distance;
	value->first_use = operand;
	return true;
}

/* The same for all of them, at most MLIRBC__NEAR_OPERANDS. Which one was not good; 0: all were. */
static MLIRBC__WITHIN unsigned use_all_near(
	struct mlirbc__ir *ir, const struct state *s, struct mlirbc_op *op, const uint8_t *at, unsigned count)
{
	for (; count > 2; count--) {
		if (!use_near(ir, s, op, at, count))
			return count;
	}
	if (count == 2 && !use_near(ir, s, op, at, 2))
		return 2;
	return count && !use_near(ir, s, op, at, 1);
}

/* The value has its type. */
static MLIRBC__WITHIN void add_result(
	struct mlirbc__ir *ir, struct state *s, struct mlirbc_op *op, struct mlirbc_value *value, uint32_t index)
{
	value->first_use = NULL;
	value->owner = op;
	value->index = index & MLIRBC__MOST_PARTS;
	value->is_argument = 0;
	value->number = 0;
	mlirbc__define_slot(ir, s->define++, value);
}

/* ---- ops */

/* All but location, attributes, operands and results. */
static MLIRBC__WITHIN void fill(struct state *s, struct mlirbc_op *op, struct mlirbc_block *block,
	const struct mlirbc__op_name *name, uint32_t operands)
{
	op->name = name->whole;
	op->parent = block;
	op->prev = s->last;
	op->operand_count = operands;
	op->number = 0;
	op->region_count = 0;
	op->isolated = op->unread = op->has_successors = 0;
	s->last->next = op; /* that of the last one is set at the end */
	s->last = op;
}

/* How many regions follow, and whether they are isolated, as the file has it; 0: not as expected here. */
static MLIRBC__WITHIN uint64_t read_regions(const struct state *s, const uint8_t **at)
{
	uint64_t head = mlirbc__number(at);
	bool good = *at <= s->end && head >> 1 <= MOST_REGIONS && (size_t)(s->end - *at) >= head >> 1;
	return good && head > 1 ? head : 0;
}

/* Where the regions end: room for them is there. */
static MLIRBC__APART void *make_regions(const struct mlirbc__ir *ir, struct mlirbc_op *op, uint64_t head)
{
	struct mlirbc_region *regions = (struct mlirbc_region *)(void *)(mlirbc_op_results(op) + op->result_count);
	uint32_t count = (uint32_t)(head >> 1);
	for (uint32_t i = 0; i < count; i++)
		regions[i] = (struct mlirbc_region){ .parent = op };
	op->region_count = count & MLIRBC__MOST_PARTS;
	op->isolated = head & 1;
	op->unread = op->isolated && ir->lazy && ir->frame_count > 1;
	return (struct mlirbc__unread *)(void *)(regions + count) + op->unread;
}

/* ---- ops like the last one of the same name */

/* Takes back what read_alike() did for the operands. */
static MLIRBC__APART void unlink_alike(struct mlirbc__ir *ir, const uint8_t *at, const struct mlirbc__op_name *name)
{
	struct mlirbc_operand *operands = (struct mlirbc_operand *)(void *)ir->load->context->arena.at;
	bool has_attrs = at[1] & (MLIRBC__HAS_ATTRIBUTES | MLIRBC__HAS_PROPERTIES);
	at += 2;
	(void)mlirbc__number(&at);
	if (has_attrs)
		(void)mlirbc__number(&at);
	unlink_operands(ir, at + name->rest_size - name->operand_count, operands, name->operand_count);
}

/* The op is then the last one; false when it is not alike, and nothing was changed. */
static MLIRBC__WITHIN bool read_alike(
	struct mlirbc__ir *ir, struct state *s, struct mlirbc_block *block, bool eager)
{
	const struct mlirbc__tables *t = &ir->tables;
	const uint8_t *at = s->at;
	const uint64_t word = mlirbc__load64(at);
	struct mlirbc__op_name *name = &t->op_names[(uint8_t)word >> 1];
	uint32_t location, attrs = 0;
	if (name->form != (uint16_t)word)
		return false;
	at += 2;
	if (!read_location(ir, s, &at, eager, &location))
		return false;
	if (word & MLIRBC__HAS_PROPERTIES << 8) {
		if (!read_properties(ir, s, &at, true, name, &attrs))
			return false;
	} else if (word & MLIRBC__HAS_ATTRIBUTES << 8) {
		if (!read_dictionary(ir, s, &at, eager, &attrs))
			return false;
	}
	if ((uintptr_t)s->room > s->last_room)
		return false;
	const unsigned count = name->operand_count;
	struct mlirbc_operand *operands = (struct mlirbc_operand *)(void *)s->room;
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + count);
	op->location = t->first_ref + location;
	op->attrs = attrs;
	const uint64_t rest = mlirbc__load64(at), other = (rest ^ name->rest) & name->rest_mask;
	if (word & MLIRBC__HAS_RESULTS << 8) {
		const struct mlirbc_type *type = t->types[(uint8_t)(rest >> 8) >> 1];
		if (!type || s->define == s->last_define)
			return false;
		mlirbc_op_results(op)->type = type;
	}
	at += name->rest_size;
	if (MLIRBC__LIKELY(!other)) {
		unsigned bad = use_all_near(ir, s, op, at, count);
		if (!MLIRBC__LIKELY(!bad)) {
			unlink_operands(ir, at - count, operands, count - bad);
			return false;
		}
	} else {
		if (other & ((UINT64_C(1) << 8 * (name->rest_size - count)) - 1) ||
			!(at = read_operands(ir, at - count, operands, count)))
			return false;
	}
	bool good = at <= s->end;
	uint64_t regions = 0;
	if (word & MLIRBC__HAS_REGIONS << 8)
		good = good && (regions = read_regions(s, &at)) != 0;
	if (!MLIRBC__LIKELY(good)) {
		give_room(ir, s);
		unlink_alike(ir, s->at, name);
		return false;
	}
	s->at = at;
	fill(s, op, block, name, count);
	struct mlirbc_value *results = mlirbc_op_results(op);
	if (word & MLIRBC__HAS_RESULTS << 8) {
		op->result_count = 1;
		add_result(ir, s, op, results, 0);
		s->room = (unsigned char *)(results + 1);
	} else {
		op->result_count = 0;
		s->room = (unsigned char *)results;
	}
	if (regions)
		s->room = make_regions(ir, op, regions);
	return true;
}

/* ---- ops part by part */

static bool read_head(struct mlirbc__ir *ir, struct state *s, struct head *out)
{
	const struct mlirbc__tables *t = &ir->tables;
	const uint8_t unusual = MLIRBC__HAS_SUCCESSORS | MLIRBC__HAS_USE_LISTS | MLIRBC__MASK_UNUSED;
	const uint8_t both = MLIRBC__HAS_ATTRIBUTES | MLIRBC__HAS_PROPERTIES;
	uint64_t index = mlirbc__number(&s->at);
	if (index >= t->op_name_count)
		return false;
	*out = (struct head){ .name = &t->op_names[index], .mask = *s->at++ };
	if (!out->name->whole || (out->mask & unusual) || (out->mask & both) == both)
		return false;
	if (!read_location(ir, s, &s->at, t->slots != NULL, &out->location))
		return false;
	if (out->mask & MLIRBC__HAS_ATTRIBUTES)
		return read_dictionary(ir, s, &s->at, t->slots != NULL, &out->attrs);
	if (out->mask & MLIRBC__HAS_PROPERTIES)
		return read_properties(ir, s, &s->at, false, out->name, &out->attrs);
	return true;
}

/* NULL: some are not made yet, or out of range. */
static MLIRBC__WITHIN const uint8_t *read_types(
	const struct mlirbc__tables *t, const uint8_t *at, uint64_t count, const struct mlirbc_type **out)
{
	for (uint64_t i = 0; i < count; i++) {
		uint64_t index = mlirbc__number(&at);
		out[i] = index < t->type_count ? t->types[index] : NULL;
		if (!out[i])
			return NULL;
	}
	return at;
}

/* What the next op of the name has to have to be read by read_alike(), after one with these parts. */
static void note_form(const struct mlirbc__tables *t, const struct head *head, uint64_t results, uint64_t operands)
{
	struct mlirbc__op_name *name = head->name;
	size_t index = (size_t)(name - t->op_names);
	bool has_results = head->mask & MLIRBC__HAS_RESULTS, has_operands = head->mask & MLIRBC__HAS_OPERANDS;
	unsigned size = 0;
	uint64_t rest = 0, mask = 0;
	if (index >= MLIRBC__SHORT_INDICES || operands > MLIRBC__NEAR_OPERANDS || results != has_results)
		return;
	if (has_results) { /* one, of any type whose number takes a byte */
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
	name->form = (uint16_t)(index << 1 | 1 | (unsigned)head->mask << 8);
	name->rest = rest;
	name->rest_mask = mask;
	name->rest_size = (uint8_t)size;
	name->operand_count = (uint8_t)operands;
}

/* NULL: it is one for load_op.c. The arena is up to date before, and then after as well; the rest of *s does not matter
 * then. */
static MLIRBC__APART struct mlirbc_op *read_plain(struct mlirbc__ir *ir, struct state *s, struct mlirbc_block *block)
{
	const struct mlirbc__tables *t = &ir->tables;
	const struct mlirbc_type *types[MOST_RESULTS];
	struct head head;
	uint64_t results = 0, count = 0, regions = 0;
	if (s->at > t->last || !read_head(ir, s, &head))
		return NULL;
	if (head.mask & MLIRBC__HAS_RESULTS) {
		results = mlirbc__number(&s->at);
		if (results > MOST_RESULTS || results > (size_t)(s->last_define - s->define) ||
			!(s->at = read_types(t, s->at, results, types)))
			return NULL;
	}
	give_room(ir, s);
	struct mlirbc_operand *operands =
		mlirbc__arena_room(&ir->load->context->arena, LARGEST_OP, MLIRBC__OP_ALIGN);
	take_room(ir, s);
	if (!operands)
		return NULL;
	if (head.mask & MLIRBC__HAS_OPERANDS)
		count = mlirbc__number(&s->at);
	const uint8_t *numbers = s->at;
	if (count > MOST_OPERANDS || !(s->at = read_operands(ir, numbers, operands, (size_t)count)))
		return NULL;
	bool good = s->at <= s->end;
	if (head.mask & MLIRBC__HAS_REGIONS)
		good = good && (regions = read_regions(s, &s->at)) != 0;
	if (!good) {
		unlink_operands(ir, numbers, operands, (size_t)count);
		return NULL;
	}
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + count);
	fill(s, op, block, head.name, (uint32_t)count);
	op->location = t->first_ref + head.location;
	op->attrs = head.attrs;
	op->result_count = (uint32_t)results;
	for (uint32_t i = 0; i < results; i++) {
		mlirbc_op_results(op)[i].type = types[i];
		add_result(ir, s, op, &mlirbc_op_results(op)[i], i);
	}
	s->room = regions ? make_regions(ir, op, regions) : (void *)(mlirbc_op_results(op) + results);
	note_form(t, &head, results, count);
	return op;
}

/* Steps over the section of the regions that stay in the file. False: load_ir.c has to look at it. */
static MLIRBC__WITHIN bool skip_regions(struct mlirbc__ir *ir, struct state *s, struct mlirbc_op *op)
{
	const uint8_t *at = s->at;
	struct mlirbc__unread *unread = (void *)(mlirbc_op_regions(op) + op->region_count);
	if (at > ir->tables.last || *at++ != MLIRBC__SECTION_IR)
		return false;
	uint64_t size = mlirbc__number(&at);
	if (at > s->end || size > (size_t)(s->end - at))
		return false;
	*unread = (struct mlirbc__unread){ (struct mlirbc_file *)(void *)ir->load, (size_t)(s->at - ir->tables.data) };
	s->at = at + size;
	return true;
}

struct mlirbc__tables mlirbc__tables_of(const struct mlirbc__load *load)
{
	return (struct mlirbc__tables){ .data = load->data,
		.last = load->data + (load->size < LONGEST_OP ? 0 : load->size - LONGEST_OP),
		.plain = load->version >= MLIRBC__V_PROPERTIES && load->size >= LONGEST_OP,
		.op_names = load->op_names,
		.types = load->types,
		.slots = load->lazy_attributes ? NULL : load->slots,
		.location = load->good_files ? MLIRBC__SLOT_LOCATION : 0, /* no entry is a pair */
		.op_name_count = load->op_name_count,
		.type_count = load->type_count,
		.attr_count = load->attr_count,
		.first_ref = load->first_ref };
}

/* Reads ops up to one with regions that come next, which is the result, to the end of the block, or to one for load_op.c.
 * `alike`: the end is so far away that read_alike() can be used. */
static MLIRBC__WITHIN struct mlirbc_op *read_all(
	struct mlirbc__ir *ir, struct state *s, struct mlirbc_block *block, bool alike, bool eager)
{
	while (s->left) {
		if (!alike || !MLIRBC__LIKELY(read_alike(ir, s, block, eager))) {
			give_room(ir, s);
			struct state copy = *s;
			if (!read_plain(ir, &copy, block)) {
				take_room(ir, s);
				return NULL;
			}
			*s = copy;
		}
		s->left--;
		struct mlirbc_op *op = s->last;
		if (op->region_count && (eager || !op->unread || !skip_regions(ir, s, op)))
			return op;
	}
	return NULL;
}

struct mlirbc_op *mlirbc__read_plain_ops(struct mlirbc__ir *ir)
{
	struct mlirbc__frame *frame = mlirbc__top(ir);
	const struct mlirbc__tables *t = &ir->tables;
	if (!t->plain || !frame->op)
		return NULL;
	struct mlirbc_block *block = &frame->blocks[frame->next_block - 1];
	struct mlirbc_op before = { .next = NULL }, *op;
	struct state s = { .at = t->data + ir->r.c.pos,
		.end = t->data + ir->r.c.end,
		.values = ir->values + ir->scope,
		.define = ir->values + frame->next_value,
		.last_define = ir->values + frame->end_value,
		.last = block->last ? block->last : &before,
		.left = frame->ops_left };
	take_room(ir, &s);
	if (s.end > t->last)
		op = read_all(ir, &s, block, false, false);
	else if (t->slots)
		op = read_all(ir, &s, block, true, true);
	else
		op = read_all(ir, &s, block, true, false);
	give_room(ir, &s);
	ir->op_count += frame->ops_left - s.left;
	ir->r.number = ir->op_count - 1;
	ir->r.c.pos = (size_t)(s.at - t->data);
	frame->ops_left = s.left;
	frame->next_value = (size_t)(s.define - ir->values);
	if (s.last == &before)
		return NULL;
	s.last->next = NULL;
	if (!block->last) {
		block->first = before.next;
		block->first->prev = NULL;
	}
	block->last = s.last;
	return op;
}
