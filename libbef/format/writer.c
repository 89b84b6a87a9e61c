/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The writer's tables: names, types, kernels, functions, attribute types. */
#include <bef/writer.h>
#include "writer.h"
#include <bytecursor/options.h>
#include <stdalign.h>
#include <string.h>

struct bef_writer *bef_writer_create(const struct bef_allocator *allocator, const struct bef_writer_options *options)
{
	const struct bef_allocator *a = bef__allocator(allocator);
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return NULL;
	struct bef_writer *w = a->alloc(a->ctx, sizeof *w, alignof(max_align_t));
	if (!w)
		return NULL;
	*w = (struct bef_writer){
		.allocator = *a, .optional = true, .attributes_alignment = 1, .next_virtual = 0xFFFFFFFEu
	};
	if (options && options->size >= offsetof(struct bef_writer_options, no_optional_sections) + sizeof(bool))
		w->optional = !options->no_optional_sections;
	return w;
}

void bef_writer_destroy(struct bef_writer *writer)
{
	if (!writer)
		return;
	const struct bef_allocator a = writer->allocator;
	struct bytecursor_buffer *buffers[] = { &writer->kernels, &writer->types, &writer->attributes,
		&writer->attribute_types, &writer->locations, &writer->functions, &writer->signatures, &writer->bodies,
		&writer->attribute_names, &writer->register_types, &writer->extra };
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		bef__buffer_free(buffers[i], &a);
	bef__intern_free(&writer->strings, &a);
	bef__intern_free(&writer->location_strings, &a);
	a.free(a.ctx, writer, sizeof *writer, alignof(max_align_t));
}

void bef_writer_free_bytes(struct bef_writer *writer, uint8_t *data, size_t size)
{
	if (data)
		writer->allocator.free(writer->allocator.ctx, data, size, alignof(max_align_t));
}

/* Returns the number of a name in one of the two tables of names; adds the name if it is new. */
static enum bef_status number_name(struct bef_writer *w, struct bytecursor_buffer *table, bool is_type, const char *name,
	size_t size, uint32_t *out_number)
{
	uint32_t id, count = (uint32_t)(table->size / sizeof id);
	if (count == UINT32_MAX)
		return BEF_E_LIMIT;
	if (!bef__buffer_reserve(table, &w->allocator, sizeof id))
		return BEF_E_NOMEM;
	BEF__TRY(bef__intern_add(&w->strings, &w->allocator, name, size, &id));
	struct bef__name *entry = bef__intern_name(&w->strings, id);
	uint32_t *number = is_type ? &entry->type : &entry->kernel;
	if (*number == 0) {
		memcpy(table->data + table->size, &id, sizeof id);
		table->size += sizeof id;
		*number = count + 1;
	}
	*out_number = *number - 1;
	return BEF_OK;
}

enum bef_status bef_writer_type(struct bef_writer *writer, const char *name, size_t size, uint32_t *out_type)
{
	return number_name(writer, &writer->types, true, name, size, out_type);
}

enum bef_status bef_writer_kernel_name(struct bef_writer *writer, const char *name, size_t size, uint32_t *out_code)
{
	return number_name(writer, &writer->kernels, false, name, size, out_code);
}

/* Appends to reserved space. */
static void append_types(struct bytecursor_buffer *signatures, const uint32_t *types, size_t count)
{
	if (count > 0)
		memcpy(signatures->data + signatures->size, types, count * sizeof *types);
	signatures->size += count * sizeof *types;
}

enum bef_status bef_writer_function(struct bef_writer *writer, enum bef_function_kind kind, const char *name,
	size_t size, const struct bef_function_type *type, uint32_t *out_index)
{
	struct bef_writer *w = writer;
	uint32_t index = bef__writer_function_count(w), id;
	size_t count = type->argument_count + type->result_count;
	if (index == UINT32_MAX || type->argument_count >= UINT32_MAX || type->result_count >= UINT32_MAX ||
		count < type->argument_count)
		return BEF_E_LIMIT;
	if (count > SIZE_MAX / sizeof(uint32_t) ||
		!bef__buffer_reserve(&w->functions, &w->allocator, sizeof(struct bef__writer_function)) ||
		!bef__buffer_reserve(&w->signatures, &w->allocator, count * sizeof(uint32_t)))
		return BEF_E_NOMEM;
	BEF__TRY(bef__intern_add(&w->strings, &w->allocator, name, size, &id));
	w->functions.size += sizeof(struct bef__writer_function);
	*bef__writer_function_at(w, index) = (struct bef__writer_function){ .kind = kind, .name = id,
		.argument_count = (uint32_t)type->argument_count, .result_count = (uint32_t)type->result_count,
		.types = w->signatures.size / sizeof(uint32_t) };
	append_types(&w->signatures, type->arguments, type->argument_count);
	append_types(&w->signatures, type->results, type->result_count);
	*out_index = index;
	return BEF_OK;
}

enum bef_status bef_writer_attribute_type(struct bef_writer *writer, uint32_t offset, uint32_t type)
{
	if (offset < writer->next_attribute_type || offset >= writer->attributes.size)
		return BEF_E_ARG;
	if (!bef__buffer_reserve(&writer->attribute_types, &writer->allocator, 2 * BEF__VBR_MAX))
		return BEF_E_NOMEM;
	bef__put_vbr(&writer->attribute_types, offset);
	bef__put_vbr(&writer->attribute_types, type);
	writer->attribute_type_count++;
	writer->next_attribute_type = (uint64_t)offset + 1;
	return BEF_OK;
}

enum bef_status bef_writer_attribute_name(struct bef_writer *writer, const char *name, size_t size)
{
	uint32_t id;
	return writer->optional ? bef__intern_add(&writer->strings, &writer->allocator, name, size, &id) : BEF_OK;
}
