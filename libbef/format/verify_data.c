/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifies attributes whose types are in the file, and locations. */
#include <bef/reader.h>
#include "verify.h"
#include "vbr.h"

/* ---- attributes */

/* Checks that each byte is a value of the type. */
static enum bef_status verify_bytes(struct bef__verifier *v, uint32_t type, const uint8_t *bytes, size_t count)
{
	if (bef__is_element_byte(type, 0x55) && bef__is_element_byte(type, 0xAA))
		return BEF_OK; /* each byte is a value */
	for (size_t i = 0; i < count; i++) {
		if (bef__is_element_byte(type, bytes[i]))
			continue;
		return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(v->reader, bytes + i),
			"Attributes +%zu: element %zu of type %s is %u",
			(size_t)(bytes - v->reader->sections[BEF_SECTION_ATTRIBUTES].data), i, bef_attr_type_name(type),
			bytes[i]);
	}
	return BEF_OK;
}

static enum bef_status verify_elements(struct bef__verifier *v, const struct bef_attr *attr)
{
	if ((attr->type & BEF_ATTR_ARRAY) && bef__scalar_size(attr->u.array.dtype) == 1)
		return verify_bytes(v, attr->u.array.dtype, attr->u.array.elements, attr->u.array.count);
	if (attr->type == BEF_ATTR_DENSE && bef_dtype_size(attr->u.dense.dtype) == 1)
		return verify_bytes(v, attr->u.dense.dtype, attr->u.dense.elements, attr->u.dense.count);
	return BEF_OK;
}

/* Verifies an attribute and its nested elements. Elements of an aggregate do not overlap, so this is linear in its
 * size. */
static enum bef_status verify_attribute(struct bef__verifier *v, const struct bef_attr *attr)
{
	struct level {
		struct bef_attr aggregate;
		uint32_t next;
	} levels[BEF_MAX_NESTING];
	size_t depth = 0;
	struct bef_attr current = *attr;
	for (;;) {
		BEF__TRY(verify_elements(v, &current));
		if (current.type == BEF_ATTR_AGGREGATE) {
			if (depth == BEF_MAX_NESTING)
				return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(v->reader, current.data),
					"Attributes: aggregates more than %d deep", BEF_MAX_NESTING);
			levels[depth++] = (struct level){ current, 0 };
		}
		while (depth > 0 && levels[depth - 1].next == levels[depth - 1].aggregate.u.aggregate.count)
			depth--;
		if (depth == 0)
			return BEF_OK;
		struct level *top = &levels[depth - 1];
		BEF__TRY(bef_attr_element(v->reader, &top->aggregate, top->next++, &current, v->diag));
	}
}

enum bef_status bef__verify_attributes(struct bef__verifier *v)
{
	const struct bef_reader *reader = v->reader;
	const struct bef_section *section = &reader->sections[BEF_SECTION_ATTRIBUTE_TYPES];
	struct bef_numbers types = bef_reader_attribute_types(reader);
	const uint8_t *next = section->data;
	uint64_t count, free_from = 0;
	if (!section->data)
		return BEF_OK;
	BEF__TRY(bef__read_number(reader, &next, bef__section_end(section), "count", &count, v->diag));
	if (types.left / 2 > section->size / 2) /* an entry takes two bytes */
		return bef__diag_fail(v->diag, BEF_E_CORRUPT, section->offset,
			"AttributeTypes: count %llu, but %zu bytes follow", (unsigned long long)types.left / 2,
			(size_t)(types.end - types.next));
	BEF__TRY(bef__bitmap_make(v, &v->attributes, reader->sections[BEF_SECTION_ATTRIBUTES].size));
	for (uint32_t i = 0; types.left > 0; i++) {
		uint64_t offset, type;
		struct bef_attr attr;
		const uint8_t *at = types.next;
		BEF__TRY(bef_numbers_next(&types, &offset, v->diag));
		BEF__TRY(bef_numbers_next(&types, &type, v->diag));
		if (offset < free_from)
			return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"AttributeTypes, entry %u: attribute at +%llu, but the one before ends at +%llu", i,
				(unsigned long long)offset, (unsigned long long)free_from);
		if (offset >= reader->sections[BEF_SECTION_ATTRIBUTES].size)
			return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"AttributeTypes, entry %u: attribute at +%llu, but Attributes has %zu bytes", i,
				(unsigned long long)offset, reader->sections[BEF_SECTION_ATTRIBUTES].size);
		if (type > UINT8_MAX)
			return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"AttributeTypes, entry %u: type %llu", i, (unsigned long long)type);
		BEF__TRY(bef_reader_attr(reader, offset, (uint32_t)type, &attr, v->diag));
		BEF__TRY(verify_attribute(v, &attr));
		bef__bitmap_set(&v->attributes, offset);
		free_from = offset + attr.size;
	}
	if (types.next != types.end)
		return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(reader, types.next),
			"AttributeTypes: %zu bytes after the last entry", (size_t)(types.end - types.next));
	return BEF_OK;
}

