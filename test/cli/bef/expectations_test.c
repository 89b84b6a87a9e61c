/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* expected-... comments: matching, and the messages for mismatches. The layout of messages was compared with
 * mlir-opt-22 --verify-diagnostics. */
#include "../../../apps/bef/machine/expectations.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A source file in the current folder, and the messages printed about it. */
struct scene {
	struct expectations *expectations;
	char name[32];
	char *printed;
	size_t printed_size;
	FILE *out;
};

static void begin(struct scene *scene, const char *text)
{
	strcpy(scene->name, "expectations.XXXXXX");
	int fd = mkstemp(scene->name);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
	if (CHECK(file != NULL)) {
		fputs(text, file);
		fclose(file);
	}
	scene->printed = NULL;
	scene->out = open_memstream(&scene->printed, &scene->printed_size);
	scene->expectations = expectations_create();
}

static bool meet(struct scene *scene, uint32_t line, uint32_t column, const char *message)
{
	return expectations_meet(
		scene->expectations, scene->out, scene->name, strlen(scene->name), line, column, message);
}

/* Ends the scene; compares the messages, with @ in place of the file's name. */
static void end(struct scene *scene, bool good, const char *expected)
{
	char text[2048] = "";
	size_t size = 0;
	CHECK_INT(expectations_finish(scene->expectations, scene->out), good);
	fclose(scene->out);
	for (const char *c = expected; *c && size < sizeof text - sizeof scene->name; c++) {
		if (*c == '@' && strncmp(c, "@:", 2) == 0)
			size += (size_t)snprintf(text + size, sizeof text - size, "%s", scene->name);
		else
			text[size++] = *c;
	}
	text[size] = '\0';
	CHECK_STR(scene->printed, text);
	free(scene->printed);
	expectations_destroy(scene->expectations);
	unlink(scene->name);
}

static void expected_on_the_line(void)
{
	struct scene scene;
	begin(&scene, "first\n  second // expected-error {{went wrong}}\t \n");
	CHECK(meet(&scene, 2, 3, "runtime error: it went wrong here"));
	CHECK(meet(&scene, 2, 3, "went wrong"));
	end(&scene, true, "");
}

static void not_expected(void)
{
	struct scene scene;
	begin(&scene, "one // expected-error {{other}}\n\ttwo\n");
	CHECK(!meet(&scene, 2, 2, "bad"));
	CHECK(!meet(&scene, 1, 1, "bad"));
	CHECK(meet(&scene, 1, 1, "another one"));
	end(&scene, false,
		"@:2:2: error: unexpected error: bad\n"
		"        two\n"
		"        ^\n"
		"@:1:1: error: unexpected error: bad\n"
		"one // expected-error {{other}}\n"
		"^\n");
}

static void not_produced(void)
{
	struct scene scene;
	begin(&scene, "x // expected-error {{never}}\n"
		      "\t// expected-warning@+2 {{tab}}\n"
		      "\xC3\xA9 // expected-note@-1 {{accent}}\n"
		      "y // expected-remark {{a\tb}}");
	CHECK(!meet(&scene, 9, 1, "beyond the end"));
	end(&scene, false,
		"@:9:1: error: unexpected error: beyond the end\n"
		"@:1:6: error: expected error \"never\" was not produced\n"
		"x // expected-error {{never}}\n"
		"     ^~~~~\n"
		"@:2:5: error: expected warning \"tab\" was not produced\n"
		"        // expected-warning@+2 {{tab}}\n"
		"           ^~~\n"
		"@:3:7: error: expected note \"accent\" was not produced\n"
		"\xC3\xA9 // expected-note@-1 {{accent}}\n"
		"@:4:6: error: expected remark \"a\tb\" was not produced\n"
		"y // expected-remark {{a        b}}\n"
		"     ^~~\n");
}

static void places(void)
{
	struct scene scene;
	begin(&scene, "line 1\n"
		      "// expected-error@+2 {{alpha}}\n"
		      "// expected-error@above {{beta}}\n"
		      "// expected-error@below {{gamma}}\n"
		      "// expected-error@below {{delta}}\n"
		      "line 6 // expected-error@-5 {{epsilon}}\n"
		      "line 7\n"
		      "// expected-error@below {{zeta}}");
	CHECK(meet(&scene, 4, 1, "alpha"));
	CHECK(meet(&scene, 1, 1, "beta"));
	CHECK(meet(&scene, 7, 1, "gamma"));
	CHECK(meet(&scene, 7, 2, "delta"));
	CHECK(meet(&scene, 1, 1, "epsilon"));
	CHECK(meet(&scene, 8, 1, "zeta"));
	end(&scene, true, "");
}

static void patterns(void)
{
	struct scene scene;
	begin(&scene, "a // expected-error-re {{code {{[0-9]+}} (of 3)}}\n"
		      "b // expected-error {{code {{[0-9]+}}}}\n");
	CHECK(meet(&scene, 1, 1, "runtime error: code 42 (of 3)"));
	CHECK(!meet(&scene, 2, 1, "code 42"));
	CHECK(meet(&scene, 2, 1, "code {{[0-9]+}}"));
	end(&scene, false,
		"@:2:1: error: unexpected error: code 42\n"
		"b // expected-error {{code {{[0-9]+}}}}\n"
		"^\n");
}

static void wrong_patterns(void)
{
	struct scene scene;
	begin(&scene, "a // expected-error-re {{no end {{[a-z]}}\n"
		      "b\n");
	CHECK(!meet(&scene, 2, 1, "x"));
	end(&scene, false,
		"@:1:6: error: found start of regex with no end '}}'\n"
		"a // expected-error-re {{no end {{[a-z]}}\n"
		"     ^~~~~~~~~~~~~~\n"
		"@:2:1: error: unexpected error: x\n"
		"b\n"
		"^\n");
}

static void other_kind(void)
{
	struct scene scene;
	begin(&scene, "a // expected-warning {{thing}}\n");
	CHECK(!meet(&scene, 1, 1, "thing"));
	end(&scene, false,
		"@:1:6: error: 'error' diagnostic emitted when expecting a 'warning'\n"
		"a // expected-warning {{thing}}\n"
		"     ^\n"
		"@:1:6: error: expected warning \"thing\" was not produced\n"
		"a // expected-warning {{thing}}\n"
		"     ^~~~~\n");
}

static void not_comments(void)
{
	struct scene scene;
	begin(&scene, "a // expected-error 2 {{count}}\n"
		      "b // expected-error@unknown {{place}}\n"
		      "c // expected-error {{text behind}} it\n"
		      "d // expected-warnings {{kind}}\n");
	CHECK(!meet(&scene, 9, 1, "x"));
	end(&scene, false, "@:9:1: error: unexpected error: x\n");
}

static void no_such_file(void)
{
	struct scene scene;
	begin(&scene, "");
	unlink(scene.name);
	CHECK(!meet(&scene, 3, 4, "x"));
	end(&scene, false, "@:3:4: error: unexpected error: x\n");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(expected_on_the_line),
		CHECK_CASE(not_expected),
		CHECK_CASE(not_produced),
		CHECK_CASE(places),
		CHECK_CASE(patterns),
		CHECK_CASE(wrong_patterns),
		CHECK_CASE(other_kind),
		CHECK_CASE(not_comments),
		CHECK_CASE(no_such_file),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
