/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comments that list the users of a value. */
#include "text/print/printer.h"

static bool same_op(const void *item, const void *key) { return item == key; }

/* True for an op that was not in the set yet. */
static bool is_new(struct mlirbc_printer *printer, struct mlirbc__set *seen, const struct mlirbc_op *op)
{
	uint64_t hash = mlirbc__hash(0, &op, sizeof op);
	struct mlirbc__set_slot *slot = mlirbc__set_find(seen, &printer->scratch, hash, op, same_op);
	printer->no_memory |= !slot;
	if (!slot || slot->item)
		return false;
	mlirbc__set_fill(seen, slot, hash, op);
	return true;
}

/* An op is denoted by its results, or without results by its own number. */
static void print_user(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_value *results = mlirbc_op_results(op);
	if (op->result_count == 0) {
		mlirbc__put_char(&printer->out, '%');
		mlirbc__put_unsigned(&printer->out, op->number);
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		mlirbc__print_value(printer, &results[i]);
	}
}

static void print_users(struct mlirbc_printer *printer, const struct mlirbc_value *value)
{
	struct mlirbc__set seen = { 0 };
	bool any = false;
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		if (!is_new(printer, &seen, mlirbc_operand_owner(use)))
			continue;
		mlirbc__put_text(&printer->out, any ? ", " : "");
		any = true;
		print_user(printer, mlirbc_operand_owner(use));
	}
	mlirbc__put_text(&printer->out, any ? "" : "unused");
	mlirbc__set_finish(&seen, &printer->scratch);
}

/* The op has one result, whose only user has at most one result. */
static bool has_one_user(const struct mlirbc_op *op)
{
	const struct mlirbc_operand *first = mlirbc_op_results(op)->first_use;
	for (const struct mlirbc_operand *use = first; use; use = mlirbc_operand_next(use)) {
		if (op->result_count > 1 || mlirbc_operand_owner(use) != mlirbc_operand_owner(first) ||
			mlirbc_operand_owner(use)->result_count > 1)
			return false;
	}
	return op->result_count == 1;
}

static bool is_used(const struct mlirbc_op *op)
{
	const struct mlirbc_value *results = mlirbc_op_results(op);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (results[i].first_use)
			return true;
	}
	return false;
}

void mlirbc__print_op_users(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_value *results = mlirbc_op_results(op);
	if (op->result_count == 0) {
		if (op->operand_count == 0)
			return;
		mlirbc__put_text(&printer->out, " // id: ");
		print_user(printer, op);
		return;
	}
	if (!is_used(op)) {
		mlirbc__put_text(&printer->out, " // unused");
		return;
	}
	mlirbc__put_text(&printer->out, has_one_user(op) ? " // user: " : " // users: ");
	for (uint32_t i = 0; i < op->result_count; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "");
		mlirbc__put_text(&printer->out, op->result_count > 1 ? "(" : "");
		print_users(printer, &results[i]);
		mlirbc__put_text(&printer->out, op->result_count > 1 ? ")" : "");
	}
}

void mlirbc__print_argument_users(struct mlirbc_printer *printer, const struct mlirbc_value *argument)
{
	mlirbc__put_text(&printer->out, "// ");
	mlirbc__print_value(printer, argument);
	mlirbc__put_text(&printer->out, argument->first_use ? " is used by " : " is unused");
	if (argument->first_use)
		print_users(printer, argument);
}
