/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fat objects: the sections .llvm.offloading of ELF files, and archives of such files. */
#include "containers.h"

#include <bytecursor/kind.h>
#include <string.h>

#define TYPE_OFFLOADING 0x6fff4c0bu
enum { TYPE_NOBITS = 8 };

bool syclbin__is_elf(const struct syclbin_span *span)
{
	return span->size >= 20 && bytecursor_kind_is(BYTECURSOR_KIND_ELF, span->data, span->size);
}

/* Reads a number of 2, 4 or 8 bytes in the file's byte order. */
static uint64_t number(const struct syclbin__elf *e, uint64_t at, unsigned size)
{
	uint64_t n = 0;
	for (unsigned i = 0; i < size; i++)
		n |= (uint64_t)e->bytes.data[at + i] << 8 * (e->big ? size - 1 - i : i);
	return n;
}

struct section {
	uint64_t name, type, offset, size, link;
};

/* Reads section header `index`, which must be inside the file. */
static struct section section_at(const struct syclbin__elf *e, uint32_t index)
{
	uint64_t at = e->table + (uint64_t)index * e->each;
	struct section s = { number(e, at, 4), number(e, at + 4, 4), 0, 0, 0 };
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
	struct section zero = section_at(&e, 0); /* holds values that do not fit 16 bits */
	if (e.count == 0)
		e.count = zero.size < UINT32_MAX ? (uint32_t)zero.size : UINT32_MAX;
	names = names == 0xFFFF ? zero.link : names;
	if (e.count > (span->size - e.table) / e.each)
		return fail(&e, diag, header - 4, "more section headers than the file can hold");
	if (names < e.count) {
		struct section s = section_at(&e, (uint32_t)names);
		if (!syclbin__inside(s.offset, s.size, span->size))
			return fail(&e, diag, e.table + names * e.each, "the section names are outside the file");
		e.names = s.offset;
		e.names_size = s.size;
	}
	*out = e;
	return SYCLBIN_OK;
}

static bool holds_code(const struct syclbin__elf *e, const struct section *s)
{
	static const char name[] = ".llvm.offloading";
	if (s->type == TYPE_OFFLOADING)
		return true;
	return s->type != TYPE_NOBITS && syclbin__inside(s->name, sizeof name, e->names_size) &&
	       memcmp(e->bytes.data + e->names + s->name, name, sizeof name) == 0;
}

enum syclbin_status syclbin__elf_next(struct syclbin__elf *elf, struct syclbin_span *out_section,
	struct syclbin_diag *diag)
{
	while (elf->next < elf->count) {
		uint32_t index = elf->next++;
		struct section s = section_at(elf, index);
		if (!holds_code(elf, &s))
			continue;
		if (!syclbin__inside(s.offset, s.size, elf->bytes.size))
			return fail(elf, diag, elf->table + (uint64_t)index * elf->each,
				"a section with device code is outside the file");
		*out_section = syclbin__part(&elf->bytes, s.offset, s.size);
		return SYCLBIN_OK;
	}
	return SYCLBIN_E_NOT_FOUND;
}

/* ---- archives */

enum { MEMBER = 60 };

bool syclbin__is_archive(const struct syclbin_span *span)
{
	return bytecursor_kind_is(BYTECURSOR_KIND_ARCHIVE, span->data, span->size);
}

enum syclbin_status syclbin__archive_open(const struct syclbin_span *span, struct syclbin__archive *out,
	struct syclbin_diag *diag)
{
	*out = (struct syclbin__archive){ *span, { "", 0 }, 8 };
	if (span->data[2] == 't')
		return syclbin__fail(diag, SYCLBIN_E_UNSUPPORTED, SYCLBIN_C_ARCHIVE, span->offset,
			"a thin archive: its members are separate files");
	return SYCLBIN_OK;
}

/* Parses decimal digits up to blanks or the end; UINT64_MAX if there are no digits or too many. */
static uint64_t decimal(const char *text, size_t size)
{
	uint64_t n = 0;
	size_t i = 0;
	for (; i < size && text[i] >= '0' && text[i] <= '9' && n < UINT64_MAX / 16; i++)
		n = n * 10 + (uint64_t)(text[i] - '0');
	return i == 0 || (i < size && text[i] != ' ' && text[i] != '/') ? UINT64_MAX : n;
}

/* Reads the name in a header: short "x.o/"; GNU "/12", an offset in the table of long names; BSD "#1/20", stored
 * before the content. */
static void member_name(const struct syclbin__archive *a, const char *field, struct syclbin_string *name,
	struct syclbin_span *member)
{
	size_t size = 16;
	if (field[0] == '/' && field[1] >= '0' && field[1] <= '9') {
		uint64_t at = decimal(field + 1, 15);
		if (at < a->long_names.size) {
			const char *text = a->long_names.data + at;
			size_t left = a->long_names.size - (size_t)at;
			const char *end = memchr(text, '\n', left);
			*name = (struct syclbin_string){ text, end ? (size_t)(end - text) : left };
		}
	} else if (memcmp(field, "#1/", 3) == 0) {
		uint64_t length = decimal(field + 3, 13);
		if (length <= member->size) {
			const char *text = (const char *)member->data;
			*name = (struct syclbin_string){ text, strnlen(text, (size_t)length) };
			*member = syclbin__part(member, length, member->size - length);
		}
	} else {
		while (size && field[size - 1] == ' ')
			size--;
		*name = (struct syclbin_string){ field, size };
	}
	if (name->size > 1 && name->data[name->size - 1] == '/')
		name->size--;
}

enum syclbin_status syclbin__archive_next(struct syclbin__archive *archive, struct syclbin_string *out_name,
	struct syclbin_span *out_member, struct syclbin_diag *diag)
{
	const struct syclbin_span *bytes = &archive->bytes;
	while (archive->next < bytes->size) {
		size_t at = archive->next;
		const char *header = (const char *)bytes->data + at;
		if (bytes->size - at < MEMBER || header[58] != '`' || header[59] != '\n')
			return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ARCHIVE, bytes->offset + at,
				"archive: expected the header of a member");
		uint64_t size = decimal(header + 48, 10);
		if (size > bytes->size - at - MEMBER)
			return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_ARCHIVE, bytes->offset + at + 48,
				"archive: a member exceeds the archive");
		*out_member = syclbin__part(bytes, at + MEMBER, size);
		archive->next = at + MEMBER + (size_t)size + (size & 1);
		if (memcmp(header, "// ", 3) == 0) {
			archive->long_names = (struct syclbin_string){ (const char *)out_member->data, (size_t)size };
			continue;
		}
		*out_name = (struct syclbin_string){ "", 0 };
		member_name(archive, header, out_name, out_member);
		bool symbols = out_name->size == 1 || syclbin_string_is(*out_name, "/SYM64") ||
			       syclbin_string_is(*out_name, "__.SYMDEF");
		if (!symbols || out_name->data[0] != '/')
			return SYCLBIN_OK;
	}
	return SYCLBIN_E_NOT_FOUND;
}
