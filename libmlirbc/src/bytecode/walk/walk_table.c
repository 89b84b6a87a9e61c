/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: strings, dialects and op names, sizes of attributes and types, property blobs. */
#include "bytecode/walk/walk_state.h"

#include <string.h>

#define FIELD(kind, text) ((struct mlirbc__walk_field){ MLIRBC_WALK_##kind, MLIRBC_WALK_ROLE_NONE, (text) })

/* ---- strings */

/* The sizes are in the order from the last string to the first, the texts from the first to the last. To visit the
 * texts in order without storing every size, the walker marks the table at regular steps while it visits the sizes,
 * and reads it again step by step from the last mark. */
enum { STEPS = 1024 };

struct string_sizes {
	size_t marks[STEPS]; /* position of size `i * step` of the table */
	uint64_t count, step;
};

static bool walk_string_sizes(struct mlirbc__walk *w, struct string_sizes *s)
{
	for (uint64_t i = 0; i < s->count; i++) {
		if (i % s->step == 0)
			s->marks[i / s->step] = w->c.pos;
		size_t at = w->c.pos;
		uint64_t size = mlirbc__varint(&w->c);
		if (!mlirbc__walk_cut(w, "size of a string"))
			return false;
		if (size == 0 || size > bytecursor_left(&w->c))
			return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "string-size", at,
				"size of string %llu is %llu, expected 1 to %zu",
				(unsigned long long)(s->count - 1 - i), (unsigned long long)size,
				bytecursor_left(&w->c));
		if (!mlirbc__walk_emit(w, FIELD(SIZE, "size of a string"), s->count - 1 - i, at, size, false))
			return false;
	}
	return true;
}

static bool walk_string(struct mlirbc__walk *w, uint64_t index, uint64_t size)
{
	size_t at = w->c.pos;
	const uint8_t *text = bytecursor_fits(&w->c, size, 1) ? bytecursor_take(&w->c, (size_t)size) : NULL;
	if (!text)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "string-size", at,
			"string %llu has %llu bytes, but the section ends before", (unsigned long long)index,
			(unsigned long long)size);
	if (text[size - 1] != 0)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "string-end", at + (size_t)size - 1,
			"string %llu ends with 0x%02x, expected a byte 0", (unsigned long long)index, text[size - 1]);
	return mlirbc__walk_emit(w, FIELD(STRING, "string"), index, at, size - 1, false);
}

/* Texts whose sizes are numbers `first` to `last` - 1 of the table, at most STEPS; `c` is at the first. */
static bool walk_some_strings(
	struct mlirbc__walk *w, uint64_t count, struct bytecursor c, uint64_t first, uint64_t last)
{
	uint64_t sizes[STEPS];
	for (uint64_t i = first; i < last; i++)
		sizes[i - first] = mlirbc__varint(&c);
	for (uint64_t i = last; i-- > first;) {
		if (!walk_string(w, count - 1 - i, sizes[i - first]))
			return false;
	}
	return true;
}

static bool walk_step(struct mlirbc__walk *w, const struct string_sizes *s, uint64_t mark)
{
	uint64_t begin = mark * s->step, end = begin + s->step < s->count ? begin + s->step : s->count;
	while (end > begin) {
		uint64_t first = end - begin > STEPS ? end - STEPS : begin;
		struct bytecursor c = w->sections[MLIRBC_WALK_SECTION_STRING];
		c.pos = s->marks[mark];
		for (uint64_t i = begin; i < first; i++)
			(void)mlirbc__varint(&c);
		if (!walk_some_strings(w, s->count, c, first, end))
			return false;
		end = first;
	}
	return true;
}

