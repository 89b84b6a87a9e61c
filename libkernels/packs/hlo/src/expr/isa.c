/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "expr/isa.h"

extern const struct hlo_isa kernels_hlo__isa_generic, kernels_hlo__isa_avx2, kernels_hlo__isa_avx512;

const struct hlo_isa *const kernels_hlo__isas[HLO_ISAS] = {
#if HLO_ISA_X86
	&kernels_hlo__isa_avx512,
	&kernels_hlo__isa_avx2,
#endif
	&kernels_hlo__isa_generic,
};

const struct hlo_isa *kernels_hlo__isa(void)
{
	int i = 0;
	while (!kernels_hlo__isas[i]->supported())
		i++;
	return kernels_hlo__isas[i];
}

const struct hlo_isa *kernels_hlo__isa_base(void) { return kernels_hlo__isas[HLO_ISAS - 1]; }

const struct hlo_variants *kernels_hlo__isa_selection(const struct hlo_isa *isa, size_t size)
{
	return size == 1 ? &isa->selections[0] : size == 2 ? &isa->selections[1] : size == 4 ? &isa->selections[2]
		: size == 8 ? &isa->selections[3] : NULL;
}

enum hlo_hot_type kernels_hlo__hot_type(enum kernels_dtype dtype)
{
	static const uint8_t types[KERNELS_DTYPE_LIMIT] = { [KERNELS_F32] = HLO_HOT_F32, [KERNELS_F64] = HLO_HOT_F64,
		[KERNELS_I8] = HLO_HOT_I8, [KERNELS_UI8] = HLO_HOT_UI8, [KERNELS_I32] = HLO_HOT_I32, [KERNELS_UI32] = HLO_HOT_UI32,
		[KERNELS_I64] = HLO_HOT_I64, [KERNELS_F16] = HLO_HOT_F16, [KERNELS_BF16] = HLO_HOT_BF16, [KERNELS_I1] = HLO_HOT_I1,
		[KERNELS_COMPLEX64] = HLO_HOT_C64, [KERNELS_COMPLEX128] = HLO_HOT_C128 };
	return (enum hlo_hot_type)types[dtype];
}
