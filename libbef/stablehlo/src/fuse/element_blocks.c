/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks of an expression (hlo/steps.h): marks, variables, and what is known of values after a block. */
#include "fuse/elements.h"

#include <string.h>

enum { MOST_BLOCKS = 48 }; /* inside of each other; below the limit of expressions */

/* Values of closed blocks, which no later step may use: numbers from `first` to `end` - 1. */
struct bef_hlo__closed {
	uint32_t first, end;
};

bool bef_hlo__elements_is_closed(const struct bef_hlo__elements *e, uint32_t number)
{
	uint32_t low = 0, high = e->closed_count;
	while (low < high) {
		const uint32_t middle = (low + high) / 2;
		if (e->closed[middle].end <= number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < e->closed_count && e->closed[low].first <= number;
}

uint32_t bef_hlo__elements_mark(struct bef_hlo__elements *e, const char *text, const uint32_t *operand)
{
	bef_hlo__expression_put_word(&e->text, text, operand);
	e->fits = e->fits && e->text.ok && e->text.next < HLO_EXPR_SLOTS;
	e->steps++;
	return e->text.next++;
}

uint32_t bef_hlo__elements_open(struct bef_hlo__elements *e, const char *text, const uint32_t *operand)
{
	e->fits = e->fits && ++e->depth <= MOST_BLOCKS;
	return bef_hlo__elements_mark(e, text, operand);
}

/* Blocks inside of this one are parts of its range. */
static void close_range(struct bef_hlo__elements *e, uint32_t first)
{
	while (e->closed_count && e->closed[e->closed_count - 1].first >= first)
		e->closed_count--;
	if (e->closed_count == e->closed_room) {
		struct bef_hlo__closed *closed = bef_hlo__elements_grow(e, e->closed, sizeof *closed, &e->closed_room, 2 * e->closed_room + 16);
		if (!closed)
			return;
		e->closed = closed;
	}
	e->closed[e->closed_count++] = (struct bef_hlo__closed){ first, e->text.next };
}

uint32_t bef_hlo__elements_else(struct bef_hlo__elements *e, uint32_t first)
{
	close_range(e, first);
	return bef_hlo__elements_mark(e, "else", NULL);
}

void bef_hlo__elements_close(struct bef_hlo__elements *e, uint32_t first)
{
	bef_hlo__elements_mark(e, "end", NULL);
	close_range(e, first);
	e->depth--;
}

uint32_t bef_hlo__elements_variable(struct bef_hlo__elements *e, uint32_t first, const struct mlirbc_type *type)
{
	return bef_hlo__elements_access_step(e, "variable", &first, 1, type);
}

void bef_hlo__elements_set(struct bef_hlo__elements *e, uint32_t variable, uint32_t value, const struct mlirbc_type *type)
{
	const uint32_t operands[2] = { variable, value };
	if (variable != value)
		(void)bef_hlo__elements_access_step(e, "set", operands, 2, type);
}
