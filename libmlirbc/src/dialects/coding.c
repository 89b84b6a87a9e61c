/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of the tables: taking the fields apart, and finding a row. */
#include "dialects/coding.h"

#include "dialects/stablehlo_codes.h"
#include "support/string.h"

#include <string.h>

const char *mlirbc__coding_next(const char *text, struct mlirbc__coding_field *out)
{
	if (!*text)
		return NULL;
	out->kind = *text++;
	out->names[0] = 0;
	if (*text == '(') {
		size_t size = strcspn(++text, ")"), part = size < sizeof out->names ? size : sizeof out->names - 1;
		memcpy(out->names, text, part);
		out->names[part] = 0;
		text += size + 1;
	}
	out->leave_out = *text == '-';
	text += out->leave_out;
	out->name = ++text;
	out->name_size = strlen(text);
	return text + out->name_size + 1;
}

const char *const mlirbc__known_dialects[MLIRBC__KNOWN_DIALECTS] = { "builtin", "quant", "stablehlo", "chlo", "llvm",
	"vhlo", "sdy" };

const struct mlirbc__coding *mlirbc__codings(enum mlirbc__known_dialect dialect, bool types, size_t *out_count)
{
	static const struct {
		const struct mlirbc__coding *rows;
		const size_t *count;
	} all[MLIRBC__KNOWN_DIALECTS][2] = {
		[MLIRBC__QUANT] = { { NULL, NULL }, { mlirbc__quant_types, &mlirbc__quant_type_count } },
		[MLIRBC__STABLEHLO] = { { mlirbc__stablehlo_attrs, &mlirbc__stablehlo_attr_count },
			{ mlirbc__stablehlo_types, &mlirbc__stablehlo_type_count } },
		[MLIRBC__CHLO] = { { mlirbc__chlo_attrs, &mlirbc__chlo_attr_count }, { NULL, NULL } },
		[MLIRBC__LLVM] = { { mlirbc__llvm_attrs, &mlirbc__llvm_attr_count }, { NULL, NULL } },
		[MLIRBC__VHLO] = { { mlirbc__vhlo_attrs, &mlirbc__vhlo_attr_count },
			{ mlirbc__vhlo_types, &mlirbc__vhlo_type_count } },
		[MLIRBC__SDY] = { { mlirbc__sdy_attrs, &mlirbc__sdy_attr_count }, { NULL, NULL } },
	};
	*out_count = all[dialect][types].rows ? *all[dialect][types].count : 0;
	return all[dialect][types].rows;
}

const struct mlirbc__coding *mlirbc__coding_at(enum mlirbc__known_dialect dialect, bool types, uint64_t code)
{
	size_t count;
	const struct mlirbc__coding *rows = mlirbc__codings(dialect, types, &count);
	return code < count && rows[code].mnemonic ? &rows[code] : NULL;
}

const struct mlirbc__coding *mlirbc__coding_earlier(const struct mlirbc__coding *coding)
{
	return coding == &mlirbc__stablehlo_attrs[MLIRBC__STABLEHLO_GATHER]    ? &mlirbc__stablehlo_gather_1_0
	       : coding == &mlirbc__stablehlo_attrs[MLIRBC__STABLEHLO_SCATTER] ? &mlirbc__stablehlo_scatter_1_0
										: NULL;
}

static size_t count_fields(const struct mlirbc__coding *coding)
{
	struct mlirbc__coding_field field;
	size_t count = 0;
	for (const char *text = coding->fields; (text = mlirbc__coding_next(text, &field)) != NULL;)
		count++;
	return count;
}

/* One of the dialects from `first` to `last`; NULL: of another dialect, or there is none. */
static const struct mlirbc__coding *find(const struct mlirbc_string *dialect, unsigned first, unsigned last,
	const struct mlirbc_string *mnemonic, size_t field_count, bool type, uint64_t *out_code)
{
	size_t count;
	unsigned known = first;
	while (known <= last &&
		!mlirbc__string_is(dialect, mlirbc__known_dialects[known], strlen(mlirbc__known_dialects[known])))
		known++;
	if (known > last)
		return NULL;
	const struct mlirbc__coding *rows = mlirbc__codings((enum mlirbc__known_dialect)known, type, &count);
	for (size_t i = 0; i < count; i++) {
		const char *name = rows[i].mnemonic;
		*out_code = i;
		if (name && mlirbc__string_is(mnemonic, name, strlen(name)) &&
			(field_count == SIZE_MAX || count_fields(&rows[i]) == field_count))
			return &rows[i];
	}
	return NULL;
}

const struct mlirbc__coding *mlirbc__coding_find(const struct mlirbc_string *dialect,
	const struct mlirbc_string *mnemonic, size_t field_count, bool type, uint64_t *out_code)
{
	return find(dialect, MLIRBC__LLVM, MLIRBC__KNOWN_DIALECTS - 1, mnemonic, field_count, type, out_code);
}

const struct mlirbc__coding *mlirbc__coding_kept(const struct mlirbc_string *dialect,
	const struct mlirbc_string *mnemonic, bool type, uint64_t *out_code)
{
	return find(dialect, MLIRBC__STABLEHLO, MLIRBC__CHLO, mnemonic, SIZE_MAX, type, out_code);
}
