/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads bytes that nobody has checked.
 *
 * Failing is sticky: after the first read that does not fit, every later one gives zero or NULL, so a parser reads a
 * whole record with plain statements and asks bytecursor_ok() once. `fail_at` then names the byte, counted from the
 * start of the outermost input also in a part made by bytecursor_sub(): it is the offset a person sees in a hex
 * dump.
 *
 * A cursor is a plain value that borrows the bytes; copy it to look ahead. */
#ifndef BYTECURSOR_CURSOR_H
#define BYTECURSOR_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytecursor {
	const uint8_t *base; /* byte 0 of the outermost input */
	size_t pos, end;     /* what is left: base[pos .. end) */
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

/* For a parser that meets bytes which are there but make no sense. The first failure is kept. */
static inline void bytecursor_fail_at(struct bytecursor *c, size_t offset)
{
	if (!c->failed) {
		c->failed = true;
		c->fail_at = offset;
	}
	c->pos = c->end;
}

/* Steps over n bytes and returns where they start; NULL, and a failure here, when fewer are left. */
static inline const uint8_t *bytecursor_take(struct bytecursor *c, size_t n)
{
	size_t at = c->pos;
	if (c->failed || n > c->end - at) { /* subtracting cannot wrap, adding could */
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

/* Unchecked: the caller knows that four, or eight, bytes are there. Any alignment, any endianness. */
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

/* Steps to the next multiple of `alignment` (a power of two, else a failure), counted from byte `origin` of the
 * input. */
static inline void bytecursor_align(struct bytecursor *c, size_t origin, size_t alignment)
{
	if (alignment == 0 || (alignment & (alignment - 1)) != 0)
		bytecursor_fail_at(c, c->pos);
	else
		(void)bytecursor_take(c, (alignment - ((c->pos - origin) & (alignment - 1))) & (alignment - 1));
}

/* Splits off the next n bytes; both cursors fail when there are fewer. */
static inline struct bytecursor bytecursor_sub(struct bytecursor *c, size_t n)
{
	size_t at = c->pos;
	(void)bytecursor_take(c, n);
	struct bytecursor part = *c;
	part.end = c->pos;
	part.pos = c->failed ? c->pos : at;
	return part;
}

/* True when `count` records of at least `size` > 0 bytes can still follow. Ask before allocating for them. */
static inline bool bytecursor_fits(const struct bytecursor *c, uint64_t count, size_t size)
{
	return !c->failed && count <= (c->end - c->pos) / size;
}

#endif
