/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.fft beside FFTW (if the build has found it), one thread, as a table in Markdown. Ours is a call of an op that was prepared once, as a
 * program makes it; FFTW's is the execution of a plan of FFTW_MEASURE and of one of FFTW_ESTIMATE. Batches of the three alternate, and the
 * least of each counts. FFTW does not divide inverse transforms by their length; ours does.
 *
 * Arguments: number of threads (default 1, and FFTW has one), then the beginning of the names to measure. */
#include "operation.h"
#include <malloc.h>

#ifdef HAVE_FFTW
#include <fftw3.h>
#else
#define FFTW_MEASURE 0
#define FFTW_ESTIMATE 0
#endif

enum { MOST_RANK = 3, BATCHES = 15 };
#define LEAST_NS 1e6 /* of a batch */

enum form { COMPLEX_F32, COMPLEX_F64, REAL_F32, REAL_F64, BACK_F32, BACK_F64, FORMS };
static const char *const form_names[FORMS] = { "complex f32", "complex f64", "real f32", "real f64", "to real f32", "to real f64" };

struct transform {
	int batch, rank, lengths[MOST_RANK];
};

static const struct transform transforms[] = {
	{ 4096, 1, { 16 } }, { 1024, 1, { 64 } }, { 256, 1, { 256 } }, { 64, 1, { 1024 } }, { 16, 1, { 4096 } }, { 100, 1, { 640 } },
	{ 64, 1, { 1000 } }, { 64, 1, { 1009 } }, { 1, 1, { 256 } }, { 1, 1, { 1024 } }, { 1, 1, { 4096 } }, { 1, 1, { 16384 } },
	{ 1, 1, { 65536 } }, { 1, 1, { 262144 } }, { 1, 1, { 1048576 } }, { 1, 1, { 1080 } }, { 1, 1, { 5040 } }, { 1, 1, { 44100 } },
	{ 1, 1, { 100000 } }, { 1, 1, { 1000000 } }, { 1, 1, { 1009 } }, { 1, 1, { 10007 } }, { 256, 2, { 16, 16 } }, { 16, 2, { 64, 64 } },
	{ 1, 2, { 256, 256 } }, { 1, 2, { 512, 512 } }, { 1, 2, { 1024, 1024 } }, { 1, 2, { 480, 640 } }, { 16, 3, { 16, 16, 16 } },
	{ 1, 3, { 32, 32, 32 } }, { 1, 3, { 64, 64, 64 } }, { 1, 3, { 100, 100, 100 } },
};

static void name_transform(const struct transform *t, char *text, size_t size)
{
	int used = snprintf(text, size, "%d", t->lengths[0]);
	for (int i = 1; i < t->rank; i++)
		used += snprintf(text + used, size - (size_t)used, "x%d", t->lengths[i]);
	if (t->batch > 1)
		snprintf(text + used, size - (size_t)used, " (%d)", t->batch);
}

/* ---- FFTW */

/* Elements of the real or full side, and of the complex side. */
static void count_elements(const struct transform *t, enum form form, size_t *full, size_t *sides)
{
	*full = *sides = (size_t)t->batch;
	for (int i = 0; i < t->rank; i++) {
		const int n = t->lengths[i];
		*full *= (size_t)n;
		*sides *= (size_t)(form >= REAL_F32 && i + 1 == t->rank ? n / 2 + 1 : n);
	}
}

struct peer {
	void *from, *to, *plan;
	bool single;
};

