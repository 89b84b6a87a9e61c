/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dump of the sample, of single sections, of values, and of damaged files. */
#include "hex.h"
#include <bef/dump.h>
#include <bef/writer.h>
#include <check.h>

struct text {
	char data[16384];
	size_t size, limit;
};

static bool collect(void *ctx, const char *data, size_t size)
{
	struct text *text = ctx;
	if (size > text->limit - text->size)
		return false;
	memcpy(text->data + text->size, data, size);
	text->size += size;
	text->data[text->size] = 0;
	return true;
}

static enum bef_status dump(const uint8_t *bytes, size_t size, uint32_t sections, struct text *out,
	struct bef_diag *diag)
{
	struct bef_dump_options options = {
		.size = sizeof options, .sections = sections, .max_elements = 4, .max_text = 10
	};
	struct bef_reader reader;
	out->size = 0;
	out->data[0] = 0;
	out->limit = sizeof out->data - 1;
	CHECK_INT(bef_reader_open(bytes, size, &reader, NULL), BEF_OK);
	return bef_dump(&reader, sections ? &options : NULL, collect, out, diag);
}

static struct text text;

static void sample_reads_as_expected(void)
{
	size_t size, expected_size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size),
		*expected = read_file(DATA, "sample.dump", &expected_size);
	CHECK_OR_RETURN(bytes && expected);
	CHECK_INT(dump(bytes, size, 0, &text, NULL), BEF_OK);
	if (!CHECK_BYTES(text.data, text.size, expected, expected_size))
		printf("%s", text.data);
	free(bytes);
	free(expected);
}

static void sections_can_be_chosen(void)
{
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	CHECK_OR_RETURN(bytes);
	CHECK_INT(dump(bytes, size, 1u << BEF_SECTION_KERNELS | 1u << BEF_SECTION_TYPES, &text, NULL), BEF_OK);
	CHECK_STR(strchr(text.data, '\n') ? strstr(text.data, "\n\n") : NULL,
		"\n\nKernels\n  0    demo.const\n  1    demo.add\n  2    demo.call\n  3    demo.inc\n\nTypes\n  0    "
		"i32\n");
	free(bytes);
}

static void writing_can_fail(void)
{
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	struct bef_reader reader;
	CHECK_OR_RETURN(bytes && bef_reader_open(bytes, size, &reader, NULL) == BEF_OK);
	CHECK_INT(dump(bytes, size, 0, &text, NULL), BEF_OK);
	for (size_t limit = 0, whole = text.size; limit < whole; limit += 500) {
		struct bef_diag diag = BEF_DIAG_INIT;
		text.size = 0;
		text.limit = limit;
		CHECK_INT(bef_dump(&reader, NULL, collect, &text, &diag), BEF_E_IO);
		CHECK_STR(diag.message, "writing the dump failed");
	}
	free(bytes);
}

