/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Payloads with side effects or state: values that print their construction and destruction, resources, counters,
 * pairs, tensors. */
#include "test.h"
#include <inttypes.h>

/* ---- !vt.value: prints when it is constructed, moved, copied, destroyed. The payload contains the host because the
 * functions of a type have no other parameter. */

struct vt_value {
	const struct async_host *host;
	int32_t value;
};

static void vt_destroy(void *payload)
{
	const struct vt_value *v = payload;
	async_host_print(v->host, "destroyed vt.value(%" PRId32 ")\n", v->value);
}

static void vt_move(void *to, void *from)
{
	const struct vt_value *v = from;
	async_host_print(v->host, "move constructed vt.value(%" PRId32 ")\n", v->value);
	*(struct vt_value *)to = *v;
}

static int vt_copy(void *to, const void *from)
{
	const struct vt_value *v = from;
	async_host_print(v->host, "copy constructed vt.value(%" PRId32 ")\n", v->value);
	*(struct vt_value *)to = *v;
	return 0;
}

/* Like a C++ function that returns a value: constructed, then moved to the result. */
static void vt_return(struct kernels_call *call, int32_t value)
{
	struct vt_value made = { kernels_host(call->request), value };
	async_host_print(made.host, "constructed vt.value(%" PRId32 ")\n", value);
	vt_move(call->results[0], &made);
}

void kernels_test__vt_constant(struct kernels_call *call)
{
	int32_t value;
	if (kernels_call_scalar(call, 0, KERNELS_I32, &value))
		vt_return(call, value);
}

void kernels_test__vt_add(struct kernels_call *call)
{
	uint32_t a = (uint32_t)ARGUMENT(struct vt_value, 0).value, b = (uint32_t)ARGUMENT(struct vt_value, 1).value;
	vt_return(call, (int32_t)(a + b));
}

void kernels_test__vt_print(struct kernels_call *call)
{
	async_host_print(
		kernels_host(call->request), "print vt_value(%" PRId32 ")\n", ARGUMENT(struct vt_value, 0).value);
}

/* ---- !test.resource */

struct resource {
	const struct async_host *host;
	uint32_t exists; /* atomic: a program may release it while it is in use elsewhere, or twice */
};

static void resource_destroy(void *payload)
{
	struct resource *resource = payload;
	if (__atomic_exchange_n(&resource->exists, 0, __ATOMIC_ACQ_REL))
		async_host_print(resource->host, "Destroyed TestResource\n");
}

void kernels_test__allocate_resource(struct kernels_call *call)
{
	const struct async_host *host = kernels_host(call->request);
	async_host_print(host, "Allocated TestResource\n");
	RESULT(struct resource, 0) = (struct resource){ host, 1 };
}

void kernels_test__deallocate_resource(struct kernels_call *call)
{
	resource_destroy(call->arguments[0]);
	async_host_print(kernels_host(call->request), "tfrt_test.deallocate_resource done\n");
}

/* ---- !test.atomic.i32: relaxed: chains and values order its uses */

void kernels_test__atomic_create(struct kernels_call *call)
{
	RESULT(int32_t, 0) = 0;
}

void kernels_test__atomic_inc(struct kernels_call *call)
{
	__atomic_fetch_add((int32_t *)call->arguments[0], 1, __ATOMIC_RELAXED);
}

void kernels_test__atomic_add(struct kernels_call *call)
{
	__atomic_fetch_add((int32_t *)call->arguments[0], ARGUMENT(int32_t, 1), __ATOMIC_RELAXED);
}

void kernels_test__atomic_get(struct kernels_call *call)
{
	RESULT(int32_t, 0) = __atomic_load_n((int32_t *)call->arguments[0], __ATOMIC_RELAXED);
}

/* ---- !my.coordinate */

struct coordinate {
	int32_t x, y;
};

void kernels_test__create_coordinate(struct kernels_call *call)
{
	RESULT(struct coordinate, 0) = (struct coordinate){ ARGUMENT(int32_t, 0), ARGUMENT(int32_t, 1) };
}

void kernels_test__print_coordinate(struct kernels_call *call)
{
	const struct coordinate *c = call->arguments[0];
	async_host_print(kernels_host(call->request), "(%" PRId32 ", %" PRId32 ")\n", c->x, c->y);
}

/* ---- memory */

void kernels_test__memory_leak_one_int32(struct kernels_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	if (!async_alloc(allocator, sizeof(int32_t), _Alignof(int32_t)))
		kernels_call_fail(call, "out of memory");
}

void kernels_test__const_dense_attr(struct kernels_call *call)
{
	const struct kernels_site *site = call->site;
	struct kernels_dense_view view;
	struct kernels_shape shape = { 0 };
	if (site->attribute_count < 1 || !kernels_attr_dense(site->attributes[0], &view)) {
		kernels_call_fail(call, "attribute 0 is not a dense attribute");
		return;
	}
	if (view.rank > KERNELS_MAX_RANK) {
		kernels_call_fail(call, "attribute 0: a tensor has at most %u dimensions, got %u", KERNELS_MAX_RANK,
			(unsigned)view.rank);
		return;
	}
	shape.rank = view.rank;
	for (uint32_t i = 0; i < view.rank; i++)
		shape.dims[i] = kernels_load_i64(view.dims + 8 * (size_t)i);
	struct kernels_tensor *tensor = call->results[0];
	if (kernels_tensor_init(tensor, kernels_host(call->request)->allocator, view.dtype, &shape))
		kernels_elements_load(kernels_tensor_data(tensor), view.elements, view.dtype, view.count);
	else
		kernels_call_fail(call, "out of memory");
}

bool kernels_test__register_objects(void)
{
	static const struct async_type types[] = {
		{ "!vt.value", sizeof(struct vt_value), _Alignof(struct vt_value), vt_destroy, vt_move, vt_copy },
		{ "!test.resource", sizeof(struct resource), _Alignof(struct resource), resource_destroy, NULL, NULL },
		{ "!test.atomic.i32", sizeof(int32_t), _Alignof(int32_t), NULL, NULL, NULL },
		{ "!my.coordinate", sizeof(struct coordinate), _Alignof(struct coordinate), NULL, NULL, NULL },
	};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (async_type_register(&types[i]) == ASYNC_TYPE_NONE)
			return false;
	}
	return kernels_tensor_types()->tensor != ASYNC_TYPE_NONE;
}
