/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the programs share: subcommands, options, exit codes, whole files. Compiled into each program; not a library. */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of every program. */
enum cli_exit {
	CLI_GOOD = 0,
	CLI_BAD = 1,   /* the input is wrong, or what it says failed */
	CLI_USAGE = 2, /* the command line is wrong */
	CLI_SYSTEM = 3 /* out of memory, a file that cannot be read or written */
};

/* Exit code of a command that compares two files, as that of diff(1): 0 equal, 1 different, 2 trouble. `code` is how the
 * comparison ended. */
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
	const struct cli_command *otherwise; /* runs when no command is named; NULL: an error */
	const struct cli_words *words; /* for completions in shells */
	size_t words_count;
};

/* What the user may give where --help names this argument or operand. */
struct cli_words {
	const char *argument; /* "ENCODING", as a part of the description */
	const char *words;    /* separated by spaces */
	const char *shell;    /* or a command that prints them; $file is the first operand that is a file */
};
extern const struct cli_program cli_program;

struct cli_command {
	const char *name;
	const char *operands; /* as --help shows them: "[FILE]" */
	const char *summary;
	/* Returns the exit code; argv is what stands behind the command's name. */
	int (*run)(const struct cli_command *self, int argc, char **argv);
};

/* Set while tables are listed: cli_parse() and its kind call it with the command's options, and return CLI_GOOD. */
extern void (*cli_option_visitor)(
	const struct cli_command *command, const struct cli_option *options, size_t count);
/* Prints the options that every command has, separated by spaces. */
void cli_print_common_options(void);
/* PROGRAM completion SHELL: prints the completions for it. Returns the exit code. */
int cli_completion(int argc, char **argv);

/* Runs the subcommand that argv names. Returns the exit code, CLI_SYSTEM too when stdout could not be written. */
int cli_main(int argc, char **argv);

/* One option. Either text or flag is set; or text, and flag is &cli_list or &cli_lines: then the option may be given
 * several times, and *text is all of them, separated by commas or newlines. */
extern bool cli_list, cli_lines;
struct cli_option {
	const char *name;     /* without "--" */
	char letter;          /* 0: no short form */
	const char *argument; /* what --help calls it; NULL for a flag */
	const char *help;
	const char **text;
	bool *flag;
};

#define CLI_GO_ON (-1)

/* --show-source was given: errors show the line of the source also where stderr is not a terminal. */
extern bool cli_show_source;

/* Reads options (--name, --name=TEXT, --name TEXT, -n TEXT, -nTEXT, in any order with the operand; "--" ends them) and
 * at most one operand, whose default is "-". Answers --help.
 * @return CLI_GO_ON, or the exit code with which to end */
int cli_parse(const struct cli_command *command, const struct cli_option *options, size_t count, int argc, char **argv,
	const char **out_operand);

/* As cli_parse(), with any number of operands: operands[0..*out_count), room for argc. */
int cli_parse_many(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t *out_count);

/* As cli_parse(), with `wanted` operands, neither more nor fewer: operands[0..wanted). */
int cli_parse_exactly(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t wanted);

/* "bef: TEXT" and a newline on stderr, after what is on its way to stdout. TEXT is escaped (cli_put_escaped()). */
void cli_error(const char *format, ...) CLI_PRINTF(1, 2);
/* "NAME:LINE:COLUMN: error: MESSAGE", otherwise as cli_error(). */
void cli_error_at(const char *name, unsigned line, unsigned column, const char *message);
/* As cli_error() for a wrong command line: adds where help is. Returns CLI_USAGE. */
int cli_usage(const struct cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

/* Finds the name that a user probably meant: begin with cli_nearest_init(), offer every name that there is, then look at
 * `name`, which is NULL if no name is near. Names are borrowed. */
struct cli_nearest {
	const char *wanted;
	size_t wanted_size;
	const char *name;
	size_t size;
	unsigned distance;
};
void cli_nearest_init(struct cli_nearest *nearest, const char *wanted, size_t size);
void cli_nearest_offer(struct cli_nearest *nearest, const char *name, size_t size);

/* Decimal number in lowest..highest, ended by `end` or by the end of the text. Moves *text to that end. */
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
/* The two halves of cli_read(), for callers that look at the open file in between. A file must be opened only once: what a
 * named pipe holds goes to the first that opens it.
 * @return the descriptor, or -1 with errno set */
int cli_open(const char *path);
/* Reads and closes a descriptor of cli_open(); -1 is reported as the failure in errno. */
int cli_read_from(int fd, const char *path, struct cli_input *out_input);
void cli_input_finish(struct cli_input *input);
/* Names the format of the file that cli_open() opened last ("bytecode", a string that stays valid). */
void cli_input_is(const char *format);

/* Outputs. A regular file is replaced atomically: the output goes to a temporary file beside it that only its owner can
 * read, which at the end gets the access of the file that it replaces, or that of a new file, and then its name. Symbolic
 * links are followed. Other files (a pipe, /dev/null) are written in place.
 *
 * An input is not replaced by an output of another format: `format` is that of the output, as cli_input_is() names it;
 * NULL: one that no input has. CLI_USAGE after a message if the output is an input. */

/* Writes a whole file; "-" is stdout, refused when that is a terminal unless `force`.
 * @return CLI_GOOD, or CLI_SYSTEM (CLI_USAGE for an input or the terminal) after a message. */
int cli_write(const char *path, const char *format, const uint8_t *data, size_t size, bool force);

/* A file that is written piece by piece; "-" is stdout. */
struct cli_output {
	FILE *stream; /* write here; errors show when it is finished */
	const char *path;
	char *temporary;       /* NULL: there is none */
	struct target *target; /* what it replaces; likewise */
	char *buffer;          /* of the stream; likewise */
};

/* @return CLI_GOOD, or CLI_SYSTEM (CLI_USAGE for an input) after a message */
int cli_output_open(const char *path, const char *format, struct cli_output *out_output);
/* The same as fwrite() to its stream, but many bytes go to the file without being copied once more. 0, or 1 when that
 * failed, which shows when the output is finished. */
int cli_output_put(struct cli_output *output, const void *data, size_t size);
/* Ends an output. With `keep` false nothing of it stays (stdout apart). @return CLI_GOOD, or CLI_SYSTEM after a
 * message. */
int cli_output_finish(struct cli_output *output, bool keep);

/* Prints a name or a message that may come from an input: bytes of control characters (but tab) and bytes that are not UTF-8 are
 * written as \xNN, so that no input can send commands to a terminal. */
void cli_put_escaped(FILE *out, const char *data, size_t size);

/* Whether cli_json_string() shows them as they are. */
bool cli_is_utf8(const char *data, size_t size);
/* A JSON string. Bytes that are no UTF-8 show as the characters of their number. */
void cli_json_string(FILE *out, const char *data, size_t size);

#endif
