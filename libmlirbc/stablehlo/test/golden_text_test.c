/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs as stablehlo-opt prints them: parsed and printed again, also from bytecode, they have the same bytes, less the empty
 * line at the end. Programs that a verifier accepts are parsed. */
#include "../../test/golden.h"

#include <mlirbc/stablehlo.h>

static size_t same, parsed;

static void print_text(
	const char *name, const struct mlirbc_module *module, const struct text *expected, const char *from)
{
	struct text out = { 0 };
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	if (mlirbc_print(module, &options, append, &out) != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s does not print", name);
	} else if (out.size != expected->size || memcmp(out.data, expected->data, out.size) != 0) {
		size_t at = 0;
		while (at < out.size && at < expected->size && out.data[at] == expected->data[at])
			at++;
		while (at && out.data[at - 1] != '\n')
			at--;
		check_report(__FILE__, __LINE__, "%s: another text%s:\n#  %.200s\n#  %.200s", name, from,
			at < out.size ? out.data + at : "", at < expected->size ? expected->data + at : "");
	} else {
		same++;
	}
	free(out.data);
}

static void print_from_bytecode(const char *name, const struct mlirbc_module *module, const struct text *expected)
{
	struct text bytes = { 0 };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *loaded;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_write(module, NULL, append, &bytes, &diag) != MLIRBC_OK ||
		mlirbc_load(context, bytes.data, bytes.size, NULL, &loaded, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s, as bytecode: %s", name, diag.message);
	else
		print_text(name, loaded, expected, " from bytecode");
	mlirbc_context_destroy(context);
	free(bytes.data);
}

static bool parse(struct mlirbc_context *context, const char *name, const struct text *text, struct mlirbc_module **out)
{
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = name };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, text->data, text->size, &options, out, &diag) == MLIRBC_OK)
		return true;
	check_report(__FILE__, __LINE__, "%s:%u:%u: %s", name, diag.line, diag.column, diag.message);
	return false;
}

static struct text read_text(const char *folder, const char *name)
{
	char path[4096];
	struct text text;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	return text;
}

static void check_same(const char *folder, const char *name)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct text text = read_text(folder, name);
	struct mlirbc_module *module;
	if (parse(context, name, &text, &module)) {
		parsed++;
		text.size -= text.size > 1 && text.data[text.size - 2] == '\n'; /* the empty line */
		print_text(name, module, &text, "");
		print_from_bytecode(name, module, &text);
	}
	mlirbc_context_destroy(context);
	free(text.data);
}

/* Programs from other tools: what is printed is read and printed again. */
static void check_stable(const char *folder, const char *name)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct text text = read_text(folder, name), out = { 0 };
	struct mlirbc_module *module;
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	if (parse(context, name, &text, &module) && mlirbc_print(module, &options, append, &out) == MLIRBC_OK &&
		parse(context, name, &out, &module)) {
		print_text(name, module, &out, "");
		print_from_bytecode(name, module, &out);
	}
	mlirbc_context_destroy(context);
	free(text.data);
	free(out.data);
}

/* ---- cases */

static void printed_programs(void)
{
	static const char *const folders[] = { "testdata", "dynamic", "quantized", "math", "interpret", "versions" };
	size_t count = 0;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		count += each_file(folders[i], ".mlir", check_same);
	printf("# %zu programs, %zu parsed, %zu of %zu texts are the same\n", count, parsed, same, 2 * count);
}

static void models(void)
{
	size_t before = same, count = each_file("models", ".mlir", check_stable);
	printf("# %zu models, %zu of %zu texts are the same\n", count, same - before, 2 * count);
}

/* INDEX.tsv: name, tab, "ok" or "error", and the error. */
static void verified_programs(void)
{
	char folder[4096];
	snprintf(folder, sizeof folder, "%s/verify", golden);
	struct text index = read_text(folder, "INDEX.tsv");
	size_t count = 0;
	for (char *line = index.data, *end; (end = strchr(line, '\n')); line = end + 1) {
		char name[256];
		*end = '\0';
		char *tab = strchr(line, '\t');
		if (!tab || strncmp(tab, "\tok", 3) != 0 || tab - line > 200)
			continue;
		snprintf(name, sizeof name, "%.*s.mlir", (int)(tab - line), line);
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct text text = read_text(folder, name);
		struct mlirbc_module *module;
		parse(context, name, &text, &module);
		mlirbc_context_destroy(context);
		free(text.data);
		count++;
	}
	printf("# %zu programs that verify\n", count);
	free(index.data);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(printed_programs), CHECK_CASE(models),
		CHECK_CASE(verified_programs) };
	if (!golden_find("stablehlo"))
		return 0;
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
