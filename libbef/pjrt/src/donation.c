/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A buffer that a call gets as a donated argument and as another argument is a mistake of the caller: its data would be
 * given away and read. */
#include "program.h"

#include <string.h>

enum { BITS = 4096 };

/* Adds the buffer to a set that may find others too. Returns whether it may have been there. */
static bool add(uint64_t *set, const PJRT_Buffer *buffer)
{
	const uint64_t hash = (uint64_t)(uintptr_t)buffer * UINT64_C(0x9e3779b97f4a7c15) >> 52;
	const uint64_t bit = UINT64_C(1) << hash % 64, old = set[hash / 64];
	set[hash / 64] |= bit;
	return (old & bit) != 0;
}

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
