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
	return strstr(description, "FILE") || strstr(description, "OUT") || strstr(description, "TRACE") ||
	       strstr(description, "PACK") || strstr(description, "MANIFEST");
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
	puts(" help completion --help --version -V'\n\tfi\n\tcase ${COMP_WORDS[1]}:$previous in");
	printf("\thelp:help) words='");
	print_commands();
	puts("' ;;\n\tcompletion:completion) words='bash zsh fish' ;;");
	each_command(bash_arguments);
	size_t common_count;
	const struct cli_option *common = cli_common_options(&common_count);
	for (size_t i = 0; i < common_count; i++) {
		if (common[i].argument)
			printf("\t*:--%s) return ;;\n", common[i].name);
	}
	puts("\tesac\n\tif [[ -z $words$files && $current == -* ]]; then\n\t\tcase ${COMP_WORDS[1]} in");
	each_command(bash_options);
	printf("\t\tesac\n\t\twords+=' ");
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

/* As an autoloaded function the file also completes the line for which it was loaded. */
static void print_zsh(void)
{
	const char *name = cli_program.name;
	printf("#compdef %s\nautoload -U +X bashcompinit && bashcompinit\n", name);
	print_bash();
	printf("[[ -n $compstate ]] && _bash_complete -o filenames -F _%s\n", name);
}

/* ---- fish */

static void fish_text(const char *text)
{
	putchar('\'');
	for (; *text; text++)
		printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
	putchar('\'');
}

/* Prints the name of the function that prints the words of a shell command. */
static void fish_function(const struct cli_words *words)
{
	printf("__%s_%s", cli_program.name, words->argument);
}

/* $file of the command is the first word after the subcommand that is a file. */
static void fish_functions(void)
{
	for (size_t i = 0; i < cli_program.words_count; i++) {
		if (!cli_program.words[i].shell)
			continue;
		printf("function ");
		fish_function(&cli_program.words[i]);
		printf("\n\tset -l file\n\tfor word in (commandline -opc)[3..-1]\n"
		       "\t\tif test -f \"$word\"\n\t\t\tset file $word\n\t\t\tbreak\n\t\tend\n\tend\n\t%s\nend\n",
			cli_program.words[i].shell);
	}
}

/* Prints the arguments after -a. */
static void fish_list(const struct cli_words *words)
{
	if (words->shell) {
		printf(" -a '(");
		fish_function(words);
		printf(")'");
	} else {
		printf(" -a '%s'", words->words);
	}
}

static void fish_argument(const char *description)
{
	const struct cli_words *words = words_in(description);
	if (has_alternatives(description)) {
		printf(" -x -a '");
		print_alternatives(description);
		putchar('\'');
	} else if (words) {
		printf(" -x");
		fish_list(words);
	} else {
		printf(names_file(description) ? " -r -F" : " -x");
	}
}

static void fish_option(const struct cli_option *option)
{
	printf(" -l %s", option->name);
	if (option->letter)
		printf(" -s %c", option->letter);
	if (option->argument)
		fish_argument(option->argument);
	printf(" -d ");
	fish_text(option->help);
	putchar('\n');
}

/* Words before files, in the first operand only; words of a list, beside files. */
static void fish_operands(const struct cli_command *command)
{
	const struct cli_words *words = words_in(command->operands);
	if (has_alternatives(command->operands)) {
		printf("complete -c %s -n '__fish_seen_subcommand_from %s; and test (count (commandline -opc)) -eq 2' -f -a '",
			cli_program.name, command->name);
		print_alternatives(command->operands);
		puts("'");
	} else if (words) {
		printf("complete -c %s -n '__fish_seen_subcommand_from %s'%s", cli_program.name, command->name,
			names_file(command->operands) ? "" : " -f");
		fish_list(words);
		putchar('\n');
	}
}

static void fish_command(const struct cli_command *command, const struct cli_option *options, size_t count)
{
	printf("complete -c %s -n __fish_use_subcommand -a %s -d ", cli_program.name, command->name);
	fish_text(command->summary);
	putchar('\n');
	for (size_t i = 0; i < count; i++) {
		printf("complete -c %s -n '__fish_seen_subcommand_from %s'", cli_program.name, command->name);
		fish_option(&options[i]);
	}
	fish_operands(command);
}

static void print_fish(void)
{
	const char *name = cli_program.name;
	size_t count;
	const struct cli_option *common = cli_common_options(&count);
	printf("# Completions of %s; made by '%s completion fish'.\n", name, name);
	fish_functions();
	printf("complete -c %s -n __fish_use_subcommand -f -a 'help completion'\n", name);
	printf("complete -c %s -n __fish_use_subcommand -l version -s V -d 'print the version and exit'\n", name);
	printf("complete -c %s -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n", name);
	printf("complete -c %s -n '__fish_seen_subcommand_from help' -f -a '", name);
	print_commands();
	puts("'");
	for (size_t i = 0; i < count; i++) {
		printf("complete -c %s", name);
		fish_option(&common[i]);
	}
	each_command(fish_command);
}

/* ---- */

int cli_completion(int argc, char **argv)
{
	const char *name = argc == 1 ? argv[0] : "";
	if (strcmp(name, "bash") == 0) {
		print_bash();
	} else if (strcmp(name, "zsh") == 0) {
		print_zsh();
	} else if (strcmp(name, "fish") == 0) {
		print_fish();
	} else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
		printf("Usage: %s completion bash|zsh|fish\n\nPrints completions for a shell.\n", cli_program.name);
	} else {
		return cli_usage(NULL, "completion: expected bash, zsh or fish");
	}
	return CLI_GOOD;
}
