/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What code deep inside of a kernel needs to call functions of the program: bodies that are no expressions. Kernels whose site has
 * functions run between kernels_hlo__calls_begin() and kernels_hlo__calls_end(), in each thread that computes. */
#ifndef KERNELS_HLO_CALLS_H
#define KERNELS_HLO_CALLS_H

#include <kernels/kernels.h>

struct hlo_calls {
	struct async_request *request;            /* all borrowed */
	const struct kernels_site *site;
	struct async_value *const *arguments;     /* of the kernel */
	struct async_error *error;                /* the first failure; nothing is called afterwards */
	struct hlo_calls *outer;
	unsigned depth;
};

/* Sets the context of this thread. `arguments` outlive the context. */
void kernels_hlo__calls_begin(struct hlo_calls *calls, struct async_request *request, const struct kernels_site *site,
	struct async_value *const *arguments);
/* Returns the failure, which the caller releases, or NULL. */
struct async_error *kernels_hlo__calls_end(struct hlo_calls *calls);
struct hlo_calls *kernels_hlo__calls(void); /* of this thread; NULL: none */

#endif
