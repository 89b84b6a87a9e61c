/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens arbitrary bytes as a program and, if they are valid, runs every function without arguments: no crash, hang
 * or leak. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run_function(struct test_host *h, const struct kernels_function *f)
{
	struct async_request *request = async_request_create(&h->host, NULL);
	struct async_value **results = calloc(f->result_count + (size_t)1, sizeof *results);
	test_budget = 2000;
	kernels_function_execute(f, request, NULL, results);
	async_queue_quiesce(h->host.queue);
	for (uint32_t i = 0; i < f->result_count; i++)
		async_value_release(results[i]);
	free(results);
	async_request_release(request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct test_host h;
	uint8_t *copy = malloc(size ? size : 1);
	if (!copy)
		return 0;
	memcpy(copy, data, size);
	host_init(&h, HOST_SINGLE);
	h.host.report = NULL;
	struct bef_open_options options = { .size = sizeof options, .allocator = h.counting, .max_call_depth = 200 };
	if (bef_file_open(copy, size, h.registry, &options, &h.file, NULL) == BEF_OK) {
		for (size_t i = 0; i < bef_file_function_count(h.file); i++) {
			const struct kernels_function *f = bef_file_function(h.file, i);
			if (f->argument_count == 0)
				run_function(&h, f);
		}
	}
	test_budget = -1;
	if (!host_finish(&h))
		abort();
	free(copy);
	return 0;
}