static void values_of_every_kind(void)
{
	static const struct {
		uint32_t type;
		uint8_t bytes[16];
		const char *text;
	} scalars[] = {
		{ BEF_DTYPE_I1, { 1 }, "i1 true" },
		{ BEF_DTYPE_UI8, { 200 }, "ui8 200" },
		{ BEF_DTYPE_I8, { 200 }, "i8 -56" },
		{ BEF_DTYPE_I16, { 0, 0x80 }, "i16 -32768" },
		{ BEF_DTYPE_UI32, { 255, 255, 255, 255 }, "ui32 4294967295" },
		{ BEF_DTYPE_UI64, { 255, 255, 255, 255, 255, 255, 255, 255 }, "ui64 18446744073709551615" },
		{ BEF_DTYPE_I64, { 0, 0, 0, 0, 0, 0, 0, 0x80 }, "i64 -9223372036854775808" },
		{ BEF_DTYPE_F16, { 0, 0x3E }, "f16 1.5" },
		{ BEF_DTYPE_F16, { 1, 0x80 }, "f16 -5.9604645e-08" },
		{ BEF_DTYPE_F16, { 0xFF, 0x7B }, "f16 65504" },
		{ BEF_DTYPE_F16, { 0, 0x7C }, "f16 0x7c00" },
		{ BEF_DTYPE_BF16, { 0xC0, 0xBF }, "bf16 -1.5" },
		{ BEF_DTYPE_F32, { 0xCD, 0xCC, 0xCC, 0x3D }, "f32 0.1" },
		{ BEF_DTYPE_F32, { 0xAB, 0xAA, 0xAA, 0x3E }, "f32 0.33333334" },
		{ BEF_DTYPE_F32, { 0, 0, 0x80, 0x7F }, "f32 0x7f800000" },
		{ BEF_DTYPE_F64, { 0x9A, 0x99, 0x99, 0x99, 0x99, 0x99, 0xB9, 0x3F }, "f64 0.1" },
		{ BEF_DTYPE_F64, { 0x34, 0x33, 0x33, 0x33, 0x33, 0x33, 0xD3, 0x3F }, "f64 0.30000000000000004" },
		{ BEF_DTYPE_F64, { 0, 0, 0, 0, 0, 0, 0xF8, 0x7F }, "f64 0x7ff8000000000000" },
		{ BEF_DTYPE_COMPLEX64, { 0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0 }, "complex64 (1, -2)" },
		{ BEF_DTYPE_QI8, { 255 }, "qi8 -1" },
		{ BEF_DTYPE_I2, { 0xFE }, "i2 -2" },
		{ BEF_DTYPE_I4, { 7 }, "i4 7" },
		{ BEF_DTYPE_UI4, { 15 }, "ui4 15" },
		{ BEF_DTYPE_F8E4M3FN, { 0x38 }, "f8E4M3FN 0x38" },
		{ BEF_ATTR_TYPE, { BEF_DTYPE_VARIANT }, "type variant" },
		{ BEF_ATTR_TYPE, { BEF_DTYPE_F6E3M2FN }, "type f6E3M2FN" },
	};
	const uint32_t section = 1u << BEF_SECTION_ATTRIBUTES;
	for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
		struct bef_writer *writer = bef_writer_create(NULL, NULL);
		uint32_t offset;
		uint8_t *data;
		size_t size;
		char expected[100];
		CHECK_INT(bef_writer_scalar(writer, scalars[i].type, scalars[i].bytes, &offset), BEF_OK);
		CHECK_INT(bef_writer_attribute_type(writer, offset, scalars[i].type), BEF_OK);
		CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK);
		CHECK_INT(dump(data, size, section, &text, NULL), BEF_OK);
		snprintf(expected, sizeof expected, "\nAttributes\n  +0      %s\n", scalars[i].text);
		if (!strstr(text.data, expected))
			check_report(__FILE__, __LINE__, "expected %s in %s", scalars[i].text, text.data);
		bef_writer_free_bytes(writer, data, size);
		bef_writer_destroy(writer);
	}
}

