/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and locations: unique by content. */
#include "ir/context.h"
#include "ir/kept_text.h"
#include "ir/unique.h"

#include <string.h>

/* By kind. Attributes are as large as the part of the union that they use. */
#define USED(member) (offsetof(struct mlirbc_attr, u) + sizeof((struct mlirbc_attr *)0)->u.member)
#define FROM(first, last) MLIRBC__FROM(struct mlirbc_attr, u.first, u.last)
#define ARRAY(data, count) MLIRBC__ARRAY(struct mlirbc_attr, u.data, u.count)
static const struct mlirbc__content contents[] = {
	[MLIRBC_ATTR_UNIT] = { .used = offsetof(struct mlirbc_attr, u) },
	[MLIRBC_ATTR_ARRAY] = { .used = USED(array), .arrays = { ARRAY(array.data, array.count) } },
	[MLIRBC_ATTR_DICTIONARY] = { .used = USED(dictionary), .arrays = { ARRAY(dictionary.data, dictionary.count) } },
	[MLIRBC_ATTR_STRING] = { .used = USED(string), .members = { FROM(string, string) } },
	[MLIRBC_ATTR_SYMBOL] = { .used = USED(symbol), .members = { FROM(symbol.root, symbol.root) },
		.arrays = { ARRAY(symbol.nested, symbol.count) } },
	[MLIRBC_ATTR_TYPE] = { .used = USED(type_value), .members = { FROM(type_value, type_value) } },
	[MLIRBC_ATTR_INTEGER] = { .used = USED(number), .arrays = { ARRAY(number.words, number.count) } },
	[MLIRBC_ATTR_FLOAT] = { .used = USED(number), .arrays = { ARRAY(number.words, number.count) } },
	[MLIRBC_ATTR_DENSE_ARRAY] = { .used = USED(dense), .members = { FROM(dense.count, dense.splat) },
		.arrays = { ARRAY(dense.data, dense.size) } },
	[MLIRBC_ATTR_DENSE] = { .used = USED(dense), .members = { FROM(dense.count, dense.splat) },
		.arrays = { ARRAY(dense.data, dense.size) } },
	[MLIRBC_ATTR_DENSE_STRINGS] = { .used = USED(strings), .members = { FROM(strings.splat, strings.splat) },
		.arrays = { ARRAY(strings.data, strings.count) } },
	[MLIRBC_ATTR_SPARSE] = { .used = USED(sparse), .members = { FROM(sparse.indices, sparse.values) } },
	[MLIRBC_ATTR_DENSE_RESOURCE] = { .used = USED(resource), .members = { FROM(resource, resource) } },
	[MLIRBC_ATTR_DISTINCT] = { .used = USED(distinct) }, /* each is its own */
	[MLIRBC_ATTR_AFFINE] = { .used = USED(dialect), .members = { FROM(dialect.dialect, dialect.text) } },
	[MLIRBC_ATTR_DIALECT] = { .used = USED(dialect), .members = { FROM(dialect.dialect, dialect.text) } },
	[MLIRBC_ATTR_BYTES] = { .used = USED(bytes), .members = { FROM(bytes.dialect, bytes.dialect), FROM(bytes.file, bytes.file) },
		.arrays = { ARRAY(bytes.data, bytes.size) } },
	[MLIRBC_ATTR_CODED] = { .used = USED(coded), .members = { FROM(coded.dialect, coded.mnemonic), FROM(coded.format, coded.format) },
		.arrays = { ARRAY(coded.fields, coded.count) } },
	[MLIRBC_LOC_UNKNOWN] = { .used = offsetof(struct mlirbc_attr, u) },
	[MLIRBC_LOC_FILE] = { .used = USED(file), .members = { FROM(file.file, file.range) } },
	[MLIRBC_LOC_NAME] = { .used = USED(name), .members = { FROM(name.name, name.child) } },
	[MLIRBC_LOC_CALLSITE] = { .used = USED(callsite), .members = { FROM(callsite.callee, callsite.caller) } },
	[MLIRBC_LOC_FUSED] = { .used = USED(fused), .members = { FROM(fused.metadata, fused.metadata) },
		.arrays = { ARRAY(fused.parts.data, fused.parts.count) } },
};

