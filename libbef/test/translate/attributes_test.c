/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each kind of attribute: its type number and its bytes, derived by hand from the format. */
#include "support.h"

#define PROGRAM(attributes) "func.func @f() {\n  \"t.k\"() {" attributes "} : () -> ()\n  tfrt.return\n}\n"

/* Assembles a kernel with `attributes`, for example "v = 1 : i32". */
/* Only ops of the dialect hlo have element types and arrays that TFRT's converter refuses. */
static struct made one_kernel(const char *name, const char *definitions, const char *attributes)
{
	char text[4096];
	snprintf(text, sizeof text, "%sfunc.func @f() {\n  \"%s\"() {%s} : () -> ()\n  tfrt.return\n}\n", definitions,
		name, attributes);
	return assemble(text);
}

/* "01 ff" as bytes; spaces may be anywhere. */
static size_t from_hex(const char *hex, uint8_t *out)
{
	size_t digits = 0;
	for (; *hex; hex++) {
		if (*hex == ' ')
			continue;
		uint8_t value = (uint8_t)(*hex <= '9' ? *hex - '0' : *hex - 'a' + 10);
		out[digits / 2] = (uint8_t)(digits % 2 ? out[digits / 2] << 4 | value : value);
		digits++;
	}
	return digits / 2;
}

struct encoding {
	const char *text;
	uint32_t type;
	const char *hex; /* the Attributes section */
	const char *types; /* the Types section */
};

static void check_encoding(const struct encoding *e)
{
	char attributes[512], types[256];
	uint8_t expected[256];
	struct bef_reader reader;
	uint64_t offset = 0, type = 0;
	snprintf(attributes, sizeof attributes, "v = %s", e->text);
	struct made made = one_kernel("hlo.k", "", attributes);
	int failures = check_failures;
	if (CHECK_MADE(made) && CHECK_INT(bef_reader_open(made.data, made.size, &reader, NULL), BEF_OK)) {
		const struct bef_section *section = &reader.sections[BEF_SECTION_ATTRIBUTES];
		struct bef_numbers numbers = bef_reader_attribute_types(&reader);
		CHECK_INT(numbers.left, 2);
		CHECK_INT(bef_numbers_next(&numbers, &offset, NULL), BEF_OK);
		CHECK_INT(bef_numbers_next(&numbers, &type, NULL), BEF_OK);
		CHECK_INT(type, e->type);
		CHECK_BYTES(section->data, section->size, expected, from_hex(e->hex, expected));
		join_names(bef_reader_types(&reader), types, sizeof types);
		CHECK_STR(types, e->types);
	}
	if (check_failures > failures)
		printf("# that was %s\n", e->text);
	drop(&made);
}

#define CHECK_ENCODINGS(table) \
	for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++) \
		check_encoding(&(table)[i])

static void scalars(void)
{
	static const struct encoding table[] = {
		{ "true", 5, "01", "i1" },
		{ "false", 5, "00", "i1" },
		{ "-5 : i8", 6, "fb", "i8" },
		{ "-300 : i16", 7, "d4fe", "i16" },
		{ "70000 : i32", 8, "70110100", "i32" },
		{ "-1", 9, "ffffffff ffffffff", "i64" },
		{ "200 : ui8", 1, "c8", "ui8" },
		{ "65534 : ui16", 2, "feff", "ui16" },
		{ "3000000000 : ui32", 3, "005ed0b2", "ui32" },
		{ "18446744073709551615 : ui64", 4, "ffffffff ffffffff", "ui64" },
		{ "-12 : si8", 6, "f4", "si8" },
		{ "-12 : si32", 8, "f4ffffff", "si32" },
		{ "12 : si64", 9, "0c000000 00000000", "si64" },
		{ "0.5 : f16", 14, "0038", "f16" },
		{ "0.5 : bf16", 15, "003f", "bf16" },
		{ "-2.0 : f32", 10, "000000c0", "f32" },
		{ "0x7FC00001 : f32", 10, "0100c07f", "f32" },
		{ "1.0", 11, "00000000 0000f03f", "f64" },
		{ "-2 : i2", 32, "fe", "i2" },
		{ "1 : i2", 32, "01", "i2" },
		{ "-8 : i4", 33, "f8", "i4" },
		{ "7 : si4", 33, "07", "si4" },
		{ "3 : ui2", 34, "03", "ui2" },
		{ "15 : ui4", 35, "0f", "ui4" },
		{ "1.0 : f8E5M2", 36, "3c", "f8E5M2" },
		{ "1.0 : f8E4M3FN", 39, "38", "f8E4M3FN" },
		{ "-1.5 : f4E2M1FN", 46, "0b", "f4E2M1FN" },
	};
	CHECK_ENCODINGS(table);
}

