/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Symbols of a symbol table: each is defined once, and references find what they need. */
#include "constraint.h"
#include "own_llvm.h"
#include "own_parts.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>

#define REDUCTIONS(op, attr) { op, attr, "omp.declare_reduction", false }
/* Operation, the attribute with the reference or a list of them, the operations that it may refer to (none: any symbol), the operand and
 * result types that must be those of the function's type. */
static const struct up__reference {
	const char *name, *attr, *targets;
	bool call;
} references[] = {
	{ "func.call", "callee", "func.func", true },
	{ "func.constant", "value", "func.func", false },
	{ "llvm.call", "callee", "llvm.func llvm.mlir.ifunc", false },
	{ "llvm.mlir.addressof", "global_name", "llvm.mlir.global llvm.mlir.alias llvm.func llvm.mlir.ifunc", false },
	{ "memref.get_global", "name", "memref.global", false },
	{ "emitc.call", "callee", "emitc.func", true },
	{ "emitc.declare_func", "sym_name", "emitc.func", false },
	{ "emitc.get_global", "name", "emitc.global", false },
	{ "ml_program.global_load", "global", "ml_program.global", false },
	{ "ml_program.global_load_const", "global", "ml_program.global", false },
	{ "ml_program.global_load_graph", "global", "ml_program.global", false },
	{ "ml_program.global_store", "global", "ml_program.global", false },
	{ "ml_program.global_store_graph", "global", "ml_program.global", false },
	{ "async.call", "callee", "async.func", true },
	{ "spirv.EntryPoint", "fn", "spirv.func", false },
	{ "spirv.FunctionCall", "callee", "spirv.func", true },
	{ "spirv.mlir.addressof", "variable", "spirv.GlobalVariable", false },
	{ "spirv.mlir.referenceof", "spec_const", "spirv.SpecConstant spirv.SpecConstantComposite", false },
	{ "omp.critical", "name", "omp.critical.declare", false },
	REDUCTIONS("omp.parallel", "reduction_syms"),
	REDUCTIONS("omp.wsloop", "reduction_syms"),
	REDUCTIONS("omp.sections", "reduction_syms"),
	REDUCTIONS("omp.teams", "reduction_syms"),
	REDUCTIONS("omp.task", "in_reduction_syms"),
	REDUCTIONS("omp.taskgroup", "task_reduction_syms"),
};

/* The symbols of a table by name, which is unique in its context: open addressing, a power of two of places. */
struct symbols {
	struct mlirbc_op **places;
	size_t mask;
};

static const struct mlirbc_string *symbol_name(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name");
	return name && name->kind == MLIRBC_ATTR_STRING ? name->u.string : NULL;
}

static struct mlirbc_op **find_place(const struct symbols *symbols, const struct mlirbc_string *name)
{
	size_t at = ((uintptr_t)name >> 4) * 0x9E3779B1u & symbols->mask;
	while (symbols->places[at] && symbol_name(symbols->places[at]) != name)
		at = (at + 1) & symbols->mask;
	return &symbols->places[at];
}

/* emitc.declare_func has the name of a function that is defined as well. */
static bool defines(const struct mlirbc_op *op) { return !mlirbc_op_is(op, "emitc.declare_func"); }

static bool collect(struct mlirbc_parser *parser, const struct mlirbc_block *block, struct symbols *out)
{
	size_t count = 0, room = 4;
	for (const struct mlirbc_op *op = block->first; op; op = op->next)
		count += defines(op) && symbol_name(op);
	if (count == 0)
		return true;
	while (room < 2 * count)
		room *= 2;
	out->mask = room - 1;
	out->places = calloc(room, sizeof(struct mlirbc_op *));
	if (!out->places)
		return mlirbc_parser_no_memory(parser);
	for (struct mlirbc_op *op = block->first; op; op = op->next) {
		const struct mlirbc_string *name = defines(op) ? symbol_name(op) : NULL;
		struct mlirbc_op **place = name ? find_place(out, name) : NULL;
		if (place && *place)
			return mlirbc_parser_error_op(
				parser, op, "redefinition of symbol named '%.*s'", (int)name->size, name->data);
		if (place)
			*place = op;
	}
	return true;
}

