/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of dialects, attributes, types and op names for empty tables, in the order of MLIR's writer: first by
 * occurrence in a walk over the IR, then the most used first, and within each range of numbers of equal encoded
 * length grouped by dialect.
 *
 * The parts of an entry are found by a trial encoding: while `s->numbering`, each request for a number pushes the
 * requested entry on the list `parts`, and they are visited in that order. Nested entries use an explicit stack. */
#include "bytecode/write/write_state.h"

/* Entries on the list of parts; a type has the lowest bit set, a place of a text the second lowest. */
static uintptr_t place_part(uint32_t ref) { return (uintptr_t)ref << 2 | 2; }
static uintptr_t attr_part(const struct mlirbc_attr *attr) { return (uintptr_t)attr; }
static uintptr_t type_part(const struct mlirbc_type *type) { return (uintptr_t)type | 1; }

static void add_part(struct mlirbc__save *s, uintptr_t part) { mlirbc__out_put(&s->job, &s->parts, &part, sizeof part); }

void mlirbc__need_attr(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	if (attr && !(attr->flags & MLIRBC__UNIQUE))
		attr = mlirbc_attr_unique(s->job.context, attr);
	if (!attr)
		mlirbc__job_memory(&s->job);
	else
		add_part(s, attr_part(attr));
}

void mlirbc__need_type(struct mlirbc__save *s, const struct mlirbc_type *type)
{
	if (!type)
		mlirbc__job_memory(&s->job);
	else
		add_part(s, type_part(type));
}

/* The positions of one text are all different, and are equal to an attribute only if a file location was made
   explicitly. */
static bool begin_places(struct mlirbc__save *s)
{
	const struct mlirbc_context *context = s->job.context;
	if (context->texts != 1 || context->has_lines || context->files)
		return true;
	uint32_t *places = mlirbc__out_more(&s->job, &s->places, context->refs.count * sizeof *places);
	if (places)
		memset(places, 0, s->places.size);
	return places != NULL;
}

/* True if the location with that number is such a position. */
static bool need_place(struct mlirbc__save *s, uint32_t ref)
{
	struct mlirbc_attr place;
	bool is_place = s->places.size && mlirbc__place_get(s->job.context, ref, &place);
	if (is_place)
		add_part(s, place_part(ref));
	return is_place;
}

/* ---- visiting */

/* One more use; true when it is the first. */
static bool use(struct mlirbc__save *s, struct mlirbc__numbers *numbers, struct mlirbc__out *ranks, const void *item)
{
	const struct mlirbc__number *found = mlirbc__number_find(numbers, item);
	if (found) {
		((struct mlirbc__rank *)ranks->data)[found->number].uses++;
		return false;
	}
	struct mlirbc__rank rank = { item, 1, 0 };
	size_t number = MLIRBC__ITEMS(ranks, struct mlirbc__rank);
	mlirbc__out_put(&s->job, ranks, &rank, sizeof rank);
	return s->job.status == MLIRBC_OK && mlirbc__number_add(&s->job, numbers, item, number);
}

static bool use_place(struct mlirbc__save *s, uint32_t ref)
{
	uint32_t *place = &((uint32_t *)s->places.data)[ref];
	if (*place) {
		((struct mlirbc__rank *)s->attr_ranks.data)[*place - 1].uses++;
		return false;
	}
	struct mlirbc__rank rank = { (const void *)place_part(ref), 1, 0 };
	mlirbc__out_put(&s->job, &s->attr_ranks, &rank, sizeof rank);
	*place = (uint32_t)MLIRBC__ITEMS(&s->attr_ranks, struct mlirbc__rank);
	return s->job.status == MLIRBC_OK;
}

static void set_dialect(struct mlirbc__save *s, struct mlirbc__out *ranks, const char *name, size_t size)
{
	uint32_t dialect = mlirbc__save_dialect(s, name, size);
	((struct mlirbc__rank *)((uint8_t *)ranks->data + ranks->size))[-1].dialect = dialect;
}

