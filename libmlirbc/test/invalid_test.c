/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files with one defect, named as MLIR's own tests of bytecode name them (mlir/test/Bytecode/invalid), and one for each
 * other diagnostic of MLIR's reader; made here, byte by byte. */
#include "invalid.h"

#define BUILD(name) static void name(struct file *f)

/* t.a with nothing. */
#define PLAIN_OP N(1), 0, N(0)

BUILD(good)
{
	file_start(f, 6);
	MODULE(f, 0, 1, PLAIN_OP);
}
BUILD(newer) { f->out.data[4] = N(127); }
BUILD(no_producer)
{
	good(f);
	for (unsigned id = 0; id < SECTIONS; id++)
		f->left_out[id] = true;
}
BUILD(cut_producer) { f->out.size -= 1; }
BUILD(no_strings)
{
	good(f);
	f->left_out[STRINGS] = true;
}
BUILD(unknown_id) { PUT(&f->out, 127, N(0)); }
BUILD(cut_header) { PUT(&f->out, 5); }
BUILD(twice) { PUT(&f->out, STRINGS, N(1), N(0)); }

/* ---- strings */

BUILD(string_count)
{
	good(f);
	f->given[STRINGS] = true;
}
BUILD(string_sizes)
{
	good(f);
	SECTION(f, STRINGS, N(3));
}
BUILD(large_string)
{
	good(f);
	SECTION(f, STRINGS, N(1), N(100), 'a', 0);
}
BUILD(string_tail)
{
	good(f);
	PUT(&f->string_data, 'x', 'y');
}

/* ---- dialects */

BUILD(dialect_string)
{
	good(f);
	SECTION(f, DIALECTS, N(1), N(15 * 2), N(1), N(0), N(1), N(1));
}
BUILD(opname_dialect)
{
	good(f);
	SECTION(f, DIALECTS, N(1), N(0), N(1), N(7), N(1), N(1));
}
BUILD(opname_string)
{
	good(f);
	SECTION(f, DIALECTS, N(1), N(0), N(1), N(0), N(1), N(31 * 2));
}
BUILD(version_section)
{
	good(f);
	SECTION(f, DIALECTS, N(1), N(1), 6, N(0), N(0));
}
BUILD(dialect_version) /* data for a dialect with an unknown version: kept, unlike in MLIR */
{
	good(f);
	SECTION(f, DIALECTS, N(2), N(1), VERSIONS, N(2), 0xAB, 0xCD, N(2), N(3), N(0), N(1), N(4), N(1), N(2), N(3 * 2),
		N(4 * 2));
}

/* ---- attributes and types */

BUILD(large_offset)
{
	good(f);
	SECTION(f, OFFSETS, N(1), N(1), N(0), N(1), FLAG(60, 1), N(0), N(1), FLAG(3, 1));
}
BUILD(offset_tail)
{
	good(f);
	PUT(&f->sizes[1], N(0));
}
BUILD(attr_group)
{
	good(f);
	SECTION(f, OFFSETS, N(1), N(1), N(0), N(2), FLAG(1, 1), FLAG(1, 1), N(0), N(1), FLAG(3, 1));
}
BUILD(type_group)
{
	good(f);
	SECTION(f, OFFSETS, N(1), N(1), N(0), N(1), FLAG(1, 1), N(0), N(9), FLAG(3, 1));
}
BUILD(attr_index)
{
	attr_start(f);
	ATTR(f, N(0), N(1), N(99));
}
BUILD(text_tail)
{
	attr_start(f);
	ATTR_TEXT(f, 0, "1 : i32 and more");
}
BUILD(entry_tail)
{
	attr_start(f);
	ATTR(f, N(7), N(1));
}
BUILD(no_coding)
{
	attr_start(f);
	file_entry(f, false, 1, true, "\x03\x05", 2);
}
BUILD(attr_code)
{
	attr_start(f);
	ATTR(f, N(23));
}
BUILD(type_code)
{
	attr_start(f);
	ATTR(f, N(6), N(8));
	TYPE(f, N(33));
}
BUILD(integer_type) /* an integer attribute whose type has no width */
{
	attr_start(f);
	ATTR(f, N(8), N(NONE), N(1));
}
BUILD(vector_element)
{
	attr_start(f);
	ATTR(f, N(6), N(8));
	TYPE(f, N(19), N(1), N(8), N(T4));
}
BUILD(dense_element)
{
	attr_start(f);
	ATTR(f, N(18), N(8), N(4), 1, 2, 3, 4);
	TYPE(f, N(13), N(1), N(8), N(NONE));
}

/* ---- IR */

