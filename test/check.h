/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The test kit: named cases, checks that print the values they found, TAP on stdout.
 *
 *	static void adds(void) { CHECK_INT(1 + 1, 2); }
 *	int main(int argc, char **argv)
 *	{
 *		static const struct check_case cases[] = { CHECK_CASE(adds) };
 *		return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
 *	}
 *
 * A failed check is reported and the case continues; CHECK_OR_RETURN ends the case. Arguments select cases by name. The
 * exit code is 0 unless a case failed; skipped cases are marked in the TAP output. */
#ifndef CHECK_H
#define CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct check_case {
	const char *name;
	void (*run)(void);
};
#define CHECK_CASE(function) { #function, function }

/* Cases that repeat the same code with other numbers take every nth of them under sanitizers, which make reference loops slow. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { CHECK_EVERY = 4 };
#else
enum { CHECK_EVERY = 1 };
#endif

static int check_failures;           /* in the running case; checks may come from one thread only */
static const char *check_skip_reason;

__attribute__((format(printf, 3, 4), unused)) static bool check_report(
	const char *file, int line, const char *format, ...)
{
	va_list arguments;
	check_failures++;
	printf("# %s:%d: ", file, line);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
	fflush(stdout);
	return false;
}

/* Each check is an expression that is true if the check succeeded. */
#define CHECK(condition) ((condition) ? true : check_report(__FILE__, __LINE__, "not true: %s", #condition))
#define CHECK_INT(actual, expected) \
	check_int(__FILE__, __LINE__, #actual, (long long)(actual), (long long)(expected))
#define CHECK_STR(actual, expected) check_str(__FILE__, __LINE__, #actual, (actual), (expected))
#define CHECK_BYTES(actual, actual_size, expected, expected_size) \
	check_bytes(__FILE__, __LINE__, #actual, (actual), (actual_size), (expected), (expected_size))
#define CHECK_OR_RETURN(condition) \
	do { \
		if (!CHECK(condition)) \
			return; \
	} while (0)
/* Marks the running case as skipped; return from it afterwards. */
#define CHECK_SKIP(reason) ((void)(check_skip_reason = (reason)))

__attribute__((unused)) static bool check_int(const char *file, int line, const char *what, long long actual,
	long long expected)
{
	return actual == expected || check_report(file, line, "%s is %lld, expected %lld", what, actual, expected);
}

__attribute__((unused)) static bool check_str(const char *file, int line, const char *what, const char *actual,
	const char *expected)
{
	if (actual && expected && strcmp(actual, expected) == 0)
		return true;
	return check_report(file, line, "%s is \"%s\", expected \"%s\"", what, actual ? actual : "(null)",
		expected ? expected : "(null)");
}

__attribute__((unused)) static bool check_bytes(const char *file, int line, const char *what, const void *actual,
	size_t actual_size, const void *expected, size_t expected_size)
{
	const unsigned char *a = (const unsigned char *)actual, *e = (const unsigned char *)expected;
	size_t common = actual_size < expected_size ? actual_size : expected_size;
	for (size_t i = 0; i < common; i++) {
		if (a[i] != e[i])
			return check_report(
				file, line, "%s differs at byte %zu: %02x, expected %02x", what, i, a[i], e[i]);
	}
	return actual_size == expected_size ||
	       check_report(file, line, "%s has %zu bytes, expected %zu", what, actual_size, expected_size);
}

static bool check_selected(int argc, char **argv, const char *name)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], name) == 0)
			return true;
	}
	return argc < 2;
}

__attribute__((unused)) static int check_main(int argc, char **argv, const struct check_case *cases, size_t count)
{
	size_t failed = 0, number = 0;
	printf("1..%zu\n", count);
	for (size_t i = 0; i < count; i++) {
		number++;
		if (!check_selected(argc, argv, cases[i].name)) {
			printf("ok %zu - %s # SKIP not selected\n", number, cases[i].name);
			continue;
		}
		check_failures = 0;
		check_skip_reason = NULL;
		cases[i].run();
		failed += check_failures != 0;
		if (check_failures)
			printf("not ok %zu - %s\n", number, cases[i].name);
		else
			printf("ok %zu - %s%s%s\n", number, cases[i].name, check_skip_reason ? " # SKIP " : "",
				check_skip_reason ? check_skip_reason : "");
		fflush(stdout);
	}
	return failed != 0;
}

#endif
