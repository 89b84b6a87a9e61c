/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* TFRT's results: programs give its bytes, invalid programs its diagnostics. The folder is $BEFKIT_GOLDEN, else the
 * one configured in the build; without it all tests are skipped. */
#include "support.h"
#include <dirent.h>

static const char *golden(void)
{
	const char *folder = getenv("BEFKIT_GOLDEN");
	return folder ? folder : GOLDEN_DEFAULT;
}

static size_t compared; /* of the current case */

static bool ends_with(const char *text, const char *end)
{
	size_t size = strlen(text), end_size = strlen(end);
	return size > end_size && strcmp(text + size - end_size, end) == 0;
}

/* Reads FOLDER/SUB/STEM+END. NULL if it cannot be read. */
static char *read_file(const char *sub, const char *stem, const char *end, size_t *out_size)
{
	char path[1200];
	size_t capacity = 1 << 16, size = 0;
	snprintf(path, sizeof path, "%s/%s/%s%s", golden(), sub, stem, end);
	FILE *file = fopen(path, "rb");
	char *data = file ? malloc(capacity) : NULL;
	while (data) {
		size += fread(data + size, 1, capacity - size, file);
		if (size < capacity)
			break;
		data = realloc(data, capacity *= 2);
	}
	if (file)
		fclose(file);
	*out_size = size;
	return data;
}

/* Calls `visit` with the stem of each program of a folder below the golden one. */
static void for_each_program(const char *sub, void (*visit)(const char *sub, const char *stem))
{
	char path[1100];
	compared = 0;
	snprintf(path, sizeof path, "%s/%s", golden(), sub);
	struct dirent **entries;
	int found = scandir(path, &entries, NULL, alphasort);
	if (found < 0) {
		CHECK_SKIP("no golden files");
		return;
	}
	for (int i = 0; i < found; i++) {
		char *name = entries[i]->d_name;
		if (ends_with(name, ".mlir") && !ends_with(name, ".generic.mlir") &&
			!ends_with(name, ".frombef.mlir")) {
			name[strlen(name) - strlen(".mlir")] = 0;
			visit(sub, name);
		}
		free(entries[i]);
	}
	free(entries);
	CHECK(compared > 0);
}

static void same_bytes(const char *stem, const char *what, const struct made *made, const void *expected, size_t size)
{
	size_t at = 0;
	compared++;
	if (made->status != BEF_OK) {
		check_report(__FILE__, __LINE__, "%s%s: %u:%u: %s", stem, what, made->diag.line, made->diag.column,
			made->diag.message);
		return;
	}
	const unsigned char *a = made->data, *b = expected;
	while (at < made->size && at < size && a[at] == b[at])
		at++;
	if (at < made->size || at < size)
		check_report(__FILE__, __LINE__, "%s%s: %zu bytes, expected %zu; the first difference is at byte %zu",
			stem, what, made->size, size, at);
}

/* Locations have the file name without a folder. */
static void compare(const char *sub, const char *stem, const char *end, bool no_optional_sections)
{
	char name[512];
	size_t text_size, size;
	char *text = read_file(sub, stem, ".mlir", &text_size), *expected = read_file(sub, stem, end, &size);
	struct bef_assemble_options options = { .size = sizeof options, .no_optional_sections = no_optional_sections };
	struct made made = { .diag = BEF_DIAG_INIT };
	snprintf(name, sizeof name, "%s.mlir", stem);
	if (text && expected) {
		made.status =
			bef_assemble_text(text, text_size, name, NULL, &options, &made.data, &made.size, &made.diag);
		same_bytes(stem, end, &made, expected, size);
	}
	drop(&made);
	free(text);
	free(expected);
}

static void compare_default(const char *sub, const char *stem) { compare(sub, stem, ".bef", false); }
static void compare_short(const char *sub, const char *stem) { compare(sub, stem, ".noopt.bef", true); }

static void programs(void) { for_each_program("bef", compare_default); }
static void programs_without_optional_sections(void) { for_each_program("bef", compare_short); }
static void benchmark_programs(void) { for_each_program("../bench/runtime", compare_default); }

/* The generic form has a different layout, so locations are removed from both. */
static void compare_generic(const char *sub, const char *stem)
{
	size_t text_size, generic_size;
	char *text = read_file(sub, stem, ".mlir", &text_size),
	     *generic = read_file(sub, stem, ".generic.mlir", &generic_size);
	if (text && generic) {
		struct made from_text = assemble_without_locations(text, text_size);
		struct made from_generic = assemble_without_locations(generic, generic_size);
		if (CHECK_MADE(from_text))
			same_bytes(stem, ".generic.mlir", &from_generic, from_text.data, from_text.size);
		drop(&from_text);
		drop(&from_generic);
	}
	free(text);
	free(generic);
}

static void generic_forms(void) { for_each_program("bef", compare_generic); }

/* ---- bad-mlir/INDEX.tsv: file, defect, exit status, line:col, first error, number of errors */

static void check_diagnostic(const char *file, const char *place, const char *message)
{
	unsigned line = 0, column = 0;
	size_t size, same = strlen(message) < 28 ? strlen(message) : 28; /* the whole op may follow */
	char *text = read_file("bef/bad-mlir", file, "", &size);
	struct made made = { .diag = BEF_DIAG_INIT };
	if (!text) {
		check_report(__FILE__, __LINE__, "%s is missing", file);
		return;
	}
	made.status = bef_assemble_text(text, size, file, NULL, NULL, &made.data, &made.size, &made.diag);
	bool expect_error = sscanf(place, "%u:%u", &line, &column) == 2;
	if ((made.status != BEF_OK) != expect_error)
		check_report(__FILE__, __LINE__, "%s: %s, %s", file, bef_status_name(made.status), made.diag.message);
	else if (expect_error && (made.diag.line != line || made.diag.column != column ||
					 strncmp(made.diag.message, message, same) != 0))
		check_report(__FILE__, __LINE__, "%s: %u:%u: %s; expected %u:%u: %s", file, made.diag.line,
			made.diag.column, made.diag.message, line, column, message);
	drop(&made);
	free(text);
}

static void diagnostics(void)
{
	size_t size;
	compared = 0;
	char *index = read_file("bef/bad-mlir", "INDEX.tsv", "", &size), *next = index;
	if (!index || !(index = next = realloc(index, size + 1))) {
		CHECK_SKIP("no golden files");
		return;
	}
	index[size] = 0;
	(void)strsep(&next, "\n"); /* the header */
	for (char *row; (row = strsep(&next, "\n")) && *row;) {
		char *file = strsep(&row, "\t");
		(void)strsep(&row, "\t");
		(void)strsep(&row, "\t");
		char *place = strsep(&row, "\t"), *message = strsep(&row, "\t");
		if (CHECK(message)) {
			check_diagnostic(file, place, message);
			compared++;
		}
	}
	CHECK(compared > 0);
	free(index);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(programs),
		CHECK_CASE(programs_without_optional_sections),
		CHECK_CASE(benchmark_programs),
		CHECK_CASE(generic_forms),
		CHECK_CASE(diagnostics),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
