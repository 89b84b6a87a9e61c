/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* llvm.call, llvm.call_intrinsic, llvm.invoke. */
#include "own_llvm.h"

enum call { CALL, INTRINSIC, INVOKE };

static enum call kind_of(const struct mlirbc_string *name)
{
	return name->size == strlen("llvm.call") ? CALL : name->size == strlen("llvm.invoke") ? INVOKE : INTRINSIC;
}

/* ---- ["tag"(%x : T), ...] */

enum { MOST_BUNDLES = 64 };

struct bundles {
	struct up__typed lists[MOST_BUNDLES];
	const struct mlirbc_attr *tags[MOST_BUNDLES];
	int32_t sizes[MOST_BUNDLES];
	size_t count, operands;
};

static bool read_bundle(struct mlirbc_parser *parser, struct bundles *bundles)
{
	size_t at = bundles->count;
	if (at == MOST_BUNDLES)
		return mlirbc_parser_error(parser, "more than %d operand bundles", MOST_BUNDLES);
	if (!mlirbc_parser_string(parser, &bundles->tags[at]) || !mlirbc_parser_expect(parser, "(") ||
		!up__read_typed(parser, &bundles->lists[at]) || !mlirbc_parser_expect(parser, ")"))
		return false;
	bundles->sizes[at] = (int32_t)bundles->lists[at].names.count;
	bundles->operands += bundles->lists[at].names.count;
	bundles->count++;
	return true;
}

static bool read_bundles(struct mlirbc_parser *parser, struct bundles *bundles)
{
	bundles->count = bundles->operands = 0;
	if (!mlirbc_parser_try(parser, "["))
		return true;
	bool more = !mlirbc_parser_at(parser, "]");
	for (; more; more = mlirbc_parser_try(parser, ",")) {
		if (!read_bundle(parser, bundles))
			return false;
	}
	return mlirbc_parser_expect(parser, "]");
}

static bool add_bundles(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct bundles *bundles)
{
	for (size_t i = 0; i < bundles->count; i++) {
		if (!up__add_typed(parser, op, &bundles->lists[i]))
			return false;
	}
	return mlirbc_parser_add_segments(parser, op, "op_bundle_sizes", bundles->sizes, bundles->count) &&
	       (!bundles->count || mlirbc_parser_add_attr(parser, op, "op_bundle_tags",
					   mlirbc_attr_array(mlirbc_parser_context(parser), bundles->tags, bundles->count)));
}

/* ---- reading */

struct reading {
	struct mlirbc_unresolved callee; /* of an indirect call */
	struct up__names operands;
	bool indirect;
	struct bundles bundles;
	struct {
		struct mlirbc_unresolved *names;
		size_t count, type_count;
		const struct mlirbc_type *const *types;
	} normal, unwind;
};

static bool read_callee(struct mlirbc_parser *parser, struct mlirbc_op_state *op, enum call kind, struct reading *reading)
{
	const struct mlirbc_attr *callee;
	if (kind == INTRINSIC)
		return mlirbc_parser_string(parser, &callee) && mlirbc_parser_add_attr(parser, op, "intrin", callee);
	if (!up__read_llvm_word(parser, op, "CConv", "#llvm.cconv<%>", up__llvm_conventions) ||
		(kind == CALL &&
			!up__read_llvm_word(parser, op, "TailCallKind", "#llvm.tailcallkind<%>", up__llvm_tails)))
		return false;
	reading->indirect = mlirbc_parser_at_operand(parser);
	if (reading->indirect)
		return mlirbc_parser_operand(parser, &reading->callee);
	return mlirbc_parser_symbol(parser, &callee) && mlirbc_parser_add_attr(parser, op, "callee", callee);
}

static bool read_vararg(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *type;
	if (!mlirbc_parser_try(parser, "vararg"))
		return true;
	return mlirbc_parser_expect(parser, "(") && mlirbc_parser_type(parser, &type) && mlirbc_parser_expect(parser, ")") &&
	       mlirbc_parser_add_attr(parser, op, "var_callee_type", mlirbc_attr_type(mlirbc_parser_context(parser), type));
}

static bool read_destinations(struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct reading *reading)
{
	return mlirbc_parser_expect(parser, "to") &&
	       mlirbc_parser_successor_operands(parser, op, &reading->normal.names, &reading->normal.count,
		       &reading->normal.types, &reading->normal.type_count) &&
	       mlirbc_parser_expect(parser, "unwind") &&
	       mlirbc_parser_successor_operands(parser, op, &reading->unwind.names, &reading->unwind.count,
		       &reading->unwind.types, &reading->unwind.type_count);
}

