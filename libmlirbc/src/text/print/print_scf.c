/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of structured control flow. */
#include "text/print/print_form.h"

static const char YIELD[] = "scf.yield";

static bool plain(const struct mlirbc_op *op, uint32_t regions)
{
	return op->region_count == regions && mlirbc_op_successor_count(op) == 0;
}

static const struct mlirbc_block *entry(const struct mlirbc_op *op, uint32_t region)
{
	return mlirbc_op_regions(op)[region].first;
}

static bool is_index(const struct mlirbc_value *value) { return value->type->kind == MLIRBC_TYPE_INDEX; }

/* Arguments of a block from `argument` on, operands from `operand` on, and results are of the same types. */
static bool carried_fit(const struct mlirbc_op *op, const struct mlirbc_block *block, uint32_t argument, uint32_t operand)
{
	uint32_t count = op->result_count;
	if (block->argument_count != argument + count || op->operand_count != operand + count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type;
		if (block->arguments[argument + i].type != type || mlirbc_op_operands(op)[operand + i].value->type != type)
			return false;
	}
	return true;
}

/* "prefix(%argument = %operand, ...)" unless there are none. */
static void emit_carried(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *prefix,
	const struct mlirbc_block *block, uint32_t argument, uint32_t operand)
{
	if (operand == op->operand_count)
		return;
	mlirbc_printer_text(printer, prefix);
	for (uint32_t i = 0; operand + i < op->operand_count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "(");
		mlirbc_printer_value(printer, &block->arguments[argument + i]);
		mlirbc_printer_text(printer, " = ");
		mlirbc_printer_value(printer, mlirbc_op_operands(op)[operand + i].value);
	}
	mlirbc_printer_text(printer, ")");
}

static void emit_arguments(struct mlirbc_printer *printer, const struct mlirbc_block *block, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_value(printer, &block->arguments[i]);
	}
}

/* ---- scf.if */

static bool if_fits(const struct mlirbc_op *op)
{
	if (!plain(op, 2) || op->operand_count != 1)
		return false;
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type;
	return type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == 1 &&
	       type->u.integer.signedness == MLIRBC_SIGNLESS &&
	       mlirbc__region_fits(op, 0, YIELD, op->result_count == 0, false) &&
	       (!entry(op, 1) || mlirbc__region_fits(op, 1, YIELD, op->result_count == 0, false));
}

static bool print_if(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 2 || (step == 1 && !entry(op, 1))) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	if (step == 0) {
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_operands(printer, op, 0, 1);
		mlirbc__emit_arrow(printer, op, true);
	}
	mlirbc_printer_text(printer, step ? " else " : " ");
	*out = (struct mlirbc_region_form){ .index = step, .terminator = op->result_count != 0 };
	return true;
}

/* ---- scf.for */

static bool for_fits(const struct mlirbc_op *op)
{
	if (!plain(op, 1) || op->operand_count < 3 || !mlirbc__region_fits(op, 0, YIELD, op->operand_count == 3, true) ||
		!entry(op, 0)->argument_count || !carried_fit(op, entry(op, 0), 1, 3))
		return false;
	for (int i = 0; i < 3; i++) {
		if (mlirbc_op_operands(op)[i].value->type != entry(op, 0)->arguments[0].type)
			return false;
	}
	return true;
}

static bool print_for(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	static const char *const words[] = { " = ", " to ", " step " };
	const struct mlirbc_value *variable = entry(op, 0)->arguments;
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "unsignedCmp ", false);
		return false;
	}
	mlirbc_printer_text(printer, MLIRBC__PROPERTY(op, "unsignedCmp") ? " unsigned " : " ");
	mlirbc_printer_value(printer, variable);
	for (uint32_t i = 0; i < 3; i++) {
		mlirbc_printer_text(printer, words[i]);
		mlirbc_printer_operands(printer, op, i, 1);
	}
	emit_carried(printer, op, " iter_args", entry(op, 0), 1, 3);
	mlirbc__emit_arrow(printer, op, true);
	mlirbc_printer_text(printer, " ");
	if (!is_index(variable)) {
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_type(printer, variable->type);
		mlirbc_printer_text(printer, " ");
	}
	*out = (struct mlirbc_region_form){ .terminator = op->operand_count != 3 };
	return true;
}

