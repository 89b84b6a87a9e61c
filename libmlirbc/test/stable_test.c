/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unusual text: its printed form, which must print identically when it is read again, also via bytecode. The fuzz
 * target searches for more of these; test/data/unusual has them as files. */
#include "text.h"

struct row {
	const char *lines, *before, *after; /* aliases, and the contents of {} of an op; NULL: unchanged */
};

static const char *module_of(const struct row *row, bool after)
{
	static char text[4000];
	if (after)
		snprintf(text, sizeof text, "\"builtin.module\"() ({\n  \"a.b\"() {%s} : () -> ()\n}) : () -> ()\n",
			row->after ? row->after : row->before);
	else
		snprintf(text, sizeof text, "%s\"a.b\"() {%s} : () -> ()\n", row->lines, row->before);
	return text;
}

/* Prints the text, and the bytecode made of it. */
static void print_both(const char *text, struct printed *out, struct printed *out_loaded)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_module *module, *loaded;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	*out = *out_loaded = (struct printed){ 0 };
	if (!CHECK_INT(parse_exact(context, text, strlen(text), NULL, &module, &diag), MLIRBC_OK))
		printf("# %u:%u: %s\n", diag.line, diag.column, diag.message);
	if (module) {
		struct printed bytes = write_module(module, NULL);
		*out = print_module(module, false);
		loaded = load_written(other, &bytes);
		if (loaded)
			*out_loaded = print_module(loaded, false);
		free(bytes.text);
	}
	printed_append(out, "", 0);
	printed_append(out_loaded, "", 0);
	mlirbc_context_destroy(context);
	mlirbc_context_destroy(other);
}

/* The printed form of the text, which must print identically again. `apart`: bytecode prints differently from the
   text. */
static struct printed check_stable(const char *text, bool apart)
{
	struct printed once, twice, loaded, again;
	print_both(text, &once, &loaded);
	print_both(once.text, &twice, &again);
	CHECK_STR(twice.text, once.text);
	CHECK_STR(again.text, loaded.text);
	if (!apart)
		CHECK_STR(loaded.text, once.text);
	free(twice.text);
	free(loaded.text);
	free(again.text);
	return once;
}

static void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct printed out = check_stable(module_of(&rows[i], false), false);
		CHECK_STR(out.text, module_of(&rows[i], true));
		free(out.text);
	}
}
#define CHECK_ROWS(rows) check_rows((rows), sizeof(rows) / sizeof *(rows))

/* In brackets what ends with a '-' would make an arrow of the bracket that closes. */
static void names_that_end_with_a_dash(void)
{
	static const struct row rows[] = {
		{ "", "a = #foo.str-, b = !foo.str-, c = tensor<2x!foo.str->, d = #foo.-, e = #foo.a$-", NULL },
		{ "", "a = #foo.a-b, b = #foo.a-<b>", "a = #foo<a-b>, b = #foo<a-<b>>" },
		{ "", "a = dense<\"x\"> : tensor<2x!foo.str->, b = !foo.x<!foo.str- >", NULL },
		{ "#a = #foo.str-\n", "a = #foo<#a>", "a = #foo<#foo.str- >" }
	};
	CHECK_ROWS(rows);
}

/* The replacement of an alias name does not merge with adjacent text. */
static void references_beside_other_text(void)
{
	static const struct row rows[] = {
		{ "#a = 5\n!t = i32\n", "a = #foo<#a#a>, b = #foo<x#a, 1#a, x!t>, c = #foo<#a!t#a:>",
			"a = #foo<5 : i64 5 : i64>, b = #foo<x 5 : i64, 1 5 : i64, x i32>, c = #foo<5 : i64 i32 5 : "
			"i64:>" },
		{ "!t = i32\n", "a = #foo<# !t>, b = #foo<#!t, !!t>, c = #foo<-!t>",
			"a = #foo<# i32>, b = #foo<# i32, ! i32>, c = #foo<- i32>" },
		{ "!t = i32\n", "a = #foo<2x!t, ?x!t, [4]x!t, *x!t, 4x!t>, b = #foo<ax!t, (!t)>",
			"a = #foo<2xi32, ?xi32, [4]xi32, *xi32, 4xi32>, b = #foo<ax i32, (i32)>" },
		{ "#a = #foo.x-\n", "a = #foo<#a#a>, b = #foo<[#a]>, c = #foo<#a - >",
			"a = #foo<#foo.x- #foo.x- >, b = #foo<[#foo.x-]>, c = #foo<#foo.x- - >" }
	};
	CHECK_ROWS(rows);
}

