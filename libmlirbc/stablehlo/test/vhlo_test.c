/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Portable artifacts: every operation there and back, what each version cannot hold, upgrades, broken modules, and memory that
 * runs out at every call. */
#include "../../test/golden.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_vhlo.h>

#define VERSION(major, minor) ((struct mlirbc_stablehlo_version){ major, minor, 0 })

static struct mlirbc_module *parse(struct mlirbc_context *context, const char *text, size_t size)
{
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "text" };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module = NULL;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, text, size, &options, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s\n#  %.200s", diag.line, diag.column, diag.message, text);
	return module;
}

static struct text print(const struct mlirbc_module *module)
{
	struct text out = { 0 };
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	CHECK_INT(mlirbc_print(module, &options, append, &out), MLIRBC_OK);
	return out;
}

/* Differences as lines. */
static bool same_text(const char *what, const struct text *a, const struct text *b)
{
	size_t at = 0;
	if (a->size == b->size && memcmp(a->data, b->data, a->size) == 0)
		return true;
	while (at < a->size && at < b->size && a->data[at] == b->data[at])
		at++;
	while (at && a->data[at - 1] != '\n')
		at--;
	check_report(__FILE__, __LINE__, "%s: another text:\n#  %.300s\n#  %.300s", what, a->data + at, b->data + at);
	return false;
}

