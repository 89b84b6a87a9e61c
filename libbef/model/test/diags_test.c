/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of bef/model.h, with diagnostics of all sizes. */
#include <bef/model.h>
#include <bef/source.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>

#define DIAGS_STRUCT struct bef_diag
#include "diags.h"

static const char wrong[] = "func.func @f() { first }";
static const char unclosed[] = "func.func @g( second";
static const char corrupt[] = "func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {\n"
			      "  %0 = \"stablehlo.abs\"(%x) : (tensor<2xf32>) -> tensor<3xf32>\n"
			      "  return %0 : tensor<3xf32>\n}\n";
static const char valid[] = "func.func @checked(%x: tensor<2xi32>) -> tensor<2xi32> {\n"
			    "  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
			    "  check.expect_eq %x, %c : tensor<2xi32>\n"
			    "  return %x : tensor<2xi32>\n}\n";
static const char dynamic[] = "func.func @sum(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {\n"
			      "  %0 = stablehlo.add %x, %y : tensor<?xi32>\n"
			      "  return %0 : tensor<?xi32>\n}\n";

static struct kernels_registry *registry;
static struct bef_model *model, *dynamic_model;

static unsigned open_text(const char *text, const struct bef_model_options *options, void *diag)
{
	struct bef_model *out;
	const unsigned status = bef_model_open(text, strlen(text), NULL, registry, options, &out, diag);
	bef_model_close(out);
	return status;
}

DIAGS_FAILS(bef_model_lowering_device)
{
	struct bef_stablehlo_options lowering = { .size = sizeof lowering };
	char name[64];
	return bef_model_lowering_device("nothing:0", &lowering, name, sizeof name, diag);
}
DIAGS_FAILS_TOO(bef_model_lowering_device, room)
{
	struct bef_stablehlo_options lowering = { .size = sizeof lowering };
	char name[1];
	return bef_model_lowering_device("opencl:0", &lowering, name, sizeof name, diag);
}
DIAGS_FAILS_TOO(bef_model_lowering_device, control)
{
	struct bef_stablehlo_options lowering = { .size = sizeof lowering };
	char name[64];
	return bef_model_lowering_device("\x1b[31m:0", &lowering, name, sizeof name, diag);
}
DIAGS_FAILS(bef_model_open) { return open_text(wrong, NULL, diag); }
DIAGS_FAILS_TOO(bef_model_open, unclosed) { return open_text(unclosed, NULL, diag); }
DIAGS_FAILS_TOO(bef_model_open, corrupt) { return open_text(corrupt, NULL, diag); }
DIAGS_FAILS_TOO(bef_model_open, empty) { return open_text("", NULL, diag); }
DIAGS_FAILS_TOO(bef_model_open, semantics)
{
	return open_text(valid, &(struct bef_model_options){ .size = sizeof(struct bef_model_options), .semantics = (enum bef_semantics)9 },
		diag);
}
DIAGS_FAILS_TOO(bef_model_open, device)
{
	return open_text(valid, &(struct bef_model_options){ .size = sizeof(struct bef_model_options), .device = "nothing:0" }, diag);
}
DIAGS_FAILS_TOO(bef_model_open, memory)
{
	return open_text(valid, &(struct bef_model_options){ .size = sizeof(struct bef_model_options), .max_open_memory = 1 }, diag);
}
DIAGS_FAILS_TOO(bef_model_open, size) { return open_text(valid, &(struct bef_model_options){ .size = 0 }, diag); }
DIAGS_FAILS_TOO(bef_model_open, control)
{
	return open_text("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
			 "  %0 = stablehlo.custom_call @\"\\1B[31m\\C2\\9B\\FF\"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
			 "  return %0 : tensor<2xf32>\n}\n", NULL, diag);
}
DIAGS_FAILS_TOO(bef_model_open, kernels)
{
	struct bef_model *out;
	struct kernels_registry *none = kernels_registry_create(NULL);
	const unsigned status = bef_model_open(valid, strlen(valid), NULL, none, NULL, &out, diag);
	kernels_registry_destroy(none);
	return status;
}
DIAGS_FAILS(bef_model_open_source)
{
	struct bef_source *source;
	struct bef_model *out;
	if (bef_source_open(corrupt, strlen(corrupt), NULL, &source, NULL) != BEF_OK)
		return 0;
	const unsigned status = bef_model_open_source(corrupt, strlen(corrupt), source, NULL, registry, NULL, &out, diag);
	bef_source_close(source);
	return status;
}
DIAGS_FAILS_TOO(bef_model_open_source, none)
{
	struct bef_model *out;
	return bef_model_open_source(wrong, strlen(wrong), NULL, NULL, registry, NULL, &out, diag);
}
DIAGS_FAILS(bef_model_open_path)
{
	struct bef_model *out;
	return bef_model_open_path("/nowhere/model.mlir", registry, NULL, &out, diag);
}
DIAGS_FAILS_TOO(bef_model_open_path, folder)
{
	struct bef_model *out;
	return bef_model_open_path("/", registry, NULL, &out, diag);
}
DIAGS_FAILS_TOO(bef_model_open_path, control)
{
	struct bef_model *out;
	return bef_model_open_path("/nowhere/\x1b[31m\xc2\x9b\xff.mlir", registry, NULL, &out, diag);
}
DIAGS_FAILS(bef_model_sharding)
{
	struct bef_model_part part = { .size = sizeof part };
	return bef_model_sharding(model, bef_model_function(model, 0), false, 1, 0, &part, diag);
}
DIAGS_FAILS(bef_model_memory)
{
	struct bef_model_memory memory;
	return bef_model_memory(model, bef_model_function(dynamic_model, 0), &memory, diag);
}

