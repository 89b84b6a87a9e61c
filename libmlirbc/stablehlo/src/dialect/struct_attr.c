/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/struct_attr.h"
#include "dialect/enums.h"
#include "dialect/memory.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <stdio.h>
#include <string.h>

#define FIELD(type, name, kind) { #name, offsetof(struct shlo__##type, name), kind }
#define STRUCT(type, dialect, mnemonic)                                                                                \
	const struct shlo__struct shlo__##type##_struct = { dialect, mnemonic, type##_fields, sizeof(struct shlo__##type) }

static const struct shlo__field gather_fields[] = { FIELD(gather, offset_dims, 'L'),
	FIELD(gather, collapsed_slice_dims, 'L'), FIELD(gather, operand_batching_dims, 'L'),
	FIELD(gather, start_indices_batching_dims, 'L'), FIELD(gather, start_index_map, 'L'),
	FIELD(gather, index_vector_dim, 'N'), { NULL, 0, 0 } };
STRUCT(gather, "stablehlo", "gather");

static const struct shlo__field scatter_fields[] = { FIELD(scatter, update_window_dims, 'L'),
	FIELD(scatter, inserted_window_dims, 'L'), FIELD(scatter, input_batching_dims, 'L'),
	FIELD(scatter, scatter_indices_batching_dims, 'L'), FIELD(scatter, scatter_dims_to_operand_dims, 'L'),
	FIELD(scatter, index_vector_dim, 'N'), { NULL, 0, 0 } };
STRUCT(scatter, "stablehlo", "scatter");

static const struct shlo__field dot_fields[] = { FIELD(dot, lhs_batching_dimensions, 'L'),
	FIELD(dot, rhs_batching_dimensions, 'L'), FIELD(dot, lhs_contracting_dimensions, 'L'),
	FIELD(dot, rhs_contracting_dimensions, 'L'), { NULL, 0, 0 } };
STRUCT(dot, "stablehlo", "dot");

static const struct shlo__field ragged_dot_fields[] = { FIELD(ragged_dot, lhs_batching_dimensions, 'L'),
	FIELD(ragged_dot, rhs_batching_dimensions, 'L'), FIELD(ragged_dot, lhs_contracting_dimensions, 'L'),
	FIELD(ragged_dot, rhs_contracting_dimensions, 'L'), FIELD(ragged_dot, lhs_ragged_dimensions, 'L'),
	FIELD(ragged_dot, rhs_group_dimensions, 'L'), { NULL, 0, 0 } };
STRUCT(ragged_dot, "chlo", "ragged_dot");

static const struct shlo__field channel_fields[] = { FIELD(channel, handle, 'n'), FIELD(channel, type, 'n'),
	{ NULL, 0, 0 } };
STRUCT(channel, "stablehlo", "channel_handle");

static const struct shlo__field algorithm_fields[] = { FIELD(algorithm, lhs_precision_type, 'T'),
	FIELD(algorithm, rhs_precision_type, 'T'), FIELD(algorithm, accumulation_type, 'T'),
	FIELD(algorithm, lhs_component_count, 'n'), FIELD(algorithm, rhs_component_count, 'n'),
	FIELD(algorithm, num_primitive_operations, 'n'), FIELD(algorithm, allow_imprecise_accumulation, 'b'),
	{ NULL, 0, 0 } };
STRUCT(algorithm, "stablehlo", "dot_algorithm");

static const struct shlo__field accuracy_fields[] = { FIELD(accuracy, atol, 'D'), FIELD(accuracy, rtol, 'D'),
	FIELD(accuracy, ulps, 'N'), FIELD(accuracy, mode, 'm'), { NULL, 0, 0 } };
STRUCT(accuracy, "stablehlo", "result_accuracy");

static const struct shlo__field alias_fields[] = { FIELD(alias, output_tuple_indices, 'l'), FIELD(alias, operand_index, 'n'),
	FIELD(alias, operand_tuple_indices, 'l'), { NULL, 0, 0 } };
STRUCT(alias, "stablehlo", "output_operand_alias");

/* ---- reading */

bool shlo__attr_body(const struct mlirbc_attr *attr, const char *dialect, const char *mnemonic, struct mlirbc_string *out)
{
	if (!attr || attr->kind != MLIRBC_ATTR_DIALECT || !attr->u.dialect.dialect)
		return false;
	const struct mlirbc_string *text = attr->u.dialect.text;
	size_t size = strlen(mnemonic);
	if (!shlo__name_is(attr->u.dialect.dialect, dialect) || text->size < size + 2 ||
		memcmp(text->data, mnemonic, size) != 0 || text->data[size] != '<' || text->data[text->size - 1] != '>')
		return false;
	*out = (struct mlirbc_string){ text->data + size + 1, text->size - size - 2 };
	return true;
}

