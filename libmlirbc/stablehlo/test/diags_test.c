/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of libmlirbc-stablehlo, with diagnostics of all sizes. */
#include "../../test/golden.h"

#include <mlirbc/jax_export.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_attrs.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdlib.h>

#define DIAGS_STRUCT struct mlirbc_diag
#include "diags.h"

static const char corrupt[] = "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n"
			      "  %0 = \"stablehlo.abs\"(%x) : (tensor<2xf32>) -> tensor<3xf32>\n"
			      "  return %0 : tensor<3xf32>\n}\n";
static const char uncalled[] = "func.func @main() {\n  func.call @\"f\\1B[31m\\C2\\9B\\FF\"() : () -> ()\n  return\n}\n";
static const char dynamic[] = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n";
static const char foreign[] = "func.func @main() {\n  \"t.a\\1B[31m\"() : () -> ()\n  return\n}\n";
static const char newer[] = "\"vhlo.add_v99\"() : () -> ()\n";
static const char no_attributes[] = "\"stablehlo.transpose\"() : () -> ()\n";
static const char no_groups[] = "\"t.a\"() {replica_groups = \"\\1B\"} : () -> ()\n";
static const char no_mesh[] =
	"\"t.a\"() {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = \"x\">]>} : () -> ()\n";

/* A module of a text, in a context of its own. */
static struct mlirbc_module *parsed(const char *text)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, text, strlen(text), &options, &module, &diag) == MLIRBC_OK)
		return module;
	check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	abort();
}
/* The first operation of its body, or of the function there. */
static struct mlirbc_op *first(const struct mlirbc_module *module)
{
	struct mlirbc_op *op = mlirbc_op_regions(module->body->first)->first->first;
	return mlirbc_op_is(op, "func.func") ? mlirbc_op_regions(op)->first->first : op;
}
static unsigned freed(unsigned status, struct mlirbc_module *module)
{
	mlirbc_context_destroy(module->context);
	return status;
}

/* ---- verification and inference */

