/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef BEF_TEST_DEVICE_SHIM_IL_H
#define BEF_TEST_DEVICE_SHIM_IL_H

#include "cl.h"

#include <stddef.h>
#include <stdint.h>

/* The function of this name for drivers that take SPIR-V; NULL: the system's serves. */
void *shim_il_function(const char *name);
int32_t shim_il_clSetProgramSpecializationConstant(void *program, uint32_t id, size_t size, const void *value);

#endif
