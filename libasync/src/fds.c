/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values for descriptors that become ready, by epoll. Each descriptor is armed once for the events of all its waits (EPOLLONESHOT), and
 * again for those that are left. A descriptor that was closed and opened again meanwhile is not in the epoll set any more. */
#include "allocator_private.h"
#include "fds_set.h"
#include "forked.h"
#include "thread.h"
#include <async/error.h>
#include <async/loop.h>
#include <async/type.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static const struct async_location nowhere = { NULL, 0 };

struct wait {
	struct wait *next;
	const struct async_allocator *allocator;
	struct async_value *value;
	unsigned events;
};

struct async_fds {
	const struct async_allocator *allocator;
	bool stepped;
	struct async__forked registered;
	struct async__fds_set set;
	pthread_mutex_t lock;
	/* guarded by lock: */
	struct wait **waits; /* by descriptor */
	size_t room;
	bool has_thread, stop;
	bool forked; /* in the child of fork(), which shares the epoll set with its parent */
	pthread_t thread;
};

static async_type_id event_type(void)
{
	static const struct async_type type = { "i32", 4, 4, NULL, NULL, NULL };
	return async_type_register(&type);
}

static struct async_fds *fds_of(struct async__forked *registered)
{
	return (struct async_fds *)(void *)((char *)registered - offsetof(struct async_fds, registered));
}

static void lock_before_fork(struct async__forked *registered) { pthread_mutex_lock(&fds_of(registered)->lock); }

static void unlock_after_fork(struct async__forked *registered, bool in_child)
{
	struct async_fds *fds = fds_of(registered);
	fds->forked |= in_child;
	pthread_mutex_unlock(&fds->lock);
}

static struct async_fds *create(const struct async_allocator *allocator, bool stepped)
{
	allocator = async__or_system(allocator);
	struct async_fds *fds = async_alloc(allocator, sizeof *fds, _Alignof(struct async_fds));
	if (!fds)
		return NULL;
	*fds = (struct async_fds){ .allocator = allocator, .stepped = stepped,
		.registered = { .before = lock_before_fork, .after = unlock_after_fork } };
	if (!async__fds_set_init(&fds->set)) {
		async_free(allocator, fds, sizeof *fds, _Alignof(struct async_fds));
		return NULL;
	}
	pthread_mutex_init(&fds->lock, NULL);
	async__forked_add(&fds->registered);
	return fds;
}

struct async_fds *async_fds_create(const struct async_allocator *allocator) { return create(allocator, false); }
struct async_fds *async_fds_create_stepped(const struct async_allocator *allocator) { return create(allocator, true); }
int async_fds_fd(const struct async_fds *fds) { return fds->set.epoll; }

/* ---- what is ready */

/* With the lock held: moves the waits for any of `events` to a list, the oldest first, and arms the descriptor for the others. */
static struct wait *take_ready(struct async_fds *fds, int fd, unsigned events)
{
	struct wait *taken = NULL, **link, **end = &taken;
	unsigned left = 0;
	if ((size_t)fd >= fds->room)
		return NULL;
	for (link = &fds->waits[fd]; *link;) {
		struct wait *wait = *link;
		if (events & (wait->events | ASYNC_FD_HANGUP)) {
			*link = wait->next;
			wait->next = NULL;
			*end = wait;
			end = &wait->next;
		} else {
			left |= wait->events;
			link = &wait->next;
		}
	}
	if (left) /* it was armed before, so this needs no memory */
		(void)async__fds_set_arm(&fds->set, fd, left);
	return taken;
}

static void free_wait(struct wait *wait)
{
	async_value_release(wait->value);
	async_free(wait->allocator, wait, sizeof *wait, _Alignof(struct wait));
}

static size_t complete_all(struct wait *ready, unsigned events)
{
	size_t count = 0;
	for (struct wait *next; ready; ready = next, count++) {
		int32_t result = (int32_t)(events & (ready->events | ASYNC_FD_HANGUP));
		next = ready->next;
		async_value_emplace(ready->value, &result);
		free_wait(ready);
	}
	return count;
}

