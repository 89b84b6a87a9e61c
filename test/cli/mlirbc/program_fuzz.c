/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: the code of the program mlirbc, through its commands as a user calls them. The input comes from
 * stdin, in a block of exactly its size. Properties: exit code 0 and nothing on stderr, or exit code 1 and a message
 * that begins with the program's name; JSON is JSON; hexdump shows every byte of the file once; the sizes of the
 * sections add up to the file, the sizes of entries and ops to their section; braces and elements of pages are closed. */
#include "../../../apps/mlirbc/commands/commands.h"

#include <mlirbc/load.h>
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Where a sanitizer reports while stderr is redirected. */
void __sanitizer_set_report_fd(void *fd) __attribute__((weak));

const struct cli_program cli_program = { .name = "mlirbc", .version = "0", .about = "" };

enum { SECONDS = 60, MOST_WORDS = 4 };

struct caught {
	char *data; /* followed by a NUL that is not counted */
	size_t size;
};

static int input_fd = -1, out_fd, error_fd, real_out, real_error = STDERR_FILENO;
static char folder[] = "/tmp/mlirbc-fuzz.XXXXXX";

static void wrong(const char *condition)
{
	dprintf(real_error, "not so: %s\n", condition);
	abort();
}
#define require(condition) ((condition) ? (void)0 : wrong(#condition))

/* ---- files */

static int temporary(void)
{
	char path[] = "/tmp/mlirbc-fuzz.XXXXXX";
	int fd = mkstemp(path);
	require(fd >= 0 && unlink(path) == 0);
	return fd;
}

static void remove_folder(void) { (void)!rmdir(folder); }

static void start(void)
{
	if (input_fd >= 0)
		return;
	input_fd = temporary();
	out_fd = temporary();
	error_fd = temporary();
	real_out = dup(STDOUT_FILENO);
	real_error = dup(STDERR_FILENO);
	require(real_out >= 0 && real_error >= 0 && mkdtemp(folder) && dup2(input_fd, STDIN_FILENO) == STDIN_FILENO);
	atexit(remove_folder);
	if (__sanitizer_set_report_fd)
		__sanitizer_set_report_fd((void *)(intptr_t)real_error);
}

static struct caught take(int fd)
{
	off_t size = lseek(fd, 0, SEEK_END);
	require(size >= 0);
	struct caught caught = { malloc((size_t)size + 1), (size_t)size };
	require(caught.data && pread(fd, caught.data, caught.size, 0) == size);
	caught.data[size] = 0;
	require(ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0);
	return caught;
}

/* ---- running */

typedef int (*command_fn)(const struct cli_command *self, int argc, char **argv);

/* Assumptions, such as the layouts of an unknown producer. */
static bool only_notes(const char *text)
{
	for (; *text; text = strchr(text, '\n') + 1)
		require(strncmp(text, "mlirbc: <stdin>: note: ", 23) == 0 && strchr(text, '\n'));
	return true;
}

/* The last line: notes may come before it. */
static const char *last_line(const char *text, size_t size)
{
	while (size > 1 && text[size - 2] != '\n')
		size--;
	return size ? text + size - 1 : text;
}

/* Runs a command. The caller frees its output, even after a failure. */
static struct caught run_any(const char *words, command_fn command, bool *out_good)
{
	char line[128], *argv[MOST_WORDS + 1] = { NULL };
	int argc = 0;
	const struct cli_command self = { words, "[FILE]", "", command };
	snprintf(line, sizeof line, "%s", words);
	for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	require(lseek(input_fd, 0, SEEK_SET) == 0);
	fflush(stdout);
	fflush(stderr);
	require(dup2(out_fd, STDOUT_FILENO) >= 0 && dup2(error_fd, STDERR_FILENO) >= 0);
	alarm(SECONDS);
	int code = command(&self, argc, argv);
	alarm(0);
	fflush(stdout);
	require(dup2(real_out, STDOUT_FILENO) >= 0 && dup2(real_error, STDERR_FILENO) >= 0);
	struct caught out = take(out_fd), errors = take(error_fd);
	require(code == CLI_GOOD || code == CLI_BAD);
	require(code == CLI_BAD || only_notes(errors.data));
	const char *error = last_line(errors.data, errors.size);
	bool named = strncmp(error, "mlirbc: <stdin>: ", 17) == 0 || strncmp(error, "<stdin>:", 8) == 0;
	require(code == CLI_GOOD || (named && strlen(errors.data) == errors.size &&
					    strchr(error, '\n') == errors.data + errors.size - 1));
	free(errors.data);
	require(strlen(out.data) == out.size);
	*out_good = code == CLI_GOOD;
	return out;
}

