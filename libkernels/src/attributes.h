/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What invoke.c reads of struct kernels_attributes. */
#ifndef KERNELS_SRC_ATTRIBUTES_H
#define KERNELS_SRC_ATTRIBUTES_H

#include <kernels/check.h>
#include <kernels/invoke.h>

struct kernels_attributes {
	const struct async_allocator *allocator;
	uint32_t refs; /* atomic */
	struct async_location location;
	/* Parallel lists of `count`, sorted by name: what kernels see, and what is checked. */
	struct kernels_attr *attrs;
	struct kernels_op_attribute *ops;
	uint32_t count, function_count;
	const struct kernels_function **functions;
	const struct kernels_entry *fits; /* atomic: attributes and functions were checked for it */
};

#endif
