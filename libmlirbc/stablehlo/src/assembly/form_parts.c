/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of formats that have their own syntax ('+' in assembly/form.h). */
#include "assembly/form.h"
#include "dialect/struct_attr.h"

#include <stdio.h>

#define PROPERTY shlo__property

/* ---- [1:4, 0:8:2] of a slice: start, limit, stride */

static bool parse_ranges(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct shlo__dims start, limit, stride;
	size_t count = 0;
	if (!mlirbc_parser_expect(parser, "["))
		return false;
	while (!mlirbc_parser_at(parser, "]")) {
		if (count == SHLO__MOST_DIMS)
			return mlirbc_parser_error(parser, "more than %d ranges", SHLO__MOST_DIMS);
		stride.at[count] = 1;
		if ((count && !mlirbc_parser_expect(parser, ",")) || !mlirbc_parser_int64(parser, &start.at[count]) ||
			!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_int64(parser, &limit.at[count]) ||
			(mlirbc_parser_try(parser, ":") && !mlirbc_parser_int64(parser, &stride.at[count])))
			return false;
		count++;
	}
	start.count = limit.count = stride.count = count;
	return mlirbc_parser_expect(parser, "]") && shlo__add_dims(parser, op, "start_indices", &start) &&
	       shlo__add_dims(parser, op, "limit_indices", &limit) && shlo__add_dims(parser, op, "strides", &stride);
}

static bool get_ranges(const struct mlirbc_op *op, struct shlo__dims out[3])
{
	return shlo__is_i64s(PROPERTY(op, "start_indices"), &out[0]) &&
	       shlo__is_i64s(PROPERTY(op, "limit_indices"), &out[1]) &&
	       shlo__is_i64s(PROPERTY(op, "strides"), &out[2]) && out[0].count == out[1].count &&
	       out[0].count == out[2].count;
}

static void print_ranges(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	struct shlo__dims ranges[3];
	(void)get_ranges(op, ranges);
	mlirbc_printer_text(printer, " [");
	for (size_t i = 0; i < ranges[0].count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_integer(printer, ranges[0].at[i]);
		mlirbc_printer_text(printer, ":");
		mlirbc_printer_integer(printer, ranges[1].at[i]);
		if (ranges[2].at[i] == 1)
			continue;
		mlirbc_printer_text(printer, ":");
		mlirbc_printer_integer(printer, ranges[2].at[i]);
	}
	mlirbc_printer_text(printer, "]");
}

/* ---- e8m10: bits of exponent and mantissa */

/* A decimal number of up to nine digits behind a letter. */
static const char *parse_bits(const char *at, const char *end, char letter, uint64_t *out)
{
	const char *from = at + 1;
	if (at == end || *at != letter)
		return NULL;
	for (*out = 0, at++; at < end && *at >= '0' && *at <= '9' && at - from < 9; at++)
		*out = *out * 10 + (uint64_t)(*at - '0');
	return at == from ? NULL : at;
}

static bool parse_bits_pair(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const char expected[] = "expected bits of exponent and mantissa, as e8m10";
	const struct mlirbc_type *type = mlirbc_type_integer(mlirbc_parser_context(parser), 32, MLIRBC_SIGNLESS);
	struct mlirbc_string word;
	uint64_t exponent, mantissa;
	if (!mlirbc_parser_at_word(parser))
		return mlirbc_parser_error(parser, "%s", expected);
	if (!mlirbc_parser_word(parser, &word))
		return false;
	const char *end = word.data + word.size, *at = parse_bits(word.data, end, 'e', &exponent);
	if (!at || parse_bits(at, end, 'm', &mantissa) != end)
		return mlirbc_parser_error(
			parser, "%s, found '%.*s'", expected, (int)(word.size < 40 ? word.size : 40), word.data);
	if (!type)
		return mlirbc_parser_no_memory(parser);
	return mlirbc_parser_add_attr(parser, op, "exponent_bits",
		       mlirbc_attr_integer(mlirbc_parser_context(parser), type, exponent)) &&
	       mlirbc_parser_add_attr(
		       parser, op, "mantissa_bits", mlirbc_attr_integer(mlirbc_parser_context(parser), type, mantissa));
}

static bool get_bits(const struct mlirbc_op *op, int64_t out[2])
{
	static const char *const names[] = { "exponent_bits", "mantissa_bits" };
	for (int i = 0; i < 2; i++) {
		const struct mlirbc_attr *attr = PROPERTY(op, names[i]);
		if (!shlo__int_of(attr, &out[i]) || out[i] < 0 || out[i] > 999999999 ||
			attr->type->u.integer.width != 32)
			return false;
	}
	return true;
}

