/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Golden StableHLO programs that check themselves: golden_run_test FOLDER [--reasons] [--spec] [NAME]
 *
 * Each program runs from its text, from its portable artifact and from a BEF file, on one thread and on two workers: with the same
 * verdict and the same bits of all results and of everything that is checked. --reasons: prints a line for each failure instead of a
 * test's result. --spec: with the semantics of the specification instead of XLA's. NAME: only programs whose names contain it. */
#include "../../../libmlirbc/test/golden.h"
#include "forms.h"

static struct forms forms;
static bool reasons;
static enum bef_semantics semantics;
static const char *only, *folder_name;
static size_t passed, failed, ran;

/* A row of the table begins with `begin` and contains `word`. */
static bool has_row(const char *path, const char *begin, const char *word)
{
	struct text table = { 0 };
	const size_t size = strlen(begin);
	const char *at = read_file(path, &table) ? table.data : NULL;
	while (at && strncmp(at, begin, size) != 0) {
		const char *end = strchr(at, '\n');
		at = end ? end + 1 : NULL;
	}
	const char *found = at ? strstr(at, word) : NULL;
	const bool has = found && found < at + strcspn(at, "\n");
	free(table.data);
	return has;
}

/* Programs that expect results of the specification where XLA has others (README). */
static bool expects_spec(const char *name)
{
	return semantics == BEF_SEMANTICS_XLA && strcmp(folder_name, "interpret") == 0 && strcmp(name, "reduce_precision_01.mlir") == 0;
}

/* golden_exceptions.tsv, a table of programs whose expected values are wrong, has a row for this one. */
static bool is_exception(const char *name)
{
	char begin[300];
	snprintf(begin, sizeof begin, "%s/%.*s\t", folder_name, (int)(strrchr(name, '.') - name), name);
	return has_row(EXCEPTIONS, begin, "");
}

/* Of the other programs, those of which INDEX.tsv says that the reference interpreter fails them too: their expected values
 * have not been examined. */
static bool is_doubtful(const char *folder, const char *name)
{
	char path[4096], begin[300];
	snprintf(path, sizeof path, "%s/INDEX.tsv", folder);
	snprintf(begin, sizeof begin, "%.*s\t", (int)(strrchr(name, '.') - name), name);
	return has_row(path, begin, "\tfail");
}

static void report(const char *folder, const char *name, const struct outcome *outcome)
{
	const bool ok = outcome->ok && !outcome->difference[0], exception = is_exception(name) || expects_spec(name);
	passed += ok;
	failed += !ok;
	ran += outcome->count;
	if (outcome->difference[0])
		check_report(name, 0, "%s", outcome->difference);
	if (outcome->ok && exception)
		check_report(name, 0, "passes, although it is listed as having other expected values");
	else if (!outcome->ok && reasons)
		printf("%s: %s\n", name, outcome->why);
	else if (!outcome->ok && !exception && is_doubtful(folder, name))
		printf("# %s, which the reference interpreter fails too, and nobody examined: %s\n", name, outcome->why);
	else if (!outcome->ok && !exception)
		check_report(name, 0, "%s", outcome->why);
	else if (!outcome->ok)
		printf("# %s, whose expected values are %s: %s\n", name, expects_spec(name) ? "those of the specification" : "wrong",
			outcome->why);
}

static void run(const char *folder, const char *name)
{
	char path[4096];
	struct text text, artifact = { 0 };
	struct outcome outcome;
	if (only && !strstr(name, only))
		return;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	snprintf(path, sizeof path, "%s/%sbc", folder, name);
	/* Artifacts of programs of several processes have the functions of the processes only. */
	if (!strstr(text.data, "interpreter."))
		(void)read_file(path, &artifact);
	const bool formulas = strstr(text.data, "chlo.erf ") != NULL;
	forms_run(&forms, &(struct program){ name, text.data, artifact.data, text.size, artifact.size, NULL, formulas }, &outcome);
	report(folder, name, &outcome);
	free(text.data);
	free(artifact.data);
}

static void programs(void)
{
	each_file(folder_name, ".mlir", run);
	CHECK(ran > 0);
}

int main(int argc, char **argv)
{
	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "--reasons") == 0)
			reasons = true;
		else if (strcmp(argv[i], "--spec") == 0)
			semantics = BEF_SEMANTICS_SPEC;
		else
			only = argv[i];
	}
	if (argc < 2 || !golden_find("stablehlo"))
		return argc < 2;
	folder_name = argv[1];
	forms_init(&forms);
	forms.single.semantics = forms.workers.semantics = semantics;
	static const struct check_case cases[] = { CHECK_CASE(programs) };
	int code = 0;
	if (reasons)
		programs();
	else
		code = check_main(1, argv, cases, 1);
	forms_finish(&forms);
	fprintf(stderr, "# %zu of %zu programs passed\n", passed, passed + failed);
	return code;
}
