/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builder: ops with their attributes split into inherent and discardable ones, blocks, functions, resources; the
   first failure is kept. */
#include <mlirbc/build.h>

#include "ir/context.h"
#include "dialects/op_properties.h"

#include <mlirbc/edit.h>
#include <mlirbc/rewrite.h>
#include <stdarg.h>
#include <stdio.h>

MLIRBC_PRINTF(3, 4)
static void *fail(struct mlirbc_builder *builder, enum mlirbc_status status, const char *format, ...)
{
	va_list arguments;
	if (builder->status != MLIRBC_OK)
		return NULL;
	builder->status = status;
	va_start(arguments, format);
	vsnprintf(builder->message, sizeof builder->message, format, arguments);
	va_end(arguments);
	return NULL;
}

static void *fail_memory(struct mlirbc_builder *builder)
{
	enum mlirbc_status status = mlirbc__memory_status(builder->context);
	return fail(builder, status, "%s", mlirbc__memory_text(builder->context));
}

enum mlirbc_status mlirbc_builder_init(struct mlirbc_builder *builder, struct mlirbc_context *context)
{
	const struct mlirbc_build_op root = { .name = "builtin.module", .region_count = 1 };
	*builder = (struct mlirbc_builder){ .context = context, .module = mlirbc_module_create(context) };
	if (!builder->module) {
		fail_memory(builder);
		return builder->status;
	}
	builder->block = builder->module->body;
	struct mlirbc_block *body = mlirbc_builder_block(builder, mlirbc_builder_op(builder, &root), 0, NULL, 0);
	mlirbc_builder_enter(builder, body);
	return builder->status;
}

void mlirbc_builder_init_module(struct mlirbc_builder *builder, struct mlirbc_module *module)
{
	*builder = (struct mlirbc_builder){
		.context = module->context, .module = module, .block = mlirbc_module_symbols(module)
	};
}

void mlirbc_builder_enter(struct mlirbc_builder *builder, struct mlirbc_block *block)
{
	if (!block) {
		fail(builder, MLIRBC_E_ARG, "no block to enter");
		return;
	}
	builder->block = block;
	builder->before = NULL;
}

void mlirbc_builder_enter_before(struct mlirbc_builder *builder, struct mlirbc_op *op)
{
	mlirbc_builder_enter(builder, op ? op->parent : NULL);
	if (builder->status == MLIRBC_OK)
		builder->before = op;
}

/* ---- ops */

static bool missing(
	struct mlirbc_builder *builder, const char *op, const char *what, const void *const *items, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!items[i]) {
			fail(builder, MLIRBC_E_ARG, "op \"%.80s\": %s %zu is NULL", op, what, i);
			return true;
		}
	}
	return false;
}

static bool is_whole(struct mlirbc_builder *builder, const struct mlirbc_build_op *spec)
{
	for (size_t i = 0; i < spec->attr_count; i++) {
		if (!spec->attrs[i].value) {
			fail(builder, MLIRBC_E_ARG, "op \"%.80s\": attribute \"%.40s\" is NULL", spec->name,
				spec->attrs[i].name);
			return false;
		}
	}
	if (missing(builder, spec->name, "operand", (const void *const *)spec->operands, spec->operand_count))
		return false;
	for (size_t i = 0; i < spec->operand_count; i++) {
		const struct mlirbc_context *context = mlirbc__value_context(spec->operands[i]);
		if (context && context != builder->context) {
			fail(builder, MLIRBC_E_ARG, "op \"%.80s\": operand %zu belongs to another context", spec->name,
				i);
			return false;
		}
	}
	return !missing(builder, spec->name, "result type", (const void *const *)spec->results, spec->result_count) &&
	       !missing(builder, spec->name, "successor", (const void *const *)spec->successors, spec->successor_count);
}

/* A dictionary of the attributes that are inherent for ops of this name, or of the others. NULL: none, or a failure. */
static const struct mlirbc_attr *choose_attrs(
	struct mlirbc_builder *builder, const struct mlirbc_build_op *spec, const char *layout, bool inherent)
{
	struct mlirbc_context *context = builder->context;
	struct mlirbc_named_attr few[16], *entries = few;
	size_t count = 0;
	if (spec->attr_count > sizeof few / sizeof *few)
		entries = MLIRBC__NEW_ARRAY(context, struct mlirbc_named_attr, spec->attr_count);
	for (size_t i = 0; entries && i < spec->attr_count; i++) {
		const char *name = spec->attrs[i].name;
		size_t size = strlen(name);
		if (mlirbc__properties_has(layout, name, size) == inherent)
			entries[count++] = (struct mlirbc_named_attr){ mlirbc_string_get(context, name, size),
				spec->attrs[i].value };
	}
	for (size_t i = 0; i < count; i++) {
		if (!entries[i].name)
			return fail_memory(builder);
		for (size_t j = 0; j < i; j++) {
			if (entries[j].name == entries[i].name)
				return fail(builder, MLIRBC_E_ARG, "op \"%.80s\": duplicate attribute \"%.*s\"",
					spec->name, (int)(entries[i].name->size < 40 ? entries[i].name->size : 40),
					entries[i].name->data);
		}
	}
	const struct mlirbc_attr *made = count && entries ? mlirbc_attr_dictionary(context, entries, count) : NULL;
	return made || (entries && count == 0) ? made : fail_memory(builder);
}