static void print_bits(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	int64_t bits[2];
	(void)get_bits(op, bits);
	mlirbc_printer_text(printer, " e");
	mlirbc_printer_integer(printer, bits[0]);
	mlirbc_printer_text(printer, "m");
	mlirbc_printer_integer(printer, bits[1]);
}

/* ---- @target of a custom call */

static bool parse_target(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *symbol;
	if (!mlirbc_parser_symbol(parser, &symbol))
		return false;
	if (symbol->kind != MLIRBC_ATTR_SYMBOL || symbol->u.symbol.count)
		return mlirbc_parser_error(parser, "expected '@' and the name of the target");
	return mlirbc_parser_add_attr(parser, op, "call_target_name",
		mlirbc_attr_string(
			mlirbc_parser_context(parser), symbol->u.symbol.root->data, symbol->u.symbol.root->size));
}

/* A symbol cannot be empty. */
static const struct mlirbc_attr *get_target(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = PROPERTY(op, "call_target_name");
	return name && name->kind == MLIRBC_ATTR_STRING && !name->type && name->u.string->size ? name : NULL;
}

/* ---- dot: batching_dims = [0] x [0], contracting_dims = [2] x [1] */

static bool parse_pair(struct mlirbc_parser *parser, const char *word, struct shlo__dims *lhs, struct shlo__dims *rhs)
{
	return mlirbc_parser_expect(parser, word) && mlirbc_parser_expect(parser, "=") &&
	       shlo__parse_dims(parser, lhs) && mlirbc_parser_expect(parser, "x") && shlo__parse_dims(parser, rhs);
}

static bool parse_dot(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct shlo__dot dot;
	dot.lhs_batching_dimensions.count = dot.rhs_batching_dimensions.count = 0;
	if (mlirbc_parser_at(parser, "batching_dims") &&
		(!parse_pair(parser, "batching_dims", &dot.lhs_batching_dimensions, &dot.rhs_batching_dimensions) ||
			!mlirbc_parser_expect(parser, ",")))
		return false;
	return parse_pair(
		       parser, "contracting_dims", &dot.lhs_contracting_dimensions, &dot.rhs_contracting_dimensions) &&
	       mlirbc_parser_add_attr(
		       parser, op, "dot_dimension_numbers", shlo__dot_attr(mlirbc_parser_context(parser), &dot));
}

static void print_pair(
	struct mlirbc_printer *printer, const char *word, const struct shlo__dims *lhs, const struct shlo__dims *rhs)
{
	mlirbc_printer_text(printer, word);
	shlo__print_dims(printer, lhs);
	mlirbc_printer_text(printer, " x ");
	shlo__print_dims(printer, rhs);
}

static void print_dot(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	struct shlo__dot dot;
	(void)shlo__dot_of(PROPERTY(op, "dot_dimension_numbers"), &dot, NULL);
	if (dot.lhs_batching_dimensions.count || dot.rhs_batching_dimensions.count) {
		print_pair(printer, " batching_dims = ", &dot.lhs_batching_dimensions, &dot.rhs_batching_dimensions);
		mlirbc_printer_text(printer, ",");
	}
	print_pair(printer, " contracting_dims = ", &dot.lhs_contracting_dimensions, &dot.rhs_contracting_dimensions);
}

/* ---- precision = [HIGH, HIGH] */

static bool parse_precisions(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *values[SHLO__MOST_DIMS];
	size_t count = 0;
	if (!mlirbc_parser_expect(parser, "["))
		return false;
	while (!mlirbc_parser_at(parser, "]")) {
		if (count == SHLO__MOST_DIMS)
			return mlirbc_parser_error(parser, "more than %d precisions", SHLO__MOST_DIMS);
		if ((count && !mlirbc_parser_expect(parser, ",")) ||
			!shlo__parse_enum(parser, SHLO__PRECISION, "stablehlo", &values[count++]))
			return false;
	}
	return mlirbc_parser_expect(parser, "]") &&
	       mlirbc_parser_add_attr(
		       parser, op, "precision_config", mlirbc_attr_array(mlirbc_parser_context(parser), values, count));
}

static bool are_precisions(const struct mlirbc_attr *attr)
{
	if (!attr || attr->kind != MLIRBC_ATTR_ARRAY || attr->u.array.count > SHLO__MOST_DIMS)
		return false;
	for (size_t i = 0; i < attr->u.array.count; i++) {
		if (shlo__enum_of(SHLO__PRECISION, attr->u.array.data[i]) < 0)
			return false;
	}
	return true;
}

