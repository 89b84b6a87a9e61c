/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies payloads out of values, or moves them out for the last holder. */
#include "type_private.h"
#include "value_private.h"
#include <async/error.h>
#include <string.h>

static enum async_status copy_to(void *to, struct async_value *holder, const struct async_type *type)
{
	const void *from = async__payload(holder, type);
	if (type->copy)
		return type->copy(to, from) == 0 ? ASYNC_OK : ASYNC_E_NOMEM;
	if (type->destroy)
		return ASYNC_E_UNSUPPORTED;
	if (type->size)
		memcpy(to, from, type->size);
	return ASYNC_OK;
}

enum async_status async_value_copy(const struct async_allocator *allocator, struct async_value *value,
	struct async_value **out_value)
{
	*out_value = NULL;
	switch (async_value_state(value)) {
	case ASYNC_ERROR:
		*out_value = async_value_create_error(allocator, async_error_retain(async_value_error(value)));
		return *out_value ? ASYNC_OK : ASYNC_E_NOMEM;
	case ASYNC_AVAILABLE:
		break;
	default:
		return ASYNC_E_STATE;
	}
	struct async_value *holder = async_value_target(value);
	const struct async_type *type = async__type(holder->type);
	struct async_value *copy = async_value_create(allocator, holder->type);
	if (!copy)
		return ASYNC_E_NOMEM;
	enum async_status status = copy_to(async__payload(copy, type), holder, type);
	if (status != ASYNC_OK) {
		async_value_release(copy); /* nothing was constructed in it */
		return status;
	}
	async_value_set_available(copy);
	*out_value = copy;
	return ASYNC_OK;
}

enum async_status async_value_take(struct async_value *value, void *out_payload)
{
	if (async_value_state(value) != ASYNC_AVAILABLE)
		return ASYNC_E_STATE;
	struct async_value *holder = async_value_target(value);
	const struct async_type *type = async__type(holder->type);
	if (!async_value_is_unique(value)) {
		enum async_status status = copy_to(out_payload, holder, type);
		if (status == ASYNC_OK)
			async_value_release(value);
		return status;
	}
	if (type->move)
		type->move(out_payload, async__payload(holder, type));
	else if (type->size)
		memcpy(out_payload, async__payload(holder, type), type->size);
	/* relaxed: the reference is the only one, and the caller gives it up, so no thread borrows it. The release that
	 * follows must not destroy the payload, which was moved. */
	async__store_relaxed(&holder->state, ASYNC_UNCONSTRUCTED);
	async_value_release(value);
	return ASYNC_OK;
}
