/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the subcommand, answers --help and --version, and prints messages to stderr. */
#include "cli.h"
#include "guard.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Prints "PROGRAM: " and, for a note or a warning, "NAME: KIND: " before the text. */
static void put_message(const char *kind, enum cli_style style, const char *name, const char *text)
{
	cli_progress_end();
	fflush(stdout);
	cli_style(stderr, kind ? CLI_STYLE_BOLD : style);
	fprintf(stderr, "%s:", cli_program.name);
	cli_style(stderr, CLI_STYLE_NONE);
	fputc(' ', stderr);
	if (name) {
		cli_put_escaped(stderr, name, strlen(name));
		fputs(": ", stderr);
	}
	if (kind)
		cli_put_styled(stderr, style, kind);
	cli_put_escaped(stderr, text, strlen(text));
	fputc('\n', stderr);
}

CLI_PRINTF(4, 0)
static void print_message(
	const char *kind, enum cli_style style, const char *name, const char *format, va_list arguments)
{
	char brief[512], *text = brief;
	va_list again;
	va_copy(again, arguments);
	const int size = vsnprintf(brief, sizeof brief, format, arguments);
	if (size >= (int)sizeof brief && (text = malloc((size_t)size + 1)) != NULL)
		vsnprintf(text, (size_t)size + 1, format, again);
	va_end(again);
	if (!text)
		text = brief; /* truncated */
	if (kind || !cli_problem(UINT64_MAX, 0, 0, text))
		put_message(kind, style, name, text);
	if (text != brief)
		free(text);
}

CLI_PRINTF(1, 0) static void print_error(const char *format, va_list arguments)
{
	print_message(NULL, CLI_STYLE_ERROR, NULL, format, arguments);
}

void cli_note(const char *name, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print_message("note: ", CLI_STYLE_NOTE, name, format, arguments);
	va_end(arguments);
}

void cli_warning(const char *name, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print_message("warning: ", CLI_STYLE_WARNING, name, format, arguments);
	va_end(arguments);
}

void cli_error_at(const char *name, unsigned line, unsigned column, const char *message)
{
	if (cli_problem(UINT64_MAX, line, column, message))
		return;
	cli_progress_end();
	fflush(stdout);
	cli_style(stderr, CLI_STYLE_BOLD);
	cli_put_escaped(stderr, name, strlen(name));
	fprintf(stderr, ":%u:%u: ", line, column);
	cli_style(stderr, CLI_STYLE_NONE);
	cli_put_styled(stderr, CLI_STYLE_ERROR, "error: ");
	cli_style(stderr, CLI_STYLE_BOLD);
	cli_put_escaped(stderr, message, strlen(message));
	cli_style(stderr, CLI_STYLE_NONE);
	fputc('\n', stderr);
}

void cli_error(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print_error(format, arguments);
	va_end(arguments);
}

int cli_out_of_memory(void)
{
	cli_error("out of memory");
	return CLI_SYSTEM;
}

int cli_usage(const struct cli_command *command, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print_error(format, arguments);
	va_end(arguments);
	fprintf(stderr, "Try '%s%s%s --help'.\n", cli_program.name, command ? " " : "", command ? command->name : "");
	return CLI_USAGE;
}

const char *cli_name(void) { return cli_program.name; }

static void print_help(void)
{
	printf("%s\n\nUsage: %s COMMAND [OPTION...] [FILE]\n\nCommands:\n", cli_program.about, cli_program.name);
	for (size_t i = 0; i < cli_program.command_count; i++)
		printf("  %-12s %s\n", cli_program.commands[i].name, cli_program.commands[i].summary);
	if (cli_program.otherwise)
		printf("\nWithout a command: %s.\n", cli_program.otherwise->name);
	printf("\n'%s help COMMAND' or '%s COMMAND --help' prints the options of a command,\n"
	       "'%s completion bash|zsh|fish' prints completions for a shell, and --version, or -V,\n"
	       "prints the version.\n"
	       "Exit status: 0 success, 1 invalid input or a failed run, 2 invalid command line, 3 system error.\n",
		cli_program.name, cli_program.name, cli_program.name);
}

static const struct cli_command *find_command(const char *name)
{
	for (size_t i = 0; i < cli_program.command_count; i++) {
		if (strcmp(name, cli_program.commands[i].name) == 0)
			return &cli_program.commands[i];
	}
	return NULL;
}

static int unknown_command(const char *name)
{
	struct cli_nearest nearest;
	cli_nearest_init(&nearest, name, strlen(name));
	for (size_t i = 0; i < cli_program.command_count; i++)
		cli_nearest_offer(&nearest, cli_program.commands[i].name, strlen(cli_program.commands[i].name));
	if (nearest.name)
		return cli_usage(NULL, "unknown command '%s'; did you mean '%s'?", name, nearest.name);
	return cli_usage(NULL, "unknown command '%s'", name);
}

static int help_command(int argc, char **argv)
{
	static char help[] = "--help";
	char *words[] = { help, NULL };
	if (argc && strcmp(argv[0], "help") == 0) {
		printf("Usage: %s help [COMMAND]\n\nPrints the options of a command, or the commands.\n", cli_program.name);
		return CLI_GOOD;
	}
	if (argc && strcmp(argv[0], "completion") == 0)
		return cli_completion(1, words);
	if (argc > 1)
		return cli_usage(NULL, "help: unexpected operand '%s'", argv[1]);
	const struct cli_command *command = argc ? find_command(argv[0]) : NULL;
	if (argc)
		return command ? command->run(command, 1, words) : unknown_command(argv[0]);
	print_help();
	return CLI_GOOD;
}

static int run_command(int argc, char **argv)
{
	const struct cli_command *otherwise = cli_program.otherwise;
	if (argc < 2)
		return otherwise ? otherwise->run(otherwise, 0, argv + 1) : cli_usage(NULL, "no command given");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return CLI_GOOD;
	}
	if (strcmp(argv[1], "help") == 0)
		return help_command(argc - 2, argv + 2);
	if (strcmp(argv[1], "completion") == 0)
		return cli_completion(argc - 2, argv + 2);
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		printf("%s %s\n", cli_program.name, cli_program.version);
		return CLI_GOOD;
	}
	if (otherwise && argv[1][0] == '-')
		return otherwise->run(otherwise, argc - 1, argv + 1);
	const struct cli_command *command = find_command(argv[1]);
	return command ? command->run(command, argc - 2, argv + 2) : unknown_command(argv[1]);
}

int cli_main(int argc, char **argv)
{
	/* Lines of several programs in one stream stay whole, as those under mpirun. A terminal shows parts of lines. */
	if (!isatty(STDERR_FILENO))
		(void)setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	cli_guard_mappings();
	int code = run_command(argc, argv);
	if (cli_guard_check() != CLI_GOOD)
		code = CLI_SYSTEM;
	cli_progress_end();
	if (fflush(stdout) != 0 || ferror(stdout)) {
		cli_error("cannot write to stdout: %s", strerror(errno));
		return CLI_SYSTEM;
	}
	return code;
}
