/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the parts of bef_reader_verify(). VERIFY.md has the rules. */
#ifndef BEF_FORMAT_VERIFY_H
#define BEF_FORMAT_VERIFY_H

#include <bef/reader.h>
#include "internal.h"

struct bef__verifier {
	const struct bef_reader *reader;
	const struct bef_allocator *allocator;
	struct bef_diag *diag;
	/* A bit per byte of a section, set where ... */
	struct bytecursor_buffer names;      /* ... a string begins that is a name in the current table */
	struct bytecursor_buffer attributes; /* ... an attribute begins; empty when AttributeTypes is absent */
	struct bytecursor_buffer locations;  /* ... a record begins; empty when Locations is absent */
	struct bytecursor_buffer words, edges; /* of the current function */
	uint64_t body_end;               /* required offset of the next body, in Functions */
	uint64_t names_position, registers_position; /* in AttributeNames, RegisterTypes */
};

/* Allocates a cleared bitmap of at least `bits` bits. */
enum bef_status bef__bitmap_make(struct bef__verifier *v, struct bytecursor_buffer *bitmap, size_t bits);
static inline bool bef__bitmap_test(const struct bytecursor_buffer *bitmap, uint64_t bit)
{
	return bitmap->data[bit / 8] >> (bit & 7) & 1;
}
static inline void bef__bitmap_set(struct bytecursor_buffer *bitmap, uint64_t bit)
{
	bitmap->data[bit / 8] = (uint8_t)(bitmap->data[bit / 8] | 1u << (bit & 7));
}

enum bef_status bef__verify_attributes(struct bef__verifier *v);
enum bef_status bef__verify_locations(struct bef__verifier *v);
/* May a body refer to a location at this offset? */
bool bef__verify_location_offset(const struct bef__verifier *v, uint64_t offset);
enum bef_status bef__verify_body(struct bef__verifier *v, const struct bef_function *function);

#endif
