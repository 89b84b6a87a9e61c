/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations, blocks, values and their uses. */
#include "ir/context.h"
#include "ir/links.h"
#include "ir/refs.h"

#include <bytecursor/ckd.h>
#include <string.h>

/* ---- uses */

static void use_link(struct mlirbc_operand *operand, struct mlirbc_value *value)
{
	operand->value = value;
	mlirbc__operand_link(operand, value ? value->first_use : NULL);
	if (value)
		value->first_use = operand;
}

static void use_unlink(struct mlirbc_operand *operand)
{
	struct mlirbc_operand *next = mlirbc_operand_next(operand), *use;
	if (!operand->value)
		return;
	use = operand->value->first_use;
	if (use == operand) {
		operand->value->first_use = next;
		return;
	}
	while (mlirbc_operand_next(use) != operand)
		use = mlirbc_operand_next(use);
	mlirbc__operand_link(use, next);
}

/* Moves towards the op up to the beginning of a row of marks, or to an operand with a distance; behind the beginning
 * is the next complete row, which contains its number. */
struct mlirbc_op *mlirbc_operand_far_owner(const struct mlirbc_operand *operand)
{
	uintptr_t mark = operand->link & MLIRBC_OPERAND_MARK;
	while (mark - 1 >= MLIRBC_NEAR_OPERANDS && mark != 7)
		mark = (++operand)->link & MLIRBC_OPERAND_MARK;
	if (mark == 7)
		mark = (++operand)->link & MLIRBC_OPERAND_MARK;
	if (mark - 1 < MLIRBC_NEAR_OPERANDS)
		return (struct mlirbc_op *)(void *)(uintptr_t)(operand + mark);
	size_t row = 0;
	for (unsigned digit = 31; digit > 0; digit--)
		row = row << 1 | ((operand++)->link & MLIRBC_OPERAND_MARK) / 6;
	return (struct mlirbc_op *)(void *)(uintptr_t)(operand + 6 + 32 * row);
}

void mlirbc_operand_set(struct mlirbc_operand *operand, struct mlirbc_value *value)
{
	use_unlink(operand);
	use_link(operand, value);
}

void mlirbc_value_replace(struct mlirbc_value *from, struct mlirbc_value *to)
{
	struct mlirbc_operand *use = from->first_use;
	if (from == to)
		return;
	from->first_use = NULL;
	while (use) {
		struct mlirbc_operand *next = mlirbc_operand_next(use);
		use_link(use, to);
		use = next;
	}
}

/* ---- operations */

/* One block of memory for an op and its arrays; each part's size is a multiple of the next one's alignment. */
static struct mlirbc_op *op_alloc(struct mlirbc_context *context, const struct mlirbc_op_spec *spec)
{
	size_t total = sizeof(struct mlirbc_op), part;
	bool has_successors = spec->successor_count != 0;
	const size_t counts[] = { spec->operand_count, spec->result_count, has_successors, spec->successor_count,
		spec->region_count };
	const size_t sizes[] = { sizeof(struct mlirbc_operand), sizeof(struct mlirbc_value), sizeof(uintptr_t),
		sizeof(struct mlirbc_block *), sizeof(struct mlirbc_region) };
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		if (counts[i] > MLIRBC_MOST_PARTS || ckd_mul(&part, counts[i], sizes[i]) ||
			ckd_add(&total, total, part))
			return NULL;
	}
	struct mlirbc_operand *operands = mlirbc__alloc(context, total, MLIRBC__OP_ALIGN);
	if (!operands)
		return NULL;
	struct mlirbc_op *op = (struct mlirbc_op *)(void *)(operands + spec->operand_count);
	*op = (struct mlirbc_op){ .result_count = (uint32_t)spec->result_count,
		.operand_count = (uint32_t)spec->operand_count,
		.region_count = spec->region_count & MLIRBC_MOST_PARTS,
		.has_successors = has_successors };
	if (has_successors)
		*(uintptr_t *)(void *)(mlirbc_op_results(op) + op->result_count) = spec->successor_count;
	return op;
}

