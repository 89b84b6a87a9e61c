/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes, types and property blobs as they are, but for the numbers in them, in the form of their sections. */
#include "bytecode/read/builtin.h"
#include "bytecode/compact/compact_state.h"

/* ---- attributes and types */

static uint32_t dialect_of(struct mlirbc__edit *e, uint32_t item)
{
	if (item >= MLIRBC__EDIT_NOTHING)
		return mlirbc__save_dialect(&e->save, "builtin", 7);
	return ((const uint32_t *)e->dialects.data)[MLIRBC__EDIT_ENTRY(e, item)->dialect];
}

/* Its size twice, and 1 if it is coded by its dialect. */
static uint64_t copy_entry(struct mlirbc__edit *e, uint32_t item, bool type)
{
	static const uint8_t unknown = MLIRBC__CODE_UNKNOWN << 1 | 1;
	static const uint8_t nothing[2] = { MLIRBC__CODE_UNIT << 1 | 1, MLIRBC__CODE_NONE << 1 | 1 };
	struct mlirbc__save *s = &e->save;
	const size_t before = s->attr_data.size + s->lent_size;
	if (item >= MLIRBC__EDIT_NOTHING) {
		mlirbc__out_put(&s->job, &s->attr_data, item == MLIRBC__EDIT_UNKNOWN ? &unknown : &nothing[type], 1);
		return 1 << 1 | 1;
	}
	(void)mlirbc__edit_entry_refs(e, item);
	return (uint64_t)(s->attr_data.size + s->lent_size - before) << 1 | MLIRBC__EDIT_ENTRY(e, item)->custom;
}

static size_t run_end(struct mlirbc__edit *e, const uint32_t *order, size_t i, size_t count)
{
	const uint32_t dialect = dialect_of(e, order[i]);
	while (++i < count && dialect_of(e, order[i]) == dialect)
		continue;
	return i;
}

static bool copy_entries(struct mlirbc__edit *e, bool type)
{
	enum { AHEAD = 12 };
	struct mlirbc__out *sizes = &e->save.entry_sizes;
	const uint32_t *order = e->orders[type].data;
	const size_t count = MLIRBC__ITEMS(&e->orders[type], uint32_t);
	for (size_t i = 0; i < count && mlirbc__edit_ok(e);) {
		const size_t end = run_end(e, order, i, count);
		mlirbc__out_varint(&e->save.job, sizes, dialect_of(e, order[i]));
		mlirbc__out_varint(&e->save.job, sizes, end - i);
		for (; i < end && mlirbc__edit_ok(e); i++) {
			if (i + AHEAD < end && order[i + AHEAD] < MLIRBC__EDIT_NOTHING)
				MLIRBC__PREFETCH(e->load->data + MLIRBC__EDIT_ENTRY(e, order[i + AHEAD])->at);
			mlirbc__out_varint(&e->save.job, sizes, copy_entry(e, order[i], type));
		}
	}
	return mlirbc__edit_ok(e);
}

/* ---- property blobs */

/* Ops of several layouts may share a blob; they still do if all of them produce equal bytes. The last one begins at
   `at`. */
static const struct mlirbc__edit_blob *find_same(
	const struct mlirbc__edit *e, const struct mlirbc__edit_blob *use, uint32_t first, size_t at)
{
	const struct mlirbc__edit_blob *blobs = e->blobs.data;
	const uint8_t *data = e->save.blob_data.data;
	const size_t size = e->save.blob_data.size - at;
	for (const struct mlirbc__edit_blob *other = &blobs[first - 1]; other != use; other = &blobs[other->next - 1]) {
		if (at - other->at >= size && memcmp(data + other->at, data + at, size) == 0) /* with their sizes */
			return other;
	}
	return NULL;
}

static bool copy_blob(struct mlirbc__edit *e, struct mlirbc__edit_blob *use, uint32_t first, struct mlirbc__range bytes)
{
	struct mlirbc__save *s = &e->save;
	s->blob.size = 0;
	use->at = s->blob_data.size;
	if (!mlirbc__edit_blob_refs(e, use, bytes.at, bytes.size))
		return false;
	mlirbc__out_varint(&s->job, &s->blob_data, s->blob.size);
	mlirbc__out_put(&s->job, &s->blob_data, s->blob.data, s->blob.size);
	if (!mlirbc__edit_ok(e))
		return false;
	const struct mlirbc__edit_blob *same = find_same(e, use, first, use->at);
	use->number = same ? same->number : (uint32_t)s->blob_count++;
	if (same) {
		s->blob_data.size = use->at;
		use->at = same->at;
	}
	return true;
}

static bool copy_blobs(struct mlirbc__edit *e)
{
	struct mlirbc__edit_blob *blobs = e->blobs.data;
	const uint32_t *heads = e->blob_heads.data;
	for (size_t i = 0; i < MLIRBC__ITEMS(&e->blob_heads, uint32_t); i++) {
		const struct mlirbc__range bytes = heads[i] ? mlirbc__blob(e->load, i) : (struct mlirbc__range){ 0, 0 };
		for (uint32_t at = heads[i]; at; at = blobs[at - 1].next) {
			if (!copy_blob(e, &blobs[at - 1], heads[i], bytes))
				return false;
		}
	}
	return true;
}

/* Reserves approximately the final size: growing copies. */
static bool reserve(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	const struct bytecursor *sections = e->load->sections;
	const size_t count = s->attr_count + s->type_count, data = bytecursor_left(&sections[MLIRBC__SECTION_ATTR_TYPE]);
	enum { USUAL = 10 }; /* bytes of an entry without elements */
	return mlirbc__edit_reserve(e, &s->attr_data, data < USUAL * count ? data : USUAL * count, 1) &&
	       mlirbc__edit_reserve(e, &s->entry_sizes, 2 * count, 1) &&
	       mlirbc__edit_reserve(e, &s->blob_data, bytecursor_left(&sections[MLIRBC__SECTION_PROPERTIES]), 1);
}

bool mlirbc__edit_copy(struct mlirbc__edit *e)
{
	struct mlirbc__save *s = &e->save;
	s->encoded = true;
	s->attr_count = MLIRBC__ITEMS(&e->orders[0], uint32_t);
	s->type_count = MLIRBC__ITEMS(&e->orders[1], uint32_t);
	e->copies = true;
	e->to = &s->attr_data;
	if (!reserve(e) || !copy_entries(e, false) || !copy_entries(e, true))
		return false;
	e->to = &s->blob;
	return copy_blobs(e);
}
