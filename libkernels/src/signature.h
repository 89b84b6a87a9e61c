/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses signatures; kernel.h describes their grammar. */
#ifndef KERNELS_SRC_SIGNATURE_H
#define KERNELS_SRC_SIGNATURE_H

#include <kernels/registry.h>

#define KERNELS__MAX_LISTED 64u    /* of arguments, results, attributes, and elements of all functions */
#define KERNELS__MAX_FUNCTIONS 16u

struct kernels__signature {
	async_type_id arguments[KERNELS__MAX_LISTED], results[KERNELS__MAX_LISTED];
	struct kernels_parameter attributes[KERNELS__MAX_LISTED + 1]; /* with more_attributes one more: for the rest */
	uint32_t argument_count, result_count, attribute_count, function_count;
	uint8_t more_arguments, more_results, more_attributes, more_functions;
	async_type_id rest_type;
#ifndef KERNELS_NO_MESSAGES
	uint8_t results_are_arguments;
	/* with more_functions one more, for the rest; their elements point into the list below */
	struct kernels_function_parameter functions[KERNELS__MAX_FUNCTIONS + 1];
	struct kernels_element elements[KERNELS__MAX_LISTED];
	uint32_t element_count;
#endif
};

/* @param any_results  the kernel may have results of any type and number
 * @return NULL, or the expected element at *out_position. The parameter names point into `text`. */
const char *kernels__signature_parse(const char *text, bool any_results, struct kernels__signature *out,
	size_t *out_position);

#endif
