/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The subcommands of mlirbc. */
#ifndef MLIRBC_APP_COMMANDS_H
#define MLIRBC_APP_COMMANDS_H

#include "../cli/cli.h"

#define COMMAND(name) int mlirbc_##name##_command(const struct cli_command *self, int argc, char **argv)
COMMAND(info);
COMMAND(print);
COMMAND(verify);
COMMAND(ops);
COMMAND(strings);
COMMAND(attrs);
COMMAND(types);
COMMAND(resources);
COMMAND(size);
COMMAND(view);
COMMAND(dot);
COMMAND(convert);
COMMAND(strip);
COMMAND(gc);
COMMAND(assemble);
COMMAND(cat);
COMMAND(merge);
COMMAND(extract);
COMMAND(simplify);
COMMAND(split);
COMMAND(join);
COMMAND(diff);
COMMAND(hash);
COMMAND(hexdump);

#endif
