/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs, from attributes and files, and their functions. Building takes up to seconds, so it is a blocking task. */
#include "common.h"
#include <string.h>

#define MOST_TEXT 1024 /* of names, options and paths */
#define MOST_CONSTANTS 256
#define MOST_NAMES 16384 /* bytes of names of constants */

static void create(struct kernels_frame *frame, const struct kernels_device_code *code)
{
	struct kernels_device_context *context = VALUE(struct kernels_device_context *, 0);
	struct kernels_device_error error;
	struct kernels_device_program *program = context->base.driver->program_create(context, code, &error);
	if (program)
		kernels_frame_return(frame, 0, kernels_device_types()->program, &program);
	else
		kernels_device__fail_frame(frame, &error);
}

static bool parse_kind(struct kernels_string text, uint32_t *out_kind, struct kernels_device_error *error)
{
	static const char *const names[] = { "auto", "opencl-c", "spirv", "native", "ptx", "syclbin" };
	for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strlen(names[i]) == text.size && memcmp(names[i], text.data, text.size) == 0) {
			*out_kind = i;
			return true;
		}
	}
	return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
		"attribute 'kind' is '%.*s'; expected auto, opencl-c, spirv, native, ptx or syclbin",
		(int)(text.size < 64 ? text.size : 64), text.data);
}

/* Reads the attributes `kind` and `options`, which are at these positions. */
static bool read_attributes(struct kernels_frame *frame, uint32_t kind_index, uint32_t options_index,
	struct kernels_device_code *code, char *options)
{
	struct kernels_string kind, text;
	struct kernels_device_error error;
	if (!kernels_frame_string(frame, kind_index, &kind) || !kernels_frame_string(frame, options_index, &text))
		return false;
	if (parse_kind(kind, &code->kind, &error) && kernels_device__name(text, options, MOST_TEXT, "options", &error)) {
		code->options = options[0] == '\0' ? NULL : options;
		return true;
	}
	kernels_device__fail_frame(frame, &error);
	return false;
}

/* ---- out of attributes */

static void module_load_later(struct kernels_frame *frame)
{
	struct kernels_string data;
	if (!kernels_frame_string(frame, 0, &data))
		return;
	if (data.size == 0 || data.data[data.size - 1] != '\0') {
		kernels_frame_fail(frame, "data attribute must be null-terminated");
		return;
	}
	create(frame, &(struct kernels_device_code){
			      .size = sizeof(struct kernels_device_code), .bytes = data.data, .byte_count = data.size - 1 });
}

void kernels_device__module_load(struct kernels_frame *frame)
{
	kernels_frame_later(frame, module_load_later, true);
}

static void program_build_later(struct kernels_frame *frame)
{
	struct kernels_device_code code = { .size = sizeof code };
	char options[MOST_TEXT];
	struct kernels_string source;
	if (!read_attributes(frame, 0, 1, &code, options) || !kernels_frame_string(frame, 2, &source))
		return;
	code.bytes = source.data;
	code.byte_count = source.size;
	create(frame, &code);
}

void kernels_device__program_build(struct kernels_frame *frame)
{
	kernels_frame_later(frame, program_build_later, true);
}

/* ---- out of files */

static void load(struct kernels_frame *frame, uint32_t path_index, struct kernels_device_code *code)
{
	char path[MOST_TEXT];
	struct kernels_string text;
	struct kernels_device_error error;
	if (!kernels_frame_string(frame, path_index, &text))
		return;
	char *bytes = kernels_device__name(text, path, sizeof path, "path", &error) ?
			      kernels_device__file_read(path, &code->byte_count, &error) :
			      NULL;
	if (!bytes) {
		kernels_device__fail_frame(frame, &error);
		return;
	}
	code->bytes = bytes;
	code->name = path;
	create(frame, code);
	kernels_device__file_free(bytes);
}

static void program_load_later(struct kernels_frame *frame)
{
	struct kernels_device_code code = { .size = sizeof code };
	char options[MOST_TEXT];
	if (read_attributes(frame, 0, 1, &code, options))
		load(frame, 2, &code);
}

void kernels_device__program_load(struct kernels_frame *frame)
{
	kernels_frame_later(frame, program_load_later, true);
}

/* Reads three arrays of equal length: ids, sizes in bytes, and values, of which the low bytes count. */
static bool read_constants(struct kernels_frame *frame, struct kernels_device_constant *out, uint64_t *out_values,
	size_t *out_count, struct kernels_device_error *error)
{
	struct kernels_array ids, sizes, values;
	const struct kernels_site *site = frame->site;
	if (!kernels_site_array(site, 0, KERNELS_I32, &ids) || !kernels_site_array(site, 4, KERNELS_I32, &sizes) ||
		!kernels_site_array(site, 5, KERNELS_I64, &values))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "'ids', 'sizes' or 'values' is not an array");
	if (ids.count != sizes.count || ids.count != values.count || ids.count > MOST_CONSTANTS)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"%zu ids, %zu sizes and %zu values; expected as many of each, at most %d", ids.count, sizes.count,
			values.count, MOST_CONSTANTS);
	for (size_t i = 0; i < ids.count; i++) {
		const uint32_t size = kernels_load_u32(sizes.elements + 4 * i);
		if (size != 1 && size != 2 && size != 4 && size != 8)
			return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
				"constant number %zu has %u bytes; expected 1, 2, 4 or 8", i, (unsigned)size);
		out_values[i] = (uint64_t)kernels_load_i64(values.elements + 8 * i);
		out[i] = (struct kernels_device_constant){ kernels_load_u32(ids.elements + 4 * i), size,
			(const char *)&out_values[i] + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 8 - size : 0), NULL };
	}
	*out_count = ids.count;
	return true;
}

