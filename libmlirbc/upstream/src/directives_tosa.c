/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `tosa` and `wasmssa`. */
#include "engine.h"

#include <mlirbc/build.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

/* ---- VariableOpTypeOrInitialValue: "= value" or ": T"; the operation has the shape and the element type */

enum { MOST_DIMS = 16 };

/* The dimensions as dense<[1, -1]> : tensor<2xindex>. */
static const struct mlirbc_attr *shape_attr(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	const size_t rank = type->u.shaped.rank;
	const int64_t count = (int64_t)rank;
	unsigned char bytes[8 * MOST_DIMS];
	for (size_t i = 0; i < 8 * rank; i++) {
		const int64_t dim = type->u.shaped.dims[i / 8];
		bytes[i] = (unsigned char)((uint64_t)(dim == MLIRBC_DYNAMIC ? -1 : dim) >> (8 * (i % 8)));
	}
	const struct mlirbc_type *index = mlirbc_type_index(context);
	const struct mlirbc_type *list = index ? mlirbc_type_shaped(context, MLIRBC_TYPE_TENSOR, &count, 1, index) : NULL;
	return list ? mlirbc_attr_dense(context, list, bytes, 8 * rank) : NULL;
}

static bool parse_variable(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *type;
	const struct mlirbc_attr *value = NULL;
	(void)count;
	if (mlirbc_parser_try(parser, "=")) {
		if (!mlirbc_parser_attr(parser, NULL, &value) || !mlirbc_upstream__set_attr(reading, arguments[2].index, value))
			return false;
		type = value->type;
	} else if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type)) {
		return false;
	}
	if (!type || type->kind != MLIRBC_TYPE_TENSOR || type->u.shaped.rank > MOST_DIMS)
		return mlirbc_parser_error(parser, "expected a tensor with at most %d dimensions", MOST_DIMS);
	return mlirbc_upstream__set_attr(reading, arguments[0].index, shape_attr(context, type)) &&
	       mlirbc_upstream__set_attr(reading, arguments[1].index, mlirbc_attr_type(context, type->u.shaped.element));
}

/* The dimensions that a shape describes; false: it describes none. */
static bool read_shape(const struct mlirbc_attr *shape, int64_t dims[MOST_DIMS], size_t *out_rank)
{
	if (!shape || shape->kind != MLIRBC_ATTR_DENSE || shape->type->u.shaped.rank != 1 ||
		shape->type->u.shaped.dims[0] > MOST_DIMS || shape->type->u.shaped.element->kind != MLIRBC_TYPE_INDEX)
		return false;
	*out_rank = (size_t)shape->type->u.shaped.dims[0];
	for (size_t i = 0; i < *out_rank; i++) {
		dims[i] = mlirbc_upstream__dense_element(shape, i);
		if (dims[i] < -1)
			return false;
		dims[i] = dims[i] == -1 ? MLIRBC_DYNAMIC : dims[i];
	}
	return true;
}

/* The type of an initial value is the same. */
static bool variable_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *element = mlirbc_upstream__attr_in(printing, arguments[1].index);
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[2].index);
	int64_t dims[MOST_DIMS];
	size_t rank;
	(void)count;
	if (!element || element->kind != MLIRBC_ATTR_TYPE ||
		!read_shape(mlirbc_upstream__attr_in(printing, arguments[0].index), dims, &rank))
		return false;
	if (!value)
		return true;
	const struct mlirbc_type *type = value->type;
	if (!type || type->kind != MLIRBC_TYPE_TENSOR || type->u.shaped.encoding || type->u.shaped.rank != rank ||
		type->u.shaped.element != element->u.type_value)
		return false;
	for (size_t i = 0; i < rank; i++) {
		if (type->u.shaped.dims[i] != dims[i])
			return false;
	}
	return true;
}

static void print_variable(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[2].index);
	struct mlirbc_printer *printer = printing->printer;
	int64_t dims[MOST_DIMS];
	size_t rank;
	(void)count;
	if (!mlirbc_upstream__is_now(printing))
		return;
	if (value) {
		mlirbc_printer_text(printer, "= ");
		mlirbc_printer_attr(printer, value);
	} else if (read_shape(mlirbc_upstream__attr_in(printing, arguments[0].index), dims, &rank)) {
		mlirbc_printer_text(printer, ": ");
		mlirbc_printer_type(printer,
			mlirbc_type_shaped(mlirbc_printer_context(printer), MLIRBC_TYPE_TENSOR, dims, rank,
				mlirbc_upstream__attr_in(printing, arguments[1].index)->u.type_value));
	}
}

/* ---- ElseRegion: "else" and a region, which may be absent. MLIR prints the word in quotes, with a blank, and reads it
 * without. */

static bool parse_else(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	(void)arguments;
	(void)count;
	if (mlirbc_parser_try(parser, "else") || mlirbc_parser_try(parser, "\"else \""))
		return mlirbc_upstream__read_region(reading);
	reading->regions++;
	return mlirbc_parser_add_empty_region(parser, reading->op);
}

static void print_else(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_region_form form = { .index = arguments[0].index, .arguments = true, .terminator = true };
	(void)count;
	if (!mlirbc_op_regions(printing->op)[arguments[0].index].first)
		return;
	if (mlirbc_upstream__is_now(printing))
		mlirbc_printer_text(printing->printer, "\"else \"");
	mlirbc_upstream__end_step(printing, &form);
}

const struct mlirbc_upstream__directive mlirbc_upstream__tosa_directives[] = {
	{ "VariableOpTypeOrInitialValue", parse_variable, print_variable, variable_fits, NULL },
	{ "ElseRegion", parse_else, print_else, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
