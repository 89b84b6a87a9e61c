/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of mlirbc_diff() share. */
#ifndef MLIRBC_SRC_DIFF_STATE_H
#define MLIRBC_SRC_DIFF_STATE_H

#include "ir/buffer.h"
#include "ir/pointer_map.h"

#include <mlirbc/diff.h>
#include <mlirbc/load.h>

struct mlirbc__diff {
	struct mlirbc__job job;
	/* struct mlirbc_op *, by number of the op: that of the other side; NULL: none */
	struct mlirbc__out partners[2];
	struct mlirbc__out pairs;     /* struct mlirbc__block_pair: to be matched */
	struct mlirbc__out ops[2];    /* struct mlirbc_op *: of the blocks being matched */
	struct mlirbc__out lengths;   /* of common subsequences */
	struct mlirbc__out line;
	struct mlirbc__numbers spelled; /* attributes and types that had to be, by address: entries of spellings */
	struct mlirbc__out spellings;   /* struct mlirbc__spelling */
	struct mlirbc__out met;         /* const void *: the distinct attributes met in spellings */
	struct mlirbc__out spelling;    /* the one being made */
	uint64_t text_left;             /* bytes that they may still take */
	/* Distinct attributes of both sides that are taken for the same one: those have the same number. Made when ops
	 * were matched, for many more are compared before. */
	struct mlirbc__numbers distincts[2];
	bool binding;
	mlirbc_write_fn write;
	void *ctx;
	uint64_t count;
	size_t work; /* entries of tables so far */
};

struct mlirbc__spelling {
	const struct mlirbc_string *text; /* unique, with numbers of distinct attributes from 0 on */
	size_t first, count;              /* in `met`, by their number */
};

struct mlirbc__block_pair {
	struct mlirbc_block *sides[2];
};

static inline struct mlirbc_op *mlirbc__partner(const struct mlirbc__diff *d, int side, const struct mlirbc_op *op)
{
	return ((struct mlirbc_op **)d->partners[side].data)[op->number];
}

/* Entries of a dictionary that make no difference: locations, and what some versions and releases leave out. */
static inline bool mlirbc__says_nothing(const struct mlirbc_attr *value)
{
	static const char none[] = "overflow<none>";
	return value->kind >= MLIRBC_LOC_UNKNOWN ||
	       (value->kind == MLIRBC_ATTR_DIALECT && mlirbc__string_is(value->u.dialect.text, none, sizeof none - 1));
}

/* ---- diff_spell.c */
/* Whether two that are not one attribute (or type) say the same but for how their sources write text of dialects: with
 * other aliases, or other numbers of distinct attributes. */
bool mlirbc__diff_same_text(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b);
bool mlirbc__diff_same_type(struct mlirbc__diff *d, const struct mlirbc_type *a, const struct mlirbc_type *b);

/* Whether both distinct attributes (or keys of such in text) may be one, for all that were bound: then these are, too. True
 * while ops are still being matched. */
bool mlirbc__diff_bind(struct mlirbc__diff *d, const void *a, const void *b);

/* ---- diff_match.c */
/* Numbers ops and values, and finds out which are the same: those values have the same number then, others have not. */
bool mlirbc__diff_match(
	struct mlirbc__diff *d, const struct mlirbc_module *a, const struct mlirbc_module *b);
/* The same but for locations. NULL and an empty dictionary are the same. */
bool mlirbc__diff_same(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b);
/* The name of a symbol, as a unique string; NULL: it is none. */
const struct mlirbc_string *mlirbc__diff_symbol(struct mlirbc__diff *d, const struct mlirbc_op *op);

#endif
