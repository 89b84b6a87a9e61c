/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt.once: runs a function once for a store of resources; its results live in the store.
 *
 * A function that needs its own results would never complete. All work of the function of a tfrt.once therefore carries
 * a pointer to it as its scope (struct kernels_caller), and a tfrt.once that would close a cycle fails. */
#include "basic.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifdef KERNELS_NO_MESSAGES
#define NAME_SIZE(function) 0u /* names are used in messages only */
#else
#define NAME_SIZE(function) (function)->name_size
#endif

/* A scope whose work waits for a running function. */
struct wait {
	struct wait *next;
	struct once *scope;
};

struct once {
	const struct async_allocator *allocator;
	uint32_t claimed;   /* atomic: the function runs, or has run */
	uint32_t count;
	struct once *outer; /* the scope in which the function runs; NULL: none */
	struct wait *waits; /* under the lock */
	uint64_t visit;     /* under the lock: the last search that visited it */
	const char *name;   /* of the function, in this block */
	size_t name_size;
	struct async_value *results[]; /* indirect; then the name */
};

static size_t once_size(uint32_t count, size_t name_size)
{
	return sizeof(struct once) + count * sizeof(struct async_value *) + name_size;
}

static void once_destroy(void *object)
{
	struct once *once = object;
	while (once->waits) {
		struct wait *wait = once->waits;
		once->waits = wait->next;
		async_free(once->allocator, wait, sizeof *wait, _Alignof(struct wait));
	}
	for (uint32_t i = 0; i < once->count; i++)
		async_value_release(once->results[i]);
	async_free(once->allocator, once, once_size(once->count, once->name_size), _Alignof(struct once));
}

static void *once_create(void *ctx)
{
	const struct kernels_frame *frame = ctx;
	const struct kernels_function *function = frame->site->functions[0];
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	uint32_t count = frame->site->result_count;
	size_t name_size = NAME_SIZE(function);
	struct once *once = async_alloc(allocator, once_size(count, name_size), _Alignof(struct once));
	if (!once)
		return NULL;
	char *name = (char *)&once->results[count];
	*once = (struct once){ .allocator = allocator, .count = count, .name = name, .name_size = name_size };
	if (name_size > 0)
		memcpy(name, function->name, name_size);
	bool made = true;
	for (uint32_t i = 0; i < count; i++) {
		once->results[i] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		made = made && once->results[i];
	}
	if (made)
		return once;
	once_destroy(once);
	return NULL;
}

/* Finds the object of this function in the store, or creates it. */
static struct once *once_find(struct kernels_frame *frame, const struct kernels_function *function)
{
	static const char prefix[] = "tfrt.once @";
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	size_t size = sizeof prefix + function->name_size;
	char *key = async_alloc(allocator, size, 1);
	if (!key)
		return NULL;
	memcpy(key, prefix, sizeof prefix);
	if (function->name_size > 0)
		memcpy(key + sizeof prefix - 1, function->name, function->name_size);
	key[size - 1] = '\0';
	struct once *once = async_resources_get(async_request_resources(frame->request), key, once_create, frame,
		once_destroy);
	async_free(allocator, key, size, 1);
	return once;
}

/* ---- cycles */

#ifdef KERNELS_NO_MESSAGES
/* Small programs detect a function inside itself, but not two that wait for each other. */
static bool may_wait(struct kernels_frame *frame, struct once *once, struct once *scope)
{
	while (scope && scope != once)
		scope = scope->outer;
	if (scope)
		kernels_frame_fail(frame, "the function needs its own result");
	return !scope;
}

static void set_outer(struct once *once, struct once *scope)
{
	once->outer = scope;
}
#else

