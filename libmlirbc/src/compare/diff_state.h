/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State shared by the files of mlirbc_diff(). */
#ifndef MLIRBC_SRC_DIFF_STATE_H
#define MLIRBC_SRC_DIFF_STATE_H

#include "bytecode/read/opaque.h"
#include "ir/buffer.h"
#include "ir/pointer_map.h"
#include "text/print/printer.h"

#include <mlirbc/diff.h>
#include <mlirbc/load.h>

struct mlirbc__diff {
	struct mlirbc__job job;
	/* struct mlirbc_op *, by number of the op: its match in the other module; NULL: none */
	struct mlirbc__out partners[2];
	struct mlirbc__out pairs;     /* struct mlirbc__block_pair: yet to be matched */
	struct mlirbc__out ops[2];    /* struct mlirbc_op *: of the blocks being matched */
	struct mlirbc__out lengths;   /* of common subsequences */
	struct mlirbc__out line;
	struct mlirbc__numbers spelled; /* attributes and types that were spelled, by address: entries of spellings */
	struct mlirbc__out spellings;   /* struct mlirbc__spelling */
	struct mlirbc__out met;         /* const void *: the distinct attributes found in spellings */
	struct mlirbc__out spelling;    /* buffer of the current spelling */
	/* diff_opaque.c: pairs with an unknown encoding */
	struct mlirbc__out opaques, trail;     /* struct pair; numbers of those found equal so far */
	struct mlirbc__numbers opaque_numbers; /* of pairs, by the key in the first module */
	const struct mlirbc_file *files[2];    /* compared last */
	bool same_files;
	bool unproven; /* two unknown encodings were not proven equal */
	size_t nested; /* levels of attributes inside unknown encodings that are being compared */
	size_t opaque_checks;
	uint64_t text_left;             /* remaining bytes for spellings */
	/* Distinct attributes of both modules that are treated as equal have equal numbers. Set only when ops are
	 * matched, since many more attributes are compared before. */
	struct mlirbc__numbers distincts[2];
	bool binding;
	mlirbc_write_fn write;
	void *ctx;
	uint64_t count;
	size_t work; /* table entries computed so far */
};

struct mlirbc__spelling {
	const struct mlirbc_string *text; /* unique, with numbers of distinct attributes from 0 on */
	size_t first, count;              /* in `met`, by number */
	size_t first_opaque, opaque_count; /* in `met`, keys of unknown encodings, by number */
};

struct mlirbc__block_pair {
	struct mlirbc_block *sides[2];
};

static inline struct mlirbc_op *mlirbc__partner(const struct mlirbc__diff *d, int side, const struct mlirbc_op *op)
{
	return ((struct mlirbc_op **)d->partners[side].data)[op->number];
}

/* The bytes of an attribute or type; `key`: mlirbc__opaque_key(). */
static inline struct mlirbc__opaque mlirbc__opaque_of(const void *key)
{
	const struct mlirbc_attr *attr = mlirbc__opaque_item(key);
	const struct mlirbc_type *type = mlirbc__opaque_item(key);
	if (mlirbc__opaque_is_type(key))
		return (struct mlirbc__opaque){ type->u.bytes.file, type->u.bytes.dialect, type->u.bytes.data,
			type->u.bytes.size };
	return (struct mlirbc__opaque){ attr->u.bytes.file, attr->u.bytes.dialect, attr->u.bytes.data,
		attr->u.bytes.size };
}

/* Dictionary entries that are ignored: locations, and those that some versions and releases omit. */
static inline bool mlirbc__says_nothing(const struct mlirbc_attr *value)
{
	static const char none[] = "overflow<none>";
	return value->kind >= MLIRBC_LOC_UNKNOWN ||
	       (value->kind == MLIRBC_ATTR_DIALECT && mlirbc__string_is(value->u.dialect.text, none, sizeof none - 1));
}

/* ---- diff_spell.c */
/* Whether two distinct attributes (or types) print identically, except for source-dependent text of dialects: other
 * aliases, or other numbers of distinct attributes. */
bool mlirbc__diff_same_text(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b);
bool mlirbc__diff_same_type(struct mlirbc__diff *d, const struct mlirbc_type *a, const struct mlirbc_type *b);

/* Whether the two `distinct` attributes (or keys of those in text) may be equal, given the pairs bound so far; if
 * so, binds them as a pair. Always true while ops are being matched. */
bool mlirbc__diff_bind(struct mlirbc__diff *d, const void *a, const void *b);

/* ---- diff_opaque.c; the parameters: mlirbc__opaque_key() of text/print/printer.h */
/* True if both are proven equal; otherwise sets `unproven`. */
bool mlirbc__diff_same_opaque(struct mlirbc__diff *d, const void *a, const void *b);

/* ---- diff_match.c */
/* Numbers ops and values, and matches them: matched values get equal numbers, others get different ones. */
bool mlirbc__diff_match(
	struct mlirbc__diff *d, const struct mlirbc_module *a, const struct mlirbc_module *b);
/* Equal except for locations. NULL and an empty dictionary are equal. */
bool mlirbc__diff_same(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b);
/* The name of a symbol, as a unique string; NULL if the op is not a symbol. */
const struct mlirbc_string *mlirbc__diff_symbol(struct mlirbc__diff *d, const struct mlirbc_op *op);

#endif
