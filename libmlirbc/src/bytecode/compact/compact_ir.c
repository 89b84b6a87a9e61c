/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The IR section as bytes: counts the references in it, or writes it with new indices. Values, blocks and use-list
 * orders have numbers that do not change. */
#include "bytecode/compact/compact_state.h"
#include "bytecode/encoding/op_record.h"

/* The regions of an op that are being read. */
struct frame {
	uint64_t regions, blocks, ops; /* left */
	uint64_t announced, values;    /* of the region: how many there are to be, and are */
	size_t end;                    /* of the enclosing data */
	size_t nested;                 /* its section among those written */
	bool section;
};

struct state {
	struct mlirbc__edit *e;
	struct bytecursor c;
	bool writes;
	size_t headers; /* bytes of the sections' headers closed so far */
};

static struct frame *top(struct state *t)
{
	return (struct frame *)((uint8_t *)t->e->frames.data + t->e->frames.size) - 1;
}

static size_t depth(const struct state *t) { return MLIRBC__ITEMS(&t->e->frames, struct frame); }

static bool cut(struct state *t, const char *what)
{
	if (bytecursor_ok(&t->c))
		return mlirbc__edit_ok(t->e);
	return mlirbc__edit_fail(
		t->e, MLIRBC_E_CORRUPT, t->c.fail_at, "IR section: the data ends where %s was expected", what);
}

static void put(struct state *t, uint64_t value)
{
	struct mlirbc__out *ir = &t->e->save.ir;
	if (value < 128 && ir->size < ir->room)
		((uint8_t *)ir->data)[ir->size++] = (uint8_t)(value << 1 | 1);
	else
		mlirbc__out_varint(&t->e->save.job, ir, value);
}

static uint64_t next(struct state *t)
{
	if (t->c.end - t->c.pos < MLIRBC__LONGEST_NUMBER)
		return mlirbc__varint(&t->c);
	const uint8_t *at = t->c.base + t->c.pos;
	uint64_t value = mlirbc__varint_at(&at);
	t->c.pos = (size_t)(at - t->c.base);
	return value;
}

/* Everything from `at` on as it is. */
static void put_bytes(struct state *t, size_t at)
{
	if (t->writes)
		mlirbc__out_put(&t->e->save.job, &t->e->save.ir, t->c.base + at, t->c.pos - at);
}

static bool bad_index(struct state *t, const char *what, size_t at, uint64_t value, size_t limit)
{
	if (!cut(t, what))
		return false;
	return mlirbc__edit_fail(t->e, MLIRBC_E_CORRUPT, at, "IR section: %s is %llu, expected less than %zu", what,
		(unsigned long long)value, limit);
}

/* An index below `limit`. */
static bool get(struct state *t, const char *what, size_t limit, size_t *out)
{
	size_t at = t->c.pos;
	uint64_t value = next(t);
	*out = (size_t)value;
	return (value < limit && bytecursor_ok(&t->c)) || bad_index(t, what, at, value, limit);
}

static bool bad_count(struct state *t, const char *what, uint64_t count)
{
	if (!cut(t, what))
		return false;
	return mlirbc__edit_fail(t->e, MLIRBC_E_CORRUPT, t->c.pos, "IR section: %s is %llu, but only %zu bytes follow",
		what, (unsigned long long)count, bytecursor_left(&t->c));
}

/* A count of things of a byte or more. */
static bool get_count(struct state *t, const char *what, uint64_t count)
{
	return (bytecursor_ok(&t->c) && bytecursor_fits(&t->c, count, 1)) || bad_count(t, what, count);
}

static bool do_attr(struct state *t, const char *what)
{
	size_t index;
	if (!get(t, what, t->e->load->attr_count, &index))
		return false;
	if (t->writes)
		put(t, mlirbc__edit_new_attr(t->e, index));
	else
		mlirbc__edit_use_attr(t->e, index);
	return true;
}

static bool do_location(struct state *t)
{
	size_t index;
	if (!t->e->strip)
		return do_attr(t, "a location");
	if (!get(t, "a location", t->e->load->attr_count, &index))
		return false;
	t->e->unknown_uses += !t->writes;
	if (t->writes)
		put(t, t->e->unknown_number);
	return true;
}

