/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors of a file of libtensorfile (safetensors, GGUF, .npz ...) as elements of arguments. */
#ifndef BEF_APP_TENSOR_FILE_H
#define BEF_APP_TENSOR_FILE_H

#include "tensors/npy_array.h"

#include <tensorfile/file.h>

/* Maps a regular file. @return CLI_GOOD, or the exit code after a message; then there is nothing to close */
int tensor_file_open(const char *path, struct tensorfile **out_file);
/* Closes the file, which was used. @return CLI_BAD after a message if it changed meanwhile */
int tensor_file_finish(const char *path, struct tensorfile *file);

/* The elements of a tensor for an argument of the type: in the file where that is possible, else a copy. Quantized tensors become floats.
 * @return CLI_GOOD, or the exit code after a message */
int tensor_file_take(const char *path, const struct tensorfile *file, const struct tensorfile_tensor *tensor,
	const struct array_type *type, struct npy_elements *out);

#endif
