/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Moves payloads into values, and destroys them there. */
#ifndef ASYNC_SRC_PAYLOAD_PRIVATE_H
#define ASYNC_SRC_PAYLOAD_PRIVATE_H

#include "type_private.h"
#include "value_private.h"
#include <string.h>

/* memcpy, without a call for the sizes of scalars. */
static inline void async__copy_payload(void *to, const void *from, size_t size)
{
	if (ASYNC__LIKELY(size == 4))
		memcpy(to, from, 4);
	else if (size == 8)
		memcpy(to, from, 8);
	else if (size == 1)
		memcpy(to, from, 1);
	else if (size)
		memcpy(to, from, size);
}

static inline void async__move_payload(struct async_value *value, void *payload)
{
	const struct async_type *type = async__type(value->type);
	if (type->move)
		type->move(async__payload(value, type), payload);
	else
		async__copy_payload(async__payload(value, type), payload, type->size);
}

void async__destroy_payload(struct async_value *value); /* value.c */

#endif
