/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collects texts and images. */
#include "writer.h"

#include <bytecursor/ckd.h>
#include <string.h>

#define WHOLE_MOST ((uint64_t)1 << 62) /* of bytes per file, so that sums of a few sizes cannot wrap */

const char *syclbin_encoding_name(enum syclbin_encoding encoding)
{
	static const char *const names[] = { "v1", "v1raw", "v1ob2", "v1rt", "v1ob3", "v2", "v2ob3" };
	return (unsigned)encoding < SYCLBIN_ENCODING_COUNT ? names[encoding] : "?";
}

struct syclbin_writer *syclbin_writer_create(const struct syclbin_allocator *allocator)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	struct syclbin_writer *writer = syclbin__alloc(a, 1, sizeof *writer);
	if (!writer)
		return NULL;
	memset(writer, 0, sizeof *writer);
	writer->allocator = *a;
	if (syclbin_writer_state(writer, SYCLBIN_STATE_EXECUTABLE) != SYCLBIN_OK) {
		syclbin_writer_destroy(writer);
		return NULL;
	}
	writer->has_global = false;
	return writer;
}

void syclbin_writer_destroy(struct syclbin_writer *writer)
{
	if (!writer)
		return;
	struct syclbin_allocator a = writer->allocator;
	syclbin__buffer_free(&writer->texts, &a);
	syclbin__buffer_free(&writer->modules, &a);
	syclbin__buffer_free(&writer->images, &a);
	syclbin__free(&a, writer, 1, sizeof *writer);
}

static bool keep_text(struct syclbin_writer *w, struct syclbin_string text, struct syclbin__text_at *out)
{
	*out = (struct syclbin__text_at){ w->texts.size, text.size };
	return syclbin__append(&w->texts, &w->allocator, text.data, text.size);
}

enum syclbin_status syclbin_writer_global(struct syclbin_writer *writer, struct syclbin_string text)
{
	struct syclbin__text_at at;
	if (!keep_text(writer, text, &at))
		return SYCLBIN_E_NOMEM;
	writer->global = at;
	writer->has_global = true;
	return SYCLBIN_OK;
}

static struct syclbin_string string(const char *text) { return (struct syclbin_string){ text, strlen(text) }; }

enum syclbin_status syclbin_writer_state(struct syclbin_writer *writer, uint32_t state)
{
	struct syclbin_text *text = syclbin_text_create(&writer->allocator);
	enum syclbin_status status = text ? syclbin_text_set(text, string(SYCLBIN_SET_GLOBAL), NULL) : SYCLBIN_E_NOMEM;
	if (status == SYCLBIN_OK)
		status = syclbin_text_u32(text, string("state"), state, NULL);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_global(writer, syclbin_text_string(text));
	syclbin_text_destroy(text);
	return status;
}

static enum syclbin_status too_much(struct syclbin_diag *diag)
{
	return syclbin__fail(
		diag, SYCLBIN_E_LIMIT, SYCLBIN_C_SIZE, SYCLBIN_NO_OFFSET, "more than the format can count");
}

enum syclbin_status syclbin_writer_module(
	struct syclbin_writer *writer, struct syclbin_string text, uint32_t *out_module, struct syclbin_diag *diag)
{
	struct syclbin__module module = { { 0, 0 }, { 0, 0 } };
	size_t before = writer->texts.size;
	if (writer->module_count == UINT32_MAX)
		return too_much(diag);
	if (!keep_text(writer, text, &module.text))
		return syclbin__no_memory(diag);
	if (!syclbin__append(&writer->modules, &writer->allocator, &module, sizeof module)) {
		writer->texts.size = before;
		return syclbin__no_memory(diag);
	}
	writer->text_size += text.size;
	*out_module = writer->module_count++;
	return SYCLBIN_OK;
}

static enum syclbin_status put_string(struct syclbin_text *text, const char *key, struct syclbin_string value,
	struct syclbin_diag *diag)
{
	return syclbin_text_bytes(text, string(key), value.data, (uint64_t)value.size * 8, diag);
}

/* Returns the default text of an image. */
static enum syclbin_status make_text(struct syclbin_text *text, const struct syclbin_writer_image *image,
	struct syclbin_diag *diag)
{
	bool ir = image->kind == SYCLBIN_PART_IR;
	enum syclbin_status status = syclbin_text_set(text, string(ir ? SYCLBIN_SET_IR : SYCLBIN_SET_NATIVE), diag);
	if (status == SYCLBIN_OK)
		status = ir ? syclbin_text_u32(text, string("type"), image->ir_type, diag)
			    : put_string(text, "arch", image->arch, diag);
	return status == SYCLBIN_OK ? put_string(text, "target", image->target, diag) : status;
}

