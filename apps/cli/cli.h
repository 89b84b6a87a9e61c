/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by all programs: subcommands, options, exit codes, whole files. Compiled into each program; not a library. */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of every program. */
enum cli_exit {
	CLI_GOOD = 0,
	CLI_BAD = 1,   /* the input is invalid, or an operation on it failed */
	CLI_USAGE = 2, /* invalid command line */
	CLI_SYSTEM = 3 /* out of memory, or a file that cannot be read or written */
};

/* Returns the exit code of a command that compares two files, like diff(1): 0 equal, 1 different, 2 trouble. `code`
 * is the result of the comparison. */
static inline int cli_diff_exit(int code, bool different) { return code == CLI_GOOD ? different : 2; }

#if defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

struct cli_command;
struct cli_option;

/* A program, defined by its main.c. */
struct cli_program {
	const char *name, *version, *about;
	const struct cli_command *commands;
	size_t command_count;
	const struct cli_command *otherwise; /* runs if no command is given; NULL: an error */
	const struct cli_words *words; /* for shell completions */
	size_t words_count;
};

/* The possible values of an argument or operand, by its name in --help. */
struct cli_words {
	const char *argument; /* "ENCODING", as part of the description */
	const char *words;    /* separated by spaces */
	const char *shell;    /* or a command that prints them; $file is the first operand that is a file */
};
extern const struct cli_program cli_program;

struct cli_command {
	const char *name;
	const char *operands; /* as --help shows them: "[FILE]" */
	const char *summary;
	/* Returns the exit code; argv contains the arguments after the command's name. */
	int (*run)(const struct cli_command *self, int argc, char **argv);
};

/* Set while tables are listed: cli_parse() and related functions call it with the command's options, and return
 * CLI_GOOD. */
extern void (*cli_option_visitor)(
	const struct cli_command *command, const struct cli_option *options, size_t count);
/* Prints the options common to all commands, separated by spaces. */
void cli_print_common_options(void);
/* PROGRAM completion SHELL: prints the completions for it. Returns the exit code. */
int cli_completion(int argc, char **argv);

/* Runs the subcommand in argv. Returns the exit code, or CLI_SYSTEM if stdout could not be written. */
int cli_main(int argc, char **argv);

/* One option. Either text or flag is set. If both are set, flag is &cli_list or &cli_lines: the option may be
 * repeated, and *text is the list of its values, separated by commas or newlines. */
extern bool cli_list, cli_lines;
struct cli_option {
	const char *name;     /* without "--" */
	char letter;          /* 0: no short form */
	const char *argument; /* name in --help; NULL for a flag */
	const char *help;
	const char **text;
	bool *flag;
};

#define CLI_GO_ON (-1)

/* --show-source was given: errors show the source line even if stderr is not a terminal. */
extern bool cli_show_source;

/* Reads options (--name, --name=TEXT, --name TEXT, -n TEXT, -nTEXT, in any order with the operand; "--" ends them) and
 * at most one operand, whose default is "-". Answers --help.
 * @return CLI_GO_ON, or the exit code with which to end */
int cli_parse(const struct cli_command *command, const struct cli_option *options, size_t count, int argc, char **argv,
	const char **out_operand);

/* Like cli_parse(), with any number of operands: operands[0..*out_count), space for argc. */
int cli_parse_many(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t *out_count);

/* Like cli_parse(), with exactly `wanted` operands: operands[0..wanted). */
int cli_parse_exactly(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t wanted);

