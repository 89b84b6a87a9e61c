/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The section that lists kernels that start with their first argument: FORMAT.md 12. */
#include "program.h"

static enum bef_status read_nonstrict(struct bef_file *file, const struct bef_section *section, struct bef_diag *diag)
{
	size_t count = section->size / 8;
	if (!BEF__HAS_NONSTRICT)
		return bef__fail(diag, BEF_E_UNSUPPORTED, section->offset, "Nonstrict section");
	struct bef__nonstrict *list = bef__arena_alloc(&file->arena, count, sizeof *list);
	if (file->nonstrict)
		return bef__fail(diag, BEF_E_CORRUPT, section->offset, "two Nonstrict sections");
	if (section->size % 8)
		return bef__fail(diag, BEF_E_TRUNCATED, section->offset + section->size,
			"Nonstrict section: %zu bytes, expected a multiple of 8", section->size);
	if (!list)
		return bef__no_memory(diag);
	for (size_t i = 0; i < count; i++) {
		struct bef__nonstrict *at = &list[i];
		at->function = bef_word(section->data, (uint32_t)(2 * i));
		at->kernel = bef_word(section->data, (uint32_t)(2 * i + 1));
		if (at->function >= file->reader.function_count)
			return bef__fail(diag, BEF_E_CORRUPT, section->offset + 8 * i,
				"Nonstrict section: function %u of %u", at->function, file->reader.function_count);
		if (i && (at->function < at[-1].function ||
				 (at->function == at[-1].function && at->kernel <= at[-1].kernel)))
			return bef__fail(diag, BEF_E_CORRUPT, section->offset + 8 * i,
				"Nonstrict section: kernel %u of function %u does not ascend", at->kernel,
				at->function);
	}
	file->nonstrict = list;
	file->nonstrict_count = count;
	return BEF_OK;
}

enum bef_status bef__read_nonstrict(struct bef_file *file, struct bef_diag *diag)
{
	struct bef_unknown_sections sections = bef_reader_unknown_sections(&file->reader);
	struct bef_section section;
	enum bef_status status = BEF_OK;
	unsigned id;
	while (status == BEF_OK && bef_unknown_sections_next(&sections, &id, &section, NULL) == BEF_OK) {
		if (id == BEF_SECTION_NONSTRICT)
			status = read_nonstrict(file, &section, diag);
	}
	return status;
}

/* The first in the list of this function or a later one. */
static size_t lower_bound(const struct bef_file *file, uint64_t function)
{
	size_t low = 0, high = file->nonstrict_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (file->nonstrict[middle].function < function)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct bef__nonstrict *bef__nonstrict_of(const struct bef_file *file, uint32_t function,
	const struct bef__nonstrict **out_end)
{
	*out_end = NULL;
	if (!BEF__HAS_NONSTRICT || !file->nonstrict_count)
		return NULL;
	*out_end = file->nonstrict + lower_bound(file, (uint64_t)function + 1);
	return file->nonstrict + lower_bound(file, function);
}
