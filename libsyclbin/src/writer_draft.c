/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The draft of a version 2: an entry for the global metadata, then for each module its metadata, IR modules, native
 * images. */
#include "strings.h"
#include "writer.h"

#include <stdio.h>
#include <string.h>

struct draft {
	struct syclbin_writer *w;
	struct syclbin__strings strings;
	uint32_t *order;
	uint8_t *entries, *string_entries; /* in the head */
	uint64_t entry_count, string_count, strings_at; /* strings_at: offset of the next string entry */
	uint64_t image_at;                 /* offset of the next image */
	uint32_t string;                   /* the next string */
	bool no_memory;
};

static struct syclbin_string text_of(const struct draft *d, const struct syclbin__text_at *at)
{
	return (struct syclbin_string){ (const char *)d->w->texts.data + at->at, at->size };
}

static void add(struct draft *d, const char *key, struct syclbin_string value)
{
	struct syclbin_string name = { key, strlen(key) };
	d->no_memory = d->no_memory || !syclbin__strings_add(&d->strings, name) ||
		       !syclbin__strings_add(&d->strings, value);
	d->string_count++;
}

static void add_text(struct draft *d, const char *key, const char *value)
{
	add(d, key, (struct syclbin_string){ value, strlen(value) });
}

static void add_number(struct draft *d, const char *key, uint32_t number)
{
	char digits[16];
	snprintf(digits, sizeof digits, "%lu", (unsigned long)number);
	add_text(d, key, digits);
}

/* Returns a value of the text of an image; it is empty if the text does not have it. */
static enum syclbin_status add_value(struct draft *d, const char *key, enum syclbin_status status,
	const struct syclbin_value *value, struct syclbin_diag *diag)
{
	if (status == SYCLBIN_E_NOT_FOUND) {
		add_text(d, key, "");
		return SYCLBIN_OK;
	}
	if (status != SYCLBIN_OK)
		return status;
	size_t size = (size_t)value->size;
	char *text = syclbin__alloc(&d->w->allocator, size, 1);
	if (!text)
		return syclbin__no_memory(diag);
	status = syclbin_value_copy(value, text, size, diag);
	if (status == SYCLBIN_OK)
		add(d, key, (struct syclbin_string){ text, size });
	syclbin__free(&d->w->allocator, text, size, 1);
	return status;
}

static enum syclbin_status add_image_strings(
	struct draft *d, const struct syclbin__image *from, struct syclbin_diag *diag)
{
	struct syclbin_string text = text_of(d, &from->text);
	struct syclbin_image image = { 0 };
	struct syclbin_value value;
	enum syclbin_status status;
	uint32_t type = 0;
	image.kind = from->kind;
	image.metadata = syclbin_span(text.data, text.size);
	add_text(d, "sycl_format_version", "2");
	add_text(d, "role", from->kind == SYCLBIN_PART_IR ? "ir" : "native");
	add_number(d, "am_index", from->module);
	if (from->kind == SYCLBIN_PART_IR) {
		status = syclbin_image_ir_type(&image, &type, diag);
		if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
			return status;
		add_number(d, "ir_type", type);
	} else {
		status = syclbin_image_arch(&image, &value, diag);
		status = add_value(d, "arch", status, &value, diag);
		if (status != SYCLBIN_OK)
			return status;
	}
	status = syclbin_image_target(&image, &value, diag);
	return add_value(d, "triple", status, &value, diag);
}

/* Calls `step` for every image of a module, IR modules first. next[] is the position of each kind in the order of
 * images. */
typedef enum syclbin_status (*image_fn)(struct draft *d, const struct syclbin__image *image, void *ctx,
	struct syclbin_diag *diag);
static enum syclbin_status for_each_image(struct draft *d, uint32_t module, uint32_t next[2], image_fn step, void *ctx,
	struct syclbin_diag *diag)
{
	enum syclbin_status status = SYCLBIN_OK;
	for (unsigned kind = 0; kind < 2; kind++) {
		uint32_t count = syclbin__modules(d->w)[module].count[kind];
		for (uint32_t i = 0; status == SYCLBIN_OK && i < count; i++)
			status = step(d, &syclbin__images(d->w)[d->order[next[kind]++]], ctx, diag);
	}
	return status;
}

static enum syclbin_status collect_image(struct draft *d, const struct syclbin__image *image, void *ctx,
	struct syclbin_diag *diag)
{
	(void)ctx;
	d->entry_count++;
	return add_image_strings(d, image, diag);
}

static enum syclbin_status collect(struct draft *d, struct syclbin_diag *diag)
{
	uint32_t next[2] = { 0, d->w->kind_count[0] };
	enum syclbin_status status = SYCLBIN_OK;
	d->entry_count = 1 + (uint64_t)d->w->module_count;
	add_text(d, "sycl_format_version", "2");
	add_text(d, "role", "global_metadata");
	for (uint32_t i = 0; status == SYCLBIN_OK && i < d->w->module_count; i++) {
		add_text(d, "sycl_format_version", "2");
		add_text(d, "role", "am_metadata");
		add_number(d, "am_index", i);
		status = for_each_image(d, i, next, collect_image, NULL, diag);
	}
	if (status != SYCLBIN_OK)
		return status;
	if (d->entry_count > UINT32_MAX)
		return syclbin__fail(
			diag, SYCLBIN_E_LIMIT, SYCLBIN_C_SIZE, SYCLBIN_NO_OFFSET, "more than 2^32 - 1 entries");
	return d->no_memory || !syclbin__strings_layout(&d->strings) ? syclbin__no_memory(diag) : SYCLBIN_OK;
}

