/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces calls by the bodies of functions, callees first, so that a body that is copied has no calls left, except those by which the
 * module would become too large: functions that each call the next one twice make 2^n copies of the last. */
#include "passes/pass.h"

#include <mlirbc/rewrite.h>

/* States of functions. */
enum { UNSEEN, OPEN, DONE, RECURSIVE };

/* A function whose callees are being visited. `low`: the lowest place of the stack that it calls, through others too. */
struct visit {
	struct shlo__function *function;
	struct mlirbc_op *at; /* the operation to go on from */
	size_t low;
	bool recursive;
};

struct inlining {
	struct shlo__pass *pass;
	struct visit *stack;
	size_t depth, room;
	uint64_t ops, most; /* of the module */
	uint64_t whole;     /* operations that it would have without calls */
};

/* Without a number of the caller: copies in proportion to the module; further calls stay. */
enum { SMALL_MODULE = 32768, COPIES = 16 };

static struct shlo__function *callee_of(struct shlo__pass *pass, struct mlirbc_op *op)
{
	return mlirbc_op_is(op, "func.call") ? shlo__pass_function(pass, op, mlirbc_op_attr(op, "callee")) : NULL;
}

static struct mlirbc_block *body_of(const struct mlirbc_op *function)
{
	const struct mlirbc_region *region = function->region_count == 1 ? mlirbc_op_regions(function) : NULL;
	return region && region->block_count == 1 ? region->first : NULL;
}

/* The body can take the place of the call: one block that ends in func.return, and types that agree. */
static bool fits(const struct mlirbc_op *call, const struct mlirbc_op *function)
{
	const struct mlirbc_block *body = body_of(function);
	if (!body || !body->last || !mlirbc_op_is(body->last, "func.return") || body->argument_count != call->operand_count ||
		body->last->operand_count != call->result_count)
		return false;
	for (uint32_t i = 0; i < call->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(call)[i].value;
		if (!value || value->type != body->arguments[i].type)
			return false;
	}
	for (uint32_t i = 0; i < call->result_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(body->last)[i].value;
		if (!value || value->type != mlirbc_op_results(call)[i].type)
			return false;
	}
	return true;
}

static uint64_t count_ops(struct mlirbc_op *root)
{
	uint64_t count = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
		count++;
	return count;
}

struct mlirbc_op *shlo__pass_copy_body(struct shlo__pass *pass, struct mlirbc_region *region, struct mlirbc_ir_mapping *mapping,
	struct mlirbc_op *before)
{
	const struct mlirbc_op_spec spec = { .name = "builtin.module", .name_size = 14, .region_count = 1 };
	struct mlirbc_op *holder = mlirbc_op_create(pass->context, &spec, NULL);
	if (!holder) {
		shlo__pass_no_memory(pass);
		return NULL;
	}
	bool ok = shlo__pass_ok(pass, mlirbc_region_clone(region, mlirbc_op_regions(holder), mapping, pass->diag));
	struct mlirbc_block *body = ok ? mlirbc_op_regions(holder)->first : NULL;
	for (struct mlirbc_op *op = ok ? body->first : NULL, *next; ok && op != body->last; op = next) {
		next = op->next;
		ok = shlo__pass_ok(pass, mlirbc_op_insert_before(op, before));
	}
	if (ok)
		return body->last;
	(void)!mlirbc_op_erase(holder); /* the copies use values of the module */
	return NULL;
}

static bool inline_call(struct inlining *job, struct mlirbc_op *call, struct mlirbc_op *function)
{
	struct shlo__pass *pass = job->pass;
	struct mlirbc_block *body = body_of(function);
	struct mlirbc_ir_mapping *mapping = mlirbc_ir_mapping_create(pass->context);
	bool ok = mapping ? true : shlo__pass_no_memory(pass);
	for (uint32_t i = 0; ok && i < body->argument_count; i++)
		ok = shlo__pass_ok(pass,
			mlirbc_ir_mapping_set_value(mapping, &body->arguments[i], mlirbc_op_operands(call)[i].value));
	struct mlirbc_op *end = ok ? shlo__pass_copy_body(pass, mlirbc_op_regions(function), mapping, call) : NULL;
	mlirbc_ir_mapping_destroy(mapping);
	if (!end)
		return false;
	for (uint32_t i = 0; i < call->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(call)[i], mlirbc_op_operands(end)[i].value);
	pass->report.inlined++;
	return shlo__pass_ok(pass, mlirbc_op_erase(mlirbc_op_parent(end))) && shlo__pass_ok(pass, mlirbc_op_erase(call));
}