static size_t complete_ready(struct async_fds *fds, const struct async__fds_event *event)
{
	pthread_mutex_lock(&fds->lock);
	struct wait *ready = take_ready(fds, event->fd, event->events);
	pthread_mutex_unlock(&fds->lock);
	return complete_all(ready, event->events);
}

/* @return the number of values; `out_more`: there may be more descriptors. */
static size_t step(struct async_fds *fds, bool blocking, bool *out_more)
{
	struct async__fds_event events[ASYNC__FDS_AT_ONCE];
	size_t count = async__fds_set_wait(&fds->set, events, blocking), completed = 0;
	for (size_t i = 0; i < count; i++)
		completed += complete_ready(fds, &events[i]);
	*out_more = count == ASYNC__FDS_AT_ONCE;
	return completed;
}

size_t async_fds_step(struct async_fds *fds)
{
	size_t completed = 0;
	for (bool more = fds->stepped && !fds->forked; more;)
		completed += step(fds, false, &more);
	return completed;
}

static void *fds_main(void *arg)
{
	struct async_fds *fds = arg;
	bool stop = false, more;
	async__thread_set_name("async", "f", 0);
	while (!stop) {
		(void)step(fds, true, &more);
		pthread_mutex_lock(&fds->lock);
		stop = fds->stop;
		pthread_mutex_unlock(&fds->lock);
	}
	return NULL;
}

/* ---- waiting */

/* With the lock held: room for descriptor `fd`, of which the system has limited the number. */
static bool make_room(struct async_fds *fds, int fd)
{
	size_t room = fds->room ? fds->room : 64;
	while (room <= (size_t)fd)
		room *= 2;
	if (room == fds->room)
		return true;
	struct wait **waits = async_alloc(fds->allocator, room * sizeof *waits, _Alignof(struct wait *));
	if (!waits)
		return false;
	memset(waits, 0, room * sizeof *waits);
	if (fds->room)
		memcpy(waits, fds->waits, fds->room * sizeof *waits);
	async_free(fds->allocator, fds->waits, fds->room * sizeof *waits, _Alignof(struct wait *));
	fds->waits = waits;
	fds->room = room;
	return true;
}

static bool has_thread(struct async_fds *fds)
{
	if (!fds->stepped && !fds->has_thread)
		fds->has_thread = async__thread_start(&fds->thread, fds_main, fds);
	return fds->stepped || fds->has_thread;
}

/* With the lock held. Adds the wait and arms its descriptor. @return 0 or an error number; EPERM: always ready. */
static int add(struct async_fds *fds, int fd, struct wait *wait)
{
	if (fds->forked || fds->stop)
		return fds->forked ? EBUSY : ECANCELED;
	if (!make_room(fds, fd) || !has_thread(fds))
		return ENOMEM;
	struct wait **link = &fds->waits[fd];
	unsigned events = wait->events;
	for (; *link; link = &(*link)->next)
		events |= (*link)->events;
	int error = async__fds_set_arm(&fds->set, fd, events);
	if (error == 0)
		*link = wait;
	return error;
}

static struct async_error *error_of(const struct async_allocator *allocator, int fd, int error)
{
	if (error == ECANCELED)
		return async_error_create(
			allocator, ASYNC_CODE_CANCELLED, nowhere, "descriptor %d: the watcher is being destroyed", fd);
	if (error == EBUSY)
		return async_error_create(allocator, ASYNC_CODE_FAILED_PRECONDITION, nowhere,
			"descriptor %d: the watcher was made before fork()", fd);
	bool full = error == ENOMEM || error == ENOSPC;
	return async_error_create(allocator, full ? ASYNC_CODE_RESOURCE_EXHAUSTED : ASYNC_CODE_INVALID_ARGUMENT,
		nowhere, "descriptor %d cannot be watched: %s", fd, strerror(error));
}

