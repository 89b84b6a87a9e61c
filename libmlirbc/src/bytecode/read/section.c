/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Section headers and padding. */
#include "bytecode/read/load_state.h"

bool mlirbc__padding(struct mlirbc__reader *r, uint64_t alignment)
{
	size_t at = r->c.pos;
	size_t skip = (size_t)((alignment - (at & (alignment - 1))) & (alignment - 1));
	const uint8_t *pad = bytecursor_take(&r->c, skip);
	if (!pad)
		return mlirbc__truncated(r, at,
			"padding to a multiple of %llu needs %zu bytes, but the data ends before",
			(unsigned long long)alignment, skip);
	for (size_t i = 0; i < skip; i++) {
		if (pad[i] != 0xCB)
			return mlirbc__bad(r, at + i, "padding byte is 0x%02x, expected 0xcb", pad[i]);
	}
	return true;
}

bool mlirbc__section(struct mlirbc__reader *r, enum mlirbc__section_id *out_id, struct bytecursor *out)
{
	size_t at = r->c.pos;
	uint8_t head = bytecursor_u8(&r->c);
	size_t length_at = r->c.pos;
	uint64_t length = mlirbc__varint(&r->c);
	size_t alignment_at = r->c.pos;
	uint64_t alignment = head & 0x80 ? mlirbc__varint(&r->c) : 1;
	if (!mlirbc__cut(r, "a section header"))
		return false;
	if ((head & 0x7F) >= MLIRBC__SECTION_COUNT)
		return mlirbc__bad(r, at, "section id is %d, expected 0 to %d", head & 0x7F, MLIRBC__SECTION_COUNT - 1);
	if (alignment == 0 || (alignment & (alignment - 1)) != 0)
		return mlirbc__bad(r, alignment_at, "section alignment is %llu, expected a power of two",
			(unsigned long long)alignment);
	if (!mlirbc__padding(r, alignment))
		return false;
	if (length > bytecursor_left(&r->c))
		return mlirbc__truncated(r, length_at, "%s section of %llu bytes, but only %zu remain",
			mlirbc__section_names[head & 0x7F], (unsigned long long)length, bytecursor_left(&r->c));
	*out_id = (enum mlirbc__section_id)(head & 0x7F);
	*out = bytecursor_sub(&r->c, (size_t)length);
	return true;
}
