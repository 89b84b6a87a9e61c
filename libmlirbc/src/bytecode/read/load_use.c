/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Use-list orders. The reference order of a value's uses, from the latest to the earliest, results from linking them
 * while the ops are read; a file stores deviations from it.
 *
 * Pairs are (position in the list, position in reference order), as MLIR writes them; its own readers up to 22
 * interpret them the other way round. */
#include "bytecode/read/load_ir.h"

#include <string.h>

/* The head of an order, whose numbers are read when it is applied. */
static bool read_head(struct mlirbc__ir *ir, struct mlirbc_value *value, uint64_t *out_head)
{
	struct mlirbc__reader *r = &ir->r;
	size_t at = r->c.pos;
	uint64_t head = mlirbc__varint(&r->c), count = head >> 1;
	*out_head = head;
	if (!mlirbc__cut(r, "a use-list order"))
		return false;
	if (!bytecursor_fits(&r->c, count, 1))
		return mlirbc__bad(r, at, "use-list order of %llu numbers, but only %zu bytes follow",
			(unsigned long long)count, bytecursor_left(&r->c));
	if (value->number)
		return mlirbc__bad(r, at, "second use-list order of the same value, expected one");
	value->number = 1;
	ir->orders = mlirbc__reserve(ir->load, &ir->order_buffer, ir->order_count + 1, sizeof *ir->orders);
	if (!ir->orders)
		return false;
	ir->orders[ir->order_count++] = (struct mlirbc__order){
		.value = value, .at = r->c.pos, .count = (size_t)count, .pairs = head & 1
	};
	return true;
}

bool mlirbc__read_orders(struct mlirbc__ir *ir, struct mlirbc__op_record *record, struct mlirbc_value *values)
{
	struct mlirbc__reader *r = &ir->r;
	size_t index = 0, count = 0;
	uint64_t number = 0;
	for (; record->part < MLIRBC__OP_REGIONS; mlirbc__op_next(record, number)) {
		bool good;
		switch (record->part) {
		case MLIRBC__OP_ORDER_COUNT:
			good = mlirbc__count(r, "number of use-list orders", &count);
			number = count;
			break;
		case MLIRBC__OP_ORDER_VALUE:
			good = mlirbc__index(r, "number of a value with a use-list order", record->values, &index);
			break;
		case MLIRBC__OP_ORDER: good = read_head(ir, &values[index], &number); break;
		default:
			(void)mlirbc__varint(&r->c);
			good = mlirbc__cut(r, "a use-list order");
		}
		if (!good)
			return false;
	}
	return true;
}

/* Uses in reference order, uses in the requested order, and the positions of either that are taken. */
struct order_state {
	struct mlirbc_operand **from, **to;
	uint8_t *from_taken;
	size_t count;
};

static bool prepare(struct mlirbc__ir *ir, const struct mlirbc_value *value, struct order_state *s)
{
	s->count = 0;
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use))
		s->count++;
	s->from = mlirbc__reserve(ir->load, &ir->use_buffer, s->count, 2 * sizeof *s->from + 1);
	if (!s->from)
		return false;
	s->to = s->from + s->count;
	s->from_taken = (uint8_t *)(s->to + s->count);
	size_t i = 0;
	for (struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use))
		s->from[i++] = use;
	memset(s->to, 0, s->count * sizeof *s->to);
	memset(s->from_taken, 0, s->count);
	return true;
}

/* Number i: the new position of the i-th use in reference order. Pair: the new position of a use, and its old one. */
static bool place_uses(struct mlirbc__reader *r, const struct mlirbc__order *order, struct order_state *s)
{
	size_t moved = 0;
	for (size_t i = 0; i < (order->pairs ? order->count / 2 : order->count); i++) {
		size_t at = r->c.pos, to, from = i;
		if (!mlirbc__index(r, "position in a use-list", s->count, &to) ||
			(order->pairs && !mlirbc__index(r, "position in a use-list", s->count, &from)))
			return false;
		if (s->to[to] || s->from_taken[from])
			return mlirbc__bad(
				r, at, "position %zu is duplicated, expected a permutation", s->to[to] ? to : from);
		s->to[to] = s->from[from];
		s->from_taken[from] = 1;
		moved += to != from;
	}
	r->load->whole_orders |= !order->pairs && moved < s->count / 2;
	return true;
}

static bool apply(struct mlirbc__ir *ir, const struct mlirbc__order *order)
{
	struct mlirbc__reader r = ir->r;
	struct order_state s;
	r.c.pos = order->at;
	r.c.end = ir->load->size; /* the numbers were checked before */
	if (!prepare(ir, order->value, &s))
		return false;
	if (order->pairs ? order->count % 2 != 0 || order->count / 2 > s.count : order->count != s.count)
		return mlirbc__bad(&r, order->at, "use-list order of %zu numbers for a value with %zu uses",
			order->count, s.count);
	if (!place_uses(&r, order, &s))
		return false;
	for (size_t i = 0; i < s.count; i++) { /* the others keep their position */
		if (!s.to[i] != !s.from_taken[i])
			return mlirbc__bad(&r, order->at,
				"use %zu moves, but no use takes its position, expected a permutation", i);
		if (!s.to[i])
			s.to[i] = s.from[i];
	}
	for (size_t i = 0; i < s.count; i++)
		mlirbc__operand_link(s.to[i], i + 1 < s.count ? s.to[i + 1] : NULL);
	if (s.count)
		order->value->first_use = s.to[0];
	return true;
}

bool mlirbc__apply_orders(struct mlirbc__ir *ir, size_t first)
{
	for (size_t i = first; i < ir->order_count; i++) {
		if (!apply(ir, &ir->orders[i]))
			return false;
		ir->orders[i].value->number = 0;
	}
	ir->order_count = first;
	return true;
}
