/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The writer: exact bytes, determinism, and rejected calls that have no effect. */
#include "hex.h"
#include "rewrite.h"
#include "sample.h"
#include <bef/reader.h>
#include <bef/writer.h>
#include <check.h>

static void check_hex(struct bef_writer *writer, const char *hex)
{
	size_t size, expected_size;
	uint8_t *data, *expected = hex_bytes(hex, &expected_size);
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_writer_finish(writer, &data, &size, &diag) != BEF_OK) {
		check_report(__FILE__, __LINE__, "finish: %s", diag.message);
	} else {
		CHECK_BYTES(data, size, expected, expected_size);
		bef_writer_free_bytes(writer, data, size);
	}
	free(expected);
}

static void sample_has_the_bytes_of_its_listing(void)
{
	size_t size, expected_size = 0;
	uint8_t *data, *expected = hex_file(DATA, "sample.hex", &expected_size);
	struct bef_writer *writer;
	CHECK_OR_RETURN(expected);
	CHECK_INT(sample_make(NULL, NULL, &writer, &data, &size), BEF_OK);
	CHECK_BYTES(data, size, expected, expected_size);
	bef_writer_free_bytes(writer, data, size);
	CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK); /* finishing changes nothing */
	CHECK_BYTES(data, size, expected, expected_size);
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
	free(expected);
}

static void optional_sections_can_be_left_out(void)
{
	const struct bef_writer_options options = { sizeof options, true };
	size_t size, again_size, whole_size;
	uint8_t *data, *again, *whole;
	struct bef_writer *writer, *whole_writer, *again_writer;
	struct bef_reader reader, types;
	struct bef_string text;
	CHECK_INT(sample_make(NULL, &options, &writer, &data, &size), BEF_OK);
	CHECK_INT(sample_make(NULL, NULL, &whole_writer, &whole, &whole_size), BEF_OK);
	CHECK_INT(bef_reader_open(data, size, &reader, NULL), BEF_OK);
	CHECK_INT(bef_reader_open(whole, whole_size, &types, NULL), BEF_OK);
	CHECK_INT(bef_reader_verify(&reader, NULL, NULL), BEF_OK);
	for (unsigned id = BEF_SECTION_ATTRIBUTE_TYPES; id < BEF_SECTION_COUNT; id++)
		CHECK(!reader.sections[id].data);
	CHECK_INT(bef_reader_string(&reader, 1, &text, NULL), BEF_OK);
	CHECK_STR(text.data, "demo.add"); /* no "by" before it */
	CHECK_INT(rewrite(&reader, &types, NULL, &again_writer, &again, &again_size, NULL), BEF_OK);
	CHECK_BYTES(again, again_size, data, size);
	CHECK_INT(bef_writer_attribute_name(writer, "more", 4), BEF_OK); /* no destination */
	bef_writer_free_bytes(writer, data, size);
	CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK);
	CHECK_BYTES(data, size, again, again_size);
	bef_writer_free_bytes(writer, data, size);
	bef_writer_free_bytes(again_writer, again, again_size);
	bef_writer_free_bytes(whole_writer, whole, whole_size);
	bef_writer_destroy(writer);
	bef_writer_destroy(again_writer);
	bef_writer_destroy(whole_writer);
}

static void nothing_is_27_bytes(void)
{
	const struct bef_writer_options options = { sizeof options, true };
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	check_hex(writer, "0b ef 00  00 00  01 00  02 02 00  03 02 00  04 02 00  05 00  08 02 00  09 02 00  0a 02 00");
	bef_writer_destroy(writer);
	writer = bef_writer_create(NULL, &options);
	check_hex(writer, "0b ef 00  00 00  01 00  02 02 00  03 02 00  04 02 00  05 00");
	bef_writer_destroy(writer);
	bef_writer_destroy(NULL);
}

