/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements as unsigned numbers whose order is that of a comparator, and a stable sort of these. */
#ifndef KERNELS_HLO_KEYS_H
#define KERNELS_HLO_KEYS_H

#include "expr/expr.h"

struct hlo_entry {
	uint64_t key;
	int64_t offset; /* of the element, in elements of the tensor */
};

struct hlo_key_order {
	enum kernels_dtype dtype;
	uint32_t input; /* of the sort */
	bool descending;
	bool total;     /* of floats: -NaN < -infinity < ... < -0 < +0 < ... < NaN; else -0 and +0 are equal */
	bool canonical; /* with `total`: -0 counts as +0, every NaN as one positive NaN */
};

/* True if elements of this type have keys. */
bool kernels_hlo__has_keys(enum kernels_dtype dtype);
/* The keys of a comparator of `inputs` inputs that compares one of them, or where it is equal, further ones: most
 * significant first. Returns their number; 0 if the comparator is of no such form. */
uint32_t kernels_hlo__key_orders(
	const struct hlo_expr *comparator, uint32_t inputs, struct hlo_key_order *out, uint32_t most);
/* Writes the entries of the n elements at these offsets. Returns false if the order is not
 * total and there is a NaN, which is in no order to others; the entries have no meaning then. */
bool kernels_hlo__keys(const struct hlo_key_order *order, const void *data, const int64_t *offsets, int64_t n,
	struct hlo_entry *out);
/* Sorts by key; entries with equal keys keep their order. `spare` has room for n entries. */
void kernels_hlo__sort_keys(struct hlo_entry *entries, struct hlo_entry *spare, int64_t n);

#endif
