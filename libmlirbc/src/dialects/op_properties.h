/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How MLIR's releases lay out the properties of each op: the names that a property blob leaves out. */
#ifndef MLIRBC_SRC_OP_PROPERTIES_H
#define MLIRBC_SRC_OP_PROPERTIES_H

#include <mlirbc/ir.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mlirbc__release { MLIRBC__RELEASE_19, MLIRBC__RELEASE_22, MLIRBC__RELEASE_COUNT };

enum mlirbc__field_kind {
	/* in quotes: how the table spells the field */
	MLIRBC__FIELD_ATTR,         /* "name": attribute index */
	MLIRBC__FIELD_OPTIONAL,     /* "?name": 0 or attribute index */
	MLIRBC__FIELD_SEGMENTS,     /* "[4]name": sizes of 4 groups of operands or results */
	MLIRBC__FIELD_INTEGER,      /* "i32:name": varint, an integer attribute of 32 bits */
	MLIRBC__FIELD_BOOL,         /* "bool:name": byte; a unit attribute when set, else false */
	MLIRBC__FIELD_OPTIONAL_INT, /* "opt:name": byte, then a varint if it is 1; an array of at most one i64 */
	MLIRBC__FIELD_OVERFLOW      /* "overflow:name": varint of flags, a #llvm.overflow attribute */
};

/* MLIRBC__RELEASE_COUNT: none whose ops are known. */
enum mlirbc__release mlirbc__release_of(const char *producer, size_t size);
/* The known release whose layouts are assumed for a producer: the same or the nearest release of LLVM; the newest if the
 * producer does not name one. Never MLIRBC__RELEASE_COUNT. */
enum mlirbc__release mlirbc__release_nearest(const char *producer, size_t size);
/* The producer string of a known release. */
const char *mlirbc__release_name(enum mlirbc__release release);

struct mlirbc__field {
	enum mlirbc__field_kind kind;
	uint32_t number; /* of groups, or bits */
	const char *name;
	size_t name_size;
};

/* A layout: the fields of an op's properties in blob order, as a string of coded numbers that
 * mlirbc__properties_next() reads. Segment sizes are at the place they have before version 6; in version 6 they come
 * last. "": the op has no properties. NULL: the release has no such op. Equal layouts have the same address. */

/* True for dialects that do not come with MLIR: StableHLO's, Shardy's. MLIR's release says nothing of their ops. Where the
 * layouts of such an op differ, that of LLVM 19 is an earlier one of the dialect, and the blob tells which it has. */
bool mlirbc__has_own_releases(const char *dialect, size_t size);
/* The layouts of an op ("arith", "addi") in all releases. */
void mlirbc__properties_find_all(const char *dialect, size_t dialect_size, const char *name, size_t name_size,
	const char *out[MLIRBC__RELEASE_COUNT]);
/* The layout of an op in one release; the newest one if the dialect has its own releases. */
const char *mlirbc__properties_find(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release);
/* The layout of an op given by its whole name ("arith.addi"). */
const char *mlirbc__op_layout(const struct mlirbc_string *op, enum mlirbc__release release);
/* Its defaults in MLIR 22, for mlirbc__default_value(); empty if it has none. */
const char *mlirbc__op_defaults(const struct mlirbc_string *op);
/* True when a release has ops of that dialect, or it is one of MLIR's that have none. */
bool mlirbc__dialect_is_known(const char *dialect, size_t dialect_size);
/* The values of an op's attributes that MLIR fills in when they are missing: a string of coded numbers for
 * mlirbc__default_value(), "" for none. Known of LLVM 22 only. Fields that are not attributes are zero when they are missing,
 * in every release. */
const char *mlirbc__properties_defaults(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release);
/* The text of an attribute's default, not NUL-terminated; NULL: none. */
const char *mlirbc__default_value(const char *defaults, const char *name, size_t name_size, size_t *out_size);
/* Reads the next field of a layout and returns the rest of the layout; NULL when no field is left. */
const char *mlirbc__properties_next(const char *layout, struct mlirbc__field *out);
/* True when the layout (NULL: none) has sizes of groups. */
bool mlirbc__properties_has_segments(const char *layout);
/* The field of that name in a layout (NULL: none). */
bool mlirbc__properties_get(const char *layout, const char *name, size_t size, struct mlirbc__field *out);
/* True when the layout has a field of that name. */
bool mlirbc__properties_has(const char *layout, const char *name, size_t size);
/* Likewise for a field that is an attribute. The others are numbers and flags, which MLIR sets from <{...}> only: an
 * attribute of that name in {...} is a discardable one. */
bool mlirbc__properties_has_attr(const char *layout, const char *name, size_t size);

/* ---- op_properties_table.c, generated. op_properties_table.py explains the coding. */
enum {
	MLIRBC__OPS_PER_GROUP = 32,
	/* before an op's name */
	MLIRBC__OP_SHARED = 63,         /* how many characters it shares with the previous name */
	MLIRBC__OP_HAS_DEFAULTS = 64,   /* a list of defaults follows */
	MLIRBC__OP_BOTH_RELEASES = 128, /* one layout for both releases */
};

struct mlirbc__op_dialect {
	char name[15];
	uint8_t first; /* group */
};

extern const char mlirbc__property_texts[]; /* fields and defaults */
extern const uint16_t mlirbc__property_starts[];
extern const char mlirbc__property_lists[];                   /* lists of texts */
extern const char mlirbc__op_names[];                         /* names of ops with the places of their lists */
extern const uint16_t mlirbc__op_groups[];                    /* where groups of ops start in these */
extern const struct mlirbc__op_dialect mlirbc__op_dialects[]; /* sorted; one more follows, for the end of the last */
extern const size_t mlirbc__op_dialect_count;

#endif
