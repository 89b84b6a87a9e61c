/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the commands of sigmangle. */
#ifndef SIGMANGLE_APP_H
#define SIGMANGLE_APP_H

#include "../cli/cli.h"

#include <sigmangle/sigmangle.h>
#include <stdio.h>

int demangle_command(const struct cli_command *self, int argc, char **argv);
int mangle_command(const struct cli_command *self, int argc, char **argv);
int check_command(const struct cli_command *self, int argc, char **argv);
int match_command(const struct cli_command *self, int argc, char **argv);

/* ---- the kinds of a signature */

enum { KIND_RAW = 1, KIND_SIP = 2 };

/* Returns the kinds in `ask` that accept the bytes. If there are none, *diag is from the kind that accepted the
 * longest prefix. */
unsigned signature_kinds(
	const char *data, size_t size, unsigned ask, enum sigmangle_mode mode, struct sigmangle_diag *diag);

/* The options --raw and --sip. */
unsigned asked_kinds(bool raw, bool sip);

/* Prints "sigmangle: NAME: byte 8: MESSAGE", the text around that byte and a caret below it to stderr. Returns
 * CLI_BAD. */
int show_error(const char *name, const char *data, size_t size, uint64_t offset, const char *message);

/* Allocates memory, or exits with CLI_SYSTEM: the program has no state that would be lost. */
void *memory(void *old, size_t count, size_t size);

/* Iterates over the operands, or over the lines of stdin if there are no operands. */
struct operands {
	const char **words;
	size_t count, next;
	FILE *lines; /* NULL: stdin has not been opened yet */
	char *line;
	size_t room, number;
	bool failed; /* stdin could not be opened or read; a message was printed */
};

/* Returns false at the end, and when stdin cannot be read. *out_name is "" for an operand, "<stdin>:4" for a line; valid until the next call. */
bool operands_next(
	struct operands *operands, const char **out_text, size_t *out_size, char *out_name, size_t name_room);
/* @return `code`, or CLI_BAD if stdin could not be read */
int operands_finish(struct operands *operands, int code);

/* ---- output */

/* Prints a key in mangle's input form: 3, "a\x00". */
void put_key(FILE *out, const struct sigmangle_key *key);
/* Prints a signature that is valid in `mode` as one line: "(sint32) -> ()", "[#0, {"a": #1}] -> #0". */
void put_signature(FILE *out, const char *data, size_t size, unsigned kind, enum sigmangle_mode mode);
/* Prints one object, without a newline. `kinds`: all possible kinds; the lowest is used. */
void put_json(FILE *out, const char *data, size_t size, unsigned kinds, enum sigmangle_mode mode);
/* {"reason":...} */
void put_error_json(FILE *out, const struct sigmangle_diag *diag);

/* ---- input for mangle */

/* The parsed input: items of both sides, or trees. */
struct draft {
	unsigned kind;
	struct sigmangle_item *items[2];
	size_t count[2], room[2];
	int32_t *dims;
	size_t dim_count, dim_room;
	struct sigmangle_sip_tree trees[2];
	struct sigmangle_sip_node *nodes[2];
	struct sigmangle_key *path;
	size_t depth, path_room;
	char *bytes; /* of keys; as large as the input */
	size_t byte_count;
	/* the first error: offset in the input, and message */
	const char *input, *error_at, *error;
};

/* Allocates the draft for an input of this size. */
void draft_init(struct draft *draft, const char *input, size_t size);
void draft_finish(struct draft *draft);
/* Records an error and returns false. Only the first error is kept. */
bool draft_fail(struct draft *draft, const char *at, const char *error);
/* Adds a dimension of the next item. */
void draft_dim(struct draft *draft, int32_t dim);
/* Adds an item with the last `rank` dimensions. All inputs come first. */
void draft_item(struct draft *draft, int side, enum sigmangle_category category, int32_t type, size_t rank);
/* Adds the key at the end of the path. */
void draft_key(struct draft *draft, struct sigmangle_key key);
/* Adds the value at the path. */
bool draft_leaf(struct draft *draft, int side, int32_t index, const char *at);
/* Writes the signature to stdout. */
bool draft_write(struct draft *draft);

/* Readers; they return false after an error. */
bool read_text(struct draft *draft, const char *text, size_t size);
bool read_json(struct draft *draft, const char *text, size_t size);

/* Returns the type named float32 or f32, for example; -1 if there is none. */
int32_t type_word(const char *word, size_t size);
/* Parses a number at *at that ends before `end` and moves *at after it. Returns false if there is none in range. */
bool take_int32(const char **at, const char *end, int32_t lowest, int32_t *out_number);

#endif
