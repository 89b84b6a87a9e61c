/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules, functions, global variables, specialization constants and entry points of `spirv`. */
#include "own_spirv.h"

/* ---- spirv.module */

static bool add_word(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *text)
{
	struct mlirbc_string word;
	if (!mlirbc_parser_word(parser, &word))
		return false;
	const struct mlirbc_attr *made = up__attr_of(parser, text, &word);
	return made ? mlirbc_parser_add_attr(parser, op, name, made)
		    : mlirbc_parser_error(parser, "invalid %s attribute specification", name);
}

static bool parse_module(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *triple;
	(void)name;
	if ((mlirbc_parser_at_symbol(parser) && !up__read_symbol_name(parser, op)) ||
		!add_word(parser, op, "addressing_model", "#spirv.addressing_model<%>") ||
		!add_word(parser, op, "memory_model", "#spirv.memory_model<%>"))
		return false;
	if (mlirbc_parser_try(parser, "requires") &&
		(!mlirbc_parser_attr(parser, NULL, &triple) || !mlirbc_parser_add_attr(parser, op, "vce_triple", triple)))
		return false;
	if (!mlirbc_parser_attr_dict(parser, op, true) || !mlirbc_parser_add_region(parser, op, NULL, NULL, 0, true))
		return false;
	struct mlirbc_region *region = mlirbc_parser_last_region(parser, op);
	return region->first || mlirbc_block_create(mlirbc_parser_context(parser), region, NULL, NULL, 0) ||
	       mlirbc_parser_no_memory(parser);
}

static bool module_fits(const struct mlirbc_op *op)
{
	return up__entry(op, 0) && up__inside(up__property(op, "addressing_model"), "addressing_model").size &&
	       up__inside(up__property(op, "memory_model"), "memory_model").size;
}

static void print_word(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_string word = up__inside(up__property(op, name), name);
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_bytes(printer, word.data, word.size);
}

static bool print_module(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *triple = up__property(op, "vce_triple");
	if (step)
		return false;
	up__print_symbol_name(printer, op, " ");
	print_word(printer, op, "addressing_model");
	print_word(printer, op, "memory_model");
	if (triple) {
		mlirbc_printer_text(printer, " requires ");
		mlirbc_printer_attr(printer, triple);
	}
	mlirbc_printer_attr_dict(printer, op, "addressing_model memory_model vce_triple sym_name ", true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- spirv.func, spirv.ARM.Graph */

static bool is_graph(const struct mlirbc_string *name) { return name->data[name->size - 1] == 'h'; }

static bool parse_func(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__signature signature;
	if (!up__read_symbol_name(parser, op) || !up__read_signature(parser, false, &signature) ||
		!up__add_function_type(parser, op, "function_type", &signature) ||
		!up__add_signature_attrs(parser, op, &signature))
		return false;
	if (!is_graph(name)) {
		const struct mlirbc_attr *control = up__read_spirv_word(parser, "function_control", NULL);
		if (!control || !mlirbc_parser_add_attr(parser, op, "function_control", control))
			return false;
	}
	return mlirbc_parser_attr_dict(parser, op, true) &&
	       up__read_function_body(parser, op, &signature, NULL, 0, true);
}

static bool func_fits(const struct mlirbc_op *op)
{
	return up__function_fits(op, "function_type") &&
	       (is_graph(op->name) || up__inside(up__property(op, "function_control"), "function_control").size);
}

static bool print_func(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	const struct mlirbc_type *type = up__property(op, "function_type")->u.type_value;
	up__print_symbol_name(printer, op, " ");
	up__print_signature(printer, op, &type->u.function.inputs, &type->u.function.results, false);
	if (!is_graph(op->name)) {
		mlirbc_printer_text(printer, " ");
		up__print_spirv_word(printer, up__property(op, "function_control"), "function_control");
	}
	mlirbc_printer_attr_dict(printer, op, "sym_name function_type arg_attrs res_attrs function_control ", true);
	if (!up__entry(op, 0))
		return false;
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true, .empty = up__entry(op, 0)->argument_count == 0 };
	return true;
}

/* ---- spirv.GlobalVariable */

static bool parse_global(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *initializer;
	const struct mlirbc_type *type;
	(void)name;
	if (!up__read_symbol_name(parser, op))
		return false;
	if (mlirbc_parser_try(parser, "initializer") &&
		(!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_symbol(parser, &initializer) ||
			!mlirbc_parser_expect(parser, ")") ||
			!mlirbc_parser_add_attr(parser, op, "initializer", initializer)))
		return false;
	return up__read_spirv_decorations(parser, op) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_type(parser, &type) &&
	       mlirbc_parser_add_attr(parser, op, "type", mlirbc_attr_type(mlirbc_parser_context(parser), type));
}

static bool has_type(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = up__property(op, "type"), *name = up__property(op, "sym_name");
	return type && type->kind == MLIRBC_ATTR_TYPE && name && name->kind == MLIRBC_ATTR_STRING;
}

static void print_type(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_type(printer, up__property(op, "type")->u.type_value);
}

static bool print_global(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *initializer = up__property(op, "initializer");
	(void)step;
	(void)out;
	up__print_symbol_name(printer, op, " ");
	if (initializer) {
		mlirbc_printer_text(printer, " initializer(");
		mlirbc_printer_attr(printer, initializer);
		mlirbc_printer_text(printer, ")");
	}
	up__print_spirv_decorations(printer, op, "sym_name type initializer ");
	print_type(printer, op);
	return false;
}

/* ---- spirv.SpecConstant, spirv.SpecConstantComposite, spirv.EXT.SpecConstantCompositeReplicate */

static bool parse_spec(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *id, *value;
	(void)name;
	if (!up__read_symbol_name(parser, op))
		return false;
	if (mlirbc_parser_try(parser, "spec_id") &&
		(!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_integer(parser, NULL, &id) ||
			!mlirbc_parser_expect(parser, ")") || !up__add_named(parser, op, "spec_id", id)))
		return false;
	return mlirbc_parser_expect(parser, "=") && mlirbc_parser_attr(parser, NULL, &value) &&
	       mlirbc_parser_add_attr(parser, op, "default_value", value);
}

static bool spec_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *id = mlirbc_op_attr(op, "spec_id");
	return up__property(op, "default_value") && (!id || id->kind == MLIRBC_ATTR_INTEGER);
}

