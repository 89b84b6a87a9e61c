/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Location records, and locations as text (FORMAT.md 7). Nested locations are processed with explicit stacks. A record
 * has the number of its children, so unneeded parts are skipped by counting. */
#include <bef/reader.h>
#include "internal.h"
#include "vbr.h"
#include <stdio.h>
#include <string.h>

enum bef_status bef__location_entry(const struct bef_reader *reader, const uint8_t **next,
	struct bef_location *out_location, uint64_t *out_string, struct bef_diag *diag)
{
	const uint8_t *at = *next, *end = bef__section_end(&reader->sections[BEF_SECTION_LOCATIONS]);
	*out_location = (struct bef_location){ .kind = *at, .string = { "", 0 } };
	*out_string = UINT64_MAX;
	++*next;
	switch (*at) {
	case BEF_LOCATION_UNKNOWN: return BEF_OK;
	case BEF_LOCATION_FILE:
		BEF__TRY(bef__read_number_fast(reader, next, end, "file name", out_string, diag));
		BEF__TRY(bef__read_number_fast(reader, next, end, "line", &out_location->line, diag));
		return bef__read_number_fast(reader, next, end, "column", &out_location->column, diag);
	case BEF_LOCATION_NAME:
		out_location->count = 1;
		return bef__read_number_fast(reader, next, end, "name", out_string, diag);
	case BEF_LOCATION_CALLSITE: out_location->count = 2; return BEF_OK;
	case BEF_LOCATION_FUSED:
		return bef__read_number_fast(reader, next, end, "number of parts", &out_location->count, diag);
	default:
		return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at), "Locations +%llu: kind %u",
			(unsigned long long)(at - reader->sections[BEF_SECTION_LOCATIONS].data), *at);
	}
}

enum bef_status bef_reader_location(const struct bef_reader *reader, uint64_t *offset,
	struct bef_location *out_location, struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[BEF_SECTION_LOCATIONS];
	uint64_t string;
	if (*offset >= section->size) {
		*out_location = (struct bef_location){ .string = { "", 0 } };
		return BEF_E_NOT_FOUND;
	}
	const uint8_t *next = section->data + *offset;
	BEF__TRY(bef__location_entry(reader, &next, out_location, &string, diag));
	*offset = (uint64_t)(next - section->data);
	if (string == UINT64_MAX)
		return BEF_OK;
	return bef__section_string(reader, BEF_SECTION_LOCATION_STRINGS, string, &out_location->string, diag);
}

enum bef_status bef__skip_locations(const struct bef_reader *reader, uint64_t *offset, uint64_t count,
	struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[BEF_SECTION_LOCATIONS];
	while (count > 0) {
		struct bef_location location;
		uint64_t string;
		const uint8_t *next = section->data + *offset;
		/* Each location takes at least a byte, so a count above the remaining bytes is invalid; this also keeps
		 * the sum from wrapping. */
		if (*offset >= section->size || count > section->size - *offset)
			return bef__diag_fail(diag, BEF_E_TRUNCATED, section->offset + section->size,
				"Locations: %llu parts are missing", (unsigned long long)count);
		BEF__TRY(bef__location_entry(reader, &next, &location, &string, diag));
		if (location.count > section->size)
			return bef__diag_fail(diag, BEF_E_CORRUPT, section->offset + *offset,
				"Locations +%llu: %llu parts", (unsigned long long)*offset,
				(unsigned long long)location.count);
		count += location.count - 1;
		*offset = (uint64_t)(next - section->data);
	}
	return BEF_OK;
}

/* ---- text */

struct text {
	char *buffer;
	size_t size, length; /* length: of the whole text, even if it does not fit */
};

static void put(struct text *text, const char *data, size_t size)
{
	if (text->length < text->size) {
		size_t room = text->size - text->length;
		memcpy(text->buffer + text->length, data, size < room ? size : room);
	}
	text->length += size;
}

static size_t finish_text(struct text *text)
{
	if (text->size > 0)
		text->buffer[text->length < text->size ? text->length : text->size - 1] = 0;
	return text->length;
}

static void put_file(struct text *text, const struct bef_location *location, char separator)
{
	char numbers[48];
	int length = snprintf(numbers, sizeof numbers, "%c%llu%c%llu", separator, (unsigned long long)location->line,
		separator, (unsigned long long)location->column);
	put(text, location->string.data, location->string.size);
	put(text, numbers, (size_t)length);
}

