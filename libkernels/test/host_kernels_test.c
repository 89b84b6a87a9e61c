/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every kernel of TFRT's host programs is registered: data/host_kernels.txt has the names that TFRT's driver lists,
 * without operations of op handlers (tf.*). Argument: that file. */
#include "check.h"
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_tensor.h>
#include <kernels/pack_test.h>
#include <stdlib.h>

static const char *list;

static void all_are_there(void)
{
	struct kernels_registry *registry = kernels_registry_create(NULL);
	FILE *file = fopen(list, "r");
	char name[256];
	size_t names = 0;
	CHECK_OR_RETURN(registry && file);
	CHECK_INT(kernels_registry_add(registry, kernels_pack_basic(), NULL), KERNELS_OK);
	CHECK_INT(kernels_registry_add(registry, kernels_pack_test(), NULL), KERNELS_OK);
	CHECK_INT(kernels_registry_add(registry, kernels_pack_tensor(), NULL), KERNELS_OK);
	while (fgets(name, sizeof name, file)) {
		name[strcspn(name, "\n")] = '\0';
		names++;
		if (!kernels_registry_find(registry, name, strlen(name)))
			check_report(__FILE__, __LINE__, "no kernel %s", name);
	}
	CHECK_INT(names, 535);
	fclose(file);
	kernels_registry_destroy(registry);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(all_are_there)
	};
	if (argc != 2)
		return 99;
	list = argv[1];
	return check_main(1, argv, cases, sizeof cases / sizeof *cases);
}
