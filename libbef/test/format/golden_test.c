/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* TFRT's own files: all are accepted and round-trip through the writer; damaged files get the verdict that the
 * golden set recommends. The folder is $BEFKIT_GOLDEN, else the one configured in the build; without it all tests
 * are skipped. */
#include "files.h"
#include "rewrite.h"
#include <bef/dump.h>
#include <bef/reader.h>
#include <check.h>
#include <dirent.h>

static char folder[1000], bad_folder[1024];

static bool ends_with(const char *text, const char *end)
{
	size_t size = strlen(text), end_size = strlen(end);
	return size > end_size && strcmp(text + size - end_size, end) == 0;
}

/* Calls `visit` for each file of the folder whose name ends in .bef. */
static void for_each_bef(void (*visit)(const char *name))
{
	size_t count = 0;
	DIR *dir = opendir(folder);
	if (!dir) {
		CHECK_SKIP("no golden files");
		return;
	}
	for (const struct dirent *entry; (entry = readdir(dir));) {
		if (ends_with(entry->d_name, ".bef")) {
			visit(entry->d_name);
			count++;
		}
	}
	closedir(dir);
	CHECK(count > 0);
}

static void accept(const char *name)
{
	size_t size;
	uint8_t *data = read_file(folder, name, &size);
	struct bef_reader reader;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_reader_open(data, size, &reader, &diag) != BEF_OK || bef_reader_verify(&reader, NULL, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s: 0x%llx: %s", name, (unsigned long long)diag.offset, diag.message);
	free(data);
}

static void accepts_all(void) { for_each_bef(accept); }

/* NAME.noopt.bef lacks the types of its attributes; NAME.bef has the same attributes with types. */
static uint8_t *types_file(const char *name, size_t *out_size)
{
	char sibling[512];
	size_t stem = strlen(name) - strlen(ends_with(name, ".noopt.bef") ? ".noopt.bef" : ".bef");
	snprintf(sibling, sizeof sibling, "%.*s.bef", (int)stem, name);
	return read_file(folder, sibling, out_size);
}

static void come_back(const char *name)
{
	size_t size, types_size, out_size;
	uint8_t *data = read_file(folder, name, &size), *types_data = types_file(name, &types_size), *out;
	struct bef_reader reader, types;
	struct bef_writer *writer = NULL;
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = bef_reader_open(data, size, &reader, &diag);
	if (status == BEF_OK)
		status = bef_reader_open(types_data, types_size, &types, &diag);
	if (status == BEF_OK)
		status = rewrite(&reader, &types, NULL, &writer, &out, &out_size, &diag);
	if (status != BEF_OK)
		check_report(__FILE__, __LINE__, "%s: %s %s", name, bef_status_name(status), diag.message);
	else if (!CHECK_BYTES(out, out_size, data, size))
		printf("# that was %s\n", name);
	if (status == BEF_OK)
		bef_writer_free_bytes(writer, out, out_size);
	bef_writer_destroy(writer);
	free(data);
	free(types_data);
}

static void rewrites_all(void) { for_each_bef(come_back); }

/* ---- damaged files */

struct choice {
	const char *file;
	bool accept;
};
/* The set leaves the verdict open, or it cannot be derived from the bytes. VERIFY.md has the reasons. */
static const struct choice choices[] = {
	{ "missing_Locations.bef", true },
	{ "missing_AttributeNames.bef", true },
	{ "order_reversed.bef", true },
	{ "align_128.bef", true },
	{ "fn_pad_nonCC.bef", false }, /* not because of the padding: no kernel defines its last register */
	{ "k_pseudo_code.bef", true },
	{ "fn_trailing.bef", true },
	{ "fi_sync_of_async.bef", true }, /* can only be detected with knowledge of the kernels */
};

static bool expected(const char *file, const char *recommended)
{
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
		if (strcmp(choices[i].file, file) == 0)
			return choices[i].accept;
	}
	return strncmp(recommended, "accept", 6) == 0;
}

static void judge(const char *file, const char *recommended)
{
	size_t size;
	uint8_t *data = read_file(bad_folder, file, &size);
	struct bef_reader reader;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (!data) {
		check_report(__FILE__, __LINE__, "%s is missing", file);
		return;
	}
	bool accepted = bef_reader_open(data, size, &reader, &diag) == BEF_OK &&
			bef_reader_verify(&reader, NULL, &diag) == BEF_OK;
	if (accepted != expected(file, recommended))
		check_report(__FILE__, __LINE__, "%s is %s (%s), recommended: %s", file,
			accepted ? "accepted" : "rejected", diag.message, recommended);
	if (!accepted && (diag.message[0] == 0 || diag.offset > size))
		check_report(__FILE__, __LINE__, "%s: message \"%s\", offset 0x%llx of 0x%zx", file, diag.message,
			(unsigned long long)diag.offset, size);
	free(data);
}

static void bad_files_get_their_verdict(void)
{
	size_t size, rows = 0;
	uint8_t *data = read_file(bad_folder, "INDEX.tsv", &size);
	if (!data) {
		CHECK_SKIP("no golden files");
		return;
	}
	char *next = strndup((const char *)data, size), *text = next;
	for (char *line; (line = strsep(&next, "\n"));) {
		char *file = strsep(&line, "\t"), *recommended;
		if (!file || !ends_with(file, ".bef"))
			continue;
		strsep(&line, "\t"); /* the defect */
		recommended = strsep(&line, "\t");
		judge(file, recommended ? recommended : "");
		rows++;
	}
	CHECK(rows > 0);
	free(text);
	free(data);
}

/* ---- dump */

static bool count_bytes(void *ctx, const char *data, size_t size)
{
	(void)data;
	*(size_t *)ctx += size;
	return true;
}

static void dump(const char *name)
{
	size_t size, written = 0;
	uint8_t *data = read_file(folder, name, &size);
	struct bef_reader reader;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_reader_open(data, size, &reader, &diag) != BEF_OK ||
		bef_dump(&reader, NULL, count_bytes, &written, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s: %s", name, diag.message);
	CHECK(written > 100);
	free(data);
}

static void dumps_all(void) { for_each_bef(dump); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(accepts_all), CHECK_CASE(rewrites_all),
		CHECK_CASE(bad_files_get_their_verdict), CHECK_CASE(dumps_all) };
	const char *root = getenv("BEFKIT_GOLDEN");
	snprintf(folder, sizeof folder, "%s/bef", root ? root : GOLDEN);
	snprintf(bad_folder, sizeof bad_folder, "%s/bad", folder);
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