static void long_values_are_cut(void)
{
	static const int64_t dims[] = { 2, 3 }, many[] = { 1, 1, 1, 1, 1 };
	/* little-endian */
	static const uint8_t elements[6 * 4] = { 1, [4] = 2, [8] = 3, [12] = 4, [16] = 5, [20] = 6 };
	static const struct bef_string names[] = { { "root", 4 }, { "a", 1 } };
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	struct bef_value parts[5] = { { BEF_DTYPE_I8, { { 1 } } }, { BEF_DTYPE_I8, { { 2 } } },
		{ BEF_DTYPE_I8, { { 3 } } }, { BEF_DTYPE_I8, { { 4 } } }, { BEF_DTYPE_I8, { { 5 } } } };
	struct bef_value list = { .type = BEF_ATTR_AGGREGATE };
	uint32_t offset;
	uint8_t *data;
	size_t size;
	list.u.aggregate.elements = parts;
	list.u.aggregate.count = 5;
	CHECK_INT(bef_writer_string(writer, "0123456789abc", 13, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset, BEF_DTYPE_STRING), BEF_OK);
	CHECK_INT(bef_writer_string(writer, "\"\\\n", 3, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset, BEF_DTYPE_STRING), BEF_OK);
	CHECK_INT(bef_writer_array(writer, BEF_DTYPE_I32, elements, 5, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset, BEF_ATTR_ARRAY | BEF_DTYPE_I32), BEF_OK);
	CHECK_INT(bef_writer_dense(writer, BEF_DTYPE_I32, dims, 2, elements, 6, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset, BEF_ATTR_DENSE), BEF_OK);
	CHECK_INT(bef_writer_shape(writer, true, many, 5, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset, BEF_ATTR_SHAPE), BEF_OK);
	CHECK_INT(bef_writer_value(writer, &list, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset, BEF_ATTR_AGGREGATE), BEF_OK);
	CHECK_INT(bef_writer_symbol(writer, 7, names, 2, "module", 6, &offset), BEF_OK);
	CHECK_INT(bef_writer_attribute_type(writer, offset, BEF_ATTR_SYMBOL), BEF_OK);
	CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK);
	CHECK_INT(dump(data, size, 1u << BEF_SECTION_ATTRIBUTES, &text, NULL), BEF_OK);
	CHECK_STR(strstr(text.data, "\n\n"), "\n\nAttributes\n"
		"  +0      string \"0123456789\"... (13 bytes)\n"
		"  +20     string \"\\\"\\\\\\0a\"\n"
		"  +28     i32[] [1, 2, 3, 4, ... (5)]\n"
		"  +52     dense <2x3xi32> [1, 2, 3, 4, ... (6)]\n"
		"  +116    shape <1x1x1x1x... (5)>\n"
		"  +168    [i8 1, i8 2, i8 3, i8 4, ...]\n"
		"  +210    symbol 7 @root::@a of \"module\"\n");
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
}

/* Changes one byte of the sample: the dump reports the error and continues to the end. */
static void damage_is_noted_in_the_text(void)
{
	static const struct {
		size_t at;
		uint8_t byte;
		const char *note;
	} damages[] = {
		{ 0x54, 5, "  error: 0x54: Attributes +4 (aggregate): header begins with 5, 0 and has 2 elements\n" },
		{ 0x68, 31, "\n  error: 0x69: Attributes +25 (?): unknown attribute type 31\n" },
		{ 0xEE, 0, "  error: 0xee: Functions, function 2: no kernel 0\n" },
		{ 0xF2, 0x80, "  error: 0xf2: Functions: number is not a minimal integer of at most 64 bits\n" },
		{ 0x13F, 1, "  error: 0x130: Functions: kernel record of 16777225 words, but 57 are left\n" },
		{ 0x22A, 0, "" }, /* inside a file name: still valid */
		{ 0x22D, 'x', "  error: 0x227: LocationStrings: the string at +17 has no NUL\n" },
		{ 0x23C, 9, "  error: 0x23c: Locations +12: kind 9\n" },
		{ 0x24D, 0x80, "  error: 0x24d: AttributeTypes: number is not a minimal integer of at most 64 bits\n" },
		{ 0x24E, 0x80, "  error: 0x24e: AttributeTypes: number is not a minimal integer of at most 64 bits\n" },
		{ 0x258, 2, "  error: 0x258: AttributeNames: list for 2, but the function has 1\n" },
		{ 0x258, 2, "\n  error: AttributeNames, function 2: no list for it\n" }, /* its start is unknown */
		{ 0x25A, 62, "  error: 0x6: Strings: no string begins at +62\n" },
		{ 0x263, 3, "  error: 0x263: RegisterTypes: list for 3, but the function has 4\n" },
	};
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	CHECK_OR_RETURN(bytes);
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
		struct bef_diag diag = BEF_DIAG_INIT;
		uint8_t old = bytes[damages[i].at];
		bytes[damages[i].at] = damages[i].byte;
		enum bef_status status = dump(bytes, size, 0, &text, &diag);
		CHECK_INT(status != BEF_OK, damages[i].note[0] != 0);
		if (!strstr(text.data, damages[i].note) || diag.status != status)
			check_report(__FILE__, __LINE__, "0x%zx: expected %s in\n%s", damages[i].at, damages[i].note,
				text.data);
		const char *first = strstr(text.data, "error: 0x258:");
		CHECK(!first || !strstr(first + 1, "error: 0x258:")); /* later sections are not read again */
		CHECK(strstr(text.data, "\nRegisterTypes\n") != NULL);
		bytes[damages[i].at] = old;
	}
	free(bytes);
}

