/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads untrusted bytes.
 *
 * Failures are sticky: after the first read beyond the end, all reads return zero or NULL. A parser can therefore read
 * a whole record and call bytecursor_ok() once. `fail_at` is the offset of the failure, relative to the outermost input
 * even in a part created by bytecursor_sub(), so that it matches a hex dump.
 *
 * A cursor is a plain value that borrows the bytes; copy it to look ahead. */
#ifndef BYTECURSOR_CURSOR_H
#define BYTECURSOR_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytecursor {
	const uint8_t *base; /* byte 0 of the outermost input */
	size_t pos, end;     /* the remaining bytes: base[pos .. end) */
	size_t fail_at;
	bool failed;
};

static inline struct bytecursor bytecursor_init(const void *data, size_t size)
{
	static const uint8_t none;
	struct bytecursor c = { data ? (const uint8_t *)data : &none, 0, data ? size : 0, 0, false };
	return c;
}

static inline bool bytecursor_ok(const struct bytecursor *c) { return !c->failed; }
static inline size_t bytecursor_left(const struct bytecursor *c) { return c->end - c->pos; }

/* Records a failure, for parsers that find invalid bytes. The first failure is kept. */
static inline void bytecursor_fail_at(struct bytecursor *c, size_t offset)
{
	if (!c->failed) {
		c->failed = true;
		c->fail_at = offset;
	}
	c->pos = c->end;
}

/* Skips n bytes and returns their start; returns NULL and records a failure if fewer are left. */
static inline const uint8_t *bytecursor_take(struct bytecursor *c, size_t n)
{
	size_t at = c->pos;
	if (c->failed || n > c->end - at) { /* the subtraction cannot wrap; an addition could */
		bytecursor_fail_at(c, at);
		return NULL;
	}
	c->pos = at + n;
	return c->base + at;
}

static inline uint8_t bytecursor_u8(struct bytecursor *c)
{
	const uint8_t *p = bytecursor_take(c, 1);
	return p ? *p : 0;
}

/* Unchecked: the caller guarantees four or eight bytes. For any alignment and host byte order. */
static inline uint32_t bytecursor_load32le(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t bytecursor_load64le(const uint8_t *p)
{
	return bytecursor_load32le(p) | (uint64_t)bytecursor_load32le(p + 4) << 32;
}

static inline uint32_t bytecursor_u32le(struct bytecursor *c)
{
	const uint8_t *p = bytecursor_take(c, 4);
	return p ? bytecursor_load32le(p) : 0;
}

static inline uint64_t bytecursor_u64le(struct bytecursor *c)
{
	const uint8_t *p = bytecursor_take(c, 8);
	return p ? bytecursor_load64le(p) : 0;
}

/* Skips to the next multiple of `alignment` (a power of two, otherwise a failure), relative to byte `origin` of the
 * input. */
static inline void bytecursor_align(struct bytecursor *c, size_t origin, size_t alignment)
{
	if (alignment == 0 || (alignment & (alignment - 1)) != 0)
		bytecursor_fail_at(c, c->pos);
	else
		(void)bytecursor_take(c, (alignment - ((c->pos - origin) & (alignment - 1))) & (alignment - 1));
}

/* Splits off the next n bytes; both cursors fail if fewer are left. */
static inline struct bytecursor bytecursor_sub(struct bytecursor *c, size_t n)
{
	size_t at = c->pos;
	(void)bytecursor_take(c, n);
	struct bytecursor part = *c;
	part.end = c->pos;
	part.pos = c->failed ? c->pos : at;
	return part;
}

/* Returns true if the remaining bytes can hold `count` records of at least `size` > 0 bytes. Call it before allocating
 * memory for them. */
static inline bool bytecursor_fits(const struct bytecursor *c, uint64_t count, size_t size)
{
	return !c->failed && count <= (c->end - c->pos) / size;
}

#endif
