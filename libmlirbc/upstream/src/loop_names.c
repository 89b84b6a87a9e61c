/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names that MLIR suggests for the variables and the handles of omp.canonical_loop: they say where the loop is in the function.
 * "_s1" is the second of several operations with regions in a region, "_r1" the second region of an operation, "_d2" the third
 * of loops that contain nothing but each other. */
#include "own_parts.h"

#include <stdio.h>

enum { MOST_NAME = 100, MOST_LEVELS = 64 };

/* An operation around the loop, or the loop itself. */
struct level {
	const struct mlirbc_op *op;
	unsigned place; /* among the operations with regions */
	bool alone;     /* there is no other one */
	int region;     /* of the operation around it; -1: the only one, or there is none */
};

static bool is_loop(const struct mlirbc_op *op)
{
	static const char name[] = "omp.canonical_loop";
	return op->name->size == sizeof name - 1 && memcmp(op->name->data, name, sizeof name - 1) == 0;
}

/* Whether names do not tell what is around it. Bytecode also marks other operations as isolated, so that this goes by names. */
static bool is_outermost(const struct mlirbc_op *op)
{
	static const char *const names[] = { ".func", ".module", "omp.declare_reduction", "omp.private" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const size_t size = strlen(names[i]);
		if (op->name->size >= size && memcmp(op->name->data + op->name->size - size, names[i], size) == 0)
			return true;
	}
	return false;
}

/* Where the operation is in its region. */
static struct level level_of(const struct mlirbc_op *op)
{
	const struct mlirbc_region *region = op->parent->parent;
	const struct mlirbc_op *around = region->parent;
	struct level level = { .op = op, .alone = true, .region = -1 };
	unsigned count = 0;
	bool found = false;
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		for (const struct mlirbc_op *other = block->first; other && (level.alone || !found); other = other->next) {
			level.place = other == op ? count : level.place;
			found |= other == op;
			count += other->region_count > 0;
			level.alone = count < 2;
		}
	}
	if (around && around->region_count > 1)
		level.region = (int)(region - mlirbc_op_regions(around));
	return level;
}

/* Appends a part like "_s1" to the name. */
static void add(char *name, const char *part, unsigned number)
{
	const size_t size = strlen(name);
	snprintf(name + size, MOST_NAME - size, "%s%u", part, number);
}

/* Of loops that contain nothing but each other only the innermost is named. */
static void add_run(char *name, int depth, bool named)
{
	if (depth > 0)
		add(name, "_d", (unsigned)depth);
	else if (depth == 0 && named)
		add(name, "_s", 0);
}

const char *up__loop_name(const struct mlirbc_op *op, const char *prefix)
{
	static _Thread_local char name[MOST_NAME];
	struct level levels[MOST_LEVELS];
	size_t count = 0;
	snprintf(name, sizeof name, "%s", prefix);
	for (; op && op->parent && op->parent->parent && !is_outermost(op) && count < MOST_LEVELS; op = mlirbc_op_parent(op))
		levels[count++] = level_of(op);
	int depth = -1; /* of the loop in its run; -1: no loop so far */
	bool named = false, first = true;
	while (count-- > 0) {
		const struct level *level = &levels[count];
		if (level->region >= 0) {
			add_run(name, depth, named);
			add(name, "_r", (unsigned)level->region);
			depth = -1;
			first = true;
		}
		if (!level->alone) {
			add_run(name, depth, named);
			add(name, "_s", level->place);
			depth = is_loop(level->op) ? 0 : -1;
			named = false;
		} else if (is_loop(level->op)) {
			named = depth < 0 && !first;
			depth++;
		}
		first = false;
	}
	add_run(name, depth, named);
	return name;
}
