/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C functions that a program declares. */
#include "immediate.h"

#include <string.h>

static void run_native(const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	static const struct kernels_site nowhere;
	memset(results, 0, f->base.result_count * sizeof *results);
	f->native->run(request, arguments, f->base.argument_count, results, f->base.result_count);
	for (uint32_t i = 0; i < f->base.result_count; i++) {
		const struct async_host *host = async_request_host(request);
		if (!results[i])
			results[i] = kernels_error_value(request,
				async_host_error(host, ASYNC_CODE_INTERNAL, nowhere.location,
					"%s left result %u without a value", f->native->name, i));
		else if (!kernels_result_is_ready(results[i], ASYNC_TYPE_NONE))
			results[i] = kernels_result_take(&nowhere, request, i, ASYNC_TYPE_NONE, results[i]);
	}
}

static void execute_native(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	bef__execute_immediate((const struct bef__function *)self, request, arguments, results, run_native);
}

_Alignas(8) const struct kernels_function_vtable bef__native_vtable = { sizeof(struct kernels_function_vtable), execute_native,
	NULL, NULL, NULL };
