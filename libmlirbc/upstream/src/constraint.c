/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Evaluates constraints of types and attributes. */
#include "constraint_words.h"
#include "engine.h"

#include <stdlib.h>
#include <string.h>

static bool test_type(const uint8_t **at, const struct mlirbc_type *type);
static bool test_attr(const uint8_t **at, const struct mlirbc_attr *attr);

static bool compare(uint8_t how, uint64_t found, uint64_t wanted)
{
	return how == 0 ? found == wanted : how == 1 ? found >= wanted : found <= wanted;
}

/* ---- programs */

/* How many bytes follow a code, without its operands. */
static size_t test_bytes(const uint8_t *at)
{
	switch ((enum mlirbc_upstream__test)at[0]) {
	case TEST_NOT:
	case TEST_ELEMENT:
	case TEST_PARAMETER:
	case TEST_OF:
	case TEST_VALUE:
	case TEST_EACH: return 0;
	case TEST_INTEGER:
	case TEST_DIALECT:
	case TEST_RANK:
	case TEST_COUNT:
	case TEST_ATTR_DIALECT:
	case TEST_ENUM:
	case TEST_SIZE:
	case TEST_NUMBER: return 2;
	case TEST_DIMS: return 1u + at[1];
	default: return 1;
	}
}

static void skip(const uint8_t **at)
{
	const uint8_t *here = *at;
	unsigned operands = here[0] == TEST_ALL || here[0] == TEST_ANY ? here[1] : 0;
	if (here[0] == TEST_NOT || here[0] == TEST_ELEMENT || here[0] == TEST_PARAMETER || here[0] == TEST_OF ||
		here[0] == TEST_VALUE || here[0] == TEST_EACH)
		operands = 1;
	*at = here + 1 + test_bytes(here);
	while (operands-- > 0)
		skip(at);
}

/* all(...) and any(...) of either kind; the operands behind the one that decides are skipped. */
static bool test_several(const uint8_t **at, const struct mlirbc_type *type, const struct mlirbc_attr *attr)
{
	const bool all = (*at)[0] == TEST_ALL;
	unsigned count = (*at)[1];
	bool holds = all;
	for (*at += 2; count > 0; count--) {
		if (holds != all)
			skip(at);
		else
			holds = type ? test_type(at, type) : test_attr(at, attr);
	}
	return holds;
}

static bool is_integer(const struct mlirbc_type *type, uint8_t sign, uint8_t width)
{
	static const enum mlirbc_signedness signs[] = { 0, MLIRBC_SIGNLESS, MLIRBC_SIGNED, MLIRBC_UNSIGNED };
	return type->kind == MLIRBC_TYPE_INTEGER && (sign == 0 || type->u.integer.signedness == signs[sign]) &&
	       (width == 0 || type->u.integer.width == width);
}

/* The operand of elem(...) or param(...) for the part of the type; false if it has none. */
static bool test_part(const uint8_t **at, const struct mlirbc_type *part)
{
	if (part)
		return test_type(at, part);
	skip(at);
	return false;
}

/* The first parameter of !dialect.mnemonic<16x4xT, ...> as text is its last part before ',' or 'x'. */
static bool test_parameter(const uint8_t **at, const struct mlirbc_type *type)
{
	struct mlirbc_type part = { .kind = MLIRBC_TYPE_NONE };
	static const char *const floats[] = { "bf16", "f16", "f32", "f64" };
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	const char *from = text ? memchr(text->data, '<', text->size) : NULL, *end = text ? text->data + text->size : NULL;
	if (!from || ++from == end)
		return test_part(at, NULL);
	const char *stop = from;
	while (stop < end && *stop != ',' && *stop != '>') {
		if (*stop++ == 'x')
			from = stop;
	}
	const size_t size = (size_t)(stop - from);
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
		if (strlen(floats[i]) == size && memcmp(floats[i], from, size) == 0) {
			part.kind = MLIRBC_TYPE_FLOAT;
			part.u.float_kind = (enum mlirbc_float)i;
		}
	}
	const bool has_sign = size > 2 && (*from == 's' || *from == 'u');
	if (size > 1 && from[has_sign] == 'i' && from[has_sign + 1] >= '0' && from[has_sign + 1] <= '9') {
		part.kind = MLIRBC_TYPE_INTEGER;
		part.u.integer.width = (uint32_t)strtoul(from + has_sign + 1, NULL, 10);
		part.u.integer.signedness = !has_sign ? MLIRBC_SIGNLESS : *from == 's' ? MLIRBC_SIGNED : MLIRBC_UNSIGNED;
	}
	return test_type(at, &part);
}

