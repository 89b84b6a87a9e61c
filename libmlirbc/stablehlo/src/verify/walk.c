/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Visits operations in the order of MLIR's verifier. */
#include "verify/walk.h"
#include "dialect/options.h"

#include <mlirbc/load.h>
#include <string.h>

bool shlo__record(struct shlo__walker *walker)
{
	struct shlo__check *check = &walker->check;
	walker->status = check->status;
	shlo__tell(check, walker->diag);
	if (check->status != MLIRBC_E_CORRUPT) /* not the IR's fault */
		return false;
	walker->failures++;
	if (walker->options && walker->options->report) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		shlo__tell(check, &diag);
		walker->options->report(walker->options->report_ctx, check->op, &diag);
	}
	return walker->failures < walker->most_failures;
}

/* ---- names */

static bool is_prefix(const struct mlirbc_string *name, const char *dialect)
{
	size_t size = strlen(dialect);
	return name->size > size && name->data[size] == '.' && memcmp(name->data, dialect, size) == 0;
}

static int find_code(const struct mlirbc_string *name)
{
	static const char *const known[] = { "builtin", "func", "arith", "cf", "math", "quant", "scf", "sdy", "shape",
		"sparse_tensor", "tensor", "vhlo" };
	enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(name);
	if (code != MLIRBC_STABLEHLO_NONE)
		return (int)code;
	if (shlo__name_is(name, "func.func"))
		return SHLO__FUNC;
	if (shlo__name_is(name, "func.call"))
		return SHLO__CALL;
	if (shlo__name_is(name, "func.return"))
		return SHLO__RETURN;
	if (shlo__name_is(name, "builtin.module"))
		return SHLO__MODULE;
	for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
		if (is_prefix(name, known[i]))
			return SHLO__KNOWN;
	}
	return SHLO__UNKNOWN;
}

int shlo__code_of(struct shlo__walker *walker, const struct mlirbc_string *name)
{
	size_t slot = ((uintptr_t)name >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 32 & (SHLO__NAMES - 1);
	while (walker->names[slot].name && walker->names[slot].name != name)
		slot = (slot + 1) & (SHLO__NAMES - 1);
	if (walker->names[slot].name)
		return walker->names[slot].code;
	int code = find_code(name);
	if (walker->name_count < SHLO__NAMES / 2) {
		walker->name_count++;
		walker->names[slot].name = name;
		walker->names[slot].code = code;
	}
	return code;
}

/* ---- one operation */

static bool check_types(struct shlo__walker *walker, const struct mlirbc_op *op)
{
	enum { MOST_DEPTH = 16 };
	const struct mlirbc_value *results = mlirbc_op_results(op);
	for (uint32_t i = 0; i < op->result_count; ++i) {
		const struct mlirbc_type *type = results[i].type;
		if (type == walker->last_type)
			continue;
		if (!shlo__check_type(&walker->check, type, MOST_DEPTH))
			return false;
		walker->last_type = type;
	}
	return true;
}

/* 1: ends a block; 0: does not; -1: an operation of a dialect that is not known here, which may. */
static int is_terminator(const struct mlirbc_op *op, int code)
{
	static const char *const terminators[] = { "cf.br", "cf.cond_br", "cf.switch", "scf.condition", "scf.forall.in_parallel",
		"scf.reduce.return", "scf.yield", "sdy.return", "shape.assuming_yield", "shape.return", "sparse_tensor.yield", "tensor.yield",
		"vhlo.return_v1" };
	switch (code) {
	case MLIRBC_STABLEHLO_return:
	case SHLO__RETURN: return 1;
	case SHLO__KNOWN:
		for (size_t i = 0; i < sizeof terminators / sizeof *terminators; ++i) {
			if (mlirbc_op_is(op, terminators[i]))
				return 1;
		}
		return 0;
	case SHLO__UNKNOWN: return -1;
	default: return 0;
	}
}

/* A terminator is the last operation of its block, and a block of a function ends with one. An operation that is verified alone may be
 * in a block that is not complete. */
static bool check_place(struct shlo__walker *walker, const struct mlirbc_op *op, int code)
{
	struct shlo__check *check = &walker->check;
	const int ends = is_terminator(op, code);
	const uint32_t successors = mlirbc_op_successor_count(op);
	if (successors && code != SHLO__KNOWN && code != SHLO__UNKNOWN)
		return shlo__fail(check, "has %u successors; expected 0", successors);
	if (op == walker->root || !op->parent)
		return true;
	if (op->next)
		return (ends <= 0 && !successors) || shlo__fail(check, "must be the last operation in the parent block");
	const struct mlirbc_op *parent = ends == 0 ? mlirbc_op_parent(op) : NULL;
	return !parent || !mlirbc_op_is(parent, "func.func") ||
	       shlo__fail(check, "is at the end of a block without a terminator; expected 'func.return' behind it");
}

/* Artifacts have one kind of return. It is read as func.return in a function, so stablehlo.return must be a valid one there. */
static bool check_end_of_function(struct shlo__check *check, const struct mlirbc_op *op)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	return !parent || !mlirbc_op_is(parent, "func.func") || shlo__check_return(check);
}

