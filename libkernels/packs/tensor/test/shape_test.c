/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ts.*, with the texts of the golden program shapes.mlir. */
#include "world.h"

static struct world w;
static struct kernels_shape shape;
static struct kernels_partial_shape partial;

static void build_and_print(void)
{
	CHECK_CALL(&w, "ts.build_shape", ATTR(I64S(&w, 3, 4, 5)), RESULTS(&shape));
	CHECK_CALL(&w, "ts.print_shape", ARGS(&shape, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "shape = [3, 4, 5]\n");
	CHECK_CALL(&w, "ts.build_shape", ATTR(world_array(&w, "", 0, 8)), RESULTS(&shape));
	CHECK_CALL(&w, "ts.print_shape", ARGS(&shape, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "shape = []\n");
}

static void build_errors(void)
{
	CHECK_STR(CALL(&w, "ts.build_shape", ATTR(I64S(&w, 3, -4)), RESULTS(&shape)),
		"attribute 0: dimension 1 is negative: -4");
	CHECK_STR(CALL(&w, "ts.build_shape", ATTR(I64S(&w, 1, 2, 3, 4, 5, 6, 7, 8, 9)), RESULTS(&shape)),
		"attribute 0: a shape has at most 8 dimensions, got 9");
	struct kernels_attr cut = I64S(&w, 1, 2);
	cut.size -= 1;
	CHECK_STR(CALL(&w, "ts.build_shape", ATTR(cut), RESULTS(&shape)), "attribute 0 is not an array of i64");
	CHECK_STR(CALL(&w, "ts.build_partial_shape", ATTR(I64S(&w, -2)), RESULTS(&partial)),
		"attribute 0: dimension 0 is negative: -2");
}

static void equality(void)
{
	struct kernels_shape a = DIMS(3, 4), b = DIMS(3, 5);
	uint8_t equal = 9;
	CHECK_CALL(&w, "ts.equal_shape", ARGS(&a, &b), RESULTS(&equal));
	CHECK_INT(equal, 0);
	CHECK_CALL(&w, "ts.equal_shape", ARGS(&a, &a), RESULTS(&equal));
	CHECK_INT(equal, 1);
}

static void dimensions(void)
{
	struct kernels_shape a = DIMS(3, 44);
	int32_t index = 1;
	int64_t size = 0;
	CHECK_CALL(&w, "ts.get_dimension", ARGS(&a, &index), RESULTS(&size));
	CHECK_INT(size, 44);
	index = 2;
	CHECK_STR(CALL(&w, "ts.get_dimension", ARGS(&a, &index), RESULTS(&size)),
		"argument 1: no dimension 2 in a shape of rank 2");
	index = -1;
	CHECK_STR(CALL(&w, "ts.get_dimension", ARGS(&a, &index), RESULTS(&size)),
		"argument 1: no dimension -1 in a shape of rank 2");
}

static void num_elements(void)
{
	struct kernels_shape a = DIMS(3, 4, 5), huge = DIMS(INT64_MAX, 3), scalar = { .rank = 0 };
	int64_t count = 0;
	CHECK_CALL(&w, "ts.get_num_elements", ARGS(&a), RESULTS(&count));
	CHECK_INT(count, 60);
	CHECK_CALL(&w, "ts.get_num_elements", ARGS(&scalar), RESULTS(&count));
	CHECK_INT(count, 1);
	CHECK_STR(CALL(&w, "ts.get_num_elements", ARGS(&huge), RESULTS(&count)),
		"argument 0: the number of elements of [9223372036854775807, 3] does not fit i64");
}

static void fixed_rank(void)
{
	struct kernels_shape a = DIMS(8, 9), fixed;
	CHECK_CALL(&w, "ts.as_fixed_rank_shape.2", ARGS(&a), RESULTS(&fixed));
	CHECK_CALL(&w, "ts.print_fixed_rank_shape.2", ARGS(&fixed, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "fixed_rank_shape = [8, 9]\n");
	CHECK_STR(CALL(&w, "ts.as_fixed_rank_shape.3", ARGS(&a), RESULTS(&fixed)),
		"argument 0: expected a shape of rank 3, got [8, 9]");
}

static void partial_shapes(void)
{
	CHECK_CALL(&w, "ts.build_partial_shape", ATTR(I64S(&w, 2, -1, 7)), RESULTS(&partial));
	CHECK_CALL(&w, "ts.print_partial_shape", ARGS(&partial, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "partial_tensor_shape = [2, -1, 7]\n");
	CHECK_STR(CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&shape)),
		"Unknown dimensions at following indices = [1]");
	partial.shape.dims[2] = -1;
	CHECK_STR(CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&shape)),
		"Unknown dimensions at following indices = [1, 2]");
	CHECK_CALL(&w, "ts.build_unranked_partial_shape", RESULTS(&partial));
	CHECK_CALL(&w, "ts.print_partial_shape", ARGS(&partial, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "partial_tensor_shape = Unknown rank\n");
	CHECK_STR(CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&shape)), "Unknown rank");
}

static void partial_and_back(void)
{
	struct kernels_shape a = DIMS(6, 0), back;
	CHECK_CALL(&w, "ts.to_partial_shape", ARGS(&a), RESULTS(&partial));
	CHECK_CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&back));
	CHECK(kernels_shape_equal(&a, &back));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(build_and_print), CHECK_CASE(build_errors), CHECK_CASE(equality), CHECK_CASE(dimensions),
		CHECK_CASE(num_elements), CHECK_CASE(fixed_rank), CHECK_CASE(partial_shapes),
		CHECK_CASE(partial_and_back)
	};
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
