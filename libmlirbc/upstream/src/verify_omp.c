/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of omp that depend on clauses together or on what is around, and of pdl. */
#include "own_parts.h"
#include "verify_own.h"

static bool is_omp(const struct mlirbc_op *op) { return op->name->size > 4 && memcmp(op->name->data, "omp.", 4) == 0; }

/* The nearest operation of omp around; NULL: none. */
static const struct mlirbc_op *around(const struct mlirbc_op *op)
{
	do
		op = mlirbc_op_parent(op);
	while (op && !is_omp(op));
	return op;
}

/* Whether the word stands in the text of an attribute of a dialect: #omp<clause_map_flags to|from>. */
static bool has_word(const struct mlirbc_op *op, const char *name, const char *word)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	const size_t size = strlen(word);
	if (!attr || attr->kind != MLIRBC_ATTR_DIALECT)
		return false;
	const struct mlirbc_string *text = attr->u.dialect.text;
	for (size_t at = 1; at + size <= text->size; at++) {
		const char end = at + size < text->size ? text->data[at + size] : '|';
		if (memcmp(text->data + at, word, size) == 0 && strchr(" |(", text->data[at - 1]) && strchr("|)>", end))
			return true;
	}
	return false;
}

static bool check_hint(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const int64_t hint = up__int_of(op, "hint", 0);
	static const char *const words[][2] = { { "uncontended", "contended" }, { "nonspeculative", "speculative" } };
	for (int i = 0; i < 2; i++) {
		if ((hint >> 2 * i & 3) == 3)
			return VERIFY_FAIL(parser, op, "the hints omp_sync_hint_%s and omp_sync_hint_%s cannot be combined", words[i][0],
				words[i][1]);
	}
	return true;
}

bool up__check_omp_read(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	if (op->operand_count > 1 && operands[0].value == operands[1].value)
		return mlirbc_parser_error_op(parser, op, "read and write must not be to the same location for atomic reads");
	return up__check_omp_access(parser, op);
}

bool up__check_omp_access(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return up__check_omp_atomic(parser, op) && check_hint(parser, op);
}

bool up__check_omp_cancel(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const bool point = mlirbc_op_is(op, "omp.cancellation_point");
	const struct mlirbc_op *outer = around(op);
	if (!outer)
		return VERIFY_FAIL(parser, op, "Orphaned %s", point ? "cancellation point" : "cancel construct");
	const char *what = point ? "cancellation point" : "cancel";
	if (has_word(op, "cancel_directive", "parallel") && !mlirbc_op_is(outer, "omp.parallel"))
		return VERIFY_FAIL(parser, op, "%s parallel must appear inside a parallel region", what);
	const struct mlirbc_op *wrapper = mlirbc_op_parent(outer);
	if (has_word(op, "cancel_directive", "loop") && (!wrapper || !mlirbc_op_is(wrapper, "omp.wsloop")))
		return VERIFY_FAIL(parser, op, "%s loop must appear inside a worksharing-loop region", what);
	return true;
}

bool up__check_omp_ordered(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *outer = mlirbc_op_parent(op);
	while (outer && !mlirbc_op_is(outer, "omp.loop_nest"))
		outer = mlirbc_op_parent(outer);
	return outer || VERIFY_FAIL(parser, op, "must be nested inside of a loop%s", "");
}

bool up__check_omp_sections(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	for (const struct mlirbc_op *inner = block ? block->first : NULL; inner; inner = inner->next) {
		if (!mlirbc_op_is(inner, "omp.section") && !mlirbc_op_is(inner, "omp.terminator"))
			return VERIFY_FAIL(parser, op, "expected omp.section op or terminator op inside region%s", "");
	}
	return true;
}

bool up__check_omp_taskloop(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char *const clauses[] = { "grainsize", "num_tasks" };
	const struct mlirbc_upstream__row *row = mlirbc_upstream__row_find(op->name);
	const struct mlirbc_upstream__printing whole = { .op = op, .row = row };
	int found = 0;
	for (uint8_t slot = 0; row && slot < row->operand_count; slot++) {
		struct mlirbc_upstream__group group;
		const char *name = mlirbc_upstream__string(mlirbc_upstream__slot_of(row, slot)->name);
		if ((strcmp(name, clauses[0]) == 0 || strcmp(name, clauses[1]) == 0) && mlirbc_upstream__group(&whole, slot, &group))
			found += group.count > 0;
	}
	return found < 2 || mlirbc_parser_error_op(parser, op, "the grainsize clause and num_tasks clause are mutually exclusive and may not "
							       "appear on the same taskloop directive");
}

bool up__check_omp_teams(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *outer = mlirbc_op_parent(op);
	return (outer && mlirbc_op_is(outer, "omp.target")) || !around(op) ||
	       mlirbc_parser_error_op(parser, op,
		       "expected to be nested inside of omp.target or not nested in any OpenMP dialect operations");
}

