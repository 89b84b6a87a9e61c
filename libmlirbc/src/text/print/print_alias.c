/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Aliases: their names, the order of their lines, and printing them. */
#include "support/chars.h"
#include "text/print/printer.h"
#include "ir/kept_text.h"
#include "text/print/kept_text_parts.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- tables */

static bool alias_equal(const void *item, const void *key)
{
	return ((const struct mlirbc__printed_alias *)item)->key == key;
}

static bool seen_equal(const void *item, const void *key) { return ((const struct mlirbc__seen *)item)->key == key; }

static struct mlirbc__set_slot *slot_of(
	struct mlirbc_printer *printer, struct mlirbc__set *set, const void *key, mlirbc__equal_fn equal)
{
	struct mlirbc__set_slot *slot = mlirbc__set_find(
		set, &printer->scratch, mlirbc__hash(0, &key, sizeof key), key, equal);
	printer->no_memory |= !slot;
	return slot;
}

const struct mlirbc_attr *mlirbc__alias_key(struct mlirbc_printer *printer, const struct mlirbc_attr *attr)
{
	bool location = attr->kind >= MLIRBC_LOC_UNKNOWN && printer->context && printer->context->text_locations;
	if (!(location || attr->kind == MLIRBC_ATTR_CODED) || (attr->flags & MLIRBC__UNIQUE) || !printer->context)
		return attr;
	const struct mlirbc_attr *unique = mlirbc_attr_unique(printer->context, attr);
	printer->no_memory |= !unique;
	return unique ? unique : attr;
}

struct mlirbc__printed_alias *mlirbc__alias_find(struct mlirbc_printer *printer, const void *key)
{
	struct mlirbc__set_slot *slot = slot_of(printer, &printer->aliases, key, alias_equal);
	return slot ? (struct mlirbc__printed_alias *)(uintptr_t)slot->item : NULL;
}

void mlirbc__alias_add(struct mlirbc_printer *printer, const struct mlirbc__printed_alias *entry)
{
	struct mlirbc__set_slot *slot = slot_of(printer, &printer->aliases, entry->key, alias_equal);
	struct mlirbc__printed_alias *made = slot ? mlirbc__arena_alloc(&printer->scratch, sizeof *made,
							    _Alignof(struct mlirbc__printed_alias))
						  : NULL;
	printer->no_memory |= !made;
	if (!made)
		return;
	*made = *entry;
	mlirbc__set_fill(&printer->aliases, slot, mlirbc__hash(0, &entry->key, sizeof entry->key), made);
	printer->sorted_count += entry->name != NULL;
}

size_t mlirbc__seen(struct mlirbc_printer *printer, struct mlirbc__set *set, const void *key)
{
	if (!printer->context)
		return 0;
	struct mlirbc__set_slot *slot = slot_of(printer, set, key, seen_equal);
	if (slot && slot->item)
		return ((const struct mlirbc__seen *)slot->item)->number;
	struct mlirbc__seen *seen = slot ? mlirbc__arena_alloc(
						   &printer->scratch, sizeof *seen, _Alignof(struct mlirbc__seen))
					 : NULL;
	printer->no_memory |= !seen;
	if (!seen)
		return 0;
	*seen = (struct mlirbc__seen){ key, set->count };
	mlirbc__set_fill(set, slot, mlirbc__hash(0, &key, sizeof key), seen);
	return seen->number;
}

/* ---- lines */

static int compare_aliases(const void *left, const void *right)
{
	const struct mlirbc__printed_alias *a = *(struct mlirbc__printed_alias *const *)left,
					   *b = *(struct mlirbc__printed_alias *const *)right;
	if (a->depth.whole != b->depth.whole)
		return a->depth.whole < b->depth.whole ? -1 : 1;
	if (a->is_type != b->is_type)
		return a->is_type ? -1 : 1;
	const struct mlirbc_string x = { a->name, a->name_size }, y = { b->name, b->name_size };
	int order = mlirbc__string_compare(&x, &y);
	return order ? order : (a->order > b->order) - (a->order < b->order);
}

