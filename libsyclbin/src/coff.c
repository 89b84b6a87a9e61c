/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Object files (COFF) and executables (PE) of Windows: the sections that hold device code. */
#include "containers.h"

#include <string.h>

enum { HEADER = 20, BIG_HEADER = 56, SECTION = 40, SYMBOL = 18, BIG_SYMBOL = 20 };

static enum syclbin_status fail(const struct syclbin_span *bytes, struct syclbin_diag *diag, uint64_t at, const char *what)
{
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_COFF, bytes->offset + at, "COFF: %s", what);
}

static bool is_machine(unsigned machine)
{
	static const uint16_t known[] = { 0x14C, 0x1C0, 0x1C4, 0x8664, 0xA641, 0xA64E, 0xAA64, 0x5032, 0x5064 };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (known[i] == machine)
			return true;
	}
	return false;
}

/* Offset of the COFF header: 0 in objects, behind "PE" in executables, SIZE_MAX in other files. */
static size_t header_at(const struct syclbin_span *b)
{
	const uint8_t *p = b->data;
	if (b->size < HEADER)
		return SIZE_MAX;
	if (p[0] != 'M' || p[1] != 'Z')
		return 0;
	const size_t at = b->size >= 64 ? syclbin__u32(p + 60) : SIZE_MAX;
	if (at > b->size || b->size - at < 4 + HEADER || memcmp(p + at, "PE\0\0", 4) != 0)
		return SIZE_MAX;
	return at + 4;
}

/* An object with a number of sections of 32 bits has this class identifier. */
static bool is_big(const struct syclbin_span *b)
{
	static const uint8_t id[] = { 0xC7, 0xA1, 0xBA, 0xD1, 0xEE, 0xBA, 0xA9, 0x4B, 0xAF, 0x20, 0xFA, 0xF6, 0x6A, 0xA4, 0xDC, 0xB8 };
	return b->size >= BIG_HEADER && syclbin__u32(b->data) == 0xFFFF0000u && syclbin__u16(b->data + 4) >= 2 &&
	       memcmp(b->data + 12, id, sizeof id) == 0;
}

/* COFF has no magic number: the machine must be known, and objects must have room for their sections and symbols. */
bool syclbin__is_coff(const struct syclbin_span *span)
{
	if (is_big(span))
		return true;
	const size_t at = header_at(span);
	if (at == SIZE_MAX || !is_machine(syclbin__u16(span->data + at)))
		return false;
	const uint8_t *p = span->data + at;
	return at > 0 || (syclbin__u16(p + 16) == 0 && syclbin__u16(p + 2) > 0 &&
				 syclbin__inside(HEADER, (uint64_t)syclbin__u16(p + 2) * SECTION, span->size) &&
				 syclbin__inside(syclbin__u32(p + 8), (uint64_t)syclbin__u32(p + 12) * SYMBOL, span->size));
}

enum syclbin_status syclbin__coff_open(const struct syclbin_span *span, struct syclbin__coff *out, struct syclbin_diag *diag)
{
	const bool big = is_big(span);
	const size_t at = big ? 0 : header_at(span);
	const uint8_t *p = span->data + at;
	*out = (struct syclbin__coff){ .bytes = *span, .count = big ? syclbin__u32(p + 44) : syclbin__u16(p + 2) };
	out->table = big ? BIG_HEADER : at + HEADER + syclbin__u16(p + 16);
	const uint64_t symbols = syclbin__u32(p + (big ? 48 : 8)), count = syclbin__u32(p + (big ? 52 : 12));
	if (!syclbin__inside(out->table, (uint64_t)out->count * SECTION, span->size))
		return fail(span, diag, at, "the section headers are outside the file");
	if (symbols == 0)
		return SYCLBIN_OK; /* no string table either */
	if (!syclbin__inside(symbols, count * (big ? BIG_SYMBOL : SYMBOL) + 4, span->size))
		return fail(span, diag, at, "the symbols are outside the file");
	out->names = symbols + count * (big ? BIG_SYMBOL : SYMBOL);
	out->names_size = syclbin__u32(span->data + out->names);
	if (!syclbin__inside(out->names, out->names_size, span->size))
		return fail(span, diag, out->names, "the string table is outside the file");
	return SYCLBIN_OK;
}

/* A decimal number behind '/', or of base 64 behind "//"; UINT64_MAX: neither. */
static uint64_t name_offset(const char *field)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const bool wide = field[1] == '/';
	uint64_t n = 0;
	for (size_t i = wide ? 2 : 1; i < 8 && field[i]; i++) {
		const char *digit = wide ? strchr(digits, field[i]) : memchr("0123456789", field[i], 10);
		if (!digit)
			return UINT64_MAX;
		n = wide ? n * 64 + (uint64_t)(digit - digits) : n * 10 + (uint64_t)(field[i] - '0');
	}
	return n;
}

static struct syclbin_string name_of(const struct syclbin__coff *coff, const uint8_t *header)
{
	const char *field = (const char *)header;
	if (field[0] != '/')
		return (struct syclbin_string){ field, strnlen(field, 8) };
	const uint64_t at = name_offset(field);
	if (at >= coff->names_size)
		return (struct syclbin_string){ field, strnlen(field, 8) };
	const char *text = (const char *)coff->bytes.data + coff->names + at;
	return (struct syclbin_string){ text, strnlen(text, (size_t)(coff->names_size - at)) };
}

enum syclbin_status syclbin__coff_next(struct syclbin__coff *coff, struct syclbin__section *out, struct syclbin_diag *diag)
{
	while (coff->next < coff->count) {
		const uint64_t at = coff->table + (uint64_t)coff->next++ * SECTION;
		const uint8_t *header = coff->bytes.data + at;
		*out = (struct syclbin__section){ .name = name_of(coff, header) };
		out->kind = syclbin__section_kind(out->name);
		uint64_t size = syclbin__u32(header + 16), used = syclbin__u32(header + 8);
		if (out->kind == SYCLBIN__SECTION_OTHER || size == 0)
			continue;
		if (!syclbin__inside(syclbin__u32(header + 20), size, coff->bytes.size))
			return fail(&coff->bytes, diag, at, "a section with device code is outside the file");
		if (used > 0 && used < size)
			size = used; /* executables round sizes up */
		out->bytes = syclbin__part(&coff->bytes, syclbin__u32(header + 20), size);
		return SYCLBIN_OK;
	}
	return SYCLBIN_E_NOT_FOUND;
}
