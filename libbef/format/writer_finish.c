/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Assembles the file: sorts the strings, writes the tables that refer to them, lays out the sections (FORMAT.md
 * 1.3). */
#include <bef/writer.h>
#include "writer.h"
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t header[] = { BEF_MAGIC_0, BEF_MAGIC_1, BEF_FORMAT_VERSION };

struct part {
	const uint8_t *data;
	size_t size, alignment;
	bool present;
};

struct file {
	struct bef_writer *w;
	struct bytecursor_buffer order;   /* struct sorted_name */
	struct bytecursor_buffer offsets; /* uint64_t per name: offset in Strings */
	struct bytecursor_buffer made[BEF_SECTION_COUNT]; /* sections that are created by finish */
	struct part parts[BEF_SECTION_COUNT];
};

/* ---- strings */

struct sorted_name {
	const uint8_t *data;
	uint32_t size, number;
};

static int compare_names(const void *a, const void *b)
{
	const struct sorted_name *x = a, *y = b;
	size_t common = x->size < y->size ? x->size : y->size;
	int order = common > 0 ? memcmp(x->data, y->data, common) : 0;
	return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

static uint64_t name_offset(const struct file *file, uint32_t name)
{
	uint64_t offset;
	memcpy(&offset, file->offsets.data + name * sizeof offset, sizeof offset);
	return offset;
}

static bool make_strings(struct file *file)
{
	const struct bef__intern *strings = &file->w->strings;
	const struct bef_allocator *a = &file->w->allocator;
	struct bytecursor_buffer *out = &file->made[BEF_SECTION_STRINGS];
	uint32_t count = bef__intern_count(strings);
	if (!bef__buffer_reserve(&file->order, a, count * sizeof(struct sorted_name)) ||
		!bef__buffer_reserve(&file->offsets, a, count * sizeof(uint64_t)) ||
		!bef__buffer_reserve(out, a, strings->bytes.size))
		return false;
	struct sorted_name *order = (struct sorted_name *)(void *)file->order.data;
	for (uint32_t i = 0; i < count; i++) {
		const struct bef__name *name = bef__intern_name(strings, i);
		order[i] = (struct sorted_name){ strings->bytes.data + name->offset, name->size, i };
	}
	if (count > 0)
		qsort(order, count, sizeof *order, compare_names);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t offset = out->size;
		memcpy(file->offsets.data + order[i].number * sizeof offset, &offset, sizeof offset);
		memcpy(out->data + out->size, order[i].data, (size_t)order[i].size + 1);
		out->size += (size_t)order[i].size + 1;
	}
	return true;
}

/* ---- tables */

static bool put_number(struct file *file, struct bytecursor_buffer *out, uint64_t value)
{
	if (!bef__buffer_reserve(out, &file->w->allocator, BEF__VBR_MAX))
		return false;
	bef__put_vbr(out, value);
	return true;
}

static uint32_t number_at(const struct bytecursor_buffer *numbers, size_t index)
{
	uint32_t number;
	memcpy(&number, numbers->data + index * sizeof number, sizeof number);
	return number;
}

static bool make_names(struct file *file, enum bef_section_id id, const struct bytecursor_buffer *names)
{
	size_t count = names->size / sizeof(uint32_t);
	bool ok = put_number(file, &file->made[id], count);
	for (size_t i = 0; ok && i < count; i++)
		ok = put_number(file, &file->made[id], name_offset(file, number_at(names, i)));
	return ok;
}

static bool put_types(struct file *file, struct bytecursor_buffer *out, size_t first, uint32_t count)
{
	bool ok = put_number(file, out, count);
	for (size_t i = first; ok && i < first + count; i++)
		ok = put_number(file, out, number_at(&file->w->signatures, i));
	return ok;
}

