/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extensions of the table. */
#ifndef PJRT_BEFKIT_EXTENSIONS_H
#define PJRT_BEFKIT_EXTENSIONS_H

#include "plugin.h"

extern PJRT_Layouts_Extension pjrt__layouts;
extern PJRT_FFI_Extension pjrt__ffi;
extern PJRT_Shardings_Extension pjrt__shardings;

/* Static. The rank is at most KERNELS_MAX_RANK. */
PJRT_Layouts_MemoryLayout *pjrt__row_major(size_t rank);

#endif
