/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Batches the release of references by late parts.
 *
 * Every late part of an execution would change its tokens, and many of them the reference count of one value. A thread
 * that runs consecutive late parts of one execution changes these counts once for many: it settles before it runs
 * something else (async_task_settle_later()). The deferred tokens keep the frame alive until then. */
#ifndef BEF_EXEC_SETTLE_H
#define BEF_EXEC_SETTLE_H

#include "frame.h"

/* Releases the deferred references of this thread; for struct async_settlement. */
void bef__settle(void);
/* Enclose a late part: the task holds a token of the frame, which leave() releases, possibly later.
 * @return true when the previous late part, if any, was of another execution */
bool bef__settle_enter(struct bef__frame *frame, const struct async_settlement *settlement);
void bef__settle_leave(struct bef__frame *frame);
/* Releases a reference to an argument, inside a late part of the frame. */
void bef__settle_release(struct bef__frame *frame, struct async_value *value);

#endif
