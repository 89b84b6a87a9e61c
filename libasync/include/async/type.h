/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Payload types of async values, described at run time. */
#ifndef ASYNC_TYPE_H
#define ASYNC_TYPE_H

#include <async/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Small and process-wide: two libraries that register the same name with the same size get the same number. */
typedef uint16_t async_type_id;

#define ASYNC_TYPE_NONE 0u  /* not known (an indirect value of any type) or no payload */
#define ASYNC_TYPE_CHAIN 1u /* "!tfrt.chain": no payload, orders side effects */

/* Thread class: immutable. Must stay valid as long as the process may hold values of the type; the functions are called
 * in the thread that drops, moves or copies the value. */
struct async_type {
	const char *name; /* as MLIR prints the type: "i32", "!tfrt.string" */
	size_t size;      /* bytes; 0 is allowed */
	size_t align;     /* power of two, at most 64 */
	void (*destroy)(void *payload);           /* NULL: trivial */
	void (*move)(void *to, void *from);       /* relocates: `from` is raw memory afterwards. NULL: memcpy */
	/* 0 on success. NULL: memcpy if destroy is NULL too, else not copyable */
	int (*copy)(void *to, const void *from);
};

/* Registers a descriptor (borrowed for the rest of the process) or returns the number already registered for the name.
 * @return ASYNC_TYPE_NONE when the name is taken with another size or alignment, or the table (4095) is full.
 * Thread class: safe. */
ASYNC_API async_type_id async_type_register(const struct async_type *type);

/* Returns the number of a registered name, or ASYNC_TYPE_NONE. Thread class: safe. */
ASYNC_API async_type_id async_type_find(const char *name, size_t length);

/* Returns the descriptor of a number from async_type_register() or of a constant above; never NULL (an unknown number
 * gives the descriptor of ASYNC_TYPE_NONE, called "?"). Thread class: safe, wait-free. */
ASYNC_API const struct async_type *async_type_get(async_type_id id);

#ifdef __cplusplus
}
#endif

#endif