static bool make_function_index(struct file *file)
{
	const struct bef_writer *w = file->w;
	struct bytecursor_buffer *out = &file->made[BEF_SECTION_FUNCTION_INDEX];
	uint32_t count = bef__writer_function_count(w);
	/* A native function has no body; its entry has the offset of the next body. */
	size_t next = w->bodies.size;
	for (uint32_t i = count; i-- > 0;) {
		struct bef__writer_function *f = bef__writer_function_at(w, i);
		if (f->kind == BEF_FUNCTION_NATIVE)
			f->offset = next;
		next = f->offset;
	}
	bool ok = put_number(file, out, count);
	for (uint32_t i = 0; ok && i < count; i++) {
		const struct bef__writer_function *f = bef__writer_function_at(w, i);
		ok = put_number(file, out, f->kind) && put_number(file, out, f->offset) &&
		     put_number(file, out, name_offset(file, f->name)) &&
		     put_types(file, out, f->types, f->argument_count) &&
		     put_types(file, out, f->types + f->argument_count, f->result_count);
	}
	return ok;
}

static bool make_attribute_names(struct file *file)
{
	const struct bytecursor_buffer *in = &file->w->attribute_names;
	struct bytecursor_buffer *out = &file->made[BEF_SECTION_ATTRIBUTE_NAMES];
	bool ok = put_number(file, out, bef__writer_function_count(file->w));
	for (size_t i = 0, end = in->size / sizeof(uint32_t); ok && i < end;) {
		uint32_t kernels = number_at(in, i), names = number_at(in, i + 1);
		ok = put_number(file, out, kernels);
		for (i += 2; ok && names > 0; names--, i++)
			ok = put_number(file, out, name_offset(file, number_at(in, i)));
	}
	return ok;
}

/* Creates a section from a count and finished bytes. */
static bool make_counted(struct file *file, enum bef_section_id id, uint64_t count, const struct bytecursor_buffer *rest)
{
	struct bytecursor_buffer *out = &file->made[id];
	if (!put_number(file, out, count) || !bef__buffer_reserve(out, &file->w->allocator, rest->size))
		return false;
	if (rest->size > 0)
		memcpy(out->data + out->size, rest->data, rest->size);
	out->size += rest->size;
	return true;
}

static bool make_sections(struct file *file)
{
	const struct bef_writer *w = file->w;
	if (!make_strings(file) || !make_names(file, BEF_SECTION_KERNELS, &w->kernels) ||
		!make_names(file, BEF_SECTION_TYPES, &w->types) || !make_function_index(file))
		return false;
	return !w->optional ||
	       (make_counted(file, BEF_SECTION_ATTRIBUTE_TYPES, w->attribute_type_count, &w->attribute_types) &&
		       make_attribute_names(file) &&
		       make_counted(file, BEF_SECTION_REGISTER_TYPES, bef__writer_function_count(w),
			       &w->register_types));
}

/* ---- layout */

static void collect_parts(struct file *file)
{
	const struct bef_writer *w = file->w;
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		bool present = id <= BEF_SECTION_FUNCTIONS || (id >= BEF_SECTION_ATTRIBUTE_TYPES && w->optional);
		file->parts[id] = (struct part){ file->made[id].data, file->made[id].size, 1, present };
	}
	file->parts[BEF_SECTION_ATTRIBUTES] = (struct part){ w->attributes.data, w->attributes.size,
		w->attributes_alignment, true };
	file->parts[BEF_SECTION_FUNCTIONS] = (struct part){ w->bodies.data, w->bodies.size, w->bodies.size > 0 ? 4 : 1,
		true };
	if (w->locations.size > 0) {
		const struct bytecursor_buffer *strings = &w->location_strings.bytes;
		file->parts[BEF_SECTION_LOCATION_STRINGS] = (struct part){ strings->data, strings->size, 1, true };
		file->parts[BEF_SECTION_LOCATIONS] = (struct part){ w->locations.data, w->locations.size, 1, true };
	}
}

/* The offset of the body of a section whose id is at `offset`. *out_aligned: the section needs the alignment byte,
 * because the body would be misaligned without it. */
static size_t body_offset(const struct part *part, size_t offset, bool *out_aligned)
{
	size_t at = offset + 1 + bef__vbr_size((uint64_t)part->size << 1);
	*out_aligned = at % part->alignment != 0;
	return *out_aligned ? (at + 1 + part->alignment - 1) & ~(part->alignment - 1) : at;
}

