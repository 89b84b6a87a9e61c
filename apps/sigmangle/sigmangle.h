/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the commands of sigmangle share. */
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

/* Which kinds the bytes are, of those in `ask`. When none: *diag is of the kind that got further. */
unsigned signature_kinds(
	const char *data, size_t size, unsigned ask, enum sigmangle_mode mode, struct sigmangle_diag *diag);

/* The options --raw and --sip. */
unsigned asked_kinds(bool raw, bool sip);

/* "sigmangle: NAME: byte 8: MESSAGE", the text around that byte and a caret under it, on stderr. Returns CLI_BAD. */
int show_error(const char *name, const char *data, size_t size, uint64_t offset, const char *message);

/* Memory, or the end of the program with CLI_SYSTEM: the program keeps nothing that would be lost. */
void *memory(void *old, size_t count, size_t size);

/* Lines of stdin without operands, the operands otherwise. */
struct operands {
	const char **words;
	size_t count, next;
	char *line;
	size_t room, number;
};

/* False at the end. *out_name is "" for an operand, "<stdin>:4" for a line; valid until the next call. */
bool operands_next(
	struct operands *operands, const char **out_text, size_t *out_size, char *out_name, size_t name_room);
void operands_finish(struct operands *operands);

/* ---- output */

/* A key as mangle reads it: 3, "a\x00". */
void put_key(FILE *out, const struct sigmangle_key *key);
/* A signature that is good in `mode` as text in one line: "(sint32) -> ()", "[#0, {"a": #1}] -> #0". */
void put_signature(FILE *out, const char *data, size_t size, unsigned kind, enum sigmangle_mode mode);
/* One object, without a newline. `kinds`: all that it could be; the lowest counts. */
void put_json(FILE *out, const char *data, size_t size, unsigned kinds, enum sigmangle_mode mode);
/* An item of a raw signature as a JSON object. */
void put_item_json(FILE *out, const struct sigmangle_item *item);
/* {"reason":...} */
void put_error_json(FILE *out, const struct sigmangle_diag *diag);

/* ---- input for mangle */

/* What is read into: items of both sides, or trees. */
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
	char *bytes; /* of keys; as many as the input has */
	size_t byte_count;
	/* the first error: where in the input, and what */
	const char *input, *error_at, *error;
};

/* For an input of this size. */
void draft_init(struct draft *draft, const char *input, size_t size);
void draft_finish(struct draft *draft);
/* Always false. Only the first error stays. */
bool draft_fail(struct draft *draft, const char *at, const char *error);
/* A dimension of the next item. */
void draft_dim(struct draft *draft, int32_t dim);
/* An item; `rank` dimensions since the last one are its. All of the inputs come first. */
void draft_item(struct draft *draft, int side, enum sigmangle_category category, int32_t type, size_t rank);
/* The key at the end of the path. */
void draft_key(struct draft *draft, struct sigmangle_key key);
/* The value at the path. */
bool draft_leaf(struct draft *draft, int side, int32_t index, const char *at);
/* Writes the signature to stdout. */
bool draft_write(struct draft *draft);

/* Readers: false after an error. */
bool read_text(struct draft *draft, const char *text, size_t size);
bool read_json(struct draft *draft, const char *text, size_t size);

/* The type that a word names, float32 or f32; -1. */
int32_t type_word(const char *word, size_t size);
/* A number at *at that ends before `end`: moves *at behind it. False when there is none that fits. */
bool take_int32(const char **at, const char *end, int32_t lowest, int32_t *out_number);

#endif
