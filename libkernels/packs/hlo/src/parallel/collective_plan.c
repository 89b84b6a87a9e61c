/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Plans of collective kernels: types and attributes, as far as they do not depend on the number of processes. */
#include "expr/call.h"
#include "parallel/collective.h"
#include "parallel/parallel.h"
#include <bytecursor/digest.h>
#include <kernels/program.h>

/* Operands: tensors, a root, captures of a body, a token. Results: as many tensors, one or two tokens. */
static bool check_counts(struct hlo_op *op, struct hlo_collective *plan)
{
	uint32_t extra = 1 + (plan->dynamic_root ? 1 : 0), tensors = 0;
	while (tensors < op->result_count && !hlo_is_token(&op->results[tensors]))
		tensors++;
	const uint32_t captures = op->operand_count > tensors + extra ? op->operand_count - tensors - extra : 0;
	bool good = tensors > 0 && (op->result_count == tensors + 1 || op->result_count == tensors + 2) &&
		    op->operand_count >= tensors + extra && (captures == 0 || op->site->function_count > 0) &&
		    hlo_is_token(&op->operands[op->operand_count - 1]);
	for (uint32_t i = 0; good && i + 1 < op->operand_count; i++)
		good = !hlo_is_token(&op->operands[i]) && op->operands[i].elements >= 0;
	for (uint32_t i = 0; good && i < tensors; i++)
		good = op->results[i].dtype == op->operands[i].dtype &&
		       op->results[i].shape.rank == op->operands[i].shape.rank && op->results[i].elements >= 0;
	for (uint32_t i = tensors; good && i < op->result_count; i++)
		good = hlo_is_token(&op->results[i]);
	plan->tensors = tensors;
	plan->inputs = tensors + extra - 1;
	plan->has_started = op->result_count == tensors + 2;
	return good || kernels_hlo__refuse(op, "%u operands and %u results are not tensors of equal element types and a token",
				   op->operand_count, op->result_count);
}

/* Operand and result differ in at most this dimension (-1: in none). */
static bool check_shapes(struct hlo_op *op, int64_t dimension, int64_t other)
{
	for (uint32_t i = 0; i < op->result_count && !hlo_is_token(&op->results[i]); i++) {
		const struct hlo_shape *a = &op->operands[i].shape, *b = &op->results[i].shape;
		if (dimension >= (int64_t)a->rank || other >= (int64_t)a->rank)
			return kernels_hlo__refuse(op, "dimension %lld is beyond the rank %u of operand %u",
				(long long)(dimension > other ? dimension : other), a->rank, i);
		for (uint32_t d = 0; d < a->rank; d++)
			if (d != dimension && d != other && a->dims[d] != b->dims[d])
				return kernels_hlo__refuse(op, "dimension %u of result %u is %lld, expected %lld", d, i,
					(long long)b->dims[d], (long long)a->dims[d]);
	}
	return true;
}

static bool read_dimension(struct hlo_op *op, const char *name, int64_t *out)
{
	return kernels_hlo__int(op, name, out) &&
	       (*out >= 0 || kernels_hlo__refuse(op, "attribute %s is %lld", name, (long long)*out));
}

static bool read_body(struct hlo_op *op, struct hlo_collective *plan)
{
	if (!kernels_hlo__body_attribute(op, "body", op->operand_count - plan->inputs - 1, plan->inputs, &plan->body))
		return false;
	bool good = plan->body->argument_count == 2 && plan->body->result_count == 1;
	for (uint32_t i = 0; good && i < plan->tensors; i++)
		good = plan->body->dtypes[0] == op->operands[i].dtype &&
		       plan->body->dtypes[1] == op->operands[i].dtype &&
		       hlo_expr_result(plan->body, 0) == op->operands[i].dtype;
	return good || kernels_hlo__refuse(op, "the body does not combine two elements of the operands");
}

static void finish(const struct async_allocator *allocator, void *plan)
{
	(void)allocator;
	kernels_hlo__expr_destroy(((struct hlo_collective *)plan)->body);
}

/* What distinguishes the operations with groups. */
struct form {
	enum hlo_collective_kind kind;
	bool by_both;            /* kernels_hlo__groups_plan() */
	bool has_root, has_body;
	const char *from, *to;   /* attributes of dimensions, which operand and result may differ in; NULL: none */
};

/* The operand with the roots, if there is one. */
static bool read_root(struct hlo_op *op, struct hlo_collective *plan)
{
	const struct hlo_type *roots = &op->operands[plan->tensors];
	return !plan->dynamic_root ||
	       ((roots->dtype == KERNELS_I32 || roots->dtype == KERNELS_I64) && roots->elements >= plan->tensors) ||
	       kernels_hlo__refuse(op, "operand %u is no list of roots", plan->tensors);
}

