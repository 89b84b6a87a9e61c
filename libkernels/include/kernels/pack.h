/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A set of kernels under one name. A pack in this process is a function that returns its table; a pack in a shared
 * object exports that function as kernels_pack_query. Nothing registers itself: kernels_registry_add() does. */
#ifndef KERNELS_PACK_H
#define KERNELS_PACK_H

#include <kernels/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KERNELS_PACK_ABI 1u

enum kernels_sanitizer { KERNELS_SANITIZER_NONE = 0, KERNELS_SANITIZER_ADDRESS = 1, KERNELS_SANITIZER_THREAD = 2 };

/* The sanitizer with which this translation unit is compiled. */
#if defined(__SANITIZE_ADDRESS__)
#define KERNELS_SANITIZER KERNELS_SANITIZER_ADDRESS
#elif defined(__SANITIZE_THREAD__)
#define KERNELS_SANITIZER KERNELS_SANITIZER_THREAD
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KERNELS_SANITIZER KERNELS_SANITIZER_ADDRESS
#elif __has_feature(thread_sanitizer)
#define KERNELS_SANITIZER KERNELS_SANITIZER_THREAD
#endif
#endif
#ifndef KERNELS_SANITIZER
#define KERNELS_SANITIZER KERNELS_SANITIZER_NONE
#endif

/* Immutable; must stay valid as long as a registry uses it. New members come at the end. */
struct kernels_pack {
	size_t size;        /* sizeof(struct kernels_pack) of the pack */
	uint32_t abi;       /* KERNELS_PACK_ABI at compile time */
	uint32_t sanitizer; /* KERNELS_SANITIZER */
	const char *name;   /* "basic" */
	const struct kernels_kernel *kernels;
	/* kernel_size: of a row, struct kernels_kernel or struct kernels_prepared_kernel, as the pack was compiled */
	size_t kernel_count, kernel_size;
	const struct kernels_native *natives; /* may be NULL */
	size_t native_count, native_size;
	/* Registers the payload types of the pack; called before the pack is added. Returns false on failure. May be
	 * NULL. */
	bool (*init)(void);
	/* Called once for each successful init(), when the registry ends or if the pack was not added after all.
	 * Values and open programs of the pack may still exist. May be NULL; packs that end before this member are
	 * accepted. */
	void (*finish)(void);
};

#define KERNELS_PACK_INIT(pack_name, kernel_table, native_table, native_number, init_function) \
	{ \
		sizeof(struct kernels_pack), KERNELS_PACK_ABI, KERNELS_SANITIZER, pack_name, kernel_table, \
			sizeof(kernel_table) / sizeof(*(kernel_table)), sizeof(struct kernels_kernel), native_table, \
			native_number, sizeof(struct kernels_native), init_function, NULL \
	}

/* As above, for a table of struct kernels_prepared_kernel, without native functions. */
#define KERNELS_PREPARED_PACK_INIT(pack_name, kernel_table, init_function) \
	{ \
		sizeof(struct kernels_pack), KERNELS_PACK_ABI, KERNELS_SANITIZER, pack_name, \
			&(kernel_table)[0].kernel, sizeof(kernel_table) / sizeof(*(kernel_table)), \
			sizeof(struct kernels_prepared_kernel), NULL, 0, sizeof(struct kernels_native), init_function, \
			NULL \
	}

/* Returns the pack for a host that supports ABIs up to max_abi, or NULL if the pack needs a newer ABI. */
typedef const struct kernels_pack *(*kernels_pack_query_fn)(uint32_t max_abi);

#ifdef __cplusplus
}
#endif

#endif
