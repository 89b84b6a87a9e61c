/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types of dialects whose encoding is known, by the description of their fields (dialects/coding.h). */
#include "bytecode/write/write_state.h"
#include "dialects/sdy.h"
#include "text/parse/parser.h"

/* ---- fields. False: not what the encoding has there. */

static bool put_number(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *value, char kind)
{
	if (value && value->kind != MLIRBC_ATTR_INTEGER && value->kind != MLIRBC_ATTR_FLOAT)
		return false;
	uint64_t number = value ? value->u.number.words[0] : 0;
	if (kind == 'z' || kind == 'Z' || kind == 'd' || kind == 'D')
		mlirbc__out_signed(&s->job, out, number);
	else
		mlirbc__out_varint(&s->job, out, number);
	return true;
}

static bool put_type(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *value)
{
	if (!value || value->kind != MLIRBC_ATTR_TYPE)
		return false;
	mlirbc__out_varint(&s->job, out, mlirbc__save_type(s, value->u.type_value));
	return true;
}

static bool put_item(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *item, char kind)
{
	switch (kind) {
	case 'A':
	case 'E': mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, item)); return true;
	case 'L': return put_type(s, out, item);
	case 'O': /* a unit attribute represents a missing item */
		mlirbc__out_varint(
			&s->job, out, item->kind == MLIRBC_ATTR_UNIT ? 0 : (uint64_t)mlirbc__save_attr(s, item) << 1 | 1);
		return true;
	default: return put_number(s, out, item, kind);
	}
}

static bool put_list(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *list, char kind)
{
	size_t count = list && list->kind == MLIRBC_ATTR_ARRAY ? list->u.array.count : 0;
	if ((list && list->kind != MLIRBC_ATTR_ARRAY) || (kind == 'E' && count % 2))
		return false;
	if (kind == 'O' || kind == 'V')
		mlirbc__out_byte(&s->job, out, count != 0);
	if (count == 0 && (kind == 'O' || kind == 'V'))
		return true;
	mlirbc__out_varint(&s->job, out, kind == 'E' ? count / 2 : count);
	for (size_t i = 0; i < count; i++) {
		if (!put_item(s, out, list->u.array.data[i], kind))
			return false;
	}
	return true;
}

static bool put_text(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *value)
{
	const struct mlirbc_string empty = { "", 0 };
	if (value && value->kind != MLIRBC_ATTR_STRING)
		return false;
	mlirbc__out_varint(&s->job, out, mlirbc__save_string(s, value ? value->u.string : &empty));
	return true;
}

static bool put_field(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc__coding_field *field,
	const struct mlirbc_attr *value)
{
	uint64_t number = 0;
	switch (field->kind) {
	case 'a':
		if (value)
			mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, value));
		return value != NULL;
	case '?': mlirbc__out_varint(&s->job, out, value ? (uint64_t)mlirbc__save_attr(s, value) << 1 | 1 : 0); return true;
	case 'P':
		mlirbc__out_varint(&s->job, out, value != NULL);
		if (value)
			mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, value));
		return true;
	case 'Q':
		mlirbc__out_byte(&s->job, out, value != NULL);
		if (value)
			mlirbc__out_varint(&s->job, out, mlirbc__save_attr(s, value));
		return true;
	case 'T': return put_type(s, out, value);
	case 's': return put_text(s, out, value);
	case 'b':
		if (value && value->kind == MLIRBC_ATTR_INTEGER)
			number = value->u.number.words[0];
		mlirbc__out_byte(&s->job, out, number != 0);
		return !value || value->kind == MLIRBC_ATTR_INTEGER;
	case 'o':
		if (value && value->kind == MLIRBC_ATTR_INTEGER)
			number = value->u.number.words[0] << 1 | 1;
		mlirbc__out_varint(&s->job, out, number);
		return !value || value->kind == MLIRBC_ATTR_INTEGER;
	case 'e':
		if (!value || value->kind != MLIRBC_ATTR_STRING)
			return put_number(s, out, value, 'v');
		if (!mlirbc__enum_value(field->names, value->u.string->data, value->u.string->size, &number))
			return false;
		mlirbc__out_varint(&s->job, out, number);
		return true;
	case 'B':
	case 'v':
	case 'z':
	case 'd': return put_number(s, out, value, field->kind);
	default: return put_list(s, out, value, field->kind);
	}
}

/* A type, and a number or elements as builtin ones of the same type have them. */
static bool put_typed(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_coded *coded)
{
	const struct mlirbc_attr *value = coded->fields[0].value;
	bool number = value && (value->kind == MLIRBC_ATTR_INTEGER || value->kind == MLIRBC_ATTR_FLOAT);
	if (!value || (!number && value->kind != MLIRBC_ATTR_DENSE) || out != &s->attr_data ||
		!put_type(s, out, coded->fields[1].value))
		return false;
	if (number)
		mlirbc__save_words(s, value);
	else
		mlirbc__save_elements(s, value);
	return true;
}

/* Shardings of several values have another code if one of them has unreduced axes. */
static uint64_t sdy_code(const struct mlirbc_coded *coded, uint64_t code)
{
	const struct mlirbc_attr *list = code == MLIRBC__SDY_SHARDING_PER_VALUE ? coded->fields[0].value : NULL;
	for (size_t i = 0; list && list->kind == MLIRBC_ATTR_ARRAY && i < list->u.array.count; i++) {
		const struct mlirbc_attr *item = list->u.array.data[i];
		if (item->kind == MLIRBC_ATTR_CODED && item->u.coded.count > 3)
			return MLIRBC__SDY_UNREDUCED_PER_VALUE;
	}
	return code;
}

bool mlirbc__save_coded(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_coded *coded, bool type)
{
	struct mlirbc__coding_field field;
	size_t at = 0;
	uint64_t code;
	const struct mlirbc__coding *coding = mlirbc__coding_find(coded->dialect, coded->mnemonic, coded->count, type, &code);
	if (!coding || (mlirbc__string_is(coded->dialect, "llvm", 4) && s->release != MLIRBC__RELEASE_22))
		return false;
	mlirbc__out_varint(&s->job, out, mlirbc__string_is(coded->dialect, "sdy", 3) ? sdy_code(coded, code) : code);
	for (const char *text = coding->fields; (text = mlirbc__coding_next(text, &field)) != NULL; at++) {
		bool typed = field.kind == 'n' || field.kind == 'x';
		if (typed ? !put_typed(s, out, coded) : !put_field(s, out, &field, coded->fields[at].value))
			return mlirbc__job_fail(&s->job, MLIRBC_E_ARG, "field \"%.*s\" of %.*s.%.*s is of another kind",
				(int)field.name_size, field.name, (int)coded->dialect->size, coded->dialect->data,
				(int)coded->mnemonic->size, coded->mnemonic->data);
		if (typed)
			break;
	}
	return true;
}

bool mlirbc__save_kept(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, bool type)
{
	const struct mlirbc_attr *values[MLIRBC__MOST_FIELDS];
	struct mlirbc__coding_field field;
	uint64_t code;
	const struct mlirbc__coding *coding = mlirbc__parse_kept_fields(s->job.context, dialect, text, type, values, &code);
	if (!coding)
		return false;
	mlirbc__out_varint(&s->job, out, code);
	size_t at = 0;
	for (const char *fields = coding->fields; (fields = mlirbc__coding_next(fields, &field)) != NULL; at++)
		(void)put_field(s, out, &field, values[at]); /* the parser has made the kind that it writes */
	return true;
}
