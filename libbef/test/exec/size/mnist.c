/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A small program that runs one model: a network for digits, from a BEF file on stdin, with weights that it computes. Prints the results. */
#include <bef/exec.h>
#include <kernels/pack_hlo.h>
#include <kernels/tensor.h>
#include <stdio.h>

static const int64_t shapes[5][2] = { { 1, 784 }, { 784, 512 }, { 1, 512 }, { 512, 10 }, { 1, 10 } };

static struct async_value *argument(const struct async_allocator *allocator, int k)
{
	const struct kernels_shape shape = { .rank = 2, .dims = { shapes[k][0], shapes[k][1] } };
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, allocator, KERNELS_F32, &shape))
		return NULL;
	float *elements = kernels_tensor_data(&tensor);
	for (int64_t i = 0; i < shapes[k][0] * shapes[k][1]; i++)
		elements[i] = (float)((i * 7 + k) % 13 - 6) / 13;
	return async_value_create_available(allocator, kernels_tensor_types()->tensor, &tensor);
}

int main(void)
{
	static unsigned char program[1 << 16];
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct async_value *arguments[5], *result;
	struct bef_file *file;
	const size_t size = fread(program, 1, sizeof program, stdin);
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_single(NULL);
	if (!registry || !host.queue || kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK ||
		bef_file_open(program, size, registry, NULL, &file, NULL) != BEF_OK)
		return 1;
	for (int k = 0; k < 5; k++)
		if (!(arguments[k] = argument(host.allocator, k)))
			return 1;
	struct async_request *request = async_request_create(&host, NULL);
	kernels_function_execute(bef_file_find(file, "main", 4), request, arguments, &result);
	async_queue_await(host.queue, &result, 1);
	if (async_value_is_error(result))
		return 1;
	const float *elements = kernels_tensor_bytes(async_value_payload(result));
	for (int i = 0; i < 10; i++)
		printf("%.1f%c", (double)elements[i], i < 9 ? ' ' : '\n');
	return 0;
}
