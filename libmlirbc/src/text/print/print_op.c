/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations in generic form, without recursion: the way back up is a list of the regions being printed. */
#include "text/print/printer.h"

/* A region being printed. */
struct level {
	struct level *outer;
	const struct mlirbc_op *op; /* whose region it is */
	uint32_t region, indent;
	const struct mlirbc_block *block; /* being printed */
	/* Who jumps to which block: sources of block i are at sources[first[i]] .. sources[first[i + 1] - 1],
	 * ascending. NULL when the region has a single block. */
	uint32_t *first, *sources;
};

static void put_indent(struct mlirbc__printer *printer, uint32_t count)
{
	static const char spaces[] = "                                ";
	for (; count > sizeof spaces - 1; count -= (uint32_t)sizeof spaces - 1)
		mlirbc__put(&printer->out, spaces, sizeof spaces - 1);
	mlirbc__put(&printer->out, spaces, count);
}

/* ---- predecessors */

typedef void (*edge_fn)(struct level *level, const struct mlirbc_block *from, const struct mlirbc_block *to);

static void count_edge(struct level *level, const struct mlirbc_block *from, const struct mlirbc_block *to)
{
	(void)from;
	level->first[to->number + 2]++;
}

static void store_edge(struct level *level, const struct mlirbc_block *from, const struct mlirbc_block *to)
{
	level->sources[level->first[to->number + 1]++] = from->number;
}

static void for_each_edge(struct level *level, const struct mlirbc_region *region, edge_fn edge)
{
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		for (const struct mlirbc_op *op = block->first; op; op = op->next) {
			for (uint32_t i = 0; i < mlirbc_op_successor_count(op); i++) {
				if (mlirbc_op_successors(op)[i] && mlirbc_op_successors(op)[i]->parent == region)
					edge(level, block, mlirbc_op_successors(op)[i]);
			}
		}
	}
}

/* Counting sort: `first` is two places ahead while counting and one while storing, and right afterwards. */
static bool find_predecessors(struct mlirbc__printer *printer, struct level *level, const struct mlirbc_region *region)
{
	size_t count = (size_t)region->block_count + 2;
	level->first = NULL;
	if (region->block_count < 2)
		return true;
	level->first = mlirbc__arena_alloc(&printer->scratch, count * sizeof *level->first, _Alignof(uint32_t));
	if (!level->first)
		return false;
	memset(level->first, 0, count * sizeof *level->first);
	for_each_edge(level, region, count_edge);
	for (size_t i = 1; i < count; i++)
		level->first[i] += level->first[i - 1];
	level->sources = mlirbc__arena_alloc(
		&printer->scratch, level->first[count - 1] * sizeof *level->sources, _Alignof(uint32_t));
	if (!level->sources)
		return false;
	for_each_edge(level, region, store_edge);
	return true;
}

static void print_block_name(struct mlirbc__printer *printer, uint32_t number)
{
	mlirbc__put_text(&printer->out, "^bb");
	mlirbc__put_unsigned(&printer->out, number);
}

static void print_predecessors(struct mlirbc__printer *printer, const struct level *level)
{
	uint32_t number = level->block->number;
	uint32_t begin = level->first ? level->first[number] : 0, end = level->first ? level->first[number + 1] : 0;
	if (begin == end) {
		if (number)
			mlirbc__put_text(&printer->out, "  // no predecessors");
		return;
	}
	mlirbc__put_text(&printer->out, "  // ");
	if (end - begin > 1)
		mlirbc__put_unsigned(&printer->out, end - begin);
	mlirbc__put_text(&printer->out, end - begin > 1 ? " preds: " : "pred: ");
	for (uint32_t i = begin; i < end; i++) {
		if (i > begin)
			mlirbc__put_text(&printer->out, ", ");
		print_block_name(printer, level->sources[i]);
	}
}

/* ---- blocks */

static void print_argument(struct mlirbc__printer *printer, const struct mlirbc_value *argument)
{
	mlirbc__print_value(printer, argument);
	mlirbc__put_text(&printer->out, ": ");
	mlirbc__print_type(printer, argument->type);
	if (!printer->debug_info)
		return;
	mlirbc__put_text(&printer->out, " loc(");
	mlirbc__print_loc_body(printer, mlirbc_value_location(argument));
	mlirbc__put_char(&printer->out, ')');
}

static void print_argument_comments(struct mlirbc__printer *printer, const struct level *level)
{
	for (uint32_t i = 0; printer->value_users && i < level->block->argument_count; i++) {
		put_indent(printer, level->indent + 2);
		mlirbc__print_argument_users(printer, &level->block->arguments[i]);
		mlirbc__put_char(&printer->out, '\n');
	}
}

static void print_header(struct mlirbc__printer *printer, const struct level *level)
{
	const struct mlirbc_block *block = level->block;
	if (block->number == 0 && block->argument_count == 0 && block->first)
		return;
	put_indent(printer, level->indent);
	print_block_name(printer, block->number);
	for (uint32_t i = 0; i < block->argument_count; i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "(");
		print_argument(printer, &block->arguments[i]);
	}
	mlirbc__put_text(&printer->out, block->argument_count ? "):" : ":");
	print_predecessors(printer, level);
	mlirbc__put_char(&printer->out, '\n');
	print_argument_comments(printer, level);
}

/* ---- ops */