/* Writes a section at `offset` of `out` unless `out` is NULL. @return the offset after it */
static size_t place_section(const struct part *part, unsigned id, size_t offset, uint8_t *out)
{
	bool aligned;
	size_t body = body_offset(part, offset, &aligned);
	if (out) {
		uint8_t *p = out + offset;
		*p++ = (uint8_t)id;
		p = bef__vbr_write(p, (uint64_t)part->size << 1 | aligned);
		if (aligned)
			*p++ = (uint8_t)part->alignment;
		memset(p, BEF_PADDING, (size_t)(out + body - p));
		if (part->size > 0 && part->data != out + body) /* else it is already in place */
			memcpy(out + body, part->data, part->size);
	}
	return body + part->size;
}

static size_t lay_out(const struct file *file, uint8_t *out)
{
	const struct bytecursor_buffer *extras = &file->w->extra;
	size_t offset = sizeof header;
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		if (file->parts[id].present)
			offset = place_section(&file->parts[id], id, offset, out);
	}
	for (size_t at = 0; at < extras->size;) {
		struct bef__extra extra;
		memcpy(&extra, extras->data + at, sizeof extra);
		const struct part part = { extras->data + at + sizeof extra, extra.size, extra.alignment, true };
		offset = place_section(&part, extra.id, offset, out);
		at += sizeof extra + extra.size;
	}
	return offset;
}

static uint8_t *copy_parts(struct file *file, size_t size)
{
	const struct bef_allocator *a = &file->w->allocator;
	uint8_t *data = a->alloc(a->ctx, size, alignof(max_align_t));
	if (!data)
		return NULL;
	memcpy(data, header, sizeof header);
	(void)lay_out(file, data);
	return data;
}

/* Writes the other parts around the bodies, in the block that already contains the bodies, the largest part of most
 * files. */
static uint8_t *surround_bodies(struct file *file, size_t size)
{
	struct bef_writer *w = file->w;
	struct part *bodies = &file->parts[BEF_SECTION_FUNCTIONS];
	if (!w->allocator.resize || bodies->size == 0)
		return copy_parts(file, size);
	size_t offset = sizeof header;
	bool aligned;
	for (unsigned id = 0; id < BEF_SECTION_FUNCTIONS; id++)
		offset = place_section(&file->parts[id], id, offset, NULL);
	offset = body_offset(bodies, offset, &aligned);
	uint8_t *data = w->allocator.resize(
		w->allocator.ctx, w->bodies.data, w->bodies.capacity, size, alignof(max_align_t));
	if (!data)
		return NULL;
	memmove(data + offset, data, bodies->size);
	bodies->data = data + offset;
	memcpy(data, header, sizeof header);
	(void)lay_out(file, data);
	w->bodies = (struct bytecursor_buffer){ 0 };
	return data;
}

static enum bef_status finish_file(struct bef_writer *writer, uint8_t *(*put_together)(struct file *file, size_t size),
	uint8_t **out_data, size_t *out_size, struct bef_diag *diag)
{
	const struct bef_allocator *a = &writer->allocator;
	struct file file = { .w = writer };
	enum bef_status status = BEF_OK;
	*out_data = NULL;
	*out_size = 0;
	for (uint32_t i = writer->next_body; i < bef__writer_function_count(writer); i++) {
		if (bef__writer_function_at(writer, i)->kind != BEF_FUNCTION_NATIVE)
			return bef__diag_fail(diag, BEF_E_STATE, BEF_NO_OFFSET, "function %u has no body", i);
	}
	if (make_sections(&file)) {
		collect_parts(&file);
		*out_size = lay_out(&file, NULL);
		*out_data = put_together(&file, *out_size);
	}
	if (!*out_data) {
		*out_size = 0;
		status = bef__diag_fail(diag, BEF_E_NOMEM, BEF_NO_OFFSET, "no memory for the file");
	}
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++)
		bef__buffer_free(&file.made[id], a);
	bef__buffer_free(&file.order, a);
	bef__buffer_free(&file.offsets, a);
	return status;
}

enum bef_status bef_writer_finish(struct bef_writer *writer, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag)
{
	return finish_file(writer, copy_parts, out_data, out_size, diag);
}

enum bef_status bef_writer_take_file(struct bef_writer *writer, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag)
{
	return finish_file(writer, surround_bodies, out_data, out_size, diag);
}
