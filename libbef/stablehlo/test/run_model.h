/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs models in one process: lowers, assembles, opens with the packs basic and hlo, calls functions, records what they compute. */
#ifndef RUN_MODEL_H
#define RUN_MODEL_H

#include "records.h"

#include <async/async.h>
#include <bef/exec.h>
#include <bef/stablehlo.h>
#include <stdio.h>

struct runner {
	struct async_host host;
	struct kernels_registry *registry;
	void *pack;
	bool no_fusing; /* of models that are opened */
	bool no_code; /* likewise */
	enum bef_semantics semantics; /* likewise */
	const char *device; /* for which models are lowered; NULL: the host. Its packs are in the registry */
	char probes[64]; /* directory for probes of the last call */
};
/* workers 0: one thread. Exits on failure. */
void runner_init(struct runner *runner, unsigned workers);
void runner_finish(struct runner *runner);

struct model {
	struct bef_file *file;
	char why[320];      /* of a failure */
	uint8_t *bytes;     /* the BEF file; NULL: opened by path */
	size_t byte_count;
	char missing[2048]; /* lines of all reasons why the program could not be opened */
};
/* From text, bytecode or artifact; false, and model->why. A program is opened with the packs of one runner and called by any. */
bool model_open(struct runner *runner, const void *data, size_t size, const char *name, bool folding, struct model *out);
/* From a BEF file. */
bool model_open_path(struct runner *runner, const char *path, struct model *out);
/* Whether a kernel of this name is in the BEF file. */
bool model_contains(const struct model *model, const char *kernel);
void model_close(struct model *model);
/* Calls a function; results are the caller's to release. Returns false, and model->why, if one of them is an error. */
bool model_call(struct runner *runner, struct model *model, const struct kernels_function *function,
	struct async_value *const *arguments, struct async_value **results);
/* Calls all named functions of the source without arguments (regions have names with a dot). *out_count: how many. Records results
 * and checks, see records_take(). */
bool model_run_all(struct runner *runner, struct model *model, size_t *out_count);

#endif
