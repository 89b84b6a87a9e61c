/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Internal helpers of libbef-format: failures with messages, places in a file, memory. */
#ifndef BEF_FORMAT_INTERNAL_H
#define BEF_FORMAT_INTERNAL_H

#include "vbr.h"
#include <bef/reader.h>
#include <bytecursor/memory.h>
#include <stdarg.h>

#if defined(__GNUC__)
#define BEF__COLD __attribute__((cold, noinline))
#else
#define BEF__COLD
#endif

#define BEF__TRY(expression) \
	do { \
		enum bef_status try_status = (expression); \
		if (try_status != BEF_OK) \
			return try_status; \
	} while (0)

/* BEF_NO_MESSAGES omits the messages of failures from the library; status and offset remain. The arguments of the
 * messages are compiled, but never evaluated. */
#ifdef BEF_NO_MESSAGES
#define BEF__NO_TEXT "no text in this build"
BEF_PRINTF(1, 2) int bef__no_text(const char *format, ...); /* nowhere: only its type is asked for */
BEF__COLD enum bef_status bef__diag_fail_brief(struct bef_diag *diag, enum bef_status status, uint64_t offset);
#define BEF__WITHOUT_TEXT(call, ...) ((void)sizeof(bef__no_text(__VA_ARGS__)), (call))
#define bef__diag_fail(diag, status, offset, ...) \
	BEF__WITHOUT_TEXT(bef__diag_fail_brief((diag), (status), (offset)), __VA_ARGS__)
#else
/* Fills `diag` unless it is NULL or already holds a failure, and returns `status`. */
BEF_PRINTF(4, 5)
BEF__COLD enum bef_status bef__diag_fail(struct bef_diag *diag, enum bef_status status, uint64_t offset,
	const char *format, ...);
#endif

/* ---- places in a file */

static inline uint64_t bef__offset(const struct bef_reader *reader, const uint8_t *p)
{
	return (uint64_t)(p - reader->data);
}

static inline const uint8_t *bef__section_end(const struct bef_section *section)
{
	return section->data ? section->data + section->size : NULL;
}

/* A string begins at `offset` of a section of NUL-terminated strings. */
static inline bool bef__is_string_start(const struct bef_section *section, uint64_t offset)
{
	return offset < section->size && (offset == 0 || section->data[offset - 1] == 0);
}

/* Reports why no integer could be read at `next`. */
BEF__COLD enum bef_status bef__fail_number(const struct bef_reader *reader, const uint8_t *next, enum bef_status status,
	const char *what, struct bef_diag *diag);
/* Reads a VBR integer of the section that `*next` is in; the message of a failure names `what`. */
enum bef_status bef__read_number(const struct bef_reader *reader, const uint8_t **next, const uint8_t *end,
	const char *what, uint64_t *out_number, struct bef_diag *diag);
/* As bef__read_number(), inline for hot loops. */
static inline enum bef_status bef__read_number_fast(const struct bef_reader *reader, const uint8_t **next,
	const uint8_t *end, const char *what, uint64_t *out_number, struct bef_diag *diag)
{
	enum bef_status status = bef__vbr_read(next, end, out_number);
	return status == BEF_OK ? BEF_OK : bef__fail_number(reader, *next, status, what, diag);
}
/* bef_numbers_next(), inline for hot loops; at least one integer must remain. */
static inline enum bef_status bef__take_number(struct bef_numbers *numbers, uint64_t *out_number, struct bef_diag *diag)
{
	numbers->left--;
	return bef__read_number_fast(numbers->reader, &numbers->next, numbers->end, "number", out_number, diag);
}
/* As above, for a count of at most 2^32 - 1 items that take at least one byte each. */
enum bef_status bef__read_count(const struct bef_reader *reader, const uint8_t **next, const uint8_t *end,
	const char *what, uint32_t *out_count, struct bef_diag *diag);

/* NUL-terminated string of Strings or LocationStrings. */
enum bef_status bef__section_string(const struct bef_reader *reader, enum bef_section_id id, uint64_t offset,
	struct bef_string *out_string, struct bef_diag *diag);

/* bef_functions_next() without reading the name: measuring a name takes time linear in its length, and a hostile index
 * may refer to one long string many times. */
enum bef_status bef__function_entry(struct bef_functions *functions, struct bef_function *out_function,
	uint64_t *out_name, struct bef_diag *diag);

/* Reads the section that begins at *next, with its id; advances *next to the end of the section. */
enum bef_status bef__read_section(const struct bef_reader *reader, const uint8_t **next,
	struct bef_section *out_section, struct bef_diag *diag);

/* Reads one location record; *out_string is the offset of its string, UINT64_MAX if it has none. *next must be inside
 * the section. */
enum bef_status bef__location_entry(const struct bef_reader *reader, const uint8_t **next,
	struct bef_location *out_location, uint64_t *out_string, struct bef_diag *diag);

/* Skips `count` whole locations, with all their parts. */
enum bef_status bef__skip_locations(const struct bef_reader *reader, uint64_t *offset, uint64_t count,
	struct bef_diag *diag);

/* Size in bytes of a scalar or a type attribute; 0 for other types, which have no fixed size. */
/* A number of an element type, with or without values. */
bool bef__is_dtype(unsigned dtype);
/* False if the byte cannot be an element of this type; true for types of other sizes. BEF_ATTR_TYPE: an element type. */
bool bef__is_element_byte(unsigned dtype, uint8_t byte);
size_t bef__scalar_size(uint32_t type);
size_t bef__scalar_alignment(uint32_t type);

/* AttributeNames of a function, if the caller knows the number of attributes of its kernels. */
enum bef_status bef__attribute_names(const struct bef_reader *reader, uint32_t kernel_count, uint64_t attribute_count,
	uint64_t *position, struct bef_numbers *out_names, struct bef_diag *diag);

/* ---- memory */

/* `allocator`, or the one over malloc() for NULL. */
const struct bef_allocator *bef__allocator(const struct bef_allocator *allocator);

/* Reserves `extra` more bytes. @return false, without any change, when out of memory. */
bool bef__buffer_reserve(struct bytecursor_buffer *buffer, const struct bef_allocator *allocator, size_t extra);
void bef__buffer_free(struct bytecursor_buffer *buffer, const struct bef_allocator *allocator);

/* Reads the next row of the kernel table of a body (body.c); at least one row must remain. */
enum bef_status bef__take_row(struct bef_numbers *table, struct bef_kernel_row *out, struct bef_diag *diag);

#endif
