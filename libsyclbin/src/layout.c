/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the layout of a file and emits its pieces: headers and texts in one block, then the images. */
#include "writer.h"

#include <bytecursor/kind.h>
#include <string.h>

bool syclbin__emit(struct syclbin__out *out, const struct syclbin_source *piece)
{
	out->size += piece->size;
	return piece->size == 0 || !out->emit || out->emit(out->ctx, piece);
}

bool syclbin__emit_memory(struct syclbin__out *out, const void *data, size_t size)
{
	struct syclbin_source piece = { data, -1, 0, size };
	return syclbin__emit(out, &piece);
}

bool syclbin__emit_padding(struct syclbin__out *out)
{
	static const uint8_t zeros[8];
	return syclbin__emit_memory(out, zeros, (size_t)(-out->size & 7));
}

/* A counting sort: computes the first position of each module's images of a kind, then places each image. */
uint32_t *syclbin__order(const struct syclbin_writer *w)
{
	uint32_t *order = syclbin__alloc(&w->allocator, w->image_count, sizeof *order);
	uint32_t *next = syclbin__alloc(&w->allocator, (size_t)w->module_count * 2, sizeof *next);
	uint32_t at = 0;
	for (unsigned kind = 0; order && next && kind < 2; kind++) {
		for (uint32_t i = 0; i < w->module_count; i++) {
			next[kind * (size_t)w->module_count + i] = at;
			at += syclbin__modules(w)[i].count[kind];
		}
	}
	for (uint32_t i = 0; order && next && i < w->image_count; i++) {
		const struct syclbin__image *image = &syclbin__images(w)[i];
		order[next[image->kind * (size_t)w->module_count + image->module]++] = i;
	}
	if (!next && order) {
		syclbin__free(&w->allocator, order, w->image_count, sizeof *order);
		order = NULL;
	}
	syclbin__free(&w->allocator, next, (size_t)w->module_count * 2, sizeof *next);
	return order;
}

void syclbin__put_envelope(uint8_t *out, uint32_t version, uint64_t size, uint64_t count)
{
	size_t header = syclbin__envelope_header(version);
	memcpy(out, BYTECURSOR_MAGIC_OFFLOAD, 4);
	syclbin__put32(out + 4, version);
	syclbin__put64(out + 8, size);
	syclbin__put64(out + 16, header);
	syclbin__put64(out + 24, version == 1 ? SYCLBIN__ENTRY : count);
	if (version == 3)
		syclbin__put64(out + 32, 0);
}

void syclbin__put_entry(uint8_t *out, uint64_t strings, uint64_t string_count, uint64_t image, uint64_t size)
{
	syclbin__put16(out, SYCLBIN_KIND_SYCLBIN);
	syclbin__put16(out + 2, SYCLBIN_OFFLOAD_SYCL);
	syclbin__put32(out + 4, 0);
	syclbin__put64(out + 8, strings);
	syclbin__put64(out + 16, string_count);
	syclbin__put64(out + 24, image);
	syclbin__put64(out + 32, size);
}

struct layout {
	uint32_t envelope; /* 0: none */
	bool table;        /* the envelope has an (empty) table of strings */
	size_t image_at;
	uint64_t metadata, records, tables_at, binary_at, binary, size; /* of the image */
};

static enum syclbin_status lay_out(const struct syclbin_writer *w, struct layout *l, struct syclbin_diag *diag)
{
	size_t entry = syclbin__envelope_header(l->envelope) + SYCLBIN__ENTRY;
	l->image_at = l->envelope ? (l->table ? (entry + 8) : entry) : 0; /* the table is one NUL, padded to 8 */
	l->metadata = w->global.size + w->text_size;
	l->records = (uint64_t)w->module_count + w->image_count;
	l->tables_at = SYCLBIN__HEADER + l->records * SYCLBIN__RECORD;
	l->binary_at = l->tables_at + syclbin__round8(l->metadata);
	l->binary = w->blob_size[0] + w->blob_size[1];
	l->size = syclbin__round8(l->binary_at + l->binary);
	if (l->binary_at > SIZE_MAX / 2 || l->size > INT64_MAX)
		return syclbin__fail(
			diag, SYCLBIN_E_LIMIT, SYCLBIN_C_SIZE, SYCLBIN_NO_OFFSET, "a file of more than 2^63 bytes");
	return SYCLBIN_OK;
}

static void put_header(const struct syclbin_writer *w, const struct layout *l, uint8_t *p)
{
	syclbin__put32(p, SYCLBIN_MAGIC);
	syclbin__put32(p + 4, 1);
	syclbin__put32(p + 8, w->module_count);
	syclbin__put32(p + 12, w->kind_count[SYCLBIN_PART_IR]);
	syclbin__put32(p + 16, w->kind_count[SYCLBIN_PART_NATIVE]);
	syclbin__put64(p + 24, l->metadata);
	syclbin__put64(p + 32, l->binary);
	syclbin__put64(p + 48, w->global.size);
}

struct cursor {
	const struct syclbin_writer *w;
	uint8_t *record, *metadata; /* the next header; the table of texts */
	uint64_t text, blob;        /* number of bytes of the tables that are used */
};

