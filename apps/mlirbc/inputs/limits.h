/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options of every command: limits for hostile files, and the release of MLIR that a file or text is of. */
#ifndef MLIRBC_APP_LIMITS_H
#define MLIRBC_APP_LIMITS_H

#include "../cli/cli.h"

/* Their values; zero: the default of the library. */
struct limits {
	uint32_t depth, work;
	size_t memory;
	const char *producer;
	bool producer_if_unknown; /* it does not replace a release that the library knows; set by commands that write it */
};
extern struct limits limits;

enum { LIMIT_OPTIONS = 4 };
extern const struct cli_option limit_options[LIMIT_OPTIONS];
/* Stores the values in `limits`. @return CLI_GO_ON, or the exit code after a message */
int limits_take(const struct cli_command *command);

/* The option that removes the cause of a message of the library, for the end of the message: "; --max-depth N allows more". ""
 * if there is none. */
const char *limits_hint(const char *message);

#endif
