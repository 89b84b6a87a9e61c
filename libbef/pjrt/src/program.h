/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiled programs. A loaded executable, and the executables that JAX asks for, share one program. Thread class:
 * safe; a program does not change. */
#ifndef PJRT_BEFKIT_PROGRAM_H
#define PJRT_BEFKIT_PROGRAM_H

#include "buffer.h"
#include "options.h"

/* How values are divided among the devices: OpSharding of XLA as bytes. */
struct pjrt__shardings {
	size_t count;
	char **bytes;
	size_t *sizes;
};

/* The memories that a program names for its arguments, or its results; "device" where it names none. */
struct pjrt__memories {
	enum pjrt__memory_kind *kinds;
	const char **names; /* static texts */
	size_t *sizes;
};

struct pjrt__program {
	uint32_t references; /* atomic */
	/* what each execution reads */
	bool slow;           /* atomic: executions take longer than starting one elsewhere */
	bool has_donation, has_callbacks;
	bool exchanges;      /* it has operations between processes */
	uint32_t runs;       /* atomic: executions that were short */
	uint32_t late;       /* atomic: how many of them, one after the other, took long */
	PJRT_Client *client; /* retained */
	struct bef_model *model;
	const struct bef_stablehlo_function *main;
	struct pjrt__shape *results;
	bool *donated; /* of each argument, what the program allows; NULL: none is */
	struct pjrt__ffi_sites *sites; /* custom calls with handlers; NULL: there are none */
	struct pjrt__options options;
	PJRT_Device *devices[PJRT__MOST_DEVICES]; /* of the options */
	PJRT_LogicalDeviceIds *logical_ids;       /* of each of them */
	struct bef_stablehlo_options lowering; /* of the model */
	PJRT_NamedValue cost[2];
	struct pjrt__program *next_dead; /* under the lock of the client */
	/* what Compile got, for serialisation and questions */
	char *source, *option_bytes;
	size_t source_size, option_size;
	char fingerprint[40];
	int64_t aliased_bytes; /* of arguments that are donated */
	char *local_text; /* atomic: of one partition, once a client has asked; NULL before */
	/* of the results */
	PJRT_Buffer_Type *result_types;
	int64_t *result_dims;               /* of all results, one after the other */
	size_t *result_ranks;
	struct pjrt__memories argument_memories, result_memories;
	PJRT_Layouts_MemoryLayout **result_layouts, **argument_layouts;
	struct pjrt__shardings argument_shardings, result_shardings;
};

struct PJRT_Executable {
	PJRT_OBJECT;
	struct pjrt__program *program;
};
struct PJRT_LoadedExecutable {
	PJRT_OBJECT;
	struct pjrt__program *program;
	bool deleted; /* atomic */
};

/* Makes a program of MLIR: an artifact, bytecode or text. */
PJRT_Error *pjrt__program_create(PJRT_Client *client, const char *source, size_t source_size, const char *options,
	size_t option_size, struct pjrt__program **out);
void pjrt__program_release(struct pjrt__program *program);
struct mlirbc_module;
struct mlirbc_stablehlo_division;
struct mlirbc_stablehlo_divisions;
/* Changes StableHLO to the program of one partition. */
PJRT_Error *pjrt__localise(struct mlirbc_module *module, uint32_t partitions, struct mlirbc_stablehlo_divisions *out);
/* The text of that program, which ends with a NUL. */
PJRT_Error *pjrt__local_text(struct pjrt__program *program, const char **out);
/* `divisions` NULL: all values are whole. */
PJRT_Error *pjrt__shardings_make(const struct mlirbc_stablehlo_division *divisions, size_t count, uint32_t devices,
	struct pjrt__shardings *out);
void pjrt__shardings_free(struct pjrt__shardings *shardings);
/* Whether the arguments of a call may be donated as the program says. The program has donations. */
PJRT_Error *pjrt__check_donation(const struct pjrt__program *program, PJRT_Buffer *const *buffers, size_t count);
/* An execution that outlives its entry holds a reference. Waits a while if there are many; see client.h. */
void pjrt__program_enter(struct pjrt__program *program);
/* In any thread, also those of the queue. `ran`: pjrt__client_runs() counted it. */
void pjrt__program_leave(struct pjrt__program *program, bool ran);
/* What executions take decides whether later ones end before Execute returns; before the first one, it is guessed. Sets `cost` too. */
void pjrt__program_guess(struct pjrt__program *program);
bool pjrt__program_is_slow(const struct pjrt__program *program);
uint64_t pjrt__program_begin(struct pjrt__program *program); /* 0: this one is not measured */
void pjrt__program_took(struct pjrt__program *program, uint64_t ns);
/* Takes over one reference, also after a failure: NULL. */
PJRT_LoadedExecutable *pjrt__program_load(struct pjrt__program *program);

#endif
