/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Function bodies. Registers are numbered arguments first, then results in op order; kernels from 1. */
#include "assemble/steps.h"
#include "assemble/streams.h"

#define MANY_OPS 10000

/* A kernel in compact form, because a body may have very many. */
struct kernel {
	uint32_t code, location;
	uint32_t operands_end;     /* the next kernel's begin there */
	uint32_t results_end;      /* registers, likewise */
	const struct bef_mlir__parts *parts; /* NULL: none */
};

/* A body during conversion; its arrays are in the arena. */
struct body {
	struct bef_mlir__convert *convert;
	const struct bef_mlir__function *function;
	struct bef_writer_body out;
	struct kernel *kernels;
	/* Per register: */
	uint32_t *register_types, *use_counts, *producers;
	uint32_t *users_end; /* index in `users`; those of the next register begin there */
	uint32_t *operands;  /* registers, grouped by op */
	uint32_t *users;     /* kernels, grouped by register */
	size_t operands_used, users_used;
	/* Per op: */
	uint32_t *operand_ends, *streams;
	uint64_t *costs;
	size_t op_count; /* includes the return */
	size_t operand_count;
	uint32_t position;  /* of the current op, from 1 */
	uint32_t registers; /* number of registers assigned so far */
	/* The arrays that the writer sees for one kernel. */
	size_t *shown_counts;
	const uint32_t **shown_users;
	uint32_t *shown_results;
};

/* ---- memory and numbers; ops have their numbers already */

/* The largest number of results of an op of the body, or of arguments. */
static uint32_t widest(const struct body *body)
{
	const struct mlirbc_block *block = body->function->block;
	uint32_t most = block->argument_count, first = block->argument_count;
	for (size_t i = 0; i < body->out.kernel_count; i++) {
		most = body->kernels[i].results_end - first > most ? body->kernels[i].results_end - first : most;
		first = body->kernels[i].results_end;
	}
	return most;
}

static enum bef_status reserve(struct body *body)
{
	struct bef_mlir__convert *convert = body->convert;
	struct bef_mlir__arena *arena = &convert->arena;
	const struct bef_mlir__block_size
		*size = &convert->block_sizes[bef_mlir__map_get(&convert->numbers, body->function->block, 0)];
	size_t registers = size->registers;
	body->op_count = size->ops;
	body->operand_count = size->operands;
	body->out.register_count = registers;
	body->kernels = BEF_MLIR__ROOM(arena, struct kernel, body->op_count - 1);
	body->register_types = BEF_MLIR__ROOM(arena, uint32_t, registers);
	body->use_counts = BEF_MLIR__ZERO(arena, uint32_t, registers);
	body->users_end = BEF_MLIR__ZERO(arena, uint32_t, registers);
	body->operands = BEF_MLIR__ROOM(arena, uint32_t, body->operand_count);
	body->users = BEF_MLIR__ROOM(arena, uint32_t, body->operand_count);
	body->streams = BEF_MLIR__ROOM(arena, uint32_t, body->op_count);
	/* Only stream assignment needs these. */
	arena = &convert->streams_arena;
	body->producers = BEF_MLIR__ROOM(arena, uint32_t, registers);
	body->operand_ends = BEF_MLIR__ROOM(arena, uint32_t, body->op_count);
	body->costs = BEF_MLIR__ROOM(arena, uint64_t, body->op_count);
	if (!body->kernels || !body->register_types || !body->use_counts || !body->producers || !body->users_end ||
		!body->operands || !body->users || !body->operand_ends || !body->costs || !body->streams)
		return bef_mlir__nomem(body->convert);
	body->out.kernel_count = body->op_count - 1;
	body->out.register_types = body->register_types;
	body->out.use_counts = body->use_counts;
	return BEF_OK;
}

static enum bef_status capture(struct body *body, const struct mlirbc_op *op)
{
	return bef_mlir__fail(body->convert, BEF_E_UNSUPPORTED, op,
		"BEF executor only supports references to kernels within the current region");
}

/* The users of a register are the kernels that use it, in use-list order. A kernel appears once per use. The return
 * is not a kernel. */
static enum bef_status list_users(struct body *body, const struct mlirbc_value *value, uint32_t number)
{
	uint32_t *users = body->users + body->users_used;
	size_t count = 0, room = body->operand_count - body->users_used;
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		if (mlirbc_operand_owner(use)->parent != body->function->block || count == room)
			return capture(body, mlirbc_operand_owner(use));
		body->use_counts[number]++;
		if (mlirbc_operand_owner(use)->number < body->op_count)
			users[count++] = mlirbc_operand_owner(use)->number;
	}
	body->users_used += count;
	body->users_end[number] = (uint32_t)body->users_used;
	return BEF_OK;
}

