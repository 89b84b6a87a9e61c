/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef_dump(): output, names, and the sections that are tables. */
#include <bef/dump.h>
#include "dump.h"
#include <bytecursor/options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- output */

static void flush(struct bef__dump *d)
{
	if (!d->stopped && d->text_size > 0 && !d->write(d->ctx, d->text, d->text_size)) {
		d->stopped = true;
		d->status = bef__diag_fail(d->diag, BEF_E_IO, BEF_NO_OFFSET, "writing the dump failed");
	}
	d->text_size = 0;
}

static void put_bytes(struct bef__dump *d, const char *data, size_t size)
{
	while (size > 0) {
		size_t room = sizeof d->text - d->text_size, part = size < room ? size : room;
		memcpy(d->text + d->text_size, data, part);
		d->text_size += part;
		data += part;
		size -= part;
		if (d->text_size == sizeof d->text)
			flush(d);
	}
}

void bef__dump_put(struct bef__dump *d, const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	int size = vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (size > 0)
		put_bytes(d, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

void bef__dump_text(struct bef__dump *d, struct bef_string text, size_t limit, bool quote)
{
	size_t shown = text.size < limit ? text.size : limit;
	put_bytes(d, "\"", quote);
	for (size_t i = 0; i < shown && !d->stopped; i++) {
		unsigned char byte = (unsigned char)text.data[i];
		if (byte < 0x20 || byte >= 0x7F)
			bef__dump_put(d, "\\%02x", byte);
		else if (quote && (byte == '"' || byte == '\\'))
			bef__dump_put(d, "\\%c", byte);
		else
			put_bytes(d, &text.data[i], 1);
	}
	put_bytes(d, "\"", quote);
	if (shown < text.size)
		bef__dump_put(d, "... (%zu bytes)", text.size);
}

void bef__dump_error(struct bef__dump *d, const struct bef_diag *diag)
{
	if (diag->offset == BEF_NO_OFFSET)
		bef__dump_put(d, "  error: %s\n", diag->message);
	else
		bef__dump_put(d, "  error: 0x%llx: %s\n", (unsigned long long)diag->offset, diag->message);
	if (d->status == BEF_OK)
		d->status = bef__diag_fail(d->diag, diag->status, diag->offset, "%s", diag->message);
}

/* ---- names */

void bef__dump_name(struct bef__dump *d, const struct bytecursor_buffer *names, uint64_t index, bool quote)
{
	uint64_t offset;
	struct bef_string name;
	if (index >= names->size / sizeof offset) {
		bef__dump_put(d, "?%llu", (unsigned long long)index);
		return;
	}
	memcpy(&offset, names->data + index * sizeof offset, sizeof offset);
	if (bef_reader_string(d->reader, offset, &name, NULL) == BEF_OK)
		bef__dump_text(d, name, SIZE_MAX, quote);
	else
		bef__dump_put(d, "?");
}

void bef__dump_location(struct bef__dump *d, uint64_t offset)
{
	char text[400];
	size_t size = bef_location_text(d->reader, offset, text, sizeof text);
	bef__dump_text(d, (struct bef_string){ text, size < sizeof text ? size : sizeof text - 1 }, SIZE_MAX, false);
	bef__dump_put(d, size < sizeof text ? "" : "...");
}

static bool add_offset(struct bef__dump *d, struct bytecursor_buffer *names, uint64_t offset)
{
	if (!bef__buffer_reserve(names, d->options.allocator, sizeof offset))
		return false;
	memcpy(names->data + names->size, &offset, sizeof offset);
	names->size += sizeof offset;
	return true;
}

/* The sections report what cannot be read here. */
static bool collect_names(struct bef__dump *d, struct bytecursor_buffer *out, struct bef_names names)
{
	uint64_t offset;
	for (; names.left > 0; names.left--) {
		if (bef__read_number(names.reader, &names.next, names.end, "name", &offset, NULL) != BEF_OK)
			break;
		if (!add_offset(d, out, offset))
			return false;
	}
	return true;
}

static bool collect_functions(struct bef__dump *d)
{
	struct bef_functions functions = bef_reader_functions(d->reader);
	struct bef_function function;
	uint64_t name;
	while (bef__function_entry(&functions, &function, &name, NULL) == BEF_OK) {
		if (!add_offset(d, &d->functions, name))
			return false;
	}
	return true;
}

static int compare_entries(const void *a, const void *b)
{
	uint64_t x = ((const struct bef__attr_entry *)a)->offset, y = ((const struct bef__attr_entry *)b)->offset;
	return (x > y) - (x < y);
}

static bool collect_attributes(struct bef__dump *d)
{
	struct bef_numbers types = bef_reader_attribute_types(d->reader);
	uint64_t offset, type;
	while (bef_numbers_next(&types, &offset, NULL) == BEF_OK && bef_numbers_next(&types, &type, NULL) == BEF_OK) {
		struct bef__attr_entry entry = { offset, type > UINT8_MAX ? UINT32_MAX : (uint32_t)type };
		if (!bef__buffer_reserve(&d->attributes, d->options.allocator, sizeof entry))
			return false;
		memcpy(d->attributes.data + d->attributes.size, &entry, sizeof entry);
		d->attributes.size += sizeof entry;
	}
	if (d->attributes.size > 0) /* ascending unless the file is damaged */
		qsort(d->attributes.data, d->attributes.size / sizeof(struct bef__attr_entry),
			sizeof(struct bef__attr_entry), compare_entries);
	return true;
}

/* ---- sections */

static bool begin(struct bef__dump *d, enum bef_section_id id)
{
	bool wanted = d->options.sections == 0 || (d->options.sections >> id & 1);
	if (!wanted || !d->reader->sections[id].data || d->stopped)
		return false;
	bef__dump_put(d, "\n%s\n", bef_section_name(id));
	return true;
}

static void dump_frame(struct bef__dump *d)
{
	bef__dump_put(d, "BEF version %u, %zu bytes\n", BEF_FORMAT_VERSION, d->reader->size);
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		const struct bef_section *section = &d->reader->sections[id];
		if (!section->data)
			continue;
		bef__dump_put(d, "  %2u %-15s at 0x%06zx, %zu bytes", id, bef_section_name(id), section->offset,
			section->size);
		bef__dump_put(d, section->alignment > 1 ? ", alignment %zu\n" : "\n", section->alignment);
	}
	if (d->reader->unknown_sections > 0)
		bef__dump_put(d, "  %u of unknown kind\n", d->reader->unknown_sections);
}

static void dump_strings(struct bef__dump *d, enum bef_section_id id)
{
	const struct bef_section *section = &d->reader->sections[id];
	uint64_t offset = 0;
	if (!begin(d, id))
		return;
	while (offset < section->size && !d->stopped) {
		struct bef_diag diag = BEF_DIAG_INIT;
		struct bef_string text;
		if (bef__section_string(d->reader, id, offset, &text, &diag) != BEF_OK) {
			bef__dump_error(d, &diag);
			return;
		}
		bef__dump_put(d, "  +%-6llu ", (unsigned long long)offset);
		bef__dump_text(d, text, SIZE_MAX, true);
		bef__dump_put(d, "\n");
		offset += text.size + 1;
	}
}

static void dump_names(struct bef__dump *d, enum bef_section_id id, struct bef_names names)
{
	if (!begin(d, id))
		return;
	for (uint32_t i = 0; names.left > 0 && !d->stopped; i++) {
		struct bef_diag diag = BEF_DIAG_INIT;
		const uint32_t left = names.left;
		struct bef_string name;
		if (bef_names_next(&names, &name, &diag) != BEF_OK) {
			bef__dump_error(d, &diag);
			if (names.left == left) /* the place of the next name is unknown */
				return;
			continue;
		}
		bef__dump_put(d, "  %-4u ", i);
		bef__dump_text(d, name, SIZE_MAX, false);
		bef__dump_put(d, "\n");
	}
}

static void dump_types(struct bef__dump *d, struct bef_numbers types)
{
	uint64_t type;
	bef__dump_put(d, "(");
	for (const char *between = ""; bef_numbers_next(&types, &type, NULL) == BEF_OK && !d->stopped; between = ", ") {
		bef__dump_put(d, "%s", between);
		bef__dump_name(d, &d->types, type, false);
	}
	bef__dump_put(d, ")");
}

bool bef__dump_function_entry(struct bef__dump *d, struct bef_functions *functions, struct bef_function *out_function,
	uint64_t *out_name)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	if (d->stopped)
		return false;
	enum bef_status status = bef__function_entry(functions, out_function, out_name, &diag);
	if (status != BEF_OK && status != BEF_E_NOT_FOUND && !d->index_reported) {
		d->index_reported = true;
		bef__dump_error(d, &diag);
	}
	return status == BEF_OK;
}