BUILD(op_name)
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(14), 0, N(0));
}
BUILD(location)
{
	file_start(f, 6);
	ATTR(f, N(1), N(0));
	MODULE(f, 0, 1, N(1), 0, N(1));
}
BUILD(attributes)
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0x01, N(0), N(0));
}
BUILD(operands)
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0x04, N(0), N(1), N(6));
}
BUILD(forward)
{
	file_start(f, 6);
	MODULE(f, 1, 1, N(1), 0x04, N(0), N(1), N(0));
}
BUILD(results)
{
	file_start(f, 6);
	MODULE(f, 1, 1, N(1), 0x02, N(0), N(2), N(0), N(0));
}
BUILD(successors)
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0x08, N(0), N(1), N(3));
}
BUILD(region_section)
{
	file_start(f, 6);
	PUT(&f->body[IR], N(2), N(0), 0x10, N(0), FLAG(1, 1), 5, N(1), N(0));
}
BUILD(permutation)
{
	file_start(f, 6);
	MODULE(f, 1, 3, N(1), 0x22, N(0), N(1), N(0), FLAG(2, 0), N(1), N(1), N(1), 0x04, N(0), N(1), N(0), N(1), 0x04,
		N(0), N(1), N(0));
}

/* ---- sections, properties, resources */

BUILD(six_without_five)
{
	good(f);
	PUT(&f->body[RESOURCE_OFFSETS], N(0));
	f->left_out[RESOURCES] = true;
}
BUILD(five_without_six)
{
	good(f);
	PUT(&f->body[RESOURCES], 0);
	f->left_out[RESOURCE_OFFSETS] = true;
}
BUILD(alignment_3) { PUT(&f->out, RESOURCES | 0x80, N(0), N(3)); }
BUILD(padding)
{
	static const uint8_t zeros[64];
	PUT(&f->out, RESOURCES | 0x80, N(0), N(64));
	put_data(&f->out, zeros, sizeof zeros);
}
BUILD(properties_index)
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0x40, N(0), N(3));
}
BUILD(properties_rest)
{
	good(f);
	SECTION(f, PROPERTIES, N(1), N(1), N(0), 0x77);
}
BUILD(resource_tail) /* a bool in two bytes */
{
	good(f);
	PUT(&f->body[RESOURCE_OFFSETS], N(1), N(0), N(1), N(0), N(2), 1);
	PUT(&f->body[RESOURCES], 1, 0);
}
BUILD(blob_kind) /* a handle to a bool; MLIR refuses it, here it is kept */
{
	attr_start(f);
	ATTR(f, N(16), N(T4), N(0));
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(0), N(1), N(0), N(1), 1);
	PUT(&f->body[RESOURCES], 1);
}
/* memref.alloc: ?alignment, [2] operand segment sizes */
static void segments(struct file *f, const uint8_t *data, size_t size)
{
	file_start(f, 6);
	f->producer = "MLIR22.1.8";
	file_op(f, file_dialect(f, "memref"), "alloc", true);
	MODULE(f, 0, 1, N(3), 0x40, N(0), N(0));
	SECTION(f, PROPERTIES, N(1), N(size));
	put_data(&f->body[PROPERTIES], data, size);
}
#define SEGMENTS(f, ...) segments((f), (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))
BUILD(sparse_bits) { SEGMENTS(f, N(0), FLAG(1, 1), N(9), N(0)); }
BUILD(sparse_index) { SEGMENTS(f, N(0), FLAG(1, 1), N(3), N(8 + 5)); }
BUILD(sparse_count) { SEGMENTS(f, N(0), FLAG(3, 1), N(1), N(2), N(3), N(2)); }
BUILD(unregistered_properties) /* the attribute that is there */
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0x40, N(0), N(0));
	ATTR(f, N(7));
	SECTION(f, PROPERTIES, N(1), N(1), N(1));
}
BUILD(resource_dialect) /* of a dialect without resources: kept */
{
	good(f);
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(1), N(1), N(0), N(1), 1);
	PUT(&f->body[RESOURCES], 1);
}

