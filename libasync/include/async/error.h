/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors of computations: code, message, location. All values that an error propagates to share it by reference. */
#ifndef ASYNC_ERROR_H
#define ASYNC_ERROR_H

#include <async/allocator.h>
#include <async/export.h>
#include <async/status.h>
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A place in the program, decoded: file, line and column, or else free text (a named or fused location). */
struct async_place {
	const char *file; /* NULL: none. Not NUL-terminated */
	size_t file_size;
	uint32_t line, column;
	const char *text; /* when file is NULL: text to display; NULL: unknown. Not NUL-terminated */
	size_t text_size;
	const char *debug; /* name of the location in the program; NULL: none. Not NUL-terminated */
	size_t debug_size;
};

/* Turns location handles into text, on demand. The owner of a program (a BEF file, for example) embeds one. The
 * functions are called from any thread, possibly in several at once. Initialize unused members to NULL. */
struct async_location_source {
	/* Decodes `handle` and passes the result to `visit`, which is called exactly once, before decode returns. The
	 * texts of the place are valid during that call only. */
	void (*decode)(const struct async_location_source *source, uint64_t handle,
		void (*visit)(void *ctx, const struct async_place *place), void *ctx);
	/* Optional, both or neither: reference counting of the source. An async_error holds one reference from its
	 * creation to its end, so the location and the origin of an error stay valid as long as the error. Both NULL:
	 * the source must outlive all errors with its locations. */
	void (*retain)(const struct async_location_source *source);
	void (*release)(const struct async_location_source *source);
};

/* An undecoded place. Plain data: copying it takes no reference to the source. */
struct async_location {
	const struct async_location_source *source; /* NULL: no location */
	uint64_t handle;
};

/* Thread class: immutable once created; the reference count is safe. */
struct async_error;

/* Creates an error with one reference, owned by the caller. The message is formatted once. Never fails: out of memory,
 * the result is a shared, immortal error with code RESOURCE_EXHAUSTED and without a location. `allocator` NULL: system;
 * must outlive the error. The error retains location.source (see struct async_location_source). */
ASYNC_API struct async_error *async_error_create(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, const char *format, ...) ASYNC_PRINTF(4, 5);
ASYNC_API struct async_error *async_error_create_v(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, const char *format, va_list arguments) ASYNC_PRINTF(4, 0);
/* As above, with the system allocator and without a location. */
ASYNC_API struct async_error *async_error_make(enum async_code code, const char *format, ...) ASYNC_PRINTF(2, 3);
/* As async_error_create(), with an already formatted text of `size` bytes, which may contain any byte. */
ASYNC_API struct async_error *async_error_create_text(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, const char *text, size_t size);

/* As async_error_create(), with the error that caused this one. Takes over the caller's reference to `cause` (NULL:
 * none) in every case, out of memory included. */
ASYNC_API struct async_error *async_error_create_from(const struct async_allocator *allocator,
	struct async_error *cause, enum async_code code, struct async_location location, const char *format, ...)
	ASYNC_PRINTF(5, 6);

/* Sets the name of the kernel or operation that failed. Only the creator of the error may call this, before the error
 * is visible to another thread. The text is not copied: it must live as long as the error, or as long as the location's
 * source, which the error retains. */
ASYNC_API void async_error_set_origin(struct async_error *error, const char *origin);

ASYNC_API struct async_error *async_error_retain(struct async_error *error);
ASYNC_API void async_error_release(struct async_error *error); /* NULL is ignored */

ASYNC_API enum async_code async_error_code(const struct async_error *error);
ASYNC_API const char *async_error_message(const struct async_error *error); /* NUL-terminated */
ASYNC_API size_t async_error_message_size(const struct async_error *error);
/* Borrowed: the source of the location is valid as long as `error`. */
ASYNC_API struct async_location async_error_location(const struct async_error *error);
/* Name of the kernel that failed, for example "tfrt.div.i32"; NULL if not set. */
ASYNC_API const char *async_error_origin(const struct async_error *error);
/* The error that caused this one; NULL at the root. Borrowed: valid as long as `error`. */
ASYNC_API struct async_error *async_error_cause(const struct async_error *error);

#ifdef __cplusplus
}
#endif

#endif