/* Writes the VHLO of that version, loads it in another context, and compares the text of its StableHLO. */
static void check_artifact(const char *what, const struct mlirbc_module *module,
	struct mlirbc_stablehlo_version version, const struct text *expected)
{
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_write_options options = { .size = sizeof options, .has_version = true };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *loaded;
	struct mlirbc_stablehlo_version found;
	struct text bytes = { 0 };
	CHECK_INT(mlirbc_stablehlo_artifact_form(version, &form), MLIRBC_OK);
	options.version = form.bytecode_version;
	if (mlirbc_write(module, &options, append, &bytes, &diag) == MLIRBC_OK &&
		mlirbc_load(context, bytes.data, bytes.size, NULL, &loaded, &diag) == MLIRBC_OK &&
		mlirbc_stablehlo_artifact_version(loaded, &found) &&
		mlirbc_stablehlo_from_vhlo(loaded, NULL, &diag) == MLIRBC_OK) {
		struct text again = print(loaded);
		(void)same_text(what, &again, expected);
		CHECK_INT(mlirbc_stablehlo_version_compare(found, version), 0);
		free(again.data);
	}
	if (diag.status != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %s", what, diag.message);
	mlirbc_context_destroy(context);
	free(bytes.data);
}

/* ---- every operation */

/* Erases what is not StableHLO, from the end: users before what they use. */
static void erase_others(struct mlirbc_module *module)
{
	for (struct mlirbc_op *function = mlirbc_module_symbols(module)->first; function; function = function->next) {
		struct mlirbc_block *body = mlirbc_op_regions(function)[0].first;
		for (struct mlirbc_op *op = body ? body->last : NULL, *prev; op; op = prev) {
			prev = op->prev;
			bool other = strncmp(op->name->data, "stablehlo.", 10) != 0 &&
				     strncmp(op->name->data, "func.", 5) != 0;
			if (other || mlirbc_op_is(op, "stablehlo.return")) /* that one becomes func.return */
				CHECK_INT(mlirbc_op_erase(op), MLIRBC_OK);
			else if (mlirbc_op_attr(
					 op, "result_tilings")) /* [[@f]] there: a symbol in a list has no form */
				CHECK_INT(mlirbc_op_remove_attr(op, "result_tilings"), MLIRBC_OK);
		}
	}
}

/* VHLO has no type of a collective's channel. */
static void forget_channel_types(struct text *text)
{
	static const char typed[] = "handle = 1, type = 2>";
	for (char *at = text->data; (at = strstr(at, typed)) != NULL;)
		at[sizeof typed - 3] = '0';
}

static void every_operation(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct text source;
	if (!read_file(TEXT_DATA "/operations.mlir", &source))
		abort();
	struct mlirbc_module *module = parse(context, source.data, source.size);
	if (!module)
		return;
	erase_others(module);
	struct text before = print(module);
	if (mlirbc_stablehlo_to_vhlo(module, MLIRBC_STABLEHLO_CURRENT, NULL, &diag) != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s", diag.message);
	} else {
		CHECK_INT(mlirbc_stablehlo_from_vhlo(module, NULL, &diag), MLIRBC_OK);
		struct text after = print(module);
		CHECK_INT(mlirbc_stablehlo_to_vhlo(module, MLIRBC_STABLEHLO_CURRENT, NULL, &diag), MLIRBC_OK);
		check_artifact("artifact", module, MLIRBC_STABLEHLO_CURRENT, &after);
		forget_channel_types(&before);
		forget_channel_types(&after);
		(void)same_text("in memory", &after, &before);
		free(after.data);
	}
	mlirbc_context_destroy(context);
	free(before.data);
	free(source.data);
}

/* ---- what came when */

static const struct {
	struct mlirbc_stablehlo_version since;
	const char *reason; /* in the message of versions before */
	const char *text;   /* of the body of a function with the argument %x: tensor<4xf32>; or a whole module */
} features[] = {
	{ { 0, 9, 0 }, "", "%0 = stablehlo.add %x, %x : tensor<4xf32>" },
	{ { 0, 9, 0 }, "", "%0 = stablehlo.exponential %x : tensor<4xf32>" },
	{ { 0, 9, 0 }, "",
		"%0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> "
		"tensor<f32>" },
	{ { 0, 9, 0 }, "",
		"stablehlo.custom_call @f(%x) {has_side_effect = true, backend_config = \"a\"} : (tensor<4xf32>) -> "
		"()" },
	{ { 0, 9, 0 }, "", "%c = stablehlo.constant dense<1> : tensor<2xui4>" },
	{ { 0, 9, 0 }, "",
		"%0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, "
		"5.000000e-01:3>>" },
	{ { 0, 9, 0 }, "",
		"func.func private @f(tensor<?x4xf32, #stablehlo.bounds<3, ?>> {jax.buffer_donor = true}, "
		"tuple<tensor<2xi1>, "
		"!stablehlo.token>) -> (tensor<*xf32> {a = [1 : i8, 2.000000e+00 : f32, \"b\", {c = f32}]}) attributes "
		"{d = "
		"dense<[1, 2]> : tensor<2xi16>}" },
	{ { 0, 9, 0 }, "", "func.func private @f(tensor<2xcomplex<i32>>) -> tensor<complex<ui8>>" },
	{ { 0, 10, 0 }, "f8E4M3FNUZ", "%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3FNUZ>" },
	{ { 0, 11, 0 }, "f8E4M3B11FNUZ", "%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3B11FNUZ>" },
	{ { 0, 16, 0 }, "operation needs VHLO 0.16.0",
		"%0 = \"stablehlo.collective_broadcast\"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> : "
		"(tensor<4xf32>) -> "
		"tensor<4xf32>" },
	{ { 0, 17, 0 }, "accumulator",
		"%c = stablehlo.constant dense<0.0> : tensor<f32>\n%0 = \"stablehlo.reduce\"(%x, %c) <{dimensions = "
		"array<i64: 0>}> "
		"({\n^bb0(%a: tensor<f64>, %b: tensor<f64>):\n %s = stablehlo.add %a, %b : tensor<f64>\n "
		"stablehlo.return %s : "
		"tensor<f64>\n}) : (tensor<4xf32>, tensor<f32>) -> tensor<f64>" },
	{ { 0, 18, 0 }, "quant_per_axis_v1",
		"%0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-127:127>:f32:0, "
		"{5.000000e-01:3,2.500000e-01,1.000000e+00,2.000000e+00:-1}>>" },
	{ { 0, 19, 0 }, "operation needs VHLO 0.19.0",
		"%0 = stablehlo.composite \"a.b\" %x {decomposition = @f, version = 1 : i32} : (tensor<4xf32>) -> "
		"tensor<4xf32>" },
	{ { 1, 1, 0 }, "operand_batching_dims",
		"%c = stablehlo.constant dense<0> : tensor<4x1xi32>\n%0 = \"stablehlo.gather\"(%x, %c) "
		"<{dimension_numbers = "
		"#stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = "
		"1>, slice_sizes = "
		"array<i64: 1>}> : (tensor<4xf32>, tensor<4x1xi32>) -> tensor<4xf32>" },
	{ { 1, 2, 0 }, "i2_v1", "%c = stablehlo.constant dense<[1, -2]> : tensor<2xi2>" },
	{ { 1, 3, 0 }, "backend_config",
		"stablehlo.custom_call @f(%x) {has_side_effect = true, backend_config = {a = 1 : i32}} : "
		"(tensor<4xf32>) -> ()" },
	{ { 1, 3, 0 }, "TYPED_FFI",
		"stablehlo.custom_call @f(%x) {has_side_effect = true, api_version = 4 : i32} : (tensor<4xf32>) -> "
		"()" },
	{ { 1, 4, 0 }, "operation needs VHLO 1.4.0", "%0 = stablehlo.tan %x : tensor<4xf32>" },
	{ { 1, 5, 0 }, "number of operands",
		"%0:2 = \"stablehlo.all_gather\"(%x, %x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : "
		"tensor<1x1xi64>}> : "
		"(tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)" },
	{ { 1, 6, 0 }, "algorithm",
		"%0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = "
		"tf32, "
		"rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
		"num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) "
		"-> tensor<f32>" },
	{ { 1, 7, 0 }, "f8E3M4", "%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E3M4>" },
	{ { 1, 8, 0 }, "f4E2M1FN", "%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf4E2M1FN>" },
	{ { 1, 9, 0 }, "result_accuracy",
		"%0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = "
		"#stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>" },
	{ { 1, 10, 0 }, "result_accuracy",
		"%0 = stablehlo.sine %x {result_accuracy = #stablehlo.result_accuracy<mode = "
		"#stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>" },
	{ { 1, 12, 0 }, "source_target_pairs",
		"%t = stablehlo.create_token : !stablehlo.token\n%0 = \"stablehlo.send\"(%x, %t) <{channel_handle = "
		"#stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : "
		"tensor<1x2xi64>}> : "
		"(tensor<4xf32>, !stablehlo.token) -> !stablehlo.token" },
	{ { 1, 13, 0 }, "memref", "func.func private @f(memref<4xf32>)" },
	{ { 1, 15, 0 }, "future", "func.func private @f(!stablehlo.future<tensor<4xf32>, tensor<i1>>)" },
	{ { 1, 16, 0 }, "replica_group_mesh_axes",
		"%0 = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = "
		"#stablehlo.replica_group_mesh_axes<mesh "
		"= @m, axes = [#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>, #stablehlo.axis_ref<name = "
		"\"y\">]>}> : "
		"(tensor<4xf32>) -> tensor<4xf32>" },
	{ { 1, 16, 0 }, "replica_group_mesh_axes",
		"%0 = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = "
		"#stablehlo.replica_group_mesh_axes<mesh "
		"= #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = \"x\", size = 2>], device_ids = dense<[1, 0]> : "
		"tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = \"x\">]>}> : (tensor<4xf32>) -> tensor<4xf32>" },
	{ { 1, 18, 0 }, "result_tilings",
		"stablehlo.custom_call @f(%x) {has_side_effect = true, result_tilings = [[dense<8> : tensor<1xi64>]]} "
		": "
		"(tensor<4xf32>) -> ()" },
	{ { 1, 20, 0 }, "needs VHLO",
		"%0 = \"stablehlo.collective_broadcast\"(%x) <{has_dynamic_root, replica_groups = dense<0> : "
		"tensor<1x1xi64>}> : "
		"(tensor<4xf32>) -> tensor<4xf32>" },
};

static const size_t feature_count = sizeof features / sizeof *features;

static size_t wrap(const char *text, char *out, size_t room)
{
	bool whole = strncmp(text, "func.func", 9) == 0;
	return (size_t)snprintf(out, room, "%s%s%s", whole ? "" : "func.func @main(%x: tensor<4xf32>) {\n", text,
		whole ? "" : "\nfunc.return\n}\n");
}

static void check_feature(size_t feature, struct mlirbc_stablehlo_version version)
{
	char text[2000], what[2100];
	size_t size = wrap(features[feature].text, text, sizeof text);
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, text, size);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!module)
		return;
	struct text before = print(module);
	snprintf(what, sizeof what, "%u.%u: %.120s", version.major, version.minor, features[feature].text);
	enum mlirbc_status status = mlirbc_stablehlo_to_vhlo(module, version, NULL, &diag);
	if (mlirbc_stablehlo_version_compare(version, features[feature].since) >= 0) {
		if (status == MLIRBC_OK)
			check_artifact(what, module, version, &before);
		else
			check_report(__FILE__, __LINE__, "%s: %s", what, diag.message);
	} else {
		if (status != MLIRBC_E_UNSUPPORTED || !strstr(diag.message, features[feature].reason) ||
			!strstr(diag.message, " at text:"))
			check_report(__FILE__, __LINE__, "%s: %s: %s", what, mlirbc_status_name(status), diag.message);
		struct text after = print(module);
		(void)same_text(what, &after, &before);
		free(after.data);
	}
	free(before.data);
	mlirbc_context_destroy(context);
}