/* A body that consists of one reference: its replacement may not need brackets. */
static void bodies_of_one_reference(void)
{
	static const struct row rows[] = {
		{ "!t = i32\n!f = () -> i32\n!u = !foo.x\n", "a = #foo<!t>, b = !foo<!t>, c = #foo<!f>, d = #foo<!u>",
			"a = #foo.i32, b = !foo.i32, c = #foo<() -> i32>, d = #foo<!foo.x>" },
		{ "#b = true\n#i = 5\n#u = unit\n#n = i32\n#l = array<i8: 1>\n#s = \"x\"\n",
			"a = #foo<#b>, b = #foo<#i>, c = #foo<#u>, d = #foo<#n>, e = #foo<#l>, f = #foo<#s>, g = "
			"#bar<#foo<#u>, #b>",
			"a = #foo.true, b = #foo<5 : i64>, c = #foo.unit, d = #foo.i32, e = #foo.array<i8: 1>, f = "
			"#foo<\"x\">, g = #bar<#foo<unit>, true>" },
		{ "#d = dense<1> : tensor<2xi8>\n#l = strided<[1]>\n#r = dense_resource<k> : tensor<i8>\n",
			"a = #foo<#d>, b = #foo<#l>, c = #foo<#r>",
			"a = #foo.dense<1> : tensor<2xi8>, b = #foo.strided<[1]>, c = #foo.dense_resource<k> : "
			"tensor<i8>" }
	};
	CHECK_ROWS(rows);
}

/* Hexadecimal data may set bits that elements have no room for. */
static void bits_to_spare(void)
{
	static const struct row rows[] = {
		{ "",
			"a = dense<\"0xFF\"> : tensor<si7>, b = dense<\"0xFF\"> : tensor<ui7>, c = dense<\"0xDF\"> : "
			"tensor<9xi5>",
			"a = dense<-1> : tensor<si7>, b = dense<127> : tensor<ui7>, c = dense<-1> : tensor<9xi5>" },
		{ "",
			"a = dense<\"0xFF7F\"> : tensor<2xi7>, b = dense<\"0xFFFEFFFE\"> : tensor<2xi9>, c = "
			"dense<\"0x80FF\"> : tensor<2xi7>",
			"a = dense<-1> : tensor<2xi7>, b = dense<255> : tensor<2xi9>, c = dense<[0, -1]> : "
			"tensor<2xi7>" },
		{ "",
			"a = dense<\"0xFFFF\"> : tensor<complex<ui7>>, b = dense<\"0xFFFFFFFFFFFFFFFFFF\"> : "
			"tensor<ui65>",
			"a = dense<(127,127)> : tensor<complex<ui7>>, b = dense<36893488147419103231> : tensor<ui65>" },
		{ "",
			"a = dense<\"0xFFFFFF\"> : tensor<tf32>, b = dense<\"0xFF\"> : tensor<f4E2M1FN>, c = "
			"dense<\"0xFF\"> : tensor<f6E2M3FN>",
			"a = dense<0x7FFFF> : tensor<tf32>, b = dense<-6.000000e+00> : tensor<f4E2M1FN>, c = "
			"dense<-7.500000e+00> : tensor<f6E2M3FN>" }
	};
	CHECK_ROWS(rows);
}

/* A type without dimensions has no indices. */
static void sparse_scalars(void)
{
	static const struct row rows[] = { { "", "a = sparse<0, 1> : tensor<i32>, b = sparse<[[]], [1]> : tensor<i32>",
		"a = sparse<> : tensor<i32>, b = sparse<> : tensor<i32>" } };
	CHECK_ROWS(rows);
}

static void types_of_resources(void)
{
	static const struct row rows[] = { { "",
		"a = dense_resource<k> : tensor<*xi8>, b = dense_resource<k> : vector<2xi1>, c = dense_resource<k> : "
		"memref<?xi8>, d = dense_resource<k> : memref<*xi8>, e = dense_resource<k> : !emitc.array<2xi8>",
		NULL } };
	static const char *const others[] = { "i8", "index", "f32", "none", "() -> i8", "tuple<i1>", "complex<i8>" };
	CHECK_ROWS(rows);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		char text[200];
		snprintf(text, sizeof text, "\"a.b\"() {k = dense_resource<x> : %s} : () -> ()", others[i]);
		struct printed out = reprint(text, NULL, false);
		CHECK_STR(out.text, "1:32: 'dense_resource' expected a shaped type");
		free(out.text);
	}
}

