/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: functions of a host program. */
#ifndef BEF_APP_HOST_RUN_H
#define BEF_APP_HOST_RUN_H

#include "program/run.h"

/* Runs the requested functions. @return the exit code, after a message on failure */
int host_run(struct run *run, const struct program *program);

#endif
