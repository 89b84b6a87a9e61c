/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integer and float literals. */
#include "support/float_format.h"
#include "text/parse/parser.h"

/* Conversion from decimal takes quadratic time: longer literals must be hexadecimal. */
enum { MAX_DIGITS = 20000 };

static bool out_of_range(struct mlirbc_parser *parser, const struct mlirbc__token *token)
{
	return mlirbc__error_at(parser, token, "integer constant out of range for attribute");
}

static bool is_hex(const struct mlirbc__token *token)
{
	return token->end - token->start > 2 && token->start[1] == 'x';
}

static uint32_t digit_value(char c) { return (uint32_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10); }

/* The magnitude of an integer token; false after an error, or if it does not fit in the words. */
static bool magnitude(struct mlirbc_parser *parser, const struct mlirbc__token *token, uint64_t *words, size_t count)
{
	const char *p = token->start, *end = token->end;
	memset(words, 0, count * sizeof *words);
	if (is_hex(token)) {
		p += 2;
		while (p < end && *p == '0')
			p++;
		if ((size_t)(end - p) > count * 16)
			return out_of_range(parser, token);
		for (size_t i = 0; end > p; i++)
			words[i / 16] |= (uint64_t)digit_value(*--end) << (i % 16 * 4);
		return true;
	}
	if (end - p <= 19) {
		for (; p < end; p++)
			words[0] = words[0] * 10 + (uint64_t)(*p - '0');
		return true;
	}
	if (end - p > MAX_DIGITS)
		return mlirbc__limit_at(parser, token, "decimal literal of more than %d digits", MAX_DIGITS);
	while (p < end) {
		uint32_t chunk = 0, scale = 1;
		for (int i = 0; i < 9 && p < end; i++, p++, scale *= 10)
			chunk = chunk * 10 + (uint32_t)(*p - '0');
		if (mlirbc__words_mul_add(words, count, scale, chunk))
			return out_of_range(parser, token);
	}
	return true;
}

static bool bit_at(const uint64_t *words, uint32_t bit) { return words[bit / 64] >> (bit % 64) & 1; }

/* Whether any bit from `from` on is set. */
static bool any_bit(const uint64_t *words, size_t count, uint32_t from)
{
	size_t first = from / 64;
	if (first >= count)
		return false;
	if (words[first] >> (from % 64))
		return true;
	for (size_t i = first + 1; i < count; i++) {
		if (words[i])
			return true;
	}
	return false;
}

static void negate(uint64_t *words, size_t count, uint32_t width)
{
	uint64_t carry = 1;
	for (size_t i = 0; i < count; i++) {
		words[i] = ~words[i] + carry;
		carry = carry && words[i] == 0;
	}
	if (width % 64)
		words[width / 64] &= (UINT64_C(1) << (width % 64)) - 1;
}

/* Signless types accept the signed and the unsigned range. */
static bool integer_bits(struct mlirbc_parser *parser, const struct mlirbc_type *type,
	const struct mlirbc__token *token, bool negative, uint64_t *words, size_t count)
{
	uint32_t width = mlirbc_type_width(type);
	bool is_signed = type->kind == MLIRBC_TYPE_INDEX || type->u.integer.signedness == MLIRBC_SIGNED;
	if (negative && type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.signedness == MLIRBC_UNSIGNED)
		return mlirbc__error_at(parser, token, "negative integer literal not valid for unsigned integer type");
	if (!magnitude(parser, token, words, count))
		return false;
	if (any_bit(words, count, width) || (width == 0 && negative))
		return out_of_range(parser, token);
	if (width == 0)
		return true;
	if (negative)
		negate(words, count, width);
	bool sign = bit_at(words, width - 1);
	return (negative ? sign : !is_signed || !sign) || out_of_range(parser, token);
}

bool mlirbc__number_bits(struct mlirbc_parser *parser, const struct mlirbc_type *type,
	const struct mlirbc__token *token, bool negative, uint64_t *words, size_t word_count)
{
	if (type->kind != MLIRBC_TYPE_FLOAT) {
		if (token->kind == TOKEN_FLOAT)
			return mlirbc__error_at(parser, token, "expected integer elements, but parsed floating-point");
		return integer_bits(parser, type, token, negative, words, word_count);
	}
	if (token->kind == TOKEN_FLOAT) {
		uint64_t both[2];
		mlirbc__float_from_text(type->u.float_kind, negative, token->start, mlirbc__token_size(token), both);
		memcpy(words, both, word_count * sizeof *words);
		return true;
	}
	if (!is_hex(token))
		return mlirbc__error_at(parser, token, "unexpected decimal integer literal for a floating point value");
	if (negative)
		return mlirbc__error_at(parser, token, "hexadecimal float literal should not have a leading minus");
	if (!magnitude(parser, token, words, word_count))
		return false;
	return !any_bit(words, word_count, mlirbc_type_width(type)) ||
	       mlirbc__error_at(parser, token, "hexadecimal float constant out of range for type");
}

