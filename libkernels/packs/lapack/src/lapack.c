/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of the first library that has LAPACK. */
#include "call.h"
#include <kernels/kernels.h>
#include <kernels/pack_lapack.h>
#include <limits.h>
#include <shared/dynamic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of real matrices, then of complex ones; in the order of enum kernels_lapack_function. */
static const struct {
	const char *names[2];
	kernels_lapack_run_fn run;
} functions[] = {
	[KERNELS_LAPACK_GEES] = { { "gees", "gees" }, kernels_lapack__gees },
	[KERNELS_LAPACK_GEEV] = { { "geev", "geev" }, kernels_lapack__geev },
	[KERNELS_LAPACK_GEHRD] = { { "gehrd", "gehrd" }, kernels_lapack__gehrd },
	[KERNELS_LAPACK_GEQRF] = { { "geqrf", "geqrf" }, kernels_lapack__geqrf },
	[KERNELS_LAPACK_GESDD] = { { "gesdd", "gesdd" }, kernels_lapack__gesdd },
	[KERNELS_LAPACK_GETRF] = { { "getrf", "getrf" }, kernels_lapack__getrf },
	[KERNELS_LAPACK_ORGQR] = { { "orgqr", "ungqr" }, kernels_lapack__orgqr },
	[KERNELS_LAPACK_POTRF] = { { "potrf", "potrf" }, kernels_lapack__potrf },
	[KERNELS_LAPACK_SYEVD] = { { "syevd", "heevd" }, kernels_lapack__syevd },
	[KERNELS_LAPACK_SYTRD] = { { "sytrd", "hetrd" }, kernels_lapack__sytrd },
	[KERNELS_LAPACK_TRSM] = { { "trsm", "trsm" }, kernels_lapack__trsm },
};

#define FUNCTIONS (sizeof functions / sizeof *functions)

static const struct type {
	enum kernels_dtype dtype;
	char letter;
	bool is_complex;
	size_t scalar, real;
} types[] = {
	{ KERNELS_F32, 's', false, sizeof(float), sizeof(float) },
	{ KERNELS_F64, 'd', false, sizeof(double), sizeof(double) },
	{ KERNELS_COMPLEX64, 'c', true, 2 * sizeof(float), sizeof(float) },
	{ KERNELS_COMPLEX128, 'z', true, 2 * sizeof(double), sizeof(double) },
};

#define TYPES (sizeof types / sizeof *types)

/* Set once, before this library can be selected. */
static void *found[TYPES][FUNCTIONS];
static bool is_open;

static bool find_all(void *library)
{
	char name[16];
	for (size_t t = 0; t < TYPES; t++)
		for (size_t f = 0; f < FUNCTIONS; f++) {
			snprintf(name, sizeof name, "%c%s_", types[t].letter, functions[f].names[types[t].is_complex]);
			found[t][f] = dlsym(library, name); /* in the libraries that it depends on, too: trsm is a function of BLAS */
			if (!found[t][f])
				return false;
		}
	return true;
}

static bool open_library(const char **out_reason)
{
	static const char *const names[] = { "liblapack.so.3", "libopenblas.so.0", "libmkl_rt.so.2" };
	const char *wanted = secure_getenv("KERNELS_LAPACK");
	is_open = is_open || kernels_shared__open_first(wanted, names, sizeof names / sizeof *names, find_all);
	*out_reason = wanted ? "the library in KERNELS_LAPACK cannot be loaded, or lacks a function of LAPACK" :
		"no LAPACK is installed (Debian: liblapack3)";
	return is_open;
}

static bool run_call(const struct kernels_lapack *p, const struct type *type, void *function)
{
	struct call c = { .p = p, .function = function, .is_complex = type->is_complex, .scalar = type->scalar,
		.real = type->real, .rows = (int)p->rows, .columns = (int)p->columns };
	const bool solves = p->function == KERNELS_LAPACK_TRSM;
	const size_t n = p->left_side ? p->rows : p->columns;
	c.a = kernels_lapack__load(&c, p->operands[0], solves ? n : p->rows, solves ? n : p->columns);
	const bool done = !c.failed && functions[p->function].run(&c);
	for (size_t i = 0; i < c.block_count; i++)
		free(c.blocks[i]);
	if (p->info)
		*p->info = c.info;
	return done;
}

static bool factorize(const struct kernels_lapack *p)
{
	if (p->size < sizeof *p || (size_t)p->function >= FUNCTIONS || p->rows == 0 || p->columns == 0 || p->rows > INT_MAX ||
		p->columns > INT_MAX || p->count > INT_MAX)
		return false;
	for (size_t t = 0; t < TYPES; t++)
		if (types[t].dtype == p->dtype)
			return run_call(p, &types[t], found[t][p->function]);
	return false;
}

static const struct kernels_math math = { .size = sizeof math, .name = "lapack", .open = open_library, .lapack = factorize };

static bool init(void)
{
	return kernels_math_add(&math) == KERNELS_OK;
}

const struct kernels_pack *kernels_pack_lapack(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "lapack",
		.init = init };
	return &pack;
}