static void every_version(void)
{
	for (uint32_t major = 0; major < 2; major++) {
		for (uint32_t minor = major ? 0 : 9; minor <= 20; minor++) {
			for (size_t i = 0; i < feature_count; i++)
				check_feature(i, VERSION(major, minor));
		}
	}
}

/* ---- versions */

static void versions(void)
{
	struct mlirbc_stablehlo_version v;
	struct mlirbc_stablehlo_artifact form;
	static const char *const wrong[] = { "", "1", "1.", "1.2.", "1.2.3.4", "a.b", "1.2a", "99999999999.1.1", " 1.2",
		"1.-2" };
	CHECK(mlirbc_stablehlo_version_parse("1.13.2", 6, &v) && v.major == 1 && v.minor == 13 && v.patch == 2);
	CHECK(mlirbc_stablehlo_version_parse("0.9", 3, &v) && v.major == 0 && v.minor == 9 && v.patch == 0);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		CHECK(!mlirbc_stablehlo_version_parse(wrong[i], strlen(wrong[i]), &v));
	CHECK(mlirbc_stablehlo_version_compare(VERSION(1, 0), VERSION(0, 20)) > 0);
	CHECK(mlirbc_stablehlo_version_compare(VERSION(1, 0), (struct mlirbc_stablehlo_version){ 1, 0, 7 }) == 0);
	CHECK(!mlirbc_stablehlo_version_is_known(VERSION(0, 8)) && !mlirbc_stablehlo_version_is_known(VERSION(0, 21)));
	CHECK(!mlirbc_stablehlo_version_is_known(VERSION(1, 21)) && !mlirbc_stablehlo_version_is_known(VERSION(2, 0)));
	CHECK_INT(mlirbc_stablehlo_artifact_form(VERSION(0, 8), &form), MLIRBC_E_UNSUPPORTED);
	static const struct {
		uint32_t minor, bytecode;
	} early[] = { { 9, 0 }, { 10, 1 }, { 11, 1 }, { 12, 3 }, { 13, 3 }, { 14, 4 }, { 15, 6 } };
	for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
		CHECK_INT(mlirbc_stablehlo_artifact_form(VERSION(0, early[i].minor), &form), MLIRBC_OK);
		CHECK_INT(form.bytecode_version, early[i].bytecode);
	}
	CHECK_INT(mlirbc_stablehlo_artifact_form((struct mlirbc_stablehlo_version){ 1, 13, 4 }, &form), MLIRBC_OK);
	CHECK(form.bytecode_version == 6 && strcmp(form.producer, "StableHLO_v1.13.0") == 0);
}

