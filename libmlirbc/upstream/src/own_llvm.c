/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions and globals of `llvm`. */
#include "constraint_words.h"
#include "own_llvm.h"

#include <stdio.h>

/* ---- parts of symbols: linkage, visibility, ... */

static bool read_comdat(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *comdat;
	return !mlirbc_parser_try(parser, "comdat") ||
	       (mlirbc_parser_expect(parser, "(") && mlirbc_parser_symbol(parser, &comdat) &&
		       mlirbc_parser_expect(parser, ")") && mlirbc_parser_add_attr(parser, op, "comdat", comdat));
}

static void print_comdat(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *comdat = up__property(op, "comdat");
	if (!comdat)
		return;
	mlirbc_printer_text(printer, " comdat(");
	mlirbc_printer_attr(printer, comdat);
	mlirbc_printer_text(printer, ")");
}

static bool read_linkage(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const struct mlirbc_string external = { "external", 8 };
	int found = up__try_word(parser, up__llvm_linkages);
	const struct mlirbc_string word = found < 0 ? external : up__word_at(up__llvm_linkages, found);
	return mlirbc_parser_add_attr(parser, op, "linkage", up__attr_of(parser, "#llvm.linkage<%>", &word)) &&
	       up__read_llvm_number(parser, op, "visibility_", up__llvm_visibilities);
}

/* ---- llvm.func */

static bool read_vscale(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	int64_t least, most;
	char text[96];
	if (!mlirbc_parser_try(parser, "vscale_range"))
		return true;
	if (!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_int64(parser, &least) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_int64(parser, &most) || !mlirbc_parser_expect(parser, ")"))
		return false;
	const struct mlirbc_string range = { text,
		(size_t)snprintf(text, sizeof text, "minRange = %d : i32, maxRange = %d : i32", (int)least, (int)most) };
	return mlirbc_parser_add_attr(parser, op, "vscale_range", up__attr_of(parser, "#llvm.vscale_range<%>", &range));
}

/* Types of other dialects may be LLVM's by an interface; those of builtin are known. */
static bool are_llvm_types(const struct up__signature *signature)
{
	for (size_t i = 0; i < signature->count + signature->results.count; i++) {
		const struct mlirbc_type *type = i < signature->count ? signature->arguments[i].type
								      : signature->results.data[i - signature->count];
		const bool is_dialect = type->kind == MLIRBC_TYPE_DIALECT || type->kind == MLIRBC_TYPE_CODED;
		if (!is_dialect && !mlirbc_upstream__is_word(WORD_LLVM, type))
			return false;
	}
	return true;
}

static bool parse_func(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__signature signature;
	(void)name;
	if (!read_linkage(parser, op) || !up__read_llvm_number(parser, op, "unnamed_addr", up__llvm_addresses) ||
		!up__read_llvm_word(parser, op, "CConv", "#llvm.cconv<%>", up__llvm_conventions))
		return false;
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!up__read_symbol_name(parser, op) || !up__read_signature(parser, true, &signature))
		return false;
	if (signature.results.count > 1)
		return mlirbc_parser_error_at(
			parser, &place, "failed to construct function type: expected zero or one function result");
	const struct mlirbc_type *result = signature.results.count ? signature.results.data[0] : NULL;
	if (!are_llvm_types(&signature))
		return mlirbc_parser_error_at(
			parser, &place, "failed to construct function type: expected LLVM type for function arguments and results");
	const struct mlirbc_type *type = up__llvm_function_type(
		parser, signature.arguments, signature.count, result, signature.variadic);
	return type &&
	       mlirbc_parser_add_attr(parser, op, "function_type", mlirbc_attr_type(mlirbc_parser_context(parser), type)) &&
	       read_vscale(parser, op) && read_comdat(parser, op) && mlirbc_parser_attr_dict(parser, op, true) &&
	       up__add_signature_attrs(parser, op, &signature) &&
	       up__read_function_body(parser, op, &signature, NULL, 0, true);
}

static bool func_fits(const struct mlirbc_op *op)
{
	struct mlirbc_string inputs;
	const struct mlirbc_attr *type = up__property(op, "function_type"), *name = up__property(op, "sym_name");
	return type && type->kind == MLIRBC_ATTR_TYPE && name && name->kind == MLIRBC_ATTR_STRING && op->region_count == 1 &&
	       up__llvm_function_result(type->u.type_value, &inputs).size;
}

