/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loading the files of test/data/load, which mlir-opt-22 and JAX wrote, yields the text that they print of them, including
 * locations. Parsing the sources yields the text as well. LOAD_DATA, from the build, names the folder. */
#include "golden.h"

/* Text that MLIR printed, with one newline at the end as ours has it. */
static struct text expected_text(const char *name, size_t length)
{
	char path[4096];
	struct text text;
	snprintf(path, sizeof path, "%s/%.*s.txt", LOAD_DATA, (int)length, name);
	if (!read_file(path, &text) || text.size < 2)
		abort();
	text.data[--text.size] = 0;
	return text;
}

static void check_print(
	const char *name, const struct mlirbc_module *module, bool debug_info, const struct text *expected)
{
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = debug_info };
	struct text printed = { 0 };
	CHECK_INT(mlirbc_print(module, &options, append, &printed), MLIRBC_OK);
	if (printed.size != expected->size || memcmp(printed.data, expected->data, printed.size) != 0)
		check_report(__FILE__, __LINE__, "%s prints\n%s\nexpected\n%s", name, printed.data, expected->data);
	free(printed.data);
}

static void check_file(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	struct text expected = expected_text(name, strlen(name) - strlen(".mlirbc"));
	if (l.status == MLIRBC_OK)
		check_print(name, l.module, true, &expected);
	else
		check_report(__FILE__, __LINE__, "%s: %s at %llu: %s", name, mlirbc_status_name(l.status),
			(unsigned long long)l.diag.offset, l.diag.message);
	free(expected.data);
	unload(&l);
}

/* Lazy read. */
static void check_lazily(const char *folder, const char *name)
{
	struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
	struct text expected = expected_text(name, strlen(name) - strlen(".mlirbc"));
	struct loaded l = load(folder, name);
	mlirbc_context_destroy(l.context);
	l.context = mlirbc_context_create(NULL);
	l.status = mlirbc_load(l.context, l.input.data, l.input.size, &options, &l.module, &l.diag);
	if (CHECK_INT(l.status, MLIRBC_OK))
		check_print(name, l.module, true, &expected);
	free(expected.data);
	unload(&l);
}

static void prints_the_same_read_lazily(void) { CHECK(each_file(".", ".mlirbc", check_lazily) >= 8); }

static void prints_what_mlir_prints(void) { CHECK_INT(each_file(".", ".mlirbc", check_file), 11); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(prints_what_mlir_prints),
		CHECK_CASE(prints_the_same_read_lazily) };
	snprintf(golden, sizeof golden, "%s", LOAD_DATA);
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
