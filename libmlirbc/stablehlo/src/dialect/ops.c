/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/ops.h"

#include <mlirbc/stablehlo.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The texts of all operations in one object, so that the table holds offsets. */
static const struct texts {
	char none[1];
#define MLIRBC_STABLEHLO_OP(dialect, id, number, text, op_class, cost, operands, results, attrs, ...)                  \
	char dialect##_##id##_name[sizeof text], dialect##_##id##_attrs[sizeof attrs];
#include <mlirbc/stablehlo_ops.def>
} texts = {
	"",
#define MLIRBC_STABLEHLO_OP(dialect, id, number, text, op_class, cost, operands, results, attrs, ...) text, attrs,
#include <mlirbc/stablehlo_ops.def>
};
_Static_assert(sizeof texts <= UINT16_MAX, "offsets of 16 bits");

/* Words of the columns `traits` and `regions`. */
enum {
	PURE = MLIRBC_STABLEHLO_PURE,
	COMMUTATIVE = MLIRBC_STABLEHLO_COMMUTATIVE,
	TERMINATOR = MLIRBC_STABLEHLO_TERMINATOR,
	ISOLATED = MLIRBC_STABLEHLO_ISOLATED,
	REGION_EFFECTS = MLIRBC_STABLEHLO_REGION_EFFECTS,
	BROADCASTS = MLIRBC_STABLEHLO_BROADCASTS,
	SCALARS = MLIRBC_STABLEHLO_SCALARS,
	PER_AXIS = MLIRBC_STABLEHLO_PER_AXIS,
	REST_PER_AXIS = MLIRBC_STABLEHLO_REST_PER_AXIS,
	ANY = MLIRBC_STABLEHLO_ANY_REGIONS
};
#define V(major, minor) ((major) << 16 | (minor))

const struct mlirbc_stablehlo_facts shlo__ops[SHLO__CODES] = {
#define MLIRBC_STABLEHLO_OP(dialect, id, number, text, op_class, cost, operands, results, attrs, regions, traits, since, ...) \
	[number] = { offsetof(struct texts, dialect##_##id##_name), offsetof(struct texts, dialect##_##id##_attrs),    \
		operands, results, MLIRBC_STABLEHLO_DIALECT_##dialect, MLIRBC_STABLEHLO_CLASS_##op_class,              \
		MLIRBC_STABLEHLO_COST_##cost, regions, traits, since },
#include <mlirbc/stablehlo_ops.def>
};

/* Numbers in the order of the names. */
static const uint8_t by_name[SHLO__CODES - 1] = {
#define MLIRBC_STABLEHLO_OP(dialect, name, number, text, ...) number,
#include <mlirbc/stablehlo_ops.def>
};
_Static_assert(SHLO__CODES <= UINT8_MAX + 1, "numbers of 8 bits");
/* Rows before those of the dialect stablehlo, which are the last ones. */
#define BEFORE_CHECK 1
#define BEFORE_CHLO 1
#define BEFORE_INTERPRETER 1
#define BEFORE_STABLEHLO 0
enum {
	FIRST_STABLEHLO = 0
#define MLIRBC_STABLEHLO_OP(dialect, ...) +BEFORE_##dialect
#include <mlirbc/stablehlo_ops.def>
};

const char *shlo__op_name(enum mlirbc_stablehlo_code code) { return (const char *)&texts + shlo__ops[code].private_name; }

const char *shlo__op_attrs(enum mlirbc_stablehlo_code code) { return (const char *)&texts + shlo__ops[code].private_attrs; }

enum mlirbc_stablehlo_code mlirbc_stablehlo_code(const struct mlirbc_string *name)
{
	static const char prefix[] = "stablehlo.";
	const size_t skip = name->size >= sizeof prefix && memcmp(name->data, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
	for (size_t first = skip ? FIRST_STABLEHLO : 0, end = sizeof by_name; first < end;) {
		const size_t middle = (first + end) / 2;
		const enum mlirbc_stablehlo_code code = (enum mlirbc_stablehlo_code)by_name[middle];
		const char *other = shlo__op_name(code);
		const int order = strncmp(name->data + skip, other + skip, name->size - skip);
		if (order == 0 && other[name->size] == '\0')
			return code;
		if (order > 0)
			first = middle + 1;
		else
			end = middle;
	}
	return MLIRBC_STABLEHLO_NONE;
}

bool mlirbc_stablehlo_is_op(const struct mlirbc_string *name) { return mlirbc_stablehlo_code(name) != MLIRBC_STABLEHLO_NONE; }

/* ---- for callers whose number may be any */

static bool is_code(enum mlirbc_stablehlo_code code)
{
	return (unsigned)code > MLIRBC_STABLEHLO_NONE && (unsigned)code < SHLO__CODES;
}

const struct mlirbc_stablehlo_facts *mlirbc_stablehlo_facts(enum mlirbc_stablehlo_code code)
{
	return is_code(code) ? &shlo__ops[code] : NULL;
}

const char *mlirbc_stablehlo_name(enum mlirbc_stablehlo_code code) { return is_code(code) ? shlo__op_name(code) : NULL; }

const char *mlirbc_stablehlo_attr_specs(enum mlirbc_stablehlo_code code) { return is_code(code) ? shlo__op_attrs(code) : NULL; }

/* ---- columns that are texts */

uint32_t mlirbc_stablehlo_least(const char *letters, bool *out_more)
{
	uint32_t least = 0;
	*out_more = false;
	for (const char *at = letters; *at; at++) {
		bool more = at[1] == '*' || at[1] == '?';
		least += !more;
		*out_more |= more;
		at += more;
	}
	return least;
}

const char *mlirbc_stablehlo_attr_next(const char *attrs, struct mlirbc_stablehlo_attr_spec *out)
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

bool shlo__attr_find(
	enum mlirbc_stablehlo_code code, const char *name, size_t size, struct mlirbc_stablehlo_attr_spec *out)
{
	for (const char *at = shlo__op_attrs(code); (at = mlirbc_stablehlo_attr_next(at, out)) != NULL;) {
		if (out->name_size == size && memcmp(out->name, name, size) == 0)
			return true;
	}
	return false;
}

enum mlirbc_stablehlo_code shlo__mhlo_twin(const struct mlirbc_string *name)
{
	static const char *const dialects[] = { "stablehlo", "chlo" };
	enum { PREFIX = 4 }; /* of "mhlo" */
	enum mlirbc_stablehlo_code code = MLIRBC_STABLEHLO_NONE;
	char text[64];
	if (name->size <= PREFIX || memcmp(name->data, "mhlo.", PREFIX + 1) != 0)
		return code;
	for (size_t i = 0; i < 2 && code == MLIRBC_STABLEHLO_NONE; i++) {
		const size_t size = strlen(dialects[i]), whole = size + name->size - PREFIX;
		if (whole > sizeof text)
			continue;
		memcpy(text, dialects[i], size);
		memcpy(text + size, name->data + PREFIX, name->size - PREFIX);
		const struct mlirbc_string other = { text, whole };
		code = mlirbc_stablehlo_code(&other);
	}
	return code;
}
