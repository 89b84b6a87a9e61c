/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models from every form of file, and files that cannot be opened. */
#include "models.h"

#include <bef/translate.h>
#include <mlirbc/load.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <mlirbc/write.h>
#include <stdlib.h>
#include <unistd.h>

/* `second`: the name of an argument of add, which an artifact does not have. */
static void lists_and_runs(struct bef_model *model, const char *second)
{
	if (!CHECK(model))
		return;
	CHECK_INT(bef_model_function_count(model), 6);
	const struct bef_stablehlo_function *function = bef_model_find(model, "add");
	if (!CHECK(function && function == bef_model_function(model, 0)))
		return;
	CHECK_BYTES(function->arguments[0].name.data, function->arguments[0].name.size, "left", 4);
	CHECK_BYTES(function->arguments[1].name.data, function->arguments[1].name.size, second, strlen(second));
	CHECK_BYTES(function->results[0].name.data, function->results[0].name.size, "sum", 3);
	CHECK_INT(function->arguments[1].dtype, KERNELS_F32);
	CHECK_INT(function->arguments[1].rank, 2);
	CHECK_INT(function->arguments[1].dims[1], 3);
	CHECK(bef_model_find(model, "hidden") == NULL && bef_model_find(model, "") == NULL);
	add(model, 1);
	bef_model_close(model);
}

static int put(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) != size; }

static char *make_artifact(const char *text, size_t *out_size)
{
	const struct mlirbc_stablehlo_version version = { 1, 0, 0 };
	struct mlirbc_parse_options parsing = { .size = sizeof parsing, .file_name = "test.mlir" };
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	char *bytes = NULL;
	parsing.dialects = mlirbc_stablehlo_assembly(&parsing.dialect_count);
	/* `check` has no portable form */
	char *portable = strdup(text), *check = strstr(portable, "  check.expect");
	if (check)
		memset(check, ' ', strlen("  check.expect_eq %x, %c : tensor<2xi32>"));
	FILE *out = open_memstream(&bytes, out_size);
	bool made = mlirbc_parse(context, portable, strlen(portable), &parsing, &module, NULL) == MLIRBC_OK &&
		    mlirbc_stablehlo_to_vhlo(module, version, NULL, NULL) == MLIRBC_OK &&
		    mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK;
	const struct mlirbc_write_options options = {
		.size = sizeof options, .has_version = true, .version = form.bytecode_version, .producer = form.producer
	};
	made = made && mlirbc_write(module, &options, put, out, NULL) == MLIRBC_OK;
	fclose(out);
	CHECK(made);
	free(portable);
	mlirbc_context_destroy(context);
	return bytes;
}

