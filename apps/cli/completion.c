/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generates shell completions from the tables that --help prints. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

/* ---- possible values of options and operands */

/* Returns the program's values for an argument or operand of this name. NULL: none. */
static const struct cli_words *find_words(const char *text, size_t size)
{
	for (size_t i = 0; i < cli_program.words_count; i++) {
		const struct cli_words *words = &cli_program.words[i];
		if (strlen(words->argument) == size && memcmp(words->argument, text, size) == 0)
			return words;
	}
	return NULL;
}

/* Part of a description: "[FILE]" has the name FILE. */
static size_t next_name(const char **at)
{
	*at += strcspn(*at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	return strspn(*at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

static const struct cli_words *words_in(const char *description)
{
	const char *at = description;
	for (size_t size; (size = next_name(&at)) > 0; at += size) {
		const struct cli_words *words = find_words(at, size);
		if (words)
			return words;
	}
	return NULL;
}

static bool names_file(const char *description)
{
	return strstr(description, "FILE") || strstr(description, "OUT") || strstr(description, "TRACE");
}

/* "single|threads[:N]" gives "single threads". */
static void print_alternatives(const char *description)
{
	for (const char *at = description; *at;) {
		size_t size = strcspn(at, "| "), shown = strcspn(at, "|[ ");
		printf("%.*s", (int)(shown < size ? shown : size), at);
		if (at[size] != '|')
			return;
		putchar(' ');
		at += size + 1;
	}
}

static bool has_alternatives(const char *description)
{
	return strcspn(description, "|") < strcspn(description, " ") && strchr(description, '|');
}

/* ---- bash; zsh uses it through bashcompinit */

static void bash_words(const struct cli_words *words)
{
	if (words->shell)
		printf("words=$(%s) ;;\n", words->shell);
	else
		printf("words='%s' ;;\n", words->words);
}

static void bash_argument(const struct cli_command *command, const struct cli_option *option)
{
	if (!option->argument)
		return;
	printf("\t%s:--%s", command->name, option->name);
	if (option->letter)
		printf(" | %s:-%c", command->name, option->letter);
	printf(") ");
	const struct cli_words *words = words_in(option->argument);
	if (has_alternatives(option->argument)) {
		printf("words='");
		print_alternatives(option->argument);
		printf("' ;;\n");
	} else if (words) {
		bash_words(words);
	} else {
		puts(names_file(option->argument) ? "files=yes ;;" : "return ;;");
	}
}

static void bash_arguments(const struct cli_command *command, const struct cli_option *options, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bash_argument(command, &options[i]);
}

static void bash_options(const struct cli_command *command, const struct cli_option *options, size_t count)
{
	printf("\t\t%s) words='", command->name);
	for (size_t i = 0; i < count; i++)
		printf("%s--%s", i ? " " : "", options[i].name);
	puts("' ;;");
}

static void bash_operands(void)
{
	for (size_t i = 0; i < cli_program.command_count; i++) {
		const struct cli_command *command = &cli_program.commands[i];
		const struct cli_words *words = words_in(command->operands);
		if (has_alternatives(command->operands)) {
			printf("\t\t%s) ((COMP_CWORD == 2)) && words='", command->name);
			print_alternatives(command->operands);
			printf("' ;;\n");
		} else if (words) {
			printf("\t\t%s) files=%s ", command->name, names_file(command->operands) ? "yes" : "");
			bash_words(words);
		}
	}
}

static void each_command(void (*visit)(const struct cli_command *, const struct cli_option *, size_t))
{
	cli_option_visitor = visit;
	for (size_t i = 0; i < cli_program.command_count; i++) {
		char *none[] = { NULL };
		(void)cli_program.commands[i].run(&cli_program.commands[i], 0, none);
	}
	cli_option_visitor = NULL;
}

static void print_commands(void)
{
	for (size_t i = 0; i < cli_program.command_count; i++)
		printf("%s%s", i ? " " : "", cli_program.commands[i].name);
}

static void print_bash(void)
{
	const char *name = cli_program.name;
	printf("# Completions of %s; made by '%s completion bash'.\n_%s()\n{\n", name, name, name);
	puts("\tlocal current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words= files= file= "
	     "word=\n"
	     "\tCOMPREPLY=()\n"
	     "\tfor word in \"${COMP_WORDS[@]:2}\"; do\n"
	     "\t\t[[ -z $file && $word != \"$current\" && -f $word ]] && file=$word\n"
	     "\tdone\n"
	     "\tif ((COMP_CWORD == 1)); then");
	printf("\t\twords='");
	print_commands();
	puts(" help completion --help --version'\n\tfi\n\tcase ${COMP_WORDS[1]}:$previous in");
	printf("\thelp:help) words='");
	print_commands();
	puts("' ;;\n\tcompletion:completion) words='bash zsh fish' ;;");
	each_command(bash_arguments);
	puts("\tesac\n\tif [[ -z $words$files && $current == -* ]]; then\n\t\tcase ${COMP_WORDS[1]} in");
	each_command(bash_options);
	printf("\t\tesac\n\t\twords+=' ");
	size_t common_count;
	const struct cli_option *common = cli_common_options(&common_count);
	for (size_t i = 0; i < common_count; i++)
		printf("%s--%s", i ? " " : "", common[i].name);
	puts("'\n\telif [[ -z $words$files ]]; then\n\t\tfiles=yes\n\t\tcase ${COMP_WORDS[1]} in");
	bash_operands();
	puts("\t\tesac\n\tfi\n"
	     "\t[[ -n $words ]] && COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
	     "\t[[ -n $files ]] && COMPREPLY+=($(compgen -f -- \"$current\"))\n"
	     "\treturn 0\n}");
	printf("complete -o filenames -F _%s %s\n", name, name);
}

/* ---- fish */

static void fish_text(const char *text)
{
	putchar('\'');
	for (; *text; text++)
		printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
	putchar('\'');
}

static void fish_words(const char *description)
{
	const struct cli_words *words = words_in(description);
	if (has_alternatives(description)) {
		printf(" -x -a '");
		print_alternatives(description);
		putchar('\'');
	} else if (words && !words->shell) {
		printf(" -x -a '%s'", words->words);
	} else {
		printf(names_file(description) ? " -r" : " -x");
	}
}

static void fish_options(const struct cli_command *command, const struct cli_option *options, size_t count)
{
	printf("complete -c %s -n __fish_use_subcommand -a %s -d ", cli_program.name, command->name);
	fish_text(command->summary);
	putchar('\n');
	for (size_t i = 0; i < count; i++) {
		printf("complete -c %s -n '__fish_seen_subcommand_from %s' -l %s", cli_program.name, command->name,
			options[i].name);
		if (options[i].letter)
			printf(" -s %c", options[i].letter);
		if (options[i].argument)
			fish_words(options[i].argument);
		printf(" -d ");
		fish_text(options[i].help);
		putchar('\n');
	}
}

/* ---- */

int cli_completion(int argc, char **argv)
{
	const char *name = argc == 1 ? argv[0] : "";
	if (strcmp(name, "bash") == 0) {
		print_bash();
	} else if (strcmp(name, "zsh") == 0) {
		printf("#compdef %s\nautoload -U +X bashcompinit && bashcompinit\n", cli_program.name);
		print_bash();
	} else if (strcmp(name, "fish") == 0) {
		each_command(fish_options);
	} else {
		return cli_usage(NULL, "completion: expected bash, zsh or fish");
	}
	return CLI_GOOD;
}
