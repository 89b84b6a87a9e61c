/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the subcommands of bef: programs in any form, registered kernels. */
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
int bef_graph_command(const struct cli_command *self, int argc, char **argv);
int bef_embed_command(const struct cli_command *self, int argc, char **argv);
int bef_diff_command(const struct cli_command *self, int argc, char **argv);
int bef_btf_command(const struct cli_command *self, int argc, char **argv);
int bef_devices_command(const struct cli_command *self, int argc, char **argv);
int bef_kernels_command(const struct cli_command *self, int argc, char **argv);

struct bef_source; /* bef/source.h */

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
	bool no_fusing;            /* each operation of a model has a kernel of its own */
	const char *semantics;     /* of a model: "xla" or "spec"; NULL: "xla" */
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

/* For commands that convert once and exit, before the program is loaded: see prepare_heap(). Commands that run
 * programs leave the heap in glibc's default state. */
void program_will_convert(void);
/* Allocator for the conversion; NULL if the default is as good. */
const struct bef_allocator *program_memory(void);

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

/* The option --no-fuse of commands that lower models. */
#define NO_FUSE_OPTION(flag)                                                                                           \
	{                                                                                                              \
		"no-fuse", 0, NULL, "a kernel for each operation of a StableHLO model, instead of fused ones; same results",  \
			NULL, flag                                                                                     \
	}
/* The option --semantics of commands that lower models. */
#define SEMANTICS_OPTION(name)                                                                                         \
	{                                                                                                              \
		"semantics", 0, "xla|spec", "results of a model where XLA (default) and the specification differ", name, NULL \
	}
/* Checks its value; NULL is good. @return CLI_GO_ON, or the exit code after a message */
int semantics_check(const struct cli_command *self, const char *semantics);
/* The option --device of commands that run models. */
#define DEVICE_OPTION(name)                                                                                            \
	{                                                                                                              \
		"device", 0, "DEVICE", "run what it can of a model on this device, opencl:0; 'bef devices' lists them", name, NULL \
	}
/* The option --pack of commands that use kernels. */
#define PACKS_OPTION(to)                                                                                               \
	{                                                                                                              \
		"pack", 0, "PACK,...", "load kernel packs: files (names with a slash) or names of installed packs",    \
			to, &cli_list                                                                                  \
	}
/* Creates a registry with the built-in packs and those in shared objects that --pack names (NULL: none). The packs device, opencl and
 * cuda, whose kernels run native code that a program contains, are among them only if `loaded` names them or `device` is not NULL.
 * @param device  the value of --device, or any text for commands that run no program
 * @return CLI_GOOD, or the exit code after a message */
int packs_registry(const char *loaded, const char *device, struct kernels_registry **out_registry);
/* Notes that a BEF file has operations for devices, and the option that they need; with `each`, names them. Returns their number. */
size_t packs_note_devices(const char *file, const uint8_t *bef, size_t size, bool each);

#endif