static void types(void)
{
	static const struct encoding table[] = {
		{ "i1", 25, "05", "" },
		{ "i16", 25, "07", "" },
		{ "i32", 25, "08", "" },
		{ "ui64", 25, "04", "" },
		{ "si64", 25, "09", "" },
		{ "bf16", 25, "0f", "" },
		{ "f64", 25, "0b", "" },
		{ "complex<f32>", 25, "0c", "" },
		{ "complex<f64>", 25, "0d", "" },
		{ "!corert.string", 25, "10", "" },
		{ "!corert.resource", 25, "11", "" },
		{ "!corert.variant", 25, "12", "" },
		{ "!corert.quint8", 25, "13", "" },
		{ "!corert.quint16", 25, "14", "" },
		{ "!corert.qint8", 25, "15", "" },
		{ "!corert.qint16", 25, "16", "" },
		{ "!corert.qint32", 25, "17", "" },
		{ "i2", 25, "20", "" },
		{ "i4", 25, "21", "" },
		{ "ui2", 25, "22", "" },
		{ "ui4", 25, "23", "" },
		{ "f8E5M2", 25, "24", "" },
		{ "f8E4M3", 25, "25", "" },
		{ "f8E3M4", 25, "26", "" },
		{ "f8E4M3FN", 25, "27", "" },
		{ "f8E4M3FNUZ", 25, "28", "" },
		{ "f8E4M3B11FNUZ", 25, "29", "" },
		{ "f8E5M2FNUZ", 25, "2a", "" },
		{ "f8E8M0FNU", 25, "2b", "" },
		{ "f6E2M3FN", 25, "2c", "" },
		{ "f6E3M2FN", 25, "2d", "" },
		{ "f4E2M1FN", 25, "2e", "" },
	};
	CHECK_ENCODINGS(table);
}

static void strings_and_shapes(void)
{
	static const struct encoding table[] = {
		{ "\"\"", 16, "00000000", "" },
		{ "\"a\\00b\"", 16, "03000000 610062", "" },
		{ "#corert.shape<*>", 27, "00000000", "" },
		{ "#corert.shape<>", 27, "cccccccc 0800 0c00 0c000000 00000000", "" },
		{ "#corert.shape<?x3>", 27, "cccccccc 0800 0c00 1c000000 02000000 ffffffffffffffff 0300000000000000",
			"" },
		{ "#corert.shape<9223372036854775807>", 27, "cccccccc 0800 0c00 14000000 01000000 ffffffffffffff7f",
			"" },
	};
	CHECK_ENCODINGS(table);
}

static void dense(void)
{
	static const struct encoding table[] = {
		{ "dense<[1, 2]> : tensor<2xi32>", 28,
			"cccccccc 0808 1c00 24000000 1c000000 02000000 01000000 0200000000000000 01000000 02000000",
			"" },
		{ "dense<7> : tensor<i32>", 28, "cccccccc 0808 1400 18000000 14000000 01000000 00000000 07000000", "" },
		{ "dense<true> : tensor<3xi1>", 28,
			"cccccccc 0805 1c00 1f000000 1c000000 03000000 01000000 0300000000000000 010101", "" },
		{ "dense<[true, false, true]> : tensor<3xi1>", 28,
			"cccccccc 0805 1c00 1f000000 1c000000 03000000 01000000 0300000000000000 010001", "" },
		{ "dense<1.0> : vector<2xf32>", 28,
			"cccccccc 080a 1c00 24000000 1c000000 02000000 01000000 0200000000000000 0000803f 0000803f",
			"" },
		{ "dense<> : tensor<0xf32>", 28,
			"cccccccc 080a 1c00 1c000000 1c000000 00000000 01000000 0000000000000000", "" },
		{ "dense<(1.0, -2.0)> : tensor<complex<f32>>", 28,
			"cccccccc 080c 1400 1c000000 14000000 01000000 00000000 0000803f 000000c0", "" },
		{ "dense<[[1], [2]]> : tensor<2x1xui8>", 28,
			"cccccccc 0801 2400 26000000 24000000 02000000 02000000 0200000000000000 0100000000000000 0102",
			"" },
		{ "dense<[-1, 7, -8]> : tensor<3xi4>", 28,
			"cccccccc 0821 1c00 1f000000 1c000000 03000000 01000000 0300000000000000 ff07f8", "" },
		{ "dense<-2> : tensor<3xi2>", 28,
			"cccccccc 0820 1c00 1f000000 1c000000 03000000 01000000 0300000000000000 fefefe", "" },
		{ "dense<[1.0, -0.5]> : tensor<2xf8E4M3FN>", 28,
			"cccccccc 0827 1c00 1e000000 1c000000 02000000 01000000 0200000000000000 38b0", "" },
	};
	CHECK_ENCODINGS(table);
}