/* Prints "bef: TEXT" and a newline on stderr after flushing stdout. TEXT is escaped (cli_put_escaped()). */
void cli_error(const char *format, ...) CLI_PRINTF(1, 2);
/* Prints "NAME:LINE:COLUMN: error: MESSAGE", otherwise like cli_error(). */
void cli_error_at(const char *name, unsigned line, unsigned column, const char *message);
/* Like cli_error(), for an invalid command line: adds a reference to the help. Returns CLI_USAGE. */
int cli_usage(const struct cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

/* Finds the name that a user probably meant: begin with cli_nearest_init(), offer every existing name, then read
 * `name`, which is NULL if no name is similar. Names are borrowed. */
struct cli_nearest {
	const char *wanted;
	size_t wanted_size;
	const char *name;
	size_t size;
	unsigned distance;
};
void cli_nearest_init(struct cli_nearest *nearest, const char *wanted, size_t size);
void cli_nearest_offer(struct cli_nearest *nearest, const char *name, size_t size);

/* Parses a decimal number in lowest..highest, terminated by `end` or the end of the text, and moves *text there. */
bool cli_number(const char **text, char end, uint64_t lowest, uint64_t highest, uint64_t *out_number);

/* A whole file in memory, in a block of exactly its size. */
struct cli_input {
	uint8_t *data; /* not NULL, also for an empty file */
	size_t size;
	const char *name; /* for messages: the path, "<stdin>" for "-" */
};
#define CLI_INPUT_MOST ((uint64_t)4 << 30)

/* Prints a note if a command that reads stdin would wait for the user to type. */
void cli_note_terminal(void);
/* Reads a file, or stdin for "-". @return CLI_GOOD, or CLI_SYSTEM after a message. */
int cli_read(const char *path, struct cli_input *out_input);
/* The two halves of cli_read(), for callers that examine the open file in between. A file must be opened only once,
 * because the first open of a named pipe consumes its data.
 * @return the descriptor, or -1 with errno set */
int cli_open(const char *path);
/* Reads and closes a descriptor from cli_open(); for -1, reports the failure in errno. */
int cli_read_from(int fd, const char *path, struct cli_input *out_input);
void cli_input_finish(struct cli_input *input);
/* Names the format of the file that cli_open() opened last ("bytecode", a static string). */
void cli_input_is(const char *format);

/* Outputs. A regular file is replaced atomically: the output goes to a temporary file beside it that only its owner can
 * read, which at the end gets the access of the file that it replaces, or that of a new file, and then its name. Symbolic
 * links are followed. Other files (a pipe, /dev/null) are written in place.
 *
 * An input is not replaced by an output of another format: `format` is that of the output, as cli_input_is() names it;
 * NULL: one that no input has. CLI_USAGE after a message if the output is an input. */

/* Writes a whole file; "-" is stdout, which is rejected if it is a terminal unless `force`.
 * @return CLI_GOOD, or CLI_SYSTEM (CLI_USAGE for an input or the terminal) after a message. */
int cli_write(const char *path, const char *format, const uint8_t *data, size_t size, bool force);

/* A file that is written piece by piece; "-" is stdout. */
struct cli_output {
	FILE *stream; /* write here; errors are reported by the finish call */
	const char *path;
	char *temporary;       /* NULL: there is none */
	struct target *target; /* what it replaces; likewise */
	char *buffer;          /* of the stream; likewise */
};

/* @return CLI_GOOD, or CLI_SYSTEM (CLI_USAGE for an input) after a message */
int cli_output_open(const char *path, const char *format, struct cli_output *out_output);
/* Like fwrite() to its stream, but writes large data without an extra copy. Returns 0, or 1 on failure, which the
 * finish call reports. */
int cli_output_put(struct cli_output *output, const void *data, size_t size);
/* Finishes an output. If `keep` is false, the output is discarded (except on stdout). @return CLI_GOOD, or
 * CLI_SYSTEM after a message. */
int cli_output_finish(struct cli_output *output, bool keep);

/* Prints a name or a message that may come from an input: bytes of control characters (but tab) and bytes that are not UTF-8 are
 * written as \xNN, so that no input can send commands to a terminal. */
void cli_put_escaped(FILE *out, const char *data, size_t size);

/* Returns the size of the UTF-8 sequence at data, which has `left` bytes, at least one; 0 if it is invalid. */
size_t cli_utf8_length(const char *data, size_t left);
/* Tests whether cli_json_string() prints the bytes unchanged. */
bool cli_is_utf8(const char *data, size_t size);
/* Prints a JSON string. Bytes that are not UTF-8 are printed as the characters with their number. */
void cli_json_string(FILE *out, const char *data, size_t size);

#endif
