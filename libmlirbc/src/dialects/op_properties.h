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

struct mlirbc__field {
	enum mlirbc__field_kind kind;
	uint32_t number; /* of groups, or bits */
	const char *name;
	size_t name_size;
};

/* Fields of an op ("arith", "addi") in blob order, separated by spaces, except that segment sizes, which stand where
 * versions before 6 put them, come last in version 6. "": the op has no properties. NULL: that release has no such
 * op. */
const char *mlirbc__properties_find(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release);
/* The same for a whole name ("arith.addi"). */
const char *mlirbc__op_layout(const struct mlirbc_string *op, enum mlirbc__release release);
/* True when a release has ops of that dialect, or it is one of MLIR's that have none. */
bool mlirbc__dialect_is_known(const char *dialect, size_t dialect_size);
/* What attributes of an op are when nothing sets them, as far as they are anything then: lines of name=value, "" for
 * none. Known of LLVM 22 only. Fields that are no attributes are zero then, in every release. */
const char *mlirbc__properties_defaults(
	const char *dialect, size_t dialect_size, const char *name, size_t name_size, enum mlirbc__release release);
/* The text of the value that such lines give an attribute; NULL: none. */
const char *mlirbc__default_value(const char *defaults, const char *name, size_t name_size, size_t *out_size);
/* The field that `text` begins with, and where the next one begins; NULL when there is none left. */
const char *mlirbc__properties_next(const char *text, struct mlirbc__field *out);
/* The field of that name in a layout (NULL: none). */
bool mlirbc__properties_get(const char *layout, const char *name, size_t size, struct mlirbc__field *out);
/* True when the layout has a field of that name. */
bool mlirbc__properties_has(const char *layout, const char *name, size_t size);
/* The same for a field that is an attribute. The others are numbers and flags, which MLIR sets from <{...}> only: an
 * attribute of that name in {...} is a discardable one. */
bool mlirbc__properties_has_attr(const char *layout, const char *name, size_t size);

/* ---- op_properties_table.c, generated. Names and layouts are lists of texts, each with a NUL behind it. */
enum { MLIRBC__LAYOUTS_PER_CHUNK = 8, MLIRBC__OPS_PER_GROUP = 32 };

struct mlirbc__op_group {
	const char *dialect;
	const char *names; /* at most MLIRBC__OPS_PER_GROUP of them */
	uint16_t first;    /* row of the first */
	uint16_t count;
};

extern const struct mlirbc__op_group mlirbc__op_groups[]; /* sorted by dialect, then name */
extern const size_t mlirbc__op_group_count;
extern const uint16_t mlirbc__op_rows[][MLIRBC__RELEASE_COUNT]; /* per op: number of its layout + 1; 0: no such op */
extern const char *const mlirbc__op_layouts[];
extern const uint8_t mlirbc__op_defaults[]; /* per op of LLVM 22: number of its text */
extern const char *const mlirbc__default_texts[];

#endif
