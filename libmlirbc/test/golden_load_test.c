/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode reader against MLIR's own tools: files that mlir-opt 16, 19 and 22 wrote, the text that they print of
 * them, the orders of uses that they had in memory, and files that crash or hang mlir-opt 22. */
#include "golden.h"

#include <unistd.h>

/* ---- texts. Names are BASE.TOOL.vVERSION.mlirbc; the text is BASE.TOOL.vVERSION.KIND.txt, or BASE.TOOL.KIND.txt
 * for all. */

static size_t loads, texts, differences;

static bool expected_text(const char *folder, const char *name, const char *kind, struct text *out)
{
	char path[4096];
	size_t length = strlen(name) - strlen(".mlirbc");
	snprintf(path, sizeof path, "%s/%.*s.%s.txt", folder, (int)length, name, kind);
	if (read_file(path, out))
		return true;
	while (length && name[length - 1] != '.')
		length--;
	snprintf(path, sizeof path, "%s/%.*s%s.txt", folder, (int)length, name, kind);
	return read_file(path, out);
}

/* The first lines that differ. Both texts end with a newline and a NUL. */
static void report_difference(const char *name, bool debug_info, const char *printed, const char *expected)
{
	size_t line = 1, here, there;
	for (;; line++, printed += here + 1, expected += there + 1) {
		here = strcspn(printed, "\n");
		there = strcspn(expected, "\n");
		if (here != there || memcmp(printed, expected, here) != 0 || !printed[here])
			break;
	}
	printf("# %s%s, line %zu:\n#   prints   %.*s\n#   expected %.*s\n", name, debug_info ? " with locations" : "",
		line, here < 200 ? (int)here : 200, printed, there < 200 ? (int)there : 200, expected);
}

/* Of releases without tables the names of properties are not known, and 16 prints otherwise. */
static bool has_tables(const struct loaded *l)
{
	const char *producer = l->input.data + 5; /* after magic bytes and version */
	return strncmp(producer, "MLIR19.", 7) == 0 || strncmp(producer, "MLIR22.", 7) == 0;
}

static void compare_text(const struct loaded *l, const char *folder, const char *name, bool debug_info)
{
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = debug_info };
	struct text printed = { 0 }, expected;
	enum mlirbc_status status = mlirbc_print(l->module, &options, append, &printed);
	append(&printed, "\n", 1); /* mlir-opt ends with an empty line */
	if (status != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s does not print: %s", name, mlirbc_status_name(status));
	if (has_tables(l) && expected_text(folder, name, debug_info ? "loc" : "gen", &expected)) {
		texts++;
		if (printed.size != expected.size || memcmp(printed.data, expected.data, expected.size) != 0) {
			report_difference(name, debug_info, printed.data, expected.data);
			differences++;
		}
		free(expected.data);
	}
	free(printed.data);
}

static void check_file(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	if (l.status != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s: %s at %llu: %s", name, mlirbc_status_name(l.status),
			(unsigned long long)l.diag.offset, l.diag.message);
	} else {
		loads++;
		compare_text(&l, folder, name, false);
		compare_text(&l, folder, name, true);
	}
	unload(&l);
}

static void prints_what_mlir_prints(void)
{
	size_t files = each_file("out", ".mlirbc", check_file);
	printf("# %zu of %zu files load, %zu of %zu texts are those of mlir-opt\n", loads, files, texts - differences,
		texts);
	CHECK(files > 0 && texts > 0);
	CHECK_INT(differences, 0);
}

/* ---- use-list orders: BASE.TOOL.users.txt is the tool's IR in memory when it wrote the file */

static size_t orders;

static void check_orders(const char *folder, const char *name)
{
	const struct mlirbc_print_options options = { .size = sizeof options, .value_users = true };
	for (int version = 3; version <= 6; version++) {
		char path[4096];
		struct text text, printed = { 0 };
		int base = (int)(strlen(name) - strlen(".users.txt"));
		snprintf(path, sizeof path, "%s/%s", folder, name);
		if (!read_file(path, &text))
			abort();
		snprintf(path, sizeof path, "%s/%.*s.v%d.mlirbc", folder, base, name, version);
		if (access(path, R_OK) != 0) { /* not every tool writes every version of everything */
			free(text.data);
			continue;
		}
		snprintf(path, sizeof path, "%.*s.v%d.mlirbc", base, name, version);
		struct loaded l = load(folder, path);
		if (CHECK_INT(l.status, MLIRBC_OK)) {
			(void)!mlirbc_print(l.module, &options, append, &printed);
			append(&printed, "\n", 1); /* the tools end with an empty line */
			bool equal = printed.size == text.size && memcmp(printed.data, text.data, text.size) == 0;
			orders += equal;
			if (!equal)
				check_report(__FILE__, __LINE__, "%s prints other users:\n%s", path, printed.data);
		}
		free(printed.data);
		unload(&l);
		free(text.data);
	}
}

static void prints_the_users_of_values(void)
{
	CHECK(each_file("out", ".users.txt", check_orders) > 0);
	printf("# %zu files print the users that the writer had\n", orders);
	CHECK(orders > 10);
}

/* ---- files that are broken. Each ends in an error that names a byte, or prints, in little memory. */

static void check_invalid(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	struct text printed = { 0 };
	if (l.status == MLIRBC_OK)
		(void)!mlirbc_print(l.module, NULL, append, &printed);
	else if (l.diag.status != l.status || (l.diag.offset > l.input.size && l.status != MLIRBC_E_LIMIT) ||
		 !l.diag.message[0])
		check_report(__FILE__, __LINE__, "%s: %s without a good reason: \"%s\" at %llu", name,
			mlirbc_status_name(l.status), l.diag.message, (unsigned long long)l.diag.offset);
	if (mlirbc_context_bytes(l.context) > 1000 * l.input.size + (1 << 20))
		check_report(__FILE__, __LINE__, "%s takes %zu bytes", name, mlirbc_context_bytes(l.context));
	free(printed.data);
	unload(&l);
}

static void survives_broken_files(void) { CHECK(each_file("invalid", ".mlirbc", check_invalid) > 0); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(prints_what_mlir_prints),
		CHECK_CASE(prints_the_users_of_values),
		CHECK_CASE(survives_broken_files),
	};
	return golden_find("mlirbc") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
