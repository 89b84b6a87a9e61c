/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The libraries for products, convolutions and factorizations, and the selected one. */
#include "fail.h"
#include <bytecursor/options.h>
#include <kernels/math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define MOST 8

/* Filled from the front; entries are never removed. */
static const struct kernels_math *_Atomic known[MOST];
static const struct kernels_math *_Atomic chosen;

enum kernels_status kernels_math_add(const struct kernels_math *math)
{
	if (BYTECURSOR_SIZE_LACKS(math, slices) || !math->name || strcmp(math->name, "builtin") == 0)
		return KERNELS_E_ARG;
	for (size_t i = 0; i < MOST; i++) {
		const struct kernels_math *there = NULL;
		/* release: pairs with the acquire in kernels_math_at(); *math is initialized. The acquire on failure
		 * pairs with this release in another thread: its name is read below. */
		if (atomic_compare_exchange_strong_explicit(&known[i], &there, math, memory_order_release,
			    memory_order_acquire) || there == math)
			return KERNELS_OK;
		if (strcmp(there->name, math->name) == 0)
			return KERNELS_E_EXISTS;
	}
	return KERNELS_E_LIMIT;
}

const struct kernels_math *kernels_math_at(size_t index)
{
	/* acquire: pairs with the release in kernels_math_add() */
	return index < MOST ? atomic_load_explicit(&known[index], memory_order_acquire) : NULL;
}

static bool open_math(const struct kernels_math *math, const char **out_reason)
{
	static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&opening);
	bool open = !math->open || math->open(out_reason);
	pthread_mutex_unlock(&opening);
	return open;
}

/* Returns whether the built-in code supports this processor's vectors. Libraries are not faster then. */
static bool builtin_is_fast(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
	return __builtin_cpu_supports("avx512f") || (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#else
	return false;
#endif
}

/* NULL: no library. */
static const struct kernels_math *best_math(void)
{
	const struct kernels_math *math = NULL;
	const char *reason;
	for (size_t i = 0; !builtin_is_fast() && (math = kernels_math_at(i)) != NULL; i++) {
		if (kernels_math_has_products(math) && open_math(math, &reason))
			break;
	}
	return math;
}

enum kernels_status kernels_math_choose(const char *name, struct kernels_diag *diag)
{
	const struct kernels_math *math = NULL;
	if (name && strcmp(name, "auto") == 0) {
		math = best_math();
	} else if (name && strcmp(name, "builtin") != 0) {
		const char *reason = NULL;
		size_t i = 0;
		while ((math = kernels_math_at(i)) != NULL && strcmp(math->name, name) != 0)
			i++;
		if (!math)
			return kernels__fail_named(diag, KERNELS_E_NOT_FOUND, "", name, "no pack of this program provides it");
		if (!open_math(math, &reason))
			return kernels__fail_named(diag, KERNELS_E_UNSUPPORTED, "", name, "%s", reason ? reason : "it cannot be loaded");
	}
	/* release: pairs with the acquire in kernels_math_chosen() */
	atomic_store_explicit(&chosen, math, memory_order_release);
	return KERNELS_OK;
}

const struct kernels_math *kernels_math_chosen(void)
{
	/* acquire: pairs with the release in kernels_math_choose() */
	return atomic_load_explicit(&chosen, memory_order_acquire);
}
