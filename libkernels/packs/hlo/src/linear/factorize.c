/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/factorize.h"
#include <math.h>

static bool iterates(enum kernels_lapack_function function)
{
	return function == KERNELS_LAPACK_GEES || function == KERNELS_LAPACK_GEEV || function == KERNELS_LAPACK_GESDD ||
	       function == KERNELS_LAPACK_SYEVD;
}

static bool are_finite(enum kernels_dtype dtype, const void *elements, size_t count)
{
	const bool single = dtype == KERNELS_F32 || dtype == KERNELS_COMPLEX64;
	const size_t parts = hlo_is_complex(dtype) ? 2 * count : count;
	bool finite = true;
	for (size_t i = 0; i < parts; i++)
		finite &= isfinite(single ? ((const float *)elements)[i] : ((const double *)elements)[i]) != 0;
	return finite;
}

bool kernels_hlo__library_factorize(const struct hlo_item *item, struct kernels_lapack *p)
{
	const struct kernels_math *math = kernels_math_chosen();
	const enum kernels_dtype dtype = item->run->op->operands[0].dtype;
	if (!kernels_math_has_lapack(math) || p->rows == 0 || p->columns == 0)
		return false;
	if (dtype != KERNELS_F32 && dtype != KERNELS_F64 && !hlo_is_complex(dtype))
		return false;
	const size_t n = p->left_side ? p->rows : p->columns;
	const size_t count = p->function == KERNELS_LAPACK_TRSM ? n * n : p->rows * p->columns;
	p->size = sizeof *p;
	p->dtype = dtype;
	p->operands[0] = kernels_hlo__item_operand(item, 0, count);
	return (!iterates(p->function) || are_finite(dtype, p->operands[0], count)) && math->lapack(p);
}
