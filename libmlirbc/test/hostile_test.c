/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attacks of a hostile file: numbers, sections, strings, attributes and types. Rows are named after the attack. */
#include "invalid.h"

#define BUILD(name) static void name(struct file *f)
#define CORRUPT MLIRBC_E_CORRUPT
#define CUT MLIRBC_E_TRUNCATED
#define LIMIT MLIRBC_E_LIMIT

BUILD(good)
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0, N(0));
}

/* ---- numbers */

BUILD(cut_1) { PUT(&f->out, RESOURCES, 0x02); }
BUILD(cut_4) { PUT(&f->out, RESOURCES, 0x10, 1, 2, 3); }
BUILD(cut_8) { PUT(&f->out, RESOURCES, 0x00, 1, 2, 3, 4, 5, 6, 7); }
BUILD(over_long) /* legal: counts in 9 bytes */
{
	file_start(f, 6);
	MODULE(f, 0, 1, WIDE(1), 0, WIDE(0));
}
BUILD(near_2_64)
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0x04, N(0), WIDE(UINT64_MAX));
}
BUILD(lost_bit) /* (2^63 << 1) | 1 is 1 when the top bit is lost */
{
	attr_start(f);
	SECTION(f, OFFSETS, N(4), N(1), N(0), N(1), WIDE(UINT64_MAX));
}
BUILD(results_2_32) /* 0 for readers that count in 32 bits */
{
	file_start(f, 6);
	MODULE(f, 0, 1, N(1), 0x02, N(0), WIDE(UINT64_C(1) << 32));
}
BUILD(huge_strings)
{
	good(f);
	SECTION(f, STRINGS, HUGE_COUNT);
}
BUILD(huge_dialects)
{
	good(f);
	SECTION(f, DIALECTS, HUGE_COUNT);
}
BUILD(huge_entries)
{
	good(f);
	SECTION(f, OFFSETS, HUGE_COUNT, HUGE_COUNT);
}
BUILD(huge_blobs)
{
	good(f);
	SECTION(f, PROPERTIES, HUGE_COUNT);
}
BUILD(huge_externals)
{
	good(f);
	PUT(&f->body[RESOURCE_OFFSETS], HUGE_COUNT);
	PUT(&f->body[RESOURCES], 0);
}
BUILD(huge_list)
{
	attr_start(f);
	ATTR(f, N(0), HUGE_COUNT);
}
BUILD(huge_dense_array) /* 2^60 elements of 4 bytes are 2^62 */
{
	attr_start(f);
	ATTR(f, N(17), N(I32), HUGE_COUNT, N(4), 1, 2, 3, 4);
}
BUILD(wrapping_dense_array) /* 2^62 elements of 4 bytes are 0 in 64 bits */
{
	attr_start(f);
	ATTR(f, N(17), N(I32), WIDE(UINT64_C(1) << 62), N(0));
}

/* ---- sections */

BUILD(past_end) { PUT(&f->out, RESOURCES, N(100), 1, 2); }
BUILD(id_9) { PUT(&f->out, 9, N(0)); }
BUILD(id_127_aligned) { PUT(&f->out, 0xFF, N(0), N(1)); }
BUILD(alignment_0) { PUT(&f->out, RESOURCES | 0x80, N(0), N(0)); }
BUILD(alignment_2_63) { PUT(&f->out, RESOURCES | 0x80, N(0), WIDE(UINT64_C(1) << 63)); }
BUILD(alignment_above_file) { PUT(&f->out, RESOURCES | 0x80, N(0), WIDE(1 << 20), 0xCB, 0xCB); }
BUILD(padding_to_end) { PUT(&f->out, RESOURCES | 0x80, N(1), WIDE(1 << 10), 0xCB, 0xCB, 0xCB); }
BUILD(nested_larger)
{
	file_start(f, 6);
	PUT(&f->body[IR], N(2), N(0), 0x10, N(0), FLAG(1, 1), IR, N(100), N(1), N(0));
}
BUILD(hides_later) { f->out.data[f->at[DIALECTS] - 1] = N(100); }
BUILD(data_behind) { PUT(&f->out, 0); }
BUILD(empty_strings)
{
	good(f);
	SECTION(f, STRINGS, N(0));
}
BUILD(nothing_in_ir)
{
	file_start(f, 6);
	f->given[IR] = true;
}
BUILD(no_ops_at_all)
{
	file_start(f, 6);
	PUT(&f->body[IR], N(0));
}
BUILD(old_with_properties)
{
	file_start(f, 0);
	MODULE(f, 0, 1, N(1), 0, N(0));
	PUT(&f->body[PROPERTIES], N(0));
}
BUILD(new_without_properties)
{
	good(f);
	f->left_out[PROPERTIES] = true;
}

