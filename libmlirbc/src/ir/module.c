/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules and their resources. */
#include "ir/file.h"

#include <mlirbc/edit.h>

struct mlirbc_module *mlirbc_module_create(struct mlirbc_context *context)
{
	struct mlirbc_module *module = MLIRBC__NEW(context, struct mlirbc_module);
	struct mlirbc_block *body = mlirbc_block_create(context, NULL, NULL, NULL, 0);
	if (!module || !body)
		return NULL;
	*module = (struct mlirbc_module){ .context = context, .body = body };
	body->module = module;
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

struct mlirbc_module *mlirbc_op_module(const struct mlirbc_op *op)
{
	for (const struct mlirbc_op *parent; (parent = mlirbc_op_parent(op)) != NULL;)
		op = parent;
	return op->parent ? op->parent->module : NULL;
}

enum mlirbc__release mlirbc__module_release(const struct mlirbc_module *module)
{
	const struct mlirbc_string *producer = module ? module->producer : NULL;
	if (module && module->file)
		return module->file->release;
	return producer ? mlirbc__release_nearest(producer->data, producer->size) : MLIRBC__RELEASE_22;
}

struct mlirbc_block *mlirbc_module_symbols(const struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	bool is_module = root && !root->next && mlirbc_op_is(root, "builtin.module") && root->region_count == 1;
	struct mlirbc_block *block = is_module ? mlirbc_op_regions(root)[0].first : NULL;
	return block ? block : module->body;
}
