/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which attributes MLIR prints by an alias, and the name that the alias gets. */
#include "ir/context.h"

#include "support/chars.h"

/* Attributes of upstream dialects that have an alias; of llvm those whose mnemonic starts with the prefix. */
static const char *dialect_alias(
	const struct mlirbc_string *dialect, const struct mlirbc_string *text, size_t *out_size)
{
	static const char *const llvm[] = { "access_group", "alias_scope", "di_", "loop_", "mmra_tag", "tbaa_" };
	static const char *const none[] = { "di_annotation", "di_expression", "di_generic_subrange", "di_subrange" };
	if (mlirbc__string_is(dialect, "sparse_tensor", 13) && mlirbc__string_starts_with(text, "encoding<")) {
		*out_size = 6;
		return "sparse";
	}
	if (mlirbc__string_is(dialect, "ml_program", 10) &&
		(mlirbc__string_is(text, "extern", 6) || mlirbc__string_starts_with(text, "extern<"))) {
		*out_size = 6;
		return "extern";
	}
	if (!mlirbc__string_is(dialect, "llvm", 4))
		return NULL;
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		if (mlirbc__string_starts_with(text, none[i]))
			return NULL;
	}
	for (size_t i = 0; i < sizeof llvm / sizeof *llvm; i++) {
		const char *end = memchr(text->data, '<', text->size);
		if (!mlirbc__string_starts_with(text, llvm[i]))
			continue;
		*out_size = end ? (size_t)(end - text->data) : text->size;
		for (size_t at = 0; at < *out_size; at++) {
			if (!mlirbc__char_is(text->data[at], CHAR_WORD) || text->data[at] == '.')
				return NULL; /* not allowed in alias names */
		}
		if (mlirbc__char_is(text->data[*out_size - 1], CHAR_DIGIT))
			return NULL; /* ambiguous with another name plus number; no mnemonic ends with a digit */
		return text->data;
	}
	return NULL;
}

const char *mlirbc__attr_alias(const struct mlirbc_attr *attr, size_t *out_size)
{
	*out_size = 3;
	switch (attr->kind) {
	case MLIRBC_ATTR_AFFINE:
		return mlirbc__string_starts_with(attr->u.dialect.text, "affine_map<")   ? "map"
		       : mlirbc__string_starts_with(attr->u.dialect.text, "affine_set<") ? "set"
											 : NULL;
	case MLIRBC_ATTR_DISTINCT: *out_size = 8; return attr->u.distinct.referenced ? "distinct" : NULL;
	case MLIRBC_ATTR_DIALECT: return dialect_alias(attr->u.dialect.dialect, attr->u.dialect.text, out_size);
	case MLIRBC_ATTR_CODED: return dialect_alias(attr->u.coded.dialect, attr->u.coded.mnemonic, out_size);
	default: return attr->kind >= MLIRBC_LOC_UNKNOWN ? "loc" : NULL;
	}
}
