/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unload_test LIBRARY: a thread uses the library, which is closed before the thread ends. The thread-exit hooks of the
 * library must still be mapped. */
#include <async/allocator.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void *library;
static pthread_barrier_t used, closed;

/* Finds a function of the library. @return false: it has none of that name. */
static bool find(const char *name, void *out_function)
{
	void *symbol = dlsym(library, name);
	memcpy(out_function, &symbol, sizeof symbol);
	return symbol != NULL;
}

/* Leaves blocks in the lists of this thread, and gives it a ring for traces if the library has traces. */
static int use(void)
{
	const struct async_allocator *(*allocator)(void) = NULL;
	void (*start)(size_t events) = NULL, (*count)(const char *name, int64_t value) = NULL;
	if (!find("async_allocator_cached", &allocator) && !find("async_allocator_mimalloc", &allocator)) {
		fprintf(stderr, "the library has no allocator\n");
		return 1;
	}
	const struct async_allocator *a = allocator(); /* not by async_alloc(), which is not linked here */
	void *p = a->alloc(a->ctx, 32, 8);
	a->free(a->ctx, p, 32, 8);
	if (find("async_trace_start", &start) && find("async_trace_counter_", &count)) {
		start(0);
		count("used", 1);
	}
	return p ? 0 : 1;
}

static void *thread_main(void *arg)
{
	*(int *)arg = use();
	pthread_barrier_wait(&used);
	pthread_barrier_wait(&closed);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int failed = 0;
	library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return 2;
	}
	pthread_barrier_init(&used, NULL, 2);
	pthread_barrier_init(&closed, NULL, 2);
	if (pthread_create(&thread, NULL, thread_main, &failed) != 0)
		return 2;
	pthread_barrier_wait(&used);
	dlclose(library);
	void *still = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD);
	if (!still) {
		fprintf(stderr, "%s was unmapped while a thread has hooks in it\n", argv[1]);
		failed = 1;
	}
	pthread_barrier_wait(&closed);
	pthread_join(thread, NULL);
	return failed;
}
