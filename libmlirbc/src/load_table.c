/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of a bytecode file: strings, dialects and op names, where attributes and types lie, where property
 * blobs lie. */
#include "load_state.h"

/* ---- strings */

/* The sizes stand in reverse order, so the texts are dealt out from the last string to the first. */
static bool read_string_sizes(struct mlirbc__reader *r, size_t count)
{
	struct mlirbc__load *load = r->load;
	for (size_t i = count; i-- > 0;) {
		size_t at = r->c.pos;
		uint64_t size = mlirbc__varint(&r->c);
		if (!mlirbc__cut(r, "the size of a string"))
			return false;
		if (size == 0 || size > bytecursor_left(&r->c))
			return mlirbc__bad(r, at, "size of string %zu is %llu, expected 1 to %zu", i,
				(unsigned long long)size, bytecursor_left(&r->c));
		load->strings[i] = (struct mlirbc__string_entry){ NULL, (size_t)size - 1, NULL };
	}
	return true;
}

bool mlirbc__load_strings(struct mlirbc__load *load)
{
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_STRING);
	size_t count;
	if (!mlirbc__count(&r, "number of strings", &count))
		return false;
	load->strings = mlirbc__reserve(load, &load->string_buffer, count, sizeof *load->strings);
	if (!load->strings || !read_string_sizes(&r, count))
		return false;
	for (size_t i = 0; i < count; i++) {
		size_t at = r.c.pos;
		const uint8_t *text = bytecursor_take(&r.c, load->strings[i].size + 1);
		if (!text)
			return mlirbc__bad(&r, at, "string %zu has %zu bytes, but the section ends before", i,
				load->strings[i].size + 1);
		if (text[load->strings[i].size] != 0)
			return mlirbc__bad(&r, at + load->strings[i].size,
				"string %zu ends with 0x%02x, expected a byte 0", i, text[load->strings[i].size]);
		load->strings[i].data = (const char *)text;
	}
	load->string_count = count;
	return mlirbc__used_up(&r);
}

const struct mlirbc_string *mlirbc__string(struct mlirbc__load *load, size_t index)
{
	struct mlirbc__string_entry *entry = &load->strings[index];
	if (!entry->unique) {
		entry->unique = mlirbc__string_borrow(load->context, entry->data, entry->size);
		if (!entry->unique)
			mlirbc__load_memory(load);
	}
	return entry->unique;
}

/* ---- dialects and op names */

static bool read_dialect(struct mlirbc__reader *r, struct mlirbc__dialect *out)
{
	struct mlirbc__load *load = r->load;
	bool flagged = load->version >= MLIRBC__V_DIALECT_VERSIONS;
	size_t at = r->c.pos;
	uint64_t value = mlirbc__varint(&r->c), index = flagged ? value >> 1 : value;
	if (!bytecursor_ok(&r->c) || index >= load->string_count)
		return mlirbc__index_bad(r, at, "string index of a dialect's name", index, load->string_count);
	out->name = mlirbc__string(load, (size_t)index);
	if (!out->name)
		return false;
	out->is_builtin = mlirbc__string_is(out->name, "builtin", 7);
	out->is_quant = mlirbc__string_is(out->name, "quant", 5);
	if (!flagged || !(value & 1))
		return true;
	enum mlirbc__section_id id;
	struct bytecursor version; /* what the dialect makes of it is its own affair */
	at = r->c.pos;
	if (!mlirbc__section(r, &id, &version))
		return false;
	return id == MLIRBC__SECTION_DIALECT_VERSIONS ||
	       mlirbc__bad(r, at, "%s section, expected a %s section", mlirbc__section_names[id],
		       mlirbc__section_names[MLIRBC__SECTION_DIALECT_VERSIONS]);
}

static bool read_op_names(struct mlirbc__reader *r)
{
	struct mlirbc__load *load = r->load;
	size_t dialect, count;
	if (!mlirbc__index(r, "dialect index", load->dialect_count, &dialect) ||
		!mlirbc__count(r, "number of op names", &count))
		return false;
	load->op_names = mlirbc__reserve(
		load, &load->op_name_buffer, load->op_name_count + count, sizeof *load->op_names);
	if (!load->op_names)
		return false;
	for (size_t i = 0; i < count; i++) {
		size_t at = r->c.pos;
		uint64_t value = mlirbc__varint(&r->c), index = value;
		bool registered = true;
		if (load->version >= MLIRBC__V_PROPERTIES) {
			registered = value & 1;
			index = value >> 1;
		}
		if (!bytecursor_ok(&r->c) || index >= load->string_count)
			return mlirbc__index_bad(r, at, "string index of an op's name", index, load->string_count);
		load->op_names[load->op_name_count++] = (struct mlirbc__op_name){
			.at = at, .dialect = (uint32_t)dialect, .string = (uint32_t)index, .registered = registered
		};
	}
	return true;
}