static void put_text(struct cursor *c, const struct syclbin__text_at *text)
{
	syclbin__put64(c->record, c->text);
	syclbin__put64(c->record + 8, text->size);
	if (text->size)
		memcpy(c->metadata + c->text, c->w->texts.data + text->at, text->size);
	c->text += text->size;
}

static void put_modules(struct cursor *c)
{
	uint32_t first[2] = { 0, 0 };
	for (uint32_t i = 0; i < c->w->module_count; i++, c->record += SYCLBIN__RECORD) {
		const struct syclbin__module *m = &syclbin__modules(c->w)[i];
		put_text(c, &m->text);
		for (unsigned kind = 0; kind < 2; kind++) {
			syclbin__put32(c->record + 16 + 8 * kind, m->count[kind]);
			syclbin__put32(c->record + 20 + 8 * kind, first[kind]);
			first[kind] += m->count[kind];
		}
	}
}

static void put_images(struct cursor *c, const uint32_t *order)
{
	for (uint32_t i = 0; i < c->w->image_count; i++, c->record += SYCLBIN__RECORD) {
		const struct syclbin__image *image = &syclbin__images(c->w)[order[i]];
		put_text(c, &image->text);
		syclbin__put64(c->record + 16, c->blob);
		syclbin__put64(c->record + 24, image->source.size);
		c->blob += image->source.size;
	}
}

/* Fills everything before the binary table. */
static void put_head(const struct syclbin_writer *w, const struct layout *l, const uint32_t *order, uint8_t *out)
{
	uint8_t *image = out + l->image_at;
	struct cursor c = { w, image + SYCLBIN__HEADER, image + l->tables_at, w->global.size, 0 };
	if (l->envelope) {
		size_t header = syclbin__envelope_header(l->envelope);
		syclbin__put_envelope(out, l->envelope, l->image_at + l->size, 1);
		syclbin__put_entry(out + header, l->table ? header + SYCLBIN__ENTRY : 0, 0, l->image_at, l->size);
	}
	put_header(w, l, image);
	if (w->global.size)
		memcpy(c.metadata, w->texts.data + w->global.at, w->global.size);
	put_modules(&c);
	put_images(&c, order);
}

static enum syclbin_status emit_image(struct syclbin_writer *w, struct layout *l, struct syclbin__out *out,
	struct syclbin_diag *diag)
{
	enum syclbin_status status = lay_out(w, l, diag);
	if (status != SYCLBIN_OK)
		return status;
	size_t size = l->image_at + (size_t)l->binary_at;
	uint8_t *head = syclbin__alloc(&w->allocator, size, 1);
	uint32_t *order = syclbin__order(w);
	bool good = true;
	if (head && order) {
		memset(head, 0, size);
		put_head(w, l, order, head);
		good = syclbin__emit_memory(out, head, size);
		for (uint32_t i = 0; good && i < w->image_count; i++)
			good = syclbin__emit(out, &syclbin__images(w)[order[i]].source);
		good = good && syclbin__emit_padding(out);
	} else {
		status = syclbin__no_memory(diag);
	}
	syclbin__free(&w->allocator, head, size, 1);
	syclbin__free(&w->allocator, order, w->image_count, sizeof *order);
	return good ? status : SYCLBIN_E_IO;
}

static enum syclbin_status emit(struct syclbin_writer *writer, enum syclbin_encoding encoding, struct syclbin__out *out,
	struct syclbin_diag *diag)
{
	struct layout l = { 0 };
	switch (encoding) {
	case SYCLBIN_ENCODING_V1RAW: break;
	case SYCLBIN_ENCODING_V1:
	case SYCLBIN_ENCODING_V1OB2:
	case SYCLBIN_ENCODING_V1OB3:
		l.table = true;
		l.envelope = encoding == SYCLBIN_ENCODING_V1 ? 1 : encoding == SYCLBIN_ENCODING_V1OB2 ? 2 : 3;
		break;
	case SYCLBIN_ENCODING_V1RT: l.envelope = 2; break;
	case SYCLBIN_ENCODING_V2: return syclbin__emit_draft(writer, 2, out, diag);
	case SYCLBIN_ENCODING_V2OB3: return syclbin__emit_draft(writer, 3, out, diag);
	default: return syclbin__fail(diag, SYCLBIN_E_ARG, SYCLBIN_C_NONE, SYCLBIN_NO_OFFSET, "no such encoding");
	}
	return emit_image(writer, &l, out, diag);
}

enum syclbin_status syclbin_writer_size(
	struct syclbin_writer *writer, enum syclbin_encoding encoding, uint64_t *out_size, struct syclbin_diag *diag)
{
	struct syclbin__out out = { NULL, NULL, 0 };
	enum syclbin_status status = emit(writer, encoding, &out, diag);
	*out_size = out.size;
	return status;
}

enum syclbin_status syclbin_writer_emit(struct syclbin_writer *writer, enum syclbin_encoding encoding,
	syclbin_emit_fn emit_to, void *ctx, struct syclbin_diag *diag)
{
	struct syclbin__out out = { emit_to, ctx, 0 };
	enum syclbin_status status = emit(writer, encoding, &out, diag);
	if (status == SYCLBIN_E_IO)
		(void)syclbin__fail(diag, status, SYCLBIN_C_OUTPUT, out.size, "the output failed");
	return status;
}
