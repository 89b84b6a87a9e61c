/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "injector.h"
#include "thread.h"

#define LOCKED ((size_t)1)

bool async__injector_init(struct async__injector *injector, const struct async_allocator *allocator,
	struct async__parking *parking, struct async__activity *activity)
{
	injector->parking = parking;
	injector->activity = activity;
	injector->allocator = allocator;
	injector->capacity = ASYNC__INJECTOR_FULL;
	injector->tail = injector->head_seen = injector->head = 0;
	injector->ring = async_alloc(allocator, injector->capacity * sizeof *injector->ring,
		_Alignof(struct async_task));
	if (!injector->ring)
		return false;
	pthread_mutex_init(&injector->out, NULL);
	return true;
}

void async__injector_finish(struct async__injector *injector)
{
	pthread_mutex_destroy(&injector->out);
	async_free(injector->allocator, injector->ring, injector->capacity * sizeof *injector->ring,
		_Alignof(struct async_task));
}

void async__injector_forget(struct async__injector *injector)
{
	injector->tail &= ~LOCKED;
	injector->head = injector->head_seen = injector->tail;
}

static struct async_task *place(struct async_task *ring, size_t capacity, size_t word)
{
	return &ring[(word >> 1) & (capacity - 1)];
}

/* @return the previous value of tail. */
static size_t lock_tail(struct async__injector *injector)
{
	for (unsigned tries = 0;; tries++) {
		size_t tail = async__load_relaxed(&injector->tail);
		/* seq_cst: acquires from unlock_tail(); and see parking.h */
		if (!(tail & LOCKED) && async__cas_weak_seq_cst(&injector->tail, &tail, tail | LOCKED))
			return tail;
		async__wait_a_little(tries);
	}
}

static void unlock_tail(struct async__injector *injector, size_t tail)
{
	/* release: pairs with lock_tail() of the next and with the acquire in take(); publishes the tasks */
	async__store_release(&injector->tail, tail);
}

static ASYNC__NOINLINE void publish_and_wake(struct async__injector *injector, size_t tail, uint32_t crowd)
{
	struct async__parking *parking = injector->parking;
	struct async__activity *activity = injector->activity;
	async__activity_enter(activity);
	unlock_tail(injector, tail);
	/* Each worker that finds a task would wake the next one. These wake-ups are sequential and slow, so a thread
	 * that adds several tasks in a row wakes several workers itself. */
	size_t tasks = async__injector_count(injector);
	async__parking_wake_slow(parking, crowd, tasks ? tasks : 1);
	async__activity_leave(activity);
}

/* With tail locked, which it unlocks: publishes the tasks before `tail`. This is the last access to the queue. */
static void publish(struct async__injector *injector, size_t tail)
{
	uint32_t crowd;
	if (ASYNC__UNLIKELY(async__parking_has_sleepers(injector->parking, &crowd)))
		publish_and_wake(injector, tail, crowd);
	else
		unlock_tail(injector, tail);
}

/* With tail locked. */
static bool make_room(struct async__injector *injector, size_t tail, size_t count)
{
	pthread_mutex_lock(&injector->out);
	size_t head = async__load_relaxed(&injector->head); /* relaxed: under the lock that guards writes */
	size_t waiting = (tail - head) >> 1, capacity = injector->capacity;
	while (capacity - waiting < count && capacity <= SIZE_MAX / (4 * sizeof *injector->ring))
		capacity *= 2;
	struct async_task *ring = NULL;
	if (capacity - waiting >= count)
		ring = async_alloc(injector->allocator, capacity * sizeof *ring, _Alignof(struct async_task));
	if (ring) {
		for (size_t at = head; at != tail; at += 2)
			*place(ring, capacity, at) = *place(injector->ring, injector->capacity, at);
		async_free(injector->allocator, injector->ring, injector->capacity * sizeof *ring,
			_Alignof(struct async_task));
		injector->ring = ring;
		injector->capacity = capacity;
	}
	pthread_mutex_unlock(&injector->out);
	return ring != NULL;
}

/* Are there at least `most` tasks? The answer may be slightly out of date. */
static bool is_full(struct async__injector *injector, size_t tail, size_t most)
{
	/* acquire: pairs with the release below, and through it with that of take() */
	if ((ptrdiff_t)(tail - async__load_acquire(&injector->head_seen)) < (ptrdiff_t)(2 * most))
		return false;
	size_t head = async__load_acquire(&injector->head); /* acquire: pairs with take(), which has read those slots */
	async__store_release(&injector->head_seen, head);   /* may replace a newer one: must only not exceed head */
	return (ptrdiff_t)(tail - head) >= (ptrdiff_t)(2 * most);
}

bool async__injector_put(struct async__injector *injector, struct async_task task)
{
	/* first without the lock: a thread that runs its tasks itself should not disturb those that take */
	if (is_full(injector, async__load_relaxed(&injector->tail) & ~LOCKED, ASYNC__INJECTOR_FULL))
		return false;
	size_t tail = lock_tail(injector);
	if (ASYNC__UNLIKELY(is_full(injector, tail, ASYNC__INJECTOR_FULL))) {
		unlock_tail(injector, tail);
		return false;
	}
	*place(injector->ring, injector->capacity, tail) = task;
	publish(injector, tail + 2);
	return true;
}

size_t async__injector_put_some(struct async__injector *injector, const struct async_task *tasks, size_t count)
{
	if (count == 0) /* a thread in quiesce() could see the lock, and no thread would wake it afterwards */
		return 0;
	size_t tail = lock_tail(injector), put = 0;
	for (; put < count && !is_full(injector, tail, ASYNC__INJECTOR_FULL); put++) {
		*place(injector->ring, injector->capacity, tail) = tasks[put];
		tail += 2;
	}
	if (put)
		publish(injector, tail);
	else
		unlock_tail(injector, tail);
	return put;
}

bool async__injector_put_all(struct async__injector *injector, const struct async_task *tasks, size_t count)
{
	size_t tail = lock_tail(injector);
	/* acquire: as in is_full() */
	size_t waiting = (tail - async__load_acquire(&injector->head)) >> 1;
	bool fits = injector->capacity - waiting >= count || make_room(injector, tail, count);
	for (size_t i = 0; fits && i < count; i++) {
		*place(injector->ring, injector->capacity, tail) = tasks[i];
		tail += 2;
	}
	if (fits)
		publish(injector, tail);
	else
		unlock_tail(injector, tail);
	return fits;
}

size_t async__injector_take(struct async__injector *injector, struct async_task *out_tasks, size_t most, size_t sharers)
{
	if (async__injector_is_empty(injector))
		return 0;
	pthread_mutex_lock(&injector->out);
	size_t head = async__load_relaxed(&injector->head); /* relaxed: under the lock that guards writes */
	/* acquire: pairs with the release in unlock_tail() */
	size_t count = ((async__load_acquire(&injector->tail) & ~LOCKED) - head) >> 1;
	count = count / sharers + (count % sharers != 0);
	if (count > most)
		count = most;
	for (size_t i = 0; i < count; i++)
		out_tasks[i] = *place(injector->ring, injector->capacity, head + 2 * i);
	/* release: pairs with the acquire in is_full(); the slots have been read */
	async__store_release(&injector->head, head + 2 * count);
	pthread_mutex_unlock(&injector->out);
	return count;
}
