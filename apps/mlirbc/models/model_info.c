/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc info, for models: functions, constants, costs, and features that a runner needs. */
#include "models/model.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct report {
	struct model model;
	struct figures figures;
	struct need *needs;
	size_t need_count;
	size_t *order; /* public functions as in the file */
	size_t public_count;
};

/* ---- collecting */

static const struct model *sorted; /* for by_order(): qsort() passes no context */

static int by_order(const void *left, const void *right)
{
	const size_t a = sorted->functions[*(const size_t *)left].order,
		     b = sorted->functions[*(const size_t *)right].order;
	return (a > b) - (a < b);
}

static void list_public(struct report *r)
{
	for (size_t i = 0; i < r->model.function_count; i++) {
		if (r->model.functions[i].is_public)
			r->order[r->public_count++] = i;
	}
	sorted = &r->model;
	qsort(r->order, r->public_count, sizeof *r->order, by_order);
}

static bool collect(struct report *r)
{
	r->order = calloc(r->model.function_count + 1, sizeof *r->order);
	if (!r->order || !model_figures(&r->model, &r->figures) ||
		!model_needs(&r->model, &r->needs, &r->need_count) || !model_flops(&r->model))
		return false;
	list_public(r);
	return true;
}

/* ---- arguments and results */

struct slot {
	const struct mlirbc_type *type;
	struct model_name name;
	bool has_bytes, donated, has_alias;
	uint64_t bytes, alias;
	struct mlirbc_string memory;   /* mhlo.memory_kind; empty: none */
	struct mlirbc_string sharding; /* empty: none; a string may be binary */
	char few[512];                 /* text of a sharding that is not a string, cut */
};

static struct mlirbc_string string_of(const struct mlirbc_attr *attr)
{
	return attr && attr->kind == MLIRBC_ATTR_STRING ? *attr->u.string : (struct mlirbc_string){ NULL, 0 };
}

static void describe_sharding(const struct mlirbc_attr *attrs, struct slot *out)
{
	const struct mlirbc_attr *attr = mlirbc_dictionary_find(attrs, "sdy.sharding");
	if (!attr)
		attr = mlirbc_dictionary_find(attrs, "mhlo.sharding");
	out->sharding = string_of(attr);
	if (attr && attr->kind != MLIRBC_ATTR_STRING) {
		(void)model_attr_text(attr, out->few, sizeof out->few);
		out->sharding = (struct mlirbc_string){ out->few, strlen(out->few) };
	}
}

static void describe_slot(const struct model_function *function, bool result, size_t index, struct slot *out)
{
	const struct mlirbc_type *type = model_function_type(function);
	const struct mlirbc_attr *attrs = model_slot_attrs(function, result, index);
	const struct mlirbc_attr *alias = mlirbc_dictionary_find(attrs, "tf.aliasing_output");
	const struct mlirbc_attr *donor = mlirbc_dictionary_find(attrs, "jax.buffer_donor");
	*out = (struct slot){ .type = (result ? &type->u.function.results : &type->u.function.inputs)->data[index] };
	(result ? model_result_name : model_argument_name)(function, index, &out->name);
	out->has_bytes = model_bytes(out->type, &out->bytes);
	out->has_alias = alias && alias->kind == MLIRBC_ATTR_INTEGER;
	out->alias = out->has_alias ? alias->u.number.words[0] : 0;
	out->donated = out->has_alias || (donor && donor->kind == MLIRBC_ATTR_INTEGER && donor->u.number.words[0]);
	out->memory = string_of(mlirbc_dictionary_find(attrs, "mhlo.memory_kind"));
	describe_sharding(attrs, out);
}

/* ---- text */

static void put_slot(const struct slot *slot, const char *what)
{
	char type[NAME_MOST];
	const size_t width = 20;
	printf("  %-9s ", what);
	put_name(stdout, slot->name.text.data, slot->name.text.size);
	printf("%*s ", slot->name.text.size < width ? (int)(width - slot->name.text.size) : 0, "");
	const size_t size = model_type_text(slot->type, type, sizeof type);
	put_escaped(stdout, type, strlen(type));
	printf(size == sizeof type ? "..." : "");
	if (slot->has_bytes)
		printf("  %" PRIu64 " byte%s", slot->bytes, slot->bytes == 1 ? "" : "s");
	if (slot->has_alias)
		printf(", aliases result %" PRIu64, slot->alias);
	else if (slot->donated)
		printf(", donated");
	if (slot->memory.size) {
		printf(", memory ");
		put_name(stdout, slot->memory.data, slot->memory.size);
	}
	if (slot->sharding.size) {
		printf(", sharding ");
		put_name(stdout, slot->sharding.data, slot->sharding.size);
	}
	printf("\n");
}

