/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models for the tests of libbef-model, opening them, tensors, and a call with known results. */
#ifndef MODELS_H
#define MODELS_H

#include "check.h"

#include <bef/model.h>
#ifdef MLIRBC_IR_H
#error "bef/model.h must not need the IR of mlirbc"
#endif
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <pthread.h>
#include <stdlib.h>

#define MODELS_UNUSED __attribute__((unused))

/* Counts %r from 0 to %n. */
#define COUNT_TO_N                                                                                                     \
	"  %one = stablehlo.constant dense<1> : tensor<i64>\n"                                                         \
	"  %zero = stablehlo.constant dense<0> : tensor<i64>\n"                                                        \
	"  %r = stablehlo.while(%i = %zero) : tensor<i64>\n"                                                           \
	"    cond {\n"                                                                                                 \
	"      %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"                         \
	"      stablehlo.return %p : tensor<i1>\n"                                                                     \
	"    } do {\n"                                                                                                 \
	"      %next = stablehlo.add %i, %one : tensor<i64>\n"                                                         \
	"      stablehlo.return %next : tensor<i64>\n"                                                                 \
	"    }\n"

MODELS_UNUSED static const char source[] =
	"func.func @add(%x: tensor<2x3xf32> loc(\"left\"), %y: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "
	"\"sum\"}) {\n"
	"  %0 = stablehlo.add %x, %y : tensor<2x3xf32>\n"
	"  return %0 : tensor<2x3xf32>\n"
	"}\n"
	"func.func @views(%x: tensor<4xi32>) -> (tensor<2x2xi32>, tensor<4xi32>, tensor<2xi64>) {\n"
	"  %0 = stablehlo.reshape %x : (tensor<4xi32>) -> tensor<2x2xi32>\n"
	"  %c = stablehlo.constant dense<[7, 8]> : tensor<2xi64>\n"
	"  return %0, %x, %c : tensor<2x2xi32>, tensor<4xi32>, tensor<2xi64>\n"
	"}\n"
	"func.func @checked(%x: tensor<2xi32>) -> tensor<2xi32> {\n"
	"  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
	"  check.expect_eq %x, %c : tensor<2xi32>\n"
	"  return %x : tensor<2xi32>\n"
	"}\n"
	"func.func @long(%n: tensor<i64>) -> tensor<i64> {\n" COUNT_TO_N "  return %r : tensor<i64>\n"
	"}\n"
	"func.func @large(%x: tensor<f32>) -> tensor<1024x1024xf32> {\n"
	"  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>\n"
	"  %1 = stablehlo.add %0, %0 : tensor<1024x1024xf32>\n"
	"  return %1 : tensor<1024x1024xf32>\n"
	"}\n"
	"func.func @empty(%x: tensor<0x3xf32>, %t: !stablehlo.token) -> (tensor<0x3xf32>, !stablehlo.token) {\n"
	"  return %x, %t : tensor<0x3xf32>, !stablehlo.token\n"
	"}\n"
	"func.func private @hidden() -> tensor<i32> {\n"
	"  %c = stablehlo.constant dense<1> : tensor<i32>\n"
	"  return %c : tensor<i32>\n"
	"}\n";

MODELS_UNUSED static const char dynamic_source[] =
	"func.func @twice(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {\n"
	"  %0 = stablehlo.add %x, %x : tensor<?x3xf32>\n"
	"  return %0 : tensor<?x3xf32>\n"
	"}\n"
	"func.func @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n"
	"  %0 = stablehlo.add %x, %y : tensor<?xf32>\n"
	"  return %0 : tensor<?xf32>\n"
	"}\n"
	"func.func @count(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xi32> {\n"
	"  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
	"  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n"
	"  return %0 : tensor<?xi32>\n"
	"}\n"
	"func.func @static(%x: tensor<2xi32>) -> tensor<2xi32> {\n"
	"  %0 = stablehlo.negate %x : tensor<2xi32>\n"
	"  return %0 : tensor<2xi32>\n"
	"}\n";

static struct kernels_registry *registry; /* of the packs basic and hlo; models_main() makes it */

MODELS_UNUSED static struct bef_model *open_text(const char *text, const struct bef_model_options *options)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	if (bef_model_open(text, strlen(text), "test.mlir", registry, options, &model, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	return model;
}

MODELS_UNUSED static struct bef_model_tensor floats(float *data, int64_t rows, int64_t columns)
{
	return (struct bef_model_tensor){ .dtype = KERNELS_F32,
		.rank = 2,
		.dims = { rows, columns },
		.data = data,
		.size = (size_t)(rows * columns) * sizeof *data };
}

MODELS_UNUSED static struct bef_model_tensor vector(enum kernels_dtype dtype, void *data, int64_t count)
{
	return (struct bef_model_tensor){ .dtype = dtype,
		.rank = 1,
		.dims = { count },
		.data = data,
		.size = (size_t)count * kernels_dtype_size(dtype) };
}

/* The file of the program that was opened last, for `opened` of the options; the test frees it. */
struct models_kept {
	char *data;
	size_t size;
};

MODELS_UNUSED static void models_keep(void *ctx, struct bef_file *file, const void *data, size_t size)
{
	struct models_kept *kept = ctx;
	(void)file;
	if (!kept)
		return;
	free(kept->data);
	kept->data = malloc(size);
	kept->size = size;
	if (kept->data)
		memcpy(kept->data, data, size);
}

MODELS_UNUSED static bool good(enum bef_status status, const struct bef_diag *diag)
{
	return status == BEF_OK || check_report(__FILE__, __LINE__, "%s: %s", bef_status_name(status), diag->message);
}

/* x + y of known numbers. */
MODELS_UNUSED static void add(struct bef_model *model, float first)
{
	float x[6], y[6], z[6] = { 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	for (int i = 0; i < 6; i++) {
		x[i] = first + (float)i;
		y[i] = 100.0f * (float)i;
	}
	const struct bef_model_tensor arguments[] = { floats(x, 2, 3), floats(y, 2, 3) };
	struct bef_model_tensor result = { .data = z, .size = sizeof z };
	if (!good(bef_model_run(model, bef_model_find(model, "add"), arguments, 2, &result, 1, NULL, &diag), &diag))
		return;
	for (int i = 0; i < 6; i++) {
		CHECK(z[i] == first + 101.0f * (float)i);
		CHECK(x[i] == first + (float)i && y[i] == 100.0f * (float)i); /* arguments do not change */
	}
	CHECK(result.dtype == KERNELS_F32 && result.rank == 2 && result.dims[0] == 2 && result.dims[1] == 3 &&
		!result.owner);
}

/* ---- several threads */

enum { THREADS = 4 };

struct caller {
	struct bef_model *model;
	unsigned failures;
};

/* Closes the model. */
MODELS_UNUSED static void in_threads(struct bef_model *model, void *(*run)(void *ctx))
{
	pthread_t threads[THREADS];
	struct caller callers[THREADS];
	for (int i = 0; i < THREADS; i++) {
		callers[i] = (struct caller){ model, 0 };
		CHECK(pthread_create(&threads[i], NULL, run, &callers[i]) == 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		CHECK_INT(callers[i].failures, 0);
	}
	bef_model_close(model);
}

static int models_main(int argc, char **argv, const struct check_case *cases, size_t count)
{
	registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;
	int code = check_main(argc, argv, cases, count);
	kernels_registry_destroy(registry);
	return code;
}

#endif
