/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of arrays that a model divides among ranks. */
#ifndef BEF_APP_PARTS_H
#define BEF_APP_PARTS_H

#include "tensors/npy_array.h"

#include <bef/model.h>

/* Whether the rank has less than the whole value. */
bool part_is_less(const struct bef_model_part *part);
/* Replaces the whole array by the part; of a mapped file, only pages with its elements are read. @return CLI_GOOD, or the exit code
 * after a message; then nothing is owned */
int part_cut(const struct bef_model_part *part, struct npy_elements *elements);

#endif
