/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs in shared objects. The argument is the folder of the objects of packs/pack.c. */
#include "check.h"
#include <kernels/kernels.h>
#include <stdlib.h>
#include <unistd.h>

static const char *folder;

static const char *path_of(const char *name)
{
	static char path[4096];
	snprintf(path, sizeof path, "%s/%s.so", folder, name);
	return path;
}

static const struct kernels_pack *load(const char *name)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_pack *pack = NULL;
	if (!CHECK_INT(kernels_pack_load(name, &pack, &diag), KERNELS_OK))
		printf("# %s\n", diag.message);
	return pack;
}

/* The message must contain these words. */
static void refused(const char *name, enum kernels_status status, const char *words)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_pack *pack = (const struct kernels_pack *)&diag;
	CHECK_INT(kernels_pack_load(name, &pack, &diag), status);
	CHECK(!pack);
	if (!CHECK(strstr(diag.message, words) != NULL))
		printf("# '%s' without '%s'\n", diag.message, words);
	CHECK_INT(kernels_pack_load(name, &pack, NULL), status);
}

static void kernels_can_be_found_and_called(void)
{
	struct kernels_registry *registry = kernels_registry_create(NULL);
	const struct kernels_pack *pack = load(path_of("pack-good"));
	CHECK_OR_RETURN(registry && pack);
	CHECK_INT(kernels_registry_add(registry, pack, NULL), KERNELS_OK);
	const struct kernels_entry *entry = kernels_registry_find(registry, "loaded.twice", 12);
	CHECK_OR_RETURN(entry != NULL);
	int32_t number = 21, result = 0;
	void *arguments[] = { &number }, *results[] = { &result };
	const struct kernels_site site = { .entry = entry, .argument_count = 1, .result_count = 1 };
	struct kernels_call call = { arguments, results, &site, NULL, NULL };
	entry->kernel->payload(&call);
	CHECK_INT(result, 42);
	kernels_registry_destroy(registry);
}

static void names_are_taken_once(void)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	const struct kernels_pack *pack = load(path_of("pack-good")), *again = load(path_of("pack-other-name"));
	CHECK_OR_RETURN(registry && pack && again);
	CHECK(pack == load(path_of("pack-good")));
	CHECK_INT(kernels_registry_add(registry, pack, NULL), KERNELS_OK);
	CHECK_INT(kernels_registry_add(registry, pack, NULL), KERNELS_E_EXISTS);
	CHECK_INT(kernels_registry_add(registry, again, &diag), KERNELS_E_EXISTS);
	CHECK(strstr(diag.message, "loaded.twice") != NULL);
	kernels_registry_destroy(registry);
}

static void other_sanitizers_are_refused(void)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	const struct kernels_pack *pack = load(path_of("pack-sanitizer"));
	CHECK_OR_RETURN(registry && pack);
	CHECK_INT(kernels_registry_add(registry, pack, &diag), KERNELS_E_UNSUPPORTED);
	CHECK(strstr(diag.message, "sanitizer") != NULL);
	kernels_registry_destroy(registry);
}

static void what_is_no_pack_is_refused(void)
{
	refused(path_of("pack-new"), KERNELS_E_VERSION, "needs a newer libkernels");
	refused(path_of("pack-no-query"), KERNELS_E_UNSUPPORTED, "is not a kernel pack");
	refused(path_of("pack-missing"), KERNELS_E_UNSUPPORTED, "function_that_nobody_has");
	refused(path_of("pack-of-nobody"), KERNELS_E_NOT_FOUND, "the file does not exist");
	refused("/dev/null", KERNELS_E_UNSUPPORTED, "cannot be loaded");
	refused("", KERNELS_E_NOT_FOUND, "a path has a slash");
}

static void names_are_looked_for(void)
{
	char path[8192];
	refused("pack-good", KERNELS_E_NOT_FOUND, "KERNELS_PACK_PATH");
	snprintf(path, sizeof path, "relative::/nowhere:%s", folder);
	CHECK_INT(setenv("KERNELS_PACK_PATH", path, 1), 0);
	CHECK(load("pack-good") != NULL);
	/* the current directory is never searched */
	CHECK_INT(chdir(folder), 0);
	CHECK_INT(setenv("KERNELS_PACK_PATH", ".:", 1), 0);
	refused("pack-good", KERNELS_E_NOT_FOUND, "KERNELS_PACK_PATH");
	CHECK_INT(unsetenv("KERNELS_PACK_PATH"), 0);
	refused("pack-good", KERNELS_E_NOT_FOUND, "KERNELS_PACK_PATH");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(kernels_can_be_found_and_called),
		CHECK_CASE(names_are_taken_once),
		CHECK_CASE(other_sanitizers_are_refused),
		CHECK_CASE(what_is_no_pack_is_refused),
		CHECK_CASE(names_are_looked_for),
	};
	if (argc < 2) {
		printf("Bail out! usage: load_test FOLDER\n");
		return 1;
	}
	folder = argv[1];
	return check_main(argc - 1, argv + 1, cases, sizeof cases / sizeof *cases);
}
