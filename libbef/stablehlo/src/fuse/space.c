/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fuse/fuse.h"

void bef_hlo__space_of(const struct mlirbc_type *type, struct bef_hlo__space *out)
{
	int64_t size = 1;
	*out = (struct bef_hlo__space){ .cuts = { 1 }, .count = 1 };
	for (size_t i = type->u.shaped.rank; i-- > 0;) {
		if (type->u.shaped.dims[i] == 1)
			continue;
		size *= type->u.shaped.dims[i];
		out->cuts[out->count++] = size;
	}
}

static bool merge(const struct bef_hlo__space *a, const struct bef_hlo__space *b, int64_t scale, struct bef_hlo__space *out)
{
	uint32_t i = 0, k = 0;
	out->count = 0;
	while (i < a->count || k < b->count) {
		const int64_t x = i < a->count ? a->cuts[i] : INT64_MAX, y = k < b->count ? b->cuts[k] * scale : INT64_MAX;
		const int64_t next = x < y ? x : y;
		if (out->count > HLO_MOST_RANK || (out->count && next % out->cuts[out->count - 1] != 0))
			return false;
		out->cuts[out->count++] = next;
		i += x == next;
		k += y == next;
	}
	return true;
}

bool bef_hlo__space_add(struct bef_hlo__space *space, const struct bef_hlo__space *other, int64_t scale)
{
	struct bef_hlo__space sum;
	if (!merge(space, other, scale, &sum))
		return false;
	*space = sum;
	return true;
}

bool bef_hlo__space_cut(struct bef_hlo__space *space, int64_t cut)
{
	const struct bef_hlo__space one = { .cuts = { 1, cut }, .count = cut > 1 ? 2 : 1 };
	return bef_hlo__space_add(space, &one, 1);
}
