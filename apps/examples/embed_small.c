/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef in thirty lines: a program inside the executable, a kernel, queue and memory of the host, arguments and
 * results. The array is the output of `bef embed --c` for func.func @twice(%x: i32) -> i32 { %y = "host.twice"(%x) :
 * (i32) -> i32  tfrt.return %y : i32 } */
#include <bef/exec.h>
#include <stdio.h>

#include "embed_small.h" /* static const unsigned char program[] */

static void twice(struct kernels_call *call)
{
	*(int32_t *)call->results[0] = 2 * *(const int32_t *)call->arguments[0];
}
static const struct kernels_kernel kernels[] = { { "host.twice", "(i32) -> i32", twice, NULL, 0, 0 } };
static const struct kernels_pack pack = KERNELS_PACK_INIT("host", kernels, NULL, 0, NULL);

int main(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct bef_file *file;
	int32_t number = 21;
	host.allocator = async_allocator_create_counting(NULL);
	host.queue = async_queue_create_single(NULL);
	if (kernels_registry_add(registry, &pack, NULL) != KERNELS_OK ||
		bef_file_open(program, sizeof program, registry, NULL, &file, NULL) != BEF_OK)
		return 1;
	struct async_request *request = async_request_create(&host, NULL);
	struct async_value *argument = async_value_create_available(host.allocator, kernels_types()->i32, &number),
			   *result;
	kernels_function_execute(bef_file_find(file, "twice", 5), request, &argument, &result);
	async_queue_await(host.queue, &result, 1);
	int good = !async_value_is_error(result) && printf("%d\n", *(int32_t *)async_value_payload(result)) > 0;
	async_value_release(argument);
	async_value_release(result);
	async_request_release(request);
	async_queue_destroy(host.queue);
	bef_file_close(file);
	kernels_registry_destroy(registry);
	good = good && async_allocator_stats(host.allocator).live_blocks == 0;
	async_allocator_destroy(host.allocator);
	return !good;
}
