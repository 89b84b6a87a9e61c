/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The packs that bef was built with, and the list of their kernels. */
#include "bef.h"
#include "packs.h"

#include <stdio.h>

struct kernels_registry *packs_registry(void)
{
	/* calls, not addresses: in a Windows DLL an imported address is no constant */
	const struct kernels_pack *const packs[] = { BEF_APP_PACKS NULL };
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (!registry) {
		cli_error("out of memory");
		return NULL;
	}
	for (size_t i = 0; packs[i]; i++) {
		struct kernels_diag diag = KERNELS_DIAG_INIT;
		enum kernels_status status = kernels_registry_add(registry, packs[i], &diag);
		if (status != KERNELS_OK) {
			cli_error("pack %s: %s: %s", packs[i]->name, kernels_status_name(status), diag.message);
			kernels_registry_destroy(registry);
			return NULL;
		}
	}
	return registry;
}

int bef_kernels_command(const struct cli_command *self, int argc, char **argv)
{
	const char *none;
	int code = cli_parse(self, NULL, 0, argc, argv, &none);
	if (code != CLI_GO_ON)
		return code;
	struct kernels_registry *registry = packs_registry();
	if (!registry)
		return CLI_SYSTEM;
	for (size_t i = 0; i < kernels_registry_count(registry); i++) {
		const struct kernels_kernel *kernel = kernels_registry_at(registry, i)->kernel;
		printf("%s %s\n", kernel->name, kernel->signature);
	}
	kernels_registry_destroy(registry);
	return CLI_GOOD;
}
