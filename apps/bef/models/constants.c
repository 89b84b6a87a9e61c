/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/constants.h"
#include "models/bound.h"
#include "tensors/tensor_file.h"

#include <bef/lowering.h>
#include <bef/source.h>
#include <inttypes.h>
#include <mlirbc/build.h>
#include <mlirbc/edit.h>
#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdlib.h>
#include <string.h>

/* The function and its arguments that become constants. */
struct constants {
	struct bound bound;
	struct bef_stablehlo_signatures *signatures;
	const struct bef_stablehlo_function *function;
	struct npy_elements *elements; /* of each argument; without bytes: it stays. Valid until the module is gone */
};

static bool is_constant(const struct constants *c, uint32_t index) { return c->elements[index].bytes != NULL; }

/* ---- the elements */

static const struct bef_stablehlo_function *choose(const struct bef_stablehlo_signatures *all)
{
	for (size_t i = 0; i < all->count; i++) {
		if (all->functions[i].name.size == 4 && memcmp(all->functions[i].name.data, "main", 4) == 0)
			return &all->functions[i];
	}
	return all->count == 1 ? all->functions : NULL;
}

/* Arrays in modules are little-endian. */
static int to_little_endian(struct npy_elements *elements)
{
	const bool is_complex = elements->dtype == KERNELS_COMPLEX64 || elements->dtype == KERNELS_COMPLEX128;
	const size_t width = kernels_dtype_size(elements->dtype) / (is_complex ? 2 : 1);
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ || width == 1)
		return CLI_GOOD;
	uint8_t *copy = malloc(elements->size + 1);
	if (!copy)
		return cli_out_of_memory();
	for (size_t i = 0; i < elements->size; i++)
		copy[i - i % width + (width - 1 - i % width)] = ((const uint8_t *)elements->bytes)[i];
	free(elements->owned);
	elements->bytes = elements->owned = copy;
	return CLI_GOOD;
}

static int take_tensors(struct constants *c)
{
	const uint32_t count = c->function->argument_count;
	const struct tensorfile_tensor **tensors = calloc(count + (size_t)1, sizeof *tensors);
	bool *taken = calloc(count + (size_t)1, sizeof *taken);
	c->elements = calloc(count + (size_t)1, sizeof *c->elements);
	int code = tensors && taken && c->elements ? bound_choose(&c->bound, c->function, taken, false, tensors) : cli_out_of_memory();
	for (uint32_t i = 0; i < count && code == CLI_GOOD; i++) {
		const struct bef_stablehlo_value *value = &c->function->arguments[i];
		char text[200];
		snprintf(text, sizeof text, "argument %" PRIu32 " (%.*s)", i, (int)(value->name.size < 100 ? value->name.size : 100), value->name.data);
		const struct array_type type = { (enum kernels_dtype)value->dtype, value->rank, value->dims, text };
		if (!tensors[i])
			continue;
		code = tensor_file_take(c->bound.path, c->bound.file, tensors[i], &type, &c->elements[i]);
		if (code == CLI_GOOD && !c->elements[i].bytes)
			c->elements[i].bytes = ""; /* no elements */
		code = code == CLI_GOOD ? to_little_endian(&c->elements[i]) : code;
	}
	free(tensors);
	free(taken);
	return code;
}

/* ---- the module: a function with the old name makes the constants and calls the old one */

static struct mlirbc_op *find_function(const struct constants *c, const struct mlirbc_module *module)
{
	const struct bef_string name = c->function->name;
	for (struct mlirbc_op *op = mlirbc_module_symbols(module)->first; op; op = op->next) {
		const struct mlirbc_attr *own = mlirbc_op_is(op, "func.func") ? mlirbc_op_attr(op, "sym_name") : NULL;
		if (own && own->kind == MLIRBC_ATTR_STRING && own->u.string->size == name.size &&
			memcmp(own->u.string->data, name.data, name.size) == 0)
			return op;
	}
	return NULL;
}

