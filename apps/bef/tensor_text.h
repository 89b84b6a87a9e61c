/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host tensors as text and as .npy files. */
#ifndef BEF_APP_TENSOR_TEXT_H
#define BEF_APP_TENSOR_TEXT_H

#include "../cli/cli.h"

#include <kernels/tensor.h>
#include <stdio.h>

/* Prints type and shape on one line, then the elements as NumPy does: nested brackets and aligned columns. Of more
 * than 1000 elements, only the first and last three of each dimension are printed unless `all`. */
void tensor_print(FILE *out, const struct kernels_tensor *tensor, bool all);

/* Creates a dense tensor from a .npy file. @return CLI_GOOD, or the exit code after a message */
int tensor_from_npy(
	const struct cli_input *input, const struct async_allocator *allocator, struct kernels_tensor *out_tensor);
/* Writes a dense tensor as a .npy file. @return CLI_GOOD, or the exit code after a message */
int tensor_to_npy(const char *path, const struct kernels_tensor *tensor);

#endif
