/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory operations of `spirv`. */
#include "own_spirv.h"

#include <mlirbc/parse.h>

static bool is_pointer(const struct mlirbc_op *op, uint32_t operand)
{
	return operand < op->operand_count && up__spirv_class(mlirbc_op_operands(op)[operand].value->type, NULL).size;
}

/* ---- spirv.Load "Function" %p ["Aligned", 4] : f32 */

static bool read_class(struct mlirbc_parser *parser, const struct mlirbc_string **out)
{
	return up__read_spirv_word(parser, "storage_class", out) != NULL;
}

static bool parse_load(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved pointer;
	const struct mlirbc_string *storage;
	const struct mlirbc_type *element, *type;
	(void)name;
	return read_class(parser, &storage) && mlirbc_parser_operand(parser, &pointer) &&
	       up__read_spirv_access(parser, op, "memory_access", "alignment") && mlirbc_parser_attr_dict(parser, op, false) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &element) &&
	       (type = up__spirv_pointer(parser, element, storage)) != NULL &&
	       mlirbc_parser_add_operand(parser, op, &pointer, type) && mlirbc_parser_add_result(parser, op, element);
}

static bool load_fits(const struct mlirbc_op *op)
{
	return op->operand_count == 1 && op->result_count == 1 && is_pointer(op, 0);
}

static void print_access(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	up__print_spirv_access(printer, up__property(op, "memory_access"), up__property(op, "alignment"));
}

static bool print_load(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	up__print_spirv_class(printer, op, 0);
	mlirbc_printer_operands(printer, op, 0, 1);
	print_access(printer, op);
	mlirbc_printer_attr_dict(printer, op, "memory_access alignment ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

/* ---- spirv.Store "Function" %p, %x ["Aligned", 4] : f32; spirv.INTEL.SubgroupBlockWrite */

static bool parse_store(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved pointer, value;
	const struct mlirbc_string *storage;
	const struct mlirbc_type *element, *type;
	bool block = name->data[strlen("spirv.")] == 'I';
	if (!read_class(parser, &storage) || !mlirbc_parser_operand(parser, &pointer) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_operand(parser, &value) ||
		(!block && !up__read_spirv_access(parser, op, "memory_access", "alignment")) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &element))
		return false;
	type = up__spirv_pointer(
		parser, block && element->kind == MLIRBC_TYPE_VECTOR ? element->u.shaped.element : element, storage);
	return type && mlirbc_parser_add_operand(parser, op, &pointer, type) &&
	       mlirbc_parser_add_operand(parser, op, &value, element) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool store_fits(const struct mlirbc_op *op) { return op->operand_count == 2 && is_pointer(op, 0); }

static bool print_store(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	bool block = op->name->data[strlen("spirv.")] == 'I';
	(void)step;
	(void)out;
	if (block)
		mlirbc_printer_text(printer, " ");
	else
		up__print_spirv_class(printer, op, 0);
	mlirbc_printer_operands(printer, op, 0, 2);
	print_access(printer, op);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 1, 1);
	mlirbc_printer_attr_dict(printer, op, "memory_access alignment ", false);
	return false;
}

/* ---- spirv.CopyMemory "A" %p, "B" %q ["Aligned", 4], ["Volatile"] : f32 */

static bool parse_copy(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved target, source;
	const struct mlirbc_string *to, *from;
	const struct mlirbc_type *element, *type;
	(void)name;
	if (!read_class(parser, &to) || !mlirbc_parser_operand(parser, &target) || !mlirbc_parser_expect(parser, ",") ||
		!read_class(parser, &from) || !mlirbc_parser_operand(parser, &source) ||
		!up__read_spirv_access(parser, op, "memory_access", "alignment"))
		return false;
	if (mlirbc_parser_try(parser, ",") &&
		!up__read_spirv_access(parser, op, "source_memory_access", "source_alignment"))
		return false;
	return mlirbc_parser_attr_dict(parser, op, false) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_type(parser, &element) && (type = up__spirv_pointer(parser, element, to)) != NULL &&
	       mlirbc_parser_add_operand(parser, op, &target, type) &&
	       (type = up__spirv_pointer(parser, element, from)) != NULL &&
	       mlirbc_parser_add_operand(parser, op, &source, type);
}

static bool copy_fits(const struct mlirbc_op *op)
{
	return op->operand_count == 2 && is_pointer(op, 0) && is_pointer(op, 1);
}

/* mlir-opt prints the access of the target also for the source if that has none. */
static bool print_copy(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_attr *access = up__property(op, "source_memory_access"),
				 *alignment = up__property(op, "source_alignment");
	struct mlirbc_string element = { "", 0 };
	(void)step;
	(void)out;
	(void)up__spirv_class(mlirbc_op_operands(op)[0].value->type, &element);
	for (uint32_t i = 0; i < 2; i++) {
		mlirbc_printer_text(printer, i ? ", " : " ");
		up__print_spirv_class(printer, op, i);
		mlirbc_printer_operands(printer, op, i, 1);
	}
	print_access(printer, op);
	mlirbc_printer_text(printer, ", ");
	up__print_spirv_access(printer, access ? access : up__property(op, "memory_access"),
		alignment ? alignment : up__property(op, "alignment"));
	mlirbc_printer_attr_dict(printer, op, "memory_access alignment source_memory_access source_alignment ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_bytes(printer, element.data, element.size);
	return false;
}

/* ---- spirv.Variable init(%x) : !spirv.ptr<f32, Function> */

static bool parse_variable(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *type, *element = NULL;
	struct up__names initial = { NULL, 0 };
	struct mlirbc_string text;
	(void)name;
	if ((mlirbc_parser_try(parser, "init") && !up__read_names(parser, "(", &initial, ")")) ||
		!up__read_spirv_decorations(parser, op) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type))
		return false;
	const struct mlirbc_string storage = up__spirv_class(type, &text);
	if (storage.size == 0)
		return mlirbc_parser_error(parser, "expected spirv.ptr type");
	if (initial.count && mlirbc_parse_type(context, text.data, text.size, &element, NULL) != MLIRBC_OK)
		return mlirbc_parser_error(parser, "the pointee type is unknown");
	return up__add_same(parser, op, &initial, element) &&
	       mlirbc_parser_add_attr(
		       parser, op, "storage_class", up__attr_of(parser, "#spirv.storage_class<%>", &storage)) &&
	       mlirbc_parser_add_result(parser, op, type);
}

static bool variable_fits(const struct mlirbc_op *op)
{
	return op->operand_count <= 1 && op->result_count == 1 && up__spirv_class(mlirbc_op_results(op)[0].type, NULL).size;
}

static bool print_variable(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, op->operand_count ? " init(" : "");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, op->operand_count ? ")" : "");
	up__print_spirv_decorations(printer, op, "storage_class ");
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_spirv_memory[] = {
	{ "spirv.CopyMemory", parse_copy, copy_fits, print_copy, NULL, NULL },
	{ "spirv.INTEL.SubgroupBlockWrite", parse_store, store_fits, print_store, NULL, NULL },
	{ "spirv.Load", parse_load, load_fits, print_load, NULL, NULL },
	{ "spirv.Store", parse_store, store_fits, print_store, NULL, NULL },
	{ "spirv.Variable", parse_variable, variable_fits, print_variable, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