static enum syclbin_status add_image(struct syclbin_writer *w, uint32_t module, struct syclbin_string text,
	const struct syclbin_writer_image *image, struct syclbin_diag *diag)
{
	struct syclbin__image added = { { 0, 0 }, image->source, module, (uint8_t)image->kind };
	size_t before = w->texts.size;
	uint64_t size;
	if (w->image_count == UINT32_MAX || ckd_add(&size, w->blob_size[image->kind], image->source.size) ||
		size > WHOLE_MOST)
		return too_much(diag);
	if (!keep_text(w, text, &added.text))
		return syclbin__no_memory(diag);
	if (!syclbin__append(&w->images, &w->allocator, &added, sizeof added)) {
		w->texts.size = before;
		return syclbin__no_memory(diag);
	}
	w->text_size += text.size;
	w->blob_size[image->kind] = size;
	w->image_count++;
	w->kind_count[image->kind]++;
	syclbin__modules(w)[module].count[image->kind]++;
	return SYCLBIN_OK;
}

enum syclbin_status syclbin_writer_image(struct syclbin_writer *writer, uint32_t module,
	const struct syclbin_writer_image *image, struct syclbin_diag *diag)
{
	if (BYTECURSOR_SIZE_IS_WRONG(image) || image->size < sizeof *image)
		return syclbin__size_is_wrong(diag, image->size, "syclbin_writer_image");
	if (module >= writer->module_count || (unsigned)image->kind > SYCLBIN_PART_NATIVE)
		return syclbin__fail(diag, SYCLBIN_E_ARG, SYCLBIN_C_NONE, SYCLBIN_NO_OFFSET,
			"no such module, or no such kind of image");
	if (image->text.data)
		return add_image(writer, module, image->text, image, diag);
	struct syclbin_text *text = syclbin_text_create(&writer->allocator);
	enum syclbin_status status = text ? make_text(text, image, diag) : syclbin__no_memory(diag);
	if (status == SYCLBIN_OK)
		status = add_image(writer, module, syclbin_text_string(text), image, diag);
	syclbin_text_destroy(text);
	return status;
}

static struct syclbin_string as_string(const struct syclbin_span *span)
{
	return (struct syclbin_string){ (const char *)span->data, span->size };
}

static enum syclbin_status copy_images(struct syclbin_writer *writer, const struct syclbin_reader *reader,
	const struct syclbin_module *module, uint32_t to, int fd, struct syclbin_diag *diag)
{
	for (unsigned i = 0; i < 2; i++) {
		enum syclbin_part_kind kind = (enum syclbin_part_kind)i;
		for (uint32_t j = 0; j < module->count[kind]; j++) {
			struct syclbin_image from;
			enum syclbin_status status = syclbin_module_image(reader, module, kind, j, &from, diag);
			if (status != SYCLBIN_OK)
				return status;
			struct syclbin_writer_image image = { sizeof image, kind, as_string(&from.metadata), 0,
				{ "", 0 }, { "", 0 },
				{ fd < 0 ? from.bytes.data : NULL, fd, from.bytes.offset, from.bytes.size } };
			status = syclbin_writer_image(writer, to, &image, diag);
			if (status != SYCLBIN_OK)
				return status;
		}
	}
	return SYCLBIN_OK;
}

void syclbin__writer_roll_back(struct syclbin_writer *writer, const struct syclbin_writer *mark)
{
	struct bytecursor_buffer texts = writer->texts, modules = writer->modules, images = writer->images;
	*writer = *mark;
	texts.size = mark->texts.size;
	modules.size = mark->modules.size;
	images.size = mark->images.size;
	writer->texts = texts;
	writer->modules = modules;
	writer->images = images;
}

enum syclbin_status syclbin_writer_file(struct syclbin_writer *writer, const struct syclbin_reader *reader, int fd,
	struct syclbin_diag *diag)
{
	struct syclbin_writer mark = *writer;
	enum syclbin_status status = syclbin_reader_bound(reader, diag); /* texts are copied */
	if (status == SYCLBIN_OK && !writer->has_global &&
		syclbin_writer_global(writer, as_string(&reader->global)) != SYCLBIN_OK)
		status = syclbin__no_memory(diag);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < reader->module_count; i++) {
		struct syclbin_module module;
		uint32_t to;
		status = syclbin_reader_module(reader, i, &module, diag);
		if (status == SYCLBIN_OK)
			status = syclbin_writer_module(writer, as_string(&module.metadata), &to, diag);
		if (status == SYCLBIN_OK)
			status = copy_images(writer, reader, &module, to, fd, diag);
	}
	if (status != SYCLBIN_OK)
		syclbin__writer_roll_back(writer, &mark);
	return status;
}
