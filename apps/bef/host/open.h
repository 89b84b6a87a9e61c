/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens programs and binds them to kernels. */
#ifndef BEF_APP_OPEN_H
#define BEF_APP_OPEN_H

#include "program/program.h"
#include "machine/diagnostics.h"

#include <bef/exec.h>

/* Opens a program for running and reports failures. `observer` may be NULL.
 * @return CLI_GOOD, or the exit code after a message. *out_file is NULL after a failure. It is also NULL, with
 * CLI_GOOD, if --verify-diagnostics expects all reasons for which the program cannot be opened; then there is
 * nothing to run */
int program_open(const struct program *program, const struct kernels_registry *registry,
	const struct async_allocator *allocator, struct diagnostics *diagnostics, const struct bef_observer *observer,
	struct bef_file **out_file);

#endif
