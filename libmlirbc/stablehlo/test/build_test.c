/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building operations with inferred types. */
#include "check.h"

#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdlib.h>

struct fixture {
	struct mlirbc_context *context;
	struct mlirbc_builder builder;
	const struct mlirbc_type *f32, *i32;
	struct mlirbc_value *matrix, *row; /* tensor<2x3xf32>, tensor<3xf32> */
};

static const struct mlirbc_type *tensor(struct fixture *f, const struct mlirbc_type *element, int64_t rows, int64_t columns)
{
	const int64_t dims[] = { rows, columns };
	return mlirbc_stablehlo_tensor(f->context, element, dims + !rows, rows ? 2 : columns ? 1 : 0);
}

static bool start(struct fixture *f)
{
	f->context = mlirbc_context_create(NULL);
	if (!f->context || mlirbc_builder_init(&f->builder, f->context) != MLIRBC_OK)
		return CHECK(false);
	f->f32 = mlirbc_type_float(f->context, MLIRBC_F32);
	f->i32 = mlirbc_type_integer(f->context, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *inputs[] = { tensor(f, f->f32, 2, 3), tensor(f, f->f32, 0, 3) };
	struct mlirbc_block *entry =
		mlirbc_builder_function(&f->builder, "main", mlirbc_type_function(f->context, inputs, 2, NULL, 0));
	if (!CHECK(entry != NULL))
		return false;
	f->matrix = &entry->arguments[0];
	f->row = &entry->arguments[1];
	return true;
}

/* Ends the function, and verifies the module unless something failed. */
static void finish(struct fixture *f)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	(void)mlirbc_builder_op(&f->builder, &(const struct mlirbc_build_op){ .name = "func.return" });
	if (f->builder.status == MLIRBC_OK)
		CHECK_INT(mlirbc_stablehlo_verify_module(f->builder.module, NULL, &diag), MLIRBC_OK);
	CHECK_STR(diag.message, "");
	mlirbc_context_destroy(f->context);
}

static const char *type_of(const struct mlirbc_value *value)
{
	static char text[100];
	if (!value)
		return "none";
	mlirbc_type_text(value->type, text, sizeof text);
	return text;
}

static void shorthand(void)
{
	struct fixture f;
	static const int64_t one = 1, zero_one[] = { 0, 1 }, swap[] = { 1, 0 };
	if (!start(&f))
		return;
	struct mlirbc_builder *b = &f.builder;
	CHECK_STR(type_of(mlirbc_stablehlo_unary(b, "tanh", f.matrix)), "tensor<2x3xf32>");
	struct mlirbc_value *wide = mlirbc_stablehlo_broadcast(b, f.row, f.matrix->type, &one);
	CHECK_STR(type_of(wide), "tensor<2x3xf32>");
	CHECK_STR(type_of(mlirbc_stablehlo_binary(b, "add", f.matrix, wide)), "tensor<2x3xf32>");
	struct mlirbc_value *less = mlirbc_stablehlo_compare(b, "LT", f.matrix, wide);
	CHECK_STR(type_of(less), "tensor<2x3xi1>");
	CHECK_STR(type_of(mlirbc_stablehlo_select(b, less, f.matrix, wide)), "tensor<2x3xf32>");
	CHECK_STR(type_of(mlirbc_stablehlo_convert(b, f.matrix, f.i32)), "tensor<2x3xi32>");
	struct mlirbc_value *turned = mlirbc_stablehlo_transpose(b, f.matrix, swap);
	CHECK_STR(type_of(turned), "tensor<3x2xf32>");
	CHECK_STR(type_of(mlirbc_stablehlo_matmul(b, f.matrix, turned)), "tensor<2x2xf32>");
	CHECK_STR(type_of(mlirbc_stablehlo_reshape(b, f.matrix, tensor(&f, f.f32, 0, 6))), "tensor<6xf32>");
	struct mlirbc_value *scalar = mlirbc_stablehlo_splat(b, tensor(&f, f.f32, 0, 0), 0.5);
	CHECK_STR(type_of(scalar), "tensor<f32>");
	CHECK_STR(type_of(mlirbc_stablehlo_reduce(b, "maximum", f.matrix, scalar, &one, 1)), "tensor<2xf32>");
	CHECK_STR(type_of(mlirbc_stablehlo_reduce(b, "add", f.matrix, scalar, zero_one, 2)), "tensor<f32>");
	const int32_t numbers[] = { 1, 2, 3 };
	CHECK_STR(type_of(mlirbc_stablehlo_constant(b, tensor(&f, f.i32, 0, 3), numbers, sizeof numbers)), "tensor<3xi32>");
	/* One element for an array without elements. */
	const int64_t none[] = { 0, 3 };
	const struct mlirbc_type *no_floats = mlirbc_stablehlo_tensor(f.context, f.f32, none, 1);
	const struct mlirbc_type *no_integers = mlirbc_stablehlo_tensor(f.context, f.i32, none, 2);
	CHECK_STR(type_of(mlirbc_stablehlo_splat(b, no_floats, 0.5)), "tensor<0xf32>");
	CHECK_STR(type_of(mlirbc_stablehlo_constant(b, no_integers, numbers, sizeof *numbers)), "tensor<0x3xi32>");
	CHECK_INT(b->status, MLIRBC_OK);
	CHECK_STR(b->message, "");
	finish(&f);
}

