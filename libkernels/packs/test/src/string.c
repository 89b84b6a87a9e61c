/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on strings. */
#include "test.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAX_FILE ((size_t)1 << 30)
#define MAX_FORMAT_WIDTH 3 /* digits of a width or precision: less than 1000 characters */

bool kernels_test__give_text(struct kernels_call *call, uint32_t index, const char *data, size_t size)
{
	if (kernels_text_init(call->results[index], kernels_host(call->request)->allocator, data, size))
		return true;
	kernels_call_fail(call, "out of memory");
	return false;
}

void kernels_test__print_hello(struct kernels_call *call)
{
	async_host_print(kernels_host(call->request), "hello host executor!\n");
}

void kernels_test__get_string(struct kernels_call *call)
{
	struct kernels_string string;
	if (kernels_call_string(call, 0, &string))
		kernels_test__give_text(call, 0, string.data, string.size);
}

/* Prints any bytes without interpreting them as a format, with one call. */
static void print_text(struct kernels_call *call, const char *before, const struct kernels_text *text)
{
	const struct async_host *host = kernels_host(call->request);
	size_t before_size = strlen(before), size = before_size + text->size + 1;
	char *line = text->size < SIZE_MAX - before_size - 1 ? async_alloc(host->allocator, size, 1) : NULL;
	if (!line) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	memcpy(line, before, before_size);
	memcpy(line + before_size, text->data, text->size);
	line[size - 1] = '\n';
	if (host->print)
		host->print(host->print_ctx, line, size);
	async_free(host->allocator, line, size, 1);
}

void kernels_test__print_string(struct kernels_call *call)
{
	print_text(call, "string = ", call->arguments[0]);
}

void kernels_test__print_tensor_type(struct kernels_call *call)
{
	print_text(call, "tensor_type = ", call->arguments[0]);
}

void kernels_test__logging(struct kernels_call *call)
{
	static const char *const lines[] = {
		"from TFRT_LOG(INFO): ",
		"from TFRT_LOG(WARNING): ",
		"from TFRT_LOG(ERROR): ",
		"from TFRT_LOG_IF(INFO, true): ",
		"from TFRT_LOG_IF(WARNING, true): ",
		"from TFRT_LOG_IF(ERROR, true): ",
	};
	for (size_t i = 0; i < sizeof lines / sizeof *lines && !call->error; i++)
		print_text(call, lines[i], call->arguments[0]);
}

void kernels_test__append_string(struct kernels_call *call)
{
	const struct kernels_text *a = call->arguments[0], *b = call->arguments[1];
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	size_t size = a->size + b->size;
	char *data = a->size < SIZE_MAX / 2 && b->size < SIZE_MAX / 2 ? async_alloc(allocator, size + 1, 1) : NULL;
	if (!data) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	memcpy(data, a->data, a->size);
	memcpy(data + a->size, b->data, b->size);
	data[size] = '\0';
	RESULT(struct kernels_text, 0) = (struct kernels_text){ data, size, allocator };
}

