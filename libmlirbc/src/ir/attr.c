/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and locations: unique by content. */
#include "ir/context.h"
#include "ir/kept_text.h"
#include "ir/unique.h"

#include <bytecursor/ckd.h>
#include <mlirbc/parts.h>
#include <stddef.h>
#include <string.h>

/* The only array of an attribute of this kind; NULL: it has none. */
static const void *array_of(const struct mlirbc_attr *attr, size_t *out_size)
{
	switch (attr->kind) {
	case MLIRBC_ATTR_ARRAY: *out_size = attr->u.array.count * sizeof *attr->u.array.data; return attr->u.array.data;
	case MLIRBC_ATTR_DICTIONARY:
		*out_size = attr->u.dictionary.count * sizeof *attr->u.dictionary.data;
		return attr->u.dictionary.data;
	case MLIRBC_ATTR_SYMBOL:
		*out_size = attr->u.symbol.count * sizeof *attr->u.symbol.nested;
		return attr->u.symbol.nested;
	case MLIRBC_ATTR_INTEGER:
	case MLIRBC_ATTR_FLOAT:
		*out_size = attr->u.number.count * sizeof *attr->u.number.words;
		return attr->u.number.words;
	case MLIRBC_ATTR_DENSE:
	case MLIRBC_ATTR_DENSE_ARRAY: *out_size = attr->u.dense.size; return attr->u.dense.data;
	case MLIRBC_ATTR_DENSE_STRINGS:
		*out_size = attr->u.strings.count * sizeof *attr->u.strings.data;
		return attr->u.strings.data;
	case MLIRBC_ATTR_BYTES: *out_size = attr->u.bytes.size; return attr->u.bytes.data;
	case MLIRBC_ATTR_CODED:
		*out_size = attr->u.coded.count * sizeof *attr->u.coded.fields;
		return attr->u.coded.fields;
	case MLIRBC_LOC_FUSED:
		*out_size = attr->u.fused.parts.count * sizeof *attr->u.fused.parts.data;
		return attr->u.fused.parts.data;
	default: *out_size = 0; return NULL;
	}
}

static void set_array(struct mlirbc_attr *attr, const void *data)
{
	switch (attr->kind) {
	case MLIRBC_ATTR_ARRAY: attr->u.array.data = data; break;
	case MLIRBC_ATTR_DICTIONARY: attr->u.dictionary.data = data; break;
	case MLIRBC_ATTR_SYMBOL: attr->u.symbol.nested = data; break;
	case MLIRBC_ATTR_INTEGER:
	case MLIRBC_ATTR_FLOAT: attr->u.number.words = data; break;
	case MLIRBC_ATTR_DENSE:
	case MLIRBC_ATTR_DENSE_ARRAY: attr->u.dense.data = data; break;
	case MLIRBC_ATTR_DENSE_STRINGS: attr->u.strings.data = data; break;
	case MLIRBC_ATTR_BYTES: attr->u.bytes.data = data; break;
	case MLIRBC_ATTR_CODED: attr->u.coded.fields = data; break;
	case MLIRBC_LOC_FUSED: attr->u.fused.parts.data = data; break;
	default: break;
	}
}

static void make_key(const struct mlirbc_attr *attr, struct mlirbc__key *key)
{
	*key->size = key->size[1] = key->word_count = 0;
	mlirbc__key_word(key, (uint64_t)attr->kind);
	mlirbc__key_pointer(key, attr->type);
	key->data[0] = array_of(attr, &key->size[0]);
	switch (attr->kind) {
	case MLIRBC_ATTR_STRING: mlirbc__key_pointer(key, attr->u.string); break;
	case MLIRBC_ATTR_SYMBOL: mlirbc__key_pointer(key, attr->u.symbol.root); break;
	case MLIRBC_ATTR_TYPE: mlirbc__key_pointer(key, attr->u.type_value); break;
	case MLIRBC_ATTR_DENSE:
	case MLIRBC_ATTR_DENSE_ARRAY:
		mlirbc__key_word(key, attr->u.dense.count);
		mlirbc__key_word(key, attr->u.dense.splat);
		break;
	case MLIRBC_ATTR_DENSE_STRINGS: mlirbc__key_word(key, attr->u.strings.splat); break;
	case MLIRBC_ATTR_SPARSE:
		mlirbc__key_pointer(key, attr->u.sparse.indices);
		mlirbc__key_pointer(key, attr->u.sparse.values);
		break;
	case MLIRBC_ATTR_DENSE_RESOURCE: mlirbc__key_pointer(key, attr->u.resource); break;
	case MLIRBC_ATTR_AFFINE:
	case MLIRBC_ATTR_DIALECT:
		mlirbc__key_pointer(key, attr->u.dialect.dialect);
		mlirbc__key_pointer(key, attr->u.dialect.text);
		break;
	case MLIRBC_ATTR_BYTES:
		mlirbc__key_pointer(key, attr->u.bytes.dialect);
		mlirbc__key_pointer(key, attr->u.bytes.file);
		break;
	case MLIRBC_ATTR_CODED:
		mlirbc__key_pointer(key, attr->u.coded.dialect);
		mlirbc__key_pointer(key, attr->u.coded.mnemonic);
		mlirbc__key_pointer(key, attr->u.coded.format);
		break;
	case MLIRBC_LOC_FILE:
		mlirbc__key_pointer(key, attr->u.file.file);
		mlirbc__key_word(key, (uint64_t)attr->u.file.line << 32 | attr->u.file.column);
		mlirbc__key_word(key, (uint64_t)attr->u.file.end_line << 32 | attr->u.file.end_column);
		mlirbc__key_word(key, attr->u.file.range);
		break;
	case MLIRBC_LOC_NAME:
		mlirbc__key_pointer(key, attr->u.name.name);
		mlirbc__key_pointer(key, attr->u.name.child);
		break;
	case MLIRBC_LOC_CALLSITE:
		mlirbc__key_pointer(key, attr->u.callsite.callee);
		mlirbc__key_pointer(key, attr->u.callsite.caller);
		break;
	case MLIRBC_LOC_FUSED: mlirbc__key_pointer(key, attr->u.fused.metadata); break;
	default: break; /* unit, unknown location: identified by the kind; array, dictionary, numbers: by the array */
	}
}

