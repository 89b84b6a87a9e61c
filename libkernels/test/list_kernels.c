/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the kernels of a pack, for readme_table.py: name, tab, signature. Argument: the name of the pack. */
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#if HAVE_DEVICE
#include <kernels/pack_device.h>
#endif
#include <kernels/pack_tensor.h>
#include <kernels/pack_test.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	const struct kernels_pack *const packs[] = { kernels_pack_basic(), kernels_pack_tensor(), kernels_pack_test(),
#if HAVE_DEVICE
		kernels_pack_device(),
#endif
	};
	struct kernels_registry *registry = kernels_registry_create(NULL);
	for (size_t i = 0; i < sizeof packs / sizeof *packs; i++) {
		if (argc == 2 && strcmp(packs[i]->name, argv[1]) == 0 &&
			kernels_registry_add(registry, packs[i], NULL) != KERNELS_OK)
			return 1;
	}
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const struct kernels_kernel *kernel = kernels_registry_at(registry, i)->kernel;
		printf("%s\t%s\n", kernel->name, kernel->signature);
	}
	kernels_registry_destroy(registry);
	return 0;
}
