/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of gpu and nvvm: kernels that are launched, bodies of reductions, numbers that the hardware has. */
#include "own_parts.h"
#include "verify_own.h"

bool up__check_gpu_func(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_attr *type = mlirbc_op_attr(op, "function_type");
	if (!block)
		return VERIFY_FAIL(parser, op, "expected body with at least one block%s", "");
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return true;
	for (size_t i = type->u.type_value->u.function.inputs.count; i < block->argument_count; i++) {
		if (block->arguments[i].type->kind != MLIRBC_TYPE_MEMREF)
			return VERIFY_FAIL(parser, op, "expected memref type in attribution%s", "");
	}
	return true;
}

/* As many indices as each memref has dimensions. */
bool up__check_async_copy(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	enum { TO, TO_INDICES, FROM, FROM_INDICES, COUNT, GROUPS };
	uint32_t begins[GROUPS + 1];
	if (!up__segments(op, begins, GROUPS))
		return true;
	const struct mlirbc_type *from = up__operand_type(op, begins[FROM]), *to = up__operand_type(op, begins[TO]);
	if (up__element(from) != up__element(to))
		return VERIFY_FAIL(parser, op, "source and destination must have the same element type%s", "");
	if (begins[COUNT] - begins[FROM_INDICES] != up__rank(from))
		return VERIFY_FAIL(parser, op, "expected %u source indices, got %u", (unsigned)up__rank(from),
			(unsigned)(begins[COUNT] - begins[FROM_INDICES]));
	return begins[FROM] - begins[TO_INDICES] == up__rank(to) ||
	       VERIFY_FAIL(parser, op, "expected %u destination indices, got %u", (unsigned)up__rank(to),
		       (unsigned)(begins[FROM] - begins[TO_INDICES]));
}

/* ---- gpu.launch_func */

static const struct mlirbc_op *find_symbol(const struct mlirbc_op *table, const struct mlirbc_string *name)
{
	const struct mlirbc_block *block = up__entry(table, 0);
	for (const struct mlirbc_op *op = block ? block->first : NULL; op; op = op->next) {
		const struct mlirbc_attr *own = mlirbc_op_attr(op, "sym_name");
		if (own && own->kind == MLIRBC_ATTR_STRING && own->u.string == name)
			return op;
	}
	return NULL;
}

/* The operands behind those of the grid have the types of the kernel's inputs; kernels of llvm are not looked at. */
static bool check_kernel(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *kernel)
{
	enum { GROUPS = 13, OPERANDS = 11 };
	const struct mlirbc_attr *type = mlirbc_op_attr(kernel, "function_type");
	uint32_t begins[GROUPS + 1];
	if (!mlirbc_op_is(kernel, "gpu.func") || !type || type->kind != MLIRBC_ATTR_TYPE ||
		type->u.type_value->kind != MLIRBC_TYPE_FUNCTION || !up__segments(op, begins, GROUPS))
		return true;
	if (!mlirbc_op_attr(kernel, "gpu.kernel"))
		return VERIFY_FAIL(parser, op, "kernel function is missing the 'gpu.kernel' attribute%s", "");
	const struct mlirbc_types *inputs = &type->u.type_value->u.function.inputs;
	const uint32_t found = begins[OPERANDS + 1] - begins[OPERANDS];
	if (found != inputs->count)
		return VERIFY_FAIL(parser, op, "got %u kernel operands but expected %u", (unsigned)found, (unsigned)inputs->count);
	for (uint32_t i = 0; i < found; i++) {
		if (up__operand_type(op, begins[OPERANDS] + i) != inputs->data[i])
			return VERIFY_FAIL(parser, op, "type of function argument %u does not match", (unsigned)i);
	}
	return true;
}

/* `module`: the one around. A binary has no functions to look at. */
static bool check_target(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *module)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "kernel");
	if (!name || name->kind != MLIRBC_ATTR_SYMBOL || name->u.symbol.count != 1)
		return true;
	const struct mlirbc_string *root = name->u.symbol.root;
	const struct mlirbc_op *container = find_symbol(module, root);
	if (!container)
		return VERIFY_FAIL(parser, op, "kernel container '%.*s' is undefined", (int)root->size, root->data);
	if (!mlirbc_op_is(container, "gpu.module"))
		return true;
	const struct mlirbc_op *kernel = find_symbol(container, name->u.symbol.nested[0]);
	return kernel ? check_kernel(parser, op, kernel) : VERIFY_FAIL(parser, op, "kernel function is undefined%s", "");
}

