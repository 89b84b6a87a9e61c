/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nvvm.mma.sync and its kin: A[%a, ...] B[%b] C[%c] word[%x] ... {...} : (T, U, V) -> W */
#include "own_parts.h"
#include "own.h"

/* The groups of operands behind A, B and C, each with as many operands as types: 's' i32, 'h' i16. */
static const struct kind {
	const char *name;
	const char *words[4], *types[4];
} kinds[] = {
	{ "nvvm.mma.sync", { NULL }, { NULL } },
	{ "nvvm.mma.sp.sync", { "sparseMetadata", "selector" }, { "s", "s" } },
	{ "nvvm.mma.block_scale", { "scaleA", "scaleB" }, { "shh", "shh" } },
	{ "nvvm.mma.sp.block_scale", { "sparseMetadata", "selector", "scaleA", "scaleB" }, { "s", "s", "shh", "shh" } },
};

static const struct kind *kind_of(const struct mlirbc_string *name)
{
	size_t i = 0;
	while (strlen(kinds[i].name) != name->size || memcmp(kinds[i].name, name->data, name->size) != 0)
		i++;
	return &kinds[i];
}

/* The element type that A and B have without an attribute; NULL: it must be given. */
static const char *inferred(const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = type->kind == MLIRBC_TYPE_VECTOR && type->u.shaped.rank == 1 &&
							    type->u.shaped.dims[0] == 2
						    ? type->u.shaped.element
						    : type;
	if (element->kind != MLIRBC_TYPE_FLOAT)
		return NULL;
	switch (element->u.float_kind) {
	case MLIRBC_F16: return "f16";
	case MLIRBC_F64: return element == type ? "f64" : NULL;
	case MLIRBC_F32: return element == type ? "tf32" : NULL;
	default: return NULL;
	}
}

static const char *const type_names[] = { "multiplicandAPtxType", "multiplicandBPtxType" };

static bool add_extra(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__names *names,
	const char *types)
{
	if (names->count != strlen(types))
		return mlirbc_parser_error(parser, "expected %zu operands, found %zu", strlen(types), names->count);
	for (size_t i = 0; i < names->count; i++) {
		if (!mlirbc_parser_add_operand(parser, op, &names->data[i], up__integer(parser, types[i] == 's' ? 32 : 16)))
			return false;
	}
	return true;
}

static bool add_type(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_attr *attrs, int which,
	const struct mlirbc_type *type)
{
	const char *word = inferred(type);
	const struct mlirbc_string text = { word ? word : "", word ? strlen(word) : 0 };
	return !word || mlirbc_dictionary_find(attrs, type_names[which]) ||
	       mlirbc_parser_add_attr(parser, op, type_names[which], up__attr_of(parser, "#nvvm.mma_type<%>", &text));
}

static bool parse_mma(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	static const char *const fragments[] = { "A", "B", "C" };
	const struct kind *kind = kind_of(name);
	struct up__names groups[3], extra[4];
	const struct mlirbc_attr *attrs = NULL;
	const struct mlirbc_type *type;
	int32_t sizes[9] = { 0 };
	size_t count = 3;
	for (int i = 0; i < 3; i++) {
		if (!mlirbc_parser_expect(parser, fragments[i]) || !up__read_names(parser, "[", &groups[i], "]"))
			return false;
		sizes[i] = (int32_t)groups[i].count;
	}
	for (int i = 0; i < 4 && kind->words[i]; i++) {
		if (!mlirbc_parser_expect(parser, kind->words[i]) || !up__read_names(parser, "[", &extra[i], "]"))
			return false;
		for (size_t j = 0; j < strlen(kind->types[i]); j++)
			sizes[count++] = 1;
	}
	if (mlirbc_parser_at(parser, "{") && !mlirbc_parser_attr(parser, NULL, &attrs))
		return false;
	for (size_t i = 0; attrs && i < attrs->u.dictionary.count; i++) {
		if (!mlirbc_parser_add_named(
			    parser, op, attrs->u.dictionary.data[i].name, attrs->u.dictionary.data[i].value))
			return false;
	}
	if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_function_type(parser, &type))
		return false;
	if (type->u.function.inputs.count != 3 || type->u.function.results.count != 1)
		return mlirbc_parser_error(parser, "expected one type for each operand segment and one result");
	for (int i = 0; i < 3; i++) {
		const struct mlirbc_type *element = type->u.function.inputs.data[i];
		if (!up__add_same(parser, op, &groups[i], element) || (i < 2 && !add_type(parser, op, attrs, i, element)))
			return false;
	}
	for (int i = 0; i < 4 && kind->words[i]; i++) {
		if (!add_extra(parser, op, &extra[i], kind->types[i]))
			return false;
	}
	return mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", sizes, count) &&
	       mlirbc_parser_add_result(parser, op, type->u.function.results.data[0]);
}