static bool check_module(struct shlo__check *check, const struct mlirbc_op *op)
{
	if (op->region_count != 1)
		return shlo__fail(check, "the number of regions is %u; expected 1", op->region_count);
	return mlirbc_op_regions(op)->block_count <= 1 || shlo__fail(check, "expects region #0 to have 0 or 1 blocks");
}

static bool check_enter(struct shlo__walker *walker, const struct mlirbc_op *op, int code)
{
	struct shlo__check *check = &walker->check;
	if (!check_place(walker, op, code))
		return false;
	switch (code) {
	case SHLO__FUNC: return shlo__check_func(check);
	case SHLO__RETURN: return shlo__check_return(check);
	case SHLO__MODULE: return check_module(check, op);
	case SHLO__UNKNOWN:
		if (walker->options && walker->options->known_dialects_only)
			return shlo__fail(check, "is of an unknown dialect");
		return true;
	default: break;
	}
	if (!check_types(walker, op) || (code == MLIRBC_STABLEHLO_return && !check_end_of_function(check, op)))
		return false;
	return code >= SHLO__CODES || (shlo__enter(check) && (op->region_count || shlo__leave(check)));
}

/* op->number: whether the entry failed. False: stop. */
static bool enter(struct shlo__walker *walker, struct mlirbc_op *op)
{
	int code = shlo__code_of(walker, op->name);
	op->number = 0;
	if (op->unread) {
		enum mlirbc_status status = mlirbc_op_load(op, walker->diag);
		if (status != MLIRBC_OK) {
			walker->status = status;
			return false;
		}
	}
	shlo__check_op(&walker->check, op, code < SHLO__CODES ? (enum mlirbc_stablehlo_code)code : MLIRBC_STABLEHLO_NONE);
	if (check_enter(walker, op, code))
		return true;
	op->number = 1;
	return shlo__record(walker);
}

static bool leave(struct shlo__walker *walker, struct mlirbc_op *op)
{
	int code = shlo__code_of(walker, op->name);
	if (code == SHLO__MODULE)
		return shlo__check_symbols(walker, op);
	if (code >= SHLO__CODES || op->number || !op->region_count)
		return true;
	shlo__check_op(&walker->check, op, (enum mlirbc_stablehlo_code)code);
	if (shlo__leave(&walker->check))
		return true;
	op->number = 1;
	return shlo__record(walker);
}

/* ---- order */

/* Isolated operations with regions are visited after the others of their parent. */
static bool is_late(const struct mlirbc_op *op) { return op->isolated && op->region_count; }

/* The first operation from `op` on, or from the next blocks and regions of `parent` on, that is (not) late. */
static struct mlirbc_op *next_child(struct mlirbc_op *parent, struct mlirbc_region *region, struct mlirbc_block *block,
	struct mlirbc_op *op, bool late)
{
	struct mlirbc_region *end = mlirbc_op_regions(parent) + parent->region_count;
	for (;;) {
		for (; op; op = op->next) {
			if (is_late(op) == late)
				return op;
		}
		block = block->next;
		while (!block) {
			if (++region >= end)
				return NULL;
			block = region->first;
		}
		op = block->first;
	}
}

