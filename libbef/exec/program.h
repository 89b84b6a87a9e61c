/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program after it was opened: everything an execution needs, decoded once into flat arrays.
 *
 * Registers live in the frame of an execution, each at a fixed place that decoding chooses:
 *  - a heap register holds a struct async_value *;
 *  - a local register holds its payload itself, beside a pointer that is not NULL when it is an error instead. A register is local
 *    when only payload kernels touch it and its payload is small and needs no destructor: then no reference is counted and
 *    nothing is allocated for it. */
#ifndef BEF_EXEC_PROGRAM_H
#define BEF_EXEC_PROGRAM_H

#include <async/async.h>
#include <bef/exec.h>
#include <bef/reader.h>
#include <kernels/kernel.h>
#include <kernels/registry.h>

#define BEF__NONE UINT32_MAX
#define BEF__MOST_LOCAL 24u /* arguments and results of a kernel that takes the short cut in run.c */

struct bef__argument {
	uint32_t slot;       /* byte offset in the frame */
	async_type_id check; /* the payload type to ask for at run time; ASYNC_TYPE_NONE: proven, or any will do */
	uint8_t local;
};

struct bef__result {
	uint32_t slot;
	uint32_t uses;       /* references that its users and the caller will give back */
	uint32_t user_count; /* entries in the kernel's list of users */
	uint32_t out;        /* position among the values that the function returns, or BEF__NONE */
	async_type_id type;  /* ASYNC_TYPE_NONE: whatever the kernel makes */
	uint8_t local;
};

struct bef__kernel {
	kernels_payload_fn payload; /* one of the two */
	kernels_frame_fn frame;
	uint32_t argument_count, result_count, stream;
	uint8_t local; /* payload kernel, all registers local and of proven type, few enough for a short cut */
	const struct bef__argument *arguments;
	const struct bef__result *results;
	const uint32_t *users; /* result after result */
	struct kernels_site site;
};

/* A value that the function makes and returns. */
struct bef__out {
	uint32_t mentions; /* how often the return names it */
};

/* Count and link of a kernel within an execution; see schedule.c. */
struct bef__node {
	uint32_t count; /* operands that are not there yet; afterwards free for other use */
	uint32_t next;  /* list of ready kernels */
};

/* Synchronous functions: what to destroy after a kernel, and where payloads are. */
struct bef__sync {
	const uint32_t *slots;        /* per register: offset in the scratch memory; BEF__NONE: the caller's memory */
	const async_type_id *types;   /* per register */
	const uint32_t *last_use;     /* per register: kernel number; BEF__NONE: the caller owns it */
	const uint32_t *results;      /* registers */
	size_t scratch_size;
};

struct bef__function {
	struct kernels_function base; /* first: the interface points here */
	struct bef_file *file;
	uint8_t kind; /* enum bef_function_kind */
	const struct kernels_native *native;
	uint32_t kernel_count; /* with kernel 0 */
	const struct bef__kernel *kernels;
	const struct bef__node *nodes; /* initial state of an execution */
	size_t frame_size;
	uint32_t outs_offset, out_count;
	const struct bef__out *outs;
	/* Per result of the function: an argument number, or where among outs. */
	const struct bef__origin {
		uint32_t index;
		uint8_t is_argument;
	} *origins;
	uint32_t widest; /* most arguments + results of a kernel: how many pointers a call needs */
	struct bef__sync sync;
};

struct bef__arena {
	const struct async_allocator *allocator;
	struct bef__chunk *chunks;
	size_t left;
};

struct bef_file {
	struct async_location_source locations; /* first: a handle is decoded with it */
	struct bef_reader reader;
	struct bef__arena arena;
	const struct kernels_registry *registry;
	uint32_t max_call_depth;
	uint32_t function_count;
	struct bef__function *functions;
	const struct kernels_entry **entries; /* per kernel name */
	struct kernels_type *types;           /* per type name */
};

/* Zeroed memory that lives as long as the file; NULL when there is none. */
void *bef__arena_alloc(struct bef__arena *arena, size_t count, size_t size);
void bef__arena_finish(struct bef__arena *arena);

/* Fills diag and returns the status, for use in a return statement. */
enum bef_status bef__fail(struct bef_diag *diag, enum bef_status status, uint64_t offset, const char *format, ...)
	BEF_PRINTF(4, 5);

/* Decodes the body of an asynchronous or synchronous function. */
enum bef_status bef__decode(struct bef_file *file, const struct bef_function *function, struct bef__function *out,
	struct bef_diag *diag);
enum bef_status bef__decode_sync(struct bef_file *file, const struct bef_body *body, struct bef__function *out,
	const async_type_id *register_types, struct bef_diag *diag);

/* The ways to run a function of each kind. */
extern const struct kernels_function_vtable bef__async_vtable, bef__sync_vtable, bef__native_vtable;

/* Gives every result this value: takes over one reference, and makes the others. */
void bef__results_set(struct async_value **results, uint32_t count, struct async_value *value);

void bef__decode_location(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx);

#endif
