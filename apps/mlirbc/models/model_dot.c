/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc dot, for models: functions and regions are clusters, constants are parts of labels, shapes are on the edges.
 * The scratch numbers of ops and values are their nodes; 0: not drawn. */
#include "models/model.h"
#include "models/model_label.h"
#include <mlirbc/stablehlo_ops.h>

#include <inttypes.h>
#include <string.h>

struct graph {
	const struct model *model;
	FILE *out;
	bool json;
	uint64_t left, omitted; /* nodes */
	uint32_t next;
	unsigned depth; /* of clusters */
};

/* The place of a node. */
struct parent {
	uint32_t node; /* 0: none */
	uint32_t region;
};

static void indent(const struct graph *g) { fprintf(g->out, "%*s", g->depth < 20 ? (int)(2 * g->depth + 2) : 42, ""); }

/* In DOT, a backslash begins an escape sequence. */
static void put_quoted(FILE *out, const char *text)
{
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;
		if (c == '\n')
			fputs("\\n", out);
		else if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20 || c > 0x7E)
			fprintf(out, "\\\\%02X", c);
		else
			putc(c, out);
	}
}

/* Returns the node, or 0 if there are too many. */
static uint32_t put_node(struct graph *g, const char *kind, const char *label, struct parent parent)
{
	if (g->left == 0 || g->next == UINT32_MAX) {
		g->omitted++;
		return 0;
	}
	g->left--;
	const uint32_t node = ++g->next;
	if (g->json) {
		cli_json_open(NULL, '{');
		cli_json_number("id", node);
		cli_json_word("kind", kind);
		cli_json_word("label", label);
		if (parent.node) {
			cli_json_number("parent", parent.node);
			cli_json_number("region", parent.region);
		}
		cli_json_close();
		return node;
	}
	indent(g);
	fprintf(g->out, "n%" PRIu32 " [label=\"", node);
	put_quoted(g->out, label);
	fprintf(g->out, "\"%s];\n", kind[0] == 'a' ? ", shape=ellipse" : kind[0] == 'f' ? ", shape=plaintext" : "");
	return node;
}

static void open_cluster(struct graph *g, uint32_t node, uint32_t region, const char *name)
{
	if (!g->json) {
		indent(g);
		fprintf(g->out, "subgraph cluster_%" PRIu32 "_%" PRIu32 " { label=\"%s\";\n", node, region, name);
	}
	g->depth++;
}

static void close_cluster(struct graph *g)
{
	g->depth--;
	if (!g->json) {
		indent(g);
		fprintf(g->out, "}\n");
	}
}

/* ---- nodes */

static void put_op(struct graph *g, struct mlirbc_op *op, struct parent parent);

static void put_block(struct graph *g, struct mlirbc_block *block, struct parent parent)
{
	struct model_label label;
	for (uint32_t i = 0; i < block->argument_count; i++) {
		label_argument(&label, block, i);
		block->arguments[i].number = put_node(g, "argument", label.text, parent);
	}
	for (struct mlirbc_op *op = block->first; op; op = op->next)
		put_op(g, op, parent);
}

/* "cond" and "do" of a loop; nothing for the only region of an op. */
static const char *region_name(const struct mlirbc_op *op, uint32_t region)
{
	if (op->region_count < 2 || region > 1)
		return "";
	if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_while)
		return region ? "do" : "cond";
	if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_if)
		return region ? "else" : "then";
	return mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_select_and_scatter ? region ? "scatter" : "select" : "";
}

/* A function has one cluster; another op has one around itself, and one for each region that its label does not
 * contain. */
static void put_regions(struct graph *g, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (label_has_region(op, i))
			continue;
		open_cluster(g, op->number, i + 1, region_name(op, i));
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next)
			put_block(g, block, (struct parent){ op->number, i });
		close_cluster(g);
	}
}

static bool has_open_region(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!label_has_region(op, i))
			return true;
	}
	return false;
}

/* The ops inside an op that is not drawn. */
static uint64_t count_inside(struct mlirbc_op *op)
{
	uint64_t count = 0;
	for (struct mlirbc_op *at = mlirbc_op_next_pre(op, op); at; at = mlirbc_op_next_pre(op, at))
		count++;
	return count;
}

