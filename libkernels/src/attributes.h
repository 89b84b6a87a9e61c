/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The representation of struct kernels_attributes, shared with invoke.c. */
#ifndef KERNELS_SRC_ATTRIBUTES_H
#define KERNELS_SRC_ATTRIBUTES_H

#include <kernels/check.h>
#include <kernels/invoke.h>

/* An open aggregate. */
struct kernels__aggregate {
	struct kernels__aggregate *outer;
	char *name; /* NULL inside another aggregate */
	size_t name_size;
	/* The elements, each at a multiple of 8; the byte before an element is its kind. */
	uint8_t *data;
	size_t size, capacity;
	uint32_t *starts; /* of the elements, in `data` */
	size_t count, start_capacity;
};

struct kernels_attributes {
	const struct async_allocator *allocator;
	uint32_t refs; /* atomic */
	struct async_location location;
	/* Parallel lists of `count` elements, sorted by name: for kernels, and for the check. */
	struct kernels_attr *attrs;
	struct kernels_op_attribute *ops;
	uint32_t count, function_count;
	const struct kernels_function **functions;
	struct kernels__aggregate *open;  /* the innermost one */
	uint32_t depth;                   /* open aggregates */
	const struct kernels_entry *fits; /* atomic: the entry for which attributes and functions were checked */
	struct kernels__prepared *prepared; /* atomic: list */
};

/* As kernels_invoke_entry(), for a kernel without results: *chain is available when it has ended, also if it continues as a task
 * (kernels_frame_later()), and has its failure. */
void kernels__invoke_effect(const struct kernels_entry *entry, struct async_request *request,
	struct async_value *const *arguments, uint32_t argument_count, struct kernels_attributes *attributes,
	struct async_value **chain);

/* What prepare() of a kernel made for calls with these attributes. Immutable once it is in the list. */
struct kernels__prepared {
	struct kernels__prepared *next;
	const struct kernels_entry *entry;
	uint32_t argument_count, result_count;
	void *state;
};

#endif
