/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors: a code and a text. */
#include "plugin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct PJRT_Error {
	PJRT_OBJECT;
	PJRT_Error_Code code;
	size_t size;
	const char *text; /* behind the structure, or static */
};

static PJRT_Error out_of_memory = { NULL, PJRT_Error_Code_RESOURCE_EXHAUSTED, 13, "out of memory" };

PJRT_Error *pjrt__no_memory(void) { return &out_of_memory; }

PJRT_Error *pjrt__fail_text(PJRT_Error_Code code, const char *text, size_t size)
{
	size = text ? size : 0;
	PJRT_Error *error = malloc(sizeof *error + size + 1);
	if (!error)
		return &out_of_memory;
	char *copy = (char *)(error + 1);
	*error = (PJRT_Error){ NULL, code, size, copy };
	if (size)
		memcpy(copy, text, size);
	copy[size] = 0;
	return error;
}

PJRT_Error *pjrt__fail(PJRT_Error_Code code, const char *format, ...)
{
	char text[2048];
	va_list list;
	va_start(list, format);
	int size = vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (size < 0)
		size = 0;
	return pjrt__fail_text(code, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

/* A program that cannot run, and data that are not valid, are what a caller of PJRT distinguishes. */
static PJRT_Error_Code code_of(enum bef_status status)
{
	switch (status) {
	case BEF_E_UNSUPPORTED:
	case BEF_E_NOT_FOUND:
		return PJRT_Error_Code_UNIMPLEMENTED;
	case BEF_E_NOMEM:
	case BEF_E_LIMIT:
		return PJRT_Error_Code_RESOURCE_EXHAUSTED;
	case BEF_E_STATE:
		return PJRT_Error_Code_CANCELLED;
	case BEF_E_IO:
		return PJRT_Error_Code_INTERNAL;
	default:
		return PJRT_Error_Code_INVALID_ARGUMENT;
	}
}

PJRT_Error *pjrt__fail_diag(enum bef_status status, const struct bef_diag *diag)
{
	if (diag->line)
		return pjrt__fail(code_of(status), "%s (line %u, column %u)", diag->message, diag->line, diag->column);
	return pjrt__fail(code_of(status), "%s", diag->message);
}

PJRT_Error *pjrt__require(size_t size, size_t least, const void *pointer, const char *member)
{
	if (size < least)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the arguments have %zu bytes, expected %zu or more", size, least);
	return pointer ? NULL : pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "the argument %s is NULL", member);
}

PJRT_Error_Code pjrt__error_code(const PJRT_Error *error) { return error ? error->code : PJRT_Error_Code_OK; }

const char *pjrt__error_text(const PJRT_Error *error, size_t *out_size)
{
	*out_size = error ? error->size : 0;
	return error ? error->text : "";
}

void pjrt__error_free(PJRT_Error *error)
{
	if (error != &out_of_memory)
		free(error);
}

PJRT_ENTRY(Error_Destroy)
{
	pjrt__error_free(args->error);
	return NULL;
}

PJRT_ANSWER(Error_Message, message, pjrt__error_text(args->error, &args->message_size))
PJRT_ANSWER(Error_GetCode, code, pjrt__error_code(args->error))

/* No error has payloads. */
PJRT_ENTRY(Error_ForEachPayload)
{
	(void)args;
	return NULL;
}
