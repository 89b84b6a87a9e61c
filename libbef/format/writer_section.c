/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unknown sections: listed when reading, preserved when writing. */
#include <bef/writer.h>
#include "writer.h"
#include <string.h>

/* ---- reading */

struct bef_unknown_sections bef_reader_unknown_sections(const struct bef_reader *reader)
{
	return (struct bef_unknown_sections){ reader, reader->size < 3 ? reader->size : 3 };
}

enum bef_status bef_unknown_sections_next(
	struct bef_unknown_sections *sections, unsigned *out_id, struct bef_section *out_section, struct bef_diag *diag)
{
	const struct bef_reader *reader = sections->reader;
	while (sections->position < reader->size) {
		const uint8_t *next = reader->data + sections->position;
		unsigned id = *next;
		BEF__TRY(bef__read_section(reader, &next, out_section, diag));
		sections->position = (size_t)(next - reader->data);
		if (id < BEF_SECTION_COUNT)
			continue;
		*out_id = id;
		return BEF_OK;
	}
	return BEF_E_NOT_FOUND;
}

/* ---- writing */

enum bef_status bef_writer_section(
	struct bef_writer *writer, unsigned id, const void *data, size_t size, size_t alignment)
{
	const struct bef__extra extra = { size, (uint8_t)id, (uint8_t)alignment };
	struct bytecursor_buffer *to = &writer->extra;
	if (id < BEF_SECTION_COUNT || id > UINT8_MAX || alignment == 0 || alignment > 128 ||
		(alignment & (alignment - 1)) != 0)
		return BEF_E_ARG;
	if (size > SIZE_MAX / 4 || !bef__buffer_reserve(to, &writer->allocator, sizeof extra + size))
		return BEF_E_NOMEM;
	memcpy(to->data + to->size, &extra, sizeof extra);
	if (size > 0)
		memcpy(to->data + to->size + sizeof extra, data, size);
	to->size += sizeof extra + size;
	return BEF_OK;
}