/* ---- references */

const struct up__reference *up__reference_of(const struct mlirbc_op *op)
{
	for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
		if (mlirbc_op_is(op, references[i].name))
			return &references[i];
	}
	return NULL;
}

static bool is_one_of(const struct mlirbc_op *op, const char *names)
{
	for (size_t size; *names; names += size + (names[size] == ' ')) {
		size = strcspn(names, " ");
		if (op->name->size == size && memcmp(op->name->data, names, size) == 0)
			return true;
	}
	return false;
}

static bool check_call(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *function)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(function, "function_type");
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE || attr->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return true;
	const struct mlirbc_types *inputs = &attr->u.type_value->u.function.inputs;
	const struct mlirbc_types *results = &attr->u.type_value->u.function.results;
	if (op->operand_count != inputs->count)
		return VERIFY_FAIL(parser, op, "incorrect number of operands for callee%s", "");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (mlirbc_op_operands(op)[i].value->type != inputs->data[i])
			return VERIFY_FAIL(parser, op, "operand type mismatch: expected that of the callee for operand number %u", (unsigned)i);
	}
	if (op->result_count != results->count)
		return VERIFY_FAIL(parser, op, "incorrect number of results for callee%s", "");
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results(op)[i].type != results->data[i])
			return VERIFY_FAIL(parser, op, "result type mismatch at index %u", (unsigned)i);
	}
	return true;
}

/* llvm.call: the number of operands, and whether there is a result. Operands of bundles come behind. */
static bool check_llvm_call(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *function)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(function, "function_type");
	struct mlirbc_string inputs;
	uint32_t begins[3];
	if (!mlirbc_op_is(function, "llvm.func") || !type || type->kind != MLIRBC_ATTR_TYPE || !up__segments(op, begins, 2))
		return true;
	const struct mlirbc_string result = up__llvm_function_result(type->u.type_value, &inputs);
	const char *at = inputs.data, *end = at + inputs.size;
	uint32_t index = 0;
	for (; result.size && at < end && *at != '.'; index++) {
		const size_t size = mlirbc_upstream__type_end(at, (size_t)(end - at));
		const struct mlirbc_type *expected = mlirbc_upstream__inner_type(mlirbc_parser_context(parser), "llvm", at, size);
		const struct mlirbc_type *found = index < begins[1] ? mlirbc_op_operands(op)[index].value->type : NULL;
		if (expected && found && expected != found)
			return VERIFY_FAIL(parser, op, "operand type mismatch for operand %u", (unsigned)index);
		for (at += size; at < end && (*at == ',' || *at == ' ');)
			at++;
	}
	if (result.size && (at < end ? index > begins[1] : index != begins[1]))
		return VERIFY_FAIL(parser, op, "incorrect number of operands (%u) for callee (expecting: %s%u)", (unsigned)begins[1],
			at < end ? "at least " : "", (unsigned)index);
	const bool none = result.size == 4 && memcmp(result.data, "void", 4) == 0;
	return result.size == 0 || op->result_count == !none ||
	       (none ? VERIFY_FAIL(parser, op, "calling function with void result must not produce values%s", "")
		     : VERIFY_FAIL(parser, op, "expected function call to produce a value%s", ""));
}

static bool check_type(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *function)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(function, "function_type");
	return !mlirbc_op_is(op, "func.constant") || op->result_count != 1 || !type || type->kind != MLIRBC_ATTR_TYPE ||
	       type->u.type_value == mlirbc_op_results(op)[0].type ||
	       VERIFY_FAIL(parser, op, "reference to function with mismatched type%s", "");
}

/* ml_program.global_load, ml_program.global_store and the like */
static bool check_variable(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *global)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(global, "type");
	const bool store = mlirbc_op_is(op, "ml_program.global_store");
	if (store && !mlirbc_op_attr(global, "is_mutable"))
		return VERIFY_FAIL(parser, op, "cannot store to an immutable global%s", "");
	const struct mlirbc_type *found = op->result_count ? mlirbc_op_results(op)[0].type : store ? mlirbc_op_operands(op)[0].value->type : NULL;
	return !found || !type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value == found ||
	       VERIFY_FAIL(parser, op, "cannot %s a global of another type", store ? "store to" : "load from");
}

