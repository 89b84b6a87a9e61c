/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Function bodies. Registers are numbered arguments first, then results in op order; kernels from 1. */
#include "convert.h"
#include "streams.h"

/* A body while it is put together; arrays in the arena. */
struct body {
	struct bef_mlir__convert *convert;
	const struct bef_mlir__function *function;
	struct bef_writer_body out;
	struct bef_writer_kernel *kernels;
	/* Per register; results of an op are neighbours, so that a kernel points into these. */
	uint32_t *registers, *register_types, *use_counts, *producers;
	const uint32_t **users;
	size_t *user_counts;
	uint32_t *operands;   /* registers, one op after the other */
	uint32_t *user_words; /* kernels, one register after the other */
	size_t operands_used, user_words_used;
	/* Per op. */
	uint32_t *operand_ends;
	uint64_t *costs;
	size_t op_count; /* with the return */
	size_t operand_count;
};

/* ---- room and numbers; those of the ops are there */

static enum bef_status reserve(struct body *body)
{
	struct bef_mlir__convert *convert = body->convert;
	struct bef_mlir__arena *arena = &convert->arena;
	const struct bef_mlir__block_size *size =
		&convert->block_sizes[bef_mlir__map_get(&convert->numbers, body->function->block, 0)];
	size_t registers = size->registers;
	body->op_count = size->ops;
	body->operand_count = size->operands;
	body->out.register_count = registers;
	body->kernels = BEF_MLIR__ROOM(arena, struct bef_writer_kernel, body->op_count - 1);
	body->registers = BEF_MLIR__ROOM(arena, uint32_t, registers);
	body->register_types = BEF_MLIR__ROOM(arena, uint32_t, registers);
	body->use_counts = BEF_MLIR__ZERO(arena, uint32_t, registers);
	body->producers = BEF_MLIR__ROOM(arena, uint32_t, registers);
	body->users = BEF_MLIR__ROOM(arena, const uint32_t *, registers);
	body->user_counts = BEF_MLIR__ROOM(arena, size_t, registers);
	body->operands = BEF_MLIR__ROOM(arena, uint32_t, body->operand_count);
	body->user_words = BEF_MLIR__ROOM(arena, uint32_t, body->operand_count);
	body->operand_ends = BEF_MLIR__ROOM(arena, uint32_t, body->op_count);
	body->costs = BEF_MLIR__ROOM(arena, uint64_t, body->op_count);
	if (!body->kernels || !body->registers || !body->register_types || !body->use_counts || !body->producers ||
		!body->users || !body->user_counts || !body->operands || !body->user_words || !body->operand_ends ||
		!body->costs)
		return bef_mlir__nomem(body->convert);
	body->out.kernels = body->kernels;
	body->out.kernel_count = body->op_count - 1;
	body->out.register_types = body->register_types;
	body->out.use_counts = body->use_counts;
	body->out.argument_users = body->users;
	body->out.argument_user_counts = body->user_counts;
	return BEF_OK;
}

static enum bef_status capture(struct body *body, const struct mlirbc_op *op)
{
	return bef_mlir__fail(body->convert, BEF_E_UNSUPPORTED, op,
		"BEF executor only supports references to kernels within the current region");
}

/* Its users are the kernels that use it, in the order of its list of uses, a kernel once per use; the return is no
 * kernel. */
static enum bef_status add_register(struct body *body, struct mlirbc_value *value, uint32_t number)
{
	uint32_t *users = body->user_words + body->user_words_used;
	size_t count = 0, room = body->operand_count - body->user_words_used;
	value->number = number;
	for (const struct mlirbc_operand *use = value->first_use; use; use = use->next_use) {
		if (use->owner->parent != body->function->block || count == room)
			return capture(body, use->owner);
		body->use_counts[number]++;
		if (use->owner->number < body->op_count)
			users[count++] = use->owner->number;
	}
	body->registers[number] = number;
	body->producers[number] = value->op ? value->op->number : 0;
	body->users[number] = users;
	body->user_counts[number] = count;
	body->user_words_used += count;
	return bef_mlir__type_number(body->convert, value->type, &body->register_types[number]);
}

/* ---- parts of a kernel */

