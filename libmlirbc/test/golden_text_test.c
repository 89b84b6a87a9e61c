/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generic text that mlir-opt 22 and tfrt_translate printed: parsed and printed again it must be the same, byte for
 * byte. Skipped without the golden data. */
#include "golden.h"

static size_t texts, same;

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Whether MLIR prints different locations alike (it leaves out the end of some ranges): read again they are one, and
 * their numbers move. Breaks the text into lines. */
static bool has_equal_locations(char *text)
{
	static const char *lines[4096];
	size_t count = 0;
	for (char *line = strtok(text, "\n"); line && count < 4096; line = strtok(NULL, "\n")) {
		char *value = strncmp(line, "#loc", 4) == 0 ? strstr(line, " = ") : NULL;
		if (value)
			lines[count++] = value;
	}
	qsort(lines, count, sizeof *lines, compare_lines);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(lines[i - 1], lines[i]) == 0)
			return true;
	}
	return false;
}

static void check_text(const char *folder, const char *name)
{
	struct mlirbc_print_options options = { .size = sizeof options,
		.debug_info = strstr(name, ".loc.txt") != NULL };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct text input, printed = { 0 };
	char path[4096];
	if (!strstr(name, ".22.") && !strstr(name, ".mlir")) /* 16 and 19 print otherwise */
		goto done;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!CHECK(read_file(path, &input)))
		goto done;
	texts++;
	if (mlirbc_parse(context, input.data, input.size, NULL, &module, &diag) != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s:%u:%u: %s", name, diag.line, diag.column, diag.message);
	} else {
		(void)!mlirbc_print(module, &options, append, &printed);
		append(&printed, "\n", 1); /* the tools end with an empty line */
		bool equal = printed.size == input.size && memcmp(printed.data, input.data, input.size) == 0;
		same += equal;
		if (!equal && !has_equal_locations(input.data))
			check_report(__FILE__, __LINE__, "%s prints otherwise", name);
	}
	free(printed.data);
	free(input.data);
done:
	mlirbc_context_destroy(context);
}

static void mlir_opt(void)
{
	texts = same = 0;
	each_file("mlirbc/out", ".gen.txt", check_text);
	each_file("mlirbc/out", ".loc.txt", check_text);
	printf("# %zu of %zu texts are printed as they were\n", same, texts);
	CHECK(texts >= 100);
}

static void host_programs(void)
{
	texts = same = 0;
	each_file("bef", ".generic.mlir", check_text);
	printf("# %zu of %zu programs are printed as they were\n", same, texts);
	CHECK(texts >= 50);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(mlir_opt), CHECK_CASE(host_programs) };
	if (!golden_find(""))
		return 0; /* the plan line says it: meson takes 77 after TAP for an error */
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
