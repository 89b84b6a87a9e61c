/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reporting of detected programming errors; see <async/misuse.h>. */
#ifndef ASYNC_SRC_MISUSE_PRIVATE_H
#define ASYNC_SRC_MISUSE_PRIVATE_H

#include "atomics.h"
#include <async/misuse.h>
#include <stddef.h>

/* Reports a misuse. The caller holds no lock and has undone, or is about to undo, the call. Does not return if the
 * handler, or the default in a build without NDEBUG, aborts. `function` and `message` are static. */
ASYNC__NOINLINE void async__misuse(
	enum async_misuse_kind kind, const char *function, const void *object, const char *message);

/* True if the caller has not set `size`: no release has a struct of this size. `last`: the last member of the first release. A size that
 * is not a multiple of the alignment would end inside of a member. */
#define ASYNC__SIZE_IS_WRONG(options, last)                                                                                      \
	((options)->size < offsetof(__typeof__(*(options)), last) + sizeof(options)->last || (options)->size > 65536u ||         \
		(options)->size % _Alignof(__typeof__(*(options))) != 0)

#define ASYNC__MOST_WORKERS 4096u /* of a queue */

/* In the contract mode: keeps a block of async_allocator_system() for a while after its last use, so that the marks in it
 * are found by a release too many. @return false: the caller frees it. `size` is less than 2^32. */
bool async__retire(void *block, size_t size, size_t align);

/* The option "small" leaves out the texts. */
#ifdef ASYNC_NO_MESSAGES
#define async__misuse(kind, function, object, message) (async__misuse)((kind), "", (object), "")
#endif

#endif
