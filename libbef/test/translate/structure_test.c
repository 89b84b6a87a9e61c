/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions, registers, users, function references, locations, compiled modules: their positions in the file. */
#include "support.h"

/* Function `index` with its kind, name and types: "0 f (i32) -> (i64)". */
static void describe_function(const struct bef_reader *reader, uint32_t index, char *out, size_t size)
{
	struct function_view view = view_function(reader, index);
	size_t used = (size_t)snprintf(
		out, size, "%d %.*s (", view.function.kind, (int)view.function.name.size, view.function.name.data);
	for (int part = 0; part < 2; part++) {
		struct bef_numbers numbers = part ? view.function.results : view.function.arguments;
		uint64_t number;
		for (int i = 0; bef_numbers_next(&numbers, &number, NULL) == BEF_OK; i++) {
			struct bef_names names = bef_reader_types(reader);
			struct bef_string name = { "", 0 };
			for (uint64_t n = 0; n <= number; n++)
				CHECK_INT(bef_names_next(&names, &name, NULL), BEF_OK);
			used += (size_t)snprintf(
				out + used, size - used, "%s%.*s", i ? "," : "", (int)name.size, name.data);
		}
		used += (size_t)snprintf(out + used, size - used, part ? ")" : ") -> (");
	}
}

/* Assembles and opens the file; false on failure. */
static bool open_text(const char *text, struct made *made, struct bef_reader *reader)
{
	*made = assemble(text);
	return CHECK_MADE(*made) && CHECK_INT(bef_reader_open(made->data, made->size, reader, NULL), BEF_OK);
}

static void check_functions(const char *text, const char *const *expected, size_t count)
{
	struct made made;
	struct bef_reader reader;
	if (open_text(text, &made, &reader) && CHECK_INT(reader.function_count, count)) {
		for (uint32_t i = 0; i < count; i++) {
			char is[256];
			describe_function(&reader, i, is, sizeof is);
			CHECK_STR(is, expected[i]);
		}
	}
	drop(&made);
}

/* Bodies come before the function or op that contains them; functions are in source order. */
static void functions_are_in_post_order(void)
{
	static const char *const expected[] = { "0 first (i64) -> ()", "0  (i32) -> (i32)", "0  (i32) -> (i32)",
		"0  (i32) -> (i32)", "0 second (i1,i32) -> (i32)", "1 native_x (i32,i64) -> (!tfrt.chain)",
		"2 last () -> ()" };
	check_functions(
		"func.func @first(%x: i64) {\n  tfrt.return\n}\n"
		"func.func @second(%c: i1, %x: i32) -> i32 {\n"
		"  %r = tfrt.if %c, %x : (i32) -> (i32) {\n"
		"    %s = tfrt_test.do.async %x : (i32) -> (i32) {\n      tfrt.return %x : i32\n    }\n"
		"    tfrt.return %s : i32\n  } else {\n    tfrt.return %x : i32\n  }\n  tfrt.return %r : i32\n}\n"
		"func.func private @native_x(i32, i64) -> !tfrt.chain attributes {tfrt.native}\n"
		"func.func @last() attributes {tfrt.sync} {\n  tfrt.return\n}\n",
		expected, sizeof expected / sizeof *expected);
}

/* An omitted else-branch becomes a function with the arguments of the other branch and no results. */
static void missing_else_is_a_function(void)
{
	static const char *const expected[] = { "0  (i32,i64) -> ()", "0  (i32,i64) -> ()", "0 f (i1,i32,i64) -> ()" };
	check_functions(
		"func.func @f(%c: i1, %x: i32, %y: i64) {\n"
		"  tfrt.if %c, %x, %y : (i32, i64) -> () {\n    %z = tfrt.add.i32 %x, %x\n    tfrt.return\n  }\n"
		"  tfrt.return\n}\n",
		expected, sizeof expected / sizeof *expected);
}

static void nested_modules_have_functions_too(void)
{
	static const char *const expected[] = { "0 e () -> ()", "0 f () -> ()", "0 g () -> ()" };
	check_functions("module {\nmodule @inner {\nfunc.func @e() {\n  tfrt.return\n}\n}\n"
			"func.func @f() {\n  tfrt.return\n}\nfunc.func @g() {\n  tfrt.call @f() : () -> ()\n  "
			"tfrt.return\n}\n}\n",
		expected, sizeof expected / sizeof *expected);
}