/* Taken ops have no use-lists. The use-list of a parsed value begins with its last use. */
static void count_users(struct body *body)
{
	uint32_t total = 0;
	size_t last = body->operands_used;
	size_t kernel_operands = body->out.kernel_count ? body->kernels[body->out.kernel_count - 1].operands_end : 0;
	for (size_t i = 0; i < last; i++) {
		uint32_t number = body->operands[i];
		body->use_counts[number]++;
		body->users_end[number] += i < kernel_operands;
	}
	for (size_t i = 0; i < body->out.register_count; i++) {
		uint32_t count = body->users_end[i];
		body->users_end[i] = total;
		total += count;
	}
	for (size_t k = body->out.kernel_count; k-- > 0;) {
		size_t first = k ? body->kernels[k - 1].operands_end : 0;
		for (size_t i = body->kernels[k].operands_end; i-- > first;)
			body->users[body->users_end[body->operands[i]]++] = (uint32_t)k + 1;
	}
}

static enum bef_status add_register(struct body *body, struct mlirbc_value *value)
{
	uint32_t number = body->registers++;
	value->number = number;
	body->producers[number] = mlirbc_value_op(value) ? mlirbc_value_op(value)->number : 0;
	if (body->convert->taken.any == 0)
		BEF_MLIR__TRY(list_users(body, value, number));
	return bef_mlir__type_number(body->convert, value->type, &body->register_types[number]);
}

/* ---- parts of a kernel */

/* Operands must be defined in this block, by an argument or an earlier op. */
static enum bef_status list_operands(struct body *body, const struct mlirbc_op *op)
{
	uint32_t *registers = body->operands + body->operands_used;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *producer = mlirbc_value_op(value);
		if ((producer ? producer->parent : mlirbc_value_block(value)) != body->function->block)
			return capture(body, op);
		/* results of taken ops have no producer, and their registers are numbered in the order of the ops */
		if (producer ? producer->number >= op->number : value->number >= body->registers)
			return bef_mlir__fail(
				body->convert, BEF_E_CORRUPT, op, "operand #%u does not dominate this use", i);
		registers[i] = value->number;
	}
	body->operands_used += op->operand_count;
	body->operand_ends[op->number - 1] = (uint32_t)body->operands_used;
	return BEF_OK;
}

static uint64_t op_cost(const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	const struct bef_mlir__op_def *def = name->op.def;
	if (def && def->check == BEF_MLIR__CHECK_COST)
		return (uint64_t)bef_mlir__integer(mlirbc_op_attr(op, "_tfrt_cost"));
	return def && def->cost_one ? 1 : BEF_MLIR__COST_UNKNOWN;
}

/* Makes the kernel of an op whose operands and results have been listed. `op` is NULL if it has no attributes and
 * regions. */
static enum bef_status make_kernel(
	struct body *body, const struct mlirbc_op *op, const struct bef_mlir__name *name, uint32_t location)
{
	struct kernel *kernel = &body->kernels[body->position - 1];
	*kernel = (struct kernel){ .code = name->code,
		.location = location,
		.operands_end = (uint32_t)body->operands_used,
		.results_end = body->registers };
	body->costs[body->position - 1] = op_cost(op, name);
	return op ? bef_mlir__list_parts(body->convert, body->function, body->position, op, &kernel->parts) : BEF_OK;
}

static enum bef_status add_made(struct body *body, struct mlirbc_op *op)
{
	struct bef_mlir__convert *convert = body->convert;
	const struct bef_mlir__name *name = bef_mlir__name(convert, op->name);
	uint32_t location;
	convert->at = op;
	body->position++;
	if (!name)
		return bef_mlir__nomem(convert);
	if (name->role != BEF_MLIR__KERNEL)
		return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, op, "'%.*s' op inside a function is not a kernel",
			BEF_MLIR__TEXT(op->name));
	BEF_MLIR__TRY(bef_mlir__op_location(convert, op, &location));
	BEF_MLIR__TRY(list_operands(body, op));
	for (uint32_t i = 0; i < op->result_count; i++)
		BEF_MLIR__TRY(add_register(body, &mlirbc_op_results(op)[i]));
	return make_kernel(body, mlirbc_op_has_attrs(op) || op->region_count ? op : NULL, name, location);
}

