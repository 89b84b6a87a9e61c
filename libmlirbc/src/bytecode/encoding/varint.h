/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integers of MLIR bytecode: the trailing zero bits of the first byte count the bytes that follow it; a zero byte
 * stands for eight of them. Longer forms than needed are legal. */
#ifndef MLIRBC_SRC_VARINT_H
#define MLIRBC_SRC_VARINT_H

#include "support/bytes.h"
#include "support/compiler.h"

#include <bytecursor/cursor.h>
#include <string.h>

/* Everything but the form of one byte. */
uint64_t mlirbc__varint_long(struct bytecursor *c);

static inline uint64_t mlirbc__varint(struct bytecursor *c)
{
	if (c->pos < c->end && (c->base[c->pos] & 1))
		return c->base[c->pos++] >> 1;
	return mlirbc__varint_long(c);
}

/* The same where at least MLIRBC__LONGEST_NUMBER bytes can be read, whether they belong to the number or not. */
enum { MLIRBC__LONGEST_NUMBER = 9 };
uint64_t mlirbc__long_number(const uint8_t **at); /* of four bytes and more */

static inline uint64_t mlirbc__varint_at(const uint8_t **at)
{
	const uint8_t *p = *at;
	unsigned first = *p;
	if (MLIRBC__LIKELY(first & 1)) {
		*at = p + 1;
		return first >> 1;
	}
	if (first & 2) {
		*at = p + 2;
		return (uint64_t)(mlirbc__load64(p) & 0xFFFF) >> 2;
	}
	if (first & 4) {
		*at = p + 3;
		return (uint64_t)(mlirbc__load64(p) & 0xFFFFFF) >> 3;
	}
	const uint8_t *rest = p; /* only this one needs an address, so that *at can be in a register */
	uint64_t value = mlirbc__long_number(&rest);
	*at = rest;
	return value;
}

/* Zigzag: 0, -1, 1, -2, ... Returned as the bits of the two's complement. */
static inline uint64_t mlirbc__varint_signed(struct bytecursor *c)
{
	uint64_t v = mlirbc__varint(c);
	return (v >> 1) ^ (UINT64_C(0) - (v & 1));
}

/* Whether a scalable vector, of which *c is a copy of the cursor after the code, has a flag for each dimension. The
 * form of LLVM 16 shares the code and has the rank in this place, so as many flags as dimensions, all 0 or 1, are never
 * that form. */
bool mlirbc__has_scalable_flags(struct bytecursor c);
/* True when the bytes that are left are so many lists of numbers, and a number. */
bool mlirbc__is_of_lists(struct bytecursor c, unsigned lists);

#endif
