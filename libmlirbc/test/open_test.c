/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_open(): text or bytecode; and the parts of types and attributes. */
#include "text.h"

static const char text[] = "\"builtin.module\"() ({\n"
			   "  \"func.func\"() <{function_type = () -> (), sym_name = \"f\"}> ({\n"
			   "    \"func.return\"() : () -> ()\n"
			   "  }) : () -> ()\n"
			   "}) : () -> ()\n";

static void both_forms_are_opened(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	char *copy = malloc(sizeof text - 1);
	if (!copy)
		abort();
	memcpy(copy, text, sizeof text - 1);
	CHECK_INT(mlirbc_open(c, copy, sizeof text - 1, NULL, &module, NULL), MLIRBC_OK);
	free(copy); /* of text nothing is kept */
	CHECK_OR_RETURN(module);
	CHECK(module->file == NULL);
	struct printed bytes = write_module(module, NULL), out = print_module(module, false);
	CHECK_STR(out.text, text);
	free(out.text);
	CHECK_INT(mlirbc_open(c, bytes.text, bytes.size, NULL, &module, NULL), MLIRBC_OK);
	CHECK_OR_RETURN(module && module->file);
	CHECK(!mlirbc_op_regions(module->body->first)->first->first->unread);
	out = print_module(module, false);
	CHECK_STR(out.text, text);
	free(out.text);
	mlirbc_context_destroy(c);
	free(bytes.text);
}

static void options_go_to_the_reader(void)
{
	const struct mlirbc_parse_options parse = { .size = sizeof parse, .max_depth = 1, .file_name = "x" };
	const struct mlirbc_load_options load = { .size = sizeof load, .lazy = true };
	const struct mlirbc_open_options options = { .size = sizeof options, .parse = &parse, .load = &load };
	struct mlirbc_open_options older = options;
	older.size = offsetof(struct mlirbc_open_options, load);
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	CHECK_INT(mlirbc_open(c, text, sizeof text - 1, &options, &module, NULL), MLIRBC_E_LIMIT);
	CHECK(!module);
	CHECK_INT(mlirbc_open(c, text, sizeof text - 1, NULL, &module, NULL), MLIRBC_OK);
	struct printed bytes = write_module(module, NULL);
	CHECK_INT(mlirbc_open(c, bytes.text, bytes.size, &options, &module, NULL), MLIRBC_OK);
	struct mlirbc_op *function = mlirbc_op_regions(module->body->first)->first->first;
	CHECK(function->unread);
	CHECK_INT(mlirbc_op_load(function, NULL), MLIRBC_OK);
	CHECK(mlirbc_op_regions(function)->first->first);
	CHECK_INT(mlirbc_open(c, bytes.text, bytes.size, &older, &module, NULL), MLIRBC_OK);
	CHECK(!mlirbc_op_regions(module->body->first)->first->first->unread);
	mlirbc_context_destroy(c);
	free(bytes.text);
}

static void what_is_neither_is_an_error(void)
{
	static const struct {
		const char *data;
		size_t size;
		enum mlirbc_status status;
	} cases[] = {
		{ "", 0, MLIRBC_OK },
		{ "ML\xEF", 3, MLIRBC_E_SYNTAX },
		{ "ML\xEFR", 4, MLIRBC_E_TRUNCATED },
		{ "ML\xEFR\xFF", 5, MLIRBC_E_VERSION },
		{ "\x7F"
		  "ELF",
			4, MLIRBC_E_SYNTAX },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		CHECK_INT(mlirbc_open(c, cases[i].size ? cases[i].data : NULL, cases[i].size, NULL, &module, &diag),
			cases[i].status);
		CHECK((module != NULL) == (cases[i].status == MLIRBC_OK));
		CHECK((diag.line != 0) == (cases[i].status == MLIRBC_E_SYNTAX));
		mlirbc_context_destroy(c);
	}
}

/* ---- parts */

/* The parts of an attribute or type as text, each with a ';' after it. */
static const char *parts_of(struct mlirbc_parts parts)
{
	static char out[1000];
	struct mlirbc_part part;
	size_t size = 0;
	while (mlirbc_parts_next(&parts, &part)) {
		CHECK(!part.type != !part.attr);
		size += part.type ? mlirbc_type_text(part.type, out + size, sizeof out - size)
				  : mlirbc_attr_text(part.attr, out + size, sizeof out - size);
		out[size++] = ';';
	}
	out[size] = '\0';
	CHECK(!mlirbc_parts_next(&parts, &part));
	return out;
}

