/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types of the dialect: their canonical text, what is refused, and the table of operations. */
#include "check.h"
#include "dialect/enums.h"
#include "dialect/ops.h"
#include "dialect/struct_attr.h"
#include "dialect/types.h"

#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_attrs.h>

static struct mlirbc_context *context;

static const struct mlirbc_attr *attr_of(const char *text)
{
	const struct mlirbc_attr *attr = NULL;
	if (mlirbc_parse_attr(context, text, strlen(text), &attr, NULL) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "not an attribute: %s", text);
	return attr;
}

/* The canonical text; "? REASON" of what is refused. */
static const char *canonical(const char *text)
{
	static char out[512];
	const char *why;
	const struct mlirbc_attr *parsed = attr_of(text), *attr = parsed ? shlo__canonical_attr(context, parsed, &why) : NULL;
	if (!parsed)
		return "";
	if (attr)
		mlirbc_attr_text(attr, out, sizeof out);
	else
		snprintf(out, sizeof out, "? %s", why ? why : "no memory");
	return out;
}

/* Each text is canonical, or has one behind it. */
static void canonical_text(void)
{
	static const char *const texts[][2] = {
		{ "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>", NULL },
		{ "#stablehlo.gather<index_vector_dim = 0, start_index_map=[ 0 ,1 ], offset_dims = []>",
			"#stablehlo.gather<start_index_map = [0, 1]>" },
		{ "#stablehlo.gather<>", NULL },
		{ "#stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], input_batching_dims = [2], "
		  "scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [4], index_vector_dim = 5>", NULL },
		{ "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>", NULL },
		{ "#chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = "
		  "[0], rhs_group_dimensions = [0]>", NULL },
		{ "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>", NULL },
		{ "#stablehlo.conv<[b,f]x[ i,o ]->[f, b]>", "#stablehlo.conv<[b, f]x[i, o]->[f, b]>" },
		{ "#stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], "
		  "kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], "
		  "output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>",
			"#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>" },
		{ "#stablehlo.conv<raw input_feature_dimension = 7>", NULL },
		{ "#stablehlo.channel_handle<handle = 1, type = 2>", NULL },
		{ "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = f8E5M2, accumulation_type = f32, "
		  "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation "
		  "= false>", NULL },
		{ "#stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>",
			"#stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>" },
		{ "#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>", NULL },
		{ "#stablehlo.bounds<3, ?>", NULL },
		{ "#stablehlo.type_extensions<bounds = [3, ?]>", "#stablehlo.bounds<3, ?>" },
		{ "#stablehlo<comparison_direction LT>", NULL },
		{ "#chlo<precision HIGHEST>", NULL },
		{ "#stablehlo.result_accuracy_mode<HIGHEST>", NULL },
		{ "#stablehlo<comparison_direction LR>", "? expected one of EQ, NE, GE, GT, LE, LT" },
		{ "#stablehlo<rng_distribution ANY>", "? expected one of UNIFORM, NORMAL" },
		{ "#stablehlo.unheard<a = 1>", "? unknown attribute" },
		{ "#stablehlo.gather<offset_dim = [1]>", "? unknown field" },
		{ "#stablehlo.gather<offset_dims = [1], offset_dims = [1]>", "? a field is given twice" },
		{ "#stablehlo.gather<offset_dims = 1>", "? expected a list of at most 64 integers, such as [0, 1]" },
		{ "#stablehlo.gather<index_vector_dim = 99999999999999999999>", "? expected an integer" },
		{ "#stablehlo.channel_handle<handle = 1>", "? a field is missing" },
		{ "#stablehlo.conv<[b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>", "? a dimension is given twice" },
		{ "#stablehlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>", "? the number of a spatial dimension is missing" },
		{ "#stablehlo.conv<[b, 0]x[0, i, o]->[b, 0, f]>", "? one of the letters b, f, i, o is missing" },
		{ "#stablehlo.bounds<3, x>", "? expected an integer or '?'" },
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		CHECK_STR(canonical(texts[i][0]), texts[i][1] ? texts[i][1] : texts[i][0]);
}

static void enums(void)
{
	for (int which = 0; which < SHLO__ENUMS; which++) {
		int found = 0;
		for (int value = 0; value < 8; value++) {
			struct mlirbc_string name;
			if (!shlo__enum_name((enum shlo__enum)which, value, &name))
				continue;
			const struct mlirbc_attr *attr = shlo__enum_attr(context, "stablehlo", (enum shlo__enum)which, value);
			CHECK(attr && shlo__enum_of((enum shlo__enum)which, attr) == value);
			CHECK(shlo__enum_value((enum shlo__enum)which, name.data, name.size) == value);
			found++;
		}
		CHECK(found >= 2);
	}
	CHECK(shlo__enum_of(SHLO__PRECISION, NULL) == -1);
	CHECK(shlo__enum_of(SHLO__PRECISION, attr_of("#stablehlo<fft_type FFT>")) == -1);
}

/* The rows are sorted, and their descriptions can be read. */
static void table(void)
{
	for (int number = 1; number < SHLO__CODES; number++) {
		const enum mlirbc_stablehlo_code code = (enum mlirbc_stablehlo_code)number;
		const struct mlirbc_stablehlo_facts *op = &shlo__ops[code];
		const char *text = shlo__op_name(code);
		const struct mlirbc_string name = { text, strlen(text) }, longer = { "stablehlo.addx", 14 };
		struct mlirbc_stablehlo_attr_spec spec, found;
		CHECK(code == 1 || strcmp(shlo__op_name((enum mlirbc_stablehlo_code)(number - 1)), text) < 0);
		CHECK(mlirbc_stablehlo_code(&name) == code);
		CHECK(mlirbc_stablehlo_code(&longer) == MLIRBC_STABLEHLO_NONE);
		for (const char *at = shlo__op_attrs(code); (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;) {
			CHECK(strchr("nmfsybuAZDeadxpSTB12345678GKOVHLRQlw", spec.kind) && spec.name_size > 0);
			CHECK(shlo__attr_find(code, spec.name, spec.name_size, &found) && found.kind == spec.kind);
			CHECK(spec.optional || !spec.has_default);
		}
		CHECK(op->operands[strspn(op->operands, "TJIFBKCPSGRqotAVUDdibcufxN*?")] == '\0');
		CHECK(op->results[strspn(op->results, "TJIFBKCPSGRqotAVUDdibcufxN*?")] == '\0');
	}
}

/* The type as the library spells it; "?": not a quantized type. */
static const char *quantized(const char *text)
{
	static char out[256];
	const struct mlirbc_type *type = NULL;
	struct shlo__quant parsed;
	CHECK(mlirbc_parse_type(context, text, strlen(text), &type, NULL) == MLIRBC_OK);
	if (!type || !shlo__quant_of(context, type, &parsed))
		return "?";
	const struct mlirbc_type *made = shlo__quant_type(context, &parsed);
	CHECK(made != NULL);
	if (made)
		mlirbc_type_text(made, out, sizeof out);
	return out;
}

static void quant(void)
{
	CHECK_STR(quantized("!quant.uniform<i8:f32, 1.0:17>"), "!quant.uniform<i8:f32, 1.000000e+00:17>");
	CHECK_STR(quantized("!quant.uniform<u8:f32, 0.5>"), "!quant.uniform<u8:f32, 5.000000e-01>");
	CHECK_STR(quantized("!quant.uniform<i8<-127:127>:f32:1, {1.0:3, 0.1}>"),
		"!quant.uniform<i8<-127:127>:f32:1, {1.000000e+00:3,1.000000e-01}>");
	CHECK_STR(quantized("!quant.uniform<i8<-128:127>:f32, 1.0>"), "!quant.uniform<i8:f32, 1.000000e+00>");
	CHECK_STR(quantized("!quant.uniform<i8<-129:127>:f32, 1.0>"), "?");
	CHECK_STR(quantized("!quant.uniform<i8:f32:0, 1.0>"), "?");
	CHECK_STR(quantized("!quant.uniform<i8:f32, {1.0}>"), "?");
	CHECK_STR(quantized("!quant.uniform<f8:f32, 1.0>"), "?");
	CHECK_STR(quantized("i8"), "?");
}

static void arrays(void)
{
	static const int64_t values[] = { 1, -1, INT64_MIN };
	struct shlo__dims dims;
	int64_t shape[2], number;
	CHECK(shlo__i64s_of(shlo__i64s_attr(context, values, 3), &dims) && dims.count == 3 && dims.at[2] == INT64_MIN);
	CHECK(shlo__i64s_of(attr_of("dense<[3, 4]> : tensor<2xi64>"), &dims) && dims.count == 2 && dims.at[1] == 4);
	CHECK(shlo__i64s_of(attr_of("dense<7> : tensor<3xi64>"), &dims) && dims.count == 3 && dims.at[2] == 7);
	CHECK(!shlo__i64s_of(attr_of("dense<7> : tensor<3xi32>"), &dims) && !shlo__i64s_of(attr_of("array<i32: 1>"), &dims));
	CHECK(!shlo__i64s_of(attr_of("dense<7> : tensor<1000000xi64>"), &dims));
	CHECK(shlo__bools_of(shlo__bools_attr(context, values, 2), &dims) && dims.count == 2 && dims.at[1] == 1);
	CHECK(shlo__i64_matrix_of(attr_of("dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>"), &dims, shape) && dims.at[2] == 3 &&
		shape[0] == 2);
	CHECK(shlo__int_of(attr_of("-3 : i8"), &number) && number == -3);
	CHECK(shlo__int_of(attr_of("200 : ui8"), &number) && number == 200);
	CHECK(shlo__int_of(attr_of("true"), &number) && number == 1);
	CHECK(!shlo__int_of(attr_of("1.0 : f32"), &number) && !shlo__int_of(NULL, &number));
}

/* The groups of an operation with this attribute as text, or the status of a failure. */
static const char *groups_of(const char *attr)
{
	static char out[200];
	char text[600];
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module = NULL;
	const struct mlirbc_attr *groups = NULL;
	snprintf(text, sizeof text,
		"module { \"sdy.mesh\"() <{mesh = #sdy.mesh<[\"x\"=2, \"y\"=3]>, sym_name = \"m\"}> : () -> ()\n"
		"\"test.op\"() {replica_groups = #stablehlo.replica_group_mesh_axes<%s>} : () -> () }", attr);
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (!CHECK(mlirbc_parse(context, text, strlen(text), &options, &module, NULL) == MLIRBC_OK))
		return "";
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_op *op = mlirbc_op_regions(module->body->first)[0].first->last;
	enum mlirbc_status status = mlirbc_stablehlo_replica_groups(context, op, &groups, &diag);
	if (status != MLIRBC_OK)
		return mlirbc_status_name(status);
	size_t size = mlirbc_attr_text(groups, out, sizeof out);
	return size < sizeof out ? out : "";
}

#define XY "mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = \"x\", size = 2>, #stablehlo.mesh_axis<name = \"y\", size = 4>]>, axes = "
#define AXIS(name) "#stablehlo.axis_ref<name = \"" name "\">"
#define PART(name, part) "#stablehlo.axis_ref<name = \"" name "\", sub_axis_info = " part ">"

static void replica_groups(void)
{
	CHECK_STR(groups_of(XY "[" AXIS("x") "]"), "dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>");
	CHECK_STR(groups_of(XY "[" AXIS("y") "]"), "dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>");
	CHECK_STR(groups_of(XY "[" AXIS("y") ", " AXIS("x") "]"), "dense<[[0, 4, 1, 5, 2, 6, 3, 7]]> : tensor<1x8xi64>");
	CHECK_STR(groups_of(XY "[" PART("y", "(1)2") "]"), "dense<[[0, 2], [1, 3], [4, 6], [5, 7]]> : tensor<4x2xi64>");
	CHECK_STR(groups_of(XY "[" PART("y", "(2)2") ", " AXIS("x") "]"), "dense<[[0, 4, 1, 5], [2, 6, 3, 7]]> : tensor<2x4xi64>");
	CHECK_STR(groups_of(XY "[]"), "dense<[[0], [1], [2], [3], [4], [5], [6], [7]]> : tensor<8x1xi64>");
	CHECK_STR(groups_of("mesh = @m, axes = [" AXIS("x") "]"), "dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>");
	CHECK_STR(groups_of("mesh = @n, axes = [" AXIS("x") "]"), "MLIRBC_E_NOT_FOUND");
	CHECK_STR(groups_of(XY "[" AXIS("z") "]"), "MLIRBC_E_CORRUPT");
	CHECK_STR(groups_of(XY "[" AXIS("y") ", " PART("y", "(2)2") "]"), "MLIRBC_E_CORRUPT");
	CHECK_STR(groups_of("mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = \"x\", size = 1048577>]>, axes = []"),
		"MLIRBC_E_LIMIT");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(canonical_text), CHECK_CASE(enums), CHECK_CASE(table),
		CHECK_CASE(quant), CHECK_CASE(arrays), CHECK_CASE(replica_groups) };
	context = mlirbc_context_create(NULL);
	int result = context ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 1;
	mlirbc_context_destroy(context);
	return result;
}
