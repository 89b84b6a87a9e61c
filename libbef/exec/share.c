/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See share.h. */
#include "share.h"

#include <string.h>

static size_t hash_of(const struct kernels_site *site)
{
	uint64_t hash = (uintptr_t)site->entry >> 4;
	for (uint32_t i = 0; i < site->attribute_count; i++)
		hash = hash * UINT64_C(0x9E3779B97F4A7C15) + (uintptr_t)site->attributes[i].data;
	hash *= UINT64_C(0x9E3779B97F4A7C15);
	return (size_t)(hash >> 32) % BEF__SHARED;
}

static bool is_equal(const struct kernels_site *a, const struct kernels_site *b)
{
	bool equal = a->entry == b->entry && a->argument_count == b->argument_count && a->result_count == b->result_count &&
		a->attribute_count == b->attribute_count;
	for (uint32_t i = 0; equal && i < a->attribute_count; i++)
		equal = a->attributes[i].data == b->attributes[i].data;
	return equal;
}

static bool may_share(const struct kernels_site *site)
{
	return (site->entry->kernel->flags & KERNELS_SHARES_STATE) && site->function_count == 0;
}

bool bef__borrow_state(const struct bef__kernel *equal, struct bef__kernel *k)
{
	if (!equal || !equal->site.state || !may_share(&k->site))
		return false;
	k->site.state = equal->site.state;
	k->borrows = 1;
	return true;
}

bool bef__share_state(struct bef__shared *shared, struct bef__kernel *k)
{
	struct kernels_site *site = &k->site;
	if (!may_share(site))
		return false;
	const struct bef__kernel **place = &shared->ops[hash_of(site)];
	if (*place && is_equal(&(*place)->site, site) && bef__borrow_state(*place, k))
		return true;
	*place = k;
	return false;
}
