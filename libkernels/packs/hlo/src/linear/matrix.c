/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/matrix.h"
#include "linear/scale.h"
#include <complex.h>
#include <float.h>
#include <kernels/stop.h>
#include <math.h>

#define SWEEPS 60u          /* about ten are needed */
#define BALANCE_SWEEPS 2100u /* more than powers of 2 that are f64 */

#define SCALAR double
#define CONJ(x) (x)
#define REAL(x) (x)
#define IMAG(x) 0.0
#define DIVIDE(x, y) ((x) / (y))
#define NAME(x) x##_real
#include "linear/matrix_typed.h"
#include "linear/householder_typed.h"
#include "linear/tridiagonal_typed.h"
#include "linear/jacobi_typed.h"
#include "linear/forms_typed.h"
#define SCALAR double complex
#define CONJ(x) conj(x)
#define REAL(x) creal(x)
#define IMAG(x) cimag(x)
#define DIVIDE(x, y) kernels_hlo__divide(x, y)
#define NAME(x) x##_complex
#include "linear/matrix_typed.h"
#include "linear/householder_typed.h"
#include "linear/tridiagonal_typed.h"
#include "linear/jacobi_typed.h"
#include "linear/forms_typed.h"