struct name_count {
	struct mlirbc_string name;
	uint32_t count;
};

static bool name_equal(const void *item, const void *key)
{
	const struct mlirbc_string *name = key;
	return mlirbc__string_is(&((const struct name_count *)item)->name, name->data, name->size);
}

/* How many were counted with that name; NULL: memory is short. */
static struct name_count *count_of(
	struct mlirbc_printer *printer, struct mlirbc__set *set, const struct mlirbc_string *name)
{
	uint64_t hash = mlirbc__hash(0, name->data, name->size);
	struct mlirbc__set_slot *slot = mlirbc__set_find(set, &printer->scratch, hash, name, name_equal);
	if (!slot || slot->item)
		return slot ? (struct name_count *)(uintptr_t)slot->item : NULL;
	struct name_count *made = mlirbc__arena_alloc(&printer->scratch, sizeof *made, _Alignof(struct name_count));
	if (made) {
		*made = (struct name_count){ .name = *name };
		mlirbc__set_fill(set, slot, hash, made);
	}
	return made;
}

/* Kept text mentions this name without a definition in its source: a line with the name would become its definition. */
static bool is_dangling(const struct mlirbc_printer *printer, const struct mlirbc__printed_alias *entry)
{
	char name[200];
	const char last = entry->name[entry->name_size - 1];
	if (!printer->context || !printer->context->text_aliases.count || entry->name_size > sizeof name - 16)
		return false;
	int size = snprintf(name, sizeof name, "%c%.*s", entry->is_type ? '!' : '#', (int)entry->name_size, entry->name);
	if (entry->suffix)
		size += snprintf(name + size, sizeof name - (size_t)size, "%s%u", last >= '0' && last <= '9' ? "_" : "", entry->suffix);
	const struct mlirbc__text_alias *alias = mlirbc__text_alias_find(printer->context, name, (size_t)size);
	return alias && !alias->attr && !alias->type;
}

/* How many came before with the same name. */
static void number_aliases(struct mlirbc_printer *printer)
{
	struct mlirbc__set counts = { 0 };
	for (size_t i = 0; i < printer->sorted_count; i++) {
		struct mlirbc__printed_alias *entry = printer->sorted[i];
		const struct mlirbc_string name = { entry->name, entry->name_size };
		struct name_count *known = count_of(printer, &counts, &name);
		do {
			entry->suffix = known ? known->count++ : 0;
		} while (known && is_dangling(printer, entry));
		printer->no_memory |= !known;
	}
	mlirbc__set_finish(&counts, &printer->scratch);
}

void mlirbc__find_aliases(struct mlirbc_printer *printer, const struct mlirbc_module *module)
{
	mlirbc__visit_module(printer, module);
	if (printer->no_memory || printer->sorted_count == 0)
		return;
	printer->sorted = mlirbc__arena_alloc(&printer->scratch, printer->sorted_count * sizeof *printer->sorted,
		_Alignof(struct mlirbc__printed_alias *));
	if (!printer->sorted) {
		printer->no_memory = true;
		return;
	}
	size_t count = 0;
	for (size_t i = 0; i < printer->aliases.capacity; i++) {
		struct mlirbc__printed_alias
			*entry = (struct mlirbc__printed_alias *)(uintptr_t)printer->aliases.slots[i].item;
		if (entry && entry->name)
			printer->sorted[count++] = entry;
	}
	qsort(printer->sorted, count, sizeof *printer->sorted, compare_aliases);
	number_aliases(printer);
}

static void print_name(struct mlirbc_printer *printer, const struct mlirbc__printed_alias *entry)
{
	mlirbc__put_char(&printer->out, entry->is_type ? '!' : '#');
	mlirbc__put(&printer->out, entry->name, entry->name_size);
	if (entry->suffix) {
		char last = entry->name[entry->name_size - 1];
		if (last >= '0' && last <= '9')
			mlirbc__put_char(&printer->out, '_');
		mlirbc__put_unsigned(&printer->out, entry->suffix);
	}
}

