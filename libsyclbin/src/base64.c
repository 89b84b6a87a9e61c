/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The base64 of property sets: the usual alphabet and no padding, but the first character holds the low six bits.
 * Three bytes take four characters; a remainder of one byte takes two, of two bytes three. */
#include "internal.h"

#include <string.h>

static const char alphabet[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Value of a character; WRONG if the character is not in the alphabet. */
enum { WRONG = 0xFF };
#define ROW(a, b, c, d, e, f, g, h) a, b, c, d, e, f, g, h
#define WRONG8 ROW(WRONG, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG)
static const uint8_t values[256] = {
	WRONG8, WRONG8, WRONG8, WRONG8, WRONG8,
	ROW(WRONG, WRONG, WRONG, 62, WRONG, WRONG, WRONG, 63),
	ROW(52, 53, 54, 55, 56, 57, 58, 59), ROW(60, 61, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG),
	ROW(WRONG, 0, 1, 2, 3, 4, 5, 6), ROW(7, 8, 9, 10, 11, 12, 13, 14), ROW(15, 16, 17, 18, 19, 20, 21, 22),
	ROW(23, 24, 25, WRONG, WRONG, WRONG, WRONG, WRONG),
	ROW(WRONG, 26, 27, 28, 29, 30, 31, 32),
	ROW(33, 34, 35, 36, 37, 38, 39, 40),
	ROW(41, 42, 43, 44, 45, 46, 47, 48),
	ROW(49, 50, 51, WRONG, WRONG, WRONG, WRONG, WRONG),
	WRONG8, WRONG8, WRONG8, WRONG8, WRONG8, WRONG8, WRONG8, WRONG8,
	WRONG8, WRONG8, WRONG8, WRONG8, WRONG8, WRONG8, WRONG8, WRONG8,
};

size_t syclbin_base64_length(size_t size)
{
	size_t left = size % 3;
	if (size / 3 > (SIZE_MAX - 4) / 4)
		return SIZE_MAX;
	return size / 3 * 4 + (left ? left + 1 : 0);
}

void syclbin_base64_encode(const void *data, size_t size, char *out)
{
	const uint8_t *p = data;
	for (; size >= 3; size -= 3, p += 3) {
		uint32_t group = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
		for (unsigned i = 0; i < 4; i++, group >>= 6)
			*out++ = alphabet[group & 63];
	}
	if (size) {
		uint32_t group = (uint32_t)p[0] | (size > 1 ? (uint32_t)p[1] << 8 : 0);
		for (size_t i = 0; i <= size; i++, group >>= 6)
			*out++ = alphabet[group & 63];
	}
}

/* Returns the position of the first invalid character of a text. */
static size_t wrong_at(const char *text, size_t size)
{
	size_t i = 0;
	while (i < size && values[(uint8_t)text[i]] != WRONG)
		i++;
	return i;
}

/* Decodes a text of valid length. @return whether all characters are valid */
static bool decode(const char *text, size_t size, uint8_t *out)
{
	uint32_t seen = 0;
	const uint8_t *p = (const uint8_t *)text;
	for (; size >= 4; size -= 4, p += 4, out += 3) {
		uint32_t a = values[p[0]], b = values[p[1]], c = values[p[2]], d = values[p[3]];
		uint32_t group = a | b << 6 | c << 12 | d << 18;
		seen |= a | b | c | d;
		out[0] = (uint8_t)group;
		out[1] = (uint8_t)(group >> 8);
		out[2] = (uint8_t)(group >> 16);
	}
	uint32_t group = 0;
	for (size_t i = 0; i < size; i++) {
		seen |= values[p[i]];
		group |= (uint32_t)values[p[i]] << (6 * i);
	}
	for (size_t i = 0; i + 1 < size; i++, group >>= 8)
		*out++ = (uint8_t)group;
	return !(seen & 0xC0); /* only WRONG has any of these bits set */
}

enum syclbin_status syclbin_base64_decode(const char *text, size_t size, void *out, size_t *out_size,
	struct syclbin_diag *diag)
{
	*out_size = 0;
	if (size % 4 == 1)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BASE64_LENGTH, 0,
			"base64 of %zu characters: a length of 1 modulo 4 is invalid", size);
	if (!decode(text, size, out))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BASE64_CHARACTER, wrong_at(text, size),
			"not a base64 character");
	*out_size = size / 4 * 3 + (size % 4 ? size % 4 - 1 : 0);
	return SYCLBIN_OK;
}

