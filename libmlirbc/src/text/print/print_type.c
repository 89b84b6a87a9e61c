/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types as text. */
#include "text/print/printer.h"

static void print_list(struct mlirbc_printer *printer, const struct mlirbc_types *types)
{
	for (size_t i = 0; i < types->count; i++) {
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		mlirbc__print_type(printer, types->data[i]);
	}
}

static void print_function(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	const struct mlirbc_types *results = &type->u.function.results;
	bool bare = results->count == 1 && results->data[0]->kind != MLIRBC_TYPE_FUNCTION;
	mlirbc__put_char(&printer->out, '(');
	print_list(printer, &type->u.function.inputs);
	mlirbc__put_text(&printer->out, bare ? ") -> " : ") -> (");
	print_list(printer, results);
	if (!bare)
		mlirbc__put_char(&printer->out, ')');
}

static void print_shape(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		bool scalable = type->u.shaped.scalable && type->u.shaped.scalable[i];
		int64_t dim = type->u.shaped.dims[i];
		if (scalable)
			mlirbc__put_char(&printer->out, '[');
		if (dim == MLIRBC_DYNAMIC)
			mlirbc__put_char(&printer->out, '?');
		else
			mlirbc__put_signed(&printer->out, dim);
		mlirbc__put_text(&printer->out, scalable ? "]x" : "x");
	}
}

static void print_shaped(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *layout = type->u.shaped.encoding, *space = type->u.shaped.space;
	switch (type->kind) {
	case MLIRBC_TYPE_COMPLEX: mlirbc__put_text(&printer->out, "complex<"); break;
	case MLIRBC_TYPE_VECTOR: mlirbc__put_text(&printer->out, "vector<"); break;
	case MLIRBC_TYPE_TENSOR: mlirbc__put_text(&printer->out, "tensor<"); break;
	case MLIRBC_TYPE_MEMREF: mlirbc__put_text(&printer->out, "memref<"); break;
	case MLIRBC_TYPE_UNRANKED_TENSOR: mlirbc__put_text(&printer->out, "tensor<*x"); break;
	default: mlirbc__put_text(&printer->out, "memref<*x"); break;
	}
	if (type->kind == MLIRBC_TYPE_VECTOR || type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_MEMREF)
		print_shape(printer, type);
	mlirbc__print_type(printer, type->u.shaped.element);
	if (layout) {
		mlirbc__put_text(&printer->out, ", ");
		mlirbc__print_attr(printer, layout, type->kind == MLIRBC_TYPE_MEMREF);
	}
	if (space) {
		mlirbc__put_text(&printer->out, ", ");
		mlirbc__print_attr(printer, space, true);
	}
	mlirbc__put_char(&printer->out, '>');
}

static void print_integer(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	static const char *const prefixes[] = {
		[MLIRBC_SIGNLESS] = "i", [MLIRBC_SIGNED] = "si", [MLIRBC_UNSIGNED] = "ui"
	};
	mlirbc__put_text(&printer->out, prefixes[type->u.integer.signedness]);
	mlirbc__put_unsigned(&printer->out, type->u.integer.width);
}

static void print_dialect(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	mlirbc__print_symbol(printer, '!', type->u.dialect.dialect, type->u.dialect.text, type->u.dialect.wrapped);
}

void mlirbc__print_type_full(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_INTEGER: print_integer(printer, type); break;
	case MLIRBC_TYPE_INDEX: mlirbc__put_text(&printer->out, "index"); break;
	case MLIRBC_TYPE_FLOAT: mlirbc__put_text(&printer->out, mlirbc_float_name(type->u.float_kind)); break;
	case MLIRBC_TYPE_NONE: mlirbc__put_text(&printer->out, "none"); break;
	case MLIRBC_TYPE_FUNCTION: print_function(printer, type); break;
	case MLIRBC_TYPE_TUPLE:
		mlirbc__put_text(&printer->out, "tuple<");
		print_list(printer, &type->u.tuple);
		mlirbc__put_char(&printer->out, '>');
		break;
	case MLIRBC_TYPE_COMPLEX:
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF: print_shaped(printer, type); break;
	case MLIRBC_TYPE_DIALECT: print_dialect(printer, type); break;
	case MLIRBC_TYPE_BYTES:
		mlirbc__print_opaque(printer, '!', type->u.bytes.dialect, type->u.bytes.data, type->u.bytes.size,
			mlirbc__opaque_key(type, true));
		break;
	case MLIRBC_TYPE_CODED: mlirbc__print_coded(printer, '!', &type->u.coded); break;
	}
}

void mlirbc__print_type(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	if (!mlirbc__is_too_deep(printer, type->depth) && !printer->out.failed &&
		!mlirbc__print_alias(printer, type, true))
		mlirbc__print_type_full(printer, type);
}
