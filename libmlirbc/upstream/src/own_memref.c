/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of `memref`, and bufferization.alloc_tensor. */
#include "own_affine.h"

/* ---- memref.alloca_scope */

static bool parse_scope(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *const *types;
	size_t count;
	(void)name;
	return mlirbc_parser_arrow_types(parser, &types, &count) && mlirbc_parser_add_results(parser, op, types, count) &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) &&
	       mlirbc_parser_terminate(parser, op, "memref.alloca_scope.return") &&
	       mlirbc_parser_attr_dict(parser, op, false);
}

static bool scope_fits(const struct mlirbc_op *op) { return up__entry(op, 0) && op->operand_count == 0; }

static bool print_scope(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_arrow_types(printer, op, true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = op->result_count != 0 };
	return true;
}

/* ---- memref.dma_start */

/* %m[%i, ...] */
struct place {
	struct mlirbc_unresolved memref;
	struct up__names indices;
};

static bool read_place(struct mlirbc_parser *parser, struct place *out)
{
	return mlirbc_parser_operand(parser, &out->memref) && up__read_names(parser, "[", &out->indices, "]");
}

static bool add_place(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct place *place,
	const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_MEMREF)
		return mlirbc_parser_error(parser, "expected a memref type");
	if (place->indices.count != type->u.shaped.rank)
		return mlirbc_parser_error(parser, "expected as many indices as the memref has dimensions: %zu", type->u.shaped.rank);
	return mlirbc_parser_add_operand(parser, op, &place->memref, type) &&
	       up__add_same(parser, op, &place->indices, mlirbc_type_index(mlirbc_parser_context(parser)));
}

static bool parse_dma(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser));
	struct place from, to, tag;
	struct mlirbc_unresolved count;
	struct up__names strides = { NULL, 0 };
	struct up__types types;
	(void)name;
	if (!read_place(parser, &from) || !mlirbc_parser_expect(parser, ",") || !read_place(parser, &to) ||
		!mlirbc_parser_expect(parser, ",") || !mlirbc_parser_operand(parser, &count) ||
		!mlirbc_parser_expect(parser, ",") || !read_place(parser, &tag) ||
		(mlirbc_parser_try(parser, ",") && !mlirbc_parser_operands(parser, &strides.data, &strides.count)) ||
		!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_expect(parser, ":") ||
		!up__read_types(parser, &types))
		return false;
	if (types.count != 3)
		return mlirbc_parser_error(parser, "fewer/more types expected");
	if (strides.count != 0 && strides.count != 2)
		return mlirbc_parser_error(parser, "expected two stride related operands");
	struct up__names one = { &count, 1 };
	return add_place(parser, op, &from, types.data[0]) && add_place(parser, op, &to, types.data[1]) &&
	       up__add_same(parser, op, &one, index) && add_place(parser, op, &tag, types.data[2]) &&
	       up__add_same(parser, op, &strides, index);
}

/* The positions of the three memrefs among the operands, and behind the last index. */
static bool dma_places(const struct mlirbc_op *op, uint32_t at[4])
{
	uint64_t next = 0;
	for (int i = 0; i < 3; i++) {
		next += i == 2;
		if (next >= op->operand_count)
			return false;
		const struct mlirbc_type *type = mlirbc_op_operands(op)[next].value->type;
		if (type->kind != MLIRBC_TYPE_MEMREF)
			return false;
		at[i] = (uint32_t)next;
		next += 1 + type->u.shaped.rank;
	}
	at[3] = (uint32_t)next;
	return next == op->operand_count || next + 2 == op->operand_count;
}

static bool dma_fits(const struct mlirbc_op *op)
{
	uint32_t at[4];
	return dma_places(op, at);
}

static void print_place(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t at, uint32_t end)
{
	mlirbc_printer_operands(printer, op, at, 1);
	mlirbc_printer_text(printer, "[");
	mlirbc_printer_operands(printer, op, at + 1, end - at - 1);
	mlirbc_printer_text(printer, "]");
}

