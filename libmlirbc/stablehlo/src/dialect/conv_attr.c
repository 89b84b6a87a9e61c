/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, and the form #stablehlo.conv<raw input_batch_dimension = 0, ...> of what
 * the lists cannot express; #stablehlo.bounds<3, ?>. */
#include "dialect/scan.h"
#include "dialect/struct_attr.h"

#include <string.h>

#define UNSET (-1)

/* The dimensions of one operand. */
struct part {
	char first, second; /* letters of the two dimensions that are not spatial */
	int64_t *at[2];
	struct shlo__dims *spatial;
};

static void parts_of(struct shlo__conv *conv, struct part out[3])
{
	out[0] = (struct part){ 'b', 'f', { &conv->input_batch_dimension, &conv->input_feature_dimension },
		&conv->input_spatial_dimensions };
	out[1] = (struct part){ 'i', 'o',
		{ &conv->kernel_input_feature_dimension, &conv->kernel_output_feature_dimension },
		&conv->kernel_spatial_dimensions };
	out[2] = (struct part){ 'b', 'f', { &conv->output_batch_dimension, &conv->output_feature_dimension },
		&conv->output_spatial_dimensions };
}

/* ---- reading */

/* One entry of a list: a letter, the number of a spatial dimension, or '?'. */
static bool read_entry(struct shlo__scan *scan, struct part *part, int64_t index, const char **why)
{
	char letters[2] = { part->first, part->second };
	int64_t number;
	for (size_t i = 0; i < 2; i++) {
		char word[2] = { letters[i], '\0' };
		if (!shlo__scan_take(scan, word))
			continue;
		if (*part->at[i] != UNSET)
			return shlo__why(why, "a dimension is given twice");
		*part->at[i] = index;
		return true;
	}
	if (shlo__scan_take(scan, "?"))
		return true;
	if (!shlo__scan_int(scan, &number) || number < 0 || number >= SHLO__MOST_DIMS)
		return shlo__why(why, "expected the number of a spatial dimension, or one of the letters b, f, i, o");
	if (part->spatial->at[number] != UNSET)
		return shlo__why(why, "a dimension is given twice");
	part->spatial->at[number] = index;
	if ((size_t)number >= part->spatial->count)
		part->spatial->count = (size_t)number + 1;
	return true;
}

static bool read_part(struct shlo__scan *scan, struct part *part, const char **why)
{
	int64_t index = 0;
	*part->at[0] = *part->at[1] = UNSET;
	part->spatial->count = 0;
	for (size_t i = 0; i < SHLO__MOST_DIMS; i++)
		part->spatial->at[i] = UNSET;
	if (!shlo__scan_take(scan, "["))
		return shlo__why(why, "expected '['");
	if (!shlo__scan_take(scan, "]")) {
		do {
			if (!read_entry(scan, part, index++, why))
				return false;
		} while (shlo__scan_take(scan, ","));
		if (!shlo__scan_take(scan, "]"))
			return shlo__why(why, "expected ',' or ']'");
	}
	if (*part->at[0] == UNSET || *part->at[1] == UNSET)
		return shlo__why(why, "one of the letters b, f, i, o is missing");
	for (size_t i = 0; i < part->spatial->count; i++) {
		if (part->spatial->at[i] == UNSET)
			return shlo__why(why, "the number of a spatial dimension is missing");
	}
	return true;
}

#define FIELD(name, kind) { #name, offsetof(struct shlo__conv, name), kind }
static const struct shlo__field raw_fields[] = { FIELD(input_batch_dimension, 'N'), FIELD(input_feature_dimension, 'N'),
	FIELD(input_spatial_dimensions, 'L'), FIELD(kernel_input_feature_dimension, 'N'),
	FIELD(kernel_output_feature_dimension, 'N'), FIELD(kernel_spatial_dimensions, 'L'),
	FIELD(output_batch_dimension, 'N'), FIELD(output_feature_dimension, 'N'), FIELD(output_spatial_dimensions, 'L'),
	{ NULL, 0, 0 } };
static const struct shlo__struct raw_struct = { "stablehlo", "conv", raw_fields, sizeof(struct shlo__conv) };

bool shlo__conv_of(const struct mlirbc_attr *attr, struct shlo__conv *out, const char **why)
{
	struct mlirbc_string body;
	struct part parts[3];
	if (!shlo__attr_body(attr, "stablehlo", "conv", &body))
		return shlo__why(why, "expected #stablehlo.conv<...>");
	struct shlo__scan scan = shlo__scan(body.data, body.size);
	if (shlo__scan_take(&scan, "raw"))
		return shlo__struct_read(&raw_struct, NULL, scan, out, why);
	parts_of(out, parts);
	if (!read_part(&scan, &parts[0], why))
		return false;
	if (!shlo__scan_take_char(&scan, 'x'))
		return shlo__why(why, "expected 'x'");
	if (!read_part(&scan, &parts[1], why))
		return false;
	if (!shlo__scan_take(&scan, "->"))
		return shlo__why(why, "expected '->'");
	return read_part(&scan, &parts[2], why) && (shlo__scan_done(&scan) || shlo__why(why, "expected '>'"));
}