static void opens_text_artifact_and_program(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	size_t size;
	uint8_t *program;
	lists_and_runs(open_text(source, NULL), "y");
	char *artifact = make_artifact(source, &size);
	if (good(bef_model_open(artifact, size, NULL, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model, "arg1");
	for (size_t cut = 0; cut < size; cut += 7) {
		CHECK(bef_model_open(artifact, cut, NULL, registry, NULL, &model, NULL) != BEF_OK && !model);
	}
	free(artifact);
	CHECK(bef_stablehlo_assemble(source, strlen(source), "test.mlir", NULL, NULL, &program, &size, NULL) == BEF_OK);
	if (good(bef_model_open(program, size, NULL, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model, "y");
	for (size_t cut = 0; cut < size; cut += 7) {
		if (bef_model_open(program, cut, NULL, registry, NULL, &model, NULL) == BEF_OK)
			lists_and_runs(model, "y"); /* only sections for tools are missing */
		else
			CHECK(!model);
	}
	bef_assemble_free(NULL, program, size);
}

static void write_file(const char *path, const void *data, size_t size)
{
	FILE *out = fopen(path, "wb");
	CHECK(out && fwrite(data, 1, size, out) == size && fclose(out) == 0);
}

static void opens_paths(void)
{
	char folder[] = "/tmp/bef-model-XXXXXX", path[64];
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	uint8_t *program;
	size_t size;
	CHECK_OR_RETURN(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/model", folder);
	CHECK_INT(bef_model_open_path(path, registry, NULL, &model, &diag), BEF_E_IO);
	CHECK(!model && strstr(diag.message, "No such file"));
	diag = (struct bef_diag)BEF_DIAG_INIT;
	write_file(path, source, strlen(source));
	if (good(bef_model_open_path(path, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model, "y");
	CHECK(bef_stablehlo_assemble(source, strlen(source), "test.mlir", NULL, NULL, &program, &size, NULL) == BEF_OK);
	write_file(path, program, size);
	bef_assemble_free(NULL, program, size);
	if (good(bef_model_open_path(path, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model, "y");
	write_file(path, dynamic_source, strlen(dynamic_source));
	if (good(bef_model_open_path(path, registry, NULL, &model, &diag), &diag))
		CHECK_INT(bef_model_function_count(model), 4);
	bef_model_close(model);
	write_file(path, "", 0);
	CHECK(bef_model_open_path(path, registry, NULL, &model, NULL) != BEF_OK && !model);
	unlink(path);
	rmdir(folder);
}

/* ---- weights */

enum { WEIGHTS = 1000 };

/* A function that returns its weights, and ones that are all equal; freed by the caller. */
static char *make_weights_source(void)
{
	size_t size;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);
	fprintf(out, "func.func @main() -> (tensor<%dxf32>, tensor<1000000xf32>) {\n  %%w = stablehlo.constant dense<[",
		WEIGHTS);
	for (int i = 0; i < WEIGHTS; i++)
		fprintf(out, "%s%d.5", i ? ", " : "", i);
	fprintf(out,
		"]> : tensor<%dxf32>\n"
		"  %%s = stablehlo.constant dense<2.5> : tensor<1000000xf32>\n"
		"  return %%w, %%s : tensor<%dxf32>, tensor<1000000xf32>\n"
		"}\n",
		WEIGHTS, WEIGHTS);
	fclose(out);
	return text;
}

/* Calls the function and checks the numbers. Returns the address of the weights in the running program. */
static const void *find_weights(struct bef_model *model)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_tensor results[2] = { { .data = NULL }, { .data = NULL } };
	if (!good(bef_model_run(model, bef_model_find(model, "main"), NULL, 0, results, 2, NULL, &diag), &diag))
		return NULL;
	const float *weights = results[0].data, *equal = results[1].data;
	CHECK(weights[0] == 0.5f && weights[WEIGHTS - 1] == (float)WEIGHTS - 0.5f && equal[999999] == 2.5f);
	bef_model_tensor_release(&results[0]);
	bef_model_tensor_release(&results[1]);
	return weights;
}

/* True if a mapping of the file contains the address; NULL: if there is any. */
static bool is_mapped(const char *path, const void *address)
{
	char line[512];
	bool found = false;
	FILE *maps = fopen("/proc/self/maps", "r");
	while (maps && fgets(line, sizeof line, maps)) {
		unsigned long long begin, end;
		if (strstr(line, path) && sscanf(line, "%llx-%llx", &begin, &end) == 2)
			found = found || !address || ((uintptr_t)address >= begin && (uintptr_t)address < end);
	}
	if (maps)
		fclose(maps);
	return found;
}

static const void *at_opening; /* the bytes of the program */
static void note_bytes(void *ctx, struct bef_file *file, const void *data, size_t size)
{
	(void)ctx;
	(void)file;
	(void)size;
	at_opening = data;
}

static void uses_weights_of(const char *path, bool mapped, bool in_place)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_options options = { .size = sizeof options, .mapped = mapped, .opened = note_bytes };
	struct bef_model *model;
	if (!good(bef_model_open_path(path, registry, &options, &model, &diag), &diag))
		return;
	const void *weights = find_weights(model);
	CHECK(weights && (uintptr_t)weights % 64 == 0);
	/* results are views of the constants, unless these are in a file that may change */
	CHECK(in_place || find_weights(model) == weights);
	CHECK(is_mapped(path, in_place ? at_opening : NULL) == in_place);
	CHECK(!is_mapped(path, weights));
	bef_model_close(model);
	CHECK(!is_mapped(path, NULL));
}

/* Weights of a BEF file are used where they are mapped, if the host asks for it; others are copied once, when the model is opened. */
static void weights_are_used_in_place(void)
{
	char folder[] = "/tmp/bef-model-XXXXXX", path[64];
	char *text = make_weights_source();
	uint8_t *program;
	size_t size;
	CHECK_OR_RETURN(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/weights", folder);
	CHECK(bef_stablehlo_assemble(text, strlen(text), "test.mlir", NULL, NULL, &program, &size, NULL) == BEF_OK);
	CHECK(size > WEIGHTS * sizeof(float) && size < WEIGHTS * sizeof(float) + 4096); /* the splat is one number */
	write_file(path, program, size);
	bef_assemble_free(NULL, program, size);
	uses_weights_of(path, true, true);
	uses_weights_of(path, false, false);
	char *artifact = make_artifact(text, &size);
	write_file(path, artifact, size);
	uses_weights_of(path, true, false);
	free(artifact);
	write_file(path, text, strlen(text));
	uses_weights_of(path, true, false);
	free(text);
	unlink(path);
	rmdir(folder);
}

/* ---- files that cannot be opened */

static void refuses(const char *text, enum bef_status expected, unsigned line, const char *message)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	CHECK_INT(bef_model_open(text, strlen(text), "test.mlir", registry, NULL, &model, &diag), expected);
	CHECK(!model);
	CHECK_INT(diag.status, expected);
	CHECK_INT(diag.line, line);
	if (!strstr(diag.message, message))
		check_report(__FILE__, __LINE__, "\"%s\" lacks \"%s\"", diag.message, message);
}

static void refuses_what_cannot_run(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	uint8_t *program;
	size_t size;
	static const char host_program[] = "func.func @main() { tfrt.return }\n";
	refuses("func.func @f( {", BEF_E_SYNTAX, 1, "");
	refuses("\"tfrt.return\"() : () -> ()\n", BEF_E_UNSUPPORTED, 0, "not a model");
	refuses("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
		"  %0 = stablehlo.custom_call @nobody_knows(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
		"  return %0 : tensor<2xf32>\n}\n",
		BEF_E_UNSUPPORTED, 2, "nobody_knows");
	refuses("func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {\n"
		"  %0 = \"stablehlo.add\"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n"
		"  return %0 : tensor<2xf32>\n}\n",
		BEF_E_CORRUPT, 2, "add");
	/* the operations decide, not words */
	refuses("// exported for tfrt\nfunc.func @tfrt(%x: tensor<2xf32>) -> tensor<2xf32> {\n\treturn %x : tensor<2xf32\n}\n",
		BEF_E_SYNTAX, 3, "expected '>'");
	refuses("// stablehlo.add\nfunc.func @main() -> i32 {\n  %c = tfrt.constant.i32 7\n  tfrt.return %c : i32\n}\n",
		BEF_E_UNSUPPORTED, 0, "not a model");
	refuses("\1\2\3", BEF_E_CORRUPT, 0, "unknown binary data");
	refuses("", BEF_E_CORRUPT, 0, "empty");
	CHECK(bef_assemble_text(host_program, strlen(host_program), "x", NULL, NULL, &program, &size, NULL) == BEF_OK);
	CHECK_INT(bef_model_open(program, size, NULL, registry, NULL, &model, &diag), BEF_E_UNSUPPORTED);
	CHECK(!model && strstr(diag.message, "not made from a model"));
	CHECK_STR(diag.rule, BEF_MODEL_RULE_OTHER);
	bef_assemble_free(NULL, program, size);
	struct kernels_registry *bare = kernels_registry_create(NULL);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_open(source, strlen(source), NULL, bare, NULL, &model, &diag), BEF_E_NOT_FOUND);
	CHECK(!model && strstr(diag.message, "hlo."));
	kernels_registry_destroy(bare);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(opens_text_artifact_and_program),
		CHECK_CASE(opens_paths),
		CHECK_CASE(weights_are_used_in_place),
		CHECK_CASE(refuses_what_cannot_run),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
