/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The environment of a program: memory, a queue, kernels, and the destinations of its output and errors, as chosen
 * on the command line. */
#ifndef BEF_APP_MACHINE_H
#define BEF_APP_MACHINE_H

#include "../cli/cli.h"
#include "machine/diagnostics.h"

#include <async/async.h>
#include <kernels/process.h>

struct machine {
	struct async_host host; /* host.allocator is for the program: decoded data, requests, values */
	struct diagnostics diagnostics;
	struct kernels_registry *registry;
	bool counts; /* the allocator counts: leaks are reported */
	const struct async_allocator *counted; /* by host.allocator, of machine_count(); NULL: none */
	const char *timeout; /* --timeout; NULL: none */
	uint64_t deadline;   /* of async_now_ns() */
	bool compatible; /* print messages exactly as TFRT's driver (--verify-diagnostics) */
};

/* @param queue      "single" | "threads[:N[:M]]"; NULL: single
 * @param allocator  "system" | "cached" | "mimalloc" | "counting" | "fixed:BYTES"; NULL: mimalloc where it is built
 * in, else system
 * @param packs      and `device`: as packs_registry()
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to finish */
int machine_init(const struct cli_command *command, const char *queue, const char *allocator, const char *packs,
	const char *device, bool verify_diagnostics, struct machine *out_machine);

/* Counts the memory of the program from now on, before it has any. @return the counting allocator, NULL: out of memory */
const struct async_allocator *machine_count(struct machine *machine);

/* What programs print is dropped. */
void machine_mute(struct machine *machine);

/* Sets a deadline for the waits of a job, if the program is one of several. `timeout`: the text of --timeout; NULL: none. @return CLI_GOOD,
 * or the exit code after a message */
int machine_limit(struct machine *machine, const char *timeout, uint64_t deadline);

/* The process of this program in the job of its pack (kernels/process.h), for the next request. Without a job, or if no launcher has
 * started the program, it is the only one. CLI_BAD: the time is up. @return CLI_GOOD, or the exit code after a message */
int machine_join(uint32_t replicas, uint32_t partitions, struct kernels_process *out_process);

/* If a launcher has started several programs, and this one has not joined the others: joins them and ends, so that
 * they get an error. Otherwise they would wait at their start, for ever if the launcher does not end them. */
void machine_leave(struct machine *machine);

/* Call after everything from host.allocator has been freed. Destroys the queue, reports expected errors that did not
 * occur and, with a counting allocator, leaks.
 * @return CLI_GOOD, or CLI_BAD after any of these, or if an unexpected error was reported before; CLI_SYSTEM after a message if a program
 * of the job was lost */
int machine_finish(struct machine *machine);

#endif
