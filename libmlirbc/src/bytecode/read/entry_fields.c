/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fields that entries of several dialects have: attributes, types and strings by index, and lists of them. */
#include "bytecode/read/builtin.h"

const struct mlirbc_attr *mlirbc__part_attr(struct mlirbc__decode *d, uint32_t kinds, const char *what)
{
	size_t at = d->r.c.pos, index;
	if (!mlirbc__index(&d->r, "attribute index", d->r.load->attr_count, &index))
		return NULL;
	const struct mlirbc_attr *attr = mlirbc__part(d, index, at);
	if (attr && !(kinds & MLIRBC__KIND(attr->kind))) {
		mlirbc__bad(&d->r, at, "attribute %zu is of another kind, expected %s", index, what);
		return NULL;
	}
	return attr;
}

const struct mlirbc_type *mlirbc__part_type(struct mlirbc__decode *d)
{
	size_t at = d->r.c.pos, index;
	if (!mlirbc__index(&d->r, "type index", d->r.load->type_count, &index))
		return NULL;
	return mlirbc__part(d, d->r.load->attr_count + index, at);
}

bool mlirbc__part_attrs(struct mlirbc__decode *d, uint32_t kinds, const char *what, size_t *out_count)
{
	struct mlirbc__load *load = d->r.load;
	if (!mlirbc__count(&d->r, "number of attributes", out_count))
		return false;
	const struct mlirbc_attr **parts = mlirbc__reserve(load, &load->part_buffer, *out_count, sizeof *parts);
	for (size_t i = 0; parts && i < *out_count && load->status == MLIRBC_OK; i++)
		parts[i] = mlirbc__part_attr(d, kinds, what);
	return load->status == MLIRBC_OK;
}

bool mlirbc__part_types(struct mlirbc__decode *d, struct mlirbc__buffer *buffer, size_t *out_count)
{
	struct mlirbc__load *load = d->r.load;
	if (!mlirbc__count(&d->r, "number of types", out_count))
		return false;
	const struct mlirbc_type **parts = mlirbc__reserve(load, buffer, *out_count, sizeof *parts);
	for (size_t i = 0; parts && i < *out_count && load->status == MLIRBC_OK; i++)
		parts[i] = mlirbc__part_type(d);
	return load->status == MLIRBC_OK;
}

const struct mlirbc_string *mlirbc__part_string(struct mlirbc__decode *d)
{
	size_t index;
	if (!mlirbc__index(&d->r, "string index", d->r.load->string_count, &index))
		return NULL;
	return mlirbc__string(d->r.load, index);
}

bool mlirbc__ready(struct mlirbc__decode *d)
{
	return d->r.load->status == MLIRBC_OK && !d->blocked && mlirbc__cut(&d->r, "another field") &&
	       mlirbc__used_up(&d->r);
}