static enum bef_status add_taken_op(struct body *body, uint32_t index)
{
	struct bef_mlir__convert *convert = body->convert;
	const struct bef_mlir__taken *taken = &convert->taken;
	const struct bef_mlir__taken_op *op = &taken->ops[index];
	uint32_t location;
	body->position++;
	BEF_MLIR__TRY(bef_mlir__taken_location(convert, op, &location));
	for (uint32_t i = bef_mlir__taken_first_operand(taken, index); i < op->operands_end; i++)
		body->operands[body->operands_used++] = taken->operands[i];
	body->operand_ends[body->position - 1] = (uint32_t)body->operands_used;
	for (uint32_t i = bef_mlir__taken_first_result(taken, index); i < op->results_end; i++) {
		uint32_t number = body->registers++;
		body->producers[number] = body->position;
		BEF_MLIR__TRY(
			bef_mlir__type_number(convert, taken->types[taken->results[i]], &body->register_types[number]));
	}
	const struct bef_mlir__name *name = &convert->names[op->name];
	if (!op->attrs)
		return make_kernel(body, NULL, name, location);
	const struct mlirbc_op known = bef_mlir__taken_op(convert, index);
	return make_kernel(body, &known, name, location);
}

/* Adds the taken ops after an op, or at the beginning of the block (op NULL). */
static enum bef_status add_taken(struct body *body, const struct mlirbc_op *op)
{
	const struct bef_mlir__run *run = bef_mlir__run_behind(
		body->convert, op ? (const void *)op : body->function->block);
	if (!run)
		return BEF_OK;
	for (uint32_t i = 0; i < run->count; i++)
		BEF_MLIR__TRY(add_taken_op(body, run->first + i));
	body->convert->taken.written += run->count;
	return BEF_OK;
}

/* ---- callbacks of the writer */

static uint32_t users_begin(const struct body *body, uint32_t number)
{
	return number ? body->users_end[number - 1] : 0;
}

static void show_registers(struct body *body, uint32_t first, uint32_t end)
{
	uint32_t begin = users_begin(body, first);
	for (uint32_t i = first; i < end; i++) {
		body->shown_results[i - first] = i;
		body->shown_users[i - first] = body->users + begin;
		body->shown_counts[i - first] = body->users_end[i] - begin;
		begin = body->users_end[i];
	}
}

static void show_kernel(void *ctx, size_t index, struct bef_writer_kernel *out)
{
	struct body *body = ctx;
	const struct kernel *kernel = &body->kernels[index];
	uint32_t operand = index ? kernel[-1].operands_end : 0;
	uint32_t first = index ? kernel[-1].results_end : body->function->block->argument_count;
	show_registers(body, first, kernel->results_end);
	*out = (struct bef_writer_kernel){ .code = kernel->code,
		.location = kernel->location,
		.stream = body->streams[index],
		.arguments = body->operands + operand,
		.argument_count = kernel->operands_end - operand,
		.results = body->shown_results,
		.result_count = kernel->results_end - first,
		.users = body->shown_users,
		.user_counts = body->shown_counts };
	if (kernel->parts) {
		out->attributes = kernel->parts->attributes;
		out->attribute_names = kernel->parts->names;
		out->attribute_count = kernel->parts->attribute_count;
		out->functions = kernel->parts->functions;
		out->function_count = kernel->parts->function_count;
	}
}

static enum bef_status show_body(struct body *body)
{
	struct bef_mlir__arena *arena = &body->convert->arena;
	uint32_t most = widest(body), arguments = body->function->block->argument_count;
	const uint32_t **argument_users = BEF_MLIR__ROOM(arena, const uint32_t *, arguments);
	size_t *argument_counts = BEF_MLIR__ROOM(arena, size_t, arguments);
	body->shown_results = BEF_MLIR__ROOM(arena, uint32_t, most);
	body->shown_counts = BEF_MLIR__ROOM(arena, size_t, most);
	body->shown_users = BEF_MLIR__ROOM(arena, const uint32_t *, most);
	if (!argument_users || !argument_counts || !body->shown_results || !body->shown_counts || !body->shown_users)
		return bef_mlir__nomem(body->convert);
	show_registers(body, 0, arguments);
	for (uint32_t i = 0; i < arguments; i++) {
		argument_users[i] = body->shown_users[i];
		argument_counts[i] = body->shown_counts[i];
	}
	body->out.argument_users = argument_users;
	body->out.argument_user_counts = argument_counts;
	body->out.kernel_at = show_kernel;
	body->out.ctx = body;
	return BEF_OK;
}

/* ---- bodies */

/* Options of the function take precedence over those of the enclosing module. */
static void read_options(const struct body *body, struct bef_mlir__ops *ops)
{
	const struct bef_mlir__scope *scope = &body->convert->scopes[body->function->scope];
	ops->threshold = scope->cost_threshold;
	ops->merge_inter_dependent = scope->merge_inter_dependent;
	if (body->function->region)
		return;
	const struct mlirbc_attr *threshold = mlirbc_op_attr(body->function->op, "tfrt.cost_threshold");
	const struct mlirbc_attr *merge = mlirbc_op_attr(body->function->op, "tfrt.merge_inter_dependent_streams");
	if (threshold && threshold->kind == MLIRBC_ATTR_INTEGER)
		ops->threshold = bef_mlir__integer(threshold);
	if (merge && merge->kind == MLIRBC_ATTR_INTEGER)
		ops->merge_inter_dependent = bef_mlir__integer(merge) != 0;
}