#define MAX_DEPTH BEF_MAX_NESTING
#define MAX_RECORDS 1024 /* bounds the time: each record may print a string as long as the file */

struct open_part {
	struct bef_location location;
	uint64_t done;      /* parts begun, of location.count */
	bool child_unknown; /* then only the name is printed */
};

struct printer {
	struct text text;
	const struct bef_reader *reader;
	uint64_t offset;
	struct open_part parts[MAX_DEPTH];
	size_t depth, records;
};

static void close_parts(struct printer *p)
{
	while (p->depth > 0 && p->parts[p->depth - 1].done == p->parts[p->depth - 1].location.count) {
		const struct open_part *part = &p->parts[--p->depth];
		if (part->location.kind != BEF_LOCATION_NAME)
			continue;
		put(&p->text, "(", !part->child_unknown);
		put(&p->text, part->location.string.data, part->location.string.size);
		put(&p->text, ")", !part->child_unknown);
	}
}

/* Begins the next part of the innermost open one, or the location itself. */
static bool put_part(struct printer *p)
{
	struct bef_location location;
	struct open_part *parent = p->depth > 0 ? &p->parts[p->depth - 1] : NULL;
	if (parent && parent->done++ > 0) {
		const char *between = parent->location.kind == BEF_LOCATION_CALLSITE ? "<-" : ",";
		put(&p->text, between, strlen(between));
	}
	if (p->records++ == MAX_RECORDS || bef_reader_location(p->reader, &p->offset, &location, NULL) != BEF_OK) {
		put(&p->text, "...", 3);
		return false;
	}
	if (location.kind == BEF_LOCATION_FILE) {
		put_file(&p->text, &location, ';');
	} else if (location.kind == BEF_LOCATION_UNKNOWN) {
		bool named = parent && parent->location.kind == BEF_LOCATION_NAME;
		if (named)
			parent->child_unknown = true;
		put(&p->text, "(unknown)", named ? 0 : 9);
	} else if (p->depth < MAX_DEPTH) {
		p->parts[p->depth++] = (struct open_part){ .location = location };
	} else {
		put(&p->text, "...", 3);
		return bef__skip_locations(p->reader, &p->offset, location.count, NULL) == BEF_OK;
	}
	return true;
}

size_t bef_location_text(const struct bef_reader *reader, uint64_t offset, char *buffer, size_t size)
{
	struct printer p;
	struct bef_location location;
	uint64_t next = offset;
	p.text = (struct text){ buffer, size, 0 };
	p.reader = reader;
	p.offset = offset;
	p.depth = p.records = 0;
	enum bef_status status = bef_reader_location(reader, &next, &location, NULL);
	if (status == BEF_E_NOT_FOUND) {
		put(&p.text, "(unknown)", 9);
	} else if (status == BEF_OK && location.kind == BEF_LOCATION_FILE) {
		put_file(&p.text, &location, ':');
	} else {
		while (put_part(&p)) {
			close_parts(&p);
			if (p.depth == 0)
				break;
		}
	}
	return finish_text(&p.text);
}

/* Prints the concatenated names of the direct name parts of a fused location. */
static void put_direct_names(struct text *text, const struct bef_reader *reader, uint64_t offset, uint64_t count)
{
	for (size_t records = 0; count > 0 && records < MAX_RECORDS; count--, records++) {
		struct bef_location part;
		if (bef_reader_location(reader, &offset, &part, NULL) != BEF_OK)
			return;
		if (part.kind == BEF_LOCATION_NAME)
			put(text, part.string.data, part.string.size);
		if (bef__skip_locations(reader, &offset, part.count, NULL) != BEF_OK)
			return;
	}
}

size_t bef_location_debug_text(const struct bef_reader *reader, uint64_t offset, char *buffer, size_t size,
	bool *out_found)
{
	struct text text = { buffer, size, 0 };
	struct bef_location location;
	*out_found = false;
	if (bef_reader_location(reader, &offset, &location, NULL) != BEF_OK)
		return finish_text(&text);
	if (location.kind == BEF_LOCATION_FUSED) {
		*out_found = true;
		put_direct_names(&text, reader, offset, location.count);
		return finish_text(&text);
	}
	if (location.kind == BEF_LOCATION_CALLSITE && bef_reader_location(reader, &offset, &location, NULL) != BEF_OK)
		return finish_text(&text);
	if (location.kind == BEF_LOCATION_NAME) {
		*out_found = true;
		put(&text, location.string.data, location.string.size);
	}
	return finish_text(&text);
}
