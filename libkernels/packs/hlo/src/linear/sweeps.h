/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sweeps of rotations: each sweep rotates lines 0 and 1, then 1 and 2, and so on, or the same from the last line on. The lines are the
 * vectors that iterative methods improve. A few sweeps are recorded, and are then applied one step behind the other, so that each line
 * is read and written once for all of them. */
#ifndef KERNELS_HLO_LINEAR_SWEEPS_H
#define KERNELS_HLO_LINEAR_SWEEPS_H

#include <stdbool.h>
#include <stddef.h>

enum {
	SWEEPS_AT_ONCE = 4,
	SWEEP_PANEL = 16 /* elements of a line that lie side by side */
};

/* Lines in panels: the first SWEEP_PANEL elements of every line, then the next ones. */
struct hlo_sweeps {
	double *panels;
	size_t lines, width; /* width: elements of a line */
	double *rotations;   /* sweeps_rotations(lines) numbers */
	size_t recorded;     /* sweeps */
	size_t first, last;  /* the lines of all of them */
	bool down;           /* from the last line on */
	size_t begin;        /* of the last sweep: the line, in its direction */
};

/* Takes `count` numbers of scratch memory. */
static inline double *hlo_take(double **scratch, size_t count)
{
	double *taken = *scratch;
	*scratch += count;
	return taken;
}

static inline size_t sweeps_panels(size_t lines, size_t width)
{
	return (width + SWEEP_PANEL - 1) / SWEEP_PANEL * SWEEP_PANEL * lines;
}
static inline size_t sweeps_rotations(size_t lines) { return (lines + SWEEPS_AT_ONCE) * SWEEPS_AT_ONCE * 2; }

/* Where element `r` of line `j` is. */
static inline double *sweeps_at(const struct hlo_sweeps *s, size_t j, size_t r)
{
	return s->panels + (r / SWEEP_PANEL * s->lines + j) * SWEEP_PANEL + r % SWEEP_PANEL;
}

/* The sizes of panels and rotations are given above. Width 0: no lines, so nothing is recorded. */
void kernels_hlo__sweeps_begin(struct hlo_sweeps *s, double *panels, size_t lines, size_t width, double *rotations);
/* The columns of a matrix become the lines, and lines become columns: column j is line order[j], negative where sign[j] is (NULL: never). */
void kernels_hlo__sweeps_load(const struct hlo_sweeps *s, const double *matrix, size_t stride);
void kernels_hlo__sweeps_store(
	const struct hlo_sweeps *s, const size_t *order, const double *sign, double *matrix, size_t stride);
/* Numbers values in ascending order, equal ones in theirs. other: scratch, n numbers. */
void kernels_hlo__order(const double *values, size_t n, size_t *order, size_t *other);
/* Begins a sweep over lines [first, last], from the last one if `down`. */
void kernels_hlo__sweep(struct hlo_sweeps *s, size_t first, size_t last, bool down);
/* Rotation `i` of the sweep, from 0 on, of lines x and y in the order in which they are met: [x, y] = [c * x + s * y, c * y - s * x]. */
void kernels_hlo__sweep_rotate(struct hlo_sweeps *s, size_t i, double cosine, double sine);
/* Applies what is recorded. */
void kernels_hlo__sweeps_end(struct hlo_sweeps *s);

#endif