#ifdef HAVE_FFTW
#define MAKE_PLAN(prefix) \
	(form < REAL_F32 ? prefix##_plan_many_dft(t->rank, t->lengths, t->batch, p.from, NULL, 1, half, p.to, NULL, 1, half, FFTW_FORWARD, flags) : \
	 form < BACK_F32 ? prefix##_plan_many_dft_r2c(t->rank, t->lengths, t->batch, p.from, NULL, 1, whole, p.to, NULL, 1, half, flags) : \
		 prefix##_plan_many_dft_c2r(t->rank, t->lengths, t->batch, p.from, NULL, 1, half, p.to, NULL, 1, whole, flags))

/* Of zeros: a transform to real numbers spoils its operand, which would grow from call to call. */
static struct peer peer_begin(const struct transform *t, enum form form, unsigned flags)
{
	struct peer p = { .single = form % 2 == 0 };
	size_t full, sides;
	count_elements(t, form, &full, &sides);
	const int whole = (int)(full / (size_t)t->batch), half = (int)(sides / (size_t)t->batch);
	const size_t size = sides * 2 * (p.single ? sizeof(float) : sizeof(double));
	p.from = need(fftw_malloc(size));
	p.to = need(fftw_malloc(size));
	p.plan = need(p.single ? (void *)MAKE_PLAN(fftwf) : (void *)MAKE_PLAN(fftw));
	memset(p.from, 0, size);
	memset(p.to, 0, size);
	return p;
}

static void peer_call(const struct peer *p)
{
	if (p->single)
		fftwf_execute(p->plan);
	else
		fftw_execute(p->plan);
}

static void peer_end(struct peer *p)
{
	if (p->single)
		fftwf_destroy_plan(p->plan);
	else
		fftw_destroy_plan(p->plan);
	fftw_free(p->from);
	fftw_free(p->to);
}
#else
static struct peer peer_begin(const struct transform *t, enum form form, unsigned flags)
{
	(void)t;
	(void)form;
	(void)flags;
	return (struct peer){ .plan = NULL };
}
static void peer_call(const struct peer *p) { (void)p; }
static void peer_end(struct peer *p) { (void)p; }
#endif

/* ---- ours */

static int write_type(char *text, size_t size, const char *type, const struct transform *t, int last)
{
	int used = snprintf(text, size, "%s[%d", type, t->batch);
	for (int i = 0; i < t->rank; i++)
		used += snprintf(text + used, size - (size_t)used, ",%d", i + 1 == t->rank ? last : t->lengths[i]);
	return used + snprintf(text + used, size - (size_t)used, "]");
}

static struct operation make_operation(const struct transform *t, enum form form)
{
	static const char *const real[] = { "f32", "f64" }, *const complex[] = { "complex64", "complex128" };
	static const char *const types[] = { "FFT", "RFFT", "IRFFT" };
	const int n = t->lengths[t->rank - 1], half = form < REAL_F32 ? n : n / 2 + 1;
	char from[100], to[100], attributes[100];
	const char *const numbers = form >= REAL_F32 ? real[form % 2] : complex[form % 2];
	if (form < BACK_F32) {
		write_type(from, sizeof from, numbers, t, n);
		write_type(to, sizeof to, complex[form % 2], t, half);
	} else {
		write_type(from, sizeof from, complex[form % 2], t, half);
		write_type(to, sizeof to, numbers, t, n);
	}
	int used = snprintf(attributes, sizeof attributes, "fft_length=[");
	for (int i = 0; i < t->rank; i++)
		used += snprintf(attributes + used, sizeof attributes - (size_t)used, "%s%d", i > 0 ? "," : "", t->lengths[i]);
	snprintf(attributes + used, sizeof attributes - (size_t)used, "];fft_type=%s", types[form / 2]);
	return operation_begin("fft", from, to, attributes);
}

/* ---- measuring */

enum { OURS, MEASURED, ESTIMATED, ALL };

static void one(const struct operation *op, const struct peer *peers, int which, long calls)
{
	for (long i = 0; i < calls; i++)
		if (which == OURS)
			call(op);
		else
			peer_call(&peers[which - 1]);
}

static double logs;
static int rows, near, behind;

static void print_row(const char *name, enum form form, const double *best)
{
	const double peer = fmin(best[MEASURED], best[ESTIMATED]), ratio = best[OURS] / peer;
	printf("| `%s` | %s | %.2f |", name, form_names[form], best[OURS] / 1e3);
	if (isfinite(peer)) {
		printf(" %.2f | %.2f | %.2f |", best[MEASURED] / 1e3, best[ESTIMATED] / 1e3, ratio);
		logs += log(ratio);
		rows++;
		near += ratio <= 1.1;
		behind += ratio > 1.5;
	} else {
		printf(" - | - | - |");
	}
	printf("\n");
	fflush(stdout);
}

static void measure(const struct transform *t, enum form form, const char *name)
{
	struct operation op = make_operation(t, form);
	struct peer peers[2] = { peer_begin(t, form, FFTW_MEASURE), peer_begin(t, form, FFTW_ESTIMATE) };
	double best[ALL];
	long calls[ALL];
	for (int i = 0; i < ALL; i++) {
		double took = 0;
		best[i] = INFINITY;
		for (calls[i] = 1; (i == OURS || peers[i - 1].plan) && took < LEAST_NS; calls[i] *= 2) {
			const double start = now();
			one(&op, peers, i, calls[i]);
			took = now() - start;
		}
	}
	for (int batch = 0; batch < BATCHES * ALL; batch++) {
		const int i = batch % ALL;
		if (i != OURS && !peers[i - 1].plan)
			continue;
		const double start = now();
		one(&op, peers, i, calls[i]);
		best[i] = fmin(best[i], (now() - start) / (double)calls[i]);
	}
	print_row(name, form, best);
	for (int i = 0; i < 2 && peers[i].plan; i++)
		peer_end(&peers[i]);
	operation_end(&op);
}

int main(int count, char **arguments)
{
	/* Large results get memory that has been used, as by allocators that keep it: page faults would hide the transforms. */
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	open_host(count, arguments, async_allocator_cached());
	printf("| lengths (lines) | numbers | ours, us | FFTW_MEASURE | FFTW_ESTIMATE | ours / best of FFTW |\n|---|---|---:|---:|---:|---:|\n");
	for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++) {
		char name[100];
		name_transform(&transforms[i], name, sizeof name);
		for (int form = 0; wanted(name) && form < FORMS; form++)
			measure(&transforms[i], (enum form)form, name);
	}
	if (rows > 0)
		printf("\n%d transforms, geometric mean %.2f; %d within 1.1 of FFTW, %d above 1.5\n", rows, exp(logs / rows), near, behind);
	close_host();
	return 0;
}
