/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared errors. */
#include "allocator_private.h"
#include "cached.h"
#include "misuse_private.h"
#include <async/error.h>
#include <async/value.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct async_error {
	_Alignas(8) uint32_t refs; /* atomic; written and read by all holders. Aligned: see ASYNC__CONSUMED */
	enum async_code code;
	struct async_location location;          /* retained, see struct async_location_source */
	const struct async_allocator *allocator; /* NULL: immortal */
	size_t size;                             /* of the message, without its NUL */
	const char *message;                     /* follows this structure in memory */
	struct async_error *cause;               /* owned; NULL at the root. Set before the error is shared */
	const char *origin;                      /* likewise; NULL: not set */
};

/* Returned when an error cannot be allocated. */
static struct async_error out_of_memory = { 1, ASYNC_CODE_RESOURCE_EXHAUSTED, { NULL, 0 }, NULL,
	sizeof "out of memory" - 1, "out of memory", NULL, NULL };

static ASYNC__NOINLINE void retain_source(const struct async_location_source *source)
{
	if (source->retain)
		source->retain(source);
}

/* Returns an error with room for a message of `size` bytes at *out_text; or the immortal error and NULL there. */
static struct async_error *allocate(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, size_t size, char **out_text)
{
	*out_text = NULL;
	if (size > SIZE_MAX / 2)
		return &out_of_memory;
	allocator = async__or_system(allocator);
	struct async_error *error = async__quick_alloc(
		allocator, sizeof *error + size + 1, _Alignof(struct async_error));
	if (!error)
		return &out_of_memory;
	char *text = (char *)(error + 1);
	text[size] = '\0';
	*error = (struct async_error){ 1, code, location, allocator, size, text, NULL, NULL };
	if (ASYNC__UNLIKELY(location.source != NULL))
		retain_source(location.source);
	*out_text = text;
	return error;
}

/* memcpy, without a call for short texts. */
static void copy_text(char *to, const char *from, size_t size)
{
	if (ASYNC__UNLIKELY(size > 16)) {
		memcpy(to, from, size);
	} else if (size >= 8) { /* the two halves may overlap */
		memcpy(to, from, 8);
		memcpy(to + size - 8, from + size - 8, 8);
	} else if (size >= 4) {
		memcpy(to, from, 4);
		memcpy(to + size - 4, from + size - 4, 4);
	} else {
		for (size_t i = 0; i < size; i++)
			to[i] = from[i];
	}
}

struct async_error *async_error_create_text(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, const char *text, size_t size)
{
	char *copy;
	struct async_error *error = allocate(allocator, code, location, size, &copy);
	if (ASYNC__LIKELY(copy != NULL))
		copy_text(copy, text, size);
	return error;
}

/* A message with nothing to fill in is common, and several times as fast when known. @return false when there is
 * something. */
static inline bool is_literal(const char *format, size_t *out_size)
{
	size_t size = 0;
	while (format[size] && format[size] != '%')
		size++;
	*out_size = size;
	return format[size] == '\0';
}

static ASYNC__NOINLINE struct async_error *create_formatted(const struct async_allocator *allocator,
	enum async_code code, struct async_location location, const char *format, va_list arguments) ASYNC_PRINTF(4, 0);

static struct async_error *create_formatted(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, const char *format, va_list arguments)
{
	char buffer[256];
	va_list again;
	va_copy(again, arguments);
	int size = vsnprintf(buffer, sizeof buffer, format, arguments);
	struct async_error *error;
	if (size < 0) {
		static const char text[] = "(the message cannot be formatted)";
		error = async_error_create_text(allocator, code, location, text, sizeof text - 1);
	} else if ((size_t)size < sizeof buffer) {
		error = async_error_create_text(allocator, code, location, buffer, (size_t)size);
	} else {
		char *text;
		error = allocate(allocator, code, location, (size_t)size, &text);
		if (text)
			vsnprintf(text, (size_t)size + 1, format, again);
	}
	va_end(again);
	return error;
}

struct async_error *async_error_create_v(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, const char *format, va_list arguments)
{
	size_t size;
	if (ASYNC__LIKELY(is_literal(format, &size)))
		return async_error_create_text(allocator, code, location, format, size);
	return create_formatted(allocator, code, location, format, arguments);
}

