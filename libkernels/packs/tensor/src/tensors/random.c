/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* befkit.*: kernels that create tensors and do not exist in TFRT. */
#include "tensors/tensors.h"
#include "common/arguments.h"

/* A 64-bit number for each seed and position, identical on every machine (the mixing function of splitmix64). */
static uint64_t mixed(uint64_t seed, uint64_t position)
{
	uint64_t z = seed * UINT64_C(0xd1342543de82ef95) + (position + 1) * UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* {center, seed, shape, spread}: center + spread * (a number from -1 up to 1) */
void kernels_tensor__random_uniform(struct kernels_call *call)
{
	float center, spread;
	int64_t seed;
	struct kernels_shape shape;
	struct kernels_tensor out;
	if (!kernels_call_scalar(call, 0, KERNELS_F32, &center) || !kernels_call_scalar(call, 1, KERNELS_I64, &seed) ||
		!kernels_tensor__shape_attribute(call, 2, &shape) ||
		!kernels_call_scalar(call, 3, KERNELS_F32, &spread) ||
		!kernels_tensor__create(call, KERNELS_F32, &shape, &out))
		return;
	float *to = kernels_tensor_data(&out);
	const int64_t count = kernels_tensor_elements(&out);
	for (int64_t i = 0; i < count; i++) {
		/* 24 bits, which f32 represents exactly */
		float unit = (float)(int32_t)(mixed((uint64_t)seed, (uint64_t)i) >> 40) * 0x1p-23f - 1;
		to[i] = center + spread * unit;
	}
	*(struct kernels_tensor *)call->results[0] = out;
}

/* (chain...) {shape}: as tfrt_dht.create_uninitialized_tensor, but after the chains */
void kernels_tensor__create_later(struct kernels_call *call)
{
	struct kernels_shape shape;
	if (kernels_tensor__shape_attribute(call, 0, &shape))
		kernels_tensor__create(call, KERNELS_F32, &shape, call->results[0]);
}
