/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eigenvalues and singular values. Real and complex functions differ in their arguments. */
#include "call.h"
#include <math.h>
#include <string.h>

/* ---- Hermitian matrices */

static void call_syevd(struct call *c, void *work, const int *length, void *real_work, const int *real_length, int *int_work,
	const int *int_length)
{
	void (*syevd)(const char *job, const char *triangle, const int *n, void *a, const int *stride, void *values, void *work,
		const int *length, int *int_work, const int *int_length, int *info, size_t job_text, size_t triangle_text);
	void (*heevd)(const char *job, const char *triangle, const int *n, void *a, const int *stride, void *values, void *work,
		const int *length, void *real_work, const int *real_length, int *int_work, const int *int_length, int *info,
		size_t job_text, size_t triangle_text);
	const char *triangle = c->p->lower ? "L" : "U";
	memcpy(&syevd, &c->function, sizeof syevd);
	memcpy(&heevd, &c->function, sizeof heevd);
	if (c->is_complex)
		heevd("V", triangle, &c->rows, c->a, &c->rows, c->p->results[1], work, length, real_work, real_length, int_work,
			int_length, &c->info, TEXT, TEXT);
	else
		syevd("V", triangle, &c->rows, c->a, &c->rows, c->p->results[1], work, length, int_work, int_length, &c->info, TEXT, TEXT);
}

bool kernels_lapack__syevd(struct call *c)
{
	double query[2], real_query[2];
	int length = -1, real_length = -1, int_query = 1;
	call_syevd(c, query, &length, real_query, &real_length, &int_query, &length);
	void *work = kernels_lapack__work(c, query, &length);
	void *real_work = c->is_complex ? kernels_lapack__work(c, real_query, &real_length) : NULL;
	int *int_work = kernels_lapack__take(c, (size_t)int_query, sizeof *int_work);
	if (c->failed)
		return false;
	call_syevd(c, work, &length, real_work, &real_length, int_work, &int_query);
	kernels_lapack__store(c->p->results[0], c->a, (size_t)c->rows, (size_t)c->rows, c->scalar);
	return true;
}

/* ---- singular values */

struct singular {
	const char *job;
	void *u, *v, *real_work;
	int v_rows, *int_work;
};

static void call_gesdd(struct call *c, const struct singular *s, void *work, const int *length)
{
	void (*real)(const char *job, const int *rows, const int *columns, void *a, const int *stride, void *values, void *u,
		const int *u_stride, void *v, const int *v_stride, void *work, const int *length, int *int_work, int *info, size_t text);
	void (*complex)(const char *job, const int *rows, const int *columns, void *a, const int *stride, void *values, void *u,
		const int *u_stride, void *v, const int *v_stride, void *work, const int *length, void *real_work, int *int_work,
		int *info, size_t text);
	memcpy(&real, &c->function, sizeof real);
	memcpy(&complex, &c->function, sizeof complex);
	if (c->is_complex)
		complex(s->job, &c->rows, &c->columns, c->a, &c->rows, c->p->results[1], s->u, &c->rows, s->v, &s->v_rows, work, length,
			s->real_work, s->int_work, &c->info, TEXT);
	else
		real(s->job, &c->rows, &c->columns, c->a, &c->rows, c->p->results[1], s->u, &c->rows, s->v, &s->v_rows, work, length,
			s->int_work, &c->info, TEXT);
}

bool kernels_lapack__gesdd(struct call *c)
{
	const struct kernels_lapack *p = c->p;
	const bool vectors = p->results[2] != NULL;
	const size_t least = p->rows < p->columns ? p->rows : p->columns, most = p->rows + p->columns - least;
	const size_t u_columns = p->all ? p->rows : least, v_rows = p->all ? p->columns : least;
	double query[2];
	int length = -1;
	struct singular s = { .job = !vectors ? "N" : p->all ? "A" : "S", .v_rows = (int)v_rows };
	s.u = kernels_lapack__take(c, vectors ? p->rows * u_columns : 1, c->scalar);
	s.v = kernels_lapack__take(c, vectors ? v_rows * p->columns : 1, c->scalar);
	s.real_work = kernels_lapack__take(c, c->is_complex ? 7 * least + 5 * least * least + 2 * most * least : 1, c->real);
	s.int_work = kernels_lapack__take(c, 8 * least, sizeof *s.int_work);
	if (c->failed)
		return false;
	call_gesdd(c, &s, query, &length);
	void *work = kernels_lapack__work(c, query, &length);
	if (c->failed)
		return false;
	call_gesdd(c, &s, work, &length);
	kernels_lapack__store(p->results[2], s.u, p->rows, u_columns, c->scalar);
	kernels_lapack__store(p->results[3], s.v, v_rows, p->columns, c->scalar);
	return true;
}

/* ---- Schur form */

