/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef check --explain: finds for each operation of a file what the lowering said about it, or about what took its place. Passes keep
 * locations, so a copy or a replacement has the location of the original. */
#include "models/check.h"

#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b) { return a == b ? 0 : (uintptr_t)a < (uintptr_t)b ? -1 : 1; }

static int by_op(const void *left, const void *right)
{
	return by_address((*(const struct check_told *const *)left)->op, (*(const struct check_told *const *)right)->op);
}

static int by_location(const void *left, const void *right)
{
	const struct check_told *a = *(const struct check_told *const *)left, *b = *(const struct check_told *const *)right;
	const int order = by_address(a->location, b->location);
	return order ? order : by_address(a->name, b->name);
}

static int by_problem(const void *left, const void *right)
{
	return by_address((*(const struct check_problem *const *)left)->op, (*(const struct check_problem *const *)right)->op);
}

bool check_index(const struct check *check, struct check_index *out)
{
	out->by_op = calloc(check->told_count + 1, sizeof *out->by_op);
	out->by_location = calloc(check->told_count + 1, sizeof *out->by_location);
	out->problems = calloc(check->problem_count + 1, sizeof *out->problems);
	if (!out->by_op || !out->by_location || !out->problems)
		return false;
	for (size_t i = 0; i < check->told_count; i++)
		out->by_op[i] = out->by_location[i] = &check->told[i];
	for (size_t i = 0; i < check->problem_count; i++)
		out->problems[i] = &check->problems[i];
	qsort(out->by_op, check->told_count, sizeof *out->by_op, by_op);
	qsort(out->by_location, check->told_count, sizeof *out->by_location, by_location);
	qsort(out->problems, check->problem_count, sizeof *out->problems, by_problem);
	return true;
}

void check_index_finish(struct check_index *index)
{
	free(index->by_op);
	free(index->by_location);
	free(index->problems);
}

static bool is_text(const char *data, size_t size, const char *expected)
{
	return size == strlen(expected) && memcmp(data, expected, size) == 0;
}

static bool is_one_of(const struct mlirbc_string *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (is_text(name->data, name->size, names[i]))
			return true;
	}
	return false;
}

bool check_is_listed(const struct check_op *op)
{
	static const char *const frames[] = { "builtin.module", "func.func", "func.return", "stablehlo.return" };
	return !is_one_of(op->name, frames, sizeof frames / sizeof *frames);
}

static bool has_place(const struct mlirbc_attr *location) { return location && location->kind != MLIRBC_LOC_UNKNOWN; }

/* The same operation, or a copy of it. */
static const struct check_told *find(const struct check *check, const struct check_index *index, const struct check_op *op)
{
	const struct check_told wanted = { .op = op->op, .name = op->name, .location = op->location }, *key = &wanted;
	const struct check_told **found = bsearch(&key, index->by_op, check->told_count, sizeof key, by_op);
	if (!found && has_place(op->location))
		found = bsearch(&key, index->by_location, check->told_count, sizeof key, by_location);
	return found ? *found : NULL;
}

static bool is_computed(const struct check_told *told)
{
	return told->way.how != BEF_STABLEHLO_READ && told->way.how != BEF_STABLEHLO_NOTHING &&
	       !is_text(told->name->data, told->name->size, "stablehlo.constant");
}

static bool is_later(const struct check_told *a, const struct check_told *b)
{
	return is_computed(a) != is_computed(b) ? is_computed(a) : a > b; /* both are of the list, which is in order */
}

/* The last of several operations with its location, if possible one that is computed: its result is that of the original. */
static const struct check_told *find_replacement(const struct check *check, const struct check_index *index, const struct check_op *op)
{
	size_t low = 0, high = check->told_count;
	const struct check_told *found = NULL;
	if (!has_place(op->location))
		return NULL;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (by_address(index->by_location[middle]->location, op->location) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < check->told_count && index->by_location[low]->location == op->location; low++)
		found = !found || is_later(index->by_location[low], found) ? index->by_location[low] : found;
	return found;
}

static const struct check_problem *find_problem(const struct check *check, const struct check_index *index, const struct check_op *op)
{
	const struct check_problem wanted = { .op = op->op }, *key = &wanted;
	const struct check_problem **found = bsearch(&key, index->problems, check->problem_count, sizeof key, by_problem);
	for (size_t i = 0; !found && has_place(op->location) && i < check->problem_count; i++) {
		if (check->problems[i].name == op->name && check->problems[i].location == op->location)
			return &check->problems[i];
	}
	return found ? *found : NULL;
}

/* Operations of the region are steps of the kernel's expression, not kernels. */
static bool has_expression(const struct check_told *told)
{
	static const char *const names[] = { "stablehlo.reduce", "stablehlo.reduce_window", "stablehlo.scatter", "stablehlo.select_and_scatter",
		"stablehlo.sort", "stablehlo.map", "stablehlo.all_reduce", "stablehlo.reduce_scatter", "chlo.top_k" };
	return is_one_of(told->name, names, sizeof names / sizeof *names) ||
	       is_text(told->way.kernel.data, told->way.kernel.size, "hlo.while_scalars");
}

/* Whether a pass makes other operations of it, which have its location. */
static bool is_formula(const struct mlirbc_string *name)
{
	static const char *const names[] = { "stablehlo.custom_call", "stablehlo.composite" };
	return name->size < 10 || memcmp(name->data, "stablehlo.", 10) != 0 || is_one_of(name, names, sizeof names / sizeof *names);
}

void check_answer(const struct check *check, const struct check_index *index, const struct check_op *op, struct check_answer *out)
{
	*out = (struct check_answer){ CHECK_GONE, NULL, NULL };
	if ((out->problem = find_problem(check, index, op)) != NULL)
		out->kind = CHECK_REFUSED;
	else if ((out->told = find(check, index, op)) != NULL)
		out->kind = CHECK_RUNS;
	else if (op->parent != SIZE_MAX && (out->told = find(check, index, &check->ops[op->parent])) != NULL && has_expression(out->told))
		out->kind = CHECK_INSIDE;
	else if (is_text(op->name->data, op->name->size, "func.call"))
		out->kind = check->problem_count ? CHECK_GONE : CHECK_INLINED;
	else if (!is_formula(op->name))
		out->told = NULL; /* other operations of the same line say nothing about this one */
	else if ((out->told = find_replacement(check, index, op)) != NULL)
		out->kind = CHECK_REPLACED;
}
