/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The IR section: ops, blocks, regions and the numbers of values. Nested regions use an explicit stack. */
#include "bytecode/read/load_ir.h"
#include "bytecode/write/write_state.h"

/* An op whose regions are being written. */
struct open_op {
	const struct mlirbc_op *op;
	uint32_t next_region;
	bool isolated, section;
	const struct mlirbc_block *block; /* NULL: between regions */
	const struct mlirbc_op *next;
	size_t first_value, outer_scope, nested;
};

struct state {
	struct mlirbc__save *s;
	struct mlirbc__out values; /* const struct mlirbc_value *: those with a number */
	struct mlirbc__out stack;  /* struct open_op */
	size_t scope;              /* number 0 is there */
	size_t headers;            /* bytes of the sections' headers closed so far */
};

static void put(struct state *t, uint64_t value) { mlirbc__out_varint(&t->s->job, &t->s->ir, value); }
static struct open_op *top(struct state *t) { return (struct open_op *)((uint8_t *)t->stack.data + t->stack.size) - 1; }

static bool bad_op(struct state *t, const struct mlirbc_op *op, enum mlirbc_status status, const char *what)
{
	return mlirbc__job_fail(&t->s->job, status, "op %u, \"%.*s\": %s", op->number,
		op->name->size < 80 ? (int)op->name->size : 80, op->name->data, what);
}

/* ---- before: numbers of ops, and which of them use values from around their regions */

static const struct mlirbc_region *region_of(const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_block *block = op ? op->parent : mlirbc_value_block(value);
	return block ? block->parent : NULL;
}

/* The number of the op around a region + 1; 0 for the top level, whose values any op may use. */
static uint32_t number_around(const struct mlirbc_region *region) { return region ? region->parent->number + 1 : 0; }

/* For each op, the least number around the values that are used inside its regions. Nested ops come after the
 * enclosing op in the list of ops, so one pass from its end is sufficient at any depth. */
static void find_captures(struct mlirbc__save *s, size_t count)
{
	const struct mlirbc_op *const *ops = s->ops.data;
	uint32_t *captures = s->captures.data;
	memset(captures, 0xFF, count * sizeof *captures);
	for (size_t i = count; i-- > 0;) {
		const struct mlirbc_op *op = ops[i];
		const struct mlirbc_region *around = op->parent->parent;
		if (!around)
			continue;
		uint32_t *least = &captures[around->parent->number];
		*least = captures[i] < *least ? captures[i] : *least;
		for (uint32_t j = 0; j < op->operand_count; j++) {
			const struct mlirbc_value *value = mlirbc_op_operands(op)[j].value;
			uint32_t number = value ? number_around(region_of(value)) : UINT32_MAX;
			*least = number < *least ? number : *least;
		}
	}
}

/* True when an op uses no values from around its regions. */
static bool captures_nothing(const struct mlirbc__save *s, const struct mlirbc_op *op)
{
	return ((const uint32_t *)s->captures.data)[op->number] > op->number;
}

bool mlirbc__save_ops(struct mlirbc__save *s)
{
	struct mlirbc_op *root, *op;
	for (root = s->job.module->body->first; root; root = root->next) {
		for (op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			size_t number = MLIRBC__ITEMS(&s->ops, const struct mlirbc_op *);
			if (number >= UINT32_MAX)
				return mlirbc__job_fail(&s->job, MLIRBC_E_LIMIT, "more than 2^32 ops");
			op->number = (uint32_t)number;
			const struct mlirbc_op *item = op;
			mlirbc__out_put(&s->job, &s->ops, &item, sizeof item);
			if (s->job.status != MLIRBC_OK)
				return false;
		}
	}
	size_t count = MLIRBC__ITEMS(&s->ops, const struct mlirbc_op *);
	if (s->load || count == 0) /* a file has the isolated flags */
		return true;
	if (!mlirbc__out_more(&s->job, &s->captures, count * sizeof(uint32_t)))
		return false;
	find_captures(s, count);
	return true;
}

/* ---- ops */

static bool put_operands(struct state *t, const struct mlirbc_op *op)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	const struct mlirbc_value **values = t->values.data;
	size_t count = MLIRBC__ITEMS(&t->values, const struct mlirbc_value *) - t->scope;
	put(t, op->operand_count);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = operands[i].value;
		if (!value)
			return bad_op(t, op, MLIRBC_E_ARG, "an operand is not set");
		if (value->number >= count || values[t->scope + value->number] != value)
			return bad_op(t, op, MLIRBC_E_ARG, "an operand is a value that is not visible there");
		put(t, value->number);
	}
	return true;
}