bool mlirbc__load_dialects(struct mlirbc__load *load)
{
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_DIALECT);
	size_t count;
	if (!mlirbc__count(&r, "number of dialects", &count))
		return false;
	load->dialects = mlirbc__reserve(load, &load->dialect_buffer, count, sizeof *load->dialects);
	if (!load->dialects)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!read_dialect(&r, &load->dialects[i]))
			return false;
	}
	load->dialect_count = count;
	if (load->version >= MLIRBC__V_ARGUMENT_LOCATIONS) {
		(void)mlirbc__varint(&r.c); /* how many op names follow: a hint for who allocates ahead */
		if (!mlirbc__cut(&r, "the number of all op names"))
			return false;
	}
	while (bytecursor_left(&r.c)) {
		if (!read_op_names(&r))
			return false;
	}
	return true;
}

/* ---- attributes and types */

/* A run of entries of one dialect, `*at` on. */
static bool read_entry_group(struct mlirbc__reader *r, size_t *next, size_t limit, size_t *at)
{
	struct mlirbc__load *load = r->load;
	size_t dialect, count, count_at, end = load->sections[MLIRBC__SECTION_ATTR_TYPE].end;
	if (!mlirbc__index(r, "dialect index", load->dialect_count, &dialect))
		return false;
	count_at = r->c.pos;
	if (!mlirbc__count(r, "number of entries", &count))
		return false;
	if (count > limit - *next)
		return mlirbc__bad(r, count_at, "group of %zu entries, but only %zu are left", count, limit - *next);
	for (size_t i = 0; i < count; i++) {
		size_t size_at = r->c.pos;
		uint64_t value = mlirbc__varint(&r->c);
		if (!mlirbc__cut(r, "the size of an entry"))
			return false;
		if (value >> 1 > end - *at)
			return mlirbc__bad(r, size_at,
				"entry %zu has %llu bytes, but the AttrType section has only %zu left", *next,
				(unsigned long long)(value >> 1), end - *at);
		load->entries[(*next)++] = (struct mlirbc__entry){
			.at = *at, .dialect = (uint32_t)dialect, .custom = value & 1
		};
		*at += (size_t)(value >> 1);
	}
	return true;
}

bool mlirbc__load_entries(struct mlirbc__load *load)
{
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_ATTR_TYPE_OFFSET);
	size_t at = load->sections[MLIRBC__SECTION_ATTR_TYPE].pos, next = 0;
	if (!mlirbc__count(&r, "number of attributes", &load->attr_count) ||
		!mlirbc__count(&r, "number of types", &load->type_count))
		return false;
	size_t all = load->attr_count + load->type_count; /* both at most 2^32 - 1 */
	if (!bytecursor_fits(&r.c, all, 1))
		return mlirbc__bad(
			&r, r.c.pos, "%zu attributes and types, but only %zu bytes follow", all, bytecursor_left(&r.c));
	load->entries = mlirbc__reserve(load, &load->entry_buffer, all + 1, sizeof *load->entries);
	if (!load->entries)
		return false;
	while (next < load->attr_count) {
		if (!read_entry_group(&r, &next, load->attr_count, &at))
			return false;
	}
	while (next < all) {
		if (!read_entry_group(&r, &next, all, &at))
			return false;
	}
	load->entries[all] = (struct mlirbc__entry){ .at = at };
	return mlirbc__used_up(&r);
}

/* ---- property blobs */

bool mlirbc__load_blobs(struct mlirbc__load *load)
{
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_PROPERTIES);
	size_t count;
	if (!load->present[MLIRBC__SECTION_PROPERTIES] || load->version < MLIRBC__V_PROPERTIES ||
		bytecursor_left(&r.c) == 0)
		return true;
	if (!mlirbc__count(&r, "number of entries", &count))
		return false;
	load->blobs = mlirbc__reserve(load, &load->blob_buffer, count, sizeof *load->blobs);
	if (!load->blobs)
		return false;
	for (size_t i = 0; i < count; i++) {
		size_t at = r.c.pos;
		uint64_t size = mlirbc__varint(&r.c);
		if (!mlirbc__cut(&r, "the size of an entry"))
			return false;
		if (size > bytecursor_left(&r.c))
			return mlirbc__bad(&r, at, "entry %zu has %llu bytes, but only %zu are left", i,
				(unsigned long long)size, bytecursor_left(&r.c));
		load->blobs[i] = (struct mlirbc__blob){ .at = r.c.pos, .size = (size_t)size };
		(void)bytecursor_take(&r.c, (size_t)size);
	}
	load->blob_count = count;
	return mlirbc__used_up(&r);
}
