/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints modules and functions. Nested modules are compiled modules: data of the ops that refer to them, with ops of
 * any dialect. Their functions with ops of TFRT's dialects are printed like those of the program. libmlirbc prints
 * the other functions, and everything without a form in this file, with the custom assembly of upstream dialects.
 * The traversal is iterative: the position in a module is recomputed from the current op. */
#include "print/print.h"

#include <mlirbc/print.h>
#include <shared/from_mlirbc.h>

static void put_symbol(struct bef_mlir__printer *printer, const struct mlirbc_string *name)
{
	struct mlirbc_attr symbol = { .kind = MLIRBC_ATTR_SYMBOL };
	symbol.u.symbol.root = name;
	bef_mlir__put_attr(printer, &symbol);
}

/* Returns the string of an inherent or discardable attribute, or NULL. */
static const struct mlirbc_string *string_attr(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	return attr && attr->kind == MLIRBC_ATTR_STRING ? attr->u.string : NULL;
}

static void put_type_list(struct bef_mlir__printer *printer, const struct mlirbc_types *types, bool result)
{
	bool bare = result && types->count == 1 && types->data[0]->kind != MLIRBC_TYPE_FUNCTION;
	bef_mlir__put_text(printer, bare ? "" : "(");
	for (size_t i = 0; i < types->count; i++) {
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_type(printer, types->data[i]);
	}
	bef_mlir__put_text(printer, bare ? "" : ")");
}

/* ---- parts printed by libmlirbc */

struct indented {
	struct bef_mlir__printer *printer;
	uint32_t indent;
};

/* A newline in MLIR text always ends a line, because strings escape newlines. */
static int put_indented(void *ctx, const char *data, size_t size)
{
	const struct indented *to = ctx;
	while (size) {
		const char *newline = memchr(data, '\n', size);
		size_t line = newline ? (size_t)(newline - data) + 1 : size;
		bef_mlir__put(to->printer, data, line);
		if (newline)
			bef_mlir__put_indent(to->printer, to->indent);
		data += line;
		size -= line;
	}
	return to->printer->status != BEF_OK;
}

static void put_foreign(struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t indent)
{
	const struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	struct indented to = { printer, indent };
	bef_mlir__put_indent(printer, indent);
	enum mlirbc_status status = mlirbc_print_op(op, &options, put_indented, &to);
	if (printer->status == BEF_OK && status != MLIRBC_OK)
		printer->status = bef__from_mlirbc(status);
	bef_mlir__put_text(printer, "\n");
}

/* ---- functions */

/* Tests whether the dictionary has only these names; other attributes need the generic form of func.func. */
static bool has_only(const struct mlirbc_attr *dictionary, const char *const *names)
{
	for (size_t i = 0; dictionary && i < dictionary->u.dictionary.count; i++) {
		const char *const *name = names;
		while (*name && !bef_mlir__is_text(dictionary->u.dictionary.data[i].name, *name))
			name++;
		if (!*name)
			return false;
	}
	return true;
}

/* Tests whether every region has one block, so that no block needs a label, and some op is of TFRT's dialects. */
static bool has_plain_ops(const struct mlirbc_op *function)
{
	bool ours = false;
	for (struct mlirbc_op *op = mlirbc_op_next_pre((struct mlirbc_op *)(uintptr_t)function, NULL); op;
		op = mlirbc_op_next_pre((struct mlirbc_op *)(uintptr_t)function, op)) {
		if (mlirbc_op_successor_count(op) || (op != function && mlirbc_op_is(op, "func.func")))
			return false;
		struct bef_mlir__op found;
		ours |= bef_mlir__find_op(op->name, &found);
		for (uint32_t i = 0; i < op->region_count; i++) {
			const struct mlirbc_region *region = &mlirbc_op_regions(op)[i];
			if (region->block_count != 1 && (region->block_count || op != function))
				return false;
		}
	}
	return ours;
}

/* Tests whether a function of a compiled module is printed like one of the program. */
static bool is_plain_function(const struct mlirbc_op *op)
{
	static const char *const names[] = { "function_type", "sym_name", "sym_visibility", NULL };
	const struct mlirbc_attr *type = mlirbc_op_attr(op, "function_type");
	if (!mlirbc_op_is(op, "func.func") || !string_attr(op, "sym_name") || !type || type->kind != MLIRBC_ATTR_TYPE ||
		type->u.type_value->kind != MLIRBC_TYPE_FUNCTION || op->region_count != 1 || op->operand_count ||
		op->result_count || !has_only(mlirbc_op_properties(op), names))
		return false;
	const struct mlirbc_string *visibility = string_attr(op, "sym_visibility");
	if (visibility ? !bef_mlir__is_text(visibility, "private") && !bef_mlir__is_text(visibility, "public") &&
				 !bef_mlir__is_text(visibility, "nested")
		       : mlirbc_op_attr(op, "sym_visibility") != NULL)
		return false;
	const struct mlirbc_block *entry = mlirbc_op_regions(op)[0].first;
	return (!entry || entry->argument_count == type->u.type_value->u.function.inputs.count) && has_plain_ops(op);
}