/* The omp.map.info of an operand; NULL: it is another one. */
static const struct mlirbc_op *map_info(const struct mlirbc_op *op, uint32_t operand)
{
	const struct mlirbc_value *value = mlirbc_op_operands(op)[operand].value;
	const struct mlirbc_op *info = value->is_argument ? NULL : mlirbc_value_op(value);
	return info && mlirbc_op_is(info, "omp.map.info") ? info : NULL;
}

/* Whether one of them has the word. */
static bool maps(const struct mlirbc_op *op, const char *word)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_op *info = map_info(op, i);
		if (info && has_word(info, "map_type", word))
			return true;
	}
	return false;
}

bool up__check_omp_enter(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return !(maps(op, "from") || maps(op, "del")) || mlirbc_parser_error_op(parser, op, "to and alloc map types are permitted");
}

bool up__check_omp_exit(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return !maps(op, "to") || mlirbc_parser_error_op(parser, op, "from, release and delete map types are permitted");
}

bool up__check_omp_update(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_op *info = map_info(op, i);
		if (info && has_word(info, "map_type", "to") && has_word(info, "map_type", "from"))
			return mlirbc_parser_error_op(parser, op, "either to or from map types can be specified, not both");
	}
	return true;
}

/* ---- omp.private, omp.declare_reduction */

static const struct mlirbc_region *region_at(const struct mlirbc_op *op, uint32_t index)
{
	const struct mlirbc_region *region = index < op->region_count ? &mlirbc_op_regions(op)[index] : NULL;
	return region && region->first ? region : NULL;
}

bool up__check_omp_private(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	enum { COPY = 1 };
	const bool copies = region_at(op, COPY) != NULL;
	const struct mlirbc_attr *kind = mlirbc_op_attr(op, "data_sharing_type");
	static const char plain[] = "data_sharing_type{type = private}", first[] = "data_sharing_type{type = firstprivate}";
	if (!kind || kind->kind != MLIRBC_ATTR_DIALECT)
		return true;
	const struct mlirbc_string *text = kind->u.dialect.text;
	if (copies && text->size == sizeof plain - 1 && memcmp(text->data, plain, sizeof plain - 1) == 0)
		return mlirbc_parser_error_op(parser, op, "`private` clauses do not require a `copy` region.");
	if (!copies && text->size == sizeof first - 1 && memcmp(text->data, first, sizeof first - 1) == 0)
		return mlirbc_parser_error_op(parser, op, "`firstprivate` clauses require at least a `copy` region.");
	return true;
}

bool up__check_omp_reduction(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	enum { INITIALIZER = 1, REDUCTION = 2 };
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "type");
	const struct mlirbc_region *initializer = region_at(op, INITIALIZER), *reduction = region_at(op, REDUCTION);
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE)
		return true;
	const struct mlirbc_type *type = attr->u.type_value;
	for (uint32_t i = 0; initializer && i < initializer->first->argument_count; i++) {
		if (initializer->first->arguments[i].type != type)
			return VERIFY_FAIL(parser, op, "expects initializer region argument to match the reduction type%s", "");
	}
	const struct mlirbc_block *block = reduction ? reduction->first : NULL;
	if (block && (block->argument_count != 2 || block->arguments[0].type != type || block->arguments[1].type != type))
		return VERIFY_FAIL(parser, op, "expects reduction region with two arguments of the reduction type%s", "");
	return true;
}

/* ---- pdl */

/* A result alone binds nothing: something must bind it. The results of results are few. */
static bool is_bound(const struct mlirbc_value *value, unsigned depth)
{
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		const bool result = mlirbc_op_is(user, "pdl.result") || mlirbc_op_is(user, "pdl.results");
		if (!result || depth == 0 || (user->result_count && is_bound(&mlirbc_op_results(user)[0], depth - 1)))
			return true;
	}
	return false;
}

bool up__check_pdl_binding(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *outer = mlirbc_op_parent(op);
	if (!outer || !mlirbc_op_is(outer, "pdl.pattern") || mlirbc_op_attr(op, "value") || mlirbc_op_attr(op, "constantType") ||
		mlirbc_op_attr(op, "constantTypes") || op->result_count == 0)
		return true;
	return is_bound(&mlirbc_op_results(op)[0], 4) ||
	       VERIFY_FAIL(parser, op, "expected a bindable user when defined in the matcher body of a `pdl.pattern`%s", "");
}

bool up__check_pdl_rewrite(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	return mlirbc_op_attr(op, "name") || (block && block->first) ||
	       VERIFY_FAIL(parser, op, "expected rewrite region to be non-empty if external name is not specified%s", "");
}
