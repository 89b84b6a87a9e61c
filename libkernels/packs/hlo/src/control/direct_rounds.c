/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Iterations whose addresses are known: see direct.h. */
#include "control/direct.h"
#include <string.h>

enum { TRIES = 4 };

/* ---- memory */

/* Numbers of the first operands and outputs of the steps. */
static void number(struct hlo_direct *d, uint32_t *out_operands, uint32_t *out_outputs)
{
	*out_operands = *out_outputs = 0;
	for (uint32_t s = 0; s < d->step_count; s++) {
		struct hlo_direct_step *step = &d->list[s];
		step->first_operand = *out_operands;
		step->first_output = *out_outputs;
		*out_operands += step->op->operand_count;
		*out_outputs += step->op->result_count;
	}
}

/* Operands that are the part of step `part`, or views of it. `is_part`: by value. */
static uint32_t find_users(const struct hlo_direct *d, uint32_t part, bool *is_part, uint32_t *users)
{
	uint32_t count = 0;
	memset(is_part, 0, d->value_count * sizeof *is_part);
	is_part[d->list[part].first_result] = true;
	for (uint32_t s = part + 1; s < d->step_count; s++) {
		const struct hlo_direct_step *step = &d->list[s];
		if (step->op->view >= 0)
			is_part[step->first_result] = is_part[step->operands[step->op->view]];
		for (uint32_t k = 0; k < step->op->operand_count; k++) {
			if (is_part[step->operands[k]])
				users[count++] = step->first_operand + k;
		}
	}
	return count;
}

bool kernels_hlo__direct_rounds_init(struct hlo_direct *d)
{
	uint32_t operands, outputs, users = 0;
	number(d, &operands, &outputs);
	d->round_size = (2 * (size_t)operands + outputs) * sizeof(void *) + d->carried * sizeof(struct hlo_direct_value);
	d->users_size = (operands + 1) * sizeof *d->users + d->value_count;
	d->users = async_alloc(d->allocator, d->users_size, 16);
	if (!d->users)
		return false;
	for (uint32_t s = 0; s < d->step_count; s++) {
		d->list[s].user_begin = users;
		if (d->list[s].is_part) /* an operand is a part of one step at most */
			users += find_users(d, s, (bool *)(d->users + operands + 1), d->users + users);
		d->list[s].user_end = users;
	}
	d->operand_count = operands;
	d->tries = TRIES;
	return true;
}

static bool make_round(const struct hlo_direct *d, struct hlo_direct_round *round)
{
	char *block = async_alloc(d->allocator, d->round_size, 16);
	if (!block)
		return false;
	round->carried = (struct hlo_direct_value *)(void *)block;
	round->inputs = (const void **)(void *)(round->carried + d->carried);
	round->arguments = (struct async_value **)(void *)(round->inputs + d->operand_count);
	round->outputs = (void **)(void *)(round->arguments + d->operand_count);
	return true;
}

void kernels_hlo__direct_rounds_finish(struct hlo_direct *d)
{
	if (d->users)
		async_free(d->allocator, d->users, d->users_size, 16);
	for (uint32_t i = 0; i < HLO_DIRECT_ROUNDS; i++) {
		if (d->rounds[i].inputs)
			async_free(d->allocator, d->rounds[i].carried, d->round_size, 16);
	}
}

/* ---- rounds */

/* Where everything is: memory that is used is that of carried values, as often as they have it. False: too much is unused. */
static bool note(const struct hlo_direct *d, struct hlo_direct_round *round)
{
	memcpy(round->carried, d->values, d->carried * sizeof *d->values);
	round->unused_count = 0;
	for (struct hlo_direct_memory *memory = d->unused; memory; memory = memory->next) {
		if (round->unused_count == HLO_DIRECT_UNUSED)
			return false;
		round->unused[round->unused_count++] = memory;
	}
	return true;
}

/* Whether everything is where it was at the begin of the round. */
static bool is_like(const struct hlo_direct *d, const struct hlo_direct_round *round)
{
	uint32_t count = 0;
	if (memcmp(round->carried, d->values, d->carried * sizeof *d->values) != 0)
		return false;
	for (struct hlo_direct_memory *memory = d->unused; memory; memory = memory->next, count++) {
		if (count == round->unused_count || round->unused[count] != memory)
			return false;
	}
	return count == round->unused_count;
}

struct hlo_direct_round *kernels_hlo__direct_round(struct hlo_direct *d)
{
	for (uint32_t i = 0; i < d->round_count && !d->goes_round; i++) {
		d->goes_round = is_like(d, &d->rounds[i]);
		d->again = d->at = i;
	}
	if (d->goes_round)
		return &d->rounds[d->at];
	if (d->round_count == HLO_DIRECT_ROUNDS) { /* none was like one before */
		d->round_count = 0;
		d->tries--;
	}
	struct hlo_direct_round *round = &d->rounds[d->round_count];
	if (!round->inputs && !make_round(d, round))
		return NULL;
	if (d->tries > 0 && note(d, round))
		d->round_count++;
	return round;
}

void kernels_hlo__direct_next_round(struct hlo_direct *d)
{
	d->at = d->at + 1 < d->round_count ? d->at + 1 : d->again;
	memcpy(d->values, d->rounds[d->at].carried, d->carried * sizeof *d->values);
}
