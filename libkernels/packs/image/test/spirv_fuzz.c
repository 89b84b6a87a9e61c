/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes are read or refused with a message; what is read can be walked. */
#include <image/spirv.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition) ((condition) ? (void)0 : abort())

static void walk(const struct image_spirv *spirv)
{
	size_t text = 0;
	for (uint32_t i = 0; i < spirv->kernel_count; i++) {
		const struct image_kernel *k = spirv->kernels + i;
		MUST(kernels_image__spirv_kernel(spirv, k->name, strlen(k->name)) == k);
		for (uint32_t p = 0; p < k->parameter_count && p < 100; p++) {
			text += strlen(k->parameters[p].name);
			MUST(k->parameters[p].kind <= IMAGE_OTHER && k->parameters[p].alignment > 0);
			MUST(k->parameters[p].size > 0 || k->parameters[p].kind >= IMAGE_BYTES);
		}
	}
	for (uint32_t i = 0; i < spirv->constant_count; i++)
		MUST(kernels_image__spirv_constant(spirv, spirv->constants[i].id) == spirv->constants + i);
	for (uint32_t i = 0; i < spirv->import_count; i++)
		text += strlen(spirv->imports[i]);
	MUST(text < SIZE_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *exact = malloc(size ? size : 1);
	struct image_spirv spirv;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (!exact)
		abort();
	if (size)
		memcpy(exact, data, size);
	const enum kernels_status status = kernels_image__spirv_read(exact, size, async_allocator_system(), &spirv, &diag);
	free(exact);
	MUST((status == KERNELS_OK) == (diag.message[0] == '\0'));
	if (status == KERNELS_OK)
		walk(&spirv);
	MUST(status == KERNELS_OK || diag.offset == KERNELS_NO_OFFSET || diag.offset <= size);
	kernels_image__spirv_finish(&spirv, async_allocator_system());
	return 0;
}
