/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes, types and property blobs as they are, but for the numbers in them. */
#include "builtin.h"
#include "edit_state.h"
#include "writer.h"

static const struct mlirbc__edit_ref *refs(const struct mlirbc__edit *e) { return e->refs.data; }

/* What stands there now. */
static uint64_t new_number(const struct mlirbc__edit *e, const struct mlirbc__edit_ref *ref)
{
	const struct mlirbc__edit_entry *entry;
	switch (ref->target & (MLIRBC__OPTIONAL - 1)) {
	case MLIRBC__TO_ATTR: {
		entry = MLIRBC__EDIT_ENTRY(e, ref->index);
		bool stripped = e->strip && (entry->state & MLIRBC__LOCATION);
		if (ref->target & MLIRBC__OPTIONAL)
			return stripped ? 0 : (uint64_t)entry->number << 1 | 1;
		return stripped ? e->unknown_number : entry->number;
	}
	case MLIRBC__TO_TYPE: return MLIRBC__EDIT_ENTRY(e, e->load->attr_count + ref->index)->number;
	case MLIRBC__TO_STRING: return ((const uint32_t *)e->numbers[0].data)[ref->index];
	default: return ((const uint32_t *)e->numbers[1].data)[ref->index];
	}
}

static size_t put_varint(uint8_t *bytes, uint64_t value)
{
	size_t size = mlirbc__varint_size(value), at = 0;
	bytes[0] = 0;
	if (size < 9)
		value = (value << 1 | 1) << (size - 1);
	else
		at = 1;
	for (; at < size; at++, value >>= 8)
		bytes[at] = (uint8_t)value;
	return size;
}

/* ---- attributes and types */

static size_t size_of(const struct mlirbc__edit *e, size_t index)
{
	const struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	size_t size = entry[1].at - entry->at;
	for (uint32_t i = entry->first_ref; i < entry->first_ref + entry->ref_count; i++)
		size += mlirbc__varint_size(new_number(e, &refs(e)[i])) - refs(e)[i].size;
	return size;
}

static bool size_entries(struct mlirbc__edit *e, const struct mlirbc__out *order, struct mlirbc__out *entries)
{
	struct mlirbc__save *s = &e->save;
	size_t count = MLIRBC__ITEMS(order, uint32_t);
	struct mlirbc__new_entry *all = count ? mlirbc__out_more(s, entries, count * sizeof *all) : NULL;
	for (size_t i = 0; all && i < count; i++) {
		uint32_t index = ((const uint32_t *)order->data)[i];
		size_t size = 1;
		if (index >= MLIRBC__EDIT_NOTHING) {
			all[i] = (struct mlirbc__new_entry){ 1 << 1 | 1, mlirbc__save_dialect(s, "builtin", 7) };
		} else {
			const struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
			size = size_of(e, index);
			all[i] = (struct mlirbc__new_entry){ (uint64_t)size << 1 | entry->custom,
				((const uint32_t *)e->dialects.data)[entry->dialect] };
		}
		s->entries_size += size;
	}
	return mlirbc__edit_ok(e);
}

static void write_entry(const struct mlirbc__edit *e, struct mlirbc__writer *writer, size_t index)
{
	const struct mlirbc__edit_entry *entry = MLIRBC__EDIT_ENTRY(e, index);
	const char *data = (const char *)e->load->data + entry->at;
	size_t at = 0, size = entry[1].at - entry->at;
	for (uint32_t i = entry->first_ref; i < entry->first_ref + entry->ref_count; i++) {
		uint8_t number[9];
		mlirbc__put(writer, data + at, refs(e)[i].at - at);
		mlirbc__put(writer, (const char *)number, put_varint(number, new_number(e, &refs(e)[i])));
		at = refs(e)[i].at + refs(e)[i].size;
	}
	mlirbc__put(writer, data + at, size - at);
}