/* The alignment byte is written only if the body would otherwise be misaligned. */
static void alignment_is_asked_for_when_needed(void)
{
	const struct bef_writer_options options = { sizeof options, true };
	static const uint8_t value[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	uint32_t number;
	struct bef_writer *writer = bef_writer_create(NULL, &options);
	CHECK_INT(bef_writer_scalar(writer, BEF_DTYPE_I64, value, &number), BEF_OK);
	check_hex(writer, "0b ef 00  00 00  01 11 08  01 02 03 04 05 06 07 08  02 02 00  03 02 00  04 02 00  05 00");
	CHECK_INT(bef_writer_type(writer, "", 0, &number), BEF_OK); /* one byte more: aligned */
	check_hex(writer, "0b ef 00  00 02 00  01 10  01 02 03 04 05 06 07 08  02 02 00  03 04 01 00  04 02 00  05 00");
	CHECK_INT(bef_writer_type(writer, "a", 1, &number), BEF_OK);
	check_hex(writer,
		"0b ef 00  00 06 00 61 00  01 11 08 cc cc cc cc cc  01 02 03 04 05 06 07 08  02 02 00  03 06 02 00 01"
		" 04 02 00  05 00");
	bef_writer_destroy(writer);
}

static void strings_ascend_and_are_shared(void)
{
	const struct bef_writer_options options = { sizeof options, true };
	struct bef_writer *writer = bef_writer_create(NULL, &options);
	const struct bef_function_type none = { NULL, NULL, 0, 0 };
	uint32_t number;
	CHECK(bef_writer_type(writer, "b", 1, &number) == BEF_OK && number == 0);
	CHECK(bef_writer_type(writer, "ab", 2, &number) == BEF_OK && number == 1);
	CHECK(bef_writer_type(writer, "a", 1, &number) == BEF_OK && number == 2);
	CHECK(bef_writer_type(writer, "\xff", 1, &number) == BEF_OK && number == 3);
	CHECK(bef_writer_type(writer, "ab", 2, &number) == BEF_OK && number == 1);
	CHECK(bef_writer_kernel_name(writer, "ab", 2, &number) == BEF_OK && number == 0);
	CHECK(bef_writer_function(writer, BEF_FUNCTION_NATIVE, "b", 1, &none, &number) == BEF_OK && number == 0);
	check_hex(writer, "0b ef 00  00 12 61 00 61 62 00 62 00 ff 00  01 00  02 04 01 02  03 0a 04 05 02 00 07"
		" 04 0c 01 01 00 05 00 00  05 00");
	bef_writer_destroy(writer);
}

static void many_names_keep_their_numbers(void)
{
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	for (uint32_t round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 20000; i++) {
			char name[16];
			uint32_t code = UINT32_MAX;
			int size = snprintf(name, sizeof name, "k%u", i * 2654435761u);
			CHECK_INT(bef_writer_kernel_name(writer, name, (size_t)size, &code), BEF_OK);
			CHECK_OR_RETURN(CHECK_INT(code, i));
		}
	}
	bef_writer_destroy(writer);
}

/* ---- rejected calls */

static enum bef_status nested(struct bef_writer *writer, size_t depth)
{
	struct bef_value values[80] = { { 0 } };
	uint32_t offset;
	values[0] = (struct bef_value){ BEF_DTYPE_I8, { { 7 } } };
	for (size_t i = 1; i <= depth; i++) {
		values[i].type = BEF_ATTR_AGGREGATE;
		values[i].u.aggregate.elements = &values[i - 1];
		values[i].u.aggregate.count = 1;
	}
	return bef_writer_value(writer, &values[depth], &offset);
}