static void dump_function_index(struct bef__dump *d)
{
	static const char *const kinds[] = { "async", "native", "sync" };
	struct bef_functions functions = bef_reader_functions(d->reader);
	struct bef_function function;
	uint64_t name;
	if (!begin(d, BEF_SECTION_FUNCTION_INDEX))
		return;
	while (bef__dump_function_entry(d, &functions, &function, &name)) {
		bef__dump_put(d, "  %-4u %-6s ", function.index, kinds[function.kind]);
		bef__dump_name(d, &d->functions, function.index, true);
		bef__dump_put(d, " ");
		dump_types(d, function.arguments);
		bef__dump_put(d, " -> ");
		dump_types(d, function.results);
		if (function.kind != BEF_FUNCTION_NATIVE)
			bef__dump_put(d, ", body at +%llu", (unsigned long long)function.offset);
		bef__dump_put(d, "\n");
	}
}

static void dump_attributes(struct bef__dump *d)
{
	if (!begin(d, BEF_SECTION_ATTRIBUTES))
		return;
	if (!d->reader->sections[BEF_SECTION_ATTRIBUTE_TYPES].data &&
		d->reader->sections[BEF_SECTION_ATTRIBUTES].size > 0)
		bef__dump_put(d, "  of unknown types: no AttributeTypes section\n");
	for (size_t i = 0; i < d->attributes.size / sizeof(struct bef__attr_entry) && !d->stopped; i++) {
		struct bef__attr_entry entry;
		struct bef_attr attr;
		struct bef_diag diag = BEF_DIAG_INIT;
		memcpy(&entry, d->attributes.data + i * sizeof entry, sizeof entry);
		if (bef_reader_attr(d->reader, entry.offset, entry.type, &attr, &diag) != BEF_OK) {
			bef__dump_error(d, &diag);
			continue;
		}
		bef__dump_put(d, "  +%-6llu ", (unsigned long long)entry.offset);
		bef__dump_attr(d, &attr);
		bef__dump_put(d, "\n");
	}
}

