/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models called with the caller's arrays: signatures, wrong arguments, failed checks, calls that do not wait. */
#include "check.h"

#include <bef/model.h>
#include <bef/translate.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdlib.h>

static const char text[] =
	"func.func @main(%x: tensor<2xf32> loc(\"pixels\"), %t: !stablehlo.token) -> (tensor<2xf32> {jax.result_info = \"out\"}, "
	"tensor<i32>, !stablehlo.token) {\n"
	"  %0 = stablehlo.add %x, %x : tensor<2xf32>\n"
	"  %1 = stablehlo.constant dense<7> : tensor<i32>\n"
	"  return %0, %1, %t : tensor<2xf32>, tensor<i32>, !stablehlo.token\n"
	"}\n"
	"func.func @checked(%x: tensor<2xf32>) {\n"
	"  check.expect_eq_const %x, dense<1.0> : tensor<2xf32>\n"
	"  return\n"
	"}\n"
	"func.func private @hidden() {\n  return\n}\n";

static struct async_host host;
static struct kernels_registry *registry;
static struct bef_model *model;
static const int64_t two[] = { 2 }, three[] = { 3 };
static float ones[] = { 1, 1 }, pair[] = { 1, 2 }, triple[] = { 1, 2, 3 };

static void begin(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	host = (struct async_host)ASYNC_HOST_INIT;
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, &(struct async_threads_options){ .size = sizeof(struct async_threads_options), .threads = 2 });
	registry = kernels_registry_create(NULL);
	if (!host.queue || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		abort();
	if (bef_model_open(text, strlen(text), "model.mlir", registry, NULL, &model, &diag) != BEF_OK) {
		CHECK_STR(diag.message, "");
		abort();
	}
}

static void end(void)
{
	bef_model_close(model);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
}

static bool is_named(struct bef_string name, const char *expected)
{
	return name.size == strlen(expected) && memcmp(name.data, expected, name.size) == 0;
}

static void describes(void)
{
	begin();
	const struct bef_stablehlo_signatures *all = bef_model_functions(model);
	CHECK_INT(all->count, 2);
	const struct bef_stablehlo_function *f = &all->functions[0];
	CHECK(is_named(f->name, "main") && is_named(f->arguments[0].name, "pixels") && is_named(f->results[0].name, "out"));
	CHECK(is_named(f->arguments[1].name, "arg1") && is_named(f->results[1].name, "result1"));
	CHECK_INT(f->argument_count, 2);
	CHECK_INT(f->result_count, 3);
	CHECK_INT(f->arguments[0].dtype, BEF_DTYPE_F32);
	CHECK_INT(f->arguments[0].rank, 1);
	CHECK_INT(f->arguments[0].dims[0], 2);
	CHECK_INT(f->arguments[1].dtype, 0);
	CHECK_INT(f->results[1].dtype, BEF_DTYPE_I32);
	CHECK_INT(f->results[1].rank, 0);
	CHECK(!f->effects && all->functions[1].effects);
	end();
}

static enum bef_status call(const char *function, float *data, const int64_t *dims, size_t count, struct bef_array *results,
	size_t result_count, struct bef_diag *diag)
{
	const struct bef_array argument = { data, (size_t)dims[0] * sizeof *data, BEF_DTYPE_F32, 1, dims };
	return bef_model_call(model, function, &host, &argument, count, results, result_count, diag);
}

static void calls(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	float sum[2];
	int32_t seven = 0;
	int64_t dims[16];
	struct bef_array results[] = { { sum, sizeof sum, 0, 0, dims }, { &seven, sizeof seven, 0, 9, NULL } };
	begin();
	CHECK_INT(call("main", pair, two, 1, results, 2, &diag), BEF_OK);
	CHECK(sum[0] == 2 && sum[1] == 4 && seven == 7 && pair[1] == 2);
	CHECK(results[0].dtype == BEF_DTYPE_F32 && results[0].rank == 1 && dims[0] == 2 && results[1].rank == 0);
	CHECK_INT(call("main", pair, two, 1, NULL, 0, &diag), BEF_OK);
	CHECK_INT(call("checked", ones, two, 1, NULL, 0, &diag), BEF_OK);
	end();
}

static void refuses(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	float sum[2];
	struct bef_array few = { sum, 4, 0, 0, NULL }, many[3] = { { 0 } };
	begin();
	CHECK_INT(call("checked", pair, two, 1, NULL, 0, &diag), BEF_E_STATE);
	CHECK(strstr(diag.message, "expected 1") != NULL);
	CHECK_INT(call("main", triple, three, 1, NULL, 0, &diag), BEF_E_ARG);
	CHECK_INT(call("main", pair, two, 0, NULL, 0, &diag), BEF_E_ARG);
	CHECK_INT(call("none", pair, two, 1, NULL, 0, &diag), BEF_E_NOT_FOUND);
	CHECK_INT(call("hidden", pair, two, 0, NULL, 0, &diag), BEF_E_NOT_FOUND);
	CHECK_INT(call("main", pair, two, 1, &few, 1, &diag), BEF_E_LIMIT);
	CHECK_INT(call("main", pair, two, 1, many, 3, &diag), BEF_E_ARG);
	CHECK(bef_model_function(model, ".signatures") == NULL);
	struct bef_model *other = model;
	CHECK_INT(bef_model_open("func.func @f( {", 15, "bad", registry, NULL, &other, &diag), BEF_E_SYNTAX);
	CHECK(other == NULL);
	CHECK_INT(bef_model_open_path("/nonexistent/model.mlir", registry, NULL, &other, &diag), BEF_E_IO);
	end();
}

static void release(void *owner) { ++*(int *)owner; }

/* The model may be closed while the results live. */
static void does_not_wait(void)
{
	int released = 0;
	const struct bef_array argument = { pair, sizeof pair, BEF_DTYPE_F32, 1, two };
	struct bef_array got;
	begin();
	const struct kernels_function *function = bef_model_function(model, "main");
	struct async_request *request = async_request_create(&host, NULL);
	struct async_value *arguments[2] = { bef_model_argument(&host, &argument, release, &released), async_chain() }, *results[3];
	kernels_function_execute(function, request, arguments, results);
	async_value_release(arguments[0]);
	async_queue_await(host.queue, results, 3);
	if (CHECK(bef_model_result(results[0], &got)))
		CHECK(got.size == 8 && ((const float *)got.data)[1] == 4);
	CHECK(!bef_model_result(results[2], &got));
	for (int i = 0; i < 3; i++)
		async_value_release(results[i]);
	async_request_release(request);
	async_queue_quiesce(host.queue);
	CHECK_INT(released, 1);
	end();
}

/* The same from a BEF file. */
static void from_bef(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *other;
	uint8_t *bef;
	size_t size;
	begin();
	CHECK_INT(bef_stablehlo_assemble(text, strlen(text), "model.mlir", NULL, NULL, &bef, &size, &diag), BEF_OK);
	if (CHECK(bef_model_open(bef, size, "model.bef", registry, NULL, &other, &diag) == BEF_OK)) {
		CHECK_INT(bef_model_functions(other)->count, 2);
		bef_model_close(other);
	}
	bef_assemble_free(NULL, bef, size);
	end();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(describes), CHECK_CASE(calls), CHECK_CASE(refuses),
		CHECK_CASE(does_not_wait), CHECK_CASE(from_bef) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
