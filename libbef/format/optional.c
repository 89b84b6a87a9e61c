/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Iterators over the sections that only tools read: AttributeTypes, AttributeNames, RegisterTypes. */
#include <bef/reader.h>
#include "internal.h"
#include "vbr.h"

struct bef_numbers bef_reader_attribute_types(const struct bef_reader *reader)
{
	const struct bef_section *section = &reader->sections[BEF_SECTION_ATTRIBUTE_TYPES];
	struct bef_numbers types = { reader, section->data, bef__section_end(section), 0 };
	uint64_t count;
	if (!section->data)
		return types;
	/* An impossible count is reported as a truncation by the iteration, and one that cannot be read as the first entry. */
	if (bef__vbr_read(&types.next, types.end, &count) != BEF_OK)
		count = 1;
	types.left = count > UINT64_MAX / 2 ? UINT64_MAX : 2 * count;
	return types;
}

/* Both per-function sections consist of the number of functions and a counted list for each non-native function. */
static enum bef_status next_list(const struct bef_reader *reader, enum bef_section_id id, uint32_t expected,
	uint64_t *position, const uint8_t **out_next, struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[id];
	const uint8_t *next = section->data, *end = bef__section_end(section), *at = next;
	uint64_t count;
	if (*position == 0) {
		BEF__TRY(bef__read_number(reader, &next, end, "function count", &count, diag));
		if (count != reader->function_count)
			return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"%s: %llu functions, but the index has %u", bef_section_name(id),
				(unsigned long long)count, reader->function_count);
	} else if (*position <= section->size) {
		next += *position;
	} else {
		return bef__diag_fail(diag, BEF_E_ARG, BEF_NO_OFFSET, "%s: position %llu", bef_section_name(id),
			(unsigned long long)*position);
	}
	at = next;
	BEF__TRY(bef__read_number(reader, &next, end, "count", &count, diag));
	if (count != expected)
		return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
			"%s: list for %llu, but the function has %u", bef_section_name(id), (unsigned long long)count,
			expected);
	*out_next = next;
	return BEF_OK;
}

static enum bef_status take_list(const struct bef_reader *reader, enum bef_section_id id, const uint8_t *next,
	uint64_t count, uint64_t *position, struct bef_numbers *out_numbers, struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[id];
	const uint8_t *behind = bef__vbr_skip(next, bef__section_end(section), count);
	if (!behind)
		return bef__diag_fail(diag, BEF_E_TRUNCATED, bef__offset(reader, next), "%s: list of %llu is cut off",
			bef_section_name(id), (unsigned long long)count);
	*out_numbers = (struct bef_numbers){ reader, next, behind, count };
	*position = (uint64_t)(behind - section->data);
	return BEF_OK;
}

enum bef_status bef__attribute_names(const struct bef_reader *reader, uint32_t kernel_count, uint64_t attribute_count,
	uint64_t *position, struct bef_numbers *out_names, struct bef_diag *diag)
{
	const uint8_t *next = NULL;
	*out_names = (struct bef_numbers){ .reader = reader };
	if (!reader->sections[BEF_SECTION_ATTRIBUTE_NAMES].data)
		return BEF_OK;
	BEF__TRY(next_list(reader, BEF_SECTION_ATTRIBUTE_NAMES, kernel_count, position, &next, diag));
	return take_list(reader, BEF_SECTION_ATTRIBUTE_NAMES, next, attribute_count, position, out_names, diag);
}

enum bef_status bef_reader_attribute_names(const struct bef_reader *reader, const struct bef_body *body,
	uint64_t *position, struct bef_numbers *out_names, struct bef_diag *diag)
{
	uint64_t attributes = 0;
	struct bef_kernels kernels = bef_body_kernels(reader, body);
	*out_names = (struct bef_numbers){ .reader = reader };
	if (!reader->sections[BEF_SECTION_ATTRIBUTE_NAMES].data)
		return BEF_OK;
	for (uint32_t i = 0; i < body->kernel_count; i++) {
		struct bef_kernel kernel;
		struct bef_kernel_row row;
		BEF__TRY(bef_kernels_next(&kernels, &kernel, &row, diag));
		attributes += kernel.attribute_count;
	}
	return bef__attribute_names(reader, body->kernel_count, attributes, position, out_names, diag);
}

enum bef_status bef_reader_register_types(const struct bef_reader *reader, const struct bef_body *body,
	uint64_t *position, struct bef_numbers *out_types, struct bef_diag *diag)
{
	const uint8_t *next = NULL;
	*out_types = (struct bef_numbers){ .reader = reader };
	if (!reader->sections[BEF_SECTION_REGISTER_TYPES].data)
		return BEF_OK;
	BEF__TRY(next_list(reader, BEF_SECTION_REGISTER_TYPES, body->register_count, position, &next, diag));
	return take_list(reader, BEF_SECTION_REGISTER_TYPES, next, body->register_count, position, out_types, diag);
}