static bool do_type(struct state *t, size_t index)
{
	if (t->writes)
		put(t, mlirbc__edit_new_type(t->e, index));
	else
		mlirbc__edit_use_type(t->e, index);
	return true;
}

/* A field of a record that nothing here changes: operands, successors, use-list orders. */
static bool skip_part(struct state *t, const struct mlirbc__op_record *record, uint64_t *out_number)
{
	static const char order[] = "an order of uses";
	*out_number = next(t);
	switch (record->part) {
	case MLIRBC__OP_OPERAND_COUNT: return get_count(t, "number of operands", *out_number);
	case MLIRBC__OP_OPERAND: return cut(t, "number of operands");
	case MLIRBC__OP_SUCCESSOR_COUNT: return get_count(t, "number of successors", *out_number);
	case MLIRBC__OP_SUCCESSOR: return cut(t, "number of successors");
	case MLIRBC__OP_ORDER_COUNT: return get_count(t, order, *out_number);
	case MLIRBC__OP_ORDER: return get_count(t, order, *out_number >> 1);
	default: return cut(t, order);
	}
}

static bool skip_orders(struct state *t, uint64_t values)
{
	struct mlirbc__op_record record;
	uint64_t number = 0;
	for (mlirbc__op_begin_orders(&record, values); record.part != MLIRBC__OP_END;
		mlirbc__op_next(&record, number)) {
		if (!skip_part(t, &record, &number))
			return false;
	}
	return true;
}

/* ---- blocks and regions */

static bool do_argument(struct state *t)
{
	const struct mlirbc__edit *e = t->e;
	bool flagged = e->load->version >= MLIRBC__V_ARGUMENT_LOCATIONS, located = true;
	size_t at = t->c.pos;
	uint64_t head = next(t), type = flagged ? head >> 1 : head;
	if (!cut(t, "a block argument"))
		return false;
	if (type >= e->load->type_count)
		return mlirbc__edit_fail(t->e, MLIRBC_E_CORRUPT, at,
			"IR section: the type of a block argument is %llu, expected less than %zu",
			(unsigned long long)type, e->load->type_count);
	if (!flagged)
		return do_type(t, (size_t)type) && do_location(t);
	located = head & 1;
	if (t->writes)
		put(t, mlirbc__edit_new_type(e, (size_t)type) << 1 | (located && !e->strip));
	else
		mlirbc__edit_use_type(t->e, (size_t)type);
	if (located && e->strip)
		return get(t, "a location", e->load->attr_count, &at); /* gone */
	return !located || do_attr(t, "a location");
}

static bool do_arguments(struct state *t)
{
	uint64_t count = next(t);
	if (!get_count(t, "number of block arguments", count))
		return false;
	if (t->writes)
		put(t, count);
	top(t)->values += count;
	for (uint64_t i = 0; i < count; i++) {
		if (!do_argument(t))
			return false;
	}
	size_t at = t->c.pos;
	if (t->e->load->version >= MLIRBC__V_USE_LISTS) {
		uint8_t flag = bytecursor_u8(&t->c);
		if (!cut(t, "a use-list flag") || (flag && !skip_orders(t, count)))
			return false;
	}
	put_bytes(t, at);
	return true;
}

static bool enter_block(struct state *t)
{
	uint64_t head = next(t);
	if (!cut(t, "number of ops"))
		return false;
	if (t->writes)
		put(t, head);
	if ((head & 1) && !do_arguments(t))
		return false;
	top(t)->ops = head >> 1;
	return get_count(t, "number of ops", head >> 1);
}

/* Readers let a region announce more values than it has as long as that many bytes follow, of which there may be fewer now. */
static bool leave_region(struct state *t)
{
	const struct frame *frame = top(t);
	if (frame->announced == frame->values)
		return true;
	return mlirbc__edit_fail(t->e, MLIRBC_E_CORRUPT, t->c.pos,
		"IR section: a region declared %llu values, but has %llu", (unsigned long long)frame->announced,
		(unsigned long long)frame->values);
}

static bool enter_region(struct state *t)
{
	size_t at = t->c.pos;
	uint64_t blocks = next(t);
	if (!leave_region(t) || !get_count(t, "number of blocks", blocks))
		return false;
	top(t)->announced = blocks ? next(t) : 0;
	top(t)->values = 0;
	put_bytes(t, at);
	top(t)->blocks = blocks;
	return cut(t, "number of values");
}

