/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of dialects whose form is that of func.func, and wasmssa.func. */
#include "own_func.h"



static bool parse_func(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__signature signature;
	(void)name;
	return up__read_visibility(parser, op) && up__read_symbol_name(parser, op) &&
	       up__read_signature(parser, false, &signature) &&
	       up__add_function_type(parser, op, "function_type", &signature) && mlirbc_parser_attr_dict(parser, op, true) &&
	       up__add_signature_attrs(parser, op, &signature) &&
	       up__read_function_body(parser, op, &signature, NULL, 0, false);
}

static bool func_fits(const struct mlirbc_op *op) { return up__function_fits(op, "function_type"); }

static bool print_func(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	const struct mlirbc_type *type = mlirbc_op_attr(op, "function_type")->u.type_value;
	mlirbc_printer_text(printer, " ");
	up__print_word_attr(printer, op, "sym_visibility");
	up__print_symbol_name(printer, op, "");
	up__print_signature(printer, op, &type->u.function.inputs, &type->u.function.results, false);
	mlirbc_printer_attr_dict(printer, op, "sym_name sym_visibility function_type arg_attrs res_attrs ", true);
	if (!up__entry(op, 0))
		return false;
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- wasmssa.func exported @f(%a: !wasmssa<local ref to i32>) -> i32 { ... }: the function's type has i32 */

static const char LOCAL[] = "local ref to ";

static bool is_local(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_DIALECT && type->u.dialect.text->size > sizeof LOCAL - 1 &&
	       memcmp(type->u.dialect.text->data, LOCAL, sizeof LOCAL - 1) == 0;
}

static const struct mlirbc_type *value_type(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	const struct mlirbc_type *made = NULL;
	if (!is_local(type))
		return type;
	const struct mlirbc_string *text = type->u.dialect.text;
	return up__type_of(parser, text->data + sizeof LOCAL - 1, text->size - sizeof LOCAL + 1, &made) ? made : NULL;
}

static bool parse_wasm(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct up__signature signature;
	(void)name;
	if ((mlirbc_parser_try(parser, "exported") &&
		    !mlirbc_parser_add_attr(parser, op, "exported", mlirbc_attr_unit(context))) ||
		!up__read_symbol_name(parser, op) || !up__read_signature(parser, false, &signature))
		return false;
	const struct mlirbc_type **inputs = mlirbc_parser_scratch(parser, (signature.count + 1) * sizeof *inputs);
	if (!inputs)
		return false;
	for (size_t i = 0; i < signature.count; i++) {
		if (!(inputs[i] = value_type(parser, signature.arguments[i].type)))
			return false;
	}
	const struct mlirbc_type *type = mlirbc_type_function(
		context, inputs, signature.count, signature.results.data, signature.results.count);
	return mlirbc_parser_add_attr(parser, op, "functionType", type ? mlirbc_attr_type(context, type) : NULL) &&
	       up__add_signature_attrs(parser, op, &signature) && mlirbc_parser_attr_dict(parser, op, true) &&
	       up__read_function_body(parser, op, &signature, NULL, 0, false);
}

static bool wasm_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = up__property(op, "functionType");
	const struct mlirbc_block *body = up__entry(op, 0);
	return type && type->kind == MLIRBC_ATTR_TYPE && type->u.type_value->kind == MLIRBC_TYPE_FUNCTION && body &&
	       body->argument_count == type->u.type_value->u.function.inputs.count;
}

static bool print_wasm(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	const struct mlirbc_block *body = up__entry(op, 0);
	const struct mlirbc_type *type = up__property(op, "functionType")->u.type_value;
	mlirbc_printer_text(printer, up__property(op, "exported") ? " exported " : " ");
	up__print_symbol_name(printer, op, "");
	mlirbc_printer_text(printer, "(");
	up__print_typed_arguments(printer, body, 0, body->argument_count, ": ");
	mlirbc_printer_text(printer, ")");
	up__print_results(printer, op, &type->u.function.results);
	mlirbc_printer_attr_dict(printer, op, "sym_name functionType arg_attrs res_attrs exported ", true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- wasmssa.global exported @g i32 mutable : { ... }, wasmssa.import_global "n" from "m" as @g mutable : i32 */

static bool parse_global(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *type;
	(void)name;
	return up__read_flag(parser, op, "exported", "exported") && up__read_symbol_name(parser, op) &&
	       mlirbc_parser_type(parser, &type) &&
	       mlirbc_parser_add_attr(parser, op, "type", mlirbc_attr_type(mlirbc_parser_context(parser), type)) &&
	       up__read_flag(parser, op, "mutable", "isMutable") && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, true);
}

static bool has_type(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = up__property(op, "type");
	return type && type->kind == MLIRBC_ATTR_TYPE;
}

static bool global_fits(const struct mlirbc_op *op) { return has_type(op) && up__entry(op, 0); }

static bool print_global(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	mlirbc_printer_text(printer, up__property(op, "exported") ? " exported " : " ");
	up__print_symbol_name(printer, op, "");
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_type(printer, up__property(op, "type")->u.type_value);
	mlirbc_printer_text(printer, up__property(op, "isMutable") ? " mutable : " : " : ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

static bool parse_import(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *imported, *module;
	const struct mlirbc_type *type;
	(void)name;
	return mlirbc_parser_string(parser, &imported) && mlirbc_parser_add_attr(parser, op, "importName", imported) &&
	       mlirbc_parser_expect(parser, "from") && mlirbc_parser_string(parser, &module) &&
	       mlirbc_parser_add_attr(parser, op, "moduleName", module) && mlirbc_parser_expect(parser, "as") &&
	       up__read_symbol_name(parser, op) && up__read_flag(parser, op, "mutable", "isMutable") &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &type) &&
	       mlirbc_parser_add_attr(parser, op, "type", mlirbc_attr_type(mlirbc_parser_context(parser), type));
}

static bool import_fits(const struct mlirbc_op *op)
{
	return has_type(op) && up__property(op, "importName") && up__property(op, "moduleName");
}

static bool print_import(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr(printer, up__property(op, "importName"));
	mlirbc_printer_text(printer, " from ");
	mlirbc_printer_attr(printer, up__property(op, "moduleName"));
	up__print_symbol_name(printer, op, " as ");
	mlirbc_printer_text(printer, up__property(op, "isMutable") ? " mutable : " : " : ");
	mlirbc_printer_type(printer, up__property(op, "type")->u.type_value);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_wasmssa[] = {
	{ "wasmssa.func", parse_wasm, wasm_fits, print_wasm, NULL, NULL },
	{ "wasmssa.global", parse_global, global_fits, print_global, NULL, NULL },
	{ "wasmssa.import_global", parse_import, import_fits, print_import, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

const struct mlirbc_upstream__own mlirbc_upstream__own_ml_program[] = {
	{ "ml_program.func", parse_func, func_fits, print_func, NULL, NULL },
	{ "ml_program.subgraph", parse_func, func_fits, print_func, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

const struct mlirbc_upstream__own mlirbc_upstream__own_pdl_interp[] = {
	{ "pdl_interp.func", parse_func, func_fits, print_func, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

const struct mlirbc_upstream__own mlirbc_upstream__own_transform[] = {
	{ "transform.named_sequence", parse_func, func_fits, print_func, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

const struct mlirbc_upstream__own mlirbc_upstream__own_emitc_func[] = {
	{ "emitc.func", parse_func, func_fits, print_func, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

const struct mlirbc_upstream__own mlirbc_upstream__own_async_func[] = {
	{ "async.func", parse_func, func_fits, print_func, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
