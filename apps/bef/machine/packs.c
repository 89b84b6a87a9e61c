/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The built-in packs, the packs from --pack, and the list of their kernels. */
#include "machine/packs.h"
#include "../cli/cli.h"

#include <built_in_packs.h>

#include <bef/reader.h>
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
		if (!name)
			return cli_out_of_memory();
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

/* Programs for devices are native code, or become native code: they run only when the user asks for devices. */
static bool is_for_devices(const struct kernels_pack *pack)
{
	return strcmp(pack->name, "device") == 0 || strcmp(pack->name, "opencl") == 0 || strcmp(pack->name, "cuda") == 0;
}

static bool is_listed(const char *name, const char *list)
{
	const size_t size = strlen(name);
	while (list && *list != '\0') {
		const size_t next = strcspn(list, ",");
		if (next == size && memcmp(list, name, size) == 0)
			return true;
		list += next + (list[next] == ',');
	}
	return false;
}

int packs_registry(const char *loaded, const char *device, struct kernels_registry **out_registry)
{
	/* calls, not addresses: in a Windows DLL an imported address is not a constant */
	const struct kernels_pack *const packs[] = { BEF_APP_PACKS NULL };
	struct kernels_registry *registry = kernels_registry_create(NULL);
	int code = CLI_GOOD;
	*out_registry = NULL;
	if (!registry)
		return cli_out_of_memory();
	for (size_t i = 0; packs[i] && code == CLI_GOOD; i++) {
		if (device || !is_for_devices(packs[i]) || is_listed(packs[i]->name, loaded))
			code = add(registry, packs[i]);
	}
	if (code == CLI_GOOD && loaded)
		code = load(registry, packs, loaded);
	if (code == CLI_GOOD)
		*out_registry = registry;
	else
		kernels_registry_destroy(registry);
	return code;
}

/* ---- programs that use devices */

/* The pack of a kernel that only packs for devices have. NULL: another kernel. Models that were lowered for a device have kernels of
 * pack hlo that need a driver. */
static const char *pack_for_devices(const struct kernels_pack *const *packs, struct bef_string name)
{
	static const char hlo[] = "hlo.device_";
	for (; *packs; packs++) {
		const struct kernels_pack *pack = *packs;
		for (size_t i = 0; is_for_devices(pack) && i < pack->kernel_count; i++) {
			const struct kernels_kernel *kernel = (const void *)((const char *)pack->kernels + i * pack->kernel_size);
			if (strlen(kernel->name) == name.size && memcmp(kernel->name, name.data, name.size) == 0)
				return pack->name;
		}
	}
	return name.size >= sizeof hlo - 1 && memcmp(name.data, hlo, sizeof hlo - 1) == 0 ? "hlo" : NULL;
}

size_t packs_note_devices(const char *file, const uint8_t *bef, size_t size, bool each)
{
	const struct kernels_pack *const packs[] = { BEF_APP_PACKS NULL };
	struct bef_reader reader;
	struct bef_string name;
	const char *option = NULL;
	size_t found = 0;
	if (bef_reader_open(bef, size, &reader, NULL) != BEF_OK)
		return 0;
	struct bef_names names = bef_reader_kernels(&reader);
	while (bef_names_next(&names, &name, NULL) == BEF_OK) {
		const char *pack = pack_for_devices(packs, name);
		if (!pack)
			continue;
		found++;
		option = strcmp(pack, "hlo") == 0 ? "--device DEVICE" : "--pack device, and the pack of its driver: --pack device,opencl";
		if (each)
			cli_note(file, "operation '%.*s' of pack %s is for a device, which runs code that the file contains", (int)name.size,
				name.data, pack);
	}
	if (option)
		cli_note(file, "'bef run' runs operations for devices only with %s", option);
	return found;
}