/* ---- writing */

/* Which number or letter each dimension has; false: the list cannot express them. */
static bool order_of(const struct part *part, char letters[], int64_t numbers[], size_t *out_rank)
{
	size_t rank = part->spatial->count + 2;
	if (rank > SHLO__MOST_DIMS)
		return false;
	memset(letters, 0, rank);
	for (size_t i = 0; i < rank; i++) {
		int64_t index = i < 2 ? *part->at[i] : part->spatial->at[i - 2];
		if (index < 0 || (uint64_t)index >= rank || letters[index])
			return false;
		letters[index] = i == 0 ? part->first : i == 1 ? part->second : '0';
		numbers[index] = (int64_t)i - 2;
	}
	*out_rank = rank;
	return true;
}

static bool put_part(struct shlo__text *text, const struct part *part)
{
	char letters[SHLO__MOST_DIMS];
	int64_t numbers[SHLO__MOST_DIMS];
	size_t rank;
	if (!order_of(part, letters, numbers, &rank))
		return false;
	shlo__text_puts(text, "[");
	for (size_t i = 0; i < rank; i++) {
		shlo__text_puts(text, i ? ", " : "");
		if (letters[i] == '0')
			shlo__text_int(text, numbers[i]);
		else
			shlo__text_add(text, &letters[i], 1);
	}
	shlo__text_puts(text, "]");
	return true;
}

/* "[b, 0, f]x[0, i, o]->[b, 0, f]"; false: the lists cannot express it, and the text is incomplete. */
static bool conv_text(struct shlo__text *text, const struct shlo__conv *value)
{
	struct shlo__conv copy = *value;
	struct part parts[3];
	static const char *const before[] = { "", "x", "->" };
	parts_of(&copy, parts);
	for (size_t i = 0; i < 3; i++) {
		shlo__text_puts(text, before[i]);
		if (!put_part(text, &parts[i]))
			return false;
	}
	return true;
}

const struct mlirbc_attr *shlo__conv_attr(struct mlirbc_context *context, const struct shlo__conv *value)
{
	struct shlo__text text;
	shlo__text_init(&text, context);
	shlo__text_puts(&text, "conv<");
	size_t start = text.size;
	if (!conv_text(&text, value)) {
		text.size = start;
		shlo__text_puts(&text, "raw ");
		shlo__struct_put(&raw_struct, context, &text, value);
	}
	shlo__text_puts(&text, ">");
	return shlo__text_attr(&text, context, "stablehlo");
}

/* ---- bounds */

bool shlo__bounds_of(const struct mlirbc_attr *attr, struct shlo__dims *out, const char **why)
{
	struct mlirbc_string body;
	bool old = shlo__attr_body(attr, "stablehlo", "type_extensions", &body);
	if (!old && !shlo__attr_body(attr, "stablehlo", "bounds", &body))
		return shlo__why(why, "expected #stablehlo.bounds<...>");
	struct shlo__scan scan = shlo__scan(body.data, body.size);
	out->count = 0;
	if (old && (!shlo__scan_take(&scan, "bounds") || !shlo__scan_take(&scan, "=") || !shlo__scan_take(&scan, "[")))
		return shlo__why(why, "expected 'bounds = ['");
	if (!shlo__scan_done(&scan) && !(old && shlo__scan_take(&scan, "]"))) {
		do {
			if (out->count == SHLO__MOST_DIMS)
				return shlo__why(why, "more than 64 bounds");
			if (shlo__scan_take(&scan, "?"))
				out->at[out->count] = MLIRBC_DYNAMIC;
			else if (!shlo__scan_int(&scan, &out->at[out->count]))
				return shlo__why(why, "expected an integer or '?'");
			out->count++;
		} while (shlo__scan_take(&scan, ","));
		if (old && !shlo__scan_take(&scan, "]"))
			return shlo__why(why, "expected ']'");
	}
	return shlo__scan_done(&scan) || shlo__why(why, "expected ',' or '>'");
}

const struct mlirbc_attr *shlo__bounds_attr(struct mlirbc_context *context, const struct shlo__dims *value)
{
	struct shlo__text text;
	shlo__text_init(&text, context);
	shlo__text_puts(&text, "bounds<");
	for (size_t i = 0; i < value->count; i++) {
		shlo__text_puts(&text, i ? ", " : "");
		if (value->at[i] == MLIRBC_DYNAMIC)
			shlo__text_puts(&text, "?");
		else
			shlo__text_int(&text, value->at[i]);
	}
	shlo__text_puts(&text, ">");
	return shlo__text_attr(&text, context, "stablehlo");
}
