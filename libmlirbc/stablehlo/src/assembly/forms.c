/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The column `form` of the table of operations: format, names of results, functions. */
#include "assembly/form.h"

#include <stddef.h>

#define FORM(format) format, "", OWN_none
#define NAMED(format, names) format, names "\0", OWN_none
#define OWN(functions) "", "", OWN_##functions
#define OWN_NAMED(functions, names) "", names "\0", OWN_##functions
#define NO_FORM "", "", OWN_none

#define FUNCTIONS(name) [OWN_##name] = { shlo__parse_##name, shlo__fits_##name, shlo__print_##name }

enum { OWN_none, OWN_barrier, OWN_composite, OWN_constant, OWN_reduce, OWN_scan, OWN_while };
static const struct shlo__form_functions functions[] = { FUNCTIONS(barrier), FUNCTIONS(composite), FUNCTIONS(constant),
	FUNCTIONS(reduce), FUNCTIONS(scan), FUNCTIONS(while) };

/* As in dialect/ops.c, offsets take less than pointers. */
#define TEXTS(id, format, names, own) char id##_format[sizeof(format)], id##_names[sizeof(names)];
#define VALUES(format, names, own) format, names,
#define OFFSETS(id, format, names, own) { offsetof(struct texts, id##_format), offsetof(struct texts, id##_names), own },
#define EXPAND(macro, ...) macro(__VA_ARGS__)

static const struct texts {
#define MLIRBC_STABLEHLO_OP(                                                                                           \
	dialect, name, number, text, op_class, cost, operands, results, attrs, regions, traits, since, form, rule)     \
	EXPAND(TEXTS, dialect##_##name, form)
#include <mlirbc/stablehlo_ops.def>
	char none[1];
} texts = {
#define MLIRBC_STABLEHLO_OP(                                                                                           \
	dialect, name, number, text, op_class, cost, operands, results, attrs, regions, traits, since, form, rule)     \
	EXPAND(VALUES, form)
#include <mlirbc/stablehlo_ops.def>
	""
};
_Static_assert(sizeof texts <= UINT16_MAX, "offsets of 16 bits");

const struct shlo__form shlo__forms[SHLO__CODES] = {
	[MLIRBC_STABLEHLO_NONE] = { offsetof(struct texts, none), offsetof(struct texts, none), OWN_none },
#define MLIRBC_STABLEHLO_OP(                                                                                           \
	dialect, name, number, text, op_class, cost, operands, results, attrs, regions, traits, since, form, rule)     \
	[number] = EXPAND(OFFSETS, dialect##_##name, form)
#include <mlirbc/stablehlo_ops.def>
};

const char *shlo__form_format(const struct shlo__form *form) { return (const char *)&texts + form->format; }

const char *shlo__form_name(const struct shlo__form *form, uint32_t result)
{
	const char *at = (const char *)&texts + form->names;
	for (; *at && result; result--)
		at += strlen(at) + 1;
	return *at ? at : NULL;
}

const struct shlo__form_functions *shlo__form_own(const struct shlo__form *form)
{
	return form->own ? &functions[form->own] : NULL;
}