static bool test_type(const uint8_t **at, const struct mlirbc_type *type)
{
	const uint8_t *here = *at;
	uint64_t count;
	if (here[0] == TEST_ALL || here[0] == TEST_ANY)
		return test_several(at, type, NULL);
	*at += 1 + test_bytes(here);
	switch ((enum mlirbc_upstream__test)here[0]) {
	case TEST_NOT: return !test_type(at, type);
	case TEST_ELEMENT:
		if (type->kind == MLIRBC_TYPE_DIALECT)
			return test_parameter(at, type);
		return test_part(at, mlirbc_upstream__is_shaped(type) || type->kind == MLIRBC_TYPE_COMPLEX ? type->u.shaped.element : NULL);
	case TEST_PARAMETER: return test_parameter(at, type);
	case TEST_WORD: return mlirbc_upstream__is_word((enum mlirbc_upstream__type_word)here[1], type);
	case TEST_INTEGER: return is_integer(type, here[1], here[2]);
	case TEST_FLOAT: return type->kind == MLIRBC_TYPE_FLOAT && type->u.float_kind == (enum mlirbc_float)here[1];
	case TEST_DIALECT:
		return mlirbc_upstream__type_is(type, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(here + 1)));
	case TEST_QUANTIZED: return mlirbc_upstream__is_quantized(type, here[1]);
	case TEST_RANK: return mlirbc_upstream__has_rank(type) && compare(here[1], type->u.shaped.rank, here[2]);
	case TEST_COUNT: return mlirbc_upstream__has_rank(type) && mlirbc_type_elements(type, &count) && compare(here[1], count, here[2]);
	case TEST_DIMS: return mlirbc_upstream__has_dims(type, here + 2, here[1]);
	case TEST_LAST:
		return mlirbc_upstream__has_rank(type) && type->u.shaped.rank && type->u.shaped.dims[type->u.shaped.rank - 1] == here[1];
	case TEST_SPACE: return mlirbc_upstream__address_space(type) == here[1];
	default: return true;
	}
}

/* ---- attributes */

static bool is_list(const struct mlirbc_attr *attr, uint32_t width)
{
	return attr->kind == MLIRBC_ATTR_DENSE_ARRAY && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == width;
}

static bool begins(const struct mlirbc_attr *attr, const char *start)
{
	return attr->kind == MLIRBC_ATTR_AFFINE && attr->u.dialect.text->size >= strlen(start) &&
	       memcmp(attr->u.dialect.text->data, start, strlen(start)) == 0;
}

static bool none_negative(const struct mlirbc_attr *attr)
{
	for (uint64_t i = 0; attr->kind == MLIRBC_ATTR_DENSE_ARRAY && i < attr->u.dense.count; i++) {
		if (mlirbc_upstream__element(attr, (size_t)i) < 0)
			return false;
	}
	return true;
}

/* The number of an integer attribute, sign-extended; false: it has more than 64 bits, or is not an integer. */
static bool number_of(const struct mlirbc_attr *attr, int64_t *out)
{
	if (attr->kind != MLIRBC_ATTR_INTEGER || attr->u.number.count != 1)
		return false;
	const uint32_t width = attr->type->kind == MLIRBC_TYPE_INTEGER ? attr->type->u.integer.width : 64;
	uint64_t bits = attr->u.number.words[0];
	if (width > 0 && width < 64 && bits >> (width - 1) & 1)
		bits |= ~(uint64_t)0 << width;
	*out = (int64_t)bits;
	return true;
}

static bool is_dense_int(const struct mlirbc_attr *attr)
{
	if (attr->kind != MLIRBC_ATTR_DENSE || !mlirbc_upstream__is_shaped(attr->type))
		return false;
	const enum mlirbc_type_kind kind = attr->type->u.shaped.element->kind;
	return kind == MLIRBC_TYPE_INTEGER || kind == MLIRBC_TYPE_INDEX;
}

static bool test_attr_word(enum mlirbc_upstream__attr_word word, const struct mlirbc_attr *attr)
{
	int64_t number;
	switch (word) {
	case ATTR_WORD_TRUE: return true;
	case ATTR_WORD_FALSE: return false;
	case ATTR_WORD_UNIT: return attr->kind == MLIRBC_ATTR_UNIT;
	case ATTR_WORD_BOOL: return attr->kind == MLIRBC_ATTR_INTEGER && is_integer(attr->type, 1, 1);
	case ATTR_WORD_INTEGER: return attr->kind == MLIRBC_ATTR_INTEGER;
	case ATTR_WORD_REAL: return attr->kind == MLIRBC_ATTR_FLOAT;
	case ATTR_WORD_STRING: return attr->kind == MLIRBC_ATTR_STRING;
	case ATTR_WORD_TYPE: return attr->kind == MLIRBC_ATTR_TYPE;
	case ATTR_WORD_ARRAY: return attr->kind == MLIRBC_ATTR_ARRAY;
	case ATTR_WORD_DICTIONARY: return attr->kind == MLIRBC_ATTR_DICTIONARY;
	case ATTR_WORD_SYMBOL: return attr->kind == MLIRBC_ATTR_SYMBOL;
	case ATTR_WORD_FLAT_SYMBOL: return attr->kind == MLIRBC_ATTR_SYMBOL && attr->u.symbol.count == 0;
	case ATTR_WORD_MAP: return begins(attr, "affine_map<");
	case ATTR_WORD_SET: return begins(attr, "affine_set<");
	case ATTR_WORD_ELEMENTS:
		return attr->kind == MLIRBC_ATTR_DENSE || attr->kind == MLIRBC_ATTR_DENSE_STRINGS ||
		       attr->kind == MLIRBC_ATTR_SPARSE || attr->kind == MLIRBC_ATTR_DENSE_RESOURCE ||
		       attr->kind == MLIRBC_ATTR_DIALECT;
	case ATTR_WORD_DENSE_INT: return is_dense_int(attr);
	case ATTR_WORD_LIST_I1: return is_list(attr, 1);
	case ATTR_WORD_LIST_I8: return is_list(attr, 8);
	case ATTR_WORD_LIST_I16: return is_list(attr, 16);
	case ATTR_WORD_LIST_I32: return is_list(attr, 32);
	case ATTR_WORD_LIST_I64: return is_list(attr, 64);
	case ATTR_WORD_NONE_NEGATIVE: return none_negative(attr);
	case ATTR_WORD_POWER_OF_2:
		return !number_of(attr, &number) || ((uint64_t)number & ((uint64_t)number - 1)) == 0;
	}
	return true;
}