/* ---- strings */

BUILD(size_0)
{
	good(f);
	SECTION(f, STRINGS, N(1), N(0), 'a', 0);
}
BUILD(wrapping_sizes)
{
	good(f);
	SECTION(f, STRINGS, N(3), WIDE(UINT64_MAX), N(2), N(1), 'a', 0);
}
BUILD(size_of_all) /* the others would be before the section, and before the file */
{
	good(f);
	f->given[STRINGS] = true;
	struct bytes *section = &f->body[STRINGS];
	put_number(section, 4001);
	put_number(section, 4400);
	for (int i = 0; i < 4000; i++)
		put_number(section, i ? 100 : 1);
	for (int i = 0; i < 400; i++)
		PUT(section, 'a');
}
BUILD(no_nul)
{
	good(f);
	f->string_data.data[f->string_data.size - 1] = 'x';
}
BUILD(inner_nul)
{
	good(f);
	memcpy(f->string_data.data, "bu\0ltin", 7);
}
BUILD(million_strings) /* 2^20 of size 1 */
{
	good(f);
	struct bytes sizes = { 0 };
	for (unsigned i = 0; i < 1 << 20; i++) {
		PUT(&sizes, N(1)); /* stored last to first */
		PUT(&f->string_data, 0);
	}
	put_all(&sizes, &f->string_sizes);
	free(f->string_sizes.data);
	f->string_sizes = sizes;
	f->string_count += 1 << 20;
}
BUILD(invalid_utf8)
{
	good(f);
	memcpy(f->string_data.data + f->string_data.size - 2, "\xFF", 2);
}
BUILD(quotes_and_newlines)
{
	good(f);
	memcpy(f->string_data.data + f->string_data.size - 4, "\"\0\n", 4);
}
BUILD(dots)
{
	file_start(f, 6);
	file_op(f, file_dialect(f, "a.b"), "c.d", false);
	MODULE(f, 0, 1, N(3), 0, N(0));
}
BUILD(nameless)
{
	file_start(f, 6);
	file_op(f, file_dialect(f, ""), "", false);
	MODULE(f, 0, 1, N(3), 0, N(0));
}
BUILD(twice_a_dialect)
{
	file_start(f, 6);
	file_op(f, file_dialect(f, "t"), "a", false);
	MODULE(f, 0, 2, N(1), 0, N(0), N(3), 0, N(0));
}

/* ---- attributes and types */

