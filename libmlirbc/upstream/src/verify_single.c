/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of single operations of builtin, scf, memref, complex, llvm, gpu, emitc, spirv, shape and nvvm. */
#include "own_parts.h"
#include "verify_own.h"

/* ---- builtin, arith, cf */

bool up__check_module(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attrs = mlirbc_op_attributes(op);
	for (size_t i = 0; attrs && attrs->kind == MLIRBC_ATTR_DICTIONARY && i < attrs->u.dictionary.count; i++) {
		const struct mlirbc_string *name = attrs->u.dictionary.data[i].name;
		if (!memchr(name->data, '.', name->size) && (name->size < 4 || memcmp(name->data, "sym_", 4) != 0))
			return VERIFY_FAIL(parser, op, "can only contain attributes with dialect-prefixed names, found: '%.*s'", (int)name->size,
				name->data);
	}
	return true;
}

bool up__check_arith_constant(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = up__result_type(op, 0);
	return type->kind != MLIRBC_TYPE_INTEGER || type->u.integer.signedness == MLIRBC_SIGNLESS ||
	       VERIFY_FAIL(parser, op, "integer return type must be signless%s", "");
}

/* ---- memref */

bool up__check_atomic_rmw(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	/* arith::AtomicRMWKind; assign takes any type */
	static const char *const kinds[] = { "addf", "addi", NULL, "maximumf", "maxs", "maxu", "minimumf", "mins", "minu", "mulf", "muli",
		"ori", "andi", "maxnumf", "minnumf", "xori" };
	const int64_t kind = up__int_of(op, "kind", -1);
	const struct mlirbc_type *type = up__result_type(op, 0);
	if (kind < 0 || kind >= (int64_t)(sizeof kinds / sizeof *kinds) || !kinds[kind])
		return true;
	const bool is_float = kinds[kind][strlen(kinds[kind]) - 1] == 'f';
	if ((is_float ? MLIRBC_TYPE_FLOAT : MLIRBC_TYPE_INTEGER) == type->kind)
		return true;
	return VERIFY_FAIL(parser, op, "with kind '%s' expects %s type", kinds[kind], is_float ? "a floating-point" : "an integer");
}

bool up__check_alignment(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const int64_t alignment = up__int_of(op, "alignment", 1);
	return (alignment > 0 && (alignment & (alignment - 1)) == 0) || VERIFY_FAIL(parser, op, "alignment must be power of 2%s", "");
}

/* ---- scf */

bool up__check_if(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return op->result_count == 0 || op->region_count < 2 || mlirbc_op_regions(op)[1].first ||
	       VERIFY_FAIL(parser, op, "must have an else block if defining values%s", "");
}

bool up__check_switch(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	struct up__ints cases;
	if (!up__ints_of(op, "cases", &cases))
		return true;
	if (cases.count + 1 != op->region_count)
		return VERIFY_FAIL(parser, op, "has %u case regions but %u case values", (unsigned)op->region_count - 1, (unsigned)cases.count);
	for (size_t i = 0; i < cases.count; i++) {
		for (size_t j = 0; j < i; j++) {
			if (up__int_at(&cases, i) == up__int_at(&cases, j))
				return VERIFY_FAIL(parser, op, "has duplicate case value: %lld", (long long)up__int_at(&cases, i));
		}
	}
	return true;
}

/* The operands of `from`, from `first` on, go to values of these types. */
static bool flows(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_op *from, uint32_t first,
	const struct mlirbc_block *to, const char *where)
{
	const uint32_t count = from->operand_count - first, expected = to ? to->argument_count : op->result_count;
	if (count != expected)
		return VERIFY_FAIL(parser, op, "along control flow edge from Operation %.*s to %s: region branch point has %u operands, but "
					       "region successor needs %u inputs",
			(int)from->name->size, from->name->data, where, (unsigned)count, (unsigned)expected);
	for (uint32_t i = 0; i < count; i++) {
		const struct mlirbc_type *found = up__operand_type(from, first + i);
		const struct mlirbc_type *wanted = to ? to->arguments[i].type : up__result_type(op, i);
		if (found != wanted)
			return VERIFY_FAIL(parser, op, "along control flow edge from Operation %.*s to %s: successor operand type #%u '%s' should match "
						       "successor input type #%u '%s'",
				(int)from->name->size, from->name->data, where, (unsigned)i, UP__TEXT(found), (unsigned)i, UP__TEXT(wanted));
	}
	return true;
}

bool up__check_while(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	if (op->region_count != 2)
		return true;
	const struct mlirbc_block *before = mlirbc_op_regions(op)[0].first, *after = mlirbc_op_regions(op)[1].first;
	if (!before || !after || !before->last || !after->last)
		return true;
	if (!mlirbc_op_is(before->last, "scf.condition"))
		return VERIFY_FAIL(parser, op, "expects the 'before' region to terminate with '%s'", "scf.condition");
	if (!mlirbc_op_is(after->last, "scf.yield"))
		return VERIFY_FAIL(parser, op, "expects the 'after' region to terminate with '%s'", "scf.yield");
	if (before->last->operand_count == 0)
		return true;
	return flows(parser, op, before->last, 1, NULL, "parent") && flows(parser, op, before->last, 1, after, "Region #1") &&
	       flows(parser, op, after->last, 0, before, "Region #0");
}

