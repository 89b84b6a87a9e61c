/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process-wide handler of detected programming errors. */
#include "allocator_private.h"
#include "fork.h"
#include "misuse_private.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

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

enum { UNKNOWN, OFF, ON };
static int contract; /* atomic; publishes nothing */

/* The first call decides; a call of async_contract_set() in another thread wins. */
static ASYNC__NOINLINE int choose_contract(void)
{
#ifdef __GLIBC__
	const char *wanted = secure_getenv("ASYNC_CONTRACT");
#else
	const char *wanted = NULL;
#endif
#ifdef NDEBUG
	int chosen = OFF, before = UNKNOWN;
#else
	int chosen = ON, before = UNKNOWN;
#endif
	if (wanted && (wanted[0] == '0' || wanted[0] == '1') && !wanted[1])
		chosen = wanted[0] == '1' ? ON : OFF;
	return async__cas_strong_relaxed(&contract, &before, chosen) ? chosen : before;
}

bool async_contract_is_on(void)
{
	int mode = async__load_relaxed(&contract);
	return (ASYNC__LIKELY(mode != UNKNOWN) ? mode : choose_contract()) == ON;
}

void async_contract_set(bool on) { async__store_relaxed(&contract, on ? ON : OFF); }

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

static struct {
	pthread_mutex_t lock; /* only tried, so that nothing waits and a fork() in another thread does no harm */
	unsigned next;
	struct {
		void *block;
		uint32_t size, align;
	} entries[RETIRED];
} retired = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool async__retire(void *block, size_t size, size_t align)
{
	if (ASYNC__LIKELY(!async_contract_is_on()) || size > UINT32_MAX || pthread_mutex_trylock(&retired.lock) != 0)
		return false;
	unsigned at = retired.next++ % RETIRED;
	void *oldest = retired.entries[at].block;
	uint32_t oldest_size = retired.entries[at].size, oldest_align = retired.entries[at].align;
	retired.entries[at].block = block;
	retired.entries[at].size = (uint32_t)size;
	retired.entries[at].align = (uint32_t)align;
	pthread_mutex_unlock(&retired.lock);
	async_free(async_allocator_system(), oldest, oldest_size, oldest_align);
	return true;
}
#else /* a sanitizer finds the use of freed memory itself */
bool async__retire(void *block, size_t size, size_t align)
{
	(void)block;
	(void)size;
	(void)align;
	return false;
}
#endif
