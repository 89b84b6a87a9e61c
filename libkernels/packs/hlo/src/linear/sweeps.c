/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Step t of the recorded sweeps does rotation t - k of sweep k, with the line that sweep k - 1 has just finished. Where a sweep has no
 * rotation it has the identity, so that all of them begin and end alike. */
#include "linear/sweeps.h"
#include "linear/widths.h"
#include <kernels/stop.h>
#include <stdint.h>
#include <string.h>

/* `count` rotations of each sweep, of the lines from `line` on, `step` elements apart. */
#define ROTATE(suffix, target, vector)                                                                                 \
	target static void rotate_##suffix(double *line, ptrdiff_t step, size_t count, const double *rotations)        \
	{                                                                                                              \
		enum { AT_ONCE = 2, LANES = sizeof(vector) / sizeof(double) };                                         \
		for (size_t part = 0; part < SWEEP_PANEL; part += AT_ONCE * LANES, line += AT_ONCE * LANES) {          \
			vector carry[SWEEPS_AT_ONCE][AT_ONCE], next[AT_ONCE];                                          \
			const vector zero = { 0 };                                                                     \
			const double *r = rotations;                                                                   \
			UNROLL                                                                                         \
			for (size_t v = 0; v < AT_ONCE; v++) {                                                         \
				carry[0][v] = ((const vector *)line)[v];                                               \
				UNROLL                                                                                 \
				for (size_t k = 1; k < SWEEPS_AT_ONCE; k++)                                            \
					carry[k][v] = zero;                                                            \
			}                                                                                              \
			for (size_t t = 0; t < count + SWEEPS_AT_ONCE - 1; t++) {                                      \
				/* behind the last line, another number will do: it is multiplied by 0 */              \
				const double *from = line + (ptrdiff_t)(t < count ? t + 1 : count) * step;             \
				UNROLL                                                                                 \
				for (size_t v = 0; v < AT_ONCE; v++)                                                   \
					next[v] = ((const vector *)from)[v];                                           \
				UNROLL                                                                                 \
				for (size_t k = 0; k < SWEEPS_AT_ONCE; k++, r += 2) {                                  \
					const double c = r[0], s = r[1];                                               \
					UNROLL                                                                         \
					for (size_t v = 0; v < AT_ONCE; v++) {                                         \
						const vector x = carry[k][v], y = next[v];                             \
						next[v] = c * x + s * y;                                               \
						carry[k][v] = c * y - s * x;                                           \
					}                                                                              \
				}                                                                                      \
				if (t + 1 < SWEEPS_AT_ONCE)                                                            \
					continue;                                                                      \
				vector *to = (vector *)(line + (ptrdiff_t)(t + 1 - SWEEPS_AT_ONCE) * step);            \
				UNROLL                                                                                 \
				for (size_t v = 0; v < AT_ONCE; v++)                                                   \
					to[v] = next[v];                                                               \
			}                                                                                              \
			UNROLL                                                                                         \
			for (size_t v = 0; v < AT_ONCE; v++)                                                           \
				((vector *)(line + (ptrdiff_t)count * step))[v] = carry[SWEEPS_AT_ONCE - 1][v];        \
		}                                                                                                      \
	}

VECTORS(ROTATE)

/* The rotations of step t. */
static double *at_step(const struct hlo_sweeps *s, size_t t) { return s->rotations + t * SWEEPS_AT_ONCE * 2; }

static void clear(const struct hlo_sweeps *s, size_t from, size_t to)
{
	for (double *r = at_step(s, from); r < at_step(s, to); r += 2) {
		r[0] = 1;
		r[1] = 0;
	}
}

void kernels_hlo__sweeps_begin(struct hlo_sweeps *s, double *panels, size_t lines, size_t width, double *rotations)
{
	*s = (struct hlo_sweeps){ .panels = panels, .lines = lines, .width = width, .rotations = rotations };
	if (width > 0)
		clear(s, 0, lines + SWEEPS_AT_ONCE);
}

void kernels_hlo__sweeps_load(const struct hlo_sweeps *s, const double *matrix, size_t stride)
{
	const size_t width = (s->width + SWEEP_PANEL - 1) / SWEEP_PANEL * SWEEP_PANEL;
	for (size_t r = 0; r < width; r++)
		for (size_t j = 0; j < s->lines; j++)
			*sweeps_at(s, j, r) = r < s->width ? matrix[r * stride + j] : 0;
}

void kernels_hlo__sweeps_store(
	const struct hlo_sweeps *s, const size_t *order, const double *sign, double *matrix, size_t stride)
{
	for (size_t r = 0; r < s->width; r++)
		for (size_t j = 0; j < s->lines; j++) {
			const double x = *sweeps_at(s, order[j], r);
			matrix[r * stride + j] = sign && sign[j] < 0 ? -x : x;
		}
}

/* Merges the halves; `other` has n numbers. */
static void sort(const double *values, size_t *order, size_t n, size_t *other)
{
	const size_t half = n / 2;
	if (n < 2)
		return;
	sort(values, order, half, other);
	sort(values, order + half, n - half, other);
	memcpy(other, order, half * sizeof *order);
	for (size_t i = 0, j = half, to = 0; i < half; to++)
		order[to] = j < n && values[order[j]] < values[other[i]] ? order[j++] : other[i++];
}

void kernels_hlo__order(const double *values, size_t n, size_t *order, size_t *other)
{
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	sort(values, order, n, other);
}

void kernels_hlo__sweeps_end(struct hlo_sweeps *s)
{
	if (s->recorded == 0)
		return;
	const size_t begin = s->down ? s->lines - 1 - s->last : s->first, line = s->down ? s->last : s->first;
	const size_t count = s->last - s->first;
	uint32_t did = 0;
	for (size_t r = 0; r < s->width && !kernels_stops(&did, 4 * count); r += SWEEP_PANEL)
		WITH_VECTORS(rotate,
			(sweeps_at(s, line, r), s->down ? -SWEEP_PANEL : SWEEP_PANEL, count, at_step(s, begin)));
	clear(s, begin, begin + count + SWEEPS_AT_ONCE);
	s->recorded = 0;
}

void kernels_hlo__sweep(struct hlo_sweeps *s, size_t first, size_t last, bool down)
{
	if (s->width == 0)
		return;
	if (s->recorded == SWEEPS_AT_ONCE ||
		(s->recorded > 0 && (s->down != down || first > s->last || last < s->first)))
		kernels_hlo__sweeps_end(s);
	s->first = s->recorded > 0 && s->first < first ? s->first : first;
	s->last = s->recorded > 0 && s->last > last ? s->last : last;
	s->down = down;
	s->recorded++;
	s->begin = down ? s->lines - 1 - last : first;
}

void kernels_hlo__sweep_rotate(struct hlo_sweeps *s, size_t i, double cosine, double sine)
{
	if (s->width == 0)
		return;
	double *r = at_step(s, s->begin + i + s->recorded - 1) + (s->recorded - 1) * 2;
	r[0] = cosine;
	r[1] = sine;
}
