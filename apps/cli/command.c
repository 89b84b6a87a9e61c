/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the subcommand, answers --help and --version, and speaks to stderr. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

CLI_PRINTF(1, 0) static void print_error(const char *format, va_list arguments)
{
	char brief[512], *text = brief;
	va_list again;
	va_copy(again, arguments);
	const int size = vsnprintf(brief, sizeof brief, format, arguments);
	if (size >= (int)sizeof brief && (text = malloc((size_t)size + 1)) != NULL)
		vsnprintf(text, (size_t)size + 1, format, again);
	va_end(again);
	if (!text)
		text = brief; /* cut */
	fflush(stdout);
	fprintf(stderr, "%s: ", cli_program.name);
	cli_put_escaped(stderr, text, strlen(text));
	fputc('\n', stderr);
	if (text != brief)
		free(text);
}

void cli_error_at(const char *name, unsigned line, unsigned column, const char *message)
{
	fflush(stdout);
	cli_put_escaped(stderr, name, strlen(name));
	fprintf(stderr, ":%u:%u: error: ", line, column);
	cli_put_escaped(stderr, message, strlen(message));
	fputc('\n', stderr);
}

void cli_error(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print_error(format, arguments);
	va_end(arguments);
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

static void print_help(void)
{
	printf("%s\n\nUsage: %s COMMAND [OPTION...] [FILE]\n\nCommands:\n", cli_program.about, cli_program.name);
	for (size_t i = 0; i < cli_program.command_count; i++)
		printf("  %-12s %s\n", cli_program.commands[i].name, cli_program.commands[i].summary);
	if (cli_program.otherwise)
		printf("\nWithout a command: %s.\n", cli_program.otherwise->name);
	printf("\n'%s COMMAND --help' shows the options of a command.\n"
	       "Exit status: 0 good, 1 the input is bad or failed, 2 wrong usage, 3 the system failed.\n",
		cli_program.name);
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
	if (strcmp(argv[1], "--version") == 0) {
		printf("%s %s\n", cli_program.name, cli_program.version);
		return CLI_GOOD;
	}
	if (otherwise && argv[1][0] == '-')
		return otherwise->run(otherwise, argc - 1, argv + 1);
	for (size_t i = 0; i < cli_program.command_count; i++) {
		const struct cli_command *command = &cli_program.commands[i];
		if (strcmp(argv[1], command->name) == 0)
			return command->run(command, argc - 2, argv + 2);
	}
	struct cli_nearest nearest;
	cli_nearest_init(&nearest, argv[1], strlen(argv[1]));
	for (size_t i = 0; i < cli_program.command_count; i++)
		cli_nearest_offer(&nearest, cli_program.commands[i].name, strlen(cli_program.commands[i].name));
	if (nearest.name)
		return cli_usage(NULL, "no command '%s'; did you mean '%s'?", argv[1], nearest.name);
	return cli_usage(NULL, "no command '%s'", argv[1]);
}

int cli_main(int argc, char **argv)
{
	int code = run_command(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		cli_error("cannot write to stdout: %s", strerror(errno));
		return CLI_SYSTEM;
	}
	return code;
}
