/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The libraries of a comparison, selected one after the other, and its table in gigaflops. */
#ifndef KERNELS_HLO_BENCH_LIBRARIES_H
#define KERNELS_HLO_BENCH_LIBRARIES_H

#include "../../../test/math_packs.h"
#include <kernels/math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIBRARIES = 4 };
static const char *const library_names[LIBRARIES] = { "builtin", "xnnpack", "blas", "dnnl" };

/* Passes calls on, and counts those that the library does not decline. */
static const struct kernels_math *behind;
static atomic_uint accepted_calls;
static bool library_is_builtin;

static bool counted(bool accepted)
{
	if (accepted)
		atomic_fetch_add(&accepted_calls, 1);
	return accepted;
}
static bool counting_sgemm(const struct kernels_sgemm *p) { return counted(behind->sgemm(p)); }
static bool counting_gemm(const struct kernels_gemm *p) { return counted(behind->gemm(p)); }
static bool counting_conv2d(const struct kernels_conv2d *p) { return counted(behind->conv2d(p)); }

static struct kernels_math counting[LIBRARIES];
static const struct kernels_math *counted_library[LIBRARIES]; /* NULL: it cannot be loaded */
static const char *const counting_names[LIBRARIES] = { "", "counting xnnpack", "counting blas", "counting dnnl" };

static void libraries_open(void)
{
	bool added = true;
	for (size_t i = 0; math_packs[i]; i++)
		added = math_packs[i]()->init() && added;
	for (int i = 1; added && i < LIBRARIES; i++) {
		if (kernels_math_choose(library_names[i], NULL) != KERNELS_OK)
			continue;
		counted_library[i] = kernels_math_chosen();
		counting[i] = *counted_library[i];
		counting[i].name = counting_names[i];
		counting[i].open = NULL;
		counting[i].sgemm = counting[i].sgemm ? counting_sgemm : NULL;
		counting[i].gemm = counting[i].gemm ? counting_gemm : NULL;
		counting[i].conv2d = counting[i].conv2d ? counting_conv2d : NULL;
		added = kernels_math_add(&counting[i]) == KERNELS_OK;
	}
	if (!added)
		abort();
}

/* Returns whether the library is there. */
static bool libraries_select(int i)
{
	library_is_builtin = i == 0;
	behind = counted_library[i];
	atomic_store(&accepted_calls, 0);
	return (i == 0 || behind) && kernels_math_choose(i == 0 ? NULL : counting_names[i], NULL) == KERNELS_OK;
}

/* Returns whether the selected library has computed anything since it was selected. */
static bool libraries_accepted(void) { return library_is_builtin || atomic_load(&accepted_calls) > 0; }

static double library_totals[LIBRARIES], operations_total;
static bool totals_lack[LIBRARIES];

/* Times in nanoseconds; 0: the library declines the op. Names that end with " xN" count N times in the sum of all layers of ResNet-50. */
static void libraries_row(const char *name, const double *times, double operations)
{
	const char *times_text = strstr(name, " x");
	const double count = times_text ? strtod(times_text + 2, NULL) : 1;
	double fastest = 0;
	printf("| `%s` |", name);
	for (int i = 0; i < LIBRARIES; i++) {
		if (times[i] > 0)
			printf(" %.0f |", operations / times[i]);
		else
			printf(" - |");
		if (i > 0 && times[i] > 0 && (fastest <= 0 || times[i] < fastest))
			fastest = times[i];
		if (strncmp(name, "conv_resnet", 11) == 0) {
			library_totals[i] += count * times[i];
			totals_lack[i] = totals_lack[i] || times[i] <= 0;
		}
	}
	if (strncmp(name, "conv_resnet", 11) == 0)
		operations_total += count * operations;
	if (fastest > 0)
		printf(" %.2f |\n", fastest / times[0]);
	else
		printf(" - |\n");
	fflush(stdout);
}

static void libraries_total(void)
{
	double times[LIBRARIES], operations = operations_total;
	for (int i = 0; i < LIBRARIES; i++)
		times[i] = totals_lack[i] ? 0 : library_totals[i];
	if (operations > 0)
		libraries_row("all layers of ResNet-50", times, operations);
}

#endif
