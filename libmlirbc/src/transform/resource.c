/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finding and removing resources of a module. */
#include "transform/symbol.h"

struct mlirbc_resource *mlirbc_resource_find(const struct mlirbc_module *module, const char *group, const char *key)
{
	struct mlirbc_resource *r = module->resources;
	while (r && !(mlirbc__string_is(r->key, key, strlen(key)) &&
			    (!group || mlirbc__string_is(r->group, group, strlen(group)))))
		r = r->next;
	return r;
}

bool mlirbc_resource_remove(struct mlirbc_module *module, struct mlirbc_resource *resource)
{
	struct mlirbc_resource *before = NULL, *r = module->resources;
	for (; r && r != resource; r = r->next)
		before = r;
	if (!r)
		return false;
	if (module->file && !r->external) { /* attributes of the file contain the indices of later resources */
		r->kind = MLIRBC_RESOURCE_NONE;
		r->data = NULL;
		r->size = 0;
		return true;
	}
	if (before)
		before->next = r->next;
	else
		module->resources = r->next;
	if (module->last_resource == r)
		module->last_resource = before;
	r->next = NULL;
	return true;
}

struct wanted {
	const char *key;
	const struct mlirbc_attr *found;
};

static void compare_key(struct mlirbc__visit *visit, const struct mlirbc_attr *attr)
{
	struct wanted *wanted = visit->ctx;
	if (attr->kind == MLIRBC_ATTR_DENSE_RESOURCE &&
		mlirbc__string_is(attr->u.resource, wanted->key, strlen(wanted->key)))
		wanted->found = attr;
}

enum mlirbc_status mlirbc_resource_attr(const struct mlirbc_module *module, const char *key,
	const struct mlirbc_attr **out_attr, struct mlirbc_diag *diag)
{
	struct wanted wanted = { key, NULL };
	struct mlirbc_module whole = *module;
	struct mlirbc__visit visit = { .job = { .context = module->context, .module = module, .diag = diag },
		.attr = compare_key,
		.ctx = &wanted };
	*out_attr = NULL;
	enum mlirbc_status status = mlirbc_module_load(&whole, diag);
	if (status != MLIRBC_OK)
		return status;
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; !wanted.found && (op = mlirbc_op_next_pre(root, op)) != NULL;)
			mlirbc__visit_op(&visit, op);
	}
	mlirbc__visit_finish(&visit);
	*out_attr = wanted.found;
	return visit.job.status;
}

enum mlirbc_status mlirbc_resource_is_used(
	const struct mlirbc_module *module, const char *key, bool *out_used, struct mlirbc_diag *diag)
{
	const struct mlirbc_attr *attr;
	enum mlirbc_status status = mlirbc_resource_attr(module, key, &attr, diag);
	*out_used = attr != NULL;
	return status;
}
