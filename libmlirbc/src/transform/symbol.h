/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Visits the attributes of ops, for edits of modules in memory. */
#ifndef MLIRBC_SRC_SYMBOL_H
#define MLIRBC_SRC_SYMBOL_H

#include "ir/buffer.h"
#include "ir/pointer_map.h"

#include <mlirbc/edit.h>
#include <mlirbc/load.h>

/* Visits each attribute and type once, with all its parts. */
struct mlirbc__visit {
	struct mlirbc__job job; /* for memory and failures; module is that of the attributes */
	struct mlirbc__numbers seen;
	/* Called for an attribute, or for the names of symbols in it, including those in the text of a dialect. May
	   be NULL. */
	void (*attr)(struct mlirbc__visit *visit, const struct mlirbc_attr *attr);
	void (*symbol)(struct mlirbc__visit *visit, struct mlirbc_string name);
	void *ctx;
};

void mlirbc__visit_attr(struct mlirbc__visit *visit, const struct mlirbc_attr *attr);
/* Visits its attributes, properties and types, and those of its block arguments; not the ops inside it. */
void mlirbc__visit_op(struct mlirbc__visit *visit, const struct mlirbc_op *op);
/* Only the types of its results and block arguments. */
void mlirbc__visit_types(struct mlirbc__visit *visit, const struct mlirbc_op *op);
void mlirbc__visit_finish(struct mlirbc__visit *visit);

/* "@name" in the text of a dialect, also in quotes; not in string literals, where its meaning is unknown. */
struct mlirbc__symbol_token {
	const char *begin, *end;
	struct mlirbc_string name; /* without escapes */
	bool nested;               /* nested in the symbol before it: @outer::@name */
};
/* The next token from *at on; *at is advanced past it. False: there is none, or memory is short, which is recorded. */
bool mlirbc__next_symbol(
	struct mlirbc__job *job, const char **at, const char *end, struct mlirbc__symbol_token *out_token);

/* The name of a symbol as a unique string. NULL: not a symbol, or memory is short, which is recorded. */
const struct mlirbc_string *mlirbc__symbol_name(struct mlirbc__job *job, const struct mlirbc_op *op);

/* True if the op, inside `top` or `top` itself, is in the body of a module that is inside `top` or `top`: flat symbols in its
 * attributes then name symbols of that module, as MLIR looks up only the nearest symbol table. */
bool mlirbc__is_in_nested_table(const struct mlirbc_op *top, const struct mlirbc_op *op);

/* ---- rename.c */
/* True for a reference @a::@b::@c that begins with these names, and has at least one more if there are any. */
bool mlirbc__begins_with(const struct mlirbc_attr *symbol, const struct mlirbc_string *const *path, size_t size);
struct mlirbc__rename {
	struct mlirbc__job job;
	struct mlirbc__numbers symbols,
		resources;           /* unique strings: to be replaced by `names` at that index */
	struct mlirbc__out names;    /* const struct mlirbc_string * */
	struct mlirbc__numbers done; /* attributes, with the index of their replacement in `made` */
	struct mlirbc__out made;     /* const struct mlirbc_attr * */
	struct mlirbc__visit check;  /* of attributes and types that cannot be renamed */
	struct mlirbc__out text;
	/* Unique names of the symbol tables around the symbols: only references that begin with them are changed, at the name behind
	   them. Size 0: at the first name. */
	const struct mlirbc_string *const *path;
	size_t path_size;
	bool dry; /* find failures only; no op is changed */
};
bool mlirbc__rename_add(struct mlirbc__rename *r, struct mlirbc__numbers *which, const struct mlirbc_string *from,
	const struct mlirbc_string *to);
/* All attributes and properties of the op. */
bool mlirbc__rename_op(struct mlirbc__rename *r, struct mlirbc_op *op);
void mlirbc__rename_finish(struct mlirbc__rename *r);

#endif
