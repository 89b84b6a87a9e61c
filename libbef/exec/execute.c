/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The interface of asynchronous functions. */
#include "counted.h"
#include "plan.h"

static void execute_async(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct kernels_site *site = kernels_caller_.site;
	bef__execute((const struct bef__function *)self, request, bef__here.call_depth, arguments, results);
	kernels_caller_.site = site; /* the caller may call further functions */
}

/* Counts from the start: in the plan, arguments belong to the caller. */
static void execute_taking(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	bef__call_counted(NULL, (const struct bef__function *)self, request, arguments, true, results);
}

#if BEF__LARGE
#define STEPS bef__steps
#else
#define STEPS NULL /* programs that are compiled for size: kernels of loops call the function */
#endif
_Alignas(8) const struct kernels_function_vtable bef__async_vtable = { sizeof(struct kernels_function_vtable), execute_async,
	NULL, execute_taking, STEPS };