struct mlirbc_op *mlirbc_op_create(
	struct mlirbc_context *context, const struct mlirbc_op_spec *spec, struct mlirbc_block *block)
{
	const struct mlirbc_string *name = spec->unique_name ? mlirbc__name_of(context, spec->unique_name)
							     : mlirbc__name_get(context, spec->name, spec->name_size);
	return name ? mlirbc__op_create(context, spec, name, block) : NULL;
}

struct mlirbc_op *mlirbc__op_create(struct mlirbc_context *context, const struct mlirbc_op_spec *spec,
	const struct mlirbc_string *name, struct mlirbc_block *block)
{
	struct mlirbc_op *op = op_alloc(context, spec);
	if (!op)
		return NULL;
	op->name = name;
	if (!mlirbc_op_set_location(op, spec->location) || !mlirbc_op_set_attributes(op, spec->attributes) ||
		!mlirbc_op_set_properties(op, spec->properties))
		return NULL;
	struct mlirbc_value *results = mlirbc_op_results(op);
	struct mlirbc_operand *operands = mlirbc_op_operands(op);
	for (uint32_t i = 0; i < op->result_count; i++)
		results[i] = (struct mlirbc_value){ .type = spec->result_types ? spec->result_types[i] : NULL,
			.owner = op,
			.index = i & MLIRBC_MOST_PARTS };
	for (uint32_t i = 0; i < op->operand_count; i++) {
		operands[i].link = mlirbc__operand_mark(op->operand_count - i);
		use_link(&operands[i], spec->operands ? spec->operands[i] : NULL);
	}
	for (uint32_t i = 0; i < op->region_count; i++)
		mlirbc_op_regions(op)[i] = (struct mlirbc_region){ .parent = op };
	for (uint32_t i = 0; i < mlirbc_op_successor_count(op); i++)
		mlirbc_op_successors(op)[i] = spec->successors ? spec->successors[i] : NULL;
	if (block)
		mlirbc_op_append(op, block);
	return op;
}

void mlirbc_op_append(struct mlirbc_op *op, struct mlirbc_block *block)
{
	op->parent = block;
	op->prev = block->last;
	op->next = NULL;
	if (block->last)
		block->last->next = op;
	else
		block->first = op;
	block->last = op;
}

void mlirbc_op_remove(struct mlirbc_op *op)
{
	struct mlirbc_block *block = op->parent;
	if (!block)
		return;
	if (op->prev)
		op->prev->next = op->next;
	else
		block->first = op->next;
	if (op->next)
		op->next->prev = op->prev;
	else
		block->last = op->prev;
	op->parent = NULL;
	op->prev = op->next = NULL;
}

/* ---- attributes that an op refers to by number */

/* The attribute's number, 0 for NULL. False when memory is short. */
static bool number_of(const struct mlirbc_op *op, const struct mlirbc_attr *attr, uint32_t *out)
{
	*out = attr ? mlirbc__ref_add(mlirbc__context(op), attr) : 0;
	return !attr || *out;
}

bool mlirbc_op_set_attributes(struct mlirbc_op *op, const struct mlirbc_attr *dictionary)
{
	uint32_t number;
	return number_of(op, dictionary && dictionary->u.dictionary.count ? dictionary : NULL, &number) &&
	       mlirbc__set_attrs(mlirbc__context(op), op, mlirbc__properties_of(op), number);
}

bool mlirbc_op_set_properties(struct mlirbc_op *op, const struct mlirbc_attr *properties)
{
	uint32_t number;
	return number_of(op, properties, &number) &&
	       mlirbc__set_attrs(mlirbc__context(op), op, number, mlirbc__attributes_of(op));
}

bool mlirbc_op_set_location(struct mlirbc_op *op, const struct mlirbc_attr *location)
{
	uint32_t number;
	if (!number_of(op, location && location->kind != MLIRBC_LOC_UNKNOWN ? location : NULL, &number))
		return false;
	op->location = number;
	return true;
}

const struct mlirbc_attr *mlirbc_op_attributes(const struct mlirbc_op *op)
{
	uint32_t ref = mlirbc__attributes_of(op);
	const struct mlirbc_attr *attr = mlirbc__ref_get(op, ref);
	if (attr && attr->kind != MLIRBC_ATTR_DICTIONARY) {
		mlirbc__wrong_kind(op, ref, "a dictionary");
		return NULL;
	}
	return attr && attr->u.dictionary.count ? attr : NULL;
}

