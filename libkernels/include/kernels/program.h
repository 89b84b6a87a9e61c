/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program of an op, for kernels that find functions by name, for example functions that another process calls. */
#ifndef KERNELS_PROGRAM_H
#define KERNELS_PROGRAM_H

#include <kernels/function.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An open program, which executors implement (kernels_site::program). It exists as long as its ops. New members come
 * at the end. Thread class: safe. */
struct kernels_program {
	size_t size; /* sizeof(struct kernels_program) of the implementer */
	/* The function of this name, borrowed; NULL: there is none. Names of the program, never of regions. */
	const struct kernels_function *(*find)(const struct kernels_program *self, const char *name, size_t name_size);
	/* A hash of the program without its source locations. Equal programs have equal hashes, and so have programs
	 * that were made of one model for different shapes. The first call reads the whole program. Tensors that are
	 * views of constants may be written in place later, so a kernel that needs the hash calls this in prepare(). */
	uint64_t (*fingerprint)(const struct kernels_program *self);
	/* Compiles the text of a host program and opens it with the kernels of this one, in the calling thread. NULL:
	 * the host has no compiler.
	 * @param file_name  for locations
	 * @return one reference, which is released with release() of the result; running functions hold further
	 *         ones. NULL after a message */
	const struct kernels_program *(*compile)(const struct kernels_program *self, const char *text, size_t text_size,
		const char *file_name, char *message, size_t message_size);
	void (*release)(const struct kernels_program *self);
};

/* Whether a program has compile(). */
static inline bool kernels_program_compiles(const struct kernels_program *self)
{
	return self->size >= offsetof(struct kernels_program, release) + sizeof self->release && self->compile;
}

#ifdef __cplusplus
}
#endif

#endif
