/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses options by a table, which --help prints. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMNS = 100, HELP_INDENT = 37 };

/* The help of an option, in lines of HELP_COLUMNS, behind HELP_INDENT columns. */
static void print_wrapped(const char *text)
{
	size_t column = HELP_INDENT;
	for (bool first = true; *text; first = false) {
		const size_t word = strcspn(text, " ");
		if (!first && column + 1 + word > HELP_COLUMNS) {
			printf("\n%*s", HELP_INDENT, "");
			column = HELP_INDENT;
		} else if (!first) {
			putchar(' ');
			column++;
		}
		printf("%.*s", (int)word, text);
		column += word;
		text += word + (text[word] == ' ');
	}
	putchar('\n');
}

static void print_option(const struct cli_option *option)
{
	char left[64];
	int used = option->letter ? snprintf(left, sizeof left, "-%c, ", option->letter) : 0;
	size_t at = used > 0 ? (size_t)used : 0;
	snprintf(left + at, sizeof left - at, "--%s%s%s", option->name, option->argument ? " " : "",
		option->argument ? option->argument : "");
	printf("  %-34s ", left);
	print_wrapped(option->help);
}

static const char *max_decompressed;

/* Options of every command of every program. */
static const struct cli_option shared[] = {
	{ "show-source", 0, NULL, "print source lines with errors; the default on a terminal", NULL, &cli_show_source },
	{ "max-decompressed", 0, "BYTES", "limit for decompressed .zst and .gz inputs; default: 64 times their size and 67108864",
		&max_decompressed, NULL },
	{ "help", 'h', NULL, "print this help and exit", NULL, NULL },
};
enum { SHARED = sizeof shared / sizeof *shared };

const struct cli_option *cli_common_options(size_t *out_count)
{
	static struct cli_option common[CLI_MOST_OWN + SHARED];
	const size_t own = cli_program.option_count;
	if (own)
		memcpy(common, cli_program.options, own * sizeof *common);
	memcpy(common + own, shared, sizeof shared);
	*out_count = own + SHARED;
	return common;
}

static int print_help(const struct cli_command *command, const struct cli_option *options, size_t count)
{
	printf("Usage: %s %s [OPTION...]%s%s\n\n%s\n\nOptions:\n", cli_program.name, command->name,
		*command->operands ? " " : "", command->operands, command->summary);
	for (size_t i = 0; i < count; i++)
		print_option(&options[i]);
	size_t common_count;
	const struct cli_option *common = cli_common_options(&common_count);
	for (size_t i = 0; i < common_count; i++)
		print_option(&common[i]);
	return CLI_GOOD;
}

/* Returns the option named by `word` (after "--"); *out_value is the text after '=' or NULL. */
static const struct cli_option *find_long(
	const struct cli_option *options, size_t count, const char *word, const char **out_value)
{
	const char *equals = strchr(word, '=');
	size_t length = equals ? (size_t)(equals - word) : strlen(word);
	*out_value = equals ? equals + 1 : NULL;
	for (size_t i = 0; i < count; i++) {
		if (strlen(options[i].name) == length && memcmp(options[i].name, word, length) == 0)
			return &options[i];
	}
	return NULL;
}

static const struct cli_option *find_short(
	const struct cli_option *options, size_t count, const char *word, const char **out_value)
{
	*out_value = word[1] ? word + 1 : NULL;
	for (size_t i = 0; i < count; i++) {
		if (options[i].letter && options[i].letter == word[0])
			return &options[i];
	}
	return NULL;
}

bool cli_list, cli_lines;
void (*cli_option_visitor)(const struct cli_command *command, const struct cli_option *options, size_t count);

/* A text that an option refers to; it lives until the program ends. */
struct joined {
	struct joined *next;
	char text[];
};

/* Appends a separator and the value to *text. */
static bool add_to_list(const char **text, char separator, const char *value)
{
	static struct joined *all;
	const size_t before = strlen(*text), size = strlen(value) + 1;
	struct joined *joined = malloc(sizeof *joined + before + 1 + size);
	if (!joined)
		return false;
	joined->next = all;
	all = joined;
	memcpy(joined->text, *text, before);
	joined->text[before] = separator;
	memcpy(joined->text + before + 1, value, size);
	*text = joined->text;
	return true;
}

static bool is_number(const char *word)
{
	const char first = !word ? '\0' : word[0] == '-' ? word[1] : word[0];
	return first >= '0' && first <= '9';
}

static bool is_optional(const struct cli_option *option)
{
	const size_t size = option->argument ? strlen(option->argument) : 0;
	return size && option->argument[0] == '[' && option->argument[size - 1] == ']';
}

static int take(const struct cli_command *command, const struct cli_option *option, const char *word, const char *value,
	char **next, bool *out_used_next)
{
	*out_used_next = false;
	if (!option->text) {
		if (value)
			return cli_usage(command, "option '%s' takes no argument", word);
		*option->flag = true;
		return CLI_GO_ON;
	}
	if (!value && is_optional(option) && !is_number(*next))
		value = "";
	if (!value) {
		value = *next;
		*out_used_next = true;
	}
	if (!value)
		return cli_usage(command, "option '%s' needs an argument", word);
	if (*option->text && option->flag && !add_to_list(option->text, option->flag == &cli_lines ? '\n' : ',', value))
		return cli_out_of_memory();
	if (!*option->text || !option->flag)
		*option->text = value;
	return CLI_GO_ON;
}

