/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builtin types. Their rows in dialects/builtin.c define the fields and their order. */
#include "bytecode/read/builtin.h"

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
		return mlirbc__bad(&d->r, at, "type of the elements is of a kind that is not allowed there");
	return d->r.load->status == MLIRBC_OK;
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

/* ---- all */

/* A type whose fields are being read. */
struct reading {
	struct mlirbc_type type;
	size_t lists;           /* members that may take a buffer, so far */
	size_t number_at;       /* position of the number of scalable dimensions */
	uint64_t last_scalable; /* LLVM 16: this many dimensions at the end are scalable */
};

static bool read_field(struct mlirbc__decode *d, struct reading *r, const struct mlirbc__member *member)
{
	struct mlirbc__load *load = d->r.load;
	switch (member->kind) {
	case 'N': return read_scalable(d, &r->type);
	case 'T': return read_element(d, &r->type);
	case 'Z': return read_shape(d, &r->type);
	case 'v':
		if (r->type.kind == MLIRBC_TYPE_INTEGER)
			return read_integer(d, &r->type);
		r->number_at = d->r.c.pos;
		r->last_scalable = mlirbc__varint(&d->r.c);
		return true;
	default:
		return mlirbc__read_member(d, member, r->lists++ ? &load->more_buffer : &load->part_buffer,
			mlirbc__member_of(&r->type, member));
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

static enum mlirbc_float float_of(unsigned code)
{
	if (code > MLIRBC__CODE_SCALABLE_VECTOR)
		return (enum mlirbc_float)mlirbc__later_floats[code - MLIRBC__CODE_SCALABLE_VECTOR - 1];
	return (enum mlirbc_float)((unsigned)MLIRBC_BF16 + code - MLIRBC__CODE_BF16);
}

const struct mlirbc_type *mlirbc__builtin_type(struct mlirbc__decode *d)
{
	size_t at = d->r.c.pos;
	uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of a type"))
		return NULL;
	if (code >= mlirbc__builtin_type_count) {
		mlirbc__bad(&d->r, at, "code of a builtin type is %llu, expected 0 to %zu", (unsigned long long)code,
			mlirbc__builtin_type_count - 1);
		return NULL;
	}
	bool of_16 = code == MLIRBC__CODE_SCALABLE_VECTOR && !mlirbc__has_scalable_flags(d->r.c);
	const struct mlirbc__members *members = of_16 ? mlirbc__scalable_vector_16
						      : &mlirbc__builtin_types[code];
	struct reading r = { .type.kind = members->kind };
	for (const struct mlirbc__member *member = members->list; member->kind; member++) {
		if (!read_field(d, &r, member))
			return NULL;
	}
	if (!mlirbc__ready(d) || (of_16 && !mark_scalable(d, &r)))
		return NULL;
	if (r.type.kind == MLIRBC_TYPE_FLOAT)
		r.type.u.float_kind = float_of((unsigned)code);
	return mlirbc_type_get(d->r.load->context, &r.type);
}
