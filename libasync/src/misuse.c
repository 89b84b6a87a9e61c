/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process-wide handler of detected programming errors. */
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

static void report_by_default(const struct async_misuse *misuse)
{
#ifdef NDEBUG
	(void)misuse;
#else
	fprintf(stderr, "%s: %s (%p)\n", misuse->function, misuse->message, misuse->object);
	abort();
#endif
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
