/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the subcommands of syclbin: inputs, words of the command line, outputs. */
#ifndef SYCLBIN_APP_H
#define SYCLBIN_APP_H

#include "../cli/cli.h"

#include <syclbin/syclbin.h>

int app_info_command(const struct cli_command *self, int argc, char **argv);
int app_ls_command(const struct cli_command *self, int argc, char **argv);
int app_dump_command(const struct cli_command *self, int argc, char **argv);
int app_verify_command(const struct cli_command *self, int argc, char **argv);
int app_extract_command(const struct cli_command *self, int argc, char **argv);
int app_split_command(const struct cli_command *self, int argc, char **argv);
int app_pack_command(const struct cli_command *self, int argc, char **argv);
int app_merge_command(const struct cli_command *self, int argc, char **argv);
int app_convert_command(const struct cli_command *self, int argc, char **argv);
int app_compress_command(const struct cli_command *self, int argc, char **argv);
int app_decompress_command(const struct cli_command *self, int argc, char **argv);
int app_edit_command(const struct cli_command *self, int argc, char **argv);
int app_view_command(const struct cli_command *self, int argc, char **argv);
int app_diff_command(const struct cli_command *self, int argc, char **argv);

#define APP_ITEM "number of the SYCLBIN in an input with several, from 0"
#define APP_LIMIT "limit of decompressed bytes; default: 64 times the size of the input and 67108864"
#define APP_ENCODING "v1 (default), v1raw, v1ob2, v1rt, v1ob3, v2 or v2ob3"
#define APP_OUTPUT "output file; - (the default) is stdout"
#define APP_FORCE "allow binary output to a terminal"

/* ---- inputs (source.c) */

/* An input file, mapped if possible, and its content. */
struct source {
	const char *name;      /* for messages */
	struct cli_input file; /* its descriptor is for copying without reading */
	uint64_t limit;        /* of what is decompressed from now on; 0: the default */
	struct syclbin_input *input;
	const char *path; /* as on the command line */
	struct syclbin_mapping *members; /* files of thin archives */
	size_t member_count, member_capacity;
	uint64_t member_bytes;
	char last_member[8192]; /* its path */
};

/* Opens and unpacks. `limit` as on the command line, NULL for the default. @return CLI_GOOD, or an exit code after a
 * message */
int source_open(const char *path, const char *limit, struct source *out);
/* Only maps or reads: for the verifier, which also reads damaged containers. The limit counts here and for unpacking. */
int source_map(const char *path, const char *limit, struct source *out);
/* Likewise for callers that take other inputs too, which `expected` names. */
int source_map_other(const char *path, const char *limit, const char *expected, struct source *out);
int source_unpack(struct source *source, struct syclbin_diag *diag);
/* Tells what syclbin_input_skipped() lists, or lists it in JSON. CLI_BAD: an image may be among it. */
int source_skipped(const struct source *source);
int json_skipped(const struct source *source);
void source_close(struct source *source);
/* "syclbin: FILE: 0x1a4: TEXT [S0203]"; returns the exit code that goes with it. */
int source_error(const char *name, const struct syclbin_diag *diag);
/* SYCLBIN number `item` (text, NULL: the only one) of an opened source. */
int source_reader(const struct source *source, const char *item, struct syclbin_reader *out);
/* Opens a SYCLBIN; one that takes far more time to walk than it has bytes is refused. */
int open_bounded(const struct source *source, const struct syclbin_span *bytes, struct syclbin_reader *out);
/* File descriptor for copying what the reader sees: of the source, unless it was decompressed. */
int source_fd(const struct source *source, const struct syclbin_reader *reader);
/* Both steps for commands that want one SYCLBIN. */
int source_open_reader(const char *path, const char *item, const char *limit, struct source *out,
	struct syclbin_reader *out_reader);

/* ---- the command line (args.c) */

/* Options that may come several times, in their order, and all operands. */
struct word {
	const struct cli_option *option; /* NULL: an operand */
	const char *value;               /* NULL for a flag */
};
struct words {
	struct word *items;
	size_t count, operands;
};
/* As cli_parse() for commands with any number of operands; `out` is to be freed with words_finish() when CLI_GO_ON is
 * returned. */
int words_parse(const struct cli_command *command, const struct cli_option *options, size_t count, int argc,
	char **argv, struct words *out);
void words_finish(struct words *words);

int parse_number(const struct cli_command *command, const char *name, const char *text, uint64_t most, uint64_t *out);
int parse_encoding(const struct cli_command *command, const char *text, enum syclbin_encoding *out);
/* An encoding by its name. */
bool find_encoding(const char *text, enum syclbin_encoding *out);
/* A name or a number. */
bool parse_state(const char *text, uint32_t *out);
bool parse_ir_type(const char *text, uint32_t *out);

/* ---- devices (device.c) */

enum { APP_BACKENDS = 5, APP_DEVICE_KINDS = 3 };
/* "BACKEND[:KIND[:ARCH]]": "level_zero:gpu:intel_gpu_pvc"; lists with commas of aspects and of sub-group sizes; a number of work-items. NULL
 * if not given. The lists are those of the parsed device. */