size_t mlirbc__attr_size(enum mlirbc_attr_kind kind) { return contents[kind].used; }

struct mlirbc_attr mlirbc__attr_load(const struct mlirbc_attr *attr)
{
	struct mlirbc_attr copy = { .kind = attr->kind };
	memcpy(&copy, attr, contents[attr->kind].used);
	return copy;
}

/* Computes depth and flags from the parts. Kept text that may mention aliases counts as aliased. */
static void describe(struct mlirbc_attr *attr)
{
	struct mlirbc__summary parts = { .all = MLIRBC__UNIQUE };
	size_t size;
	if (attr->kind != MLIRBC_LOC_FILE) /* most attributes are file locations, which have no parts */
		mlirbc__summarize(mlirbc_attr_parts(attr), &parts);
	bool aliased = (parts.any & MLIRBC__ALIASED) || mlirbc__attr_alias(attr, &size) ||
		       (attr->kind == MLIRBC_ATTR_DIALECT && mlirbc__kept_has_pieces(attr->u.dialect.text));
	attr->depth = (parts.depth + 1) & MLIRBC__MOST_DEPTH;
	attr->flags = ((aliased ? MLIRBC__ALIASED : 0) | (parts.all & MLIRBC__UNIQUE)) & 15U;
}

static struct mlirbc_attr *attr_copy(struct mlirbc_context *context, const struct mlirbc_attr *from, bool borrow)
{
	struct mlirbc_attr *attr = mlirbc__content_copy(context, &contents[from->kind], from, borrow);
	if (!attr)
		return NULL;
	describe(attr);
	context->deep |= attr->depth > MLIRBC__MOST_NESTED;
	if (attr->kind == MLIRBC_ATTR_DIALECT)
		attr->u.dialect.wrapped = !mlirbc__is_pretty(attr->u.dialect.text->data, attr->u.dialect.text->size);
	return attr;
}

static bool attr_equal(const void *item, const void *key)
{
	const struct mlirbc_attr *a = item, *b = key;
	return a->kind == b->kind && a->type == b->type && mlirbc__content_equal(&contents[a->kind], a, b);
}

/* MLIR does not detect splats among elements of zero bits. */
static bool is_i0(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == 0;
}

/* Elements that are all equal are a splat: true with the splat in *out. */
static bool is_splat(const struct mlirbc_attr *attr, struct mlirbc_attr *out)
{
	if (attr->kind == MLIRBC_ATTR_DENSE_STRINGS) {
		for (size_t i = 1; i < attr->u.strings.count; i++) {
			if (attr->u.strings.data[i] != attr->u.strings.data[0])
				return false;
		}
		*out = *attr;
		out->u.strings.count = 1;
		out->u.strings.splat = true;
		return attr->u.strings.count && !attr->u.strings.splat;
	}
	if (attr->kind != MLIRBC_ATTR_DENSE || attr->u.dense.splat || attr->u.dense.count == 0 ||
		is_i0(attr->type->u.shaped.element))
		return false;
	size_t size = attr->u.dense.size, each = (size_t)(size / attr->u.dense.count);
	if (each == 0 || memcmp(attr->u.dense.data, attr->u.dense.data + each, size - each) != 0)
		return false;
	*out = *attr;
	out->u.dense.size = each;
	out->u.dense.count = 1;
	out->u.dense.splat = true;
	return true;
}

static const struct mlirbc_attr *attr_intern(
	struct mlirbc_context *context, const struct mlirbc_attr *attr, bool borrow)
{
	if (attr->kind == MLIRBC_ATTR_DISTINCT)
		return attr_copy(context, attr, borrow);
	if (attr->kind == MLIRBC_LOC_UNKNOWN)
		return context->unknown_loc;
	struct mlirbc_attr splat;
	if (is_splat(attr, &splat))
		attr = &splat;
	uint64_t hash = context->seed + attr->kind;
	if (attr->type)
		hash = mlirbc__hash(hash, &attr->type, sizeof attr->type);
	hash = mlirbc__content_hash(hash, &contents[attr->kind], attr);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&context->attrs, &context->arena, hash, attr, attr_equal);
	if (!slot || slot->item)
		return slot ? slot->item : NULL;
	struct mlirbc_attr *made = attr_copy(context, attr, borrow);
	if (made)
		mlirbc__set_fill(&context->attrs, slot, hash, made);
	context->has_lines |= attr->kind == MLIRBC_LOC_FILE && attr->u.file.line != 0;
	return made;
}