static void call_gees(struct call *c, void *vectors, void *work, const int *length, void *real_work)
{
	void (*real)(const char *job, const char *sort, void *select, const int *n, void *a, const int *stride, int *selected, void *real,
		void *imaginary, void *vectors, const int *vectors_stride, void *work, const int *length, int *flags, int *info,
		size_t job_text, size_t sort_text);
	void (*complex)(const char *job, const char *sort, void *select, const int *n, void *a, const int *stride, int *selected,
		void *values, void *vectors, const int *vectors_stride, void *work, const int *length, void *real_work, int *flags,
		int *info, size_t job_text, size_t sort_text);
	void *const *results = c->p->results;
	const char *job = results[1] ? "V" : "N";
	int selected = 0, flags = 0;
	memcpy(&real, &c->function, sizeof real);
	memcpy(&complex, &c->function, sizeof complex);
	if (c->is_complex)
		complex(job, "N", NULL, &c->rows, c->a, &c->rows, &selected, results[2], vectors, &c->rows, work, length, real_work,
			&flags, &c->info, TEXT, TEXT);
	else
		real(job, "N", NULL, &c->rows, c->a, &c->rows, &selected, results[2], results[3], vectors, &c->rows, work, length, &flags,
			&c->info, TEXT, TEXT);
}

bool kernels_lapack__gees(struct call *c)
{
	const size_t n = c->p->rows;
	double query[2];
	int length = -1;
	void *vectors = kernels_lapack__take(c, c->p->results[1] ? n * n : 1, c->scalar);
	void *real_work = kernels_lapack__take(c, n, c->real);
	if (c->failed)
		return false;
	call_gees(c, vectors, query, &length, real_work);
	void *work = kernels_lapack__work(c, query, &length);
	if (c->failed)
		return false;
	call_gees(c, vectors, work, &length, real_work);
	kernels_lapack__store(c->p->results[0], c->a, n, n, c->scalar);
	kernels_lapack__store(c->p->results[1], vectors, n, n, c->scalar);
	return true;
}

/* ---- eigenvalues and eigenvectors */

struct eigen {
	void *values[2]; /* complex matrices: one */
	void *left, *right;
	const char *left_job, *right_job;
	void *real_work;
};

static void call_geev(struct call *c, const struct eigen *e, void *work, const int *length)
{
	void (*real)(const char *left_job, const char *right_job, const int *n, void *a, const int *stride, void *real, void *imaginary,
		void *left, const int *left_stride, void *right, const int *right_stride, void *work, const int *length, int *info,
		size_t left_text, size_t right_text);
	void (*complex)(const char *left_job, const char *right_job, const int *n, void *a, const int *stride, void *values, void *left,
		const int *left_stride, void *right, const int *right_stride, void *work, const int *length, void *real_work, int *info,
		size_t left_text, size_t right_text);
	memcpy(&real, &c->function, sizeof real);
	memcpy(&complex, &c->function, sizeof complex);
	if (c->is_complex)
		complex(e->left_job, e->right_job, &c->rows, c->a, &c->rows, e->values[0], e->left, &c->rows, e->right, &c->rows, work,
			length, e->real_work, &c->info, TEXT, TEXT);
	else
		real(e->left_job, e->right_job, &c->rows, c->a, &c->rows, e->values[0], e->values[1], e->left, &c->rows, e->right,
			&c->rows, work, length, &c->info, TEXT, TEXT);
}

/* The eigenvectors of a real matrix are columns, or for a pair of conjugate eigenvalues two columns: the real and the imaginary
 * parts. Writes row-major complex numbers. The imaginary part of the second eigenvalue of a pair is negative, or -0 if it has
 * underflowed; that of a real one is +0. */
#define UNPACK(type) \
	for (size_t j = 0; j < n; j++) { \
		const type *imaginary = (const type *)e->values[1] + j; \
		const bool second = j > 0 && signbit(*imaginary), first = j + 1 < n && signbit(imaginary[1]); \
		const type *column = (const type *)from + (second ? j - 1 : j) * n; \
		for (size_t i = 0; i < n; i++) { \
			((type *)to)[2 * (i * n + j)] = column[i]; \
			((type *)to)[2 * (i * n + j) + 1] = second ? -column[n + i] : first ? column[n + i] : 0; \
		} \
	}

static void store_vectors(const struct call *c, const struct eigen *e, void *to, const void *from)
{
	const size_t n = c->p->rows;
	if (!to || c->info != 0)
		return;
	if (c->is_complex)
		kernels_lapack__store(to, from, n, n, c->scalar);
	else if (c->real == sizeof(float))
		UNPACK(float)
	else
		UNPACK(double)
}

/* Imaginary parts of real matrices that have underflowed become +0. */
static void clear_signs(const struct call *c, void *imaginary)
{
	for (size_t i = 0; i < c->p->rows && !c->is_complex; i++)
		if (c->real == sizeof(float))
			((float *)imaginary)[i] += 0;
		else
			((double *)imaginary)[i] += 0;
}

bool kernels_lapack__geev(struct call *c)
{
	void *const *results = c->p->results;
	const size_t n = c->p->rows;
	void *left = results[c->is_complex ? 1 : 2], *right = results[c->is_complex ? 2 : 3];
	double query[2];
	int length = -1;
	struct eigen e = { .values = { results[0], results[1] }, .left_job = left ? "V" : "N", .right_job = right ? "V" : "N" };
	e.left = kernels_lapack__take(c, left ? n * n : 1, c->scalar);
	e.right = kernels_lapack__take(c, right ? n * n : 1, c->scalar);
	e.real_work = kernels_lapack__take(c, 2 * n, c->real);
	if (c->failed)
		return false;
	call_geev(c, &e, query, &length);
	void *work = kernels_lapack__work(c, query, &length);
	if (c->failed)
		return false;
	call_geev(c, &e, work, &length);
	store_vectors(c, &e, left, e.left);
	store_vectors(c, &e, right, e.right);
	clear_signs(c, results[1]);
	return true;
}
