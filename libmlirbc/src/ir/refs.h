/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes that ops refer to by number: what a number stands for, and how its attribute is made when it is first
 * wanted. */
#ifndef MLIRBC_SRC_REFS_H
#define MLIRBC_SRC_REFS_H

#include "ir/context.h"

enum { MLIRBC__SLOT_ATTR, MLIRBC__SLOT_LOCATION, MLIRBC__SLOT_ENTRY, MLIRBC__SLOT_PAIR, MLIRBC__SLOT_MASK = 3 };
/* A location: two bits that say so, then the number of the file's name (a string attribute), the line, the column. */
enum { MLIRBC__FILE_BITS = 24, MLIRBC__LINE_BITS = 24, MLIRBC__COLUMN_BITS = 14 };
static inline uint32_t mlirbc__slot_file(uint64_t slot)
{
	return (uint32_t)(slot >> 2) & ((1U << MLIRBC__FILE_BITS) - 1);
}

/* A number for an attribute that an op is to refer to; 0 when memory is short. */
uint32_t mlirbc__ref_add(struct mlirbc_context *context, const struct mlirbc_attr *attr);
/* `count` numbers in a row for attributes that are made later; 0 when memory is short. */
uint32_t mlirbc__ref_reserve(struct mlirbc_context *context, size_t count);
/* Gives the number its attribute. False when memory is short. */
bool mlirbc__ref_set(struct mlirbc_context *context, uint32_t ref, const struct mlirbc_attr *attr);
/* `count` numbers in a row whose slots lie in a row as well: *out, to be filled by the caller. 0 when memory is
 * short. */
uint32_t mlirbc__ref_row(struct mlirbc_context *context, size_t count, uint64_t **out);
/* The location that lies packed in the slot as an attribute, which takes its place. NULL: its file has no name yet, or
 * memory is short. */
const struct mlirbc_attr *mlirbc__location_unpack(const struct mlirbc_context *context, uint32_t ref);
/* The attribute if it was made. */
static inline uint64_t mlirbc__ref_slot(const struct mlirbc_context *context, uint32_t ref)
{
	const uint64_t *page = context->refs.pages[ref / MLIRBC__REF_PAGE];
	return page ? page[ref % MLIRBC__REF_PAGE] : 0;
}
static inline const struct mlirbc_attr *mlirbc__ref_peek(const struct mlirbc_context *context, uint32_t ref)
{
	uint64_t slot = ref ? mlirbc__ref_slot(context, ref) : 0;
	if ((slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR)
		return (const struct mlirbc_attr *)(uintptr_t)slot;
	return (slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_LOCATION ? mlirbc__location_unpack(context, ref) : NULL;
}
/* The numbers of an op's attributes and properties; 0: none. `op->attrs` is one number and two bits that say of what
 * kinds. */
enum { MLIRBC__HAS_INHERENT = 1, MLIRBC__HAS_DISCARDABLE = 2 };
static inline uint32_t mlirbc__properties_of(const struct mlirbc_op *op)
{
	switch (op->attrs & 3) {
	case MLIRBC__HAS_INHERENT: return op->attrs >> 2;
	case MLIRBC__HAS_INHERENT | MLIRBC__HAS_DISCARDABLE:
		return (uint32_t)(mlirbc__ref_slot(mlirbc__context(op), op->attrs >> 2) >> 34);
	default: return 0;
	}
}
static inline uint32_t mlirbc__attributes_of(const struct mlirbc_op *op)
{
	switch (op->attrs & 3) {
	case MLIRBC__HAS_DISCARDABLE: return op->attrs >> 2;
	case MLIRBC__HAS_INHERENT | MLIRBC__HAS_DISCARDABLE:
		return (uint32_t)(mlirbc__ref_slot(mlirbc__context(op), op->attrs >> 2) >> 2) & MLIRBC__MOST_REFS;
	default: return 0;
	}
}
/* Gives the op these two. False, and nothing changed, when memory is short. */
bool mlirbc__set_attrs(struct mlirbc_context *context, struct mlirbc_op *op, uint32_t properties, uint32_t attributes);
/* The attribute; NULL for 0. Made now if it was not yet (file.c); `op` refers to it. */
const struct mlirbc_attr *mlirbc__ref_make(const struct mlirbc_op *op, uint32_t ref);
/* Keeps a failure: what has this number is of another kind than its place asks for. */
void mlirbc__wrong_kind(const struct mlirbc_op *op, uint32_t ref, const char *expected);
/* In place of an attribute that was looked for: there is none, or it is broken. */
extern const struct mlirbc_attr mlirbc__no_attr[2];
#define MLIRBC__NOTHING (&mlirbc__no_attr[0])
#define MLIRBC__BROKEN (&mlirbc__no_attr[1])
static inline const struct mlirbc_attr *mlirbc__ref_get(const struct mlirbc_op *op, uint32_t ref)
{
	const struct mlirbc_attr *attr = mlirbc__ref_peek(mlirbc__context(op), ref);
	if (!attr && ref != 0)
		attr = mlirbc__ref_make(op, ref);
	return (uintptr_t)attr - (uintptr_t)mlirbc__no_attr < sizeof mlirbc__no_attr ? NULL : attr;
}
/* A number for the location file:line:column, which is made when somebody asks for it; 0 when memory is short. */
uint32_t mlirbc__place_add(
	struct mlirbc_context *context, const struct mlirbc_string *file, uint32_t line, uint32_t column);
/* What such a number stands for; false: it is none. */
bool mlirbc__place_get(const struct mlirbc_context *context, uint32_t ref, struct mlirbc_attr *out);
/* Makes it, unless memory is short; false: it is none. */
bool mlirbc__place_make(struct mlirbc_context *context, uint32_t ref);

#endif
