/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How calls of libkernels end. Errors of a running kernel are error values (async/error.h), not these. */
#ifndef KERNELS_STATUS_H
#define KERNELS_STATUS_H

#include <kernels/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum kernels_status {
	KERNELS_OK = 0,
	KERNELS_E_ARG = 1, /* the caller must change the program */
	KERNELS_E_STATE = 2,
	KERNELS_E_NOMEM = 10, /* the surroundings must change */
	KERNELS_E_LIMIT = 11,
	KERNELS_E_VERSION = 21,     /* a pack newer than this library */
	KERNELS_E_UNSUPPORTED = 22, /* a pack for another build (sanitizer), or something it needs is not there */
	KERNELS_E_CORRUPT = 24,     /* a pack that contradicts itself */
	KERNELS_E_EXISTS = 31,      /* a name is taken */
	KERNELS_E_NOT_FOUND = 30    /* an answer, not a failure */
};

/* "KERNELS_E_NOMEM"; "?" for a number that is none. Static text. */
KERNELS_API const char *kernels_status_name(enum kernels_status status);

/* The first thing that went wrong, in words. Plain data in the caller's memory; NULL where it is of no interest. */
struct kernels_diag {
	size_t size; /* sizeof(struct kernels_diag) */
	enum kernels_status status;
	char message[232];
};
#define KERNELS_DIAG_INIT { sizeof(struct kernels_diag), KERNELS_OK, { 0 } }

#ifdef __cplusplus
}
#endif

#endif