static void put_op(struct graph *g, struct mlirbc_op *op, struct parent parent)
{
	struct model_label label;
	if (label_is_constant(op))
		return;
	const bool function = mlirbc_op_is(op, "func.func");
	if (mlirbc_op_is(op, "builtin.module")) { /* without a node: its ops are drawn where it is */
		for (uint32_t i = 0; i < op->region_count; i++) {
			for (struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next)
				put_block(g, block, parent);
		}
		return;
	}
	const bool cluster = has_open_region(op) && g->left;
	if (cluster)
		open_cluster(g, g->next + 1, 0, "");
	label_op(&label, op);
	op->number = put_node(g, function ? "function" : "op", label.text, parent);
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_op_results(op)[i].number = op->number;
	if (!op->number)
		g->omitted += count_inside(op);
	else if (!function)
		put_regions(g, op);
	else if (op->region_count && mlirbc_op_regions(op)->first)
		put_block(g, mlirbc_op_regions(op)->first, (struct parent){ op->number, 0 });
	if (cluster)
		close_cluster(g);
}

/* ---- edges */

static void put_edge(struct graph *g, uint32_t from, uint32_t to, const char *kind, const struct mlirbc_type *type)
{
	struct model_label label = { .size = 0 };
	if (!from || !to)
		return;
	if (type)
		label_shape(&label, type);
	if (g->json) {
		cli_json_open(NULL, '{');
		cli_json_number("from", from);
		cli_json_number("to", to);
		cli_json_word("kind", kind);
		cli_json_word("type", type ? label.text : NULL);
		cli_json_close();
		return;
	}
	fprintf(g->out, "  n%" PRIu32 " -> n%" PRIu32, from, to);
	if (type) {
		fprintf(g->out, " [label=\"");
		put_quoted(g->out, label.text);
		fprintf(g->out, "\"];\n");
	} else {
		fprintf(g->out, " [style=%s];\n", kind[0] == 'c' ? "dashed" : "dotted");
	}
}

static void put_edges_of(struct graph *g, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (value)
			put_edge(g, value->number, op->number, "value", value->type);
	}
	if (mlirbc_op_is(op, "func.call") || mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_composite) {
		const struct model_function *callee = model_callee(g->model, op);
		put_edge(g, op->number, callee ? callee->op->number : 0, "call", NULL);
	}
	if (mlirbc_op_is(op, "func.func"))
		return;
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first;
		for (uint32_t k = 0; block && k < block->argument_count; k++)
			put_edge(g, op->number, block->arguments[k].number, "region", NULL);
	}
}

static void clear_numbers(struct mlirbc_op *op)
{
	op->number = 0;
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_op_results(op)[i].number = 0;
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			for (uint32_t k = 0; k < block->argument_count; k++)
				block->arguments[k].number = 0;
		}
	}
}

static void put_graph(struct graph *g)
{
	const struct mlirbc_module *module = g->model->module;
	for (struct mlirbc_op *op = model_next_op(module, NULL); op; op = model_next_op(module, op))
		clear_numbers(op);
	if (g->json)
		cli_json_open("nodes", '[');
	else
		fprintf(g->out, "digraph model {\n  compound=true; node [shape=box];\n");
	for (struct mlirbc_op *op = module->body->first; op; op = op->next)
		put_op(g, op, (struct parent){ 0, 0 });
	if (g->json) {
		cli_json_close();
		cli_json_open("edges", '[');
	}
	for (struct mlirbc_op *op = model_next_op(module, NULL); op; op = model_next_op(module, op)) {
		if (op->number)
			put_edges_of(g, op);
	}
	if (g->json) {
		cli_json_close();
		cli_json_number("omitted", g->omitted);
	} else {
		if (g->omitted)
			fprintf(g->out, "  label=\"%" PRIu64 " operations and arguments are not drawn\";\n",
				g->omitted);
		fprintf(g->out, "}\n");
	}
}

int model_dot(
	const struct cli_command *self, const struct cli_input *input, const struct dot_limits *limits, const char *path)
{
	struct model model;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct graph g = { .model = &model, .json = limits->json, .left = limits->max_nodes };
	struct cli_output output;
	const enum mlirbc_status status = model_open(input, true, &model, &diag);
	if (status == MLIRBC_E_NOMEM)
		return cli_out_of_memory();
	if (status != MLIRBC_OK)
		return CLI_GO_ON;
	int code = CLI_GOOD;
	if (limits->json) {
		cli_json_begin(self->name, input->name);
		put_graph(&g);
		(void)cli_json_end(CLI_GOOD);
	} else if ((code = cli_output_open(path, NULL, &output)) == CLI_GOOD) {
		g.out = output.stream;
		put_graph(&g);
		code = cli_output_finish(&output, true);
	}
	model_finish(&model);
	return code;
}
