/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libkernels: eager execution. Runs kernels by name, without a program; the result of one is the argument of the next. */
#include <kernels/invoke.h>
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <stdio.h>

static void report(void *ctx, const struct async_error *error)
{
	const char *origin = async_error_origin(error);
	(void)ctx;
	fprintf(stderr, "error: %s [%s]\n", async_error_message(error), origin ? origin : "no kernel");
}

/* tfrt.constant.i32 with the attribute `value`. */
static struct async_value *constant(
	const struct kernels_registry *registry, struct async_request *request, int32_t value)
{
	struct kernels_attributes *attributes = kernels_attributes_create(NULL);
	struct async_value *result = async_value_out_of_memory();
	if (attributes && kernels_attributes_scalar(attributes, "value", KERNELS_I32, &value) == KERNELS_OK)
		kernels_invoke(registry, "tfrt.constant.i32", request, NULL, 0, attributes, &result, 1);
	kernels_attributes_release(attributes);
	return result;
}

int main(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct async_value *values[3];
	int failed = 1;

	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, NULL);
	host.report = report;
	struct async_request *request = host.queue ? async_request_create(&host, NULL) : NULL;
	if (!registry || !request || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK)
		return 3;
	values[0] = constant(registry, request, 20);
	values[1] = constant(registry, request, 22);
	kernels_invoke(registry, "tfrt.add.i32", request, values, 2, NULL, &values[2], 1);
	async_queue_await(host.queue, values, 3);
	if (!async_value_is_error(values[2])) {
		printf("20 + 22 = %d\n", *(int32_t *)async_value_payload(values[2]));
		failed = 0;
	}
	for (int i = 0; i < 3; i++)
		async_value_release(values[i]);
	async_request_release(request);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return failed;
}