static bool check_global(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *global)
{
	if (mlirbc_op_is(op, "ml_program.global_load") || mlirbc_op_is(op, "ml_program.global_store"))
		return check_variable(parser, op, global);
	const struct mlirbc_attr *type = mlirbc_op_attr(global, "type");
	return !mlirbc_op_is(op, "memref.get_global") || op->result_count != 1 || !type || type->kind != MLIRBC_ATTR_TYPE ||
	       type->u.type_value == mlirbc_op_results(op)[0].type ||
	       VERIFY_FAIL(parser, op, "result type does not match type of the global memref%s", "");
}

static bool check_symbol(struct mlirbc_parser *parser, const struct symbols *symbols, const struct mlirbc_op *op,
	const struct up__reference *reference, const struct mlirbc_attr *symbol)
{
	const struct mlirbc_string *name = !symbol				    ? NULL
					   : symbol->kind == MLIRBC_ATTR_STRING	    ? symbol->u.string
					   : symbol->kind == MLIRBC_ATTR_SYMBOL && !symbol->u.symbol.count ? symbol->u.symbol.root
									    : NULL;
	if (!name)
		return true;
	const struct mlirbc_op *found = symbols->places ? *find_place(symbols, name) : NULL;
	if (!found || (reference->targets && !is_one_of(found, reference->targets)))
		return VERIFY_FAIL(parser, op, "'%.*s' does not reference a valid %s", (int)name->size, name->data,
			!reference->targets ? "symbol in the current scope" : strstr(reference->targets, "func.") ? "function" : "global");
	return check_type(parser, op, found) && check_global(parser, op, found) && (!reference->call || check_call(parser, op, found)) &&
	       (!mlirbc_op_is(op, "llvm.call") || check_llvm_call(parser, op, found));
}

static bool check_reference(struct mlirbc_parser *parser, const struct symbols *symbols, const struct mlirbc_op *op,
	const struct up__reference *reference)
{
	const struct mlirbc_attr *symbol = mlirbc_op_attr(op, reference->attr);
	if (!symbol || symbol->kind != MLIRBC_ATTR_ARRAY)
		return check_symbol(parser, symbols, op, reference, symbol);
	for (size_t i = 0; i < symbol->u.array.count; i++) {
		if (!check_symbol(parser, symbols, op, reference, symbol->u.array.data[i]))
			return false;
	}
	return true;
}

static struct mlirbc_op *first_in(const struct mlirbc_block *block)
{
	while (block && !block->first)
		block = block->next;
	return block ? block->first : NULL;
}

/* The next operation in `root` that is not in a region of `op`. */
static struct mlirbc_op *next_outside(const struct mlirbc_op *root, const struct mlirbc_op *op)
{
	while (op != root) {
		const struct mlirbc_region *region = op->parent->parent, *end;
		struct mlirbc_op *next = op->next ? op->next : first_in(op->parent->next);
		const struct mlirbc_op *around = region->parent;
		for (end = mlirbc_op_regions(around) + around->region_count; !next && region + 1 < end; region++)
			next = first_in(region[1].first);
		if (next)
			return next;
		op = around;
	}
	return NULL;
}

static struct mlirbc_op *next_in(struct mlirbc_op *root, struct mlirbc_op *op, const struct up__known *known)
{
	if (op != root && (op->region_count == 0 || known->has_table))
		return op->next ? op->next : next_outside(root, op);
	return mlirbc_op_next_pre(root, op);
}

bool mlirbc_upstream__verify_symbols(struct mlirbc_parser *parser, struct mlirbc_op *table, struct up__names *names)
{
	struct symbols symbols = { NULL, 0 };
	const struct mlirbc_block *block = table->region_count ? mlirbc_op_regions(table)[0].first : NULL;
	bool valid = !block || collect(parser, block, &symbols);
	struct mlirbc_op *op = valid && block ? next_in(table, table, NULL) : NULL;
	while (valid && op) {
		const struct up__known *known = up__known_of(names, op);
		valid = !known->reference || check_reference(parser, &symbols, op, known->reference);
		op = next_in(table, op, known);
	}
	free(symbols.places);
	return valid;
}
