/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An allocator that keeps the pages of freed blocks. Its blocks lie in one range of addresses, which is reserved at once and made
 * accessible as needed: neighbours of any size merge, so the pages in use are little more than the blocks that exist at one time.
 * Small blocks are those of the cached allocator. */
#include "allocator_private.h"
#include "cached.h"
#include "heap.h"
#include "misuse_private.h"
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define MOST_RANGE ((size_t)1 << (sizeof(size_t) > 4 ? 36 : 28))
#define LEAST_RANGE ((size_t)1 << 24)
#define SHARE 8u /* of the addresses that the process may use, if there is a limit */
#define STEP ((size_t)1 << 21)       /* the range becomes accessible in multiples of this */
#define LEAST_TRIM ((size_t)1 << 24) /* bytes returned at a time while blocks are in use */
#define PAGE ((size_t)65536)	 /* a multiple of the size of pages */
#define DEFAULT_KEEP ((size_t)1 << 28)

static struct pool {
	pthread_mutex_t lock;    /* guards all below */
	struct async__heap heap; /* its range is the accessible part */
	char *reserved_end;      /* written once, before any use; NULL: there is no range, requests are passed on */
	char *touched;	   /* pages at and behind it have no memory */
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };
static size_t kept = DEFAULT_KEEP; /* under the lock: bytes from the start of the range that keep their memory while they are free */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void before_fork(void) { pthread_mutex_lock(&pool.lock); }
static void after_fork(void) { pthread_mutex_unlock(&pool.lock); }

/* ---- pages */

static void reserve(void)
{
	struct rlimit limit;
#ifdef __EMSCRIPTEN__
	size_t most = 0; /* a reserved range would have memory */
#else
	size_t most = ASYNC__PLAIN ? 0 : MOST_RANGE;
#endif
	pthread_atfork(before_fork, after_fork, after_fork); /* not in fork.c: small programs do not link this file */
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
		while (most > limit.rlim_cur / SHARE)
			most /= 2;
	for (size_t size = most; size >= LEAST_RANGE; size /= 2) {
		void *range = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (range == MAP_FAILED)
			continue;
		async__heap_init(&pool.heap, range);
		pool.reserved_end = pool.heap.begin + size;
		pool.touched = pool.heap.begin;
		return;
	}
}

/* Makes `bytes` behind the last block accessible. */
static bool extend(size_t bytes)
{
	struct async__heap *heap = &pool.heap;
	if (bytes > (size_t)(pool.reserved_end - heap->top))
		return false;
	size_t size = (size_t)(heap->top + bytes - heap->begin);
	char *end = heap->begin + ((size + STEP - 1) & ~(STEP - 1));
	if (end <= heap->end)
		return true;
	if (mprotect(heap->end, (size_t)(end - heap->end), PROT_READ | PROT_WRITE) != 0)
		return false;
	heap->end = end;
	return true;
}

/* Returns the memory of free pages behind the last block, but for the first `keep` bytes of the range. */
static void trim(size_t keep, size_t least)
{
	size_t used = pool.heap.last ? (size_t)(pool.heap.top - pool.heap.begin) : 0;
	size_t from = ((used > keep ? used : keep) + PAGE - 1) & ~(PAGE - 1);
	size_t touched = (size_t)(pool.touched - pool.heap.begin);
	if (touched <= from || (used && touched - from < least))
		return;
	madvise(pool.heap.begin + from, touched - from, MADV_DONTNEED);
	pool.touched = pool.heap.begin + from;
}

/* ---- blocks */

static bool is_small(size_t size, size_t align)
{
	return async__cached_class(size) < ASYNC__CACHED_CLASSES && align <= ASYNC__CACHED_GRAIN;
}

static void *take(size_t size)
{
	pthread_mutex_lock(&pool.lock);
	void *p = async__heap_alloc(&pool.heap, size);
	size_t needed = p ? 0 : async__heap_needs(size);
	if (needed && extend(needed))
		p = async__heap_alloc(&pool.heap, size);
	if (pool.touched < pool.heap.top)
		pool.touched = pool.heap.top;
	pthread_mutex_unlock(&pool.lock);
	return p;
}

static void *pooled_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (is_small(size, align))
		return async__cached_alloc(size, align);
	pthread_once(&once, reserve);
	void *p = pool.reserved_end && align <= ASYNC__HEAP_GRAIN ? take(size) : NULL;
	return p ? p : async__cached_alloc_slow(size, align); /* that of its base */
}

static void pooled_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	if (!p)
		return;
	if (is_small(size, align)) {
		async__cached_free(p, size, align);
	} else if (pool.reserved_end && (char *)p >= pool.heap.begin && (char *)p < pool.reserved_end) {
		pthread_mutex_lock(&pool.lock);
		async__heap_free(&pool.heap, p);
		trim(kept, LEAST_TRIM);
		pthread_mutex_unlock(&pool.lock);
	} else {
		async__cached_free_slow(p, size, align);
	}
}

const struct async_allocator *async_allocator_pooled(void)
{
	static const struct async_allocator allocator = { pooled_alloc, NULL, pooled_free, NULL };
	if (!async__load_relaxed(&async__lasting)) /* relaxed: the address is all that it tells */
		async__store_relaxed(&async__lasting, &allocator);
	return &allocator;
}

void async_allocator_pooled_keep(size_t bytes)
{
	pthread_mutex_lock(&pool.lock);
	kept = bytes < MOST_RANGE ? bytes : MOST_RANGE;
	trim(kept, 0);
	pthread_mutex_unlock(&pool.lock);
}

size_t async_allocator_pooled_bytes(void)
{
	pthread_mutex_lock(&pool.lock);
	size_t bytes = (size_t)(pool.touched - pool.heap.begin);
	pthread_mutex_unlock(&pool.lock);
	return bytes;
}