static bool plan_groups(struct hlo_op *op, struct hlo_collective *plan, const struct form *form)
{
	plan->kind = form->kind;
	return (!form->has_root || kernels_hlo__bool(op, "has_dynamic_root", &plan->dynamic_root)) && check_counts(op, plan) &&
	       read_root(op, plan) && kernels_hlo__groups_plan(op, form->by_both, &plan->groups) &&
	       (!form->from || read_dimension(op, form->from, &plan->from)) &&
	       (!form->to || read_dimension(op, form->to, &plan->to)) &&
	       check_shapes(op, form->from ? plan->from : -1, form->to ? plan->to : -1) && (!form->has_body || read_body(op, plan));
}

/* ---- what must be equal in all members */

static void hash_types(struct kernels_fingerprint *parts, const struct hlo_type *types, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t dtype = (uint32_t)types[i].dtype;
		parts->type = bytecursor_fnv(parts->type, &dtype, sizeof dtype);
		parts->shape = bytecursor_fnv(parts->shape, &types[i].shape.rank, sizeof types[i].shape.rank);
		parts->shape = bytecursor_fnv(parts->shape, types[i].shape.dims, types[i].shape.rank * sizeof *types[i].shape.dims);
	}
}

/* Bodies that are functions may differ. */
static uint64_t hash_body(struct hlo_op *op, uint64_t before)
{
	struct kernels_string body;
	if (!kernels_hlo__has_attribute(op, "body") || !kernels_hlo__text(op, "body", &body))
		return before;
	return bytecursor_fnv(before, body.data, body.size);
}

/* The program, if the executor knows it. Not the place in it: processes may run different functions of one program, which meet. */
static uint64_t hash_program(const struct hlo_op *op)
{
	const struct kernels_program *program = op->site->program;
	return program ? program->fingerprint(program) : 0;
}

static bool identify(struct hlo_op *op, struct hlo_collective *plan, const char *name)
{
	const uint64_t empty = BYTECURSOR_FNV;
	const int64_t grouping[] = { plan->groups.channel, (int64_t)plan->groups.row, plan->groups.grouping };
	const int64_t others[] = { plan->kind, plan->from, plan->to, plan->dynamic_root };
	struct kernels_fingerprint parts = { .type = empty, .shape = empty, .program = hash_program(op) };
	hash_types(&parts, op->operands, plan->inputs);
	hash_types(&parts, op->results, plan->tensors);
	parts.group = bytecursor_fnv(bytecursor_fnv(empty, grouping, sizeof grouping), plan->groups.ids.elements,
		8 * (size_t)plan->groups.ids.count);
	parts.attributes = bytecursor_fnv(empty, others, sizeof others);
	if (plan->body)
		parts.attributes = hash_body(op, parts.attributes);
	plan->fingerprint = kernels_fingerprint_make(&parts);
	plan->name = name;
	return true;
}

/* ---- kernels */

static bool plan_permute(struct hlo_op *op, void *data)
{
	struct hlo_collective *plan = data;
	plan->kind = HLO_PERMUTE;
	if (!check_counts(op, plan) || !kernels_hlo__int(op, "channel_id", &plan->groups.channel) ||
		!kernels_hlo__array(op, "source_target_pairs", KERNELS_I64, &plan->groups.ids) || !check_shapes(op, -1, -1))
		return false;
	plan->groups.grouping = plan->groups.channel > 0 ? HLO_CROSS_PARTITION : HLO_CROSS_REPLICA;
	if (plan->groups.ids.count % 2 != 0)
		return kernels_hlo__refuse(op, "source_target_pairs has %zu numbers", plan->groups.ids.count);
	return identify(op, plan, "collective_permute");
}

/* The further arguments are members of struct form. */
#define COLLECTIVE(name, ...) \
	static bool plan_##name(struct hlo_op *op, void *plan) \
	{ \
		static const struct form form = { __VA_ARGS__ }; \
		return plan_groups(op, plan, &form) && identify(op, plan, #name); \
	} \
	HLO_PARALLEL_KERNEL(name, struct hlo_collective, plan_##name, finish, kernels_hlo__collective_frame)

COLLECTIVE(all_gather, .kind = HLO_ALL_GATHER, .by_both = true, .to = "all_gather_dim")
COLLECTIVE(all_reduce, .kind = HLO_ALL_REDUCE, .by_both = true, .has_body = true)
COLLECTIVE(all_to_all, .kind = HLO_ALL_TO_ALL, .from = "split_dimension", .to = "concat_dimension")
COLLECTIVE(collective_broadcast, .kind = HLO_BROADCAST, .has_root = true)
COLLECTIVE(collective_reduce, .kind = HLO_COLLECTIVE_REDUCE, .by_both = true, .has_root = true, .has_body = true)
COLLECTIVE(reduce_scatter, .kind = HLO_REDUCE_SCATTER, .by_both = true, .from = "scatter_dimension", .has_body = true)
HLO_PARALLEL_KERNEL(collective_permute, struct hlo_collective, plan_permute, finish, kernels_hlo__permute_frame)