/* Size of an attribute of each kind: only the part of the union that it uses. */
#define USED(member) (offsetof(struct mlirbc_attr, u) + sizeof((struct mlirbc_attr *)0)->u.member)
static const uint8_t sizes[] = {
	[MLIRBC_ATTR_UNIT] = offsetof(struct mlirbc_attr, u),
	[MLIRBC_ATTR_ARRAY] = USED(array),
	[MLIRBC_ATTR_DICTIONARY] = USED(dictionary),
	[MLIRBC_ATTR_STRING] = USED(string),
	[MLIRBC_ATTR_SYMBOL] = USED(symbol),
	[MLIRBC_ATTR_TYPE] = USED(type_value),
	[MLIRBC_ATTR_INTEGER] = USED(number),
	[MLIRBC_ATTR_FLOAT] = USED(number),
	[MLIRBC_ATTR_DENSE_ARRAY] = USED(dense),
	[MLIRBC_ATTR_DENSE] = USED(dense),
	[MLIRBC_ATTR_DENSE_STRINGS] = USED(strings),
	[MLIRBC_ATTR_SPARSE] = USED(sparse),
	[MLIRBC_ATTR_DENSE_RESOURCE] = USED(resource),
	[MLIRBC_ATTR_DISTINCT] = USED(distinct),
	[MLIRBC_ATTR_AFFINE] = USED(dialect),
	[MLIRBC_ATTR_DIALECT] = USED(dialect),
	[MLIRBC_ATTR_BYTES] = USED(bytes),
	[MLIRBC_ATTR_CODED] = USED(coded),
	[MLIRBC_LOC_UNKNOWN] = offsetof(struct mlirbc_attr, u),
	[MLIRBC_LOC_FILE] = USED(file),
	[MLIRBC_LOC_NAME] = USED(name),
	[MLIRBC_LOC_CALLSITE] = USED(callsite),
	[MLIRBC_LOC_FUSED] = USED(fused),
};

size_t mlirbc__attr_size(enum mlirbc_attr_kind kind) { return sizes[kind]; }

/* Combined properties of the parts. */
struct summary {
	uint32_t depth;
	unsigned any, all; /* flags */
};

static MLIRBC__APART void summarize(const struct mlirbc_attr *attr, struct summary *out)
{
	struct mlirbc_parts parts = mlirbc_attr_parts(attr);
	struct mlirbc_part part;
	while (mlirbc_parts_next(&parts, &part)) {
		uint32_t inner = part.type ? part.type->depth : part.attr->depth;
		unsigned flags = part.type ? part.type->flags : part.attr->flags;
		out->depth = inner > out->depth ? inner : out->depth;
		out->any |= flags;
		out->all &= flags;
	}
}

/* Computes depth and flags from the parts. Kept text that may mention aliases counts as aliased. */
static void describe(struct mlirbc_attr *attr)
{
	struct summary parts = { .all = MLIRBC__UNIQUE };
	size_t size;
	if (attr->kind != MLIRBC_LOC_FILE) /* most attributes are file locations, which have no parts */
		summarize(attr, &parts);
	bool aliased = (parts.any & MLIRBC__ALIASED) || mlirbc__attr_alias(attr, &size) ||
		       (attr->kind == MLIRBC_ATTR_DIALECT && mlirbc__kept_has_pieces(attr->u.dialect.text));
	attr->depth = (parts.depth + 1) & MLIRBC__MOST_DEPTH;
	attr->flags = ((aliased ? MLIRBC__ALIASED : 0) | (parts.all & MLIRBC__UNIQUE)) & 15U;
}

static struct mlirbc_attr *attr_copy(struct mlirbc_context *context, const struct mlirbc_attr *from, bool borrow)
{
	size_t size, total, used = sizes[from->kind];
	const void *data = array_of(from, &size);
	if (ckd_add(&total, used, borrow ? 0 : size))
		return NULL;
	struct mlirbc_attr *attr = mlirbc__alloc(context, total, _Alignof(struct mlirbc_attr));
	if (!attr)
		return NULL;
	memcpy(attr, from, used);
	describe(attr);
	context->deep |= attr->depth > MLIRBC__MOST_NESTED;
	if (attr->kind == MLIRBC_ATTR_DIALECT)
		attr->u.dialect.wrapped = !mlirbc__is_pretty(attr->u.dialect.text->data, attr->u.dialect.text->size);
	if (!borrow) {
		if (size)
			memcpy((unsigned char *)attr + used, data, size);
		set_array(attr, (unsigned char *)attr + used);
	}
	return attr;
}

static bool attr_equal(const void *item, const void *key)
{
	struct mlirbc__key other;
	make_key(item, &other);
	return mlirbc__key_equal(&other, key);
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
	struct mlirbc__key key;
	make_key(attr, &key);
	uint64_t hash = mlirbc__key_hash(context, &key);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&context->attrs, &context->arena, hash, &key, attr_equal);
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
