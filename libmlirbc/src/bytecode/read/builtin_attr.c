/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builtin attributes. Their rows in dialects/builtin.c define the fields, their order and members. Functions here read
 * the fields of one code only (entries, positions, numbers), and check conditions that involve several fields; dense
 * elements are in builtin_dense.c. */
#include "bytecode/read/builtin.h"

/* An attribute whose fields are being read. */
struct reading {
	struct mlirbc_attr attr;
	size_t at;      /* of the first field */
	size_t list_at; /* of the list of attributes */
	bool ranged;    /* a location that has end positions */
};

/* ---- dictionaries */

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

static void read_entries(struct mlirbc__decode *d, struct mlirbc_attr *attr)
{
	struct mlirbc__load *load = d->r.load;
	size_t count;
	if (!mlirbc__count(&d->r, "number of entries", &count))
		return;
	struct mlirbc_named_attr *entries = mlirbc__reserve(load, &load->part_buffer, count, sizeof *entries);
	for (size_t i = 0; entries && i < count && load->status == MLIRBC_OK; i++) {
		const struct mlirbc_attr *name = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_STRING), "a string");
		entries[i].name = name ? name->u.string : NULL;
		entries[i].value = mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	}
	attr->u.dictionary.data = entries;
	attr->u.dictionary.count = count;
}

static const struct mlirbc_attr *make_dictionary(struct mlirbc__decode *d, const struct reading *r)
{
	struct mlirbc__load *load = d->r.load;
	const struct mlirbc_named_attr *entries = r->attr.u.dictionary.data;
	const size_t count = r->attr.u.dictionary.count;
	const struct mlirbc_attr *made = mlirbc__dictionary_make(load->context, entries, count);
	if (!made && has_name_twice(load, entries, count))
		mlirbc__bad(&d->r, r->at, "a dictionary with a duplicate name, expected unique names");
	return made;
}

/* ---- symbols and locations */

/* Replaces the list of symbols, which was read, by their names. */
static bool name_nested(struct mlirbc__decode *d, struct reading *r, const struct mlirbc_attrs *symbols)
{
	struct mlirbc__load *load = d->r.load;
	const struct mlirbc_string **names = mlirbc__reserve(load, &load->more_buffer, symbols->count, sizeof *names);
	if (!names)
		return false;
	for (size_t i = 0; i < symbols->count; i++) {
		if (symbols->data[i]->u.symbol.count != 0)
			return mlirbc__bad(
				&d->r, r->list_at, "nested symbol %zu has nested symbols itself, expected none", i);
		names[i] = symbols->data[i]->u.symbol.root;
	}
	r->attr.u.symbol.nested = names;
	r->attr.u.symbol.count = symbols->count;
	return true;
}

/* Up to four numbers: line; column or start column; end column or end line; end column. */
static void read_positions(struct mlirbc__decode *d, struct reading *r)
{
	struct mlirbc_attr *attr = &r->attr;
	uint32_t n[4] = { 0 };
	size_t at = d->r.c.pos, count;
	if (!mlirbc__count(&d->r, "number of positions", &count))
		return;
	if (count > 4) {
		mlirbc__bad(&d->r, at, "number of positions is %zu, expected 0 to 4", count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		n[i] = mlirbc__read_u32(d, "line or column");
	r->ranged = true;
	attr->u.file.line = n[0];
	attr->u.file.column = n[1];
	attr->u.file.range = count > 2;
	if (count > 1) { /* a line without a column ends at 0:0, unlike one with column 0 */
		attr->u.file.end_line = count == 4 ? n[2] : n[0];
		attr->u.file.end_column = count == 4 ? n[3] : count == 3 ? n[2] : n[1];
	}
}

/* ---- numbers */

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

/* ---- all */

static bool may_have_resource(const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF:
	case MLIRBC_TYPE_DIALECT:
	case MLIRBC_TYPE_CODED:
	case MLIRBC_TYPE_BYTES: return true;
	default: return false;
	}
}

/* Makes the attribute after all fields are read. */
static const struct mlirbc_attr *make(struct mlirbc__decode *d, struct reading *r, const struct mlirbc_attrs *symbols)
{
	struct mlirbc__load *load = d->r.load;
	struct mlirbc_attr *attr = &r->attr;
	switch (attr->kind) {
	case MLIRBC_ATTR_UNIT: return mlirbc_attr_unit(load->context);
	case MLIRBC_LOC_UNKNOWN: return mlirbc_loc_unknown(load->context);
	case MLIRBC_ATTR_DICTIONARY: return make_dictionary(d, r);
	case MLIRBC_ATTR_SPARSE: return mlirbc__sparse_of(d, r->at, attr);
	case MLIRBC_ATTR_DISTINCT: attr->u.distinct.id = load->distinct_count++; break;
	case MLIRBC_ATTR_STRING:
		if (attr->type && attr->type->kind == MLIRBC_TYPE_NONE)
			attr->type = NULL;
		break;
	case MLIRBC_ATTR_SYMBOL:
		if (!name_nested(d, r, symbols))
			return NULL;
		break;
	case MLIRBC_LOC_FILE:
		if (!r->ranged) {
			attr->u.file.end_line = attr->u.file.line;
			attr->u.file.end_column = attr->u.file.column;
		}
		break;
	case MLIRBC_ATTR_DENSE_RESOURCE:
		if (!may_have_resource(attr->type)) {
			mlirbc__bad(&d->r, r->at, "type of a resource is of another kind, expected a shaped type");
			return NULL;
		}
		break;
	default: break;
	}
	return mlirbc__attr_make(load->context, attr, false);
}

static const struct mlirbc_attr *read_members(struct mlirbc__decode *d, const struct mlirbc__members *members)
{
	struct reading r = { .attr.kind = members->kind, .at = d->r.c.pos };
	struct mlirbc_attrs symbols = { NULL, 0 };
	for (const struct mlirbc__member *member = members->list; member->kind; member++) {
		void *at = member->want == MLIRBC__WANT_SYMBOL ? &symbols : mlirbc__member_of(&r.attr, member);
		r.list_at = d->r.c.pos;
		if (member->kind == 'E')
			read_entries(d, &r.attr);
		else if (member->kind == 'M')
			read_positions(d, &r);
		else if (!mlirbc__read_member(d, member, &d->r.load->part_buffer, at))
			return NULL;
	}
	return mlirbc__ready(d) ? make(d, &r, &symbols) : NULL;
}

const struct mlirbc_attr *mlirbc__builtin_attr(struct mlirbc__decode *d)
{
	size_t at = d->r.c.pos;
	uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of an attribute"))
		return NULL;
	if (code >= mlirbc__builtin_attr_count) {
		mlirbc__bad(&d->r, at, "code of a builtin attribute is %llu, expected 0 to %d",
			(unsigned long long)code, MLIRBC__CODE_FILE_RANGE);
		return NULL;
	}
	const struct mlirbc__members *members = &mlirbc__builtin_attrs[code];
	switch (members->kind) {
	case MLIRBC_ATTR_INTEGER:
	case MLIRBC_ATTR_FLOAT: return read_number(d, members->kind);
	case MLIRBC_ATTR_DENSE_ARRAY:
	case MLIRBC_ATTR_DENSE:
	case MLIRBC_ATTR_DENSE_STRINGS: return mlirbc__builtin_dense(d, members->kind);
	default: return read_members(d, members);
	}
}