struct mlirbc_op *mlirbc_builder_op(struct mlirbc_builder *builder, const struct mlirbc_build_op *spec)
{
	if (builder->status != MLIRBC_OK || !is_whole(builder, spec))
		return NULL;
	if (builder->before && builder->before->parent != builder->block)
		return fail(builder, MLIRBC_E_ARG, "the op at the insertion point has left its block");
	size_t size = strlen(spec->name);
	const struct mlirbc_string name = { spec->name, size };
	const char *layout = mlirbc__op_layout(&name, mlirbc__module_release(builder->module));
	struct mlirbc_op_spec op = { .name = spec->name,
		.name_size = size,
		.location = builder->location,
		.attributes = choose_attrs(builder, spec, layout, false),
		.properties = choose_attrs(builder, spec, layout, true),
		.result_types = spec->results,
		.operands = spec->operands,
		.successors = spec->successors,
		.result_count = spec->result_count,
		.operand_count = spec->operand_count,
		.successor_count = spec->successor_count,
		.region_count = spec->region_count };
	if (builder->status != MLIRBC_OK)
		return NULL;
	struct mlirbc_op *made = mlirbc_op_create(builder->context, &op, builder->before ? NULL : builder->block);
	if (!made)
		return fail_memory(builder);
	if (builder->before && mlirbc_op_insert_before(made, builder->before) != MLIRBC_OK)
		return fail(builder, MLIRBC_E_ARG, "op \"%.80s\" cannot go before that op", spec->name);
	return made;
}

struct mlirbc_value *mlirbc_builder_value(struct mlirbc_builder *builder, const struct mlirbc_build_op *spec)
{
	if (spec->result_count == 0)
		return fail(builder, MLIRBC_E_ARG, "op \"%.80s\" has no result", spec->name);
	struct mlirbc_op *op = mlirbc_builder_op(builder, spec);
	return op ? mlirbc_op_results(op) : NULL;
}

struct mlirbc_block *mlirbc_builder_block(struct mlirbc_builder *builder, struct mlirbc_op *op, uint32_t region,
	const struct mlirbc_type *const *types, size_t count)
{
	const struct mlirbc_attr *few[16], **locations = few;
	if (builder->status != MLIRBC_OK)
		return NULL;
	if (!op || region >= op->region_count)
		return fail(builder, MLIRBC_E_ARG, "no region %u for a block", region);
	if (missing(builder, op->name->data, "argument type", (const void *const *)types, count))
		return NULL;
	if (builder->location && count > sizeof few / sizeof *few)
		locations = MLIRBC__NEW_ARRAY(builder->context, const struct mlirbc_attr *, count);
	for (size_t i = 0; builder->location && locations && i < count; i++)
		locations[i] = builder->location;
	struct mlirbc_block *block = locations ? mlirbc_block_create(builder->context, &mlirbc_op_regions(op)[region],
							 types, builder->location ? locations : NULL, count)
					       : NULL;
	return block ? block : fail_memory(builder);
}

struct mlirbc_block *mlirbc_builder_function(
	struct mlirbc_builder *builder, const char *name, const struct mlirbc_type *type)
{
	if (builder->status == MLIRBC_OK && (!type || type->kind != MLIRBC_TYPE_FUNCTION))
		return fail(builder, MLIRBC_E_ARG, "the type of function \"%.80s\" is not a function type", name);
	if (builder->status != MLIRBC_OK)
		return NULL;
	const struct mlirbc_build_attr attrs[] = {
		{ "sym_name", mlirbc_attr_string(builder->context, name, strlen(name)) },
		{ "function_type", mlirbc_attr_type(builder->context, type) },
	};
	const struct mlirbc_build_op spec = { .name = "func.func", .attrs = attrs, .attr_count = 2, .region_count = 1 };
	mlirbc_builder_enter(builder, mlirbc_module_symbols(builder->module));
	if (!attrs[0].value || !attrs[1].value)
		return fail_memory(builder);
	struct mlirbc_block *block = mlirbc_builder_block(builder, mlirbc_builder_op(builder, &spec), 0,
		type->u.function.inputs.data, type->u.function.inputs.count);
	if (block)
		mlirbc_builder_enter(builder, block);
	return block;
}

const struct mlirbc_attr *mlirbc_builder_resource(struct mlirbc_builder *builder, const char *key,
	const struct mlirbc_type *type, const void *data, size_t size, uint32_t alignment)
{
	struct mlirbc_context *context = builder->context;
	if (builder->status != MLIRBC_OK)
		return NULL;
	if (!type || alignment == 0 || (alignment & (alignment - 1)) != 0)
		return fail(builder, MLIRBC_E_ARG, "resource \"%.80s\": %s", key,
			type ? "the alignment is not a power of two" : "no type");
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_RESOURCE, .type = type };
	struct mlirbc_resource resource = { .group = mlirbc_string_get(context, "builtin", 7),
		.key = mlirbc_string_get(context, key, strlen(key)),
		.kind = MLIRBC_RESOURCE_BLOB,
		.alignment = alignment,
		.data = data,
		.size = size };
	for (const struct mlirbc_resource *r = builder->module->resources; r; r = r->next) {
		if (r->key == resource.key && !r->external && r->group == resource.group)
			return fail(builder, MLIRBC_E_ARG, "resource \"%.80s\" already exists", key);
	}
	attr.u.resource = resource.key;
	bool added = resource.group && resource.key && mlirbc_resource_add(builder->module, &resource);
	const struct mlirbc_attr *made = added ? mlirbc_attr_get(context, &attr) : NULL;
	return made ? made : fail_memory(builder);
}
