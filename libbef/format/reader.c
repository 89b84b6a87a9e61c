/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opening a file: header, sections, and the tables that every later step indexes. Function bodies, attributes and
 * locations are not read, so the time depends only on the number of names, types and functions. */
#include <bef/reader.h>
#include "internal.h"
#include "vbr.h"

#include <bytecursor/kind.h>

static const char *const section_names[BEF_SECTION_COUNT] = { "Strings", "Attributes", "Kernels", "Types",
	"FunctionIndex", "Functions", "LocationStrings", "Locations", "AttributeTypes", "AttributeNames",
	"RegisterTypes" };

const char *bef_section_name(unsigned id) { return id < BEF_SECTION_COUNT ? section_names[id] : "?"; }

/* Name of the section that a pointer into the file is in. */
static const char *section_at(const struct bef_reader *reader, const uint8_t *p)
{
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		const struct bef_section *section = &reader->sections[id];
		/* The end counts as inside: a truncation is reported there. */
		if (section->data && p >= section->data && p <= section->data + section->size)
			return section_names[id];
	}
	return "file";
}

bool bef_is_bef(const void *data, size_t size)
{
	return bytecursor_kind_is(BYTECURSOR_KIND_BEF, data, size);
}

enum bef_status bef__fail_number(const struct bef_reader *reader, const uint8_t *next, enum bef_status status,
	const char *what, struct bef_diag *diag)
{
	return bef__diag_fail(diag, status, bef__offset(reader, next), "%s: %s %s", section_at(reader, next), what,
		status == BEF_E_TRUNCATED ? "is cut off" : "is not a minimal integer of at most 64 bits");
}

enum bef_status bef__read_number(const struct bef_reader *reader, const uint8_t **next, const uint8_t *end,
	const char *what, uint64_t *out_number, struct bef_diag *diag)
{
	return bef__read_number_fast(reader, next, end, what, out_number, diag);
}

enum bef_status bef__read_count(const struct bef_reader *reader, const uint8_t **next, const uint8_t *end,
	const char *what, uint32_t *out_count, struct bef_diag *diag)
{
	uint64_t count;
	const uint8_t *at = *next;
	*out_count = 0;
	BEF__TRY(bef__read_number(reader, next, end, what, &count, diag));
	if (count > (uint64_t)(end - *next) || count > UINT32_MAX)
		return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
			"%s: %s %llu, but %llu bytes follow", section_at(reader, at), what,
			(unsigned long long)count, (unsigned long long)(end - *next));
	*out_count = (uint32_t)count;
	return BEF_OK;
}

/* Reads alignment byte and padding of a section. Padding counts from the start of the file, since the memory may have
 * any alignment. */
static enum bef_status skip_padding(const struct bef_reader *reader, const uint8_t **next, unsigned id,
	size_t *out_alignment, struct bef_diag *diag)
{
	const uint8_t *end = reader->data + reader->size, *p = *next;
	uint64_t at = bef__offset(reader, p);
	if (p == end)
		return bef__diag_fail(diag, BEF_E_TRUNCATED, at, "section %u: alignment is cut off", id);
	uint8_t alignment = *p++;
	if (alignment == 0 || (alignment & (alignment - 1)) != 0)
		return bef__diag_fail(
			diag, BEF_E_CORRUPT, at, "section %u: alignment %u is not a power of two", id, alignment);
	size_t padding = (size_t)-bef__offset(reader, p) & (alignment - 1u);
	if (padding > (size_t)(end - p))
		return bef__diag_fail(diag, BEF_E_TRUNCATED, at, "section %u: padding to %u bytes is cut off", id,
			alignment);
	*out_alignment = alignment;
	*next = p + padding;
	return BEF_OK;
}

enum bef_status bef__read_section(const struct bef_reader *reader, const uint8_t **next,
	struct bef_section *out_section, struct bef_diag *diag)
{
	const uint8_t *end = reader->data + reader->size, *start = *next, *p = start + 1;
	unsigned id = *start;
	size_t alignment = 1;
	uint64_t length;
	enum bef_status status = bef__vbr_read(&p, end, &length);
	if (status != BEF_OK)
		return bef__diag_fail(diag, status, bef__offset(reader, p), "section %u: length %s", id,
			status == BEF_E_TRUNCATED ? "is cut off" : "is not a minimal integer of at most 64 bits");
	if (length & 1)
		BEF__TRY(skip_padding(reader, &p, id, &alignment, diag));
	length >>= 1;
	if (length > (uint64_t)(end - p))
		return bef__diag_fail(diag, BEF_E_TRUNCATED, bef__offset(reader, start),
			"section %u (%s): length %llu, but the file has %llu more bytes", id, bef_section_name(id),
			(unsigned long long)length, (unsigned long long)(end - p));
	*out_section = (struct bef_section){ p, (size_t)length, (size_t)(p - reader->data), alignment };
	*next = p + length;
	return BEF_OK;
}

static enum bef_status add_section(struct bef_reader *reader, const uint8_t **next, struct bef_diag *diag)
{
	struct bef_section section;
	const uint8_t *start = *next;
	unsigned id = *start;
	BEF__TRY(bef__read_section(reader, next, &section, diag));
	if (id >= BEF_SECTION_COUNT) {
		reader->unknown_sections++;
		return BEF_OK;
	}
	if (reader->sections[id].data)
		return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, start), "section %u (%s) is duplicated",
			id, bef_section_name(id));
	reader->sections[id] = section;
	return BEF_OK;
}

