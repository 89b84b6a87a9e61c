/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: calls of a model's functions. */
#ifndef BEF_APP_MODEL_RUN_H
#define BEF_APP_MODEL_RUN_H

#include "program/run.h"

/* Runs the requested functions of run->model; prints and writes their results. @return the exit code, after a message on failure */
int model_run(struct run *run);

#endif
