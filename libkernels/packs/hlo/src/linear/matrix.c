/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/matrix.h"
#include <complex.h>
#include <float.h>
#include <math.h>

#define SWEEPS 60u    /* about ten are needed */

#define SCALAR double
#define CONJ(x) (x)
#define REAL(x) (x)
#define IMAG(x) 0.0
#define NAME(x) x##_real
#include "linear/matrix_typed.h"
#define SCALAR double complex
#define CONJ(x) conj(x)
#define REAL(x) creal(x)
#define IMAG(x) cimag(x)
#define NAME(x) x##_complex
#include "linear/matrix_typed.h"