static bool print_spec(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *id = mlirbc_op_attr(op, "spec_id");
	(void)step;
	(void)out;
	up__print_symbol_name(printer, op, " ");
	if (id) {
		mlirbc_printer_text(printer, " spec_id(");
		mlirbc_printer_integer(printer, up__integer_of(id));
		mlirbc_printer_text(printer, ")");
	}
	mlirbc_printer_text(printer, " = ");
	mlirbc_printer_attr(printer, up__property(op, "default_value"));
	return false;
}

/* Symbols separated by commas; the first may be absent. `comma`: also before the first. */
static bool read_symbols(struct mlirbc_parser *parser, bool comma, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr **all = mlirbc_parser_scratch(parser, 8 * sizeof *all);
	size_t count = 0, capacity = 8;
	if (!all)
		return false;
	bool more = comma ? mlirbc_parser_try(parser, ",") : mlirbc_parser_at_symbol(parser);
	for (; more; more = mlirbc_parser_try(parser, ",")) {
		if (count == capacity) {
			const struct mlirbc_attr **larger = mlirbc_parser_scratch(parser, 2 * capacity * sizeof *all);
			if (!larger)
				return false;
			memcpy(larger, all, count * sizeof *all);
			all = larger;
			capacity *= 2;
		}
		if (!mlirbc_parser_symbol(parser, &all[count++]))
			return false;
	}
	*out = mlirbc_attr_array(mlirbc_parser_context(parser), all, count);
	return *out || mlirbc_parser_no_memory(parser);
}

static void print_symbols(
	struct mlirbc_printer *printer, const struct mlirbc_attr *symbols, const char *open, const char *between)
{
	for (size_t i = 0; i < symbols->u.array.count; i++) {
		mlirbc_printer_text(printer, i ? between : open);
		mlirbc_printer_attr(printer, symbols->u.array.data[i]);
	}
}

static bool parse_composite(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *symbols;
	const struct mlirbc_type *type;
	bool many = name->data[strlen("spirv.")] != 'E';
	if (!up__read_symbol_name(parser, op) || !mlirbc_parser_expect(parser, "(") ||
		!(many ? read_symbols(parser, false, &symbols) : mlirbc_parser_symbol(parser, &symbols)))
		return false;
	return mlirbc_parser_expect(parser, ")") && mlirbc_parser_add_attr(parser, op, many ? "constituents" : "constituent", symbols) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &type) &&
	       mlirbc_parser_add_attr(parser, op, "type", mlirbc_attr_type(mlirbc_parser_context(parser), type));
}

static bool composite_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *many = up__property(op, "constituents");
	return has_type(op) && (many ? many->kind == MLIRBC_ATTR_ARRAY : up__property(op, "constituent") != NULL);
}

