/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of modules, functions, global variables and cf.switch. */
#include "text/print/print_form.h"

static const char *const symbol_attrs = "sym_name ";

static bool is_symbol(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = MLIRBC__PROPERTY(op, "sym_name");
	return name && name->kind == MLIRBC_ATTR_STRING && name->u.string->size;
}

/* ---- builtin.module */

static bool module_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = MLIRBC__PROPERTY(op, "sym_name");
	return op->operand_count == 0 && op->result_count == 0 && op->region_count == 1 &&
	       mlirbc_op_successor_count(op) == 0 && (!name || is_symbol(op)) &&
	       mlirbc__region_fits(op, 0, "", true, false) && mlirbc_op_regions(op)[0].block_count == 1;
}

static bool print_module(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	const struct mlirbc_attr *name = MLIRBC__PROPERTY(op, "sym_name");
	if (name) {
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_symbol(printer, name->u.string);
	}
	mlirbc_printer_attr_dict(printer, op, symbol_attrs, true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- func.func, shape.func */

static const struct mlirbc_type *function_type(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = MLIRBC__PROPERTY(op, "function_type");
	return type && type->kind == MLIRBC_ATTR_TYPE && type->u.type_value->kind == MLIRBC_TYPE_FUNCTION
		       ? type->u.type_value
		       : NULL;
}

/* NULL, or an array with a dictionary for each. */
static bool item_attrs_fit(const struct mlirbc_attr *attrs, size_t count)
{
	if (!attrs)
		return true;
	if (attrs->kind != MLIRBC_ATTR_ARRAY || attrs->u.array.count != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (attrs->u.array.data[i]->kind != MLIRBC_ATTR_DICTIONARY)
			return false;
	}
	return true;
}

static bool body_fits(const struct mlirbc_region *region, const struct mlirbc_types *inputs)
{
	if (!region->first)
		return true;
	if (region->first->argument_count != inputs->count || mlirbc__loses_entry(region))
		return false;
	for (uint32_t i = 0; i < inputs->count; i++) {
		if (region->first->arguments[i].type != inputs->data[i])
			return false;
	}
	return true;
}

/* The form has the visibility as a keyword: public, private or nested. */
static bool is_visibility(const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_STRING &&
	       mlirbc__name_index("public private nested ", attr->u.string->data, attr->u.string->size) >= 0;
}

static bool func_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = function_type(op);
	const struct mlirbc_attr *visibility = MLIRBC__PROPERTY(op, "sym_visibility");
	return op->operand_count == 0 && op->result_count == 0 && op->region_count == 1 && type &&
	       mlirbc_op_successor_count(op) == 0 && is_symbol(op) && (!visibility || is_visibility(visibility)) &&
	       item_attrs_fit(MLIRBC__PROPERTY(op, "arg_attrs"), type->u.function.inputs.count) &&
	       item_attrs_fit(MLIRBC__PROPERTY(op, "res_attrs"), type->u.function.results.count) &&
	       body_fits(mlirbc_op_regions(op), &type->u.function.inputs);
}

static void emit_item_attrs(struct mlirbc_printer *printer, const struct mlirbc_attr *attrs, size_t index, bool visit)
{
	const struct mlirbc_attr *dictionary = attrs ? attrs->u.array.data[index] : NULL;
	if (!dictionary || dictionary->u.dictionary.count == 0)
		return;
	if (!printer->visiting) {
		mlirbc__put_char(&printer->out, ' ');
		mlirbc__print_entries(printer, dictionary);
	}
	for (size_t i = 0; i < dictionary->u.dictionary.count && printer->visiting && visit; i++)
		mlirbc__alias_attr(printer, dictionary->u.dictionary.data[i].value, false);
}

static void emit_arguments(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_types *inputs)
{
	const struct mlirbc_block *body = mlirbc_op_regions(op)->first;
	const struct mlirbc_attr *attrs = MLIRBC__PROPERTY(op, "arg_attrs");
	for (size_t i = 0; i < inputs->count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		if (body) {
			mlirbc_printer_value(printer, &body->arguments[i]);
			mlirbc_printer_text(printer, ": ");
		}
		mlirbc_printer_type(printer, inputs->data[i]);
		emit_item_attrs(printer, attrs, i, !body);
		if (body)
			mlirbc_printer_argument_location(printer, &body->arguments[i]);
	}
}

static void emit_function_results(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_types *results)
{
	const struct mlirbc_attr *attrs = MLIRBC__PROPERTY(op, "res_attrs");
	bool bare = results->count == 1 && results->data[0]->kind != MLIRBC_TYPE_FUNCTION &&
		    !(attrs && attrs->u.array.data[0]->u.dictionary.count);
	if (results->count == 0)
		return;
	mlirbc_printer_text(printer, bare ? " -> " : " -> (");
	for (size_t i = 0; i < results->count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_type(printer, results->data[i]);
		emit_item_attrs(printer, attrs, i, true);
	}
	mlirbc_printer_text(printer, bare ? "" : ")");
}

static bool print_func(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *visibility = MLIRBC__PROPERTY(op, "sym_visibility");
	if (step)
		return false;
	const struct mlirbc_type *type = function_type(op);
	mlirbc_printer_text(printer, " ");
	if (visibility) {
		mlirbc_printer_bytes(printer, visibility->u.string->data, visibility->u.string->size);
		mlirbc_printer_text(printer, " ");
	}
	mlirbc_printer_symbol(printer, MLIRBC__PROPERTY(op, "sym_name")->u.string);
	mlirbc_printer_text(printer, "(");
	emit_arguments(printer, op, &type->u.function.inputs);
	mlirbc_printer_text(printer, ")");
	emit_function_results(printer, op, &type->u.function.results);
	mlirbc_printer_attr_dict(printer, op, "sym_name sym_visibility function_type arg_attrs res_attrs ", true);
	if (!mlirbc_op_regions(op)->first)
		return false;
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

/* ---- memref.global */

/* The custom form omits the type of the initial value: a tensor of the shape of the memref. */
static bool initial_fits(const struct mlirbc_attr *value, const struct mlirbc_type *memref)
{
	const struct mlirbc_type *type = value ? value->type : NULL;
	if (!value || value->kind == MLIRBC_ATTR_UNIT)
		return true;
	return type && type->kind == MLIRBC_TYPE_TENSOR && !type->u.shaped.encoding &&
	       type->u.shaped.element == memref->u.shaped.element && type->u.shaped.rank == memref->u.shaped.rank &&
	       (!type->u.shaped.rank ||
		       memcmp(type->u.shaped.dims, memref->u.shaped.dims, type->u.shaped.rank * sizeof(int64_t)) == 0);
}

static bool global_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = MLIRBC__PROPERTY(op, "type"),
				 *visibility = MLIRBC__PROPERTY(op, "sym_visibility");
	return op->operand_count == 0 && op->result_count == 0 && op->region_count == 0 &&
	       mlirbc_op_successor_count(op) == 0 && is_symbol(op) &&
	       (!visibility || visibility->kind == MLIRBC_ATTR_STRING) && type && type->kind == MLIRBC_ATTR_TYPE &&
	       type->u.type_value->kind == MLIRBC_TYPE_MEMREF &&
	       initial_fits(MLIRBC__PROPERTY(op, "initial_value"), type->u.type_value);
}

static bool print_global(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *visibility = MLIRBC__PROPERTY(op, "sym_visibility");
	const struct mlirbc_attr *value = MLIRBC__PROPERTY(op, "initial_value");
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	if (visibility) {
		mlirbc_printer_attr(printer, visibility);
		mlirbc_printer_text(printer, " ");
	}
	mlirbc_printer_text(printer, MLIRBC__PROPERTY(op, "constant") ? "constant " : "");
	mlirbc_printer_symbol(printer, MLIRBC__PROPERTY(op, "sym_name")->u.string);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_type(printer, MLIRBC__PROPERTY(op, "type")->u.type_value);
	if (value) {
		mlirbc_printer_text(printer, " = ");
		if (value->kind == MLIRBC_ATTR_UNIT)
			mlirbc_printer_text(printer, "uninitialized");
		else
			mlirbc_printer_attr_untyped(printer, value);
	}
	mlirbc_printer_attr_dict(printer, op, "sym_visibility constant sym_name type initial_value ", false);
	return false;
}

/* ---- cf.switch */

static bool switch_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *values = MLIRBC__PROPERTY(op, "case_values");
	const struct mlirbc_attr *sizes = MLIRBC__PROPERTY(op, "case_operand_segments");
	uint32_t begins[4];
	uint64_t count = 0, operands = 0;
	if (op->result_count || op->region_count || !mlirbc__is_array_of(sizes, 32) ||
		!mlirbc__segments(op, begins, 3) || begins[1] != 1)
		return false;
	if (values &&
		(values->kind != MLIRBC_ATTR_DENSE || values->type->u.shaped.element->kind != MLIRBC_TYPE_INTEGER ||
			values->type->u.shaped.element->u.integer.width > 64 || values->type->u.shaped.rank != 1 ||
			!mlirbc_type_elements(values->type, &count) ||
			mlirbc_op_operands(op)[0].value->type != values->type->u.shaped.element))
		return false;
	for (size_t i = 0; i < sizes->u.dense.count; i++) {
		if (mlirbc__element(sizes, i) < 0)
			return false;
		operands += (uint64_t)mlirbc__element(sizes, i);
	}
	if (sizes->u.dense.count != count || operands != begins[3] - begins[2] ||
		mlirbc_op_successor_count(op) != count + 1)
		return false;
	for (uint32_t i = 0; i <= count; i++) {
		if (!mlirbc_op_successors(op)[i])
			return false;
	}
	return mlirbc_op_operands(op)[0].value->type->kind == MLIRBC_TYPE_INTEGER;
}

