/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The verifier over the golden programs of StableHLO: it accepts and refuses what stablehlo-opt does, and names the same line. */
#include "../../test/golden.h"

#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_verify.h>

/* Parses and verifies. MLIRBC_OK, or an error that *diag describes. */
static enum mlirbc_status verify(const char *folder, const char *name, struct mlirbc_diag *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options };
	const struct mlirbc_stablehlo_verify_options rules = { .size = sizeof rules, .known_dialects_only = true };
	struct mlirbc_module *module;
	struct text text;
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!context || !read_file(path, &text))
		abort();
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	enum mlirbc_status status = mlirbc_parse(context, text.data, text.size, &options, &module, diag);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_verify_module(module, &rules, diag);
	free(text.data);
	mlirbc_context_destroy(context);
	return status;
}

static void accepted(const char *folder, const char *name)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (verify(folder, name, &diag) != MLIRBC_OK)
		check_report(name, (int)diag.line, "%s", diag.message);
}

static void programs(void)
{
	static const char *const folders[] = { "testdata", "dynamic", "quantized", "math", "interpret", "models",
		"versions" };
	size_t found = 0;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i)
		found += each_file(folders[i], ".mlir", accepted);
	CHECK(found > 0);
}

/* ---- verify/INDEX.tsv: name, outcome, line, column, text */

static size_t errors, other_lines;

static void check_row(char *row)
{
	char none[1] = "", *fields[5] = { row, none, none, none, none }, file[512];
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	char folder[4096];
	for (size_t i = 1; i < 5 && row; ++i) {
		row = strchr(row, '\t');
		if (row) {
			*row++ = '\0';
			fields[i] = row;
		}
	}
	snprintf(folder, sizeof folder, "%s/verify", golden);
	snprintf(file, sizeof file, "%s.mlir", fields[0]);
	bool good = verify(folder, file, &diag) == MLIRBC_OK;
	unsigned long line = strtoul(fields[2], NULL, 10);
	if (good != (strcmp(fields[1], "ok") == 0)) {
		check_report(file, (int)line, "expected %s (%s); found line %u: %s", fields[1], fields[4], diag.line,
			diag.message);
		return;
	}
	errors += !good && line != 0;
	if (!good && line != 0 && diag.line != line) {
		other_lines++;
		printf("# %s: line %u instead of %lu (%s): %s\n", file, diag.line, line, fields[4], diag.message);
	}
}

static void outcomes(void)
{
	char path[4096];
	struct text text;
	snprintf(path, sizeof path, "%s/verify/INDEX.tsv", golden);
	CHECK_OR_RETURN(read_file(path, &text));
	for (char *row = text.data, *end; *row; row = end) {
		end = row + strcspn(row, "\n");
		end += *end ? (*end = '\0', 1) : 0;
		if (*row && *row != '#' && strchr(row, '\t'))
			check_row(row);
	}
	free(text.data);
	printf("# %zu of %zu errors are on another line\n", other_lines, errors);
	CHECK(20 * other_lines <= errors);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(programs), CHECK_CASE(outcomes) };
	return golden_find("stablehlo") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
