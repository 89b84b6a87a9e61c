/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The objects of a task: a table of chains. */
#include "remote.h"
#include <pthread.h>

struct object {
	struct object *next;
	struct kernels_collective__object id;
	struct async_value *value; /* one reference */
};

struct function {
	struct function *next;
	const struct kernels_program *program; /* one reference */
	const struct kernels_function *function;
};

struct kernels_collective__store {
	uint32_t refs;   /* atomic */
	uint64_t number; /* atomic; the newest object */
	uint64_t call;   /* atomic; the newest call */
	uint32_t serves; /* atomic */
	const struct async_allocator *allocator;
	pthread_mutex_t lock; /* for all below */
	struct object **chains;
	size_t chain_count, count; /* a power of two, or 0; objects */
	struct function *functions;
};

struct kernels_collective__store *kernels_collective__store_create(const struct async_allocator *allocator)
{
	struct kernels_collective__store *store = async_alloc(allocator, sizeof *store, _Alignof(struct kernels_collective__store));
	if (!store)
		return NULL;
	*store = (struct kernels_collective__store){ .refs = 1, .allocator = allocator };
	pthread_mutex_init(&store->lock, NULL);
	return store;
}

static struct kernels_collective__store *store_retain(struct kernels_collective__store *store)
{
	__atomic_fetch_add(&store->refs, 1, __ATOMIC_RELAXED); /* relaxed: the caller holds a reference */
	return store;
}

