/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes records as traces. */
#ifndef BEF_APP_WRITE_TRACE_H
#define BEF_APP_WRITE_TRACE_H

#include "record/edges.h"
#include "record/record.h"

#include <stdio.h>

/* Whether the name of a trace is that of a page. */
bool record_is_page(const char *path);
/* Writes a trace with an arrow for each pair of a kernel and the producer of an operand: a page if the name of the file ends in
 * .html, else Chrome's format, for Perfetto and chrome://tracing. @return exit code, after a message on failure */
int record_write_trace(const struct record *record, const struct edges *edges, const char *path);
/* Writes the page. @return false: out of memory */
bool record_write_page(FILE *out, const struct record *record, const struct edges *edges);

#endif
