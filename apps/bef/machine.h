/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a program runs on: memory, a queue, kernels, and where its text and errors go; chosen on the command line. */
#ifndef BEF_APP_MACHINE_H
#define BEF_APP_MACHINE_H

#include "bef.h"
#include "diagnostics.h"

#include <async/async.h>

struct machine {
	struct async_host host; /* host.allocator serves the program: what it decodes to, requests, values */
	struct diagnostics diagnostics;
	struct kernels_registry *registry;
	bool counts; /* the allocator counts: leaks are reported */
	bool compatible; /* messages are those of TFRT's driver, without more (--verify-diagnostics) */
};

/* @param queue      "single" | "threads[:N[:M]]"; NULL: single
 * @param allocator  "system" | "cached" | "mimalloc" | "counting" | "fixed:BYTES"; NULL: mimalloc where it is built
 * in, else system
 * @param packs      as packs_registry()
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int machine_init(const struct cli_command *command, const char *queue, const char *allocator, const char *packs,
	bool verify_diagnostics, struct machine *out_machine);

/* Call when everything that came from host.allocator is freed. Ends the queue, says which expected errors did not come,
 * and with a counting allocator what was not freed.
 * @return CLI_GOOD, or CLI_BAD when any of that is amiss, or an unexpected error was reported before */
int machine_finish(struct machine *machine);

#endif
