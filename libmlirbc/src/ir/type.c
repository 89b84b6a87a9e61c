/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types: unique by content. */
#include "ir/context.h"
#include "ir/kept_text.h"
#include "ir/unique.h"

#include <bytecursor/ckd.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	uint8_t width;
} floats[MLIRBC_FLOAT_COUNT] = {
	[MLIRBC_BF16] = { "bf16", 16 },
	[MLIRBC_F16] = { "f16", 16 },
	[MLIRBC_F32] = { "f32", 32 },
	[MLIRBC_F64] = { "f64", 64 },
	[MLIRBC_F80] = { "f80", 80 },
	[MLIRBC_F128] = { "f128", 128 },
	[MLIRBC_TF32] = { "tf32", 19 },
	[MLIRBC_F8E5M2] = { "f8E5M2", 8 },
	[MLIRBC_F8E4M3] = { "f8E4M3", 8 },
	[MLIRBC_F8E4M3FN] = { "f8E4M3FN", 8 },
	[MLIRBC_F8E5M2FNUZ] = { "f8E5M2FNUZ", 8 },
	[MLIRBC_F8E4M3FNUZ] = { "f8E4M3FNUZ", 8 },
	[MLIRBC_F8E4M3B11FNUZ] = { "f8E4M3B11FNUZ", 8 },
	[MLIRBC_F8E3M4] = { "f8E3M4", 8 },
	[MLIRBC_F8E8M0FNU] = { "f8E8M0FNU", 8 },
	[MLIRBC_F6E2M3FN] = { "f6E2M3FN", 6 },
	[MLIRBC_F6E3M2FN] = { "f6E3M2FN", 6 },
	[MLIRBC_F4E2M1FN] = { "f4E2M1FN", 4 },
};

#define FROM(first, last) MLIRBC__FROM(struct mlirbc_type, u.first, u.last)
#define ARRAY(data, count) MLIRBC__ARRAY(struct mlirbc_type, u.data, u.count)
#define ALL sizeof(struct mlirbc_type)
#define SHAPED                                                                                                         \
	{                                                                                                              \
		.used = ALL, .members = { FROM(shaped.element, shaped.element), FROM(shaped.encoding, shaped.space) }, \
		.arrays = { ARRAY(shaped.dims, shaped.rank), ARRAY(shaped.scalable, shaped.rank) }                     \
	}
static const struct mlirbc__content contents[] = {
	[MLIRBC_TYPE_INTEGER] = { .used = ALL, .members = { FROM(integer.width, integer.signedness) } },
	[MLIRBC_TYPE_FLOAT] = { .used = ALL, .members = { FROM(float_kind, float_kind) } },
	[MLIRBC_TYPE_INDEX] = { .used = ALL },
	[MLIRBC_TYPE_NONE] = { .used = ALL },
	[MLIRBC_TYPE_FUNCTION] = { .used = ALL, .arrays = { ARRAY(function.inputs.data, function.inputs.count),
		ARRAY(function.results.data, function.results.count) } },
	[MLIRBC_TYPE_TUPLE] = { .used = ALL, .arrays = { ARRAY(tuple.data, tuple.count) } },
	[MLIRBC_TYPE_COMPLEX] = { .used = ALL, .members = { FROM(shaped.element, shaped.element) } },
	[MLIRBC_TYPE_VECTOR] = SHAPED,
	[MLIRBC_TYPE_TENSOR] = SHAPED,
	[MLIRBC_TYPE_UNRANKED_TENSOR] = SHAPED,
	[MLIRBC_TYPE_MEMREF] = SHAPED,
	[MLIRBC_TYPE_UNRANKED_MEMREF] = SHAPED,
	[MLIRBC_TYPE_DIALECT] = { .used = ALL, .members = { FROM(dialect.dialect, dialect.text) } },
	[MLIRBC_TYPE_BYTES] = { .used = ALL, .members = { FROM(bytes.dialect, bytes.dialect), FROM(bytes.file, bytes.file) },
		.arrays = { ARRAY(bytes.data, bytes.size) } },
	[MLIRBC_TYPE_CODED] = { .used = ALL, .members = { FROM(coded.dialect, coded.mnemonic), FROM(coded.format, coded.format) },
		.arrays = { ARRAY(coded.fields, coded.count) } },
};