static void complete_at_once(struct wait *wait, int fd, int error)
{
	int32_t events = (int32_t)wait->events;
	if (error == EPERM)
		async_value_emplace(wait->value, &events);
	else
		async_value_fail(wait->value, error_of(wait->allocator, fd, error));
	free_wait(wait);
}

/* An error about the arguments; NULL: they are right. */
static struct async_error *check(const struct async_allocator *allocator, int fd, unsigned events)
{
	if (!async__fds_set_is_open(fd))
		return async_error_create(
			allocator, ASYNC_CODE_INVALID_ARGUMENT, nowhere, "descriptor %d: found a closed one, expected an open one", fd);
	if (events == 0 || events > (ASYNC_FD_READ | ASYNC_FD_WRITE))
		return async_error_create(allocator, ASYNC_CODE_INVALID_ARGUMENT, nowhere,
			"descriptor %d: found events %u, expected ASYNC_FD_READ, ASYNC_FD_WRITE or both", fd, events);
	return NULL;
}

struct async_value *async_fds_ready(
	struct async_fds *fds, const struct async_allocator *allocator, int fd, unsigned events)
{
	allocator = async__or_system(allocator);
	struct async_error *wrong = check(allocator, fd, events);
	if (wrong) {
		struct async_value *failed = async_value_create_error(allocator, wrong);
		return failed ? failed : async_value_out_of_memory();
	}
	struct async_value *value = async_value_create(allocator, event_type());
	struct wait *wait = async_alloc(allocator, sizeof *wait, _Alignof(struct wait));
	if (!value || !wait) {
		async_value_release(value);
		async_free(allocator, wait, sizeof *wait, _Alignof(struct wait));
		return async_value_out_of_memory();
	}
	*wait = (struct wait){ NULL, allocator, async_value_retain(value), events };
	pthread_mutex_lock(&fds->lock);
	int error = add(fds, fd, wait);
	pthread_mutex_unlock(&fds->lock);
	if (error != 0)
		complete_at_once(wait, fd, error);
	return value;
}

/* ---- ending */

static void cancel_all(struct wait *waits, const char *reason)
{
	for (struct wait *next; waits; waits = next) {
		next = waits->next;
		async_value_fail(
			waits->value, async_error_create(waits->allocator, ASYNC_CODE_CANCELLED, nowhere, "%s", reason));
		free_wait(waits);
	}
}

void async_fds_forget(struct async_fds *fds, int fd)
{
	struct wait *waits = NULL;
	if (fd < 0)
		return;
	pthread_mutex_lock(&fds->lock);
	if ((size_t)fd < fds->room && fds->waits[fd]) {
		waits = fds->waits[fd];
		fds->waits[fd] = NULL;
		if (!fds->forked)
			async__fds_set_remove(&fds->set, fd);
	}
	pthread_mutex_unlock(&fds->lock);
	cancel_all(waits, "the descriptor is not watched any more");
}

/* A waiter of one of them may call async_fds_forget(), which must not find them again. */
static struct wait *take_waits(struct async_fds *fds, size_t fd)
{
	pthread_mutex_lock(&fds->lock);
	struct wait *waits = fds->waits[fd];
	fds->waits[fd] = NULL;
	pthread_mutex_unlock(&fds->lock);
	return waits;
}

void async_fds_destroy(struct async_fds *fds)
{
	if (!fds)
		return;
	async__forked_remove(&fds->registered);
	pthread_mutex_lock(&fds->lock);
	fds->stop = true;
	pthread_mutex_unlock(&fds->lock);
	if (fds->has_thread && !fds->forked) {
		async__fds_set_wake(&fds->set);
		pthread_join(fds->thread, NULL);
	}
	for (size_t fd = 0; fd < fds->room; fd++)
		cancel_all(take_waits(fds, fd), "the watcher was destroyed before the descriptor was ready");
	async_free(fds->allocator, fds->waits, fds->room * sizeof *fds->waits, _Alignof(struct wait *));
	async__fds_set_finish(&fds->set);
	pthread_mutex_destroy(&fds->lock);
	async_free(fds->allocator, fds, sizeof *fds, _Alignof(struct async_fds));
}