/* ---- scf.while */

static bool while_fits(const struct mlirbc_op *op)
{
	if (!plain(op, 2) || !entry(op, 0) || !entry(op, 1) || entry(op, 0)->argument_count != op->operand_count)
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (entry(op, 0)->arguments[i].type != mlirbc_op_operands(op)[i].value->type)
			return false;
	}
	return true;
}

static bool print_while(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 0) {
		emit_carried(printer, op, " ", entry(op, 0), 0, 0);
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_function_type(printer, op);
		mlirbc_printer_text(printer, " ");
	} else if (step == 1) {
		mlirbc_printer_text(printer, " do ");
	} else {
		mlirbc_printer_attr_dict(printer, op, "", true);
		return false;
	}
	*out = (struct mlirbc_region_form){ .index = step, .arguments = step == 1, .terminator = true };
	return true;
}

/* ---- scf.parallel, scf.reduce */

static bool indices_only(const struct mlirbc_op *op, uint32_t operands, uint32_t arguments)
{
	const struct mlirbc_block *block = entry(op, 0);
	for (uint32_t i = 0; i < operands; i++) {
		if (!is_index(mlirbc_op_operands(op)[i].value))
			return false;
	}
	for (uint32_t i = 0; i < arguments; i++) {
		if (!is_index(&block->arguments[i]))
			return false;
	}
	return true;
}

static bool parallel_fits(const struct mlirbc_op *op)
{
	uint32_t at[5];
	if (!plain(op, 1) || !entry(op, 0) || !mlirbc__segments(op, at, 4) ||
		!mlirbc__region_fits(op, 0, "scf.reduce", false, true))
		return false;
	uint32_t rank = entry(op, 0)->argument_count;
	if (at[1] != rank || at[2] != 2 * rank || at[3] != 3 * rank || at[4] - at[3] != op->result_count)
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results(op)[i].type != mlirbc_op_operands(op)[at[3] + i].value->type)
			return false;
	}
	return indices_only(op, at[3], rank);
}

static bool print_parallel(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	static const char *const words[] = { ") = (", ") to (", ") step (" };
	uint32_t rank = entry(op, 0)->argument_count;
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, " (");
	emit_arguments(printer, entry(op, 0), rank);
	for (uint32_t i = 0; i < 3; i++) {
		mlirbc_printer_text(printer, words[i]);
		mlirbc_printer_operands(printer, op, i * rank, rank);
	}
	mlirbc_printer_text(printer, ")");
	if (op->result_count) {
		mlirbc_printer_text(printer, " init (");
		mlirbc_printer_operands(printer, op, 3 * rank, op->result_count);
		mlirbc_printer_text(printer, ")");
	}
	mlirbc__emit_arrow(printer, op, false);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

static bool reduce_fits(const struct mlirbc_op *op)
{
	if (!plain(op, op->region_count) || op->result_count)
		return false;
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!entry(op, i))
			return false;
	}
	return true;
}

static bool print_reduce(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 0 && op->operand_count) {
		mlirbc_printer_text(printer, "(");
		mlirbc_printer_operands(printer, op, 0, op->operand_count);
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_operand_types(printer, op, 0, op->operand_count);
		mlirbc_printer_text(printer, ")");
	}
	if (step == 0)
		mlirbc_printer_text(printer, " ");
	if (step == op->region_count) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, step ? ", " : "");
	*out = (struct mlirbc_region_form){ .index = step, .arguments = true, .terminator = true };
	return true;
}

/* ---- scf.forall */

static const char *const bound_names[] = { "staticLowerBound", "staticUpperBound", "staticStep" };

static const struct mlirbc_attr *bound(const struct mlirbc_op *op, int which)
{
	return mlirbc__property(op, bound_names[which], strlen(bound_names[which]));
}

