/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the fake libcuda share: the rules of each call, and the operations of a stream. */
#ifndef FAKE_CUDA_PRIVATE_H
#define FAKE_CUDA_PRIVATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INVALID_VALUE = 1, NO_MEMORY = 2, NOT_INITIALIZED = 3, BAD_CONTEXT = 201, BAD_PTX = 218, MISSING = 500, NOT_READY = 600, NOT_PERMITTED = 800 };

extern atomic_int fake_alive, fake_dead;
extern _Thread_local bool fake_in_callback;

/* Counts a call that breaks a rule, and says it. */
int fake_broken(const char *what);
/* Rules of every call that may fail; `current`: it wants a context. */
int fake_enter(const char *name, bool current);
#define ENTER(current) \
	do { \
		const int failed_ = fake_enter(__func__, current); \
		if (failed_) \
			return failed_; \
	} while (0)

void fake_wait_while_held(void);
/* Is this a part of memory that was allocated or registered? */
bool fake_is_known(uint64_t start, size_t size);

struct stream;
struct kernel;
struct operation {
	struct operation *next;
	void (*run)(struct operation *self);
	void *a, *b;
	size_t size;
	uint32_t value;
	void (*host)(void *ctx);
	unsigned grid[3], block[3];
	const struct kernel *kernel;
	uint64_t arguments[8];
};
/* Adds an operation to a stream, whose thread runs it. */
int fake_put(struct stream *s, struct operation operation);

#endif