static bool read_list(struct shlo__scan *scan, struct shlo__dims *out)
{
	out->count = 0;
	if (!shlo__scan_take(scan, "["))
		return false;
	if (shlo__scan_take(scan, "]"))
		return true;
	do {
		if (out->count == SHLO__MOST_DIMS || !shlo__scan_int(scan, &out->at[out->count]))
			return false;
		out->count++;
	} while (shlo__scan_take(scan, ","));
	return shlo__scan_take(scan, "]");
}

static bool read_type(struct shlo__scan *scan, struct mlirbc_context *context, const struct mlirbc_type **out)
{
	const char *text;
	size_t size;
	return context && shlo__scan_until(scan, ",", &text, &size) &&
	       mlirbc_parse_type(context, text, size, out, NULL) == MLIRBC_OK;
}

static bool read_mode(struct shlo__scan *scan, int *out)
{
	const char *name;
	size_t size;
	bool whole = shlo__scan_take(scan, "#stablehlo.result_accuracy_mode<");
	if (!shlo__scan_word(scan, &name, &size) || (whole && !shlo__scan_take(scan, ">")))
		return false;
	*out = shlo__enum_value(SHLO__RESULT_ACCURACY_MODE, name, size);
	return *out >= 0;
}

static bool read_bool(struct shlo__scan *scan, bool *out)
{
	*out = shlo__scan_take(scan, "true");
	return *out || shlo__scan_take(scan, "false");
}

static bool read_value(const struct shlo__field *field, struct shlo__scan *scan, struct mlirbc_context *context,
	unsigned char *value, const char **why)
{
	void *at = value + field->offset;
	switch (field->kind) {
	case 'L':
	case 'l': return read_list(scan, at) || shlo__why(why, "expected a list of at most 64 integers, such as [0, 1]");
	case 'N':
	case 'n': return shlo__scan_int(scan, at) || shlo__why(why, "expected an integer");
	case 'D': return shlo__scan_double(scan, at) || shlo__why(why, "expected a floating-point number");
	case 'T': return read_type(scan, context, at) || shlo__why(why, "expected a type");
	case 'b': return read_bool(scan, at) || shlo__why(why, "expected true or false");
	default:
		return read_mode(scan, at) ||
		       shlo__why(why, "expected #stablehlo.result_accuracy_mode<DEFAULT>, <HIGHEST> or <TOLERANCE>");
	}
}

/* Fields that are written by every printer. */
static bool is_required(char kind) { return kind == 'n' || kind == 'l' || kind == 'T' || kind == 'b'; }

bool shlo__struct_of(const struct shlo__struct *form, struct mlirbc_context *context, const struct mlirbc_attr *attr, void *out,
	const char **why)
{
	struct mlirbc_string body;
	return shlo__attr_body(attr, form->dialect, form->mnemonic, &body)
		       ? shlo__struct_read(form, context, shlo__scan(body.data, body.size), out, why)
		       : shlo__why(why, "unexpected kind of attribute");
}

bool shlo__struct_read(const struct shlo__struct *form, struct mlirbc_context *context, struct shlo__scan scan, void *out,
	const char **why)
{
	unsigned seen = 0;
	memset(out, 0, form->size);
	while (!shlo__scan_done(&scan)) {
		const char *name;
		size_t size, i = 0;
		if (seen && !shlo__scan_take(&scan, ","))
			return shlo__why(why, "expected ',' or '>'");
		if (seen && shlo__scan_done(&scan))
			break; /* StableHLO accepts a comma behind the last field */
		if (!shlo__scan_word(&scan, &name, &size))
			return shlo__why(why, "expected the name of a field");
		while (form->fields[i].name && (strlen(form->fields[i].name) != size || memcmp(form->fields[i].name, name, size) != 0))
			i++;
		if (!form->fields[i].name)
			return shlo__why(why, "unknown field");
		if (seen & 1U << i)
			return shlo__why(why, "a field is given twice");
		if (!shlo__scan_take(&scan, "="))
			return shlo__why(why, "expected '='");
		if (!read_value(&form->fields[i], &scan, context, out, why))
			return false;
		seen |= 1U << i;
	}
	for (size_t i = 0; form->fields[i].name; i++) {
		if (is_required(form->fields[i].kind) && !(seen & 1U << i))
			return shlo__why(why, "a field is missing");
	}
	return true;
}

/* ---- writing */

void shlo__text_init(struct shlo__text *text, const struct mlirbc_context *context)
{
	text->allocator = mlirbc_context_allocator(context);
	text->data = text->few;
	text->capacity = sizeof text->few;
	text->size = 0;
	text->failed = false;
}

void shlo__text_finish(struct shlo__text *text)
{
	if (text->data != text->few)
		shlo__give(text->allocator, text->data, text->capacity);
}