static void arrays(void)
{
	static const struct encoding table[] = {
		{ "[]", 0x88, "00000000", "" },
		{ "[1 : i32, -1 : i32]", 0x88, "02000000 01000000 ffffffff", "i32" },
		{ "[1 : i32, 2 : si32]", 0x88, "02000000 01000000 02000000", "i32,si32" },
		{ "[258]", 0x89, "cccccccc 01000000 0201000000000000", "i64" },
		{ "[true, false]", 0x85, "02000000 0100", "i1" },
		{ "[1 : i8, 2 : i8, 3 : i8]", 0x86, "03000000 010203", "i8" },
		{ "[1.0 : f16, 2.0 : f16, 4.0 : f16]", 0x8e, "03000000 003c 0040 0044", "f16" },
		{ "[1.0]", 0x8b, "cccccccc 01000000 000000000000f03f", "f64" },
		{ "[i8, f32]", 0x99, "02000000 060a", "" },
		{ "array<i64: 258>", 0x89, "cccccccc 01000000 0201000000000000", "" },
		{ "array<i32: 1, 1>", 0x88, "02000000 01000000 01000000", "" },
		{ "array<i1: true, false>", 0x85, "02000000 0100", "" },
		{ "[-1 : i4, 2 : i4]", 0xa1, "02000000 ff02", "i4" },
		{ "array<f16: 1.0>", 0x8e, "01000000 003c", "" },
		{ "array<i64>", 0x88, "00000000", "" },
	};
	CHECK_ENCODINGS(table);
}

static void aggregates(void)
{
	static const struct encoding table[] = {
		/* header: alignment, 0, prefix size, total size, count, offsets; a type number before each element */
		{ "[\"a\"]", 30, "0400 1000 19000000 01000000 14000000 cccccc10 01000000 61", "" },
		{ "[1 : i8, \"x\"]", 30, "0400 1400 1d000000 02000000 15000000 18000000 0601 cc10 01000000 78", "i8" },
		{ "[[], [2 : i8]]", 30,
			"cccccccc 0800 1400 25000000 02000000 18000000 20000000 cccccc88 00000000 cccccc86 01000000 02",
			"i8" },
		{ "[1 : i32, 2]", 30,
			"cccccccc 0800 1400 2c000000 02000000 18000000 24000000 cccccc08 01000000 cccccccccccccc09 "
			"0200000000000000",
			"i32,i64" },
	};
	CHECK_ENCODINGS(table);
}

