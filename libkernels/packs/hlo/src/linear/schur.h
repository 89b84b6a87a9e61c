/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the QR algorithms of real and complex matrices share. They follow LAPACK's dlahqr and zlahqr, so that eigenvalues come in
 * LAPACK's order (of up to 75 rows; LAPACK has another algorithm for more). */
#ifndef KERNELS_HLO_LINEAR_SCHUR_H
#define KERNELS_HLO_LINEAR_SCHUR_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define STEPS_EACH 30u /* for an eigenvalue; about three are needed */
#define UNUSUAL 10u    /* after every so many steps without success, another shift breaks a cycle */

static inline size_t schur_most_steps(size_t n) { return STEPS_EACH * (n < 10 ? 10 : n); }

/* Elements on the subdiagonal up to this are negligible in any case. */
static inline double schur_least(size_t n) { return DBL_MIN * ((double)n / DBL_EPSILON); }

/* The criterion of Ahues and Tisseur (LAPACK working note 122) for a small element below the diagonal: sizes of the elements
 * [p, q; r, s] and of p - s. */
static inline bool schur_is_small(
	double q, double r, double s, double difference, double least, double epsilon)
{
	const double ab = fmax(r, q), ba = fmin(r, q), aa = fmax(s, difference), bb = fmin(s, difference), sum = aa + ab;
	return ba * (ab / sum) <= fmax(least, epsilon * (bb * (aa / sum)));
}

#endif
