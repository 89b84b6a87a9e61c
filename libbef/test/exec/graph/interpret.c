/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sequential interpreter: runs each kernel once, in file order; only the rules for errors apply. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

struct interpreter {
	const struct graph_program *program;
	struct graph_counts *counts;
};

static bool is_strict(const struct graph_op *op)
{
	return !op->nonstrict && !(graph_kinds[op->kind].flags & KERNELS_NONSTRICT);
}

/* Finds the last error among the operands. */
static const struct graph_value *find_error(const struct graph_value *operands, uint32_t count)
{
	const struct graph_value *error = NULL;
	for (uint32_t i = 0; i < count; i++) {
		if (operands[i].error)
			error = &operands[i];
	}
	return error;
}

static void compute(const struct interpreter *in, const struct graph_op *op, const struct graph_value *operands,
	struct graph_value *results)
{
	const struct graph_kind *kind = &graph_kinds[op->kind];
	const struct graph_value failure = { true, op->attribute };
	uint32_t inputs[GRAPH_OPERANDS], outputs[GRAPH_OPERANDS];
	for (uint32_t i = 0; i < op->operand_count; i++)
		inputs[i] = operands[i].bits;
	bool good = graph_compute(kind, op->attribute, inputs, op->operand_count, outputs, op->result_count);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (kind->compute == GRAPH_PASS)
			results[i] = operands[op->operand_count - 1 - i];
		else if (!good || (kind->compute == GRAPH_HALF && i > 0))
			results[i] = failure;
		else
			results[i] = (struct graph_value){ false, outputs[i] };
	}
	in->counts->reports += !good || kind->compute == GRAPH_HALF;
}

static void run_op(const struct interpreter *in, const struct graph_op *op, struct graph_value *registers)
{
	enum graph_compute what = graph_kinds[op->kind].compute;
	struct graph_value operands[GRAPH_OPERANDS], *results = registers + op->first_result;
	for (uint32_t i = 0; i < op->operand_count; i++)
		operands[i] = registers[op->operands[i]];
	static const struct graph_value cancelled = { true, GRAPH_CANCELLED };
	const struct graph_value *error = is_strict(op) ? find_error(operands, op->operand_count) : NULL;
	if (!error && in->counts->cancelled)
		error = &cancelled;
	for (uint32_t i = 0; error && i < op->result_count; i++)
		results[i] = *error;
	if (error)
		return;
	in->counts->ran += graph_kinds[op->kind].way != GRAPH_KNOWN; /* that kernel does not count */
	if (what == GRAPH_CALL || what == GRAPH_CALL_SYNC)
		graph_interpret(in->program, op->callee, operands, results, in->counts);
	else
		compute(in, op, operands, results);
}

/* A synchronous function ends at its first error, which becomes its result. */
static bool ends_here(const struct graph_fn *f, const struct graph_op *op, const struct graph_value *registers,
	struct graph_value *results)
{
	if (f->kind != BEF_FUNCTION_SYNC)
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!registers[op->first_result + i].error)
			continue;
		for (uint32_t r = 0; r < f->returned_count; r++)
			results[r] = registers[op->first_result + i];
		return true;
	}
	return false;
}

void graph_interpret(const struct graph_program *program, uint32_t function, const struct graph_value *arguments,
	struct graph_value *results, struct graph_counts *counts)
{
	const struct graph_fn *f = &program->functions[function];
	const struct interpreter in = { program, counts };
	struct graph_value *registers = calloc(f->register_count + (size_t)1, sizeof *registers);
	if (!registers)
		abort();
	for (uint32_t i = 0; i < f->argument_count; i++)
		registers[i] = arguments[i];
	bool ended = false;
	for (uint32_t k = 0; !ended && k < f->op_count; k++) {
		run_op(&in, &f->ops[k], registers);
		ended = ends_here(f, &f->ops[k], registers, results);
	}
	for (uint32_t i = 0; !ended && i < f->returned_count; i++)
		results[i] = registers[f->returned[i]];
	free(registers);
}

bool graph_needs(const struct graph_program *program, uint32_t to, uint32_t from)
{
	const struct graph_fn *f = &program->functions[program->function_count - 1];
	bool *needs = calloc(f->register_count + (size_t)1, sizeof *needs);
	if (!needs)
		abort();
	needs[from] = true;
	for (uint32_t k = 0; k < f->op_count; k++) {
		const struct graph_op *op = &f->ops[k];
		bool any = false;
		for (uint32_t i = 0; is_strict(op) && i < op->operand_count; i++)
			any |= needs[op->operands[i]];
		for (uint32_t i = 0; i < op->result_count; i++)
			needs[op->first_result + i] = any;
	}
	bool result = needs[to];
	free(needs);
	return result;
}
