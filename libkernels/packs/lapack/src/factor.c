/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions whose number of steps depends on the size alone. */
#include "call.h"
#include <string.h>

static size_t less_one(int n) { return n > 0 ? (size_t)n - 1 : 0; }

static void store_a(const struct call *c)
{
	kernels_lapack__store(c->p->results[0], c->a, (size_t)c->rows, (size_t)c->columns, c->scalar);
}

bool kernels_lapack__getrf(struct call *c)
{
	void (*getrf)(const int *rows, const int *columns, void *a, const int *stride, int32_t *pivots, int *info);
	memcpy(&getrf, &c->function, sizeof getrf);
	getrf(&c->rows, &c->columns, c->a, &c->rows, c->p->results[1], &c->info);
	store_a(c);
	return true;
}

bool kernels_lapack__geqrf(struct call *c)
{
	void (*geqrf)(const int *rows, const int *columns, void *a, const int *stride, void *tau, void *work, const int *length,
		int *info);
	double query[2];
	int length = -1;
	memcpy(&geqrf, &c->function, sizeof geqrf);
	geqrf(&c->rows, &c->columns, c->a, &c->rows, c->p->results[1], query, &length, &c->info);
	void *work = kernels_lapack__work(c, query, &length);
	if (c->failed)
		return false;
	geqrf(&c->rows, &c->columns, c->a, &c->rows, c->p->results[1], work, &length, &c->info);
	store_a(c);
	return true;
}

bool kernels_lapack__orgqr(struct call *c)
{
	void (*orgqr)(const int *rows, const int *columns, const int *count, void *a, const int *stride, const void *tau, void *work,
		const int *length, int *info);
	const int count = (int)c->p->count;
	double query[2];
	int length = -1;
	memcpy(&orgqr, &c->function, sizeof orgqr);
	orgqr(&c->rows, &c->columns, &count, c->a, &c->rows, c->p->operands[1], query, &length, &c->info);
	void *work = kernels_lapack__work(c, query, &length);
	if (c->failed)
		return false;
	orgqr(&c->rows, &c->columns, &count, c->a, &c->rows, c->p->operands[1], work, &length, &c->info);
	store_a(c);
	return true;
}

bool kernels_lapack__potrf(struct call *c)
{
	void (*potrf)(const char *triangle, const int *n, void *a, const int *stride, int *info, size_t text);
	memcpy(&potrf, &c->function, sizeof potrf);
	potrf(c->p->lower ? "L" : "U", &c->rows, c->a, &c->rows, &c->info, TEXT);
	store_a(c);
	return true;
}

bool kernels_lapack__gehrd(struct call *c)
{
	void (*gehrd)(const int *n, const int *low, const int *high, void *a, const int *stride, void *tau, void *work,
		const int *length, int *info);
	const int low = (int)c->p->low + 1, high = (int)c->p->high;
	double query[2];
	int length = -1;
	void *tau = kernels_lapack__take(c, less_one(c->rows), c->scalar);
	memcpy(&gehrd, &c->function, sizeof gehrd);
	gehrd(&c->rows, &low, &high, c->a, &c->rows, tau, query, &length, &c->info);
	void *work = kernels_lapack__work(c, query, &length);
	if (c->failed)
		return false;
	gehrd(&c->rows, &low, &high, c->a, &c->rows, tau, work, &length, &c->info);
	store_a(c);
	memcpy(c->p->results[1], tau, less_one(c->rows) * c->scalar);
	return true;
}

bool kernels_lapack__sytrd(struct call *c)
{
	void (*sytrd)(const char *triangle, const int *n, void *a, const int *stride, void *diagonal, void *beside, void *tau, void *work,
		const int *length, int *info, size_t text);
	const char *triangle = c->p->lower ? "L" : "U";
	double query[2];
	int length = -1;
	void *beside = kernels_lapack__take(c, less_one(c->rows), c->real), *tau = kernels_lapack__take(c, less_one(c->rows), c->scalar);
	memcpy(&sytrd, &c->function, sizeof sytrd);
	sytrd(triangle, &c->rows, c->a, &c->rows, c->p->results[1], beside, tau, query, &length, &c->info, TEXT);
	void *work = kernels_lapack__work(c, query, &length);
	if (c->failed)
		return false;
	sytrd(triangle, &c->rows, c->a, &c->rows, c->p->results[1], beside, tau, work, &length, &c->info, TEXT);
	store_a(c);
	memcpy(c->p->results[2], beside, less_one(c->rows) * c->real);
	memcpy(c->p->results[3], tau, less_one(c->rows) * c->scalar);
	return true;
}

bool kernels_lapack__trsm(struct call *c)
{
	void (*trsm)(const char *side, const char *triangle, const char *transposed, const char *diagonal, const int *rows,
		const int *columns, const void *alpha, const void *a, const int *stride, void *b, const int *b_stride, size_t side_text,
		size_t triangle_text, size_t transposed_text, size_t diagonal_text);
	const struct kernels_lapack *p = c->p;
	const int n = p->left_side ? c->rows : c->columns;
	const float single[2] = { 1, 0 };
	const double one[2] = { 1, 0 };
	void *b = kernels_lapack__load(c, p->operands[1], p->rows, p->columns);
	if (c->failed)
		return false;
	memcpy(&trsm, &c->function, sizeof trsm);
	trsm(p->left_side ? "L" : "R", p->lower ? "L" : "U", p->conjugated ? "C" : p->transposed ? "T" : "N",
		p->unit_diagonal ? "U" : "N", &c->rows, &c->columns, c->real == sizeof(float) ? (const void *)single : one, c->a, &n, b,
		&c->rows, TEXT, TEXT, TEXT, TEXT);
	kernels_lapack__store(p->results[0], b, p->rows, p->columns, c->scalar);
	return true;
}
