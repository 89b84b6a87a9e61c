/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: resources. */
#include "bytecode/walk/walk_state.h"

#define FIELD(kind, text) ((struct mlirbc__walk_field){ MLIRBC_WALK_##kind, MLIRBC_WALK_ROLE_NONE, (text) })

static bool walk_resource_key(struct mlirbc__walk *w, uint64_t index, bool external, size_t *data_left)
{
	size_t at = w->c.pos, size_at;
	uint64_t size;
	w->item.flag = external;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_RESOURCE, index, at, 0, NULL) ||
		!mlirbc__walk_ref(w, FIELD(STRING_REF, "string index of a key"), 0, w->string_count))
		return false;
	size_at = w->c.pos;
	if (!mlirbc__walk_number(w, FIELD(SIZE, "size of the resource"), 0, &size))
		return false;
	size_t kind_at = w->c.pos;
	uint8_t kind = bytecursor_u8(&w->c);
	if (!mlirbc__walk_cut(w, "kind of a resource"))
		return false;
	if (kind > 2)
		return mlirbc__walk_fail(
			w, MLIRBC_E_CORRUPT, "resource-kind", kind_at, "resource kind is %d, expected 0 to 2", kind);
	if (!mlirbc__walk_emit(w, FIELD(KIND, "kind of the resource"), 0, kind_at, kind, false))
		return false;
	if ((size > *data_left && w->present[MLIRBC_WALK_SECTION_RESOURCE]) || (size == 0 && external))
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "resource-size", size_at,
			"resource of %llu bytes, expected %d to %zu", (unsigned long long)size, external, *data_left);
	*data_left -= (size_t)size;
	w->item.flag = external;
	return mlirbc__walk_leave(w, MLIRBC_WALK_RESOURCE, index, at, MLIRBC_WALK_RESOURCE_GROUP);
}

static bool walk_resource_group(
	struct mlirbc__walk *w, uint64_t group, bool external, uint64_t *next, size_t *data_left)
{
	size_t at = w->c.pos;
	uint64_t count;
	w->item.flag = external;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_RESOURCE_GROUP, group, at, 0, NULL) ||
		!(external ? mlirbc__walk_ref(w, FIELD(STRING_REF, "string index of a group"), 0, w->string_count)
			   : mlirbc__walk_ref(w, FIELD(DIALECT_REF, "dialect index"), 0, w->dialect_count)) ||
		!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of resources", &count))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (!walk_resource_key(w, (*next)++, external, data_left))
			return false;
	}
	w->item.flag = external;
	return mlirbc__walk_leave(w, MLIRBC_WALK_RESOURCE_GROUP, group, at, MLIRBC_WALK_SECTION);
}

bool mlirbc__walk_resource_keys(struct mlirbc__walk *w)
{
	struct bytecursor data = w->sections[MLIRBC_WALK_SECTION_RESOURCE];
	size_t data_left = bytecursor_left(&data);
	uint64_t external, next = 0, group = 0;
	if (!mlirbc__walk_count(w, MLIRBC_WALK_ROLE_NONE, "number of external groups", &external))
		return false;
	for (uint64_t i = 0; i < external; i++) {
		if (!walk_resource_group(w, group++, true, &next, &data_left))
			return false;
	}
	while (bytecursor_left(&w->c)) {
		if (!walk_resource_group(w, group++, false, &next, &data_left))
			return false;
	}
	return true;
}

static bool walk_resource_blob(struct mlirbc__walk *w)
{
	size_t at = w->c.pos;
	uint64_t alignment, size;
	if (!mlirbc__walk_number(w, FIELD(ALIGNMENT, "alignment of the blob"), 0, &alignment))
		return false;
	size_t size_at = w->c.pos;
	if (!mlirbc__walk_number(w, FIELD(SIZE, "size of the blob"), 0, &size))
		return false;
	if (alignment == 0 && size == 0)
		alignment = 1; /* how LLVM writes an empty blob */
	if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > UINT32_MAX)
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "alignment", at,
			"blob alignment is %llu, expected a power of two below 2^32", (unsigned long long)alignment);
	return mlirbc__walk_padding(w, alignment) && mlirbc__walk_bytes(w, MLIRBC_WALK_DATA, "blob", 0, size, size_at);
}

static bool walk_content(struct mlirbc__walk *w, const void *kind)
{
	const struct mlirbc__walk_field text = FIELD(STRING_REF, "string index of the resource's text");
	switch (*(const uint8_t *)kind) {
	case 0: return walk_resource_blob(w);
	case 1: return mlirbc__walk_bool(w, "bool", 0, NULL);
	default: return mlirbc__walk_ref(w, text, 0, w->string_count);
	}
}

static bool walk_one_resource(struct mlirbc__walk *w, uint64_t index, uint64_t size, uint8_t kind, bool external)
{
	size_t at = w->c.pos, outer_end = w->c.end;
	bool skip;
	w->item.number = kind;
	w->item.flag = external;
	if (size > bytecursor_left(&w->c))
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "resource-size", at,
			"resource %llu has %llu bytes, but only %zu remain", (unsigned long long)index,
			(unsigned long long)size, bytecursor_left(&w->c));
	w->c.end = at + (size_t)size;
	if (!mlirbc__walk_enter(w, MLIRBC_WALK_RESOURCE_DATA, index, at, (size_t)size, &skip))
		return false;
	if (skip) {
		w->c.pos = w->c.end;
	} else {
		if (!mlirbc__walk_inside(w, walk_content, &kind))
			return false;
		w->item.number = kind;
		if (!mlirbc__walk_leave(w, MLIRBC_WALK_RESOURCE_DATA, index, at, MLIRBC_WALK_SECTION))
			return false;
	}
	w->item.part = MLIRBC_WALK_SECTION;
	w->c.end = outer_end;
	return true;
}

/* Keys and data are read side by side; errors in the keys are reported in their own section. */
bool mlirbc__walk_resource_data(struct mlirbc__walk *w)
{
	struct bytecursor keys = w->sections[MLIRBC_WALK_SECTION_RESOURCE_OFFSET];
	uint64_t next = 0, external = mlirbc__varint(&keys);
	while (w->present[MLIRBC_WALK_SECTION_RESOURCE_OFFSET] && bytecursor_left(&keys)) {
		(void)mlirbc__varint(&keys); /* dialect or name of the group */
		uint64_t count = mlirbc__varint(&keys);
		for (uint64_t i = 0; i < count; i++, next++) {
			(void)mlirbc__varint(&keys);
			uint64_t size = mlirbc__varint(&keys);
			uint8_t kind = bytecursor_u8(&keys);
			if (!bytecursor_ok(&keys))
				return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "cut-short", keys.fail_at,
					"the data ends where key, size and kind of resource %llu were expected",
					(unsigned long long)next);
			if (size && !walk_one_resource(w, next, size, kind, external != 0))
				return false;
		}
		external -= external != 0;
	}
	return true;
}