/* MLIR's llvm dialect refuses these; here their text stays. */
static void broken_debug_information(void)
{
	static const char *const sources[] = {
		"#a = #llvm.di_subroutine_type<types = 1.0e400, 5 : i8>\n",
		"#a = #llvm.di_composite_type<tag = DW_TAG_array_type, elements = \"x\", #foo.bar>\n",
		("#b = #llvm.di_compile_unit<id = distinct[2]<i1>, =sourceLanguage = DW_LANG_C>\n"
		 "#a = #llvm.di_subprogram<id = distinct[3]<>, name = \"f\", compileUnit = #b>\n"),
		/* numbers in text of another dialect stay */
		("#x = #foo.y<id = distinct[3]<>, #foo<distinct[4]<>>, \">\">\n"
		 "#a = #llvm.di_up<#x, #foo<#x distinct[5]<>>>\n"),
		"#a = #llvm.di_up<id = distinct[ ]<>, distinct[], #foo.x<distinct[7]<> -> distinct[8]<>>>\n",
		/* the text after a comma is recognized in the same way, whether the first attribute has an alias or
		   is expanded */
		("#t = #llvm.di_subroutine_type<callingConvention = DW_CC_normal>\n"
		 "#i = #llvm.di_basic_type<tag = DW_TAG_base_type, name = \"i\">\n"
		 "#a = #llvm.di_global_variable<line = 1, type = #i, <callingConvention = DW_CC_normal> = true>\n"),
		("#a = #llvm.di_global_variable<type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = \"i\">, "
		 "<callingConvention = DW_CC_normal> = true>\n"),
	};
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		char text[400];
		snprintf(text, sizeof text, "%s\"a.b\"() {k = #a} : () -> ()\n", sources[i]);
		struct printed out = check_stable(text, i >= 2 && i < 5); /* numbers of distinct attributes */
		CHECK(strstr(out.text, "= #llvm.di_"));
		CHECK(i != 0 || strstr(out.text, "1.0e400, 5 : i8>"));
		CHECK(i != 3 || strstr(out.text, "distinct[3]<>, #foo<distinct[4]<>>, \">\"> distinct[5]<>>>"));
		CHECK(i != 4 ||
			strstr(out.text, "<id = distinct[ ]<>, distinct[], #foo.x<distinct[7]<> -> distinct[8]"));
		CHECK(i < 5 || strstr(out.text, "type = #di_basic_type, #di_subroutine_type = true>"));
		free(out.text);
	}
}

/* Equal attributes in kept text and in encoded bytecode are one attribute. */
static void one_alias_for_each(void)
{
	static const char text[] =
		"#di_file = #llvm.di_file<\"a\" in \"b\">\n"
		"#di_lexical_block = #llvm.di_lexical_block<scope = #di_file, file = #di_file, line = 1, column = 2>\n"
		"#di_common_block = #llvm.di_common_block<scope = #di_lexical_block, file = #di_file>\n"
		"\"builtin.module\"() ({\n"
		"  \"a.b\"() {k = [#di_common_block, #di_lexical_block, #di_file]} : () -> ()\n"
		"}) : () -> ()\n";
	struct printed out = check_stable(text, false);
	CHECK_STR(out.text, text);
	free(out.text);
}

/* As many names of aliases as there are. */
static void many_alias_names(void)
{
	enum { MANY = 300 };
	struct printed text = { 0 };
	char line[100];
	for (int i = 0; i < 2 * MANY; i++) {
		snprintf(line, sizeof line, "#x%d = #llvm.di_%cq%c%c<\"%d\">\n", i, 'a' + i / 2 % 26, 'a' + i / 52,
			'a' + i / 2 % 7, i);
		printed_append(&text, line, strlen(line));
	}
	printed_append(&text, "\"a.b\"() {k = [", 14);
	for (int i = 0; i < 2 * MANY; i++) {
		snprintf(line, sizeof line, "%s#x%d", i ? ", " : "", i);
		printed_append(&text, line, strlen(line));
	}
	printed_append(&text, "]} : () -> ()\n", 14);
	struct printed out = check_stable(text.text, false);
	int lines = 0;
	for (const char *at = out.text; at && *at == '#'; at = strchr(at, '\n') + 1)
		lines++;
	CHECK_INT(lines, 2 * MANY);
	CHECK(strstr(out.text, "#di_aqaa1 = "));
	free(text.text);
	free(out.text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(names_that_end_with_a_dash),
		CHECK_CASE(references_beside_other_text), CHECK_CASE(bodies_of_one_reference),
		CHECK_CASE(bits_to_spare), CHECK_CASE(sparse_scalars), CHECK_CASE(types_of_resources),
		CHECK_CASE(broken_debug_information), CHECK_CASE(one_alias_for_each), CHECK_CASE(many_alias_names) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