static bool print_dma(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[4] = { 0 };
	(void)step;
	(void)out;
	(void)dma_places(op, at);
	mlirbc_printer_text(printer, " ");
	print_place(printer, op, at[0], at[1]);
	mlirbc_printer_text(printer, ", ");
	print_place(printer, op, at[1], at[2] - 1);
	mlirbc_printer_text(printer, ", ");
	mlirbc_printer_operands(printer, op, at[2] - 1, 1);
	mlirbc_printer_text(printer, ", ");
	print_place(printer, op, at[2], at[3]);
	mlirbc_printer_text(printer, at[3] < op->operand_count ? ", " : "");
	mlirbc_printer_operands(printer, op, at[3], op->operand_count - at[3]);
	mlirbc_printer_attr_dict(printer, op, "", false);
	for (int i = 0; i < 3; i++) {
		mlirbc_printer_text(printer, i ? ", " : " : ");
		mlirbc_printer_operand_types(printer, op, at[i], 1);
	}
	return false;
}

/* ---- memref.generic_atomic_rmw */

static bool parse_atomic(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct place place;
	const struct mlirbc_type *type;
	(void)name;
	return read_place(parser, &place) && mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &type) &&
	       add_place(parser, op, &place, type) && mlirbc_parser_add_result(parser, op, type->u.shaped.element) &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool atomic_fits(const struct mlirbc_op *op)
{
	return up__entry(op, 0) && op->operand_count && op->result_count == 1 &&
	       mlirbc_op_operands(op)[0].value->type->kind == MLIRBC_TYPE_MEMREF;
}

static bool print_atomic(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "", false);
		return false;
	}
	mlirbc_printer_text(printer, " ");
	print_place(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .arguments = true, .terminator = true };
	return true;
}

/* ---- memref.prefetch */

static bool parse_prefetch(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct place place;
	const struct mlirbc_type *type;
	(void)name;
	return read_place(parser, &place) && up__read_prefetch(parser, op) && mlirbc_parser_attr_dict(parser, op, false) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &type) && add_place(parser, op, &place, type);
}

static bool print_prefetch(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	print_place(printer, op, 0, op->operand_count);
	up__print_prefetch(printer, op);
	mlirbc_printer_attr_dict(printer, op, "isWrite localityHint isDataCache ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	return false;
}

/* ---- memref.transpose */

enum { MOST_DIMS = 32 };

/* (i, j) -> (j, i), without a word before it. */
static bool read_permutation(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_affine *results[MOST_DIMS];
	struct mlirbc_string names[MOST_DIMS], name;
	size_t count = 0, found = 0;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	bool more = !mlirbc_parser_at(parser, ")");
	for (; more; more = mlirbc_parser_try(parser, ",")) {
		if (count == MOST_DIMS)
			return mlirbc_parser_error(parser, "more than %d dimensions", MOST_DIMS);
		if (!mlirbc_parser_word(parser, &names[count++]))
			return false;
	}
	if (!mlirbc_parser_expect(parser, ")") || !mlirbc_parser_expect(parser, "->") || !mlirbc_parser_expect(parser, "("))
		return false;
	for (more = !mlirbc_parser_at(parser, ")"); more; more = mlirbc_parser_try(parser, ",")) {
		size_t which = 0;
		if (found == MOST_DIMS || !mlirbc_parser_word(parser, &name))
			return mlirbc_parser_error(parser, "expected at most %d dimensions", MOST_DIMS);
		while (which < count && (names[which].size != name.size || memcmp(names[which].data, name.data, name.size) != 0))
			which++;
		if (which == count)
			return mlirbc_parser_error(parser, "use of undeclared identifier");
		results[found++] = mlirbc_affine_dim(context, (uint32_t)which);
	}
	*out = mlirbc_attr_affine_map(context, (uint32_t)count, 0, results, found);
	return mlirbc_parser_expect(parser, ")") && (*out || mlirbc_parser_no_memory(parser));
}

static bool parse_transpose(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved operand;
	const struct mlirbc_attr *permutation;
	const struct mlirbc_type *from, *to;
	(void)name;
	return mlirbc_parser_operand(parser, &operand) && read_permutation(parser, &permutation) &&
	       mlirbc_parser_add_attr(parser, op, "permutation", permutation) && mlirbc_parser_attr_dict(parser, op, false) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &from) && mlirbc_parser_expect(parser, "to") &&
	       mlirbc_parser_type(parser, &to) && mlirbc_parser_add_operand(parser, op, &operand, from) &&
	       mlirbc_parser_add_result(parser, op, to);
}

