/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Materializing attributes and types on first use.
 *
 * A stack of entries replaces recursion: an entry whose parts are missing stays on it, below the parts. Its fields
 * are read at most twice. An entry that is requested while it waits for its own parts contains itself. */
#include "bytecode/read/builtin.h"

static bool is_type(const struct mlirbc__load *load, size_t entry) { return entry >= load->attr_count; }

static struct mlirbc__reader entry_reader(struct mlirbc__load *load, size_t entry)
{
	struct bytecursor c = bytecursor_init(load->data, load->size);
	struct mlirbc__entry e = mlirbc__entry(load, entry);
	c.pos = e.at;
	c.end = e.end;
	if (is_type(load, entry))
		return (struct mlirbc__reader){ c, load, "AttrType section, type", entry - load->attr_count };
	return (struct mlirbc__reader){ c, load, "AttrType section, attribute", entry };
}

static bool enqueue(struct mlirbc__load *load, size_t entry)
{
	size_t *waiting = mlirbc__reserve(load, &load->waiting_buffer, load->waiting + 1, sizeof *waiting);
	if (!waiting)
		return false;
	waiting[load->waiting++] = entry;
	return true;
}

/* ---- parts of entries */

/* Sets or tests the entry's visiting bit, for cycle detection. */
static bool is_scanned(const struct mlirbc__load *load, size_t entry)
{
	return load->scanned && (load->scanned[entry / 8] >> (entry % 8) & 1);
}

static void set_scanned(struct mlirbc__load *load, size_t entry, bool scanned)
{
	uint8_t bit = (uint8_t)(1U << (entry % 8));
	if (!load->scanned)
		return;
	load->scanned[entry / 8] = (uint8_t)((load->scanned[entry / 8] & ~bit) | (scanned ? bit : 0));
}

bool mlirbc__begin_scanned(struct mlirbc__load *load)
{
	if (!load->scanned)
		load->scanned = mlirbc__reserve_zero(
			load, &load->scanned_buffer, (load->attr_count + load->type_count) / 8 + 1, 1);
	return load->scanned;
}

static const void *made(const struct mlirbc__load *load, size_t entry)
{
	return is_type(load, entry) ? (const void *)load->types[entry - load->attr_count]
				    : (const void *)mlirbc__made_attr(load, entry);
}

/* The entry if it exists already; NULL: it is queued, or an error was found. */
const void *mlirbc__part(struct mlirbc__decode *d, size_t entry, size_t at)
{
	struct mlirbc__load *load = d->r.load;
	const void *found = made(load, entry);
	if (found)
		return found;
	d->blocked = true;
	if (is_scanned(load, entry))
		mlirbc__bad(&d->r, at, "contains itself, through %s %zu", is_type(load, entry) ? "type" : "attribute",
			is_type(load, entry) ? entry - load->attr_count : entry);
	else
		enqueue(load, entry);
	return NULL;
}

/* ---- the three ways to store an entry */

static const void *make_text(struct mlirbc__decode *d, bool type)
{
	size_t size = bytecursor_left(&d->r.c), at = d->r.c.pos;
	const uint8_t *text = bytecursor_take(&d->r.c, size);
	const uint8_t *end = size ? memchr(text, 0, size) : NULL;
	if (!end || (size_t)(end - text) != size - 1) {
		mlirbc__bad(&d->r, end ? at + (size_t)(end - text) : at + size,
			"text of %zu bytes, expected a byte 0 as its last", size);
		return NULL;
	}
	return mlirbc__text_entry(&d->r, type, (const char *)text, size - 1);
}

/* Keeps all of the bytes, since they may be meaningful to another program. */
static const void *make_bytes(struct mlirbc__load *load, size_t entry, const struct mlirbc__entry *e)
{
	const struct mlirbc_string *dialect = load->dialects[e->dialect].name;
	const uint8_t *data = load->data + e->at;
	size_t size = e->end - e->at;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_BYTES, .u.bytes = { dialect, data, size, &load->file } };
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_BYTES, .u.bytes = { dialect, data, size, &load->file } };
	const void *bytes = is_type(load, entry) ? (const void *)mlirbc_type_get(load->context, &type)
						 : (const void *)mlirbc__attr_make(load->context, &attr, true);
	if (!bytes)
		mlirbc__load_memory(load);
	return bytes;
}

