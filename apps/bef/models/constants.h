/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors of a file become constants of a model that is assembled: bef assemble --weights. */
#ifndef BEF_APP_CONSTANTS_H
#define BEF_APP_CONSTANTS_H

#include "program/program.h"

/* As program_load() for a model, whose arguments that the file of tensors has (models/bound.h) become constants; its other arguments stay, in
 * their order. Those of main, or of the only function. The model is lowered twice, first for the names of its arguments.
 * @param map  NULL: none */
int constants_load(const char *path, const struct program_options *options, const char *weights, const char *map, struct program *out_program);

#endif