bool mlirbc__walk_strings(struct mlirbc__walk *w)
{
	struct string_sizes s;
	if (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of strings", &s.count))
		return false;
	s.step = s.count / STEPS + 1;
	if (!walk_string_sizes(w, &s))
		return false;
	for (uint64_t mark = s.count ? (s.count - 1) / s.step + 1 : 0; mark-- > 0;) {
		if (!walk_step(w, &s, mark))
			return false;
	}
	return true;
}

/* ---- dialects and op names */

static bool walk_dialect_version(struct mlirbc__walk *w)
{
	size_t at = w->c.pos, outer_end;
	uint32_t id;
	bool skip;
	if (!mlirbc__walk_open_section(w, &id, &outer_end, &skip))
		return false;
	w->item.section = MLIRBC_WALK_SECTION_DIALECT;
	if (id != MLIRBC_WALK_SECTION_DIALECT_VERSIONS)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "dialect-version", at,
			"%s section, expected a DialectVersions section", mlirbc_walk_section_name(id));
	w->item.section = id;
	if (!skip && (!mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, "version of the dialect, as it defines it", 0,
			      bytecursor_left(&w->c), w->c.pos) ||
			     !mlirbc__walk_leave(w, MLIRBC_WALK_SECTION, id, at, MLIRBC_WALK_DIALECT)))
		return false;
	w->item.part = MLIRBC_WALK_DIALECT;
	w->item.section = MLIRBC_WALK_SECTION_DIALECT;
	w->c.end = outer_end;
	return true;
}

static bool walk_dialect(struct mlirbc__walk *w, uint64_t index)
{
	const struct mlirbc__walk_field name = FIELD(STRING_REF, "string index of a dialect's name");
	size_t at = w->c.pos;
	bool versioned = false;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_DIALECT, index, at, 0, NULL))
		return false;
	if (w->version < 1 ? !mlirbc__walk_ref(w, name, 0, w->string_count)
			   : !mlirbc__walk_flagged_ref(w, name, 0, w->string_count, NULL, &versioned))
		return false;
	if (versioned && !walk_dialect_version(w))
		return false;
	return mlirbc__walk_leave(w, MLIRBC_WALK_DIALECT, index, at, MLIRBC_WALK_SECTION);
}

static bool walk_op_names(struct mlirbc__walk *w, uint64_t group, uint64_t *next)
{
	const struct mlirbc__walk_field name = FIELD(STRING_REF, "string index of an op's name");
	size_t at = w->c.pos;
	uint64_t count;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_OP_NAMES, group, at, 0, NULL) ||
		!mlirbc__walk_ref(w, FIELD(DIALECT_REF, "dialect index"), 0, w->dialect_count) ||
		!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of op names", &count))
		return false;
	for (uint64_t i = 0; i < count; i++, ++*next) {
		if (w->version < 5 ? !mlirbc__walk_ref(w, name, *next, w->string_count)
				   : !mlirbc__walk_flagged_ref(w, name, *next, w->string_count, NULL, NULL))
			return false;
	}
	return mlirbc__walk_leave(w, MLIRBC_WALK_OP_NAMES, group, at, MLIRBC_WALK_SECTION);
}

bool mlirbc__walk_dialects(struct mlirbc__walk *w)
{
	uint64_t count, group = 0, next = 0;
	if (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of dialects", &count))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (!walk_dialect(w, i))
			return false;
	}
	if (w->version >= 4 && !mlirbc__walk_number(w, FIELD(NUMBER, "number of all op names"), 0, NULL))
		return false;
	while (bytecursor_left(&w->c)) {
		if (!walk_op_names(w, group++, &next))
			return false;
	}
	return true;
}

/* ---- sizes of attributes and types */