/* Order of types: results of an op, its operands, its attributes in order of names; then the function's arguments.
 * The return is ignored: only an argument could give it a new type. Kernels likewise. */
static void tables_are_in_order_of_use(void)
{
	struct made made;
	struct bef_reader reader;
	char names[256];
	if (open_text("func.func @f(%x: !t.x, %y: !t.y) -> !t.x {\n"
		      "  %r = \"k.two\"(%y) {b = 1 : i8, a = [1 : i16, \"s\"], c = i32} : (!t.y) -> !t.r\n"
		      "  \"k.one\"() {z = 1.0 : f32} : () -> ()\n  \"k.two\"(%y) : (!t.y) -> ()\n  tfrt.return %x : "
		      "!t.x\n}\n",
		    &made, &reader)) {
		join_names(bef_reader_types(&reader), names, sizeof names);
		CHECK_STR(names, "!t.r,!t.y,i16,i8,f32,!t.x");
		join_names(bef_reader_kernels(&reader), names, sizeof names);
		CHECK_STR(names, "k.two,k.one");
	}
	drop(&made);
}

/* Registers: arguments, then results. Use counts include every mention and the return; users are kernels, the last
 * one first. */
static void registers_and_users(void)
{
	struct made made;
	struct bef_reader reader;
	char words[64];
	if (open_text("func.func @f(%x: i32, %unused: i64) -> (i32, i32) {\n"
		      "  %a, %b = tfrt.div.i32 %x, %x\n  %c = tfrt.add.i32 %a, %x\n  %d = tfrt.mul.i32 %c, %c\n"
		      "  tfrt.return %a, %a : i32, i32\n}\n",
		    &made, &reader)) {
		struct function_view f = view_function(&reader, 0);
		static const uint64_t uses[] = { 3, 0, 3, 0, 2, 0 };
		uint64_t number;
		CHECK_INT(f.body.register_count, 6);
		for (size_t i = 0; i < 6; i++) {
			CHECK_INT(bef_numbers_next(&f.body.use_counts, &number, NULL), BEF_OK);
			CHECK_INT(number, uses[i]);
		}
		CHECK_INT(f.body.kernel_count, 4);
		struct bef_kernel pseudo = view_kernel(&reader, &f, 0).kernel;
		join_words(pseudo.user_counts, pseudo.result_count, words, sizeof words);
		CHECK_STR(words, "0,3,0");
		join_words(pseudo.users, pseudo.users_count, words, sizeof words);
		CHECK_STR(words, "2,1,1");
		struct kernel_view div = view_kernel(&reader, &f, 1);
		CHECK_INT(div.operands, 2);
		join_words(div.kernel.arguments, 2, words, sizeof words);
		CHECK_STR(words, "0,0");
		join_words(div.kernel.results, 2, words, sizeof words);
		CHECK_STR(words, "2,3");
		join_words(div.kernel.users, div.kernel.users_count, words, sizeof words);
		CHECK_STR(words, "2");
		struct bef_kernel add = view_kernel(&reader, &f, 2).kernel;
		join_words(add.users, add.users_count, words, sizeof words);
		CHECK_STR(words, "3,3");
		CHECK_INT(bef_numbers_next(&f.body.result_registers, &number, NULL), BEF_OK);
		CHECK_INT(number, 2);
		CHECK_INT(bef_numbers_next(&f.body.result_registers, &number, NULL), BEF_OK);
		CHECK_INT(number, 2);
	}
	drop(&made);
}

/* Symbols in order of attribute names, arrays of symbols in place, then regions; none of these is stored as an
 * attribute. */
