/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* References that one thread gives back for many late parts at once.
 *
 * All late parts of an execution would change its tokens, and many of them the references to one value. A thread
 * that runs late parts of one execution one after the other changes these counts once for many: it settles when it
 * goes on with something else (async_task_settle_later()). The tokens that it owes keep the frame alive until then. */
#ifndef BEF_EXEC_SETTLE_H
#define BEF_EXEC_SETTLE_H

#include "frame.h"

/* Gives back what this thread owes; for struct async_settlement. */
void bef__settle(void);
/* Around a late part: the task holds a token of the frame, which leave() gives back, possibly later.
 * @return true: the late part before, if any, was of another execution */
bool bef__settle_enter(struct bef__frame *frame, const struct async_settlement *settlement);
void bef__settle_leave(struct bef__frame *frame);
/* Gives back a reference to an argument, within a late part of the frame. */
void bef__settle_release(struct bef__frame *frame, struct async_value *value);

#endif
