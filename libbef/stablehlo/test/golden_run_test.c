/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Golden StableHLO programs that check themselves: golden_run_test FOLDER [--artifact | --fused] [--workers N] [--reasons] [NAME]
 *
 * --artifact: from the portable artifact, with folding and fusing. --fused: from the text, with fusing only; else with neither.
 * --reasons: prints a line for each failure and a table of reasons at the end instead of a test's result. NAME: only programs whose names contain it. */
#include "../../../libmlirbc/test/golden.h"
#include "run_model.h"

static struct runner runner;
static bool artifact, reasons, fused;
static const char *only, *folder_name;
static size_t passed, failed, ran;

/* Several processes, or files that a probe wrote, are another test's matter. */
static bool needs_more(const struct text *text)
{
	return strstr(text->data, "interpreter.p") /* probe, print */ || strstr(text->data, "check.expect_serialized_eq");
}

/* golden_exceptions.tsv, a table of programs whose expected values are wrong, has a row for this one. */
static bool is_exception(const char *name)
{
	char row[300];
	struct text table = { 0 };
	int size = snprintf(row, sizeof row, "\n%s/%.*s\t", folder_name, (int)(strrchr(name, '.') - name), name);
	if (size < 0 || (size_t)size >= sizeof row || !read_file(EXCEPTIONS, &table))
		abort();
	bool found = strstr(table.data, row) != NULL;
	free(table.data);
	return found;
}

static void run(const char *folder, const char *name)
{
	char path[4096], source[4096];
	struct text text;
	struct model model = { .file = NULL };
	size_t count = 0;
	if (only && !strstr(name, only))
		return;
	snprintf(source, sizeof source, "%s/%.*s.mlir", folder, (int)(strrchr(name, '.') - name), name);
	if (!read_file(source, &text))
		abort();
	bool skip = needs_more(&text);
	free(text.data);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (skip || !read_file(path, &text))
		return;
	bool ok = model_open(&runner, text.data, text.size, name, artifact, &model) &&
		  model_run_all(&runner, &model, &count);
	free(text.data);
	model_close(&model);
	passed += ok;
	failed += !ok;
	ran += count;
	const bool exception = is_exception(name);
	if (!ok && reasons)
		printf("%s: %s\n%s", name, model.why, model.missing);
	else if (ok && exception)
		check_report(name, 0, "passes, but golden_exceptions.tsv lists it");
	else if (!ok && !exception)
		check_report(name, 0, "%s", model.why);
	else if (!ok)
		printf("# %s, whose expected values are wrong: %s\n", name, model.why);
}

static void programs(void)
{
	each_file(folder_name, artifact ? ".mlirbc" : ".mlir", run);
	CHECK(ran > 0);
}

int main(int argc, char **argv)
{
	unsigned workers = 0;
	for (int i = 2; i < argc; i++) {
		artifact = artifact || strcmp(argv[i], "--artifact") == 0;
		fused = fused || strcmp(argv[i], "--fused") == 0;
		reasons = reasons || strcmp(argv[i], "--reasons") == 0;
		if (strcmp(argv[i], "--workers") == 0 && i + 1 < argc)
			workers = (unsigned)strtoul(argv[++i], NULL, 10);
		else if (argv[i][0] != '-')
			only = argv[i];
	}
	if (argc < 2 || !golden_find("stablehlo"))
		return argc < 2;
	folder_name = argv[1];
	runner_init(&runner, workers);
	runner.no_fusing = !artifact && !fused;
	static const struct check_case cases[] = { CHECK_CASE(programs) };
	int code = 0;
	if (reasons)
		programs();
	else
		code = check_main(1, argv, cases, 1);
	runner_finish(&runner);
	fprintf(stderr, "# %zu of %zu programs passed\n", passed, passed + failed);
	return code;
}
