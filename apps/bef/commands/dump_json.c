/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef dump --json: one object, described in bef(1). */
#include "commands/dump_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- strings */

static void put_string(const char *data, size_t size) { cli_json_string(stdout, data, size); }

static void put_text(const struct bef_string *text) { put_string(text->data, text->size); }

/* ---- attributes */

static uint64_t word(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;
	for (size_t i = size; i > 0; i--)
		value = value << 8 | bytes[i - 1];
	return value;
}

static int64_t signed_word(const uint8_t *bytes, size_t size)
{
	uint64_t value = word(bytes, size);
	if (size < 8 && value >> (8 * size - 1))
		value |= UINT64_MAX << 8 * size;
	int64_t number;
	memcpy(&number, &value, sizeof number);
	return number;
}

static void put_double(double value)
{
	if (isfinite(value))
		printf("%.17g", value);
	else
		printf("\"%s\"", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
}

/* Prints a float whose bits are stored in an integer, of either width. */
static void put_float(const uint8_t *bytes, size_t size)
{
	uint64_t bits = word(bytes, size);
	uint32_t half = (uint32_t)bits;
	double wide;
	float narrow;
	memcpy(&wide, &bits, sizeof wide);
	memcpy(&narrow, &half, sizeof narrow);
	put_double(size == 8 ? wide : (double)narrow);
}

/* Floats of 16 and fewer bits are printed as their bits. */
static void put_element(unsigned dtype, const uint8_t *bytes)
{
	size_t size = dtype == BEF_ATTR_TYPE ? 1 : bef_dtype_size(dtype);
	switch (dtype) {
	case BEF_ATTR_TYPE: printf("\"%s\"", bef_dtype_name(bytes[0])); break;
	case BEF_DTYPE_I1: printf("%s", bytes[0] ? "true" : "false"); break;
	case BEF_DTYPE_F32:
	case BEF_DTYPE_F64: put_float(bytes, size); break;
	case BEF_DTYPE_COMPLEX64:
	case BEF_DTYPE_COMPLEX128:
		putchar('[');
		put_float(bytes, size / 2);
		putchar(',');
		put_float(bytes + size / 2, size / 2);
		putchar(']');
		break;
	case BEF_DTYPE_I8:
	case BEF_DTYPE_I16:
	case BEF_DTYPE_I32:
	case BEF_DTYPE_I64:
	case BEF_DTYPE_QI8:
	case BEF_DTYPE_QI16:
	case BEF_DTYPE_QI32:
	case BEF_DTYPE_I2:
	case BEF_DTYPE_I4: printf("%" PRId64, signed_word(bytes, size)); break;
	default: printf("%" PRIu64, word(bytes, size));
	}
}

static void put_elements(unsigned dtype, const uint8_t *elements, size_t count)
{
	size_t size = dtype == BEF_ATTR_TYPE ? 1 : bef_dtype_size(dtype);
	putchar('[');
	for (size_t i = 0; i < count; i++) {
		printf("%s", i ? "," : "");
		put_element(dtype, elements + i * size);
	}
	putchar(']');
}

static void put_value(const struct bef_reader *reader, const struct bef_attr *attr);

/* Recursion ends at BEF_MAX_NESTING: the file is verified. */
static void put_aggregate(const struct bef_reader *reader, const struct bef_attr *attr)
{
	putchar('[');
	for (uint32_t i = 0; i < attr->u.aggregate.count; i++) {
		struct bef_attr element;
		if (bef_attr_element(reader, attr, i, &element, NULL) != BEF_OK)
			break;
		printf("%s{\"type\":\"%s\",\"value\":", i ? "," : "", bef_attr_type_name(element.type));
		put_value(reader, &element);
		putchar('}');
	}
	putchar(']');
}

static void put_symbol(const struct bef_reader *reader, const struct bef_attr *attr)
{
	struct bef_symbol_names names = bef_attr_symbol_names(reader, attr);
	struct bef_string name;
	printf("{\"names\":[");
	put_text(&attr->u.symbol.root);
	while (bef_symbol_names_next(&names, &name) == BEF_OK) {
		putchar(',');
		put_text(&name);
	}
	printf("],\"module\":");
	put_text(&attr->u.symbol.module);
	putchar('}');
}

static void put_value(const struct bef_reader *reader, const struct bef_attr *attr)
{
	if (attr->type & BEF_ATTR_ARRAY) {
		put_elements(attr->u.array.dtype, attr->u.array.elements, attr->u.array.count);
		return;
	}
	switch (attr->type) {
	case BEF_DTYPE_STRING: put_text(&attr->u.string); break;
	case BEF_ATTR_SHAPE:
		if (attr->u.shape.ranked)
			put_elements(BEF_DTYPE_I64, attr->u.shape.dims, attr->u.shape.rank);
		else
			printf("null");
		break;
	case BEF_ATTR_DENSE:
		printf("{\"dtype\":\"%s\",\"shape\":", bef_dtype_name(attr->u.dense.dtype));
		put_elements(BEF_DTYPE_I64, attr->u.dense.dims, attr->u.dense.rank);
		printf(",\"elements\":");
		put_elements(attr->u.dense.dtype, attr->u.dense.elements, attr->u.dense.count);
		putchar('}');
		break;
	case BEF_ATTR_AGGREGATE: put_aggregate(reader, attr); break;
	case BEF_ATTR_SYMBOL: put_symbol(reader, attr); break;
	case BEF_ATTR_FUNCTION: printf("null"); break;
	default: put_element(attr->type, attr->data);
	}
}

static void put_attributes(const struct view *view)
{
	printf(",\n\"attributes\":[");
	for (size_t i = 0; i < view->attr_count; i++) {
		struct bef_attr attr;
		if (bef_reader_attr(&view->reader, view->attr_offsets[i], view->attr_types[i], &attr, NULL) != BEF_OK)
			break;
		printf("%s\n{\"offset\":%u,\"type\":\"%s\",\"value\":", i ? "," : "", (unsigned)view->attr_offsets[i],
			bef_attr_type_name(view->attr_types[i]));
		put_value(&view->reader, &attr);
		putchar('}');
	}
	putchar(']');
}

/* ---- functions */

static void put_words(const char *key, const uint8_t *list, uint32_t count)
{
	printf(",\"%s\":[", key);
	for (uint32_t i = 0; i < count; i++)
		printf("%s%u", i ? "," : "", (unsigned)bef_word(list, i));
	putchar(']');
}

static void put_types(const struct view *view, const char *key, struct bef_numbers numbers)
{
	bool first = true;
	printf(",\"%s\":[", key);
	for (; numbers.left; first = false) {
		printf("%s", first ? "" : ",");
		put_text(&view->types[view_next(&numbers)]);
	}
	putchar(']');
}

/* Overlong locations are truncated, as bef_location_text() does. */
static void put_location(const struct view *view, uint64_t offset)
{
	char text[4096];
	size_t size = bef_location_text(&view->reader, offset, text, sizeof text);
	printf(",\"location\":");
	if (size)
		put_string(text, size < sizeof text ? size : sizeof text - 1);
	else
		printf("null");
}

static void put_kernel(const struct view *view, struct view_function *function, const struct view_kernel *kernel)
{
	const struct bef_kernel *k = &kernel->kernel;
	struct bef_string name;
	printf("{\"name\":");
	put_text(&kernel->name);
	printf(",\"stream\":%u", (unsigned)kernel->stream);
	put_words("arguments", k->arguments, k->argument_count);
	printf(",\"attributes\":[");
	for (uint32_t i = 0; i < k->attribute_count; i++) {
		uint64_t at = view_next(&function->names);
		printf("%s{\"name\":", i ? "," : "");
		if (at != UINT64_MAX && bef_reader_string(&view->reader, at, &name, NULL) == BEF_OK)
			put_text(&name);
		else
			printf("null");
		printf(",\"offset\":%u}", (unsigned)bef_word(k->attributes, i));
	}
	putchar(']');
	put_words("functions", k->functions, k->function_count);
	put_words("results", k->results, k->result_count);
	put_location(view, k->location);
	putchar('}');
}

static void put_function(const struct view *view, struct view_function *function)
{
	static const char *const kinds[] = { "async", "native", "sync" };
	printf("{\"name\":");
	put_text(&function->function.name);
	printf(",\"kind\":\"%s\"", kinds[function->function.kind]);
	put_types(view, "arguments", function->function.arguments);
	put_types(view, "results", function->function.results);
	if (function->kernels) {
		printf(",\"stream\":%u,\"register_count\":%u", (unsigned)function->root_stream,
			(unsigned)function->register_count);
		put_types(view, "registers", function->registers);
		printf(",\"returns\":[");
		for (uint32_t i = 0; i < function->function.result_count; i++)
			printf("%s%u", i ? "," : "", (unsigned)function->results[i]);
		putchar(']');
		put_location(view, function->location);
		printf(",\"kernels\":[");
		for (uint32_t i = 0; i < function->kernel_count; i++) {
			printf("%s\n ", i ? "," : "");
			put_kernel(view, function, &function->kernels[i]);
		}
		putchar(']');
	}
	putchar('}');
}

/* ---- the object */

static void put_names(const char *key, const struct bef_string *names, uint32_t count)
{
	printf(",\n\"%s\":[", key);
	for (uint32_t i = 0; i < count; i++) {
		printf("%s", i ? "," : "");
		put_text(&names[i]);
	}
	putchar(']');
}

void dump_json(struct view *view)
{
	bool first = true;
	printf(",\"dump\":1,\"format\":%u,\"size\":%zu,\n\"sections\":[", BEF_FORMAT_VERSION, view->reader.size);
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		const struct bef_section *section = &view->reader.sections[id];
		if (!section->data)
			continue;
		printf("%s\n{\"id\":%u,\"name\":\"%s\",\"offset\":%zu,\"size\":%zu}", first ? "" : ",", id,
			bef_section_name(id), section->offset, section->size);
		first = false;
	}
	printf("],\n\"unknown_sections\":%u", (unsigned)view->reader.unknown_sections);
	put_names("kernels", view->kernels, view->reader.kernel_count);
	put_names("types", view->types, view->reader.type_count);
	put_attributes(view);
	printf(",\n\"functions\":[");
	for (uint32_t i = 0; i < view->reader.function_count; i++) {
		printf("%s\n", i ? "," : "");
		put_function(view, &view->functions[i]);
	}
	printf("]}\n");
}
