/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kept text: the text of dialect attributes and types that are not decoded into fields. */
#ifndef MLIRBC_SRC_KEPT_TEXT_H
#define MLIRBC_SRC_KEPT_TEXT_H

#include "ir/context.h"

/* Text of dialect attributes and types may refer to aliases of its source. They are not expanded, which could make
 * the text grow without bound; instead a name in kept text has one meaning in the whole context. */
struct mlirbc__text_alias {
	const struct mlirbc_string *name; /* with its # or ! */
	const struct mlirbc_attr *attr;
	const struct mlirbc_type *type;
};
const struct mlirbc__text_alias *mlirbc__text_alias_find(struct mlirbc_context *context, const char *name, size_t size);
/* The name by which kept text refers to the value: `name`, or a new one derived from it if `name` already has
 * another meaning. NULL when memory is short. */
const struct mlirbc_string *mlirbc__text_alias_add(
	struct mlirbc_context *context, const struct mlirbc__text_alias *alias);

/* False only if the text has none of the parts that MLIR prints by their own name (struct mlirbc__piece). */
bool mlirbc__kept_has_pieces(const struct mlirbc_string *text);
/* Equal numbers in two texts of a file are different distinct attributes, so each text gets numbers that are unique
 * in the context, from MLIRBC__TEXT_DISTINCT on. NULL when memory is short. */
#define MLIRBC__TEXT_DISTINCT (UINT64_C(1) << 32)
const char *mlirbc__text_own_distincts(struct mlirbc_context *context, const char *text, size_t *size);
/* The next "#name" or "!name" that may be an alias, outside of string literals; NULL when there is none. */
const char *mlirbc__next_reference(const char *at, const char *end, size_t *out_size);
/* The end of the string literal that starts at `at`. */
const char *mlirbc__skip_literal(const char *at, const char *end);

#endif
