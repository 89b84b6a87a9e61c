/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments and results that are the same. */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

enum { BITS = 4096, FEW = 16 };

/* A set of pointers that may find others too. add() returns whether the pointer may have been there. */
static bool find(const uint64_t *set, const void *pointer, uint64_t *out_place, uint64_t *out_bit)
{
	const uint64_t hash = (uint64_t)(uintptr_t)pointer * UINT64_C(0x9e3779b97f4a7c15) >> 52;
	*out_place = hash / 64;
	*out_bit = UINT64_C(1) << hash % 64;
	return (set[*out_place] & *out_bit) != 0;
}

static bool add(uint64_t *set, const void *pointer)
{
	uint64_t place, bit;
	const bool found = find(set, pointer, &place, &bit);
	set[place] |= bit;
	return found;
}

/* ---- a buffer that a call gets as a donated argument and as another argument: a mistake of the caller, whose data would be
 * given away and read */

static PJRT_Error *compare(const struct pjrt__program *program, PJRT_Buffer *const *buffers, size_t count, size_t at)
{
	for (size_t i = 0; i < count; i++) {
		if (buffers[i] == buffers[at] && (program->donated[i] || program->donated[at]))
			return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT,
				"Attempt to donate a buffer that is used by two arguments of the same call: %zu and %zu", i, at);
	}
	return NULL;
}

PJRT_Error *pjrt__check_donation(const struct pjrt__program *program, PJRT_Buffer *const *buffers, size_t count)
{
	uint64_t set[BITS / 64];
	PJRT_Error *error = NULL;
	memset(set, 0, sizeof set);
	for (size_t i = 0; !error && i < count; i++) {
		if (add(set, buffers[i]))
			error = compare(program, buffers, i, i);
	}
	return error;
}

/* ---- results that are arguments */

static bool is_argument(const struct pjrt__process *process, const struct bef_model_tensor *result)
{
	for (size_t i = 0; i < process->argument_count; i++) {
		const struct bef_model_tensor *argument = &process->arguments[i];
		if (argument->data == result->data && !process->donated[i] && argument->dtype == result->dtype &&
			argument->rank == result->rank &&
			memcmp(argument->dims, result->dims, result->rank * sizeof *result->dims) == 0)
			return true;
	}
	return false;
}

static PJRT_Error *copy(const struct pjrt__program *program, struct bef_model_tensor *result)
{
	struct bef_model_tensor made = *result;
	made.owner = NULL;
	if (posix_memalign(&made.data, 64, made.size) != 0)
		return pjrt__no_memory();
	memcpy(made.data, result->data, made.size);
	if (bef_model_tensor_adopt(&made, &program->client->host, free, made.data, NULL) != BEF_OK) {
		free(made.data);
		return pjrt__no_memory();
	}
	bef_model_tensor_release(result);
	*result = made;
	return NULL;
}

/* Compares each result with each argument: a set takes longer to clear. */
static PJRT_Error *copy_few(const struct pjrt__program *program, struct pjrt__process *process)
{
	PJRT_Error *error = NULL;
	for (size_t i = 0; !error && i < process->result_count; i++) {
		struct bef_model_tensor *result = &process->results[i];
		if (result->owner && result->size && is_argument(process, result))
			error = copy(program, result);
	}
	return error;
}

PJRT_Error *pjrt__copy_arguments(const struct pjrt__program *program, struct pjrt__process *process)
{
	if (process->argument_count * process->result_count <= FEW)
		return copy_few(program, process);
	uint64_t set[BITS / 64], place, bit;
	PJRT_Error *error = NULL;
	memset(set, 0, sizeof set);
	for (size_t i = 0; i < process->argument_count; i++)
		(void)add(set, process->arguments[i].data);
	for (size_t i = 0; !error && i < process->result_count; i++) {
		struct bef_model_tensor *result = &process->results[i];
		if (result->owner && result->size && find(set, result->data, &place, &bit) && is_argument(process, result))
			error = copy(program, result);
	}
	return error;
}
