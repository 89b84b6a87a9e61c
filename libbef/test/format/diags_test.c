/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of libbef-format, with diagnostics of all sizes. Iterators fail on bytes that end too early. */
#include "sample.h"
#include <bef/dump.h>
#include <bef/reader.h>

#define DIAGS_STRUCT struct bef_diag
#include "diags.h"

static uint8_t *data; /* the sample */
static size_t size;
static struct bef_reader reader;
static struct bef_body body; /* of its function "main" */

static unsigned open_bytes(const void *bytes, size_t count, void *diag)
{
	struct bef_reader out;
	return bef_reader_open(bytes, count, &out, diag);
}
/* The sample, with one byte changed. */
static unsigned verify(size_t at, uint8_t byte, void *diag)
{
	const uint8_t kept = data[at];
	data[at] = byte;
	const unsigned status = bef_reader_verify(&reader, NULL, diag);
	data[at] = kept;
	return status;
}
static bool no_write(void *ctx, const char *text, size_t count)
{
	(void)ctx, (void)text, (void)count;
	return false;
}
static bool write_nothing(void *ctx, const char *text, size_t count)
{
	(void)ctx, (void)text, (void)count;
	return true;
}
static struct bef_numbers cut(void) { return (struct bef_numbers){ &reader, data + size, data + size, 6 }; }

