/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Making attributes and types with an encoding of their dialect. */
#include "dialects/coding.h"
#include "ir/context.h"

#include <mlirbc/build.h>

static bool make_coded(struct mlirbc_context *context, const char *dialect, const char *mnemonic,
	const struct mlirbc_attr *const *values, size_t count, bool type, struct mlirbc_named_attr *fields,
	struct mlirbc_coded *out)
{
	struct mlirbc__coding_field field;
	uint64_t code;
	const struct mlirbc_string *name = mlirbc_string_get(context, mnemonic, strlen(mnemonic));
	const struct mlirbc_string *space = mlirbc_string_get(context, dialect, strlen(dialect));
	const struct mlirbc__coding *coding = name && space ? mlirbc__coding_find(space, name, count, type, &code)
							    : NULL;
	size_t at = 0;
	if (!coding)
		return false;
	for (const char *text = coding->fields; (text = mlirbc__coding_next(text, &field)) != NULL; at++) {
		fields[at] = (struct mlirbc_named_attr){ mlirbc_string_get(context, field.name, field.name_size),
			values[at] };
		if (!fields[at].name)
			return false;
	}
	*out = (struct mlirbc_coded){ space, name, fields, count, coding->format };
	return true;
}

const struct mlirbc_attr *mlirbc_attr_coded(struct mlirbc_context *context, const char *dialect, const char *mnemonic,
	const struct mlirbc_attr *const *values, size_t count)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_CODED };
	struct mlirbc_named_attr fields[MLIRBC__MOST_FIELDS];
	return make_coded(context, dialect, mnemonic, values, count, false, fields, &attr.u.coded)
		       ? mlirbc_attr_get(context, &attr)
		       : NULL;
}

const struct mlirbc_type *mlirbc_type_coded(struct mlirbc_context *context, const char *dialect, const char *mnemonic,
	const struct mlirbc_attr *const *values, size_t count)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_CODED };
	struct mlirbc_named_attr fields[MLIRBC__MOST_FIELDS];
	return make_coded(context, dialect, mnemonic, values, count, true, fields, &type.u.coded)
		       ? mlirbc_type_get(context, &type)
		       : NULL;
}
