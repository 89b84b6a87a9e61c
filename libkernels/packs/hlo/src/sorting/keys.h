/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements as unsigned numbers whose order is that of a comparator. */
#ifndef KERNELS_HLO_KEYS_H
#define KERNELS_HLO_KEYS_H

#include "expr/expr.h"

struct hlo_key_order {
	enum kernels_dtype dtype;
	uint32_t input; /* of the sort */
	bool descending;
	bool total;     /* of floats: -NaN < -infinity < ... < -0 < +0 < ... < NaN; else -0 and +0 are equal */
	bool canonical; /* with `total`: -0 counts as +0, every NaN as one positive NaN */
};

/* What the keys of some elements have in common. Initialize with HLO_KEY_FACTS. */
struct hlo_key_facts {
	bool in_order;     /* there is no NaN that is in no order to others; else the keys have no meaning */
	bool invertible;   /* elements with equal keys have equal bits: kernels_hlo__from_keys() */
	bool sorted;       /* no key is less than the one before */
	bool any;          /* there are keys */
	uint64_t first, last;
	uint64_t different; /* bits in which two keys differ */
};
#define HLO_KEY_FACTS { .in_order = true, .invertible = true, .sorted = true }

/* True if elements of this type have keys. */
bool kernels_hlo__has_keys(enum kernels_dtype dtype);
/* Bytes of a key: 4 or 8. */
size_t kernels_hlo__key_size(enum kernels_dtype dtype);
/* The keys of a comparator of `inputs` inputs that compares one of them, or where it is equal, further ones: most
 * significant first. Returns their number; 0 if the comparator is of no such form. */
uint32_t kernels_hlo__key_orders(
	const struct hlo_expr *comparator, uint32_t inputs, struct hlo_key_order *out, uint32_t most);
/* Writes the keys of n adjacent elements, at most HLO_EXPR_TILE: uint32_t or uint64_t. Adds them to the facts. */
void kernels_hlo__keys(const struct hlo_key_order *order, const void *elements, size_t n, void *out,
	struct hlo_key_facts *facts);
/* Adds the facts about further keys behind. */
void kernels_hlo__key_facts_add(struct hlo_key_facts *facts, const struct hlo_key_facts *behind);
/* Writes n elements of 4 or 8 bytes from their keys, if those are invertible. */
void kernels_hlo__from_keys(const struct hlo_key_order *order, const void *keys, size_t n, void *out);

#endif