/* ": T, (U {...}) -> V": adds the operands and results. */
static bool read_types(struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct reading *reading)
{
	const struct mlirbc_type *callee;
	struct up__signature signature;
	if (!mlirbc_parser_expect(parser, ":"))
		return false;
	if (reading->indirect && (!mlirbc_parser_type(parser, &callee) || !mlirbc_parser_expect(parser, ",") ||
					 !mlirbc_parser_add_operand(parser, op, &reading->callee, callee)))
		return false;
	if (!up__read_signature(parser, false, &signature) ||
		!up__same_count(parser, "operands", reading->operands.count, "types", signature.count))
		return false;
	if (signature.results.count > 1)
		return mlirbc_parser_error(parser, "expected at most one result");
	for (size_t i = 0; i < signature.count; i++) {
		if (!mlirbc_parser_add_operand(parser, op, &reading->operands.data[i], signature.arguments[i].type))
			return false;
	}
	return up__add_signature_attrs(parser, op, &signature) &&
	       mlirbc_parser_add_results(parser, op, signature.results.data, signature.results.count);
}

static bool add_rest(struct mlirbc_parser *parser, struct mlirbc_op_state *op, enum call kind, const struct reading *reading)
{
	int32_t calls = (int32_t)reading->operands.count + reading->indirect;
	const int32_t sizes[4] = { calls, (int32_t)reading->normal.count, (int32_t)reading->unwind.count,
		(int32_t)reading->bundles.operands };
	const int32_t two[2] = { sizes[0], sizes[3] };
	if (!mlirbc_parser_add_operands(parser, op, reading->normal.names, reading->normal.count, reading->normal.types,
		    reading->normal.type_count) ||
		!mlirbc_parser_add_operands(parser, op, reading->unwind.names, reading->unwind.count,
			reading->unwind.types, reading->unwind.type_count) ||
		!add_bundles(parser, op, &reading->bundles))
		return false;
	return kind == INVOKE ? mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", sizes, 4)
			      : mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", two, 2);
}

bool up__parse_llvm_call(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	enum call kind = kind_of(name);
	struct reading *reading = mlirbc_parser_scratch(parser, sizeof *reading);
	if (!reading)
		return false;
	memset(reading, 0, sizeof *reading);
	return read_callee(parser, op, kind, reading) && up__read_names(parser, "(", &reading->operands, ")") &&
	       (kind != INVOKE || read_destinations(parser, op, reading)) &&
	       (kind == INTRINSIC || read_vararg(parser, op)) && read_bundles(parser, &reading->bundles) &&
	       mlirbc_parser_attr_dict(parser, op, false) && read_types(parser, op, reading) &&
	       add_rest(parser, op, kind, reading);
}

/* ---- printing */

/* Where the groups of operands begin: of the call, of both destinations (llvm.invoke), of the bundles. */
static bool find_groups(const struct mlirbc_op *op, uint32_t at[5])
{
	if (kind_of(op->name) == INVOKE)
		return up__segments(op, at, 4);
	uint32_t two[3];
	if (!up__segments(op, two, 2))
		return false;
	at[0] = 0;
	at[1] = at[2] = at[3] = two[1];
	at[4] = two[2];
	return true;
}

static bool bundles_fit(const struct mlirbc_op *op, uint32_t operands)
{
	const struct mlirbc_attr *sizes = up__property(op, "op_bundle_sizes"), *tags = up__property(op, "op_bundle_tags");
	uint64_t sum = 0;
	if (!up__is_array(sizes, 32))
		return false;
	for (size_t i = 0; i < sizes->u.dense.count; i++) {
		int64_t size = up__element_at(sizes, i);
		if (size < 0 || !tags || tags->kind != MLIRBC_ATTR_ARRAY || tags->u.array.count != sizes->u.dense.count)
			return false;
		sum += (uint64_t)size;
	}
	return sum == operands;
}

bool up__llvm_call_fits(const struct mlirbc_op *op)
{
	uint32_t at[5];
	enum call kind = kind_of(op->name);
	const struct mlirbc_attr *callee = up__property(op, kind == INTRINSIC ? "intrin" : "callee");
	if (!find_groups(op, at) || !bundles_fit(op, at[4] - at[3]) || op->result_count > 1)
		return false;
	if (kind == INTRINSIC)
		return callee && callee->kind == MLIRBC_ATTR_STRING;
	return (callee || at[1] > 0) && (kind == CALL || mlirbc_op_successor_count(op) == 2);
}