static void parts_are_visited(void)
{
	static const struct {
		bool type;
		const char *text, *parts;
	} cases[] = {
		{ true, "i32", "" },
		{ true, "index", "" },
		{ true, "!t.x<i32>", "" },
		{ true, "(i1, i2) -> i3", "i1;i2;i3;" },
		{ true, "() -> ()", "" },
		{ true, "() -> (i1, i2)", "i1;i2;" },
		{ true, "tuple<i1, f32, i1>", "i1;f32;i1;" },
		{ true, "complex<f32>", "f32;" },
		{ true, "vector<4xi8>", "i8;" },
		{ true, "tensor<2x?xf32>", "f32;" },
		{ true, "tensor<2xf32, 7 : i32>", "f32;7 : i32;" },
		{ true, "tensor<*xf16>", "f16;" },
		{ true, "memref<2xi1, affine_map<(d0) -> (d0 + 1)>, 3 : i8>",
			"i1;affine_map<(d0) -> (d0 + 1)>;3 : i8;" },
		{ true, "memref<*xi1, 3 : i8>", "i1;3 : i8;" },
		{ true, "!llvm.ptr<1>", "" },
		{ false, "unit", "" },
		{ false, "\"text\"", "" },
		{ false, "@a::@b", "" },
		{ false, "7 : i32", "i32;" },
		{ false, "1.5 : f64", "f64;" },
		{ false, "i32", "i32;" },
		{ false, "[1 : i8, @a, [2 : i8]]", "1 : i8;@a;[2 : i8];" },
		{ false, "[]", "" },
		{ false, "{b = 1 : i8, a = unit}", "unit;1 : i8;" },
		{ false, "array<i32: 1, 2>", "i32;" },
		{ false, "dense<1> : tensor<2xi8>", "tensor<2xi8>;" },
		{ false, "sparse<[[0]], 4> : tensor<2xi8>",
			"tensor<2xi8>;dense<0> : tensor<1x1xi64>;dense<4> : tensor<1xi8>;" },
		{ false, "distinct[0]<5 : i8>", "5 : i8;" },
		{ false, "#t.x<i32>", "" },
		{ false, "affine_map<(d0) -> (d0)>", "" },
		{ false, "loc(\"a\":1:2)", "" },
		{ false, "loc(\"n\"(\"a\":1:2))", "loc(\"a\":1:2);" },
		{ false, "loc(callsite(\"a\" at \"b\"))", "loc(\"a\");loc(\"b\");" },
		{ false, "loc(fused<3 : i8>[\"a\", \"b\"])", "3 : i8;loc(\"a\");loc(\"b\");" },
	};
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct mlirbc_type *type = NULL;
		const struct mlirbc_attr *attr = NULL;
		size_t size = strlen(cases[i].text);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		if (cases[i].type)
			CHECK_INT(mlirbc_parse_type(c, cases[i].text, size, &type, &diag), MLIRBC_OK);
		else
			CHECK_INT(mlirbc_parse_attr(c, cases[i].text, size, &attr, &diag), MLIRBC_OK);
		if (!type && !attr)
			check_report(__FILE__, __LINE__, "%s: %s", cases[i].text, diag.message);
		else if (!CHECK_STR(parts_of(type ? mlirbc_type_parts(type) : mlirbc_attr_parts(attr)), cases[i].parts))
			printf("# of %s\n", cases[i].text);
	}
	const struct mlirbc_attr *one = mlirbc_attr_unit(c), *two = mlirbc_attr_bool(c, true);
	const struct mlirbc_attr *coded = mlirbc_attr_coded(
		c, "llvm", "di_file", (const struct mlirbc_attr *[]){ one, two }, 2);
	if (CHECK(coded))
		CHECK_STR(parts_of(mlirbc_attr_parts(coded)), "unit;true;");
	coded = mlirbc_attr_coded(c, "llvm", "di_file", (const struct mlirbc_attr *[]){ NULL, two }, 2);
	if (CHECK(coded))
		CHECK_STR(parts_of(mlirbc_attr_parts(coded)), "true;");
	mlirbc_context_destroy(c);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(both_forms_are_opened),
		CHECK_CASE(options_go_to_the_reader),
		CHECK_CASE(what_is_neither_is_an_error),
		CHECK_CASE(parts_are_visited),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
