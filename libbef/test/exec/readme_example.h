/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program of ../../README.md, section "Running programs". */
#include <bef/exec.h>
#include <kernels/pack_basic.h>

/* Calls the function `main` of a program, which has no argument and returns one i32. */
static int run(const void *bytes, size_t size, int32_t *out)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct bef_file *file = NULL;
	int failed = 1;

	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, NULL);
	if (host.queue && kernels_registry_add(registry, kernels_pack_basic(), NULL) == KERNELS_OK &&
		bef_file_open(bytes, size, registry, NULL, &file, NULL) == BEF_OK) {
		const struct kernels_function *f = bef_file_find(file, "main", 4);
		struct async_request *request = async_request_create(&host, NULL);
		struct async_value *result;
		kernels_function_execute(f, request, NULL, &result);
		async_queue_await(host.queue, &result, 1);
		failed = async_value_is_error(result);
		if (!failed)
			*out = *(int32_t *)async_value_payload(result);
		async_value_release(result);
		async_request_release(request);
	}
	async_queue_destroy(host.queue);
	bef_file_close(file);
	kernels_registry_destroy(registry);
	return failed;
}
