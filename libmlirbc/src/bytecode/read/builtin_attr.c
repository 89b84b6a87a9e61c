/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builtin attributes: containers, strings and symbols, numbers. Dense ones and locations are in separate files. */
#include "bytecode/read/builtin.h"

static const struct mlirbc_attr *read_array(struct mlirbc__decode *d)
{
	size_t count;
	if (!mlirbc__part_attrs(d, MLIRBC__KINDS_ANY, "an attribute", &count) || !mlirbc__ready(d))
		return NULL;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_ARRAY, .u.array = { d->r.load->part_buffer.data, count } };
	return mlirbc__attr_make(d->r.load->context, &attr, false);
}

static bool same_name(const void *item, const void *key) { return item == key; }

/* Names are unique strings, so comparing pointers is sufficient. */
static bool has_name_twice(struct mlirbc__load *load, const struct mlirbc_named_attr *entries, size_t count)
{
	struct mlirbc__set seen = { NULL, 0, 0 };
	bool twice = false;
	for (size_t i = 0; i < count && !twice; i++) {
		const void *name = entries[i].name;
		uint64_t hash = mlirbc__hash(load->context->seed, &name, sizeof name);
		struct mlirbc__set_slot *slot = mlirbc__set_find(&seen, &load->context->arena, hash, name, same_name);
		if (!slot)
			break;
		twice = slot->item != NULL;
		if (!twice)
			mlirbc__set_fill(&seen, slot, hash, name);
	}
	mlirbc__set_finish(&seen, &load->context->arena);
	return twice;
}

static const struct mlirbc_attr *read_dictionary(struct mlirbc__decode *d)
{
	struct mlirbc__load *load = d->r.load;
	size_t at = d->r.c.pos, count;
	if (!mlirbc__count(&d->r, "number of entries", &count))
		return NULL;
	struct mlirbc_named_attr *entries = mlirbc__reserve(load, &load->part_buffer, count, sizeof *entries);
	for (size_t i = 0; entries && i < count && load->status == MLIRBC_OK; i++) {
		const struct mlirbc_attr *name = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_STRING), "a string");
		entries[i].name = name ? name->u.string : NULL;
		entries[i].value = mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	}
	if (!mlirbc__ready(d))
		return NULL;
	const struct mlirbc_attr *made = mlirbc__dictionary_make(load->context, entries, count);
	if (!made && has_name_twice(load, entries, count))
		mlirbc__bad(&d->r, at, "a dictionary with a name twice, expected each once");
	return made;
}

static const struct mlirbc_attr *read_string(struct mlirbc__decode *d, bool typed)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_STRING, .u.string = mlirbc__part_string(d) };
	if (attr.u.string && typed)
		attr.type = mlirbc__part_type(d);
	if (!mlirbc__ready(d))
		return NULL;
	if (attr.type && attr.type->kind == MLIRBC_TYPE_NONE)
		attr.type = NULL;
	return mlirbc__attr_make(d->r.load->context, &attr, false);
}

static const struct mlirbc_attr *read_symbol(struct mlirbc__decode *d, bool nested)
{
	struct mlirbc__load *load = d->r.load;
	const struct mlirbc_attr *root = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_STRING), "a string");
	size_t at = d->r.c.pos, count = 0;
	if (nested && !mlirbc__part_attrs(d, MLIRBC__KIND(MLIRBC_ATTR_SYMBOL), "a symbol", &count))
		return NULL;
	if (!mlirbc__ready(d))
		return NULL;
	const struct mlirbc_attr **parts = load->part_buffer.data;
	const struct mlirbc_string **names = mlirbc__reserve(load, &load->more_buffer, count, sizeof *names);
	if (!names)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (parts[i]->u.symbol.count != 0) {
			mlirbc__bad(&d->r, at, "nested symbol %zu has nested symbols itself, expected none", i);
			return NULL;
		}
		names[i] = parts[i]->u.symbol.root;
	}
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_SYMBOL, .u.symbol = { root->u.string, names, count } };
	return mlirbc__attr_make(load->context, &attr, false);
}

static const struct mlirbc_attr *read_type(struct mlirbc__decode *d)
{
	const struct mlirbc_type *type = mlirbc__part_type(d);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_TYPE, .u.type_value = type };
	return mlirbc__ready(d) ? mlirbc__attr_make(d->r.load->context, &attr, false) : NULL;
}

/* More than 64 bits: only the words up to the highest that is not zero are stored. */
static uint64_t *read_words(struct mlirbc__decode *d, size_t words)
{
	struct mlirbc__load *load = d->r.load;
	size_t at = d->r.c.pos, stored;
	if (!mlirbc__count(&d->r, "number of words", &stored))
		return NULL;
	if (stored == 0 || stored > words) {
		mlirbc__bad(&d->r, at, "number of words is %zu, expected 1 to %zu", stored, words);
		return NULL;
	}
	/* A wide type expands a few bytes of the file to much memory. */
	uint64_t *data = mlirbc__work(load, words * sizeof *data) ? MLIRBC__NEW_ARRAY(load->context, uint64_t, words)
								  : NULL;
	if (!data)
		return NULL;
	memset(data, 0, words * sizeof *data);
	for (size_t i = 0; i < stored; i++)
		data[i] = mlirbc__varint_signed(&d->r.c);
	return data;
}

/* Bits beyond the width are dropped, as LLVM does. */
static void drop_bits(uint64_t *words, size_t count, uint32_t width)
{
	if (width < count * 64)
		words[count - 1] &= width % 64 ? (UINT64_C(1) << (width % 64)) - 1 : 0;
}

