/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run --ranks: the processes of a program, and the files of each. */
#ifndef BEF_APP_RANKS_H
#define BEF_APP_RANKS_H

#include "tensors/inputs.h"
#include "machine/machine.h"
#include "tensors/results.h"

#include <kernels/process.h>
#include <kernels/world.h>

struct ranks {
	uint32_t total;                /* of the program, in this process or in several */
	uint32_t first, count;         /* those of this process */
	uint32_t replicas, partitions; /* 0: not known yet */
	bool given;                    /* by --ranks, or a launcher's job has this program: also a number of 1 is meant */
	/* Of each rank of this process. */
	struct inputs *inputs;
	struct results_options *results;
	char **outputs; /* memory of results[].outputs. Private */
	bool is_of_many; /* the program declares several processes */
	bool divided;    /* its main is divided among them: inputs are whole arrays, unless {rank} is in their names */
	bool agreed;     /* all ranks run the same division */
	bool joined;     /* each has the whole results, and the first one shows them */
	char *paths[2]; /* memory of ranks_path(). Private */
	char *device;   /* memory of ranks_device(). Private */
	bool *failed;   /* the last call has no results */
};

/* Parses N or REPLICASxPARTITIONS; NULL: one rank. @return CLI_GOOD, or the exit code after a message */
int ranks_parse(const struct cli_command *self, const char *text, struct ranks *out);
/* After the packs are loaded: if a launcher has started several programs, this one is one rank of them. @return CLI_GOOD, or the
 * exit code after a message */
int ranks_place(const struct cli_command *self, struct ranks *ranks);
/* Warns if a launcher has started several programs, and no pack connects them: each runs alone then. */
void ranks_warn(const struct ranks *ranks, const char *name);
/* Replicas and partitions of a program, which has `replicas` and `partitions` (0: unknown). @return CLI_GOOD, or the exit code
 * after a message */
int ranks_arrange(struct ranks *ranks, uint32_t replicas, uint32_t partitions);
/* Reads the inputs of each rank and finds its outputs: {rank} in their lines is its number. @return CLI_GOOD, or the exit code
 * after a message; ranks_finish() is called in any case */
int ranks_files(const struct cli_command *self, const char *input_lines, const struct results_options *results,
	struct ranks *ranks);
/* Whether a line has {rank}. */
bool ranks_is_marked(const char *lines);
/* After the program was opened, unless its ranks have the same results, which the first one writes: each must have outputs of its own.
 * @return CLI_GOOD, or the exit code after a message */
int ranks_check_outputs(const struct cli_command *self, const struct ranks *ranks, const char *outputs);
/* A file or folder that a program writes for all of its ranks. If there are several programs, {rank} in its name is the number of this
 * one; else they would write the same. *path stays until ranks_finish(). @return CLI_GOOD, or the exit code after a message */
int ranks_path(const struct cli_command *self, struct ranks *ranks, const char *option, const char **path);
/* {rank} in the name of a device is the number of the rank modulo the number of devices of the driver: ranks of a computer that follow each
 * other get one each. The ranks of one process share the device. *device stays until ranks_finish(). @return as above */
int ranks_device(const struct cli_command *self, struct ranks *ranks, const char **device);
void ranks_finish(struct ranks *ranks);
/* Creates what connects the ranks of one call; *out_world is NULL if this process has one. @return CLI_GOOD, or the exit code after a
 * message */
int ranks_world(const struct ranks *ranks, struct kernels_world **out_world);
/* The process of rank first + index; its engine is NULL if it is the only one. *out_said: that it is the only one was said, by `given`,
 * and the program does not say otherwise. @return as above */
int ranks_process(const struct ranks *ranks, uint32_t index, struct kernels_world *world, struct kernels_process *out, bool *out_said);
/* Prints "rank N:" before what rank first + index returned, if there are several. */
void ranks_title(const struct ranks *ranks, uint32_t index);

#endif
