/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ELF files of both sizes and byte orders: the sections that hold device code. */
#include "containers.h"

#include <bytecursor/kind.h>
#include <string.h>

#define TYPE_OFFLOADING 0x6fff4c0bu
enum { TYPE_NOBITS = 8, FLAG_COMPRESSED = 0x800 };

bool syclbin__is_elf(const struct syclbin_span *span)
{
	return span->size >= 20 && bytecursor_kind_is(BYTECURSOR_KIND_ELF, span->data, span->size);
}

/* Reads a number of 2, 4 or 8 bytes in the file's byte order. */
static uint64_t number(const struct syclbin__elf *e, uint64_t at, unsigned size)
{
	return syclbin__number(e->bytes.data + at, size, e->big);
}

struct header {
	uint64_t name, type, flags, offset, size, link;
};

/* Reads section header `index`, which must be inside the file. */
static struct header header_at(const struct syclbin__elf *e, uint32_t index)
{
	uint64_t at = e->table + (uint64_t)index * e->each;
	struct header s = { number(e, at, 4), number(e, at + 4, 4), 0, 0, 0, 0 };
	s.flags = e->wide ? number(e, at + 8, 8) : number(e, at + 8, 4);
	s.offset = e->wide ? number(e, at + 24, 8) : number(e, at + 16, 4);
	s.size = e->wide ? number(e, at + 32, 8) : number(e, at + 20, 4);
	s.link = e->wide ? number(e, at + 40, 4) : number(e, at + 24, 4);
	return s;
}

static enum syclbin_status fail(const struct syclbin__elf *e, struct syclbin_diag *diag, uint64_t at, const char *what)
{
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ELF, e->bytes.offset + at, "ELF: %s", what);
}

enum syclbin_status syclbin__elf_open(
	const struct syclbin_span *span, struct syclbin__elf *out, struct syclbin_diag *diag)
{
	struct syclbin__elf e = { *span, span->data[4] == 2, span->data[5] == 2, 0, 0, 0, 0, 0, 0 };
	uint64_t header = e.wide ? 64 : 52, names;
	*out = e;
	if (span->size < header)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_ELF, span->offset + span->size,
			"ELF: shorter than its header");
	e.table = e.wide ? number(&e, 40, 8) : number(&e, 32, 4);
	e.each = (uint32_t)number(&e, header - 6, 2);
	e.count = (uint32_t)number(&e, header - 4, 2);
	names = number(&e, header - 2, 2);
	if (e.table == 0)
		return SYCLBIN_OK; /* no sections, so no device code */
	if (e.each < (e.wide ? 64u : 40u) || !syclbin__inside(e.table, e.each, span->size))
		return fail(&e, diag, header - 6, "the section headers are outside the file");
	struct header zero = header_at(&e, 0); /* holds values that do not fit 16 bits */
	if (e.count == 0)
		e.count = zero.size < UINT32_MAX ? (uint32_t)zero.size : UINT32_MAX;
	names = names == 0xFFFF ? zero.link : names;
	if (e.count > (span->size - e.table) / e.each)
		return fail(&e, diag, header - 4, "more section headers than the file can hold");
	if (names < e.count) {
		struct header s = header_at(&e, (uint32_t)names);
		if (!syclbin__inside(s.offset, s.size, span->size))
			return fail(&e, diag, e.table + names * e.each, "the section names are outside the file");
		e.names = s.offset;
		e.names_size = s.size;
	}
	*out = e;
	return SYCLBIN_OK;
}

static struct syclbin_string name_of(const struct syclbin__elf *e, const struct header *s)
{
	const char *text = (const char *)e->bytes.data + e->names + s->name;
	if (s->name >= e->names_size)
		return (struct syclbin_string){ "", 0 };
	return (struct syclbin_string){ text, strnlen(text, (size_t)(e->names_size - s->name)) };
}

/* A section with SHF_COMPRESSED begins with its method, size and alignment. */
static enum syclbin_status read_compression(const struct syclbin__elf *e, struct syclbin__section *s, struct syclbin_diag *diag)
{
	const size_t header = e->wide ? 24 : 12;
	const uint64_t at = s->bytes.offset - e->bytes.offset;
	if (s->bytes.size < header)
		return fail(e, diag, at, "a compressed section is shorter than its header");
	const uint64_t method = number(e, at, 4);
	if (method != 1 && method != 2)
		return syclbin__fail(diag, SYCLBIN_E_UNSUPPORTED, SYCLBIN_C_ELF, s->bytes.offset,
			"ELF: a section is compressed by method %llu, expected 1 (zlib) or 2 (zstd)", (unsigned long long)method);
	s->compressed = true;
	s->method = method == 1 ? SYCLBIN_ZLIB : SYCLBIN_ZSTD;
	s->inflated_size = e->wide ? number(e, at + 8, 8) : number(e, at + 4, 4);
	s->bytes = syclbin__part(&s->bytes, header, s->bytes.size - header);
	return SYCLBIN_OK;
}

enum syclbin_status syclbin__elf_next(struct syclbin__elf *elf, struct syclbin__section *out, struct syclbin_diag *diag)
{
	while (elf->next < elf->count) {
		const uint32_t index = elf->next++;
		const struct header s = header_at(elf, index);
		*out = (struct syclbin__section){ .name = name_of(elf, &s) };
		out->kind = s.type == TYPE_OFFLOADING ? SYCLBIN__SECTION_IMAGES : syclbin__section_kind(out->name);
		if (out->kind == SYCLBIN__SECTION_OTHER || s.type == TYPE_NOBITS)
			continue;
		if (!syclbin__inside(s.offset, s.size, elf->bytes.size))
			return fail(elf, diag, elf->table + (uint64_t)index * elf->each,
				"a section with device code is outside the file");
		out->bytes = syclbin__part(&elf->bytes, s.offset, s.size);
		return s.flags & FLAG_COMPRESSED ? read_compression(elf, out, diag) : SYCLBIN_OK;
	}
	return SYCLBIN_E_NOT_FOUND;
}