static enum bef_status read_frame(struct bef_reader *reader, struct bef_diag *diag)
{
	const uint8_t *end = reader->data + reader->size, *next = reader->data;
	static const uint8_t magic[] = { BEF_MAGIC_0, BEF_MAGIC_1 };
	for (size_t i = 0; i < sizeof magic; i++, next++) {
		if (next == end)
			return bef__diag_fail(diag, BEF_E_TRUNCATED, i, "header: %zu bytes, expected at least 3",
				reader->size);
		if (*next != magic[i])
			return bef__diag_fail(diag, BEF_E_MAGIC, i, "header: byte %zu is 0x%02x, not 0x%02x", i, *next,
				magic[i]);
	}
	if (next == end)
		return bef__diag_fail(diag, BEF_E_TRUNCATED, 2, "header: version is cut off");
	if (*next != BEF_FORMAT_VERSION)
		return bef__diag_fail(diag, BEF_E_VERSION, 2, "header: version %u, expected %u", *next,
			BEF_FORMAT_VERSION);
	next++;
	while (next < end)
		BEF__TRY(add_section(reader, &next, diag));
	static const enum bef_section_id required[] = { BEF_SECTION_STRINGS, BEF_SECTION_KERNELS, BEF_SECTION_TYPES,
		BEF_SECTION_FUNCTION_INDEX };
	for (size_t i = 0; i < sizeof required / sizeof *required; i++) {
		if (!reader->sections[required[i]].data)
			return bef__diag_fail(diag, BEF_E_CORRUPT, reader->size, "section %u (%s) is missing",
				required[i], section_names[required[i]]);
	}
	return BEF_OK;
}

static enum bef_status check_trailing(const struct bef_reader *reader, const uint8_t *next, const uint8_t *end,
	struct bef_diag *diag)
{
	if (next == end)
		return BEF_OK;
	return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, next), "%s: %llu bytes after the last entry",
		section_at(reader, next), (unsigned long long)(end - next));
}

static enum bef_status check_names(const struct bef_reader *reader, enum bef_section_id id, uint32_t *out_count,
	struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[id];
	const uint8_t *next = section->data, *end = bef__section_end(section);
	BEF__TRY(bef__read_count(reader, &next, end, "count", out_count, diag));
	for (uint32_t i = 0; i < *out_count; i++) {
		uint64_t offset;
		const uint8_t *at = next;
		BEF__TRY(bef__read_number(reader, &next, end, "name", &offset, diag));
		if (!bef__is_string_start(&reader->sections[BEF_SECTION_STRINGS], offset))
			return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"%s, entry %u: no string begins at Strings +%llu", section_names[id], i,
				(unsigned long long)offset);
	}
	return check_trailing(reader, next, end, diag);
}

static enum bef_status check_functions(struct bef_reader *reader, struct bef_diag *diag)
{
	const struct bef_section *index = &reader->sections[BEF_SECTION_FUNCTION_INDEX];
	const struct bef_section *bodies = &reader->sections[BEF_SECTION_FUNCTIONS];
	const uint8_t *next = index->data;
	BEF__TRY(bef__read_count(reader, &next, bef__section_end(index), "count", &reader->function_count, diag));
	struct bef_functions functions = bef_reader_functions(reader);
	for (uint32_t i = 0; i < reader->function_count; i++) {
		struct bef_function function;
		uint64_t name;
		const uint8_t *at = functions.next;
		BEF__TRY(bef__function_entry(&functions, &function, &name, diag));
		if (function.kind != BEF_FUNCTION_NATIVE && function.offset >= bodies->size)
			return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"FunctionIndex, function %u: body at +%llu, but Functions has %zu bytes", i,
				(unsigned long long)function.offset, bodies->size);
	}
	return check_trailing(reader, functions.next, functions.end, diag);
}

static enum bef_status read_tables(struct bef_reader *reader, struct bef_diag *diag)
{
	const struct bef_section *strings = &reader->sections[BEF_SECTION_STRINGS];
	const struct bef_section *bodies = &reader->sections[BEF_SECTION_FUNCTIONS];
	if (strings->size > 0 && strings->data[strings->size - 1] != 0)
		return bef__diag_fail(diag, BEF_E_CORRUPT, strings->offset + strings->size - 1,
			"Strings: the last string has no NUL");
	/* Padding inside bodies aligns their words in the file. */
	if (bodies->size > 0 && bodies->offset % 4 != 0)
		return bef__diag_fail(
			diag, BEF_E_CORRUPT, bodies->offset, "Functions: does not begin at a multiple of 4");
	BEF__TRY(check_names(reader, BEF_SECTION_KERNELS, &reader->kernel_count, diag));
	BEF__TRY(check_names(reader, BEF_SECTION_TYPES, &reader->type_count, diag));
	return check_functions(reader, diag);
}

enum bef_status bef_reader_open(const void *data, size_t size, struct bef_reader *out_reader, struct bef_diag *diag)
{
	static const uint8_t none;
	*out_reader = (struct bef_reader){ .data = data ? data : &none, .size = data ? size : 0 };
	enum bef_status status = read_frame(out_reader, diag);
	if (status == BEF_OK)
		status = read_tables(out_reader, diag);
	if (status != BEF_OK)
		*out_reader = (struct bef_reader){ 0 };
	return status;
}
