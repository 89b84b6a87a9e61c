/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What all rooms of the plugin share: entries of the table, and errors. An entry is called from any thread. */
#ifndef PJRT_BEFKIT_PLUGIN_H
#define PJRT_BEFKIT_PLUGIN_H

#include "api.h"

#include <bef/status.h>
#include <string.h>

/* The entry `name` of the table; its arguments are `args`. */
#define PJRT_ENTRY(name) PJRT_Error *pjrt__##name(PJRT_##name##_Args *args)
/* Entries that store an answer in a member of `args` and cannot fail: a value; a text; a list, borrowed. */
#define PJRT_ANSWER(name, member, value) \
	PJRT_ENTRY(name) { return args->member = (value), NULL; }
#define PJRT_TEXT(name, member, text) \
	PJRT_ENTRY(name) { return args->member = (text), args->member##_size = strlen(args->member), NULL; }
#define PJRT_LIST(name, member, list, count_member, count) \
	PJRT_ENTRY(name) { return args->member = (list), args->count_member = (count), NULL; }
/* Declares all of them. */
#define X(number, name) PJRT_ENTRY(name);
#include "functions.def"
#undef X

/* An error with a text, which the caller of the table destroys. Never NULL: without memory it is a static one. */
PJRT_Error *pjrt__fail(PJRT_Error_Code code, const char *format, ...) __attribute__((format(printf, 2, 3)));
PJRT_Error *pjrt__fail_text(PJRT_Error_Code code, const char *text, size_t size);
PJRT_Error *pjrt__no_memory(void);
/* For functions of extensions (requirements.def is for those of the table): INVALID_ARGUMENT unless the caller's structure has the member
 * `last`, and the pointer `member` is not NULL. */
#define PJRT_REQUIRE(args, last, member) \
	pjrt__require((args)->struct_size, offsetof(__typeof__(*(args)), last) + sizeof(args)->last, (args)->member, #member)
PJRT_Error *pjrt__require(size_t size, size_t least, const void *pointer, const char *member);
/* A failure of libbef, with its place if it has one. */
PJRT_Error *pjrt__fail_diag(enum bef_status status, const struct bef_diag *diag);
/* Borrowed. The code of NULL is OK. */
PJRT_Error_Code pjrt__error_code(const PJRT_Error *error);
const char *pjrt__error_text(const PJRT_Error *error, size_t *out_size);
void pjrt__error_free(PJRT_Error *error);

#endif
