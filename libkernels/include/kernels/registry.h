/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels by name. Corresponds to KernelRegistry of TFRT. */
#ifndef KERNELS_REGISTRY_H
#define KERNELS_REGISTRY_H

#include <kernels/pack.h>
#include <kernels/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thread class: one-at-a-time while packs are added; immutable, share freely, afterwards. */
struct kernels_registry;

/* `allocator` NULL: system; must outlive the registry. NULL when out of memory. */
KERNELS_API struct kernels_registry *kernels_registry_create(const struct async_allocator *allocator);
/* Gives back the creator's reference. NULL is ignored. */
KERNELS_API void kernels_registry_destroy(struct kernels_registry *registry);
/* The registry lives until its creator has called destroy() and all references are given back. An opened program holds
 * one. Thread class: safe. retain() returns its argument; release() ignores NULL. */
KERNELS_API const struct kernels_registry *kernels_registry_retain(const struct kernels_registry *registry);
KERNELS_API void kernels_registry_release(const struct kernels_registry *registry);

/* Adds all kernels and native functions of a pack, or none.
 * @return KERNELS_OK · KERNELS_E_EXISTS a kernel or pack of that name is there · KERNELS_E_VERSION ·
 *         KERNELS_E_UNSUPPORTED · KERNELS_E_CORRUPT a signature that cannot be read, or a kernel with no or two
 *         functions · KERNELS_E_NOMEM */
KERNELS_API enum kernels_status kernels_registry_add(struct kernels_registry *registry, const struct kernels_pack *pack,
	struct kernels_diag *diag);

enum kernels_attr_kind_flags { KERNELS_KIND_ARRAY = 0x80 };
#define KERNELS_KIND_TYPE 25u
#define KERNELS_KIND_SHAPE 27u
#define KERNELS_KIND_DENSE 28u
#define KERNELS_KIND_AGGREGATE 30u
#define KERNELS_KIND_ANY 255u

/* An attribute of a signature. */
struct kernels_parameter {
	const char *name; /* as written, not NUL-terminated; empty when the signature names only a kind */
	size_t name_size;
	uint8_t kind; /* an enum kernels_dtype, a KERNELS_KIND_..., or an element type | KERNELS_KIND_ARRAY */
};

/* A registered kernel with its signature, read. Immutable. */
struct kernels_entry {
	const struct kernels_kernel *kernel;
	const struct kernels_pack *pack;
	const async_type_id *arguments; /* ASYNC_TYPE_NONE: any */
	const async_type_id *results;
	const struct kernels_parameter *attributes;
	uint32_t argument_count, result_count, attribute_count, function_count; /* as listed in the signature */
	/* "..." after the list: more may follow, or none; "K..." is not counted in the list. For arguments the type
	 * of the rest is rest_type (NONE: any), for attributes its kind is attributes[attribute_count].kind. */
	uint8_t more_arguments, more_results, more_attributes, more_functions;
	async_type_id rest_type;
};

/* NULL when there is none. Name not NUL-terminated. */
KERNELS_API const struct kernels_entry *kernels_registry_find(const struct kernels_registry *registry, const char *name,
	size_t size);
KERNELS_API const struct kernels_native *kernels_registry_find_native(const struct kernels_registry *registry,
	const char *name, size_t size);

/* All kernels, sorted by name: index 0 up to the count. */
KERNELS_API size_t kernels_registry_count(const struct kernels_registry *registry);
KERNELS_API const struct kernels_entry *kernels_registry_at(const struct kernels_registry *registry, size_t index);

#ifdef __cplusplus
}
#endif

#endif
