/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds rows, and words of enumerations. */
#include "table.h"

#include <stdio.h>
#include <string.h>

/* As strcmp(), of a text of that size with one that ends with NUL. */
static int compare(const char *name, size_t size, const char *other)
{
	int order = strncmp(name, other, size);
	return order ? order : -(other[size] != '\0');
}

static const struct mlirbc_upstream__dialect *find_dialect(const char *name, size_t size)
{
	size_t low = 0, high = mlirbc_upstream__dialect_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct mlirbc_upstream__dialect *dialect = &mlirbc_upstream__dialects[middle];
		int order = compare(name, size, mlirbc_upstream__string(dialect->name));
		if (order == 0)
			return dialect;
		low = order > 0 ? middle + 1 : low;
		high = order > 0 ? high : middle;
	}
	return NULL;
}

const struct mlirbc_upstream__row *mlirbc_upstream__row_find(const struct mlirbc_string *name)
{
	const char *dot = memchr(name->data, '.', name->size);
	const struct mlirbc_upstream__dialect *dialect = dot ? find_dialect(name->data, (size_t)(dot - name->data)) : NULL;
	if (!dialect)
		return NULL;
	const char *own = dot + 1;
	size_t size = name->size - (size_t)(own - name->data), low = dialect->first, high = low + dialect->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare(own, size, mlirbc_upstream__string(mlirbc_upstream__rows[middle].name));
		if (order == 0)
			return &mlirbc_upstream__rows[middle];
		low = order > 0 ? middle + 1 : low;
		high = order > 0 ? high : middle;
	}
	return NULL;
}

/* ---- enumerations */

bool mlirbc_upstream__enum_value(const struct mlirbc_upstream__enum *e, const char *word, size_t size, uint64_t *out)
{
	const struct mlirbc_upstream__case *cases = &mlirbc_upstream__cases[e->first];
	for (unsigned i = 0; i < e->count; i++) {
		const char *text = mlirbc_upstream__string(cases[i].text);
		if (strncmp(text, word, size) == 0 && text[size] == '\0') {
			*out = mlirbc_upstream__case_value(&cases[i]);
			return true;
		}
	}
	return false;
}

static bool append(char *out, size_t room, size_t *used, const char *text)
{
	size_t size = strlen(text);
	if (size >= room - *used)
		return false;
	memcpy(out + *used, text, size + 1);
	*used += size;
	return true;
}

bool mlirbc_upstream__enum_text(const struct mlirbc_upstream__enum *e, uint64_t value, char *out, size_t room)
{
	const struct mlirbc_upstream__case *cases = &mlirbc_upstream__cases[e->first];
	const char *separator = mlirbc_upstream__string(e->separator), *before = "";
	size_t used = 0;
	for (unsigned i = 0; i < e->count; i++) {
		if (mlirbc_upstream__case_value(&cases[i]) == value)
			return append(out, room, &used, mlirbc_upstream__string(cases[i].text));
	}
	uint64_t rest = value;
	for (unsigned i = 0; i < 2 * (unsigned)e->count && e->is_set; i++) {
		/* names of several bits first */
		const uint64_t bits = mlirbc_upstream__case_value(&cases[i % e->count]);
		const bool several = (bits & (bits - 1)) != 0;
		if (bits == 0 || several != (i < e->count) || (rest & bits) != bits)
			continue;
		if (!append(out, room, &used, before) ||
			!append(out, room, &used, mlirbc_upstream__string(cases[i % e->count].text)))
			return false;
		before = separator;
		rest &= ~bits;
	}
	return used > 0 && rest == 0;
}