static bool inline_calls(struct inlining *job, struct shlo__function *function)
{
	const uint64_t limit = job->pass->options.max_ops;
	function->whole = count_ops(function->op);
	for (struct mlirbc_op *op = mlirbc_op_next_pre(function->op, NULL), *next; op; op = next) {
		next = mlirbc_op_next_pre(function->op, op);
		const struct shlo__function *callee = callee_of(job->pass, op);
		if (!callee || callee->state != DONE || !fits(op, callee->op))
			continue;
		if (job->whole > limit || callee->whole > limit - job->whole)
			return shlo__pass_fail(job->pass, MLIRBC_E_LIMIT, op,
				"inlining would make more than %llu operations", (unsigned long long)limit);
		job->whole += callee->whole;
		function->whole += callee->whole;
		if (callee->ops > job->most - job->ops)
			continue;
		job->ops += callee->ops;
		if (!inline_call(job, op, callee->op))
			return false;
	}
	function->ops = count_ops(function->op);
	return true;
}

static bool push(struct inlining *job, struct shlo__function *function)
{
	if (!shlo__make_room(shlo__pass_allocator(job->pass), &job->stack, job->depth, &job->room, sizeof *job->stack))
		return shlo__pass_no_memory(job->pass);
	function->state = OPEN;
	function->depth = job->depth;
	job->stack[job->depth++] = (struct visit){ function, NULL, SIZE_MAX, false };
	return true;
}

/* Functions that call each other, also through others, are those that reach a place of the stack not above their own (Tarjan). */
static bool pop(struct inlining *job)
{
	struct visit *top = &job->stack[job->depth - 1];
	size_t place = job->depth - 1;
	top->recursive |= top->low <= place;
	if (!inline_calls(job, top->function))
		return false;
	top->function->state = top->recursive ? RECURSIVE : DONE;
	if (place && top->low < place) {
		struct visit *below = top - 1;
		below->low = top->low < below->low ? top->low : below->low;
	}
	job->depth--;
	return true;
}

/* Visits what the function calls, and inlines into it afterwards. */
static bool visit(struct inlining *job, struct shlo__function *function)
{
	if (!push(job, function))
		return false;
	while (job->depth) {
		struct visit *top = &job->stack[job->depth - 1];
		top->at = mlirbc_op_next_pre(top->function->op, top->at);
		if (!top->at) {
			if (!pop(job))
				return false;
			continue;
		}
		struct shlo__function *callee = callee_of(job->pass, top->at);
		if (!callee && mlirbc_op_is(top->at, "func.call"))
			return shlo__pass_fail(
				job->pass, MLIRBC_E_NOT_FOUND, top->at, "func.call: the module has no function of that name");
		if (callee && callee->state == UNSEEN) {
			if (!push(job, callee))
				return false;
		} else if (callee && callee->state == OPEN && callee->depth < top->low) {
			top->low = callee->depth;
		}
	}
	return true;
}

bool shlo__pass_inline(struct shlo__pass *pass)
{
	struct inlining job = { .pass = pass };
	bool ok = true;
	for (struct mlirbc_op *op = NULL; (op = shlo__pass_next(pass, op)) != NULL;)
		job.ops++;
	job.whole = job.ops;
	job.most = pass->any_ops ? SMALL_MODULE + COPIES * job.ops : pass->options.max_ops;
	if (job.most < job.ops)
		job.most = job.ops;
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL); ok && op; op = shlo__pass_next(pass, op)) {
		struct shlo__function *function = mlirbc_op_is(op, "func.func") ? shlo__pass_function_of(pass, op) : NULL;
		if (function && function->state == UNSEEN)
			ok = visit(&job, function);
	}
	shlo__give(shlo__pass_allocator(pass), job.stack, job.room * sizeof *job.stack);
	return ok;
}
