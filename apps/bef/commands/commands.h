/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The subcommands of bef. */
#ifndef BEF_APP_COMMANDS_H
#define BEF_APP_COMMANDS_H

#include "../cli/cli.h"

int bef_run_command(const struct cli_command *self, int argc, char **argv);
int bef_bench_command(const struct cli_command *self, int argc, char **argv);
int bef_assemble_command(const struct cli_command *self, int argc, char **argv);
int bef_disassemble_command(const struct cli_command *self, int argc, char **argv);
int bef_info_command(const struct cli_command *self, int argc, char **argv);
int bef_export_command(const struct cli_command *self, int argc, char **argv);
int bef_verify_command(const struct cli_command *self, int argc, char **argv);
int bef_dump_command(const struct cli_command *self, int argc, char **argv);
int bef_stats_command(const struct cli_command *self, int argc, char **argv);
int bef_dot_command(const struct cli_command *self, int argc, char **argv);
int bef_graph_command(const struct cli_command *self, int argc, char **argv);
int bef_embed_command(const struct cli_command *self, int argc, char **argv);
int bef_diff_command(const struct cli_command *self, int argc, char **argv);
int bef_tensors_command(const struct cli_command *self, int argc, char **argv);
int bef_btf_command(const struct cli_command *self, int argc, char **argv);
int bef_devices_command(const struct cli_command *self, int argc, char **argv);
int bef_kernels_command(const struct cli_command *self, int argc, char **argv);
int bef_check_command(const struct cli_command *self, int argc, char **argv);

#endif