static int32_t numbers[2] = { 3, 4 };
static struct bef_model_tensor argument(int64_t count)
{
	return (struct bef_model_tensor){ .dtype = KERNELS_I32, .rank = 1, .dims = { count }, .data = numbers, .size = 4 * (size_t)count };
}

DIAGS_FAILS(bef_model_start)
{
	struct bef_model_call *call;
	struct bef_model_tensor result = { .data = NULL };
	return bef_model_start(model, bef_model_function(model, 0), NULL, 0, &result, 1, NULL, &call, diag);
}
DIAGS_FAILS_TOO(bef_model_start, shape)
{
	struct bef_model_call *call;
	const struct bef_model_tensor x = argument(1);
	struct bef_model_tensor result = { .data = NULL };
	return bef_model_start(model, bef_model_function(model, 0), &x, 1, &result, 1, NULL, &call, diag);
}
DIAGS_FAILS_TOO(bef_model_start, stranger)
{
	struct bef_model_call *call;
	return bef_model_start(model, bef_model_function(dynamic_model, 0), NULL, 0, NULL, 0, NULL, &call, diag);
}
DIAGS_FAILS_TOO(bef_model_start, size)
{
	struct bef_model_call *call;
	const struct bef_model_tensor x = argument(2);
	struct bef_model_tensor result = { .data = NULL };
	return bef_model_start(
		model, bef_model_function(model, 0), &x, 1, &result, 1, &(struct bef_model_call_options){ .size = 0 }, &call, diag);
}
DIAGS_FAILS(bef_model_call_finish)
{
	struct bef_model_call *call;
	const struct bef_model_tensor x = argument(2);
	struct bef_model_tensor result = { .data = NULL };
	if (bef_model_start(model, bef_model_function(model, 0), &x, 1, &result, 1, NULL, &call, NULL) != BEF_OK)
		return 0;
	return bef_model_call_finish(call, diag);
}
DIAGS_FAILS(bef_model_run)
{
	const struct bef_model_tensor x = argument(2);
	struct bef_model_tensor result = { .data = NULL };
	return bef_model_run(model, bef_model_function(model, 0), &x, 1, &result, 1, NULL, diag);
}
DIAGS_FAILS_TOO(bef_model_run, shapes)
{
	const struct bef_model_tensor x[] = { argument(1), argument(2) };
	struct bef_model_tensor result = { .data = NULL };
	return bef_model_run(dynamic_model, bef_model_function(dynamic_model, 0), x, 2, &result, 1, NULL, diag);
}
DIAGS_FAILS_TOO(bef_model_run, late)
{
	const struct bef_model_tensor x = argument(2);
	struct bef_model_tensor result = { .data = NULL };
	const struct bef_model_call_options options = { .size = sizeof options, .deadline = 1 };
	return bef_model_run(model, bef_model_function(model, 0), &x, 1, &result, 1, &options, diag);
}
DIAGS_FAILS(bef_model_cost)
{
	struct bef_model_cost cost = { .size = sizeof cost };
	return bef_model_cost(model, bef_model_function(dynamic_model, 0), &cost, diag);
}
DIAGS_FAILS_TOO(bef_model_cost, size)
{
	struct bef_model_cost cost = { .size = 0 };
	return bef_model_cost(model, bef_model_function(model, 0), &cost, diag);
}
static bool exhausted;

