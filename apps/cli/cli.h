/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by all programs: subcommands, options, exit codes, whole files. Compiled into each program; not a library. */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
enum { CLI_MOST_OWN = 8 };

struct cli_program {
	const char *name, *version, *about;
	const struct cli_command *commands;
	size_t command_count;
	const struct cli_command *otherwise; /* runs if no command is given; NULL: an error */
	/* Options of every command of this program, at most CLI_MOST_OWN, and a function that is called after those of a command line
	 * were stored; it returns CLI_GO_ON, or an exit code after a message. May be NULL. */
	const struct cli_option *options;
	size_t option_count;
	int (*take_options)(const struct cli_command *command);
	const struct cli_words *words; /* for shell completions */
	size_t words_count;
	/* Of the library that maps inputs, as mlirbc_mapping_guard() and mlirbc_mapping_is_intact(NULL); NULL: none is mapped. */
	void (*guard_mappings)(void (*lost)(void));
	bool (*mappings_are_intact)(void);
	/* False: the file cannot be mapped, because it is a pipe or empty. */
	bool (*map)(int fd, const void **out_data, size_t *out_size);
	void (*unmap)(const void *data, size_t size);
};

/* The possible values of an argument or operand, by its name in --help. */
struct cli_words {
	const char *argument; /* "ENCODING", as part of the description */
	const char *words;    /* separated by spaces */
	const char *shell;    /* or a command that prints them; $file is the first operand that is a file */
};
extern const struct cli_program cli_program;
const char *cli_name(void); /* of the program */

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
/* Returns the options of every command; the last is --help, which has neither text nor flag. */
const struct cli_option *cli_common_options(size_t *out_count);
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
	/* name in --help; NULL for a flag. "[SEED]": a number that may be left out; then its text is "" */
	const char *argument;
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

/* The files of a command that accepts several. */
struct cli_files {
	const char **paths;
	size_t count;
};
/* Like cli_parse_many(), and allocates the operands. If there is none, `otherwise` is one, unless it is NULL. The caller frees
 * out_files->paths if CLI_GO_ON is returned. */
int cli_parse_operands(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char *otherwise, struct cli_files *out_files);
/* The same; no operand means stdin. */
int cli_parse_files(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, struct cli_files *out_files);
/* Calls `step` for each file, also after failures. With `headings`, the name of each of several files is printed before
 * its output. @return the highest exit code */
int cli_each_file(const struct cli_files *files, bool headings, int (*step)(void *ctx, const char *path), void *ctx);

/* Both, as a whole command: the names are printed unless the flag `json` is set, or is NULL. @return the exit code */
int cli_command_each(const struct cli_command *command, const struct cli_option *options, size_t count, int argc, char **argv,
	const bool *json, int (*step)(void *ctx, const char *path), void *ctx);

/* Like cli_parse(), with exactly `wanted` operands: operands[0..wanted). */
int cli_parse_exactly(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, const char **operands, size_t wanted);

/* Calls `verify` for a file, with progress; with `json` its errors become part of an object with the member `valid`.
 * @return what `verify` returned */
int cli_verify_file(const struct cli_command *command, const char *path, bool json,
	int (*verify)(void *ctx, const char *path), void *ctx);

/* Prints "bef: TEXT" and a newline on stderr after flushing stdout. TEXT is escaped (cli_put_escaped()). */
void cli_error(const char *format, ...) CLI_PRINTF(1, 2);
/* While errors are captured, cli_error(), cli_error_at() and cli_problem() store them instead of printing them.
 * Only while the program has one thread. cli_capture_end() prints them as the member "errors" of a JSON object: an array of objects with the members
 * message and, if known, line and column, or offset. */
void cli_capture_begin(void);
void cli_capture_end(void);
/* Stores an error if they are captured. The place is the offset, or line and column; UINT64_MAX and 0: not known.
 * @return false: they are not, so the caller prints it */
bool cli_problem(uint64_t offset, uint64_t line, uint64_t column, const char *message);

/* Prints "out of memory". Returns CLI_SYSTEM. */
int cli_out_of_memory(void);
/* Makes room for `count` elements in a list that malloc() has allocated, or NULL: doubles it where it is too short. *room: elements that
 * fit. `array` and `room` are lvalues. False: out of memory, and nothing has changed. */