void kernels_test__string_equal(struct kernels_call *call)
{
	const struct kernels_text *a = call->arguments[0], *b = call->arguments[1];
	RESULT(uint8_t, 0) = a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* ---- formatting */

static const char *skip_digits(const char *at)
{
	const char *start = at;
	while (*at >= '0' && *at <= '9' && at - start < MAX_FORMAT_WIDTH)
		at++;
	return at;
}

/* Returns true if the format has at most one conversion, of an int, since the program's format must not make printf
 * read missing arguments. */
static bool is_harmless(const char *format)
{
	unsigned conversions = 0;
	for (const char *at = strchr(format, '%'); at; at = strchr(at, '%')) {
		at++;
		if (*at == '%') {
			at++;
			continue;
		}
		at += strspn(at, "-+ 0");
		at = skip_digits(at);
		if (*at == '.')
			at = skip_digits(at + 1);
		if (*at == '\0' || !strchr("diuxXo", *at) || ++conversions > 1)
			return false;
	}
	return true;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* The format was checked. */
static int format_number(char *buffer, size_t size, const char *format, int number)
{
	return snprintf(buffer, size, format, number);
}
#pragma GCC diagnostic pop

void kernels_test__format_string(struct kernels_call *call)
{
	const struct kernels_text *format = call->arguments[0];
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	int number = ARGUMENT(int32_t, 1);
	if (strlen(format->data) != format->size || !is_harmless(format->data)) {
		kernels_call_fail(call, "argument 0: not a format of one i32: '%.100s'", format->data);
		return;
	}
	int size = format_number(NULL, 0, format->data, number);
	char *data = size >= 0 ? async_alloc(allocator, (size_t)size + 1, 1) : NULL;
	if (!data) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	format_number(data, (size_t)size + 1, format->data, number);
	RESULT(struct kernels_text, 0) = (struct kernels_text){ data, (size_t)size, allocator };
}

/* ---- files */

/* Reads to the end; the size of some files is unknown. */
static bool read_all(FILE *file, const struct async_allocator *allocator, struct kernels_text *out)
{
	size_t capacity = 4096, size = 0;
	char *data = async_alloc(allocator, capacity, 1);
	if (!data)
		return false;
	while ((size += fread(data + size, 1, capacity - size, file)) == capacity && capacity < MAX_FILE) {
		char *grown = async_resize(allocator, data, capacity, capacity * 2, 1);
		if (!grown)
			break;
		data = grown;
		capacity *= 2;
	}
	bool good = size < capacity && !ferror(file) && kernels_text_init(out, allocator, data, size);
	async_free(allocator, data, capacity, 1);
	return good;
}

static void read_file_later(struct kernels_frame *frame)
{
	const struct kernels_text *path = async_value_payload(frame->arguments[0]);
	struct kernels_text text;
	FILE *file = strlen(path->data) == path->size ? fopen(path->data, "rb") : NULL;
	if (file && read_all(file, kernels_host(frame->request)->allocator, &text))
		kernels_frame_return(frame, 0, kernels_types()->string, &text);
	else
		kernels_frame_fail(frame, "failed to read from file %.1000s", path->data);
	if (file)
		fclose(file);
}

void kernels_test__read_string_from_file(struct kernels_frame *frame)
{
	kernels_frame_later(frame, read_file_later, true);
}

/* ---- [["text", [1 : i32, 2 : i32]], [3.0 : f32]] */

struct flat {
	struct kernels_string text;
	struct kernels_array integers, floats;
};

static bool read_flat(const struct kernels_site *site, struct flat *out)
{
	struct kernels_aggregate outer, inner;
	struct kernels_attr attr;
	uint8_t type;
	if (site->attribute_count < 1 || !kernels_attr_aggregate(site->attributes[0], &outer) || outer.count != 2)
		return false;
	if (!kernels_aggregate_element(&outer, 0, &attr, &type) || type != KERNELS_KIND_AGGREGATE ||
		!kernels_attr_aggregate(attr, &inner) || inner.count != 2)
		return false;
	if (!kernels_aggregate_element(&outer, 1, &attr, &type) || type != (KERNELS_F32 | KERNELS_KIND_ARRAY) ||
		!kernels_attr_array(attr, KERNELS_F32, &out->floats) || out->floats.count != 1)
		return false;
	if (!kernels_aggregate_element(&inner, 0, &attr, &type) || type != KERNELS_STRING ||
		!kernels_attr_string(attr, &out->text))
		return false;
	return kernels_aggregate_element(&inner, 1, &attr, &type) && type == (KERNELS_I32 | KERNELS_KIND_ARRAY) &&
		kernels_attr_array(attr, KERNELS_I32, &out->integers) && out->integers.count == 2;
}

void kernels_test__flat(struct kernels_call *call)
{
	struct flat flat;
	if (!read_flat(call->site, &flat)) {
		kernels_call_fail(call, "attribute 0 is not [[string, [i32, i32]], [f32]]");
		return;
	}
	if (!kernels_test__give_text(call, 0, flat.text.data, flat.text.size))
		return;
	kernels_elements_load(call->results[1], flat.integers.elements, KERNELS_I32, 1);
	kernels_elements_load(call->results[2], flat.integers.elements + 4, KERNELS_I32, 1);
	kernels_elements_load(call->results[3], flat.floats.elements, KERNELS_F32, 1);
}

/* ---- an object of the request's resources */

static void *context_create(void *ctx)
{
	const struct async_allocator *allocator = ctx;
	static const char name[] = "sample_shared_context0";
	struct kernels_text *context = async_alloc(allocator, sizeof *context, _Alignof(struct kernels_text));
	if (context && !kernels_text_init(context, allocator, name, sizeof name - 1)) {
		async_free(allocator, context, sizeof *context, _Alignof(struct kernels_text));
		context = NULL;
	}
	return context;
}

static void context_destroy(void *object)
{
	struct kernels_text *context = object;
	const struct async_allocator *allocator = context->allocator;
	async_free(allocator, context->data, context->size + 1, 1);
	async_free(allocator, context, sizeof *context, _Alignof(struct kernels_text));
}

void kernels_test__use_sample_shared_context(struct kernels_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	const struct kernels_text *context = async_resources_get(async_request_resources(call->request),
		"tfrt_test.sample_shared_context", context_create, (void *)(uintptr_t)allocator, context_destroy);
	if (context)
		kernels_test__give_text(call, 0, context->data, context->size);
	else
		kernels_call_fail(call, "out of memory");
}

/* ---- "!tfrt.tensor_type": its name, as a string */

static void tensor_type_destroy(void *payload)
{
	struct kernels_text *name = payload;
	async_free(name->allocator, name->data, name->size + 1, 1);
}

bool kernels_test__register_strings(void)
{
	static const struct async_type tensor_type = { "!tfrt.tensor_type", sizeof(struct kernels_text),
		_Alignof(struct kernels_text), tensor_type_destroy, NULL, NULL };
	return async_type_register(&tensor_type) != ASYNC_TYPE_NONE;
}