const struct mlirbc_attr *mlirbc_op_properties(const struct mlirbc_op *op)
{
	return mlirbc__ref_get(op, mlirbc__properties_of(op));
}

static bool is_location(const struct mlirbc_attr *attr)
{
	return attr->kind >= MLIRBC_LOC_UNKNOWN || attr->kind == MLIRBC_ATTR_DIALECT ||
	       attr->kind == MLIRBC_ATTR_BYTES || attr->kind == MLIRBC_ATTR_CODED;
}

static const struct mlirbc_attr *location_of(const struct mlirbc_op *op, uint32_t ref)
{
	const struct mlirbc_attr *attr = mlirbc__ref_get(op, ref);
	if (attr && is_location(attr))
		return attr;
	if (attr)
		mlirbc__wrong_kind(op, ref, "a location");
	return mlirbc__context(op)->unknown_loc;
}

const struct mlirbc_attr *mlirbc_op_location(const struct mlirbc_op *op) { return location_of(op, op->location); }

bool mlirbc_op_position(
	const struct mlirbc_op *op, const struct mlirbc_string **out_file, uint32_t *out_line, uint32_t *out_column)
{
	struct mlirbc_attr place;
	const struct mlirbc_attr *location = &place;
	if (!mlirbc__place_get(mlirbc__context(op), op->location, &place))
		location = mlirbc_op_location(op);
	if (location->kind != MLIRBC_LOC_FILE)
		return false;
	*out_file = location->u.file.file;
	*out_line = location->u.file.line;
	*out_column = location->u.file.column;
	return true;
}

void mlirbc_op_copy_location(struct mlirbc_op *op, const struct mlirbc_op *from) { op->location = from->location; }

const struct mlirbc_attr *mlirbc_value_location(const struct mlirbc_value *value)
{
	const struct mlirbc_block *block = mlirbc_value_block(value);
	uintptr_t location = block ? mlirbc__block_locations(block)[value->index] : 0;
	if (!(location & 1))
		return (const struct mlirbc_attr *)location;
	const struct mlirbc_op *op = block->parent->parent;
	return location_of(op, (uint32_t)(location >> 1));
}

void mlirbc_value_set_location(struct mlirbc_value *argument, const struct mlirbc_attr *location)
{
	struct mlirbc_block *block = mlirbc_value_block(argument);
	if (block)
		mlirbc__block_locations(block)[argument->index] = (uintptr_t)location;
}

/* ---- blocks */

/* Room for `count` arguments; existing arguments move there, and their uses are updated. */
static bool make_arguments(struct mlirbc_context *context, struct mlirbc_block *block, size_t count)
{
	struct mlirbc_value *arguments = mlirbc__arguments_alloc(context, count);
	if (!arguments)
		return false;
	uintptr_t *old = mlirbc__block_locations(block), *locations = (uintptr_t *)(void *)(arguments + count);
	for (uint32_t i = 0; i < block->argument_count; i++) {
		arguments[i] = block->arguments[i];
		locations[i] = old[i];
		for (struct mlirbc_operand *use = arguments[i].first_use; use; use = mlirbc_operand_next(use))
			use->value = &arguments[i];
	}
	block->arguments = arguments;
	return true;
}

struct mlirbc_value *mlirbc__arguments_alloc(struct mlirbc_context *context, size_t count)
{
	return count <= MLIRBC_MOST_PARTS
		       ? mlirbc__alloc_array(context, count, sizeof(struct mlirbc_value) + sizeof(uintptr_t),
				 _Alignof(struct mlirbc_value))
		       : NULL;
}

bool mlirbc_block_add_arguments(struct mlirbc_context *context, struct mlirbc_block *block,
	const struct mlirbc_type *const *types, const struct mlirbc_attr *const *locations, size_t count)
{
	size_t total, first = block->argument_count;
	if (count == 0)
		return true;
	if (ckd_add(&total, first, count) || !make_arguments(context, block, total))
		return false;
	block->argument_count = (uint32_t)total;
	for (size_t i = 0; i < count; i++) {
		size_t at = first + i;
		block->arguments[at] = (struct mlirbc_value){
			.type = types[i], .owner = block, .is_argument = 1, .index = at & MLIRBC_MOST_PARTS
		};
		mlirbc__block_locations(
			block)[at] = (uintptr_t)(locations && locations[i] ? locations[i] : context->unknown_loc);
	}
	return true;
}

