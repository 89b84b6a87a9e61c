/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recording. A ring is written by its thread only. Every word of an event is stored with release order and read with
 * acquire, so a reader that has read part of a newer event also sees the advanced `written`, and discards the event. */
#include "allocator_private.h"
#include "atomics.h"
#include "fork.h"
#include "tally.h"
#include "trace_ring.h"
#include <async/timer.h>
#include <async/trace.h>
#include <pthread.h>
#include <string.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

uint32_t async_trace_on_; /* atomic; written under lock, read by all threads */

#define USUAL_EVENTS 16384u
#define TELL_NS 20000u /* between two events with the number of waiting tasks */
#define MOST_EVENTS ((size_t)1 << 24)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the variables below, and the taking of rings */
static struct async__trace_ring *rings;                  /* atomic: read without the lock */
static size_t wanted_capacity = USUAL_EVENTS;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key; /* releases the ring when its thread ends */
static const struct async_allocator *allocator;          /* atomic; NULL: malloc */
static uint32_t generation = 1;                          /* atomic: rises when rings are freed; written under lock */

/* The ring of this thread; valid while own_generation equals generation. */
static ASYNC__THREAD_LOCAL struct async__trace_ring *own;
static ASYNC__THREAD_LOCAL uint32_t own_generation;

static bool has_own(void)
{
	/* relaxed: async_trace_forget() is called only while no thread records */
	return own_generation == async__load_relaxed(&generation);
}

static void give_back(void *ring)
{
	pthread_mutex_lock(&lock);
	/* release: pairs with the acquire in reuse(); the next owner continues at this position */
	if (has_own())
		async__store_release(&((struct async__trace_ring *)ring)->taken, 0u);
	pthread_mutex_unlock(&lock);
}

void async__trace_before_fork(void) { pthread_mutex_lock(&lock); }
void async__trace_after_fork(void) { pthread_mutex_unlock(&lock); }

static void make_key(void)
{
	async__fork_prepare();
	pthread_key_create(&key, give_back);
}

static uint32_t thread_number(void)
{
#ifdef __linux__
	return (uint32_t)syscall(SYS_gettid);
#else
	return (uint32_t)(uintptr_t)pthread_self();
#endif
}

/* With the lock held: returns a ring whose thread has ended and whose events are of an earlier trace. */
static struct async__trace_ring *reuse(void)
{
	for (struct async__trace_ring *ring = rings; ring; ring = ring->next) {
		/* acquire: pairs with give_back() */
		if (!async__load_acquire(&ring->taken) &&
			async__load_relaxed(&ring->first) == async__load_relaxed(&ring->written))
			return ring;
	}
	return NULL;
}

static size_t ring_size(size_t capacity)
{
	return sizeof(struct async__trace_ring) + capacity * sizeof(struct async__trace_event);
}

/* With the lock held. NULL when out of memory. */
static struct async__trace_ring *make(void)
{
	const struct async_allocator *from = async__trace_allocator();
	size_t size = ring_size(wanted_capacity);
	struct async__trace_ring *ring = async_alloc(from, size, _Alignof(struct async__trace_ring));
	if (!ring)
		return NULL;
	memset(ring, 0, size);
	ring->allocator = from;
	ring->capacity = wanted_capacity;
	ring->next = rings;
	/* release: pairs with the acquire in async__trace_rings() */
	async__store_release(&rings, ring);
	return ring;
}

static void describe_thread(struct async__trace_ring *ring)
{
	char name[16] = "";
	uint64_t words[2];
#ifdef __linux__
	pthread_getname_np(pthread_self(), name, sizeof name);
#endif
	memcpy(words, name, sizeof words);
	async__store_relaxed(&ring->name[0], words[0]); /* relaxed: published with `written` */
	async__store_relaxed(&ring->name[1], words[1]);
	async__store_relaxed(&ring->number, thread_number());
}

/* The ring of this thread; NULL when out of memory. */
static ASYNC__NOINLINE struct async__trace_ring *take_ring(void)
{
	pthread_once(&key_once, make_key);
	pthread_mutex_lock(&lock);
	struct async__trace_ring *ring = reuse();
	if (!ring)
		ring = make();
	if (ring) {
		async__store_relaxed(&ring->taken, 1u); /* relaxed: under the lock */
		describe_thread(ring);
		own = ring;
		own_generation = generation;
		pthread_setspecific(key, ring);
	}
	pthread_mutex_unlock(&lock);
	return ring;
}

