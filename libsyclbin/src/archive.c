/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Archives of ar, with the names of GNU, BSD and COFF. */
#include "containers.h"

#include <bytecursor/kind.h>
#include <string.h>

enum { MEMBER = 60 };

bool syclbin__is_archive(const struct syclbin_span *span)
{
	return bytecursor_kind_is(BYTECURSOR_KIND_ARCHIVE, span->data, span->size);
}

void syclbin__archive_open(const struct syclbin_span *span, struct syclbin__archive *out)
{
	*out = (struct syclbin__archive){ *span, { "", 0 }, 8, span->data[2] == 't', 0 };
}

/* Parses decimal digits up to blanks or the end; UINT64_MAX if there are no digits or too many. */
static uint64_t decimal(const char *text, size_t size)
{
	uint64_t n = 0;
	size_t i = 0;
	for (; i < size && text[i] >= '0' && text[i] <= '9' && n < UINT64_MAX / 16; i++)
		n = n * 10 + (uint64_t)(text[i] - '0');
	return i == 0 || (i < size && text[i] != ' ' && text[i] != '/' && text[i] != ':') ? UINT64_MAX : n;
}

/* "/12:82": the member at byte 82 of the archive with name 12. */
static uint64_t origin_in(const char *field)
{
	const char *colon = memchr(field, ':', 16);
	const uint64_t origin = colon && field[0] == '/' ? decimal(colon + 1, (size_t)(field + 16 - colon - 1)) : 0;
	return origin == UINT64_MAX ? 0 : origin;
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
		/* a thin archive holds its tables only */
		const bool table = header[0] == '/' && (header[1] == '/' || header[1] == ' ' || memcmp(header, "/SYM64/", 7) == 0);
		if (archive->thin && !table && size != UINT64_MAX)
			size = 0;
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
		archive->origin = archive->thin ? origin_in(header) : 0;
		member_name(archive, header, out_name, out_member);
		bool symbols = out_name->size == 1 || syclbin_string_is(*out_name, "/SYM64") ||
			       syclbin_string_is(*out_name, "__.SYMDEF");
		if (!symbols || out_name->data[0] != '/')
			return SYCLBIN_OK;
	}
	return SYCLBIN_E_NOT_FOUND;
}