void kernels_collective__store_release(struct kernels_collective__store *store)
{
	/* acq_rel: the last one destroys what the others used */
	if (__atomic_fetch_sub(&store->refs, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	kernels_collective__store_clear(store);
	while (store->functions) {
		struct function *function = store->functions;
		store->functions = function->next;
		function->program->release(function->program);
		async_free(store->allocator, function, sizeof *function, _Alignof(struct function));
	}
	pthread_mutex_destroy(&store->lock);
	async_free(store->allocator, store, sizeof *store, _Alignof(struct kernels_collective__store));
}

/* ---- of a request */

static void *create(void *ctx) { return kernels_collective__store_create(ctx); }

static void destroy(void *store)
{
	kernels_collective__store_clear(store);
	kernels_collective__store_release(store);
}

struct kernels_collective__store *kernels_collective__store_of(struct async_request *request)
{
	struct async_resources *data = async_request_data(request);
	void *allocator = (void *)(uintptr_t)kernels_host(request)->allocator;
	struct kernels_collective__store *store =
		data ? async_resources_get(data, "befkit.remote_objects", create, allocator, destroy) : NULL;
	return store ? store_retain(store) : NULL;
}

/* ---- the table; the lock is held */

static struct object **chain_of(const struct kernels_collective__store *store, const struct kernels_collective__object *id)
{
	const uint64_t hash = (id->number ^ (uint64_t)id->maker << 40) * 0x9e3779b97f4a7c15u;
	return &store->chains[(hash >> 32) & (store->chain_count - 1)];
}

/* Where the object is, or the end of its chain. */
static struct object **find(const struct kernels_collective__store *store, const struct kernels_collective__object *id)
{
	struct object **at = chain_of(store, id);
	while (*at && ((*at)->id.number != id->number || (*at)->id.maker != id->maker))
		at = &(*at)->next;
	return at;
}

/* Doubles the number of chains when each has an object on average. Returns false if there is no memory for the first chains; later, the
 * table goes on with longer ones. */
static bool grow(struct kernels_collective__store *store)
{
	const size_t old_count = store->chain_count, count = old_count ? 2 * old_count : 16;
	struct object **old = store->chains;
	if (store->count < old_count)
		return true;
	struct object **chains = async_alloc(store->allocator, count * sizeof *chains, _Alignof(struct object *));
	if (!chains)
		return old_count > 0;
	memset(chains, 0, count * sizeof *chains);
	store->chains = chains;
	store->chain_count = count;
	for (size_t i = 0; i < old_count; i++)
		while (old[i]) {
			struct object *object = old[i];
			old[i] = object->next;
			struct object **to = chain_of(store, &object->id);
			object->next = *to;
			*to = object;
		}
	if (old)
		async_free(store->allocator, old, old_count * sizeof *old, _Alignof(struct object *));
	return true;
}

static void object_free(struct kernels_collective__store *store, struct object *object)
{
	async_value_release(object->value);
	async_free(store->allocator, object, sizeof *object, _Alignof(struct object));
}

/* ---- the interface. Values are released without the lock: they may be contexts of this store, or run code of types. */

uint64_t kernels_collective__store_number(struct kernels_collective__store *store)
{
	return __atomic_add_fetch(&store->number, 1, __ATOMIC_RELAXED); /* relaxed: only different */
}

uint64_t kernels_collective__store_call(struct kernels_collective__store *store)
{
	return __atomic_add_fetch(&store->call, 1, __ATOMIC_RELAXED);
}

const char *kernels_collective__store_put(
	struct kernels_collective__store *store, const struct kernels_collective__object *object, struct async_value *value)
{
	const char *reason = NULL;
	struct object *made = async_alloc(store->allocator, sizeof *made, _Alignof(struct object));
	if (!made)
		return "out of memory";
	*made = (struct object){ NULL, *object, value };
	pthread_mutex_lock(&store->lock);
	if (!grow(store)) {
		reason = "out of memory";
	} else {
		struct object **at = find(store, object);
		if (*at || object->number == 0)
			reason = "there is such an object already";
		else
			*at = made;
	}
	store->count += reason == NULL;
	pthread_mutex_unlock(&store->lock);
	if (reason)
		async_free(store->allocator, made, sizeof *made, _Alignof(struct object));
	return reason;
}

struct async_value *kernels_collective__store_get(
	struct kernels_collective__store *store, const struct kernels_collective__object *object)
{
	if (object->number == 0)
		return async_value_retain(async_chain());
	pthread_mutex_lock(&store->lock);
	struct object *found = store->chains ? *find(store, object) : NULL;
	struct async_value *value = found ? async_value_retain(found->value) : NULL;
	pthread_mutex_unlock(&store->lock);
	return value;
}

bool kernels_collective__store_remove(
	struct kernels_collective__store *store, const struct kernels_collective__object *object)
{
	pthread_mutex_lock(&store->lock);
	struct object **at = store->chains ? find(store, object) : NULL;
	struct object *found = at ? *at : NULL;
	if (found) {
		*at = found->next;
		store->count--;
	}
	pthread_mutex_unlock(&store->lock);
	if (found)
		object_free(store, found);
	return found != NULL;
}

void kernels_collective__store_clear(struct kernels_collective__store *store)
{
	pthread_mutex_lock(&store->lock);
	struct object **chains = store->chains;
	const size_t count = store->chain_count;
	store->chains = NULL;
	store->chain_count = 0;
	store->count = 0;
	pthread_mutex_unlock(&store->lock);
	for (size_t i = 0; i < count; i++)
		while (chains[i]) {
			struct object *object = chains[i];
			chains[i] = object->next;
			object_free(store, object);
		}
	if (chains)
		async_free(store->allocator, chains, count * sizeof *chains, _Alignof(struct object *));
}

bool kernels_collective__store_begin_serving(struct kernels_collective__store *store)
{
	return __atomic_exchange_n(&store->serves, 1, __ATOMIC_RELAXED) == 0; /* relaxed: nothing is published */
}

void kernels_collective__store_end_serving(struct kernels_collective__store *store)
{
	__atomic_store_n(&store->serves, 0, __ATOMIC_RELAXED);
}

/* ---- functions; they stay until the store ends */

static struct function *find_function(const struct kernels_collective__store *store, struct kernels_string name)
{
	struct function *at = store->functions;
	while (at && (at->function->name_size != name.size || memcmp(at->function->name, name.data, name.size) != 0))
		at = at->next;
	return at;
}

const char *kernels_collective__store_add_function(struct kernels_collective__store *store,
	const struct kernels_program *program, const struct kernels_function *function)
{
	const struct kernels_string name = { function->name, function->name_size };
	const uint64_t fingerprint = program->fingerprint(program);
	struct function *made = async_alloc(store->allocator, sizeof *made, _Alignof(struct function));
	if (!made)
		return "out of memory";
	pthread_mutex_lock(&store->lock);
	struct function *old = find_function(store, name);
	if (!old) {
		*made = (struct function){ store->functions, program, function };
		store->functions = made;
	}
	pthread_mutex_unlock(&store->lock);
	if (!old)
		return NULL;
	async_free(store->allocator, made, sizeof *made, _Alignof(struct function));
	if (old->program->fingerprint(old->program) != fingerprint)
		return "there is another function of this name already";
	program->release(program);
	return NULL;
}

const struct kernels_function *kernels_collective__store_function(
	struct kernels_collective__store *store, struct kernels_string name, const struct kernels_program **out_program)
{
	pthread_mutex_lock(&store->lock);
	const struct function *found = find_function(store, name);
	pthread_mutex_unlock(&store->lock);
	if (found)
		*out_program = found->program;
	return found ? found->function : NULL;
}
