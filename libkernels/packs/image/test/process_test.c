/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that are found in PATH, and in set-uid programs only in folders of the system. */
#include "../src/process.h"

#include <check.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool privileged;

/* Replaces that of the C library, for the functions that are tested: in a set-uid program it finds nothing. */
char *secure_getenv(const char *name) { return privileged ? NULL : getenv(name); }

/* The output of a program; empty if there is none. */
static const char *output_of(const char *program, const char *argument)
{
	static char text[4000];
	char name[100], option[100];
	char *arguments[] = { name, option, NULL };
	struct image_process process = { .arguments = arguments, .milliseconds = 10000, .output = -1 };
	snprintf(name, sizeof name, "%s", program);
	snprintf(option, sizeof option, "%s", argument);
	memset(text, 0, sizeof text);
	if (kernels_image__process_run(&process, NULL) != KERNELS_OK)
		return "";
	CHECK(pread(process.output, text, sizeof text - 1, 0) >= 0);
	close(process.output);
	return text;
}

static void path_is_not_used_in_set_uid_programs(void)
{
	char folder[] = "/tmp/image-process-XXXXXX", path[100];
	CHECK_OR_RETURN(mkdtemp(folder));
	const char *const names[] = { "befkit-image-test", "env" };
	for (size_t i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		FILE *script = fopen(path, "w");
		CHECK(script && fputs("#!/bin/sh\necho chosen by the user\n", script) >= 0 && fclose(script) == 0);
		CHECK(chmod(path, 0700) == 0);
	}
	setenv("PATH", folder, 1);
	setenv("LD_DEBUG_OUTPUT", "chosen", 1);
	CHECK_STR(output_of("befkit-image-test", ""), "chosen by the user\n");
	CHECK_STR(output_of("env", ""), "chosen by the user\n");
	privileged = true;
	CHECK_STR(output_of("befkit-image-test", ""), "");
	CHECK_STR(output_of("env", "-u"), "");
	CHECK_STR(output_of("env", "--"), "PATH=/usr/bin:/bin\n");
	CHECK_STR(output_of(path, ""), "chosen by the user\n"); /* the caller named the file */
	privileged = false;
	for (size_t i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(path_is_not_used_in_set_uid_programs) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
