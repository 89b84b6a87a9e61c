/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fields of builtin attributes and types: name, encoding, and which member of struct mlirbc_attr or struct
 * mlirbc_type holds each. The walker, compaction, the reader, the writer, mlirbc_attr_unique() and mlirbc_hash() follow
 * these rows. */
#ifndef MLIRBC_SRC_MEMBERS_H
#define MLIRBC_SRC_MEMBERS_H

#include "dialects/coding.h"

/* What a field may refer to, and how the member represents it. */
enum mlirbc__want {
	MLIRBC__WANT_ANY,
	MLIRBC__WANT_LOCATION,
	MLIRBC__WANT_NAME,       /* a string attribute; the member is the string */
	MLIRBC__WANT_SYMBOL,     /* symbols without nested ones; the member lists their names */
	MLIRBC__WANT_OR_UNIT,    /* any attribute; NULL represents a unit attribute */
	MLIRBC__WANT_OR_UNKNOWN, /* a location; NULL represents the unknown one */
	MLIRBC__WANT_DENSE,      /* dense elements other than strings */
	MLIRBC__WANT_ELEMENTS,   /* dense elements */
	MLIRBC__WANT_LAYOUT,     /* of a memref; NULL represents the identity */
	/* numbers, by the type of the member */
	MLIRBC__WANT_U64,
	MLIRBC__WANT_BOOL,
	MLIRBC__WANT_LINE, /* 32 bits, as a column */
	MLIRBC__WANT_COLUMN,
	MLIRBC__WANTS
};

struct mlirbc__member {
	const char *name;
	char kind; /* as in coding.h; 0 ends the list */
	uint8_t want;
	uint8_t at; /* offset in the structure */
};

enum { MLIRBC__MOST_MEMBERS = 4 };
/* A code: the kind of attribute or type, and its fields in the order of their bytes. */
struct mlirbc__members {
	uint8_t kind;
	struct mlirbc__member list[MLIRBC__MOST_MEMBERS + 1];
};
/* By code. */
extern const struct mlirbc__members mlirbc__builtin_attrs[], mlirbc__builtin_types[];
extern const size_t mlirbc__builtin_attr_count, mlirbc__builtin_type_count;
/* The scalable vectors of LLVM 16, which have the code of later ones. */
extern const struct mlirbc__members mlirbc__scalable_vector_16[1];

/* The code with all members of a kind, of which another code may omit some; MLIRBC__NO_CODE: not a builtin attribute
 * or type, or one that is encoded as text. */
enum { MLIRBC__NO_CODE = 255 };
extern const uint8_t mlirbc__attr_codes[], mlirbc__type_codes[]; /* by kind */
/* enum mlirbc_float, by code, of the codes behind vectors. Files of LLVM 22 and before have these types as text. */
enum { MLIRBC__LATER_FLOATS = 12 };
extern const uint8_t mlirbc__later_floats[MLIRBC__LATER_FLOATS];

static inline void *mlirbc__member_of(void *whole, const struct mlirbc__member *member)
{
	return (unsigned char *)whole + member->at;
}
static inline const void *mlirbc__member_in(const void *whole, const struct mlirbc__member *member)
{
	return (const unsigned char *)whole + member->at;
}

#endif
