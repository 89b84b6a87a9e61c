/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Artifacts of the original tools: converted to StableHLO and back, also for another version, they have the same bytes; so has
 * the artifact made from the text, and StableHLO made from the artifact has the same text. */
#include "golden.h"

#include <mlirbc/stablehlo_vhlo.h>

static size_t files, retargeted;

/* Reports the first difference. */
static void compare_bytes(const char *name, const struct text *made, const struct text *expected)
{
	size_t at = 0;
	if (made->size == expected->size && memcmp(made->data, expected->data, made->size) == 0)
		return;
	while (at < made->size && at < expected->size && made->data[at] == expected->data[at])
		at++;
	check_report(__FILE__, __LINE__, "%s: %zu bytes instead of %zu; they differ from byte %zu on", name, made->size,
		expected->size, at);
}

static bool write_artifact(
	const char *name, struct mlirbc_module *module, struct mlirbc_stablehlo_version version, struct text *out)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_write_options options = { .size = sizeof options, .has_version = true };
	*out = (struct text){ 0 };
	if (mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK &&
		mlirbc_stablehlo_to_vhlo(module, version, NULL, &diag) == MLIRBC_OK) {
		options.version = form.bytecode_version;
		options.producer = form.producer;
		if (mlirbc_write(module, &options, append, out, &diag) == MLIRBC_OK)
			return true;
	}
	check_report(__FILE__, __LINE__, "%s: %s: %s", name, mlirbc_status_name(diag.status), diag.message);
	return false;
}

/* Loads an artifact and makes StableHLO of it. */
static bool open_artifact(
	const char *folder, const char *name, struct loaded *out, struct mlirbc_stablehlo_version *version)
{
	*out = load(folder, name);
	if (out->status == MLIRBC_OK && !mlirbc_stablehlo_artifact_version(out->module, version))
		check_report(__FILE__, __LINE__, "%s: no version", name);
	else if (out->status == MLIRBC_OK && mlirbc_stablehlo_from_vhlo(out->module, NULL, &out->diag) == MLIRBC_OK)
		return true;
	check_report(__FILE__, __LINE__, "%s: %s", name, out->diag.message);
	return false;
}

static void check_file(const char *folder, const char *name)
{
	struct mlirbc_stablehlo_version version;
	struct loaded l;
	struct text made = { 0 };
	if (open_artifact(folder, name, &l, &version) && write_artifact(name, l.module, version, &made))
		compare_bytes(name, &made, &l.input);
	free(made.data);
	unload(&l);
	files++;
}

static void same_bytes(void)
{
	static const char *const folders[] = { "testdata", "dynamic", "quantized", "math", "interpret", "versions",
		"models" };
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		each_file(folders[i], ".mlirbc", check_file);
	CHECK(files > 0);
	printf("# %zu artifacts\n", files);
}

/* NAME.X.Y.Z.mlirbc for all versions, from the artifact of one of them. */
static void check_target(const char *folder, const char *name)
{
	char program[512];
	size_t dots = 0, at = strlen(name);
	while (at && dots < 4)
		dots += name[--at] == '.';
	snprintf(program, sizeof program, "%.*s.", (int)at, name);
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		const char *other = entries[i]->d_name;
		size_t length = strlen(other);
		if (strncmp(other, program, strlen(program)) == 0 && length > 7 &&
			strcmp(other + length - 7, ".mlirbc") == 0) {
			struct mlirbc_stablehlo_version version, target;
			struct loaded from, expected = load(folder, other);
			struct text made = { 0 };
			char both[1200];
			snprintf(both, sizeof both, "%s from %s", other, name);
			if (expected.status == MLIRBC_OK &&
				mlirbc_stablehlo_artifact_version(expected.module, &target) &&
				open_artifact(folder, name, &from, &version)) {
				if (write_artifact(both, from.module, target, &made))
					compare_bytes(both, &made, &expected.input);
				unload(&from);
			}
			free(made.data);
			unload(&expected);
			retargeted++;
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void other_versions(void)
{
	each_file("versions", ".mlirbc", check_target);
	CHECK(retargeted > 0);
	printf("# %zu pairs of versions\n", retargeted);
}

/* ---- text */

static bool parse_text(const char *name, const struct text *text, struct mlirbc_context *context, struct mlirbc_module **out)
{
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "<stdin>" };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, text->data, text->size, &options, out, &diag) == MLIRBC_OK)
		return true;
	check_report(__FILE__, __LINE__, "%s:%u:%u: %s", name, diag.line, diag.column, diag.message);
	return false;
}

