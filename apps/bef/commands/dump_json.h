/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints a program as JSON, for other programs. */
#ifndef BEF_APP_DUMP_JSON_H
#define BEF_APP_DUMP_JSON_H

#include "program/view.h"

/* Writes the object to stdout. Consumes the lists of names and registers of the functions. */
void dump_json(struct view *view);

#endif
