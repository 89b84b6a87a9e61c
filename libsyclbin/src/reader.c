/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the image: header, header tables, byte tables. Accepts an image in its envelope or a bare image. */
#include <syclbin/reader.h>
#include "internal.h"

#include <string.h>

bool syclbin_is_syclbin(const void *data, size_t size)
{
	struct syclbin_span span = syclbin_span(data, size);
	return syclbin__is_image(&span) || syclbin_is_offload(data, size);
}

static enum syclbin_status check_header(const struct syclbin_span *image, struct syclbin_diag *diag)
{
	if (image->size >= 4 && !syclbin__is_image(image))
		return syclbin__fail(diag, SYCLBIN_E_MAGIC, SYCLBIN_C_HEADER_MAGIC, image->offset,
			"expected an image (49 42 59 53) or an OffloadBinary (10 FF 10 AD)");
	if (image->size < SYCLBIN__HEADER)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_HEADER_SIZE, image->offset + image->size,
			"header: %zu bytes, expected %d", image->size, (int)SYCLBIN__HEADER);
	if (syclbin__u32(image->data + 4) != 1)
		return syclbin__fail(diag, SYCLBIN_E_VERSION, SYCLBIN_C_HEADER_VERSION, image->offset + 4,
			"header: version %lu, expected 1", (unsigned long)syclbin__u32(image->data + 4));
	return SYCLBIN_OK;
}

/* Locates the two tables. Their sizes come from the input, so every sum is checked. */
static enum syclbin_status find_tables(struct syclbin_reader *r, struct syclbin_diag *diag)
{
	const struct syclbin_span *image = &r->image;
	const uint8_t *p = image->data;
	uint64_t records = (uint64_t)r->module_count + r->part_count[0] + r->part_count[1];
	uint64_t at = SYCLBIN__HEADER + records * SYCLBIN__RECORD; /* three counts of 32 bits: cannot wrap */
	uint64_t metadata = syclbin__u64(p + 24), binary = syclbin__u64(p + 32);
	if (at > image->size)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_HEADER_COUNTS, image->offset + 8,
			"header: %llu headers end at %llu, but the image has %zu bytes", (unsigned long long)records,
			(unsigned long long)at, image->size);
	if (metadata > image->size - at)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_METADATA_TABLE, image->offset + 24,
			"header: a metadata table of %llu bytes, but %llu are left", (unsigned long long)metadata,
			(unsigned long long)(image->size - at));
	r->metadata = syclbin__part(image, at, metadata);
	at += syclbin__round8(metadata);
	if (at > image->size || binary > image->size - at)
		return syclbin__fail(diag, SYCLBIN_E_TRUNCATED, SYCLBIN_C_BINARY_TABLE, image->offset + 32,
			"header: a binary table of %llu bytes at %llu, but the image has %zu",
			(unsigned long long)binary, (unsigned long long)at, image->size);
	r->binary = syclbin__part(image, at, binary);
	return SYCLBIN_OK;
}

static enum syclbin_status open_image(struct syclbin_reader *r, struct syclbin_diag *diag)
{
	enum syclbin_status status = check_header(&r->image, diag);
	if (status != SYCLBIN_OK)
		return status;
	const uint8_t *p = r->image.data;
	r->version = 1;
	r->module_count = syclbin__u32(p + 8);
	r->part_count[SYCLBIN_PART_IR] = syclbin__u32(p + 12);
	r->part_count[SYCLBIN_PART_NATIVE] = syclbin__u32(p + 16);
	status = find_tables(r, diag);
	if (status != SYCLBIN_OK)
		return status;
	uint64_t at = syclbin__u64(p + 40), size = syclbin__u64(p + 48);
	if (!syclbin__inside(at, size, r->metadata.size))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_GLOBAL_RANGE, r->image.offset + 40,
			"header: global metadata of %llu bytes at %llu, but the table has %zu",
			(unsigned long long)size, (unsigned long long)at, r->metadata.size);
	r->global = syclbin__part(&r->metadata, at, size);
	return SYCLBIN_OK;
}

