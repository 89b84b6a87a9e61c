/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stores a diagnostic within the bounds of the caller's structure.
 *
 * The diagnostics of all libraries begin as struct bytecursor_diag does; the structures of the libraries are separate ones, so that each
 * library stands alone, has an enum of its own for the status, and may add members. A caller that was built against an older release has
 * a smaller structure: `size` tells. The members that it does not have are not stored. */
#ifndef BYTECURSOR_DIAG_H
#define BYTECURSOR_DIAG_H

#include <bytecursor/text.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct bytecursor_diag {
	size_t size;
	unsigned status; /* 0: no failure */
	const char *rule;
	uint64_t offset;
	uint32_t line, column;
	char message[232];
};

/* At the top of a source, for the diagnostic of a library: it begins so. */
#define BYTECURSOR_DIAG_MATCHES(type)                                                                                  \
	_Static_assert(BYTECURSOR_DIAG_AT(type, status) && BYTECURSOR_DIAG_AT(type, rule) &&                           \
			       BYTECURSOR_DIAG_AT(type, offset) && BYTECURSOR_DIAG_AT(type, line) &&                   \
			       BYTECURSOR_DIAG_AT(type, column) && BYTECURSOR_DIAG_AT(type, message),                  \
		#type " begins as struct bytecursor_diag")
#define BYTECURSOR_DIAG_AT(type, member)                                                                               \
	(offsetof(type, member) == offsetof(struct bytecursor_diag, member) &&                                         \
		sizeof(((type *)0)->member) == sizeof(((struct bytecursor_diag *)0)->member))

/* ---- statuses: each library has an enum of its own, with the names that it needs; equal numbers have equal meanings */

enum bytecursor_status {
	BYTECURSOR_OK = 0,
	BYTECURSOR_E_ARG = 1, /* the caller must change the program */
	BYTECURSOR_E_STATE = 2,
	BYTECURSOR_E_NOMEM = 10, /* the environment must change */
	BYTECURSOR_E_LIMIT = 11,
	BYTECURSOR_E_IO = 12,
	BYTECURSOR_E_MAGIC = 20, /* possibly valid, but not for this library */
	BYTECURSOR_E_VERSION = 21,
	BYTECURSOR_E_UNSUPPORTED = 22,
	BYTECURSOR_E_TRUNCATED = 23, /* the input must change */
	BYTECURSOR_E_CORRUPT = 24,
	BYTECURSOR_E_SYNTAX = 25,
	BYTECURSOR_E_NOT_FOUND = 30 /* an answer, not a failure */
};

/* In the function that names the statuses of a library: all of those above, which the library has with its prefix and these numbers. */
#define BYTECURSOR_STATUS_CASES(prefix)                                                                                \
	BYTECURSOR_STATUS_CASE(prefix, OK)                                                                             \
	BYTECURSOR_STATUS_CASE(prefix, E_ARG)                                                                          \
	BYTECURSOR_STATUS_CASE(prefix, E_STATE)                                                                        \
	BYTECURSOR_STATUS_CASE(prefix, E_NOMEM)                                                                        \
	BYTECURSOR_STATUS_CASE(prefix, E_LIMIT)                                                                        \
	BYTECURSOR_STATUS_CASE(prefix, E_IO)                                                                           \
	BYTECURSOR_STATUS_CASE(prefix, E_MAGIC)                                                                        \
	BYTECURSOR_STATUS_CASE(prefix, E_VERSION)                                                                      \
	BYTECURSOR_STATUS_CASE(prefix, E_UNSUPPORTED)                                                                  \
	BYTECURSOR_STATUS_CASE(prefix, E_TRUNCATED)                                                                    \
	BYTECURSOR_STATUS_CASE(prefix, E_CORRUPT)                                                                      \
	BYTECURSOR_STATUS_CASE(prefix, E_SYNTAX)                                                                       \
	BYTECURSOR_STATUS_CASE(prefix, E_NOT_FOUND)
#define BYTECURSOR_STATUS_CASE(prefix, name)                                                                           \
	case prefix##_##name: {                                                                                        \
		_Static_assert((int)prefix##_##name == (int)BYTECURSOR_##name, "equal numbers have equal meanings");   \
		return #prefix "_" #name;                                                                              \
	}

/* ---- storing */

/* True if a failure is to be stored: there is a diagnostic, and it does not hold a failure yet. */
#define BYTECURSOR_DIAG_IS_OPEN(diag)                                                                                  \
	((diag) != NULL &&                                                                                             \
		(diag)->size >= (size_t)((const char *)(&(diag)->status + 1) - (const char *)(diag)) &&                \
		(int)(diag)->status == 0)

/* Copies *from, a complete diagnostic, to the caller's `to`, except `size`. Control characters of the message (C0, DEL, C1) and bytes that
 * are not UTF-8 become '?': names from the input must not reach a terminal or a log raw. */
#define BYTECURSOR_DIAG_STORE(to, from)                                                                                \
	bytecursor_diag_store((to), (from), sizeof *(from), (size_t)((from)->message - (const char *)(from)),          \
		sizeof(from)->message)

static inline void bytecursor_diag_clean(char *text)
{
	for (unsigned char *c = (unsigned char *)text; *c;) {
		uint32_t code;
		const size_t length = bytecursor_utf8_length(c, 4, &code);
		if (length == 0 || bytecursor_is_control(code))
			memset(c, '?', length + !length);
		c += length + !length;
	}
}

static inline void bytecursor_diag_store(void *to, const void *from, size_t size, size_t message, size_t message_size)
{
	char *out = to;
	size_t reach;
	memcpy(&reach, out, sizeof reach);
	if (reach > size)
		reach = size;
	if (reach <= sizeof reach)
		return;
	memcpy(out + sizeof reach, (const char *)from + sizeof reach, reach - sizeof reach);
	if (reach > message + message_size)
		reach = message + message_size;
	if (reach <= message)
		return;
	out[reach - 1] = '\0';
	bytecursor_diag_clean(out + message);
}

/* ---- failures with a text */

/* The beginning of a failure; its text is added with the functions below. */
#define BYTECURSOR_DIAG(status, rule, offset)                                                                          \
	{                                                                                                              \
		sizeof(struct bytecursor_diag), (status), (rule), (offset), 0, 0, { 0 }                                \
	}

/* Adds to the text, as far as there is room. */
__attribute__((format(printf, 2, 0))) static inline void bytecursor_diag_add_v(
	struct bytecursor_diag *diag, const char *format, va_list arguments)
{
	const size_t used = strlen(diag->message);
	vsnprintf(diag->message + used, sizeof diag->message - used, format, arguments);
}

__attribute__((format(printf, 2, 3))) static inline void bytecursor_diag_add(
	struct bytecursor_diag *diag, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	bytecursor_diag_add_v(diag, format, arguments);
	va_end(arguments);
}

__attribute__((format(printf, 5, 0))) static inline void bytecursor_diag_fail_v(
	void *to, unsigned status, const char *rule, uint64_t offset, const char *format, va_list arguments)
{
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, rule, offset);
	bytecursor_diag_add_v(&full, format, arguments);
	BYTECURSOR_DIAG_STORE(to, &full);
}

