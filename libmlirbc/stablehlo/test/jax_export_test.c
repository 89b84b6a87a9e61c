/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exports of JAX: what they say, the functions that are made of them, and damaged ones. data/jax/make.py is the source of the files. */
#include "../../test/golden.h"

#include <mlirbc/edit.h>
#include <mlirbc/jax_export.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_names.h>
#include <mlirbc/stablehlo_verify.h>

/* An export in a context. */
struct opened {
	struct text bytes;
	struct mlirbc_context *context;
	const struct mlirbc_jax_export *exported;
	struct mlirbc_module *module;
	struct mlirbc_diag diag;
};

static struct opened open_file(const char *name)
{
	struct opened o = { .diag = MLIRBC_DIAG_INIT, .context = mlirbc_context_create(NULL) };
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", JAX_DATA, name);
	if (!read_file(path, &o.bytes))
		abort();
	if (mlirbc_jax_export_open(o.context, o.bytes.data, o.bytes.size, &o.exported, &o.diag) != MLIRBC_OK)
		check_report(name, 0, "not opened: %s", o.diag.message);
	return o;
}

static void close_file(struct opened *o)
{
	mlirbc_context_destroy(o->context);
	free(o->bytes.data);
}

/* ---- structure */

static const char *tree_text(const struct mlirbc_jax_tree *tree, const struct mlirbc_jax_avals *avals)
{
	static char out[400];
	struct text text = { 0 };
	CHECK_INT(mlirbc_jax_tree_print(tree, avals ? avals->data : NULL, append, &text), MLIRBC_OK);
	snprintf(out, sizeof out, "%.*s", (int)text.size, text.data);
	free(text.data);
	return out;
}

static void trees(void)
{
	struct opened o = open_file("tree.jax");
	CHECK_OR_RETURN(o.exported);
	CHECK_STR(tree_text(o.exported->in_tree, &o.exported->in_avals),
		"(({'b': f32[2], 'w': f32[2,3]}, Point(u=f32[], v=f32[1]), [f32[3], None], "
		"collections.OrderedDict(q=f32[2], p=f32[2])), {})");
	CHECK_STR(tree_text(o.exported->out_tree, NULL), "{'y': *, 'z': (*, [*], None)}");
	const struct mlirbc_string *paths = mlirbc_jax_tree_paths(o.context, o.exported->in_tree);
	static const char *const expected[] = { "[0][0]['b']", "[0][0]['w']", "[0][1].u", "[0][1].v", "[0][2][0]", "[0][3]['q']", "[0][3]['p']" };
	CHECK_OR_RETURN(paths && o.exported->in_tree->leaves == 7);
	for (size_t i = 0; i < 7; i++)
		CHECK_BYTES(paths[i].data, paths[i].size, expected[i], strlen(expected[i]));
	CHECK_INT(o.exported->kept_count, 6); /* n.v is not used */
	CHECK_INT(o.exported->devices, 1);
	close_file(&o);
}

static void facts(void)
{
	struct opened o = open_file("platforms.jax");
	CHECK_OR_RETURN(o.exported);
	CHECK_INT(o.exported->platforms.count, 2);
	CHECK_INT(o.exported->ordered_effects.count, 1);
	CHECK_INT(o.exported->calling_convention_version, 10);
	CHECK_INT(o.exported->serialization_version, 12);
	CHECK_INT(o.exported->in_shardings.count, 3);
	CHECK(o.exported->jax_version.size > 4 && !o.exported->vjp && o.exported->uses_global_constants);
	close_file(&o);
	o = open_file("gradient.jax");
	CHECK(o.exported && o.exported->vjp && o.exported->vjp->vjp && !o.exported->vjp->vjp->vjp);
	close_file(&o);
	CHECK(!mlirbc_jax_dtype_name(30));
	CHECK_STR(mlirbc_jax_dtype_name(12), "complex64");
}

/* ---- functions */

/* "main(x, w) -> (result)" */
static const char *signature(const struct opened *o, const char *name)
{
	static char out[400];
	const struct mlirbc_string *symbol = mlirbc_string_get(o->context, name, strlen(name));
	const struct mlirbc_op *op = mlirbc_block_symbol(mlirbc_module_symbols(o->module), symbol);
	if (!op)
		return "none";
	const struct mlirbc_type *type = mlirbc_op_attr(op, "function_type")->u.type_value;
	size_t at = (size_t)snprintf(out, sizeof out, "%s(", name);
	struct mlirbc_string text;
	for (size_t i = 0; i < type->u.function.inputs.count; i++)
		if (CHECK(mlirbc_stablehlo_argument_name(op, i, &text)))
			at += (size_t)snprintf(out + at, sizeof out - at, "%s%.*s", i ? ", " : "", (int)text.size, text.data);
	at += (size_t)snprintf(out + at, sizeof out - at, ") -> (");
	for (size_t i = 0; i < type->u.function.results.count; i++)
		if (CHECK(mlirbc_stablehlo_result_name(op, i, &text)))
			at += (size_t)snprintf(out + at, sizeof out - at, "%s%.*s", i ? ", " : "", (int)text.size, text.data);
	snprintf(out + at, sizeof out - at, ")");
	return out;
}

