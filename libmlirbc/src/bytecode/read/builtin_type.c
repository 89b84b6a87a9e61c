/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builtin types. Their rows in dialects/builtin.c define the fields and their order. */
#include "bytecode/read/builtin.h"

#include <stdio.h>

enum { LARGEST_WIDTH = (1 << 24) - 1 };

static bool read_integer(struct mlirbc__decode *d, struct mlirbc_type *type)
{
	size_t at = d->r.c.pos;
	uint64_t value = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the width of an integer type"))
		return false;
	if (value >> 2 > LARGEST_WIDTH || (value & 3) > MLIRBC_UNSIGNED)
		return mlirbc__bad(&d->r, at, "integer type of %llu bits and signedness %d, expected at most %d and 2",
			(unsigned long long)(value >> 2), (int)(value & 3), LARGEST_WIDTH);
	type->u.integer.width = (uint32_t)(value >> 2);
	type->u.integer.signedness = (enum mlirbc_signedness)(value & 3);
	return true;
}

/* Inputs and results of a function, members of a tuple. */
static bool read_types(struct mlirbc__decode *d, struct mlirbc_type *type, bool second)
{
	struct mlirbc__load *load = d->r.load;
	struct mlirbc__buffer *buffer = second ? &load->more_buffer : &load->part_buffer;
	struct mlirbc_types *list = type->kind == MLIRBC_TYPE_TUPLE ? &type->u.tuple
				    : second                        ? &type->u.function.results
								    : &type->u.function.inputs;
	if (!mlirbc__part_types(d, buffer, &list->count))
		return false;
	list->data = buffer->data;
	return true;
}

/* ---- shaped types */

static bool read_shape(struct mlirbc__decode *d, struct mlirbc_type *type)
{
	struct mlirbc__load *load = d->r.load;
	if (!mlirbc__count(&d->r, "number of dimensions", &type->u.shaped.rank))
		return false;
	int64_t *dims = mlirbc__reserve(load, &load->more_buffer, type->u.shaped.rank, sizeof *dims);
	int64_t least = type->kind == MLIRBC_TYPE_VECTOR;
	for (size_t i = 0; dims && i < type->u.shaped.rank; i++) {
		size_t at = d->r.c.pos;
		dims[i] = (int64_t)mlirbc__varint_signed(&d->r.c);
		if (!mlirbc__cut(&d->r, "a dimension"))
			return false;
		if (dims[i] < least && (dims[i] != MLIRBC_DYNAMIC || type->kind == MLIRBC_TYPE_VECTOR))
			return mlirbc__bad(&d->r, at, "dimension %zu is %lld, expected at least %d", i,
				(long long)dims[i], (int)least);
	}
	type->u.shaped.dims = dims;
	return dims != NULL;
}

static bool read_element(struct mlirbc__decode *d, struct mlirbc_type *type)
{
	size_t at = d->r.c.pos;
	type->u.shaped.element = mlirbc__part_type(d);
	if (type->u.shaped.element && !mlirbc__element_fits(type))
		return mlirbc__bad(&d->r, at, "type of the elements is of a kind that has no place there");
	return d->r.load->status == MLIRBC_OK;
}

static bool skip(const char **text, const char *end, const char *expected)
{
	size_t size = strlen(expected);
	if ((size_t)(end - *text) < size || memcmp(*text, expected, size) != 0)
		return false;
	*text += size;
	return true;
}

/* "d0, d1, d2" */
static bool skip_dims(const char **text, const char *end, size_t rank)
{
	for (size_t i = 0; i < rank; i++) {
		char dim[32];
		snprintf(dim, sizeof dim, "%sd%zu", i ? ", " : "", i);
		if (!skip(text, end, dim))
			return false;
	}
	return true;
}

/* The identity layout, spelled as MLIR prints it: affine_map<(d0, d1) -> (d0, d1)>. */
static bool is_identity(const struct mlirbc_attr *layout, size_t rank)
{
	if (layout->kind != MLIRBC_ATTR_AFFINE)
		return false;
	const char *text = layout->u.dialect.text->data, *end = text + layout->u.dialect.text->size;
	return skip(&text, end, "affine_map<(") && skip_dims(&text, end, rank) && skip(&text, end, ") -> (") &&
	       skip_dims(&text, end, rank) && skip(&text, end, ")>") && text == end;
}

/* A flag for each dimension. */
static bool read_scalable(struct mlirbc__decode *d, struct mlirbc_type *type)
{
	size_t count;
	if (!mlirbc__count(&d->r, "number of scalable flags", &count))
		return false;
	type->u.shaped.scalable = bytecursor_take(&d->r.c, count);
	return true;
}

/* The two forms of a scalable vector share a code. The form of LLVM 16 has the rank in this place, so as many flags
 * as dimensions, all 0 or 1, are never that form. */
static bool has_flags(struct bytecursor c)
{
	uint64_t count = mlirbc__varint(&c);
	const uint8_t *flags = bytecursor_fits(&c, count, 1) ? bytecursor_take(&c, (size_t)count) : NULL;
	if (!flags || mlirbc__varint(&c) != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (flags[i] > 1)
			return false;
	}
	return bytecursor_ok(&c);
}

