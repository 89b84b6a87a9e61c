/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bytes of files that other programs truncate: copies stay, mappings are not intact any more. The guard comes last: it is for the
 * whole process. Each library has these functions under its own prefix, so its test defines MAPPINGS_STRUCT, MAPPINGS_CALL(name) and
 * MAPPINGS_STATUS(name). */
#ifndef TEST_MAPPINGS_H
#define TEST_MAPPINGS_H

#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIZE = 100000 };
static char path[] = "/tmp/befkit-mapping-XXXXXX";
static volatile sig_atomic_t lost;

static void write_file(char fill)
{
	static char bytes[SIZE];
	memset(bytes, fill, sizeof bytes);
	FILE *out = fopen(path, "wb");
	CHECK(out && fwrite(bytes, 1, SIZE, out) == SIZE && fclose(out) == 0);
}

static void copies_stay(void)
{
	MAPPINGS_STRUCT copy;
	write_file('a');
	CHECK_OR_RETURN(MAPPINGS_CALL(open)(path, &copy) == MAPPINGS_STATUS(OK));
	const char *data = copy.data;
	CHECK_INT(copy.size, SIZE);
	write_file('b');
	CHECK(data[0] == 'a' && data[SIZE - 1] == 'a');
	CHECK(truncate(path, 0) == 0);
	CHECK(data[0] == 'a' && data[SIZE - 1] == 'a' && MAPPINGS_CALL(is_intact)(&copy));
	MAPPINGS_CALL(close)(&copy);
	CHECK(!copy.data && copy.size == 0);
	CHECK_INT(MAPPINGS_CALL(open)(path, &copy), MAPPINGS_STATUS(OK));
	CHECK(!copy.data && copy.size == 0);
	MAPPINGS_CALL(close)(&copy);
	CHECK_INT(MAPPINGS_CALL(open)("/", &copy), MAPPINGS_STATUS(E_IO));
	CHECK(!copy.data && copy.size == 0);
}

static MAPPINGS_STRUCT mapped(void)
{
	MAPPINGS_STRUCT mapping;
	write_file('a');
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	CHECK_INT(MAPPINGS_CALL(map)(fd, false, &mapping), MAPPINGS_STATUS(OK));
	close(fd);
	return mapping;
}

static void mappings_know_of_changes(void)
{
	MAPPINGS_STRUCT mapping = mapped(), pipe_mapping;
	struct sigaction handler;
	int ends[2];
	CHECK_OR_RETURN(mapping.data && mapping.size == SIZE);
	CHECK(MAPPINGS_CALL(is_intact)(&mapping) && MAPPINGS_CALL(is_intact)(NULL));
	CHECK(truncate(path, SIZE - 1) == 0);
	CHECK(!MAPPINGS_CALL(is_intact)(&mapping) && !MAPPINGS_CALL(is_intact)(NULL));
	MAPPINGS_CALL(close)(&mapping);
	CHECK(!mapping.data && MAPPINGS_CALL(is_intact)(NULL) && MAPPINGS_CALL(is_intact)(&mapping));
	CHECK_OR_RETURN(pipe(ends) == 0);
	CHECK_INT(MAPPINGS_CALL(map)(ends[0], false, &pipe_mapping), MAPPINGS_STATUS(E_UNSUPPORTED));
	CHECK(!pipe_mapping.data);
	close(ends[0]);
	close(ends[1]);
	CHECK_INT(MAPPINGS_CALL(map)(-1, false, &pipe_mapping), MAPPINGS_STATUS(E_IO));
	sigaction(SIGBUS, NULL, &handler);
	signal(SIGBUS, SIG_DFL);
	mapping = mapped();
	MAPPINGS_CALL(close)(&mapping);
	struct sigaction now;
	sigaction(SIGBUS, &handler, &now);
	CHECK(now.sa_handler == SIG_DFL); /* only the host asks for the guard */
}

static void note(void) { lost++; }

static void guarded_pages_are_zeros(void)
{
	MAPPINGS_STRUCT mapping = mapped(), other;
	const volatile char *data = mapping.data;
	CHECK_OR_RETURN(data);
	MAPPINGS_CALL(guard)(note);
	CHECK(truncate(path, 1) == 0);
	CHECK(data[0] == 'a' && data[1] == 0 && lost == 0);
	CHECK(data[SIZE - 1] == 0 && data[SIZE / 2] == 0 && lost > 0);
	CHECK(!MAPPINGS_CALL(is_intact)(&mapping));
	unlink(path);
	other = mapped();
	CHECK(MAPPINGS_CALL(is_intact)(&other) && !MAPPINGS_CALL(is_intact)(NULL));
	MAPPINGS_CALL(close)(&mapping);
	CHECK(MAPPINGS_CALL(is_intact)(NULL));
	MAPPINGS_CALL(close)(&other);
}

/* main() of the test. */
static int mappings_main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(copies_stay), CHECK_CASE(mappings_know_of_changes),
		CHECK_CASE(guarded_pages_are_zeros) };
	const int fd = mkstemp(path);
	if (fd < 0)
		return 3;
	close(fd);
	const int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	unlink(path);
	return code;
}

#endif
