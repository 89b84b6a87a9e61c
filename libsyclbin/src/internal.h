/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Internal helpers of libsyclbin. */
#ifndef SYCLBIN_INTERNAL_H
#define SYCLBIN_INTERNAL_H

#include <bytecursor/cursor.h>
#include <bytecursor/memory.h>
#include <bytecursor/options.h>
#include <stdbool.h>
#include <syclbin/codes.h>
#include <syclbin/status.h>
#include <syclbin/reader.h>
#include <syclbin/text.h>

/* Fills the diag unless it already holds a failure; returns `status`. */
enum syclbin_status syclbin__fail(struct syclbin_diag *diag, enum syclbin_status status, enum syclbin_code code,
	uint64_t offset, const char *format, ...) SYCLBIN_PRINTF(5, 6);
/* After BYTECURSOR_SIZE_IS_WRONG() of struct `name`. */
enum syclbin_status syclbin__size_is_wrong(struct syclbin_diag *diag, size_t size, const char *name);
enum syclbin_status syclbin__no_memory(struct syclbin_diag *diag);

static inline uint32_t syclbin__u32(const uint8_t *p) { return bytecursor_load32le(p); }
static inline uint64_t syclbin__u64(const uint8_t *p) { return bytecursor_load64le(p); }
static inline uint16_t syclbin__u16(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }
void syclbin__put16(uint8_t *p, uint16_t value);
void syclbin__put32(uint8_t *p, uint32_t value);
void syclbin__put64(uint8_t *p, uint64_t value);

/* Tests whether [offset, offset + size) is within `whole` bytes. Subtraction cannot wrap. */
static inline bool syclbin__inside(uint64_t offset, uint64_t size, uint64_t whole)
{
	return offset <= whole && size <= whole - offset;
}

/* Returns a part of a span; syclbin__inside() must have accepted the range. */
static inline struct syclbin_span syclbin__part(const struct syclbin_span *span, uint64_t offset, uint64_t size)
{
	struct syclbin_span part = { span->data + (size_t)offset, (size_t)size, span->offset + offset };
	return part;
}

/* Rounds n, which is below 2^63, up to a multiple of 8. */
static inline uint64_t syclbin__round8(uint64_t n) { return (n + 7) & ~(uint64_t)7; }

/* ---- memory */
const struct syclbin_allocator *syclbin__allocator(const struct syclbin_allocator *allocator);
/* Reserves `extra` more bytes. Returns false if out of memory; the buffer is then unchanged. */
bool syclbin__reserve(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator, size_t extra);
/* Sets the capacity to exactly this value, which must be larger than the current one. */
bool syclbin__grow_to(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator, size_t capacity);
bool syclbin__append(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator, const void *data,
	size_t size);
void syclbin__buffer_free(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator);
/* Allocates count * size bytes, at least one. Returns NULL if out of memory or if the product overflows. */
void *syclbin__alloc(const struct syclbin_allocator *allocator, size_t count, size_t size);
void syclbin__free(const struct syclbin_allocator *allocator, void *p, size_t count, size_t size);

/* ---- text.c: removes what is behind `size` bytes, which end a line */
void syclbin__text_cut(struct syclbin_text *text, size_t size);
const struct syclbin_allocator *syclbin__text_allocator(const struct syclbin_text *text);

/* ---- reader.c: the draft (draft.c) */
enum syclbin_status syclbin__draft_open(struct syclbin_reader *reader, struct syclbin_diag *diag);
enum syclbin_status syclbin__draft_module(const struct syclbin_reader *reader, uint32_t index,
	struct syclbin_module *out, struct syclbin_diag *diag);
enum syclbin_status syclbin__draft_image(const struct syclbin_reader *reader, const struct syclbin_module *module,
	enum syclbin_part_kind kind, uint32_t index, struct syclbin_image *out, struct syclbin_diag *diag);

enum syclbin__role { SYCLBIN__GLOBAL, SYCLBIN__MODULE, SYCLBIN__IR, SYCLBIN__NATIVE };
struct syclbin__draft_entry {
	struct syclbin_offload_entry entry;
	enum syclbin__role role;
	uint32_t module; /* am_index */
};
enum syclbin_status syclbin__draft_entry(const struct syclbin_offload *offload, uint64_t index,
	struct syclbin__draft_entry *out, struct syclbin_diag *diag);

/* Tests whether the span begins with the magic of an image. */
static inline bool syclbin__is_image(const struct syclbin_span *span)
{
	return span->size >= 4 && syclbin__u32(span->data) == SYCLBIN_MAGIC;
}

/* Sizes of the records of a file. */
enum {
	SYCLBIN__HEADER = 56,
	SYCLBIN__RECORD = 32,
	SYCLBIN__ENTRY = 40,
};

static inline size_t syclbin__envelope_header(uint32_t version) { return version == 3 ? 40 : 32; }
static inline size_t syclbin__string_entry(uint32_t version) { return version == 1 ? 16 : 24; }

/* The limit of decompressed bytes for `size` compressed ones; `limit` 0: the default. */
uint64_t syclbin__inflate_limit(uint64_t limit, size_t size);

#endif
