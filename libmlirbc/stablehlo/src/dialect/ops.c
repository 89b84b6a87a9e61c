/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/ops.h"

#include <stdlib.h>
#include <string.h>

/* The texts of all operations in one object, so that the table holds offsets. */
static const struct texts {
	char none[1];
#define SHLO_OP(dialect, id, name, operands, results, attrs, regions, traits)                                          \
	char dialect##_##id##_name[sizeof name], dialect##_##id##_attrs[sizeof attrs];
#include <mlirbc/stablehlo_ops.def>
#undef SHLO_OP
} texts = {
	"",
#define SHLO_OP(dialect, id, name, operands, results, attrs, regions, traits) name, attrs,
#include <mlirbc/stablehlo_ops.def>
#undef SHLO_OP
};
_Static_assert(sizeof texts <= UINT16_MAX, "offsets of 16 bits");

const struct shlo__op shlo__ops[SHLO__CODES] = {
#define SHLO_OP(dialect, id, name, operands, results, attrs, regions, traits)                                          \
	[dialect##_##id] = { offsetof(struct texts, dialect##_##id##_name),                                            \
		offsetof(struct texts, dialect##_##id##_attrs), operands, results, regions, traits },
#include <mlirbc/stablehlo_ops.def>
#undef SHLO_OP
};

const char *shlo__op_name(enum shlo__code code) { return (const char *)&texts + shlo__ops[code].name; }

const char *shlo__op_attrs(enum shlo__code code) { return (const char *)&texts + shlo__ops[code].attrs; }

static int compare(const void *key, const void *item)
{
	const struct mlirbc_string *name = key;
	const char *other = (const char *)&texts + ((const struct shlo__op *)item)->name;
	int order = strncmp(name->data, other, name->size);
	return order ? order : -(other[name->size] != '\0');
}

enum shlo__code shlo__op_code(const struct mlirbc_string *name)
{
	const struct shlo__op *found = bsearch(name, shlo__ops + 1, SHLO__CODES - 1, sizeof *shlo__ops, compare);
	return found ? (enum shlo__code)(found - shlo__ops) : SHLO__NONE;
}

const char *shlo__attr_next(const char *attrs, struct shlo__attr_spec *out)
{
	if (!*attrs)
		return NULL;
	const char *end = attrs + strcspn(attrs, " "), *equals = memchr(attrs, '=', (size_t)(end - attrs));
	out->optional = *attrs == '?';
	attrs += out->optional;
	out->kind = *attrs;
	out->name = attrs + 2;
	out->name_size = (size_t)((equals ? equals : end) - out->name);
	out->has_default = equals != NULL;
	out->zeros = equals && equals[1] == 'z';
	out->fallback = equals && !out->zeros ? strtol(equals + 1, NULL, 10) : 0;
	return *end ? end + 1 : end;
}

bool shlo__attr_find(enum shlo__code code, const char *name, size_t size, struct shlo__attr_spec *out)
{
	for (const char *at = shlo__op_attrs(code); (at = shlo__attr_next(at, out));) {
		if (out->name_size == size && memcmp(out->name, name, size) == 0)
			return true;
	}
	return false;
}
