/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A cache of operators of a library: objects for one shape, usually with packed weights, that are used by one thread at a
 * time. */
#ifndef KERNELS_SHARED_OPERATORS_H
#define KERNELS_SHARED_OPERATORS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Two operators with equal numbers and address differ in the contents of their weights only. */
struct kernels_shared__operator_key {
	uint64_t numbers[16]; /* parameters; the unused ones are 0 */
	uint64_t address;     /* of the weights; 0: the operator has none */
	uint64_t weights[2];  /* identity of their contents: the version of the buffer and 0, or a hash of their bytes */
};

enum { SHARED_MOST_OPERATORS = 512 };

struct kernels_shared__operator_place {
	struct kernels_shared__operator_key key;
	void *op; /* NULL: an empty place */
	uint64_t used;
};

/* Thread class: safe. The other members are zero at first. */
struct kernels_shared__operators {
	pthread_mutex_t lock;
	void (*destroy)(void *op);
	uint64_t uses;
	struct kernels_shared__operator_place places[SHARED_MOST_OPERATORS];
};

/* Removes an operator from the cache for exclusive use; NULL if there is none. */
void *kernels_shared__operator_take(
	struct kernels_shared__operators *operators, const struct kernels_shared__operator_key *key);
/* Adds an operator. Destroys operators for earlier contents of its weights, and the least recently used one if the cache
 * is full. */
void kernels_shared__operator_give(
	struct kernels_shared__operators *operators, const struct kernels_shared__operator_key *key, void *op);

#endif
