/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes that ops refer to by number: the content of a number's slot, and how its attribute is materialized
 * on first use. */
#ifndef MLIRBC_SRC_REFS_H
#define MLIRBC_SRC_REFS_H

#include "ir/context.h"

enum { MLIRBC__SLOT_ATTR, MLIRBC__SLOT_LOCATION, MLIRBC__SLOT_ENTRY, MLIRBC__SLOT_PAIR, MLIRBC__SLOT_MASK = 3 };
/* A packed location: two tag bits, then the number of the file's name (a string attribute), the line, the column. */
enum { MLIRBC__FILE_BITS = 24, MLIRBC__LINE_BITS = 24, MLIRBC__COLUMN_BITS = 14 };
static inline uint32_t mlirbc__slot_file(uint64_t slot)
{
	return (uint32_t)(slot >> 2) & ((1U << MLIRBC__FILE_BITS) - 1);
}

/* A number for an attribute that an op is to refer to; 0 when memory is short. */
uint32_t mlirbc__ref_add(struct mlirbc_context *context, const struct mlirbc_attr *attr);
/* Reserves `count` consecutive numbers for attributes that are made later; 0 when memory is short. */
uint32_t mlirbc__ref_reserve(struct mlirbc_context *context, size_t count);
/* Sets the attribute of a number. False when memory is short. */
bool mlirbc__ref_set(struct mlirbc_context *context, uint32_t ref, const struct mlirbc_attr *attr);
/* `count` consecutive numbers with contiguous slots: *out, to be filled by the caller. 0 when memory is short. */
uint32_t mlirbc__ref_row(struct mlirbc_context *context, size_t count, uint64_t **out);
/* Unpacks the location in the slot into an attribute, which replaces it. NULL: its file has no name yet, or memory
 * is short. */
const struct mlirbc_attr *mlirbc__location_unpack(const struct mlirbc_context *context, uint32_t ref);
/* The attribute if it has been materialized. */
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
/* The numbers of an op's attributes and properties; 0: none. `op->attrs` is one number and two bits for its kinds. */
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
/* Sets both. When memory is short, returns false and changes nothing. */
bool mlirbc__set_attrs(struct mlirbc_context *context, struct mlirbc_op *op, uint32_t properties, uint32_t attributes);
/* The attribute; NULL for 0. Materializes it if necessary (file.c); `op` refers to it. */
const struct mlirbc_attr *mlirbc__ref_make(const struct mlirbc_op *op, uint32_t ref);
/* Records a failure: the attribute of this number has a kind that its use does not allow. */
void mlirbc__wrong_kind(const struct mlirbc_op *op, uint32_t ref, const char *expected);
/* Lookup results instead of an attribute: there is none, or it is broken. */
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
/* A number for the location file:line:column, which is materialized on first use; 0 when memory is short. */
uint32_t mlirbc__place_add(
	struct mlirbc_context *context, const struct mlirbc_string *file, uint32_t line, uint32_t column);
/* The position of a number from mlirbc__place_add(); false for other numbers. */
bool mlirbc__place_get(const struct mlirbc_context *context, uint32_t ref, struct mlirbc_attr *out);
/* Materializes the location, unless memory is short; false for other numbers. */
bool mlirbc__place_make(struct mlirbc_context *context, uint32_t ref);

#endif