/* The composite's version, an integer_v1: value and type. */
static void set_version(struct mlirbc_context *context, struct mlirbc_op *op, uint32_t width, int64_t number)
{
	const struct mlirbc_attr *old = mlirbc_op_attr(op, "version");
	const struct mlirbc_type *type = mlirbc_type_integer(context, width, MLIRBC_SIGNLESS);
	CHECK_OR_RETURN(old && old->kind == MLIRBC_ATTR_CODED && old->u.coded.count == 2);
	struct mlirbc_attr coded = *old;
	struct mlirbc_named_attr fields[2] = { old->u.coded.fields[0], old->u.coded.fields[1] };
	fields[0].value = mlirbc_attr_integer(context, type, (uint64_t)number);
	fields[1].value = mlirbc_attr_type(context, type);
	coded.u.coded.fields = fields;
	CHECK_INT(mlirbc_op_set_attr(op, "version", mlirbc_attr_get(context, &coded)), MLIRBC_OK);
}

/* StableHLO writes the default version of a composite with 64 bits, and reads any width. */
static void composite_versions(void)
{
	static const char text[] = "func.func private @d(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"
				   "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.composite \"a.b\" %x "
				   "{decomposition = @d} : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}\n";
	static const struct {
		uint32_t width; /* 0: as it is written */
		int64_t value;
		const char *found; /* NULL: refused; "": the default */
	} cases[] = { { 0, 0, "" }, { 64, 0, "" }, { 1, 0, "" }, { 8, 0, "" }, { 16, 0, "" }, { 32, 0, "" }, { 64, 3, "version = 3 : i32" },
		{ 16, -2, "version = -2 : i32" }, { 32, 3, "version = 3 : i32" }, { 64, INT64_C(1) << 31, NULL }, { 64, INT64_C(1) << 32, NULL } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse(context, text, sizeof text - 1);
		struct text vhlo = { 0 }, back = { 0 };
		if (!module)
			return;
		CHECK_INT(mlirbc_stablehlo_to_vhlo(module, VERSION(1, 9), NULL, NULL), MLIRBC_OK);
		CHECK_INT(mlirbc_print(module, NULL, append, &vhlo), MLIRBC_OK);
		CHECK(strstr(vhlo.data, "version = #vhlo.integer_v1<0 : i64>"));
		for (struct mlirbc_op *op = NULL; cases[i].width && (op = mlirbc_op_next_pre(module->body->first, op));) {
			if (mlirbc_op_is(op, "vhlo.composite_v1"))
				set_version(context, op, cases[i].width, cases[i].value);
		}
		const enum mlirbc_status status = mlirbc_stablehlo_from_vhlo(module, NULL, NULL);
		CHECK_INT(status, cases[i].found ? MLIRBC_OK : MLIRBC_E_CORRUPT);
		if (status == MLIRBC_OK) {
			CHECK_INT(mlirbc_print(module, NULL, append, &back), MLIRBC_OK);
			CHECK(*cases[i].found ? strstr(back.data, cases[i].found) != NULL : !strstr(back.data, "version"));
		}
		free(vhlo.data);
		free(back.data);
		mlirbc_context_destroy(context);
	}
}

