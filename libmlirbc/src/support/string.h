/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comparing strings that have a length and no NUL at their end. */
#ifndef MLIRBC_SRC_STRING_H
#define MLIRBC_SRC_STRING_H

#include <mlirbc/ir.h>
#include <string.h>

static inline bool mlirbc__string_is(const struct mlirbc_string *string, const char *data, size_t size)
{
	return string->size == size && (size == 0 || memcmp(string->data, data, size) == 0);
}

/* By bytes, the shorter first: the order of dictionaries. */
static inline int mlirbc__string_compare(const struct mlirbc_string *a, const struct mlirbc_string *b)
{
	size_t common = a->size < b->size ? a->size : b->size;
	int order = common ? memcmp(a->data, b->data, common) : 0;
	return order ? order : (a->size > b->size) - (a->size < b->size);
}

static inline bool mlirbc__string_starts_with(const struct mlirbc_string *string, const char *prefix)
{
	size_t size = strlen(prefix);
	return string->size >= size && memcmp(string->data, prefix, size) == 0;
}

#endif