#define CLI_RESERVE(array, count, room) cli_reserve(&(array), (count), &(room), sizeof *(array))
static inline bool cli_reserve(void *array, size_t count, size_t *room, size_t size)
{
	enum { FEWEST = 64 };
	void *list;
	if (count <= *room)
		return true;
	const size_t wider = count <= FEWEST ? FEWEST : 2 * count;
	memcpy(&list, array, sizeof list); /* a pointer to any type */
	list = wider <= SIZE_MAX / size ? realloc(list, wider * size) : NULL;
	if (!list)
		return false;
	memcpy(array, &list, sizeof list);
	*room = wider;
	return true;
}

/* Prints "bef: NAME: note: TEXT" or "bef: NAME: warning: TEXT", otherwise like cli_error(). NAME may be NULL. */
void cli_note(const char *name, const char *format, ...) CLI_PRINTF(2, 3);
void cli_warning(const char *name, const char *format, ...) CLI_PRINTF(2, 3);
/* Prints "NAME:LINE:COLUMN: error: MESSAGE", otherwise like cli_error(). */
void cli_error_at(const char *name, unsigned line, unsigned column, const char *message);
/* Prints a line of a text and a caret below the column, counted in bytes from 1, if --show-source was given or stderr is a
 * terminal. Control characters show as '?'; of a long line, only the part near the column is shown. */
void source_show(const char *text, size_t size, uint64_t line, uint64_t column);
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

/* A whole file in memory, decompressed if it was compressed, in a block of exactly its size. */
struct cli_input {
	uint8_t *data; /* not NULL, also for an empty file */
	size_t size;
	const char *name; /* for messages: the path, "<stdin>" for "-" */
	/* Set by cli_enter() (door.h). */
	unsigned kind;     /* enum bytecursor_kind */
	bool mapped;       /* the data is that of the file, and must not be changed */
	bool decompressed;
	bool keeps_fd; /* `fd` is a file with these bytes */
	int fd;
};
#define CLI_INPUT_MOST ((uint64_t)4 << 30)
/* The limit of --max-decompressed; 0: 64 times the size of the input and 64 MiB, at most CLI_INPUT_MOST. */
extern uint64_t cli_max_decompressed;

/* Prints a note if a command that reads stdin would wait for the user to type. */
void cli_note_terminal(void);
/* Reads a file, or stdin for "-". Data compressed with zstd or gzip is decompressed.
 * @return CLI_GOOD, or another exit code after a message. */
int cli_read(const char *path, struct cli_input *out_input);
/* The two halves of cli_read() without decompression, for callers that examine the open file in between. A file must be opened only once,
 * because the first open of a named pipe consumes its data.
 * @return the descriptor, or -1 with errno set */
int cli_open(const char *path);
/* Reads and closes a descriptor from cli_open(); for -1, reports the failure in errno. */
int cli_read_from(int fd, const char *path, struct cli_input *out_input);
struct cli_door;
/* The same, but only the first 64 KiB of a file that the door does not want (NULL: it wants all). Compressed data is read as a whole. */
int cli_read_from_wanted(int fd, const char *path, const struct cli_door *door, struct cli_input *out_input);
void cli_input_finish(struct cli_input *input);
/* Names the format of the file that cli_open() opened last ("bytecode", a static string). */
void cli_input_is(const char *format);

/* Outputs. A regular file is replaced atomically: the output goes to a temporary file beside it that only its owner can
 * read, which at the end gets the access of the file that it replaces, or that of a new file, and then its name. Symbolic
 * links are followed. Other files (a pipe, /dev/null) are written in place.
 *
 * A file that the caller may not write is not replaced, although its folder would allow that.
 *
 * An input is not replaced by an output of another format: `format` is that of the output, as cli_input_is() names it;
 * NULL: one that no input has. CLI_USAGE after a message if the output is an input. */

/* A folder for outputs: refuses a link that outputs do not follow. `make`: makes the folder unless it exists.
 * @return CLI_GOOD, or CLI_SYSTEM after a message */
int cli_folder(const char *path, bool make);

/* Tests whether an output can be written, for commands that write it after a long time. Call it when the inputs are
 * open. @return CLI_GOOD, or CLI_SYSTEM (CLI_USAGE for an input) after a message */
int cli_output_check(const char *path, const char *format);

/* The default of -o: stdout, unless it is a terminal and the output is binary. Options that are not given keep this
 * pointer; "-" on the command line is another one. */
extern const char cli_stdout[];
/* @return CLI_GOOD, or CLI_USAGE after a message if `path` is cli_stdout, it is a terminal, and `force` is false */
int cli_refuse_terminal(const char *path, bool force);

