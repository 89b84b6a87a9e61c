/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls that are made when all arguments are available; see immediate.c. */
#ifndef BEF_EXEC_IMMEDIATE_H
#define BEF_EXEC_IMMEDIATE_H

#include "program.h"

/* Runs with arguments that are available and no errors; returns one reference per result. */
typedef void (*bef__immediate_fn)(const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results);

/* Runs at once, or returns indirect results and runs when the arguments are available. If an argument is an error,
 * every result is that error. */
void bef__execute_immediate(const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results, bef__immediate_fn run);

#endif