static void print_successors(struct mlirbc__printer *printer, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < mlirbc_op_successor_count(op); i++) {
		mlirbc__put_text(&printer->out, i ? ", " : "[");
		if (mlirbc_op_successors(op)[i])
			print_block_name(printer, mlirbc_op_successors(op)[i]->number);
		else
			mlirbc__put_text(&printer->out, "<<NULL BLOCK>>");
	}
	if (mlirbc_op_successor_count(op))
		mlirbc__put_char(&printer->out, ']');
}

static void print_head(struct mlirbc__printer *printer, const struct mlirbc_op *op)
{
	mlirbc__print_results(printer, op);
	mlirbc__put_quoted(&printer->out, op->name);
	mlirbc__put_char(&printer->out, '(');
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		mlirbc__print_value(printer, mlirbc_op_operands(op)[i].value);
	}
	mlirbc__put_char(&printer->out, ')');
	print_successors(printer, op);
	if (mlirbc_op_properties(op)) {
		mlirbc__put_text(&printer->out, " <");
		/* they may not have been looked into for aliases; one whose line comes later could not be read here */
		printer->defined_only = true;
		mlirbc__print_attr(printer, mlirbc_op_properties(op), false);
		printer->defined_only = false;
		mlirbc__put_char(&printer->out, '>');
	}
}

static void print_signature(struct mlirbc__printer *printer, const struct mlirbc_op *op)
{
	bool bare = op->result_count == 1 && mlirbc_op_results(op)[0].type->kind != MLIRBC_TYPE_FUNCTION;
	mlirbc__put_text(&printer->out, " : (");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		if (mlirbc_op_operands(op)[i].value)
			mlirbc__print_type(printer, mlirbc_op_operands(op)[i].value->type);
		else
			mlirbc__put_text(&printer->out, "<<NULL TYPE>>");
	}
	mlirbc__put_text(&printer->out, bare ? ") -> " : ") -> (");
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		mlirbc__print_type(printer, mlirbc_op_results(op)[i].type);
	}
	if (!bare)
		mlirbc__put_char(&printer->out, ')');
}

static void print_tail(struct mlirbc__printer *printer, const struct mlirbc_op *op)
{
	if (op->region_count)
		mlirbc__put_char(&printer->out, ')');
	if (mlirbc_op_attributes(op)) {
		mlirbc__put_char(&printer->out, ' ');
		mlirbc__print_entries(printer, mlirbc_op_attributes(op));
	}
	print_signature(printer, op);
	if (printer->debug_info) {
		mlirbc__put_char(&printer->out, ' ');
		mlirbc__print_loc(printer, mlirbc_op_location(op));
	}
	if (printer->value_users)
		mlirbc__print_op_users(printer, op);
}

static void print_skipped(struct mlirbc__printer *printer, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++)
		mlirbc__put_text(&printer->out, i ? ", {...}" : " ({...}");
}

/* ---- the walk */

/* Begins the next region of the level's op; false when there is none, and the op ends. */
static bool begin_region(struct mlirbc__printer *printer, struct level *level)
{
	if (level->region == level->op->region_count)
		return false;
	struct mlirbc_region *region = &mlirbc_op_regions(level->op)[level->region];
	mlirbc__put_text(&printer->out, level->region++ ? ", {\n" : " ({\n");
	level->block = region->first;
	printer->no_memory |= !find_predecessors(printer, level, region);
	if (level->block && !printer->no_memory)
		print_header(printer, level);
	return true;
}

/* The next op of the level, or NULL with the region ended. */
static const struct mlirbc_op *next_op(
	struct mlirbc__printer *printer, struct level *level, const struct mlirbc_op *after)
{
	const struct mlirbc_op *op = after ? after->next : level->block ? level->block->first : NULL;
	while (!op && level->block && level->block->next) {
		level->block = level->block->next;
		print_header(printer, level);
		op = level->block->first;
	}
	if (op) {
		put_indent(printer, level->indent + 2);
		return op;
	}
	put_indent(printer, level->indent);
	mlirbc__put_char(&printer->out, '}');
	return NULL;
}

static struct level *enter(
	struct mlirbc__printer *printer, struct level *outer, struct level **spare, const struct mlirbc_op *op)
{
	struct level *level = *spare;
	if (level)
		*spare = level->outer;
	else
		level = mlirbc__arena_alloc(&printer->scratch, sizeof *level, _Alignof(struct level));
	if (!level) {
		printer->no_memory = true;
		return NULL;
	}
	*level = (struct level){ .outer = outer, .op = op, .indent = outer ? outer->indent + 2 : 0 };
	return level;
}

static struct level *leave(struct level *level, struct level **spare)
{
	struct level *outer = level->outer;
	level->outer = *spare;
	*spare = level;
	return outer;
}

void mlirbc__print_op(struct mlirbc__printer *printer, const struct mlirbc_op *root)
{
	struct level *level = NULL, *spare = NULL;
	const struct mlirbc_op *op = root;
	while (!printer->no_memory && !printer->out.failed) {
		const struct mlirbc_op *done = op, *next = NULL;
		print_head(printer, op);
		if (printer->skip_regions)
			print_skipped(printer, op);
		if (op->region_count == 0 || printer->skip_regions) {
			print_tail(printer, op);
		} else {
			level = enter(printer, level, &spare, op);
			if (!level)
				return;
			begin_region(printer, level);
			done = NULL;
		}
		while (done != root && !next && !printer->no_memory) {
			if (done)
				mlirbc__put_char(&printer->out, '\n');
			next = next_op(printer, level, done);
			done = NULL;
			if (next || begin_region(printer, level))
				continue;
			done = level->op;
			print_tail(printer, done);
			level = leave(level, &spare);
		}
		if (!next)
			return;
		op = next;
	}
}