static void load_file(struct opened *o, const struct mlirbc_jax_load_options *options)
{
	if (mlirbc_jax_export_load(o->exported, options, &o->module, &o->diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "not loaded: %s", o->diag.message);
	else if (mlirbc_stablehlo_verify_module(o->module, NULL, &o->diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "not valid: %s", o->diag.message);
}

static void functions(void)
{
	static const struct {
		const char *file, *function, *expected;
	} rows[] = {
		{ "platforms.jax", "main", "main(args[0], x, scale) -> (result)" },
		{ "tree.jax", "main",
			"main(p['b'], p['w'], n.u, args[1].v, l[0], o['q'], o['p']) -> (result['y'], result['z'][0], result['z'][1][0])" },
		{ "symbolic.jax", "main", "main(x, w) -> (result)" },
		{ "symbolic.jax", "main_vjp", "main_vjp(x, w, ct_result) -> (ct_x, ct_w)" },
		{ "gradient.jax", "main_vjp", "main_vjp(x, i, ct_result) -> (ct_x, ct_i)" },
		{ "gradient.jax", "main_vjp_vjp",
			"main_vjp_vjp(x, i, ct_result, ct_ct_x, ct_ct_i) -> (ct_x, ct_i, ct_ct_result)" },
		{ "key.jax", "main", "main(k) -> (result)" },
		{ "unordered.jax", "main", "main() -> (result[0], result[1], result[2])" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct opened o = open_file(rows[i].file);
		load_file(&o, NULL);
		if (o.module)
			CHECK_STR(signature(&o, rows[i].function), rows[i].expected);
		close_file(&o);
	}
}

static struct text printed(const struct mlirbc_module *module)
{
	struct text out = { 0 };
	CHECK_INT(mlirbc_print(module, NULL, append, &out), MLIRBC_OK);
	CHECK_INT(append(&out, "", 1), 0);
	return out;
}

static void options(void)
{
	const struct mlirbc_jax_load_options cuda = { .size = sizeof cuda, .platform = "cuda" }, tpu = { .size = sizeof tpu, .platform = "tpu" },
					     single = { .size = sizeof single, .no_vjp = true };
	struct opened o = open_file("platforms.jax");
	load_file(&o, &cuda);
	CHECK_INT(mlirbc_jax_export_load(o.exported, &tpu, &o.module, &o.diag), MLIRBC_E_UNSUPPORTED);
	CHECK_STR(o.diag.message, "JAX export: the function was exported for cuda, cpu, not for tpu; export it with platforms=['tpu', ...], or choose its platform");
	CHECK(!o.module);
	close_file(&o);
	o = open_file("gradient.jax");
	load_file(&o, &single);
	CHECK_STR(signature(&o, "main_vjp"), "none");
	close_file(&o);
	const struct mlirbc_jax_load_options any = { .size = sizeof any, .platform = "*" }, *const choices[] = { &cuda, NULL, &any };
	for (int i = 0; i < 3; i++) { /* the index in the list of platforms: cuda, cpu */
		o = open_file("platforms.jax");
		load_file(&o, choices[i]);
		struct text text = printed(o.module);
		CHECK(strstr(text.data, i ? "value = dense<1> : tensor<i32>" : "value = dense<0> : tensor<i32>"));
		free(text.data);
		close_file(&o);
	}
}

/* ---- damaged files */

static enum mlirbc_status try(const uint8_t *bytes, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_jax_export *exported;
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	uint8_t *copy = malloc(size ? size : 1); /* so that memory checkers see reads behind the end */
	memcpy(copy, bytes, size);
	enum mlirbc_status status = mlirbc_jax_export_open(context, copy, size, &exported, &diag);
	CHECK(status == MLIRBC_OK ? exported != NULL : !exported && diag.message[0] && diag.status == status);
	if (status == MLIRBC_OK)
		status = mlirbc_jax_export_load(exported, NULL, &module, &diag);
	mlirbc_context_destroy(context);
	free(copy);
	return status;
}

static void cut(void)
{
	struct opened o = open_file("platforms.jax");
	for (size_t size = 0; size < o.bytes.size; size++) {
		/* the last bytes may be padding */
		if (try((const uint8_t *)o.bytes.data, size) == MLIRBC_OK && o.bytes.size - size > 8)
			check_report(__FILE__, __LINE__, "opened with %zu of %zu bytes", size, o.bytes.size);
	}
	close_file(&o);
}

/* Offset of the table's field; the table is that at the beginning of the file. */
static size_t field(const uint8_t *bytes, unsigned id)
{
	const size_t root = bytes[0], fields = root - bytes[root];
	return root + bytes[fields + 4 + 2 * id];
}

static void contradictions(void)
{
	enum { CONVENTION = 14, KEPT = 15, IN_AVAL_INDEXES = 22 };
	struct opened o = open_file("platforms.jax");
	uint8_t *bytes = (uint8_t *)o.bytes.data;
	const size_t convention = field(bytes, CONVENTION);
	bytes[convention] = 8;
	CHECK_INT(try(bytes, o.bytes.size), MLIRBC_E_UNSUPPORTED);
	bytes[convention] = 10;
	CHECK_INT(try(bytes, o.bytes.size), MLIRBC_OK);
	const size_t kept_at = field(bytes, KEPT), kept = kept_at + bytes[kept_at] + 256u * bytes[kept_at + 1];
	CHECK_INT(bytes[kept], 2);
	bytes[kept + 4] = 9; /* there are three leaves */
	CHECK_INT(try(bytes, o.bytes.size), MLIRBC_E_CORRUPT);
	bytes[kept + 4] = 0; /* another type than x */
	CHECK_INT(try(bytes, o.bytes.size), MLIRBC_E_CORRUPT);
	bytes[kept + 4] = 1;
	bytes[kept] = 1; /* one argument less than main has */
	CHECK_INT(try(bytes, o.bytes.size), MLIRBC_E_CORRUPT);
	bytes[kept] = 2;
	const size_t indexes_at = field(bytes, IN_AVAL_INDEXES), indexes = indexes_at + bytes[indexes_at] + 256u * bytes[indexes_at + 1];
	bytes[indexes] = 2; /* the tree has three leaves */
	CHECK_INT(try(bytes, o.bytes.size), MLIRBC_E_CORRUPT);
	close_file(&o);
}

/* ---- writing */

static const char two[] = "module attributes {mhlo.num_partitions = 2 : i32} {\n"
			  "func.func public @main(%x: tensor<2x3xf32> loc(\"x\"), %n: tensor<ui8>) -> (tensor<i1>, tensor<2xcomplex<f64>>) {\n"
			  "  %0 = stablehlo.constant dense<true> : tensor<i1>\n"
			  "  %1 = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>\n"
			  "  return %0, %1 : tensor<i1>, tensor<2xcomplex<f64>>\n}\n}\n";

/* Writes the module of a text. */
static enum mlirbc_status write_text(const char *source, const struct mlirbc_jax_write_options *how, struct text *out, struct mlirbc_diag *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_module *module;
	*out = (struct text){ 0 };
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	enum mlirbc_status status = mlirbc_parse(context, source, strlen(source), &parse, &module, diag);
	if (status == MLIRBC_OK)
		status = mlirbc_jax_export_write(module, how, append, out, diag);
	mlirbc_context_destroy(context);
	return status;
}

static void written(void)
{
	const struct mlirbc_jax_write_options how = { .size = sizeof how, .function_name = "two", .platform = "tpu" };
	const struct mlirbc_jax_load_options tpu = { .size = sizeof tpu, .platform = "tpu" };
	struct opened o = { .diag = MLIRBC_DIAG_INIT, .context = mlirbc_context_create(NULL) };
	CHECK_INT(write_text(two, &how, &o.bytes, &o.diag), MLIRBC_OK);
	CHECK_INT(mlirbc_jax_export_open(o.context, o.bytes.data, o.bytes.size, &o.exported, &o.diag), MLIRBC_OK);
	CHECK_OR_RETURN(o.exported);
	CHECK_BYTES(o.exported->function_name.data, o.exported->function_name.size, "two", 3);
	CHECK_STR(tree_text(o.exported->in_tree, &o.exported->in_avals), "((f32[2,3], u8[]), {})");
	CHECK_STR(tree_text(o.exported->out_tree, &o.exported->out_avals), "(bool[], c128[2])");
	CHECK_INT(o.exported->devices, 2);
	CHECK_INT(o.exported->in_shardings.count, 2);
	CHECK(!o.exported->in_shardings.data[0].specified && !o.exported->uses_global_constants);
	load_file(&o, &tpu);
	CHECK_STR(signature(&o, "main"), "main(x, args[1]) -> (result[0], result[1])");
	close_file(&o);
}

static void not_written(void)
{
	static const struct {
		const char *source;
		enum mlirbc_status status;
	} rows[] = {
		{ "func.func private @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n", MLIRBC_E_NOT_FOUND },
		{ "func.func @f(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n", MLIRBC_E_NOT_FOUND },
		{ "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n", MLIRBC_E_UNSUPPORTED },
		{ "func.func @main(%x: !stablehlo.token) -> !stablehlo.token {\n  return %x : !stablehlo.token\n}\n", MLIRBC_E_UNSUPPORTED },
		{ "func.func @main(%x: tensor<f80>) -> tensor<f80> {\n  return %x : tensor<f80>\n}\n", MLIRBC_E_UNSUPPORTED },
		{ "func.func @main() -> tensor<f32> {\n  %0 = \"other.op\"() : () -> tensor<f32>\n  return %0 : tensor<f32>\n}\n",
			MLIRBC_E_UNSUPPORTED },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct text out;
		CHECK_INT(write_text(rows[i].source, NULL, &out, &diag), rows[i].status);
		CHECK(diag.message[0] && out.size == 0);
		free(out.data);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(trees), CHECK_CASE(facts), CHECK_CASE(functions), CHECK_CASE(options),
		CHECK_CASE(cut), CHECK_CASE(contradictions), CHECK_CASE(written), CHECK_CASE(not_written) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