/* Returns the text, which the caller frees; NULL if there is none. A command that cannot show an invalid entry prints
 * the other entries completely and exits with 1. */
static char *run(const char *words, command_fn command)
{
	bool good;
	struct caught out = run_any(words, command, &good);
	if (good || out.size)
		return out.data;
	free(out.data);
	return NULL;
}

static void run_only(const char *words, command_fn command) { free(run(words, command)); }

/* ---- JSON */

/* Returns the end of a string, which must be complete. */
static const char *json_string(const char *at)
{
	require(*at++ == '"');
	while (*at != '"') {
		require((unsigned char)*at >= 0x20);
		if (*at++ == '\\') {
			require(*at && strchr("\"\\/bfnrtu", *at));
			for (int i = 0; *at == 'u' && i < 4; i++)
				require(isxdigit((unsigned char)at[i + 1]));
			at += *at == 'u' ? 5 : 1;
		}
	}
	return at + 1;
}

static const char *json_space(const char *at) { return at + strspn(at, " \n"); }

/* Returns the end of a value. Adds the numbers after "bytes" to *bytes if that is not NULL. */
static const char *json_value(const char *at, uint64_t *bytes)
{
	char open = *at, close = open == '{' ? '}' : ']';
	if (open == '"')
		return json_string(at);
	if (open != '{' && open != '[') {
		size_t length = isdigit((unsigned char)*at) ? strspn(at, "0123456789") : strspn(at, "nultrefas");
		require(length != 0);
		return at + length;
	}
	for (at = json_space(at + 1); *at != close;) {
		bool is_bytes = strncmp(at, "\"bytes\":", 8) == 0;
		if (open == '{') {
			at = json_string(at);
			require(*at++ == ':');
		}
		if (is_bytes && bytes)
			*bytes += strtoull(at, NULL, 10);
		at = json_space(json_value(at, bytes));
		require(*at == ',' || *at == close);
		if (*at == ',') {
			at = json_space(at + 1);
			require(*at != close);
		}
	}
	return at + 1;
}

static void check_json(const char *text) { require(strcmp(json_value(text, NULL), "\n") == 0); }

/* Of a command that prints a whole object even if an entry is damaged. */
static void check_object(command_fn command)
{
	bool good;
	struct caught text = run_any("--json", command, &good);
	require(text.size || !good);
	if (text.size)
		check_json(text.data);
	free(text.data);
}

static uint64_t json_sum(const char *text, const char *list)
{
	uint64_t sum = 0;
	const char *at = strstr(text, list);
	require(at);
	(void)json_value(at + strlen(list), &sum);
	return sum;
}

static void check_sizes(const char *text, size_t file)
{
	require(text);
	check_json(text);
	require(json_sum(text, "\n\"sections\":") == file);
}

/* ---- hexdump */

/* Lines begin with the offset of their first byte, then two digits for each byte. `whole`: the output must reach the
 * end of the file. */
static void check_hexdump(const uint8_t *data, size_t size, bool whole)
{
	size_t next = 0;
	bool good;
	struct caught text = run_any("", mlirbc_hexdump_command, &good);
	for (const char *line = text.data; *line; line = strchr(line, '\n') + 1) {
		char *at;
		size_t offset = strtoull(line, &at, 16);
		require(at - line >= 8 && at[0] == ' ' && strchr(line, '\n'));
		for (at++; at[0] == ' ' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2]) &&
			   (at[3] == ' ' || at[3] == '\n');
			at += 3) {
			require(offset == next && next < size &&
				strtoul((char[]){ at[1], at[2], 0 }, NULL, 16) == data[next]);
			offset++;
			next++;
		}
	}
	require(whole ? next == size : !good);
	free(text.data);
}

