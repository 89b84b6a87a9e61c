/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of the walk for object files and bitcode. */
#include "walk.h"

#include <string.h>

/* An object file of any format. */
struct object {
	enum { OBJECT_ELF, OBJECT_COFF, OBJECT_MACHO } format;
	union {
		struct syclbin__elf elf;
		struct syclbin__coff coff;
		struct syclbin__macho macho;
	} as;
};

static enum syclbin_status open_object(const struct syclbin_span *bytes, struct object *o, struct syclbin_diag *diag)
{
	o->format = syclbin__is_elf(bytes) ? OBJECT_ELF : syclbin__is_macho(bytes) ? OBJECT_MACHO : OBJECT_COFF;
	return o->format == OBJECT_ELF	   ? syclbin__elf_open(bytes, &o->as.elf, diag)
	       : o->format == OBJECT_MACHO ? syclbin__macho_open(bytes, &o->as.macho, diag)
					   : syclbin__coff_open(bytes, &o->as.coff, diag);
}

static enum syclbin_status next_section(struct object *o, struct syclbin__section *out, struct syclbin_diag *diag)
{
	return o->format == OBJECT_ELF	   ? syclbin__elf_next(&o->as.elf, out, diag)
	       : o->format == OBJECT_MACHO ? syclbin__macho_next(&o->as.macho, out, diag)
					   : syclbin__coff_next(&o->as.coff, out, diag);
}

static bool is_sound(const struct syclbin_span *bytes)
{
	struct object object;
	struct syclbin__section section;
	enum syclbin_status status = open_object(bytes, &object, NULL);
	while (status == SYCLBIN_OK)
		status = next_section(&object, &section, NULL);
	return status == SYCLBIN_E_NOT_FOUND;
}

static enum syclbin_status walk_section(struct syclbin__walk *w, const struct syclbin__section *s, const struct syclbin__context *context)
{
	const size_t prefix = strlen(SYCLBIN__BUNDLE_PREFIX);
	if (s->kind == SYCLBIN__SECTION_REFERENCES)
		return syclbin__walk_skip(w, &s->bytes, s->name, "addresses of images in another section", false);
	if (s->compressed) {
		const size_t before = syclbin__walk_enter(w, s->name);
		enum syclbin_status status = syclbin__walk_inflate(w, s->method, &s->bytes, s->inflated_size, context);
		syclbin__walk_leave(w, before);
		return status;
	}
	if (s->kind != SYCLBIN__SECTION_BUNDLED)
		return syclbin__walk_part(w, &s->bytes, context, s->name);
	const size_t cut = s->name.size < prefix ? s->name.size : prefix; /* Mach-O has room for 16 bytes */
	const struct syclbin_string name = { s->name.data + cut, s->name.size - cut };
	return syclbin__walk_part_of_bundle(w, &s->bytes, context, name.size ? name : s->name);
}

static enum syclbin_status walk_sections(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	struct object object;
	struct syclbin__section section;
	bool any = false;
	enum syclbin_status status = open_object(bytes, &object, w->diag);
	while (status == SYCLBIN_OK && (status = next_section(&object, &section, w->diag)) == SYCLBIN_OK) {
		any = true;
		status = walk_section(w, &section, context);
	}
	return status == SYCLBIN_E_NOT_FOUND && any ? SYCLBIN_OK : status;
}

/* ---- bitcode */

struct embedded {
	struct syclbin__walk *w;
	const struct syclbin__context *context;
	bool any;
	enum syclbin_status status; /* of the walk, as opposed to that of reading bitcode */
};

static enum syclbin_status walk_embedded(void *ctx, struct syclbin_string section, struct bytecursor_buffer *bytes)
{
	struct embedded *e = ctx;
	e->any = true;
	if (bytes->size > e->w->limit) {
		e->status = syclbin__fail(e->w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, 0, "the data exceeds the limit");
		return SYCLBIN_E_LIMIT;
	}
	e->w->limit -= bytes->size;
	e->status = syclbin__walk_made(e->w, bytes->data, bytes->size, bytes->capacity, e->context, section);
	*bytes = (struct bytecursor_buffer){ 0 };
	return e->status;
}

static enum syclbin_status walk_bitcode(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	const struct syclbin_string none = { "", 0 };
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct embedded e = { w, context, false, SYCLBIN_OK };
	enum syclbin_status status = syclbin__bitcode_walk(bytes, w->allocator, walk_embedded, &e, &diag);
	if (e.status != SYCLBIN_OK)
		return e.status;
	if (status == SYCLBIN_E_NOMEM)
		return syclbin__no_memory(w->diag);
	if (status != SYCLBIN_OK) { /* still an image, of which a compiler knows more */
		status = syclbin__walk_skip(w, bytes, none, "bitcode that could not be read to its end", true);
		return status == SYCLBIN_OK && !e.any ? SYCLBIN_E_NOT_FOUND : status;
	}
	return e.any ? SYCLBIN_OK : SYCLBIN_E_NOT_FOUND;
}

/* ---- any of them */

static enum syclbin_status walk_universal(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	struct syclbin_span part;
	enum syclbin_status status = SYCLBIN_OK;
	for (uint32_t i = 0; status == SYCLBIN_OK; i++) {
		status = syclbin__universal_part(bytes, i, &part, w->diag);
		if (status == SYCLBIN_OK)
			status = syclbin__walk_number(w, &part, context, i);
	}
	return status == SYCLBIN_E_NOT_FOUND ? SYCLBIN_OK : status;
}

static bool has_sections(const struct syclbin_span *bytes)
{
	return syclbin__is_elf(bytes) || syclbin__is_macho(bytes) || syclbin__is_coff(bytes);
}

bool syclbin__is_object(const struct syclbin_span *bytes)
{
	return has_sections(bytes) || syclbin__is_universal(bytes) || syclbin__is_bitcode(bytes);
}

enum syclbin_status syclbin__walk_object(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context)
{
	if (syclbin__is_bitcode(bytes))
		return walk_bitcode(w, bytes, context);
	if (!has_sections(bytes))
		return walk_universal(w, bytes, context);
	/* an entry marked as an image may be a damaged or truncated file, which other tools do not parse either; COFF has no magic number */
	if ((context->image_kind != SYCLBIN_KIND_NONE || !syclbin__is_elf(bytes)) && !is_sound(bytes))
		return SYCLBIN_E_NOT_FOUND;
	return walk_sections(w, bytes, context);
}

/* Machine code of CUDA, Intel's or AMD's devices is an image itself. */
static bool is_of_device(const struct syclbin_span *bytes)
{
	const unsigned machine = syclbin__is_elf(bytes) && bytes->size >= 20 ? syclbin__u16(bytes->data + 18) : 0;
	return machine == 190 || machine == 205 || machine == 224;
}

bool syclbin__lacks_code(const struct syclbin_span *bytes)
{
	struct object object;
	struct syclbin__section section;
	return has_sections(bytes) && !is_of_device(bytes) && open_object(bytes, &object, NULL) == SYCLBIN_OK &&
	       next_section(&object, &section, NULL) == SYCLBIN_E_NOT_FOUND;
}