/* Writes a whole binary file; "-" is stdout; see cli_refuse_terminal().
 * @return CLI_GOOD, or CLI_SYSTEM (CLI_USAGE for an input or the terminal) after a message. */
int cli_write(const char *path, const char *format, const uint8_t *data, size_t size, bool force);

/* A file that is written piece by piece; "-" is stdout. */
struct cli_output {
	FILE *stream; /* write here; errors are reported by the finish call */
	const char *path, *format;
	char *temporary;       /* NULL: there is none */
	struct target *target; /* the replaced file; likewise */
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

/* Progress: if stderr is a terminal and the work takes more than a second, a line with `what`, the file and the time is
 * shown on it, again and again, and erased at the end. Errors, notes and the next begin end it; a command ends it before
 * it prints to stdout. Other threads must not call these functions.
 *
 * cli_progress_begin() uses SIGALRM, so the work may be one call of a library. cli_progress_begin_steps() uses no signal:
 * the line is updated by cli_progress_step(), which costs little more than reading a clock. */
void cli_progress_begin(const char *what, const char *name);
void cli_progress_begin_steps(const char *what, const char *name);
/* `total` 0: not known. */
void cli_progress_step(uint64_t done, uint64_t total);
/* Of the following work: file `number` (from 1) of `count`. */
void cli_progress_file(size_t number, size_t count);
void cli_progress_end(void);

/* Colours, if the stream is a terminal that has them and the environment does not set NO_COLOR. */
enum cli_style {
	CLI_STYLE_NONE, /* ends the others */
	CLI_STYLE_BOLD,
	CLI_STYLE_ERROR,
	CLI_STYLE_WARNING,
	CLI_STYLE_NOTE,
	CLI_STYLE_CARET,
	CLI_STYLE_REMOVED, /* lines of a diff */
	CLI_STYLE_ADDED
};
void cli_style(FILE *out, enum cli_style style);
/* Prints a text in a style. */
void cli_put_styled(FILE *out, enum cli_style style, const char *text);
/* Returns the style of a line of a diff that begins with '-' or '+'. */
enum cli_style cli_diff_style(char sign);

/* Prints a name or a message that may come from an input. Control characters other than tab, characters that change the
 * text direction, and bytes that are not UTF-8 are written as \xNN, so that no input can send commands to a terminal. */
void cli_put_escaped(FILE *out, const char *data, size_t size);
/* Like cli_put_escaped(), for text of several lines: newlines are kept. */
void cli_put_text_escaped(FILE *out, const char *data, size_t size);

/* Returns the size of the UTF-8 sequence at data, which has `left` bytes, at least one; 0 if it is invalid. */
size_t cli_utf8_length(const char *data, size_t left);
/* Returns the number of a control character (C0, DEL, C1), or of a character that changes the direction of text, in a valid UTF-8
 * sequence of this length; -1: another character. */
int cli_control(const char *text, size_t length);
/* Tests whether cli_json_string() prints the bytes unchanged. */
bool cli_is_utf8(const char *data, size_t size);
/* Commands that report print an object for each file with this option; apps/JSON.md describes them. */
#define CLI_OPTION_JSON(flag)                                                                                          \
	{                                                                                                              \
		"json", 0, NULL, "print one JSON object for each file", NULL, flag                                     \
	}
/* Begins such an object on stdout: {"version":1,"command":"info","file":"FILE"; `file` may be NULL. Members follow: with
 * the functions below, or as text that begins with a comma. */
void cli_json_begin(const char *command, const char *file);
/* Closes all that is open and ends the line. If `code` is not CLI_GOOD, the object gets the member "complete": false.
 * Returns `code`. */
int cli_json_end(int code);
/* Members of an object; elements of an array if `key` is NULL. */
void cli_json_open(const char *key, char bracket); /* '{' or '[' */
void cli_json_close(void);
void cli_json_number(const char *key, uint64_t number);
void cli_json_fraction(const char *key, double number); /* finite; with three decimals */
void cli_json_bool(const char *key, bool value);
void cli_json_null(const char *key);
void cli_json_text(const char *key, const char *text, size_t size);
void cli_json_word(const char *key, const char *text); /* NULL: null */

/* Prints a JSON string. Bytes that are not UTF-8 are printed as the characters with their number. */
void cli_json_string(FILE *out, const char *data, size_t size);

#endif
