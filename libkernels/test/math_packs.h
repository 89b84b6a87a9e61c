/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The packs of this build that add a library for products or factorizations (kernels/math.h). math_pack_args in meson.build says which they are. */
#ifndef KERNELS_TEST_MATH_PACKS_H
#define KERNELS_TEST_MATH_PACKS_H

#ifdef HAVE_BLAS
#include <kernels/pack_blas.h>
#endif
#ifdef HAVE_LAPACK
#include <kernels/pack_lapack.h>
#endif
#ifdef HAVE_XNNPACK
#include <kernels/pack_xnnpack.h>
#endif
#ifdef HAVE_DNNL
#include <kernels/pack_dnnl.h>
#endif
#include <kernels/pack.h>
#include <stddef.h>

static const struct kernels_pack *(*const math_packs[])(void) = {
#ifdef HAVE_BLAS
	kernels_pack_blas,
#endif
#ifdef HAVE_LAPACK
	kernels_pack_lapack,
#endif
#ifdef HAVE_XNNPACK
	kernels_pack_xnnpack,
#endif
#ifdef HAVE_DNNL
	kernels_pack_dnnl,
#endif
	NULL
};

#endif
