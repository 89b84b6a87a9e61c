/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of a bytecode file: dialects and op names, positions of property blobs. */
#include "bytecode/read/load_state.h"

/* ---- dialects and op names */

static bool read_dialect(struct mlirbc__reader *r, struct mlirbc__dialect *out)
{
	struct mlirbc__load *load = r->load;
	*out = (struct mlirbc__dialect){ .version = bytecursor_init(load->data, 0) };
	bool flagged = load->version >= MLIRBC__V_DIALECT_VERSIONS;
	size_t at = r->c.pos;
	uint64_t value = mlirbc__varint(&r->c), index = flagged ? value >> 1 : value;
	if (!bytecursor_ok(&r->c) || index >= load->string_count)
		return mlirbc__index_bad(r, at, "string index of a dialect's name", index, load->string_count);
	out->name = mlirbc__string(load, (size_t)index);
	if (!out->name)
		return false;
	out->is_builtin = mlirbc__string_is(out->name, "builtin", 7);
	out->coding = mlirbc__find_coding(load, out->name);
	if (!flagged || !(value & 1))
		return true;
	out->has_version = true;
	enum mlirbc__section_id id;
	at = r->c.pos;
	if (!mlirbc__section(r, &id, &out->version)) /* the dialect defines its contents */
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
		(void)mlirbc__varint(&r.c); /* number of op names that follow: a hint for allocation */
		if (!mlirbc__cut(&r, "the number of all op names"))
			return false;
	}
	load->op_names = mlirbc__reserve(load, &load->op_name_buffer, MLIRBC__SHORT_INDICES, sizeof *load->op_names);
	if (!load->op_names)
		return false;
	while (bytecursor_left(&r.c)) {
		if (!read_op_names(&r))
			return false;
	}
	for (size_t i = 0; i < MLIRBC__SHORT_INDICES; i++)
		load->op_names[i].form = (uint16_t)((i ^ 1) << 1); /* an impossible form: its first byte names
		                                                      another op */
	return true;
}

/* ---- property blobs */

/* Skips one blob if a quick check succeeds; false if the general path is needed. */
static bool skip_blob(struct bytecursor *c, const uint8_t *last)
{
	const uint8_t *p = c->base + c->pos;
	if (p > last)
		return false;
	uint64_t size = mlirbc__varint_at(&p);
	size_t at = (size_t)(p - c->base);
	if (at > c->end || size > c->end - at)
		return false;
	c->pos = at + (size_t)size;
	return true;
}

static bool scan_blobs(struct mlirbc__reader *r, size_t count)
{
	struct mlirbc__load *load = r->load;
	const uint8_t *last = load->data + load->size - MLIRBC__LONGEST_NUMBER; /* a file is never that short */
	for (size_t i = 0; i < count; i++) {
		size_t at = r->c.pos;
		if (i % MLIRBC__BLOB_MARK == 0)
			load->blobs[i / MLIRBC__BLOB_MARK] = at;
		if (skip_blob(&r->c, last))
			continue;
		uint64_t size = mlirbc__varint(&r->c);
		if (!mlirbc__cut(r, "the size of an entry"))
			return false;
		if (size > bytecursor_left(&r->c))
			return mlirbc__bad(r, at, "entry %zu has %llu bytes, but only %zu remain", i,
				(unsigned long long)size, bytecursor_left(&r->c));
		(void)bytecursor_take(&r->c, (size_t)size);
	}
	load->blob_count = count;
	return mlirbc__used_up(r);
}

bool mlirbc__load_blobs(struct mlirbc__load *load)
{
	struct mlirbc__reader r = mlirbc__section_reader(load, MLIRBC__SECTION_PROPERTIES);
	size_t count;
	if (!load->present[MLIRBC__SECTION_PROPERTIES] || load->version < MLIRBC__V_PROPERTIES ||
		bytecursor_left(&r.c) == 0)
		return true;
	if (!mlirbc__count(&r, "number of entries", &count))
		return false;
	load->blobs = mlirbc__table(load, &load->blob_buffer, count / MLIRBC__BLOB_MARK + 1, sizeof *load->blobs);
	load->blob_names = load->blobs
				   ? mlirbc__table_zero(load, &load->blob_name_buffer, count, sizeof *load->blob_names)
				   : NULL;
	if (!load->blob_names)
		return false;
	load->first_blob_ref = mlirbc__ref_reserve(load->context, count);
	return load->first_blob_ref ? scan_blobs(&r, count) : mlirbc__load_memory(load);
}

struct mlirbc__range mlirbc__blob(struct mlirbc__load *load, size_t index)
{
	struct bytecursor c = bytecursor_init(load->data, load->size); /* these bytes were checked before */
	bool next = index && index == load->next_blob;                 /* ops use them in this order */
	c.pos = next ? load->next_blob_at : load->blobs[index / MLIRBC__BLOB_MARK];
	for (size_t left = next ? 0 : index % MLIRBC__BLOB_MARK;; left--) {
		size_t size = (size_t)mlirbc__varint(&c);
		if (left == 0) {
			load->next_blob = index + 1;
			load->next_blob_at = c.pos + size;
			return (struct mlirbc__range){ c.pos, size };
		}
		c.pos += size;
	}
}