/* Range on the list of an entry's parts that are not visited yet. */
struct range {
	size_t next, end;
};

static void visit(struct mlirbc__save *s, uintptr_t part)
{
	const bool is_type = part & 1;
	const void *item = (const void *)(part & ~(uintptr_t)1);
	struct mlirbc__out *ranks = is_type ? &s->type_ranks : &s->attr_ranks;
	struct mlirbc_attr place;
	if (mlirbc__is_place(item)) {
		if (!use_place(s, mlirbc__place_of(item)) ||
			!mlirbc__place_get(s->job.context, mlirbc__place_of(item), &place))
			return;
		item = &place;
	} else if (!use(s, is_type ? &s->types : &s->attrs, ranks, item)) {
		return;
	}
	const struct mlirbc_string *dialect = is_type ? mlirbc__type_dialect(item) : mlirbc__attr_dialect(item);
	struct mlirbc__new_entry entry;
	set_dialect(s, ranks, dialect ? dialect->data : "builtin", dialect ? dialect->size : 7);
	s->attr_data.size = s->type_data.size = 0;
	if (is_type)
		mlirbc__save_type_fields(s, &s->type_data, item, &entry);
	else
		mlirbc__save_attr_fields(s, item, &entry);
}

/* Visits all parts from `first` on the list, depth first, and pops them. */
static bool visit_parts(struct mlirbc__save *s, size_t first)
{
	struct range range = { first, MLIRBC__ITEMS(&s->parts, uintptr_t) };
	const size_t bottom = s->ranges.size;
	for (;;) {
		while (range.next == range.end && s->ranges.size > bottom) {
			s->ranges.size -= sizeof range;
			memcpy(&range, (uint8_t *)s->ranges.data + s->ranges.size, sizeof range);
			s->parts.size = range.end * sizeof(uintptr_t);
		}
		if (range.next == range.end || s->job.status != MLIRBC_OK)
			break;
		visit(s, ((const uintptr_t *)s->parts.data)[range.next++]);
		size_t end = MLIRBC__ITEMS(&s->parts, uintptr_t);
		if (end == range.end)
			continue;
		mlirbc__out_put(&s->job, &s->ranges, &range, sizeof range);
		range = (struct range){ range.end, end };
	}
	s->ranges.size = bottom;
	s->parts.size = first * sizeof(uintptr_t);
	return s->job.status == MLIRBC_OK;
}

static bool visit_op(struct mlirbc__save *s, const struct mlirbc_op *op)
{
	struct mlirbc__save_parts ignored;
	size_t first = MLIRBC__ITEMS(&s->parts, uintptr_t);
	if (use(s, &s->op_names, &s->name_ranks, op->name))
		set_dialect(s, &s->name_ranks, op->name->data, mlirbc__dialect_size(op->name));
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc__need_type(s, mlirbc_op_results(op)[i].type);
	if (!mlirbc__save_attributes(s, op, &ignored))
		return false;
	if (!need_place(s, op->location))
		mlirbc__need_attr(s, mlirbc_op_location(op));
	return visit_parts(s, first);
}

static bool visit_region(struct mlirbc__save *s, const struct mlirbc_region *region)
{
	size_t first = MLIRBC__ITEMS(&s->parts, uintptr_t);
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		for (uint32_t i = 0; i < block->argument_count; i++) {
			uintptr_t held = mlirbc__block_locations(block)[i];
			if (!(held & 1) || !need_place(s, (uint32_t)(held >> 1)))
				mlirbc__need_attr(s, mlirbc_value_location(&block->arguments[i]));
			mlirbc__need_type(s, block->arguments[i].type);
		}
		if (!visit_parts(s, first))
			return false;
		for (const struct mlirbc_op *op = block->first; op; op = op->next) {
			if (!visit_op(s, op))
				return false;
		}
	}
	return true;
}

