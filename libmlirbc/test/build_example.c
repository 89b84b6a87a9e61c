/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <mlirbc/mlirbc.h>
#include <stdio.h>

static int write_bytes(void *out, const char *data, size_t size) { return fwrite(data, 1, size, out) != size; }

/* func.func @count(%n: i32) -> i32: counts up to n in a loop, with some weights beside. */
static void build_count(struct mlirbc_builder *b, struct mlirbc_context *c)
{
	static const float weights[4] = { 0.5F, 1, 2, 4 };
	const int64_t shape[] = { 4 };
	const int32_t parts[] = { 1, 1, 0 }; /* of cf.cond_br: condition, values for either block */
	const struct mlirbc_type *i1 = mlirbc_type_integer(c, 1, MLIRBC_SIGNLESS);
	const struct mlirbc_type *i32 = mlirbc_type_integer(c, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_type *i64 = mlirbc_type_integer(c, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_type *f32 = mlirbc_type_float(c, MLIRBC_F32);
	const struct mlirbc_type *tensor = mlirbc_type_shaped(c, MLIRBC_TYPE_TENSOR, shape, 1, f32);
	const struct mlirbc_attr *data = mlirbc_builder_resource(b, "weights", tensor, weights, sizeof weights, 4);

	struct mlirbc_block *entry = mlirbc_builder_function(b, "count", mlirbc_type_function(c, &i32, 1, &i32, 1));
	struct mlirbc_op *function = entry ? entry->parent->parent : NULL;
	struct mlirbc_block *loop = mlirbc_builder_block(b, function, 0, &i32, 1);
	struct mlirbc_block *done = mlirbc_builder_block(b, function, 0, NULL, 0);
	if (!done)
		return; /* only where a pointer is used here must it be there */

	MLIRBC_VALUE(b, "arith.constant", MLIRBC_RESULTS(tensor), MLIRBC_ATTRS({ "value", data }));
	struct mlirbc_value *one = MLIRBC_VALUE(b, "arith.constant", MLIRBC_RESULTS(i32),
		MLIRBC_ATTRS({ "value", mlirbc_attr_integer(c, i32, 1) }));
	MLIRBC_OP(b, "cf.br", MLIRBC_OPERANDS(one), MLIRBC_SUCCESSORS(loop));

	mlirbc_builder_enter(b, loop);
	b->location = mlirbc_loc_file(c, "count.toy", 9, 3, 5); /* location of the ops made from here on */
	struct mlirbc_value *next =
		MLIRBC_VALUE(b, "arith.addi", MLIRBC_OPERANDS(loop->arguments, one), MLIRBC_RESULTS(i32));
	struct mlirbc_value *less =
		MLIRBC_VALUE(b, "arith.cmpi", MLIRBC_OPERANDS(next, entry->arguments), MLIRBC_RESULTS(i1),
			MLIRBC_ATTRS({ "predicate", mlirbc_attr_integer(c, i64, 2) }));
	MLIRBC_OP(b, "cf.cond_br", MLIRBC_OPERANDS(less, next), MLIRBC_SUCCESSORS(loop, done),
		MLIRBC_ATTRS({ "operandSegmentSizes", mlirbc_attr_i32_array(c, parts, 3) }));

	mlirbc_builder_enter(b, done);
	MLIRBC_OP(b, "func.return", MLIRBC_OPERANDS(next));
}

int main(int argc, char **argv)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_builder builder;
	mlirbc_builder_init(&builder, context);
	build_count(&builder, context);
	FILE *out = builder.status == MLIRBC_OK && argc > 1 ? fopen(argv[1], "wb") : NULL;
	int failed = !out || mlirbc_write(builder.module, NULL, write_bytes, out, NULL) != MLIRBC_OK;
	if (out && fclose(out) != 0)
		failed = 1;
	if (failed)
		fprintf(stderr, "not written: %s\n", builder.message);
	mlirbc_context_destroy(context);
	return failed;
}
