/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes, types and property blobs as they are, but for the numbers in them. */
#include "builtin.h"
#include "edit_state.h"

static const struct mlirbc__edit_ref *refs(const struct mlirbc__edit *e) { return e->refs.data; }

static void put_ref(struct mlirbc__edit *e, struct mlirbc__out *out, const struct mlirbc__edit_ref *ref)
{
	struct mlirbc__save *s = &e->save;
	const struct mlirbc__edit_entry *entry;
	switch (ref->target & (MLIRBC__OPTIONAL - 1)) {
	case MLIRBC__TO_ATTR:
		entry = MLIRBC__EDIT_ENTRY(e, ref->index);
		if (ref->target & MLIRBC__OPTIONAL)
			mlirbc__out_varint(s, out,
				e->strip && (entry->state & MLIRBC__LOCATION) ? 0 : (uint64_t)entry->number << 1 | 1);
		else
			mlirbc__out_varint(s, out,
				e->strip && (entry->state & MLIRBC__LOCATION) ? e->unknown_number : entry->number);
		break;
	case MLIRBC__TO_TYPE:
		mlirbc__out_varint(s, out, MLIRBC__EDIT_ENTRY(e, e->load->attr_count + ref->index)->number);
		break;
	case MLIRBC__TO_STRING:
		mlirbc__out_varint(s, out, ((const uint32_t *)e->numbers[0].data)[ref->index]);
		break;
	default: mlirbc__out_varint(s, out, ((const uint32_t *)e->numbers[1].data)[ref->index]); break;
	}
}

static void copy(struct mlirbc__edit *e, struct mlirbc__out *out, const uint8_t *data, size_t size, uint32_t first,
	uint32_t count)
{
	size_t at = 0;
	for (uint32_t i = first; i < first + count; i++) {
		const struct mlirbc__edit_ref *ref = &refs(e)[i];
		mlirbc__out_put(&e->save, out, data + at, ref->at - at);
		put_ref(e, out, ref);
		at = ref->at + ref->size;
	}
	mlirbc__out_put(&e->save, out, data + at, size - at);
}

static bool copy_entries(struct mlirbc__edit *e, const struct mlirbc__out *order, struct mlirbc__out *entries,
	struct mlirbc__out *data, uint8_t nothing)
{
	struct mlirbc__save *s = &e->save;
	for (size_t i = 0; i < MLIRBC__ITEMS(order, uint32_t) && mlirbc__edit_ok(e); i++) {
		uint32_t index = ((const uint32_t *)order->data)[i];
		size_t from = data->size;
		struct mlirbc__new_entry new = { 1, 0 };
		if (index >= MLIRBC__EDIT_NOTHING) {
			new.dialect = mlirbc__save_dialect(s, "builtin", 7);
			mlirbc__out_varint(s, data, index == MLIRBC__EDIT_UNKNOWN ? MLIRBC__CODE_UNKNOWN : nothing);
		} else {
			struct mlirbc__entry entry = mlirbc__entry(e->load, index);
			const struct mlirbc__edit_entry *about = MLIRBC__EDIT_ENTRY(e, index);
			new.size = entry.custom;
			new.dialect = ((const uint32_t *)e->dialects.data)[entry.dialect];
			copy(e, data, e->load->data + entry.at, entry.end - entry.at, about->first_ref,
				about->ref_count);
		}
		new.size |= (uint64_t)(data->size - from) << 1;
		mlirbc__out_put(s, entries, &new, sizeof new);
	}
	return mlirbc__edit_ok(e);
}

/* ---- property blobs */

/* Ops of several layouts may share a blob; they still do if all of them say the same. */
static bool find_same(struct mlirbc__edit *e, const struct mlirbc__edit_blob *use, uint32_t first)
{
	const struct mlirbc__save *s = &e->save;
	struct mlirbc__edit_blob *blobs = e->blobs.data;
	for (uint32_t at = first; &blobs[at - 1] != use; at = blobs[at - 1].next) {
		const struct mlirbc_string *other =
			((const struct mlirbc_string *const *)s->new_blobs.data)[blobs[at - 1].number];
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
			copy(e, &e->save.blob, bytes.data, bytes.size, use->first_ref, use->ref_count);
			if (!mlirbc__edit_ok(e) || (!find_same(e, use, heads[i]) && !keep_blob(e, use)))
				return false;
		}
	}
	return true;
}

bool mlirbc__edit_copy(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	return copy_entries(e, &e->orders[0], &s->attr_entries, &s->attr_data, MLIRBC__CODE_UNIT) &&
	       copy_entries(e, &e->orders[1], &s->type_entries, &s->type_data, MLIRBC__CODE_NONE) && copy_blobs(e);
}
