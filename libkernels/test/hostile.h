/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Invalid arguments, attributes and functions that a program could pass to a kernel, and a host that checks the
 * results. See hostile.c. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <kernels/handler.h>
#include <kernels/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOSTILE_ARGUMENTS 12u
#define HOSTILE_ATTRIBUTES 6u
#define HOSTILE_FUNCTIONS 3u
#define HOSTILE_RESULTS 4u

/* The error of a kernel about an argument that should be a tensor. */
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
	/* arguments of the kernel, of which only some change between calls */
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

/* A pseudorandom number below `most`. */
uint32_t hostile_random(struct hostile *h, uint32_t most);
bool hostile_percent(struct hostile *h, uint32_t percent);
/* A value of this type (NONE: any); NULL if there is none yet. */
struct async_value *hostile_value(struct hostile *h, async_type_id type, struct hostile_hint *hint);
/* Whether a kernel may keep several blocks for a value of this type, so that none is saved. */
bool hostile_makes(async_type_id type);
/* Sets attribute `index` to one of this kind, or a similar one. */
void hostile_attribute(struct hostile *h, uint32_t index, uint8_t kind);
void hostile_files(struct hostile *h);

/* ---- hostile_call.c */

void hostile_open(struct hostile *h, const struct kernels_pack *pack, uint64_t seed);
void hostile_kernel(struct hostile *h, const struct kernels_entry *entry, unsigned rounds);
/* The status for main(): 0, or 1 after errors, which were printed as "# ...". */
int hostile_close(struct hostile *h);

#endif
