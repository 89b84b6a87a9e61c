/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process of a request. */
#include <kernels/process.h>
#include <stdlib.h>
#include <string.h>

static const struct kernels_process alone = { sizeof alone, 0, 0, 1, 1, NULL, NULL };
static const char key[] = "befkit.process";

static void *copy(void *ctx)
{
	const struct kernels_process *from = ctx;
	struct kernels_process *process = malloc(sizeof *process);
	if (process) {
		*process = alone;
		memcpy(process, from, from->size < sizeof *process ? from->size : sizeof *process);
		process->size = sizeof *process;
	}
	return process;
}

static void *none(void *ctx)
{
	(void)ctx;
	return NULL;
}

bool kernels_process_set(struct async_request *request, const struct kernels_process *process)
{
	struct kernels_process given = *process;
	struct async_resources *data = async_request_data(request);
	return data && async_resources_get(data, key, copy, &given, free);
}

const struct kernels_process *kernels_process_of(struct async_request *request)
{
	struct async_resources *data = async_request_data(request);
	const struct kernels_process *process = data ? async_resources_get(data, key, none, NULL, NULL) : NULL;
	return process ? process : &alone;
}
