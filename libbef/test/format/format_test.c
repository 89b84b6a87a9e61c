/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integers, the frame of a file, and the walkers over its tables. */
#include "hex.h"
#include "vbr.h"
#include <bef/reader.h>
#include <bef/version.h>
#include <check.h>

/* ---- variable width integers */

struct encoding {
	uint64_t value;
	const char *hex;
};
static const struct encoding encodings[] = {
	{ 0, "00" },
	{ 1, "01" },
	{ 127, "7f" },
	{ 128, "81 00" },
	{ 300, "82 2c" },
	{ 16383, "ff 7f" },
	{ 16384, "81 80 00" },
	{ 2097151, "ff ff 7f" },
	{ 2097152, "81 80 80 00" },
	{ UINT32_MAX, "8f ff ff ff 7f" },
	{ (UINT64_C(1) << 63) - 1, "ff ff ff ff ff ff ff ff 7f" },
	{ UINT64_C(1) << 63, "81 80 80 80 80 80 80 80 80 00" },
	{ UINT64_MAX, "81 ff ff ff ff ff ff ff ff 7f" },
};

static void vbr_writes_the_one_encoding(void)
{
	for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
		uint8_t out[BEF__VBR_MAX];
		size_t size;
		uint8_t *expected = hex_bytes(encodings[i].hex, &size);
		CHECK_INT(bef__vbr_size(encodings[i].value), size);
		CHECK_BYTES(out, (size_t)(bef__vbr_write(out, encodings[i].value) - out), expected, size);
		free(expected);
	}
}

static void vbr_reads_it_back(void)
{
	for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
		size_t size;
		uint8_t *bytes = hex_bytes(encodings[i].hex, &size);
		for (size_t end = 0; end <= size; end++) { /* with all its bytes, and with fewer */
			const uint8_t *next = bytes;
			uint64_t value = 1;
			enum bef_status status = bef__vbr_read(&next, bytes + end, &value);
			CHECK_INT(status, end == size ? BEF_OK : BEF_E_TRUNCATED);
			CHECK(value == (end == size ? encodings[i].value : 0));
			CHECK_INT(next - bytes, end == size ? size : 0);
		}
		free(bytes);
	}
}

static void vbr_refuses_other_encodings(void)
{
	static const char *const bad[] = {
		"80 00", "80 01", "80 80 00",              /* leading zero groups */
		"82 80 80 80 80 80 80 80 80 00",           /* 2^64 */
		"81 80 80 80 80 80 80 80 80 80 00",        /* 2^70: eleven bytes */
		"ff ff ff ff ff ff ff ff ff ff ff ff ff ff 00",
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		size_t size;
		uint8_t *bytes = hex_bytes(bad[i], &size);
		const uint8_t *next = bytes;
		uint64_t value = 1;
		if (bef__vbr_read(&next, bytes + size, &value) != BEF_E_CORRUPT || value != 0 || next != bytes)
			check_report(__FILE__, __LINE__, "%s was read as %llu", bad[i], (unsigned long long)value);
		free(bytes);
	}
}

static void vbr_skips_as_it_reads(void)
{
	uint8_t bytes[400];
	uint64_t random = 88172645463325252u;
	size_t size = 0, count = 0;
	for (; size + BEF__VBR_MAX <= sizeof bytes; count++) {
		random ^= random << 13, random ^= random >> 7, random ^= random << 17;
		size = (size_t)(bef__vbr_write(bytes + size, random >> random % 64) - bytes);
	}
	const uint8_t *next = bytes;
	for (size_t i = 0; i <= count; i++) {
		uint64_t value;
		CHECK(bef__vbr_skip(bytes, bytes + size, i) == next);
		if (i < count)
			CHECK_OR_RETURN(bef__vbr_read(&next, bytes + size, &value) == BEF_OK);
	}
	CHECK(bef__vbr_skip(bytes, bytes + size, count + 1) == NULL);
	CHECK(bef__vbr_skip(bytes, bytes + size, UINT64_MAX) == NULL);
	CHECK(bef__vbr_skip(bytes, bytes + size - 1, count) == NULL);
}

/* ---- opening */

/* After the header: no strings, kernels, types or functions. */
#define EMPTY "0b ef 00  00 00  01 00  02 02 00  03 02 00  04 02 00  05 00 "
/* One string "f" with one function of that name. */
#define NAMED "0b ef 00  00 04 66 00  02 02 00  03 02 00 "