/* Reads groups until there are `count` entries; `*at` is their position in the AttrType section. */
static bool walk_sizes(struct mlirbc__walk *w, uint64_t count, const char *name, size_t *at, uint64_t *group)
{
	size_t end = w->sections[MLIRBC_WALK_SECTION_ATTR_TYPE].end;
	for (uint64_t next = 0; next < count; ++*group) {
		size_t group_at = w->c.pos;
		uint64_t size, here;
		if (!mlirbc__walk_enter(w, MLIRBC_WALK_ENTRIES, *group, group_at, 0, NULL) ||
			!mlirbc__walk_ref(w, FIELD(DIALECT_REF, "dialect index"), 0, w->dialect_count))
			return false;
		size_t count_at = w->c.pos;
		if (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of entries", &here))
			return false;
		if (here > count - next)
			return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-group", count_at,
				"group of %llu entries, but only %llu remain", (unsigned long long)here,
				(unsigned long long)(count - next));
		for (uint64_t i = 0; i < here; i++, next++) {
			size_t size_at = w->c.pos;
			bool custom;
			if (!mlirbc__walk_flagged_ref(w, FIELD(SIZE, name), next, UINT64_MAX, &size, &custom))
				return false;
			if (size > end - *at && w->present[MLIRBC_WALK_SECTION_ATTR_TYPE])
				return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "entry-size", size_at,
					"%s %llu is %llu, but the AttrType section has only %zu bytes left", name,
					(unsigned long long)next, (unsigned long long)size, end - *at);
			*at += (size_t)size;
		}
		if (!mlirbc__walk_leave(w, MLIRBC_WALK_ENTRIES, *group, group_at, MLIRBC_WALK_SECTION))
			return false;
	}
	return true;
}

bool mlirbc__walk_entry_sizes(struct mlirbc__walk *w)
{
	uint64_t attrs, types, group = 0;
	size_t at = w->sections[MLIRBC_WALK_SECTION_ATTR_TYPE].pos;
	return mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of attributes", &attrs) &&
	       mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of types", &types) &&
	       walk_sizes(w, attrs, "size of attribute", &at, &group) &&
	       walk_sizes(w, types, "size of type", &at, &group);
}

/* ---- property blobs */

bool mlirbc__walk_blobs(struct mlirbc__walk *w)
{
	uint64_t count, size;
	if (bytecursor_left(&w->c) == 0)
		return true;
	if (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of entries", &count))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		size_t size_at = w->c.pos, outer_end = w->c.end;
		bool skip;
		if (!mlirbc__walk_number(w, FIELD(SIZE, "size of an entry"), i, &size))
			return false;
		if (!bytecursor_fits(&w->c, size, 1))
			return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "blob-size", size_at,
				"entry %llu has %llu bytes, but only %zu remain", (unsigned long long)i,
				(unsigned long long)size, bytecursor_left(&w->c));
		size_t at = w->c.pos;
		if (!mlirbc__walk_enter(w, MLIRBC_WALK_PROPERTIES, i, at, (size_t)size, &skip))
			return false;
		w->c.end = at + (size_t)size;
		if (skip)
			w->c.pos = w->c.end;
		else if (!mlirbc__walk_blob(w, i) ||
			 !mlirbc__walk_leave(w, MLIRBC_WALK_PROPERTIES, i, at, MLIRBC_WALK_SECTION))
			return false;
		w->item.part = MLIRBC_WALK_SECTION;
		w->c.end = outer_end;
	}
	return true;
}

/* ---- what other sections refer to */

/* A missing section sets no limit: its absence is the failure, not the first index into it. */
static uint64_t first_number(const struct mlirbc__walk *w, uint32_t section)
{
	struct bytecursor c = w->sections[section];
	if (!w->present[section])
		return UINT64_MAX;
	return bytecursor_left(&c) ? mlirbc__varint(&c) : 0;
}

static void count_resources(struct mlirbc__walk *w)
{
	struct bytecursor c = w->sections[MLIRBC_WALK_SECTION_RESOURCE_OFFSET];
	if (!w->present[MLIRBC_WALK_SECTION_RESOURCE_OFFSET]) {
		w->resource_count = w->present[MLIRBC_WALK_SECTION_RESOURCE] || w->cut ? UINT64_MAX : 0;
		return;
	}
	uint64_t external = mlirbc__varint(&c);
	for (uint64_t group = 0; bytecursor_left(&c); group++) {
		(void)mlirbc__varint(&c);
		uint64_t count = mlirbc__varint(&c);
		for (uint64_t i = 0; i < count && bytecursor_ok(&c); i++) {
			(void)mlirbc__varint(&c);
			(void)mlirbc__varint(&c);
			(void)bytecursor_u8(&c);
			w->resource_count += group >= external && bytecursor_ok(&c);
		}
	}
}

