/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Descriptions of functions in the program: operations hlo.signature. */
#include "ops/ops.h"
#include <hlo/kernels.h>
#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_names.h>

#include <stdio.h>
#include <string.h>

const char bef_hlo__signatures[] = ".signatures";

/* ---- names that calls of other functions give, which passes inline */

static bool keep_name(struct bef_hlo__lower *lower, const struct mlirbc_op *function, size_t index)
{
	struct mlirbc_value *argument = &mlirbc_op_regions(function)->first->arguments[index];
	const struct mlirbc_attr *location = mlirbc_value_location(argument);
	struct mlirbc_string found;
	if ((location && location->kind == MLIRBC_LOC_NAME) || !mlirbc_stablehlo_argument_name(function, index, &found))
		return true;
	const struct mlirbc_string *name = mlirbc_string_get(lower->context, found.data, found.size);
	struct mlirbc_attr named = { .kind = MLIRBC_LOC_NAME };
	named.u.name.name = name;
	named.u.name.child = location ? location : mlirbc_loc_unknown(lower->context);
	const struct mlirbc_attr *attr = name && named.u.name.child ? mlirbc_attr_get(lower->context, &named) : NULL;
	if (attr)
		mlirbc_value_set_location(argument, attr);
	return attr != NULL || bef_hlo__no_memory(lower);
}

bool bef_hlo__keep_names(struct bef_hlo__lower *lower)
{
	for (const struct mlirbc_op *op = mlirbc_module_symbols(lower->module)->first; op; op = op->next) {
		const bool function = mlirbc_op_is(op, "func.func") && op->region_count == 1 && !mlirbc_op_is_private(op);
		const struct mlirbc_block *block = function ? mlirbc_op_regions(op)->first : NULL;
		for (size_t i = 0; block && i < block->argument_count; i++)
			if (!keep_name(lower, op, i))
				return false;
	}
	return true;
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

static bool add_names(struct names *names, struct mlirbc_op *function, size_t arguments, size_t results)
{
	for (size_t i = 0; i < arguments + results; i++) {
		struct mlirbc_string name;
		const bool named = i < arguments ? mlirbc_stablehlo_argument_name(function, i, &name)
						 : mlirbc_stablehlo_result_name(function, i - arguments, &name);
		char number[32];
		int size = snprintf(number, sizeof number, i < arguments ? "arg%zu" : "result%zu", i < arguments ? i : i - arguments);
		if (!add_name(names, named ? name.data : number, named ? name.size : (size_t)size))
			return false;
	}
	const char *device = names->lower->options.device;
	return !device || add_name(names, device, strlen(device));
}

/* Lines behind the names, if there are any: readers that do not know them stop before. */
static bool add_traits(struct names *names, const struct mlirbc_op *function, size_t arguments, size_t results)
{
	const size_t count = arguments + results;
	struct bef_hlo__traits *lines = bef_hlo__room(names->lower, count + 1, sizeof *lines);
	bool any = false;
	for (size_t i = 0; i < count; i++) {
		if (!lines || !bef_hlo__traits(names->lower, function, i >= arguments, i < arguments ? i : i - arguments, &lines[i]))
			return false;
		any |= lines[i].size != 0;
	}
	for (size_t i = 0; any && i < count; i++)
		if (!add_name(names, lines[i].text, lines[i].size))
			return false;
	return lines != NULL;
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
	if (!words || !add_names(&names, function->op, inputs->count, results->count) ||
		!add_traits(&names, function->op, inputs->count, results->count))
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
		if (!mlirbc_op_is_private(lower->functions[i].op) && !describe(lower, &lower->functions[i]))
			return false;
	}
	return bef_hlo__plain_op(lower, &end, &op);
}
