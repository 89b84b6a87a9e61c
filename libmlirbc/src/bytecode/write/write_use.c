/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Use-list orders: deviations from reference order, from the latest use to the earliest.
 *
 * Pairs are written as MLIR's writer does, but its readers up to 22 interpret them the other way round. They are
 * therefore kept only in a file that is rewritten in its own version, or if both interpretations agree. */
#include "bytecode/write/write_state.h"

#include <stdlib.h>

struct use {
	uint32_t op, operand, position;
};

static int later_first(const void *a, const void *b)
{
	const struct use *x = a, *y = b;
	if (x->op != y->op)
		return x->op < y->op ? 1 : -1;
	return x->operand < y->operand ? 1 : x->operand > y->operand ? -1 : 0;
}

/* False for a use by an op that is not in the module. */
static bool use_of(const struct mlirbc__save *s, const struct mlirbc_operand *operand, struct use *out)
{
	const struct mlirbc_op *op = mlirbc_operand_owner(operand), *const *ops = s->ops.data;
	if (op->number >= MLIRBC__ITEMS(&s->ops, const struct mlirbc_op *) || ops[op->number] != op)
		return false;
	*out = (struct use){ op->number, (uint32_t)(operand - mlirbc_op_operands(op)), 0 };
	return true;
}

static bool in_order(const struct mlirbc__save *s, const struct mlirbc_value *value)
{
	if (!value->first_use || !mlirbc_operand_next(value->first_use))
		return true;
	struct use last = { UINT32_MAX, UINT32_MAX, 0 }, use;
	for (const struct mlirbc_operand *at = value->first_use; at; at = mlirbc_operand_next(at)) {
		if (!use_of(s, at, &use))
			continue;
		if (later_first(&last, &use) > 0)
			return false;
		last = use;
	}
	return true;
}

static bool is_own_inverse(const struct use *uses, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (uses[uses[i].position].position != i)
			return false;
	}
	return true;
}

static void put_order(struct mlirbc__save *s, const struct mlirbc_value *value)
{
	size_t count = 0, moved = 0;
	s->scratch.size = 0;
	for (const struct mlirbc_operand *at = value->first_use; at; at = mlirbc_operand_next(at)) {
		struct use use;
		if (!use_of(s, at, &use))
			continue;
		use.position = (uint32_t)count++;
		mlirbc__out_put(&s->job, &s->scratch, &use, sizeof use);
	}
	if (s->job.status != MLIRBC_OK)
		return;
	struct use *uses = s->scratch.data;
	qsort(uses, count, sizeof *uses, later_first);
	for (size_t i = 0; i < count; i++)
		moved += uses[i].position != i;
	bool same = s->load && s->version == s->old_version && !s->load->whole_orders;
	bool pairs = moved < count / 2 && (same || is_own_inverse(uses, count));
	mlirbc__out_varint(&s->job, &s->ir, (pairs ? 2 * moved : count) << 1 | pairs);
	for (size_t i = 0; i < count; i++) {
		if (pairs && uses[i].position == i)
			continue;
		mlirbc__out_varint(&s->job, &s->ir, uses[i].position);
		if (pairs)
			mlirbc__out_varint(&s->job, &s->ir, i);
	}
}

/* MLIR's writer stores the orders in an LLVM hash table, by the number of the value, and writes them in its
 * iteration order. To produce identical bytes, this is an equal table: 64 buckets or more, less than three quarters
 * of them full. */
enum { FIRST_BUCKETS = 64 };
static const uint32_t NO_VALUE = UINT32_MAX;

static void insert(uint32_t *buckets, size_t capacity, uint32_t value)
{
	size_t at = (value * 37U) & (capacity - 1);
	for (size_t step = 1; buckets[at] != NO_VALUE; step++)
		at = (at + step) & (capacity - 1);
	buckets[at] = value;
}

static uint32_t *make_buckets(struct mlirbc__save *s, size_t capacity)
{
	s->buckets.size = 0;
	uint32_t *buckets = mlirbc__out_more(&s->job, &s->buckets, capacity * sizeof *buckets);
	if (buckets)
		memset(buckets, 0xFF, capacity * sizeof *buckets);
	return buckets;
}

/* Doubles the table, inserting in the order of the old buckets. */
static uint32_t *more_buckets(struct mlirbc__save *s, size_t capacity)
{
	struct mlirbc__out old = s->buckets;
	s->buckets = (struct mlirbc__out){ NULL, 0, 0 };
	uint32_t *buckets = make_buckets(s, 2 * capacity);
	for (size_t i = 0; buckets && i < capacity; i++) {
		if (((const uint32_t *)old.data)[i] != NO_VALUE)
			insert(buckets, 2 * capacity, ((const uint32_t *)old.data)[i]);
	}
	mlirbc__out_finish(&s->job, &old);
	return buckets;
}

static const uint32_t *fill_buckets(
	struct mlirbc__save *s, const struct mlirbc_value *values, size_t count, size_t *out_capacity)
{
	size_t capacity = FIRST_BUCKETS, used = 0;
	uint32_t *buckets = make_buckets(s, capacity);
	for (size_t i = 0; buckets && i < count; i++) {
		if (in_order(s, &values[i]))
			continue;
		if (4 * ++used >= 3 * capacity) {
			buckets = more_buckets(s, capacity);
			capacity *= 2;
		}
		if (buckets)
			insert(buckets, capacity, (uint32_t)i);
	}
	*out_capacity = capacity;
	return buckets;
}

bool mlirbc__save_orders(struct mlirbc__save *s, const struct mlirbc_value *values, size_t count)
{
	size_t orders = 0, capacity;
	for (size_t i = 0; i < count; i++)
		orders += !in_order(s, &values[i]);
	if (orders == 0 || s->version < MLIRBC__V_USE_LISTS)
		return orders != 0;
	if (count == 1) {
		put_order(s, values);
		return true;
	}
	mlirbc__out_varint(&s->job, &s->ir, orders);
	const uint32_t *buckets = fill_buckets(s, values, count, &capacity);
	for (size_t i = 0; buckets && i < capacity; i++) {
		if (buckets[i] == NO_VALUE)
			continue;
		mlirbc__out_varint(&s->job, &s->ir, buckets[i]);
		put_order(s, &values[buckets[i]]);
	}
	return true;
}
