/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Direct decoding of the attributes that are most frequent in large files: strings, numbers, types, symbols, short
 * arrays and dictionaries, dense elements; and properties that consist of them. For unusual or broken entries it
 * returns NULL without reporting an error, and load_attr.c decodes the entry from the start.
 *
 * Numbers are read without checking the end of the entry, which is checked once afterwards; entries too close to the
 * end of the file for that are not read here. */
#include "bytecode/read/builtin.h"

#include <stddef.h>

#if defined(__GNUC__) && !defined(__clang__)
/* Prevents gcc from turning copies of a few words into loops over bytes, and from combining adjacent stores, which
   takes twice the time. */
#pragma GCC optimize("no-tree-loop-distribute-patterns", "no-tree-slp-vectorize")
#endif

enum { MOST_LEVELS = 6, MOST_PARTS = MLIRBC__SORTED_NAMES, FIXED_NUMBERS = 4 };
enum { LONGEST_LIST = (2 * MOST_PARTS + FIXED_NUMBERS) * MLIRBC__LONGEST_NUMBER };

static const struct mlirbc_attr *make(struct mlirbc__load *load, size_t index, unsigned level);

static inline const struct mlirbc_attr *part(struct mlirbc__load *load, uint64_t index, unsigned level)
{
	if (index >= load->attr_count)
		return NULL;
	uint64_t slot = load->slots[index];
	if ((slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR)
		return (const struct mlirbc_attr *)(uintptr_t)slot;
	return make(load, (size_t)index, level + 1);
}

static inline const struct mlirbc_string *part_name(struct mlirbc__load *load, uint64_t index, unsigned level)
{
	const struct mlirbc_attr *name = part(load, index, level);
	return name && name->kind == MLIRBC_ATTR_STRING ? name->u.string : NULL;
}

static inline const struct mlirbc_type *part_type(const struct mlirbc__load *load, uint64_t index)
{
	return index < load->type_count ? load->types[index] : NULL;
}

/* Size of an attribute that uses this member; its arrays follow. */
#define SIZE(member) (offsetof(struct mlirbc_attr, u) + sizeof((struct mlirbc_attr *)0)->u.member)

/* Properties of an attribute that depend on its parts. */
struct shape {
	uint32_t depth; /* of the deepest */
	uint32_t words; /* combined words of all parts */
};

/* Depth and flags share one word where the layout of bit-fields is known: it is read and written as a whole. */
enum { WORD_AT = sizeof(enum mlirbc_attr_kind), WORD_SIZE = sizeof(uint32_t) };
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { ONE_WORD = WORD_AT == WORD_SIZE && sizeof(enum mlirbc_type_kind) == WORD_SIZE };
#else
enum { ONE_WORD = 0 };
#endif

static inline uint32_t load_word(const void *p)
{
	uint32_t word;
	memcpy(&word, (const unsigned char *)p + WORD_AT, WORD_SIZE);
	return word;
}

static inline uint32_t attr_word(const struct mlirbc_attr *attr)
{
	return ONE_WORD ? load_word(attr) : attr->depth | (uint32_t)attr->flags << 28;
}

static inline uint32_t type_word(const struct mlirbc_type *type)
{
	return ONE_WORD ? load_word(type) : type->depth | (uint32_t)type->flags << 28;
}

static inline void set_word(struct mlirbc_attr *attr, uint32_t word)
{
	if (ONE_WORD) {
		memcpy((unsigned char *)attr + WORD_AT, &word, WORD_SIZE);
	} else {
		attr->depth = word & MLIRBC__MOST_DEPTH;
		attr->flags = word >> 28 & MLIRBC__ALIASED;
	}
}

static inline void add_word(struct shape *shape, uint32_t word)
{
	uint32_t depth = word & MLIRBC__MOST_DEPTH;
	shape->depth = depth > shape->depth ? depth : shape->depth;
	shape->words |= word;
}

static inline void add_part(struct shape *shape, const struct mlirbc_attr *part) { add_word(shape, attr_word(part)); }

static inline struct shape shape_of_type(const struct mlirbc_type *type)
{
	struct shape shape = { 0, 0 };
	add_word(&shape, type_word(type));
	return shape;
}

/* Allocates `size` bytes, a few words. */
static inline struct mlirbc_attr *new_attr(struct mlirbc__load *load, enum mlirbc_attr_kind kind,
	const struct mlirbc_type *type, struct shape shape, size_t size)
{
	struct mlirbc__arena *arena = &load->context->arena;
	struct mlirbc_attr *attr = mlirbc__arena_room(arena, size, _Alignof(struct mlirbc_attr));
	if (attr) {
		mlirbc__arena_used(arena, (unsigned char *)attr + size);
		attr->kind = kind;
		set_word(attr,
			((shape.depth + 1) & MLIRBC__MOST_DEPTH) | (shape.words & (uint32_t)MLIRBC__ALIASED << 28));
		attr->type = type;
	}
	return attr;
}

/* Stores the attribute of a complete entry in its slot. */
static inline const struct mlirbc_attr *keep(
	struct mlirbc__load *load, size_t index, bool whole, const struct mlirbc_attr *made)
{
	if (!whole || made->depth > load->max_depth || made->depth > MLIRBC__MOST_NESTED)
		return NULL; /* the general path records deep nesting */
	load->slots[index] = (uintptr_t)made;
	return made;
}

/* ---- kinds; each function reads the part after the code of entry `index`, from `at` up to `end` */

static MLIRBC__APART const struct mlirbc_attr *make_array(
	struct mlirbc__load *load, size_t index, const uint8_t *at, const uint8_t *end, unsigned level)
{
	const struct mlirbc_attr *parts[MOST_PARTS];
	struct shape shape = { 0, 0 };
	uint64_t count = mlirbc__varint_at(&at);
	if (count > MOST_PARTS)
		return NULL;
	for (uint64_t i = 0; i < count; i++) {
		parts[i] = part(load, mlirbc__varint_at(&at), level);
		if (!parts[i])
			return NULL;
		add_part(&shape, parts[i]);
	}
	struct mlirbc_attr *attr = new_attr(
		load, MLIRBC_ATTR_ARRAY, NULL, shape, SIZE(array) + (size_t)count * sizeof *parts);
	if (!attr)
		return NULL;
	const struct mlirbc_attr **data = (const struct mlirbc_attr **)((uintptr_t)attr + SIZE(array));
	for (uint64_t i = 0; i < count; i++)
		data[i] = parts[i];
	attr->u.array = (struct mlirbc_attrs){ data, (size_t)count };
	return keep(load, index, at == end, attr);
}

static const struct mlirbc_attr *dictionary(
	struct mlirbc__load *load, const struct mlirbc_named_attr *entries, size_t count, struct shape shape)
{
	struct mlirbc_attr *attr = new_attr(
		load, MLIRBC_ATTR_DICTIONARY, NULL, shape, SIZE(dictionary) + count * sizeof *entries);
	if (!attr)
		return NULL;
	struct mlirbc_named_attr *data = (struct mlirbc_named_attr *)((uintptr_t)attr + SIZE(dictionary));
	for (size_t i = 0; i < count; i++)
		data[i] = entries[i];
	attr->u.dictionary.data = data;
	attr->u.dictionary.count = count;
	return attr;
}

/* Whether the names are strictly ascending. They are often those of the previous dictionary. */
static bool names_ascend(struct mlirbc__load *load, const struct mlirbc_named_attr *entries, size_t count)
{
	size_t same = 0;
	while (same < count && same < load->sorted_count && entries[same].name == load->sorted[same])
		same++;
	for (size_t i = same ? same : 1; i < count; i++) {
		if (mlirbc__string_compare(entries[i - 1].name, entries[i].name) >= 0)
			return false;
	}
	if (same == count)
		return true;
	for (size_t i = same; i < count; i++)
		load->sorted[i] = entries[i].name;
	load->sorted_count = count;
	return true;
}

static MLIRBC__APART const struct mlirbc_attr *make_dictionary(
	struct mlirbc__load *load, size_t index, const uint8_t *at, const uint8_t *end, unsigned level)
{
	struct mlirbc_named_attr entries[MOST_PARTS];
	struct shape shape = { 0, 0 };
	uint64_t count = mlirbc__varint_at(&at);
	if (count > MOST_PARTS)
		return NULL;
	for (uint64_t i = 0; i < count; i++) {
		entries[i].name = part_name(load, mlirbc__varint_at(&at), level);
		entries[i].value = entries[i].name ? part(load, mlirbc__varint_at(&at), level) : NULL;
		if (!entries[i].value)
			return NULL;
		add_part(&shape, entries[i].value);
	}
	if (!names_ascend(load, entries, (size_t)count))
		return NULL;
	const struct mlirbc_attr *attr = dictionary(load, entries, (size_t)count, shape);
	return attr ? keep(load, index, at == end, attr) : NULL;
}

static MLIRBC__APART const struct mlirbc_attr *make_string(
	struct mlirbc__load *load, size_t index, const uint8_t *at, const uint8_t *end)
{
	uint64_t number = mlirbc__varint_at(&at);
	if (number >= load->string_count)
		return NULL;
	const struct mlirbc_string *string = load->unique_strings[number];
	if (!string && !(string = mlirbc__string(load, (size_t)number)))
		return NULL;
	struct mlirbc_attr *attr = new_attr(load, MLIRBC_ATTR_STRING, NULL, (struct shape){ 0, 0 }, SIZE(string));
	if (!attr)
		return NULL;
	attr->u.string = string;
	return keep(load, index, at == end, attr);
}

static MLIRBC__APART const struct mlirbc_attr *make_symbol(
	struct mlirbc__load *load, size_t index, const uint8_t *at, const uint8_t *end, unsigned level)
{
	const struct mlirbc_string *root = part_name(load, mlirbc__varint_at(&at), level);
	struct mlirbc_attr *attr = root ? new_attr(load, MLIRBC_ATTR_SYMBOL, NULL, (struct shape){ 0, 0 }, SIZE(symbol))
					: NULL;
	if (!attr)
		return NULL;
	attr->u.symbol.root = root;
	attr->u.symbol.nested = (const struct mlirbc_string *const *)((uintptr_t)attr + SIZE(symbol));
	attr->u.symbol.count = 0;
	return keep(load, index, at == end, attr);
}

static MLIRBC__APART const struct mlirbc_attr *make_type(
	struct mlirbc__load *load, size_t index, const uint8_t *at, const uint8_t *end)
{
	const struct mlirbc_type *type = part_type(load, mlirbc__varint_at(&at));
	struct mlirbc_attr *attr = type ? new_attr(load, MLIRBC_ATTR_TYPE, NULL, shape_of_type(type), SIZE(type_value))
					: NULL;
	if (!attr)
		return NULL;
	attr->u.type_value = type;
	return keep(load, index, at == end, attr);
}

static MLIRBC__APART const struct mlirbc_attr *make_integer(
	struct mlirbc__load *load, size_t index, const uint8_t *at, const uint8_t *end)
{
	const struct mlirbc_type *type = part_type(load, mlirbc__varint_at(&at));
	if (!type || (type->kind != MLIRBC_TYPE_INTEGER && type->kind != MLIRBC_TYPE_INDEX))
		return NULL;
	uint32_t width = type->kind == MLIRBC_TYPE_INTEGER ? type->u.integer.width : 64;
	uint64_t value;
	if (width == 0 || width > 64)
		return NULL;
	if (width <= 8) {
		value = *at++;
	} else {
		value = mlirbc__varint_at(&at);
		value = (value >> 1) ^ (UINT64_C(0) - (value & 1));
	}
	struct mlirbc_attr *attr = new_attr(
		load, MLIRBC_ATTR_INTEGER, type, shape_of_type(type), SIZE(number) + sizeof value);
	if (!attr)
		return NULL;
	uint64_t *word = (uint64_t *)((uintptr_t)attr + SIZE(number));
	*word = value << (64 - width) >> (64 - width);
	attr->u.number.words = word;
	attr->u.number.count = 1;
	return keep(load, index, at == end, attr);
}

/* Number of elements of the type if they are whole bytes and at least two; the type is often that of the previous
 * attribute. */
static MLIRBC__APART bool has_elements(struct mlirbc__load *load, const struct mlirbc_type *type)
{
	if (!type || (type->kind != MLIRBC_TYPE_VECTOR && type->kind != MLIRBC_TYPE_TENSOR))
		return false;
	const struct mlirbc_type *element = type->u.shaped.element;
	uint32_t width = mlirbc_type_width(element);
	uint64_t count;
	if (width < 2 || !mlirbc_type_elements(type, &count) || count < 2 || count > SIZE_MAX / 2 / width)
		return false;
	load->dense_type = type;
	load->dense_count = count;
	load->dense_one = ((size_t)width + 7) / 8;
	return true;
}

/* The first two elements differ: not a splat. */
static MLIRBC__APART const struct mlirbc_attr *make_dense(
	struct mlirbc__load *load, size_t index, const uint8_t *at, const uint8_t *end)
{
	const struct mlirbc_type *type = part_type(load, mlirbc__varint_at(&at));
	if (!type || (load->dense_type != type && !has_elements(load, type)))
		return NULL;
	uint64_t size = mlirbc__varint_at(&at);
	const uint8_t *data = at;
	if (data > end || size != (size_t)(end - data) || size != load->dense_count * load->dense_one ||
		memcmp(data, data + load->dense_one, load->dense_one) == 0)
		return NULL;
	struct mlirbc_attr *attr = new_attr(load, MLIRBC_ATTR_DENSE, type, shape_of_type(type), SIZE(dense));
	if (!attr)
		return NULL;
	attr->u.dense.data = data;
	attr->u.dense.size = (size_t)size;
	attr->u.dense.count = load->dense_count;
	attr->u.dense.splat = false;
	at += size;
	return keep(load, index, at == end, attr);
}

static const struct mlirbc_attr *make(struct mlirbc__load *load, size_t index, unsigned level)
{
	uint64_t slot = load->slots[index];
	size_t at = mlirbc__entry_at(slot), size = mlirbc__entry_size(slot);
	if ((slot & (MLIRBC__SLOT_MASK | MLIRBC__SLOT_BUILTIN)) != (MLIRBC__SLOT_ENTRY | MLIRBC__SLOT_BUILTIN) ||
		level > MOST_LEVELS || size == 0 || load->size - at < size + LONGEST_LIST)
		return NULL;
	const uint8_t *p = load->data + at, *end = p + size;
	switch (*p++) { /* one-byte varints: 2·code + 1 */
	case MLIRBC__CODE_ARRAY << 1 | 1: return make_array(load, index, p, end, level);
	case MLIRBC__CODE_DICTIONARY << 1 | 1: return make_dictionary(load, index, p, end, level);
	case MLIRBC__CODE_STRING << 1 | 1: return make_string(load, index, p, end);
	case MLIRBC__CODE_FLAT_SYMBOL << 1 | 1: return make_symbol(load, index, p, end, level);
	case MLIRBC__CODE_TYPE << 1 | 1: return make_type(load, index, p, end);
	case MLIRBC__CODE_INTEGER << 1 | 1: return make_integer(load, index, p, end);
	case MLIRBC__CODE_DENSE << 1 | 1: return make_dense(load, index, p, end);
	default: return NULL;
	}
}

/* A failure other than an uncommon entry is recorded in load->status, and returns NULL. */
const struct mlirbc_attr *mlirbc__common_attr(struct mlirbc__load *load, size_t index)
{
	return load->status == MLIRBC_OK ? make(load, index, 0) : NULL;
}

const struct mlirbc_attr *mlirbc__common_properties(
	struct mlirbc__load *load, const struct mlirbc__layout *layout, size_t at, size_t size)
{
	struct mlirbc_named_attr entries[MOST_PARTS];
	struct shape shape = { 0, 0 };
	const uint8_t *p = load->data + at;
	size_t count = 0;
	if (!load->slots || layout->count > MOST_PARTS || *layout->defaults || !layout->ascending ||
		load->size - at < LONGEST_LIST)
		return NULL;
	for (size_t i = 0; i < layout->count; i++) {
		const struct mlirbc__named_field *field = &layout->fields[i];
		uint64_t index = mlirbc__varint_at(&p);
		if (field->field.kind == MLIRBC__FIELD_OPTIONAL && index == 0)
			continue;
		if (field->field.kind == MLIRBC__FIELD_OPTIONAL && (index & 1))
			index >>= 1;
		else if (field->field.kind != MLIRBC__FIELD_ATTR)
			return NULL;
		const struct mlirbc_attr *value = part(load, index, 0);
		if (!value)
			return NULL;
		entries[count++] = (struct mlirbc_named_attr){ field->name, value };
		add_part(&shape, value);
	}
	bool whole = p == load->data + at + size && count;
	return whole ? dictionary(load, entries, count, shape) : NULL;
}
