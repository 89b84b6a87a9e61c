/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events. Callbacks run Python code, which may call any entry, so none is called with a lock held. */
#include "event.h"

#include <pthread.h>
#include <stdlib.h>

struct waiter {
	PJRT_Event_OnReadyCallback callback;
	void *user_arg;
	struct waiter *next;
};

struct PJRT_Event {
	PJRT_OBJECT;
	uint32_t references; /* atomic */
	bool ready;          /* atomic: set with `lock` held, after `error`; read without */
	PJRT_Error *error;   /* of a ready event: immutable */
	pthread_mutex_t lock;
	pthread_cond_t became_ready;
	struct waiter *waiters, **last;
};

/* Its references are not counted: it belongs to nobody. */
static PJRT_Event always_ready = { .ready = true };

PJRT_Event *pjrt__event_ready(void) { return &always_ready; }

PJRT_Event *pjrt__event_create(void)
{
	PJRT_Event *event = malloc(sizeof *event);
	if (!event)
		return NULL;
	*event = (PJRT_Event){ .references = 1 };
	event->last = &event->waiters;
	pthread_mutex_init(&event->lock, NULL);
	pthread_cond_init(&event->became_ready, NULL);
	return event;
}

PJRT_Event *pjrt__event_failed(PJRT_Error *error)
{
	if (!error)
		return &always_ready;
	PJRT_Event *event = pjrt__event_create();
	if (event) {
		event->error = error;
		event->ready = true;
	}
	return event;
}

PJRT_Event *pjrt__event_retain(PJRT_Event *event)
{
	if (event != &always_ready)
		__atomic_add_fetch(&event->references, 1, __ATOMIC_RELAXED);
	return event;
}

void pjrt__event_release(PJRT_Event *event)
{
	/* pairs with the releases of other threads: what they did with the event is over */
	if (!event || event == &always_ready || __atomic_sub_fetch(&event->references, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	for (struct waiter *waiter = event->waiters, *next; waiter; waiter = next) {
		next = waiter->next;
		free(waiter);
	}
	pjrt__error_free(event->error);
	pthread_cond_destroy(&event->became_ready);
	pthread_mutex_destroy(&event->lock);
	free(event);
}

/* Pairs with the store in pjrt__event_set(): the error can be read. */
static bool is_ready(const PJRT_Event *event) { return __atomic_load_n(&event->ready, __ATOMIC_ACQUIRE); }

bool pjrt__event_is_ready(const PJRT_Event *event) { return !event || is_ready(event); }

bool pjrt__event_has_failed(const PJRT_Event *event) { return event && is_ready(event) && event->error; }

static PJRT_Error *copy_error(const PJRT_Event *event)
{
	if (!event->error)
		return NULL;
	size_t size;
	const char *text = pjrt__error_text(event->error, &size);
	return pjrt__fail_text(pjrt__error_code(event->error), text, size);
}

bool pjrt__event_set(PJRT_Event *event, PJRT_Error *error)
{
	if (event == &always_ready) {
		pjrt__error_free(error);
		return false;
	}
	pthread_mutex_lock(&event->lock);
	if (event->ready) {
		pthread_mutex_unlock(&event->lock);
		pjrt__error_free(error);
		return false;
	}
	event->error = error;
	(void)pjrt__event_retain(event); /* a thread that waited may destroy it now */
	__atomic_store_n(&event->ready, true, __ATOMIC_RELEASE); /* pairs with is_ready() */
	struct waiter *waiter = event->waiters;
	event->waiters = NULL;
	pthread_cond_broadcast(&event->became_ready);
	pthread_mutex_unlock(&event->lock);
	while (waiter) {
		struct waiter *next = waiter->next;
		waiter->callback(copy_error(event), waiter->user_arg);
		free(waiter);
		waiter = next;
	}
	pjrt__event_release(event);
	return true;
}

PJRT_Error *pjrt__event_wait(PJRT_Event *event)
{
	if (!is_ready(event)) {
		pthread_mutex_lock(&event->lock);
		while (!event->ready)
			pthread_cond_wait(&event->became_ready, &event->lock);
		pthread_mutex_unlock(&event->lock);
	}
	return copy_error(event);
}

PJRT_ENTRY(Event_Destroy)
{
	pjrt__event_release(args->event);
	return NULL;
}

PJRT_ANSWER(Event_IsReady, is_ready, is_ready(args->event))

PJRT_ENTRY(Event_Error)
{
	if (!is_ready(args->event))
		return pjrt__fail(PJRT_Error_Code_FAILED_PRECONDITION, "the event is not ready");
	return copy_error(args->event);
}

PJRT_ENTRY(Event_Await) { return pjrt__event_wait(args->event); }

/* False: out of memory, and nothing was registered. */
static bool then(PJRT_Event *event, PJRT_Event_OnReadyCallback callback, void *user_arg)
{
	if (!is_ready(event)) {
		struct waiter *waiter = malloc(sizeof *waiter);
		if (!waiter)
			return false;
		*waiter = (struct waiter){ callback, user_arg, NULL };
		pthread_mutex_lock(&event->lock);
		bool waits = !event->ready;
		if (waits) {
			*event->last = waiter; /* in the order of the calls */
			event->last = &waiter->next;
		}
		pthread_mutex_unlock(&event->lock);
		if (waits)
			return true;
		free(waiter);
	}
	callback(copy_error(event), user_arg);
	return true;
}

PJRT_ENTRY(Event_OnReady) { return then(args->event, args->callback, args->user_arg) ? NULL : pjrt__no_memory(); }

void pjrt__event_then(PJRT_Event *event, PJRT_Event_OnReadyCallback callback, void *user_arg)
{
	if (!event)
		callback(NULL, user_arg);
	else if (!then(event, callback, user_arg))
		callback(pjrt__event_wait(event), user_arg);
}

PJRT_ENTRY(Event_Create)
{
	args->event = pjrt__event_create();
	return args->event ? NULL : pjrt__no_memory();
}

PJRT_ENTRY(Event_Set)
{
	PJRT_Error *error = args->error_code == PJRT_Error_Code_OK
		? NULL : pjrt__fail_text(args->error_code, args->error_message, args->error_message_size);
	if (!pjrt__event_set(args->event, error))
		return pjrt__fail(PJRT_Error_Code_FAILED_PRECONDITION, "the event is ready already");
	return NULL;
}
