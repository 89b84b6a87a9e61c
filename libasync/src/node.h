/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernel's lists of numbers, such as "0-3,8,10-11". */
#ifndef ASYNC_SRC_NODE_H
#define ASYNC_SRC_NODE_H

#include <async/threads.h>
#include <stdbool.h>

/* As async_node_cpus() for the text of a list, which may end with a newline. @return false when it is malformed. */
bool async__read_list(const char *text, unsigned *out_numbers, size_t room, size_t *out_count);

#endif
