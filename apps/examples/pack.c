/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libkernels: a pack with one kernel, and a registry that finds it. */
#include <kernels/kernels.h>
#include <stdio.h>
#include <string.h>

static void half(struct kernels_call *call)
{
	int32_t number;
	memcpy(&number, call->arguments[0], sizeof number);
	if (number % 2)
		kernels_call_fail(call, "%d is odd", (int)number);
	else
		*(int32_t *)call->results[0] = number / 2;
}

static const struct kernels_kernel kernels[] = {
	{ "example.half", "(i32) -> i32", half, NULL, KERNELS_SYNC, 0 },
};
static const struct kernels_pack pack = KERNELS_PACK_INIT("example", kernels, NULL, 0, NULL);

int main(void)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (!registry)
		return 3;
	if (kernels_registry_add(registry, &pack, &diag) != KERNELS_OK) {
		fprintf(stderr, "%s\n", diag.message);
		return 1;
	}
	const struct kernels_entry *found = kernels_registry_find(registry, "example.half", strlen("example.half"));
	if (!found)
		return 1;
	printf("libkernels %s: %s %s takes %u\n", kernels_version(), found->kernel->name, found->kernel->signature,
		(unsigned)found->argument_count);
	kernels_registry_destroy(registry);
	return 0;
}