static void function_references(void)
{
	struct made made;
	struct bef_reader reader;
	char words[64];
	if (open_text("func.func @a() {\n  tfrt.return\n}\nfunc.func @b() {\n  tfrt.return\n}\n"
		      "func.func @f() {\n"
		      "  \"k.k\"() ({\n    tfrt.return\n  }) {z = @a, m = [@b, @a, @late], b = @b, n = 1 : i32, "
		      "_tfrt_cost = 3 : i64} "
		      ": () -> ()\n  tfrt.return\n}\nfunc.func @late() {\n  tfrt.return\n}\n",
		    &made, &reader)) {
		struct function_view f = view_function(&reader, 3);
		struct bef_kernel k = view_kernel(&reader, &f, 1).kernel;
		join_words(k.functions, k.function_count, words, sizeof words);
		CHECK_STR(words, "1,1,0,4,0,2");
		CHECK_INT(k.attribute_count, 1);
	}
	drop(&made);
}

/* A name is looked up in the module of the op, as in MLIR: those of enclosing modules are not visible. */
static void names_are_looked_up_in_the_nearest_module(void)
{
	struct made made;
	struct bef_reader reader;
	char words[64];
	made = assemble("module {\nfunc.func @g() {\n  tfrt.return\n}\nmodule {\nfunc.func @h() {\n"
			"  \"k.k\"() {a = @g} : () -> ()\n  tfrt.return\n}\n}\n}\n");
	CHECK_INT(made.status, BEF_E_CORRUPT);
	drop(&made);
	if (open_text("module {\nfunc.func @e() {\n  tfrt.return\n}\nmodule {\n"
		      "func.func @g() {\n  tfrt.return\n}\nfunc.func @f() {\n  tfrt.return\n}\nfunc.func @h() "
		      "{\n"
		      "  \"k.k\"() ({\n    \"k.k\"() {a = @f, b = @g} : () -> ()\n    tfrt.return\n  }) {a = @g, b = "
		      "@f} : () -> ()\n"
		      "  tfrt.return\n}\n}\n}\n",
		    &made, &reader)) {
		struct function_view region = view_function(&reader, 3), h = view_function(&reader, 4);
		struct bef_kernel inside = view_kernel(&reader, &region, 1).kernel,
				  k = view_kernel(&reader, &h, 1).kernel;
		join_words(inside.functions, inside.function_count, words, sizeof words);
		CHECK_STR(words, "2,1");
		join_words(k.functions, k.function_count, words, sizeof words);
		CHECK_STR(words, "1,2,3");
	}
	drop(&made);
}

/* ---- locations */

static void check_location(const char *location, const char *expected)
{
	char text[512], is[256];
	struct made made;
	struct bef_reader reader;
	snprintf(text, sizeof text,
		"#base = loc(\"base\":7:8)\nfunc.func @f() {\n  \"k.k\"() : () -> () loc(%s)\n  tfrt.return\n}\n",
		location);
	if (open_text(text, &made, &reader)) {
		struct function_view f = view_function(&reader, 0);
		uint64_t at = view_kernel(&reader, &f, 1).kernel.location;
		bef_location_text(&reader, at, is, sizeof is);
		CHECK_STR(is, expected);
	}
	drop(&made);
}

static void locations(void)
{
	check_location("unknown", "(unknown)");
	check_location("\"file\":3:4", "file:3:4");
	check_location("\"name\"", "name");
	check_location("\"name\"(\"file\":3:4)", "file;3;4(name)");
	check_location("callsite(\"in\" at \"out\")", "in<-out");
	check_location("fused[\"a\", #base, \"b\"(\"c\")]", "a,base;7;8,c(b)");
	check_location("fused<\"meta\">[\"a\", unknown]", "a"); /* MLIR drops unknown parts */
	check_location("callsite(callsite(\"a\" at \"b\") at fused[\"c\", \"d\"])", "a<-b<-c,d");
}

/* ---- compiled modules */

