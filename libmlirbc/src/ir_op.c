/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations, blocks, values and their uses. */
#include "context.h"

#include <bytecursor/ckd.h>
#include <string.h>

struct mlirbc_module *mlirbc_module_create(struct mlirbc_context *context)
{
	struct mlirbc_module *module = MLIRBC__NEW(context, struct mlirbc_module);
	struct mlirbc_block *body = mlirbc_block_create(context, NULL, NULL, NULL, 0);
	if (!module || !body)
		return NULL;
	*module = (struct mlirbc_module){ .context = context, .body = body };
	return module;
}

struct mlirbc_resource *mlirbc_resource_add(struct mlirbc_module *module, const struct mlirbc_resource *resource)
{
	struct mlirbc_resource *made = MLIRBC__NEW(module->context, struct mlirbc_resource);
	if (!made)
		return NULL;
	*made = *resource;
	made->next = NULL;
	if (module->last_resource)
		module->last_resource->next = made;
	else
		module->resources = made;
	module->last_resource = made;
	return made;
}

/* ---- uses */

static void use_link(struct mlirbc_operand *operand, struct mlirbc_value *value)
{
	operand->value = value;
	operand->next_use = value ? value->first_use : NULL;
	if (value)
		value->first_use = operand;
}

static void use_unlink(struct mlirbc_operand *operand)
{
	if (!operand->value)
		return;
	struct mlirbc_operand **link = &operand->value->first_use;
	while (*link != operand)
		link = &(*link)->next_use;
	*link = operand->next_use;
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
		struct mlirbc_operand *next = use->next_use;
		use_link(use, to);
		use = next;
	}
}

/* ---- operations */

/* One block of memory for an op and its arrays; each part's size is a multiple of what the next one's alignment
 * asks for. */
static struct mlirbc_op *op_alloc(struct mlirbc_context *context, const struct mlirbc_op_spec *spec)
{
	size_t total = sizeof(struct mlirbc_op), part;
	const size_t counts[] = { spec->result_count, spec->operand_count, spec->region_count, spec->successor_count };
	const size_t sizes[] = { sizeof(struct mlirbc_value), sizeof(struct mlirbc_operand),
		sizeof(struct mlirbc_region), sizeof(struct mlirbc_block *) };
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		if (counts[i] > UINT32_MAX || ckd_mul(&part, counts[i], sizes[i]) || ckd_add(&total, total, part))
			return NULL;
	}
	struct mlirbc_op *op = mlirbc__alloc(context, total, _Alignof(struct mlirbc_op));
	if (!op)
		return NULL;
	*op = (struct mlirbc_op){ .result_count = (uint32_t)spec->result_count,
		.operand_count = (uint32_t)spec->operand_count,
		.region_count = (uint32_t)spec->region_count,
		.successor_count = (uint32_t)spec->successor_count };
	op->results = (struct mlirbc_value *)(void *)(op + 1);
	op->operands = (struct mlirbc_operand *)(void *)(op->results + spec->result_count);
	op->regions = (struct mlirbc_region *)(void *)(op->operands + spec->operand_count);
	op->successors = (struct mlirbc_block **)(void *)(op->regions + spec->region_count);
	return op;
}

struct mlirbc_op *mlirbc_op_create(
	struct mlirbc_context *context, const struct mlirbc_op_spec *spec, struct mlirbc_block *block)
{
	const struct mlirbc_string *name = spec->unique_name
						   ? spec->unique_name
						   : mlirbc_string_get(context, spec->name, spec->name_size);
	return name ? mlirbc__op_create(context, spec, name, block) : NULL;
}

struct mlirbc_op *mlirbc__op_create(struct mlirbc_context *context, const struct mlirbc_op_spec *spec,
	const struct mlirbc_string *name, struct mlirbc_block *block)
{
	const struct mlirbc_attr *location = spec->location ? spec->location : mlirbc_loc_unknown(context);
	struct mlirbc_op *op = location ? op_alloc(context, spec) : NULL;
	if (!op)
		return NULL;
	op->name = name;
	op->location = location;
	mlirbc_op_set_attributes(op, spec->attributes);
	mlirbc_op_set_properties(op, spec->properties);
	for (uint32_t i = 0; i < op->result_count; i++)
		op->results[i] = (struct mlirbc_value){ .type = spec->result_types[i], .op = op, .index = i };
	for (uint32_t i = 0; i < op->operand_count; i++) {
		op->operands[i].owner = op;
		use_link(&op->operands[i], spec->operands ? spec->operands[i] : NULL);
	}
	for (uint32_t i = 0; i < op->region_count; i++)
		op->regions[i] = (struct mlirbc_region){ .parent = op };
	for (uint32_t i = 0; i < op->successor_count; i++)
		op->successors[i] = spec->successors ? spec->successors[i] : NULL;
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

void mlirbc_op_set_attributes(struct mlirbc_op *op, const struct mlirbc_attr *dictionary)
{
	op->attributes = dictionary && dictionary->u.dictionary.count ? dictionary : NULL;
}

void mlirbc_op_set_properties(struct mlirbc_op *op, const struct mlirbc_attr *properties)
{
	op->properties = properties;
}

/* ---- blocks */

static struct mlirbc_value *make_arguments(struct mlirbc_context *context, struct mlirbc_block *block, size_t count)
{
	if (count > UINT32_MAX)
		return NULL;
	struct mlirbc_value *arguments = MLIRBC__NEW_ARRAY(context, struct mlirbc_value, count);
	if (!arguments)
		return NULL;
	for (uint32_t i = 0; i < block->argument_count; i++) { /* those that exist move, and their uses follow */
		arguments[i] = block->arguments[i];
		for (struct mlirbc_operand *use = arguments[i].first_use; use; use = use->next_use)
			use->value = &arguments[i];
	}
	return arguments;
}

bool mlirbc_block_add_arguments(struct mlirbc_context *context, struct mlirbc_block *block,
	const struct mlirbc_type *const *types, const struct mlirbc_attr *const *locations, size_t count)
{
	size_t total;
	if (count == 0)
		return true;
	const struct mlirbc_attr *unknown = mlirbc_loc_unknown(context);
	if (!unknown || ckd_add(&total, block->argument_count, count))
		return false;
	struct mlirbc_value *arguments = make_arguments(context, block, total);
	if (!arguments)
		return false;
	for (size_t i = 0; i < count; i++) {
		uint32_t at = block->argument_count + (uint32_t)i;
		arguments[at] = (struct mlirbc_value){ .type = types[i],
			.block = block,
			.index = at,
			.location = locations && locations[i] ? locations[i] : unknown };
	}
	block->arguments = arguments;
	block->argument_count = (uint32_t)total;
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

/* ---- looking things up */

const struct mlirbc_attr *mlirbc_op_attr(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *found = mlirbc_dictionary_find(op->properties, name);
	return found ? found : mlirbc_dictionary_find(op->attributes, name);
}

/* Merges two sorted lists; of a name in both, the entry of `a` counts. */
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
	const struct mlirbc_attr *inherent = op->properties, *others = op->attributes;
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