/* ---- all */

/* A type whose fields are being read. */
struct reading {
	struct mlirbc_type type;
	size_t lists;           /* of types, so far */
	size_t number_at;       /* position of the number of scalable dimensions */
	uint64_t last_scalable; /* LLVM 16: this many dimensions at the end are scalable */
};

static bool read_attr(struct mlirbc__decode *d, struct mlirbc_type *type, const char *name)
{
	const uint32_t layouts = MLIRBC__KIND(MLIRBC_ATTR_AFFINE) | MLIRBC__KINDS_OPAQUE;
	const bool layout = strcmp(name, "layout") == 0, space = strcmp(name, "memory space") == 0;
	const struct mlirbc_attr *attr = layout ? mlirbc__part_attr(d, layouts, "a layout")
						: mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	*(space ? &type->u.shaped.space : &type->u.shaped.encoding) = attr;
	return d->r.load->status == MLIRBC_OK;
}

static bool read_field(struct mlirbc__decode *d, struct reading *r, const struct mlirbc__coding_field *field)
{
	switch (field->kind) {
	case 'a': return read_attr(d, &r->type, field->name);
	case 'L': return read_types(d, &r->type, r->lists++ > 0);
	case 'N': return read_scalable(d, &r->type);
	case 'T': return read_element(d, &r->type);
	case 'Z': return read_shape(d, &r->type);
	default:
		if (r->type.kind == MLIRBC_TYPE_INTEGER)
			return read_integer(d, &r->type);
		r->number_at = d->r.c.pos;
		r->last_scalable = mlirbc__varint(&d->r.c);
		return true;
	}
}

static bool mark_scalable(struct mlirbc__decode *d, struct reading *r)
{
	struct mlirbc__load *load = d->r.load;
	size_t rank = r->type.u.shaped.rank;
	if (r->last_scalable > rank)
		return mlirbc__bad(&d->r, r->number_at, "%llu scalable dimensions, expected at most %zu",
			(unsigned long long)r->last_scalable, rank);
	uint8_t *flags = mlirbc__reserve(load, &load->part_buffer, rank, 1);
	for (size_t i = 0; flags && i < rank; i++)
		flags[i] = i >= rank - (size_t)r->last_scalable;
	r->type.u.shaped.scalable = flags;
	return flags != NULL;
}

const struct mlirbc_type *mlirbc__builtin_type(struct mlirbc__decode *d)
{
	static const uint8_t kinds[] = { MLIRBC_TYPE_INTEGER, MLIRBC_TYPE_INDEX, MLIRBC_TYPE_FUNCTION,
		MLIRBC_TYPE_FLOAT, MLIRBC_TYPE_FLOAT, MLIRBC_TYPE_FLOAT, MLIRBC_TYPE_FLOAT, MLIRBC_TYPE_FLOAT,
		MLIRBC_TYPE_FLOAT, MLIRBC_TYPE_COMPLEX, MLIRBC_TYPE_MEMREF, MLIRBC_TYPE_MEMREF, MLIRBC_TYPE_NONE,
		MLIRBC_TYPE_TENSOR, MLIRBC_TYPE_TENSOR, MLIRBC_TYPE_TUPLE, MLIRBC_TYPE_UNRANKED_MEMREF,
		MLIRBC_TYPE_UNRANKED_MEMREF, MLIRBC_TYPE_UNRANKED_TENSOR, MLIRBC_TYPE_VECTOR, MLIRBC_TYPE_VECTOR };
	size_t at = d->r.c.pos;
	uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of a type"))
		return NULL;
	if (code >= sizeof kinds) {
		mlirbc__bad(&d->r, at, "code of a builtin type is %llu, expected 0 to %d", (unsigned long long)code,
			MLIRBC__CODE_SCALABLE_VECTOR);
		return NULL;
	}
	struct reading r = { .type.kind = kinds[code] };
	bool of_16 = code == MLIRBC__CODE_SCALABLE_VECTOR && !has_flags(d->r.c);
	struct mlirbc__coding_order order = { .text = of_16 ? mlirbc__scalable_vector_16.fields
							    : mlirbc__builtin_types[code].fields };
	struct mlirbc__coding_field field;
	while (mlirbc__coding_step(&order, &field)) {
		if (!read_field(d, &r, &field))
			return NULL;
	}
	if (!mlirbc__ready(d) || (of_16 && !mark_scalable(d, &r)))
		return NULL;
	if (r.type.kind == MLIRBC_TYPE_FLOAT)
		r.type.u.float_kind = (enum mlirbc_float)((unsigned)MLIRBC_BF16 + (unsigned)code - MLIRBC__CODE_BF16);
	if (r.type.kind == MLIRBC_TYPE_MEMREF && is_identity(r.type.u.shaped.encoding, r.type.u.shaped.rank))
		r.type.u.shaped.encoding = NULL;
	return mlirbc_type_get(d->r.load->context, &r.type);
}