static bool put_successors(struct state *t, const struct mlirbc_op *op)
{
	put(t, mlirbc_op_successor_count(op));
	for (uint32_t i = 0; i < mlirbc_op_successor_count(op); i++) {
		const struct mlirbc_block *block = mlirbc_op_successors(op)[i];
		if (!block || block->parent != op->parent->parent)
			return bad_op(t, op, MLIRBC_E_ARG, "a successor is not a block of the region");
		put(t, block->number);
	}
	return true;
}

static bool orders_kept(struct state *t, const struct mlirbc_op *op, bool differs)
{
	if (!differs || t->s->version >= MLIRBC__V_USE_LISTS || t->s->drop_use_orders)
		return true;
	return bad_op(
		t, op, MLIRBC_E_UNSUPPORTED, "versions before 3 cannot represent use-list orders, and it has one");
}

static bool push(struct state *t, const struct mlirbc_op *op, bool isolated)
{
	struct open_op open = { .op = op,
		.isolated = isolated,
		.section = isolated && t->s->version >= MLIRBC__V_REGION_SECTIONS,
		.first_value = MLIRBC__ITEMS(&t->values, const struct mlirbc_value *),
		.outer_scope = t->scope,
		.nested = MLIRBC__ITEMS(&t->s->nested, struct mlirbc__nested) };
	put(t, (uint64_t)op->region_count << 1 | isolated);
	if (isolated)
		t->scope = open.first_value;
	if (open.section) { /* size: until it is closed, the headers before it */
		struct mlirbc__nested nested = { t->s->ir.size, t->headers };
		mlirbc__out_put(&t->s->job, &t->s->nested, &nested, sizeof nested);
	}
	mlirbc__out_put(&t->s->job, &t->stack, &open, sizeof open);
	return t->s->job.status == MLIRBC_OK;
}

/* The section of unread regions. */
static bool copy_regions(struct state *t, const struct mlirbc_op *op)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc__reader r = { bytecursor_init(s->load->data, s->load->size), s->load, NULL, MLIRBC_NO_OFFSET };
	enum mlirbc__section_id id;
	struct bytecursor data;
	put(t, (uint64_t)op->region_count << 1 | 1);
	struct mlirbc__copy copy = { s->ir.size, mlirbc__unread_of(op)->at };
	r.c.pos = copy.old_at;
	(void)mlirbc__section(&r, &id, &data); /* it was read once to leave it where it is */
	mlirbc__out_put(&s->job, &s->copied, &copy, sizeof copy);
	mlirbc__out_put(&s->job, &s->ir, s->load->data + copy.old_at, r.c.pos - copy.old_at);
	return s->job.status == MLIRBC_OK;
}

static bool put_op(struct state *t, const struct mlirbc_op *op)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc__save_parts parts;
	put(t, mlirbc__save_name(s, op));
	size_t mask_at = s->ir.size;
	mlirbc__out_byte(&s->job, &s->ir, 0);
	size_t location = mlirbc__save_old_attr(s, op->location);
	put(t, location != MLIRBC_NO_INDEX ? location : mlirbc__save_attr(s, mlirbc_op_location(op)));
	if (!mlirbc__save_attributes(s, op, &parts))
		return false;
	bool attributes = parts.attributes != MLIRBC_NO_INDEX, properties = parts.properties != MLIRBC_NO_INDEX;
	if (attributes)
		put(t, parts.attributes);
	if (properties)
		put(t, parts.properties);
	if (op->result_count)
		put(t, op->result_count);
	for (uint32_t i = 0; i < op->result_count; i++)
		put(t, mlirbc__save_type(s, mlirbc_op_results(op)[i].type));
	if (op->operand_count && !put_operands(t, op))
		return false;
	if (mlirbc_op_successor_count(op) && !put_successors(t, op))
		return false;
	bool orders = mlirbc__save_orders(s, mlirbc_op_results(op), op->result_count);
	if (!orders_kept(t, op, orders) || s->job.status != MLIRBC_OK)
		return false;
	orders &= s->version >= MLIRBC__V_USE_LISTS;
	uint8_t mask = 0;
	mask |= attributes ? MLIRBC__HAS_ATTRIBUTES : 0;
	mask |= op->result_count ? MLIRBC__HAS_RESULTS : 0;
	mask |= op->operand_count ? MLIRBC__HAS_OPERANDS : 0;
	mask |= mlirbc_op_successor_count(op) ? MLIRBC__HAS_SUCCESSORS : 0;
	mask |= op->region_count ? MLIRBC__HAS_REGIONS : 0;
	mask |= orders ? MLIRBC__HAS_USE_LISTS : 0;
	mask |= properties ? MLIRBC__HAS_PROPERTIES : 0;
	((uint8_t *)s->ir.data)[mask_at] = mask;
	if (!op->region_count)
		return true;
	if (op->unread)
		return copy_regions(t, op);
	return push(t, op, op->isolated || (!s->load && captures_nothing(s, op)));
}

