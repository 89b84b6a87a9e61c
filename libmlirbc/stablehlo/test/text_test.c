/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom assembly: data/text/NAME.mlir prints as NAME.txt in generic and as NAME.pretty.txt in custom form, also from bytecode and
 * from its own text; errors are at their place. (`mlirbc print [--pretty] NAME.mlir` makes the expected texts.) */
#include "../../test/text.h"

#include <mlirbc/stablehlo.h>

static struct mlirbc_parse_options parse_options(void)
{
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t" };
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	return options;
}

static void check_text(const struct mlirbc_module *module, bool pretty, const char *expected)
{
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = pretty };
	struct printed out = { 0 };
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	CHECK_INT(mlirbc_print(module, &options, printed_append, &out), MLIRBC_OK);
	CHECK_STR(out.text, expected);
	free(out.text);
}

static struct mlirbc_module *parse_text(struct mlirbc_context *context, const char *text)
{
	const struct mlirbc_parse_options options = parse_options();
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module = NULL;
	if (mlirbc_parse(context, text, strlen(text), &options, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	return module;
}

static char *read_fixture(const char *name, const char *suffix)
{
	char path[1024];
	snprintf(path, sizeof path, "%s/%s%s", TEXT_DATA, name, suffix);
	FILE *file = fopen(path, "rb");
	if (!file)
		return NULL;
	char *text = calloc(1, 1 << 20);
	if (!text || fread(text, 1, (1 << 20) - 1, file) == 0)
		abort();
	fclose(file);
	return text;
}

static void check_fixture(const char *name)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	char *source = read_fixture(name, ".mlir"), *generic = read_fixture(name, ".txt"),
	     *pretty = read_fixture(name, ".pretty.txt");
	if (!CHECK(source && generic && pretty))
		return;
	const char *const sources[] = { source, generic, pretty };
	for (size_t i = 0; i < 3; i++) {
		struct mlirbc_module *module = parse_text(context, sources[i]), *loaded;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		if (!module)
			continue;
		if (i != 2) /* the custom form leaves out attributes with their default value */
			check_text(module, false, generic);
		if (i == 1) /* the body of a reduction needs the location of the reduction for its short form */
			continue;
		check_text(module, true, pretty);
		struct printed bytes = write_module(module, NULL);
		if (CHECK_INT(mlirbc_load(context, bytes.text, bytes.size, NULL, &loaded, &diag), MLIRBC_OK))
			check_text(loaded, true, pretty);
		free(bytes.text);
	}
	free(source);
	free(generic);
	free(pretty);
	mlirbc_context_destroy(context);
}

static void operations(void) { check_fixture("operations"); }
static void custom_forms(void) { check_fixture("custom"); }
static void enumerators(void) { check_fixture("attributes"); }
static void shardy(void) { check_fixture("sdy"); }

/* The custom form shows an algorithm without its dialect: only that of StableHLO may be shown so. */
static void algorithm_of_another_dialect(void)
{
	static const char source[] =
		"%0 = \"stablehlo.dot_general\"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], "
		"rhs_contracting_dimensions = [0]>, algorithm = #other.dot_algorithm<x>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>";
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct printed out = { 0 };
	char text[1024];
	snprintf(text, sizeof text, "func.func @f(%%a: tensor<2xf32>) {\n%s\nfunc.return\n}\n", source);
	struct mlirbc_module *module = parse_text(context, text);
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	if (module && CHECK_INT(mlirbc_print(module, &options, printed_append, &out), MLIRBC_OK))
		CHECK(strstr(out.text, "#other.dot_algorithm<x>") != NULL);
	free(out.text);
	mlirbc_context_destroy(context);
}

/* ---- memory */

static enum mlirbc_status parse_and_print(const char *source, struct counting *counting, size_t limit)
{
	const struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(counting);
	const struct mlirbc_parse_options parse = parse_options();
	struct mlirbc_print_options print = { .size = sizeof print, .pretty = true };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct printed out = { 0 };
	struct mlirbc_context *context = mlirbc_context_create(&allocator);
	if (!context)
		return MLIRBC_E_NOMEM;
	print.dialects = mlirbc_stablehlo_printing(&print.dialect_count);
	mlirbc_context_limit(context, limit);
	enum mlirbc_status status = mlirbc_parse(context, source, strlen(source), &parse, &module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_print(module, &print, printed_append, &out);
	free(out.text);
	mlirbc_context_destroy(context);
	return status;
}

static void memory_runs_out(void)
{
	char *source = read_fixture("custom", ".mlir");
	struct counting counting = { .fail_at = 0 };
	enum mlirbc_status status = MLIRBC_E_NOMEM;
	if (!CHECK(source != NULL))
		return;
	for (; status == MLIRBC_E_NOMEM && counting.fail_at < 10000; counting.fail_at++) {
		counting.requests = 0;
		status = parse_and_print(source, &counting, SIZE_MAX);
	}
	CHECK_INT(status, MLIRBC_OK);
	CHECK(counting.fail_at > 5);
	counting.fail_at = SIZE_MAX;
	status = MLIRBC_E_LIMIT;
	for (size_t limit = 0; status == MLIRBC_E_LIMIT && limit < (1 << 20); limit += 512)
		status = parse_and_print(source, &counting, limit);
	CHECK_INT(status, MLIRBC_OK);
	CHECK_INT(counting.live, 0);
	free(source);
}

/* ---- errors */

#define FUNC "func.func @f(%a: tensor<2xf32>, %t: !stablehlo.token) {\n"

static void check_error(const char *body, const char *expected)
{
	const struct mlirbc_parse_options options = parse_options();
	char text[1024];
	snprintf(text, sizeof text, "%s%s\n  func.return\n}\n", FUNC, body);
	struct printed out = reprint(text, &options, false);
	CHECK_STR(out.text, expected);
	free(out.text);
}

static void errors_in_forms(void)
{
	check_error("%0 = stablehlo.abs %a", "2:22: expected ':'");
	check_error("%0 = stablehlo.abs : tensor<2xf32>", "2:20: expected 1 operand, found 0");
	check_error("%0 = stablehlo.add %a, %a, %a : tensor<2xf32>", "2:31: expected 2 operands, found 3");
	check_error("%0 = stablehlo.add %a, : tensor<2xf32>", "2:24: expected 2 operands, found 1");
	check_error("%0 = stablehlo.is_finite %a : tensor<2xf32>", "3:3: expected a function type before this");
	check_error(
		"%0 = stablehlo.compare LESS, %a, %a : tensor<2xf32>", "2:24: expected one of EQ, NE, GE, GT, LE, LT");
	check_error("%0 = stablehlo.compare LT, %a, %a, UNORDERED : tensor<2xf32>",
		"2:36: expected one of NOTYPE, FLOAT, TOTALORDER, SIGNED, UNSIGNED");
	check_error("%0 = stablehlo.compare LT, %a, %a, : tensor<2xf32>", "2:35: expected SSA operand");
	check_error(
		"%0 = stablehlo.transpose %a, dim = [0] : (tensor<2xf32>) -> tensor<2xf32>", "2:29: expected 'dims'");
	check_error("%0 = stablehlo.transpose %a, dims = [x] : (tensor<2xf32>) -> tensor<2xf32>",
		"2:38: expected integer value");
	check_error("%0 = stablehlo.transpose %a, dims = [0] {permutation = array<i64: 0>} : (tensor<2xf32>) -> "
		    "tensor<2xf32>",
		"2:42: duplicate key 'permutation' in dictionary attribute");
	check_error("%0 = stablehlo.iota dim = 99999999999999999999 : tensor<2xf32>",
		"2:27: integer constant out of range for attribute");
	check_error(
		"%0 = stablehlo.slice %a [0:1:] : (tensor<2xf32>) -> tensor<1xf32>", "2:30: expected integer value");
	check_error("%0 = stablehlo.reduce_precision %a, format = e8 : tensor<2xf32>",
		"2:49: expected bits of exponent and mantissa, as e8m10, found 'e8'");
	check_error("%0 = stablehlo.complex %a, %a : tensor<2xf32>",
		"3:3: expected a function type or a tensor of complex numbers before this");
	check_error("%0 = stablehlo.tuple %a : tensor<2xf32>", "3:3: expected a tuple type before this");
	check_error("%0 = stablehlo.cholesky %a, lower = 1 : tensor<2xf32>", "2:37: expected true or false");
	check_error("%0 = stablehlo.constant \"text\"\n", "4:3: expected elements with a type before this");
	check_error("%0 = stablehlo.custom_call foo() : () -> ()", "2:28: expected '@' and a symbol name");
	check_error("%0 = stablehlo.cosin %a : tensor<2xf32>",
		"2:6: custom op 'stablehlo.cosin' is unknown; did you mean 'stablehlo.cosine'? An op without a custom "
		"form is "
		"written \"stablehlo.cosin\"(operands) {attributes} : (types) -> types");
	check_error("stablehlo.something %a : tensor<2xf32>",
		"2:1: custom op 'stablehlo.something' is unknown; an op without a custom form is written "
		"\"stablehlo.something\"(operands) {attributes} : (types) -> types");
}

static void errors_in_dimensions(void)
{
	check_error("%0 = stablehlo.dot_general %a, %a, contracting_dims = [0] : (tensor<2xf32>, tensor<2xf32>) -> "
		    "tensor<f32>",
		"2:58: expected 'x'");
	check_error("%0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0], precision = [LOW] : ()",
		"2:79: expected one of DEFAULT, HIGH, HIGHEST");
	check_error("%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, g], window = {} : ()",
		"2:80: expected the number of a spatial dimension, or one of the letters b, f, i, o in the dimension "
		"numbers before "
		"this");
	check_error("%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
		    "{strides = [1]} : ()",
		"2:92: expected stride, pad, lhs_dilate, rhs_dilate or reverse");
	check_error("%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = "
		    "[[1]]} : ()",
		"2:102: expected a pair of paddings before this, found 1 numbers");
	check_error("%0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = "
		    "[[1, 2]], pad = []} : ()",
		"2:108: 'pad' given twice");
}

static void errors_in_regions(void)
{
	check_error("%0 = stablehlo.reduce(%a init: %a) applies stablehlo.subtract across dimensions = [0] : ()",
		"2:44: expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero "
		"region, producing "
		"single result: stablehlo.add, multiply, and, or, xor, maximum or minimum");
	check_error("%0 = stablehlo.reduce(%a init %a)", "2:30: expected ':'");
	check_error("%0 = stablehlo.reduce(%a init: %a) across dimensions = [0] : (tensor<2xf32>) -> tensor<f32>",
		"3:3: 2 operands present, but expected 1");
	check_error("stablehlo.while(%x = %a) : tensor<2xf32> cond { stablehlo.return } { }", "2:67: expected 'do'");
	check_error("stablehlo.while(%x = %a) cond { }", "2:25: expected ':'");
}

static void errors_in_attributes_and_types(void)
{
	check_error(
		"\"stablehlo.abs\"(%a) : (tensor<2xf32>) -> !stablehlo.foobar", "2:53: unknown stablehlo type: foobar");
	check_error("\"x.y\"() {k = #stablehlo<comparison_direction LESS>} : () -> ()",
		"2:25: #stablehlo.comparison_direction: expected one of EQ, NE, GE, GT, LE, LT");
	check_error("\"x.y\"() {k = #stablehlo.gather<offset_dim = [1]>} : () -> ()", "2:25: #stablehlo.gather: unknown field");
	check_error("\"x.y\"() {k = #stablehlo.foo<1>} : () -> ()", "2:25: #stablehlo.foo: unknown attribute");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(operations), CHECK_CASE(custom_forms), CHECK_CASE(enumerators), CHECK_CASE(shardy),
		CHECK_CASE(algorithm_of_another_dialect), CHECK_CASE(memory_runs_out), CHECK_CASE(errors_in_forms), CHECK_CASE(errors_in_dimensions),
		CHECK_CASE(errors_in_regions), CHECK_CASE(errors_in_attributes_and_types) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
