/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values that exist while an operation runs, in whatever order operations run: those that were made before it, because it needs them
 * directly or indirectly, and that something uses later, because it needs the results of the operation, or that the operation uses. Sets
 * of values are words of 64 bits, so this takes the largest 64 values at a time. */
#include "bound.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORK 20000000u /* steps times rounds */

struct root {
	uint64_t size;
	uint32_t number;
};

/* Per register, but `before` per step. */
struct sets {
	uint64_t *bits;   /* of roots: the bit in this round, or 0 */
	uint64_t *made;   /* what was made when the register was, itself included */
	uint64_t *wanted; /* what is used by all that uses the register */
	uint64_t *before; /* what was made before the step */
	size_t size;
	struct root chosen[64];
	uint32_t chosen_count;
};

static int by_size(const void *a, const void *b)
{
	const struct root *x = a, *y = b;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* The roots that count, the largest first. */
static struct root *sort_roots(
	const struct bef_model__body *body, const struct async_allocator *allocator, uint32_t *out_count)
{
	struct root *roots = async_alloc(allocator, (body->register_count + 1u) * sizeof *roots, _Alignof(struct root));
	*out_count = 0;
	for (uint32_t r = 0; roots && r < body->register_count; r++) {
		if (body->roots[r] == r && body->sizes[r] > 0)
			roots[(*out_count)++] = (struct root){ body->sizes[r], r };
	}
	if (roots)
		qsort(roots, *out_count, sizeof *roots, by_size);
	return roots;
}

static uint64_t bit_of(const struct bef_model__body *body, const struct sets *sets, uint32_t r)
{
	return sets->bits[body->roots[r]];
}

static uint64_t size_of(const struct sets *sets, uint64_t set)
{
	uint64_t sum = 0;
	for (; set; set &= set - 1)
		sum = bef_model__sum(sum, sets->chosen[__builtin_ctzll(set)].size);
	return sum;
}

/* ---- a round */

static void go_forward(const struct bef_model__body *body, struct sets *sets)
{
	uint64_t arguments = 0;
	for (uint32_t i = 0; i < body->argument_count; i++)
		arguments |= bit_of(body, sets, bef_word(body->arguments, i));
	for (uint32_t i = 0; i < body->argument_count; i++)
		sets->made[bef_word(body->arguments, i)] = arguments;
	for (uint32_t s = 0; s < body->step_count; s++) {
		const struct bef_model__step *step = &body->steps[s];
		uint64_t before = arguments;
		for (uint32_t i = 0; i < step->argument_count; i++)
			before |= sets->made[bef_word(step->arguments, i)];
		for (uint32_t i = 0; i < step->result_count; i++) {
			const uint32_t r = bef_word(step->results, i);
			sets->made[r] = before | bit_of(body, sets, r);
		}
		sets->before[s] = before;
	}
}

static void go_backward(const struct bef_model__body *body, struct sets *sets)
{
	uint64_t returned = 0;
	for (uint32_t i = 0; i < body->returned_count && body->together; i++)
		returned |= bit_of(body, sets, body->returned[i]);
	for (uint32_t i = 0; i < body->returned_count; i++)
		sets->wanted[body->returned[i]] |= returned;
	for (uint32_t s = body->step_count; s-- > 0;) {
		struct bef_model__step *step = &body->steps[s];
		uint64_t after = body->held ? returned : 0, operands = 0;
		for (uint32_t i = 0; i < step->result_count; i++)
			after |= sets->wanted[bef_word(step->results, i)];
		for (uint32_t i = 0; i < step->argument_count; i++)
			operands |= bit_of(body, sets, bef_word(step->arguments, i));
		for (uint32_t i = 0; i < step->argument_count; i++)
			sets->wanted[bef_word(step->arguments, i)] |= after | operands;
		step->live = bef_model__sum(step->live, size_of(sets, sets->before[s] & (after | operands)));
		step->across = bef_model__sum(step->across, size_of(sets, sets->before[s] & after & ~operands));
	}
}

static void run_round(const struct bef_model__body *body, struct sets *sets)
{
	memset(sets->made, 0, body->register_count * sizeof *sets->made);
	memset(sets->wanted, 0, body->register_count * sizeof *sets->wanted);
	for (uint32_t i = 0; i < sets->chosen_count; i++)
		sets->bits[sets->chosen[i].number] = UINT64_C(1) << i;
	go_forward(body, sets);
	go_backward(body, sets);
	for (uint32_t i = 0; i < sets->chosen_count; i++)
		sets->bits[sets->chosen[i].number] = 0;
}

/* ---- all rounds */

static bool make_sets(const struct bef_model__body *body, const struct async_allocator *allocator, struct sets *out)
{
	out->size = (3 * ((size_t)body->register_count + 1) + body->step_count + 1) * sizeof(uint64_t);
	out->bits = async_alloc(allocator, out->size, _Alignof(uint64_t));
	if (!out->bits)
		return false;
	memset(out->bits, 0, out->size);
	out->made = out->bits + body->register_count + 1;
	out->wanted = out->made + body->register_count + 1;
	out->before = out->wanted + body->register_count + 1;
	return true;
}

bool bef_model__find_live(struct bef_model__body *body, const struct async_allocator *allocator)
{
	struct sets sets = { .chosen_count = 0 };
	uint32_t count, at = 0;
	uint64_t work = 0;
	struct root *roots = sort_roots(body, allocator, &count);
	const bool good = roots && make_sets(body, allocator, &sets);
	while (good && at < count && work < MOST_WORK) {
		sets.chosen_count = count - at < 64 ? count - at : 64;
		memcpy(sets.chosen, roots + at, sets.chosen_count * sizeof *roots);
		run_round(body, &sets);
		at += sets.chosen_count;
		work += body->step_count + (uint64_t)body->register_count;
	}
	if (sets.bits)
		async_free(allocator, sets.bits, sets.size, _Alignof(uint64_t));
	if (roots)
		async_free(allocator, roots, (body->register_count + 1u) * sizeof *roots, _Alignof(struct root));
	return good;
}
