/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process-wide handler of detected programming errors. */
#include "allocator_private.h"
#include "cached.h"
#include "fork.h"
#include "misuse_private.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct handler {
	void (*call)(void *ctx, const struct async_misuse *misuse); /* NULL: the default */
	void *ctx;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handler current; /* guarded by lock */

void async__misuse_before_fork(void) { pthread_mutex_lock(&lock); }
void async__misuse_after_fork(void) { pthread_mutex_unlock(&lock); }

void async_set_misuse_handler(void (*handler)(void *ctx, const struct async_misuse *misuse), void *ctx)
{
	async__fork_prepare();
	pthread_mutex_lock(&lock);
	current = (struct handler){ handler, ctx };
	pthread_mutex_unlock(&lock);
}

/* ---- the contract mode */

int async__contract;
const struct async_allocator *async__lasting;

/* The first call decides; a call of async_contract_set() in another thread wins. */
static ASYNC__NOINLINE int choose_contract(void)
{
#ifdef __GLIBC__
	const char *wanted = secure_getenv("ASYNC_CONTRACT");
#else
	const char *wanted = NULL;
#endif
#ifdef NDEBUG
	int chosen = ASYNC__CONTRACT_OFF, before = ASYNC__CONTRACT_UNKNOWN;
#else
	int chosen = ASYNC__CONTRACT_ON, before = ASYNC__CONTRACT_UNKNOWN;
#endif
	if (wanted && (wanted[0] == '0' || wanted[0] == '1') && !wanted[1])
		chosen = wanted[0] == '1' ? ASYNC__CONTRACT_ON : ASYNC__CONTRACT_OFF;
	return async__cas_strong_relaxed(&async__contract, &before, chosen) ? chosen : before;
}

bool async_contract_is_on(void)
{
	int mode = async__load_relaxed(&async__contract);
	return (ASYNC__LIKELY(mode != ASYNC__CONTRACT_UNKNOWN) ? mode : choose_contract()) == ASYNC__CONTRACT_ON;
}

void async_contract_set(bool on)
{
	async__store_relaxed(&async__contract, on ? ASYNC__CONTRACT_ON : ASYNC__CONTRACT_OFF);
}

static void report_by_default(const struct async_misuse *misuse)
{
	if (!async_contract_is_on())
		return;
	fprintf(stderr, "%s: %s (%p)\n", misuse->function, misuse->message, misuse->object);
	abort();
}

void(async__misuse)(enum async_misuse_kind kind, const char *function, const void *object, const char *message)
{
	struct async_misuse misuse = { sizeof misuse, kind, function, message, object };
	pthread_mutex_lock(&lock);
	struct handler handler = current;
	pthread_mutex_unlock(&lock);
	if (handler.call)
		handler.call(handler.ctx, &misuse);
	else
		report_by_default(&misuse);
}

void async_misuse_report(enum async_misuse_kind kind, const char *function, const void *object, const char *message)
{
	(async__misuse)(kind, function, object, message);
}

/* ---- blocks that are out of use */

#if !ASYNC__PLAIN && !defined(ASYNC__FAULT)
#define RETIRED 1024u
#define LARGEST_RETIRED 65536u /* so that all of them take at most 64 MiB */

static struct {
	pthread_mutex_t lock; /* only tried, so that nothing waits and a fork() in another thread does no harm */
	unsigned next;
	struct retired {
		const struct async_allocator *allocator; /* NULL: an empty entry */
		void *block;
		size_t size, align;
	} entries[RETIRED];
} retired = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool async__retire(const struct async_allocator *allocator, void *block, size_t size, size_t align)
{
	if (!async__contract_is_on() || size > LARGEST_RETIRED ||
		(allocator != async_allocator_system() && allocator != &async__cached && allocator != async__load_relaxed(&async__lasting)) ||
		pthread_mutex_trylock(&retired.lock) != 0)
		return false;
	struct retired *entry = &retired.entries[retired.next++ % RETIRED];
	const struct retired oldest = *entry;
	*entry = (struct retired){ allocator, block, size, align };
	pthread_mutex_unlock(&retired.lock);
	if (oldest.allocator)
		async_free(oldest.allocator, oldest.block, oldest.size, oldest.align);
	return true;
}
#else /* a sanitizer finds the use of freed memory itself */
bool async__retire(const struct async_allocator *allocator, void *block, size_t size, size_t align)
{
	(void)allocator;
	(void)block;
	(void)size;
	(void)align;
	return false;
}
#endif