enum { MOST_STEPS = 500, MOST_NAMED = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all waits and searches */
static uint64_t last_visit;

/* Searches from a scope through the scopes that wait for it, for a given scope. */
struct search {
	const struct once *to;
	uint32_t count;
	const struct once *path[MOST_STEPS];
};

static bool reaches(struct search *search, struct once *from)
{
	uint32_t count = search->count;
	for (; from && from->visit != last_visit && search->count < MOST_STEPS; from = from->outer) {
		from->visit = last_visit;
		search->path[search->count++] = from;
		if (from == search->to)
			return true;
		for (const struct wait *wait = from->waits; wait; wait = wait->next) {
			if (reaches(search, wait->scope))
				return true;
		}
	}
	search->count = count;
	return false;
}

static int shown(size_t name_size)
{
	return name_size > 60 ? 60 : (int)name_size;
}

static void fail_cycle(struct kernels_frame *frame, const struct search *search)
{
	char names[MOST_NAMED * 80];
	size_t used = 0;
	uint32_t first = search->count > MOST_NAMED ? MOST_NAMED : search->count;
	for (uint32_t i = search->count; i-- > 0;) {
		const struct once *once = search->path[i];
		if (search->count - i <= first)
			used += (size_t)snprintf(names + used, sizeof names - used, "@%.*s -> ", shown(once->name_size),
				once->name);
	}
	kernels_frame_fail(frame, "the function needs its own result: %s%s@%.*s", names,
		search->count > first ? "... -> " : "", shown(search->to->name_size), search->to->name);
}

static bool is_done(const struct once *once)
{
	for (uint32_t i = 0; i < once->count; i++) {
		if (!async_value_is_available(once->results[i]))
			return false;
	}
	return true;
}

/* Records that work of `scope` waits for the running function of `once`. Returns false if the frame has failed. */
static bool may_wait(struct kernels_frame *frame, struct once *once, struct once *scope)
{
	struct search search = { .to = once };
	struct wait *wait = NULL;
	if (!scope)
		return true;
	pthread_mutex_lock(&lock);
	last_visit++;
	bool cycle = reaches(&search, scope);
	if (!cycle && !is_done(once)) {
		wait = async_alloc(once->allocator, sizeof *wait, _Alignof(struct wait));
		if (wait) {
			*wait = (struct wait){ once->waits, scope };
			once->waits = wait;
		}
	}
	pthread_mutex_unlock(&lock);
	if (cycle)
		fail_cycle(frame, &search);
	return !cycle;
}

static void set_outer(struct once *once, struct once *scope)
{
	pthread_mutex_lock(&lock);
	once->outer = scope;
	pthread_mutex_unlock(&lock);
}
#endif

/* ---- the kernel */

static void run_once(struct kernels_frame *frame, struct once *once, struct kernels_caller caller)
{
	struct kernels_caller inner = { caller.site, once };
	set_outer(once, caller.scope);
	kernels_caller_swap(&inner);
	kernels_function_execute(frame->site->functions[0], frame->request, frame->arguments, frame->results);
	kernels_caller_swap(&inner);
	for (uint32_t i = 0; i < once->count; i++) {
		struct async_value *made = frame->results[i];
		/* before forward(), which takes over a reference: other threads use the store's */
		frame->results[i] = async_value_retain(once->results[i]);
		async_request_forward(frame->request, once->results[i], made); /* takes over the reference */
	}
}

void kernels_basic__once(struct kernels_frame *frame)
{
	const struct kernels_function *function = frame->site->functions[0];
	const struct kernels_site *site = frame->site;
	struct kernels_caller caller = kernels_caller();
	if (!kernels_frame_accepts(frame, function, site->argument_count, site->result_count))
		return;
	struct once *once = once_find(frame, function);
	if (!once) {
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	if (once->count != site->result_count) { /* two programs share a store */
		kernels_frame_fail(frame, "another function '%.*s' already ran once and returned %u results",
			function->name_size > 200 ? 200 : (int)function->name_size, function->name,
			(unsigned)once->count);
		return;
	}
	/* relaxed: selects one thread only; the values publish its results */
	if (!__atomic_exchange_n(&once->claimed, 1, __ATOMIC_RELAXED)) {
		run_once(frame, once, caller);
		return;
	}
	if (!may_wait(frame, once, caller.scope))
		return;
	for (uint32_t i = 0; i < once->count; i++)
		frame->results[i] = async_value_retain(once->results[i]);
}