static void compiled_modules_are_text(void)
{
	static const char module_text[] = "\"builtin.module\"() <{sym_name = \"m\"}> ({\n"
					  "  \"x.unknown\"() {u} : () -> ()\n}) {tfrt.compiled} : () -> ()";
	struct made made;
	struct bef_reader reader;
	if (open_text("module @m attributes {tfrt.compiled} {\n  \"x.unknown\"() {u} : () -> ()\n}\n"
		      "module @unused attributes {tfrt.compiled} {\n  func.func @not_a_function() {\n    func.return\n "
		      " }\n}\n"
		      "func.func @f() {\n  \"k.k\"() {a = @m::@main, b = @m::@x::@y, c = @m::@main} : () -> ()\n  "
		      "tfrt.return\n}\n",
		    &made, &reader)) {
		CHECK_INT(reader.function_count, 1);
		CHECK_INT(reader.kernel_count, 1);
		struct function_view f = view_function(&reader, 0);
		struct bef_kernel k = view_kernel(&reader, &f, 1).kernel;
		CHECK_INT(k.function_count, 0);
		CHECK_INT(k.attribute_count, 3);
		CHECK_INT(bef_word(k.attributes, 0), bef_word(k.attributes, 2));
		for (uint32_t i = 0; i < 2; i++) {
			struct bef_attr attr;
			CHECK_INT(bef_reader_attr(&reader, bef_word(k.attributes, i), BEF_ATTR_SYMBOL, &attr, NULL),
				BEF_OK);
			CHECK_INT(attr.u.symbol.id, i);
			CHECK_INT(attr.u.symbol.nested_count, i + 1);
			CHECK_BYTES(attr.u.symbol.root.data, attr.u.symbol.root.size, "m", 1);
			CHECK_BYTES(attr.u.symbol.module.data, attr.u.symbol.module.size, module_text,
				sizeof module_text - 1);
		}
	}
	drop(&made);
}

/* ---- size */

/* Nested deeper than a recursive implementation could handle, by way of the IR, because text has a limit. */
static void deep_regions_and_locations(void)
{
	enum { DEPTH = 20000 };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = mlirbc_module_create(context);
	const struct mlirbc_type *signature = mlirbc_type_get(
		context, &(struct mlirbc_type){ .kind = MLIRBC_TYPE_FUNCTION });
	const struct mlirbc_named_attr inherent[] = {
		{ mlirbc_string_get(context, "sym_name", 8), mlirbc_attr_string(context, "f", 1) },
		{ mlirbc_string_get(context, "function_type", 13), mlirbc_attr_type(context, signature) },
	};
	const struct mlirbc_attr *location = mlirbc_loc_file(context, "t.mlir", 6, 1, 1);
	for (int i = 0; i < DEPTH; i++) {
		struct mlirbc_attr name = { .kind = MLIRBC_LOC_NAME };
		name.u.name.name = mlirbc_string_get(context, "n", 1);
		name.u.name.child = location;
		location = mlirbc_attr_get(context, &name);
	}
	struct mlirbc_op_spec function = { .name = "func.func",
		.name_size = 9,
		.region_count = 1,
		.location = location,
		.properties = mlirbc_attr_dictionary(context, inherent, 2) };
	struct mlirbc_op_spec region = { .name = "k.region", .name_size = 8, .region_count = 1 };
	struct mlirbc_op_spec finish = { .name = "tfrt.return", .name_size = 11 };
	struct mlirbc_op *op = mlirbc_op_create(context, &function, module->body);
	for (int i = 0; i <= DEPTH; i++) {
		struct mlirbc_block *block = mlirbc_block_create(context, &mlirbc_op_regions(op)[0], NULL, NULL, 0);
		op = i < DEPTH ? mlirbc_op_create(context, &region, block) : NULL;
		CHECK(mlirbc_op_create(context, &finish, block));
	}
	struct made made = { .diag = BEF_DIAG_INIT };
	made.status = bef_assemble(module, NULL, NULL, &made.data, &made.size, &made.diag);
	struct bef_reader reader;
	if (CHECK_MADE(made) && bef_reader_open(made.data, made.size, &reader, NULL) == BEF_OK)
		CHECK_INT(reader.function_count, DEPTH + 1);
	drop(&made);
	mlirbc_context_destroy(context);
}

static void an_empty_module(void)
{
	static const uint8_t expected[] = { 0x0b, 0xef, 0, 0, 0, 1, 0, 2, 2, 0, 3, 2, 0, 4, 2, 0, 5, 0, 8, 2, 0, 9, 2,
		0, 10, 2, 0 };
	struct made made = assemble("");
	CHECK_MADE(made);
	CHECK_BYTES(made.data, made.size, expected, sizeof expected);
	drop(&made);
}