/* Finds the first entry that holds an image; an entry 0 of kind SYCLBIN without an image is the draft. */
static enum syclbin_status open_envelope(struct syclbin_reader *r, struct syclbin_diag *diag)
{
	enum syclbin_status status = syclbin_offload_open(&r->input, &r->offload, diag);
	if (status != SYCLBIN_OK)
		return status;
	r->envelope = r->offload.version;
	for (uint64_t i = 0; i < r->offload.count || r->offload.inflated_size; i++) {
		status = syclbin_offload_entry(&r->offload, i, &r->entry, diag);
		if (status != SYCLBIN_OK)
			return status;
		r->image = r->entry.image;
		if (syclbin__is_image(&r->image))
			return open_image(r, diag);
		struct syclbin_string role;
		bool draft = r->offload.version > 1 && r->entry.image_kind == SYCLBIN_KIND_SYCLBIN &&
			     syclbin_offload_find(&r->offload, &r->entry, "role", &role, NULL) == SYCLBIN_OK;
		if (draft && i == 0)
			return syclbin__draft_open(r, diag);
		if (r->entry.image_kind == SYCLBIN_KIND_SYCLBIN)
			return check_header(&r->image, diag); /* not an image: fails */
	}
	return syclbin__fail(diag, SYCLBIN_E_NOT_FOUND, SYCLBIN_C_ENVELOPE_KIND, r->input.offset,
		"envelope: none of its %llu entries contains a SYCLBIN", (unsigned long long)r->offload.count);
}

enum syclbin_status syclbin_reader_open_span(const struct syclbin_span *input, struct syclbin_reader *out,
	struct syclbin_diag *diag)
{
	struct syclbin_reader r;
	memset(&r, 0, sizeof r);
	memset(out, 0, sizeof *out);
	r.input = *input;
	r.image = *input;
	enum syclbin_status status =
		syclbin_is_offload(input->data, input->size) ? open_envelope(&r, diag) : open_image(&r, diag);
	if (status == SYCLBIN_OK)
		*out = r;
	return status;
}

enum syclbin_status syclbin_reader_open(const void *data, size_t size, struct syclbin_reader *out,
	struct syclbin_diag *diag)
{
	struct syclbin_span input = syclbin_span(data, size);
	return syclbin_reader_open_span(&input, out, diag);
}

/* Reads a range of a table from the header field at offset `at` of the image. */
static enum syclbin_status range(const struct syclbin_reader *r, const struct syclbin_span *table, uint64_t at,
	enum syclbin_code code, const char *what, struct syclbin_span *out, struct syclbin_diag *diag)
{
	const uint8_t *p = r->image.data + at;
	uint64_t offset = syclbin__u64(p), size = syclbin__u64(p + 8);
	if (!syclbin__inside(offset, size, table->size))
		return syclbin__fail(diag, SYCLBIN_E_CORRUPT, code, r->image.offset + at,
			"%s of %llu bytes at %llu, but the table has %zu", what, (unsigned long long)size,
			(unsigned long long)offset, table->size);
	*out = syclbin__part(table, offset, size);
	return SYCLBIN_OK;
}

static enum syclbin_status parts(const struct syclbin_reader *r, struct syclbin_module *m, enum syclbin_part_kind kind,
	uint64_t at, struct syclbin_diag *diag)
{
	bool ir = kind == SYCLBIN_PART_IR;
	m->count[kind] = syclbin__u32(r->image.data + at);
	m->first[kind] = syclbin__u32(r->image.data + at + 4);
	if (syclbin__inside(m->first[kind], m->count[kind], r->part_count[kind]))
		return SYCLBIN_OK;
	if (m->count[kind] == 0) { /* an offset out of range, but the size is 0 */
		m->first[kind] = 0;
		return SYCLBIN_OK;
	}
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, ir ? SYCLBIN_C_MODULE_IR : SYCLBIN_C_MODULE_NATIVE,
		r->image.offset + at, "module %lu: %lu %s headers from %lu on, but the file has %lu",
		(unsigned long)m->index, (unsigned long)m->count[kind], ir ? "IR" : "native",
		(unsigned long)m->first[kind], (unsigned long)r->part_count[kind]);
}

enum syclbin_status syclbin_reader_module(const struct syclbin_reader *reader, uint32_t index,
	struct syclbin_module *out, struct syclbin_diag *diag)
{
	memset(out, 0, sizeof *out);
	if (index >= reader->module_count)
		return SYCLBIN_E_NOT_FOUND;
	if (reader->version == 2)
		return syclbin__draft_module(reader, index, out, diag);
	uint64_t at = SYCLBIN__HEADER + (uint64_t)index * SYCLBIN__RECORD;
	out->index = index;
	enum syclbin_status status = range(
		reader, &reader->metadata, at, SYCLBIN_C_MODULE_METADATA, "module: metadata", &out->metadata, diag);
	if (status == SYCLBIN_OK)
		status = parts(reader, out, SYCLBIN_PART_IR, at + 16, diag);
	if (status == SYCLBIN_OK)
		status = parts(reader, out, SYCLBIN_PART_NATIVE, at + 24, diag);
	return status;
}