static void program_specialize_later(struct kernels_frame *frame)
{
	struct kernels_device_constant constants[MOST_CONSTANTS];
	uint64_t values[MOST_CONSTANTS];
	struct kernels_device_code code = { .size = sizeof code, .constants = constants };
	struct kernels_device_error error;
	char options[MOST_TEXT];
	if (!read_constants(frame, constants, values, &code.constant_count, &error))
		kernels_device__fail_frame(frame, &error);
	else if (read_attributes(frame, 1, 2, &code, options))
		load(frame, 3, &code);
}

void kernels_device__program_specialize(struct kernels_frame *frame)
{
	kernels_frame_later(frame, program_specialize_later, true);
}

/* Reads names, one a line, their sizes in bytes, and their values one behind the other. `names` is a copy, in which NULs end names. */
static bool read_named_constants(struct kernels_frame *frame, char *names, size_t room, struct kernels_device_constant *out,
	size_t *out_count, struct kernels_device_error *error)
{
	struct kernels_string text, values;
	struct kernels_array sizes;
	if (!kernels_site_string(frame->site, 1, &text) || !kernels_site_array(frame->site, 4, KERNELS_I32, &sizes) ||
		!kernels_site_string(frame->site, 5, &values))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"'names' or 'values' is not a string, or 'sizes' is not an array");
	if (!kernels_device__name(text, names, room, "names", error))
		return false;
	size_t count = 0, used = 0;
	for (char *name = names; *name && count < MOST_CONSTANTS; count++) {
		char *end = name + strcspn(name, "\n");
		const uint32_t size = count < sizes.count ? kernels_load_u32(sizes.elements + 4 * count) : 0;
		if (size == 0 || size > values.size - used)
			return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
				"constant number %zu: %u bytes, of %zu that 'values' has left", count, (unsigned)size, values.size - used);
		out[count] = (struct kernels_device_constant){ 0, size, values.data + used, name };
		used += size;
		name = *end ? end + 1 : end;
		*end = '\0';
	}
	if (count != sizes.count || used != values.size)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"%zu names, %zu sizes and %zu bytes of values; expected as many names as sizes, at most %d, and %zu bytes",
			count, sizes.count, values.size, MOST_CONSTANTS, used);
	*out_count = count;
	return true;
}

static void program_specialize_names_later(struct kernels_frame *frame)
{
	struct kernels_device_constant constants[MOST_CONSTANTS];
	struct kernels_device_code code = { .size = sizeof code, .constants = constants };
	struct kernels_device_error error;
	char options[MOST_TEXT], names[MOST_NAMES];
	if (!read_named_constants(frame, names, sizeof names, constants, &code.constant_count, &error))
		kernels_device__fail_frame(frame, &error);
	else if (read_attributes(frame, 0, 2, &code, options))
		load(frame, 3, &code);
}

void kernels_device__program_specialize_names(struct kernels_frame *frame)
{
	kernels_frame_later(frame, program_specialize_names_later, true);
}

/* ---- what programs contain */

/* As in TFRT, the name ends at its first NUL. */
static bool read_name(struct kernels_call *call, char *out_name)
{
	struct kernels_string text;
	struct kernels_device_error error;
	if (!kernels_call_string(call, 0, &text))
		return false;
	text.size = strnlen(text.data, text.size);
	if (kernels_device__name(text, out_name, MOST_TEXT, "name", &error))
		return true;
	kernels_device__fail_call(call, &error);
	return false;
}

void kernels_device__module_get_function(struct kernels_call *call)
{
	struct kernels_device_program *program = ARGUMENT(struct kernels_device_program *, 0);
	struct kernels_device_error error;
	char name[MOST_TEXT];
	if (!read_name(call, name))
		return;
	struct kernels_device_function *function = program->base.driver->function_create(program, name, &error);
	if (function)
		RESULT(struct kernels_device_function *, 0) = function;
	else
		kernels_device__fail_call(call, &error);
}

void kernels_device__module_get_global(struct kernels_call *call)
{
	struct kernels_device_program *program = ARGUMENT(struct kernels_device_program *, 0);
	struct kernels_device_error error;
	char name[MOST_TEXT];
	if (!read_name(call, name))
		return;
	if (!program->base.driver->program_global) {
		kernels_call_fail(call, "driver %s has no addresses of global variables", program->base.driver->name);
		return;
	}
	struct kernels_device_buffer *buffer = program->base.driver->program_global(program, name, &error);
	if (buffer)
		RESULT(struct kernels_device_buffer *, 0) = buffer;
	else
		kernels_device__fail_call(call, &error);
}
