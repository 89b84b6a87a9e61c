/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of values in custom form. Operations suggest names ("c4_i32"); if a name is already visible, a number is
 * appended. Unlike in generic form, each region continues counting where its parent region ended. */
#include "text/print/print_form.h"

#include <stdio.h>

/* Numbers of operations and results: a number tagged NAMED is an index of a name; GROUPS: the results of the
 * operation have separate numbers; INSIDE: the result belongs to the group of the previous one. */
#define NAMED (UINT32_C(1) << 31)
#define GROUPS (UINT32_C(1) << 30)
#define INSIDE UINT32_MAX

struct used_name {
	const char *text;
	size_t size;
	uint32_t hash, next; /* in the bucket: index + 1 */
};

/* A region whose values have no names yet, with the counters of its parent region. */
struct waiting {
	const struct mlirbc_region *region;
	struct mlirbc__counters next;
	uint32_t conflicts;
	size_t used;
};

struct naming {
	struct mlirbc_printer *printer;
	struct mlirbc__counters next;
	uint32_t conflicts; /* the next number appended to a name */
	struct used_name *used; /* those visible, newest last */
	size_t used_count, used_capacity;
	uint32_t *buckets; /* used_capacity of them */
	struct waiting *waiting;
	size_t waiting_count, waiting_capacity;
};

/* An array twice as large, with the same elements; NULL when memory is short. */
static void *grow(struct mlirbc_printer *printer, void *array, size_t *capacity, size_t size)
{
	size_t more = *capacity ? *capacity * 2 : 64;
	void *made = mlirbc__arena_take(&printer->scratch, more * size, 8);
	printer->no_memory |= !made;
	if (!made)
		return NULL;
	if (*capacity)
		memcpy(made, array, *capacity * size);
	mlirbc__arena_give(&printer->scratch, array, *capacity * size, 8);
	*capacity = more;
	return made;
}

/* ---- the names that are visible */

static uint32_t *bucket_of(const struct naming *naming, uint32_t hash)
{
	return &naming->buckets[hash & (naming->used_capacity - 1)];
}

static void chain(struct naming *naming, size_t index)
{
	struct used_name *name = &naming->used[index];
	uint32_t *bucket = bucket_of(naming, name->hash);
	name->next = *bucket;
	*bucket = (uint32_t)index + 1;
}

static bool is_used(const struct naming *naming, const char *text, size_t size, uint32_t hash)
{
	if (naming->used_capacity == 0)
		return false;
	for (uint32_t at = *bucket_of(naming, hash); at; at = naming->used[at - 1].next) {
		const struct used_name *name = &naming->used[at - 1];
		if (name->hash == hash && name->size == size && memcmp(name->text, text, size) == 0)
			return true;
	}
	return false;
}

static bool grow_used(struct naming *naming)
{
	struct mlirbc_printer *printer = naming->printer;
	size_t before = naming->used_capacity;
	struct used_name *used = grow(printer, naming->used, &naming->used_capacity, sizeof *used);
	if (!used)
		return false;
	naming->used = used;
	mlirbc__arena_give(&printer->scratch, naming->buckets, before * sizeof *naming->buckets, 8);
	naming->buckets = mlirbc__arena_take(&printer->scratch, naming->used_capacity * sizeof *naming->buckets, 8);
	if (!naming->buckets) {
		mlirbc__arena_give(&printer->scratch, naming->used, naming->used_capacity * sizeof *used, 8);
		naming->used = NULL;
		naming->used_capacity = naming->used_count = 0;
		printer->no_memory = true;
		return false;
	}
	memset(naming->buckets, 0, naming->used_capacity * sizeof *naming->buckets);
	for (size_t i = 0; i < naming->used_count; i++)
		chain(naming, i);
	return true;
}

static void add_used(struct naming *naming, const char *text, size_t size, uint32_t hash)
{
	if (naming->used_count == naming->used_capacity && !grow_used(naming))
		return;
	naming->used[naming->used_count] = (struct used_name){ text, size, hash, 0 };
	chain(naming, naming->used_count++);
}

/* The newest are the heads of their chains. */
static void leave(struct naming *naming, size_t count)
{
	for (; naming->used_count > count; naming->used_count--) {
		const struct used_name *name = &naming->used[naming->used_count - 1];
		*bucket_of(naming, name->hash) = name->next;
	}
}

/* ---- the name of a result */

static uint32_t hash_of(const char *text, size_t size) { return (uint32_t)mlirbc__hash(0, text, size); }