static void put_function(struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t indent)
{
	const struct mlirbc_string *visibility = string_attr(op, "sym_visibility");
	const struct mlirbc_type *type = mlirbc_op_attr(op, "function_type")->u.type_value;
	const struct mlirbc_types *inputs = &type->u.function.inputs, *results = &type->u.function.results;
	bool external = mlirbc_op_regions(op)[0].block_count == 0;
	bef_mlir__put_indent(printer, indent);
	bef_mlir__put_text(printer, "func.func ");
	if (visibility) {
		bef_mlir__put(printer, visibility->data, visibility->size);
		bef_mlir__put_text(printer, " ");
	}
	put_symbol(printer, string_attr(op, "sym_name"));
	if (external)
		put_type_list(printer, inputs, false);
	for (size_t i = 0; i < inputs->count && !external; i++) {
		bef_mlir__put_text(printer, i ? ", %arg" : "(%arg");
		bef_mlir__put_number(printer, i);
		bef_mlir__put_text(printer, ": ");
		bef_mlir__put_type(printer, inputs->data[i]);
	}
	if (!external)
		bef_mlir__put_text(printer, inputs->count ? ")" : "()");
	if (results->count) {
		bef_mlir__put_text(printer, " -> ");
		put_type_list(printer, results, true);
	}
	bef_mlir__put_dictionary(printer, mlirbc_op_attributes(op), " attributes {", "}");
	if (external) {
		bef_mlir__put_location(printer, mlirbc_op_location(op));
		bef_mlir__put_text(printer, "\n");
		return;
	}
	bef_mlir__put_text(printer, " {\n");
	bef_mlir__put_region(printer, op, indent);
}

static bool is_empty(const struct mlirbc_attr *dictionary)
{
	return !dictionary || dictionary->kind != MLIRBC_ATTR_DICTIONARY || dictionary->u.dictionary.count == 0;
}

bool bef_mlir__put_func_op(struct bef_mlir__printer *printer, const struct mlirbc_op *op)
{
	static const char *const names[] = { "callee", NULL };
	const struct mlirbc_op *parent = bef_mlir__parent(op);
	const bool returns = mlirbc_op_is(op, "func.return"), calls = mlirbc_op_is(op, "func.call");
	if ((!returns && !calls) || !parent || !mlirbc_op_is(parent, "func.func") || op->region_count ||
		!is_empty(mlirbc_op_attributes(op)))
		return false;
	const struct mlirbc_attr *callee = mlirbc_op_attr(op, "callee");
	if (returns ? op->result_count || !is_empty(mlirbc_op_properties(op))
		    : !callee || !bef_mlir__is_flat_symbol(callee) || !has_only(mlirbc_op_properties(op), names))
		return false;
	bef_mlir__put_text(printer, returns ? "return" : "call ");
	if (calls) {
		put_symbol(printer, callee->u.symbol.root);
		bef_mlir__put_text(printer, "(");
	}
	for (uint32_t i = 0; i < op->operand_count; i++) {
		bef_mlir__put_text(printer, i ? ", " : returns ? " " : "");
		bef_mlir__put_value(printer, mlirbc_op_operands(op)[i].value);
	}
	bef_mlir__put_text(printer, calls ? ") : (" : op->operand_count ? " : " : "");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_type(printer, mlirbc_op_operands(op)[i].value->type);
	}
	if (calls) {
		bef_mlir__put_text(printer, ") -> ");
		bef_mlir__put_results(printer, op, false);
	}
	bef_mlir__put_location(printer, mlirbc_op_location(op));
	bef_mlir__put_text(printer, "\n");
	return true;
}

/* ---- modules */

static bool is_plain_module(const struct mlirbc_op *op)
{
	return mlirbc_op_is(op, "builtin.module") && op->region_count == 1 &&
	       mlirbc_op_regions(op)[0].block_count == 1 && mlirbc_op_regions(op)[0].first->argument_count == 0 &&
	       (string_attr(op, "sym_name") || !mlirbc_op_attr(op, "sym_name")) && !op->operand_count &&
	       !op->result_count;
}

static void open_module(struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t indent)
{
	const struct mlirbc_string *name = string_attr(op, "sym_name");
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	const char *separator = "attributes {";
	bef_mlir__put_indent(printer, indent);
	bef_mlir__put_text(printer, "module ");
	if (name) {
		put_symbol(printer, name);
		bef_mlir__put_text(printer, " ");
	}
	while ((attr = bef_mlir__next_attr(&attrs))) {
		if (bef_mlir__is_text(attr->name, "sym_name"))
			continue;
		bef_mlir__put_text(printer, separator);
		bef_mlir__put_entry(printer, attr);
		separator = ", ";
	}
	bef_mlir__put_text(printer, separator[0] == ',' ? "} {\n" : "{\n");
}

void bef_mlir__put_module(struct bef_mlir__printer *printer, const struct mlirbc_op *module)
{
	const bool locations = printer->locations;
	const struct mlirbc_op *at = module, *next;
	uint32_t indent = 0;
	open_module(printer, module, indent);
	next = mlirbc_op_regions(module)[0].first->first;
	while (printer->status == BEF_OK) {
		if (!next) { /* the end of the module that contains `at` */
			bef_mlir__put_indent(printer, indent);
			bef_mlir__put_text(printer, "}\n");
			if (at == module)
				return;
			indent--;
			next = at->next;
			at = bef_mlir__parent(at);
			printer->compiled = at != module;
			printer->locations = locations && !printer->compiled; /* no locations in compiled modules */
			continue;
		}
		const struct mlirbc_op *op = next;
		next = op->next;
		if (is_plain_module(op)) {
			open_module(printer, op, ++indent);
			at = op;
			next = mlirbc_op_regions(op)[0].first->first;
			printer->compiled = true;
			printer->locations = false;
		} else if (at == module ? mlirbc_op_is(op, "func.func") : is_plain_function(op)) {
			put_function(printer, op, indent + 1);
		} else {
			put_foreign(printer, op, indent + 1);
		}
	}
}
