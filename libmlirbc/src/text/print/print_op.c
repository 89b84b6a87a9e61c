/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations, in generic form or the dry run and printing of custom forms, without recursion: the way back up is a list
 * of the regions being printed. */
#include "text/print/print_form.h"

/* A region being printed. */
struct level {
	struct level *outer;
	const struct mlirbc_op *op; /* whose region it is */
	uint32_t region, indent;           /* `region`: the next one, or with a custom form the next step */
	uint32_t op_indent;                /* that of the op; `indent` is that of the region */
	const struct mlirbc__form_kind *form; /* NULL: generic */
	struct mlirbc_region_form shape;      /* of the region being printed */
	const struct mlirbc_block *block; /* being printed */
	/* Predecessors: those of block i are at sources[first[i]] .. sources[first[i + 1] - 1], ascending. NULL if
	 * the region has a single block. */
	uint32_t *first, *sources;
};

void mlirbc__put_indent(struct mlirbc_printer *printer, uint32_t count)
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
static bool find_predecessors(struct mlirbc_printer *printer, struct level *level, const struct mlirbc_region *region)
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

static void print_block_name(struct mlirbc_printer *printer, uint32_t number)
{
	mlirbc__put_text(&printer->out, "^bb");
	mlirbc__put_unsigned(&printer->out, number);
}

static void print_predecessors(struct mlirbc_printer *printer, const struct level *level)
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

void mlirbc_printer_argument_location(struct mlirbc_printer *printer, const struct mlirbc_value *argument)
{
	if (!printer->debug_info)
		return;
	if (printer->visiting) {
		mlirbc__alias_attr(printer, mlirbc_value_location(argument), false);
		return;
	}
	mlirbc__put_text(&printer->out, " loc(");
	mlirbc__print_loc_body(printer, mlirbc_value_location(argument));
	mlirbc__put_char(&printer->out, ')');
}

static void print_argument(struct mlirbc_printer *printer, const struct mlirbc_value *argument)
{
	mlirbc__print_value(printer, argument);
	mlirbc__put_text(&printer->out, ": ");
	mlirbc__print_type(printer, argument->type);
	mlirbc_printer_argument_location(printer, argument);
}

static void print_argument_comments(struct mlirbc_printer *printer, const struct level *level)
{
	for (uint32_t i = 0; printer->value_users && i < level->block->argument_count; i++) {
		mlirbc__put_indent(printer, level->indent + 2);
		mlirbc__print_argument_users(printer, &level->block->arguments[i]);
		mlirbc__put_char(&printer->out, '\n');
	}
}

/* The label of an entry block is printed for its arguments, and in generic form of an empty block. */
static bool has_header(const struct level *level)
{
	const struct mlirbc_block *block = level->block;
	if (block->number)
		return true;
	if (!level->form)
		return block->argument_count || !block->first;
	return (level->shape.arguments && block->argument_count) || (level->shape.empty && !block->first);
}

static void visit_header(struct mlirbc_printer *printer, const struct level *level)
{
	const struct mlirbc_block *block = level->block;
	for (uint32_t i = 0; i < block->argument_count && (block->number || !level->form || level->shape.arguments); i++) {
		mlirbc__alias_type(printer, block->arguments[i].type);
		mlirbc_printer_argument_location(printer, &block->arguments[i]);
	}
}

static void print_header(struct mlirbc_printer *printer, const struct level *level)
{
	const struct mlirbc_block *block = level->block;
	if (printer->visiting) {
		visit_header(printer, level);
		return;
	}
	if (!has_header(level)) {
		if (level->form)
			print_argument_comments(printer, level);
		return;
	}
	mlirbc__put_indent(printer, level->indent);
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

static void print_successors(struct mlirbc_printer *printer, const struct mlirbc_op *op)
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

/* The generic form up to the regions, without the results. */
static void print_head(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
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
		/* their aliases may not have been collected; an alias that is defined later could not be read here */
		printer->defined_only = true;
		mlirbc__print_attr(printer, mlirbc_op_properties(op), false);
		printer->defined_only = false;
		mlirbc__put_char(&printer->out, '>');
	}
}

static void print_signature(struct mlirbc_printer *printer, const struct mlirbc_op *op)
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

static void print_callers_comment(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	char text[1024] = "";
	if (!printer->comment(printer->comment_ctx, op, text, sizeof text))
		return;
	mlirbc__put_text(&printer->out, " // ");
	for (const char *at = text; at < text + sizeof text && *at; at++)
		mlirbc__put_char(&printer->out, (unsigned char)*at < 0x20 || *at == 0x7F ? '?' : *at);
}

static MLIRBC__APART void print_comments(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	if (printer->debug_info) {
		mlirbc__put_char(&printer->out, ' ');
		mlirbc__print_loc(printer, mlirbc_op_location(op));
	}
	if (printer->value_users)
		mlirbc__print_op_users(printer, op);
	if (printer->comment)
		print_callers_comment(printer, op);
}

/* Behind any form: the location, the users, the caller's comment. */
static inline void print_end(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	if (!printer->visiting && (printer->debug_info || printer->value_users || printer->comment))
		print_comments(printer, op);
}

static void print_tail(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	if (printer->visiting) {
		mlirbc__alias_op_parts(printer, op);
		return;
	}
	if (op->region_count)
		mlirbc__put_char(&printer->out, ')');
	if (mlirbc_op_attributes(op)) {
		mlirbc__put_char(&printer->out, ' ');
		mlirbc__print_entries(printer, mlirbc_op_attributes(op));
	}
	print_signature(printer, op);
}