struct device_words {
	const char *device, *aspects, *sub_groups, *work_group;
	uint32_t *aspect_list, *sub_group_list;
};
#define APP_DEVICE_OPTIONS(words)                                                                                      \
	{ "aspects", 0, "A,...", "with --device: all aspects that it has, by name or number; default: any", &(words).aspects, NULL }, \
	{ "sub-groups", 0, "N,...", "with --device: its sub-group sizes; default: any", &(words).sub_groups, NULL },    \
	{ "work-group", 0, "N", "with --device: work-items of its largest work-group; default: any", &(words).work_group, NULL }
/* Parses what is given; *out is set if words->device is. It points into the words, which are freed with device_words_finish() when
 * CLI_GO_ON is returned. */
int parse_device(const struct cli_command *command, struct device_words *words, struct syclbin_device *out);
void device_words_finish(struct device_words *words);

/* "[SET]KEY=u32:N", "[SET]KEY=str:TEXT", "[SET]KEY=hex:BYTES[/BITS]"; for removal "[SET]KEY" and "[SET]". */
struct assignment {
	struct syclbin_string set, key; /* key empty: the whole set */
	uint8_t type;                   /* enum syclbin_property_type; SYCLBIN_PROPERTY_SET: no value */
	uint32_t number;
	uint8_t *bytes; /* to be freed; NULL for a number */
	uint64_t bits;
};
/* Returns NULL, or what was expected instead of the text; then there is nothing to free. */
const char *parse_assignment(const char *text, bool value, struct assignment *out);
/* Adds the property, in a set that was begun. */
enum syclbin_status put_assignment(struct syclbin_text *text, const struct assignment *assignment,
	struct syclbin_diag *diag);

/* ---- outputs (output.c) */

/* Writes what the writer collected, under its name only when it is whole. */
int output_writer(const char *path, struct syclbin_writer *writer, enum syclbin_encoding encoding, bool force);
/* Writes one source of bytes the same way. */
int output_source(const char *path, const struct syclbin_source *source, bool force);

/* Bytes of a span for the two above: of the file, or of memory if fd is negative. */
struct syclbin_source source_of(int fd, const struct syclbin_span *bytes);
/* Writes a source to "FOLDER/NAME"; NULL: the current folder. */
int output_in(const char *folder, const char *name, const struct syclbin_source *source, bool force);
/* "m0.ir0.spv"; `suffix` NULL: by content. */
void image_name(const struct syclbin_module *module, const struct syclbin_image *image, const char *suffix, char *out, size_t size);

/* Writes a compressed file that can be read with this limit (0: the default). */
int output_packed(const char *path, const void *data, size_t size, uint64_t limit, bool force);

/* ---- extract.c, unpack.c */

/* Whether the module has a kernel of this name, by its properties. */
bool has_kernel(const struct syclbin_module *module, const char *kernel);
/* Writes all parts to a folder, and a manifest beside them or in JSON to stdout. */
int unpack(const struct source *source, const struct syclbin_reader *reader, const char *folder, bool json);

/* ---- dump_json.c */

/* Prints a whole SYCLBIN as one JSON object. After a failure the object is complete JSON with "complete": false.
 * @return the exit code */
void json_dump_property(const struct syclbin_property *p, bool typed); /* an element of an array */
int dump_json(const char *command, const char *name, const struct syclbin_reader *reader, bool typed);

/* ---- printing (print.c) */

/* In quotes, with cli_put_escaped(); tabs, quotes and backslashes as \xNN. If stdout is not a terminal, bytes that are not
 * UTF-8 stay as they are. */
void print_quoted(const char *data, size_t size);
/* cli_put_escaped() to stdout. */
void print_plain(const char *data, size_t size);
void print_value(const struct syclbin_value *value);
/* The text of a value as a member of a JSON object; null if `status` is not SYCLBIN_OK. */
void json_value(const char *key, enum syclbin_status status, const struct syclbin_value *value);
/* The payload of a value in memory; to be freed. NULL: no memory, or wrong characters. */
uint8_t *value_bytes(const struct syclbin_value *value);
uint64_t fnv1a64(const uint8_t *data, size_t size);
/* "file.syclbin", or "file.a, lib.o/.llvm.offloading": where an item comes from. */
void print_item_name(const struct source *source, const struct syclbin_item *item);

/* Steps for every module of a reader: `begin`, `image` for its images (IR modules first), then `end`. NULL: none. */
struct part_steps {
	int (*begin)(void *ctx, const struct syclbin_module *module);
	int (*image)(void *ctx, const struct syclbin_module *module, const struct syclbin_image *image);
	int (*end)(void *ctx, const struct syclbin_module *module);
};
/* Stops at a step that does not return CLI_GOOD, and returns its code. `name` is for messages. */
int for_each_part(const char *name, const struct syclbin_reader *reader, const struct part_steps *steps, void *ctx);

#endif