DIAGS_FAILS(mlirbc_stablehlo_verify)
{
	struct mlirbc_module *module = parsed(corrupt);
	return freed(mlirbc_stablehlo_verify(module->context, module->body->first, NULL, diag), module);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_verify, nothing) { return mlirbc_stablehlo_verify(NULL, NULL, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_verify, options)
{
	struct mlirbc_module *module = parsed(corrupt);
	return freed(mlirbc_stablehlo_verify(module->context, module->body->first,
		&(struct mlirbc_stablehlo_verify_options){ .size = 0 }, diag), module);
}
static unsigned verify(const char *text, bool known_dialects_only, void *diag)
{
	const struct mlirbc_stablehlo_verify_options options = { .size = sizeof options, .known_dialects_only = known_dialects_only };
	struct mlirbc_module *module = parsed(text);
	return freed(mlirbc_stablehlo_verify_module(module, &options, diag), module);
}
DIAGS_FAILS(mlirbc_stablehlo_verify_module) { return verify(corrupt, false, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_verify_module, symbol) { return verify(uncalled, false, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_verify_module, dialect) { return verify(foreign, true, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_verify_module, nothing) { return mlirbc_stablehlo_verify_module(NULL, NULL, diag); }
DIAGS_FAILS(mlirbc_stablehlo_verify_op)
{
	struct mlirbc_module *module = parsed(corrupt);
	return freed(mlirbc_stablehlo_verify_op(module->context, first(module), diag), module);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_verify_op, nothing) { return mlirbc_stablehlo_verify_op(NULL, NULL, diag); }

static unsigned infer(const struct mlirbc_stablehlo_description *description, void *diag)
{
	struct mlirbc_module *module = parsed("");
	const struct mlirbc_type *const *types;
	size_t count;
	return freed(mlirbc_stablehlo_infer(module->context, description, &types, &count, diag), module);
}
DIAGS_FAILS(mlirbc_stablehlo_infer)
{
	return infer(&(struct mlirbc_stablehlo_description){
		.size = sizeof(struct mlirbc_stablehlo_description), .name = "stablehlo.add", .name_size = 13 }, diag);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_infer, name)
{
	return infer(&(struct mlirbc_stablehlo_description){
		.size = sizeof(struct mlirbc_stablehlo_description), .name = "t.\x1b[31m\xe2\x82", .name_size = 9 }, diag);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_infer, size) { return infer(&(struct mlirbc_stablehlo_description){ .size = 0 }, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_infer, nothing) { return infer(NULL, diag); }

/* ---- attributes */

DIAGS_FAILS(mlirbc_stablehlo_attrs)
{
	struct mlirbc_module *module = parsed(no_attributes);
	const struct mlirbc_stablehlo_attr *attrs;
	size_t count;
	return freed(mlirbc_stablehlo_attrs(module->context, first(module), &attrs, &count, diag), module);
}
static unsigned replica_groups(const char *text, void *diag)
{
	struct mlirbc_module *module = parsed(text);
	const struct mlirbc_attr *groups;
	return freed(mlirbc_stablehlo_replica_groups(module->context, first(module), &groups, diag), module);
}
DIAGS_FAILS(mlirbc_stablehlo_replica_groups) { return replica_groups(no_groups, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_replica_groups, missing) { return replica_groups(no_attributes, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_replica_groups, mesh) { return replica_groups(no_mesh, diag); }

/* ---- passes */

static unsigned run(const char *text, unsigned passes, const struct mlirbc_stablehlo_pass_options *options, void *diag)
{
	struct mlirbc_module *module = parsed(text);
	return freed(mlirbc_stablehlo_run(module, passes, options, NULL, diag), module);
}
DIAGS_FAILS(mlirbc_stablehlo_run) { return run(uncalled, MLIRBC_STABLEHLO_ALL, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_run, passes) { return run(dynamic, ~0u, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_run, options)
{
	return run(dynamic, MLIRBC_STABLEHLO_ALL, &(struct mlirbc_stablehlo_pass_options){ .size = 0 }, diag);
}
DIAGS_FAILS(mlirbc_stablehlo_global_to_local)
{
	struct mlirbc_module *module = parsed(newer);
	return freed(mlirbc_stablehlo_global_to_local(module, 2, NULL, diag), module);
}
DIAGS_FAILS(mlirbc_stablehlo_propagate)
{
	struct mlirbc_module *module = parsed("sdy.mesh @m = <[\"a\"=2]>\n");
	return freed(mlirbc_stablehlo_propagate(module, diag), module);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_propagate, mesh)
{
	struct mlirbc_module *module = parsed(
		"func.func @main(%a: tensor<2xf32> {mhlo.sharding = \"{devices=[2]<=[2]}\"}) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}\n");
	return freed(mlirbc_stablehlo_propagate(module, diag), module);
}

static unsigned refine(const char *text, const struct mlirbc_stablehlo_argument *arguments, size_t count,
	const struct mlirbc_stablehlo_refine_options *options, void *diag)
{
	struct mlirbc_module *module = parsed(text);
	return freed(mlirbc_stablehlo_refine(module, arguments, count, options, NULL, diag), module);
}
DIAGS_FAILS(mlirbc_stablehlo_refine)
{
	return refine(dynamic, &(struct mlirbc_stablehlo_argument){ .index = 7 }, 1, NULL, diag);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_refine, function)
{
	return refine(dynamic, NULL, 0,
		&(struct mlirbc_stablehlo_refine_options){
			.size = sizeof(struct mlirbc_stablehlo_refine_options), .function = "f\x1b[31m\x9b" }, diag);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_refine, call) { return refine(uncalled, NULL, 0, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_refine, options)
{
	return refine(dynamic, NULL, 0, &(struct mlirbc_stablehlo_refine_options){ .size = 0 }, diag);
}

/* ---- artifacts */

DIAGS_FAILS(mlirbc_stablehlo_from_vhlo)
{
	struct mlirbc_module *module = parsed(newer);
	return freed(mlirbc_stablehlo_from_vhlo(module, NULL, diag), module);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_from_vhlo, options)
{
	struct mlirbc_module *module = parsed(newer);
	return freed(mlirbc_stablehlo_from_vhlo(module, &(struct mlirbc_stablehlo_vhlo_options){ .size = 0 }, diag), module);
}
static unsigned to_vhlo(const char *text, struct mlirbc_stablehlo_version version,
	const struct mlirbc_stablehlo_vhlo_options *options, void *diag)
{
	struct mlirbc_module *module = parsed(text);
	return freed(mlirbc_stablehlo_to_vhlo(module, version, options, diag), module);
}
DIAGS_FAILS(mlirbc_stablehlo_to_vhlo) { return to_vhlo(foreign, MLIRBC_STABLEHLO_CURRENT, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_to_vhlo, version)
{
	return to_vhlo(dynamic, (struct mlirbc_stablehlo_version){ 99, 0, 0 }, NULL, diag);
}
DIAGS_FAILS_TOO(mlirbc_stablehlo_to_vhlo, attribute) { return to_vhlo(no_attributes, MLIRBC_STABLEHLO_CURRENT, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_stablehlo_to_vhlo, options)
{
	return to_vhlo(dynamic, MLIRBC_STABLEHLO_CURRENT, &(struct mlirbc_stablehlo_vhlo_options){ .size = 0 }, diag);
}

/* ---- exports of JAX */

static unsigned open_export(const char *bytes, size_t size, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_jax_export *exported;
	const unsigned status = mlirbc_jax_export_open(context, bytes, size, &exported, diag);
	mlirbc_context_destroy(context);
	return status;
}
DIAGS_FAILS(mlirbc_jax_export_open) { return open_export("no export", 9, diag); }
DIAGS_FAILS_TOO(mlirbc_jax_export_open, cut)
{
	struct text bytes;
	if (!read_file(JAX_DATA "/key.jax", &bytes))
		abort();
	const unsigned status = open_export(bytes.data, bytes.size - 64, diag);
	free(bytes.data);
	return status;
}
static unsigned load_export(const struct mlirbc_jax_load_options *options, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_jax_export *exported;
	struct mlirbc_module *module;
	struct text bytes;
	if (!read_file(JAX_DATA "/key.jax", &bytes) ||
		mlirbc_jax_export_open(context, bytes.data, bytes.size, &exported, NULL) != MLIRBC_OK)
		abort();
	const unsigned status = mlirbc_jax_export_load(exported, options, &module, diag);
	mlirbc_context_destroy(context);
	free(bytes.data);
	return status;
}
DIAGS_FAILS(mlirbc_jax_export_load)
{
	return load_export(&(struct mlirbc_jax_load_options){ .size = sizeof(struct mlirbc_jax_load_options), .platform = "\x1B" }, diag);
}
DIAGS_FAILS_TOO(mlirbc_jax_export_load, options) { return load_export(&(struct mlirbc_jax_load_options){ .size = 0 }, diag); }

static unsigned write_export(const char *text, const struct mlirbc_jax_write_options *options, void *diag)
{
	struct mlirbc_module *module = parsed(text);
	struct text out = { 0 };
	const unsigned status = mlirbc_jax_export_write(module, options, append, &out, diag);
	free(out.data);
	return freed(status, module);
}
DIAGS_FAILS(mlirbc_jax_export_write) { return write_export(dynamic, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_jax_export_write, dialect) { return write_export(foreign, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_jax_export_write, options)
{
	return write_export(dynamic, &(struct mlirbc_jax_write_options){ .size = 0 }, diag);
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(mlirbc_jax_export_open), DIAGS_CASE_TOO(mlirbc_jax_export_open, cut),
		DIAGS_CASE(mlirbc_jax_export_load), DIAGS_CASE_TOO(mlirbc_jax_export_load, options), DIAGS_CASE(mlirbc_jax_export_write),
		DIAGS_CASE_TOO(mlirbc_jax_export_write, dialect), DIAGS_CASE_TOO(mlirbc_jax_export_write, options),
		DIAGS_CASE(mlirbc_stablehlo_verify),
		DIAGS_CASE_TOO(mlirbc_stablehlo_verify, nothing), DIAGS_CASE_TOO(mlirbc_stablehlo_verify, options),
		DIAGS_CASE(mlirbc_stablehlo_verify_module), DIAGS_CASE_TOO(mlirbc_stablehlo_verify_module, symbol),
		DIAGS_CASE_TOO(mlirbc_stablehlo_verify_module, dialect),
		DIAGS_CASE_TOO(mlirbc_stablehlo_verify_module, nothing), DIAGS_CASE(mlirbc_stablehlo_verify_op),
		DIAGS_CASE_TOO(mlirbc_stablehlo_verify_op, nothing), DIAGS_CASE(mlirbc_stablehlo_infer),
		DIAGS_CASE_TOO(mlirbc_stablehlo_infer, name), DIAGS_CASE_TOO(mlirbc_stablehlo_infer, size),
		DIAGS_CASE_TOO(mlirbc_stablehlo_infer, nothing), DIAGS_CASE(mlirbc_stablehlo_attrs),
		DIAGS_CASE(mlirbc_stablehlo_replica_groups), DIAGS_CASE_TOO(mlirbc_stablehlo_replica_groups, missing),
		DIAGS_CASE_TOO(mlirbc_stablehlo_replica_groups, mesh), DIAGS_CASE(mlirbc_stablehlo_run),
		DIAGS_CASE_TOO(mlirbc_stablehlo_run, passes), DIAGS_CASE_TOO(mlirbc_stablehlo_run, options),
		DIAGS_CASE(mlirbc_stablehlo_global_to_local), DIAGS_CASE(mlirbc_stablehlo_propagate),
		DIAGS_CASE_TOO(mlirbc_stablehlo_propagate, mesh), DIAGS_CASE(mlirbc_stablehlo_refine), DIAGS_CASE_TOO(mlirbc_stablehlo_refine, function),
		DIAGS_CASE_TOO(mlirbc_stablehlo_refine, call), DIAGS_CASE_TOO(mlirbc_stablehlo_refine, options),
		DIAGS_CASE(mlirbc_stablehlo_from_vhlo), DIAGS_CASE_TOO(mlirbc_stablehlo_from_vhlo, options),
		DIAGS_CASE(mlirbc_stablehlo_to_vhlo), DIAGS_CASE_TOO(mlirbc_stablehlo_to_vhlo, version),
		DIAGS_CASE_TOO(mlirbc_stablehlo_to_vhlo, attribute),
		DIAGS_CASE_TOO(mlirbc_stablehlo_to_vhlo, options) };
	return diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