DIAGS_FAILS(bef_reader_open) { return open_bytes("no", 2, diag); }
DIAGS_FAILS_TOO(bef_reader_open, empty) { return open_bytes("", 0, diag); }
DIAGS_FAILS_TOO(bef_reader_open, version) { return open_bytes("\x0b\xef\x09", 3, diag); }
DIAGS_FAILS_TOO(bef_reader_open, sections) { return open_bytes(data, 3, diag); }
DIAGS_FAILS_TOO(bef_reader_open, cut) { return open_bytes(data, size - 1, diag); }
DIAGS_FAILS(bef_reader_verify) { return verify(0x07, 'z', diag); }
DIAGS_FAILS_TOO(bef_reader_verify, alignment) { return verify(0x55, 1, diag); }
DIAGS_FAILS_TOO(bef_reader_verify, kind) { return verify(0x96, 9, diag); }
DIAGS_FAILS(bef_unknown_sections_next)
{
	static const uint8_t half[] = { 0x20, 0x80 };
	const struct bef_reader damaged = { .data = half, .size = sizeof half };
	struct bef_unknown_sections sections = { &damaged, 0 };
	struct bef_section section;
	unsigned id;
	return bef_unknown_sections_next(&sections, &id, &section, diag);
}
DIAGS_FAILS(bef_reader_string)
{
	struct bef_string string;
	return bef_reader_string(&reader, 1000, &string, diag);
}
DIAGS_FAILS(bef_names_next)
{
	struct bef_names names = { &reader, data + size, data + size, 1 };
	struct bef_string name;
	return bef_names_next(&names, &name, diag);
}
DIAGS_FAILS_TOO(bef_names_next, offset)
{
	static const uint8_t far[] = { 0x7f };
	struct bef_names names = { &reader, far, far + 1, 1 };
	struct bef_string name;
	return bef_names_next(&names, &name, diag);
}
DIAGS_FAILS(bef_numbers_next)
{
	struct bef_numbers numbers = cut();
	uint64_t number;
	return bef_numbers_next(&numbers, &number, diag);
}
DIAGS_FAILS_TOO(bef_numbers_next, large)
{
	static const uint8_t large[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f };
	struct bef_numbers numbers = { &reader, large, large + sizeof large, 1 };
	uint64_t number;
	return bef_numbers_next(&numbers, &number, diag);
}
DIAGS_FAILS(bef_functions_next)
{
	struct bef_functions functions = bef_reader_functions(&reader);
	struct bef_function function;
	functions.end = functions.next;
	return bef_functions_next(&functions, &function, diag);
}
DIAGS_FAILS_TOO(bef_functions_next, name)
{
	struct bef_functions functions = bef_reader_functions(&reader);
	struct bef_function function;
	functions.end = functions.next + 2;
	return bef_functions_next(&functions, &function, diag);
}
DIAGS_FAILS(bef_reader_body)
{
	const struct bef_function function = { .offset = 100000 };
	struct bef_body out;
	return bef_reader_body(&reader, &function, &out, diag);
}
DIAGS_FAILS(bef_body_kernel)
{
	struct bef_kernel kernel;
	return bef_body_kernel(&reader, &body, 100000, &kernel, diag);
}
DIAGS_FAILS_TOO(bef_body_kernel, odd)
{
	struct bef_kernel kernel;
	return bef_body_kernel(&reader, &body, 1, &kernel, diag);
}
DIAGS_FAILS(bef_kernels_next)
{
	struct bef_kernels kernels = bef_body_kernels(&reader, &body);
	struct bef_kernel kernel;
	struct bef_kernel_row row;
	kernels.table = cut();
	return bef_kernels_next(&kernels, &kernel, &row, diag);
}
DIAGS_FAILS(bef_reader_location)
{
	static const uint8_t kind[] = { 0xff };
	struct bef_reader damaged = reader;
	struct bef_location location;
	uint64_t offset = 0;
	damaged.sections[BEF_SECTION_LOCATIONS] = (struct bef_section){ .data = kind, .size = 1, .alignment = 1 };
	return bef_reader_location(&damaged, &offset, &location, diag);
}
DIAGS_FAILS_TOO(bef_reader_location, file)
{
	static const uint8_t file[] = { BEF_LOCATION_FILE, 0x7f, 1, 1 };
	struct bef_reader damaged = reader;
	struct bef_location location;
	uint64_t offset = 0;
	damaged.sections[BEF_SECTION_LOCATIONS] = (struct bef_section){ .data = file, .size = sizeof file, .alignment = 1 };
	return bef_reader_location(&damaged, &offset, &location, diag);
}
DIAGS_FAILS(bef_reader_attr)
{
	struct bef_attr attr;
	return bef_reader_attr(&reader, 100000, BEF_ATTR_AGGREGATE, &attr, diag);
}
DIAGS_FAILS_TOO(bef_reader_attr, type)
{
	struct bef_attr attr;
	return bef_reader_attr(&reader, 0, 0xfff, &attr, diag);
}
DIAGS_FAILS(bef_attr_element)
{
	struct bef_attr list, element;
	if (bef_reader_attr(&reader, 4, BEF_ATTR_AGGREGATE, &list, NULL) != BEF_OK)
		return 0;
	return bef_attr_element(&reader, &list, 2, &element, diag);
}
DIAGS_FAILS(bef_reader_attribute_names)
{
	struct bef_body damaged = body;
	struct bef_numbers names;
	uint64_t position = 0;
	damaged.kernel_table = cut();
	return bef_reader_attribute_names(&reader, &damaged, &position, &names, diag);
}
DIAGS_FAILS(bef_reader_register_types)
{
	struct bef_body damaged = body;
	struct bef_numbers types;
	uint64_t position = 0;
	damaged.register_count = 100000;
	return bef_reader_register_types(&reader, &damaged, &position, &types, diag);
}
DIAGS_FAILS(bef_dump) { return bef_dump(&reader, NULL, no_write, NULL, diag); }
DIAGS_FAILS_TOO(bef_dump, damaged)
{
	struct bef_reader damaged = reader;
	damaged.sections[BEF_SECTION_FUNCTIONS].size = 8;
	return bef_dump(&damaged, NULL, write_nothing, NULL, diag);
}

DIAGS_FAILS_TOO(bef_dump, size) { return bef_dump(&reader, &(struct bef_dump_options){ .size = 0 }, write_nothing, NULL, diag); }
/* The function index changed after the file was opened. */
DIAGS_FAILS_TOO(bef_dump, index)
{
	const size_t at = reader.sections[BEF_SECTION_FUNCTION_INDEX].offset + 1;
	const uint8_t kept = data[at];
	data[at] = 9;
	const unsigned status = bef_dump(&reader, NULL, write_nothing, NULL, diag);
	data[at] = kept;
	return status;
}

