/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes location records (FORMAT.md 7). */
#include <bef/writer.h>
#include "writer.h"
#include <string.h>

static enum bef_status find_string(struct bef_writer *w, const char *text, size_t size, uint32_t *out_number)
{
	if (bef__intern_count(&w->location_strings) > 0) {
		const struct bef__name *last = bef__intern_name(&w->location_strings, w->last_location_string);
		*out_number = w->last_location_string;
		if (last->size == size && memcmp(w->location_strings.bytes.data + last->offset, text, size) == 0)
			return BEF_OK;
	}
	BEF__TRY(bef__intern_add(&w->location_strings, &w->allocator, text, size, out_number));
	w->last_location_string = *out_number;
	return BEF_OK;
}

/* Begins a record: kind, and a string if `text` is not NULL. Reserves space for two more integers. */
static enum bef_status begin_record(
	struct bef_writer *w, enum bef_location_kind kind, const char *text, size_t size, uint32_t *out_offset)
{
	uint32_t name;
	if (w->locations.size >= BEF_VIRTUAL_LOCATION)
		return BEF_E_LIMIT;
	if (!bef__buffer_reserve(&w->locations, &w->allocator, 1 + 3 * BEF__VBR_MAX))
		return BEF_E_NOMEM;
	if (text)
		BEF__TRY(find_string(w, text, size, &name));
	*out_offset = (uint32_t)w->locations.size;
	w->locations.data[w->locations.size++] = (uint8_t)kind;
	if (text)
		bef__put_vbr(&w->locations, bef__intern_name(&w->location_strings, name)->offset);
	return BEF_OK;
}

enum bef_status bef_writer_location_unknown(struct bef_writer *writer, uint32_t *out_offset)
{
	return begin_record(writer, BEF_LOCATION_UNKNOWN, NULL, 0, out_offset);
}

enum bef_status bef_writer_location_file(struct bef_writer *writer, const char *file, size_t size, uint64_t line,
	uint64_t column, uint32_t *out_offset)
{
	BEF__TRY(begin_record(writer, BEF_LOCATION_FILE, size > 0 ? file : "", size, out_offset));
	bef__put_vbr(&writer->locations, line);
	bef__put_vbr(&writer->locations, column);
	return BEF_OK;
}

enum bef_status bef_writer_location_name(struct bef_writer *writer, const char *name, size_t size, uint32_t *out_offset)
{
	return begin_record(writer, BEF_LOCATION_NAME, size > 0 ? name : "", size, out_offset);
}

enum bef_status bef_writer_location_callsite(struct bef_writer *writer, uint32_t *out_offset)
{
	return begin_record(writer, BEF_LOCATION_CALLSITE, NULL, 0, out_offset);
}

enum bef_status bef_writer_location_fused(struct bef_writer *writer, uint64_t count, uint32_t *out_offset)
{
	BEF__TRY(begin_record(writer, BEF_LOCATION_FUSED, NULL, 0, out_offset));
	bef__put_vbr(&writer->locations, count);
	return BEF_OK;
}

uint32_t bef_writer_location_virtual(struct bef_writer *writer)
{
	uint32_t offset = writer->next_virtual;
	/* Locations without a record need not differ, so all further ones share the last number. */
	if (offset > BEF_VIRTUAL_LOCATION)
		writer->next_virtual--;
	return offset;
}
