/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens a StableHLO model and calls its function `main` with arrays of this program. */
#include <bef/model.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "func.func @main(%x: tensor<2x2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {\n"
			   "  %0 = stablehlo.dot %x, %y : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>\n"
			   "  return %0 : tensor<2xf32>\n"
			   "}\n";

int main(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	float x[] = { 1, 2, 3, 4 }, y[] = { 10, 1 }, z[2] = { 0, 0 };
	const int64_t dims[] = { 2, 2 };
	const struct bef_array arguments[] = { { x, sizeof x, BEF_DTYPE_F32, 2, dims }, { y, sizeof y, BEF_DTYPE_F32, 1, dims } };
	struct bef_array result = { .data = z, .size = sizeof z };

	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, NULL);
	if (kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK ||
		bef_model_open(text, strlen(text), "model.mlir", registry, NULL, &model, &diag) != BEF_OK ||
		bef_model_call(model, "main", &host, arguments, 2, &result, 1, &diag) != BEF_OK) {
		fprintf(stderr, "%u:%u: %s\n", diag.line, diag.column, diag.message);
		return 1;
	}
	printf("%g %g\n", (double)z[0], (double)z[1]);
	bef_model_close(model);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return z[0] != 12 || z[1] != 34;
}