static void print_bundles(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from)
{
	const struct mlirbc_attr *sizes = up__property(op, "op_bundle_sizes"), *tags = up__property(op, "op_bundle_tags");
	for (size_t i = 0; i < sizes->u.dense.count; i++) {
		uint32_t count = (uint32_t)up__element_at(sizes, i);
		mlirbc_printer_text(printer, i ? ", " : " [");
		mlirbc_printer_attr(printer, tags->u.array.data[i]);
		if (count)
			up__print_typed(printer, op, "(", from, count, ")");
		else
			mlirbc_printer_text(printer, "()");
		from += count;
	}
	mlirbc_printer_text(printer, sizes->u.dense.count ? "]" : "");
}

static void print_types(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t from, uint32_t to)
{
	const struct mlirbc_attr *attrs = up__property(op, "res_attrs");
	bool some = attrs && attrs->kind == MLIRBC_ATTR_ARRAY && attrs->u.array.count &&
		    attrs->u.array.data[0]->kind == MLIRBC_ATTR_DICTIONARY && attrs->u.array.data[0]->u.dictionary.count;
	mlirbc_printer_text(printer, "(");
	for (uint32_t i = from; i < to; i++) {
		mlirbc_printer_text(printer, i > from ? ", " : "");
		mlirbc_printer_operand_types(printer, op, i, 1);
		up__print_item_attrs(printer, op, "arg_attrs", i - from);
	}
	mlirbc_printer_text(printer, op->result_count && !some ? ") -> " : ") -> (");
	mlirbc_printer_result_types(printer, op, 0, op->result_count);
	if (op->result_count)
		up__print_item_attrs(printer, op, "res_attrs", 0);
	mlirbc_printer_text(printer, op->result_count && !some ? "" : ")");
}

static void print_callee(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_attr *callee)
{
	mlirbc_printer_text(printer, " ");
	up__print_llvm_word(printer, op, "CConv", "cconv", "ccc");
	up__print_llvm_word(printer, op, "TailCallKind", "tailcallkind", "none");
	if (callee)
		mlirbc_printer_attr(printer, callee);
	else
		mlirbc_printer_operands(printer, op, 0, 1);
}

static void print_vararg(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = up__property(op, "var_callee_type");
	if (!type || type->kind != MLIRBC_ATTR_TYPE)
		return;
	mlirbc_printer_text(printer, " vararg(");
	mlirbc_printer_type(printer, type->u.type_value);
	mlirbc_printer_text(printer, ")");
}

static const char PLAIN[] = "callee intrin CConv TailCallKind op_bundle_sizes op_bundle_tags var_callee_type arg_attrs "
			    "res_attrs fastmathFlags ";
static const char MATH[] = "callee intrin CConv TailCallKind op_bundle_sizes op_bundle_tags var_callee_type arg_attrs "
			   "res_attrs ";

bool up__print_llvm_call(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	enum call kind = kind_of(op->name);
	uint32_t at[5] = { 0 };
	const struct mlirbc_attr *callee = up__property(op, kind == INTRINSIC ? "intrin" : "callee");
	(void)step;
	(void)out;
	(void)find_groups(op, at);
	uint32_t first = callee ? 0 : 1;
	print_callee(printer, op, callee);
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, first, at[1] - first);
	mlirbc_printer_text(printer, ")");
	if (kind == INVOKE) {
		mlirbc_printer_text(printer, " to ");
		mlirbc_printer_successor_operands(printer, op, 0, at[1], at[2] - at[1]);
		mlirbc_printer_text(printer, " unwind ");
		mlirbc_printer_successor_operands(printer, op, 1, at[2], at[3] - at[2]);
	}
	print_vararg(printer, op);
	print_bundles(printer, op, at[3]);
	mlirbc_printer_attr_dict(printer, op, up__llvm_is_plain_math(op) ? PLAIN : MATH, false);
	mlirbc_printer_text(printer, " : ");
	if (!callee) {
		mlirbc_printer_operand_types(printer, op, 0, 1);
		mlirbc_printer_text(printer, ", ");
	}
	print_types(printer, op, first, at[1]);
	return false;
}
