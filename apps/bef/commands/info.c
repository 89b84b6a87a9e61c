/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef info: the functions of a model with names and types, and what an export of JAX says of them. */
#include "commands/commands.h"
#include "program/program.h"
#include "tensors/npy_array.h"

#include <bef/lowering.h>
#include <bef/source.h>
#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <bytecursor/kind.h>
#include <mlirbc/edit.h>
#include <mlirbc/jax_export.h>
#include <mlirbc/stablehlo_ops.h>
#include <string.h>

static int put(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	cli_put_escaped(stdout, text, size);
	return 0;
}

static void put_label(const char *label) { printf("%-10s ", label); }

/* ---- exports of JAX */

static void put_strings(const char *label, const struct mlirbc_jax_strings *all)
{
	if (all->count == 0)
		return;
	put_label(label);
	for (size_t i = 0; i < all->count; i++) {
		fputs(i ? ", " : "", stdout);
		put(NULL, all->data[i].data, all->data[i].size);
	}
	putchar('\n');
}

static void put_tree(const char *label, const struct mlirbc_jax_tree *tree, const struct mlirbc_jax_avals *avals)
{
	put_label(label);
	(void)!mlirbc_jax_tree_print(tree, avals->data, put, NULL);
	putchar('\n');
}

/* "P('x', None) on x=2" */
static void put_sharding(const char *what, size_t leaf, const struct mlirbc_jax_sharding *sharding)
{
	if (!sharding->specified)
		return;
	put_label("sharding");
	printf("%s %zu: ", what, leaf);
	for (size_t i = 0; i < sharding->rank; i++) {
		printf("%s[", i ? ", " : "");
		for (size_t k = 0; k < sharding->dims[i].count; k++) {
			fputs(k ? "," : "", stdout);
			put(NULL, sharding->dims[i].data[k].data, sharding->dims[i].data[k].size);
		}
		putchar(']');
	}
	for (size_t i = 0; sharding->mesh && i < sharding->mesh->axes.count; i++) {
		fputs(i ? ", " : " on the mesh ", stdout);
		put(NULL, sharding->mesh->axes.data[i].data, sharding->mesh->axes.data[i].size);
		printf("=%u", sharding->mesh->sizes[i]);
	}
	putchar('\n');
}

static void put_shardings(const struct mlirbc_jax_export *e)
{
	for (size_t i = 0; i < e->in_shardings.count; i++)
		put_sharding("argument", i, &e->in_shardings.data[i]);
	for (size_t i = 0; i < e->out_shardings.count; i++)
		put_sharding("result", i, &e->out_shardings.data[i]);
}

/* Leaves that the artifact does not use. */
static void put_unused(const struct mlirbc_jax_export *e)
{
	if (e->kept_count == e->in_avals.count)
		return;
	put_label("not used");
	size_t k = 0;
	for (size_t i = 0, count = 0; i < e->in_avals.count; i++) {
		if (k < e->kept_count && e->kept[k] == i)
			k++;
		else
			printf("%sargument %zu", count++ ? ", " : "", i);
	}
	putchar('\n');
}

static void put_export(const struct mlirbc_jax_export *e)
{
	unsigned gradients = 0;
	for (const struct mlirbc_jax_export *one = e->vjp; one; one = one->vjp)
		gradients++;
	put_label("function");
	put(NULL, e->function_name.data, e->function_name.size);
	printf(", exported by JAX");
	if (e->jax_version.size)
		putchar(' ');
	put(NULL, e->jax_version.data, e->jax_version.size);
	printf(" (calling convention %u)\n", e->calling_convention_version);
	put_strings("platforms", &e->platforms);
	printf("%-10s %u\n", "devices", e->devices);
	put_tree("arguments", e->in_tree, &e->in_avals);
	put_tree("results", e->out_tree, &e->out_avals);
	put_unused(e);
	put_strings("ordered", &e->ordered_effects);
	put_strings("unordered", &e->unordered_effects);
	put_strings("allowed", &e->disabled_custom_calls);
	put_shardings(e);
	if (gradients)
		printf("%-10s of order %u\n", "gradient", gradients);
}

static int info_export(const struct cli_input *input)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_jax_export *exported;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const enum mlirbc_status status = context ? mlirbc_jax_export_open(context, input->data, input->size, &exported, &diag) : MLIRBC_E_NOMEM;
	if (status == MLIRBC_OK)
		put_export(exported);
	else if (context)
		cli_error("%s: %s", input->name, diag.message); /* not reached: the source is open */
	mlirbc_context_destroy(context);
	return status == MLIRBC_OK ? CLI_GOOD : status == MLIRBC_E_NOMEM ? cli_out_of_memory() : CLI_BAD;
}