static enum mlirbc__step make_number(
	struct mlirbc_parser *parser, const struct mlirbc__token *token, bool negative, const struct mlirbc_type *type)
{
	bool is_float = type->kind == MLIRBC_TYPE_FLOAT;
	const struct mlirbc__token *wrong = NULL;
	if (!is_float && token->kind == TOKEN_FLOAT)
		wrong = &parser->token;
	else if (!is_float && type->kind != MLIRBC_TYPE_INTEGER && type->kind != MLIRBC_TYPE_INDEX)
		wrong = token;
	if (wrong) {
		mlirbc__error_at(parser, wrong, "%s not valid for specified type",
			wrong == token ? "integer literal" : "floating point value");
		return STEP_FAILED;
	}
	uint64_t few[2], *words = few;
	size_t count = ((size_t)mlirbc_type_width(type) + 63) / 64;
	count += count == 0;
	if (count > 2 && !(words = MLIRBC__NEW_ARRAY(parser->context, uint64_t, count)))
		return mlirbc__value(parser, NULL);
	if (!mlirbc__number_bits(parser, type, token, negative, words, count))
		return STEP_FAILED;
	struct mlirbc_attr attr = {
		.kind = is_float ? MLIRBC_ATTR_FLOAT : MLIRBC_ATTR_INTEGER, .type = type, .u.number = { words, count }
	};
	return mlirbc__value(parser, mlirbc_attr_get(parser->context, &attr));
}

static enum mlirbc__step type_of_number(struct mlirbc_parser *parser, struct mlirbc__frame *frame)
{
	return make_number(parser, &frame->place, frame->u.negative, parser->made);
}

/* The type after the ':' of a number; read directly if it is a single word. */
static enum mlirbc__step begin_type_of(struct mlirbc_parser *parser, const struct mlirbc__token *token, bool negative)
{
	const struct mlirbc_type *type = NULL;
	int simple = 0;
	if (parser->token.kind == TOKEN_WORD) {
		if (!mlirbc__enter(parser))
			return STEP_FAILED;
		simple = mlirbc__simple_type(parser, &type);
		mlirbc__leave(parser);
	}
	if (simple != 0)
		return simple > 0 ? make_number(parser, token, negative, type) : STEP_FAILED;
	struct mlirbc__frame *frame = mlirbc__frame_push(parser, type_of_number);
	if (!frame)
		return STEP_FAILED;
	frame->place = *token;
	frame->u.negative = negative;
	return STEP_TYPE;
}

enum mlirbc__step mlirbc__begin_number(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	bool negative = mlirbc__take(parser, '-');
	struct mlirbc__token token = parser->token;
	if (token.kind != TOKEN_INTEGER && token.kind != TOKEN_FLOAT) {
		mlirbc__error_at(parser, &token, "expected constant integer or floating point value");
		return STEP_FAILED;
	}
	mlirbc__advance(parser);
	if (!type && mlirbc__take(parser, ':'))
		return begin_type_of(parser, &token, negative);
	if (!type)
		type = token.kind == TOKEN_FLOAT ? mlirbc_type_float(parser->context, MLIRBC_F64)
						 : mlirbc_type_integer(parser->context, 64, MLIRBC_SIGNLESS);
	return type ? make_number(parser, &token, negative, type) : mlirbc__value(parser, NULL);
}

bool mlirbc__parse_element(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	uint32_t width = mlirbc_type_width(type);
	size_t size = ((size_t)width + 7) / 8, count = ((size_t)width + 63) / 64;
	uint64_t few[2] = { 0 }, *words = few;
	bool negative = mlirbc__take(parser, '-');
	struct mlirbc__token token = parser->token;
	count += count == 0;
	size += size == 0; /* i0: a byte, like i1 */
	if (count > 2 && !(words = MLIRBC__NEW_ARRAY(parser->context, uint64_t, count)))
		return mlirbc__no_memory(parser);
	if (token.kind == TOKEN_INTEGER || token.kind == TOKEN_FLOAT) {
		if (!mlirbc__number_bits(parser, type, &token, negative, words, count))
			return false;
	} else if (!negative && (mlirbc__at_word(parser, "true") || mlirbc__at_word(parser, "false"))) {
		if (type->kind != MLIRBC_TYPE_INTEGER || width != 1)
			return mlirbc__error_at(parser, &token, "expected i1 type for 'true' or 'false' values");
		words[0] = *token.start == 't';
	} else {
		const bool special = mlirbc__at_word(parser, "nan") || mlirbc__at_word(parser, "NaN") || mlirbc__at_word(parser, "inf");
		return mlirbc__error_at(parser, &token, special ? "expected element literal of primitive type; NaN and infinities are written as bits: "
			"0x7FC00000 and 0x7F800000 of f32" : "expected element literal of primitive type");
	}
	mlirbc__advance(parser);
	unsigned char *to = mlirbc__push(parser, &parser->bytes, size);
	for (size_t i = 0; to && i < size; i++)
		to[i] = (unsigned char)(words[i / 8] >> (i % 8 * 8));
	return to != NULL;
}