/* ---- blocks and regions */

static void give_numbers(struct state *t, struct mlirbc_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_value *value = &values[i];
		values[i].number = (uint32_t)(MLIRBC__ITEMS(&t->values, const struct mlirbc_value *) - t->scope);
		mlirbc__out_put(&t->s->job, &t->values, &value, sizeof value);
	}
}

static bool enter_block(struct state *t, const struct mlirbc_block *block)
{
	struct mlirbc__save *s = t->s;
	size_t ops = 0;
	for (const struct mlirbc_op *op = block->first; op; op = op->next)
		ops++;
	put(t, (uint64_t)ops << 1 | (block->argument_count != 0));
	top(t)->block = block;
	top(t)->next = block->first;
	if (block->argument_count == 0)
		return true;
	put(t, block->argument_count);
	for (uint32_t i = 0; i < block->argument_count; i++) {
		const struct mlirbc_value *argument = &block->arguments[i];
		const struct mlirbc_attr *location = NULL;
		uintptr_t held = mlirbc__block_locations(block)[i];
		uint32_t ref = held & 1 ? (uint32_t)(held >> 1) : 0, type = mlirbc__save_type(s, argument->type);
		size_t old = mlirbc__save_old_attr(s, ref);
		if (old == MLIRBC_NO_INDEX)
			location = mlirbc_value_location(argument);
		bool located = !location || location->kind != MLIRBC_LOC_UNKNOWN;
		if (s->version < MLIRBC__V_ARGUMENT_LOCATIONS)
			put(t, type);
		else
			put(t, (uint64_t)type << 1 | located);
		if (located || s->version < MLIRBC__V_ARGUMENT_LOCATIONS)
			put(t, old != MLIRBC_NO_INDEX ? old : mlirbc__save_attr(s, location));
	}
	size_t flag_at = s->ir.size;
	if (s->version >= MLIRBC__V_USE_LISTS)
		mlirbc__out_byte(&s->job, &s->ir, 0);
	bool orders = mlirbc__save_orders(s, block->arguments, block->argument_count);
	if (!orders_kept(t, top(t)->op, orders) || s->job.status != MLIRBC_OK)
		return false;
	if (orders && s->version >= MLIRBC__V_USE_LISTS)
		((uint8_t *)s->ir.data)[flag_at] = MLIRBC__HAS_USE_LISTS;
	return true;
}

static bool enter_region(struct state *t)
{
	struct open_op *open = top(t);
	const struct mlirbc_region *region = &mlirbc_op_regions(open->op)[open->next_region++];
	put(t, region->block_count);
	if (region->block_count == 0)
		return true;
	size_t before = MLIRBC__ITEMS(&t->values, const struct mlirbc_value *);
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		give_numbers(t, block->arguments, block->argument_count);
		for (struct mlirbc_op *op = block->first; op; op = op->next)
			give_numbers(t, mlirbc_op_results(op), op->result_count);
	}
	put(t, MLIRBC__ITEMS(&t->values, const struct mlirbc_value *) - before);
	return enter_block(t, region->first);
}

static bool leave_op(struct state *t)
{
	struct open_op *open = top(t);
	t->scope = open->outer_scope;
	if (open->section) {
		struct mlirbc__nested *nested = (struct mlirbc__nested *)t->s->nested.data + open->nested;
		nested->size = t->s->ir.size - nested->at + (t->headers - nested->size);
		t->headers += 1 + mlirbc__varint_size(nested->size);
	}
	t->stack.size -= sizeof *open;
	return true;
}

/* One op, the start of a block, or the end of a region. */
static bool step(struct state *t)
{
	struct open_op *open = top(t);
	const struct mlirbc_op *op = open->next;
	if (op) {
		open->next = op->next;
		return put_op(t, op);
	}
	if (open->block && open->block->next)
		return enter_block(t, open->block->next);
	open->block = NULL;
	t->values.size = open->first_value * sizeof(const struct mlirbc_value *);
	return open->next_region < open->op->region_count ? enter_region(t) : leave_op(t);
}

bool mlirbc__save_ir(struct mlirbc__save *s)
{
	struct state t = { .s = s };
	uint64_t ops = 0;
	bool ok = true;
	for (const struct mlirbc_op *op = s->job.module->body->first; op; op = op->next)
		ops++;
	put(&t, ops << 1);
	for (const struct mlirbc_op *op = s->job.module->body->first; ok && op; op = op->next) {
		ok = put_op(&t, op);
		while (ok && t.stack.size)
			ok = step(&t);
	}
	mlirbc__out_finish(&s->job, &t.values);
	mlirbc__out_finish(&s->job, &t.stack);
	return ok && s->job.status == MLIRBC_OK;
}
