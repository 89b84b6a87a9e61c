/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of the walk for OffloadBinaries, one or several. */
#include "walk.h"

static enum syclbin_status walk_compressed_offload(struct syclbin__walk *w, const struct syclbin_offload *o,
	const struct syclbin__context *context)
{
	static const char name[] = "inflated";
	uint8_t *data;
	size_t made, capacity;
	if (w->limit == 0)
		return syclbin__fail(
			w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, o->bytes.offset, "the data exceeds the limit");
	enum syclbin_status status = syclbin_offload_inflate(
		o, w->limit, w->allocator, &data, &made, &capacity, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	w->limit -= made;
	return syclbin__walk_made(w, data, made, capacity, context, (struct syclbin_string){ name, sizeof name - 1 });
}

static enum syclbin_status walk_entry(struct syclbin__walk *w, const struct syclbin_offload *o, uint64_t index,
	const struct syclbin__context *context)
{
	struct syclbin_offload_entry entry;
	struct syclbin__context inner = *context;
	enum syclbin_status status = syclbin_offload_entry(o, index, &entry, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	inner.image_kind = entry.image_kind;
	inner.offload_kind = entry.offload_kind;
	inner.envelope = o->version;
	status = syclbin_offload_find(o, &entry, "triple", &inner.triple, w->diag);
	if (status == SYCLBIN_OK || status == SYCLBIN_E_NOT_FOUND)
		status = syclbin_offload_find(o, &entry, "arch", &inner.arch, w->diag);
	if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
		return status;
	if (entry.flags & 1 && entry.image.size == 0)
		return SYCLBIN_OK; /* metadata only */
	return syclbin__walk_number(w, &entry.image, &inner, index);
}

/* A binary that is itself a SYCLBIN (one entry with an image, or the draft) is one item; the entries of others are
 * walked. */
static bool is_whole(const struct syclbin_offload *o)
{
	struct syclbin_offload_entry entry;
	struct syclbin_string role;
	if (syclbin_offload_entry(o, 0, &entry, NULL) != SYCLBIN_OK)
		return false;
	if (o->count == 1 && syclbin__is_image(&entry.image))
		return true;
	return o->version > 1 && entry.image_kind == SYCLBIN_KIND_SYCLBIN && !syclbin__is_image(&entry.image) &&
	       syclbin_offload_find(o, &entry, "role", &role, NULL) == SYCLBIN_OK;
}

static enum syclbin_status walk_offload(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	struct syclbin_offload o;
	struct syclbin__context inner = *context;
	enum syclbin_status status = syclbin_offload_open(bytes, &o, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	if (o.inflated_size)
		return walk_compressed_offload(w, &o, context);
	if (!is_whole(&o)) {
		for (uint64_t i = 0; status == SYCLBIN_OK && i < o.count; i++)
			status = walk_entry(w, &o, i, context);
		return status;
	}
	struct syclbin_offload_entry entry;
	inner.envelope = o.version;
	inner.image_kind = SYCLBIN_KIND_SYCLBIN;
	if (syclbin_offload_entry(&o, 0, &entry, NULL) == SYCLBIN_OK) {
		inner.offload_kind = entry.offload_kind;
		(void)!syclbin_offload_find(&o, &entry, "triple", &inner.triple, NULL);
		(void)!syclbin_offload_find(&o, &entry, "arch", &inner.arch, NULL);
	}
	return syclbin__walk_item(w, bytes, &inner, true);
}

/* Walks consecutive binaries; the verifier checks the bytes after the last one. */
enum syclbin_status syclbin__walk_offloads(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	struct syclbin_offload o;
	struct syclbin_span left = *bytes;
	for (uint64_t number = 0;; number++) {
		enum syclbin_status status = syclbin_offload_open(&left, &o, w->diag);
		if (status != SYCLBIN_OK)
			return status;
		struct syclbin_span rest = syclbin__part(&left, o.stride, left.size - o.stride);
		bool more = syclbin_is_offload(rest.data, rest.size);
		if (number == 0 && !more)
			return walk_offload(w, bytes, context); /* including the bytes after it */
		struct syclbin_span one = syclbin__part(&left, 0, o.stride);
		status = syclbin__walk_number(w, &one, context, number);
		if (status != SYCLBIN_OK || !more)
			return status;
		left = rest;
	}
}
