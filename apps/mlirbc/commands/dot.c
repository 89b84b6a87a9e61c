/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc dot: ops are nodes, regions and blocks clusters, uses of values edges, jumps to blocks dashed edges. */
#include "commands/commands.h"
#ifdef MLIRBC_APP_STABLEHLO
#include "models/model.h"
#else
#include "tables/table.h"
#endif

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_INDENT = 20 };

/* The definition of a value: an op's result or a block's argument. */
struct maker {
	uint64_t node, index;
	bool argument, known;
};

/* An open op with regions; values of its regions begin at index `values` of the stack. */
struct scope {
	uint64_t op;
	size_t values, base; /* base: the first value number */
	uint64_t *blocks;    /* node number of each block of the open region */
	size_t block_count, block_room;
	size_t uses, jumps; /* first ones of this region */
};

/* Operands are reported before the values of later ops are known, so edges are written when a region ends. */
struct use {
	size_t value; /* in the stack */
	uint64_t op;
};

struct jump {
	uint64_t op, block;
};

struct drawing {
	const struct table *table;
	FILE *out;
	struct maker *values;
	struct scope *scopes;
	struct use *uses;
	struct jump *jumps;
	size_t value_count, value_room, scope_count, scope_room, use_count, use_room, jump_count, jump_room;
	uint64_t next_block, block; /* node numbers */
	uint64_t regions;           /* of the op whose regions follow */
	bool isolated, failed;
};

#define RESERVE(d, array, room, count) (CLI_RESERVE((array), (count), (room)) || ((d)->failed = true, false))

static void indent(const struct drawing *d)
{
	fprintf(d->out, "%*s", d->scope_count < DEEPEST_INDENT ? (int)(2 * d->scope_count + 2) : 2 * DEEPEST_INDENT,
		"");
}

static struct scope *top(struct drawing *d) { return d->scope_count ? &d->scopes[d->scope_count - 1] : NULL; }

/* ---- edges */

static void put_use(const struct drawing *d, const struct use *use)
{
	const struct maker *maker = &d->values[use->value];
	if (!maker->known)
		return;
	indent(d);
	if (maker->argument)
		fprintf(d->out, "b%" PRIu64 "a%" PRIu64, maker->node, maker->index);
	else
		fprintf(d->out, "o%" PRIu64, maker->node);
	fprintf(d->out, " -> o%" PRIu64 ";\n", use->op);
}

/* Writes the uses whose value is defined in this region; the others wait for enclosing regions. */
static void put_uses(struct drawing *d, const struct scope *scope)
{
	size_t kept = scope->uses;
	for (size_t i = scope->uses; i < d->use_count; i++) {
		if (d->uses[i].value >= scope->values)
			put_use(d, &d->uses[i]);
		else
			d->uses[kept++] = d->uses[i];
	}
	d->use_count = kept;
}

static void put_jumps(struct drawing *d, const struct scope *scope)
{
	for (size_t i = scope->jumps; i < d->jump_count; i++) {
		if (d->jumps[i].block >= scope->block_count)
			continue;
		indent(d);
		fprintf(d->out, "o%" PRIu64 " -> b%" PRIu64 " [style=dashed];\n", d->jumps[i].op,
			scope->blocks[d->jumps[i].block]);
	}
	d->jump_count = scope->jumps;
}

/* ---- parts */

static void open_scope(struct drawing *d, uint64_t op)
{
	const struct scope *outer = top(d);
	struct scope scope = { .op = op, .values = d->value_count };
	scope.base = d->isolated || !outer ? d->value_count : outer->base;
	if (!RESERVE(d, d->scopes, d->scope_room, d->scope_count + 1))
		return;
	d->scopes[d->scope_count++] = scope;
	d->regions = 0;
}

static void close_scope(struct drawing *d)
{
	free(top(d)->blocks);
	d->scope_count--;
}

static void enter_region(struct drawing *d, const struct mlirbc_walk_item *item)
{
	if (d->regions) /* the first one of its op */
		open_scope(d, item->op);
	if (d->failed)
		return;
	struct scope *scope = top(d);
	scope->block_count = 0;
	scope->uses = d->use_count;
	scope->jumps = d->jump_count;
	indent(d);
	fprintf(d->out, "subgraph cluster_%" PRIu64 "_%" PRIu64 " { label=\"\";\n", item->op, item->index);
}

static void leave_region(struct drawing *d)
{
	struct scope *scope = top(d);
	put_uses(d, scope);
	put_jumps(d, scope);
	d->value_count = scope->values;
	indent(d);
	fprintf(d->out, "}\n");
}

static void enter_block(struct drawing *d)
{
	struct scope *scope = top(d);
	if (!scope)
		return; /* the top level */
	if (!RESERVE(d, scope->blocks, scope->block_room, scope->block_count + 1))
		return;
	d->block = d->next_block++;
	scope->blocks[scope->block_count++] = d->block;
	indent(d);
	fprintf(d->out, "subgraph cluster_b%" PRIu64 " { label=\"^bb%zu\"; b%" PRIu64 " [shape=point];\n", d->block,
		scope->block_count - 1, d->block);
}

static void leave_block(struct drawing *d)
{
	if (!d->scope_count)
		return;
	indent(d);
	fprintf(d->out, "}\n");
}

