/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values are defined before they are used. An isolated operation is checked when all else in it is valid, operations in it that
 * are isolated by themselves. */
#include "verify_blocks.h"
#include "verify_own.h"

#include <stdlib.h>

/* A region around the current operation; the blocks that contain it have numbered operations. */
struct level {
	const struct mlirbc_region *region, *end;
	const struct mlirbc_block *block;
	struct mlirbc_op *op;
	struct up__dominance dominance; /* blocks: NULL until asked for */
	bool graph;			/* in any order */
};

struct walk {
	struct mlirbc_parser *parser;
	struct up__names *names;
	struct level *levels;
	size_t depth, capacity;
};

/* Regions of operations without a row may be anything. */
static bool has_graph(struct walk *w, const struct mlirbc_op *op)
{
	static const char *const names[] = { "builtin.module", "emitc.class", "emitc.expression", "emitc.file", "gpu.module",
		"ml_program.subgraph", "scf.forall.in_parallel", "transform.apply_conversion_patterns", "transform.apply_patterns",
		"transform.func.cast_and_call", "transform.structured.replace" };
	if (!up__known_of(w->names, op)->row)
		return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (mlirbc_op_is(op, names[i]))
			return true;
	}
	return false;
}

static void number_ops(const struct mlirbc_block *block)
{
	uint32_t number = 0;
	for (struct mlirbc_op *op = block->first; op; op = op->next)
		op->number = number++;
}

static bool enter(struct walk *w, const struct mlirbc_op *op)
{
	const struct mlirbc_region *regions = mlirbc_op_regions(op);
	if (w->depth == w->capacity) {
		const size_t capacity = w->capacity ? 2 * w->capacity : 16;
		struct level *levels = realloc(w->levels, capacity * sizeof *levels);
		if (!levels)
			return mlirbc_parser_no_memory(w->parser);
		w->levels = levels;
		w->capacity = capacity;
	}
	w->levels[w->depth++] = (struct level){ .region = regions - 1, .end = regions + op->region_count, .graph = has_graph(w, op) };
	return true;
}

/* The next operation in the regions of the level; NULL: there is none. */
static struct mlirbc_op *advance(struct level *level)
{
	level->op = level->op ? level->op->next : NULL;
	while (!level->op) {
		level->block = level->block ? level->block->next : NULL;
		while (!level->block) {
			free(level->dominance.blocks);
			level->dominance.blocks = NULL;
			if (++level->region >= level->end)
				return NULL;
			level->block = level->region->first;
		}
		number_ops(level->block);
		level->op = level->block->first;
	}
	return level->op;
}

/* `level`: that of the region of the value. */
static bool is_defined(struct walk *w, struct level *level, const struct mlirbc_value *value, const struct mlirbc_block *block)
{
	if (level->block == block)
		return value->is_argument || mlirbc_value_op(value)->number < level->op->number;
	if (!level->dominance.blocks && !up__dominance_init(&level->dominance, level->region))
		return mlirbc_parser_no_memory(w->parser);
	return up__block_dominates(&level->dominance, block->number, level->block->number);
}

static bool check_operands(struct walk *w, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_block *block = value->is_argument ? mlirbc_value_block(value) : mlirbc_value_op(value)->parent;
		size_t level = w->depth;
		while (level > 0 && w->levels[level - 1].region != block->parent)
			level--;
		if (level == 0 || w->levels[level - 1].graph || is_defined(w, &w->levels[level - 1], value, block))
			continue;
		return mlirbc_parser_error_op(w->parser, op, "operand #%u does not dominate this use", (unsigned)i);
	}
	return true;
}

static bool check_levels(struct walk *w)
{
	while (w->depth) {
		const struct mlirbc_op *op = advance(&w->levels[w->depth - 1]);
		if (!op)
			w->depth--;
		else if (!check_operands(w, op) || (op->region_count && !op->isolated && !enter(w, op)))
			return false;
	}
	return true;
}

bool mlirbc_upstream__verify_dominance(struct mlirbc_parser *parser, const struct mlirbc_op *isolated, struct up__names *names)
{
	struct walk w = { .parser = parser, .names = names };
	const bool valid = enter(&w, isolated) && check_levels(&w);
	for (size_t i = 0; i < w.depth; i++)
		free(w.levels[i].dominance.blocks);
	free(w.levels);
	return valid;
}
