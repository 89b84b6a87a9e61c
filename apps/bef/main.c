/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef: runs, makes and inspects BEF programs. */
#include "commands/commands.h"

#if BEF_APP_STABLEHLO
#include <bef/model.h>
#include <mlirbc/mapping.h>
#include <tensorfile/file.h>
#endif

static const struct cli_command commands[] = {
	{ "run", "[FILE]", "Runs the functions of a program and prints their results", bef_run_command },
	{ "bench", "FILE [FUNCTION]", "Measures the time of executions, of loading, and memory", bef_bench_command },
	{ "assemble", "[FILE]", "Converts MLIR or a StableHLO model to BEF", bef_assemble_command },
#if BEF_APP_STABLEHLO
	{ "compile", "[FILE]", "Converts a StableHLO model to BEF, as assemble does", bef_assemble_command },
#endif
#if BEF_APP_MLIR
	{ "disassemble", "[FILE]", "Converts BEF to MLIR text", bef_disassemble_command },
#endif
#if BEF_APP_STABLEHLO
	{ "info", "[FILE]", "Prints the functions of a model, and what an export of JAX says of them", bef_info_command },
	{ "export", "[FILE]", "Writes a StableHLO model as a file that jax.export reads", bef_export_command },
#endif
	{ "verify", "[FILE...]", "Checks that a program is safe to run", bef_verify_command },
#if BEF_APP_STABLEHLO
	{ "check", "[FILE...]", "Tells what a model needs, and whether all of it can run here", bef_check_command },
#endif
	{ "dump", "[FILE...]", "Prints every section of a BEF file", bef_dump_command },
	{ "stats", "[FILE...]", "Prints sizes, numbers of kernels, critical paths and streams", bef_stats_command },
	{ "dot", "[FILE]", "Prints a program as a graph for Graphviz", bef_dot_command },
	{ "graph", "[FILE]", "Writes a page with the dataflow of a program", bef_graph_command },
	{ "embed", "[FILE]", "Converts a program to C source or an ELF object", bef_embed_command },
	{ "diff", "A B", "Prints the differences between two programs", bef_diff_command },
	{ "tensors", "FILE...", "Lists the tensors of .npz, safetensors, GGUF or other files, or converts them", bef_tensors_command },
#if BEF_APP_BTF
	{ "btf", "list|check|print|make|align [FILE...]", "Lists, checks, prints, creates or aligns files of tensors",
		bef_btf_command },
#endif
	{ "kernels", "[KERNEL]", "Lists the available kernels; describes those named KERNEL (a pattern with *)",
		bef_kernels_command },
	{ "devices", "[DEVICE]", "Lists the devices that programs can use, with their limits; or one of them", bef_devices_command },
};

static const struct cli_words words[] = {
	{ "FUNCTION", NULL, "bef stats \"$file\" 2>/dev/null | sed -n 's/.* @//p'" },
	{ "KERNEL", NULL, "bef kernels 2>/dev/null | sed 's/ .*//'" },
	{ "ALLOCATOR", "system cached pooled mimalloc counting fixed:", NULL },
	{ "LIBRARY", "builtin blas lapack xnnpack dnnl auto", NULL },
	{ "MACHINE", "x86_64 aarch64 riscv64 ppc64le s390x", NULL },
};

#if BEF_APP_STABLEHLO
/* Of models and of files with their weights. */
static void guard(void (*lost)(void))
{
	bef_model_mapping_guard(lost);
	tensorfile_mapping_guard(lost);
}

static bool are_intact(void) { return mlirbc_mapping_is_intact(NULL); }
#endif

const struct cli_program cli_program = {
	.name = "bef",
	.version = BEF_APP_VERSION,
	.about = "bef runs, converts and inspects programs in the Binary Executable Format.\n"
		 "FILE is BEF, MLIR text or MLIR bytecode; '-', or none, means stdin.",
	.commands = commands,
	.command_count = sizeof commands / sizeof *commands,
	.words = words,
	.words_count = sizeof words / sizeof *words,
#if BEF_APP_STABLEHLO
	.guard_mappings = guard,
	.mappings_are_intact = are_intact,
#endif
};

int main(int argc, char **argv) { return cli_main(argc, argv); }