/* ---- ops */

static bool open_section(struct state *t, struct frame *frame)
{
	struct mlirbc__save *s = &t->e->save;
	size_t at = t->c.pos;
	uint8_t head = bytecursor_u8(&t->c);
	uint64_t length = next(t), alignment = head & 0x80 ? next(t) : 1;
	if (!cut(t, "header of a section"))
		return false;
	if ((head & 0x7F) != MLIRBC__SECTION_IR || alignment == 0 || (alignment & (alignment - 1)) ||
		alignment > SIZE_MAX / 2)
		return mlirbc__edit_fail(
			t->e, MLIRBC_E_CORRUPT, at, "IR section: expected a section 4 with the regions");
	bytecursor_align(&t->c, 0, (size_t)alignment);
	if (!get_count(t, "length of a section", length))
		return false;
	frame->section = true;
	frame->end = t->c.end;
	t->c.end = t->c.pos + (size_t)length;
	frame->nested = MLIRBC__ITEMS(&s->nested, struct mlirbc__nested);
	struct mlirbc__nested nested = { s->ir.size, t->headers };
	if (t->writes)
		mlirbc__out_put(&s->job, &s->nested, &nested, sizeof nested);
	return mlirbc__edit_ok(t->e);
}

static bool do_regions(struct state *t)
{
	struct frame frame = { 0 };
	uint64_t head = next(t);
	if (!get_count(t, "number of regions", head >> 1))
		return false;
	if (t->writes)
		put(t, head);
	frame.regions = head >> 1;
	if (depth(t) > t->e->max_depth)
		return mlirbc__edit_fail(t->e, MLIRBC_E_LIMIT, t->c.pos,
			"IR section: regions are nested deeper than the limit of %u", t->e->max_depth);
	if ((head & 1) && t->e->load->version >= MLIRBC__V_REGION_SECTIONS && !open_section(t, &frame))
		return false;
	mlirbc__out_put(&t->e->save.job, &t->e->frames, &frame, sizeof frame);
	return mlirbc__edit_ok(t->e);
}

static bool do_properties(struct state *t, size_t name)
{
	size_t blob;
	if (!get(t, "properties of an op", t->e->load->blob_count, &blob))
		return false;
	if (t->writes)
		put(t, mlirbc__edit_blob(t->e, blob, name)->number);
	else
		mlirbc__edit_use_blob(t->e, blob, name);
	return true;
}

static bool do_result_count(struct state *t, uint64_t *out_count)
{
	*out_count = next(t);
	if (!get_count(t, "number of results", *out_count))
		return false;
	if (t->writes)
		put(t, *out_count);
	top(t)->values += *out_count;
	return true;
}

static bool do_result(struct state *t)
{
	size_t index;
	return get(t, "type of a result", t->e->load->type_count, &index) && do_type(t, index);
}

static bool do_name(struct state *t, size_t *out_name)
{
	struct mlirbc__edit *e = t->e;
	if (!get(t, "name of an op", e->load->op_name_count, out_name))
		return false;
	uint32_t *number = &((uint32_t *)e->names.data)[*out_name];
	if (t->writes)
		put(t, *number);
	else
		*number = 1;
	return true;
}

static bool do_mask(struct state *t, uint64_t *out_mask)
{
	struct mlirbc__edit *e = t->e;
	size_t at = t->c.pos;
	uint8_t mask = bytecursor_u8(&t->c);
	*out_mask = mask;
	if (!cut(t, "mask of an op"))
		return false;
	if (mask >= mlirbc__op_mask_limit(e->load->version))
		return mlirbc__edit_fail(e, MLIRBC_E_CORRUPT, at, "IR section: mask of an op is 0x%02x", mask);
	if (t->writes)
		mlirbc__out_byte(&e->save.job, &e->save.ir, mask);
	return true;
}