/* A copy of the name, with room for a suffix: its number among the printer's names, marked; 0 when memory is short. */
static uint32_t store_name(struct naming *naming, const char *base, size_t size)
{
	struct mlirbc_printer *printer = naming->printer;
	char *text = mlirbc__arena_alloc(&printer->scratch, size + 13, 1);
	if (printer->value_name_count == printer->value_name_capacity) {
		size_t capacity = printer->value_name_capacity;
		void *names = grow(printer, printer->value_names, &capacity, sizeof *printer->value_names);
		if (!names)
			return 0;
		printer->value_names = names;
		printer->value_name_capacity = (uint32_t)capacity;
	}
	printer->no_memory |= !text;
	if (!text || printer->value_name_count >= GROUPS)
		return 0;
	memcpy(text, base, size);
	text[size] = '\0';
	printer->value_names[printer->value_name_count] = text;
	return NAMED | printer->value_name_count++;
}

/* The name, or one made of it that is not visible: its number among the printer's names, marked. */
static uint32_t unique_name(struct naming *naming, const char *base, size_t size)
{
	uint32_t number = store_name(naming, base, size);
	if (!(number & NAMED))
		return number;
	char *text = (char *)(uintptr_t)naming->printer->value_names[number & ~NAMED]; /* made by store_name() */
	size_t length = size;
	while (is_used(naming, text, length, hash_of(text, length)))
		length = size + (size_t)snprintf(text + size, 13, "_%u", naming->conflicts++);
	add_used(naming, text, length, hash_of(text, length));
	return number;
}

/* c4_i32, true, cst: after the value. */
static uint32_t constant_name(struct naming *naming, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = MLIRBC__PROPERTY(op, "value");
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	char few[64], *text = few, suffix[32];
	if (!value || value->kind != MLIRBC_ATTR_INTEGER)
		return unique_name(naming, "cst", 3);
	size_t size = mlirbc_attr_text(value, few + 1, sizeof few - 1);
	if (size >= sizeof few - 1) {
		text = mlirbc__arena_alloc(&naming->printer->scratch, size + 2, 1);
		naming->printer->no_memory |= !text;
		if (!text)
			return 0;
		mlirbc_attr_text(value, text + 1, size + 1);
	}
	text[0] = 'c';
	size = strcspn(text, " ");
	if (type->kind != MLIRBC_TYPE_INTEGER)
		return unique_name(naming, text, size);
	if (type->u.integer.width == 1)
		return value->u.number.words[0] & 1 ? unique_name(naming, "true", 4) : unique_name(naming, "false", 5);
	/* the suggested name is shorter than "c4 : i32": "c4_i32" */
	suffix[0] = '_';
	size_t suffix_size = 1 + mlirbc_type_text(type, suffix + 1, sizeof suffix - 1);
	memcpy(text + size, suffix, suffix_size);
	return unique_name(naming, text, size + suffix_size);
}

/* Names for groups of results; those from the third on share the last two if the list has a '%'. */
static void name_groups(struct naming *naming, struct mlirbc_op *op, const char *names)
{
	struct mlirbc_value *results = mlirbc_op_results(op);
	uint32_t at = 0, half = strchr(names, '%') ? (op->result_count - 2) / 2 : 1, step = 1;
	for (uint32_t i = 0; i < op->result_count; i++)
		results[i].number = INSIDE;
	for (; *names && at < op->result_count; at += step) {
		size_t size;
		if (*names == '%') {
			step = half;
			names++;
		}
		size = strcspn(names, ",");
		results[at].number = unique_name(naming, names, size);
		names += size + (names[size] == ',');
	}
	op->number = GROUPS;
}

enum { MOST_GROUPED = 130 };

/* Names of results that a hook gives. */
static void name_by_hook(struct naming *naming, struct mlirbc_op *op, const struct mlirbc__form_kind *kind)
{
	const struct mlirbc_printing *hooks = kind->hooks;
	struct mlirbc_value *results = mlirbc_op_results(op);
	const char *name = hooks->result_name(op, kind->data, 0, hooks->ctx), *other = NULL;
	for (uint32_t i = 1; name && !other && i < op->result_count && op->result_count <= MOST_GROUPED; i++)
		other = hooks->result_name(op, kind->data, i, hooks->ctx);
	if (!other) {
		op->number = name ? unique_name(naming, name, strlen(name)) : naming->next.values++;
		return;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		name = hooks->result_name(op, kind->data, i, hooks->ctx);
		results[i].number = name ? unique_name(naming, name, strlen(name)) : INSIDE;
	}
	op->number = GROUPS;
}

