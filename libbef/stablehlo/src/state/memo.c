/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A table of recent results: one entry per hash value, so that modules without repetitions need little memory. */
#include "state/lower.h"

static uint64_t hash_of(const struct bef_hlo__key *key)
{
	uint64_t hash = key->count;
	for (size_t i = 0; i < key->count; i++)
		hash = (hash ^ key->words[i]) * UINT64_C(0x9E3779B97F4A7C15) ^ hash >> 29;
	return hash ^ hash >> 32;
}

const void *bef_hlo__memo_get(struct bef_hlo__lower *lower, const struct bef_hlo__key *key)
{
	if (!lower->memos || key->full)
		return NULL;
	const uint64_t hash = hash_of(key);
	const struct bef_hlo__memo *memo = &lower->memos[hash % BEF_HLO__MEMOS];
	const bool found = memo->made && memo->hash == hash && memo->count == key->count &&
			   memcmp(memo->words, key->words, key->count * sizeof *key->words) == 0;
	return found ? memo->made : NULL;
}

void bef_hlo__memo_put(struct bef_hlo__lower *lower, const struct bef_hlo__key *key, const void *made)
{
	if (key->full || !made)
		return;
	if (!lower->memos) {
		lower->memos = mlirbc_context_alloc(lower->context, BEF_HLO__MEMOS * sizeof *lower->memos, _Alignof(struct bef_hlo__memo));
		if (!lower->memos)
			return;
		memset(lower->memos, 0, BEF_HLO__MEMOS * sizeof *lower->memos);
	}
	const uint64_t hash = hash_of(key);
	struct bef_hlo__memo *memo = &lower->memos[hash % BEF_HLO__MEMOS];
	if (memo->room < key->count) {
		uintptr_t *words = mlirbc_context_alloc(lower->context, key->count * sizeof *words, _Alignof(uintptr_t));
		if (!words)
			return;
		memo->words = words;
		memo->room = key->count;
	}
	memcpy(memo->words, key->words, key->count * sizeof *key->words);
	memo->hash = hash;
	memo->count = key->count;
	memo->made = made;
}
