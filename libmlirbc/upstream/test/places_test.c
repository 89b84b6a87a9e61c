/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules that mlir-opt-22 refuses, between lines "// -----" in invalid/NAME.mlir: the first line of each has line and column of the
 * error, counted from the line behind it, and the message of mlir-opt. Ours may differ, the place may not. */
#include "../../test/text.h"

#include <dirent.h>
#include <mlirbc/upstream.h>

static const char SEPARATOR[] = "// -----\n";

/* `text`: a module with its first line. */
static void check_module(const char *file, const char *text, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "t" };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module = NULL;
	unsigned line = 0, column = 0;
	const char *body = memchr(text, '\n', size);
	options.dialects = mlirbc_upstream_assembly(&options.dialect_count);
	if (CHECK(body != NULL) && CHECK(sscanf(text, "// %u:%u", &line, &column) == 2)) {
		const bool good = mlirbc_parse(context, body + 1, size - (size_t)(body + 1 - text), &options, &module, &diag) == MLIRBC_OK;
		if (good || diag.line != line || diag.column != column)
			check_report(__FILE__, __LINE__, "%s: %.*s: %s, %u:%u: %s", file, (int)(body - text), text,
				good ? "accepted" : "another place", diag.line, diag.column, diag.message);
	}
	mlirbc_context_destroy(context);
}

static char *read_file(const char *name)
{
	enum { MOST = 1 << 18 };
	char path[1024];
	snprintf(path, sizeof path, "%s/%s", INVALID_DATA, name);
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, MOST);
	if (!file || !text || fread(text, 1, MOST - 1, file) == 0)
		abort();
	fclose(file);
	return text;
}

static void places(void)
{
	DIR *folder = opendir(INVALID_DATA);
	unsigned count = 0;
	for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
		if (!strstr(entry->d_name, ".mlir"))
			continue;
		char *text = read_file(entry->d_name);
		for (const char *at = text, *end; at; at = *end ? end + sizeof SEPARATOR - 1 : NULL, count++) {
			end = strstr(at, SEPARATOR);
			end = end ? end : at + strlen(at);
			check_module(entry->d_name, at, (size_t)(end - at));
		}
		free(text);
	}
	CHECK(count >= 300);
	if (folder)
		closedir(folder);
}

int main(int argc, char **argv)
{
	static const struct check_case all[] = { CHECK_CASE(places) };
	return check_main(argc, argv, all, sizeof all / sizeof *all);
}