/* ---- locations */

enum bef_status bef__verify_locations(struct bef__verifier *v)
{
	const struct bef_reader *reader = v->reader;
	const struct bef_section *section = &reader->sections[BEF_SECTION_LOCATIONS];
	const struct bef_section *strings = &reader->sections[BEF_SECTION_LOCATION_STRINGS];
	const uint8_t *next = section->data, *end = bef__section_end(section);
	uint64_t missing = 0; /* announced parts whose records have not been read yet; each takes at least a byte */
	if (strings->size > 0 && strings->data[strings->size - 1] != 0)
		return bef__diag_fail(v->diag, BEF_E_CORRUPT, strings->offset + strings->size - 1,
			"LocationStrings: the last string has no NUL");
	if (!section->data)
		return BEF_OK;
	BEF__TRY(bef__bitmap_make(v, &v->locations, section->size));
	while (next < end) {
		struct bef_location location;
		uint64_t string;
		const uint8_t *at = next;
#ifndef __OPTIMIZE_SIZE__
		if (*at == BEF_LOCATION_FILE) { /* nearly all */
			const uint8_t *behind = at + 1;
			uint64_t number;
			if (bef__vbr_read(&behind, end, &string) == BEF_OK && bef__is_string_start(strings, string) &&
				bef__vbr_read(&behind, end, &number) == BEF_OK && bef__vbr_read(&behind, end, &number) == BEF_OK &&
				missing <= (uint64_t)(end - behind)) {
				missing -= missing > 0;
				next = behind;
				bef__bitmap_set(&v->locations, (uint64_t)(at - section->data));
				continue;
			}
		}
#endif
		BEF__TRY(bef__location_entry(reader, &next, &location, &string, v->diag));
		if (string != UINT64_MAX && !bef__is_string_start(strings, string))
			return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"Locations +%zu: no string begins at LocationStrings +%llu",
				(size_t)(at - section->data), (unsigned long long)string);
		missing -= missing > 0;
		uint64_t left = (uint64_t)(end - next);
		if (missing > left || location.count > left - missing)
			return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(reader, at),
				"Locations +%zu: %llu parts must follow, but %llu bytes do",
				(size_t)(at - section->data), (unsigned long long)location.count,
				(unsigned long long)left);
		missing += location.count;
		bef__bitmap_set(&v->locations, (uint64_t)(at - section->data));
	}
	return BEF_OK;
}

bool bef__verify_location_offset(const struct bef__verifier *v, uint64_t offset)
{
	const struct bef_section *section = &v->reader->sections[BEF_SECTION_LOCATIONS];
	if (!section->data || offset >= BEF_VIRTUAL_LOCATION)
		return true; /* no location, so no record is read */
#ifdef BEF_NO_OPTIONAL
	return offset < section->size; /* readers check the rest */
#endif
	return offset < section->size && bef__bitmap_test(&v->locations, offset);
}