BUILD(cycle_direct)
{
	attr_start(f);
	ATTR(f, N(0), N(1), N(X));
}
BUILD(cycle_dictionary)
{
	attr_start(f);
	ATTR(f, N(1), N(1), N(1), N(4));
	ATTR(f, N(0), N(1), N(X));
}
BUILD(cycle_function)
{
	attr_start(f);
	ATTR(f, N(6), N(8));
	TYPE(f, N(2), N(1), N(8), N(0));
}
BUILD(cycle_location)
{
	attr_start(f);
	ATTR(f, N(10), N(0), N(X));
}
BUILD(cycle_encoding) /* tensor, its encoding is the attribute that has the type */
{
	attr_start(f);
	ATTR(f, N(6), N(8));
	TYPE(f, N(14), N(X), N(1), N(8), N(I32));
}
BUILD(cycle_layout)
{
	attr_start(f);
	ATTR(f, N(6), N(8));
	TYPE(f, N(10), N(1), N(8), N(I32), N(X));
}
static void nest(struct file *f, unsigned levels, unsigned code)
{
	attr_start(f);
	for (unsigned i = 0; i < levels; i++) {
		struct bytes entry = { 0 };
		PUT(&entry, N(code));
		if (code == 0)
			PUT(&entry, N(1));
		put_number(&entry, X + i + 1);
		if (code == 10)
			PUT(&entry, N(0));
		file_entry(f, false, 0, true, entry.data, entry.size);
		free(entry.data);
	}
	ATTR(f, N(15));
}
BUILD(deep_arrays) { nest(f, 1 << 14, 0); }
BUILD(deep_callsites) { nest(f, 1 << 14, 10); }
BUILD(shared) /* x = [y, y], y = [z, z] ... */
{
	attr_start(f);
	for (unsigned i = 0; i < 60; i++)
		ATTR(f, N(0), N(2), N(X + i + 1), N(X + i + 1));
	ATTR(f, N(7));
}
BUILD(equal_to_count)
{
	attr_start(f);
	ATTR(f, N(0), N(1), N(4));
}
BUILD(name_no_string)
{
	attr_start(f);
	ATTR(f, N(1), N(1), N(0), N(0));
}
BUILD(unsorted_names)
{
	attr_start(f);
	ATTR(f, N(1), N(2), N(1), N(0), N(4), N(0));
	ATTR(f, N(2), N(3));
}
BUILD(names_twice)
{
	attr_start(f);
	ATTR(f, N(1), N(2), N(1), N(0), N(1), N(0));
}
BUILD(fused_of_none)
{
	attr_start(f);
	ATTR(f, N(12), N(1), N(1));
}
BUILD(fused_empty)
{
	attr_start(f);
	ATTR(f, N(12), N(0));
}
BUILD(symbol_no_string)
{
	attr_start(f);
	ATTR(f, N(4), N(0));
}
static void type_case(struct file *f, const uint8_t *type, size_t size)
{
	attr_start(f);
	ATTR(f, N(6), N(8));
	file_entry(f, true, 0, true, type, size);
}
#define TYPE_CASE(f, ...) type_case((f), (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))
BUILD(width_2_24) { TYPE_CASE(f, N(0), WIDE(UINT64_C(1) << 26)); }
BUILD(width_2_62) { TYPE_CASE(f, N(0), WIDE(UINT64_MAX - 3)); }
BUILD(signedness_3) { TYPE_CASE(f, N(0), N(32 | 3)); }
BUILD(vector_0) { TYPE_CASE(f, N(19), N(1), N(0), N(F32)); }
BUILD(scalable_flags) { TYPE_CASE(f, N(20), N(2), 1, 0, N(1), N(8), N(F32)); }
BUILD(negative_dim) { TYPE_CASE(f, N(13), N(1), N(7), N(F32)); }
BUILD(layout_kind) { TYPE_CASE(f, N(10), N(1), N(8), N(F32), N(0)); }
static void attr_case(struct file *f, const uint8_t *attr, size_t size)
{
	attr_start(f);
	file_entry(f, false, 0, true, attr, size);
}
#define ATTR_CASE(f, ...) attr_case((f), (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))
BUILD(integer_of_float) { ATTR_CASE(f, N(8), N(F32), N(1)); }
BUILD(integer_of_none) { ATTR_CASE(f, N(8), N(NONE), N(1)); }
BUILD(bits_beyond) { ATTR_CASE(f, N(8), N(I1), 0xFF); }
BUILD(float_of_integer) { ATTR_CASE(f, N(9), N(I32), N(1)); }
BUILD(short_blob) { ATTR_CASE(f, N(18), N(T4), N(7), 1, 2, 3, 4, 5, 6, 7); }
BUILD(tail_bits) { ATTR_CASE(f, N(18), N(T10), N(2), 0xFF, 0xFF); }
BUILD(array_size) { ATTR_CASE(f, N(17), N(I32), N(3), N(8), 1, 2, 3, 4, 5, 6, 7, 8); }
BUILD(empty_entry) { file_entry((attr_start(f), f), false, 0, true, "", 0); }
BUILD(empty_text) { file_entry((attr_start(f), f), false, 0, false, "", 0); }
BUILD(text_without_nul) { file_entry((attr_start(f), f), false, 0, false, "unit", 4); }
BUILD(text_with_nul) { file_entry((attr_start(f), f), false, 0, false, "un\0it", 6); }
BUILD(text_of_none) { ATTR_TEXT((attr_start(f), f), 0, "\x01\x02\xFF"); }
BUILD(text_of_brackets)
{
	enum { SIZE = 1 << 20 };
	char *text = malloc(SIZE);
	attr_start(f);
	if (!text)
		abort();
	memset(text, '[', SIZE);
	text[SIZE - 1] = 0;
	file_entry(f, false, 0, false, text, SIZE);
	free(text);
}
BUILD(text_of_dialect_brackets) /* #llvm.a<#llvm.tbaa_tag<#llvm.tbaa_tag<...: no part may be looked into by recursion */
{
	enum { LEVELS = 20000, EACH = 15 };
	char *text = malloc(LEVELS * (EACH + 1) + 16);
	size_t size = 0;
	attr_start(f);
	if (!text)
		abort();
	for (unsigned i = 0; i < LEVELS; i++, size += EACH)
		memcpy(text + size, "#llvm.tbaa_tag<", EACH);
	memset(text + size, '>', LEVELS);
	size += LEVELS;
	text[size] = 0;
	file_entry(f, false, file_dialect(f, "llvm"), false, text, size + 1);
	free(text);
}
static void dense_of(struct file *f, const uint8_t *type, size_t size, const uint8_t *attr, size_t attr_size)
{
	attr_start(f);
	file_entry(f, false, 0, true, attr, attr_size);
	file_entry(f, true, 0, true, type, size);
}
#define B(...) (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ })
#define TYPE_OF_2_40 N(13), N(2), WIDE(UINT64_C(1) << 21), WIDE(UINT64_C(1) << 21), N(I32)
BUILD(product_overflow)
{
	dense_of(f, B(N(13), N(2), WIDE(UINT64_C(1) << 33), WIDE(UINT64_C(1) << 33), N(I32)), B(N(18), N(8), N(0)));
}
BUILD(dynamic_shape) { dense_of(f, B(N(13), N(1), WIDE(UINT64_MAX), N(I32)), B(N(18), N(8), N(4), 1, 2, 3, 4)); }
BUILD(zero_dim) { dense_of(f, B(N(13), N(1), N(0), N(I32)), B(N(18), N(8), N(0))); }
BUILD(splat_2_40) { dense_of(f, B(TYPE_OF_2_40), B(N(18), N(8), N(4), 7, 0, 0, 0)); }
BUILD(ambiguous_splat) { dense_of(f, B(N(13), N(1), N(16), N(I1)), B(N(18), N(8), N(1), 0xFF)); }
BUILD(strings_2_40) { dense_of(f, B(TYPE_OF_2_40), B(N(19), N(8), N(0), N(3), N(3))); }
BUILD(splat_flag_2) { dense_of(f, B(N(13), N(1), N(4), N(NONE)), B(N(19), N(8), N(2), N(3))); }
BUILD(sparse_out_of_range)
{
	attr_start(f);
	ATTR(f, N(20), N(T4), N(4), N(5));
	ATTR(f, N(18), N(8), N(8), 99, 0, 0, 0, 0, 0, 0, 0);
	ATTR(f, N(18), N(9), N(4), 1, 0, 0, 0);
	TYPE(f, N(13), N(2), N(2), N(2), N(I64));
	TYPE(f, N(13), N(1), N(2), N(I32));
}

