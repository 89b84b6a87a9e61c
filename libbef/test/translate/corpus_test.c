/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The programs of data/: good ones assemble to files that verify, bad ones do not assemble. */
#include "support.h"
#include <dirent.h>

static void check_file(const char *name)
{
	char path[1200], text[16384];
	snprintf(path, sizeof path, "%s/%s", DATA, name);
	FILE *file = fopen(path, "rb");
	if (!CHECK(file != NULL))
		return;
	size_t size = fread(text, 1, sizeof text, file);
	fclose(file);
	CHECK(size > 0 && size < sizeof text);
	struct made made = { .diag = BEF_DIAG_INIT };
	made.status = bef_assemble_text(text, size, name, NULL, NULL, &made.data, &made.size, &made.diag);
	if (strncmp(name, "bad-", 4) == 0 ? made.status == BEF_OK : !CHECK_MADE(made))
		check_report(__FILE__, __LINE__, "%s: %s", name, bef_status_name(made.status));
	drop(&made);
}

static void good_and_bad(void)
{
	size_t count = 0;
	DIR *dir = opendir(DATA);
	CHECK_OR_RETURN(dir != NULL);
	for (const struct dirent *entry; (entry = readdir(dir));) {
		const char *end = strrchr(entry->d_name, '.');
		if (end && strcmp(end, ".mlir") == 0) {
			check_file(entry->d_name);
			count++;
		}
	}
	closedir(dir);
	CHECK(count >= 9);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(good_and_bad) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