/* ---- drawings */

static void check_dot(const char *text)
{
	long depth = 0;
	bool quoted = false;
	require(text);
	for (; *text; text++) {
		if (quoted && *text == '\\')
			require(*++text != 0);
		else if (*text == '"')
			quoted = !quoted;
		else if (!quoted)
			require((depth += (*text == '{') - (*text == '}')) >= 0);
	}
	require(depth == 0 && !quoted);
}

/* Elements with text of the input must be closed, and the block of data must be JSON without '<'. */
static void check_page(const char *text)
{
	static const char begin[] = "<script type=\"application/json\" id=\"data\">\n";
	long depth = 0;
	require(text);
	for (const char *at = text; (at = strchr(at, '<')); at++) {
		require(strncmp(at, "<link", 5) != 0 && strncmp(at, "<img", 4) != 0);
		depth += (strncmp(at, "<script", 7) == 0) - (strncmp(at, "</script", 8) == 0);
		require(depth == 0 || depth == 1);
	}
	require(depth == 0 && strstr(text, "</html>"));
	const char *data = strstr(text, begin);
	require(data);
	data += strlen(begin);
	const size_t size = strcspn(data, "<");
	require(strncmp(data + size, "</script>", 9) == 0);
	char *copy = malloc(size + 1);
	require(copy);
	memcpy(copy, data, size);
	copy[size] = 0;
	check_json(copy);
	free(copy);
}

/* ---- */

/* Extracted files must be directly in the folder, one or two for each resource with data. */
static void extract_all(const char *list)
{
	char words[sizeof folder + 32];
	size_t lines = 0, data = 0, files = 0;
	for (const char *line = list; *line; line = strchr(line, '\n') + 1) {
		lines++;
		data += strncmp(line + 9, "none", 4) != 0 && strncmp(line + 9, "broken", 6) != 0;
	}
	if (!lines)
		return;
	snprintf(words, sizeof words, "--extract-all %s", folder);
	run_only(words, mlirbc_resources_command);
	DIR *entries = opendir(folder);
	require(entries);
	for (struct dirent *entry; (entry = readdir(entries));) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
			require(unlinkat(dirfd(entries), entry->d_name, 0) == 0);
			files++;
		}
	}
	closedir(entries);
	require((files == 0) == (data == 0) && files <= 2 * data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	start();
	require(ftruncate(input_fd, 0) == 0 && pwrite(input_fd, data, size, 0) == (ssize_t)size);
	char *text = run("--json", mlirbc_info_command);
	const bool bytecode = mlirbc_is_bytecode(data, size);
	check_hexdump(data, size, text && bytecode);
	if (!text)
		return 0;
	check_json(text);
	free(text);
	text = run("--json", mlirbc_size_command);
	if (bytecode)
		check_sizes(text, size);
	else /* of the bytecode that the text becomes */
		check_json(text);
	free(text);
	if (!bytecode)
		return 0;
	check_page(text = run("--html", mlirbc_size_command));
	free(text);
	bool viewed;
	text = run_any("--max-output 100000", mlirbc_view_command, &viewed).data;
	if (viewed)
		check_page(text);
	free(text);
	check_dot(text = run("", mlirbc_dot_command));
	free(text);
	bool good; /* or the list is printed except for the invalid entry */
	extract_all(text = run_any("--list", mlirbc_resources_command, &good).data);
	free(text);
	run_only("", mlirbc_info_command);
	run_only("", mlirbc_size_command);
	run_only("", mlirbc_ops_command);
	run_only("", mlirbc_strings_command);
	run_only("", mlirbc_attrs_command);
	run_only("", mlirbc_types_command);
	check_object(mlirbc_ops_command);
	check_object(mlirbc_strings_command);
	check_object(mlirbc_attrs_command);
	check_object(mlirbc_types_command);
	check_object(mlirbc_resources_command);
	check_object(mlirbc_dot_command);
	check_object(mlirbc_hexdump_command);
	run_only("--elide-attrs-larger-than 4 --value-users", mlirbc_print_command);
	run_only("", mlirbc_verify_command);
	return 0;
}
