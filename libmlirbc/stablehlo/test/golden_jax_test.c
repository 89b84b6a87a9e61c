/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exports of the golden data, of all versions of the format: each opens, its artifact is the file beside it, and its functions are valid. */
#include "../../test/golden.h"

#include <mlirbc/jax_export.h>
#include <mlirbc/stablehlo_verify.h>

static size_t found;

static void check_export(const char *name, const struct text *bytes, const struct text *artifact)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_jax_export *exported;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct mlirbc_jax_load_options options = { .size = sizeof options };
	char platform[64];
	found++;
	if (mlirbc_jax_export_open(context, bytes->data, bytes->size, &exported, &diag) != MLIRBC_OK) {
		check_report(name, 0, "not opened: %s", diag.message);
	} else {
		if (exported->module_size != artifact->size || memcmp(exported->module, artifact->data, artifact->size) != 0)
			check_report(name, 0, "it has another artifact than the file beside it");
		if (exported->platforms.count)
			snprintf(platform, sizeof platform, "%.*s", (int)exported->platforms.data[0].size, exported->platforms.data[0].data);
		options.platform = platform;
		if (mlirbc_jax_export_load(exported, &options, &module, &diag) != MLIRBC_OK ||
			mlirbc_stablehlo_verify_module(module, NULL, &diag) != MLIRBC_OK)
			check_report(name, 0, "not loaded: %s", diag.message);
	}
	mlirbc_context_destroy(context);
}

static void exports(void)
{
	struct dirent **entries;
	const int count = scandir(golden, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		static const char suffix[] = ".jaxexport";
		const size_t size = strlen(entries[i]->d_name), tail = sizeof suffix - 1;
		char path[4096];
		struct text bytes, artifact;
		if (size > tail && strcmp(entries[i]->d_name + size - tail, suffix) == 0) {
			snprintf(path, sizeof path, "%s/%s", golden, entries[i]->d_name);
			CHECK_OR_RETURN(read_file(path, &bytes));
			snprintf(path, sizeof path, "%s/%.*s.mlirbc", golden, (int)(size - tail), entries[i]->d_name);
			CHECK_OR_RETURN(read_file(path, &artifact));
			check_export(entries[i]->d_name, &bytes, &artifact);
			free(bytes.data);
			free(artifact.data);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	printf("# %zu exports\n", found);
	CHECK(found > 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(exports) };
	return golden_find("jax/exported") ? check_main(argc, argv, cases, 1) : 0;
}