static bool is_tracing(void) { return (async__load_relaxed(&async_trace_on_) & ASYNC__TRACED) != 0; }

static void record(const char *name, uint64_t begun, uint64_t ended, uint64_t queued)
{
	struct async__trace_ring *ring = has_own() ? own : take_ring();
	if (!ring)
		return;
	uint64_t at = async__load_relaxed(&ring->written); /* relaxed: our own */
	struct async__trace_event *event = &ring->events[at & (ring->capacity - 1)];
	/* release: pair with the acquires in async__trace_ring_read(); see the head of this file */
	async__store_release(&event->name, name);
	async__store_release(&event->begun, begun);
	async__store_release(&event->ended, ended);
	async__store_release(&event->queued, queued);
	async__store_release(&ring->written, at + 1);
}

uint64_t async_trace_now_(void) { return async_now_ns(); }

void async_trace_span_(const char *name, uint64_t begun, uint64_t queued)
{
	uint64_t now = async_now_ns();
	if (is_tracing())
		record(name, begun, now, queued);
}

void async_trace_counter_(const char *name, int64_t value)
{
	if (is_tracing())
		record(name, async_now_ns(), 0, (uint64_t)value);
}

/* ---- the number of waiting tasks */

static int64_t waiting;       /* atomic */
static uint64_t waiting_told; /* atomic: when an event told it */

void async__trace_added(void) { async__add_relaxed(&waiting, 1); }
void async__trace_refused(void) { async__sub_relaxed(&waiting, 1); }

void async__trace_began(uint64_t now)
{
	int64_t left = async__sub_relaxed(&waiting, 1) - 1;
	uint64_t told = async__load_relaxed(&waiting_told);
	/* relaxed: one of several threads tells it */
	if (is_tracing() && now > told + TELL_NS && async__cas_weak_relaxed(&waiting_told, &told, now))
		record("tasks waiting", now, 0, (uint64_t)left);
}

void async_trace_start(size_t events)
{
	size_t capacity = 1;
	if (events == 0)
		events = USUAL_EVENTS;
	while (capacity <= events && capacity < MOST_EVENTS)
		capacity *= 2;
	pthread_mutex_lock(&lock);
	wanted_capacity = capacity;
	/* relaxed: concurrent events may be attributed to either trace */
	for (struct async__trace_ring *ring = rings; ring; ring = ring->next)
		async__store_relaxed(&ring->first, async__load_relaxed(&ring->written));
	async__trace_switch(ASYNC__TRACED, true);
	pthread_mutex_unlock(&lock);
}

void async_trace_use(const struct async_allocator *wanted)
{
	/* release: pairs with the acquire in async__trace_allocator() */
	async__store_release(&allocator, wanted);
}

const struct async_allocator *async__trace_allocator(void)
{
	return async__or_system(async__load_acquire(&allocator)); /* acquire: pairs with async_trace_use() */
}

void async_trace_forget(void)
{
	pthread_mutex_lock(&lock);
	async__trace_switch(ASYNC__TRACED, false);
	struct async__trace_ring *gone = rings;
	async__store_release(&rings, NULL);
	async__store_relaxed(&generation, generation + 1); /* relaxed: see has_own() */
	pthread_mutex_unlock(&lock);
	while (gone) {
		struct async__trace_ring *next = gone->next;
		async_free(gone->allocator, gone, ring_size(gone->capacity), _Alignof(struct async__trace_ring));
		gone = next;
	}
}

void async_trace_stop(void) { async__trace_switch(ASYNC__TRACED, false); }

struct async__trace_ring *async__trace_rings(void)
{
	return async__load_acquire(&rings); /* acquire: pairs with make() */
}

bool async__trace_ring_read(struct async__trace_ring *ring, uint64_t at, struct async__trace_event *out_event)
{
	const struct async__trace_event *event = &ring->events[at & (ring->capacity - 1)];
	out_event->name = async__load_acquire(&event->name);
	out_event->begun = async__load_acquire(&event->begun);
	out_event->ended = async__load_acquire(&event->ended);
	out_event->queued = async__load_acquire(&event->queued);
	/* event at + capacity overwrites it; its write begins when `written` has that value */
	return async__load_acquire(&ring->written) < at + ring->capacity;
}