enum syclbin_status syclbin_module_image(const struct syclbin_reader *reader, const struct syclbin_module *module,
	enum syclbin_part_kind kind, uint32_t index, struct syclbin_image *out, struct syclbin_diag *diag)
{
	memset(out, 0, sizeof *out);
	if ((unsigned)kind > SYCLBIN_PART_NATIVE || index >= module->count[kind])
		return SYCLBIN_E_NOT_FOUND;
	if (reader->version == 2)
		return syclbin__draft_image(reader, module, kind, index, out, diag);
	uint32_t header = module->first[kind] + index; /* at most part_count: syclbin_reader_module() checked it */
	uint64_t at = reader->module_count + (uint64_t)header;
	at = SYCLBIN__HEADER + (at + (kind == SYCLBIN_PART_NATIVE ? reader->part_count[0] : 0)) * SYCLBIN__RECORD;
	if (header >= reader->part_count[kind])
		return SYCLBIN_E_NOT_FOUND;
	out->kind = (uint8_t)kind;
	out->index = index;
	out->header = header;
	out->header_offset = reader->image.offset + at;
	enum syclbin_status status =
		range(reader, &reader->metadata, at, SYCLBIN_C_IMAGE_METADATA, "image: metadata", &out->metadata, diag);
	if (status == SYCLBIN_OK)
		status = range(reader, &reader->binary, at + 16, SYCLBIN_C_IMAGE_BYTES, "image", &out->bytes, diag);
	return status;
}

enum { SEEN_MOST = 8 };

struct weight {
	uint64_t headers, bytes; /* remaining budget */
};

/* Returns the first error, except that a limit takes precedence over it, so that damage does not hide the limit. */
static enum syclbin_status worse(enum syclbin_status before, enum syclbin_status now)
{
	return before == SYCLBIN_OK || now == SYCLBIN_E_LIMIT ? now : before;
}

static enum syclbin_status weigh_image(const struct syclbin_reader *reader, const struct syclbin_module *module,
	enum syclbin_part_kind kind, uint32_t index, struct weight *left, struct syclbin_diag *diag)
{
	struct syclbin_image image;
	enum syclbin_status status = syclbin_module_image(reader, module, kind, index, &image, diag);
	uint64_t size = status == SYCLBIN_OK ? (uint64_t)image.metadata.size + image.bytes.size : 0;
	if (size > left->bytes)
		return syclbin__fail(diag, SYCLBIN_E_LIMIT, SYCLBIN_C_OVERLAP, image.header_offset,
			"images or texts overlap more than %d times", (int)SEEN_MOST);
	left->bytes -= size;
	return status;
}

static enum syclbin_status weigh_module(const struct syclbin_reader *reader, uint32_t index, struct weight *left,
	struct syclbin_diag *diag)
{
	struct syclbin_module module;
	enum syclbin_status status = syclbin_reader_module(reader, index, &module, diag);
	if (status != SYCLBIN_OK)
		return status;
	uint64_t count = (uint64_t)module.count[0] + module.count[1];
	if (count > left->headers || module.metadata.size > left->bytes)
		return syclbin__fail(diag, SYCLBIN_E_LIMIT, SYCLBIN_C_OVERLAP, module.metadata.offset,
			"modules own headers, or texts overlap, more than %d times", (int)SEEN_MOST);
	left->headers -= count;
	left->bytes -= module.metadata.size;
	for (unsigned kind = 0; kind < 2; kind++) {
		for (uint32_t i = 0; status != SYCLBIN_E_LIMIT && i < module.count[kind]; i++)
			status = worse(status, weigh_image(reader, &module, (enum syclbin_part_kind)kind, i, left,
						       status ? NULL : diag));
	}
	return status;
}

