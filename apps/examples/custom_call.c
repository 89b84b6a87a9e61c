/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model: a kernel of the program computes a custom call of a StableHLO model. */
#include <bef/model.h>
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdio.h>
#include <string.h>

/* stablehlo.custom_call @clip(%x, %limit): limits the elements of x to [-limit, limit]. Every custom call has the attributes
 * backend_config and types, the element types and shapes of operands and results; this one looks at the tensors instead. */
static void clip(const struct kernels_tensor *x, const struct kernels_tensor *limit, struct kernels_string config,
	struct kernels_array types, struct kernels_tensor *out, struct kernels_call *call)
{
	(void)config;
	(void)types;
	if (x->dtype != KERNELS_F32 || limit->dtype != KERNELS_F32 || limit->shape.rank != 0) {
		kernels_call_fail(call, "expected elements of type f32, and a limit of rank 0");
	} else if (!kernels_tensor_init(out, kernels_host(call->request)->allocator, x->dtype, &x->shape)) {
		kernels_call_fail(call, "out of memory");
	} else {
		const float *from = kernels_tensor_bytes(x), most = *(const float *)kernels_tensor_bytes(limit);
		float *to = kernels_tensor_data(out);
		for (int64_t i = 0; i < kernels_tensor_elements(x); i++)
			to[i] = from[i] < -most ? -most : from[i] > most ? most : from[i];
	}
}
KERNELS_TYPED_CALL(clip, (REF(tensor), REF(tensor)), (STRING(backend_config), ARRAY(i64, types)), (OUT(tensor)))

static const struct kernels_kernel kernels[] = { KERNELS_TYPED_ROW("hlo.custom_call.clip", clip, 0) };
static const struct kernels_pack pack = KERNELS_PACK_INIT("clip", kernels, NULL, 0, NULL);

static const char source[] =
	"func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
	"  %limit = stablehlo.constant dense<2.0> : tensor<f32>\n"
	"  %0 = stablehlo.custom_call @clip(%x, %limit) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n"
	"  return %0 : tensor<4xf32>\n"
	"}\n";

static bool add_packs(struct kernels_registry *registry)
{
	const struct kernels_pack *const packs[] = { kernels_pack_basic(), kernels_pack_hlo(), &pack };
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	for (size_t i = 0; registry && i < sizeof packs / sizeof *packs; i++) {
		if (kernels_registry_add(registry, packs[i], &diag) != KERNELS_OK)
			return fprintf(stderr, "%s\n", diag.message), false;
	}
	return registry != NULL;
}

int main(void)
{
	float x[4] = { -3, -1, 1, 3 }, y[4] = { 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	const struct bef_model_tensor argument = { .dtype = KERNELS_F32, .rank = 1, .dims = { 4 }, .data = x, .size = sizeof x };
	struct bef_model_tensor result = { .data = y, .size = sizeof y };
	if (!add_packs(registry))
		return 3;
	enum bef_status status = bef_model_open(source, strlen(source), "clip", registry, NULL, &model, &diag);
	if (status == BEF_OK)
		status = bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, NULL, &diag);
	if (status == BEF_OK)
		printf("%g %g %g %g\n", (double)y[0], (double)y[1], (double)y[2], (double)y[3]);
	else
		fprintf(stderr, "clip:%u:%u: %s\n", (unsigned)diag.line, (unsigned)diag.column, diag.message);
	bef_model_close(model);
	kernels_registry_destroy(registry);
	return status == BEF_OK && y[0] == -2 && y[1] == -1 && y[2] == 1 && y[3] == 2 ? 0 : 1;
}
