/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of results as the interface OpAsmOpInterface of operations suggests them. */
#include "engine.h"

#include <mlirbc/print.h>
#include <stdio.h>
#include <string.h>

static bool is(const struct mlirbc_op *op, const char *name)
{
	return op->name->size == strlen(name) && memcmp(op->name->data, name, op->name->size) == 0;
}

static const struct mlirbc_attr *property(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	return properties && properties->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(properties, name) : NULL;
}

/* idx42, idx-7 */
static const char *index_name(const struct mlirbc_op *op)
{
	static _Thread_local char name[48];
	const struct mlirbc_attr *value = property(op, "value");
	char text[32];
	if (!value || value->kind != MLIRBC_ATTR_INTEGER || mlirbc_attr_text(value, text, sizeof text) >= sizeof text)
		return NULL;
	text[strcspn(text, " ")] = '\0';
	snprintf(name, sizeof name, "idx%s", text);
	return name;
}

static const char *bool_name(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = property(op, "value");
	return value && value->kind == MLIRBC_ATTR_INTEGER ? (value->u.number.words[0] ? "true" : "false") : NULL;
}

/* The operations whose results have names: one for all, or one for each separated by commas. */
static const struct {
	const char *op, *names;
} named[] = {
	{ "complex.constant", "cst" },
};

const char *mlirbc_upstream__result_name(const struct mlirbc_op *op, uint32_t result)
{
	if (result > 0)
		return NULL;
	if (is(op, "index.constant"))
		return index_name(op);
	if (is(op, "index.bool.constant"))
		return bool_name(op);
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		if (is(op, named[i].op))
			return named[i].names;
	}
	return NULL;
}