/* The piece of a list of types at *at, which is moved behind the comma. */
static struct mlirbc_string next_type(const struct mlirbc_string *list, size_t *at)
{
	size_t from = *at, end = from;
	for (int depth = 0; end < list->size && (depth || list->data[end] != ','); end++)
		depth += strchr("<([", list->data[end]) ? 1 : strchr(">)]", list->data[end]) ? -1 : 0;
	*at = end + 2;
	return (struct mlirbc_string){ list->data + from, end - from };
}

static void print_inputs(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_string *inputs)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	size_t at = 0;
	for (uint32_t i = 0; at < inputs->size; i++) {
		const struct mlirbc_string type = next_type(inputs, &at);
		bool named = body && i < body->argument_count;
		mlirbc_printer_text(printer, i ? ", " : "");
		if (named) {
			mlirbc_printer_value(printer, &body->arguments[i]);
			mlirbc_printer_text(printer, ": ");
			mlirbc_printer_type(printer, body->arguments[i].type);
		} else {
			up__print_llvm_type(printer, &type);
		}
		if (type.data[0] != '.')
			up__print_item_attrs(printer, op, "arg_attrs", i);
		if (named)
			mlirbc_printer_argument_location(printer, &body->arguments[i]);
	}
}

static void print_result(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_string *result)
{
	const struct mlirbc_attr *attrs = up__property(op, "res_attrs");
	bool some = attrs && attrs->kind == MLIRBC_ATTR_ARRAY && attrs->u.array.count &&
		    attrs->u.array.data[0]->kind == MLIRBC_ATTR_DICTIONARY && attrs->u.array.data[0]->u.dictionary.count;
	if (result->size == 4 && memcmp(result->data, "void", 4) == 0)
		return;
	mlirbc_printer_text(printer, some ? " -> (" : " -> ");
	up__print_llvm_type(printer, result);
	up__print_item_attrs(printer, op, "res_attrs", 0);
	mlirbc_printer_text(printer, some ? ")" : "");
}

static void print_vscale(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	struct mlirbc_string range = up__inside(up__property(op, "vscale_range"), "vscale_range");
	if (range.size == 0)
		return;
	mlirbc_printer_text(printer, " vscale_range(");
	for (int i = 0; i < 2; i++) {
		size_t skip = 0, size = 0;
		while (skip < range.size && (range.data[skip] < '0' || range.data[skip] > '9'))
			skip++;
		while (skip + size < range.size && range.data[skip + size] >= '0' && range.data[skip + size] <= '9')
			size++;
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_bytes(printer, range.data + skip, size);
		while (skip < range.size && range.data[skip] != ',')
			skip++;
		range = (struct mlirbc_string){ range.data + skip, range.size - skip };
	}
	mlirbc_printer_text(printer, ")");
}

static bool print_func(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	struct mlirbc_string inputs, result;
	if (step)
		return false;
	result = up__llvm_function_result(up__property(op, "function_type")->u.type_value, &inputs);
	mlirbc_printer_text(printer, " ");
	up__print_llvm_word(printer, op, "linkage", "linkage", "external");
	up__print_llvm_number(printer, op, "visibility_", up__llvm_visibilities);
	up__print_llvm_number(printer, op, "unnamed_addr", up__llvm_addresses);
	up__print_llvm_word(printer, op, "CConv", "cconv", "ccc");
	up__print_symbol_name(printer, op, "");
	mlirbc_printer_text(printer, "(");
	print_inputs(printer, op, &inputs);
	mlirbc_printer_text(printer, ")");
	print_result(printer, op, &result);
	print_vscale(printer, op);
	print_comdat(printer, op);
	mlirbc_printer_attr_dict(printer, op,
		"sym_name function_type arg_attrs res_attrs linkage visibility_ unnamed_addr CConv vscale_range comdat ", true);
	if (!up__entry(op, 0))
		return false;
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- llvm.mlir.global, llvm.mlir.alias */

static bool is_alias(const struct mlirbc_string *name) { return name->data[name->size - 1] == 's'; }

/* The type of a text: !llvm.array<size x i8> */
static const struct mlirbc_type *text_type(struct mlirbc_context *context, const struct mlirbc_attr *value)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	char text[48];
	int size = snprintf(text, sizeof text, "array<%zu x i8>", value->u.string->size);
	type.u.dialect.dialect = mlirbc_string_get(context, "llvm", 4);
	type.u.dialect.text = mlirbc_string_get(context, text, (size_t)size);
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
}

