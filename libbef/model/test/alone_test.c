/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models for several processes, of which one runs alone. */
#include "models.h"

#define SUM_OVER(attributes, shape, groups) \
	"module attributes {" attributes "} {\n" \
	"func.func @main(%x: " shape ") -> " shape " {\n" \
	"  %r = \"stablehlo.all_reduce\"(%x) ({\n" \
	"  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n" \
	"    %t = stablehlo.add %a, %b : tensor<f32>\n" \
	"    stablehlo.return %t : tensor<f32>\n" \
	"  }) {replica_groups = dense<" groups "} : (" shape ") -> " shape "\n" \
	"  return %r : " shape "\n}}\n"

/* `one`: the caller says that the process is the only one. */
static bool runs_alone(const char *text, bool one)
{
	static float x[2] = { 1, 2 };
	struct bef_model *model = open_text(text, NULL);
	const struct kernels_process process = { .size = sizeof process, .replicas = 1, .partitions = 1 };
	const struct bef_model_call_options options = { .size = sizeof options, .process = one ? &process : NULL };
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_tensor argument = vector(KERNELS_F32, x, 2);
	struct bef_model_tensor result = { .data = NULL };
	if (!model)
		return false;
	const enum bef_status status =
		bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, one ? &options : NULL, &diag);
	if (status == BEF_OK)
		CHECK(((const float *)result.data)[1] == 2.0f);
	else
		CHECK(strstr(diag.message, "alone") || strstr(diag.message, "without the others"));
	bef_model_tensor_release(&result);
	bef_model_close(model);
	return status == BEF_OK;
}

static void operations_over_several_processes_fail_alone(void)
{
	CHECK(!runs_alone(SUM_OVER("", "tensor<2xf32>", "> : tensor<0x0xi64>"), false));
	CHECK(!runs_alone(SUM_OVER("", "tensor<?xf32>", "> : tensor<0x0xi64>"), false));
	CHECK(!runs_alone(SUM_OVER("mhlo.num_replicas = 2 : i32", "tensor<2xf32>", "> : tensor<0x0xi64>"), false));
	CHECK(!runs_alone(SUM_OVER("mhlo.num_replicas = 2 : i32", "tensor<?xf32>", "> : tensor<0x0xi64>"), false));
	CHECK(!runs_alone(SUM_OVER("", "tensor<2xf32>", "[[0, 1]]> : tensor<1x2xi64>"), false));
	CHECK(!runs_alone(SUM_OVER("", "tensor<2xf32>", "[[1, 0]]> : tensor<1x2xi64>"), true));
	CHECK(runs_alone(SUM_OVER("mhlo.num_replicas = 1 : i32", "tensor<2xf32>", "> : tensor<0x0xi64>"), false));
	CHECK(runs_alone(SUM_OVER("mhlo.num_replicas = 1 : i32", "tensor<?xf32>", "> : tensor<0x0xi64>"), false));
	CHECK(runs_alone(SUM_OVER("", "tensor<2xf32>", "> : tensor<0x0xi64>"), true));
	CHECK(runs_alone(SUM_OVER("", "tensor<?xf32>", "> : tensor<0x0xi64>"), true));
	CHECK(runs_alone(SUM_OVER("", "tensor<2xf32>", "[[0], [1]]> : tensor<2x1xi64>"), false));
}

static struct bef_model_parallel parallel_of(const char *text)
{
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	struct bef_model *model = open_text(text, NULL);
	if (model)
		bef_model_parallel(model, &parallel);
	bef_model_close(model);
	return parallel;
}