bool up__check_launch(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *module = mlirbc_op_parent(op);
	while (module && !mlirbc_op_is(module, "builtin.module")) {
		if (!mlirbc_upstream__row_find(module->name))
			return true;
		module = mlirbc_op_parent(module);
	}
	if (module && !mlirbc_op_attr(module, "gpu.container_module"))
		return VERIFY_FAIL(parser, op, "expected the closest surrounding module to have the 'gpu.container_module' attribute%s", "");
	return !module || check_target(parser, op, module);
}

/* ---- bodies */

static bool check_reduction_body(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_block *block)
{
	const struct mlirbc_type *type = up__operand_type(op, 0);
	if (block->argument_count != 2)
		return mlirbc_parser_error_op(parser, op, "expected two region arguments");
	if (block->arguments[0].type != type || block->arguments[1].type != type)
		return mlirbc_parser_error_op(parser, op, "incorrect region argument type");
	if (!block->last || !mlirbc_op_is(block->last, "gpu.yield"))
		return true;
	if (block->last->operand_count != 1)
		return mlirbc_parser_error_op(parser, op, "expected one gpu.yield operand");
	return up__operand_type(block->last, 0) == type || mlirbc_parser_error_op(parser, op, "incorrect gpu.yield type");
}

bool up__check_all_reduce(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	if ((block != NULL) == (mlirbc_op_attr(op, "op") != NULL))
		return mlirbc_parser_error_op(parser, op, "expected either an op attribute or a non-empty body");
	return block ? check_reduction_body(parser, op, block) : up__check_reduction_kind(parser, op);
}

/* Each yielded value becomes a result, a vector as the part of one lane. */
bool up__check_warp(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *yield = block ? block->last : NULL;
	const int64_t lanes = up__int_of(op, "warp_size", 1);
	if (!yield || !mlirbc_op_is(yield, "gpu.yield"))
		return true;
	if (yield->operand_count != op->result_count)
		return VERIFY_FAIL(parser, op, "expected same number of yield operands and return values.%s", "");
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *whole = up__operand_type(yield, i), *part = up__result_type(op, i);
		if (whole == part || whole->kind != MLIRBC_TYPE_VECTOR || part->kind != MLIRBC_TYPE_VECTOR || up__rank(whole) != 1 ||
			up__rank(part) != 1 || up__dim(whole, 0) == up__dim(part, 0) * lanes)
			continue;
		return VERIFY_FAIL(parser, op, "incompatible distribution dimensions from '%s' to '%s' with warp size = %lld", UP__TEXT(whole),
			UP__TEXT(part), (long long)lanes);
	}
	return true;
}

bool up__check_shared_memory(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = up__result_type(op, 0);
	const struct mlirbc_attr *space = type->kind == MLIRBC_TYPE_MEMREF ? type->u.shaped.space : NULL;
	if (type->kind != MLIRBC_TYPE_MEMREF)
		return true;
	if (!space || space->kind == MLIRBC_ATTR_INTEGER)
		return VERIFY_FAIL(parser, op, "address space must be address_space<workgroup>%s", "");
	return up__dynamic_dims(type) == 1 || VERIFY_FAIL(parser, op, "result memref type must be memref<?xi8, "
								      "#gpu.address_space<workgroup>>%s", "");
}

/* ---- nvvm */

bool up__check_max_register(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const int64_t count = up__int_of(op, "regCount", 24);
	if (count % 8 != 0)
		return VERIFY_FAIL(parser, op, "new register size must be multiple of 8%s", "");
	return (count >= 24 && count <= 256) || VERIFY_FAIL(parser, op, "new register size must be in between 24 to 256%s", "");
}

bool up__check_nvvm_barrier(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	uint32_t begins[4];
	return !up__segments(op, begins, 3) || begins[1] > begins[0] || begins[2] == begins[1] ||
	       VERIFY_FAIL(parser, op, "barrier id is missing, it should be set between 0 to 15%s", "");
}

bool up__check_copy_size(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const int64_t size = up__int_of(op, "size", 4);
	return size == 4 || size == 8 || size == 16 || mlirbc_parser_error_op(parser, op, "expected byte size to be either 4, 8 or 16.");
}