static void push_regions(struct mlirbc__save *s, struct mlirbc__out *stack, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
		mlirbc__out_put(&s->job, stack, &region, sizeof region);
	}
}

/* The most recently found region is next. */
static bool visit_root(struct mlirbc__save *s, struct mlirbc__out *stack, const struct mlirbc_op *root)
{
	if (!visit_op(s, root))
		return false;
	push_regions(s, stack, root);
	while (stack->size && s->job.status == MLIRBC_OK) {
		const struct mlirbc_region *region;
		stack->size -= sizeof region;
		memcpy(&region, (uint8_t *)stack->data + stack->size, sizeof region);
		if (!visit_region(s, region))
			return false;
		for (const struct mlirbc_block *block = region->first; block; block = block->next) {
			for (const struct mlirbc_op *op = block->first; op; op = op->next)
				push_regions(s, stack, op);
		}
	}
	return s->job.status == MLIRBC_OK;
}

/* ---- order */

/* Sorts by `key`, keeping the order of equal ones: counts each of `keys` values, twice over what is there. */
static bool sort_by(struct mlirbc__save *s, struct mlirbc__rank *ranks, size_t count, size_t keys,
	size_t (*key)(const struct mlirbc__rank *rank, uint32_t parameter), uint32_t parameter)
{
	s->scratch.size = s->blob.size = 0;
	size_t *starts = mlirbc__out_more(&s->job, &s->scratch, (keys + 1) * sizeof *starts);
	struct mlirbc__rank *sorted = mlirbc__out_more(&s->job, &s->blob, count * sizeof *sorted);
	if (!starts || !sorted)
		return false;
	memset(starts, 0, (keys + 1) * sizeof *starts);
	for (size_t i = 0; i < count; i++)
		starts[key(&ranks[i], parameter) + 1]++;
	for (size_t i = 1; i <= keys; i++)
		starts[i] += starts[i - 1];
	for (size_t i = 0; i < count; i++)
		sorted[starts[key(&ranks[i], parameter)]++] = ranks[i];
	memcpy(ranks, sorted, count * sizeof *ranks);
	return true;
}

/* A digit of how rarely it is used. */
enum { DIGIT = 11, DIGITS = 1 << DIGIT };
static size_t digit_key(const struct mlirbc__rank *rank, uint32_t shift)
{
	return (UINT32_MAX - rank->uses) >> shift & (DIGITS - 1);
}

/* Most entries are used once; these are moved after the others, in their order. Returns the number of the others;
 * *out_ok: memory was sufficient. */
static size_t part_often_used(struct mlirbc__save *s, struct mlirbc__rank *ranks, size_t count, bool *out_ok)
{
	size_t often = 0, once = count;
	for (size_t i = 0; i < count; i++)
		often += ranks[i].uses > 1;
	s->blob.size = 0;
	struct mlirbc__rank *first = often ? mlirbc__out_more(&s->job, &s->blob, often * sizeof *first) : NULL;
	*out_ok = first || !often;
	if (!first)
		return 0;
	size_t next = often;
	for (size_t i = count; i-- > 0;) {
		if (ranks[i].uses > 1)
			first[--next] = ranks[i];
		else
			ranks[--once] = ranks[i];
	}
	memcpy(ranks, first, often * sizeof *ranks);
	return often;
}

static bool sort_by_uses(struct mlirbc__save *s, struct mlirbc__rank *ranks, size_t count)
{
	uint32_t most = 0;
	bool ok;
	count = part_often_used(s, ranks, count, &ok);
	if (!ok)
		return false;
	for (size_t i = 0; i < count; i++)
		most = ranks[i].uses > most ? ranks[i].uses : most;
	for (uint32_t shift = 0; shift < 32 && most >> shift; shift += DIGIT) {
		if (!sort_by(s, ranks, count, DIGITS, digit_key, shift))
			return false;
	}
	return true;
}

