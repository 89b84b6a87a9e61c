/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fields that entries of several dialects have: attributes, types and strings by index, and lists of them; and
 * reading them into members of an attribute or type. */
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

/* ---- members */

static const struct {
	uint32_t kinds;
	const char *text;
} wanted[MLIRBC__WANTS] = {
	[MLIRBC__WANT_ANY] = { MLIRBC__KINDS_ANY, "an attribute" },
	[MLIRBC__WANT_LOCATION] = { MLIRBC__KINDS_LOCATION, "a location" },
	[MLIRBC__WANT_NAME] = { MLIRBC__KIND(MLIRBC_ATTR_STRING), "a string" },
	[MLIRBC__WANT_SYMBOL] = { MLIRBC__KIND(MLIRBC_ATTR_SYMBOL), "a symbol" },
	[MLIRBC__WANT_OR_UNIT] = { MLIRBC__KINDS_ANY, "an attribute" },
	[MLIRBC__WANT_OR_UNKNOWN] = { MLIRBC__KINDS_LOCATION, "a location" },
	[MLIRBC__WANT_DENSE] = { MLIRBC__KIND(MLIRBC_ATTR_DENSE) | MLIRBC__KINDS_OPAQUE, "dense elements" },
	[MLIRBC__WANT_ELEMENTS] = { MLIRBC__KIND(MLIRBC_ATTR_DENSE) | MLIRBC__KIND(MLIRBC_ATTR_DENSE_STRINGS) |
					    MLIRBC__KINDS_OPAQUE,
		"dense elements" },
	[MLIRBC__WANT_LAYOUT] = { MLIRBC__KIND(MLIRBC_ATTR_AFFINE) | MLIRBC__KINDS_OPAQUE, "a layout" },
};

static const struct mlirbc_attr *read_attr(struct mlirbc__decode *d, uint8_t want)
{
	return mlirbc__part_attr(d, wanted[want].kinds, wanted[want].text);
}

static bool is_absent(const struct mlirbc_attr *attr, uint8_t want)
{
	return (want == MLIRBC__WANT_OR_UNIT && attr->kind == MLIRBC_ATTR_UNIT) ||
	       (want == MLIRBC__WANT_OR_UNKNOWN && attr->kind == MLIRBC_LOC_UNKNOWN);
}

static void read_attr_into(struct mlirbc__decode *d, uint8_t want, void *at)
{
	const struct mlirbc_attr *attr = read_attr(d, want);
	if (!attr)
		return;
	if (want == MLIRBC__WANT_NAME)
		*(const struct mlirbc_string **)at = attr->u.string;
	else
		*(const struct mlirbc_attr **)at = is_absent(attr, want) ? NULL : attr;
}

static void read_attrs(struct mlirbc__decode *d, struct mlirbc__buffer *buffer, uint8_t want, struct mlirbc_attrs *out)
{
	struct mlirbc__load *load = d->r.load;
	if (!mlirbc__count(&d->r, "number of attributes", &out->count))
		return;
	const struct mlirbc_attr **items = mlirbc__reserve(load, buffer, out->count, sizeof *items);
	for (size_t i = 0; items && i < out->count && load->status == MLIRBC_OK; i++)
		items[i] = read_attr(d, want);
	out->data = items;
}

static void read_types(struct mlirbc__decode *d, struct mlirbc__buffer *buffer, struct mlirbc_types *out)
{
	struct mlirbc__load *load = d->r.load;
	if (!mlirbc__count(&d->r, "number of types", &out->count))
		return;
	const struct mlirbc_type **items = mlirbc__reserve(load, buffer, out->count, sizeof *items);
	for (size_t i = 0; items && i < out->count && load->status == MLIRBC_OK; i++)
		items[i] = mlirbc__part_type(d);
	out->data = items;
}

uint32_t mlirbc__read_u32(struct mlirbc__decode *d, const char *what)
{
	size_t at = d->r.c.pos;
	uint64_t value = mlirbc__varint(&d->r.c);
	if (value > UINT32_MAX)
		mlirbc__bad(&d->r, at, "%s is %llu, expected less than 2^32", what, (unsigned long long)value);
	return (uint32_t)value;
}

bool mlirbc__read_member(
	struct mlirbc__decode *d, const struct mlirbc__member *member, struct mlirbc__buffer *buffer, void *at)
{
	struct mlirbc__load *load = d->r.load;
	size_t index;
	switch (member->kind) {
	case 'a': read_attr_into(d, member->want, at); break;
	case 'A': read_attrs(d, buffer, member->want, at); break;
	case 'L': read_types(d, buffer, at); break;
	case 'T': *(const struct mlirbc_type **)at = mlirbc__part_type(d); break;
	case 's': *(const struct mlirbc_string **)at = mlirbc__part_string(d); break;
	case 'r':
		if (mlirbc__index(&d->r, "resource index", load->resource_key_count, &index))
			*(const struct mlirbc_string **)at = load->resource_keys[index];
		break;
	default: *(uint32_t *)at = mlirbc__read_u32(d, member->want == MLIRBC__WANT_LINE ? "line" : "column"); break;
	}
	return load->status == MLIRBC_OK;
}