static void print_skipped(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++)
		mlirbc__put_text(&printer->out, i ? ", {...}" : " ({...}");
}

/* ---- the walk */

/* Begins the next region of the level's op; false if there is none, and the op ends. */
static bool begin_region(struct mlirbc_printer *printer, struct level *level)
{
	uint32_t index = level->region;
	if (level->form) {
		printer->indent = level->op_indent;
		if (!mlirbc__print_form(printer, level->form, level->op, level->region++, &level->shape))
			return false;
		level->indent = level->op_indent + level->shape.indent;
		index = level->shape.index;
		mlirbc_printer_text(printer, "{\n");
	} else {
		if (level->region == level->op->region_count)
			return false;
		mlirbc_printer_text(printer, level->region++ ? ", {\n" : " ({\n");
	}
	struct mlirbc_region *region = &mlirbc_op_regions(level->op)[index];
	level->block = region->first;
	printer->no_memory |= !printer->visiting && !find_predecessors(printer, level, region);
	if (level->block && !printer->no_memory)
		print_header(printer, level);
	return true;
}

/* A terminator at the end of the entry block, which the custom form leaves out. */
static bool is_hidden(const struct level *level, const struct mlirbc_op *op)
{
	return level->form && !level->shape.terminator && !op->next && level->block->number == 0 &&
	       mlirbc__is_terminator(op->name);
}

/* The next op of the level, or NULL with the region ended. */
static const struct mlirbc_op *next_op(
	struct mlirbc_printer *printer, struct level *level, const struct mlirbc_op *after)
{
	const struct mlirbc_op *op = after ? after->next : level->block ? level->block->first : NULL;
	if (op && is_hidden(level, op))
		op = NULL;
	while (!op && level->block && level->block->next) {
		level->block = level->block->next;
		print_header(printer, level);
		op = level->block->first;
	}
	if (printer->visiting)
		return op;
	if (op) {
		mlirbc__put_indent(printer, level->indent + 2);
		return op;
	}
	mlirbc__put_indent(printer, level->indent);
	mlirbc__put_char(&printer->out, '}');
	return NULL;
}

static struct level *enter(
	struct mlirbc_printer *printer, struct level *outer, struct level **spare, const struct mlirbc_op *op)
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
	uint32_t indent = outer ? outer->indent + 2 : 0;
	*level = (struct level){ .outer = outer, .op = op, .indent = indent, .op_indent = indent };
	return level;
}

static struct level *leave(struct level *level, struct level **spare)
{
	struct level *outer = level->outer;
	level->outer = *spare;
	*spare = level;
	return outer;
}

/* Of an op without regions, or with regions that are not shown. */
static void print_steps(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc__form_kind *form)
{
	struct mlirbc_region_form region;
	for (uint32_t step = 0; mlirbc__print_form(printer, form, op, step, &region); step++)
		mlirbc_printer_text(printer, "{...}");
	print_end(printer, op);
}

static const char *default_dialect(const struct level *level)
{
	return !level ? "builtin" : level->form ? mlirbc__default_dialect(level->op->name) : NULL;
}

/* Up to the first region; false: there is none, and the op has ended. */
static bool begin_op(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, struct level **level, struct level **spare)
{
	const struct mlirbc__form_kind *form = printer->pretty ? mlirbc__form_of(printer, op) : NULL;
	printer->indent = *level ? (*level)->indent + 2 : 0;
	if (printer->visiting && printer->debug_info)
		mlirbc__alias_attr(printer, mlirbc_op_location(op), true);
	if (!printer->visiting) {
		mlirbc__print_results(printer, op);
		if (form)
			mlirbc__print_op_name(printer, op, default_dialect(*level));
		else
			print_head(printer, op);
	}
	if (op->region_count && !printer->skip_regions) {
		struct level *inner = enter(printer, *level, spare, op);
		if (!inner)
			return true;
		inner->form = form;
		*level = inner;
		if (begin_region(printer, inner))
			return true;
		*level = leave(inner, spare); /* a function without a body */
		print_end(printer, op);
		return false;
	}
	if (form) {
		print_steps(printer, op, form);
		return false;
	}
	if (printer->skip_regions && !printer->visiting)
		print_skipped(printer, op);
	print_tail(printer, op);
	print_end(printer, op);
	return false;
}

void mlirbc_printer_op(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc__form_kind *form = mlirbc__form_of(printer, op);
	struct mlirbc_region_form region;
	if (op->region_count)
		return;
	if (form) {
		if (!printer->visiting)
			mlirbc__print_op_name(printer, op, NULL);
		(void)mlirbc__print_form(printer, form, op, 0, &region);
		return;
	}
	if (!printer->visiting)
		print_head(printer, op);
	print_tail(printer, op);
}

void mlirbc__print_op(struct mlirbc_printer *printer, const struct mlirbc_op *root)
{
	struct level *level = NULL, *spare = NULL;
	const struct mlirbc_op *op = root;
	while (!printer->no_memory && !printer->out.failed) {
		const struct mlirbc_op *done = begin_op(printer, op, &level, &spare) ? NULL : op, *next = NULL;
		while (done != root && !next && !printer->no_memory) {
			if (done && !printer->visiting)
				mlirbc__put_char(&printer->out, '\n');
			next = next_op(printer, level, done);
			done = NULL;
			if (next || begin_region(printer, level))
				continue;
			done = level->op;
			if (!level->form)
				print_tail(printer, done);
			print_end(printer, done);
			level = leave(level, &spare);
		}
		if (!next)
			return;
		op = next;
	}
}
