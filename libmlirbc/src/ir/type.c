/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types: unique by content. */
#include "ir/context.h"
#include "ir/kept_text.h"
#include "ir/unique.h"

#include <bytecursor/ckd.h>
#include <mlirbc/parts.h>
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

static void set_range(struct mlirbc__key *key, int i, const void *data, size_t size)
{
	key->data[i] = data;
	key->size[i] = size;
}

static void make_key(const struct mlirbc_type *type, struct mlirbc__key *key)
{
	*key->size = key->size[1] = key->word_count = 0;
	mlirbc__key_word(key, (uint64_t)type->kind);
	switch (type->kind) {
	case MLIRBC_TYPE_INTEGER:
		mlirbc__key_word(key, (uint64_t)type->u.integer.width << 2 | (uint64_t)type->u.integer.signedness);
		break;
	case MLIRBC_TYPE_FLOAT: mlirbc__key_word(key, (uint64_t)type->u.float_kind); break;
	case MLIRBC_TYPE_INDEX:
	case MLIRBC_TYPE_NONE: break;
	case MLIRBC_TYPE_FUNCTION:
		set_range(key, 0, type->u.function.inputs.data, type->u.function.inputs.count * sizeof(void *));
		set_range(key, 1, type->u.function.results.data, type->u.function.results.count * sizeof(void *));
		break;
	case MLIRBC_TYPE_TUPLE: set_range(key, 0, type->u.tuple.data, type->u.tuple.count * sizeof(void *)); break;
	case MLIRBC_TYPE_COMPLEX:
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF:
		mlirbc__key_pointer(key, type->u.shaped.element);
		mlirbc__key_pointer(key, type->u.shaped.encoding);
		mlirbc__key_pointer(key, type->u.shaped.space);
		set_range(key, 0, type->u.shaped.dims, type->u.shaped.rank * sizeof(int64_t));
		set_range(key, 1, type->u.shaped.scalable, type->u.shaped.scalable ? type->u.shaped.rank : 0);
		break;
	case MLIRBC_TYPE_DIALECT:
		mlirbc__key_pointer(key, type->u.dialect.dialect);
		mlirbc__key_pointer(key, type->u.dialect.text);
		break;
	case MLIRBC_TYPE_CODED:
		mlirbc__key_pointer(key, type->u.coded.dialect);
		mlirbc__key_pointer(key, type->u.coded.mnemonic);
		mlirbc__key_pointer(key, type->u.coded.format);
		set_range(key, 0, type->u.coded.fields, type->u.coded.count * sizeof *type->u.coded.fields);
		break;
	case MLIRBC_TYPE_BYTES:
		mlirbc__key_pointer(key, type->u.bytes.dialect);
		mlirbc__key_pointer(key, type->u.bytes.file);
		set_range(key, 0, type->u.bytes.data, type->u.bytes.size);
		break;
	}
}

/* Copies the arrays of *type, a copy of the key's type, and makes it point to them. */
static void move_arrays(struct mlirbc_type *type, const void *first, const void *second)
{
	switch (type->kind) {
	case MLIRBC_TYPE_FUNCTION:
		type->u.function.inputs.data = first;
		type->u.function.results.data = second;
		break;
	case MLIRBC_TYPE_TUPLE: type->u.tuple.data = first; break;
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_MEMREF:
		type->u.shaped.dims = first;
		if (type->u.shaped.scalable)
			type->u.shaped.scalable = second;
		break;
	case MLIRBC_TYPE_DIALECT:
		type->u.dialect.wrapped = !mlirbc__is_pretty(type->u.dialect.text->data, type->u.dialect.text->size);
		break;
	case MLIRBC_TYPE_BYTES: type->u.bytes.data = first; break;
	case MLIRBC_TYPE_CODED: type->u.coded.fields = first; break;
	default: break;
	}
}

/* Computes depth and flags from the parts. Kept text that may mention aliases counts as aliased. */
static void describe(struct mlirbc_type *type)
{
	bool mentions = type->kind == MLIRBC_TYPE_DIALECT && mlirbc__kept_has_pieces(type->u.dialect.text);
	uint32_t depth = 0;
	unsigned flags = MLIRBC__UNIQUE | (mentions || mlirbc__is_large_tuple(type) ? MLIRBC__ALIASED : 0);
	struct mlirbc_parts parts = mlirbc_type_parts(type);
	struct mlirbc_part part;
	while (mlirbc_parts_next(&parts, &part)) {
		uint32_t inner = part.type ? part.type->depth : part.attr->depth;
		depth = inner > depth ? inner : depth;
		flags |= part.type ? part.type->flags : part.attr->flags;
	}
	type->flags = flags & 15U;
	type->depth = (depth + 1) & MLIRBC__MOST_DEPTH;
}

static struct mlirbc_type *type_copy(
	struct mlirbc_context *context, const struct mlirbc_type *from, const struct mlirbc__key *key)
{
	size_t total = sizeof *from;
	if (ckd_add(&total, total, key->size[0]) || ckd_add(&total, total, key->size[1]))
		return NULL;
	struct mlirbc_type *type = mlirbc__alloc(context, total, _Alignof(struct mlirbc_type));
	if (!type)
		return NULL;
	*type = *from;
	describe(type);
	context->deep |= type->depth > MLIRBC__MOST_NESTED;
	unsigned char *first = (unsigned char *)(type + 1), *second = first + key->size[0];
	if (key->size[0])
		memcpy(first, key->data[0], key->size[0]);
	if (key->size[1])
		memcpy(second, key->data[1], key->size[1]);
	move_arrays(type, first, second);
	return type;
}

static bool type_equal(const void *item, const void *key)
{
	struct mlirbc__key other;
	make_key(item, &other);
	return mlirbc__key_equal(&other, key);
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
	struct mlirbc__key key;
	if (!unique_parts(context, &type, &plain))
		return NULL;
	make_key(type, &key);
	uint64_t hash = mlirbc__key_hash(context, &key);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&context->types, &context->arena, hash, &key, type_equal);
	if (!slot || slot->item)
		return slot ? slot->item : NULL;
	struct mlirbc_type *made = type_copy(context, type, &key);
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
