/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs: functions that call earlier functions, kernels whose operands are earlier registers. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OPS = 400, MOST_REGISTERS = MOST_OPS * GRAPH_OPERANDS, MOST_COST = 3000 };
#define NO_KIND UINT32_MAX

struct generator {
	struct dice *random;
	struct graph_program *program;
	struct graph_fn *f;
	uint32_t index;              /* of the function */
	bool hubs;                   /* a few registers have most of the uses, so many kernels become ready together */
	bool one_stream;             /* the function may run in order */
	uint32_t weights, favourite; /* kind of most kernels; ignored if it does not fit the function */
};

static bool is_sync(const struct graph_kind *kind) { return kind->flags & KERNELS_SYNC; }

static uint32_t sum_weights(const struct generator *g)
{
	uint32_t sum = 0;
	for (size_t i = 0; i < graph_kind_count; i++)
		sum += graph_kinds[i].weight[g->program->profile];
	return sum;
}

static uint32_t pick_kind(const struct generator *g)
{
	if (g->favourite != NO_KIND && !dice_one_in(g->random, 4))
		return g->favourite;
	for (;;) {
		uint32_t at = dice_below(g->random, g->weights);
		uint32_t kind = 0;
		while (at >= graph_kinds[kind].weight[g->program->profile])
			at -= graph_kinds[kind++].weight[g->program->profile];
		if (g->f->kind != BEF_FUNCTION_SYNC || is_sync(&graph_kinds[kind]))
			return kind;
	}
}

/* Picks a register of this type; false if a few tries find none. Recent registers are preferred, so chains are long. */
static bool pick_register(const struct generator *g, enum graph_type type, uint32_t *out)
{
	for (int tries = 0; tries < 12; tries++) {
		uint32_t count = g->f->register_count, at;
		if (count == 0)
			return false;
		if (g->hubs && !dice_one_in(g->random, 4))
			at = dice_below(g->random, count < 3 ? count : 3);
		else if (dice_one_in(g->random, 3) || count < 6)
			at = dice_below(g->random, count);
		else
			at = count - 1 - dice_below(g->random, 6);
		if (type == GRAPH_ANY || g->f->types[at] == type) {
			*out = at;
			return true;
		}
	}
	return false;
}

static bool pick_operands(const struct generator *g, struct graph_op *op)
{
	const struct graph_kind *kind = &graph_kinds[op->kind];
	op->operand_count = kind->least + dice_below(g->random, kind->most - kind->least + 1);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (i > 0 && dice_one_in(g->random, 8))
			op->operands[i] = op->operands[i - 1];
		else if (!pick_register(g, kind->in, &op->operands[i]))
			return false;
	}
	return true;
}

static bool is_sync_callee(const struct graph_fn *f)
{
	return f->kind == BEF_FUNCTION_SYNC && f->argument_count == 2 && f->types[0] == GRAPH_I32 &&
	       f->types[1] == GRAPH_I32 && f->returned_count == 1 && f->types[f->returned[0]] == GRAPH_I32;
}

static bool pick_callee(const struct generator *g, struct graph_op *op)
{
	bool sync = graph_kinds[op->kind].compute == GRAPH_CALL_SYNC;
	for (int tries = 0; g->index > 0 && tries < 6; tries++) {
		op->callee = dice_below(g->random, g->index);
		const struct graph_fn *f = &g->program->functions[op->callee];
		if (g->f->cost + f->cost > MOST_COST || (sync ? !is_sync_callee(f) : f->kind == BEF_FUNCTION_SYNC))
			continue;
		bool found = true;
		op->operand_count = f->argument_count;
		op->result_count = f->returned_count;
		for (uint32_t i = 0; found && i < f->argument_count; i++)
			found = pick_register(g, f->types[i], &op->operands[i]);
		op->nonstrict = (graph_kinds[op->kind].flags & KERNELS_ANY_STATE) && op->operand_count > 0 &&
				dice_one_in(g->random, 2);
		if (found)
			return true;
	}
	return false;
}

static enum graph_type result_type(const struct generator *g, const struct graph_op *op, uint32_t index)
{
	const struct graph_kind *kind = &graph_kinds[op->kind];
	if (kind->compute == GRAPH_PASS)
		return g->f->types[op->operands[op->operand_count - 1 - index]];
	if (kind->compute == GRAPH_CALL) {
		const struct graph_fn *callee = &g->program->functions[op->callee];
		return callee->types[callee->returned[index]];
	}
	return kind->out;
}

