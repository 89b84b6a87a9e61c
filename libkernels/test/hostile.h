/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments, attributes and functions that a program could pass to a kernel, but should not; and a host that checks
 * what the kernel makes of them. hostile.c says what for. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <kernels/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOSTILE_ARGUMENTS 12u
#define HOSTILE_ATTRIBUTES 6u
#define HOSTILE_FUNCTIONS 3u
#define HOSTILE_RESULTS 4u

/* What a kernel has said about an argument that should be a tensor. */
struct hostile_hint {
	bool known, exact;           /* exact: `shape`, for the next tensor only */
	enum kernels_tensor_kind kind;
	enum kernels_dtype dtype;    /* INVALID: any */
	int rank;                    /* -1: any */
	struct kernels_shape shape;
};

struct hostile_function {
	struct kernels_function base; /* first */
	struct hostile *h;
	struct kernels_type types[HOSTILE_ARGUMENTS];
};

struct hostile {
	const struct async_allocator *counting, *failing, *budget;
	struct async_host host;
	struct async_request *request;
	struct kernels_registry *registry;
	uint64_t seed, random;
	int problems, reports;
	/* what is passed to the kernel, of which only some changes from call to call */
	struct async_value *arguments[HOSTILE_ARGUMENTS];
	struct kernels_attr attributes[HOSTILE_ATTRIBUTES];
	uint8_t bytes[HOSTILE_ATTRIBUTES][320]; /* an array of KERNELS_MAX_RANK + 1 complex numbers and its length */
	struct hostile_function functions[HOSTILE_FUNCTIONS];
	struct hostile_hint hints[HOSTILE_ARGUMENTS];
	uint32_t argument_count, attribute_count;
	char said[64][512]; /* patterns of the messages of this kernel */
	size_t said_count;
	struct async_value *kept[4096]; /* by type: values of types that only kernels make */
	char folder[64];                /* with files to read */
	unsigned files;
};

/* ---- hostile_values.c */

/* Below `most`. */
uint32_t hostile_random(struct hostile *h, uint32_t most);
bool hostile_percent(struct hostile *h, uint32_t percent);
/* A value of this type (NONE: any); NULL when there is none of it yet. */
struct async_value *hostile_value(struct hostile *h, async_type_id type, struct hostile_hint *hint);
/* Attribute `index` becomes one of this kind, or nearly. */
void hostile_attribute(struct hostile *h, uint32_t index, uint8_t kind);
void hostile_files(struct hostile *h);

/* ---- hostile_call.c */

void hostile_open(struct hostile *h, const struct kernels_pack *pack, uint64_t seed);
void hostile_kernel(struct hostile *h, const struct kernels_entry *entry, unsigned rounds);
/* The status for main(): 0, or 1 when something was wrong, which was printed as "# ...". */
int hostile_close(struct hostile *h);

#endif