static bool has_case(const struct mlirbc_upstream__enum *e, const struct mlirbc_attr *attr)
{
	int64_t number;
	uint64_t rest;
	if (!number_of(attr, &number) || !is_integer(attr->type, 1, e->bits))
		return false;
	rest = (uint64_t)number;
	for (unsigned i = 0; i < e->count; i++) {
		const uint32_t value = mlirbc_upstream__case_value(&mlirbc_upstream__cases[e->first + i]);
		if ((uint32_t)number == value)
			return true;
		rest &= ~(uint64_t)value;
	}
	return e->is_set && rest == 0;
}

static bool test_each(const uint8_t **at, const struct mlirbc_attr *attr)
{
	const uint8_t *element = *at;
	skip(at);
	for (size_t i = 0; attr->kind == MLIRBC_ATTR_ARRAY && i < attr->u.array.count; i++) {
		const uint8_t *again = element;
		if (!test_attr(&again, attr->u.array.data[i]))
			return false;
	}
	return true;
}

static bool is_attr(const struct mlirbc_attr *attr, const char *name)
{
	if (attr->kind == MLIRBC_ATTR_CODED)
		return mlirbc_upstream__has_name(attr->u.coded.dialect, attr->u.coded.mnemonic, name);
	return attr->kind == MLIRBC_ATTR_BYTES ||
	       (attr->kind == MLIRBC_ATTR_DIALECT && mlirbc_upstream__has_name(attr->u.dialect.dialect, attr->u.dialect.text, name));
}

static bool test_number(uint8_t how, uint8_t wanted, const struct mlirbc_attr *attr)
{
	int64_t number;
	if (!number_of(attr, &number))
		return true;
	return how == 0 ? number == wanted : how == 1 ? number >= wanted : number <= wanted;
}

static bool test_attr(const uint8_t **at, const struct mlirbc_attr *attr)
{
	const uint8_t *here = *at;
	if (here[0] == TEST_ALL || here[0] == TEST_ANY)
		return test_several(at, NULL, attr);
	*at += 1 + test_bytes(here);
	switch ((enum mlirbc_upstream__test)here[0]) {
	case TEST_NOT: return !test_attr(at, attr);
	case TEST_ATTR_WORD: return test_attr_word((enum mlirbc_upstream__attr_word)here[1], attr);
	case TEST_ATTR_DIALECT: return is_attr(attr, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(here + 1)));
	case TEST_ENUM: return has_case(&mlirbc_upstream__enums[mlirbc_upstream__number(here + 1)], attr);
	case TEST_OF: return test_part(at, attr->type);
	case TEST_VALUE: return test_part(at, attr->kind == MLIRBC_ATTR_TYPE ? attr->u.type_value : NULL);
	case TEST_EACH: return test_each(at, attr);
	case TEST_SIZE:
		return compare(here[1], attr->kind == MLIRBC_ATTR_ARRAY ? attr->u.array.count : attr->u.dense.count, here[2]);
	case TEST_NUMBER: return test_number(here[1], here[2], attr);
	default: return true;
	}
}

bool mlirbc_upstream__type_satisfies(const struct mlirbc_type *type, uint16_t constraint)
{
	const uint8_t *at = mlirbc_upstream__programs + mlirbc_upstream__constraints[constraint].program;
	return constraint == 0 || test_type(&at, type);
}

bool mlirbc_upstream__attr_satisfies(const struct mlirbc_attr *attr, uint16_t constraint)
{
	const uint8_t *at = mlirbc_upstream__programs + mlirbc_upstream__constraints[constraint].program;
	return constraint == 0 || test_attr(&at, attr);
}

const char *mlirbc_upstream__constraint_text(uint16_t constraint)
{
	return mlirbc_upstream__string(mlirbc_upstream__constraints[constraint].text);
}

const uint8_t *mlirbc_upstream__find_check(
	const struct mlirbc_upstream__row *row, enum mlirbc_upstream__check check, uint8_t *out_size)
{
	for (const uint8_t *at = mlirbc_upstream__checks + row->checks; *at != CHECK_END; at += 2 + at[1]) {
		if (*at == (uint8_t)check) {
			*out_size = at[1];
			return at + 2;
		}
	}
	return NULL;
}