/* An operation with a region, by its attributes. */
static void regions(void)
{
	struct fixture f;
	if (!start(&f))
		return;
	struct mlirbc_builder *b = &f.builder;
	const struct mlirbc_type *scalar = tensor(&f, f.f32, 0, 0);
	struct mlirbc_block *outside = b->block;
	struct mlirbc_op *holder = mlirbc_stablehlo_regions(b, 1);
	struct mlirbc_block *body = mlirbc_builder_block(b, holder, 0, (const struct mlirbc_type *[]){ scalar, scalar }, 2);
	mlirbc_builder_enter(b, body);
	struct mlirbc_value *less = mlirbc_stablehlo_compare(b, "LT", &body->arguments[0], &body->arguments[1]);
	mlirbc_stablehlo_return(b, &less, 1);
	mlirbc_builder_enter(b, outside);
	const struct mlirbc_type *i64 = mlirbc_type_integer(f.context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_build_attr dimension = { "dimension", mlirbc_attr_integer(f.context, i64, 1) };
	struct mlirbc_op *sort = mlirbc_stablehlo_op(b,
		&(const struct mlirbc_build_op){ .name = "stablehlo.sort", .operands = &f.matrix, .operand_count = 1, .attrs = &dimension,
			.attr_count = 1 },
		holder);
	CHECK_INT(b->status, MLIRBC_OK);
	CHECK_STR(b->message, "");
	CHECK(sort && sort->result_count == 1 && sort->region_count == 1 && mlirbc_op_regions(sort)->first == body);
	finish(&f);
}

static void failures(void)
{
	struct fixture f;
	if (!start(&f))
		return;
	struct mlirbc_builder *b = &f.builder;
	CHECK(!mlirbc_stablehlo_binary(b, "add", f.matrix, f.row));
	CHECK_INT(b->status, MLIRBC_E_CORRUPT);
	CHECK(strncmp(b->message, "stablehlo.add: ", 15) == 0 && strlen(b->message) > 20);
	CHECK(!mlirbc_stablehlo_unary(b, "tanh", f.matrix)); /* nothing is made after a failure */
	b->status = MLIRBC_OK;
	CHECK(!mlirbc_stablehlo_unary(b, "no_such_op", f.matrix) && b->status == MLIRBC_E_NOT_FOUND);
	b->status = MLIRBC_OK;
	CHECK(!mlirbc_stablehlo_unary(b, "tanh", NULL) && b->status == MLIRBC_E_ARG);
	b->status = MLIRBC_OK;
	CHECK(!mlirbc_stablehlo_reshape(b, f.matrix, tensor(&f, f.f32, 0, 7)) && b->status == MLIRBC_E_CORRUPT);
	b->status = MLIRBC_OK;
	CHECK(!mlirbc_stablehlo_compare(b, "LESS", f.matrix, f.matrix) && b->status == MLIRBC_E_ARG);
	CHECK_STR(b->message, "stablehlo.compare: expected one of EQ, NE, GE, GT, LE, LT");
	b->status = MLIRBC_OK;
	CHECK(!mlirbc_stablehlo_constant(b, tensor(&f, f.f32, 0, 3), "12345", 5) && b->status == MLIRBC_E_ARG);
	b->status = MLIRBC_OK;
	CHECK(!mlirbc_stablehlo_matmul(b, f.matrix, f.matrix) && b->status == MLIRBC_E_CORRUPT);
	b->status = MLIRBC_OK;
	finish(&f);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(shorthand), CHECK_CASE(regions), CHECK_CASE(failures) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