/* Operands must come from this block, and from an op before. */
static enum bef_status list_operands(struct body *body, const struct mlirbc_op *op, const uint32_t **out_registers)
{
	uint32_t *registers = body->operands + body->operands_used;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = op->operands[i].value;
		if ((value->op ? value->op->parent : value->block) != body->function->block)
			return capture(body, op);
		if (value->op && value->op->number >= op->number)
			return bef_mlir__fail(
				body->convert, BEF_E_CORRUPT, op, "operand #%u does not dominate this use", i);
		registers[i] = value->number;
	}
	body->operands_used += op->operand_count;
	body->operand_ends[op->number - 1] = (uint32_t)body->operands_used;
	*out_registers = registers;
	return BEF_OK;
}

static enum bef_status find_function(struct body *body, const struct mlirbc_op *op, const struct mlirbc_attr *symbol,
	uint32_t *out_index)
{
	struct bef_mlir__convert *convert = body->convert;
	const struct mlirbc_op *target = bef_mlir__symbol(convert, body->function->scope, symbol->u.symbol.root);
	*out_index = target ? bef_mlir__map_get(&convert->numbers, target, 0) : BEF_MLIR__NONE;
	if (*out_index == BEF_MLIR__NONE)
		return bef_mlir__fail(convert, BEF_E_CORRUPT, op, "function @%.*s not defined",
			BEF_MLIR__TEXT(symbol->u.symbol.root));
	return BEF_OK;
}

static enum bef_status find_functions(struct body *body, const struct mlirbc_op *op,
	const struct mlirbc_named_attr *attr, uint32_t *functions, size_t *count)
{
	const struct mlirbc_attrs *array = &attr->value->u.array;
	for (size_t i = 0; i < array->count; i++) {
		if (!bef_mlir__is_flat_symbol(array->data[i]))
			return bef_mlir__fail(body->convert, BEF_E_UNSUPPORTED, op,
				"BEF files cannot encode the '%.*s' attribute", BEF_MLIR__TEXT(attr->name));
		BEF_MLIR__TRY(find_function(body, op, array->data[i], &functions[(*count)++]));
	}
	return BEF_OK;
}

/* Room for the attributes and functions of an op. */
static enum bef_status reserve_attrs(struct body *body, const struct mlirbc_op *op, uint32_t **out_attributes,
	const char ***out_names, uint32_t **out_functions)
{
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	size_t attributes = 0, functions = op->region_count;
	while ((attr = bef_mlir__next_attr(&attrs))) {
		enum bef_mlir__attr_use use = bef_mlir__attr_use(attr);
		attributes += use == BEF_MLIR__ATTR_STORED;
		if (use == BEF_MLIR__ATTR_FUNCTIONS)
			functions += attr->value->u.array.count;
		functions += use == BEF_MLIR__ATTR_FUNCTION;
	}
	*out_attributes = BEF_MLIR__ROOM(&body->convert->arena, uint32_t, attributes);
	*out_names = BEF_MLIR__ROOM(&body->convert->arena, const char *, attributes);
	*out_functions = BEF_MLIR__ROOM(&body->convert->arena, uint32_t, functions);
	return *out_attributes && *out_names && *out_functions ? BEF_OK : bef_mlir__nomem(body->convert);
}

static enum bef_status list_attrs(struct body *body, const struct mlirbc_op *op, struct bef_writer_kernel *kernel)
{
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	uint32_t *attributes, *functions;
	const char **names;
	BEF_MLIR__TRY(reserve_attrs(body, op, &attributes, &names, &functions));
	kernel->attributes = attributes;
	kernel->attribute_names = names;
	kernel->functions = functions;
	while ((attr = bef_mlir__next_attr(&attrs))) {
		switch (bef_mlir__attr_use(attr)) {
		case BEF_MLIR__ATTR_SKIPPED:
			break;
		case BEF_MLIR__ATTR_FUNCTION:
			BEF_MLIR__TRY(find_function(body, op, attr->value, &functions[kernel->function_count++]));
			break;
		case BEF_MLIR__ATTR_FUNCTIONS:
			BEF_MLIR__TRY(find_functions(body, op, attr, functions, &kernel->function_count));
			break;
		case BEF_MLIR__ATTR_STORED:
			BEF_MLIR__TRY(bef_mlir__attr_offset(body->convert, attr->value, op, attr->name,
				&attributes[kernel->attribute_count]));
			BEF_MLIR__TRY(
				bef_mlir__attr_name(body->convert, attr->name, &names[kernel->attribute_count++]));
			break;
		}
	}
	for (uint32_t i = 0; i < op->region_count; i++)
		functions[kernel->function_count++] = bef_mlir__map_get(&body->convert->numbers, &op->regions[i], 0);
	return BEF_OK;
}

