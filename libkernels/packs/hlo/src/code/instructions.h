/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instructions of one step: those of a table, sequences, or a call of the step's primitive. */
#ifndef KERNELS_HLO_CODE_INSTRUCTIONS_H
#define KERNELS_HLO_CODE_INSTRUCTIONS_H

#include "code/registers.h"

/* The step at w->position, whose operands are computed. */
void kernels_hlo__code_step(struct hlo_code_writer *w);
/* A sequence for the step of `value`; false: there is none (sequences.c). */
bool kernels_hlo__code_sequence(struct hlo_code_writer *w, uint32_t value);
/* A load or store (arrays.c). */
void kernels_hlo__code_access(struct hlo_code_writer *w, uint32_t value);

#endif