static void put_flops(const struct flops *flops)
{
	const char *separator = ": ";
	const bool gaps = flops->uncounted || flops->loops || flops->recursive;
	printf("  %-9s %s%" PRIu64, "flops", gaps ? "at least " : "", flops_total(flops));
	for (unsigned i = 0; i < FLOPS_KINDS; i++) {
		if (!flops->kinds[i])
			continue;
		printf("%s%s %" PRIu64, separator, flops_kind_names[i], flops->kinds[i]);
		separator = ", ";
	}
	if (flops->loops)
		printf("; %" PRIu64 " loop%s counted once", flops->loops, flops->loops == 1 ? "" : "s");
	if (flops->uncounted)
		printf("; %" PRIu64 " op%s not counted", flops->uncounted, flops->uncounted == 1 ? "" : "s");
	if (flops->recursive)
		printf("; recursive calls not counted");
	printf("\n");
}

/* The bytes of all arguments. Weights that are arguments cannot be told from data. */
static uint64_t argument_bytes(const struct mlirbc_type *type)
{
	uint64_t sum = 0, bytes;
	for (size_t i = 0; type && i < type->u.function.inputs.count; i++) {
		if (model_bytes(type->u.function.inputs.data[i], &bytes))
			sum = model_add(sum, bytes);
	}
	return sum;
}

static void put_function(const struct model_function *function)
{
	const struct mlirbc_type *type = model_function_type(function);
	const size_t count = type ? type->u.function.inputs.count : 0;
	struct slot slot;
	printf("\nfunction @");
	put_name(stdout, function->name->data, function->name->size);
	printf(": %zu argument%s, %" PRIu64 " bytes\n", count, count == 1 ? "" : "s", argument_bytes(type));
	for (size_t i = 0; type && i < type->u.function.inputs.count; i++) {
		describe_slot(function, false, i, &slot);
		put_slot(&slot, "argument");
	}
	for (size_t i = 0; type && i < type->u.function.results.count; i++) {
		describe_slot(function, true, i, &slot);
		put_slot(&slot, "result");
	}
	put_flops(&function->flops);
}

static void put_constants(const char *title, const struct constants *constants)
{
	printf("%-10s %" PRIu64 " elements in %" PRIu64 " constant%s, %" PRIu64 " bytes\n", title, constants->elements,
		constants->count, constants->count == 1 ? "" : "s", constants->bytes);
}

static void put_needs(const struct report *r)
{
	if (r->need_count)
		printf("\na runner needs\n");
	for (size_t i = 0; i < r->need_count; i++) {
		const struct need *need = &r->needs[i];
		printf("  %10" PRIu64 " %-14s ", need->count, need_kind_names[need->kind]);
		put_escaped(stdout, need->name, strlen(need->name));
		printf(need->meaning ? " (%s)\n" : "\n", need->meaning);
	}
}

static void put_report(const struct report *r)
{
	printf("model      StableHLO%s%s\n", r->model.artifact[0] ? ", portable artifact of version " : "",
		r->model.artifact);
	const struct mlirbc_op *root = r->model.module->body->first;
	const struct mlirbc_string name = root ? string_of(mlirbc_op_attr(root, "sym_name"))
					       : (struct mlirbc_string){ NULL, 0 };
	if (name.size && mlirbc_op_is(root, "builtin.module")) {
		printf("module     @");
		put_name(stdout, name.data, name.size);
		printf("\n");
	}
	printf("functions  %zu, %zu public\n", r->model.function_count, r->public_count);
	put_constants("parameters", &r->figures.parameters);
	put_constants("constants", &r->figures.constants);
	for (size_t i = 0; i < r->public_count; i++)
		put_function(&r->model.functions[r->order[i]]);
	printf("\nops\n");
	for (size_t i = 0; i < r->figures.ops.count; i++) {
		const struct mlirbc_string *op = r->figures.ops.slots[i].key;
		printf("  %10" PRIu64 " ", r->figures.ops.slots[i].count);
		put_name(stdout, op->data, op->size);
		printf("\n");
	}
	put_needs(r);
	printf("\n");
}

/* ---- JSON */

static void json_cut(const char *key, const char *text, size_t size)
{
	cli_json_text(key, text, size < NAME_MOST ? size : NAME_MOST);
}