enum syclbin_status syclbin_reader_bound(const struct syclbin_reader *reader, struct syclbin_diag *diag)
{
	struct weight left = { SEEN_MOST * ((uint64_t)reader->part_count[0] + reader->part_count[1]),
		SEEN_MOST * (uint64_t)reader->input.size };
	enum syclbin_status status = SYCLBIN_OK;
	for (uint32_t i = 0; status != SYCLBIN_E_LIMIT && i < reader->module_count; i++)
		status = worse(status, weigh_module(reader, i, &left, status ? NULL : diag));
	return status;
}

/* Reads a property of SYCLBIN itself that must have one type. */
static enum syclbin_status own_property(const struct syclbin_span *text, const char *set, const char *key, uint8_t type,
	struct syclbin_property *out, struct syclbin_diag *diag)
{
	enum syclbin_status status = syclbin_properties_find(text, set, key, out, diag);
	if (status != SYCLBIN_OK || out->type == type)
		return status;
	return syclbin__fail(diag, SYCLBIN_E_CORRUPT, SYCLBIN_C_VALUE_TYPE, out->offset, "%s, %s: type %u, expected %u",
		set, key, (unsigned)out->type, (unsigned)type);
}

enum syclbin_status syclbin_reader_state(const struct syclbin_reader *reader, uint32_t *out_state,
	struct syclbin_diag *diag)
{
	struct syclbin_property property = { 0 };
	enum syclbin_status status =
		own_property(&reader->global, SYCLBIN_SET_GLOBAL, "state", SYCLBIN_PROPERTY_U32, &property, diag);
	*out_state = property.number;
	return status;
}

enum syclbin_status syclbin_image_ir_type(const struct syclbin_image *image, uint32_t *out_type,
	struct syclbin_diag *diag)
{
	struct syclbin_property property = { 0 };
	enum syclbin_status status =
		own_property(&image->metadata, SYCLBIN_SET_IR, "type", SYCLBIN_PROPERTY_U32, &property, diag);
	*out_type = property.number;
	return status;
}

static enum syclbin_status image_string(const struct syclbin_image *image, const char *key, struct syclbin_value *out,
	struct syclbin_diag *diag)
{
	struct syclbin_property property = { 0 };
	const char *set = image->kind == SYCLBIN_PART_IR ? SYCLBIN_SET_IR : SYCLBIN_SET_NATIVE;
	enum syclbin_status status = own_property(&image->metadata, set, key, SYCLBIN_PROPERTY_BYTES, &property, diag);
	*out = property.value;
	return status;
}

enum syclbin_status syclbin_image_target(const struct syclbin_image *image, struct syclbin_value *out,
	struct syclbin_diag *diag)
{
	return image_string(image, "target", out, diag);
}

enum syclbin_status syclbin_image_arch(const struct syclbin_image *image, struct syclbin_value *out,
	struct syclbin_diag *diag)
{
	return image_string(image, "arch", out, diag);
}

/* Tests whether the bytes begin with `text`. */
static bool begins(const uint8_t *p, size_t size, const char *text, size_t length)
{
	return size >= length && memcmp(p, text, length) == 0;
}

enum syclbin_image_kind syclbin_sniff(const void *data, size_t size)
{
	const uint8_t *p = data;
	struct syclbin_span span = syclbin_span(data, size);
	if (begins(p, size, "\x03\x02\x23\x07", 4) || begins(p, size, "\x07\x23\x02\x03", 4))
		return SYCLBIN_KIND_SPIRV;
	if (begins(p, size, "BC\xC0\xDE", 4) || begins(p, size, "\xDE\xC0\x17\x0B", 4))
		return SYCLBIN_KIND_BITCODE;
	if (begins(p, size, "\x50\xED\x55\xBA", 4))
		return SYCLBIN_KIND_FATBINARY;
	if (begins(p, size, "\x7F" "ELF", 4)) /* machine 190 is CUDA */
		return size >= 20 && syclbin__u16(p + 18) == 190 ? SYCLBIN_KIND_CUBIN : SYCLBIN_KIND_OBJECT;
	if (syclbin__is_image(&span))
		return SYCLBIN_KIND_SYCLBIN;
	while (size && (*p == '\n' || *p == ' ' || *p == '\t' || *p == '\r')) { /* nvcc leaves empty lines */
		p++;
		size--;
	}
	if (begins(p, size, "//", 2) || begins(p, size, ".version", 8)) {
		size_t most = size < 4096 ? size : 4096;
		if (memmem(p, most, ".version", 8) && memmem(p, most, ".target", 7))
			return SYCLBIN_KIND_PTX;
	}
	return SYCLBIN_KIND_NONE;
}