void mlirbc__region_append(struct mlirbc_region *region, struct mlirbc_block *block)
{
	block->parent = region;
	block->number = region->block_count++;
	if (region->last)
		region->last->next = block;
	else
		region->first = block;
	region->last = block;
}

struct mlirbc_block *mlirbc_block_create(struct mlirbc_context *context, struct mlirbc_region *region,
	const struct mlirbc_type *const *types, const struct mlirbc_attr *const *locations, size_t count)
{
	struct mlirbc_block *block = MLIRBC__NEW(context, struct mlirbc_block);
	if (!block)
		return NULL;
	*block = (struct mlirbc_block){ .parent = NULL };
	if (!mlirbc_block_add_arguments(context, block, types, locations, count))
		return NULL;
	if (region)
		mlirbc__region_append(region, block);
	return block;
}

/* ---- lookup */

const struct mlirbc_attr *mlirbc_op_attr(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *found = mlirbc_dictionary_find(mlirbc_op_properties(op), name);
	return found ? found : mlirbc_dictionary_find(mlirbc_op_attributes(op), name);
}

/* Merges two sorted lists; for a name in both, the entry of `a` wins. */
static size_t merge_entries(const struct mlirbc_attr *a, const struct mlirbc_attr *b, struct mlirbc_named_attr *out)
{
	size_t count = 0, i = 0, j = 0;
	while (i < a->u.dictionary.count && j < b->u.dictionary.count) {
		const struct mlirbc_named_attr *x = &a->u.dictionary.data[i], *y = &b->u.dictionary.data[j];
		int order = mlirbc__string_compare(x->name, y->name);
		out[count++] = order <= 0 ? *x : *y;
		i += order <= 0;
		j += order >= 0;
	}
	while (i < a->u.dictionary.count)
		out[count++] = a->u.dictionary.data[i++];
	while (j < b->u.dictionary.count)
		out[count++] = b->u.dictionary.data[j++];
	return count;
}

const struct mlirbc_attr *mlirbc_op_all_attrs(struct mlirbc_context *context, const struct mlirbc_op *op, bool *out_ok)
{
	const struct mlirbc_attr *inherent = mlirbc_op_properties(op), *others = mlirbc_op_attributes(op);
	*out_ok = true;
	if (!inherent || inherent->kind != MLIRBC_ATTR_DICTIONARY || inherent->u.dictionary.count == 0)
		return others;
	if (!others)
		return inherent;
	size_t most = inherent->u.dictionary.count + others->u.dictionary.count;
	struct mlirbc_named_attr *all = MLIRBC__NEW_ARRAY(context, struct mlirbc_named_attr, most);
	const struct mlirbc_attr *dictionary = all ? mlirbc_attr_dictionary(
							     context, all, merge_entries(inherent, others, all))
						   : NULL;
	*out_ok = dictionary != NULL;
	return dictionary;
}

bool mlirbc_op_is(const struct mlirbc_op *op, const char *name)
{
	return mlirbc__string_is(op->name, name, strlen(name));
}

struct mlirbc_op *mlirbc_block_symbol(const struct mlirbc_block *block, const struct mlirbc_string *name)
{
	for (struct mlirbc_op *op = block->first; op; op = op->next) {
		const struct mlirbc_attr *symbol = mlirbc_op_attr(op, "sym_name");
		if (symbol && symbol->kind == MLIRBC_ATTR_STRING &&
			mlirbc__string_is(symbol->u.string, name->data, name->size))
			return op;
	}
	return NULL;
}

bool mlirbc_op_is_private(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *visibility = mlirbc_op_attr(op, "sym_visibility");
	return visibility && visibility->kind == MLIRBC_ATTR_STRING && mlirbc__string_is(visibility->u.string, "private", 7);
}
