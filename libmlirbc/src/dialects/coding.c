/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of the tables: taking the fields apart, and finding a row. */
#include "dialects/coding.h"

#include "support/string.h"

#include <string.h>

const char *mlirbc__coding_next(const char *text, struct mlirbc__coding_field *out)
{
	if (!*text)
		return NULL;
	*out = (struct mlirbc__coding_field){ .kind = *text++ };
	if (*text == '(') {
		size_t size = strcspn(++text, ")");
		memcpy(out->names, text, size < sizeof out->names ? size : sizeof out->names - 1);
		text += size + 1;
	}
	if (*text == '-') {
		out->leave_out = true;
		text++;
	}
	out->name = ++text;
	out->name_size = strcspn(text, " ");
	text += out->name_size;
	return *text ? text + 1 : text;
}

const struct mlirbc__coding *mlirbc__codings(const struct mlirbc_string *dialect, bool types, size_t *out_count)
{
	bool is_vhlo = mlirbc__string_is(dialect, "vhlo", 4);
	*out_count = 0;
	if (!is_vhlo && (types || !mlirbc__string_is(dialect, "llvm", 4)))
		return NULL;
	*out_count = !is_vhlo ? mlirbc__llvm_attr_count : types ? mlirbc__vhlo_type_count : mlirbc__vhlo_attr_count;
	return !is_vhlo ? mlirbc__llvm_attrs : types ? mlirbc__vhlo_types : mlirbc__vhlo_attrs;
}

static size_t count_fields(const struct mlirbc__coding *coding)
{
	struct mlirbc__coding_field field;
	size_t count = 0;
	for (const char *text = coding->fields; (text = mlirbc__coding_next(text, &field)) != NULL;)
		count++;
	return count;
}

const struct mlirbc__coding *mlirbc__coding_find(const struct mlirbc_string *dialect,
	const struct mlirbc_string *mnemonic, size_t field_count, bool type, uint64_t *out_code)
{
	size_t count;
	const struct mlirbc__coding *codings = mlirbc__codings(dialect, type, &count);
	for (size_t i = 0; i < count; i++) {
		const char *name = codings[i].mnemonic;
		*out_code = i;
		if (name && mlirbc__string_is(mnemonic, name, strlen(name)) &&
			(field_count == SIZE_MAX || count_fields(&codings[i]) == field_count))
			return &codings[i];
	}
	return NULL;
}
