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
/* Releases the creator's reference. NULL is ignored. */
KERNELS_API void kernels_registry_destroy(struct kernels_registry *registry);
/* The registry exists until its creator has called destroy() and all references are released. An open program holds
 * one. Thread class: safe. retain() returns its argument; release() ignores NULL. */
KERNELS_API const struct kernels_registry *kernels_registry_retain(const struct kernels_registry *registry);
KERNELS_API void kernels_registry_release(const struct kernels_registry *registry);

/* Adds all kernels and native functions of a pack, or none.
 * @return KERNELS_OK · KERNELS_E_EXISTS a kernel or pack of that name exists · KERNELS_E_VERSION ·
 *         KERNELS_E_UNSUPPORTED · KERNELS_E_CORRUPT the size of the pack is not set, a signature is invalid, or a
 *         kernel has no function or two · KERNELS_E_NOMEM */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_registry_add(struct kernels_registry *registry,
	const struct kernels_pack *pack, struct kernels_diag *diag);

#define KERNELS_KIND_ARRAY 0x80u
#define KERNELS_KIND_TYPE 25u
#define KERNELS_KIND_SHAPE 27u
#define KERNELS_KIND_DENSE 28u
#define KERNELS_KIND_AGGREGATE 30u
#define KERNELS_KIND_ANY 255u

/* An attribute of a signature. */
struct kernels_parameter {
	const char *name; /* as written, not NUL-terminated; empty if the signature gives only the kind */
	size_t name_size;
	uint8_t kind; /* an enum kernels_dtype, a KERNELS_KIND_..., or an element type | KERNELS_KIND_ARRAY */
};

/* A type, or a sequence of types, in the description of a function. */
enum kernels_element_kind {
	KERNELS_ELEMENT_TYPE,      /* one type */
	KERNELS_ELEMENT_ARGUMENTS, /* "args...": the arguments of the op after those listed in the signature */
	KERNELS_ELEMENT_RESULTS,   /* "results...": the results of the op after those listed */
	KERNELS_ELEMENT_MORE,      /* "...": any number of any type; comes last */
	KERNELS_ELEMENT_OPTIONAL   /* "T?": one type or nothing; comes last */
};
struct kernels_element {
	uint32_t kind; /* enum kernels_element_kind */
	async_type_id type; /* of one type; ASYNC_TYPE_NONE: any */
};

/* A function that a signature lists. */
struct kernels_function_parameter {
	const char *name; /* as written, not NUL-terminated; empty if the signature gives none */
	size_t name_size;
	const struct kernels_element *arguments, *results;
	uint32_t argument_count, result_count; /* elements */
	uint8_t described; /* 0: "fn", any function */
};

/* A registered kernel with its parsed signature. Immutable. */
struct kernels_entry {
	const struct kernels_kernel *kernel;
	const struct kernels_pack *pack;
	const async_type_id *arguments; /* ASYNC_TYPE_NONE: any */
	const async_type_id *results;
	const struct kernels_parameter *attributes;
	uint32_t argument_count, result_count, attribute_count, function_count; /* as listed in the signature */
	/* "..." after the list: any number more; "K..." is not counted in the list. Further arguments have the type
	 * rest_type (NONE: any), further attributes the kind attributes[attribute_count].kind. */
	uint8_t more_arguments, more_results, more_attributes, more_functions;
	async_type_id rest_type;
	/* function_count elements; if more_functions is set, one more for the rest */
	const struct kernels_function_parameter *functions;
	/* "args..." in the results: the listed results are followed by values of the types of the further arguments */
	uint8_t results_are_arguments;
};

/* Finds by name; NULL if it does not exist. The name need not be NUL-terminated. */
KERNELS_API const struct kernels_entry *kernels_registry_find(const struct kernels_registry *registry, const char *name,
	size_t size);
/* The kernel whose name is nearest to an unknown name, for messages; NULL if none is similar. Takes time proportional
 * to the number of kernels. */
KERNELS_API const struct kernels_entry *kernels_registry_nearest(const struct kernels_registry *registry,
	const char *name, size_t size);
KERNELS_API const struct kernels_native *kernels_registry_find_native(const struct kernels_registry *registry,
	const char *name, size_t size);

/* The kernels, sorted by name; indices are 0 to the count - 1. */
KERNELS_API size_t kernels_registry_count(const struct kernels_registry *registry);
KERNELS_API const struct kernels_entry *kernels_registry_at(const struct kernels_registry *registry, size_t index);

#ifdef __cplusplus
}
#endif

#endif