#define CORRUPT MLIRBC_E_CORRUPT
#define CUT MLIRBC_E_TRUNCATED
static const struct broken mlir_tests[] = {
	{ "invalid-structure-version", good, newer, MLIRBC_E_VERSION, HEADER, "version is 127" },
	{ "invalid-structure-producer", no_producer, cut_producer, CUT, AT_END, "producer" },
	{ "invalid-structure-section-missing", no_strings, NULL, CUT, AT_END, "String" },
	{ "invalid-structure-section-id-unknown", good, unknown_id, CORRUPT, ANYWHERE, "127" },
	{ "invalid-structure-section-length", good, cut_header, CUT, AT_END, "section" },
	{ "invalid-structure-section-duplicate", good, twice, CORRUPT, ANYWHERE, "second String" },
	{ "invalid-string_section-count", string_count, NULL, CORRUPT, STRINGS, "number of strings" },
	{ "invalid-string_section-no_string", string_sizes, NULL, CORRUPT, STRINGS, "" },
	{ "invalid-string_section-large_string", large_string, NULL, CORRUPT, STRINGS, "" },
	{ "invalid-string_section-trailing_data", string_tail, NULL, CORRUPT, STRINGS, "" },
	{ "invalid-dialect_section-dialect_string", dialect_string, NULL, CORRUPT, DIALECTS,
		"is 15, expected less than 5" },
	{ "invalid-dialect_section-opname_dialect", opname_dialect, NULL, CORRUPT, DIALECTS, "dialect index is 7" },
	{ "invalid-dialect_section-opname_string", opname_string, NULL, CORRUPT, DIALECTS,
		"is 31, expected less than 5" },
	{ "invalid-attr_type_offset_section-large_offset", large_offset, NULL, CORRUPT, OFFSETS, "" },
	{ "invalid-attr_type_offset_section-trailing_data", offset_tail, NULL, CORRUPT, OFFSETS, "" },
	{ "invalid-attr_type_offset_section-attr_group_count", attr_group, NULL, CORRUPT, OFFSETS, "" },
	{ "invalid-attr_type_offset_section-type_group_count", type_group, NULL, CORRUPT, OFFSETS, "" },
	{ "invalid-attr_type_section-index", attr_index, NULL, CORRUPT, ENTRIES, "attribute index is 99" },
	{ "invalid-attr_type_section-trailing_data", text_tail, NULL, CORRUPT, ENTRIES, "text" },
	{ "invalid-ir_section-opname", op_name, NULL, CORRUPT, IR, "op name index is 14" },
	{ "invalid-ir_section-loc", location, NULL, CORRUPT, IR, "location" },
	{ "invalid-ir_section-attr", attributes, NULL, CORRUPT, IR, "dictionary" },
	{ "invalid-ir_section-operands", operands, NULL, CORRUPT, IR, "value index is 6" },
	{ "invalid-ir_section-forwardref", forward, NULL, CORRUPT, IR, "" },
	{ "invalid-ir_section-results", results, NULL, CORRUPT, IR, "declared" },
	{ "invalid-ir_section-successors", successors, NULL, CORRUPT, IR, "block index is 3" },
	{ "test_integer_attr_unsupported_type", integer_type, NULL, CORRUPT, ENTRIES, "" },
	{ "test_vector_elem_type_interface", vector_element, NULL, CORRUPT, ENTRIES, "" },
	{ "invalid-dense-elem-type-interface", dense_element, NULL, CORRUPT, ENTRIES, "" },
};

static const struct broken diagnostics[] = {
	{ "section 6 without 5", six_without_five, NULL, CORRUPT, AT_END, "no Resource section" },
	{ "section 5 without 6", five_without_six, NULL, CORRUPT, AT_END, "no ResourceOffset section" },
	{ "a region section whose id is not 4", region_section, NULL, CORRUPT, IR, "section" },
	{ "a version section whose id is not 7", version_section, NULL, CORRUPT, DIALECTS, "section" },
	{ "version data for a dialect without a version reader", dialect_version, NULL, MLIRBC_OK, 0, "module" },
	{ "alignment not a power of two", good, alignment_3, CORRUPT, ANYWHERE, "alignment" },
	{ "padding byte not 0xCB", good, padding, CORRUPT, ANYWHERE, "padding" },
	{ "blob kind mismatch", blob_kind, NULL, MLIRBC_OK, 0, "dense_resource<builtin>" },
	{ "trailing bytes in a resource entry", resource_tail, NULL, CORRUPT, ANYWHERE, "" },
	{ "trailing bytes after an attribute entry", entry_tail, NULL, CORRUPT, ENTRIES, "" },
	{ "dialect without bytecode interface but custom entry", no_coding, NULL, MLIRBC_OK, 0, "bytecode 0x0305" },
	{ "unknown builtin attribute code", attr_code, NULL, CORRUPT, ENTRIES, "23" },
	{ "unknown builtin type code", type_code, NULL, CORRUPT, ENTRIES, "33" },
	{ "properties index out of range", properties_index, NULL, CORRUPT, IR, "properties index is 3" },
	{ "properties table not used up", properties_rest, NULL, CORRUPT, PROPERTIES, "" },
	{ "sparse array index bits above 8", sparse_bits, NULL, CORRUPT, PROPERTIES, "9 bits" },
	{ "sparse array index at or above N", sparse_index, NULL, CORRUPT, PROPERTIES, "segment 5" },
	{ "sparse array of more than N values", sparse_count, NULL, CORRUPT, PROPERTIES, "3 segment sizes" },
	{ "properties of an op that is not registered", unregistered_properties, NULL, MLIRBC_OK, 0,
		"\"t.a\"() <unit>" },
	{ "use-list order not a permutation", permutation, NULL, CORRUPT, IR, "" },
	{ "unknown dialect", good, NULL, MLIRBC_OK, 0, "\"t.a\"() : () -> ()" },
	{ "dialect resources for a dialect without resources", resource_dialect, NULL, MLIRBC_OK, 0, "module" },
};

static void refuses_what_mlir_tests(void) { check_broken(mlir_tests, sizeof mlir_tests / sizeof *mlir_tests); }
static void answers_other_diagnostics(void) { check_broken(diagnostics, sizeof diagnostics / sizeof *diagnostics); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(refuses_what_mlir_tests),
		CHECK_CASE(answers_other_diagnostics),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
