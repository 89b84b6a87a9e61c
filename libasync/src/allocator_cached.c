/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Free lists for small blocks: one set per thread, and a shared depot through which batches of blocks move from threads
 * that free to threads that allocate. Blocks are cut from slabs, which are kept until the process ends. */
#include "allocator_private.h"
#include "cached.h"
#include "fork.h"
#include "misuse_private.h"
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define BATCH 32u /* number of blocks moved between a thread and the depot */
#define ROOM 256   /* a list is looked after once per 256 blocks freed */
#define SLAB 65536u

ASYNC__THREAD_LOCAL struct async__magazine async__magazines[ASYNC__CACHED_CLASSES];
static ASYNC__THREAD_LOCAL unsigned contract_frees;

struct slab {
	struct slab *next; /* so that none looks lost */
	_Alignas(ASYNC__CACHED_GRAIN) char room[];
};

/* Guards the depot and the slabs. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct async__free_block *depot[ASYNC__CACHED_CLASSES]; /* batches */
static struct slab *slabs;
static size_t slab_used = SLAB; /* of the newest */

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key; /* empties the lists of a thread that ends */

/* atomic: the base allocator; NULL: not used yet. Set once. */
static const struct async_allocator *base;

static const struct async_allocator *decide(const struct async_allocator *wanted)
{
	const struct async_allocator *decided = NULL;
	/* release, acquire: pair with each other and with base_of_all(); publish what the allocator points to */
	return async__cas_strong_release_acquire(&base, &decided, wanted) ? wanted : decided;
}

static const struct async_allocator *base_of_all(void)
{
	const struct async_allocator *decided = async__load_acquire(&base); /* acquire: pairs with decide() */
	return decided ? decided : decide(async_allocator_system());
}

bool async_allocator_cached_use(const struct async_allocator *wanted)
{
	wanted = async__or_system(wanted);
	return decide(wanted) == wanted;
}

static void put_batch(size_t class, struct async__free_block *first)
{
	pthread_mutex_lock(&lock);
	first->next_batch = depot[class];
	depot[class] = first;
	pthread_mutex_unlock(&lock);
}

static void empty_magazines(void *magazines)
{
	struct async__magazine *magazine = magazines;
	for (size_t class = 0; class < ASYNC__CACHED_CLASSES; class++) {
		if (magazine[class].first)
			put_batch(class, magazine[class].first);
		/* room 0: a free after this registers the thread again */
		magazine[class] = (struct async__magazine){ NULL, 0 };
	}
}

void async__cached_before_fork(void) { pthread_mutex_lock(&lock); }
void async__cached_after_fork(void) { pthread_mutex_unlock(&lock); }

static void make_key(void)
{
	async__fork_prepare();
	pthread_key_create(&key, empty_magazines);
}

/* @return false when the library could not observe the end of this thread. */
static bool register_thread(void)
{
	pthread_once(&key_once, make_key);
	return pthread_getspecific(key) == async__magazines || pthread_setspecific(key, async__magazines) == 0;
}

/* With the lock held: a batch cut from a slab; a shorter one, or NULL, when out of memory. */
static struct async__free_block *cut_batch(size_t class)
{
	size_t size = (class + 1) * ASYNC__CACHED_GRAIN;
	struct async__free_block *first = NULL;
	for (unsigned i = 0; i < BATCH; i++) {
		if (slab_used + size > SLAB - sizeof(struct slab)) {
			struct slab *slab = async_alloc(base_of_all(), SLAB, _Alignof(struct slab));
			if (!slab)
				return first;
			slab->next = slabs;
			slabs = slab;
			slab_used = 0;
		}
		struct async__free_block *block = (struct async__free_block *)(void *)(slabs->room + slab_used);
		slab_used += size;
		block->next = first;
		first = block;
	}
	return first;
}

static struct async__free_block *take_batch(size_t class)
{
	pthread_mutex_lock(&lock);
	struct async__free_block *first = depot[class];
	if (first)
		depot[class] = first->next_batch;
	else
		first = cut_batch(class);
	pthread_mutex_unlock(&lock);
	return first;
}

void *async__cached_alloc_slow(size_t size, size_t align)
{
	size_t class = async__cached_class(size);
	if (ASYNC__PLAIN || class >= ASYNC__CACHED_CLASSES || align > ASYNC__CACHED_GRAIN)
		return async_alloc(base_of_all(), size, align);
	struct async__free_block *first = register_thread() ? take_batch(class) : NULL;
	if (!first)
		return NULL;
	async__magazines[class].first = first->next;
	return first;
}

/* Keeps at most two batches in a list and moves the rest to the depot as a single batch. The rest was freed longer ago
 * and is often in cache lines that other threads have written since, so its length is not counted. */
static void look_after(struct async__magazine *magazine, size_t class)
{
	struct async__free_block **end = &magazine->first;
	for (unsigned count = 0; *end && count < 2 * BATCH; count++)
		end = &(*end)->next;
	struct async__free_block *rest = *end;
	*end = NULL;
	if (rest)
		put_batch(class, rest);
	magazine->room = ROOM;
}

void async__cached_free_slow(void *p, size_t size, size_t align)
{
	size_t class = async__cached_class(size);
	if (ASYNC__PLAIN || class >= ASYNC__CACHED_CLASSES || align > ASYNC__CACHED_GRAIN) {
		async_free(base_of_all(), p, size, align);
		return;
	}
	struct async__free_block *block = p;
	struct async__magazine *magazine = &async__magazines[class];
	const bool contract = async__contract_is_on();
	if (!register_thread()) { /* at once to where others find it */
		magazine->room = 0;
		block->next = NULL;
		put_batch(class, block);
		return;
	}
	/* In the contract mode every free takes this path, and that of a value the one that keeps it for a while. */
	if (!contract || contract_frees++ % ROOM == 0)
		look_after(magazine, class);
	if (contract)
		magazine->room = 0;
	block->next = magazine->first;
	magazine->first = block;
}

static void *cached_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	return ASYNC__PLAIN ? async__cached_alloc_slow(size, align) : async__cached_alloc(size, align);
}

static void cached_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	if (p)
		async__cached_free(p, size, align);
}

static void *cached_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	size_t old_class = async__cached_class(old_size), class = async__cached_class(size);
	bool was_small = old_class < ASYNC__CACHED_CLASSES, is_small = class < ASYNC__CACHED_CLASSES;
	if (!p)
		return cached_alloc(ctx, size, align);
	if (ASYNC__PLAIN || align > ASYNC__CACHED_GRAIN || (!was_small && !is_small))
		return async_resize(base_of_all(), p, old_size, size, align);
	if (old_class == class)
		return p;
	void *copy = cached_alloc(ctx, size, align);
	if (!copy)
		return NULL;
	memcpy(copy, p, old_size < size ? old_size : size);
	async__cached_free(p, old_size, align);
	return copy;
}

const struct async_allocator async__cached = { cached_alloc, cached_resize, cached_free, NULL };

const struct async_allocator *async_allocator_cached(void) { return &async__cached; }