/* ---- printing */

static size_t group_count(const struct kind *kind)
{
	size_t count = 3;
	for (int i = 0; i < 4 && kind->words[i]; i++)
		count += strlen(kind->types[i]);
	return count;
}

static bool mma_fits(const struct mlirbc_op *op)
{
	uint32_t at[12];
	size_t count = group_count(kind_of(op->name));
	if (!up__segments(op, at, count) || op->result_count != 1)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (at[i + 1] == at[i] || (i > 2 && at[i + 1] - at[i] != 1))
			return false;
	}
	return true;
}

static bool is_inferred(const struct mlirbc_op *op, int which, const struct mlirbc_type *type)
{
	const char *word = inferred(type);
	const struct mlirbc_string given = up__inside(up__property(op, type_names[which]), "mma_type");
	return word && given.size == strlen(word) && memcmp(given.data, word, given.size) == 0;
}

static void print_group(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *word, uint32_t from, uint32_t to)
{
	mlirbc_printer_text(printer, word);
	mlirbc_printer_text(printer, "[");
	mlirbc_printer_operands(printer, op, from, to - from);
	mlirbc_printer_text(printer, "]");
}

static void print_types(struct mlirbc_printer *printer, const struct mlirbc_op *op, const uint32_t at[4])
{
	for (int i = 0; i < 3; i++) {
		mlirbc_printer_text(printer, i ? ", " : " : (");
		mlirbc_printer_operand_types(printer, op, at[i], 1);
	}
	mlirbc_printer_text(printer, ") -> ");
	mlirbc_printer_result_types(printer, op, 0, 1);
}

static bool print_mma(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	static const char *const fragments[] = { "A", "B", "C" };
	const struct kind *kind = kind_of(op->name);
	uint32_t at[12] = { 0 };
	char elided[64] = "";
	(void)step;
	(void)out;
	(void)up__segments(op, at, group_count(kind));
	for (int i = 0; i < 3; i++) {
		mlirbc_printer_text(printer, " ");
		print_group(printer, op, fragments[i], at[i], at[i + 1]);
		mlirbc_printer_text(printer, kind == kinds ? " " : ""); /* nvvm.mma.sync has two blanks */
		if (i < 2 && is_inferred(op, i, mlirbc_op_operands(op)[at[i]].value->type)) {
			strcat(elided, type_names[i]);
			strcat(elided, " ");
		}
	}
	uint32_t next = at[3];
	for (int i = 0; i < 4 && kind->words[i]; i++) {
		uint32_t end = next + (uint32_t)strlen(kind->types[i]);
		mlirbc_printer_text(printer, " ");
		print_group(printer, op, kind->words[i], next, end);
		next = end;
	}
	mlirbc_printer_attr_dict(printer, op, elided, false);
	print_types(printer, op, at);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_nvvm[] = {
	{ "nvvm.mma.block_scale", parse_mma, mma_fits, print_mma, NULL, NULL },
	{ "nvvm.mma.sp.block_scale", parse_mma, mma_fits, print_mma, NULL, NULL },
	{ "nvvm.mma.sp.sync", parse_mma, mma_fits, print_mma, NULL, NULL },
	{ "nvvm.mma.sync", parse_mma, mma_fits, print_mma, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
