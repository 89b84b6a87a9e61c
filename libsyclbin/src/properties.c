/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses the lines of a property text into sets and properties as LLVM's reader does, with additional checks. */
#include <syclbin/properties.h>
#include "internal.h"

#include <string.h>

struct syclbin_properties syclbin_properties(const struct syclbin_span *text)
{
	struct syclbin_properties properties = { *text, 0, false, { "", 0 } };
	return properties;
}

bool syclbin_string_is(struct syclbin_string string, const char *text)
{
	return strlen(text) == string.size && memcmp(text, string.data, string.size) == 0;
}

/* Decimal digits, at most 2^32 - 1. */
static bool parse_u32(const char *text, size_t size, uint32_t *out)
{
	uint64_t number = 0;
	for (size_t i = 0; i < size; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		number = number * 10 + (uint64_t)(text[i] - '0');
		if (number > UINT32_MAX)
			return false;
	}
	*out = (uint32_t)number;
	return size != 0;
}

/* Computes the length of the payload; the characters after the count are not checked. */
static enum syclbin_status parse_bytes(struct syclbin_string text, uint64_t offset, struct syclbin_value *out,
	struct syclbin_diag *diag)
{
	size_t size = text.size, tail = size % 4;
	uint8_t count[9];
	size_t decoded;
	if (tail == 1)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BASE64_LENGTH, offset,
			"base64 of %zu characters: a length of 1 modulo 4 is invalid", size);
	if (size < 11)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BASE64_SIZE, offset,
			"%zu characters of base64, expected at least 11: the number of bits", size);
	struct syclbin_diag inner = SYCLBIN_DIAG_INIT;
	if (syclbin_base64_decode(text.data, 11, count, &decoded, &inner) != SYCLBIN_OK)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BASE64_CHARACTER, offset + inner.offset,
			"byte 0x%02x is not a base64 character", (unsigned)(uint8_t)text.data[inner.offset]);
	uint64_t bits = syclbin__u64(count), bytes = bits / 8 + (bits % 8 != 0);
	uint64_t there = size / 4 * 3 + (tail ? tail - 1 : 0) - 8;
	*out = (struct syclbin_value){ text, bits, bytes < there ? bytes : there, offset };
	if (bytes > there)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_BASE64_SIZE, offset,
			"%llu bits need %llu bytes, but %llu follow", (unsigned long long)bits,
			(unsigned long long)bytes, (unsigned long long)there);
	return SYCLBIN_OK;
}

static enum syclbin_status parse_set(struct syclbin_properties *properties, const char *line, size_t size,
	struct syclbin_property *out, struct syclbin_diag *diag)
{
	const char *bracket = memrchr(line, ']', size);
	if (!bracket)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_LINE_BRACKET, out->offset,
			"a set begins here, but ] is missing");
	properties->set = (struct syclbin_string){ line + 1, (size_t)(bracket - line - 1) };
	properties->in_set = true;
	out->type = SYCLBIN_PROPERTY_SET;
	out->set = properties->set;
	return SYCLBIN_OK;
}

static enum syclbin_status parse_value(const char *type, size_t type_size, struct syclbin_string value, uint64_t at,
	struct syclbin_property *out, struct syclbin_diag *diag)
{
	uint32_t number;
	uint64_t value_at = at + (uint64_t)(value.data - type);
	if (!parse_u32(type, type_size, &number) || number < SYCLBIN_PROPERTY_U32 || number > SYCLBIN_PROPERTY_BYTES)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_LINE_TYPE, at, "type '%.*s', expected 1 or 2",
			(int)(type_size < 32 ? type_size : 32), type);
	out->type = (uint8_t)number;
	if (number == SYCLBIN_PROPERTY_BYTES)
		return parse_bytes(value, value_at, &out->value, diag);
	if (parse_u32(value.data, value.size, &out->number))
		return SYCLBIN_OK;
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_NUMBER, value_at,
		"'%.*s', expected a number up to 4294967295", (int)(value.size < 32 ? value.size : 32), value.data);
}

static enum syclbin_status parse_property(const char *line, size_t size, struct syclbin_property *out,
	struct syclbin_diag *diag)
{
	const char *end = line + size, *equals = memchr(line, '=', size);
	if (!equals || equals + 1 == end)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_LINE_EQUALS, out->offset,
			"expected KEY=TYPE|VALUE, found %s", equals ? "nothing behind =" : "no =");
	if (equals == line)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_LINE_KEY, out->offset, "the key is empty");
	const char *type = equals + 1, *bar = memchr(type, '|', (size_t)(end - type));
	uint64_t at = out->offset + (uint64_t)(type - line);
	if (!bar || bar == type || bar + 1 == end)
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_LINE_BAR, at, "expected TYPE|VALUE, found %s",
			bar ? "missing type or value beside |" : "no |");
	out->key = (struct syclbin_string){ line, (size_t)(equals - line) };
	struct syclbin_string value = { bar + 1, (size_t)(end - bar - 1) };
	return parse_value(type, (size_t)(bar - type), value, at, out, diag);
}

enum syclbin_status syclbin_properties_next(struct syclbin_properties *properties, struct syclbin_property *out,
	struct syclbin_diag *diag)
{
	const char *text = (const char *)properties->text.data, *line;
	size_t whole = properties->text.size, size;
	do {
		if (properties->position >= whole)
			return SYCLBIN_E_NOT_FOUND;
		line = text + properties->position;
		size_t left = whole - properties->position;
		const char *feed = memchr(line, '\n', left);
		size = feed ? (size_t)(feed - line) : left;
		properties->position += feed ? size + 1 : size;
		if (size && line[size - 1] == '\r' && feed)
			size--;
	} while (size == 0);
	*out = (struct syclbin_property){ 0 };
	out->offset = properties->text.offset + (uint64_t)(line - text);
	out->set = properties->set;
	out->key = (struct syclbin_string){ "", 0 };
	if (line[0] == '[')
		return parse_set(properties, line, size, out, diag);
	if (!properties->in_set)
		return syclbin__fail(
			diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_LINE_NO_SET, out->offset, "a property before the first set");
	return parse_property(line, size, out, diag);
}

enum syclbin_status syclbin_properties_find(const struct syclbin_span *text, const char *set, const char *key,
	struct syclbin_property *out, struct syclbin_diag *diag)
{
	struct syclbin_properties walk = syclbin_properties(text);
	struct syclbin_property property;
	enum syclbin_status status;
	bool found = false;
	while ((status = syclbin_properties_next(&walk, &property, diag)) == SYCLBIN_OK) {
		if (property.type == SYCLBIN_PROPERTY_SET || !syclbin_string_is(property.key, key) ||
			!syclbin_string_is(property.set, set))
			continue;
		*out = property;
		found = true;
	}
	return status == SYCLBIN_E_NOT_FOUND && found ? SYCLBIN_OK : status;
}