struct failure {
	const char *hex;
	enum bef_status status;
	size_t offset;
	const char *message;
};
static const struct failure failures[] = {
	{ "", BEF_E_TRUNCATED, 0, "header: 0 bytes, expected at least 3" },
	{ "0b", BEF_E_TRUNCATED, 1, "header: 1 bytes, expected at least 3" },
	{ "0c ef 00", BEF_E_MAGIC, 0, "header: byte 0 is 0x0c, not 0x0b" },
	{ "0b ee 00", BEF_E_MAGIC, 1, "header: byte 1 is 0xee, not 0xef" },
	{ "0b ef", BEF_E_TRUNCATED, 2, "header: version is cut off" },
	{ "0b ef 01", BEF_E_VERSION, 2, "header: version 1, expected 0" },
	{ "0b ef 00", BEF_E_CORRUPT, 3, "section 0 (Strings) is missing" },
	{ "0b ef 00 00 00", BEF_E_CORRUPT, 5, "section 2 (Kernels) is missing" },
	{ "0b ef 00 00 00 02 02 00", BEF_E_CORRUPT, 8, "section 3 (Types) is missing" },
	{ "0b ef 00 00 00 02 02 00 03 02 00", BEF_E_CORRUPT, 11, "section 4 (FunctionIndex) is missing" },
	{ "0b ef 00 00", BEF_E_TRUNCATED, 4, "section 0: length is cut off" },
	{ "0b ef 00 00 81", BEF_E_TRUNCATED, 4, "section 0: length is cut off" },
	{ "0b ef 00 00 80 00", BEF_E_CORRUPT, 4, "section 0: length is not a minimal integer of at most 64 bits" },
	{ "0b ef 00 00 04 00", BEF_E_TRUNCATED, 3, "section 0 (Strings): length 2, but the file has 1 more bytes" },
	{ "0b ef 00 00 00 00 00", BEF_E_CORRUPT, 5, "section 0 (Strings) is duplicated" },
	{ "0b ef 00 00 01", BEF_E_TRUNCATED, 5, "section 0: alignment is cut off" },
	{ "0b ef 00 00 01 00", BEF_E_CORRUPT, 5, "section 0: alignment 0 is not a power of two" },
	{ "0b ef 00 00 01 06", BEF_E_CORRUPT, 5, "section 0: alignment 6 is not a power of two" },
	{ "0b ef 00 00 01 08 cc", BEF_E_TRUNCATED, 5, "section 0: padding to 8 bytes is cut off" },
	{ "0b ef 00 00 02 41 02 02 00 03 02 00 04 02 00", BEF_E_CORRUPT, 5, "Strings: the last string has no NUL" },
	{ "0b ef 00 00 00 02 00 03 02 00 04 02 00", BEF_E_TRUNCATED, 7, "Kernels: count is cut off" },
	{ "0b ef 00 00 00 02 04 02 00 03 02 00 04 02 00", BEF_E_CORRUPT, 7, "Kernels: count 2, but 1 bytes follow" },
	{ "0b ef 00 00 00 02 04 01 00 03 02 00 04 02 00", BEF_E_CORRUPT, 8,
		"Kernels, entry 0: no string begins at Strings +0" },
	{ "0b ef 00 00 06 41 42 00 02 02 00 03 04 01 01 04 02 00", BEF_E_CORRUPT, 14,
		"Types, entry 0: no string begins at Strings +1" },
	{ "0b ef 00 00 00 02 04 00 05 03 02 00 04 02 00", BEF_E_CORRUPT, 8, "Kernels: 1 bytes after the last entry" },
	{ NAMED "04 04 01 01", BEF_E_TRUNCATED, 17, "FunctionIndex: body offset is cut off" },
	{ NAMED "04 0c 01 03 00 00 00 00", BEF_E_CORRUPT, 16, "FunctionIndex, function 0: kind 3, expected at most 2" },
	{ NAMED "04 0c 01 01 00 01 00 00", BEF_E_CORRUPT, 18,
		"FunctionIndex, function 0: no string begins at Strings +1" },
	{ NAMED "04 0e 01 01 00 00 01 00 00", BEF_E_CORRUPT, 20, "FunctionIndex, function 0: type 0, but there are 0" },
	{ NAMED "04 0c 01 01 00 00 02 00", BEF_E_CORRUPT, 19, "FunctionIndex: argument count 2, but 1 bytes follow" },
	{ NAMED "04 0c 01 00 00 00 00 00", BEF_E_CORRUPT, 16,
		"FunctionIndex, function 0: body at +0, but Functions has 0 bytes" },
	{ NAMED "04 0e 01 01 00 00 00 00 07", BEF_E_CORRUPT, 21, "FunctionIndex: 1 bytes after the last entry" },
	{ NAMED "04 0e 02 01 00 00 00 00 01", BEF_E_TRUNCATED, 22, "FunctionIndex: body offset is cut off" },
	{ NAMED "04 0c 02 01 00 00 00 00", BEF_E_TRUNCATED, 21, "FunctionIndex, function 1: missing, expected 2" },
	{ "0b ef 00 00 00 02 02 00 03 02 00 04 02 00 05 08 00 00 00 00", BEF_OK, 0, "" },
	{ "0b ef 00 00 00 02 02 00 03 02 00 04 02 00 09 00 05 08 00 00 00 00", BEF_E_CORRUPT, 18,
		"Functions: does not begin at a multiple of 4" },
};

