/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ts.*, with the texts of the golden program shapes.mlir. */
#include "world.h"

static struct world w;
static struct kernels_dims shape;
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
	CHECK_STR(CALL(&w, "ts.build_shape", ATTR(I64S(&w, 1, 2, 3, 4, 5, 6, 7, 8, -9)), RESULTS(&shape)),
		"attribute 0: dimension 8 is negative: -9");
	struct kernels_attr cut = I64S(&w, 1, 2);
	cut.size -= 1;
	CHECK_STR(CALL(&w, "ts.build_shape", ATTR(cut), RESULTS(&shape)), "attribute 0 is not an array of i64");
	CHECK_STR(CALL(&w, "ts.build_partial_shape", ATTR(I64S(&w, -2)), RESULTS(&partial)),
		"attribute 0: dimension 0 is negative: -2");
}

static void equality(void)
{
	struct kernels_dims a = SHAPE_VALUE(3, 4), b = SHAPE_VALUE(3, 5);
	uint8_t equal = 9;
	CHECK_CALL(&w, "ts.equal_shape", ARGS(&a, &b), RESULTS(&equal));
	CHECK_INT(equal, 0);
	CHECK_CALL(&w, "ts.equal_shape", ARGS(&a, &a), RESULTS(&equal));
	CHECK_INT(equal, 1);
}

static void dimensions(void)
{
	struct kernels_dims a = SHAPE_VALUE(3, 44);
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
	struct kernels_dims a = SHAPE_VALUE(3, 4, 5), huge = SHAPE_VALUE(INT64_MAX, 3), scalar = { .rank = 0 };
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
	struct kernels_dims a = SHAPE_VALUE(8, 9);
	struct kernels_shape fixed;
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
	partial.dims.at.small[2] = -1;
	CHECK_STR(CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&shape)),
		"Unknown dimensions at following indices = [1, 2]");
	CHECK_CALL(&w, "ts.build_unranked_partial_shape", RESULTS(&partial));
	CHECK_CALL(&w, "ts.print_partial_shape", ARGS(&partial, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "partial_tensor_shape = Unknown rank\n");
	CHECK_STR(CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&shape)), "Unknown rank");
}

static void partial_and_back(void)
{
	struct kernels_dims a = SHAPE_VALUE(6, 0), back;
	CHECK_CALL(&w, "ts.to_partial_shape", ARGS(&a), RESULTS(&partial));
	CHECK_CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&back));
	CHECK(kernels_dims_equal(&a, &back));
}

/* More dimensions than are stored inline (8), and more than tensors have (16). */
static void high_ranks(void)
{
	static const uint32_t ranks[] = { 10, 16, 17, 100 };
	for (size_t n = 0; n < sizeof ranks / sizeof *ranks; n++) {
		int64_t dims[100], count = 0;
		char expected[1024] = "partial_tensor_shape = [";
		struct kernels_dims other, back;
		uint8_t equal = 9;
		for (uint32_t i = 0; i < ranks[n]; i++) {
			dims[i] = 1 + i % 2;
			snprintf(expected + strlen(expected), 8, "%s%d", i ? ", " : "", (int)dims[i]);
		}
		strcat(expected, "]\n");
		CHECK_CALL(&w, "ts.build_shape", ATTR(world_array(&w, dims, ranks[n], 8)), RESULTS(&shape));
		CHECK_CALL(&w, "ts.print_shape", ARGS(&shape, CHAIN), RESULTS(CHAIN));
		CHECK_STR(world_printed(&w), expected + strlen("partial_tensor_"));
		dims[ranks[n] - 1] = 7;
		CHECK_CALL(&w, "ts.build_shape", ATTR(world_array(&w, dims, ranks[n], 8)), RESULTS(&other));
		CHECK_CALL(&w, "ts.equal_shape", ARGS(&shape, &other), RESULTS(&equal));
		CHECK_INT(equal, 0);
		CHECK_CALL(&w, "ts.get_dimension", ARGS(&other, &(int32_t){ (int32_t)ranks[n] - 1 }), RESULTS(&count));
		CHECK_INT(count, 7);
		CHECK_CALL(&w, "ts.to_partial_shape", ARGS(&shape), RESULTS(&partial));
		CHECK_CALL(&w, "ts.print_partial_shape", ARGS(&partial, CHAIN), RESULTS(CHAIN));
		CHECK_STR(world_printed(&w), expected);
		CHECK_CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&back));
		CHECK_CALL(&w, "ts.equal_shape", ARGS(&shape, &back), RESULTS(&equal));
		CHECK_INT(equal, 1);
		if (ranks[n] <= 17) {
			CHECK_CALL(&w, "ts.get_num_elements", ARGS(&shape), RESULTS(&count));
			CHECK_INT(count, 1 << ranks[n] / 2);
		} else {
			CHECK_CALL(&w, "ts.get_num_elements", ARGS(&shape), RESULTS(&count));
			CHECK(count == (int64_t)1 << 50);
		}
		kernels_dims_finish(&shape);
		kernels_dims_finish(&other);
		kernels_dims_finish(&back);
		kernels_dims_finish(&partial.dims);
	}
}

static void unknown_dimensions_of_high_ranks(void)
{
	int64_t dims[12] = { 1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1 };
	CHECK_CALL(&w, "ts.build_partial_shape", ATTR(world_array(&w, dims, 12, 8)), RESULTS(&partial));
	CHECK_STR(CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&shape)),
		"Unknown dimensions at following indices = [1, 11]");
	async_allocator_fail_nth(w.failing, 1);
	CHECK_STR(CALL(&w, "ts.to_shape", ARGS(&partial), RESULTS(&shape)), "out of memory");
	kernels_dims_finish(&partial.dims);
	async_allocator_fail_nth(w.failing, 1);
	CHECK_STR(CALL(&w, "ts.build_partial_shape", ATTR(world_array(&w, dims, 12, 8)), RESULTS(&partial)),
		"out of memory");
	async_allocator_fail_nth(w.failing, 0);
}

/* Messages name the first dimensions. */
static void long_shapes_in_messages(void)
{
	int64_t dims[100];
	for (int i = 0; i < 100; i++)
		dims[i] = INT64_MAX;
	CHECK_CALL(&w, "ts.build_shape", ATTR(world_array(&w, dims, 100, 8)), RESULTS(&shape));
	const char *error = CALL(&w, "ts.as_fixed_rank_shape.2", ARGS(&shape), RESULTS(&partial));
	CHECK(error && strstr(error, "expected a shape of rank 2, got [9223372036854775807, 9223372036854775807, "));
	CHECK(error && strcmp(error + strlen(error) - 3, "...") == 0);
	kernels_dims_finish(&shape);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(build_and_print), CHECK_CASE(build_errors), CHECK_CASE(equality), CHECK_CASE(dimensions),
		CHECK_CASE(num_elements), CHECK_CASE(fixed_rank), CHECK_CASE(partial_shapes),
		CHECK_CASE(partial_and_back), CHECK_CASE(high_ranks), CHECK_CASE(unknown_dimensions_of_high_ranks),
		CHECK_CASE(long_shapes_in_messages)
	};
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