/* ---- artifacts of later versions */

/* Writes the VHLO 1.20 of the text with another producer, and a number in place of an enumerator (attr NULL: none), and reads it. */
static enum mlirbc_status read_as(const char *text, const char *producer, const char *attr, uint64_t value, struct mlirbc_diag *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = 6, .producer = producer };
	struct mlirbc_module *module = parse(context, text, strlen(text)), *loaded;
	struct text bytes = { 0 };
	enum mlirbc_status status = mlirbc_stablehlo_to_vhlo(module, VERSION(1, 20), NULL, diag);
	for (struct mlirbc_op *op = NULL; attr && (op = mlirbc_op_next_pre(module->body->first, op));) {
		const struct mlirbc_attr *old = mlirbc_op_attr(op, attr);
		if (!old || old->kind != MLIRBC_ATTR_CODED)
			continue;
		struct mlirbc_attr coded = *old;
		struct mlirbc_named_attr field = old->u.coded.fields[0];
		field.value = mlirbc_attr_integer(context, mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS), value);
		coded.u.coded.fields = &field;
		CHECK_INT(mlirbc_op_set_attr(op, attr, mlirbc_attr_get(context, &coded)), MLIRBC_OK);
	}
	if (status == MLIRBC_OK)
		status = mlirbc_write(module, &options, append, &bytes, diag);
	struct mlirbc_context *other = mlirbc_context_create(NULL);
	if (status == MLIRBC_OK)
		status = mlirbc_load(other, bytes.data, bytes.size, NULL, &loaded, diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_from_vhlo(loaded, NULL, diag);
	mlirbc_context_destroy(other);
	mlirbc_context_destroy(context);
	free(bytes.data);
	return status;
}