static void open_says_what_is_wrong_and_where(void)
{
	for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
		const struct failure *f = &failures[i];
		size_t size;
		uint8_t *bytes = hex_bytes(f->hex, &size);
		struct bef_reader reader;
		struct bef_diag diag = BEF_DIAG_INIT;
		enum bef_status status = bef_reader_open(bytes, size, &reader, &diag);
		if (status != f->status || diag.status != f->status || strcmp(diag.message, f->message) != 0 ||
			(status != BEF_OK && (diag.offset != f->offset || reader.data != NULL)))
			check_report(__FILE__, __LINE__, "%s: %s at %llu: %s", f->hex, bef_status_name(status),
				(unsigned long long)diag.offset, diag.message);
		free(bytes);
	}
}

static void opens_with_nothing_inside(void)
{
	static const char *const empty[] = {
		EMPTY, EMPTY "08 02 00  09 02 00  0a 02 00",
		/* any order; 77 and 200 are unknown */
		"0b ef 00  04 02 00  4d 02 aa  03 02 00  c8 00  02 02 00  00 00"
	};
	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
		size_t size;
		uint8_t *bytes = hex_bytes(empty[i], &size);
		struct bef_reader reader;
		struct bef_string name;
		struct bef_function function;
		uint64_t number;
		CHECK_INT(bef_reader_open(bytes, size, &reader, NULL), BEF_OK);
		CHECK_INT(bef_reader_verify(&reader, NULL, NULL), BEF_OK);
		CHECK_INT(reader.unknown_sections, i == 2 ? 2 : 0);
		CHECK_INT(reader.kernel_count + reader.type_count + reader.function_count, 0);
		struct bef_names names = bef_reader_kernels(&reader);
		struct bef_functions functions = bef_reader_functions(&reader);
		struct bef_numbers types = bef_reader_attribute_types(&reader);
		CHECK_INT(bef_names_next(&names, &name, NULL), BEF_E_NOT_FOUND);
		CHECK_INT(bef_functions_next(&functions, &function, NULL), BEF_E_NOT_FOUND);
		CHECK_INT(bef_numbers_next(&types, &number, NULL), BEF_E_NOT_FOUND);
		CHECK_INT(bef_reader_string(&reader, 0, &name, NULL), BEF_E_CORRUPT);
		free(bytes);
	}
}

static void every_cut_is_refused(void)
{
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	CHECK_OR_RETURN(bytes);
	struct bef_reader whole, reader;
	CHECK_INT(bef_reader_open(bytes, size, &whole, NULL), BEF_OK);
	size_t optional = whole.sections[BEF_SECTION_FUNCTIONS].offset + whole.sections[BEF_SECTION_FUNCTIONS].size;
	for (size_t end = 0; end < size; end++) {
		uint8_t *part = malloc(end ? end : 1);
		memcpy(part, bytes, end);
		enum bef_status status = bef_reader_open(part, end, &reader, NULL);
		/* After Functions a file may end between two sections. */
		if (status == BEF_OK && end < optional)
			check_report(__FILE__, __LINE__, "the first %zu bytes were accepted", end);
		free(part);
	}
	free(bytes);
}

static void diag_keeps_the_first_failure(void)
{
	struct bef_diag diag = BEF_DIAG_INIT, small = BEF_DIAG_INIT;
	struct bef_reader reader;
	CHECK_INT(bef_reader_open("\x0b\xef\x07", 3, &reader, &diag), BEF_E_VERSION);
	CHECK_INT(bef_reader_open(NULL, 0, &reader, &diag), BEF_E_TRUNCATED);
	CHECK_INT(diag.status, BEF_E_VERSION);
	CHECK_INT(diag.offset, 2);
	CHECK_STR(diag.rule, "BEF_E_VERSION");
	small.size = offsetof(struct bef_diag, line); /* from an older caller, without the members from `line` on */
	CHECK_INT(bef_reader_open(NULL, 0, &reader, &small), BEF_E_TRUNCATED);
	CHECK_INT(small.status, BEF_E_TRUNCATED);
	CHECK_INT(small.offset, 0);
	CHECK_STR(small.message, "");
	small = (struct bef_diag){ .size = sizeof small.size };
	CHECK_INT(bef_reader_open(NULL, 0, &reader, &small), BEF_E_TRUNCATED);
	CHECK_INT(small.status, BEF_OK);
}

/* ---- walking */

