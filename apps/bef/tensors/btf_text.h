/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors as text, one per line:
 *
 *	f32 [2, 3] = 1 2 3 4 5 6.5          elements in row-major order
 *	i32 [3, 4] : 0,0 = 10 1,3 = 20      sparse: indices = value
 *	f32 [784, 512] < weights.bin        elements from a file, little-endian
 *
 * The types are those of the format: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64. "[]" is a single number. Lines that are
 * empty or begin with # are ignored. */
#ifndef BEF_APP_BTF_TEXT_H
#define BEF_APP_BTF_TEXT_H

#include "../cli/cli.h"

#include <kernels/btf.h>

/* Prints numbers so that they round-trip. */
void btf_text_print(const struct kernels_tensor *tensor);

/* Appends to *tensors, which the caller finishes and frees after success and failure.
 * @return CLI_GOOD, or the exit code after a message with line and column */
int btf_text_read(const struct cli_input *input, struct kernels_tensor **tensors, size_t *count);

#endif
