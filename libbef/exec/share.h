/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* States of prepared ops for several ops: models repeat ops with the same attributes, which BEF files store once. */
#ifndef BEF_EXEC_SHARE_H
#define BEF_EXEC_SHARE_H

#include "program.h"

enum { BEF__SHARED = 512 };

/* The op that was prepared last for each hash value, so that memory and time are limited in files of any kind. */
struct bef__shared {
	const struct bef__kernel *ops[BEF__SHARED];
};

/* Gives the op the state of an equal one, if the kernel permits that. Returns false if the op must be prepared; it is
 * remembered then, unless preparing fails (site.state stays NULL). */
bool bef__share_state(struct bef__shared *shared, struct bef__kernel *k);
/* As above, from this op, which has the same kernel, attributes, and numbers of arguments and results. NULL: there is none. */
bool bef__borrow_state(const struct bef__kernel *equal, struct bef__kernel *k);

#endif
