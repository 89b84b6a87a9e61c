/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hexadecimal data of dense<"0x...">. */
#include "text/parse/parser.h"
#include "support/hex.h"

enum { LARGE = 1 << 16 };

struct hex {
	size_t size;
	unsigned char *apart; /* NULL: the topmost of parser->bytes */
};

bool mlirbc__at_hex_string(const struct mlirbc_parser *parser)
{
	return parser->token.kind == TOKEN_STRING && mlirbc__token_size(&parser->token) >= 4 &&
	       memcmp(parser->token.start, "\"0x", 3) == 0;
}

/* The bytes of a "0x..." token: pushed on parser->bytes; large data is stored in the context instead. */
static bool parse_hex_bytes(struct mlirbc_parser *parser, bool apart, struct hex *out)
{
	const char *p = parser->token.start + 3, *end = parser->token.end - 1;
	out->size = (size_t)(end - p) / 2;
	out->apart = apart && out->size >= LARGE ? mlirbc__alloc(parser->context, out->size, 1) : NULL;
	unsigned char *to = out->apart ? out->apart : mlirbc__push(parser, &parser->bytes, out->size);
	if (!to)
		return false;
	if ((end - p) % 2 != 0 || !mlirbc__hex_decode(p, out->size, to))
		return mlirbc__error_at(
			parser, &parser->token, "elements hex string only contains hex digits, in pairs");
	mlirbc__advance(parser);
	return true;
}

/* Expands bits to a byte each; if all are equal, to a single byte of ones or zeros. */
static bool unpack_bits(struct mlirbc_parser *parser, size_t first, uint64_t count, bool *out_splat)
{
	size_t packed = parser->bytes.count - first;
	unsigned char byte = packed == 1 ? parser->bytes.data[first] : 0;
	*out_splat = packed == 1 && (byte == 0xFF || (byte == 0 && count > 8));
	if (*out_splat) {
		parser->bytes.data[first] = byte & 1;
		return true;
	}
	if (count > SIZE_MAX - 7 || (count + 7) / 8 != packed || !mlirbc__push(parser, &parser->bytes, (size_t)count))
		return false;
	unsigned char *to = parser->bytes.data + first + packed;
	const unsigned char *from = parser->bytes.data + first;
	for (size_t i = 0; i < count; i++)
		to[i] = from[i / 8] >> (i % 8) & 1;
	memmove(parser->bytes.data + first, to, (size_t)count);
	parser->bytes.count = first + (size_t)count;
	return true;
}

/* Whether that many bytes are `count` elements, or one splat. */
static bool hex_fits(const struct mlirbc_type *element, size_t size, uint64_t count, bool *out_splat)
{
	bool pair = element->kind == MLIRBC_TYPE_COMPLEX;
	const struct mlirbc_type *part = pair ? element->u.shaped.element : element;
	size_t each = ((size_t)mlirbc_type_width(part) + 7) / 8 * (pair ? 2 : 1);
	*out_splat = size == each && count != 1;
	return *out_splat || (each && size / each == count && size % each == 0);
}

/* Clears bits beyond the element's width, so that equal elements have equal bytes. */
static void clear_spare_bits(const struct mlirbc_type *element, unsigned char *data, size_t size)
{
	uint32_t width = mlirbc_type_width(element->kind == MLIRBC_TYPE_COMPLEX ? element->u.shaped.element : element);
	size_t each = ((size_t)width + 7) / 8;
	for (size_t at = each; width % 8 && at <= size; at += each)
		data[at - 1] = (unsigned char)(data[at - 1] & ((1u << (width % 8)) - 1));
}

bool mlirbc__parse_hex(struct mlirbc_parser *parser, const struct mlirbc__token *place, const struct mlirbc_type *type,
	const struct mlirbc_attr **out)
{
	size_t first = parser->bytes.count;
	struct hex hex;
	uint64_t count;
	const struct mlirbc_type *element = type->u.shaped.element;
	bool is_bits = element->kind == MLIRBC_TYPE_INTEGER && element->u.integer.width == 1, splat;
	if (!mlirbc__static_elements(type, &count) || !parse_hex_bytes(parser, !is_bits, &hex))
		return false;
	if (!(is_bits ? unpack_bits(parser, first, count, &splat) : hex_fits(element, hex.size, count, &splat)))
		return parser->status == MLIRBC_OK &&
		       mlirbc__error_at(parser, place, "elements hex data size is invalid for provided type");
	if (!is_bits)
		clear_spare_bits(element, hex.apart ? hex.apart : parser->bytes.data + first, hex.size);
	struct mlirbc_attr attr = {
		.kind = MLIRBC_ATTR_DENSE, .type = type, .u.dense = { hex.apart, hex.size, splat ? 1 : count, splat }
	};
	if (!hex.apart) {
		attr.u.dense.data = parser->bytes.data + first;
		attr.u.dense.size = is_bits ? (size_t)attr.u.dense.count : hex.size;
	}
	*out = hex.apart ? mlirbc__attr_borrow(parser->context, &attr) : mlirbc_attr_get(parser->context, &attr);
	parser->bytes.count = first;
	return *out || mlirbc__no_memory(parser);
}
