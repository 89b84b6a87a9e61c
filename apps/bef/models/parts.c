/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/parts.h"

#include <stdlib.h>
#include <string.h>

bool part_is_less(const struct bef_model_part *part)
{
	return part->terms > 1 || memcmp(part->global, part->local, part->rank * sizeof *part->local) != 0;
}

/* Copies rows: elements that follow each other in both arrays. */
static void copy_rows(const struct bef_model_part *part, const char *from, char *to, size_t element)
{
	int64_t at[KERNELS_MAX_RANK] = { 0 };
	uint32_t outer = part->rank;
	size_t row = element;
	while (outer > 0) { /* whole dimensions, and the last one that is cut */
		row *= (size_t)part->local[--outer];
		if (part->local[outer] != part->global[outer])
			break;
	}
	for (bool more = row > 0; more; to += row) {
		size_t offset = 0;
		for (uint32_t i = 0; i < part->rank; i++)
			offset = offset * (size_t)part->global[i] + (size_t)(part->start[i] + at[i]);
		memcpy(to, from + offset * element, row);
		more = false;
		for (uint32_t i = outer; i-- > 0 && !more;) {
			more = ++at[i] < part->local[i];
			if (!more)
				at[i] = 0;
		}
	}
}

int part_cut(const struct bef_model_part *part, struct npy_elements *elements)
{
	size_t count = 1;
	for (uint32_t i = 0; i < part->rank; i++)
		count *= (size_t)part->local[i];
	const size_t element = kernels_dtype_size(elements->dtype), size = count * element;
	char *made = calloc(1, size + 1);
	/* the first of several terms of a sum is the value, the others are zeros */
	if (made && size > 0 && (part->terms < 2 || part->term == 0 || part->reduction != 0))
		copy_rows(part, elements->bytes, made, element);
	free(elements->owned);
	elements->bytes = elements->owned = made;
	elements->size = size;
	memcpy(elements->dims, part->local, part->rank * sizeof *part->local);
	return made ? CLI_GOOD : cli_out_of_memory();
}
