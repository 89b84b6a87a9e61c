/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reporting of detected programming errors; see <async/misuse.h>. */
#ifndef ASYNC_SRC_MISUSE_PRIVATE_H
#define ASYNC_SRC_MISUSE_PRIVATE_H

#include "atomics.h"
#include <async/allocator.h>
#include <async/misuse.h>

/* Reports a misuse. The caller holds no lock and has undone, or is about to undo, the call. Does not return if the
 * handler, or the default in a build without NDEBUG, aborts. `function` and `message` are static. */
ASYNC__NOINLINE void async__misuse(
	enum async_misuse_kind kind, const char *function, const void *object, const char *message);

#define ASYNC__MOST_WORKERS 4096u /* of a queue */

/* atomic; publishes nothing. ASYNC__CONTRACT_OFF once the mode is known to be off. */
extern int async__contract ASYNC__HIDDEN;
enum { ASYNC__CONTRACT_UNKNOWN, ASYNC__CONTRACT_OFF, ASYNC__CONTRACT_ON };

/* async_contract_is_on() without a call where it is off. */
static inline bool async__contract_is_on(void)
{
#ifndef __OPTIMIZE_SIZE__
	if (ASYNC__LIKELY(async__load_relaxed(&async__contract) == ASYNC__CONTRACT_OFF))
		return false;
#endif
	return async_contract_is_on();
}

/* atomic: the pooled allocator after its first use. Programs that do not use it are linked without it. */
extern const struct async_allocator *async__lasting ASYNC__HIDDEN;

/* In the contract mode: keeps a block for some time after its last use, so that an extra release finds the marks in it. Only for blocks
 * of the system, cached and pooled allocators, which exist as long as the process. Other allocators may be destroyed earlier, or count
 * or limit blocks. @return false: the caller frees the block. */
bool async__retire(const struct async_allocator *allocator, void *block, size_t size, size_t align);

/* The option "small" leaves out the texts. */
#ifdef ASYNC_NO_MESSAGES
#define async__misuse(kind, function, object, message) ((void)(function), (async__misuse)((kind), "", (object), ""))
#endif

#endif
