/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares an op with the signature of its kernel. For executors: libbef checks each op when a program is opened,
 * kernels_invoke() each call. Unknown properties of an op are not compared. */
#ifndef KERNELS_CHECK_H
#define KERNELS_CHECK_H

#include <kernels/registry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An attribute of an op. */
struct kernels_op_attribute {
	struct kernels_attr attr;
	const char *name; /* not NUL-terminated; NULL: unknown */
	size_t name_size;
	uint8_t kind; /* as in struct kernels_parameter, which are BEF's numbers; 0: unknown */
};

/* An op of the program. All pointers are borrowed for the call. */
struct kernels_op {
	const struct kernels_type *arguments, *results; /* name NULL: only the id, if any, is known */
	const struct kernels_op_attribute *attributes;
	const struct kernels_function *const *functions;
	uint32_t argument_count, result_count, attribute_count, function_count;
};

/* Returns true if an op has the numbers of arguments, results, attributes and functions of the signature. Further
 * arguments are accepted; kernels_check_op() checks that they are chains. Thread class: safe */
KERNELS_API bool kernels_entry_fits(const struct kernels_entry *entry, uint32_t argument_count, uint32_t result_count,
	uint32_t attribute_count, uint32_t function_count);

/* Compares an op with the signature:
 * - numbers, as above;
 * - types of arguments and results. Where a user type is expected (not builtin, nor of dialect tfrt), a type that no
 *   pack has registered is accepted: values are compared when the program runs. Chains may follow the arguments of a
 *   signature without "..."; they order execution, and the kernel does not receive them
 *   (kernels_entry_argument_count());
 * - names and kinds of attributes. iN is accepted for uiN, since MLIR's integers have no sign. More attributes than
 *   listed are allowed if their names have a dialect prefix, or are unknown. Attributes of unknown kind must be
 *   readable as the listed kind;
 * - types of arguments and results of functions.
 * A library built without messages compares numbers only.
 * @param diag  gets the first difference, "NAME: found ..., expected ..."; may be NULL
 * @return KERNELS_OK · KERNELS_E_CORRUPT. Thread class: safe */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_check_op(const struct kernels_entry *entry,
	const struct kernels_op *op, struct kernels_diag *diag);

/* Calls prepare() of the kernel, if it has one; else *out_state is NULL. The op was checked. See kernels/kernel.h.
 * @param site  complete but for `state`, which is not read
 * @param diag  "NAME: REASON"; may be NULL
 * @return KERNELS_OK · KERNELS_E_CORRUPT the kernel refuses the op · KERNELS_E_NOMEM. Thread class: safe */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_prepare_op(const struct kernels_site *site,
	const struct async_allocator *allocator, void **out_state, struct kernels_diag *diag);
/* Releases a state that kernels_prepare_op() made, with the same allocator. NULL is ignored. Thread class: safe */
KERNELS_API void kernels_unprepare_op(
	const struct kernels_entry *entry, void *state, const struct async_allocator *allocator);
/* Describes the results of an op whose `state` is that of kernels_prepare_op(); see kernels_describe_fn.
 * @param results  one per result of the site
 * @return false: the kernel does not describe them; all are unknown. Thread class: safe */
KERNELS_API bool kernels_describe_op(const struct kernels_site *site, struct kernels_memory_use *results);
/* Computes the work of an op whose `state` is that of kernels_prepare_op(); see kernels_cost_fn.
 * @return false: it is not known; *out_cost is zeroed. Thread class: safe */
KERNELS_API bool kernels_cost_of_op(const struct kernels_site *site, struct kernels_cost *out_cost);
/* True if the kernel has prepare(). Thread class: safe */
KERNELS_API bool kernels_entry_prepares(const struct kernels_entry *entry);

/* Returns true if the two types are equal or one of them is unknown. Thread class: safe */
KERNELS_API bool kernels_type_is(const struct kernels_type *a, const struct kernels_type *b);
/* The name of a type for a message, "?" for an unknown one; NUL-terminated, cut at `size` bytes. */
KERNELS_API void kernels_type_text(const struct kernels_type *type, char *out, size_t size);

/* The number of an op's arguments that the kernel receives, without the chains that follow its listed arguments. */
static inline uint32_t kernels_entry_argument_count(const struct kernels_entry *entry, uint32_t argument_count)
{
	return entry->more_arguments || argument_count < entry->argument_count ? argument_count : entry->argument_count;
}

#ifdef __cplusplus
}
#endif

#endif
