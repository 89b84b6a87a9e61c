/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Descriptions of functions in the program: operations hlo.signature. */
#include "ops/ops.h"
#include <hlo/kernels.h>

#include <stdio.h>
#include <string.h>

const char bef_hlo__signatures[] = ".signatures";

static bool is_private(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *visibility = mlirbc_op_attr(op, "sym_visibility");
	return visibility && visibility->kind == MLIRBC_ATTR_STRING && bef_hlo__text_is(visibility->u.string, "private");
}

/* ---- names: a line for each argument, then for each result */

struct names {
	struct bef_hlo__lower *lower;
	char *text;
	size_t size, room;
};

static bool add_name(struct names *names, const char *data, size_t size)
{
	if (names->room - names->size <= size) {
		size_t room = 2 * (names->room + size) + 64;
		char *text = bef_hlo__room(names->lower, room, 1);
		if (!text)
			return false;
		if (names->size)
			memcpy(text, names->text, names->size);
		names->text = text;
		names->room = room;
	}
	for (size_t i = 0; i < size; i++)
		names->text[names->size++] = data[i] == '\n' ? ' ' : data[i];
	names->text[names->size++] = '\n';
	return true;
}

/* An argument is named by its location. */
static const struct mlirbc_string *argument_name(const struct mlirbc_value *argument)
{
	const struct mlirbc_attr *location = mlirbc_value_location(argument);
	return location && location->kind == MLIRBC_LOC_NAME && location->u.name.name->size ? location->u.name.name : NULL;
}

/* A result is named by what JAX says of it. */
static const struct mlirbc_string *result_name(const struct mlirbc_op *function, size_t index)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(function, "res_attrs");
	if (!all || all->kind != MLIRBC_ATTR_ARRAY || index >= all->u.array.count ||
		all->u.array.data[index]->kind != MLIRBC_ATTR_DICTIONARY)
		return NULL;
	const struct mlirbc_attr *info = mlirbc_dictionary_find(all->u.array.data[index], "jax.result_info");
	return info && info->kind == MLIRBC_ATTR_STRING && info->u.string->size ? info->u.string : NULL;
}

static bool add_names(struct names *names, struct mlirbc_op *function, size_t arguments, size_t results)
{
	const struct mlirbc_block *block = mlirbc_op_regions(function)[0].first;
	for (size_t i = 0; i < arguments + results; i++) {
		const struct mlirbc_string *name =
			i < arguments ? argument_name(&block->arguments[i]) : result_name(function, i - arguments);
		char number[32];
		int size = snprintf(number, sizeof number, i < arguments ? "arg%zu" : "result%zu", i < arguments ? i : i - arguments);
		if (!add_name(names, name ? name->data : number, name ? name->size : (size_t)size))
			return false;
	}
	const char *device = names->lower->options.device;
	return !device || add_name(names, device, strlen(device));
}

/* ---- the form: flags */

/* An integer attribute of the module above 0; else 0. */
static int64_t module_number(const struct bef_hlo__lower *lower, const char *name)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(lower->module->body->first, name);
	const bool known = attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->u.number.words[0] <= UINT16_MAX;
	return known ? (int64_t)attr->u.number.words[0] : 0;
}

static void add_form(const struct bef_hlo__lower *lower, int64_t *words, size_t *count)
{
	const int64_t replicas = module_number(lower, "mhlo.num_replicas"), partitions = module_number(lower, "mhlo.num_partitions");
	const bool processes = replicas || partitions;
	words[(*count)++] = (processes ? HLO_SIGNATURE_PROCESSES : 0) | (lower->options.device ? HLO_SIGNATURE_DEVICE : 0);
	if (processes) {
		words[(*count)++] = replicas;
		words[(*count)++] = partitions;
	}
}

/* ---- types, in the form of the attribute `types`, behind the form */

static bool add_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type, int64_t *words, size_t *count)
{
	type = bef_hlo__storage_type(lower, type);
	if (type)
		bef_hlo__put_type(type, words, count);
	return type != NULL;
}

/* Of a program without functions nothing else looks at types that are no tensors. */
static bool has_values(const struct bef_hlo__lower *lower, const struct mlirbc_type *type)
{
	if (!bef_hlo__is_tensor(type))
		return bef_hlo__is_token(type) || !lower->options.signatures_only;
	return bef_hlo__is_quantized(type) || bef_hlo__dtype(bef_hlo__element(type)) != 0;
}

static bool check_type(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_type *type)
{
	if (!has_values(lower, type))
		return bef_hlo__refuse_type(lower, op, type);
	return !bef_hlo__is_tensor(type) || type->u.shaped.rank <= HLO_MOST_RANK ||
	       bef_hlo__refuse(lower, op, "rank %zu is above %d", type->u.shaped.rank, HLO_MOST_RANK);
}

static bool describe(struct bef_hlo__lower *lower, const struct bef_hlo__function *function)
{
	const struct mlirbc_type *type = mlirbc_op_attr(function->op, "function_type")->u.type_value;
	const struct mlirbc_types *inputs = &type->u.function.inputs, *results = &type->u.function.results;
	struct names names = { .lower = lower };
	struct bef_hlo__attrs attrs = { .count = 0 };
	int64_t *words = bef_hlo__room(lower, inputs->count + results->count + 2, (HLO_MOST_RANK + 2) * sizeof *words);
	size_t count = 0;
	lower->op = function->op;
	if (words)
		add_form(lower, words, &count);
	for (size_t i = 0; words && i < inputs->count + results->count; i++) {
		const struct mlirbc_type *one = i < inputs->count ? inputs->data[i] : results->data[i - inputs->count];
		if (!check_type(lower, function->op, one) || !add_type(lower, one, words, &count))
			return false;
	}
	if (!words || !add_names(&names, function->op, inputs->count, results->count))
		return false;
	bef_hlo__attr_int(lower, &attrs, "arguments", (int64_t)inputs->count);
	bef_hlo__attr_bool(lower, &attrs, "effects", function->effects);
	bef_hlo__attr_text(lower, &attrs, "function", function->name->data, function->name->size);
	bef_hlo__attr_text(lower, &attrs, "names", names.size ? names.text : "", names.size);
	bef_hlo__attr_ints(lower, &attrs, "signature", words, count);
	return bef_hlo__emit(lower, "signature", NULL, 0, NULL, 0, &attrs);
}

bool bef_hlo__write_signatures(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *op;
	const struct mlirbc_build_op end = { .name = "tfrt.return" };
	const struct mlirbc_type *type = mlirbc_type_function(lower->context, NULL, 0, NULL, 0);
	lower->builder.location = NULL;
	if (!type || !mlirbc_builder_function(&lower->builder, bef_hlo__signatures, type))
		return bef_hlo__no_memory(lower);
	for (size_t i = 0; i < lower->function_count; i++) {
		if (!is_private(lower->functions[i].op) && !describe(lower, &lower->functions[i]))
			return false;
	}
	return bef_hlo__plain_op(lower, &end, &op);
}
