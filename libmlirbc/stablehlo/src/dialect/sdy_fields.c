/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/sdy_fields.h"

#include <string.h>

static bool is_text(const struct mlirbc_string *string, const char *text)
{
	return string->size == strlen(text) && memcmp(string->data, text, string->size) == 0;
}

const struct mlirbc_attr *shlo__sdy_field(const struct mlirbc_attr *attr, const char *mnemonic, size_t at)
{
	if (!attr || attr->kind != MLIRBC_ATTR_CODED || !is_text(attr->u.coded.dialect, "sdy") ||
		!is_text(attr->u.coded.mnemonic, mnemonic) || at >= attr->u.coded.count)
		return NULL;
	return attr->u.coded.fields[at].value;
}

int64_t shlo__sdy_number(const struct mlirbc_attr *attr, int64_t fallback)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->u.number.count == 1 ? (int64_t)attr->u.number.words[0] : fallback;
}

bool shlo__sdy_name(const struct mlirbc_op *op, struct mlirbc_string *out)
{
	if (op->name->size < 5 || memcmp(op->name->data, "sdy.", 4) != 0)
		return false;
	*out = (struct mlirbc_string){ op->name->data + 4, op->name->size - 4 };
	return true;
}

bool shlo__is_one_of(const struct mlirbc_string *name, const char *names)
{
	for (const char *at = names; *at; at += strlen(at) + 1) {
		if (is_text(name, at))
			return true;
	}
	return false;
}
