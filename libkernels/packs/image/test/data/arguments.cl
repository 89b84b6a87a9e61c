/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every kind of argument. arguments.spv is made of it by
 *	clang-15 -c -target spir64 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fno-discard-value-names -emit-llvm
 *		-O1 arguments.cl -o arguments.bc
 *	llvm-spirv-15 --spirv-max-version=1.2 arguments.bc -o arguments.spv */
struct inner {
	char tag;
	double value;
};
struct outer {
	short head;
	struct inner parts[3];
	float3 vector;
};
struct __attribute__((packed)) tight {
	char tag;
	long value;
};

kernel void arguments(global int *out, constant float *table, local uint *scratch, struct outer by_value,
	struct tight packed, char c, ushort s, long l, float f, float3 v)
{
	size_t i = get_global_id(0);
	scratch[i] = (uint)by_value.parts[1].value + (uint)packed.value;
	out[i] = (int)(table[i] + scratch[i] + c + s + l + f + v.y + by_value.vector.x);
}

__attribute__((reqd_work_group_size(8, 4, 2))) kernel void pictures(read_only image2d_t from, sampler_t how, global float4 *to)
{
	to[get_global_id(0)] = read_imagef(from, how, (float2)(0.5f, 0.25f));
}

kernel void nothing(void) {}