static void name_op(struct naming *naming, const struct mlirbc_op *constant)
{
	struct mlirbc_printer *printer = naming->printer;
	struct mlirbc_op *op = (struct mlirbc_op *)(uintptr_t)constant; /* scratch, though the op is const here */
	if (op->result_count == 0 && !printer->value_users)
		return;
	const struct mlirbc__form_kind *kind = op->result_count ? mlirbc__form_kind(printer, op->name) : NULL;
	if (kind && kind->hooks && kind->hooks->result_name) {
		name_by_hook(naming, op, kind);
		return;
	}
	kind = op->result_count ? mlirbc__form_of(printer, op) : NULL;
	const char *names = kind && kind->form.names ? kind->form.names : "";
	/* each use searches for the group's first result, so groups are small */
	if (*names == '\0' || (strchr(names, '%') && op->result_count > MOST_GROUPED))
		op->number = naming->next.values++;
	else if (*names == '#')
		op->number = constant_name(naming, op);
	else if (strchr(names, ','))
		name_groups(naming, op, names);
	else
		op->number = unique_name(naming, names, strlen(names));
}

/* ---- regions */

static bool push_regions(struct naming *naming, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!mlirbc_op_regions(op)[i].first)
			continue;
		if (naming->waiting_count == naming->waiting_capacity) {
			void *waiting = grow(
				naming->printer, naming->waiting, &naming->waiting_capacity, sizeof *naming->waiting);
			if (!waiting)
				return false;
			naming->waiting = waiting;
		}
		naming->waiting[naming->waiting_count++] = (struct waiting){ &mlirbc_op_regions(op)[i], naming->next,
			naming->conflicts, naming->used_count };
	}
	return true;
}

/* The text of a value that has a name or number, without '%'. */
static size_t value_text(const struct naming *naming, const struct mlirbc_value *value, char *out, size_t room)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	uint32_t number = value->number, first = 0, size = 1;
	if (op) {
		size = op->result_count;
		number = op->number;
	}
	if (op && number == GROUPS) {
		for (first = value->index; mlirbc_op_results(op)[first].number == INSIDE;)
			first--;
		number = mlirbc_op_results(op)[first].number;
		for (size = 1; first + size < op->result_count && mlirbc_op_results(op)[first + size].number == INSIDE;)
			size++;
	}
	bool argument = !op && mlirbc_value_block(value) == mlirbc_value_block(value)->parent->first;
	int used = number & NAMED ? snprintf(out, room, "%s", naming->printer->value_names[number & ~NAMED])
				  : snprintf(out, room, argument ? "arg%u" : "%u", number);
	if (size > 1 && used > 0 && (size_t)used < room)
		used += snprintf(out + used, room - (size_t)used, "#%u", value->index - first);
	return used > 0 ? (size_t)used : 0;
}

/* The name of an operand, which the argument hides; its number among the printer's names, marked. */
static uint32_t hiding_name(struct naming *naming, const struct mlirbc_op *op, const char *index)
{
	uint32_t operand = 0;
	char name[256];
	for (; *index >= '0' && *index <= '9' && operand < op->operand_count; index++)
		operand = operand * 10 + (uint32_t)(*index - '0');
	if (operand >= op->operand_count || !mlirbc_op_operands(op)[operand].value)
		return naming->next.arguments;
	size_t size = value_text(naming, mlirbc_op_operands(op)[operand].value, name, sizeof name);
	return size < sizeof name ? store_name(naming, name, size) : naming->next.arguments;
}

/* Arguments of entry blocks are "arg0", "arg1" unless a hook names them. */
static void name_entry_arguments(struct naming *naming, const struct mlirbc_region *region)
{
	const struct mlirbc_block *block = region->first;
	const struct mlirbc_op *op = region->parent;
	const struct mlirbc__form_kind *kind = op && naming->printer->dialect_count && block->argument_count
						       ? mlirbc__form_kind(naming->printer, op->name)
						       : NULL;
	const struct mlirbc_printing *hooks = kind ? kind->hooks : NULL;
	for (uint32_t i = 0; i < block->argument_count; i++) {
		const char *name = hooks && hooks->argument_name
					   ? hooks->argument_name(op, kind->data,
						     (uint32_t)(region - mlirbc_op_regions(op)), i, hooks->ctx)
					   : NULL;
		if (name && name[0] == '%') {
			block->arguments[i].number = hiding_name(naming, op, name + 1);
			naming->next.arguments++;
			continue;
		}
		block->arguments[i].number = name ? unique_name(naming, name, strlen(name)) : naming->next.arguments++;
	}
}