static uint64_t op_cost(const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	const struct bef_mlir__op_def *def = name->op.def;
	if (def && def->check == BEF_MLIR__CHECK_COST)
		return (uint64_t)bef_mlir__integer(mlirbc_op_attr(op, "_tfrt_cost"));
	return def && def->cost_one ? 1 : BEF_MLIR__COST_UNKNOWN;
}

static enum bef_status make_kernel(struct body *body, struct mlirbc_op *op, uint32_t first_register)
{
	struct bef_mlir__convert *convert = body->convert;
	struct bef_writer_kernel *kernel = &body->kernels[op->number - 1];
	const struct bef_mlir__name *name = bef_mlir__name(convert, op->name);
	if (!name)
		return bef_mlir__nomem(convert);
	if (name->role != BEF_MLIR__KERNEL)
		return bef_mlir__fail(convert, BEF_E_UNSUPPORTED, op, "'%.*s' op inside a function is no kernel",
			BEF_MLIR__TEXT(op->name));
	*kernel = (struct bef_writer_kernel){
		.code = name->code,
		.argument_count = op->operand_count,
		.result_count = op->result_count,
		.results = body->registers + first_register,
		.users = body->users + first_register,
		.user_counts = body->user_counts + first_register,
	};
	body->costs[op->number - 1] = op_cost(op, name);
	BEF_MLIR__TRY(bef_mlir__location(convert, op->location, &kernel->location));
	BEF_MLIR__TRY(list_operands(body, op, &kernel->arguments));
	for (uint32_t i = 0; i < op->result_count; i++)
		BEF_MLIR__TRY(add_register(body, &op->results[i], first_register + i));
	return op->attributes || op->properties || op->region_count ? list_attrs(body, op, kernel) : BEF_OK;
}

/* ---- bodies */

/* Options are those of the function, where it has any, else of the module around it. */
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
	struct bef_mlir__ops ops = { .count = body->op_count, .costs = body->costs, .operand_ends = body->operand_ends,
		.operands = body->operands, .producers = body->producers, .register_types = body->register_types,
		.chain_type = bef_mlir__map_get(&convert->numbers, convert->chain, 0), .left = &convert->left };
	uint32_t *streams = BEF_MLIR__ROOM(&convert->arena, uint32_t, body->op_count);
	read_options(body, &ops);
	if (!streams)
		return bef_mlir__nomem(convert);
	enum bef_status status =
		bef_mlir__streams(&ops, convert->allocator, &convert->arena, streams, &body->out.root_stream);
	if (status == BEF_E_LIMIT)
		return bef_mlir__fail(convert, status, body->function->op,
			"the streams of the function depend on one another too much");
	BEF_MLIR__TRY(status);
	for (size_t i = 0; i < body->out.kernel_count; i++)
		body->kernels[i].stream = streams[i];
	return BEF_OK;
}

static enum bef_status fill_body(struct body *body)
{
	struct mlirbc_block *block = body->function->block;
	uint32_t number = 0;
	BEF_MLIR__TRY(reserve(body));
	for (; number < block->argument_count; number++)
		BEF_MLIR__TRY(add_register(body, &block->arguments[number], number));
	for (struct mlirbc_op *op = block->first; op != block->last; op = op->next) {
		body->convert->at = op;
		BEF_MLIR__TRY(make_kernel(body, op, number));
		number += op->result_count;
	}
	body->out.result_count = block->last->operand_count;
	BEF_MLIR__TRY(list_operands(body, block->last, &body->out.results));
	body->costs[body->op_count - 1] = 1;
	return assign_streams(body);
}

/* The body of an else-branch that was left out: arguments that nobody uses. */
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
			body->convert, op->operands[i + 1].value->type, &body->register_types[i]));
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
	BEF_MLIR__TRY(bef_mlir__location(convert, body.function->op->location, &body.out.location));
	BEF_MLIR__TRY(body.function->block ? fill_body(&body) : fill_empty(&body));
	convert->at = body.function->op;
	return bef_writer_body(convert->writer, &body.out, convert->diag);
}