/* A later minor version is read if it has nothing new; what is new names the version, and is no fault of the file. */
static void later_versions(void)
{
	static const char text[] = "func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {\n  %0 = stablehlo.compare LT, %x, %x, FLOAT : "
				   "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n  return %0 : tensor<4xi1>\n}\n";
	static const struct {
		const char *producer, *attr;
		uint64_t value;
		enum mlirbc_status status;
		const char *message;
	} cases[] = {
		{ "StableHLO_v1.20.0", NULL, 0, MLIRBC_OK, NULL },
		{ "StableHLO_v1.22.3", NULL, 0, MLIRBC_OK, NULL },
		{ "StableHLO_v1.4000.0", NULL, 0, MLIRBC_OK, NULL },
		{ "StableHLO_v2.0.0", NULL, 0, MLIRBC_E_UNSUPPORTED, "version 2.0.0" },
		{ "StableHLO_v1.22.0", "compare_type", 5, MLIRBC_E_UNSUPPORTED,
			"no version up to 1.20.0 has value 5 of vhlo.comparison_type_v1; the artifact is of version 1.22.0" },
		{ "StableHLO_v1.20.0", "compare_type", 5, MLIRBC_E_CORRUPT, "vhlo.comparison_type_v1 has a field of the wrong kind" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		const enum mlirbc_status status = read_as(text, cases[i].producer, cases[i].attr, cases[i].value, &diag);
		if (status != cases[i].status || (status != MLIRBC_OK && !strstr(diag.message, cases[i].message)))
			check_report(__FILE__, __LINE__, "%zu: %s: %s", i, mlirbc_status_name(status), diag.message);
		CHECK((strstr(diag.message, "; the artifact is of") != NULL) == (i == 4));
	}
}

/* ---- other dialects, locations */

static void other_dialects(void)
{
	static const char text[] =
		"func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %x, %x : tensor<4xf32>\n"
		"  %1 = \"a.b\"(%0) : (tensor<4xf32>) -> tensor<4xf32>\n  %2 = \"a.c\"(%x, %1) : (tensor<4xf32>, "
		"tensor<4xf32>) -> tensor<4xf32>\n  %3 = stablehlo.abs %2 : tensor<4xf32>\n  return %3 : "
		"tensor<4xf32>\n}\n";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, text, sizeof text - 1);
	struct mlirbc_stablehlo_vhlo_options options = { .size = sizeof options, .allow_other_dialects = true };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!module)
		return;
	struct text before = print(module);
	CHECK_INT(mlirbc_stablehlo_to_vhlo(module, VERSION(1, 20), NULL, &diag), MLIRBC_E_UNSUPPORTED);
	CHECK(strstr(diag.message, "\"a.b\" at text:3:"));
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_stablehlo_to_vhlo(module, VERSION(1, 10), &options, &diag), MLIRBC_E_UNSUPPORTED);
	CHECK(strstr(diag.message, "1.11.0"));
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_stablehlo_to_vhlo(module, VERSION(1, 11), &options, &diag), MLIRBC_OK);
	CHECK_INT(
		mlirbc_stablehlo_to_vhlo(module, VERSION(1, 11), NULL, &diag), MLIRBC_E_UNSUPPORTED); /* VHLO already */
	check_artifact("mixed", module, VERSION(1, 11), &before);
	free(before.data);
	mlirbc_context_destroy(context);
}

struct notes {
	char text[600];
};

static void note(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag)
{
	struct notes *notes = ctx;
	const size_t used = strlen(notes->text);
	CHECK(op != NULL);
	snprintf(notes->text + used, sizeof notes->text - used, "%s\n", diag->message);
}