void shlo__text_add(struct shlo__text *text, const char *data, size_t size)
{
	if (text->failed)
		return;
	if (text->capacity - text->size < size) {
		size_t capacity = (text->size + size) * 2;
		char *more = shlo__take(text->allocator, capacity);
		text->failed = !more;
		if (!more)
			return;
		memcpy(more, text->data, text->size);
		shlo__text_finish(text);
		text->data = more;
		text->capacity = capacity;
	}
	memcpy(text->data + text->size, data, size);
	text->size += size;
}

int shlo__text_put(void *text, const char *data, size_t size)
{
	shlo__text_add(text, data, size);
	return 0;
}

void shlo__text_puts(struct shlo__text *text, const char *data) { shlo__text_add(text, data, strlen(data)); }

void shlo__text_int(struct shlo__text *text, int64_t value)
{
	char number[24];
	shlo__text_add(text, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)value));
}

/* "[1, 2]" */
static void text_list(struct shlo__text *text, const struct shlo__dims *list)
{
	shlo__text_puts(text, "[");
	for (size_t i = 0; i < list->count; i++) {
		shlo__text_puts(text, i ? ", " : "");
		shlo__text_int(text, list->at[i]);
	}
	shlo__text_puts(text, "]");
}

const struct mlirbc_attr *shlo__text_attr(struct shlo__text *text, struct mlirbc_context *context, const char *dialect)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	if (!text->failed) {
		attr.u.dialect.dialect = mlirbc_string_get(context, dialect, strlen(dialect));
		attr.u.dialect.text = mlirbc_string_get(context, text->data, text->size);
	}
	shlo__text_finish(text);
	return attr.u.dialect.dialect && attr.u.dialect.text ? mlirbc_attr_get(context, &attr) : NULL;
}

void shlo__text_double(struct shlo__text *text, struct mlirbc_context *context, double value)
{
	char number[64];
	const struct mlirbc_attr *attr = mlirbc_attr_float(context, mlirbc_type_float(context, MLIRBC_F64), value);
	text->failed |= !attr;
	if (attr) {
		size_t size = mlirbc_attr_text(attr, number, sizeof number);
		text->failed |= size >= sizeof number;
		shlo__text_add(text, number, text->failed ? 0 : strcspn(number, " "));
	}
}

static void put_type(struct shlo__text *text, const struct mlirbc_type *type)
{
	char name[128];
	size_t size = type ? mlirbc_type_text(type, name, sizeof name) : 0;
	text->failed |= size == 0 || size >= sizeof name;
	shlo__text_puts(text, text->failed ? "" : name);
}

static bool is_left_out(const struct shlo__field *field, const void *at)
{
	switch (field->kind) {
	case 'L': return ((const struct shlo__dims *)at)->count == 0;
	case 'N': return *(const int64_t *)at == 0;
	case 'D': return !(*(const double *)at < 0) && !(*(const double *)at > 0);
	default: return false;
	}
}

static void put_value(struct shlo__text *text, struct mlirbc_context *context, char kind, const void *at)
{
	struct mlirbc_string name;
	switch (kind) {
	case 'L':
	case 'l': text_list(text, at); break;
	case 'N':
	case 'n': shlo__text_int(text, *(const int64_t *)at); break;
	case 'D': shlo__text_double(text, context, *(const double *)at); break;
	case 'T': put_type(text, *(const struct mlirbc_type *const *)at); break;
	case 'b': shlo__text_puts(text, *(const bool *)at ? "true" : "false"); break;
	default:
		shlo__text_puts(text, "#stablehlo.result_accuracy_mode<");
		text->failed |= !shlo__enum_name(SHLO__RESULT_ACCURACY_MODE, *(const int *)at, &name);
		shlo__text_add(text, name.data, name.size);
		shlo__text_puts(text, ">");
	}
}

void shlo__struct_put(
	const struct shlo__struct *form, struct mlirbc_context *context, struct shlo__text *text, const void *value)
{
	const char *comma = "";
	for (const struct shlo__field *field = form->fields; field->name; field++) {
		const void *at = (const unsigned char *)value + field->offset;
		if (is_left_out(field, at))
			continue;
		shlo__text_puts(text, comma);
		shlo__text_puts(text, field->name);
		shlo__text_puts(text, " = ");
		put_value(text, context, field->kind, at);
		comma = ", ";
	}
}

const struct mlirbc_attr *shlo__struct_attr(
	const struct shlo__struct *form, struct mlirbc_context *context, const void *value)
{
	struct shlo__text text;
	shlo__text_init(&text, context);
	shlo__text_puts(&text, form->mnemonic);
	shlo__text_puts(&text, "<");
	shlo__struct_put(form, context, &text, value);
	shlo__text_puts(&text, ">");
	return shlo__text_attr(&text, context, form->dialect);
}
