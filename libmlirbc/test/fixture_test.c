/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files in data/: parsed and printed they must read as mlir-opt 22 printed them (data/regenerate.sh), and what is
 * printed must print the same when parsed again. */
#include "text.h"

static char *read_all(const char *name, size_t *out_size)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", TEXT_DATA, name);
	FILE *f = fopen(path, "rb");
	char *text = malloc(1 << 20);
	if (!f || !text)
		abort();
	*out_size = fread(text, 1, (1 << 20) - 1, f);
	text[*out_size] = '\0';
	fclose(f);
	return text;
}

static struct printed print_source(const char *text, size_t size, const char *file, bool debug_info)
{
	const struct mlirbc_parse_options options = { .size = sizeof options, .file_name = file };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct printed out = { 0 };
	if (parse_exact(context, text, size, &options, &module, &diag) == MLIRBC_OK)
		out = print_module(module, debug_info);
	else
		check_report(__FILE__, __LINE__, "%s:%u:%u: %s", file, diag.line, diag.column, diag.message);
	mlirbc_context_destroy(context);
	return out;
}

static void compare(const char *what, const char *actual, const char *expected)
{
	for (int line = 1; *actual || *expected; line++) {
		size_t here = strcspn(actual, "\n"), there = strcspn(expected, "\n");
		if (here != there || memcmp(actual, expected, here) != 0) {
			check_report(__FILE__, __LINE__, "%s, line %d:\n#   prints   %.*s\n#   expected %.*s", what,
				line, (int)here, actual, (int)there, expected);
			return;
		}
		actual += here + (actual[here] != 0);
		expected += there + (expected[there] != 0);
	}
}

static void check_fixture(const char *name)
{
	char file[100], what[120];
	size_t size, expected_size;
	snprintf(file, sizeof file, "%s.mlir", name);
	char *text = read_all(file, &size);
	for (int debug_info = 0; debug_info < 2; debug_info++) {
		snprintf(what, sizeof what, "%s%s", name, debug_info ? ".loc.txt" : ".txt");
		char *expected = read_all(what, &expected_size);
		struct printed once = print_source(text, size, file, debug_info);
		if (CHECK(once.text != NULL)) {
			compare(what, once.text, expected);
			struct printed twice = print_source(once.text, once.size, file, debug_info);
			snprintf(what, sizeof what, "%s again", name);
			if (CHECK(twice.text != NULL))
				compare(what, twice.text, once.text);
			free(twice.text);
		}
		free(once.text);
		free(expected);
	}
	free(text);
}

#define FIXTURE(name)                                                                                                  \
	static void name(void) { check_fixture(#name); }
FIXTURE(aliases)
FIXTURE(attributes)
FIXTURE(debuginfo)
FIXTURE(defaults)
FIXTURE(elements)
FIXTURE(floats)
FIXTURE(functions)
FIXTURE(locations)
FIXTURE(regions)
FIXTURE(resources)
FIXTURE(types)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(aliases), CHECK_CASE(attributes), CHECK_CASE(debuginfo),
		CHECK_CASE(defaults), CHECK_CASE(elements), CHECK_CASE(floats), CHECK_CASE(functions),
		CHECK_CASE(locations), CHECK_CASE(regions), CHECK_CASE(resources), CHECK_CASE(types) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