bool mlirbc__print_alias(struct mlirbc_printer *printer, const void *value, bool is_type)
{
	if (printer->sorted_count == 0)
		return false;
	size_t size;
	if (is_type ? !mlirbc__is_large_tuple(value) : !mlirbc__attr_alias(value, &size))
		return false;
	const struct mlirbc__printed_alias *entry = mlirbc__alias_find(
		printer, is_type ? value : mlirbc__alias_key(printer, value));
	if (!entry || !entry->name || (entry->deferred && printer->defined_only))
		return false;
	print_name(printer, entry);
	return true;
}

void mlirbc__print_alias_lines(struct mlirbc_printer *printer, bool deferred)
{
	for (size_t i = 0; i < printer->sorted_count; i++) {
		const struct mlirbc__printed_alias *entry = printer->sorted[i];
		if (!entry->name || entry->deferred != deferred)
			continue;
		print_name(printer, entry);
		mlirbc__put_text(&printer->out, " = ");
		if (entry->is_type)
			mlirbc__print_type_full(printer, entry->value);
		else
			mlirbc__print_attr_full(printer, entry->value, false);
		mlirbc__put_char(&printer->out, '\n');
	}
}

/* The part of an attribute's text after its mnemonic. */
static void print_rest(struct mlirbc_printer *printer, const struct mlirbc__piece *piece)
{
	static const struct mlirbc_string dialect = { "llvm", 4 };
	const struct mlirbc_string rest = { piece->at, piece->size };
	if (printer->spelled_out)
		mlirbc__print_attr(printer, piece->attr, false);
	else if (!mlirbc__print_alias(printer, piece->attr, false))
		mlirbc__print_kept(printer, &dialect, &rest);
}

/* Without the part that its context implies, unless it has an alias. */
static void print_known(struct mlirbc_printer *printer, const struct mlirbc__piece *piece)
{
	const struct mlirbc_attr *attr = piece->attr;
	if (printer->spelled_out) {
		mlirbc__print_attr(printer, attr, false);
	} else if (mlirbc__print_alias(printer, attr, false)) {
		return;
	} else if (attr->kind == MLIRBC_ATTR_CODED) {
		mlirbc__print_fields(printer, &attr->u.coded);
	} else {
		const struct mlirbc_string *text = attr->u.dialect.text;
		const struct mlirbc_string rest = { text->data + piece->known, text->size - piece->known };
		mlirbc__print_kept(printer, attr->u.dialect.dialect, &rest);
	}
}

static void print_piece(struct mlirbc_printer *printer, const struct mlirbc__piece *piece)
{
	if (piece->attr && piece->head) {
		print_rest(printer, piece);
	} else if (piece->attr && piece->known) {
		print_known(printer, piece);
	} else if (piece->attr) {
		mlirbc__print_attr(printer, piece->attr, false);
	} else if (piece->type) {
		mlirbc__print_type(printer, piece->type);
	} else {
		const void *key = (const void *)(uintptr_t)(2 * piece->distinct +
							    1); /* odd: no address of an attribute */
		mlirbc__put_text(&printer->out, "distinct[");
		mlirbc__put_unsigned(&printer->out, printer->context ? mlirbc__seen(printer, &printer->distincts, key)
								     : piece->distinct - MLIRBC__TEXT_DISTINCT);
		mlirbc__put_char(&printer->out, ']');
	}
}

/* Whether the text before a piece would merge with its replacement into one token. The x of a shape does not. */
static bool runs_into(const char *text, const char *at)
{
	if (at == text)
		return false;
	char before = at - text > 1 ? at[-2] : '\0';
	if (at[-1] == 'x' && (mlirbc__char_is(before, CHAR_DIGIT) || before == '?' || before == ']' || before == '*'))
		return false;
	return at[-1] == '#' || at[-1] == '!' || mlirbc__char_is(at[-1], CHAR_SUFFIX);
}