/* Returns byte `index` of the decoded text: the 8 bytes of the count, then the payload. */
static bool byte_at(const struct syclbin_value *value, uint64_t index, uint8_t *out)
{
	uint64_t first = index / 3 * 4 + index % 3;
	unsigned shift = (unsigned)(index % 3) * 2;
	if (first + 1 >= value->text.size)
		return false;
	const uint8_t *p = (const uint8_t *)value->text.data + first;
	uint32_t low = values[p[0]], high = values[p[1]];
	*out = (uint8_t)(low >> shift | high << (6 - shift));
	return low != WRONG && high != WRONG;
}

bool syclbin_value_byte(const struct syclbin_value *value, uint64_t index, uint8_t *out)
{
	*out = 0;
	return index < value->size && byte_at(value, index + 8, out);
}

/* Returns word `index`, of `size` bytes. */
static bool word_at(const struct syclbin_value *value, uint64_t index, unsigned size, uint64_t *out)
{
	*out = 0;
	if (index >= value->size / size)
		return false;
	for (unsigned i = 0; i < size; i++) {
		uint8_t byte;
		if (!byte_at(value, index * size + i + 8, &byte))
			return false;
		*out |= (uint64_t)byte << 8 * i;
	}
	return true;
}

bool syclbin_value_u32(const struct syclbin_value *value, uint64_t index, uint32_t *out)
{
	uint64_t word;
	bool found = word_at(value, index, 4, &word);
	*out = (uint32_t)word;
	return found;
}

bool syclbin_value_u64(const struct syclbin_value *value, uint64_t index, uint64_t *out)
{
	return word_at(value, index, 8, out);
}

bool syclbin_value_bit(const struct syclbin_value *value, uint64_t index, bool *out)
{
	uint8_t byte = 0;
	bool found = index < value->bits && syclbin_value_byte(value, index / 8, &byte);
	*out = found && (byte >> index % 8 & 1);
	return found;
}

bool syclbin_value_equal(const struct syclbin_value *value, const void *data, size_t size)
{
	const uint8_t *p = data;
	if (value->bits != (uint64_t)size * 8)
		return false;
	for (size_t i = 0; i < size; i++) {
		uint8_t byte;
		if (!syclbin_value_byte(value, i, &byte) || byte != p[i])
			return false;
	}
	return true;
}

/* The payload begins at byte 8, in the middle of a group of three. One byte is encoded singly, then whole groups. */
enum syclbin_status syclbin_value_copy(const struct syclbin_value *value, void *buffer, size_t capacity,
	struct syclbin_diag *diag)
{
	uint8_t *out = buffer;
	uint64_t single = value->size < 1 ? value->size : 1;
	bool good = true;
	if (value->size > capacity)
		return syclbin__fail(diag, SYCLBIN_E_ARG, SYCLBIN_C_NONE, value->offset,
			"a value of %llu bytes, room for %zu", (unsigned long long)value->size, capacity);
	for (uint64_t i = 0; i < single; i++)
		good = byte_at(value, i + 8, &out[i]) && good;
	if (value->size > single) {
		uint64_t left = value->size - single; /* byte 9 of the decoded text begins at character 12 */
		uint64_t characters = left / 3 * 4 + (left % 3 ? left % 3 + 1 : 0);
		good = decode(value->text.data + 12, (size_t)characters, out + single) && good;
	}
	return good ? SYCLBIN_OK : syclbin_value_check(value, diag);
}

size_t syclbin_value_text(const struct syclbin_value *value, char *buffer, size_t capacity)
{
	uint64_t fits = capacity ? capacity - 1 : 0;
	for (uint64_t i = 0; i < value->size && i < fits; i++) {
		uint8_t byte;
		buffer[i] = syclbin_value_byte(value, i, &byte) ? (char)byte : '?';
	}
	if (capacity)
		buffer[value->size < fits ? value->size : fits] = '\0';
	return (size_t)value->size;
}

enum syclbin_status syclbin_value_check(const struct syclbin_value *value, struct syclbin_diag *diag)
{
	size_t at = wrong_at(value->text.data, value->text.size);
	if (at == value->text.size)
		return SYCLBIN_OK;
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BASE64_CHARACTER, value->offset + at,
		"byte 0x%02x is not a base64 character", (unsigned)(uint8_t)value->text.data[at]);
}

bool syclbin_value_canonical(const struct syclbin_value *value)
{
	uint8_t last = 0;
	size_t left = value->text.size % 4;
	uint8_t tail = value->text.size ? values[(uint8_t)value->text.data[value->text.size - 1]] : 0;
	if (value->text.size != syclbin_base64_length((size_t)value->size + 8))
		return false;
	if ((left == 2 && tail >> 2) || (left == 3 && tail >> 4))
		return false;
	if (value->bits % 8 && syclbin_value_byte(value, value->size - 1, &last) && last >> value->bits % 8)
		return false;
	return true;
}