static void refusals_leave_no_trace(void)
{
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	const int64_t dims[] = { 2, 3 }, negative[] = { -2 }, huge[] = { INT64_MAX, 3 };
	const struct bef_function_type many = { NULL, NULL, UINT32_MAX, 0 };
	const struct bef_value symbol = { .type = BEF_ATTR_SYMBOL };
	struct bef_value bad[] = { { BEF_DTYPE_I8, { { 1 } } }, { .type = BEF_DTYPE_RESOURCE } };
	struct bef_value list = { .type = BEF_ATTR_AGGREGATE };
	uint32_t n;
	list.u.aggregate.elements = bad;
	list.u.aggregate.count = 2;
	CHECK_INT(bef_writer_type(writer, "a\0b", 3, &n), BEF_E_UNSUPPORTED);
	CHECK_INT(bef_writer_kernel_name(writer, "\0", 1, &n), BEF_E_UNSUPPORTED);
	CHECK_INT(bef_writer_location_name(writer, "\0", 1, &n), BEF_E_UNSUPPORTED);
	CHECK_INT(bef_writer_location_file(writer, "\0", 1, 1, 1, &n), BEF_E_UNSUPPORTED);
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_ASYNC, "f", 1, &many, &n), BEF_E_LIMIT);
	CHECK_INT(bef_writer_scalar(writer, BEF_DTYPE_STRING, "", &n), BEF_E_ARG);
	CHECK_INT(bef_writer_scalar(writer, BEF_ATTR_ARRAY | BEF_DTYPE_I8, "", &n), BEF_E_ARG);
	CHECK_INT(bef_writer_array(writer, BEF_DTYPE_STRING, "", 1, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_array(writer, BEF_DTYPE_I64, NULL, SIZE_MAX, &n), BEF_E_LIMIT);
	CHECK_INT(bef_writer_array(writer, BEF_DTYPE_I64, NULL, UINT32_MAX, &n), BEF_E_LIMIT);
	CHECK_INT(bef_writer_string(writer, NULL, UINT32_MAX, &n), BEF_E_LIMIT);
	CHECK_INT(bef_writer_shape(writer, true, negative, 1, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_dense(writer, BEF_DTYPE_I32, dims, 2, NULL, 5, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_dense(writer, BEF_DTYPE_I32, negative, 1, NULL, 1, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_dense(writer, BEF_DTYPE_I32, huge, 2, NULL, 1, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_dense(writer, BEF_ATTR_TYPE, dims, 2, NULL, 6, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_symbol(writer, 0, NULL, 0, "", 0, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_value(writer, &symbol, &n), BEF_E_ARG);
	CHECK_INT(bef_writer_value(writer, &list, &n), BEF_E_ARG); /* at its second element */
	CHECK_INT(nested(writer, BEF_MAX_NESTING + 1), BEF_E_LIMIT);
	CHECK_INT(bef_writer_attribute_type(writer, 0, BEF_DTYPE_I8), BEF_E_ARG); /* this attribute does not exist */
	check_hex(writer, "0b ef 00  00 00  01 00  02 02 00  03 02 00  04 02 00  05 00  08 02 00  09 02 00  0a 02 00");
	CHECK_INT(nested(writer, BEF_MAX_NESTING), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, 4, BEF_DTYPE_I8), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, 4, BEF_DTYPE_I8), BEF_E_ARG);
	CHECK_INT(bef_writer_attribute_type(writer, 3, BEF_DTYPE_I8), BEF_E_ARG);
	bef_writer_destroy(writer);
}

static void bodies_come_in_order_and_fit_their_type(void)
{
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	const uint32_t type[] = { 0 };
	const size_t no_users[] = { 0 };
	const uint32_t *const nobody[] = { NULL };
	const struct bef_function_type none = { NULL, NULL, 0, 0 }, one = { type, NULL, 1, 0 };
	const struct bef_writer_kernel kernel = { .attributes = type, .attribute_count = 1 };
	const struct bef_writer_kernel endless = { .argument_count = UINT32_MAX };
	struct bef_writer_body body = { .function = 1 };
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t size;
	uint32_t n;
	CHECK_INT(bef_writer_type(writer, "i32", 3, &n), BEF_OK);
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_NATIVE, "n", 1, &none, &n), BEF_OK);
	CHECK_INT(bef_writer_body(writer, &body, &diag), BEF_E_STATE);
	CHECK_STR(diag.message, "body of function 1, but every function has one");
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_ASYNC, "f", 1, &none, &n), BEF_OK);
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_ASYNC, "g", 1, &one, &n), BEF_OK);
	body.function = 2;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_E_STATE);
	body.function = 0;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_E_STATE);
	body.function = 1;
	body.result_count = 1;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_E_ARG);
	body.result_count = 0;
	body.kernels = &kernel;
	body.kernel_count = 1;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_writer_body(writer, &body, &diag), BEF_E_ARG);
	CHECK_STR(diag.message, "function 1, kernel 1: no attribute names");
	body.kernels = &endless;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_E_LIMIT);
	body.kernel_count = 0;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_OK);
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_E_STATE);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_writer_finish(writer, &data, &size, &diag), BEF_E_STATE);
	CHECK_STR(diag.message, "function 2 has no body");
	CHECK(data == NULL && size == 0);
	body.function = 2;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_E_ARG); /* an argument needs a register */
	body.register_count = 1;
	body.register_types = body.use_counts = type;
	body.argument_users = nobody;
	body.argument_user_counts = no_users;
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_OK);
	CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK);
	struct bef_reader reader;
	CHECK(bef_reader_open(data, size, &reader, NULL) == BEF_OK && bef_reader_verify(&reader, NULL, NULL) == BEF_OK);
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
}

