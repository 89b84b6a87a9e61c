/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The built-in packs, the packs from --pack, and the list of their kernels. */
#include "bef.h"
#include "packs.h"

#include <kernels/load.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(struct kernels_registry *registry, const struct kernels_pack *pack)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	enum kernels_status status = kernels_registry_add(registry, pack, &diag);
	if (status == KERNELS_OK)
		return CLI_GOOD;
	cli_error("%s", status == KERNELS_E_NOMEM ? "out of memory" : diag.message);
	return CLI_SYSTEM;
}

static bool is_built_in(const struct kernels_pack *const *packs, const char *name)
{
	while (*packs && strcmp((*packs)->name, name) != 0)
		packs++;
	return *packs != NULL;
}

/* Adds the packs of a comma-separated list. Those in `built_in` are there already. */
static int load(struct kernels_registry *registry, const struct kernels_pack *const *built_in, const char *list)
{
	int code = CLI_GOOD;
	while (code == CLI_GOOD && *list != '\0') {
		struct kernels_diag diag = KERNELS_DIAG_INIT;
		const struct kernels_pack *pack;
		size_t size = strcspn(list, ",");
		char *name = strndup(list, size);
		if (!name) {
			cli_error("out of memory");
			return CLI_SYSTEM;
		}
		if (is_built_in(built_in, name)) {
			/* as if it were not */
		} else if (kernels_pack_load(name, &pack, &diag) == KERNELS_OK) {
			code = add(registry, pack);
		} else {
			cli_error("%s", diag.message);
			code = CLI_SYSTEM;
		}
		free(name);
		list += size + (list[size] == ',');
	}
	return code;
}

int packs_registry(const char *loaded, struct kernels_registry **out_registry)
{
	/* calls, not addresses: in a Windows DLL an imported address is not a constant */
	const struct kernels_pack *const packs[] = { BEF_APP_PACKS NULL };
	struct kernels_registry *registry = kernels_registry_create(NULL);
	int code = CLI_GOOD;
	*out_registry = NULL;
	if (!registry) {
		cli_error("out of memory");
		return CLI_SYSTEM;
	}
	for (size_t i = 0; packs[i] && code == CLI_GOOD; i++)
		code = add(registry, packs[i]);
	if (code == CLI_GOOD && loaded)
		code = load(registry, packs, loaded);
	if (code == CLI_GOOD)
		*out_registry = registry;
	else
		kernels_registry_destroy(registry);
	return code;
}
