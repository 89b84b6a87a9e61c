/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that report their thread or their location in the program. */
#include "test.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

void kernels_test__get_thread_id(struct kernels_call *call)
{
	static uint32_t threads; /* atomic, relaxed: numbers only have to be consecutive */
	static _Thread_local uint32_t id;
	if (id == 0)
		id = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
	RESULT(int32_t, 0) = (int32_t)(id - 1);
}

static void print_debug(void *ctx, const struct async_place *place)
{
	const struct async_host *host = ctx;
	if (place->debug)
		async_host_print(
			host, "%.*s\n", (int)(place->debug_size < 4096 ? place->debug_size : 4096), place->debug);
	else
		async_host_print(host, "Kernel has no debug info\n");
}

void kernels_test__print_debug_info(struct kernels_call *call)
{
	const struct async_host *host = kernels_host(call->request);
	struct async_location location = call->site->location;
	if (location.source)
		location.source->decode(location.source, location.handle, print_debug, (void *)(uintptr_t)host);
	else
		print_debug((void *)(uintptr_t)host, &(struct async_place){ 0 });
}

/* ---- unique_loc: a list of locations and the names that ops gave them, in the request's resources */

struct seen {
	struct seen *next;
	struct kernels_text place, name;
};

struct places {
	pthread_mutex_t lock;
	const struct async_allocator *allocator;
	struct seen *seen;
};

static void seen_destroy(const struct async_allocator *allocator, struct seen *seen)
{
	if (seen->place.data)
		async_free(allocator, seen->place.data, seen->place.size + 1, 1);
	if (seen->name.data)
		async_free(allocator, seen->name.data, seen->name.size + 1, 1);
	async_free(allocator, seen, sizeof *seen, _Alignof(struct seen));
}

static void places_destroy(void *object)
{
	struct places *places = object;
	while (places->seen) {
		struct seen *seen = places->seen;
		places->seen = seen->next;
		seen_destroy(places->allocator, seen);
	}
	pthread_mutex_destroy(&places->lock);
	async_free(places->allocator, places, sizeof *places, _Alignof(struct places));
}

static void *places_create(void *ctx)
{
	const struct async_allocator *allocator = ctx;
	struct places *places = async_alloc(allocator, sizeof *places, _Alignof(struct places));
	if (!places)
		return NULL;
	*places = (struct places){ .allocator = allocator };
	pthread_mutex_init(&places->lock, NULL);
	return places;
}

/* loc(unknown), as libbef shows it. */
static bool is_unknown(const char *text, size_t size)
{
	static const char unknown[] = "(unknown)";
	return size == sizeof unknown - 1 && memcmp(text, unknown, size) == 0;
}

/* "line:column file", or the text; empty for an unknown location, which is never shared. */
static void write_place(void *ctx, const struct async_place *place)
{
	struct seen *seen = ctx;
	const struct async_allocator *allocator = seen->place.allocator;
	char numbers[32];
	const char *rest = place->file ? place->file : place->text;
	size_t rest_size = place->file ? place->file_size : place->text_size, used = 0;
	if (!rest || (!place->file && is_unknown(rest, rest_size)))
		return;
	if (place->file)
		used = (size_t)snprintf(
			numbers, sizeof numbers, "%u:%u ", (unsigned)place->line, (unsigned)place->column);
	char *text = async_alloc(allocator, used + rest_size + 1, 1);
	if (!text)
		return;
	memcpy(text, numbers, used);
	memcpy(text + used, rest, rest_size);
	text[used + rest_size] = '\0';
	seen->place = (struct kernels_text){ text, used + rest_size, allocator };
}

static bool same(const struct kernels_text *a, const struct kernels_text *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Takes over `seen`. Returns false if its location already has another name. */
static bool note(struct places *places, struct seen *seen)
{
	struct seen *other;
	pthread_mutex_lock(&places->lock);
	for (other = places->seen; other && !same(&other->place, &seen->place); other = other->next)
		;
	if (!other) {
		seen->next = places->seen;
		places->seen = seen;
	}
	pthread_mutex_unlock(&places->lock);
	if (!other)
		return true;
	bool unique = same(&other->name, &seen->name); /* names never change, and the list only grows */
	seen_destroy(places->allocator, seen);
	return unique;
}

void kernels_test__unique_loc(struct kernels_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	struct async_location location = call->site->location;
	struct kernels_string name;
	if (!kernels_call_string(call, 0, &name) || !location.source)
		return;
	struct places *places = async_resources_get(async_request_resources(call->request), "tfrt_test.unique_loc",
		places_create, (void *)(uintptr_t)allocator, places_destroy);
	struct seen *seen = places ? async_alloc(allocator, sizeof *seen, _Alignof(struct seen)) : NULL;
	if (!seen) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	*seen = (struct seen){ .place = { .allocator = allocator } };
	location.source->decode(location.source, location.handle, write_place, seen);
	if (!seen->place.data) /* unknown location, or out of memory */
		seen_destroy(allocator, seen);
	else if (!kernels_text_init(&seen->name, allocator, name.data, name.size)) {
		seen_destroy(allocator, seen);
		kernels_call_fail(call, "out of memory");
	} else if (!note(places, seen)) {
		kernels_call_fail(call, "duplicate locations");
	}
}