bool mlirbc__edit_write_entries(void *ctx, mlirbc_write_fn write, void *write_ctx)
{
	static const char unknown = MLIRBC__CODE_UNKNOWN << 1 | 1;
	static const char nothing[2] = { MLIRBC__CODE_UNIT << 1 | 1, MLIRBC__CODE_NONE << 1 | 1 };
	const struct mlirbc__edit *e = ctx;
	struct mlirbc__writer writer;
	mlirbc__writer_init(&writer, write, write_ctx);
	for (unsigned type = 0; type < 2; type++) {
		const uint32_t *order = e->orders[type].data;
		for (size_t i = 0; i < MLIRBC__ITEMS(&e->orders[type], uint32_t) && !writer.failed; i++) {
			if (order[i] < MLIRBC__EDIT_NOTHING)
				write_entry(e, &writer, order[i]);
			else
				mlirbc__put(&writer, order[i] == MLIRBC__EDIT_UNKNOWN ? &unknown : &nothing[type], 1);
		}
	}
	mlirbc__writer_flush(&writer);
	return !writer.failed;
}

/* ---- property blobs */

/* Ops of several layouts may share a blob; they still do if all of them say the same. */
static bool find_same(struct mlirbc__edit *e, const struct mlirbc__edit_blob *use, uint32_t first)
{
	const struct mlirbc__save *s = &e->save;
	struct mlirbc__edit_blob *blobs = e->blobs.data;
	for (uint32_t at = first; &blobs[at - 1] != use; at = blobs[at - 1].next) {
		const struct mlirbc_string *other = ((
			const struct mlirbc_string *const *)s->new_blobs.data)[blobs[at - 1].number];
		if (mlirbc__string_is(other, s->blob.data, s->blob.size)) {
			blobs[use - blobs].number = blobs[at - 1].number;
			return true;
		}
	}
	return false;
}

static bool keep_blob(struct mlirbc__edit *e, struct mlirbc__edit_blob *use)
{
	struct mlirbc__save *s = &e->save;
	struct mlirbc_string *text = MLIRBC__NEW(s->context, struct mlirbc_string);
	char *bytes = mlirbc__alloc(s->context, s->blob.size, 1);
	if (!text || !bytes)
		return mlirbc__save_memory(s);
	if (s->blob.size)
		memcpy(bytes, s->blob.data, s->blob.size);
	*text = (struct mlirbc_string){ bytes, s->blob.size };
	use->number = (uint32_t)MLIRBC__ITEMS(&s->new_blobs, const struct mlirbc_string *);
	mlirbc__out_put(s, &s->new_blobs, &text, sizeof text);
	return mlirbc__edit_ok(e);
}

static void copy_blob(struct mlirbc__edit *e, const uint8_t *data, size_t size, const struct mlirbc__edit_blob *use)
{
	struct mlirbc__save *s = &e->save;
	size_t at = 0;
	for (uint32_t i = use->first_ref; i < use->first_ref + use->ref_count; i++) {
		mlirbc__out_put(s, &s->blob, data + at, refs(e)[i].at - at);
		mlirbc__out_varint(s, &s->blob, new_number(e, &refs(e)[i]));
		at = refs(e)[i].at + refs(e)[i].size;
	}
	mlirbc__out_put(s, &s->blob, data + at, size - at);
}

static bool copy_blobs(struct mlirbc__edit *e)
{
	struct mlirbc__edit_blob *blobs = e->blobs.data;
	const uint32_t *heads = e->blob_heads.data;
	for (size_t i = 0; i < MLIRBC__ITEMS(&e->blob_heads, uint32_t); i++) {
		if (!heads[i])
			continue;
		struct mlirbc_file_entry bytes = mlirbc_file_entry(e->load->module->file, MLIRBC_TABLE_PROPERTIES, i);
		for (uint32_t at = heads[i]; at; at = blobs[at - 1].next) {
			struct mlirbc__edit_blob *use = &blobs[at - 1];
			e->save.blob.size = 0;
			copy_blob(e, bytes.data, bytes.size, use);
			if (!mlirbc__edit_ok(e) || (!find_same(e, use, heads[i]) && !keep_blob(e, use)))
				return false;
		}
	}
	return true;
}

bool mlirbc__edit_copy(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	return size_entries(e, &e->orders[0], &s->attr_entries) && size_entries(e, &e->orders[1], &s->type_entries) &&
	       copy_blobs(e);
}