static bool read_value(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_attr **out)
{
	*out = NULL;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	if (!mlirbc_parser_at(parser, ")") &&
		(!mlirbc_parser_attr(parser, NULL, out) || !mlirbc_parser_add_attr(parser, op, "value", *out)))
		return false;
	return mlirbc_parser_expect(parser, ")") && read_comdat(parser, op);
}

static bool parse_global(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr *value = NULL;
	const struct mlirbc_type *type = NULL;
	bool alias = is_alias(name);
	if (!read_linkage(parser, op) || !up__read_flag(parser, op, "thread_local", "thread_local_") ||
		!up__read_llvm_number(parser, op, "unnamed_addr", up__llvm_addresses) ||
		(!alias && !up__read_flag(parser, op, "constant", "constant")) || !up__read_symbol_name(parser, op) ||
		(!alias && !read_value(parser, op, &value)) || !mlirbc_parser_attr_dict(parser, op, false))
		return false;
	if (mlirbc_parser_try(parser, ":")) {
		if (!mlirbc_parser_type(parser, &type))
			return false;
	} else if (!value || value->kind != MLIRBC_ATTR_STRING) {
		return mlirbc_parser_error(parser, "type can only be omitted for string globals");
	} else if (!(type = text_type(context, value))) {
		return mlirbc_parser_no_memory(parser);
	}
	return mlirbc_parser_add_attr(parser, op, alias ? "alias_type" : "global_type", mlirbc_attr_type(context, type)) &&
	       (mlirbc_parser_at(parser, "{") ? mlirbc_parser_add_region(parser, op, NULL, NULL, 0, true)
					      : mlirbc_parser_add_empty_region(parser, op));
}

static bool global_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = up__property(op, is_alias(op->name) ? "alias_type" : "global_type"),
				 *name = up__property(op, "sym_name");
	return type && type->kind == MLIRBC_ATTR_TYPE && name && name->kind == MLIRBC_ATTR_STRING && op->region_count == 1 &&
	       up__inside(up__property(op, "linkage"), "linkage").size;
}

static bool print_global(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	bool alias = is_alias(op->name);
	const struct mlirbc_attr *value = up__property(op, "value");
	if (step)
		return false;
	mlirbc_printer_text(printer, " ");
	up__print_llvm_word(printer, op, "linkage", "linkage", "");
	up__print_llvm_number(printer, op, "visibility_", up__llvm_visibilities);
	mlirbc_printer_text(printer, up__property(op, "thread_local_") ? "thread_local " : "");
	up__print_llvm_number(printer, op, "unnamed_addr", up__llvm_addresses);
	mlirbc_printer_text(printer, up__property(op, "constant") ? "constant " : "");
	up__print_symbol_name(printer, op, "");
	if (!alias) {
		mlirbc_printer_text(printer, "(");
		if (value)
			mlirbc_printer_attr(printer, value);
		mlirbc_printer_text(printer, ")");
		print_comdat(printer, op);
	}
	mlirbc_printer_attr_dict(printer, op,
		"sym_name global_type alias_type constant value linkage unnamed_addr thread_local_ visibility_ comdat ", false);
	if (value && value->kind == MLIRBC_ATTR_STRING)
		return false;
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_type(printer, up__property(op, alias ? "alias_type" : "global_type")->u.type_value);
	if (!up__entry(op, 0))
		return false;
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_llvm[] = {
	{ "llvm.func", parse_func, func_fits, print_func, NULL, NULL },
	{ "llvm.mlir.alias", parse_global, global_fits, print_global, NULL, NULL },
	{ "llvm.mlir.global", parse_global, global_fits, print_global, NULL, NULL },
	{ "llvm.call", up__parse_llvm_call, up__llvm_call_fits, up__print_llvm_call, NULL, NULL },
	{ "llvm.call_intrinsic", up__parse_llvm_call, up__llvm_call_fits, up__print_llvm_call, NULL, NULL },
	{ "llvm.invoke", up__parse_llvm_call, up__llvm_call_fits, up__print_llvm_call, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