static enum bef_status assign_streams(struct body *body)
{
	struct bef_mlir__convert *convert = body->convert;
	struct bef_mlir__ops ops = { .count = body->op_count,
		.costs = body->costs,
		.operand_ends = body->operand_ends,
		.operands = body->operands,
		.producers = body->producers,
		.register_types = body->register_types,
		.chain_type = bef_mlir__map_get(&convert->numbers, convert->chain, 0),
		.left = &convert->left };
	read_options(body, &ops);
	enum bef_status status = bef_mlir__streams(
		&ops, convert->allocator, &convert->streams_arena, body->streams, &body->out.root_stream);
	if (status == BEF_E_LIMIT)
		return bef_mlir__fail(
			convert, status, body->function->op, "the streams of the function have too many dependencies");
	BEF_MLIR__TRY(status);
	bef_mlir__arena_reset(&convert->streams_arena);
	if (body->op_count > MANY_OPS) /* the writer needs as much memory next */
		bef_mlir__arena_finish(&convert->streams_arena);
	return BEF_OK;
}

/* The check of collect.c, for values that had no numbers then. */
static enum bef_status check_sync_results(struct body *body)
{
	uint32_t *seen = BEF_MLIR__ZERO(&body->convert->arena, uint32_t, body->out.register_count);
	if (!seen)
		return bef_mlir__nomem(body->convert);
	for (size_t i = 0; i < body->out.result_count; i++) {
		if (seen[body->out.results[i]]++)
			return BEF_E_STATE;
	}
	return BEF_OK;
}

static enum bef_status fill_body(struct body *body)
{
	struct mlirbc_block *block = body->function->block;
	BEF_MLIR__TRY(reserve(body));
	for (uint32_t i = 0; i < block->argument_count; i++)
		BEF_MLIR__TRY(add_register(body, &block->arguments[i]));
	BEF_MLIR__TRY(add_taken(body, NULL));
	for (struct mlirbc_op *op = block->first; op != block->last; op = op->next) {
		BEF_MLIR__TRY(add_made(body, op));
		BEF_MLIR__TRY(add_taken(body, op));
	}
	body->out.results = body->operands + body->operands_used;
	body->out.result_count = block->last->operand_count;
	if (bef_mlir__run_behind(body->convert, block->last))
		return BEF_E_STATE;
	bef_mlir__taken_release(body->convert);
	BEF_MLIR__TRY(list_operands(body, block->last));
	body->costs[body->op_count - 1] = 1;
	if (body->convert->taken.any) {
		count_users(body);
		if (body->function->kind == BEF_FUNCTION_SYNC)
			BEF_MLIR__TRY(check_sync_results(body));
	}
	BEF_MLIR__TRY(assign_streams(body));
	return show_body(body);
}

/* The body of an omitted else-branch: its arguments have no users. */
static enum bef_status fill_empty(struct body *body)
{
	const struct mlirbc_op *op = body->function->op;
	struct bef_mlir__arena *arena = &body->convert->arena;
	size_t count = op->operand_count - 1;
	const uint32_t **users = BEF_MLIR__ZERO(arena, const uint32_t *, count);
	size_t *user_counts = BEF_MLIR__ZERO(arena, size_t, count);
	body->register_types = BEF_MLIR__ZERO(arena, uint32_t, count);
	body->use_counts = BEF_MLIR__ZERO(arena, uint32_t, count);
	if (!users || !user_counts || !body->register_types || !body->use_counts)
		return bef_mlir__nomem(body->convert);
	for (size_t i = 0; i < count; i++)
		BEF_MLIR__TRY(bef_mlir__type_number(
			body->convert, mlirbc_op_operands(op)[i + 1].value->type, &body->register_types[i]));
	body->out.register_count = count;
	body->out.register_types = body->register_types;
	body->out.use_counts = body->use_counts;
	body->out.argument_users = users;
	body->out.argument_user_counts = user_counts;
	return BEF_OK;
}

enum bef_status bef_mlir__body(struct bef_mlir__convert *convert, uint32_t function)
{
	struct body body = { .convert = convert, .function = &convert->functions[function] };
	if (body.function->kind == BEF_FUNCTION_NATIVE)
		return BEF_OK;
	bef_mlir__arena_reset(&convert->arena);
	convert->at = body.function->op;
	body.out.function = function;
	BEF_MLIR__TRY(bef_mlir__location(convert, mlirbc_op_location(body.function->op), &body.out.location));
	BEF_MLIR__TRY(body.function->block ? fill_body(&body) : fill_empty(&body));
	convert->at = body.function->op;
	return bef_writer_body(convert->writer, &body.out, convert->diag);
}