static void print_precisions(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = PROPERTY(op, "precision_config");
	mlirbc_printer_text(printer, " [");
	for (size_t i = 0; i < attr->u.array.count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		shlo__print_enum(printer, SHLO__PRECISION, attr->u.array.data[i]);
	}
	mlirbc_printer_text(printer, "]");
}

/* ---- algorithm = <lhs_precision_type = tf32, ...> */

/* The value of a field; the parts of an algorithm are all there, in the order of the struct. */
static bool parse_field(struct mlirbc_parser *parser, char kind, void *out)
{
	bool *flag = out;
	switch (kind) {
	case 'T': return mlirbc_parser_type(parser, out);
	case 'n': return mlirbc_parser_int64(parser, out);
	default:
		*flag = mlirbc_parser_try(parser, "true");
		return *flag || mlirbc_parser_try(parser, "false") || mlirbc_parser_error(parser, "expected true or false");
	}
}

static bool parse_algorithm(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct shlo__algorithm algorithm;
	const char *before = "<";
	for (const struct shlo__field *field = shlo__algorithm_struct.fields; field->name; field++, before = ",") {
		if (!mlirbc_parser_expect(parser, before) || !mlirbc_parser_expect(parser, field->name) ||
			!mlirbc_parser_expect(parser, "=") ||
			!parse_field(parser, field->kind, (unsigned char *)&algorithm + field->offset))
			return false;
	}
	return mlirbc_parser_expect(parser, ">") && mlirbc_parser_add_attr(parser, op, "algorithm",
							    shlo__algorithm_attr(mlirbc_parser_context(parser), &algorithm));
}

/* The text behind "dot_algorithm", or NULL. */
static const char *algorithm_text(const struct mlirbc_op *op, size_t *out_size)
{
	struct mlirbc_string body;
	if (!shlo__attr_body(PROPERTY(op, "algorithm"), "stablehlo", "dot_algorithm", &body))
		return NULL;
	*out_size = body.size + 2;
	return body.data - 1;
}

static void print_algorithm(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	size_t size = 0;
	const char *text = algorithm_text(op, &size);
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_bytes(printer, text, size);
}

/* ---- */

bool shlo__parse_part(struct mlirbc_parser *parser, struct mlirbc_op_state *op, char part)
{
	switch (part) {
	case 'c': return shlo__parse_conv(parser, op);
	case 'd': return parse_dot(parser, op);
	case 'e': return parse_bits_pair(parser, op);
	case 'g': return parse_algorithm(parser, op);
	case 'p': return parse_precisions(parser, op);
	case 'r': return parse_ranges(parser, op);
	default: return parse_target(parser, op);
	}
}

bool shlo__part_fits(const struct mlirbc_op *op, char part)
{
	struct shlo__dims ranges[3];
	struct shlo__dot dot;
	const struct mlirbc_attr *value;
	int64_t bits[2];
	size_t size;
	switch (part) {
	case 'c': return shlo__conv_fits(op);
	case 'd': return shlo__dot_of(PROPERTY(op, "dot_dimension_numbers"), &dot, NULL);
	case 'e': return get_bits(op, bits);
	case 'g': return algorithm_text(op, &size) != NULL;
	case 'p': return are_precisions(PROPERTY(op, "precision_config"));
	case 'r': return get_ranges(op, ranges);
	case 'w':
		value = PROPERTY(op, "value");
		return value && value->type && op->operand_count == 1 && op->result_count == 0 &&
		       mlirbc_op_operands(op)[0].value->type == value->type;
	default: return get_target(op) != NULL;
	}
}

void shlo__print_part(struct mlirbc_printer *printer, const struct mlirbc_op *op, char part)
{
	switch (part) {
	case 'c': shlo__print_conv(printer, op); return;
	case 'd': print_dot(printer, op); return;
	case 'e': print_bits(printer, op); return;
	case 'g': print_algorithm(printer, op); return;
	case 'p': print_precisions(printer, op); return;
	case 'r': print_ranges(printer, op); return;
	case 'w':
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_attr(printer, PROPERTY(op, "value"));
		return;
	default: mlirbc_printer_text(printer, " "); mlirbc_printer_symbol(printer, get_target(op)->u.string);
	}
}

const char *shlo__part_names(char part)
{
	switch (part) {
	case 'c': return "dimension_numbers window_strides padding lhs_dilation rhs_dilation window_reversal ";
	case 'd': return "dot_dimension_numbers ";
	case 'e': return "exponent_bits mantissa_bits ";
	case 'g': return "algorithm ";
	case 'p': return "precision_config ";
	case 'r': return "start_indices limit_indices strides ";
	case 'w': return "value ";
	default: return "call_target_name ";
	}
}