static void name_region(struct naming *naming, const struct mlirbc_region *region)
{
	if (region->first)
		name_entry_arguments(naming, region);
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		for (uint32_t i = 0; block != region->first && i < block->argument_count; i++)
			block->arguments[i].number = naming->next.values++;
		for (const struct mlirbc_op *op = block->first; op; op = op->next)
			name_op(naming, op);
	}
}

void mlirbc__name_values(struct mlirbc_printer *printer, const struct mlirbc_op *root, struct mlirbc__counters *next)
{
	struct naming naming = { .printer = printer, .next = *next };
	bool good = push_regions(&naming, root);
	name_op(&naming, root);
	*next = naming.next;
	while (good && naming.waiting_count && !printer->no_memory) {
		const struct waiting waiting = naming.waiting[--naming.waiting_count];
		naming.next = waiting.next;
		naming.conflicts = waiting.conflicts;
		leave(&naming, waiting.used);
		name_region(&naming, waiting.region);
		for (const struct mlirbc_block *block = waiting.region->first; block && good; block = block->next) {
			for (const struct mlirbc_op *op = block->first; op && good; op = op->next)
				good = push_regions(&naming, op);
		}
	}
	struct mlirbc__arena *arena = &printer->scratch;
	mlirbc__arena_give(arena, naming.used, naming.used_capacity * sizeof *naming.used, 8);
	mlirbc__arena_give(arena, naming.buckets, naming.used_capacity * sizeof *naming.buckets, 8);
	mlirbc__arena_give(arena, naming.waiting, naming.waiting_capacity * sizeof *naming.waiting, 8);
}

void mlirbc__forget_names(struct mlirbc_printer *printer)
{
	mlirbc__arena_give(&printer->scratch, printer->value_names,
		printer->value_name_capacity * sizeof *printer->value_names, 8);
	mlirbc__set_finish(&printer->forms, &printer->scratch);
}

/* ---- printing */

static void put_number(struct mlirbc_printer *printer, uint32_t number)
{
	mlirbc__put_char(&printer->out, '%');
	if ((number & NAMED) && (number & ~NAMED) < printer->value_name_count)
		mlirbc__put_text(&printer->out, printer->value_names[number & ~NAMED]);
	else
		mlirbc__put_unsigned(&printer->out, number);
}

static bool has_groups(const struct mlirbc_op *op) { return op->number == GROUPS; }

/* The number of results from `first` on that have one name. */
static uint32_t group_size(const struct mlirbc_op *op, uint32_t first)
{
	uint32_t size = 1;
	while (first + size < op->result_count && mlirbc_op_results(op)[first + size].number == INSIDE)
		size++;
	return size;
}

static void put_argument(struct mlirbc_printer *printer, const struct mlirbc_value *value)
{
	const struct mlirbc_block *block = mlirbc_value_block(value);
	bool entry = block->parent && block == block->parent->first;
	if (!entry || (value->number & NAMED)) {
		put_number(printer, value->number);
		return;
	}
	mlirbc__put_text(&printer->out, "%arg");
	mlirbc__put_unsigned(&printer->out, value->number);
}

void mlirbc__print_named_value(struct mlirbc_printer *printer, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	if (!op) {
		put_argument(printer, value);
		return;
	}
	uint32_t first = 0, size = op->result_count, number = op->number;
	if (has_groups(op)) {
		for (first = value->index; mlirbc_op_results(op)[first].number == INSIDE;)
			first--;
		number = mlirbc_op_results(op)[first].number;
		size = group_size(op, first);
	}
	put_number(printer, number);
	if (size == 1)
		return;
	mlirbc__put_char(&printer->out, '#');
	mlirbc__put_unsigned(&printer->out, value->index - first);
}

void mlirbc__print_named_results(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	for (uint32_t i = 0, size; i < op->result_count; i += size) {
		size = has_groups(op) ? group_size(op, i) : op->result_count;
		mlirbc__put_text(&printer->out, i ? ", " : "");
		put_number(printer, has_groups(op) ? mlirbc_op_results(op)[i].number : op->number);
		if (size == 1)
			continue;
		mlirbc__put_char(&printer->out, ':');
		mlirbc__put_unsigned(&printer->out, size);
	}
	mlirbc__put_text(&printer->out, op->result_count ? " = " : "");
}