static bool do_part(struct state *t, const struct mlirbc__op_record *record, size_t *name, uint64_t *number)
{
	switch (record->part) {
	case MLIRBC__OP_NAME: return do_name(t, name);
	case MLIRBC__OP_MASK: return do_mask(t, number);
	case MLIRBC__OP_LOCATION: return do_location(t);
	case MLIRBC__OP_ATTRIBUTES: return do_attr(t, "attributes of an op");
	case MLIRBC__OP_PROPERTIES: return do_properties(t, *name);
	case MLIRBC__OP_RESULT_COUNT: return do_result_count(t, number);
	case MLIRBC__OP_RESULT: return do_result(t);
	default: return skip_part(t, record, number);
	}
}

/* Everything before the regions. */
static bool do_any_op(struct state *t, bool *out_regions)
{
	struct mlirbc__op_record record;
	uint64_t number = 0;
	size_t name = 0, same = 0; /* from where on all bytes stay as they are */
	mlirbc__op_begin(&record, t->e->load->version);
	for (; record.part < MLIRBC__OP_REGIONS; mlirbc__op_next(&record, number)) {
		if (record.part > MLIRBC__OP_RESULT && !same)
			same = t->c.pos;
		if (!do_part(t, &record, &name, &number))
			return false;
	}
	if (same)
		put_bytes(t, same);
	*out_regions = record.part == MLIRBC__OP_REGIONS;
	return true;
}

/* The next ops, at least one, up to one with regions. */
static bool do_ops(struct state *t)
{
	struct frame *frame = top(t);
	struct mlirbc__edit_ops plain = { .values = 0 };
	bool regions;
	frame->ops -= (t->writes ? mlirbc__edit_write_ops : mlirbc__edit_mark_ops)(t->e, &t->c, frame->ops, &plain);
	frame->values += plain.values;
	if (!mlirbc__edit_ok(t->e))
		return false;
	if (plain.has_regions)
		return do_regions(t);
	if (frame->ops == 0)
		return true;
	frame->ops--;
	return do_any_op(t, &regions) && mlirbc__edit_ok(t->e) && (!regions || do_regions(t));
}

/* ---- */

static bool leave_regions(struct state *t)
{
	struct mlirbc__save *s = &t->e->save;
	struct frame *frame = top(t);
	if (depth(t) > 1 && !leave_region(t))
		return false;
	if (frame->section) {
		if (bytecursor_left(&t->c))
			return mlirbc__edit_fail(t->e, MLIRBC_E_CORRUPT, t->c.pos,
				"IR section: %zu bytes follow the regions of an op", bytecursor_left(&t->c));
		t->c.end = frame->end;
		if (t->writes) {
			struct mlirbc__nested *nested = (struct mlirbc__nested *)s->nested.data + frame->nested;
			nested->size = s->ir.size - nested->at + (t->headers - nested->size);
			t->headers += 1 + mlirbc__varint_size(nested->size);
		}
	}
	t->e->frames.size -= sizeof *frame;
	return true;
}

static bool step(struct state *t)
{
	struct frame *frame = top(t);
	if (frame->ops)
		return do_ops(t);
	if (frame->blocks) {
		frame->blocks--;
		return enter_block(t);
	}
	if (frame->regions) {
		frame->regions--;
		return enter_region(t);
	}
	return leave_regions(t);
}

static bool go_through(struct mlirbc__edit *e, bool writes)
{
	const struct frame outermost = { .blocks = 1 };
	struct state t = { .e = e, .c = e->load->sections[MLIRBC__SECTION_IR], .writes = writes };
	e->frames.size = 0;
	mlirbc__out_put(&e->save.job, &e->frames, &outermost, sizeof outermost);
	while (mlirbc__edit_ok(e) && e->frames.size) {
		if (!step(&t))
			return false;
	}
	if (mlirbc__edit_ok(e) && bytecursor_left(&t.c))
		return mlirbc__edit_fail(e, MLIRBC_E_CORRUPT, t.c.pos, "IR section: %zu bytes follow the last op",
			bytecursor_left(&t.c));
	return mlirbc__edit_ok(e);
}

bool mlirbc__edit_count_ir(struct mlirbc__edit *e) { return go_through(e, false); }

/* Reserves the size of the input: growing would hold the bytes twice. */
bool mlirbc__edit_write_ir(struct mlirbc__edit *e)
{
	return mlirbc__edit_reserve(e, &e->save.ir, bytecursor_left(&e->load->sections[MLIRBC__SECTION_IR]), 1) &&
	       go_through(e, true);
}
