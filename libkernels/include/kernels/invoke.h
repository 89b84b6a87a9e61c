/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eager execution: runs one kernel without a program. Corresponds to eager ops in the TFRT host runtime design:
 * arguments are async values, the call does not block, and results may become available later. */
#ifndef KERNELS_INVOKE_H
#define KERNELS_INVOKE_H

#include <kernels/registry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the attributes of a call */

/* Attributes by name, encoded as in a BEF file; functions; a place in the source. Thread class: one-at-a-time until the
 * first call that uses it; then immutable, for any number of calls and threads. */
struct kernels_attributes;

/* `allocator` NULL: system; must outlive the object. Returns one reference; NULL when out of memory. */
KERNELS_API struct kernels_attributes *kernels_attributes_create(const struct async_allocator *allocator);
KERNELS_API struct kernels_attributes *kernels_attributes_retain(struct kernels_attributes *attributes);
/* NULL is ignored. A call holds a reference as long as it needs one. Thread class of both: safe. */
KERNELS_API void kernels_attributes_release(struct kernels_attributes *attributes);

/* Each adds one attribute, in any order of names; names and values are copied. Between
 * kernels_attributes_begin_aggregate() and its end, each adds the next element of the aggregate instead, and `name`
 * must be NULL.
 * @return KERNELS_OK · KERNELS_E_NOMEM · KERNELS_E_EXISTS the name is taken · KERNELS_E_ARG unknown element type,
 *         more elements than fit in 4 GB (in an aggregate: 2 GB), a missing name, or a name for an element of an
 *         aggregate */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_scalar(struct kernels_attributes *attributes,
	const char *name, enum kernels_dtype dtype, const void *value);
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_string(struct kernels_attributes *attributes,
	const char *name, const char *data, size_t size);
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_type(struct kernels_attributes *attributes,
	const char *name, enum kernels_dtype dtype);
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_array(struct kernels_attributes *attributes,
	const char *name, enum kernels_dtype dtype, const void *elements, size_t count);
/* `dims` NULL: an unranked shape. A dimension of -1 is dynamic. */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_shape(struct kernels_attributes *attributes,
	const char *name, const int64_t *dims, uint32_t rank);
/* The number of elements is the product of the dimensions. */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_dense(struct kernels_attributes *attributes,
	const char *name, enum kernels_dtype dtype, const int64_t *dims, uint32_t rank, const void *elements);
/* An aggregate: an array of strings, arrays, or elements of several kinds. Aggregates may nest, 64 at most, the inner
 * ones without a name. Calls see an aggregate once it has ended. When the end fails, the aggregate is discarded.
 * @return as above; begin: KERNELS_E_ARG also when nested too deeply; end: KERNELS_E_ARG also when none was begun */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_begin_aggregate(
	struct kernels_attributes *attributes, const char *name);
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_end_aggregate(
	struct kernels_attributes *attributes);
/* Adds the next function, in the order of the signature. Borrowed: it must outlive every call. */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_attributes_function(struct kernels_attributes *attributes,
	const struct kernels_function *function);
/* The location of errors of the call. The source is retained if it supports this. */
KERNELS_API void kernels_attributes_set_location(struct kernels_attributes *attributes, struct async_location location);

/* The attributes so far, sorted by name, without functions and open aggregates; valid until one is added. For handlers
 * of devices; see kernels/check.h. */
struct kernels_op_attribute;
KERNELS_API const struct kernels_op_attribute *kernels_attributes_list(
	const struct kernels_attributes *attributes, uint32_t *out_count);

/* ---- calls */

/* Runs a kernel. Thread class: safe; kernels run in the calling thread, in the thread that makes the last argument
 * available, or, when those nest too deeply, as a task of the request's queue.
 *
 * A kernel runs when all its arguments are available (a nonstrict one: the first). If one is not, the results are
 * indirect values and the call is work of the request until they are there (async_request_begin_work()). As in a
 * program:
 *  - if arguments are errors, the last of them becomes all results; otherwise the error of a cancelled request does;
 *  - wrong numbers or types of arguments, results, attributes or functions are an INVALID_ARGUMENT error, an unknown
 *    name is NOT_FOUND, with a suggestion of the nearest name; both are reported to the host;
 *  - chains after the kernel's listed arguments only order execution.
 * The first call of a kernel with these attributes, and with these numbers of arguments and results, prepares the op
 * (kernels_prepare_fn); the attributes keep the result for all later calls. A call without attributes is not prepared.
 *
 * @param entry       borrowed from its registry, which must outlive the call; see kernels_invoke()
 * @param request     borrowed; its host has the queue and the allocator
 * @param arguments   borrowed for the call, retained as long as they are needed
 * @param attributes  NULL: none
 * @param results     each gets one reference, the caller's, never NULL */
KERNELS_API void kernels_invoke_entry(const struct kernels_entry *entry, struct async_request *request,
	struct async_value *const *arguments, uint32_t argument_count, struct kernels_attributes *attributes,
	struct async_value **results, uint32_t result_count);
/* As above, with a NUL-terminated name. The registry must outlive the call: a kernel may return its results and go
 * on, in tasks that use its entry. So before a host destroys the registry, it awaits async_request_idle() of the
 * request, not only the results. Results and errors may outlive the registry; their types belong to packs, which
 * stay. */
KERNELS_API void kernels_invoke(const struct kernels_registry *registry, const char *name,
	struct async_request *request,
	struct async_value *const *arguments, uint32_t argument_count, struct kernels_attributes *attributes,
	struct async_value **results, uint32_t result_count);

#ifdef __cplusplus
}
#endif

#endif