static void virtual_locations_count_down(void)
{
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	CHECK(bef_writer_location_virtual(writer) == 0xFFFFFFFEu);
	CHECK(bef_writer_location_virtual(writer) == 0xFFFFFFFDu);
	bef_writer_destroy(writer);
}

/* Unknown sections are preserved with their alignment when a file is rewritten; rewriting again changes nothing. */
static void unknown_sections_are_kept(void)
{
	static const uint8_t first[] = { 1, 2, 3 };
	struct bef_writer *w = bef_writer_create(NULL, NULL), *again;
	struct bef_reader reader, second;
	struct bef_section section;
	uint8_t *data, *copy;
	size_t size, copy_size;
	unsigned id;
	CHECK_INT(bef_writer_section(w, BEF_SECTION_REGISTER_TYPES, first, 3, 1), BEF_E_ARG);
	CHECK_INT(bef_writer_section(w, 256, first, 3, 1), BEF_E_ARG);
	CHECK_INT(bef_writer_section(w, 77, first, 3, 3), BEF_E_ARG);
	CHECK_INT(bef_writer_section(w, 77, first, 3, 16), BEF_OK);
	CHECK_INT(bef_writer_section(w, 11, NULL, 0, 1), BEF_OK);
	CHECK_INT(bef_writer_section(w, 77, first, 1, 1), BEF_OK);
	if (!CHECK_INT(bef_writer_finish(w, &data, &size, NULL), BEF_OK))
		return;
	CHECK_INT(bef_reader_open(data, size, &reader, NULL), BEF_OK);
	CHECK_INT(bef_reader_verify(&reader, NULL, NULL), BEF_OK);
	CHECK_INT(reader.unknown_sections, 3);
	struct bef_unknown_sections sections = bef_reader_unknown_sections(&reader);
	CHECK_INT(bef_unknown_sections_next(&sections, &id, &section, NULL), BEF_OK);
	CHECK_INT(id, 77);
	CHECK_INT(section.alignment, 16);
	CHECK_INT(section.offset % 16, 0);
	CHECK_BYTES(section.data, section.size, first, 3);
	CHECK_INT(bef_unknown_sections_next(&sections, &id, &section, NULL), BEF_OK);
	CHECK_INT(id, 11);
	CHECK_INT(section.size, 0);
	CHECK_INT(bef_unknown_sections_next(&sections, &id, &section, NULL), BEF_OK);
	CHECK_BYTES(section.data, section.size, first, 1);
	CHECK_INT(bef_unknown_sections_next(&sections, &id, &section, NULL), BEF_E_NOT_FOUND);
	if (CHECK_INT(rewrite(&reader, &reader, NULL, &again, &copy, &copy_size, NULL), BEF_OK)) {
		CHECK_INT(bef_reader_open(copy, copy_size, &second, NULL), BEF_OK);
		CHECK_BYTES(copy, copy_size, data, size);
	}
	bef_writer_free_bytes(again, copy, copy_size);
	bef_writer_destroy(again);
	bef_writer_free_bytes(w, data, size);
	bef_writer_destroy(w);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(sample_has_the_bytes_of_its_listing),
		CHECK_CASE(optional_sections_can_be_left_out), CHECK_CASE(nothing_is_27_bytes),
		CHECK_CASE(alignment_is_asked_for_when_needed), CHECK_CASE(strings_ascend_and_are_shared),
		CHECK_CASE(many_names_keep_their_numbers), CHECK_CASE(refusals_leave_no_trace),
		CHECK_CASE(bodies_come_in_order_and_fit_their_type), CHECK_CASE(virtual_locations_count_down),
		CHECK_CASE(unknown_sections_are_kept) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
