/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events: they become ready once, with or without an error. Each is reference-counted, since a client may destroy one
 * before it is ready. Thread class: safe. */
#ifndef PJRT_BEFKIT_EVENT_H
#define PJRT_BEFKIT_EVENT_H

#include "plugin.h"

/* The event that is ready without an error: one for all. */
PJRT_Event *pjrt__event_ready(void);
/* Ready with this error, which it takes over. NULL: as above. Out of memory: the event without an error would be a lie,
 * so NULL is returned and the error stays with the caller. */
PJRT_Event *pjrt__event_failed(PJRT_Error *error);
/* Not ready, one reference. NULL: out of memory. */
PJRT_Event *pjrt__event_create(void);
PJRT_Event *pjrt__event_retain(PJRT_Event *event);
void pjrt__event_release(PJRT_Event *event); /* NULL is ignored */
/* Makes it ready and calls its callbacks, in this thread, without a lock. Takes over the error. Ready before: returns
 * false, and the error is freed. */
bool pjrt__event_set(PJRT_Event *event, PJRT_Error *error);
/* Calls the function with a new error or NULL when it is ready, in this thread or the one that sets it. NULL: ready. Without memory it
 * waits. */
void pjrt__event_then(PJRT_Event *event, PJRT_Event_OnReadyCallback callback, void *user_arg);
bool pjrt__event_is_ready(const PJRT_Event *event);   /* also NULL */
bool pjrt__event_has_failed(const PJRT_Event *event); /* ready with an error */
/* Waits; a new error if the event has one. */
PJRT_Error *pjrt__event_wait(PJRT_Event *event);

#endif