static bool generate_op(struct generator *g, struct graph_op *op)
{
	memset(op, 0, sizeof *op);
	op->kind = pick_kind(g);
	const struct graph_kind *kind = &graph_kinds[op->kind];
	bool calls = kind->compute == GRAPH_CALL || kind->compute == GRAPH_CALL_SYNC;
	if (!(calls ? pick_callee(g, op) : pick_operands(g, op)))
		return false;
	if (!calls)
		op->result_count = kind->compute == GRAPH_PASS ? op->operand_count : kind->results;
	op->attribute = g->index * 1000 + g->f->op_count + 1;
	if (!g->one_stream && !dice_one_in(g->random, 3))
		op->stream = dice_below(g->random, 6);
	op->first_result = g->f->register_count;
	for (uint32_t i = 0; i < op->result_count; i++)
		g->f->types[g->f->register_count + i] = result_type(g, op, i);
	g->f->register_count += op->result_count;
	g->f->cost += 1 + (calls ? g->program->functions[op->callee].cost : 0);
	g->program->owns_tasks |= kind->way == GRAPH_TASK || kind->way == GRAPH_BLOCKING || kind->way == GRAPH_GROUP;
	g->program->foreign |= kind->way == GRAPH_FOREIGN || kind->way == GRAPH_LENT || kind->way == GRAPH_TIMER;
	return true;
}

/* Tests whether a synchronous function may return the register: not an argument, and not returned already. */
static bool may_return(const struct graph_fn *f, uint32_t reg)
{
	if (f->kind != BEF_FUNCTION_SYNC)
		return true;
	for (uint32_t i = 0; i < f->returned_count; i++) {
		if (f->returned[i] == reg)
			return false;
	}
	return reg >= f->argument_count;
}

static void generate_returned(struct generator *g)
{
	struct graph_fn *f = g->f;
	bool sync = f->kind == BEF_FUNCTION_SYNC;
	uint32_t wanted = sync ? 1 : dice_below(g->random, GRAPH_RETURNED + 1);
	for (uint32_t i = 0; f->register_count > 0 && i < wanted; i++) {
		uint32_t reg;
		if (pick_register(g, sync ? GRAPH_I32 : GRAPH_ANY, &reg) && may_return(f, reg))
			f->returned[f->returned_count++] = reg;
	}
}

static void generate_function(struct generator *g)
{
	struct graph_fn *f = g->f;
	f->types = calloc(MOST_REGISTERS + GRAPH_ARGUMENTS, sizeof *f->types);
	f->ops = calloc(MOST_OPS, sizeof *f->ops);
	if (!f->types || !f->ops)
		abort();
	bool last = g->index + 1 == g->program->function_count;
	f->kind = !last && dice_one_in(g->random, 4) ? BEF_FUNCTION_SYNC : BEF_FUNCTION_ASYNC;
	f->argument_count = f->kind == BEF_FUNCTION_SYNC ? 2 : dice_below(g->random, GRAPH_ARGUMENTS + 1);
	f->register_count = f->argument_count;
	for (uint32_t i = 0; f->kind != BEF_FUNCTION_SYNC && i < f->argument_count; i++)
		f->types[i] = dice_one_in(g->random, 3) ? GRAPH_BOX : GRAPH_I32;
	g->one_stream = dice_one_in(g->random, 3);
	if (!g->one_stream && dice_one_in(g->random, 2))
		f->root_stream = dice_below(g->random, 4);
	g->hubs = dice_one_in(g->random, 4);
	g->favourite = NO_KIND;
	if (dice_one_in(g->random, 4))
		g->favourite = pick_kind(g);
	uint32_t wanted = dice_below(g->random, last && dice_one_in(g->random, 12) ? MOST_OPS : last ? 60 : 14);
	for (uint32_t tries = 0; tries < wanted && f->cost < MOST_COST; tries++)
		f->op_count += generate_op(g, &f->ops[f->op_count]);
	generate_returned(g);
}

struct graph_program *graph_generate(struct dice *random)
{
	struct graph_program *program = calloc(1, sizeof *program);
	if (!program)
		abort();
	struct generator g = { .random = random, .program = program };
	program->function_count = 1 + dice_below(random, GRAPH_FUNCTIONS);
	program->profile = dice_below(random, GRAPH_PROFILES);
	g.weights = sum_weights(&g);
	for (g.index = 0; g.index < program->function_count; g.index++) {
		g.f = &program->functions[g.index];
		generate_function(&g);
	}
	return program;
}

void graph_free(struct graph_program *program)
{
	for (uint32_t i = 0; i < program->function_count; i++) {
		free(program->functions[i].types);
		free(program->functions[i].ops);
	}
	free(program);
}