struct async_error *async_error_create(const struct async_allocator *allocator, enum async_code code,
	struct async_location location, const char *format, ...)
{
	size_t size;
	if (ASYNC__LIKELY(is_literal(format, &size)))
		return async_error_create_text(allocator, code, location, format, size);
	va_list arguments;
	va_start(arguments, format);
	struct async_error *error = create_formatted(allocator, code, location, format, arguments);
	va_end(arguments);
	return error;
}

struct async_error *async_error_make(enum async_code code, const char *format, ...)
{
	static const struct async_location nowhere = { NULL, 0 };
	va_list arguments;
	va_start(arguments, format);
	struct async_error *error = async_error_create_v(NULL, code, nowhere, format, arguments);
	va_end(arguments);
	return error;
}

struct async_error *async_error_create_from(const struct async_allocator *allocator, struct async_error *cause,
	enum async_code code, struct async_location location, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct async_error *error = async_error_create_v(allocator, code, location, format, arguments);
	va_end(arguments);
	if (error == &out_of_memory)
		async_error_release(cause);
	else
		error->cause = cause;
	return error;
}

void async_error_set_origin(struct async_error *error, const char *origin)
{
	if (error->allocator) /* the immortal out-of-memory error is never modified */
		error->origin = origin;
}

struct async_error *async_error_retain(struct async_error *error)
{
	/* relaxed: the caller holds a reference, which orders all earlier accesses */
	if (error->allocator)
		async__add_relaxed(&error->refs, 1);
	return error;
}

static ASYNC__NOINLINE void released_too_often(struct async_error *error)
{
	async__store_relaxed(&error->refs, 0);
	async__misuse(ASYNC_MISUSE_RELEASED_TOO_OFTEN, "async_error_release", error,
		"released more often than retained; the call does nothing");
}

/* Releases one reference. @return if that freed the error, its cause, whose reference the caller must release next;
 * else NULL. */
static struct async_error *release_one(struct async_error *error)
{
	/* acquire: pairs with the release half of the decrement below in other holders. If the count is 1, the caller
	 * holds the only reference and needs no read-modify-write. */
	if (async__load_acquire(&error->refs) != 1) {
		uint32_t refs = async__sub_acq_rel(&error->refs, 1);
		if (ASYNC__UNLIKELY(refs == 0))
			released_too_often(error);
		if (refs != 1)
			return NULL;
	}
	struct async_error *cause = error->cause;
	const struct async_location_source *source = error->location.source;
	async__store_relaxed(&error->refs, 0); /* for the contract mode */
	if (!async__contract_is_on() ||
		!async__retire(error->allocator, error, sizeof *error + error->size + 1, _Alignof(struct async_error)))
		async__quick_free(error->allocator, error, sizeof *error + error->size + 1, _Alignof(struct async_error));
	if (source && source->release)
		source->release(source);
	return cause;
}

static ASYNC__NOINLINE void release_slow(struct async_error *error)
{
	while (error && error->allocator)
		error = release_one(error);
}

void async_error_release(struct async_error *error)
{
	/* An error of the cached allocator without cause and source is freed here, but never in the contract mode, where no block can be
	 * pushed. acquire: as in release_one() */
	if (ASYNC__LIKELY(error && error->allocator == &async__cached && async__load_acquire(&error->refs) == 1 &&
			  !error->cause && !error->location.source)) {
		const size_t class = async__cached_class(sizeof *error + error->size + 1);
		if (ASYNC__LIKELY(class < ASYNC__CACHED_CLASSES && async__cached_push(class, error)))
			return;
	}
	release_slow(error);
}

enum async_code async_error_code(const struct async_error *error) { return error->code; }
const char *async_error_message(const struct async_error *error) { return error->message; }
size_t async_error_message_size(const struct async_error *error) { return error->size; }
struct async_location async_error_location(const struct async_error *error) { return error->location; }
struct async_error *async_error_cause(const struct async_error *error) { return error->cause; }
const char *async_error_origin(const struct async_error *error) { return error->origin; }

/* A static error value; its state word points to the error, as async__word_error() expects. */
static struct async_value no_memory = { 1, ASYNC_TYPE_NONE, ASYNC_CONCRETE, ASYNC_FLAG_IMMORTAL,
	(uintptr_t)((char *)&out_of_memory + ASYNC_ERROR), NULL };

struct async_value *async_value_out_of_memory(void)
{
	return &no_memory;
}