/* Writes the next entry, with the next `count` strings. */
static void put_entry(struct draft *d, uint64_t table_at, unsigned count, uint64_t size)
{
	syclbin__put_entry(d->entries, d->strings_at, count, d->image_at, size);
	d->entries += SYCLBIN__ENTRY;
	for (unsigned i = 0; i < count; i++, d->string_entries += 24) {
		uint32_t key = d->string++, value = d->string++;
		syclbin__put64(d->string_entries, table_at + syclbin__strings_offset(&d->strings, key));
		syclbin__put64(d->string_entries + 8, table_at + syclbin__strings_offset(&d->strings, value));
		syclbin__put64(d->string_entries + 16, syclbin__strings_length(&d->strings, value));
	}
	d->strings_at += 24 * (uint64_t)count;
	d->image_at += size;
}

static enum syclbin_status put_image(struct draft *d, const struct syclbin__image *image, void *ctx,
	struct syclbin_diag *diag)
{
	(void)diag;
	put_entry(d, *(const uint64_t *)ctx, 5, 8 + (uint64_t)image->text.size + image->source.size);
	return SYCLBIN_OK;
}

static void put_entries(struct draft *d, uint64_t table_at)
{
	uint32_t next[2] = { 0, d->w->kind_count[0] };
	put_entry(d, table_at, 2, d->w->global.size);
	for (uint32_t i = 0; i < d->w->module_count; i++) {
		put_entry(d, table_at, 3, syclbin__modules(d->w)[i].text.size);
		(void)for_each_image(d, i, next, put_image, &table_at, NULL); /* cannot fail */
	}
}

static enum syclbin_status emit_image(struct draft *d, const struct syclbin__image *image, void *ctx,
	struct syclbin_diag *diag)
{
	struct syclbin__out *out = ctx;
	struct syclbin_string text = text_of(d, &image->text);
	uint8_t size[8];
	(void)diag;
	syclbin__put64(size, text.size);
	return syclbin__emit_memory(out, size, 8) && syclbin__emit_memory(out, text.data, text.size) &&
		       syclbin__emit(out, &image->source)
		       ? SYCLBIN_OK
		       : SYCLBIN_E_IO;
}

static enum syclbin_status emit_images(struct draft *d, struct syclbin__out *out)
{
	uint32_t next[2] = { 0, d->w->kind_count[0] };
	struct syclbin_string text = text_of(d, &d->w->global);
	enum syclbin_status status = syclbin__emit_memory(out, text.data, text.size) ? SYCLBIN_OK : SYCLBIN_E_IO;
	for (uint32_t i = 0; status == SYCLBIN_OK && i < d->w->module_count; i++) {
		text = text_of(d, &syclbin__modules(d->w)[i].text);
		if (!syclbin__emit_memory(out, text.data, text.size))
			return SYCLBIN_E_IO;
		status = for_each_image(d, i, next, emit_image, out, NULL);
	}
	return status == SYCLBIN_OK && !syclbin__emit_padding(out) ? SYCLBIN_E_IO : status;
}

/* Header, entries, string entries and strings in one block, then the images. */
static enum syclbin_status emit_all(
	struct draft *d, uint32_t envelope, struct syclbin__out *out, struct syclbin_diag *diag)
{
	size_t header = syclbin__envelope_header(envelope);
	uint64_t strings_at = header + d->entry_count * SYCLBIN__ENTRY, table_at = strings_at + d->string_count * 24;
	uint64_t images = d->w->text_size + d->w->global.size + 8 * (uint64_t)d->w->image_count + d->w->blob_size[0] +
			  d->w->blob_size[1];
	const uint64_t tables = syclbin__round8(table_at + d->strings.size);
	const size_t size = (size_t)tables;
	if (size != tables || images > (uint64_t)INT64_MAX - tables - 8)
		return syclbin__fail(
			diag, SYCLBIN_E_LIMIT, SYCLBIN_C_SIZE, SYCLBIN_NO_OFFSET, "a file of more than 2^63 bytes");
	uint8_t *head = syclbin__alloc(&d->w->allocator, size, 1);
	if (!head)
		return syclbin__no_memory(diag);
	memset(head, 0, size);
	syclbin__put_envelope(head, envelope, syclbin__round8(size + images), d->entry_count);
	d->entries = head + header;
	d->string_entries = head + strings_at;
	d->strings_at = strings_at;
	d->image_at = size;
	put_entries(d, table_at);
	syclbin__strings_write(&d->strings, head + table_at);
	enum syclbin_status status = syclbin__emit_memory(out, head, size) ? emit_images(d, out) : SYCLBIN_E_IO;
	syclbin__free(&d->w->allocator, head, size, 1);
	return status;
}

enum syclbin_status syclbin__emit_draft(struct syclbin_writer *writer, uint32_t envelope, struct syclbin__out *out,
	struct syclbin_diag *diag)
{
	struct draft d;
	memset(&d, 0, sizeof d);
	d.w = writer;
	d.strings.allocator = &writer->allocator;
	d.order = syclbin__order(writer);
	enum syclbin_status status = d.order ? collect(&d, diag) : syclbin__no_memory(diag);
	if (status == SYCLBIN_OK)
		status = emit_all(&d, envelope, out, diag);
	syclbin__free(&writer->allocator, d.order, writer->image_count, sizeof *d.order);
	syclbin__strings_finish(&d.strings);
	return status;
}