static const struct mlirbc_attr *read_number(struct mlirbc__decode *d, enum mlirbc_attr_kind kind)
{
	size_t at = d->r.c.pos;
	const struct mlirbc_type *type = mlirbc__part_type(d);
	return type ? mlirbc__number_of(d, at, kind, type) : NULL;
}

const struct mlirbc_attr *mlirbc__number_of(
	struct mlirbc__decode *d, size_t at, enum mlirbc_attr_kind kind, const struct mlirbc_type *type)
{
	bool fits = kind == MLIRBC_ATTR_FLOAT ? type->kind == MLIRBC_TYPE_FLOAT
					      : type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_INDEX;
	if (!fits && (type->kind == MLIRBC_TYPE_DIALECT || type->kind == MLIRBC_TYPE_BYTES ||
			     type->kind == MLIRBC_TYPE_CODED)) {
		d->opaque = true;
		return NULL;
	}
	if (!fits) {
		mlirbc__bad(&d->r, at, "type of a number is of another kind, expected %s",
			kind == MLIRBC_ATTR_FLOAT ? "a float type" : "an integer type or index");
		return NULL;
	}
	uint32_t width = mlirbc_type_width(type);
	size_t count = width > 64 ? ((size_t)width + 63) / 64 : 1;
	uint64_t one, *words = &one;
	if (width <= 8)
		one = bytecursor_u8(&d->r.c);
	else if (width <= 64)
		one = mlirbc__varint_signed(&d->r.c);
	else
		words = read_words(d, count);
	if (!words || !mlirbc__ready(d))
		return NULL;
	drop_bits(words, count, width);
	struct mlirbc_attr attr = { .kind = kind, .type = type, .u.number = { words, count } };
	return count > 1 ? mlirbc__attr_make(d->r.load->context, &attr, true)
			 : mlirbc__attr_make(d->r.load->context, &attr, false);
}

static const struct mlirbc_attr *read_resource(struct mlirbc__decode *d)
{
	struct mlirbc__load *load = d->r.load;
	size_t at = d->r.c.pos, index;
	const struct mlirbc_type *type = mlirbc__part_type(d);
	if (!mlirbc__index(&d->r, "resource index", load->resource_key_count, &index) || !mlirbc__ready(d))
		return NULL;
	switch (type->kind) {
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF:
	case MLIRBC_TYPE_DIALECT:
	case MLIRBC_TYPE_CODED:
	case MLIRBC_TYPE_BYTES: break;
	default: mlirbc__bad(&d->r, at, "type of a resource is of another kind, expected a shaped type"); return NULL;
	}
	struct mlirbc_attr attr = {
		.kind = MLIRBC_ATTR_DENSE_RESOURCE, .type = type, .u.resource = load->resource_keys[index]
	};
	return mlirbc__attr_make(load->context, &attr, false);
}

static const struct mlirbc_attr *read_distinct(struct mlirbc__decode *d)
{
	const struct mlirbc_attr *referenced = mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	if (!mlirbc__ready(d))
		return NULL;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DISTINCT };
	attr.u.distinct.referenced = referenced->kind == MLIRBC_ATTR_UNIT ? NULL : referenced;
	attr.u.distinct.id = d->r.load->distinct_count++;
	return mlirbc__attr_make(d->r.load->context, &attr, false);
}

const struct mlirbc_attr *mlirbc__builtin_attr(struct mlirbc__decode *d)
{
	size_t at = d->r.c.pos;
	uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of an attribute"))
		return NULL;
	switch (code) {
	case MLIRBC__CODE_ARRAY: return read_array(d);
	case MLIRBC__CODE_DICTIONARY: return read_dictionary(d);
	case MLIRBC__CODE_STRING: return read_string(d, false);
	case MLIRBC__CODE_TYPED_STRING: return read_string(d, true);
	case MLIRBC__CODE_FLAT_SYMBOL: return read_symbol(d, false);
	case MLIRBC__CODE_SYMBOL: return read_symbol(d, true);
	case MLIRBC__CODE_TYPE: return read_type(d);
	case MLIRBC__CODE_UNIT: return mlirbc__ready(d) ? mlirbc_attr_unit(d->r.load->context) : NULL;
	case MLIRBC__CODE_INTEGER: return read_number(d, MLIRBC_ATTR_INTEGER);
	case MLIRBC__CODE_FLOAT: return read_number(d, MLIRBC_ATTR_FLOAT);
	case MLIRBC__CODE_CALLSITE:
	case MLIRBC__CODE_FILE:
	case MLIRBC__CODE_FUSED:
	case MLIRBC__CODE_FUSED_METADATA:
	case MLIRBC__CODE_NAME:
	case MLIRBC__CODE_UNKNOWN:
	case MLIRBC__CODE_FILE_RANGE: return mlirbc__builtin_location(d, code);
	case MLIRBC__CODE_RESOURCE: return read_resource(d);
	case MLIRBC__CODE_DENSE_ARRAY:
	case MLIRBC__CODE_DENSE:
	case MLIRBC__CODE_DENSE_STRINGS:
	case MLIRBC__CODE_SPARSE: return mlirbc__builtin_dense(d, code);
	case MLIRBC__CODE_DISTINCT: return read_distinct(d);
	default:
		mlirbc__bad(&d->r, at, "code of a builtin attribute is %llu, expected 0 to %d",
			(unsigned long long)code, MLIRBC__CODE_FILE_RANGE);
		return NULL;
	}
}