/* ---- complex */

bool up__check_complex_constant(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const struct mlirbc_type *type = up__result_type(op, 0);
	if (!value || value->kind != MLIRBC_ATTR_ARRAY || type->kind != MLIRBC_TYPE_COMPLEX)
		return true;
	if (value->u.array.count != 2)
		return VERIFY_FAIL(parser, op, "requires 'value' to be a complex constant, represented as array of two values%s", "");
	const struct mlirbc_type *parts[2];
	for (int i = 0; i < 2; i++) {
		const struct mlirbc_attr *part = value->u.array.data[i];
		if (part->kind != MLIRBC_ATTR_FLOAT && part->kind != MLIRBC_ATTR_INTEGER)
			return true;
		parts[i] = part->type;
	}
	if (parts[0] == type->u.shaped.element && parts[1] == parts[0])
		return true;
	return VERIFY_FAIL(parser, op, "requires attribute's element types ('%s', '%s') to match the element type of the op's return type ('%s')",
		UP__TEXT(parts[0]), UP__TEXT(parts[1]), UP__TEXT(type->u.shaped.element));
}

/* ---- llvm, nvvm */

/* N of !llvm.array<N x T> whose elements are neither arrays nor vectors; -1: another type. */
static int64_t array_count(const struct mlirbc_type *type)
{
	static const char start[] = "array<";
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	int64_t count = 0;
	size_t at = sizeof start - 1;
	if (!text || text->size <= at || memcmp(text->data, start, at) != 0)
		return -1;
	for (; at < text->size && text->data[at] >= '0' && text->data[at] <= '9' && count < INT64_MAX / 20; at++)
		count = 10 * count + (text->data[at] - '0');
	const size_t left = text->size - at;
	return left > 3 && memcmp(text->data + at, " x ", 3) == 0 && (text->data[at + 3] == 'i' || text->data[at + 3] == 'f') ? count : -1;
}

bool up__check_llvm_constant(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const struct mlirbc_type *type = up__result_type(op, 0);
	if (!value)
		return true;
	if (value->kind == MLIRBC_ATTR_INTEGER && (type->kind == MLIRBC_TYPE_FLOAT || mlirbc_upstream__is_dialect(type, "llvm", "ptr")))
		return VERIFY_FAIL(parser, op, "expected integer type%s", "");
	if (value->kind == MLIRBC_ATTR_DENSE && value->type->kind == MLIRBC_TYPE_VECTOR && type->kind == MLIRBC_TYPE_VECTOR &&
		up__rank(type) == 1 && up__rank(value->type) == 1 && up__dim(type, 0) != up__dim(value->type, 0))
		return VERIFY_FAIL(parser, op, "type and attribute have a different number of elements: %lld vs. %lld",
			(long long)up__dim(type, 0), (long long)up__dim(value->type, 0));
	int64_t count = array_count(type);
	if (value->kind == MLIRBC_ATTR_STRING && (type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_FLOAT ||
							 (count >= 0 && (uint64_t)count != value->u.string->size)))
		return VERIFY_FAIL(parser, op, "expected array type of %zu i8 elements for the string constant", value->u.string->size);
	if (value->kind == MLIRBC_ATTR_DENSE && count >= 0 && value->type->u.shaped.rank == 1 && value->type->u.shaped.dims[0] != count)
		return VERIFY_FAIL(parser, op, "type and attribute have a different number of elements: %lld vs. %lld", (long long)count,
			(long long)value->type->u.shaped.dims[0]);
	return true;
}

bool up__check_fence(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	enum { ACQUIRE = 4 };
	return up__int_of(op, "ordering", ACQUIRE) >= ACQUIRE ||
	       VERIFY_FAIL(parser, op, "can be given only acquire, release, acq_rel, and seq_cst orderings%s", "");
}

bool up__check_shfl(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *value = op->operand_count > 1 ? up__operand_type(op, 1) : NULL, *result = up__result_type(op, 0);
	const bool known = value && (value->kind == MLIRBC_TYPE_INTEGER || value->kind == MLIRBC_TYPE_FLOAT);
	if (!known || mlirbc_op_attr(op, "return_value_and_is_valid") || value == result)
		return true;
	return VERIFY_FAIL(parser, op, "expected return type to be of type '%s' but got '%s' instead", UP__TEXT(value), UP__TEXT(result));
}

/* ---- gpu */