/* Computes depth and flags from the parts. Kept text that may mention aliases counts as aliased. */
static void describe(struct mlirbc_type *type)
{
	bool mentions = type->kind == MLIRBC_TYPE_DIALECT && mlirbc__kept_has_pieces(type->u.dialect.text);
	struct mlirbc__summary parts;
	mlirbc__summarize(mlirbc_type_parts(type), &parts);
	parts.any |= MLIRBC__UNIQUE | (mentions || mlirbc__is_large_tuple(type) ? MLIRBC__ALIASED : 0);
	type->flags = parts.any & 15U;
	type->depth = (parts.depth + 1) & MLIRBC__MOST_DEPTH;
}

static struct mlirbc_type *type_copy(struct mlirbc_context *context, const struct mlirbc_type *from)
{
	struct mlirbc_type *type = mlirbc__content_copy(context, &contents[from->kind], from, false);
	if (!type)
		return NULL;
	describe(type);
	context->deep |= type->depth > MLIRBC__MOST_NESTED;
	if (type->kind == MLIRBC_TYPE_DIALECT)
		type->u.dialect.wrapped = !mlirbc__is_pretty(type->u.dialect.text->data, type->u.dialect.text->size);
	else if (mlirbc__is_shaped(type) && !from->u.shaped.scalable)
		type->u.shaped.scalable = NULL; /* not an empty array */
	return type;
}

static bool type_equal(const void *item, const void *key)
{
	const struct mlirbc_type *a = item, *b = key;
	return a->kind == b->kind && mlirbc__content_equal(&contents[a->kind], a, b);
}

static bool no_scalable(const struct mlirbc_type *type)
{
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		if (type->u.shaped.scalable[i])
			return false;
	}
	return true;
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

/* True for affine_map<(d0, d1) -> (d0, d1)>. */
static bool has_identity_layout(const struct mlirbc_type *type)
{
	const struct mlirbc_attr *layout = type->u.shaped.encoding;
	const size_t rank = type->u.shaped.rank;
	if (layout->kind != MLIRBC_ATTR_AFFINE)
		return false;
	const char *text = layout->u.dialect.text->data, *end = text + layout->u.dialect.text->size;
	return skip(&text, end, "affine_map<(") && skip_dims(&text, end, rank) && skip(&text, end, ") -> (") &&
	       skip_dims(&text, end, rank) && skip(&text, end, ")>") && text == end;
}

static bool is_unique(const struct mlirbc_attr *attr) { return !attr || (attr->flags & MLIRBC__UNIQUE); }

/* A type is unique, so its attributes must be: if they are not, *type is set to *copy. */
static bool unique_parts(struct mlirbc_context *context, const struct mlirbc_type **type, struct mlirbc_type *copy)
{
	switch ((*type)->kind) {
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_UNRANKED_MEMREF: break;
	case MLIRBC_TYPE_CODED:
		*copy = **type;
		*type = copy;
		return mlirbc__unique_fields(context, &copy->u.coded);
	default: return true;
	}
	if (is_unique((*type)->u.shaped.encoding) && is_unique((*type)->u.shaped.space))
		return true;
	*copy = **type;
	*type = copy;
	const struct mlirbc_attr **parts[] = { &copy->u.shaped.encoding, &copy->u.shaped.space };
	for (int i = 0; i < 2; i++) {
		if (*parts[i] && !(*parts[i] = mlirbc_attr_unique(context, *parts[i])))
			return false;
	}
	return true;
}

const struct mlirbc_type *mlirbc_type_get(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	struct mlirbc_type plain;
	if (type->kind == MLIRBC_TYPE_VECTOR && type->u.shaped.scalable && no_scalable(type)) {
		plain = *type;
		plain.u.shaped.scalable = NULL;
		type = &plain;
	} else if (type->kind == MLIRBC_TYPE_MEMREF && type->u.shaped.encoding && has_identity_layout(type)) {
		plain = *type;
		plain.u.shaped.encoding = NULL;
		type = &plain;
	}
	if (!unique_parts(context, &type, &plain))
		return NULL;
	uint64_t hash = mlirbc__content_hash(context->seed + type->kind, &contents[type->kind], type);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&context->types, &context->arena, hash, type, type_equal);
	if (!slot || slot->item)
		return slot ? slot->item : NULL;
	struct mlirbc_type *made = type_copy(context, type);
	if (made)
		mlirbc__set_fill(&context->types, slot, hash, made);
	return made;
}

static const struct mlirbc_type *cached(
	struct mlirbc_context *context, const struct mlirbc_type **cache, const struct mlirbc_type *type)
{
	if (!*cache)
		*cache = mlirbc_type_get(context, type);
	return *cache;
}

