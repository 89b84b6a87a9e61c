/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs in any form, as BEF. */
#ifndef BEF_APP_PROGRAM_H
#define BEF_APP_PROGRAM_H

#include "../cli/cli.h"

#include <bef/status.h>
#include <kernels/registry.h>

struct bef_source;    /* bef/source.h */
struct mlirbc_module; /* mlirbc/ir.h */

/* A program as BEF, converted if necessary. */
struct program {
	struct cli_input input;
	const uint8_t *bef; /* input.data, or the assembled bytes; NULL: the input was taken */
	size_t bef_size;
	uint8_t *assembled; /* NULL when the input was BEF */
	bool model;         /* the input is a model, or BEF made from one */
	char *text;         /* text_size bytes, with `emit_mlir`; no BEF is made in this case */
	size_t text_size;
};

struct program_options {
	bool no_optional_sections; /* for assembling */
	bool refuse_bef;           /* the input must be source */
	bool emit_mlir;            /* the host program as text instead of BEF */
	bool no_fusing;            /* each operation of a model has a separate kernel */
	const char *semantics;     /* of a model: "xla" or "spec"; NULL: "xla" */
	const char *platform;      /* of an export of JAX; NULL: cpu */
	const char *device;        /* of a model; `registry` has its pack. NULL: the host */
	/* Optional. Gets the input first, and what it is; `source` is NULL without StableHLO. If it sets *out_taken, no BEF is made.
	 * @return CLI_GOOD, or the exit code after a message */
	int (*take)(void *ctx, const struct cli_input *input, struct bef_source *source, bool *out_taken);
	void *take_ctx;
	/* Optional limits of opening and converting: the memory for a source of `size` bytes (0: the default), and whether to stop. */
	size_t (*open_memory)(const void *ctx, size_t size);
	bool (*stop)(void *ctx);
	void *limits_ctx;
	/* for messages about unknown ops, and with kernels of a model's custom calls; NULL: the kernels of the built-in packs */
	const struct kernels_registry *registry;
};

/* Reads a file and assembles it if it is MLIR text or bytecode (detected by content).
 * @return CLI_GOOD, or the exit code after a message */
int program_load(const char *path, const struct program_options *options, struct program *out_program);
/* The start of a command: parses the command line and loads the program that it names.
 * @return CLI_GO_ON, or the exit code with which to end; then there is nothing to finish */
int program_command(const struct cli_command *self, const struct cli_option *options, size_t count, int argc,
	char **argv, struct program *out_program);
void program_finish(struct program *program);

/* Prints an error in an input: "FILE:L:C: error: TEXT" for source, "bef: FILE: 0x1a4: TEXT" for bytes. Returns its
 * exit code. */
int program_error(const char *name, const struct bef_diag *diag);

#endif