/* Its bits as an unsigned number, as MLIR prints it. */
static void emit_case_value(struct mlirbc_printer *printer, const struct mlirbc_attr *values, size_t index)
{
	uint32_t width = mlirbc_type_width(values->type->u.shaped.element);
	uint64_t bits = (uint64_t)mlirbc__element(values, values->u.dense.splat ? 0 : index);
	if (width < 64)
		bits &= (UINT64_C(1) << width) - 1;
	if (!printer->visiting)
		mlirbc__put_unsigned(&printer->out, bits);
}

static bool print_switch(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *values = MLIRBC__PROPERTY(op, "case_values");
	const struct mlirbc_attr *sizes = MLIRBC__PROPERTY(op, "case_operand_segments");
	uint32_t begins[4], at;
	(void)step;
	(void)out;
	(void)mlirbc__segments(op, begins, 3);
	at = begins[2];
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	mlirbc_printer_text(printer, ", [");
	mlirbc_printer_line(printer);
	mlirbc_printer_text(printer, "  default: ");
	mlirbc__emit_successor(printer, op, 0, 1, begins[2] - 1);
	for (uint32_t i = 0; i < sizes->u.dense.count; i++) {
		uint32_t count = (uint32_t)mlirbc__element(sizes, i);
		mlirbc_printer_text(printer, ",");
		mlirbc_printer_line(printer);
		mlirbc_printer_text(printer, "  ");
		emit_case_value(printer, values, i);
		mlirbc_printer_text(printer, ": ");
		mlirbc__emit_successor(printer, op, i + 1, at, count);
		at += count;
	}
	if (values)
		mlirbc_printer_line(printer);
	mlirbc_printer_text(printer, "]");
	mlirbc_printer_attr_dict(printer, op, "case_values case_operand_segments ", false);
	return false;
}

const struct mlirbc__own_form mlirbc__func_forms[] = { { "builtin.module", print_module, module_fits },
	{ "cf.switch", print_switch, switch_fits }, { "func.func", print_func, func_fits },
	{ "memref.global", print_global, global_fits }, { "shape.func", print_func, func_fits }, { NULL, NULL, NULL } };