static bool print_composite(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *many = up__property(op, "constituents");
	(void)step;
	(void)out;
	up__print_symbol_name(printer, op, " ");
	mlirbc_printer_text(printer, " (");
	if (many)
		print_symbols(printer, many, "", ", ");
	else
		mlirbc_printer_attr(printer, up__property(op, "constituent"));
	mlirbc_printer_text(printer, ")");
	print_type(printer, op);
	return false;
}

/* ---- spirv.EntryPoint, spirv.ExecutionMode, spirv.ARM.GraphEntryPoint */

static bool read_function(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *function;
	return mlirbc_parser_symbol(parser, &function) && mlirbc_parser_add_attr(parser, op, "fn", function);
}

static bool parse_entry(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *model, *symbols;
	if (name->data[strlen("spirv.")] == 'E') {
		model = up__read_spirv_word(parser, "execution_model", NULL);
		if (!model || !mlirbc_parser_add_attr(parser, op, "execution_model", model))
			return false;
	}
	return read_function(parser, op) && read_symbols(parser, true, &symbols) &&
	       mlirbc_parser_add_attr(parser, op, "interface", symbols);
}

static bool entry_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *symbols = up__property(op, "interface");
	return up__property(op, "fn") && symbols && symbols->kind == MLIRBC_ATTR_ARRAY;
}

static bool print_entry(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	if (up__property(op, "execution_model")) {
		mlirbc_printer_text(printer, " ");
		up__print_spirv_word(printer, up__property(op, "execution_model"), "execution_model");
	}
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr(printer, up__property(op, "fn"));
	print_symbols(printer, up__property(op, "interface"), ", ", ", ");
	return false;
}

static bool parse_mode(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	enum { MOST = 16 };
	const struct mlirbc_attr *values[MOST], *mode;
	const struct mlirbc_type *i32 = up__integer(parser, 32);
	size_t count = 0;
	(void)name;
	if (!read_function(parser, op))
		return false;
	mode = up__read_spirv_word(parser, "execution_mode", NULL);
	if (!mode || !mlirbc_parser_add_attr(parser, op, "execution_mode", mode))
		return false;
	while (mlirbc_parser_try(parser, ",")) {
		if (count == MOST)
			return mlirbc_parser_error(parser, "more than %d values", MOST);
		if (!mlirbc_parser_integer(parser, i32, &values[count++]))
			return false;
	}
	return mlirbc_parser_add_attr(
		parser, op, "values", mlirbc_attr_array(mlirbc_parser_context(parser), values, count));
}

static bool mode_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *values = up__property(op, "values");
	if (!up__property(op, "fn") || !values || values->kind != MLIRBC_ATTR_ARRAY)
		return false;
	for (size_t i = 0; i < values->u.array.count; i++) {
		if (values->u.array.data[i]->kind != MLIRBC_ATTR_INTEGER)
			return false;
	}
	return up__inside(up__property(op, "execution_mode"), "execution_mode").size != 0;
}

static bool print_mode(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *values = up__property(op, "values");
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr(printer, up__property(op, "fn"));
	mlirbc_printer_text(printer, " ");
	up__print_spirv_word(printer, up__property(op, "execution_mode"), "execution_mode");
	for (size_t i = 0; i < values->u.array.count; i++) {
		mlirbc_printer_text(printer, ", ");
		mlirbc_printer_integer(printer, up__integer_of(values->u.array.data[i]));
	}
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_spirv_symbols[] = {
	{ "spirv.ARM.Graph", parse_func, func_fits, print_func, NULL, NULL },
	{ "spirv.ARM.GraphEntryPoint", parse_entry, entry_fits, print_entry, NULL, NULL },
	{ "spirv.EXT.SpecConstantCompositeReplicate", parse_composite, composite_fits, print_composite, NULL, NULL },
	{ "spirv.EntryPoint", parse_entry, entry_fits, print_entry, NULL, NULL },
	{ "spirv.ExecutionMode", parse_mode, mode_fits, print_mode, NULL, NULL },
	{ "spirv.GlobalVariable", parse_global, has_type, print_global, NULL, NULL },
	{ "spirv.SpecConstant", parse_spec, spec_fits, print_spec, NULL, NULL },
	{ "spirv.SpecConstantComposite", parse_composite, composite_fits, print_composite, NULL, NULL },
	{ "spirv.func", parse_func, func_fits, print_func, NULL, NULL },
	{ "spirv.module", parse_module, module_fits, print_module, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