static void walks_the_sample(void)
{
	static const char *const kernel_names[] = { "demo.const", "demo.add", "demo.call", "demo.inc" };
	static const char *const function_names[] = { "", "ext", "main", "s" };
	static const uint8_t kinds[] = { BEF_FUNCTION_ASYNC, BEF_FUNCTION_NATIVE, BEF_FUNCTION_ASYNC,
		BEF_FUNCTION_SYNC };
	static const uint8_t results[] = { 1, 1, 2, 1 };
	size_t size, count = 0;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	struct bef_reader reader;
	struct bef_string name;
	struct bef_function function;
	CHECK_OR_RETURN(bytes && bef_reader_open(bytes, size, &reader, NULL) == BEF_OK);
	struct bef_names names = bef_reader_kernels(&reader);
	for (; bef_names_next(&names, &name, NULL) == BEF_OK; count++)
		CHECK_STR(name.data, kernel_names[count]);
	CHECK_INT(count, 4);
	struct bef_functions functions = bef_reader_functions(&reader);
	for (count = 0; bef_functions_next(&functions, &function, NULL) == BEF_OK; count++) {
		CHECK_INT(function.index, count);
		CHECK_INT(function.kind, kinds[count]);
		CHECK_INT(function.result_count, results[count]);
		CHECK_INT(function.results.left, results[count]);
		CHECK_INT(function.argument_count, 1);
		CHECK_BYTES(function.name.data, function.name.size, function_names[count],
			strlen(function_names[count]));
	}
	CHECK_INT(count, 4);
	free(bytes);
}

static void walks_a_body(void)
{
	static const uint32_t offsets[] = { 0, 48, 88, 132 }, operands[] = { 0, 0, 2, 1 }, streams[] = { 0, 0, 0, 1 };
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	struct bef_reader reader;
	struct bef_function function;
	struct bef_body body;
	struct bef_kernel k;
	uint64_t position = 0;
	struct bef_numbers numbers;
	CHECK_OR_RETURN(bytes && bef_reader_open(bytes, size, &reader, NULL) == BEF_OK);
	struct bef_functions functions = bef_reader_functions(&reader);
	for (int i = 0; i < 3; i++) {
		CHECK_INT(bef_functions_next(&functions, &function, NULL), BEF_OK);
		CHECK_INT(bef_reader_body(&reader, &function, &body, NULL), i == 1 ? BEF_E_ARG : BEF_OK);
		if (i != 1)
			CHECK_INT(bef_reader_attribute_names(&reader, &body, &position, &numbers, NULL), BEF_OK);
	}
	CHECK_INT(numbers.left, 2);
	CHECK_INT(body.register_count, 4);
	CHECK_INT(body.kernel_count, 4);
	CHECK_INT(body.location, 1);
	CHECK_INT(body.result_registers.left, 2);
	struct bef_kernels kernels = bef_body_kernels(&reader, &body);
	struct bef_kernel_row row;
	for (size_t i = 0; i < 4; i++) {
		CHECK_INT(bef_kernels_next(&kernels, &k, &row, NULL), BEF_OK);
		CHECK_INT(row.offset, offsets[i]);
		CHECK_INT(row.operands, operands[i]);
		CHECK_INT(row.stream, streams[i]);
		CHECK_INT(k.argument_count, operands[i]);
	}
	struct bef_kernel end;
	CHECK_INT(bef_kernels_next(&kernels, &end, &row, NULL), BEF_E_NOT_FOUND);
	CHECK_INT(k.code, 2);
	CHECK_INT(bef_word(k.functions, 1), 1);
	CHECK_INT(bef_word(k.attributes, 0), 4);
	CHECK_INT(k.size, 48);
	CHECK_INT(bef_body_kernel(&reader, &body, UINT64_MAX, &k, NULL), BEF_E_TRUNCATED);
	free(bytes);
}

static void names_of_numbers(void)
{
	CHECK_STR(bef_version(), "0.1.0");
	CHECK_STR(bef_status_name(BEF_E_CORRUPT), "BEF_E_CORRUPT");
	CHECK_STR(bef_status_name((enum bef_status)99), "?");
	CHECK_STR(bef_section_name(BEF_SECTION_REGISTER_TYPES), "RegisterTypes");
	CHECK_STR(bef_section_name(11), "?");
	CHECK(bef_is_bef("\x0b\xef", 2) && !bef_is_bef("\x0b", 1) && !bef_is_bef("\x0b\xee\x00", 3));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(vbr_writes_the_one_encoding),
		CHECK_CASE(vbr_reads_it_back), CHECK_CASE(vbr_refuses_other_encodings),
		CHECK_CASE(vbr_skips_as_it_reads), CHECK_CASE(open_says_what_is_wrong_and_where),
		CHECK_CASE(opens_with_nothing_inside), CHECK_CASE(every_cut_is_refused),
		CHECK_CASE(diag_keeps_the_first_failure), CHECK_CASE(walks_the_sample), CHECK_CASE(walks_a_body),
		CHECK_CASE(names_of_numbers) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
