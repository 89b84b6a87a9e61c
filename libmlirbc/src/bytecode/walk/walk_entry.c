/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: attributes and types, as far as their encodings are known. */
#include "bytecode/encoding/codes.h"
#include "bytecode/walk/walk_state.h"
#include "dialects/members.h"

#include <string.h>

#define FIELD(kind, text) ((struct mlirbc__walk_field){ MLIRBC_WALK_##kind, MLIRBC_WALK_ROLE_NONE, (text) })

/* ---- fields */

bool mlirbc__walk_bool(struct mlirbc__walk *w, const char *name, uint64_t index, bool *out)
{
	size_t at = w->c.pos;
	uint8_t byte = bytecursor_u8(&w->c);
	if (!mlirbc__walk_cut(w, name))
		return false;
	if (byte > 1)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "bool", at, "%s is %d, expected 0 or 1", name, byte);
	if (out)
		*out = byte;
	return mlirbc__walk_emit(w, FIELD(BOOL, name), index, at, byte, false);
}

bool mlirbc__walk_optional_attr(struct mlirbc__walk *w, const char *name, uint64_t index)
{
	const struct mlirbc__walk_field optional = { MLIRBC_WALK_ATTR_REF, MLIRBC_WALK_ROLE_OPTIONAL, name };
	size_t at = w->c.pos;
	uint64_t value = mlirbc__varint(&w->c);
	if (!mlirbc__walk_cut(w, name))
		return false;
	if (value != 0 && (!(value & 1) || value >> 1 >= w->attr_count))
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "index", at,
			"%s is %llu, expected 0 or an odd number below %llu", name, (unsigned long long)value,
			(unsigned long long)(2 * w->attr_count));
	return mlirbc__walk_emit(w, optional, index, at, value >> 1, value & 1);
}

static bool walk_sized_bytes(struct mlirbc__walk *w, const char *name)
{
	size_t at = w->c.pos;
	uint64_t size;
	return mlirbc__walk_number(w, FIELD(SIZE, name), 0, &size) &&
	       mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, name, 0, size, at);
}

/* A field, or an item of one. */
static bool walk_item(struct mlirbc__walk *w, char kind, const char *name, uint64_t index)
{
	uint64_t number;
	bool present;
	switch (kind) {
	case 'a':
	case 'A': return mlirbc__walk_ref(w, FIELD(ATTR_REF, name), index, w->attr_count);
	case 'E':
		return mlirbc__walk_ref(w, FIELD(ATTR_REF, "name"), index, w->attr_count) &&
		       mlirbc__walk_ref(w, FIELD(ATTR_REF, "value"), index, w->attr_count);
	case 'T':
	case 'L': return mlirbc__walk_ref(w, FIELD(TYPE_REF, name), index, w->type_count);
	case 's': return mlirbc__walk_ref(w, FIELD(STRING_REF, name), index, w->string_count);
	case 'r': return mlirbc__walk_ref(w, FIELD(RESOURCE_REF, name), index, w->resource_count);
	case 'z':
	case 'Z': return mlirbc__walk_number(w, FIELD(SIGNED, name), index, NULL);
	case 'd':
	case 'D': return mlirbc__walk_number(w, FIELD(DOUBLE, name), index, NULL);
	case 'b':
	case 'N': return mlirbc__walk_bool(w, name, index, NULL);
	case '?':
	case 'O': return mlirbc__walk_optional_attr(w, name, index);
	case 'o': return mlirbc__walk_flagged_ref(w, FIELD(NUMBER, name), index, UINT64_MAX, NULL, NULL);
	case 'x': return walk_sized_bytes(w, name);
	case 'P':
		return mlirbc__walk_number(w, FIELD(NUMBER, name), index, &number) &&
		       (number == 0 || mlirbc__walk_ref(w, FIELD(ATTR_REF, name), index, w->attr_count));
	case 'Q':
		return mlirbc__walk_bool(w, name, index, &present) &&
		       (!present || mlirbc__walk_ref(w, FIELD(ATTR_REF, name), index, w->attr_count));
	case 'n': return mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, name, 0, bytecursor_left(&w->c), w->c.pos);
	case 'S':
		for (uint64_t i = 0; bytecursor_left(&w->c); i++) {
			if (!mlirbc__walk_ref(w, FIELD(STRING_REF, name), i, w->string_count))
				return false;
		}
		return true;
	default: return mlirbc__walk_number(w, FIELD(NUMBER, name), index, NULL);
	}
}

static bool walk_field(struct mlirbc__walk *w, char kind, const char *name)
{
	uint64_t count = 1;
	bool present = true;
	if ((kind == 'O' || kind == 'V') && !mlirbc__walk_bool(w, name, 0, &present))
		return false;
	if (!present)
		return true;
	if (mlirbc__coding_is_list(kind) && !mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, name, &count))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (!walk_item(w, kind, name, i))
			return false;
	}
	return true;
}

static bool walk_fields(struct mlirbc__walk *w, const struct mlirbc__coding *coding)
{
	struct mlirbc__coding_order order = { .text = coding->fields };
	struct mlirbc__coding_field field;
	while (mlirbc__coding_step(&order, &field)) {
		if (!walk_field(w, field.kind, field.name))
			return false;
	}
	return true;
}

/* ---- entries */

