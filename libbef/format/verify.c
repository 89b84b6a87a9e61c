/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef_reader_verify(): tables first, then bodies in the order of the index. Everything is linear in the size of the
 * file. */
#include <bef/reader.h>
#include "verify.h"
#include "vbr.h"
#include <string.h>

enum bef_status bef__bitmap_make(struct bef__verifier *v, struct bytecursor_buffer *bitmap, size_t bits)
{
	size_t size = bits / 8 + 1;
	bitmap->size = 0;
	if (!bef__buffer_reserve(bitmap, v->allocator, size))
		return bef__diag_fail(v->diag, BEF_E_NOMEM, BEF_NO_OFFSET, "no memory for %zu bytes", size);
	memset(bitmap->data, 0, size);
	bitmap->size = size;
	return BEF_OK;
}

/* Strings ascend, so that equal names have equal offsets. */
static enum bef_status verify_strings(struct bef__verifier *v)
{
	const struct bef_section *section = &v->reader->sections[BEF_SECTION_STRINGS];
	const uint8_t *p = section->data, *end = bef__section_end(section), *before = NULL;
	size_t before_size = 0;
	while (p < end) {
		const uint8_t *nul = memchr(p, 0, (size_t)(end - p)); /* exists: open checked the last byte */
		size_t size = (size_t)(nul - p), common = size < before_size ? size : before_size;
		/* One byte more than the common size, so that the NUL of the shorter string decides. */
		if (before && memcmp(before, p, common + 1) >= 0)
			return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(v->reader, p),
				"Strings +%zu: not above the string before it", (size_t)(p - section->data));
		before = p;
		before_size = size;
		p = nul + 1;
	}
	return BEF_OK;
}

static enum bef_status take_name(struct bef__verifier *v, const char *table, uint32_t index, uint64_t name,
	const uint8_t *at)
{
	if (bef__bitmap_test(&v->names, name))
		return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(v->reader, at),
			"%s, entry %u: the name at Strings +%llu is taken", table, index, (unsigned long long)name);
	bef__bitmap_set(&v->names, name);
	return BEF_OK;
}

static enum bef_status verify_names(struct bef__verifier *v, enum bef_section_id id, struct bef_names names)
{
	BEF__TRY(bef__bitmap_make(v, &v->names, v->reader->sections[BEF_SECTION_STRINGS].size));
	for (uint32_t i = 0; names.left > 0; i++, names.left--) {
		uint64_t name;
		const uint8_t *at = names.next;
		BEF__TRY(bef__read_number(v->reader, &names.next, names.end, "name", &name, v->diag));
		BEF__TRY(take_name(v, bef_section_name(id), i, name, at));
	}
	return BEF_OK;
}

#ifndef BEF_NO_OPTIONAL
/* Checks that a per-function section has been read to its end. */
static enum bef_status verify_end(struct bef__verifier *v, enum bef_section_id id, uint64_t position)
{
	const struct bef_reader *reader = v->reader;
	const struct bef_section *section = &reader->sections[id];
	uint64_t count;
	if (!section->data)
		return BEF_OK;
	const uint8_t *next = section->data + position;
	if (position == 0) { /* no function had a list in it, so the count was not checked */
		BEF__TRY(bef__read_number(reader, &next, bef__section_end(section), "function count", &count, v->diag));
		if (count != reader->function_count)
			return bef__diag_fail(v->diag, BEF_E_CORRUPT, section->offset,
				"%s: %llu functions, but the index has %u", bef_section_name(id),
				(unsigned long long)count, reader->function_count);
	}
	if (next != bef__section_end(section))
		return bef__diag_fail(v->diag, BEF_E_CORRUPT, bef__offset(reader, next),
			"%s: %zu bytes after the last list", bef_section_name(id),
			(size_t)(bef__section_end(section) - next));
	return BEF_OK;
}
#endif

static enum bef_status verify_functions(struct bef__verifier *v)
{
	const struct bef_reader *reader = v->reader;
	struct bef_functions functions = bef_reader_functions(reader);
	BEF__TRY(bef__bitmap_make(v, &v->names, reader->sections[BEF_SECTION_STRINGS].size));
	for (uint32_t i = 0; i < reader->function_count; i++) {
		struct bef_function function;
		uint64_t name;
		const uint8_t *at = functions.next;
		BEF__TRY(bef__function_entry(&functions, &function, &name, v->diag));
		if (reader->sections[BEF_SECTION_STRINGS].data[name] != 0) /* regions have no name */
			BEF__TRY(take_name(v, "FunctionIndex", i, name, at));
		if (function.kind != BEF_FUNCTION_NATIVE)
			BEF__TRY(bef__verify_body(v, &function));
	}
#ifdef BEF_NO_OPTIONAL
	return BEF_OK;
#else
	BEF__TRY(verify_end(v, BEF_SECTION_ATTRIBUTE_NAMES, v->names_position));
	return verify_end(v, BEF_SECTION_REGISTER_TYPES, v->registers_position);
#endif
}

static enum bef_status verify_all(struct bef__verifier *v)
{
	const struct bef_section *bodies = &v->reader->sections[BEF_SECTION_FUNCTIONS];
	if (bodies->size > UINT32_MAX)
		return bef__diag_fail(v->diag, BEF_E_CORRUPT, bodies->offset, "Functions: more than 4 GB");
	BEF__TRY(verify_strings(v));
	BEF__TRY(verify_names(v, BEF_SECTION_KERNELS, bef_reader_kernels(v->reader)));
	BEF__TRY(verify_names(v, BEF_SECTION_TYPES, bef_reader_types(v->reader)));
#ifndef BEF_NO_OPTIONAL /* omitted: sections for tools, and data that readers check again */
	BEF__TRY(bef__verify_attributes(v));
	BEF__TRY(bef__verify_locations(v));
#endif
	return verify_functions(v);
}

enum bef_status bef_reader_verify(const struct bef_reader *reader, const struct bef_allocator *allocator,
	struct bef_diag *diag)
{
	struct bef__verifier v = { .reader = reader, .allocator = bef__allocator(allocator), .diag = diag };
	enum bef_status status = verify_all(&v);
	struct bytecursor_buffer *buffers[] = { &v.names, &v.attributes, &v.locations, &v.words, &v.edges };
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		bef__buffer_free(buffers[i], v.allocator);
	return status;
}