static bool forall_fits(const struct mlirbc_op *op)
{
	uint32_t at[5];
	if (!plain(op, 1) || !mlirbc__segments(op, at, 4) ||
		!mlirbc__region_fits(op, 0, "scf.forall.in_parallel", op->result_count == 0, true) ||
		entry(op, 0)->argument_count < op->result_count)
		return false;
	uint32_t rank = entry(op, 0)->argument_count - op->result_count;
	for (int i = 0; i < 3; i++) {
		uint32_t dynamic = 0;
		if (!mlirbc__is_array_of(bound(op, i), 64) || bound(op, i)->u.dense.count != rank)
			return false;
		for (uint32_t j = 0; j < rank; j++)
			dynamic += mlirbc__element(bound(op, i), j) == MLIRBC_DYNAMIC;
		if (dynamic != at[i + 1] - at[i])
			return false;
	}
	return indices_only(op, at[3], rank) && carried_fit(op, entry(op, 0), rank, at[3]);
}

/* From 0 to the bounds in steps of 1. */
static bool is_normalized(const struct mlirbc_op *op)
{
	for (size_t i = 0; i < bound(op, 0)->u.dense.count; i++) {
		if (mlirbc__element(bound(op, 0), i) != 0 || mlirbc__element(bound(op, 2), i) != 1)
			return false;
	}
	return true;
}

static bool print_forall(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	static const char *const words[] = { ") = ", " to ", " step " };
	uint32_t at[5], rank = entry(op, 0)->argument_count - op->result_count;
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "staticLowerBound staticUpperBound staticStep ", false);
		return false;
	}
	(void)mlirbc__segments(op, at, 4);
	mlirbc_printer_text(printer, " (");
	emit_arguments(printer, entry(op, 0), rank);
	if (is_normalized(op)) {
		mlirbc_printer_text(printer, ") in ");
		mlirbc__emit_indices(printer, op, "()", bound(op, 1), at[1]);
	}
	for (int i = 0; i < 3 && !is_normalized(op); i++) {
		mlirbc_printer_text(printer, words[i]);
		mlirbc__emit_indices(printer, op, "()", bound(op, i), at[i]);
	}
	emit_carried(printer, op, " shared_outs", entry(op, 0), rank, at[3]);
	mlirbc__emit_arrow(printer, op, true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = op->result_count != 0 };
	return true;
}

/* ---- scf.index_switch, emitc.switch: the default is the first region and the last in the text */

static bool index_switch_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *cases = MLIRBC__PROPERTY(op, "cases");
	const bool emitc = *op->name->data == 'e';
	if (!mlirbc__is_array_of(cases, 64) || op->operand_count != 1 ||
		(emitc ? op->result_count != 0 : !is_index(mlirbc_op_operands(op)[0].value)) ||
		op->region_count != cases->u.dense.count + 1 || mlirbc_op_successor_count(op))
		return false;
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!mlirbc__region_fits(op, i, emitc ? "emitc.yield" : YIELD, true, false))
			return false;
	}
	return true;
}

static bool print_index_switch(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == op->region_count)
		return false;
	if (step == 0) {
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_operands(printer, op, 0, 1);
		if (*op->name->data == 'e') {
			mlirbc_printer_text(printer, " : ");
			mlirbc_printer_operand_types(printer, op, 0, 1);
		}
		mlirbc_printer_attr_dict(printer, op, "cases ", false);
		mlirbc_printer_text(printer, op->result_count ? " -> " : "");
		mlirbc_printer_result_types(printer, op, 0, op->result_count);
		mlirbc_printer_text(printer, " ");
	}
	bool last = step + 1 == op->region_count;
	mlirbc_printer_line(printer);
	mlirbc_printer_text(printer, last ? "default " : "case ");
	if (!last) {
		mlirbc_printer_integer(printer, mlirbc__element(MLIRBC__PROPERTY(op, "cases"), step));
		mlirbc_printer_text(printer, " ");
	}
	const struct mlirbc_op *yield = entry(op, 0)->last;
	*out = (struct mlirbc_region_form){ .index = last ? 0 : step + 1,
		.terminator = !last || yield->operand_count || mlirbc_op_attributes(yield) };
	return true;
}

const struct mlirbc__own_form mlirbc__scf_forms[] = { { "scf.for", print_for, for_fits },
	{ "scf.forall", print_forall, forall_fits }, { "scf.if", print_if, if_fits },
	{ "scf.index_switch", print_index_switch, index_switch_fits }, { "scf.parallel", print_parallel, parallel_fits },
	{ "scf.reduce", print_reduce, reduce_fits }, { "scf.while", print_while, while_fits },
	{ "emitc.switch", print_index_switch, index_switch_fits }, { NULL, NULL, NULL } };
