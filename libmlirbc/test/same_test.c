/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Forms of one module are equal: each source of test/data as it is, as it is printed, and as bytecode has one hash,
 * and diff finds nothing, also within one context, where aliases and numbers of distinct attributes have to be other
 * ones. TEXT_DATA names the folder. */
#include "text.h"

#include <dirent.h>

static int sources;

/* Resources that nothing refers to are not printed: then they are all that is missing. */
static bool only_resources(const char *lines)
{
	static const char start[] = "- resource ";
	for (; lines && *lines; lines = strchr(lines, '\n') + 1) {
		if (strncmp(lines, start, sizeof start - 1) != 0)
			return false;
	}
	return true;
}

static void compare(const char *name, const char *form, const struct mlirbc_module *a, const struct mlirbc_module *b)
{
	uint8_t hashes[2][MLIRBC_HASH_SIZE];
	struct printed lines = { 0 };
	uint64_t count = 0;
	CHECK_INT(mlirbc_hash(a, hashes[0], NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_hash(b, hashes[1], NULL), MLIRBC_OK);
	if (memcmp(hashes[0], hashes[1], MLIRBC_HASH_SIZE) != 0)
		check_report(__FILE__, __LINE__, "%s, %s: another hash", name, form);
	CHECK_INT(mlirbc_diff(a, b, printed_append, &lines, &count, NULL), MLIRBC_OK);
	if (count && !only_resources(lines.text))
		check_report(__FILE__, __LINE__, "%s, %s: %s", name, form, lines.text);
	free(lines.text);
}

static void check_source(const char *name)
{
	char path[4096];
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *source, *again;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	static char text[1 << 20];
	snprintf(path, sizeof path, "%s/%s", TEXT_DATA, name);
	FILE *f = fopen(path, "rb");
	CHECK_OR_RETURN(f && context);
	size_t size = fread(text, 1, sizeof text, f);
	fclose(f);
	if (mlirbc_parse(context, text, size, NULL, &source, &diag) != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s:%u:%u: %s", name, diag.line, diag.column, diag.message);
	} else {
		struct printed printed = print_module(source, true), bytes = write_module(source, NULL);
		if (CHECK_INT(mlirbc_parse(context, printed.text, printed.size, NULL, &again, NULL), MLIRBC_OK))
			compare(name, "printed", source, again);
		for (int i = 0; i < 2; i++) { /* the second one's numbers are not those of the first */
			if ((again = load_written(context, &bytes)) != NULL)
				compare(name, "as bytecode", source, again);
		}
		mlirbc_context_destroy(context);
		context = NULL;
		free(printed.text);
		free(bytes.text);
		sources++;
	}
	mlirbc_context_destroy(context);
}

static void forms_say_the_same(void)
{
	DIR *folder = opendir(TEXT_DATA);
	CHECK_OR_RETURN(folder != NULL);
	for (const struct dirent *entry; (entry = readdir(folder));) {
		size_t length = strlen(entry->d_name);
		if (length > 5 && strcmp(entry->d_name + length - 5, ".mlir") == 0)
			check_source(entry->d_name);
	}
	closedir(folder);
	CHECK(sources >= 10);
}

static const char scopes[] = "#d = #llvm.alias_scope_domain<id = distinct[0]<>>\n"
			     "#a = #llvm.alias_scope<id = distinct[1]<>, domain = #d>\n"
			     "#b = #llvm.alias_scope<id = distinct[2]<>, domain = #d>\n";

static struct mlirbc_module *parse_uses(struct mlirbc_context *context, const char *head, const char *uses)
{
	char text[1024];
	struct mlirbc_module *module = NULL;
	snprintf(text, sizeof text, "%s%s", head, uses);
	CHECK_INT(mlirbc_parse(context, text, strlen(text), NULL, &module, NULL), MLIRBC_OK);
	return module;
}

/* Identities still count: two scopes are not one twice. */
static void distinct_scopes_are_distinct(void)
{
	static const char *const uses[] = { "\"t.x\"() {s = [#a, #b]} : () -> ()",
		"\"t.x\"() {s = [#a, #a]} : () -> ()", "\"t.x\"() {s = [#b, #a]} : () -> ()" };
	uint8_t hashes[3][MLIRBC_HASH_SIZE];
	for (int i = 0; i < 3; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse_uses(context, scopes, uses[i]);
		CHECK_INT(mlirbc_hash(module, hashes[i], NULL), MLIRBC_OK);
		mlirbc_context_destroy(context);
	}
	CHECK(memcmp(hashes[0], hashes[1], MLIRBC_HASH_SIZE) != 0);
	CHECK_INT(memcmp(hashes[0], hashes[2], MLIRBC_HASH_SIZE), 0);
}

/* The same of a comparison, which finds that many differences either way round: within an attribute, between those of an op,
 * between ops, and where ops only one side has come between. */
static void distinct_ones_are_told(void)
{
	static const struct {
		const char *a, *b;
		unsigned count;
	} cases[] = {
		{ "\"t.x\"() {s = [#a, #b]} : () -> ()", "\"t.x\"() {s = [#a, #a]} : () -> ()", 1 },
		{ "\"t.x\"() {s = [#a, #b]} : () -> ()", "\"t.x\"() {s = [#b, #a]} : () -> ()", 0 },
		{ "\"t.x\"() {r = #a, s = #b} : () -> ()", "\"t.x\"() {r = #a, s = #a} : () -> ()", 1 },
		{ "\"t.x\"() {s = distinct[7]<>, r = distinct[8]<>} : () -> ()",
			"\"t.x\"() {s = distinct[7]<>, r = distinct[7]<>} : () -> ()", 1 },
		{ "\"t.x\"() {s = distinct[7]<>, r = distinct[8]<>} : () -> ()",
			"\"t.x\"() {s = distinct[9]<>, r = distinct[7]<>} : () -> ()", 0 },
		{ "\"t.x\"() {s = #a} : () -> () \"t.x\"() {s = #b} : () -> () \"t.x\"() {s = #a} : () -> ()",
			"\"t.x\"() {s = #b} : () -> () \"t.x\"() {s = #a} : () -> () \"t.x\"() {s = #a} : () -> ()", 1 },
		{ "\"t.x\"() {s = #a} : () -> () \"t.y\"() : () -> () \"t.x\"() {s = #b} : () -> ()",
			"\"t.x\"() {s = #b} : () -> () \"t.x\"() {s = #a} : () -> ()", 1 },
	};
	for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *a = parse_uses(context, scopes, i % 2 ? cases[i / 2].b : cases[i / 2].a);
		struct mlirbc_module *b = parse_uses(context, scopes, i % 2 ? cases[i / 2].a : cases[i / 2].b);
		struct printed lines = { 0 };
		uint64_t count = 0;
		CHECK_INT(mlirbc_diff(a, b, printed_append, &lines, &count, NULL), MLIRBC_OK);
		if (count != cases[i / 2].count)
			check_report(__FILE__, __LINE__, "case %zu: %s", i, lines.text ? lines.text : "no difference");
		free(lines.text);
		mlirbc_context_destroy(context);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(forms_say_the_same),
		CHECK_CASE(distinct_scopes_are_distinct),
		CHECK_CASE(distinct_ones_are_told),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
