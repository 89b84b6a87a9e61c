/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generates random programs, with the permitted results of each node. */
#include "random.h"

#include <stddef.h>

enum { MOST_COMBINATIONS = 64 };
static const struct {
	uint8_t least, most; /* operands */
	uint8_t weight;
} kinds[RND_KINDS] = {
	[RND_INLINE] = { 0, 3, 8 },
	[RND_TASK] = { 0, 3, 14 },
	[RND_BLOCKING] = { 0, 2, 3 },
	[RND_FOREIGN] = { 0, 3, 6 },
	[RND_TIMER] = { 0, 2, 3 },
	[RND_LANE] = { 0, 3, 6 },
	[RND_LIMIT] = { 0, 3, 6 },
	[RND_REMOVED] = { 0, 1, 3 },
	[RND_EXTERNAL] = { 0, 2, 4 },
	[RND_GROUP] = { 0, 2, 4 },
	[RND_LOOP] = { 0, 2, 2 },
	[RND_DUEL] = { 0, 1, 4 },
	[RND_NOW] = { 0, 0, 4 },
	[RND_FORWARD] = { 1, 1, 8 },
	[RND_MAP] = { 1, 1, 8 },
	[RND_CHILD] = { 1, 1, 4 },
	[RND_THEN] = { 2, 2, 6 },
	[RND_RECOVER] = { 2, 2, 6 },
	[RND_ALL] = { 0, 3, 4 },
	[RND_SETTLED] = { 0, 3, 3 },
	[RND_RACE] = { 1, 3, 4 },
	[RND_ANY] = { 1, 3, 4 },
	[RND_UNTIL] = { 1, 1, 3 },
	[RND_SLEEP] = { 0, 0, 1 },
	[RND_RETRY] = { 0, 0, 3 },
	[RND_BROKEN] = { 0, 0, 1 },
	[RND_DROPPED] = { 0, 0, 2 },
};

bool rnd_is_work(enum rnd_kind kind) { return kind <= RND_DUEL; }

uint32_t rnd_compute(const struct rnd_node *node, const uint32_t *operands, uint32_t sum)
{
	uint32_t hash = node->number + 1;
	for (uint32_t i = 0; i < node->operand_count; i++)
		hash = hash * 31 + operands[i] + 1;
	return (hash + sum) & RND_NUMBER;
}

static uint32_t sum_parts(const struct rnd_node *node)
{
	uint32_t sum = 0;
	for (uint32_t i = 0; (node->kind == RND_GROUP || node->kind == RND_LOOP) && i < node->parts; i++)
		sum += rnd_part(node, i);
	return sum;
}

uint32_t rnd_part(const struct rnd_node *node, uint32_t part)
{
	return (uint32_t)dice_hash((uint64_t)node->number << 32 | part) & 0xffff;
}

/* ---- sets of results */

bool rnd_permits(const struct rnd_results *results, uint32_t result)
{
	for (uint32_t i = 0; i < results->count; i++) {
		if (results->of[i] == result)
			return true;
	}
	return false;
}

/* False: there are too many. */
static bool add(struct rnd_results *results, uint32_t result)
{
	if (rnd_permits(results, result))
		return true;
	if (results->count == RND_RESULTS)
		return false;
	results->of[results->count++] = result;
	return true;
}

/* Adds those that are errors, or those that are not. */
static bool add_some(struct rnd_results *to, const struct rnd_results *from, bool errors)
{
	bool good = true;
	for (uint32_t i = 0; i < from->count; i++) {
		if (!(from->of[i] & RND_ERROR) == !errors)
			good = good && add(to, from->of[i]);
	}
	return good;
}

static bool may(const struct rnd_results *results, bool error)
{
	for (uint32_t i = 0; i < results->count; i++) {
		if (!(results->of[i] & RND_ERROR) == !error)
			return true;
	}
	return false;
}

/* ---- the results of one node */

static const struct rnd_results *operand(const struct rnd_program *program, const struct rnd_node *node, uint32_t i)
{
	return &program->nodes[node->operands[i]].results;
}

/* The function of the node is called with these operands. */
static bool add_called(struct rnd_node *node, const uint32_t *operands)
{
	struct rnd_results *results = &node->results;
	uint32_t value = rnd_compute(node, operands, sum_parts(node));
	switch (node->kind) {
	case RND_GROUP:
		for (uint32_t part = 0; part < node->parts; part++) {
			if ((node->failing >> part & 1) && !add(results, rnd_failure(node, part)))
				return false;
		}
		return node->failing || add(results, value);
	case RND_DUEL:
		return add(results, value) && add(results, node->failing ? rnd_failure(node, 0) : (value + 1) & RND_NUMBER);
	default: return add(results, node->failing ? rnd_failure(node, 0) : value);
	}
}

/* Strict nodes: the first operand that is an error is the result. */
static bool add_combinations(const struct rnd_program *program, struct rnd_node *node)
{
	uint32_t at[RND_OPERANDS] = { 0 }, operands[RND_OPERANDS] = { 0 }, combinations = 1;
	for (uint32_t i = 0; i < node->operand_count; i++)
		combinations *= operand(program, node, i)->count;
	if (combinations > MOST_COMBINATIONS)
		return false;
	for (; combinations > 0; combinations--) {
		uint32_t error = 0;
		for (uint32_t i = node->operand_count; i-- > 0;) {
			operands[i] = operand(program, node, i)->of[at[i]];
			if (operands[i] & RND_ERROR)
				error = operands[i];
		}
		if (!(error ? add(&node->results, error) : add_called(node, operands)))
			return false;
		for (uint32_t i = 0; i < node->operand_count; i++) {
			if (++at[i] < operand(program, node, i)->count)
				break;
			at[i] = 0;
		}
	}
	return true;
}

