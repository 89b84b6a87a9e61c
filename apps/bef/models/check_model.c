/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens a model as a run does, and notes what cannot run. */
#include "models/check.h"
#include "program/lower.h"

#include <mlirbc/load.h>
#include <mlirbc/stablehlo_ops.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the lowering says */

static void add_problem(struct check *check, const struct mlirbc_op *op, const struct bef_diag *diag)
{
	const struct mlirbc_attr *target = op && mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_custom_call ? mlirbc_op_attr(op, "call_target_name") : NULL;
	if (!CLI_RESERVE(check->problems, check->problem_count + 1, check->problem_room)) {
		check->failed = true;
		return;
	}
	check->problems[check->problem_count++] = (struct check_problem){ .op = op,
		.name = op ? op->name : NULL,
		.target = target && target->kind == MLIRBC_ATTR_STRING ? target->u.string : NULL,
		.location = op ? mlirbc_op_location(op) : NULL,
		.diag = *diag };
}

static void report(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag) { add_problem(ctx, op, diag); }

static void tell(void *ctx, const struct mlirbc_op *op, const struct bef_stablehlo_way *way)
{
	struct check *check = ctx;
	if (CLI_RESERVE(check->told, check->told_count + 1, check->told_room))
		check->told[check->told_count++] = (struct check_told){ op, op->name, mlirbc_op_location(op), *way };
	else
		check->failed = true;
}

/* ---- the operations of the file, before it is changed */

static bool list_block(struct check *check, const struct mlirbc_block *block, size_t parent);

static bool list_op(struct check *check, const struct mlirbc_op *op, size_t parent)
{
	const size_t index = check->op_count;
	bool good = CLI_RESERVE(check->ops, check->op_count + 1, check->op_room);
	if (!good)
		return false;
	check->ops[check->op_count++] = (struct check_op){ op, op->name, mlirbc_op_location(op), parent };
	for (uint32_t i = 0; good && i < op->region_count; i++) {
		for (const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; good && block; block = block->next)
			good = list_block(check, block, index);
	}
	return good;
}

/* The depth is that of the file, which its reader limits. */
static bool list_block(struct check *check, const struct mlirbc_block *block, size_t parent)
{
	for (const struct mlirbc_op *op = block->first; op; op = op->next) {
		if (!list_op(check, op, parent))
			return false;
	}
	return true;
}

/* ---- needs */

static int by_name(const void *left, const void *right)
{
	const struct check_row *a = left, *b = right;
	const struct mlirbc_string *x = a->key, *y = b->key;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	const int order = memcmp(x->data, y->data, x->size < y->size ? x->size : y->size);
	return order ? order : (x->size > y->size) - (x->size < y->size);
}

static int by_count(const void *left, const void *right)
{
	const struct check_row *a = left, *b = right;
	const struct mlirbc_type *x = a->key, *y = b->key;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	const uint32_t i = mlirbc_type_width(x), k = mlirbc_type_width(y);
	return (i > k) - (i < k);
}

/* Problems count for the names of the file; operations that a simplification made have no row there. */
static void count_refused(struct check *check)
{
	for (size_t i = 0; i < check->problem_count; i++) {
		const struct check_problem *problem = &check->problems[i];
		if (problem->name)
			check_count(&check->needs.operations, problem->name, 0, 1);
		if (problem->target)
			check_count(&check->needs.targets, problem->target, 0, 1);
	}
	check_sort(&check->needs.operations, by_name);
	check_sort(&check->needs.targets, by_name);
	check_sort(&check->needs.types, by_count);
}

/* ---- opening */

static bool is_dynamic(const struct bef_model *model)
{
	for (size_t i = 0; i < bef_model_function_count(model); i++) {
		const struct bef_stablehlo_function *function = bef_model_function(model, i);
		for (uint32_t k = 0; k < function->argument_count; k++) {
			for (uint32_t d = 0; d < function->arguments[k].rank; d++) {
				if (function->arguments[k].dims[d] < 0)
					return true;
			}
		}
	}
	return false;
}

static int open_model(struct check *check, const struct cli_input *input, struct bef_source *source)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_host host = ASYNC_HOST_INIT;
	const struct bef_stablehlo_options lowering = { .size = sizeof lowering,
		.report = report,
		.report_ctx = check,
		.max_reports = SIZE_MAX,
		.every_branch = true,
		.custom_call = lowering_has_kernel,
		.custom_call_ctx = (void *)(uintptr_t)check->registry,
		.no_fusing = check->no_fusing,
		.semantics = check->semantics && strcmp(check->semantics, "spec") == 0 ? BEF_SEMANTICS_SPEC : BEF_SEMANTICS_XLA,
		.explain = check->explain ? tell : NULL,
		.explain_ctx = check };
	host.queue = check->queue;
	const struct bef_model_options options = { .size = sizeof options,
		.host = &host,
		.lowering = &lowering,
		.device = check->device,
		.max_open_memory = check->max_memory,
		.stop = check->stop,
		.stop_ctx = check->stop_ctx };
	const enum bef_status status =
		bef_model_open_source(input->data, input->size, source, input->name, check->registry, &options, &check->model, &diag);
	if (status == BEF_E_NOMEM || status == BEF_E_IO || status == BEF_E_LIMIT || status == BEF_E_ARG)
		return program_error(input->name, &diag);
	if (status != BEF_OK && !(status == BEF_E_UNSUPPORTED && check->problem_count))
		add_problem(check, NULL, &diag);
	check->dynamic = check->model && is_dynamic(check->model);
	return CLI_GOOD;
}

const struct bef_diag *check_diag(const struct mlirbc_diag *why, struct bef_diag *out)
{
	out->status = (enum bef_status)why->status; /* both libraries use the same numbers for the same statuses */
	out->offset = why->offset;
	out->line = why->line;
	out->column = why->column;
	snprintf(out->message, sizeof out->message, "%s", why->message);
	return out;
}

static int read_module(struct check *check, struct mlirbc_module *module)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	struct bef_diag diag = BEF_DIAG_INIT;
	enum mlirbc_status status = mlirbc_module_load(module, &why);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_from_vhlo(module, NULL, &why);
	if (status != MLIRBC_OK)
		return program_error(check->name, check_diag(&why, &diag));
	bool good = check_needs(module, &check->needs) && (!check->needs.missing || check_fill(module));
	for (const struct mlirbc_op *op = module->body->first; good && check->explain && op; op = op->next)
		good = list_op(check, op, SIZE_MAX);
	if (!good)
		return cli_out_of_memory();
	return check->shapes ? check_shapes(check, module) : CLI_GOOD;
}

int check_model(struct check *check, const struct cli_input *input, struct bef_source *source)
{
	struct mlirbc_module *module = bef_source_module(source);
	check->name = input->name;
	check->queue = async_queue_create_single(NULL);
	int code = !check->queue ? cli_out_of_memory() : module ? read_module(check, module) : CLI_GOOD;
	if (code == CLI_GOOD)
		code = open_model(check, input, source);
	if (code == CLI_GOOD)
		count_refused(check);
	if (code == CLI_GOOD && (check->failed || check->needs.operations.failed || check->needs.targets.failed))
		code = cli_out_of_memory();
	return code;
}

void check_finish(struct check *check)
{
	bef_model_close(check->model);
	if (check->queue)
		async_queue_destroy(check->queue);
	check_needs_finish(&check->needs);
	free(check->problems);
	free(check->ops);
	free(check->told);
}
