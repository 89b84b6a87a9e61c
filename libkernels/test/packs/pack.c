/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared objects that are valid or invalid packs; load_test.c describes their purposes. */
#include <kernels/kernels.h>

#if !defined(NO_QUERY)
#define EXPORT __attribute__((visibility("default")))
EXPORT const struct kernels_pack *kernels_pack_query(uint32_t max_abi);

#ifdef OWN_LIBRARY /* like a pack that was linked with a static libkernels */
EXPORT const struct kernels_type_ids *kernels_types(void)
{
	static const struct kernels_type_ids own = { 0 };
	return &own;
}
#endif

#ifdef MISSING_SYMBOL
int32_t function_that_nobody_has(int32_t number);
static int32_t twice(int32_t number) { return function_that_nobody_has(number); }
#else
static int32_t twice(int32_t number) { return 2 * number; }
#endif
KERNELS_TYPED(twice, (IN(i32)), (NONE), (RETURN(i32)))

static const struct kernels_kernel kernels[] = { KERNELS_TYPED_ROW("loaded.twice", twice, KERNELS_SYNC) };

const struct kernels_pack *kernels_pack_query(uint32_t max_abi)
{
#if defined(OTHER_SANITIZER)
	static const struct kernels_pack pack = { sizeof pack, KERNELS_PACK_ABI, KERNELS_SANITIZER + 1, "loaded",
		kernels, 1, sizeof *kernels, NULL, 0, sizeof(struct kernels_native), NULL };
#elif defined(OTHER_NAME)
	static const struct kernels_pack pack = KERNELS_PACK_INIT("same kernels", kernels, NULL, 0, NULL);
#else
	static const struct kernels_pack pack = KERNELS_PACK_INIT("loaded", kernels, NULL, 0, NULL);
#endif
#ifdef TOO_NEW
	max_abi = 0;
#endif
	return max_abi >= KERNELS_PACK_ABI ? &pack : NULL;
}
#else
int nothing_in_particular;
#endif