/* Text that is spelled out is the same from text and from bytecode, which cannot have a byte 0 in it. */
static void put_kept(struct mlirbc_printer *printer, const char *text, size_t size)
{
	const char *zero;
	while (printer->spelled_out && size && (zero = memchr(text, 0, size)) != NULL) {
		mlirbc__put(&printer->out, text, (size_t)(zero - text));
		mlirbc__put(&printer->out, "\\00", 3);
		size -= (size_t)(zero + 1 - text);
		text = zero + 1;
	}
	mlirbc__put(&printer->out, text, size);
}

void mlirbc__print_kept(
	struct mlirbc_printer *printer, const struct mlirbc_string *dialect, const struct mlirbc_string *text)
{
	const char *at = text->data, *end = at + text->size;
	struct mlirbc__pieces pieces;
	struct mlirbc__piece piece;
	mlirbc__pieces_begin(&pieces, printer->context, dialect, text);
	while (mlirbc__pieces_next(&pieces, &piece)) {
		bool found_first = piece.at == text->data;
		put_kept(printer, at, (size_t)(piece.at - at));
		if ((piece.at == at && !found_first) || runs_into(text->data, piece.at))
			mlirbc__put_char(&printer->out, ' '); /* the name of an alias would not end where it does */
		print_piece(printer, &piece);
		at = piece.at + piece.size;
		if (mlirbc__last_put(&printer->out) == '-' && (at == end || *at == '>'))
			mlirbc__put_char(&printer->out, ' '); /* not an arrow */
	}
	printer->no_memory |= pieces.no_memory;
	put_kept(printer, at, (size_t)(end - at));
}

static bool is_pretty_type(const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_FUNCTION:
	case MLIRBC_TYPE_DIALECT:
	case MLIRBC_TYPE_BYTES:
	case MLIRBC_TYPE_CODED: return false;
	default: return !mlirbc__is_large_tuple(type);
	}
}

/* Whether kept text is only the name of an alias, and its replacement is pretty, see mlirbc__is_pretty(). */
static bool becomes_pretty(const struct mlirbc_printer *printer, const struct mlirbc_string *text)
{
	const struct mlirbc__text_alias *alias = printer->context ? mlirbc__text_alias_find(
									    printer->context, text->data, text->size)
								  : NULL;
	size_t size;
	if (!alias || !alias->attr)
		return alias && alias->type && is_pretty_type(alias->type);
	const struct mlirbc_attr *attr = alias->attr;
	switch (attr->kind) {
	case MLIRBC_ATTR_TYPE: return is_pretty_type(attr->u.type_value);
	case MLIRBC_ATTR_INTEGER: /* true and false */
		return attr->type->kind == MLIRBC_TYPE_INTEGER && attr->type->u.integer.width == 1 &&
		       attr->type->u.integer.signedness == MLIRBC_SIGNLESS;
	case MLIRBC_ATTR_DENSE_RESOURCE: return is_pretty_type(attr->type);
	case MLIRBC_ATTR_AFFINE: return !mlirbc__attr_alias(attr, &size);
	case MLIRBC_ATTR_UNIT:
	case MLIRBC_ATTR_DENSE_ARRAY:
	case MLIRBC_ATTR_DENSE:
	case MLIRBC_ATTR_DENSE_STRINGS:
	case MLIRBC_ATTR_SPARSE: return true;
	default: return false;
	}
}

void mlirbc__print_symbol(struct mlirbc_printer *printer, char mark, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, bool wrapped)
{
	wrapped = wrapped && !becomes_pretty(printer, text);
	mlirbc__put_char(&printer->out, mark);
	mlirbc__put_name(&printer->out, dialect);
	mlirbc__put_char(&printer->out, wrapped ? '<' : '.');
	mlirbc__print_kept(printer, dialect, text);
	if (wrapped)
		mlirbc__put_char(&printer->out, '>');
}
