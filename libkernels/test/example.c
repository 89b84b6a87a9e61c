/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pack of README.md, and a call of its kernel. */
#include <kernels/kernels.h>
#include <stdio.h>

static void scale(struct kernels_call *call)
{
	int64_t by;
	if (kernels_call_scalar(call, 0, KERNELS_I64, &by))
		*(int64_t *)call->results[0] = by * *(const int64_t *)call->arguments[0];
}

static const struct kernels_kernel kernels[] = { KERNELS_ROW("demo.scale", "(i64) {by: i64} -> i64", scale, 0) };
static const struct kernels_pack demo = KERNELS_PACK_INIT("demo", kernels, NULL, 0, NULL);

int main(void)
{
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (kernels_registry_add(registry, &demo, &diag) != KERNELS_OK) {
		fprintf(stderr, "%s\n", diag.message);
		return 1;
	}
	/* The rest is the work of an executor: find the kernel once, then call it with payloads. */
	const struct kernels_entry *entry = kernels_registry_find(registry, "demo.scale", 10);
	static const uint8_t by[] = { 6, 0, 0, 0, 0, 0, 0, 0 };
	const struct kernels_attr attribute = { by, sizeof by };
	const struct kernels_site site = {
		.entry = entry, .attributes = &attribute, .argument_count = 1, .result_count = 1, .attribute_count = 1
	};
	int64_t seven = 7, answer = 0;
	void *arguments[] = { &seven }, *results[] = { &answer };
	struct kernels_call call = { arguments, results, &site, NULL, NULL };
	entry->kernel->payload(&call);
	printf("%lld\n", (long long)answer);
	kernels_registry_destroy(registry);
	return answer == 42 ? 0 : 1;
}