/* `first` sorts before all others. */
static size_t dialect_key(const struct mlirbc__rank *rank, uint32_t first)
{
	return rank->dialect == first ? 0 : (size_t)rank->dialect + 1;
}

static bool is_mixed(const struct mlirbc__rank *ranks, size_t count)
{
	size_t i = 1;
	while (i < count && ranks[i].dialect == ranks[0].dialect)
		i++;
	return i < count;
}

static bool group_by_dialect(struct mlirbc__save *s, struct mlirbc__rank *ranks, size_t count, size_t dialects)
{
	size_t slice = 0;
	uint32_t first = 0;
	for (unsigned bytes = 1; count; bytes++) {
		slice = ((size_t)1 << 7 * bytes) -
			slice; /* not what is left of that range from the third on, but MLIR's */
		size_t part = count < slice ? count : slice;
		if (is_mixed(ranks, part) && !sort_by(s, ranks, part, dialects + 1, dialect_key, first))
			return false;
		first = ranks[part - 1].dialect;
		ranks += part;
		count -= part;
	}
	return true;
}

bool mlirbc__save_rank(struct mlirbc__save *s, struct mlirbc__rank *ranks, size_t count, size_t dialects)
{
	return sort_by_uses(s, ranks, count) && group_by_dialect(s, ranks, count, dialects);
}

/* Sorts the entries into their final order, which the numbers represent afterwards. */
static bool sort(struct mlirbc__save *s, struct mlirbc__numbers *numbers, struct mlirbc__out *out)
{
	struct mlirbc__rank *ranks = out->data;
	size_t count = MLIRBC__ITEMS(out, struct mlirbc__rank);
	if (!mlirbc__save_rank(s, ranks, count, MLIRBC__ITEMS(&s->new_dialects, const struct mlirbc_string *)))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (mlirbc__is_place(ranks[i].item))
			((uint32_t *)s->places.data)[mlirbc__place_of(ranks[i].item)] = (uint32_t)i + 1;
		else
			mlirbc__number_set(numbers, ranks[i].item, i);
	}
	return true;
}

static void list_items(struct mlirbc__save *s, const struct mlirbc__out *ranks, struct mlirbc__out *items)
{
	const struct mlirbc__rank *rank = ranks->data;
	for (size_t i = 0; i < MLIRBC__ITEMS(ranks, struct mlirbc__rank); i++)
		mlirbc__out_put(&s->job, items, &rank[i].item, sizeof rank[i].item);
}

static void list_names(struct mlirbc__save *s)
{
	const struct mlirbc__rank *rank = s->name_ranks.data;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->name_ranks, struct mlirbc__rank); i++)
		mlirbc__save_new_name(s, rank[i].item, rank[i].dialect);
}

bool mlirbc__save_numbers(struct mlirbc__save *s)
{
	struct mlirbc__out stack = { NULL, 0, 0 };
	bool ok = begin_places(s);
	s->numbering = true;
	for (const struct mlirbc_op *op = s->job.module->body->first; op && ok; op = op->next)
		ok = visit_root(s, &stack, op);
	s->numbering = false;
	s->attr_data.size = s->type_data.size = 0;
	mlirbc__out_finish(&s->job, &stack);
	mlirbc__out_finish(&s->job, &s->parts);
	mlirbc__out_finish(&s->job, &s->ranges);
	ok = ok && sort(s, &s->attrs, &s->attr_ranks) && sort(s, &s->types, &s->type_ranks) &&
	     sort(s, &s->op_names, &s->name_ranks);
	if (!ok)
		return false;
	list_items(s, &s->attr_ranks, &s->new_attrs);
	list_items(s, &s->type_ranks, &s->new_types);
	struct mlirbc__out *done[] = { &s->attr_ranks, &s->type_ranks, &s->blob, &s->scratch };
	for (size_t i = 0; i < sizeof done / sizeof *done; i++)
		mlirbc__out_finish(&s->job, done[i]);
	list_names(s);
	return s->job.status == MLIRBC_OK;
}
