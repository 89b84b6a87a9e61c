/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs that begin with their size: one that no release has is refused. */
#include "../../test/golden.h"
#include "sizes.h"

#include <mlirbc/jax_export.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>

static const char text[] = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
			   "  %0 = stablehlo.add %x, %x : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n";

static struct mlirbc_module *parse(struct mlirbc_context *context)
{
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module = NULL;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	CHECK_INT(mlirbc_parse(context, text, sizeof text - 1, &options, &module, NULL), MLIRBC_OK);
	return module;
}

static void passes(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context);
	struct mlirbc_stablehlo_pass_options options = { 0 };
	struct mlirbc_stablehlo_pass_report report = { 0 };
	struct mlirbc_stablehlo_refine_options refine = { 0 };
	struct mlirbc_stablehlo_refine_report refined = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_OR_RETURN(module);
	SIZES_REFUSED(struct mlirbc_stablehlo_pass_options, options.size,
		mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_ALL, &options, NULL, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_stablehlo_pass_report, report.size,
		mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_ALL, &options, &report, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_ALL, &options, &report, NULL), MLIRBC_OK);
	SIZES_REFUSED(struct mlirbc_stablehlo_refine_options, refine.size,
		mlirbc_stablehlo_refine(module, NULL, 0, &refine, NULL, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_stablehlo_refine_report, refined.size,
		mlirbc_stablehlo_refine(module, NULL, 0, &refine, &refined, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_stablehlo_refine(module, NULL, 0, &refine, &refined, NULL), MLIRBC_OK);
	struct mlirbc_stablehlo_divisions divisions = { 0 };
	SIZES_REFUSED(struct mlirbc_stablehlo_divisions, divisions.size,
		mlirbc_stablehlo_global_to_local(module, 2, &divisions, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_stablehlo_global_to_local(module, 2, &divisions, NULL), MLIRBC_OK);
	CHECK(divisions.argument_count == 1 && divisions.result_count == 1 && !divisions.results[0].parts);
	CHECK_INT(mlirbc_stablehlo_global_to_local(module, 0, NULL, NULL), MLIRBC_E_ARG);
	refined.size = 0;
	CHECK_INT(mlirbc_stablehlo_refine(module, NULL, 0, &refine, &refined, &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "options: size is not set, expected sizeof(struct mlirbc_stablehlo_refine_report)");
	mlirbc_context_destroy(context);
}

static void verification_and_artifacts(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context);
	struct mlirbc_stablehlo_verify_options verify = { 0 };
	struct mlirbc_stablehlo_vhlo_options vhlo = { 0 };
	const struct mlirbc_type *f32 = mlirbc_type_float(context, MLIRBC_F32), *operands[] = { f32, f32 };
	const struct mlirbc_type *const *types;
	struct mlirbc_stablehlo_description description = { .name = "stablehlo.add", .name_size = 13, .operand_types = operands,
		.operand_count = 2 };
	size_t count;
	CHECK_OR_RETURN(module);
	SIZES_REFUSED(struct mlirbc_stablehlo_verify_options, verify.size,
		mlirbc_stablehlo_verify_module(module, &verify, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_stablehlo_verify_options, verify.size,
		mlirbc_stablehlo_verify(context, module->body->first, &verify, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_stablehlo_description, description.size,
		mlirbc_stablehlo_infer(context, &description, &types, &count, NULL) == MLIRBC_E_ARG && !types);
	SIZES_REFUSED(struct mlirbc_stablehlo_vhlo_options, vhlo.size,
		mlirbc_stablehlo_to_vhlo(module, MLIRBC_STABLEHLO_CURRENT, &vhlo, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_stablehlo_vhlo_options, vhlo.size,
		mlirbc_stablehlo_from_vhlo(module, &vhlo, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_stablehlo_verify_module(module, &verify, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_stablehlo_to_vhlo(module, MLIRBC_STABLEHLO_CURRENT, &vhlo, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_stablehlo_from_vhlo(module, &vhlo, NULL), MLIRBC_OK);
	mlirbc_context_destroy(context);
}

static void exports(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_jax_load_options options = { 0 };
	const struct mlirbc_jax_export *exported = NULL;
	struct mlirbc_module *module;
	struct text bytes;
	CHECK_OR_RETURN(read_file(JAX_DATA "/key.jax", &bytes));
	CHECK_INT(mlirbc_jax_export_open(context, bytes.data, bytes.size, &exported, NULL), MLIRBC_OK);
	SIZES_REFUSED(struct mlirbc_jax_load_options, options.size,
		mlirbc_jax_export_load(exported, &options, &module, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_jax_export_load(exported, &options, &module, NULL), MLIRBC_OK);
	struct mlirbc_jax_write_options write = { 0 };
	struct text out = { 0 };
	SIZES_REFUSED(struct mlirbc_jax_write_options, write.size,
		mlirbc_jax_export_write(module, &write, append, &out, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_jax_export_write(module, &write, append, &out, NULL), MLIRBC_OK);
	free(out.data);
	mlirbc_context_destroy(context);
	free(bytes.data);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(passes), CHECK_CASE(verification_and_artifacts), CHECK_CASE(exports) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
