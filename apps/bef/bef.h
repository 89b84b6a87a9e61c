/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the subcommands of bef share: programs in any form, registered kernels. */
#ifndef BEF_APP_BEF_H
#define BEF_APP_BEF_H

#include "../cli/cli.h"

#include <bef/status.h>
#include <kernels/registry.h>

int bef_run_command(const struct cli_command *self, int argc, char **argv);
int bef_bench_command(const struct cli_command *self, int argc, char **argv);
int bef_assemble_command(const struct cli_command *self, int argc, char **argv);
int bef_disassemble_command(const struct cli_command *self, int argc, char **argv);
int bef_verify_command(const struct cli_command *self, int argc, char **argv);
int bef_dump_command(const struct cli_command *self, int argc, char **argv);
int bef_stats_command(const struct cli_command *self, int argc, char **argv);
int bef_dot_command(const struct cli_command *self, int argc, char **argv);
int bef_embed_command(const struct cli_command *self, int argc, char **argv);
int bef_diff_command(const struct cli_command *self, int argc, char **argv);
int bef_btf_command(const struct cli_command *self, int argc, char **argv);
int bef_kernels_command(const struct cli_command *self, int argc, char **argv);

/* A program as BEF, whatever form it came in. */
struct program {
	struct cli_input input;
	const uint8_t *bef; /* input.data, or what was assembled from it */
	size_t bef_size;
	uint8_t *assembled; /* NULL when the input was BEF */
};

struct program_options {
	bool no_optional_sections; /* of what is assembled */
	bool refuse_bef;           /* the input is to be source */
};

/* For commands that convert once and end, before the program is loaded: see prepare_heap(). What runs programs
 * leaves the heap as glibc has it. */
void program_will_convert(void);
/* For the conversion itself, NULL where the usual one is as good. */
const struct bef_allocator *program_memory(void);

/* Reads a file and, when it is MLIR text or bytecode (told by content), assembles it.
 * @return CLI_GOOD, or the exit code after a message */
int program_load(const char *path, const struct program_options *options, struct program *out_program);
/* How commands begin: reads the command line, and loads the program that it names.
 * @return CLI_GO_ON, or the exit code with which to end; then there is nothing to finish */
int program_command(const struct cli_command *self, const struct cli_option *options, size_t count, int argc,
	char **argv, struct program *out_program);
void program_finish(struct program *program);

/* Prints what is wrong with an input: "FILE:L:C: error: TEXT" for source, "bef: FILE: 0x1a4: TEXT" for bytes.
 * Returns the exit code that goes with it. */
int program_error(const char *name, const struct bef_diag *diag);

/* The option --pack of commands that know kernels. */
#define PACKS_OPTION(to) \
	{ "pack", 0, "PACK,...", "load these packs of kernels: files (with a slash in the name), or names of installed ones", to, &cli_list }
/* A registry with every pack that this program was built with, and those in shared objects that --pack names (NULL: none).
 * @return CLI_GOOD, or the exit code after a message */
int packs_registry(const char *loaded, struct kernels_registry **out_registry);

#endif
