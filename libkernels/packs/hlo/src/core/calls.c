/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "core/calls.h"

static _Thread_local struct hlo_calls *current;

void kernels_hlo__calls_begin(struct hlo_calls *calls, struct async_request *request, const struct kernels_site *site,
	struct async_value *const *arguments)
{
	*calls = (struct hlo_calls){ .request = request, .site = site, .arguments = arguments, .outer = current,
		.depth = current ? current->depth + 1 : 0 };
	current = calls;
}

struct async_error *kernels_hlo__calls_end(struct hlo_calls *calls)
{
	current = calls->outer;
	return calls->error;
}

struct hlo_calls *kernels_hlo__calls(void) { return current; }