const struct mlirbc_attr *mlirbc__attr_make(struct mlirbc_context *context, const struct mlirbc_attr *attr, bool borrow)
{
	struct mlirbc_attr splat;
	if (is_splat(attr, &splat))
		attr = &splat;
	struct mlirbc_attr *made = attr_copy(context, attr, borrow);
	if (made && made->kind != MLIRBC_ATTR_DISTINCT)
		made->flags &= ~(unsigned)MLIRBC__UNIQUE & 15U;
	return made;
}

static void sift_down(struct mlirbc_named_attr *entries, size_t at, size_t count)
{
	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && mlirbc__string_compare(entries[child].name, entries[child + 1].name) < 0)
			child++;
		if (mlirbc__string_compare(entries[at].name, entries[child].name) >= 0)
			return;
		struct mlirbc_named_attr swap = entries[at];
		entries[at] = entries[child];
		entries[child] = swap;
	}
}

/* In place and never quadratic, since the entries are untrusted. */
static void sort_entries(struct mlirbc_named_attr *entries, size_t count)
{
	for (size_t i = count / 2; i-- > 0;)
		sift_down(entries, i, count);
	for (size_t end = count; end-- > 1;) {
		struct mlirbc_named_attr swap = entries[0];
		entries[0] = entries[end];
		entries[end] = swap;
		sift_down(entries, 0, end);
	}
}

/* 1: strictly ascending; 0: not sorted; -1: sorted, with a duplicate name. */
static int entries_order(const struct mlirbc_named_attr *entries, size_t count)
{
	int order = 1;
	for (size_t i = 1; i < count; i++) {
		int c = mlirbc__string_compare(entries[i - 1].name, entries[i].name);
		if (c > 0)
			return 0;
		if (c == 0)
			order = -1;
	}
	return order;
}

static const struct mlirbc_attr *dictionary_intern(
	struct mlirbc_context *context, const struct mlirbc_attr *attr, bool borrow)
{
	size_t count = attr->u.dictionary.count;
	int order = entries_order(attr->u.dictionary.data, count);
	if (order > 0)
		return attr_intern(context, attr, borrow);
	if (order < 0)
		return NULL;
	struct mlirbc_named_attr few[16], *entries = few;
	if (count > sizeof few / sizeof *few &&
		!(entries = MLIRBC__NEW_ARRAY(context, struct mlirbc_named_attr, count)))
		return NULL;
	memcpy(entries, attr->u.dictionary.data, count * sizeof *entries);
	sort_entries(entries, count);
	if (entries_order(entries, count) < 0)
		return NULL;
	struct mlirbc_attr sorted = *attr;
	sorted.u.dictionary.data = entries;
	return attr_intern(context, &sorted, borrow && entries != few);
}

const struct mlirbc_attr *mlirbc__dictionary_make(
	struct mlirbc_context *context, const struct mlirbc_named_attr *entries, size_t count)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DICTIONARY, .u.dictionary = { entries, count } };
	return entries_order(entries, count) > 0 ? mlirbc__attr_make(context, &attr, false)
						 : dictionary_intern(context, &attr, false);
}

const struct mlirbc_attr *mlirbc_attr_get(struct mlirbc_context *context, const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_DICTIONARY ? dictionary_intern(context, attr, false)
						    : attr_intern(context, attr, false);
}

const struct mlirbc_attr *mlirbc__attr_borrow(struct mlirbc_context *context, const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_DICTIONARY ? dictionary_intern(context, attr, true)
						    : attr_intern(context, attr, true);
}