static void *alloc_some(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	return exhausted ? NULL : async_alloc(async_allocator_system(), size, align);
}

static void free_some(void *ctx, void *data, size_t size, size_t align)
{
	(void)ctx;
	async_free(async_allocator_system(), data, size, align);
}

DIAGS_FAILS(bef_model_fingerprint)
{
	const struct async_allocator allocator = { .alloc = alloc_some, .free = free_some };
	struct async_host host = ASYNC_HOST_INIT;
	const struct bef_model_options options = { .size = sizeof options, .host = &host };
	uint8_t out[BEF_MODEL_FINGERPRINT_SIZE];
	struct bef_model *made;
	host.allocator = &allocator;
	if (bef_model_open(dynamic, strlen(dynamic), NULL, registry, &options, &made, NULL) != BEF_OK)
		return 0;
	exhausted = true;
	const unsigned status = bef_model_fingerprint(made, out, diag);
	exhausted = false;
	bef_model_close(made);
	return status;
}
DIAGS_FAILS(bef_model_tensor_adopt)
{
	struct bef_model_tensor tensor = argument(1);
	tensor.size = 1;
	return bef_model_tensor_adopt(&tensor, NULL, NULL, NULL, diag);
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(bef_model_lowering_device),
		DIAGS_CASE_TOO(bef_model_lowering_device, room), DIAGS_CASE_TOO(bef_model_lowering_device, control),
		DIAGS_CASE(bef_model_open), DIAGS_CASE_TOO(bef_model_open, unclosed),
		DIAGS_CASE_TOO(bef_model_open, corrupt), DIAGS_CASE_TOO(bef_model_open, empty),
		DIAGS_CASE_TOO(bef_model_open, semantics), DIAGS_CASE_TOO(bef_model_open, device),
		DIAGS_CASE_TOO(bef_model_open, memory), DIAGS_CASE_TOO(bef_model_open, size),
		DIAGS_CASE_TOO(bef_model_open, control), DIAGS_CASE_TOO(bef_model_open, kernels),
		DIAGS_CASE(bef_model_open_source), DIAGS_CASE_TOO(bef_model_open_source, none),
		DIAGS_CASE(bef_model_open_path), DIAGS_CASE_TOO(bef_model_open_path, folder),
		DIAGS_CASE_TOO(bef_model_open_path, control), DIAGS_CASE(bef_model_sharding), DIAGS_CASE(bef_model_memory), DIAGS_CASE(bef_model_start),
		DIAGS_CASE_TOO(bef_model_start, shape), DIAGS_CASE_TOO(bef_model_start, stranger),
		DIAGS_CASE_TOO(bef_model_start, size), DIAGS_CASE(bef_model_call_finish), DIAGS_CASE(bef_model_run),
		DIAGS_CASE_TOO(bef_model_run, shapes), DIAGS_CASE_TOO(bef_model_run, late),
		DIAGS_CASE(bef_model_tensor_adopt), DIAGS_CASE(bef_model_cost), DIAGS_CASE_TOO(bef_model_cost, size),
		DIAGS_CASE(bef_model_fingerprint) };
	registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK ||
		bef_model_open(valid, strlen(valid), NULL, registry, NULL, &model, NULL) != BEF_OK ||
		bef_model_open(dynamic, strlen(dynamic), NULL, registry, NULL, &dynamic_model, NULL) != BEF_OK)
		return 3;
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	bef_model_close(model);
	bef_model_close(dynamic_model);
	kernels_registry_destroy(registry);
	return code;
}
