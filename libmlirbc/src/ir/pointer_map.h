/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps from pointers to numbers. */
#ifndef MLIRBC_SRC_POINTER_MAP_H
#define MLIRBC_SRC_POINTER_MAP_H

#include "ir/job.h"

/* Maps a pointer to a number. */
struct mlirbc__numbers {
	struct mlirbc__number {
		const void *key;
		uint32_t number;
	} * slots;
	size_t capacity, count;
};

/* NULL: not found. */
const struct mlirbc__number *mlirbc__number_find(const struct mlirbc__numbers *numbers, const void *key);
/* Changes the number of an existing entry. */
void mlirbc__number_set(struct mlirbc__numbers *numbers, const void *key, size_t number);
/* Adds an entry unless the pointer has one. */
bool mlirbc__number_add(struct mlirbc__job *job, struct mlirbc__numbers *numbers, const void *key, size_t number);
void mlirbc__numbers_finish(struct mlirbc__job *job, struct mlirbc__numbers *numbers);

#endif