static struct mlirbc_op *first_child(struct mlirbc_op *parent, bool late)
{
	for (uint32_t i = 0; i < parent->region_count; ++i) {
		struct mlirbc_region *region = mlirbc_op_regions(parent) + i;
		if (region->first)
			return next_child(parent, region, region->first, region->first->first, late);
	}
	return NULL;
}

static struct mlirbc_op *next_sibling(struct mlirbc_op *parent, struct mlirbc_op *op, bool late)
{
	return next_child(parent, op->parent->parent, op->parent, op->next, late);
}

/* Asks at every 1024th operation whether the context was stopped. */
static bool goes_on(struct shlo__walker *walker)
{
	if (++walker->ops % 1024 != 0 || !mlirbc_context_stopped(walker->check.context))
		return true;
	walker->check.status = MLIRBC_OK;
	(void)shlo__no_memory(&walker->check);
	return shlo__record(walker);
}

/* Enters and leaves every operation in `root`. No recursion: regions nest to any depth. */
static void walk(struct shlo__walker *walker, struct mlirbc_op *root)
{
	struct mlirbc_op *op = root;
	walker->root = root;
	while (goes_on(walker) && enter(walker, op)) {
		struct mlirbc_op *next = first_child(op, false);
		if (!next)
			next = first_child(op, true);
		while (!next) {
			if (!leave(walker, op) || op == root)
				return;
			struct mlirbc_op *parent = mlirbc_op_parent(op);
			bool late = is_late(op);
			next = next_sibling(parent, op, late);
			if (!next && !late)
				next = first_child(parent, true);
			if (!next)
				op = parent;
		}
		op = next;
	}
}

/* ---- public functions */

static enum mlirbc_status run(struct mlirbc_context *context, struct mlirbc_op *op, struct mlirbc_block *block,
	const struct mlirbc_stablehlo_verify_options *options, struct mlirbc_diag *diag)
{
	struct shlo__walker walker;
	if (options && (BYTECURSOR_SIZE_IS_WRONG(options) || options->size < sizeof *options))
		return shlo__size_is_wrong(diag, options->size, "mlirbc_stablehlo_verify_options");
	shlo__check_init(&walker.check, context);
	memset(walker.names, 0, sizeof walker.names);
	walker.name_count = 0;
	walker.options = options;
	walker.diag = diag;
	walker.allocator = options ? options->allocator : NULL;
	walker.failures = 0;
	walker.most_failures = options && options->max_failures ? options->max_failures : 1;
	walker.status = MLIRBC_OK;
	walker.last_type = NULL;
	walker.ops = 0;
	walker.root = NULL;
	if (op)
		walk(&walker, op);
	for (struct mlirbc_op *at = block ? block->first : NULL; at; at = at->next) {
		walk(&walker, at);
		if (walker.status != MLIRBC_OK &&
			(walker.status != MLIRBC_E_CORRUPT || walker.failures >= walker.most_failures))
			break;
	}
	return walker.status;
}

#define NOTHING "the verifier got NULL, expected IR and its context"

enum mlirbc_status mlirbc_stablehlo_verify(struct mlirbc_context *context, struct mlirbc_op *op,
	const struct mlirbc_stablehlo_verify_options *options, struct mlirbc_diag *diag)
{
	return context && op ? run(context, op, NULL, options, diag) : shlo__bad_argument(diag, NOTHING);
}

enum mlirbc_status mlirbc_stablehlo_verify_module(
	struct mlirbc_module *module, const struct mlirbc_stablehlo_verify_options *options, struct mlirbc_diag *diag)
{
	return module ? run(module->context, NULL, module->body, options, diag) : shlo__bad_argument(diag, NOTHING);
}

enum mlirbc_status mlirbc_stablehlo_verify_op(
	struct mlirbc_context *context, const struct mlirbc_op *op, struct mlirbc_diag *diag)
{
	struct shlo__check check;
	if (!context || !op)
		return shlo__bad_argument(diag, NOTHING);
	enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(op->name);
	if (code == MLIRBC_STABLEHLO_NONE)
		return MLIRBC_OK;
	shlo__check_init(&check, context);
	shlo__check_op(&check, op, code);
	if (!shlo__enter(&check) || !shlo__leave(&check))
		shlo__tell(&check, diag);
	return check.status;
}
