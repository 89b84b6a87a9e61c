/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations, types, custom calls, constants and processes of a model. */
#include "models/check.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_ops.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows */

void check_count(struct check_rows *rows, const void *key, uint64_t count, uint64_t refused)
{
	if (CLI_RESERVE(rows->list, rows->count + 1, rows->room))
		rows->list[rows->count++] = (struct check_row){ key, count, refused };
	else
		rows->failed = true;
}

static int by_key(const void *left, const void *right)
{
	const struct check_row *a = left, *b = right;
	return a->key == b->key ? 0 : (uintptr_t)a->key < (uintptr_t)b->key ? -1 : 1;
}

void check_sort(struct check_rows *rows, int (*compare)(const void *a, const void *b))
{
	size_t kept = 0;
	if (!rows->count)
		return;
	qsort(rows->list, rows->count, sizeof *rows->list, by_key);
	for (size_t i = 0; i < rows->count; i++) {
		const struct check_row row = rows->list[i];
		if (kept && rows->list[kept - 1].key == row.key) {
			rows->list[kept - 1].count += row.count;
			rows->list[kept - 1].refused += row.refused;
		} else {
			rows->list[kept++] = row;
		}
	}
	rows->count = kept;
	qsort(rows->list, rows->count, sizeof *rows->list, compare);
}

/* ---- the module */

static const struct mlirbc_op *next_op(const struct mlirbc_module *module, const struct mlirbc_op *op)
{
	struct mlirbc_op *at = (struct mlirbc_op *)(uintptr_t)op, *root = at;
	if (!op)
		return module->body->first;
	while (mlirbc_op_parent(root))
		root = mlirbc_op_parent(root);
	const struct mlirbc_op *next = mlirbc_op_next_pre(root, at);
	return next ? next : root->next;
}

static void count_type(struct check_needs *needs, const struct mlirbc_type *type)
{
	const bool shaped = type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
	check_count(&needs->types, shaped ? type->u.shaped.element : type, 1, 0);
}

static const struct mlirbc_resource *resource_of(const struct mlirbc_module *module, const struct mlirbc_attr *value)
{
	const struct mlirbc_resource *r = module->resources;
	while (r && (r->external || r->key != value->u.resource))
		r = r->next;
	return r && r->kind == MLIRBC_RESOURCE_BLOB ? r : NULL;
}

/* Bytes of an element in memory; 0: not known. */
static size_t element_size(const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = type->kind == MLIRBC_TYPE_TENSOR ? type->u.shaped.element : type;
	if (element->kind == MLIRBC_TYPE_COMPLEX)
		return 2 * ((mlirbc_type_width(element->u.shaped.element) + 7) / 8);
	return (mlirbc_type_width(element) + 7) / 8;
}

static void count_constant(struct check_needs *needs, const struct mlirbc_module *module, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	uint64_t elements = 0;
	if (!value)
		return;
	needs->constants++;
	if (value->kind == MLIRBC_ATTR_DENSE) {
		needs->constant_bytes += value->u.dense.size;
	} else if (value->kind == MLIRBC_ATTR_DENSE_RESOURCE) {
		const struct mlirbc_resource *r = resource_of(module, value);
		const size_t size = element_size(value->type);
		if (!r)
			(void)mlirbc_type_elements(value->type, &elements);
		needs->missing += !r;
		needs->constant_bytes += r ? r->size : elements > UINT64_MAX / 64 ? 0 : elements * size;
	}
}

static void count_op(struct check_needs *needs, const struct mlirbc_module *module, const struct mlirbc_op *op)
{
	const bool frame = mlirbc_op_is(op, "builtin.module") || mlirbc_op_is(op, "func.func") || mlirbc_op_is(op, "func.return") ||
			   mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_return;
	if (!frame)
		check_count(&needs->operations, op->name, 1, 0);
	if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_constant)
		count_constant(needs, module, op);
	const struct mlirbc_attr *target = mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_custom_call ? mlirbc_op_attr(op, "call_target_name") : NULL;
	if (target && target->kind == MLIRBC_ATTR_STRING)
		check_count(&needs->targets, target->u.string, 1, 0);
	for (uint32_t i = 0; i < op->result_count; i++)
		count_type(needs, mlirbc_op_results(op)[i].type);
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			for (uint32_t k = 0; k < block->argument_count; k++)
				count_type(needs, block->arguments[k].type);
		}
	}
}

static uint64_t number_of(const struct mlirbc_module *module, const char *name)
{
	const struct mlirbc_op *root = module->body->first;
	const struct mlirbc_attr *attr = root ? mlirbc_op_attr(root, name) : NULL;
	return attr && attr->kind == MLIRBC_ATTR_INTEGER ? attr->u.number.words[0] : 0;
}

bool check_needs(struct mlirbc_module *module, struct check_needs *out)
{
	*out = (struct check_needs){ .replicas = number_of(module, "mhlo.num_replicas"),
		.partitions = number_of(module, "mhlo.num_partitions") };
	for (const struct mlirbc_op *op = next_op(module, NULL); op; op = next_op(module, op))
		count_op(out, module, op);
	return !out->operations.failed && !out->targets.failed && !out->types.failed;
}

void check_needs_finish(struct check_needs *needs)
{
	free(needs->operations.list);
	free(needs->targets.list);
	free(needs->types.list);
}

bool check_fill(struct mlirbc_module *module)
{
	static const uint8_t zeros[64];
	bool good = true;
	for (const struct mlirbc_op *op = next_op(module, NULL); op && good; op = next_op(module, op)) {
		const struct mlirbc_attr *value = mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_constant ? mlirbc_op_attr(op, "value") : NULL;
		if (!value || value->kind != MLIRBC_ATTR_DENSE_RESOURCE || resource_of(module, value))
			continue;
		const size_t size = element_size(value->type);
		const struct mlirbc_attr *zero = size && size <= sizeof zeros ? mlirbc_attr_dense(module->context, value->type, zeros, size) : NULL;
		if (zero) /* else the constant is reported */
			good = mlirbc_op_set_attr((struct mlirbc_op *)(uintptr_t)op, "value", zero) != MLIRBC_E_NOMEM;
	}
	return good;
}