static void what_cannot_be_stored(void)
{
	static const char *const table[] = { "unit", "{a = 1 : i32}", "tensor<2xf32>", "none", "index", "i3", "ui1",
		"5 : i3", "5 : i128", "1 : ui1", "5 : index", "5.0 : f80", "5.0 : f128", "1.0 : tf32",
		"array<i24: 1, 2>", "sparse<[[0]], [1]> : tensor<4xi32>", "affine_map<(d0) -> (d0)>",
		"dense<1> : tensor<2xindex>", "dense<1> : tensor<2xi3>", "dense<\"s\"> : tensor<1x!t.s>", "[unit]",
		"[1 : i32, 2 : i3]", "[i32, index]", "[[\"deep\", {}]]", "#other.thing<1>", "!other.type",
		"[\"x\", @f]", "[1 : i32, @f]", "1 : i4", "ui2", "f8E5M2", "1.0 : f6E2M3FN", "array<i64: 1>",
		"[1 : i4]", "[i4]", "dense<1> : tensor<2xi4>", "[[\"deep\", array<i8>]]" };
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char attributes[128];
		snprintf(attributes, sizeof attributes, "a = 1 : i32, the_name = %s", table[i]);
		struct made made = one_kernel("t.k", "", attributes);
		if (!CHECK_INT(made.status, BEF_E_UNSUPPORTED) || !CHECK_INT(made.diag.line, 2) ||
			!CHECK_INT(made.diag.column, 3) ||
			!CHECK_STR(made.diag.message, "BEF files cannot encode the 'the_name' attribute"))
			printf("# that was %s\n", table[i]);
		CHECK(!made.data);
		drop(&made);
	}
}

/* The elements of constants of the dialect hlo are at a multiple of 64 in the file. */
static void constants_in_place(void)
{
	for (int i = 0; i < 3; i++) {
		char text[1024];
		struct bef_reader reader;
		struct bef_attr attr;
		uint64_t offset = 0;
		snprintf(text, sizeof text,
			"func.func @f() {\n  \"t.a\"() {v = \"%.*s\"} : () -> ()\n"
			"  \"%s.k\"() {v = dense<%s> : tensor<%dxf32>} : () -> ()\n  tfrt.return\n}\n",
			7 * i, "some text of some length", i < 2 ? "hlo" : "halo", "[1.0, 2.0]", 2);
		char *list = strstr(text, "[1.0, 2.0]");
		if (i > 0) { /* long enough */
			snprintf(list, sizeof text - (size_t)(list - text), "1.0> : tensor<16xf32>} : () -> ()\n  tfrt.return\n}\n");
		}
		struct made made = assemble(text);
		if (CHECK_MADE(made) && CHECK_INT(bef_reader_open(made.data, made.size, &reader, NULL), BEF_OK)) {
			CHECK_INT(bef_reader_verify(&reader, NULL, NULL), BEF_OK);
			struct bef_numbers numbers = bef_reader_attribute_types(&reader);
			for (uint64_t type = 0; numbers.left && type != BEF_ATTR_DENSE;) {
				CHECK_INT(bef_numbers_next(&numbers, &offset, NULL), BEF_OK);
				CHECK_INT(bef_numbers_next(&numbers, &type, NULL), BEF_OK);
			}
			CHECK_INT(bef_reader_attr(&reader, offset, BEF_ATTR_DENSE, &attr, NULL), BEF_OK);
			CHECK_INT(attr.u.dense.alignment, i == 1 ? 64 : 8);
			CHECK_INT((size_t)(attr.u.dense.elements - made.data) % attr.u.dense.alignment, 0);
		}
		drop(&made);
	}
}

/* Returns the number of stored attributes. */
static long long stored(const char *definitions, const char *attributes)
{
	struct bef_reader reader;
	struct made made = one_kernel("t.k", definitions, attributes);
	long long count = -1;
	if (CHECK_MADE(made) && bef_reader_open(made.data, made.size, &reader, NULL) == BEF_OK)
		count = (long long)(bef_reader_attribute_types(&reader).left / 2);
	drop(&made);
	return count;
}

static void equal_attributes_are_stored_once(void)
{
	CHECK_INT(stored("", "a = 7 : i32, b = 7 : i32"), 1);
	CHECK_INT(stored("", "a = 7 : i32, b = 7 : si32"), 2);
	CHECK_INT(stored("", "a = 7 : i32, b = 7 : ui32, c = 7"), 3);
	CHECK_INT(stored("", "a = \"x\", b = \"x\", c = [\"x\"]"), 2);
	CHECK_INT(stored("#x = [1, 2]\n", "a = #x, b = [1, 2], c = [1, 3]"), 2);
	CHECK_INT(stored("", "a = 1 : i32, _tfrt_cost = 5"), 1);
}

