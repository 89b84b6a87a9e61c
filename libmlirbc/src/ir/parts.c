/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of types and attributes: the only place that lists them. */
#include <mlirbc/parts.h>

enum { ATTRS, NAMED_ATTRS, TYPES };
enum { SINGLE_PARTS = 3 }; /* lists follow the single parts in struct mlirbc_parts.at */

static void add_attrs(struct mlirbc_parts *parts, const struct mlirbc_attrs *attrs)
{
	parts->lists[0].items = attrs->data;
	parts->lists[0].count = attrs->count;
	parts->end = SINGLE_PARTS + 1;
}

static void add_entries(struct mlirbc_parts *parts, const struct mlirbc_named_attr *entries, size_t count)
{
	parts->item_kind = NAMED_ATTRS;
	parts->lists[0].items = entries;
	parts->lists[0].count = count;
	parts->end = SINGLE_PARTS + 1;
}

static void add_types(struct mlirbc_parts *parts, unsigned list, const struct mlirbc_types *types)
{
	parts->item_kind = TYPES;
	parts->lists[list].items = types->data;
	parts->lists[list].count = types->count;
	parts->end = (uint8_t)(SINGLE_PARTS + 1 + list);
}

struct mlirbc_parts mlirbc_attr_parts(const struct mlirbc_attr *attr)
{
	struct mlirbc_parts parts = { .single[0].type = attr->type, .end = SINGLE_PARTS };
	switch (attr->kind) {
	case MLIRBC_ATTR_ARRAY: add_attrs(&parts, &attr->u.array); break;
	case MLIRBC_ATTR_DICTIONARY: add_entries(&parts, attr->u.dictionary.data, attr->u.dictionary.count); break;
	case MLIRBC_ATTR_TYPE: parts.single[1].type = attr->u.type_value; break;
	case MLIRBC_ATTR_SPARSE:
		parts.single[1].attr = attr->u.sparse.indices;
		parts.single[2].attr = attr->u.sparse.values;
		break;
	case MLIRBC_ATTR_CODED: add_entries(&parts, attr->u.coded.fields, attr->u.coded.count); break;
	case MLIRBC_ATTR_DISTINCT: parts.single[1].attr = attr->u.distinct.referenced; break;
	case MLIRBC_LOC_NAME: parts.single[1].attr = attr->u.name.child; break;
	case MLIRBC_LOC_CALLSITE:
		parts.single[1].attr = attr->u.callsite.callee;
		parts.single[2].attr = attr->u.callsite.caller;
		break;
	case MLIRBC_LOC_FUSED:
		parts.single[1].attr = attr->u.fused.metadata;
		add_attrs(&parts, &attr->u.fused.parts);
		break;
	default: parts.end = 1; break;
	}
	return parts;
}

struct mlirbc_parts mlirbc_type_parts(const struct mlirbc_type *type)
{
	struct mlirbc_parts parts = { .end = SINGLE_PARTS };
	switch (type->kind) {
	case MLIRBC_TYPE_FUNCTION:
		add_types(&parts, 0, &type->u.function.inputs);
		add_types(&parts, 1, &type->u.function.results);
		break;
	case MLIRBC_TYPE_TUPLE: add_types(&parts, 0, &type->u.tuple); break;
	case MLIRBC_TYPE_COMPLEX:
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF:
		parts.single[0].type = type->u.shaped.element;
		parts.single[1].attr = type->u.shaped.encoding;
		parts.single[2].attr = type->u.shaped.space;
		break;
	case MLIRBC_TYPE_CODED: add_entries(&parts, type->u.coded.fields, type->u.coded.count); break;
	default: parts.end = 0; break;
	}
	return parts;
}

static struct mlirbc_part take_item(struct mlirbc_parts *parts, unsigned list)
{
	struct mlirbc_part part = { NULL, NULL };
	const void *item = parts->lists[list].items;
	parts->lists[list].count--;
	if (parts->item_kind == NAMED_ATTRS) {
		part.attr = ((const struct mlirbc_named_attr *)item)->value;
		parts->lists[list].items = (const struct mlirbc_named_attr *)item + 1;
	} else if (parts->item_kind == ATTRS) {
		part.attr = *(const struct mlirbc_attr *const *)item;
		parts->lists[list].items = (const struct mlirbc_attr *const *)item + 1;
	} else {
		part.type = *(const struct mlirbc_type *const *)item;
		parts->lists[list].items = (const struct mlirbc_type *const *)item + 1;
	}
	return part;
}

bool mlirbc_parts_next(struct mlirbc_parts *parts, struct mlirbc_part *out_part)
{
	while (parts->at < parts->end) {
		*out_part = (struct mlirbc_part){ NULL, NULL };
		if (parts->at < SINGLE_PARTS)
			*out_part = parts->single[parts->at++];
		else if (parts->lists[parts->at - SINGLE_PARTS].count)
			*out_part = take_item(parts, parts->at - SINGLE_PARTS);
		else
			parts->at++;
		if (out_part->type || out_part->attr)
			return true;
	}
	return false;
}