/* Numbers of the strings that are names of known dialects; of equal ones the first. */
static void find_known_names(const struct mlirbc__walk *w, uint64_t *strings)
{
	struct bytecursor c = w->sections[MLIRBC_WALK_SECTION_STRING];
	size_t end = c.end;
	uint64_t count = mlirbc__varint(&c);
	for (uint64_t i = count; i-- > 0;) { /* sizes are in reverse order: the texts end at the end of the section */
		uint64_t size = mlirbc__varint(&c);
		if (!bytecursor_ok(&c) || end < c.pos || size > end - c.pos)
			return;
		end -= (size_t)size;
		for (unsigned k = 0; k < MLIRBC__KNOWN_DIALECTS; k++) {
			if (size == strlen(mlirbc__known_dialects[k]) + 1 && memcmp(c.base + end, mlirbc__known_dialects[k], (size_t)size) == 0)
				strings[k] = i;
		}
	}
}

/* Steps over a nested section. */
static void skip_section(struct bytecursor *c)
{
	uint8_t head = bytecursor_u8(c);
	uint64_t length = mlirbc__varint(c), alignment = head & 0x80 ? mlirbc__varint(c) : 1;
	if (alignment == 0 || alignment > SIZE_MAX || !bytecursor_fits(c, length, 1)) {
		bytecursor_fail_at(c, c->pos);
		return;
	}
	bytecursor_align(c, 0, (size_t)alignment);
	(void)bytecursor_take(c, (size_t)length);
}

static void look_at_dialects(struct mlirbc__walk *w)
{
	struct bytecursor c = w->sections[MLIRBC_WALK_SECTION_DIALECT];
	uint64_t strings[MLIRBC__KNOWN_DIALECTS];
	for (unsigned k = 0; k < MLIRBC__KNOWN_DIALECTS; k++)
		strings[k] = w->known[k] = MLIRBC_WALK_NONE;
	if (w->present[MLIRBC_WALK_SECTION_STRING])
		find_known_names(w, strings);
	if (!w->present[MLIRBC_WALK_SECTION_DIALECT]) {
		w->dialect_count = w->op_name_count = UINT64_MAX;
		return;
	}
	w->dialect_count = mlirbc__varint(&c);
	for (uint64_t i = 0; i < w->dialect_count && bytecursor_ok(&c); i++) {
		uint64_t head = mlirbc__varint(&c), string = w->version >= 1 ? head >> 1 : head;
		if (w->version >= 1 && (head & 1))
			skip_section(&c);
		for (unsigned k = 0; k < MLIRBC__KNOWN_DIALECTS; k++) {
			if (string == strings[k] && w->known[k] == MLIRBC_WALK_NONE && bytecursor_ok(&c))
				w->known[k] = i;
		}
	}
	if (w->version >= 4)
		(void)mlirbc__varint(&c);
	while (bytecursor_left(&c)) {
		(void)mlirbc__varint(&c);
		uint64_t count = mlirbc__varint(&c);
		for (uint64_t i = 0; i < count && bytecursor_ok(&c); i++) {
			(void)mlirbc__varint(&c);
			w->op_name_count += bytecursor_ok(&c);
		}
	}
}

void mlirbc__walk_look_ahead(struct mlirbc__walk *w)
{
	struct bytecursor offsets = w->sections[MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET];
	w->string_count = first_number(w, MLIRBC_WALK_SECTION_STRING);
	w->blob_count = w->version >= 5 ? first_number(w, MLIRBC_WALK_SECTION_PROPERTIES) : 0;
	w->attr_count = w->type_count = UINT64_MAX;
	if (w->present[MLIRBC_WALK_SECTION_ATTR_TYPE_OFFSET]) {
		w->attr_count = mlirbc__varint(&offsets);
		w->type_count = mlirbc__varint(&offsets);
	}
	count_resources(w);
	look_at_dialects(w);
}
