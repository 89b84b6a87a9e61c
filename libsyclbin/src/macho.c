/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mach-O files, and universal files of several: the sections that hold device code. */
#include "containers.h"

#include <string.h>

#define MAGIC_32 0xFEEDFACEu
#define MAGIC_64 0xFEEDFACFu
#define UNIVERSAL 0xCAFEBABEu
#define UNIVERSAL_64 0xCAFEBABFu
enum { SEGMENT = 1, SEGMENT_64 = 0x19, MOST_FILES = 40 };

static enum syclbin_status fail(const struct syclbin_span *bytes, struct syclbin_diag *diag, uint64_t at, const char *what)
{
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_MACH_O, bytes->offset + at, "Mach-O: %s", what);
}

static uint64_t number(const struct syclbin__macho *m, uint64_t at, unsigned size)
{
	return syclbin__number(m->bytes.data + at, size, m->big);
}

bool syclbin__is_macho(const struct syclbin_span *span)
{
	if (span->size < 28)
		return false;
	const uint32_t little = syclbin__u32(span->data), big = (uint32_t)syclbin__number(span->data, 4, true);
	return little == MAGIC_32 || little == MAGIC_64 || big == MAGIC_32 || big == MAGIC_64;
}

enum syclbin_status syclbin__macho_open(const struct syclbin_span *span, struct syclbin__macho *out, struct syclbin_diag *diag)
{
	const uint32_t little = syclbin__u32(span->data);
	*out = (struct syclbin__macho){ .bytes = *span, .big = little != MAGIC_32 && little != MAGIC_64 };
	out->wide = number(out, 0, 4) == MAGIC_64;
	out->command = out->wide ? 32 : 28;
	out->commands = (uint32_t)number(out, 16, 4);
	return syclbin__inside(out->command, number(out, 20, 4), span->size)
		       ? SYCLBIN_OK
		       : fail(span, diag, 20, "the load commands are outside the file");
}

/* Moves on to the next command with sections. */
static enum syclbin_status next_command(struct syclbin__macho *m, struct syclbin_diag *diag)
{
	while (m->commands > 0) {
		const uint64_t at = m->command;
		if (!syclbin__inside(at, 8, m->bytes.size))
			return fail(&m->bytes, diag, at, "the load commands are truncated");
		const uint64_t kind = number(m, at, 4), size = number(m, at + 4, 4), header = m->wide ? 72 : 56, each = m->wide ? 80 : 68;
		if (size < 8 || !syclbin__inside(at, size, m->bytes.size))
			return fail(&m->bytes, diag, at + 4, "a load command is outside the file");
		m->commands--;
		m->command += size;
		if (kind != (m->wide ? SEGMENT_64 : SEGMENT))
			continue;
		m->sections = size < header ? 0 : (uint32_t)number(m, at + header - 8, 4);
		m->section = at + header;
		if (size < header || m->sections > (size - header) / each)
			return fail(&m->bytes, diag, at, "the sections of a segment exceed its command");
		return SYCLBIN_OK;
	}
	return SYCLBIN_E_NOT_FOUND;
}

enum syclbin_status syclbin__macho_next(struct syclbin__macho *m, struct syclbin__section *out, struct syclbin_diag *diag)
{
	for (;;) {
		enum syclbin_status status = SYCLBIN_OK;
		while (m->sections == 0 && status == SYCLBIN_OK)
			status = next_command(m, diag);
		if (status != SYCLBIN_OK)
			return status;
		const uint64_t at = m->section, size = number(m, at + (m->wide ? 40 : 36), m->wide ? 8 : 4);
		const uint64_t offset = number(m, at + (m->wide ? 48 : 40), 4);
		const char *name = (const char *)m->bytes.data + at;
		m->sections--;
		m->section += m->wide ? 80 : 68;
		*out = (struct syclbin__section){ .name = { name, strnlen(name, 16) } };
		/* names have 16 bytes at most */
		out->kind = out->name.size == 16 && memcmp(name, SYCLBIN__BUNDLE_PREFIX, 16) == 0 ? SYCLBIN__SECTION_BUNDLED
												    : syclbin__section_kind(out->name);
		if (out->kind == SYCLBIN__SECTION_OTHER)
			continue;
		if (!syclbin__inside(offset, size, m->bytes.size))
			return fail(&m->bytes, diag, at, "a section with device code is outside the file");
		out->bytes = syclbin__part(&m->bytes, offset, size);
		return SYCLBIN_OK;
	}
}

/* Class files of Java begin alike; their version is larger than a number of files. */
bool syclbin__is_universal(const struct syclbin_span *span)
{
	if (span->size < 8)
		return false;
	const uint64_t magic = syclbin__number(span->data, 4, true), count = syclbin__number(span->data + 4, 4, true);
	return (magic == UNIVERSAL || magic == UNIVERSAL_64) && count > 0 && count < MOST_FILES;
}

enum syclbin_status syclbin__universal_part(const struct syclbin_span *span, uint32_t index, struct syclbin_span *out,
	struct syclbin_diag *diag)
{
	const bool wide = syclbin__number(span->data, 4, true) == UNIVERSAL_64;
	const uint64_t each = wide ? 32 : 20, at = 8 + index * each;
	if (index >= syclbin__number(span->data + 4, 4, true))
		return SYCLBIN_E_NOT_FOUND;
	if (!syclbin__inside(at, each, span->size))
		return fail(span, diag, at, "the table of a universal file is truncated");
	const uint64_t offset = syclbin__number(span->data + at + 8, wide ? 8 : 4, true);
	const uint64_t size = syclbin__number(span->data + at + (wide ? 16 : 12), wide ? 8 : 4, true);
	if (!syclbin__inside(offset, size, span->size))
		return fail(span, diag, at, "a part of a universal file is outside it");
	*out = syclbin__part(span, offset, size);
	return SYCLBIN_OK;
}
