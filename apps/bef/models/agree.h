/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of a job that run a divided model must run the same one, divided alike. */
#ifndef BEF_APP_AGREE_H
#define BEF_APP_AGREE_H

#include "models/model.h"

#include "program/limits.h"

#include <kernels/process.h>

/* Waits until all processes have said what they run. Before the request of the process exists.
 * @return CLI_GOOD, or the exit code after a message: one of them runs another program, or another division of it, has ended, or the
 *         time is up */
int agree(struct model *model, const struct kernels_process *process, const struct limits *limits);

#endif