static const struct broken numbers[] = {
	{ "varint cut off after 1 byte", good, cut_1, CUT, ANYWHERE, "" },
	{ "varint cut off after 4 bytes", good, cut_4, CUT, ANYWHERE, "" },
	{ "varint cut off after 8 bytes", good, cut_8, CUT, ANYWHERE, "" },
	{ "over-long varints", over_long, NULL, MLIRBC_OK, 0, "\"t.a\"()" },
	{ "9-byte form near 2^64", near_2_64, NULL, CORRUPT, IR, "18446744073709551615" },
	{ "(x << 1) | flag losing the top bit", lost_bit, NULL, CORRUPT, OFFSETS, "" },
	{ "2^32 results", results_2_32, NULL, CORRUPT, IR, "4294967296" },
	{ "2^60 strings", huge_strings, NULL, CORRUPT, STRINGS, "1152921504606846976" },
	{ "2^60 dialects", huge_dialects, NULL, CORRUPT, DIALECTS, "1152921504606846976" },
	{ "2^60 attributes", huge_entries, NULL, CORRUPT, OFFSETS, "1152921504606846976" },
	{ "2^60 property blobs", huge_blobs, NULL, CORRUPT, PROPERTIES, "1152921504606846976" },
	{ "2^60 external groups", huge_externals, NULL, CORRUPT, RESOURCE_OFFSETS, "1152921504606846976" },
	{ "a list of 2^60", huge_list, NULL, CORRUPT, ENTRIES, "1152921504606846976" },
	{ "count x element size above 2^62", huge_dense_array, NULL, CORRUPT, ENTRIES, "" },
	{ "count x element size of 2^64", wrapping_dense_array, NULL, CORRUPT, ENTRIES, "" },
};
static const struct broken sections[] = {
	{ "length past the end", good, past_end, CUT, ANYWHERE, "" },
	{ "length that hides later sections", good, hides_later, CUT, ANYWHERE, "" },
	{ "id 9", good, id_9, CORRUPT, ANYWHERE, "9" },
	{ "id 127 with the align bit", good, id_127_aligned, CORRUPT, ANYWHERE, "127" },
	{ "alignment 0", good, alignment_0, CORRUPT, ANYWHERE, "alignment is 0" },
	{ "alignment 2^63", good, alignment_2_63, CUT, ANYWHERE, "" },
	{ "alignment larger than the file", good, alignment_above_file, CUT, ANYWHERE, "padding" },
	{ "padding run to the end", good, padding_to_end, CUT, ANYWHERE, "padding" },
	{ "nested section larger than its parent", nested_larger, NULL, CORRUPT, IR, "" },
	{ "data after the last section", good, data_behind, CUT, ANYWHERE, "" },
	{ "empty string section", empty_strings, NULL, CORRUPT, ANYWHERE, "" },
	{ "empty IR section", nothing_in_ir, NULL, CORRUPT, IR, "" },
	{ "no op at all", no_ops_at_all, NULL, MLIRBC_OK, 0, "" },
	{ "version 0 with section 8", old_with_properties, NULL, MLIRBC_OK, 0, "\"t.a\"()" },
	{ "version 6 without section 8", new_without_properties, NULL, CUT, AT_END, "Properties" },
};
static const struct broken strings[] = {
	{ "size 0", size_0, NULL, CORRUPT, STRINGS, "" },
	{ "sizes whose sum wraps", wrapping_sizes, NULL, CORRUPT, STRINGS, "" },
	{ "a string of all bytes that are left, and others", size_of_all, NULL, CORRUPT, STRINGS, "" },
	{ "string without NUL", no_nul, NULL, CORRUPT, STRINGS, "" },
	{ "inner NUL", inner_nul, NULL, MLIRBC_OK, 0, "\"bu\\00ltin.module\"" },
	{ "2^20 strings of size 1", million_strings, NULL, MLIRBC_OK, 0, "\"t.a\"()" },
	{ "invalid UTF-8", invalid_utf8, NULL, MLIRBC_OK, 0, "" },
	{ "names that print as a quote or a newline", quotes_and_newlines, NULL, MLIRBC_OK, 0, "\\22" },
	{ "dialect name with dots", dots, NULL, MLIRBC_OK, 0, "\"a.b.c.d\"()" },
	{ "empty dialect name", nameless, NULL, MLIRBC_OK, 0, "\"\"()" },
	{ "duplicated dialects", twice_a_dialect, NULL, MLIRBC_OK, 0, "\"t.a\"() : () -> ()\n  \"t.a\"()" },
};
static const struct broken attributes[] = {
	{ "cycle: array", cycle_direct, NULL, CORRUPT, ENTRIES, "itself" },
	{ "cycle: dictionary", cycle_dictionary, NULL, CORRUPT, ENTRIES, "itself" },
	{ "cycle: function type", cycle_function, NULL, CORRUPT, ENTRIES, "itself" },
	{ "cycle: location", cycle_location, NULL, CORRUPT, ENTRIES, "itself" },
	{ "cycle: encoding", cycle_encoding, NULL, CORRUPT, ENTRIES, "itself" },
	{ "cycle: layout", cycle_layout, NULL, CORRUPT, ENTRIES, "itself" },
	{ "deep nesting of arrays", deep_arrays, NULL, LIMIT, ENTRIES, "512" },
	{ "deep nesting of callsites", deep_callsites, NULL, LIMIT, ENTRIES, "4096" },
	{ "exponential sharing", shared, NULL, MLIRBC_OK, 0, "[[[[" },
	{ "index equal to the count", equal_to_count, NULL, CORRUPT, ENTRIES, "attribute index is 4" },
	{ "dictionary name not a string", name_no_string, NULL, CORRUPT, ENTRIES, "" },
	{ "unsorted names", unsorted_names, NULL, MLIRBC_OK, 0, "{a = #loc, x = #loc}" },
	{ "duplicate names", names_twice, NULL, CORRUPT, ENTRIES, "" },
	{ "fused location of non-locations", fused_of_none, NULL, CORRUPT, ENTRIES, "location" },
	{ "fused location without members", fused_empty, NULL, MLIRBC_OK, 0, "loc" },
	{ "symbol of a non-string", symbol_no_string, NULL, CORRUPT, ENTRIES, "string" },
	{ "integer type of width 2^24", width_2_24, NULL, CORRUPT, ENTRIES, "" },
	{ "integer type of width 2^62", width_2_62, NULL, CORRUPT, ENTRIES, "" },
	{ "signedness 3", signedness_3, NULL, CORRUPT, ENTRIES, "" },
	{ "integer attribute of float type", integer_of_float, NULL, CORRUPT, ENTRIES, "" },
	{ "integer attribute of none type", integer_of_none, NULL, CORRUPT, ENTRIES, "" },
	{ "value bits beyond the width", bits_beyond, NULL, MLIRBC_OK, 0, "x = true" },
	{ "float attribute of integer type", float_of_integer, NULL, CORRUPT, ENTRIES, "" },
	{ "blob shorter than the shape", short_blob, NULL, CORRUPT, ENTRIES, "" },
	{ "product of dimensions overflows", product_overflow, NULL, CORRUPT, ENTRIES, "" },
	{ "dynamic or negative dimensions", dynamic_shape, NULL, CORRUPT, ENTRIES, "" },
	{ "dimension 0", zero_dim, NULL, MLIRBC_OK, 0, "dense<> : tensor<0xi32>" },
	{ "splat of 2^42", splat_2_40, NULL, MLIRBC_OK, 0, "dense<7>" },
	{ "splat ambiguity", ambiguous_splat, NULL, MLIRBC_OK, 0, "dense<true> : tensor<8xi1>" },
	{ "i1 packing tail bits", tail_bits, NULL, MLIRBC_OK, 0, "tensor<10xi1>" },
	{ "dense array count against blob size", array_size, NULL, CORRUPT, ENTRIES, "" },
	{ "2^42 string elements in few bytes", strings_2_40, NULL, CORRUPT, ENTRIES, "" },
	{ "splat flag 2", splat_flag_2, NULL, CORRUPT, ENTRIES, "" },
	{ "sparse indices out of range", sparse_out_of_range, NULL, MLIRBC_OK, 0, "sparse<99, 1>" },
	{ "vector of dimension 0", vector_0, NULL, CORRUPT, ENTRIES, "" },
	{ "scalable flags not equal to the rank", scalable_flags, NULL, CORRUPT, ENTRIES, "" },
	{ "negative dimension", negative_dim, NULL, CORRUPT, ENTRIES, "" },
	{ "memref layout of the wrong kind", layout_kind, NULL, CORRUPT, ENTRIES, "" },
	{ "text without NUL", text_without_nul, NULL, CORRUPT, ENTRIES, "" },
	{ "text with NUL inside", text_with_nul, NULL, CORRUPT, ENTRIES, "" },
	{ "text that is none", text_of_none, NULL, CORRUPT, ENTRIES, "" },
	{ "huge text of brackets", text_of_brackets, NULL, LIMIT, ENTRIES, "" },
	{ "deep text of a dialect", text_of_dialect_brackets, NULL, LIMIT, ENTRIES, "" },
	{ "coded entry of size 0", empty_entry, NULL, CORRUPT, ANYWHERE, "" },
	{ "text entry of size 0", empty_text, NULL, CORRUPT, ANYWHERE, "" },
};

static void survives_numbers(void) { check_broken(numbers, sizeof numbers / sizeof *numbers); }
static void survives_sections(void) { check_broken(sections, sizeof sections / sizeof *sections); }
static void survives_strings(void) { check_broken(strings, sizeof strings / sizeof *strings); }
static void survives_attributes(void) { check_broken(attributes, sizeof attributes / sizeof *attributes); }

/* Endless text ends at the limit, for every kind of output function. */
static int take_all(void *ctx, const char *text, size_t size)
{
	(void)text;
	*(size_t *)ctx += size;
	return 0;
}

static void stops_printing(void)
{
	const struct mlirbc_print_options options = { .size = sizeof options, .max_output = 100000 };
	struct file f;
	size_t taken = 0;
	shared(&f);
	struct loaded l = load_good(&f);
	CHECK_INT(mlirbc_print(l.module, &options, take_all, &taken), MLIRBC_E_LIMIT);
	CHECK(taken <= 100000 && taken > 90000);
	loaded_free(&l);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(survives_numbers),
		CHECK_CASE(survives_sections),
		CHECK_CASE(survives_strings),
		CHECK_CASE(survives_attributes),
		CHECK_CASE(stops_printing),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