/* Types of numbers come with the optional sections only. */
static void types_of_numbers_are_optional(void)
{
	struct bef_assemble_options options = { .size = sizeof options, .no_optional_sections = true };
	struct bef_reader reader;
	char types[64];
	struct made made = assemble_with(PROGRAM("v = [1 : i32, \"x\", 2.0]"), &options);
	if (CHECK_MADE(made) && CHECK_INT(bef_reader_open(made.data, made.size, &reader, NULL), BEF_OK)) {
		join_names(bef_reader_types(&reader), types, sizeof types);
		CHECK_STR(types, "");
		CHECK(!reader.sections[BEF_SECTION_ATTRIBUTE_TYPES].data);
		CHECK(!reader.sections[BEF_SECTION_ATTRIBUTE_NAMES].data);
		CHECK(!reader.sections[BEF_SECTION_REGISTER_TYPES].data);
	}
	drop(&made);
}

/* ---- small MLIR that expands to large BEF */

static void check_limit(const char *definitions, const char *attributes)
{
	struct made made = one_kernel("t.k", definitions, attributes);
	CHECK_INT(made.status, BEF_E_LIMIT);
	CHECK(made.diag.message[0] != 0);
	CHECK_INT(made.diag.line != 0, 1);
	CHECK(!made.data);
	drop(&made);
}

static void splats_have_a_limit(void)
{
	check_limit("", "v = dense<0> : tensor<300000000xi8>");
	check_limit("", "v = dense<0> : tensor<100000x100000xi8>");
	struct bef_assemble_options options = { .size = sizeof options, .limit = 1000 };
	struct made made = assemble_with(PROGRAM("v = dense<0> : tensor<2000xi8>"), &options);
	CHECK_INT(made.status, BEF_E_LIMIT);
	drop(&made);
	made = assemble_with(PROGRAM("v = dense<0> : tensor<500xi8>"), &options);
	CHECK_MADE(made);
	drop(&made);
	/* Elements that are present in the source need no limit. */
	options.limit = 100;
	made = assemble_with(
		PROGRAM("v = dense<\"0x00010203040506070809\"> : tensor<10xi8>, w = \"a text of more than one hundred "
			"bytes, which is as long in the file as it is here, and no longer, so that it may be stored\""),
		&options);
	CHECK_MADE(made);
	drop(&made);
}

/* 2^40 numbers in 40 lines. */
static void shared_arrays_have_a_limit(void)
{
	char definitions[2048] = "#a0 = [1 : i8, \"x\"]\n";
	size_t used = strlen(definitions);
	for (int i = 1; i <= 40; i++)
		used += (size_t)snprintf(
			definitions + used, sizeof definitions - used, "#a%d = [#a%d, #a%d]\n", i, i - 1, i - 1);
	check_limit(definitions, "v = #a40");
}

static void nested_arrays_have_a_limit(void)
{
	char text[256] = "v = ";
	for (int depth = 0; depth < 65; depth++)
		strcat(text, "[");
	strcat(text, "\"x\"");
	for (int depth = 0; depth < 65; depth++)
		strcat(text, "]");
	check_limit("", text);
}

/* 2^40 parts of a location in 40 lines. */
static void shared_locations_have_a_limit(void)
{
	char text[4096] = "#l0 = loc(\"f\":1:1)\n";
	size_t used = strlen(text);
	for (int i = 1; i <= 40; i++)
		used += (size_t)snprintf(
			text + used, sizeof text - used, "#l%d = loc(fused[#l%d, \"n\"(#l%d)])\n", i, i - 1, i - 1);
	snprintf(text + used, sizeof text - used, "func.func @f() {\n  tfrt.return\n} loc(#l40)\n");
	struct made made = assemble(text);
	CHECK_INT(made.status, BEF_E_LIMIT);
	drop(&made);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(scalars),
		CHECK_CASE(types),
		CHECK_CASE(strings_and_shapes),
		CHECK_CASE(dense),
		CHECK_CASE(arrays),
		CHECK_CASE(aggregates),
		CHECK_CASE(what_cannot_be_stored),
		CHECK_CASE(constants_in_place),
		CHECK_CASE(equal_attributes_are_stored_once),
		CHECK_CASE(types_of_numbers_are_optional),
		CHECK_CASE(splats_have_a_limit),
		CHECK_CASE(shared_arrays_have_a_limit),
		CHECK_CASE(nested_arrays_have_a_limit),
		CHECK_CASE(shared_locations_have_a_limit),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