const struct mlirbc_type *mlirbc_type_integer(
	struct mlirbc_context *context, uint32_t width, enum mlirbc_signedness signedness)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_INTEGER, .u.integer = { width, signedness } };
	return width <= 64 ? cached(context, &context->integers[signedness][width], &type)
			   : mlirbc_type_get(context, &type);
}

const struct mlirbc_type *mlirbc_type_index(struct mlirbc_context *context)
{
	return cached(context, &context->index, &(struct mlirbc_type){ .kind = MLIRBC_TYPE_INDEX });
}

const struct mlirbc_type *mlirbc_type_none(struct mlirbc_context *context)
{
	return cached(context, &context->none, &(struct mlirbc_type){ .kind = MLIRBC_TYPE_NONE });
}

const struct mlirbc_type *mlirbc_type_float(struct mlirbc_context *context, enum mlirbc_float kind)
{
	return cached(context, &context->floats[kind],
		&(struct mlirbc_type){ .kind = MLIRBC_TYPE_FLOAT, .u.float_kind = kind });
}

uint32_t mlirbc_type_width(const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_INTEGER: return type->u.integer.width;
	case MLIRBC_TYPE_INDEX: return 64;
	case MLIRBC_TYPE_FLOAT: return floats[type->u.float_kind].width;
	default: return 0;
	}
}

const char *mlirbc_float_name(enum mlirbc_float kind) { return floats[kind].name; }

bool mlirbc__static_elements(const struct mlirbc_type *type, uint64_t *out_count)
{
	if (type->kind != MLIRBC_TYPE_VECTOR && type->kind != MLIRBC_TYPE_TENSOR && type->kind != MLIRBC_TYPE_MEMREF)
		return false;
	uint64_t count = 1;
	bool large = false, empty = false;
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		int64_t dim = type->u.shaped.dims[i];
		if (dim < 0)
			return false;
		empty |= dim == 0;
		large |= ckd_mul(&count, count, (uint64_t)dim) || count > INT64_MAX;
	}
	*out_count = empty ? 0 : large ? UINT64_MAX : count;
	return true;
}

bool mlirbc_tensor_is_static(const struct mlirbc_type *type)
{
	for (size_t i = 0; type->kind == MLIRBC_TYPE_TENSOR && i < type->u.shaped.rank; i++) {
		if (type->u.shaped.dims[i] == MLIRBC_DYNAMIC)
			return false;
	}
	return type->kind != MLIRBC_TYPE_UNRANKED_TENSOR;
}

bool mlirbc_type_elements(const struct mlirbc_type *type, uint64_t *out_count)
{
	uint64_t count;
	if (!mlirbc__static_elements(type, &count) || count == UINT64_MAX)
		return false;
	*out_count = count;
	return true;
}

/* Valid element types for each kind of type, besides those of other dialects. */
bool mlirbc__element_fits(const struct mlirbc_type *type)
{
	const uint32_t number = MLIRBC__KIND(MLIRBC_TYPE_INTEGER) | MLIRBC__KIND(MLIRBC_TYPE_FLOAT);
	const uint32_t scalar = number | MLIRBC__KIND(MLIRBC_TYPE_INDEX);
	const uint32_t item = scalar | MLIRBC__KIND(MLIRBC_TYPE_COMPLEX) | MLIRBC__KIND(MLIRBC_TYPE_VECTOR);
	const uint32_t foreign = MLIRBC__KIND(MLIRBC_TYPE_DIALECT) | MLIRBC__KIND(MLIRBC_TYPE_BYTES) |
				 MLIRBC__KIND(MLIRBC_TYPE_CODED);
	uint32_t fits = item;
	if (type->kind == MLIRBC_TYPE_COMPLEX)
		fits = number;
	else if (type->kind == MLIRBC_TYPE_VECTOR)
		fits = scalar;
	else if (type->kind == MLIRBC_TYPE_MEMREF || type->kind == MLIRBC_TYPE_UNRANKED_MEMREF)
		fits = item | MLIRBC__KIND(MLIRBC_TYPE_MEMREF) | MLIRBC__KIND(MLIRBC_TYPE_UNRANKED_MEMREF);
	return MLIRBC__KIND(type->u.shaped.element->kind) & (fits | (type->kind == MLIRBC_TYPE_COMPLEX ? 0 : foreign));
}