const struct mlirbc_attr *mlirbc_attr_unit(struct mlirbc_context *context)
{
	if (!context->unit)
		context->unit = attr_intern(context, &(struct mlirbc_attr){ .kind = MLIRBC_ATTR_UNIT }, false);
	return context->unit;
}

const struct mlirbc_attr *mlirbc_loc_unknown(struct mlirbc_context *context) { return context->unknown_loc; }

const struct mlirbc_attr *mlirbc_attr_integer(
	struct mlirbc_context *context, const struct mlirbc_type *type, uint64_t value)
{
	uint32_t width = mlirbc_type_width(type);
	size_t count = width > 64 ? ((size_t)width + 63) / 64 : 1;
	uint64_t one = width >= 64 ? value : value & ((UINT64_C(1) << width) - 1), *words = &one;
	if (count > 1) {
		words = MLIRBC__NEW_ARRAY(context, uint64_t, count);
		if (!words)
			return NULL;
		memset(words, 0, count * sizeof *words);
		*words = one;
	}
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_INTEGER, .type = type, .u.number = { words, count } };
	return attr_intern(context, &attr, count > 1);
}

const struct mlirbc_attr *mlirbc_attr_bool(struct mlirbc_context *context, bool value)
{
	const struct mlirbc_type *type = mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
	return type ? mlirbc_attr_integer(context, type, value) : NULL;
}

const struct mlirbc_attr *mlirbc_attr_string(struct mlirbc_context *context, const char *data, size_t size)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_STRING, .u.string = mlirbc_string_get(context, data, size) };
	return attr.u.string ? attr_intern(context, &attr, false) : NULL;
}

const struct mlirbc_attr *mlirbc_attr_symbol(struct mlirbc_context *context, const char *name, size_t size)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_SYMBOL,
		.u.symbol.root = mlirbc_string_get(context, name, size) };
	return attr.u.symbol.root ? attr_intern(context, &attr, false) : NULL;
}

const struct mlirbc_attr *mlirbc_attr_type(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_TYPE, .u.type_value = type };
	return attr_intern(context, &attr, false);
}

const struct mlirbc_attr *mlirbc_attr_array(
	struct mlirbc_context *context, const struct mlirbc_attr *const *elements, size_t count)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_ARRAY, .u.array = { elements, count } };
	return attr_intern(context, &attr, false);
}

const struct mlirbc_attr *mlirbc_attr_dictionary(
	struct mlirbc_context *context, const struct mlirbc_named_attr *entries, size_t count)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DICTIONARY, .u.dictionary = { entries, count } };
	return dictionary_intern(context, &attr, false);
}

const struct mlirbc_attr *mlirbc_loc_file(
	struct mlirbc_context *context, const char *file, size_t size, uint32_t line, uint32_t column)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_FILE,
		.u.file = { mlirbc_string_get(context, file, size), line, column, line, column, false } };
	return attr.u.file.file ? attr_intern(context, &attr, false) : NULL;
}

const struct mlirbc_attr *mlirbc_loc_place(const struct mlirbc_attr *location)
{
	enum { MOST_NESTED = 512 };
	for (unsigned depth = 0; location && depth < MOST_NESTED; depth++) {
		switch ((int)location->kind) {
		case MLIRBC_LOC_FILE: return location;
		case MLIRBC_LOC_NAME: location = location->u.name.child; break;
		case MLIRBC_LOC_CALLSITE: location = location->u.callsite.callee; break;
		case MLIRBC_LOC_FUSED:
			location = location->u.fused.parts.count ? location->u.fused.parts.data[0] : NULL;
			break;
		default: return NULL;
		}
	}
	return NULL;
}

const struct mlirbc_attr *mlirbc_dictionary_find(const struct mlirbc_attr *dictionary, const char *name)
{
	if (!dictionary || dictionary->kind != MLIRBC_ATTR_DICTIONARY)
		return NULL;
	const struct mlirbc_string key = { name, strlen(name) };
	size_t low = 0, high = dictionary->u.dictionary.count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = mlirbc__string_compare(dictionary->u.dictionary.data[middle].name, &key);
		if (order == 0)
			return dictionary->u.dictionary.data[middle].value;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