static const void *make(struct mlirbc__decode *d, size_t entry, const struct mlirbc__entry *e)
{
	struct mlirbc__load *load = d->r.load;
	if (!e->custom)
		return make_text(d, is_type(load, entry));
	const void *result = NULL;
	if (load->dialects[e->dialect].is_builtin)
		result = is_type(load, entry) ? (const void *)mlirbc__builtin_type(d)
					      : (const void *)mlirbc__builtin_attr(d);
	else if (load->dialects[e->dialect].coding)
		result = mlirbc__coded_entry(d, load->dialects[e->dialect].coding, is_type(load, entry));
	else
		d->opaque = true;
	if (d->opaque)
		return make_bytes(load, entry, e);
	if (!result && !d->blocked)
		mlirbc__load_memory(load); /* unless another error was reported */
	return result;
}

static bool keep(struct mlirbc__load *load, size_t entry, const void *result)
{
	uint32_t depth, limit = load->max_depth;
	if (is_type(load, entry)) {
		const struct mlirbc_type *type = result;
		depth = type->depth;
		load->types[entry - load->attr_count] = type;
	} else {
		const struct mlirbc_attr *attr = result;
		depth = attr->depth;
		if (attr->kind >= MLIRBC_LOC_UNKNOWN)
			limit = load->max_loc_depth;
		if (!mlirbc__ref_set(load->context, load->first_ref + (uint32_t)entry, attr))
			return mlirbc__load_memory(load);
	}
	load->context->deep |= depth > MLIRBC__MOST_NESTED;
	if (depth <= limit)
		return true;
	struct mlirbc__reader r = entry_reader(load, entry);
	return mlirbc__load_fail(load, MLIRBC_E_LIMIT, r.c.pos, "%s %llu: nested deeper than the limit of %u", r.where,
		(unsigned long long)r.number, limit);
}

/* Makes the entry on top of the stack, or pushes the parts that it waits for. */
static bool make_top(struct mlirbc__load *load)
{
	size_t entry = ((const size_t *)load->waiting_buffer.data)[load->waiting - 1];
	if (!made(load, entry)) {
		struct mlirbc__entry e = mlirbc__entry(load, entry);
		if (load->met_broken && !mlirbc__work(load, e.end - e.at + 1))
			return false;
		struct mlirbc__decode d = { .r = entry_reader(load, entry), .dialect = e.dialect };
		const void *result = make(&d, entry, &e);
		if (load->status != MLIRBC_OK)
			return false;
		if (d.blocked)
			return mlirbc__begin_scanned(load) && (set_scanned(load, entry, true), true);
		set_scanned(load, entry, false);
		if (!keep(load, entry, result))
			return false;
	}
	load->waiting--;
	return true;
}

const void *mlirbc__entry_make(struct mlirbc__load *load, size_t entry)
{
	const void *common = entry < load->attr_count && load->slots ? mlirbc__common_attr(load, entry) : NULL;
	if (common)
		return common;
	load->waiting = 0;
	if (!enqueue(load, entry))
		return NULL;
	while (load->waiting) {
		if (make_top(load))
			continue;
		load->met_broken = true;
		const size_t *waiting = load->waiting_buffer.data;
		for (size_t i = 0; waiting && i < load->waiting; i++)
			set_scanned(load, waiting[i], false);
		return NULL;
	}
	return made(load, entry);
}

/* ---- locations */

/* The packed location in the slot is valid if its file is a string. */
static bool is_packed_location(struct mlirbc__load *load, uint64_t slot)
{
	const struct mlirbc_attr *name = mlirbc__attr(load, mlirbc__slot_file(slot) - load->first_ref);
	return name && name->kind == MLIRBC_ATTR_STRING;
}

bool mlirbc__check_location(struct mlirbc__reader *r, size_t at, size_t index)
{
	struct mlirbc__load *load = r->load;
	uint64_t slot = load->slots ? load->slots[index] : 0;
	if ((slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_LOCATION && is_packed_location(load, slot))
		return true;
	const struct mlirbc_attr *attr = load->status == MLIRBC_OK ? mlirbc__attr(load, index) : NULL;
	if (attr && !(MLIRBC__KINDS_LOCATION & MLIRBC__KIND(attr->kind)))
		return mlirbc__bad(r, at, "attribute %zu is of another kind, expected a location", index);
	return attr != NULL;
}