static void dump_attribute_types(struct bef__dump *d)
{
	struct bef_numbers types = bef_reader_attribute_types(d->reader);
	if (!begin(d, BEF_SECTION_ATTRIBUTE_TYPES))
		return;
	while (types.left > 0 && !d->stopped) {
		struct bef_diag diag = BEF_DIAG_INIT;
		uint64_t offset, type;
		if (bef_numbers_next(&types, &offset, &diag) != BEF_OK ||
			bef_numbers_next(&types, &type, &diag) != BEF_OK) {
			bef__dump_error(d, &diag);
			return;
		}
		bef__dump_put(d, "  +%-6llu %s\n", (unsigned long long)offset,
			type <= UINT8_MAX ? bef_attr_type_name((uint32_t)type) : "?");
	}
}

static void dump_locations(struct bef__dump *d)
{
	const struct bef_section *section = &d->reader->sections[BEF_SECTION_LOCATIONS];
	uint64_t offset = 0;
	if (!begin(d, BEF_SECTION_LOCATIONS))
		return;
	while (offset < section->size && !d->stopped) {
		struct bef_diag diag = BEF_DIAG_INIT;
		bef__dump_put(d, "  +%-6llu ", (unsigned long long)offset);
		bef__dump_location(d, offset);
		bef__dump_put(d, "\n");
		if (bef__skip_locations(d->reader, &offset, 1, &diag) != BEF_OK) {
			bef__dump_error(d, &diag);
			return;
		}
	}
}

static bool collect(struct bef__dump *d)
{
	return collect_names(d, &d->types, bef_reader_types(d->reader)) &&
	       collect_names(d, &d->kernels, bef_reader_kernels(d->reader)) && collect_functions(d) &&
	       collect_attributes(d);
}

static void dump_all(struct bef__dump *d)
{
	dump_frame(d);
	dump_strings(d, BEF_SECTION_STRINGS);
	dump_attributes(d);
	dump_names(d, BEF_SECTION_KERNELS, bef_reader_kernels(d->reader));
	dump_names(d, BEF_SECTION_TYPES, bef_reader_types(d->reader));
	dump_function_index(d);
	if (begin(d, BEF_SECTION_FUNCTIONS))
		bef__dump_functions(d, BEF_SECTION_FUNCTIONS);
	dump_strings(d, BEF_SECTION_LOCATION_STRINGS);
	dump_locations(d);
	dump_attribute_types(d);
	if (begin(d, BEF_SECTION_ATTRIBUTE_NAMES))
		bef__dump_functions(d, BEF_SECTION_ATTRIBUTE_NAMES);
	if (begin(d, BEF_SECTION_REGISTER_TYPES))
		bef__dump_functions(d, BEF_SECTION_REGISTER_TYPES);
	flush(d);
}

static struct bef_dump_options complete(const struct bef_dump_options *given)
{
	struct bef_dump_options options = { .size = sizeof options };
	if (given)
		memcpy(&options, given, BYTECURSOR_SIZE_TO_COPY(&options, given));
	if (options.max_elements == 0)
		options.max_elements = 16;
	if (options.max_text == 0)
		options.max_text = 200;
	return options;
}

enum bef_status bef_dump(const struct bef_reader *reader, const struct bef_dump_options *options, bef_write_fn write,
	void *ctx, struct bef_diag *diag)
{
	struct bef__dump d = {
		.reader = reader, .options = complete(options), .write = write, .ctx = ctx, .diag = diag
	};
	char text[120];
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return bef__diag_fail(diag, BEF_E_ARG, BEF_NO_OFFSET, "%s",
			bytecursor_size_text(text, sizeof text, options->size, "bef_dump_options"));
	if (collect(&d))
		dump_all(&d);
	else
		d.status = bef__diag_fail(diag, BEF_E_NOMEM, BEF_NO_OFFSET, "no memory for the names of the file");
	bef__buffer_free(&d.types, d.options.allocator);
	bef__buffer_free(&d.kernels, d.options.allocator);
	bef__buffer_free(&d.functions, d.options.allocator);
	bef__buffer_free(&d.attributes, d.options.allocator);
	return d.status;
}