/* Attributes of unknown dialects: kept where nothing is converted, left out with a note elsewhere; never a reason to refuse. */
static void other_attributes(void)
{
	static const char text[] =
		"module attributes {a.m = #a.m<1>} {\n"
		"func.func @main(%x: tensor<4xf32> {a.arg = #a.arg<[1]>, a.unit}) -> (tensor<4xf32> {a.res = !a.res<2>, a.kept = 3 : i32}) {\n"
		"  %0 = stablehlo.add %x, %x {a.note = #a.note<x>, a.kept = \"k\", a.type = !a.t, a.deep = [{x = #a.deep<1>}]} : tensor<4xf32>\n"
		"  return %0 : tensor<4xf32>\n}\n}\n";
	static const char *const notes[] = { "\"stablehlo.add\" at text:3:8: attribute \"a.note\" is left out", "attribute \"a.deep\" is",
		"\"func.func\" at text:2:1: attribute \"a.arg\" of argument 0 is left out", "attribute \"a.unit\" of argument 0",
		"attribute \"a.res\" of result 0 is left out" };
	for (int allow = 0; allow < 2; allow++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse(context, text, sizeof text - 1);
		struct notes seen = { "" };
		const struct mlirbc_stablehlo_vhlo_options options = { .size = sizeof options, .allow_other_dialects = allow, .note = note,
			.note_ctx = &seen };
		CHECK_OR_RETURN(module);
		CHECK_INT(mlirbc_stablehlo_to_vhlo(module, VERSION(1, 20), &options, NULL), MLIRBC_OK);
		for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
			CHECK((strstr(seen.text, notes[i]) != NULL) == (!allow || i > 1));
		CHECK_INT(mlirbc_stablehlo_from_vhlo(module, NULL, NULL), MLIRBC_OK);
		struct text out = print(module);
		CHECK(strstr(out.data, "a.m = #a.m<1>") && strstr(out.data, "a.kept = \"k\"") && strstr(out.data, "a.kept = 3 : i32"));
		CHECK((strstr(out.data, "#a.note<x>") != NULL) == allow && !strstr(out.data, "a.arg") && !strstr(out.data, "a.unit"));
		CHECK((strstr(out.data, "#a.deep<1>") != NULL) == allow && (strstr(out.data, "!a.t") != NULL) == allow);
		free(out.data);
		mlirbc_context_destroy(context);
	}
}

static void location_ranges(void)
{
	static const char text[] = "func.func @main() {\n  return loc(fused[\"a\", \"f\":1:2 to 3:4])\n}\n";
	for (uint32_t minor = 8; minor < 10; minor++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse(context, text, sizeof text - 1);
		struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
		struct text out = { 0 };
		if (!module)
			return;
		CHECK_INT(mlirbc_stablehlo_to_vhlo(module, VERSION(1, minor), NULL, NULL), MLIRBC_OK);
		CHECK_INT(mlirbc_print(module, &options, append, &out), MLIRBC_OK);
		CHECK((strstr(out.data, " to 3:4") != NULL) == (minor == 9) && strstr(out.data, "\"f\":1:2"));
		free(out.data);
		mlirbc_context_destroy(context);
	}
}

/* ---- broken modules */

static void broken(void)
{
	static const struct {
		const char *text, *reason;
		bool from;
	} cases[] = {
		{ "\"func.func\"() <{function_type = () -> (), sym_name = \"f\"}> ({\n^bb0(%x: tensor<f32>):\n%0 = "
		  "\"stablehlo.add\"(%x) : "
		  "(tensor<f32>) -> tensor<f32>\n\"func.return\"() : () -> ()\n}) : () -> ()",
			"operand", false },
		{ "\"vhlo.add_v1\"() : () -> ()", "it has 0 operands", true },
		{ "\"vhlo.frobnicate_v1\"() : () -> ()", "no version", true },
		{ "\"vhlo.add_v2\"() : () -> ()", "no version", true },
		{ "\"vhlo.iota_v1\"() : () -> tensor<4xf32>", "attribute \"iota_dimension\" is missing", true },
		{ "\"vhlo.iota_v1\"() <{iota_dimension = \"x\"}> : () -> tensor<4xf32>", "iota_dimension", true },
		{ "\"vhlo.func_v1\"() ({}) : () -> ()", "function_type", true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct mlirbc_module *module;
		if (mlirbc_parse(context, cases[i].text, strlen(cases[i].text), NULL, &module, &diag) != MLIRBC_OK) {
			check_report(__FILE__, __LINE__, "%zu: %s", i, diag.message);
		} else {
			enum mlirbc_status status = cases[i].from ? mlirbc_stablehlo_from_vhlo(module, NULL, &diag)
								  : mlirbc_stablehlo_to_vhlo(
									    module, VERSION(1, 20), NULL, &diag);
			if (status == MLIRBC_OK || !strstr(diag.message, cases[i].reason))
				check_report(
					__FILE__, __LINE__, "%zu: %s: %s", i, mlirbc_status_name(status), diag.message);
		}
		mlirbc_context_destroy(context);
	}
}

/* ---- memory */

struct limited {
	size_t left; /* calls that succeed */
	bool on;
};

static void *limited_alloc(void *ctx, size_t size, size_t align)
{
	struct limited *limited = ctx;
	(void)align;
	if (limited->on && limited->left-- == 0) {
		limited->left = 0;
		return NULL;
	}
	return malloc(size);
}

static void limited_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	free(p);
}