/* ---- constraints of symbolic shapes, which only the messages of assertions name */

static void put_constraint(const struct mlirbc_op *op)
{
	static const char before[] = "symbolic shape constraint ";
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name"), *message = mlirbc_op_attr(op, "error_message");
	if (!target || target->kind != MLIRBC_ATTR_STRING || target->u.string->size != 15 ||
		memcmp(target->u.string->data, "shape_assertion", 15) != 0 || !message || message->kind != MLIRBC_ATTR_STRING)
		return;
	const char *at = memmem(message->u.string->data, message->u.string->size, before, sizeof before - 1);
	const char *end = message->u.string->data + message->u.string->size;
	const char *stop = at ? memmem(at, (size_t)(end - at), ". ", 2) : NULL;
	if (!stop)
		return;
	at += sizeof before - 1;
	put_label("constraint");
	put(NULL, at, (size_t)(stop - at));
	putchar('\n');
}

static void put_constraints(struct mlirbc_module *module)
{
	const struct mlirbc_string *name = mlirbc_string_get(module->context, "main", 4);
	struct mlirbc_op *root = name ? mlirbc_block_symbol(mlirbc_module_symbols(module), name) : NULL;
	for (struct mlirbc_op *op = NULL; root && (op = mlirbc_op_next_pre(root, op)) != NULL;)
		if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_custom_call)
			put_constraint(op);
}

/* ---- functions */

static void put_values(const char *what, const struct bef_stablehlo_value *values, uint32_t count)
{
	char type[TYPE_TEXT];
	for (uint32_t i = 0; i < count; i++) {
		printf("  %-9s %-3u ", what, i);
		put(NULL, values[i].name.data, values[i].name.size);
		printf(": %s\n", values[i].dtype
					 ? array_type_text((enum kernels_dtype)values[i].dtype, values[i].rank, values[i].dims, type)
					 : "token");
	}
}

static void put_functions(const struct bef_stablehlo_signatures *all)
{
	if (all->device.size) {
		put_label("device");
		put(NULL, all->device.data, all->device.size);
		putchar('\n');
	}
	if (all->replicas > 1 || all->partitions > 1)
		printf("%-10s %u replicas, %u partitions\n", "processes", all->replicas ? all->replicas : 1, all->partitions ? all->partitions : 1);
	for (size_t i = 0; i < all->count; i++) {
		const struct bef_stablehlo_function *function = &all->functions[i];
		printf("\nfunction @");
		put(NULL, function->name.data, function->name.size);
		putchar('\n');
		put_values("argument", function->arguments, function->argument_count);
		put_values("result", function->results, function->result_count);
	}
}

static int info_bef(const char *name, const void *data, size_t size)
{
	struct bef_stablehlo_signatures *all;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_stablehlo_signatures_read(data, size, NULL, &all, &diag) != BEF_OK)
		return program_error(name, &diag);
	put_functions(all);
	bef_stablehlo_signatures_free(all);
	return CLI_GOOD;
}

/* The signatures of a source, in a BEF file without the functions. */
static int info_source(const char *name, struct mlirbc_module *module)
{
	const struct bef_stablehlo_options options = { .size = sizeof options, .signatures_only = true };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct mlirbc_module *program;
	uint8_t *bef;
	size_t size;
	enum bef_status status = bef_stablehlo_lower(module, &options, &program, &diag);
	if (status == BEF_OK)
		status = bef_assemble(program, NULL, NULL, &bef, &size, &diag);
	if (status != BEF_OK)
		return program_error(name, &diag);
	const int code = info_bef(name, bef, size);
	bef_assemble_free(NULL, bef, size);
	return code;
}

static int take(void *ctx, const struct cli_input *input, struct bef_source *source, bool *out_taken)
{
	const enum bef_source_kind kind = bef_source_kind(source);
	int code = CLI_GOOD;
	(void)ctx;
	*out_taken = true;
	if (kind == BEF_SOURCE_BEF_MODEL)
		return info_bef(input->name, input->data, input->size);
	if (kind != BEF_SOURCE_MODEL) {
		cli_error("%s: this is a host program, expected a model; 'bef stats' describes host programs", input->name);
		return CLI_BAD;
	}
	if (input->kind == BYTECURSOR_KIND_JAX_EXPORT)
		code = info_export(input);
	if (code == CLI_GOOD)
		put_constraints(bef_source_module(source));
	return code == CLI_GOOD ? info_source(input->name, bef_source_module(source)) : code;
}

int bef_info_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path;
	struct program program;
	const struct program_options how = { .take = take, .platform = "*" };
	int code = cli_parse(self, NULL, 0, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = program_load(path, &how, &program);
	if (code == CLI_GOOD)
		program_finish(&program);
	return code;
}