static int unknown_option(
	const struct cli_command *command, const struct cli_option *options, size_t count, const char *word)
{
	struct cli_nearest nearest;
	if (word[1] != '-')
		return cli_usage(command, "unknown option '%s'", word);
	cli_nearest_init(&nearest, word + 2, strcspn(word + 2, "="));
	for (size_t i = 0; i < count; i++)
		cli_nearest_offer(&nearest, options[i].name, strlen(options[i].name));
	if (nearest.name)
		return cli_usage(command, "unknown option '%s'; did you mean '--%s'?", word, nearest.name);
	return cli_usage(command, "unknown option '%s'", word);
}

/* More than `most` operands are a usage error. */
static int parse(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t most, size_t *out_count)
{
	bool only_operands = false;
	size_t common_count;
	const struct cli_option *common = cli_common_options(&common_count);
	*out_count = 0;
	if (cli_option_visitor) {
		cli_option_visitor(command, options, count);
		return CLI_GOOD;
	}
	for (int i = 0; i < argc; i++) {
		const char *word = argv[i], *value;
		if (only_operands || word[0] != '-' || !word[1]) {
			if (*out_count == most)
				return cli_usage(command, "unexpected operand '%s'", word);
			operands[(*out_count)++] = word;
			continue;
		}
		if (strcmp(word, "--") == 0) {
			only_operands = true;
			continue;
		}
		if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
			return print_help(command, options, count);
		const struct cli_option *option = word[1] == '-' ? find_long(options, count, word + 2, &value)
								 : find_short(options, count, word + 1, &value);
		if (!option && word[1] == '-')
			option = find_long(common, common_count - 1, word + 2, &value);
		if (!option)
			return unknown_option(command, options, count, word);
		bool used_next;
		int code = take(command, option, word, value, &argv[i + 1], &used_next);
		if (code != CLI_GO_ON)
			return code;
		i += used_next;
	}
	if (max_decompressed && !cli_number(&max_decompressed, '\0', 1, UINT64_MAX / 4, &cli_max_decompressed))
		return cli_usage(command, "--max-decompressed: expected a number of bytes, not '%s'", max_decompressed);
	return cli_program.take_options ? cli_program.take_options(command) : CLI_GO_ON;
}

int cli_parse(const struct cli_command *command, const struct cli_option *options, size_t count, int argc, char **argv,
	const char **out_operand)
{
	size_t found;
	int code = parse(command, options, count, argc, argv, out_operand, *command->operands ? 1 : 0, &found);
	if (code != CLI_GO_ON || !found)
		*out_operand = code == CLI_GO_ON ? "-" : NULL;
	return code;
}

int cli_parse_many(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t *out_count)
{
	return parse(command, options, count, argc, argv, operands, (size_t)argc, out_count);
}

int cli_parse_operands(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char *otherwise, struct cli_files *out_files)
{
	out_files->paths = malloc(((size_t)argc + 1) * sizeof *out_files->paths);
	out_files->count = 0;
	if (!out_files->paths)
		return cli_out_of_memory();
	int code = cli_parse_many(command, options, count, argc, argv, out_files->paths, &out_files->count);
	if (code != CLI_GO_ON)
		free(out_files->paths);
	else if (out_files->count == 0 && otherwise)
		out_files->paths[out_files->count++] = otherwise;
	return code;
}

int cli_parse_files(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, struct cli_files *out_files)
{
	return cli_parse_operands(command, options, count, argc, argv, "-", out_files);
}

int cli_each_file(const struct cli_files *files, bool headings, int (*step)(void *ctx, const char *path), void *ctx)
{
	int worst = CLI_GOOD;
	for (size_t i = 0; i < files->count; i++) {
		const char *name = strcmp(files->paths[i], "-") == 0 ? "<stdin>" : files->paths[i];
		if (headings && files->count > 1) {
			fputs(i ? "\n" : "", stdout);
			cli_put_escaped(stdout, name, strlen(name));
			puts(":");
		}
		cli_progress_file(i + 1, files->count);
		int code = step(ctx, files->paths[i]);
		worst = code > worst ? code : worst;
	}
	return worst;
}

int cli_command_each(const struct cli_command *command, const struct cli_option *options, size_t count, int argc, char **argv,
	const bool *json, int (*step)(void *ctx, const char *path), void *ctx)
{
	struct cli_files files;
	int code = cli_parse_files(command, options, count, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	code = cli_each_file(&files, json && !*json, step, ctx);
	free(files.paths);
	return code;
}

int cli_verify_file(const struct cli_command *command, const char *path, bool json,
	int (*verify)(void *ctx, const char *path), void *ctx)
{
	cli_progress_begin(command->name, path);
	if (json)
		cli_capture_begin();
	int code = verify(ctx, path);
	cli_progress_end();
	if (!json)
		return code;
	cli_json_begin(command->name, path);
	cli_json_bool("valid", code == CLI_GOOD);
	cli_capture_end();
	(void)cli_json_end(CLI_GOOD);
	return code;
}

int cli_parse_exactly(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t wanted)
{
	size_t found;
	int code = parse(command, options, count, argc, argv, operands, wanted, &found);
	if (code == CLI_GO_ON && found < wanted)
		code = cli_usage(command, "expected %zu operands: %s; found %zu", wanted, command->operands, found);
	return code;
}

bool cli_number(const char **text, char end, uint64_t lowest, uint64_t highest, uint64_t *out_number)
{
	const char *at = *text;
	uint64_t number = 0;
	while (*at >= '0' && *at <= '9') {
		uint64_t digit = (uint64_t)(*at++ - '0');
		if (digit > highest || number > (highest - digit) / 10)
			return false;
		number = number * 10 + digit;
	}
	if (at == *text || number < lowest || (*at && *at != end))
		return false;
	*text = at;
	*out_number = number;
	return true;
}