/* The function type without the arguments that become constants. */
static const struct mlirbc_type *smaller_type(const struct constants *c, struct mlirbc_context *context, const struct mlirbc_type *type)
{
	const struct mlirbc_type **inputs = calloc(type->u.function.inputs.count + 1, sizeof *inputs);
	size_t count = 0;
	for (uint32_t i = 0; inputs && i < type->u.function.inputs.count; i++) {
		if (!is_constant(c, i))
			inputs[count++] = type->u.function.inputs.data[i];
	}
	const struct mlirbc_type *made = inputs ? mlirbc_type_function(context, inputs, count, type->u.function.results.data,
		type->u.function.results.count) : NULL;
	free(inputs);
	return made;
}

/* Attributes of arguments and results stay with them. */
static bool copy_attributes(const struct constants *c, struct mlirbc_context *context, struct mlirbc_op *from, struct mlirbc_op *to)
{
	const struct mlirbc_attr *arguments = mlirbc_op_attr(from, "arg_attrs"), *results = mlirbc_op_attr(from, "res_attrs"), *made = NULL;
	const uint32_t all = c->function->argument_count;
	const struct mlirbc_attr **list = calloc(all + (size_t)1, sizeof *list);
	const bool has = arguments && arguments->kind == MLIRBC_ATTR_ARRAY && arguments->u.array.count == all;
	size_t count = 0;
	for (uint32_t i = 0; has && list && i < all; i++) {
		if (!is_constant(c, i))
			list[count++] = arguments->u.array.data[i];
	}
	if (has && list)
		made = mlirbc_attr_array(context, list, count);
	const bool good = list && (!has || made);
	free(list);
	return good && (!made || mlirbc_op_set_attr(to, "arg_attrs", made) == MLIRBC_OK) &&
	       (!results || mlirbc_op_set_attr(to, "res_attrs", results) == MLIRBC_OK);
}

/* The operands of the call: the new arguments, and constants. */
static void make_operands(const struct constants *c, struct mlirbc_builder *builder, const struct mlirbc_block *old,
	const struct mlirbc_block *entry, struct mlirbc_value **out)
{
	uint32_t next = 0;
	for (uint32_t i = 0; i < old->argument_count; i++) {
		const struct mlirbc_value *argument = &old->arguments[i];
		const struct npy_elements *elements = &c->elements[i];
		char key[32];
		builder->location = mlirbc_value_location(argument);
		if (!is_constant(c, i)) {
			mlirbc_value_set_location(&entry->arguments[next], builder->location);
			out[i] = &entry->arguments[next++];
			continue;
		}
		snprintf(key, sizeof key, "befkit.weights.%" PRIu32, i);
		const struct mlirbc_attr *value = mlirbc_builder_resource(builder, key, argument->type, elements->bytes, elements->size,
			(uint32_t)kernels_dtype_size(elements->dtype));
		out[i] = MLIRBC_VALUE(builder, "stablehlo.constant", MLIRBC_RESULTS(argument->type),
			.attrs = &(struct mlirbc_build_attr){ "value", value }, .attr_count = 1);
	}
}

static int rewrite(const struct constants *c, const char *name, struct mlirbc_module *module, struct mlirbc_op *old)
{
	static const char renamed[] = "befkit.with_weights";
	struct mlirbc_context *context = module->context;
	struct mlirbc_builder builder;
	const struct mlirbc_attr *type = mlirbc_op_attr(old, "function_type");
	const struct mlirbc_block *body = mlirbc_op_regions(old)->first;
	struct mlirbc_value **operands = calloc(c->function->argument_count + (size_t)1, sizeof(struct mlirbc_value *));
	char *own = strndup(c->function->name.data, c->function->name.size);
	mlirbc_builder_init_module(&builder, module);
	const struct mlirbc_attr *new_name = mlirbc_attr_string(context, renamed, sizeof renamed - 1);
	const struct mlirbc_attr *private_name = mlirbc_attr_string(context, "private", 7);
	bool good = operands && own && new_name && private_name && mlirbc_op_set_attr(old, "sym_name", new_name) == MLIRBC_OK &&
		    mlirbc_op_set_attr(old, "sym_visibility", private_name) == MLIRBC_OK;
	struct mlirbc_block *entry = good ? mlirbc_builder_function(&builder, own, smaller_type(c, context, type->u.type_value)) : NULL;
	good = entry && copy_attributes(c, context, old, entry->parent->parent);
	if (good) {
		const struct mlirbc_types results = type->u.type_value->u.function.results;
		make_operands(c, &builder, body, entry, operands);
		builder.location = mlirbc_op_location(old);
		struct mlirbc_op *call = MLIRBC_OP(&builder, "func.call", .operands = operands, .operand_count = body->argument_count,
			.results = results.data, .result_count = results.count,
			.attrs = &(struct mlirbc_build_attr){ "callee", mlirbc_attr_symbol(context, renamed, sizeof renamed - 1) }, .attr_count = 1);
		struct mlirbc_value **returned = calloc(results.count + 1, sizeof(struct mlirbc_value *));
		for (size_t i = 0; call && returned && i < results.count; i++)
			returned[i] = &mlirbc_op_results(call)[i];
		good = call && returned && MLIRBC_OP(&builder, "func.return", .operands = returned, .operand_count = results.count);
		free(returned);
	}
	free(operands);
	free(own);
	if (!good)
		cli_error("%s: cannot make constants of its arguments: %s", name, builder.status ? builder.message : "out of memory");
	return good ? CLI_GOOD : CLI_SYSTEM;
}