__attribute__((format(printf, 5, 6))) static inline void bytecursor_diag_fail(
	void *to, unsigned status, const char *rule, uint64_t offset, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	bytecursor_diag_fail_v(to, status, rule, offset, format, arguments);
	va_end(arguments);
}

/* Stores a failure in the diagnostic of a caller if it is open; `...`: format and arguments. The value is `status`. */
#define BYTECURSOR_DIAG_FAIL(diag, status_, rule, offset, ...)                                                         \
	(BYTECURSOR_DIAG_IS_OPEN(diag) ? bytecursor_diag_fail((diag), (status_), (rule), (offset), __VA_ARGS__)        \
				       : (void)0,                                                                      \
		(status_))

/* The whole body, behind its declarations, of a function that ends with `format` and `...`, and returns `status`. */
#define BYTECURSOR_DIAG_RETURN(diag, status_, rule, offset, format)                                                    \
	if (BYTECURSOR_DIAG_IS_OPEN(diag)) {                                                                           \
		va_list arguments_;                                                                                    \
		va_start(arguments_, format);                                                                          \
		bytecursor_diag_fail_v((diag), (status_), (rule), (offset), (format), arguments_);                     \
		va_end(arguments_);                                                                                    \
	}                                                                                                              \
	return (status_)

#endif
