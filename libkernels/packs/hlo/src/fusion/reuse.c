/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Results that take the memory of arguments. One pass finds the writes of all results, because groups may have hundreds of results
 * and arguments. */
#include "fusion/program.h"
#include <string.h>

/* The first instruction that writes a result, and the place that it writes. */
struct write {
	uint32_t first; /* LOOP_NONE: none, or not as elements in order */
	uint32_t place;
};

static void find_writes(const struct hlo_loop *loop, struct write *writes)
{
	for (uint32_t i = 0; i < loop->body->result_count; i++)
		writes[i] = (struct write){ LOOP_NONE, LOOP_NONE };
	for (uint32_t i = 0; i < loop->instruction_count; i++) {
		const struct loop_instruction *in = &loop->instructions[i];
		const struct loop_place *out = &loop->places[in->out];
		if (out->base != LOOP_OUTPUT)
			continue;
		struct write *w = &writes[out->index];
		if (w->place == LOOP_NONE)
			*w = (struct write){ i, in->out };
		if (in->action == LOOP_SCATTER || out->kind != loop->places[w->place].kind || out->size != loop->places[w->place].size)
			w->first = LOOP_NONE;
	}
}

static bool is_in_order(const struct loop_argument *a)
{
	return a->kind != LOOP_SCALAR && !a->same_rows && a->access.offset == 0 && hlo_access_in_order(&a->access);
}

/* Every instruction that reads the argument comes before those that write the result, or is the first of them. */
static bool fits(const struct hlo_loop *loop, const struct write *w, const struct loop_argument *a)
{
	return w->first != LOOP_NONE && a->last_read <= w->first && loop->places[w->place].kind == a->kind &&
		loop->places[w->place].size == a->size;
}

bool kernels_hlo__loop_in_place(const struct hlo_loop *loop, uint32_t result, uint32_t argument)
{
	struct write writes[HLO_EXPR_ARGUMENTS];
	find_writes(loop, writes);
	if (loop->edge_row)
		return false;
	return result < loop->body->result_count && is_in_order(&loop->arguments[argument]) &&
		fits(loop, &writes[result], &loop->arguments[argument]);
}

/* The arguments that no result has, in order. */
struct candidates {
	uint32_t count, first_read; /* the least last_read, or less */
	uint32_t read[HLO_EXPR_ARGUMENTS]; /* their last_read */
	uint16_t list[HLO_EXPR_ARGUMENTS];
};

static void add_candidate(struct candidates *c, uint32_t argument, uint32_t last_read)
{
	c->list[c->count] = (uint16_t)argument;
	c->read[c->count++] = last_read;
	c->first_read = last_read < c->first_read ? last_read : c->first_read;
}

static void remove_at(struct candidates *c, uint32_t at)
{
	c->count--;
	memmove(c->list + at, c->list + at + 1, (c->count - at) * sizeof *c->list);
	memmove(c->read + at, c->read + at + 1, (c->count - at) * sizeof *c->read);
}

static void find_first_read(struct candidates *c)
{
	c->first_read = LOOP_NONE;
	for (uint32_t i = 0; i < c->count; i++)
		c->first_read = c->read[i] < c->first_read ? c->read[i] : c->first_read;
}

static bool may_reuse(const struct hlo_loop *loop, const struct hlo_op *op, const struct write *write, uint32_t result, uint32_t k)
{
	return fits(loop, write, &loop->arguments[k]) && hlo_bytes(&op->operands[k]) == hlo_bytes(&op->results[result]);
}

/* The others of the first 64 that the result may have, if another result or another user of the argument has the first one. */
static void add_spare(const struct hlo_loop *loop, struct hlo_op *op, const struct write *write, uint32_t result)
{
	for (uint32_t k = 0; k < op->operand_count && k < 64; k++)
		if ((int32_t)k != op->reuse[result] && is_in_order(&loop->arguments[k]) && may_reuse(loop, op, write, result, k))
			hlo_may_reuse(op, result, k);
}

static void choose_each(const struct hlo_loop *loop, struct hlo_op *op, const struct write *writes, struct candidates *c)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		const uint32_t first = writes[i].first;
		uint32_t at = 0;
		if (first == LOOP_NONE || c->first_read > first)
			continue;
		while (at < c->count && !(c->read[at] <= first && may_reuse(loop, op, &writes[i], i, c->list[at])))
			at++;
		if (at == c->count) {
			find_first_read(c);
			continue;
		}
		op->reuse[i] = (int32_t)c->list[at];
		remove_at(c, at);
	}
}

void kernels_hlo__loop_choose_reuse(const struct hlo_loop *loop, struct hlo_op *op)
{
	struct write writes[HLO_EXPR_ARGUMENTS];
	struct candidates c;
	if (loop->edge_row) /* elements at the ends of rows are written twice */
		return;
	c.count = 0;
	c.first_read = LOOP_NONE;
	find_writes(loop, writes);
	for (uint32_t k = 0; k < op->operand_count; k++)
		if (is_in_order(&loop->arguments[k]))
			add_candidate(&c, k, loop->arguments[k].last_read);
	choose_each(loop, op, writes, &c);
	for (uint32_t i = 0; i < op->result_count; i++)
		add_spare(loop, op, &writes[i], i);
}