static void compare_text(const char *name, const struct mlirbc_module *module, const struct text *expected)
{
	struct text out = { 0 };
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	if (mlirbc_print(module, &options, append, &out) != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s does not print", name);
	} else if (out.size + 1 != expected->size || memcmp(out.data, expected->data, out.size) != 0) {
		size_t at = 0;
		while (at < out.size && at < expected->size && out.data[at] == expected->data[at])
			at++;
		while (at && out.data[at - 1] != '\n')
			at--;
		check_report(__FILE__, __LINE__, "%s has another text:\n#  %.200s\n#  %.200s", name,
			at < out.size ? out.data + at : "", at < expected->size ? expected->data + at : "");
	}
	free(out.data);
}

static size_t texts, exact_texts;

/* The text from the artifact, and, if its locations are those of the text, the artifact from the text. `name` is that of the
 * artifact. */
static void check_pair(const char *folder, const char *program, const char *name, bool exact)
{
	char path[4096];
	struct text text, made = { 0 };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_stablehlo_version version = { 0, 0, 0 };
	struct loaded l;
	snprintf(path, sizeof path, "%s/%s/%s.mlir", golden, folder, program);
	if (!context || !read_file(path, &text))
		abort();
	snprintf(path, sizeof path, "%s/%s", golden, folder);
	if (open_artifact(path, name, &l, &version)) {
		compare_text(name, l.module, &text);
		if (exact && parse_text(program, &text, context, &module) && write_artifact(name, module, version, &made))
			compare_bytes(name, &made, &l.input);
	}
	exact_texts += exact;
	unload(&l);
	mlirbc_context_destroy(context);
	free(text.data);
	free(made.data);
}

/* Lines "NAME<tab>VERSION<tab>exact", or of `versions` "NAME<tab>VERSION,VERSION". */
static void check_line(const char *folder, char *line)
{
	char *versions = strchr(line, '\t'), *how, name[8192];
	if (!versions)
		return;
	*versions++ = '\0';
	versions[strcspn(versions, "\n")] = '\0';
	how = strchr(versions, '\t');
	texts++;
	if (strcmp(folder, "versions") != 0) {
		snprintf(name, sizeof name, "%s.mlirbc", line);
		if (how && strcmp(strtok(how + 1, "\t"), "exact") == 0)
			check_pair(folder, line, name, true);
		return;
	}
	for (char *version = strtok(versions, ","); version; version = strtok(NULL, ",")) {
		snprintf(name, sizeof name, "%s.%s.mlirbc", line, version);
		check_pair(folder, line, name, false);
	}
}

static void same_as_text(void)
{
	static const char *const folders[] = { "testdata", "dynamic", "quantized", "interpret", "versions" };
	char path[4096], line[2048];
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		snprintf(path, sizeof path, "%s/%s/INDEX.tsv", golden, folders[i]);
		FILE *f = fopen(path, "r");
		while (f && fgets(line, sizeof line, f))
			check_line(folders[i], line);
		if (f)
			fclose(f);
	}
	CHECK(exact_texts > 0);
	printf("# %zu programs, %zu artifacts of texts\n", texts, exact_texts);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(same_bytes), CHECK_CASE(other_versions), CHECK_CASE(same_as_text) };
	if (!golden_find("stablehlo"))
		return 0;
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
