/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_CHECKS_H
#define KERNELS_HLO_CHECKS_H

#include "core/op.h"
#include <kernels/pack_hlo.h>

/* The operands of kernels that show a tensor to the host: it and a token; the result is a token. */
bool kernels_hlo__watches(struct hlo_op *op);
/* Compares a tensor of the type of operand 0 with another: every element is equal. False after kernels_hlo__fail(). */
bool kernels_hlo__check_equal(const struct hlo_run *run, const void *actual, const void *expected);

#define HLO_ELEMENT_TEXT 80u
/* Writes an element into a buffer of HLO_ELEMENT_TEXT bytes: "1.5", "(1, 2)", "true". Returns the buffer. */
const char *kernels_hlo__element_text(enum kernels_dtype dtype, const void *element, char *buffer);

#endif
