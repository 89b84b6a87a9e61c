/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A call of a function of LAPACK: its arguments in the order of Fortran, which has columns one after the other. */
#ifndef KERNELS_LAPACK_CALL_H
#define KERNELS_LAPACK_CALL_H

#include <kernels/math.h>

#define MOST_BLOCKS 12

struct call {
	const struct kernels_lapack *p;
	void *function;
	bool is_complex;
	size_t scalar, real; /* bytes of an element, and of its real part */
	int rows, columns;
	void *a; /* a copy of operand 0 in the order of Fortran */
	int info;
	void *blocks[MOST_BLOCKS]; /* freed at the end */
	size_t block_count;
	bool failed; /* memory is short */
};

/* Allocates count * size bytes, at least one element, until the call ends. Returns NULL and sets `failed` if memory is short. */
void *kernels_lapack__take(struct call *c, size_t count, size_t size);
/* Allocates the copy of a row-major matrix with its columns one after the other. */
void *kernels_lapack__load(struct call *c, const void *from, size_t rows, size_t columns);
/* Copies a matrix of elements of `size` bytes with its columns one after the other to a row-major one. Nothing if `to` is NULL. */
void kernels_lapack__store(void *to, const void *from, size_t rows, size_t columns, size_t size);
/* Allocates the work that a query has written as the first of these elements; *length gets the number of its elements. */
void *kernels_lapack__work(struct call *c, const void *query, int *length);

/* Each runs one function: p->function, which is c->function. Returns false if memory is short. */
typedef bool (*kernels_lapack_run_fn)(struct call *c);
bool kernels_lapack__gees(struct call *c);
bool kernels_lapack__geev(struct call *c);
bool kernels_lapack__gehrd(struct call *c);
bool kernels_lapack__geqrf(struct call *c);
bool kernels_lapack__gesdd(struct call *c);
bool kernels_lapack__getrf(struct call *c);
bool kernels_lapack__orgqr(struct call *c);
bool kernels_lapack__potrf(struct call *c);
bool kernels_lapack__syevd(struct call *c);
bool kernels_lapack__sytrd(struct call *c);
bool kernels_lapack__trsm(struct call *c);

/* Arguments of Fortran are pointers. A call passes the length of each text after all of them. */
#define TEXT 1

#endif