/* The first version of the options lacks `limit`, as its size shows. */
static void options_of_the_first_release(void)
{
	struct {
		size_t size;
		bool no_optional_sections;
	} old = { sizeof old, true };
	struct bef_assemble_options options;
	memset(&options, 0xFF, sizeof options);
	memcpy(&options, &old, sizeof old);
	options.limit = 1; /* beyond the size: must not be read */
	struct made made = assemble_with(
		"func.func @f() {\n  \"k.k\"() {a = \"text\"} : () -> ()\n  tfrt.return\n}\n", &options);
	CHECK_MADE(made);
	drop(&made);
}

/* ---- names of a large function, of which the verifier compares lists */

/* Ops with up to five of 40 attributes, in no order that repeats. Names of 60 and more characters, so that offsets have one or two bytes. */
static char *make_many_attributes(size_t *out_count)
{
	enum { OPS = 700, ROOM = 500 };
	char *text = malloc((size_t)OPS * ROOM), *at = text;
	uint32_t random = 1;
	if (!text)
		exit(1);
	*out_count = 0;
	at += sprintf(at, "func.func @f() {\n");
	for (int i = 0; i < OPS; i++) {
		random = random * 1664525 + 1013904223;
		const uint32_t count = (random >> 28) % 6, first = (random >> 20) % 8 * 5;
		*out_count += count;
		at += sprintf(at, "\"k.k\"() {");
		for (uint32_t k = 0; k < count; k++)
			at += sprintf(at, "%sname_%060u = 1 : i32", k ? ", " : "", first + k);
		at += sprintf(at, "} : () -> ()\n");
	}
	sprintf(at, "tfrt.return\n}\n");
	return text;
}

/* The numbers behind that of functions and that of kernels are `count` places of strings. */
static bool names_are_good(const struct bef_section *strings, const uint8_t *bytes, size_t size, size_t count)
{
	uint64_t number = 0;
	size_t read = 0;
	for (size_t i = 0; i < size; i++) {
		number = number << 7 | (bytes[i] & 0x7f);
		if (bytes[i] >= 0x80)
			continue;
		if (read > 1 && (number >= strings->size || (number > 0 && strings->data[number - 1] != 0)))
			return false;
		read++;
		number = 0;
	}
	return read == count + 2 && bytes[size - 1] < 0x80;
}

static void names_of_large_functions(void)
{
	size_t count;
	char *text = make_many_attributes(&count);
	struct made made;
	struct bef_reader reader;
	int good = 0, bad = 0;
	if (open_text(text, &made, &reader)) {
		const struct bef_section *section = &reader.sections[BEF_SECTION_ATTRIBUTE_NAMES];
		uint8_t *bytes = made.data + (section->data - made.data);
		const struct bef_section *strings = &reader.sections[BEF_SECTION_STRINGS];
		CHECK(count > 1500 && names_are_good(strings, bytes, section->size, count));
		CHECK_INT(bef_reader_verify(&reader, NULL, NULL), BEF_OK);
		for (size_t i = 3; i < section->size; i++) { /* behind the numbers of functions and kernels */
			const uint8_t flips[] = { 0x01, 0x40, 0x80 };
			const uint8_t before = bytes[i];
			bytes[i] ^= flips[i % 3];
			const bool expected = names_are_good(strings, bytes, section->size, count);
			if (!CHECK_INT(bef_reader_verify(&reader, NULL, NULL) == BEF_OK, expected))
				printf("# byte %zu of AttributeNames\n", i);
			good += expected;
			bad += !expected;
			bytes[i] = before;
		}
	}
	printf("# %d good, %d bad\n", good, bad);
	CHECK(bad > 1000);
	drop(&made);
	free(text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(functions_are_in_post_order),
		CHECK_CASE(missing_else_is_a_function),
		CHECK_CASE(nested_modules_have_functions_too),
		CHECK_CASE(tables_are_in_order_of_use),
		CHECK_CASE(registers_and_users),
		CHECK_CASE(function_references),
		CHECK_CASE(names_are_looked_up_in_the_nearest_module),
		CHECK_CASE(locations),
		CHECK_CASE(compiled_modules_are_text),
		CHECK_CASE(deep_regions_and_locations),
		CHECK_CASE(an_empty_module),
		CHECK_CASE(options_of_the_first_release),
		CHECK_CASE(names_of_large_functions),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