bool up__check_gpu_copy(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	if (op->operand_count < 2)
		return true;
	const struct mlirbc_type *to = up__operand_type(op, op->operand_count - 2), *from = up__operand_type(op, op->operand_count - 1);
	if (up__element(to) != up__element(from))
		return VERIFY_FAIL(parser, op, "arguments have incompatible element type%s", "");
	return up__shapes_match(to, from) || VERIFY_FAIL(parser, op, "arguments have incompatible shape%s", "");
}

/* ---- emitc, shape */

bool up__check_emitc_apply(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *word = mlirbc_op_attr(op, "applicableOperator");
	return !word || up__is_text(word, "&") || up__is_text(word, "*") || VERIFY_FAIL(parser, op, "applicable operator is illegal%s", "");
}

/* "{}" stands for an operand, "{{" for a brace. Without operands the text is not looked at. */
bool up__check_verbatim(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	uint32_t places = 0;
	if (op->operand_count == 0 || !value || value->kind != MLIRBC_ATTR_STRING)
		return true;
	const struct mlirbc_string *text = value->u.string;
	for (size_t at = 0; at + 1 < text->size; at++) {
		if (text->data[at] != '{')
			continue;
		places += text->data[at + 1] == '}';
		at += text->data[at + 1] == '}' || text->data[at + 1] == '{';
	}
	return places == op->operand_count ||
	       VERIFY_FAIL(parser, op, "requires operands for each placeholder in the format string%s", "");
}

bool up__check_ml_global(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return mlirbc_op_attr(op, "is_mutable") || mlirbc_op_attr(op, "value") ||
	       VERIFY_FAIL(parser, op, "immutable global must have an initial value%s", "");
}

bool up__check_emitc_literal(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return !up__is_text(mlirbc_op_attr(op, "value"), "") || VERIFY_FAIL(parser, op, "value must not be empty%s", "");
}

bool up__check_emitc_constant(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const struct mlirbc_type *type = up__result_type(op, 0);
	if (value && value->kind == MLIRBC_ATTR_STRING)
		return VERIFY_FAIL(parser, op, "string attributes are not supported, use #emitc.opaque instead%s", "");
	const bool number = value && (value->kind == MLIRBC_ATTR_INTEGER || value->kind == MLIRBC_ATTR_FLOAT);
	return !number || value->type == type || type->kind == MLIRBC_TYPE_DIALECT || /* !emitc.size_t takes index */
	       VERIFY_FAIL(parser, op, "requires attribute to either be an #emitc.opaque attribute or it's type ('%s') to match the op's result "
				       "type ('%s')",
		       UP__TEXT(value->type), UP__TEXT(type));
}

bool up__check_const_shape(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *shape = mlirbc_op_attr(op, "shape");
	const struct mlirbc_type *type = up__result_type(op, 0);
	if (!shape || shape->kind != MLIRBC_ATTR_DENSE || !mlirbc_upstream__has_rank(type) || type->u.shaped.rank != 1 ||
		!mlirbc_upstream__has_rank(shape->type) || shape->type->u.shaped.rank != 1 ||
		!up__dims_differ(type->u.shaped.dims[0], shape->type->u.shaped.dims[0]))
		return true;
	return VERIFY_FAIL(parser, op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", UP__TEXT(shape->type),
		UP__TEXT(type));
}

/* ---- spirv */

static int64_t elements_of(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_VECTOR && type->u.shaped.rank == 1 ? type->u.shaped.dims[0] : 1;
}

bool up__check_spirv_construct(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *to = up__result_type(op, 0);
	int64_t found = 0;
	for (uint32_t i = 0; i < op->operand_count; i++)
		found += elements_of(up__operand_type(op, i));
	return to->kind != MLIRBC_TYPE_VECTOR || found == elements_of(to) ||
	       VERIFY_FAIL(parser, op, "has incorrect number of operands: expected %lld, but provided %lld", (long long)elements_of(to),
		       (long long)found);
}

bool up__check_spirv_shuffle(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	struct up__ints selected;
	if (!up__ints_of(op, "components", &selected))
		return true;
	const int64_t all = elements_of(up__operand_type(op, 0)) + elements_of(up__operand_type(op, 1));
	for (size_t i = 0; i < selected.count; i++) {
		const uint32_t at = (uint32_t)up__int_at(&selected, i);
		if (at != UINT32_MAX && at >= all)
			return VERIFY_FAIL(parser, op, "component selector %u out of range: expected to be in [0, %lld) or 0xffffffff", (unsigned)at,
				(long long)all);
	}
	return true;
}

/* The index of a vector; other composites are kept as text. */
bool up__check_spirv_extract(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0);
	struct up__ints indices;
	if (from->kind != MLIRBC_TYPE_VECTOR || !up__ints_of(op, "indices", &indices) || indices.count == 0)
		return true;
	const int64_t index = up__int_at(&indices, 0);
	return (index >= 0 && index < elements_of(from)) ||
	       VERIFY_FAIL(parser, op, "index %lld out of bounds for '%s'", (long long)index, UP__TEXT(from));
}