static void add_values(struct drawing *d, uint64_t count)
{
	if (count == 0 || !RESERVE(d, d->values, d->value_room, d->value_count + (size_t)count))
		return;
	memset(d->values + d->value_count, 0, (size_t)count * sizeof *d->values);
	d->value_count += (size_t)count;
}

static void define(struct drawing *d, const struct mlirbc_walk_item *item, bool argument)
{
	const struct scope *scope = top(d);
	if (item->value != MLIRBC_WALK_NONE && scope)
		d->values[scope->base + item->value] = (struct maker){ argument ? d->block : item->op, item->index,
			argument, true };
	if (argument) {
		indent(d);
		fprintf(d->out, "b%" PRIu64 "a%" PRIu64 " [label=\"argument %" PRIu64 "\", shape=ellipse];\n", d->block,
			item->index, item->index);
	}
}

static void field(struct drawing *d, const struct mlirbc_walk_item *item)
{
	if (item->section != MLIRBC_WALK_SECTION_IR)
		return;
	if (item->field == MLIRBC_WALK_OP_NAME_REF) {
		indent(d);
		fprintf(d->out, "o%" PRIu64 " [label=\"", item->op);
		table_put_op_name(d->out, d->table, item->number);
		fprintf(d->out, "\"];\n");
	} else if (item->role == MLIRBC_WALK_ROLE_REGION) {
		d->isolated = item->flag;
		d->regions = item->number;
	} else if (item->role == MLIRBC_WALK_ROLE_VALUE) {
		add_values(d, item->number);
	} else if (item->field == MLIRBC_WALK_TYPE_REF) {
		define(d, item, item->role == MLIRBC_WALK_ROLE_ARGUMENT);
	} else if (item->field == MLIRBC_WALK_VALUE_REF && RESERVE(d, d->uses, d->use_room, d->use_count + 1)) {
		d->uses[d->use_count++] = (struct use){ top(d)->base + (size_t)item->number, item->op };
	} else if (item->field == MLIRBC_WALK_BLOCK_REF && RESERVE(d, d->jumps, d->jump_room, d->jump_count + 1)) {
		d->jumps[d->jump_count++] = (struct jump){ item->op, item->number };
	}
}

static enum mlirbc_walk_answer visit(void *ctx, const struct mlirbc_walk_item *item)
{
	struct drawing *d = ctx;
	bool enter = item->event == MLIRBC_WALK_ENTER;
	if (item->event == MLIRBC_WALK_FIELD)
		field(d, item);
	else if (item->part == MLIRBC_WALK_REGION)
		enter ? enter_region(d, item) : leave_region(d);
	else if (item->part == MLIRBC_WALK_BLOCK)
		enter ? enter_block(d) : leave_block(d);
	else if (item->part == MLIRBC_WALK_OP && enter)
		d->regions = 0;
	else if (item->part == MLIRBC_WALK_OP && d->scope_count && top(d)->op == item->index)
		close_scope(d);
	return d->failed ? MLIRBC_WALK_STOP : MLIRBC_WALK_GO_ON;
}

/* The file is valid, because the table was read from it. */
static int draw(const struct cli_input *input, const struct table *table, const char *path)
{
	struct cli_output output;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct drawing d = { .table = table };
	int code = cli_output_open(path, NULL, &output);
	if (code != CLI_GOOD)
		return code;
	d.out = output.stream;
	fprintf(d.out, "digraph mlir {\n  compound=true; node [shape=box];\n");
	d.failed |= table_walk(input, visit, NULL, &d, &diag) != MLIRBC_OK;
	fprintf(d.out, "}\n");
	while (d.scope_count)
		close_scope(&d);
	free(d.values);
	free(d.scopes);
	free(d.uses);
	free(d.jumps);
	code = cli_output_finish(&output, !d.failed);
	return d.failed ? cli_out_of_memory() : code;
}

/* Of models, functions; of other modules, all ops and blocks. */
static int draw_any(
	const struct cli_command *self, const struct table *table, uint64_t max_nodes, bool json, const char *path)
{
#ifdef MLIRBC_APP_STABLEHLO
	const struct dot_limits limits = { max_nodes, json };
	const int code = model_is(table) ? model_dot(self, table->input, &limits, path) : CLI_GO_ON;
	if (code != CLI_GO_ON)
		return code;
#endif
	(void)self;
	(void)max_nodes;
	if (!json)
		return draw(table->input, table, path);
	cli_error("%s: --json requires a readable model of StableHLO", table->input->name);
	return CLI_BAD;
}

int mlirbc_dot_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = "-", *nodes = NULL;
	uint64_t max_nodes = 2000;
	bool json = false;
	const struct cli_option options[] = {
		{ "max-nodes", 0, "N", "of a model, draw the first N operations and arguments; default: 2000", &nodes,
			NULL },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
		CLI_OPTION_JSON(&json),
	};
	struct cli_input input;
	struct table table;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	const char *number = nodes;
	if (number && !cli_number(&number, '\0', 1, UINT32_MAX, &max_nodes))
		return cli_usage(self, "--max-nodes: expected a positive number, found '%s'", nodes);
	if (json && strcmp(output, "-") != 0)
		return cli_usage(self, "--json writes to stdout");
	if ((code = input_open_bytecode(path, &input)) != CLI_GOOD)
		return code;
	code = table_open(&input, &table);
	if (code == CLI_GOOD) {
		code = draw_any(self, &table, max_nodes, json, output);
		code = table_close(&table, code);
	}
	cli_input_finish(&input);
	return code;
}