static int take_source(void *ctx, const struct cli_input *input, struct bef_source *source, bool *out_taken)
{
	const struct constants *c = ctx;
	struct mlirbc_module *module = bef_source_kind(source) == BEF_SOURCE_MODEL ? bef_source_module(source) : NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	*out_taken = false;
	if (module && mlirbc_stablehlo_from_vhlo(module, NULL, &diag) != MLIRBC_OK) { /* of a portable artifact */
		cli_error("%s: %s", input->name, diag.message);
		return CLI_BAD;
	}
	struct mlirbc_op *old = module ? find_function(c, module) : NULL;
	if (old && mlirbc_op_load(old, &diag) != MLIRBC_OK) {
		cli_error("%s: %s", input->name, diag.message);
		return CLI_BAD;
	}
	const struct mlirbc_block *body = old && old->region_count ? mlirbc_op_regions(old)->first : NULL;
	if (!body || body->argument_count != c->function->argument_count) {
		cli_error("%s: '%.*s' has other arguments in the source; --weights of 'bef run' takes the tensors", input->name,
			(int)c->function->name.size, c->function->name.data);
		return CLI_BAD;
	}
	return rewrite(c, input->name, module, old);
}

/* ---- loading */

static int find_arguments(struct constants *c, const char *path, const struct program *program)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	if (!program->model || bef_stablehlo_signatures_read(program->bef, program->bef_size, NULL, &c->signatures, &diag) != BEF_OK) {
		cli_error("%s: --weights is for models", path);
		return CLI_USAGE;
	}
	c->function = choose(c->signatures);
	if (c->function)
		return CLI_GOOD;
	cli_error("%s: --weights is for a model with a function main, or with one function", path);
	return CLI_USAGE;
}

static void finish(struct constants *c)
{
	for (uint32_t i = 0; c->elements && i < c->function->argument_count; i++)
		free(c->elements[i].owned);
	free(c->elements);
	bef_stablehlo_signatures_free(c->signatures);
}

int constants_load(const char *path, const struct program_options *options, const char *weights, const char *map, struct program *out_program)
{
	struct constants c = { .signatures = NULL };
	struct program first;
	struct program_options how = *options;
	*out_program = (struct program){ .bef = NULL };
	if (strcmp(path, "-") == 0) {
		cli_error("--weights: the model is read twice, so it cannot be standard input");
		return CLI_USAGE;
	}
	how.emit_mlir = false;
	int code = program_load(path, &how, &first);
	if (code != CLI_GOOD)
		return code;
	code = find_arguments(&c, path, &first);
	if (code == CLI_GOOD)
		code = bound_open(weights, map, &c.bound);
	if (code == CLI_GOOD)
		code = take_tensors(&c);
	how.emit_mlir = options->emit_mlir;
	how.take = take_source;
	how.take_ctx = &c;
	if (code == CLI_GOOD)
		code = program_load(path, &how, out_program);
	if (c.function)
		finish(&c);
	const int changed = c.bound.path ? bound_finish(&c.bound) : CLI_GOOD;
	program_finish(&first);
	if (code == CLI_GOOD && changed != CLI_GOOD)
		program_finish(out_program);
	return code == CLI_GOOD ? changed : code;
}
