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

#ifdef CUSTOM_CALL
/* For a custom call of a StableHLO model: every f32 times the first digit of backend_config. */
static void scaled(const struct kernels_tensor *in, struct kernels_string config, struct kernels_array types,
	struct kernels_tensor *out, struct kernels_call *call)
{
	size_t at = 0;
	(void)types;
	while (at < config.size && (config.data[at] < '0' || config.data[at] > '9'))
		at++;
	if (in->dtype != KERNELS_F32 || at == config.size) {
		kernels_call_fail(call, "expected f32 and a digit");
	} else if (!kernels_tensor_init(out, async_request_host(call->request)->allocator, in->dtype, &in->shape)) {
		kernels_call_fail(call, "out of memory");
	} else {
		const float *from = kernels_tensor_bytes(in);
		float *to = kernels_tensor_data(out);
		for (int64_t i = 0; i < kernels_tensor_elements(in); i++)
			to[i] = from[i] * (float)(config.data[at] - '0');
	}
}
KERNELS_TYPED_CALL(scaled, (REF(tensor)), (STRING(backend_config), ARRAY(i64, types)), (OUT(tensor)))
#endif

static const struct kernels_kernel kernels[] = {
#ifdef CUSTOM_CALL
	KERNELS_TYPED_ROW("hlo.custom_call.scaled", scaled, 0),
#endif
	KERNELS_TYPED_ROW("loaded.twice", twice, KERNELS_SYNC),
};

const struct kernels_pack *kernels_pack_query(uint32_t max_abi)
{
#if defined(OTHER_SANITIZER)
	static const struct kernels_pack pack = { sizeof pack, KERNELS_PACK_ABI, KERNELS_SANITIZER + 1, "loaded",
		kernels, sizeof kernels / sizeof *kernels, sizeof *kernels, NULL, 0, sizeof(struct kernels_native), NULL, NULL };
#elif defined(OTHER_NAME)
	static const struct kernels_pack pack = KERNELS_PACK_INIT("same kernels", kernels, NULL, 0, NULL);
#elif defined(CUSTOM_CALL)
	static const struct kernels_pack pack = KERNELS_PACK_INIT("custom calls", kernels, NULL, 0, NULL);
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