/* Futures of several values. */
static bool add_combined(const struct rnd_program *program, struct rnd_node *node)
{
	struct rnd_results *results = &node->results;
	bool all_may_succeed = true, all_may_fail = true, good = true;
	for (uint32_t i = 0; i < node->operand_count; i++) {
		all_may_succeed = all_may_succeed && may(operand(program, node, i), false);
		all_may_fail = all_may_fail && may(operand(program, node, i), true);
	}
	for (uint32_t i = 0; i < node->operand_count; i++) {
		const struct rnd_results *from = operand(program, node, i);
		if (node->kind == RND_RACE || node->kind == RND_ANY)
			good = good && add_some(results, from, false);
		if (node->kind == RND_RACE || node->kind == RND_ALL || (node->kind == RND_ANY && all_may_fail))
			good = good && add_some(results, from, true);
	}
	if (node->kind == RND_SETTLED || (node->kind == RND_ALL && all_may_succeed))
		good = good && add(results, 0);
	return good;
}

/* False: too many results. */
static bool interpret(const struct rnd_program *program, struct rnd_node *node)
{
	static const uint32_t at_request[RND_FATES] = { 0, RND_ENDED, RND_ENDED, RND_ENDED, RND_LATE };
	struct rnd_results *results = &node->results;
	const struct rnd_results *first = node->operand_count ? operand(program, node, 0) : NULL;
	bool good;
	results->count = 0;
	switch (node->kind) {
	case RND_FORWARD: good = add_some(results, first, false) && add_some(results, first, true); break;
	case RND_UNTIL:
		good = add_some(results, first, false) && add_some(results, first, true) && add(results, RND_LATE);
		break;
	case RND_THEN:
	case RND_RECOVER: {
		bool on_error = node->kind == RND_RECOVER;
		const struct rnd_results *then = operand(program, node, 1);
		good = add_some(results, first, !on_error);
		if (may(first, on_error))
			good = good && add_some(results, then, false) && add_some(results, then, true);
		break;
	}
	case RND_ALL:
	case RND_SETTLED:
	case RND_RACE:
	case RND_ANY: good = add_combined(program, node); break;
	case RND_SLEEP: good = add(results, 0); break;
	case RND_RETRY:
		good = add(results, node->parts < 3 ? rnd_compute(node, NULL, 0) : rnd_failure(node, 2));
		break;
	case RND_CHILD: good = add_combinations(program, node) && add(results, RND_ENDED); break;
	case RND_REMOVED: good = add_combinations(program, node) && add(results, rnd_failure(node, 1)); break;
	case RND_BROKEN: good = add(results, RND_BROKE); break;
	case RND_DROPPED: good = add(results, RND_ENDED); break;
	default: good = add_combinations(program, node);
	}
	if (node->scoped && program->fate != RND_PLAIN)
		good = good && add(results, at_request[program->fate]);
	return good;
}

/* ---- generation */

static enum rnd_kind pick_kind(struct dice *dice)
{
	uint32_t sum = 0, kind = 0;
	for (size_t i = 0; i < RND_KINDS; i++)
		sum += kinds[i].weight;
	uint32_t at = dice_below(dice, sum);
	while (at >= kinds[kind].weight)
		at -= kinds[kind++].weight;
	return (enum rnd_kind)kind;
}

/* Recent results are preferred, so that chains are long. */
static uint32_t pick_operand(const struct rnd_program *program, struct dice *dice)
{
	uint32_t recent = program->count < 6 || dice_one_in(dice, 4) ? program->count : 6;
	return program->count - 1 - dice_below(dice, recent);
}

static bool can_fail(enum rnd_kind kind) { return rnd_is_work(kind) || kind <= RND_CHILD; }

static bool generate_node(struct rnd_program *program, struct rnd_node *node, struct dice *dice)
{
	*node = (struct rnd_node){ .kind = pick_kind(dice), .number = program->count };
	uint32_t least = kinds[node->kind].least, most = kinds[node->kind].most;
	if (program->count == 0 && least > 0)
		return false;
	if (program->count > 0)
		node->operand_count = least + dice_below(dice, most - least + 1);
	for (uint32_t i = 0; i < node->operand_count; i++)
		node->operands[i] = pick_operand(program, dice);
	node->how = dice_below(dice, 1u << 30);
	node->scoped = node->kind == RND_CHILD || (node->kind != RND_NOW && node->kind != RND_FORWARD && node->kind != RND_BROKEN &&
		       node->kind != RND_DROPPED && !dice_one_in(dice, 3));
	node->failing = can_fail(node->kind) && node->kind != RND_FORWARD && dice_one_in(dice, 8);
	if (node->kind == RND_GROUP) {
		node->parts = dice_below(dice, RND_PARTS + 1);
		node->failing = dice_one_in(dice, 3) ? dice_below(dice, 1u << node->parts) : 0;
	} else if (node->kind == RND_LOOP) {
		node->parts = dice_below(dice, 200);
		node->failing = node->failing && node->parts > 0;
	} else if (node->kind == RND_RETRY) {
		node->parts = dice_below(dice, 4);
	}
	return interpret(program, node);
}

void rnd_generate(struct rnd_program *program, struct dice *dice)
{
	uint32_t wanted = 1 + dice_below(dice, dice_one_in(dice, 4) ? RND_NODES : 12);
	program->count = 0;
	program->fate = dice_one_in(dice, 2) ? RND_PLAIN : (enum rnd_fate)dice_below(dice, RND_FATES);
	while (program->count < wanted)
		program->count += generate_node(program, &program->nodes[program->count], dice);
	program->cancels = dice_below(dice, program->count);
}