static bool walk_builtin(struct mlirbc__walk *w, bool type)
{
	const struct mlirbc__members *rows = type ? mlirbc__builtin_types : mlirbc__builtin_attrs;
	const size_t count = type ? mlirbc__builtin_type_count : mlirbc__builtin_attr_count, at = w->c.pos;
	uint64_t code;
	if (!mlirbc__walk_number(w, FIELD(CODE, "code"), 0, &code))
		return false;
	if (code >= count)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-code", at, "code is %llu, expected 0 to %zu",
			(unsigned long long)code, count - 1);
	const struct mlirbc__member *member = rows[code].list;
	if (type && code == MLIRBC__CODE_SCALABLE_VECTOR && !mlirbc__has_scalable_flags(w->c))
		member = mlirbc__scalable_vector_16->list;
	for (; member->kind; member++) {
		if (!walk_field(w, member->kind, member->name))
			return false;
	}
	return true;
}

bool mlirbc__walk_coded(struct mlirbc__walk *w, bool type, uint64_t dialect)
{
	unsigned known = 0;
	size_t count = 0;
	const struct mlirbc__coding *coding = NULL;
	uint64_t code;
	while (known < MLIRBC__KNOWN_DIALECTS && w->known[known] != dialect)
		known++;
	if (known == MLIRBC__BUILTIN)
		return walk_builtin(w, type);
	if (known < MLIRBC__KNOWN_DIALECTS)
		coding = mlirbc__codings((enum mlirbc__known_dialect)known, type, &count);
	if (count == 0)
		return mlirbc__walk_bytes(
			w, MLIRBC_WALK_DATA, "unknown encoding of the dialect", 0, bytecursor_left(&w->c), w->c.pos);
	if (!mlirbc__walk_number(w, FIELD(CODE, "code"), 0, &code))
		return false;
	if (code < count && coding[code].mnemonic) {
		const struct mlirbc__coding *earlier = mlirbc__coding_earlier(&coding[code]);
		return walk_fields(w, earlier && mlirbc__is_of_lists(w->c, MLIRBC__EARLIER_LISTS) ? earlier : &coding[code]);
	}
	return mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, "fields of an unknown code", 0, /* of a later release */
		bytecursor_left(&w->c), w->c.pos);
}

static bool walk_text(struct mlirbc__walk *w, const void *form)
{
	(void)form;
	size_t size = bytecursor_left(&w->c), at = w->c.pos;
	const uint8_t *text = w->c.base + at, *end = size ? memchr(text, 0, size) : NULL;
	if (!end || (size_t)(end - text) != size - 1)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-text", end ? at + (size_t)(end - text) : at + size,
			"text of %zu bytes, expected a byte 0 as its last", size);
	return mlirbc__walk_bytes(w, MLIRBC_WALK_TEXT, "assembly", 0, size, at);
}

static bool walk_coded(struct mlirbc__walk *w, const void *dialect)
{
	const uint64_t *number = dialect;
	return mlirbc__walk_coded(w, w->item.part == MLIRBC_WALK_TYPE, *number);
}

static bool walk_entry(
	struct mlirbc__walk *w, enum mlirbc_walk_part part, uint64_t index, uint64_t dialect, uint64_t size)
{
	size_t at = w->c.pos, outer_end = w->c.end;
	bool skip, custom = size & 1;
	w->item.part = part;
	w->item.index = index;
	if (!bytecursor_fits(&w->c, size >> 1, 1))
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-size", at, "%llu bytes, but only %zu remain",
			(unsigned long long)(size >> 1), bytecursor_left(&w->c));
	w->c.end = at + (size_t)(size >> 1);
	w->item.number = dialect;
	w->item.flag = custom;
	if (!mlirbc__walk_enter(w, part, index, at, (size_t)(size >> 1), &skip))
		return false;
	if (skip) {
		w->c.pos = w->c.end;
	} else {
		if (!mlirbc__walk_inside(w, custom ? walk_coded : walk_text, &dialect))
			return false;
		w->item.number = dialect;
		w->item.flag = custom;
		if (!mlirbc__walk_leave(w, part, index, at, MLIRBC_WALK_SECTION))
			return false;
	}
	w->item.part = MLIRBC_WALK_SECTION;
	w->c.end = outer_end;
	return true;
}

/* Sizes and data are read side by side; errors in the sizes are reported in their own section. */
bool mlirbc__walk_entries(struct mlirbc__walk *w)
{
	struct bytecursor sizes = w->sections[MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET];
	const uint64_t counts[2] = { w->attr_count, w->type_count };
	if (w->present[MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET]) {
		(void)mlirbc__varint(&sizes);
		(void)mlirbc__varint(&sizes);
	}
	for (unsigned type = 0; type < 2; type++) {
		for (uint64_t next = 0; next < counts[type] && bytecursor_left(&sizes);) {
			uint64_t dialect = mlirbc__varint(&sizes), here = mlirbc__varint(&sizes);
			for (uint64_t i = 0; i < here && next < counts[type]; i++, next++) {
				uint64_t size = mlirbc__varint(&sizes);
				if (!bytecursor_ok(&sizes))
					return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "cut-short", sizes.fail_at,
						"the data ends where the size of %s %llu was expected",
						type ? "type" : "attribute", (unsigned long long)next);
				if (!walk_entry(w, type ? MLIRBC_WALK_TYPE : MLIRBC_WALK_ATTR, next, dialect, size))
					return false;
			}
		}
	}
	return mlirbc__walk_bytes(
		w, MLIRBC_WALK_DATA, "bytes after the last entry", 0, bytecursor_left(&w->c), w->c.pos);
}
