/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of a conversion between StableHLO and VHLO, shared by the files of this room.
 *
 * Functions that make something return NULL after they have set `status`, unless their comment says otherwise. The first
 * failure is kept. */
#ifndef MLIRBC_STABLEHLO_JOB_H
#define MLIRBC_STABLEHLO_JOB_H

#include "dialect/ops.h"
#include "vhlo/map.h"

#include <mlirbc/stablehlo_vhlo.h>

/* Versions as one number: V(1, 13). */
#define V(major, minor) ((uint32_t)(major) << 16 | (minor))

enum { SHLO__MOST_NESTED = 512 };

struct shlo__job {
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct mlirbc_diag *diag;
	enum mlirbc_status status;
	const struct mlirbc_op *op; /* the operation that is being converted: for errors */
	bool to_vhlo, allow_others;
	uint32_t target; /* version, when to_vhlo */
	bool is_newer;   /* the artifact is of a later version than any known one: its newer parts are not faults */
	unsigned depth;  /* of nested types and attributes */
	void (*note)(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag); /* NULL: none */
	void *note_ctx;
	/* Results for types, attributes, dictionaries of properties, names of operations, blocks and values. */
	struct shlo__map done;
};

/* Records the failure, with the operation and its location in front. Returns false. */
bool shlo__job_fail(struct shlo__job *job, enum mlirbc_status status, const char *format, ...) MLIRBC_PRINTF(3, 4);
bool shlo__job_memory(struct shlo__job *job); /* returns false */
/* Tells the caller about something that is left out. */
void shlo__job_note(struct shlo__job *job, const char *format, ...) MLIRBC_PRINTF(2, 3);
/* Fails unless the target has what came with a version: "type future needs VHLO 1.15.0". */
bool shlo__job_needs(struct shlo__job *job, uint32_t since, const char *what, const char *name);
/* Enters a nested type or attribute: MLIRBC_E_LIMIT when it is too deep. Decrement `depth` afterwards. */
bool shlo__job_enter(struct shlo__job *job);

#endif