/* Converts to VHLO and back, with memory for that number of calls. True when both succeeded. */
static bool convert_limited(const char *text, size_t calls)
{
	struct limited limited = { calls, false };
	const struct mlirbc_allocator allocator = { limited_alloc, NULL, limited_free, &limited };
	struct mlirbc_context *context = mlirbc_context_create(&allocator);
	struct mlirbc_module *module = parse(context, text, strlen(text));
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!module)
		return true;
	struct text before = print(module);
	limited.on = true;
	enum mlirbc_status status = mlirbc_stablehlo_to_vhlo(module, VERSION(1, 20), NULL, &diag);
	bool there = status == MLIRBC_OK;
	if (there)
		status = mlirbc_stablehlo_from_vhlo(module, NULL, &diag);
	limited.on = false;
	if (status != MLIRBC_OK && status != MLIRBC_E_NOMEM)
		check_report(__FILE__, __LINE__, "%s: %s", mlirbc_status_name(status), diag.message);
	if (status != MLIRBC_OK && there)
		CHECK_INT(mlirbc_stablehlo_from_vhlo(module, NULL, NULL), MLIRBC_OK);
	struct text after = print(module);
	(void)same_text("after memory ran out", &after, &before);
	free(before.data);
	free(after.data);
	mlirbc_context_destroy(context);
	return status == MLIRBC_OK;
}

/* The arena takes large pieces: with all features in one module it asks several times. */
static void failing_allocation(void)
{
	static char text[200000];
	size_t size = 0;
	for (int copy = 0; copy < 6; copy++) {
		for (size_t i = 0; i < feature_count; i++) {
			if (strncmp(features[i].text, "func.func", 9) == 0)
				continue;
			size += (size_t)snprintf(text + size, sizeof text - size,
				"func.func @main%d_%zu(%%x: tensor<4xf32>) {\n%s\nfunc.return\n}\n", copy, i,
				features[i].text);
		}
	}
	size_t calls = 0;
	while (calls < 2000 && !convert_limited(text, calls))
		calls++;
	CHECK(calls > 3 && calls < 2000);
	printf("# %zu allocations\n", calls);
}

/* Every request counts as one: the limit of the context fails at each size. */
static void limited_memory(void)
{
	for (size_t i = 0; i < feature_count; i++) {
		char text[2000];
		size_t size = wrap(features[i].text, text, sizeof text), step = 64;
		enum mlirbc_status status = MLIRBC_E_NOMEM;
		for (size_t extra = 0; status != MLIRBC_OK && extra < (1 << 20); extra += step) {
			struct mlirbc_context *context = mlirbc_context_create(NULL);
			struct mlirbc_module *module = parse(context, text, size);
			struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
			if (!module)
				return;
			mlirbc_context_limit(context, mlirbc_context_bytes(context) + extra);
			status = mlirbc_stablehlo_to_vhlo(module, VERSION(1, 20), NULL, &diag);
			if (status == MLIRBC_OK)
				status = mlirbc_stablehlo_from_vhlo(module, NULL, &diag);
			if (status != MLIRBC_OK && status != MLIRBC_E_NOMEM && status != MLIRBC_E_LIMIT)
				check_report(__FILE__, __LINE__, "%s: %s", mlirbc_status_name(status), diag.message);
			mlirbc_context_destroy(context);
			step += step / 2;
		}
		CHECK_INT(status, MLIRBC_OK);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(every_operation), CHECK_CASE(every_version),
		CHECK_CASE(versions), CHECK_CASE(composite_versions), CHECK_CASE(later_versions),
		CHECK_CASE(other_dialects), CHECK_CASE(other_attributes), CHECK_CASE(location_ranges), CHECK_CASE(broken),
		CHECK_CASE(failing_allocation), CHECK_CASE(limited_memory) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