/* A writer with a function that has no body. */
static struct bef_writer *incomplete(void)
{
	const struct bef_function_type type = { NULL, NULL, 0, 0 };
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	uint32_t index;
	if (writer && bef_writer_function(writer, BEF_FUNCTION_ASYNC, "f", 1, &type, &index) != BEF_OK)
		check_report(__FILE__, __LINE__, "no function");
	return writer;
}
static unsigned write_body(const struct bef_writer_body *description, void *diag)
{
	struct bef_writer *writer = incomplete();
	const unsigned status = bef_writer_body(writer, description, diag);
	bef_writer_destroy(writer);
	return status;
}
DIAGS_FAILS(bef_writer_body) { return write_body(&(struct bef_writer_body){ .function = 1 }, diag); }
DIAGS_FAILS_TOO(bef_writer_body, results)
{
	static const uint32_t results[] = { 0 };
	return write_body(&(struct bef_writer_body){ .results = results, .result_count = 1 }, diag);
}
DIAGS_FAILS(bef_writer_finish)
{
	struct bef_writer *writer = incomplete();
	uint8_t *out;
	size_t out_size;
	const unsigned status = bef_writer_finish(writer, &out, &out_size, diag);
	bef_writer_destroy(writer);
	return status;
}
DIAGS_FAILS(bef_writer_take_file)
{
	struct bef_writer *writer = incomplete();
	uint8_t *out;
	size_t out_size;
	const unsigned status = bef_writer_take_file(writer, &out, &out_size, diag);
	bef_writer_destroy(writer);
	return status;
}

static bool find_main(void)
{
	struct bef_functions functions = bef_reader_functions(&reader);
	struct bef_function function;
	while (bef_functions_next(&functions, &function, NULL) == BEF_OK) {
		if (strcmp(function.name.data, "main") == 0)
			return bef_reader_body(&reader, &function, &body, NULL) == BEF_OK;
	}
	return false;
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(bef_reader_open), DIAGS_CASE_TOO(bef_reader_open, empty),
		DIAGS_CASE_TOO(bef_reader_open, version), DIAGS_CASE_TOO(bef_reader_open, sections),
		DIAGS_CASE_TOO(bef_reader_open, cut), DIAGS_CASE(bef_reader_verify),
		DIAGS_CASE_TOO(bef_reader_verify, alignment), DIAGS_CASE_TOO(bef_reader_verify, kind),
		DIAGS_CASE(bef_unknown_sections_next), DIAGS_CASE(bef_reader_string), DIAGS_CASE(bef_names_next),
		DIAGS_CASE_TOO(bef_names_next, offset), DIAGS_CASE(bef_numbers_next),
		DIAGS_CASE_TOO(bef_numbers_next, large), DIAGS_CASE(bef_functions_next),
		DIAGS_CASE_TOO(bef_functions_next, name), DIAGS_CASE(bef_reader_body), DIAGS_CASE(bef_body_kernel),
		DIAGS_CASE_TOO(bef_body_kernel, odd), DIAGS_CASE(bef_kernels_next), DIAGS_CASE(bef_reader_location),
		DIAGS_CASE_TOO(bef_reader_location, file), DIAGS_CASE(bef_reader_attr),
		DIAGS_CASE_TOO(bef_reader_attr, type), DIAGS_CASE(bef_attr_element),
		DIAGS_CASE(bef_reader_attribute_names), DIAGS_CASE(bef_reader_register_types), DIAGS_CASE(bef_dump),
		DIAGS_CASE_TOO(bef_dump, damaged), DIAGS_CASE_TOO(bef_dump, size), DIAGS_CASE_TOO(bef_dump, index),
		DIAGS_CASE(bef_writer_body), DIAGS_CASE_TOO(bef_writer_body, results), DIAGS_CASE(bef_writer_finish),
		DIAGS_CASE(bef_writer_take_file) };
	struct bef_writer *writer;
	if (sample_make(NULL, NULL, &writer, &data, &size) != BEF_OK || bef_reader_open(data, size, &reader, NULL) != BEF_OK ||
		!find_main())
		return 3;
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
	return code;
}