static void json_slots(const struct model_function *function, bool result)
{
	const struct mlirbc_type *type = model_function_type(function);
	const size_t count = !type ? 0 : result ? type->u.function.results.count : type->u.function.inputs.count;
	char text[NAME_MOST + 1];
	struct slot slot;
	cli_json_open(result ? "results" : "arguments", '[');
	for (size_t i = 0; i < count; i++) {
		describe_slot(function, result, i, &slot);
		cli_json_open(NULL, '{');
		json_cut("name", slot.name.text.data, slot.name.text.size);
		(void)model_type_text(slot.type, text, sizeof text);
		cli_json_word("type", text);
		if (slot.type->kind == MLIRBC_TYPE_TENSOR) {
			(void)model_type_text(slot.type->u.shaped.element, text, sizeof text);
			cli_json_word("element_type", text);
			cli_json_open("shape", '[');
			for (size_t k = 0; k < slot.type->u.shaped.rank; k++) {
				if (slot.type->u.shaped.dims[k] < 0)
					cli_json_null(NULL);
				else
					cli_json_number(NULL, (uint64_t)slot.type->u.shaped.dims[k]);
			}
			cli_json_close();
		}
		if (slot.has_bytes)
			cli_json_number("bytes", slot.bytes);
		if (slot.has_alias)
			cli_json_number("aliases_result", slot.alias);
		if (!result)
			cli_json_bool("donated", slot.donated);
		if (slot.memory.size)
			json_cut("memory", slot.memory.data, slot.memory.size);
		if (slot.sharding.size)
			json_cut("sharding", slot.sharding.data, slot.sharding.size);
		cli_json_close();
	}
	cli_json_close();
}

static void json_function(const struct model_function *function)
{
	const struct flops *flops = &function->flops;
	cli_json_open(NULL, '{');
	json_cut("name", function->name->data, function->name->size);
	json_slots(function, false);
	json_slots(function, true);
	cli_json_number("flops", flops_total(flops));
	cli_json_open("flops_by_kind", '{');
	for (unsigned i = 0; i < FLOPS_KINDS; i++)
		cli_json_number(flops_kind_names[i], flops->kinds[i]);
	cli_json_close();
	cli_json_number("uncounted_ops", flops->uncounted);
	cli_json_number("loops_counted_once", flops->loops);
	cli_json_bool("recursive", flops->recursive);
	cli_json_close();
}

static void json_constants(const char *key, const struct constants *constants)
{
	cli_json_open(key, '{');
	cli_json_number("count", constants->count);
	cli_json_number("elements", constants->elements);
	cli_json_number("bytes", constants->bytes);
	cli_json_close();
}

static void json_report(const struct report *r)
{
	cli_json_open("model", '{');
	cli_json_word("vhlo_version", r->model.artifact[0] ? r->model.artifact : NULL);
	cli_json_number("function_count", r->model.function_count);
	json_constants("parameters", &r->figures.parameters);
	json_constants("constants", &r->figures.constants);
	cli_json_open("functions", '[');
	for (size_t i = 0; i < r->public_count; i++)
		json_function(&r->model.functions[r->order[i]]);
	cli_json_close();
	cli_json_open("ops", '[');
	for (size_t i = 0; i < r->figures.ops.count; i++) {
		const struct mlirbc_string *op = r->figures.ops.slots[i].key;
		cli_json_open(NULL, '{');
		json_cut("name", op->data, op->size);
		cli_json_number("count", r->figures.ops.slots[i].count);
		cli_json_close();
	}
	cli_json_close();
	cli_json_open("needs", '[');
	for (size_t i = 0; i < r->need_count; i++) {
		cli_json_open(NULL, '{');
		cli_json_word("kind", need_kind_names[r->needs[i].kind]);
		cli_json_word("name", r->needs[i].name);
		cli_json_number("count", r->needs[i].count);
		cli_json_word("meaning", r->needs[i].meaning);
		cli_json_close();
	}
	cli_json_close();
	cli_json_close();
}

/* The command does not fail if a model cannot be read: the tables of an artifact of a newer version are still
 * printed. */
static void put_reason(const char *reason, bool json)
{
	if (json) {
		cli_json_word("model_error", reason);
		return;
	}
	printf("model      not readable: ");
	cli_put_escaped(stdout, reason, strlen(reason));
	printf("\n\n");
}

int model_info(const struct table *table, bool json)
{
	struct report report = { .need_count = 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const enum mlirbc_status status = model_open(table->input, false, &report.model, &diag);
	if (status == MLIRBC_E_NOMEM)
		return cli_out_of_memory();
	if (status != MLIRBC_OK) {
		put_reason(diag.message, json);
		return CLI_GOOD;
	}
	const bool good = collect(&report);
	if (good)
		(json ? json_report : put_report)(&report);
	free(report.needs);
	free(report.order);
	tally_finish(&report.figures.ops);
	model_finish(&report.model);
	return good ? CLI_GOOD : cli_out_of_memory();
}
