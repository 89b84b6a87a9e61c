/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every portable artifact of the golden data, by any release: it opens, is upgraded to StableHLO that verifies and prints, and is written
 * again for its own version and for the present one. Both are read as the same text. Other bytecode, and artifacts with encoded attributes of Shardy, are passed over. */
#include "../../test/golden.h"
#include "valid.h"

#include <sys/stat.h>

static size_t found, bytes_kept;
static uint64_t releases[2]; /* bits of minor versions, by major version */

static struct text print(const struct mlirbc_module *module)
{
	struct text out = { 0 };
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	if (mlirbc_print(module, &options, append, &out) != MLIRBC_OK) {
		free(out.data);
		out = (struct text){ 0 };
	}
	return out;
}

static struct mlirbc_module *upgrade(struct mlirbc_context *context, const struct text *bytes, struct mlirbc_diag *diag)
{
	struct mlirbc_module *module;
	return mlirbc_verify(bytes->data, bytes->size, NULL, NULL, diag) == MLIRBC_OK &&
			       mlirbc_load(context, bytes->data, bytes->size, NULL, &module, diag) == MLIRBC_OK &&
			       mlirbc_stablehlo_from_vhlo(module, NULL, diag) == MLIRBC_OK
		       ? module
		       : NULL;
}

/* Upgrades a copy, writes it for the version and upgrades that. */
static void check_version(const char *name, const struct text *input, struct mlirbc_stablehlo_version version, const struct text *expected)
{
	const struct mlirbc_stablehlo_vhlo_options mixed = { .size = sizeof mixed, .allow_other_dialects = true };
	struct mlirbc_write_options write = { .size = sizeof write, .has_version = true };
	struct mlirbc_context *context = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_stablehlo_artifact form;
	struct text written = { 0 };
	struct mlirbc_module *module = upgrade(context, input, &diag), *again = NULL;
	if (mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK && module &&
		mlirbc_stablehlo_to_vhlo(module, version, &mixed, &diag) == MLIRBC_OK) {
		write.version = form.bytecode_version;
		write.producer = form.producer;
		if (mlirbc_write(module, &write, append, &written, &diag) == MLIRBC_OK)
			again = upgrade(other, &written, &diag);
	}
	struct text text = again ? print(again) : (struct text){ 0 };
	if (!again)
		check_report(name, 0, "not written as %u.%u: %s", version.major, version.minor, diag.message);
	else if (text.size != expected->size || !text.size || memcmp(text.data, expected->data, text.size) != 0)
		check_report(name, 0, "written as %u.%u it has another text", version.major, version.minor);
	bytes_kept += written.size == input->size && memcmp(written.data, input->data, written.size) == 0;
	free(text.data);
	free(written.data);
	mlirbc_context_destroy(other);
	mlirbc_context_destroy(context);
}

static void check_artifact(const char *name, const struct text *input)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_stablehlo_version version;
	struct mlirbc_module *module;
	if (mlirbc_load(context, input->data, input->size, NULL, &module, NULL) == MLIRBC_OK &&
		mlirbc_stablehlo_artifact_version(module, &version) && version.major < 2) {
		releases[version.major] |= UINT64_C(1) << (version.minor & 63);
		found++;
		module = upgrade(context, input, &diag);
		struct text text = module ? print(module) : (struct text){ 0 };
		if (!text.size)
			check_report(name, 0, "not upgraded: %s", diag.message);
		else if (mlirbc_stablehlo_verify_module(module, NULL, &diag) != MLIRBC_OK)
			check_report(name, (int)diag.line, "not valid: %s", diag.message);
		if (text.size && mlirbc_stablehlo_version_is_known(version))
			check_version(name, input, version, &text);
		if (text.size)
			check_version(name, input, MLIRBC_STABLEHLO_CURRENT, &text);
		free(text.data);
	}
	mlirbc_context_destroy(context);
}

static bool ends_with(const char *name, const char *suffix)
{
	const size_t size = strlen(name), tail = strlen(suffix);
	return size > tail && strcmp(name + size - tail, suffix) == 0;
}

static void visit(const char *path)
{
	struct dirent **entries;
	int count = scandir(path, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		char name[4096];
		struct stat about;
		struct text text;
		const int length = snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
		const bool usable = entries[i]->d_name[0] != '.' && length > 0 && (size_t)length < sizeof name && stat(name, &about) == 0;
		if (usable && S_ISDIR(about.st_mode)) {
			visit(name);
		} else if (usable && (ends_with(name, ".mlirbc") || ends_with(name, ".bc")) && read_file(name, &text)) {
			if (mlirbc_is_bytecode(text.data, text.size))
				check_artifact(name, &text);
			free(text.data);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void artifacts(void)
{
	unsigned count = 0;
	visit(golden);
	for (unsigned i = 0; i < 128; i++)
		count += (unsigned)(releases[i / 64] >> i % 64 & 1);
	printf("# %zu artifacts of %u versions; %zu are written as they were\n", found, count, bytes_kept);
	CHECK(found > 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(artifacts) };
	return golden_find(".") ? check_main(argc, argv, cases, 1) : 0;
}