/* Tables that bef_reader_open() checked, in a file that changed afterwards. The first section that reads one reports it. */
static void damage_after_opening_is_noted(void)
{
	static const struct {
		size_t at;
		uint8_t byte;
		uint32_t sections; /* that are dumped */
		uint64_t offset;
		const char *message;
	} damages[] = {
		{ 0x8A, 0x80, 0, 0x8F, "Kernels: name is cut off" },
		{ 0x8C, 0x80, 0, 0x8C, "Kernels: name is not a minimal integer of at most 64 bits" },
		{ 0x8C, 3, 0, 6, "Strings: no string begins at +3" },
		{ 0x92, 0x80, 0, 0x92, "Types: name is not a minimal integer of at most 64 bits" },
		{ 0x95, 0x80, 0, 0xB4, "FunctionIndex, function 0: missing, expected 4" },
		{ 0x96, 9, 0, 0x96, "FunctionIndex, function 0: kind 9, expected at most 2" },
		{ 0x98, 3, 0, 0x98, "FunctionIndex, function 0: no string begins at Strings +3" },
		{ 0x9A, 7, 0, 0x9A, "FunctionIndex, function 0: type 7, but there are 1" },
		{ 0x99, 99, 0, 0x99, "FunctionIndex: argument count 99, but 26 bytes follow" },
		{ 0x96, 9, 1u << BEF_SECTION_FUNCTIONS, 0x96, "FunctionIndex, function 0: kind 9, expected at most 2" },
		{ 0x96, 9, 1u << BEF_SECTION_ATTRIBUTE_NAMES, 0x96, "FunctionIndex, function 0: kind 9, expected at most 2" },
		{ 0x96, 9, 1u << BEF_SECTION_REGISTER_TYPES, 0x96, "FunctionIndex, function 0: kind 9, expected at most 2" },
	};
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	struct bef_reader reader;
	CHECK_OR_RETURN(bytes && bef_reader_open(bytes, size, &reader, NULL) == BEF_OK);
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
		const struct bef_dump_options options = { .size = sizeof options, .sections = damages[i].sections };
		struct bef_diag diag = BEF_DIAG_INIT;
		char note[300];
		uint8_t old = bytes[damages[i].at];
		bytes[damages[i].at] = damages[i].byte;
		text = (struct text){ .limit = sizeof text.data - 1 };
		enum bef_status status = bef_dump(&reader, &options, collect, &text, &diag);
		CHECK(status == BEF_E_CORRUPT || status == BEF_E_TRUNCATED);
		CHECK_INT(diag.status, status);
		CHECK_INT(diag.offset, damages[i].offset);
		CHECK_STR(diag.message, damages[i].message);
		snprintf(note, sizeof note, "\n  error: 0x%llx: %s\n", (unsigned long long)damages[i].offset, damages[i].message);
		const char *first = strstr(text.data, note);
		if (!first || strstr(first + 1, note))
			check_report(__FILE__, __LINE__, "0x%zx: expected %s once in\n%s", damages[i].at, note, text.data);
		CHECK(damages[i].sections != 0 || strstr(text.data, "\nRegisterTypes\n") != NULL); /* the dump continues */
		bytes[damages[i].at] = old;
	}
	/* sections that do not need the table */
	bytes[0x96] = 9;
	text = (struct text){ .limit = sizeof text.data - 1 };
	CHECK_INT(bef_dump(&reader, &(struct bef_dump_options){ .size = sizeof(struct bef_dump_options),
		.sections = 1u << BEF_SECTION_STRINGS }, collect, &text, NULL), BEF_OK);
	free(bytes);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(sample_reads_as_expected),
		CHECK_CASE(sections_can_be_chosen), CHECK_CASE(writing_can_fail), CHECK_CASE(values_of_every_kind),
		CHECK_CASE(long_values_are_cut), CHECK_CASE(damage_is_noted_in_the_text),
		CHECK_CASE(damage_after_opening_is_noted) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
