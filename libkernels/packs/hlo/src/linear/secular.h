/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eigenvalues of a diagonal matrix to which a multiple of z * z^T is added. */
#ifndef KERNELS_HLO_LINEAR_SECULAR_H
#define KERNELS_HLO_LINEAR_SECULAR_H

#include <stddef.h>

/* diag(poles) + rho * z * z^T, where poles ascend and differ, rho > 0, z has norm 1 and no element that is 0. */
struct hlo_secular {
	const double *poles, *z;
	size_t count;
	double rho;
};

/* Returns eigenvalue j (from the smallest), which lies above pole j; distances[i] = poles[i] less the eigenvalue, to nearly all bits. */
double kernels_hlo__secular_root(const struct hlo_secular *s, size_t j, double *distances);

#endif
