/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of libraries that are loaded when a program selects them. */
#ifndef SHARED_DYNAMIC_H
#define SHARED_DYNAMIC_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Converts a symbol to a function; ISO C has no cast for this. */
static inline bool kernels_shared__find(void *library, const char *name, void *out_function)
{
	void *symbol = dlsym(library, name); /* in the libraries that it depends on, too */
	memcpy(out_function, &symbol, sizeof symbol);
	return symbol != NULL;
}

/* Threads of a library of linear algebra would be a second pool besides the queue, which divides the work. */
static inline void kernels_shared__one_thread(void *library)
{
	static const char *const setters[] = { "openblas_set_num_threads", "bli_thread_set_num_threads",
		"MKL_Set_Num_Threads" };
	for (size_t i = 0; i < sizeof setters / sizeof *setters; i++) {
		void (*set)(int count) = NULL;
		if (kernels_shared__find(library, setters[i], &set))
			set(1);
	}
}

/* Loads the first library with all functions, for good: `wanted` alone unless it is NULL. False: there is none. */
static inline bool kernels_shared__open_first(
	const char *wanted, const char *const *names, size_t count, bool (*find_all)(void *library))
{
	for (size_t i = 0; i < (wanted ? 1 : count); i++) {
		void *library = dlopen(wanted ? wanted : names[i], RTLD_NOW | RTLD_LOCAL);
		if (library && find_all(library)) {
			kernels_shared__one_thread(library);
			return true;
		}
		if (library)
			dlclose(library);
	}
	return false;
}

#endif
