/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integers of more than a few bytes, and a list of flags. */
#include "bytecode/encoding/varint.h"

uint64_t mlirbc__long_number(const uint8_t **at)
{
	const uint8_t *p = *at;
	uint64_t word = mlirbc__load64(p);
	unsigned size = (unsigned)__builtin_ctzll(word | 0x100) + 1;
	if (size > 8) {
		*at = p + MLIRBC__LONGEST_NUMBER;
		return mlirbc__load64(p + 1);
	}
	*at = p + size;
	return word << (64 - 8 * size) >> (64 - 7 * size);
}

uint64_t mlirbc__varint_long(struct bytecursor *c)
{
	if (c->pos == c->end)
		return bytecursor_u8(c);
	const uint8_t *p = c->base + c->pos;
	if (*p == 0) {
		p = bytecursor_take(c, 9);
		return p ? mlirbc__load64(p + 1) : 0;
	}
	unsigned size = (unsigned)__builtin_ctz(*p) + 1; /* of the whole number: 1 to 8 */
	if (bytecursor_left(c) >= 8) {
		c->pos += size;
		return mlirbc__load64(p) << (64 - 8 * size) >> (64 - 7 * size);
	}
	uint64_t value = 0;
	p = bytecursor_take(c, size);
	for (unsigned i = p ? size : 0; i-- > 0;)
		value = value << 8 | p[i];
	return value >> size;
}

bool mlirbc__has_scalable_flags(struct bytecursor c)
{
	uint64_t count = mlirbc__varint(&c);
	const uint8_t *flags = bytecursor_fits(&c, count, 1) ? bytecursor_take(&c, (size_t)count) : NULL;
	if (!flags || mlirbc__varint(&c) != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (flags[i] > 1)
			return false;
	}
	return bytecursor_ok(&c);
}

bool mlirbc__is_of_lists(struct bytecursor c, unsigned lists)
{
	for (; lists && bytecursor_ok(&c); lists--) {
		uint64_t count = mlirbc__varint(&c);
		if (!bytecursor_fits(&c, count, 1))
			return false;
		for (; count && bytecursor_ok(&c); count--)
			(void)mlirbc__varint(&c);
	}
	(void)mlirbc__varint(&c);
	return bytecursor_ok(&c) && bytecursor_left(&c) == 0;
}