static bool transpose_fits(const struct mlirbc_op *op)
{
	struct up__map map;
	return up__view_map(up__property(op, "permutation"), false, &map) && op->operand_count == 1 && op->result_count == 1;
}

static bool print_transpose(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_string *text = up__property(op, "permutation")->u.dialect.text;
	size_t skip = strlen("affine_map<");
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_bytes(printer, text->data + skip, text->size - skip - 1);
	mlirbc_printer_attr_dict(printer, op, "permutation ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	mlirbc_printer_text(printer, " to ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

static const char *transpose_name(const struct mlirbc_op *op, uint32_t result)
{
	(void)op;
	(void)result;
	return "transpose";
}

const struct mlirbc_upstream__own mlirbc_upstream__own_memref[] = {
	{ "memref.alloca_scope", parse_scope, scope_fits, print_scope, NULL, NULL },
	{ "memref.dma_start", parse_dma, dma_fits, print_dma, NULL, NULL },
	{ "memref.generic_atomic_rmw", parse_atomic, atomic_fits, print_atomic, NULL, NULL },
	{ "memref.prefetch", parse_prefetch, up__prefetch_fits, print_prefetch, NULL, NULL },
	{ "memref.transpose", parse_transpose, transpose_fits, print_transpose, transpose_name, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

/* ---- bufferization.alloc_tensor */

static bool parse_alloc(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *type, *index = mlirbc_type_index(mlirbc_parser_context(parser));
	struct up__names sizes, copy = { NULL, 0 }, hint = { NULL, 0 };
	(void)name;
	if (!up__read_names(parser, "(", &sizes, ")") ||
		(mlirbc_parser_try(parser, "copy") && !up__read_names(parser, "(", &copy, ")")) ||
		(mlirbc_parser_try(parser, "size_hint") &&
			(!mlirbc_parser_expect(parser, "=") || !mlirbc_parser_operands(parser, &hint.data, &hint.count))) ||
		!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type))
		return false;
	const int32_t groups[3] = { (int32_t)sizes.count, (int32_t)copy.count, (int32_t)hint.count };
	if (copy.count > 1 || hint.count > 1)
		return mlirbc_parser_error(parser, "expected one operand in 'copy' and in 'size_hint'");
	return up__add_same(parser, op, &sizes, index) && up__add_same(parser, op, &copy, type) &&
	       up__add_same(parser, op, &hint, index) &&
	       mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", groups, 3) &&
	       mlirbc_parser_add_result(parser, op, type);
}

static bool alloc_fits(const struct mlirbc_op *op)
{
	uint32_t at[4];
	return up__segments(op, at, 3) && at[2] - at[1] <= 1 && at[3] - at[2] <= 1 && op->result_count == 1;
}

static bool print_alloc(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[4] = { 0 };
	(void)step;
	(void)out;
	(void)up__segments(op, at, 3);
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, 0, at[1]);
	mlirbc_printer_text(printer, at[2] > at[1] ? ") copy(" : ")");
	mlirbc_printer_operands(printer, op, at[1], at[2] - at[1]);
	mlirbc_printer_text(printer, at[2] > at[1] ? ")" : "");
	mlirbc_printer_text(printer, at[3] > at[2] ? " size_hint=" : "");
	mlirbc_printer_operands(printer, op, at[2], at[3] - at[2]);
	mlirbc_printer_attr_dict(printer, op, "", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_bufferization[] = {
	{ "bufferization.alloc_tensor", parse_alloc, alloc_fits, print_alloc, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