static void models_say_what_they_are_for(void)
{
	struct bef_model_parallel p = parallel_of(SUM_OVER("mhlo.num_partitions = 3 : i32", "tensor<?xf32>", "> : tensor<0x0xi64>"));
	CHECK(p.size == sizeof p && p.replicas == 0 && p.partitions == 3 && p.exchanges);
	p = parallel_of(SUM_OVER("mhlo.num_replicas = 2 : i32", "tensor<2xf32>", "> : tensor<0x0xi64>"));
	CHECK(p.replicas == 2 && p.partitions == 0 && p.exchanges);
	p = parallel_of(source);
	CHECK(p.replicas == 0 && p.partitions == 0 && !p.exchanges);
	struct bef_model_parallel older = { .size = offsetof(struct bef_model_parallel, exchanges), .exchanges = false };
	struct bef_model *model = open_text(SUM_OVER("", "tensor<2xf32>", "> : tensor<0x0xi64>"), NULL);
	CHECK_OR_RETURN(model);
	bef_model_parallel(model, &older);
	CHECK(!older.exchanges); /* a caller of an older version has no such member */
	bef_model_close(model);
}

/* A model with shardings, opened for as many processes as its mesh has devices. */
#define DIVIDED                                                                                                                 \
	"sdy.mesh @m = <[\"a\"=2, \"b\"=2], device_ids=[0, 2, 1, 3]>\n"                                                             \
	"func.func @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@m, [{\"b\", \"a\"}, {}]>},"                              \
	" %y: tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{\"a\"}]>},"                                                         \
	" %z: tensor<3xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={\"a\"}>})"                                           \
	" -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@m, [{\"b\", \"a\"}, {}]>}, tensor<3xf32>) {\n"                         \
	"  %0 = stablehlo.add %x, %x : tensor<4x6xf32>\n  %1 = stablehlo.add %y, %z : tensor<3xf32>\n"                             \
	"  return %0, %1 : tensor<4x6xf32>, tensor<3xf32>\n}\n"

static struct bef_model_part part_of(struct bef_model *model, bool of_result, uint32_t index, uint32_t partition)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_part part = { .size = sizeof part };
	if (bef_model_sharding(model, bef_model_find(model, "main"), of_result, index, partition, &part, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s", diag.message);
	return part;
}

static void models_with_shardings_are_divided(void)
{
	struct bef_model_options options = { .size = sizeof options, .partitions = 4 };
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	struct bef_model *model = open_text(DIVIDED, &options);
	CHECK_OR_RETURN(model);
	bef_model_parallel(model, &parallel);
	CHECK(parallel.divided);
	for (uint32_t i = 0; i < 4; i++) { /* device 1 is at a=1, b=0, and device 2 at a=0, b=1 */
		const struct bef_model_part x = part_of(model, false, 0, i), y = part_of(model, true, 0, i);
		CHECK(x.rank == 2 && x.terms == 1 && x.global[0] == 4 && x.local[0] == 1 && x.start[0] == i);
		CHECK(x.global[1] == 6 && x.local[1] == 6 && x.start[1] == 0);
		CHECK(y.global[0] == 4 && y.local[0] == 1 && y.start[0] == i);
		const struct bef_model_part uneven = part_of(model, false, 1, i), terms = part_of(model, false, 2, i);
		CHECK(uneven.local[0] == 3 && uneven.terms == 1);
		CHECK(terms.local[0] == 3 && terms.terms == 2 && terms.term == i % 2 && terms.reduction == 0);
	}
	struct bef_model_part part = { .size = sizeof part };
	CHECK_INT(bef_model_sharding(model, bef_model_find(model, "main"), false, 0, 4, &part, NULL), BEF_E_ARG);
	CHECK_INT(bef_model_sharding(model, bef_model_find(model, "main"), true, 2, 0, &part, NULL), BEF_E_ARG);
	bef_model_close(model);
	options.whole_results = true;
	model = open_text(DIVIDED, &options);
	CHECK_OR_RETURN(model);
	CHECK(part_of(model, true, 0, 3).local[0] == 4 && part_of(model, false, 0, 3).local[0] == 1);
	bef_model_close(model);
	options.partitions = 2; /* not the number of devices */
	model = open_text(DIVIDED, &options);
	CHECK_OR_RETURN(model);
	bef_model_parallel(model, &parallel);
	CHECK(!parallel.divided && part_of(model, false, 0, 3).local[0] == 4);
	bef_model_close(model);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(operations_over_several_processes_fail_alone),
		CHECK_CASE(models_say_what_they_are_for),
		CHECK_CASE(models_with_shardings_are_divided),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
